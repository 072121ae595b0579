"""The common part of acts of all kinds."""

from hypothesis import strategies as st

from tests.tournaments.monkey.desk import NO, Desk
from tournaments.models import Entry

CODES = ("10", "==", "01")
ODD = (*CODES, "+-", "-+", "--", "??", "=0", "00", "WL", "DD")
pick = st.integers(0, 40)
code = st.sampled_from(ODD)
usual = st.lists(st.sampled_from((*CODES, *CODES, *CODES, *CODES, *ODD)), min_size=1, max_size=5)


class Hands:
    desk: Desk

    def one(self, number: int) -> Entry:
        found = self.desk.entries()
        return found[number % len(found)]

    def irregular(self, act, back):
        """One click back, where the history offers it."""

        last = self.desk.last_line()

        def undo(_answer):
            line = self.desk.last_line()
            return self.desk.undo(line) if back and line != last and line.irregular else NO

        self.desk.there_and_back(act, undo)
