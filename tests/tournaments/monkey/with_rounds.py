"""Acts about rounds: drafts, edits by hand, results and their corrections."""

from itertools import pairwise

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.tournaments.monkey.desk import NO
from tests.tournaments.monkey.hands import ODD, Hands, code, pick
from tournaments.queries.rounds.drafts import branch_of, could_be_included
from tournaments.services.results.correcting import confirm_correction, correct_report
from tournaments.services.results.empty_chairs import note_chairs
from tournaments.services.results.entering import (
    adjourn_missing,
    check_result,
    enter_line,
    undo_last,
)
from tournaments.services.rounds import drafts, manual_pairing
from tournaments.services.rounds.publication import unpublish_round


class WithRounds(Hands):
    @rule(again=st.booleans())
    def discard(self, again):
        desk = self.desk
        number = desk.coming
        desk.do(drafts.discard_draft, number=number, rounds={number})
        if again:
            desk.pair(number)

    @rule(reason=st.sampled_from(("wrong", "wrong", "")), again=st.booleans())
    def unpublish(self, reason, again):
        desk = self.desk
        number = max(desk.coming - 1, 1)
        desk.there_and_back(
            lambda: desk.do(unpublish_round, number=number, reason=reason, rounds={number}),
            lambda _: desk.publish(number) if again else NO,
        )

    @rule(who=st.lists(pick, max_size=2))
    def promote_branch(self, who):
        desk = self.desk
        number = desk.coming
        round_ = desk.round(number)
        if round_ is None or desk.status(number) != "draft":
            include, fingerprint = set(), ""
        else:
            round_.tournament = desk.tournament
            people = could_be_included(round_)
            include = {people[each % len(people)].pk for each in who if people}
            fingerprint = branch_of(round_, include).fingerprint
        desk.do(
            drafts.promote_branch,
            number=number,
            include=include,
            fingerprint=fingerprint,
            rounds={number},
        )

    # --- By hand ----------------------------------------------------------------------------------

    def edit(self, service, **given):
        number = self.desk.current
        return self.desk.do(service, number=number, rounds={number}, silent=True, **given)

    @rule(empty=st.booleans())
    def begin_by_hand(self, empty):
        number = self.desk.coming if empty else self.desk.current
        self.desk.do(manual_pairing.begin, number=number, rounds={number})

    @rule(empty=st.booleans(), numbers=st.lists(pick, min_size=2, max_size=6))
    def edit_and_abandon(self, empty, numbers):
        desk = self.desk
        number = desk.coming if empty else desk.current
        if desk.now.open_sessions:
            return
        desk.there_and_back(
            lambda: desk.do(manual_pairing.begin, number=number, rounds={number}),
            lambda _: (
                self.edits(number, numbers)
                or desk.do(manual_pairing.abandon, number=number, rounds={number})
            ),
        )

    @rule(numbers=st.lists(pick, min_size=2, max_size=6), back=st.booleans())
    def edit_and_keep(self, numbers, back):
        """Then back to the restore point."""
        desk = self.desk
        number = desk.current
        if desk.now.open_sessions:
            return

        def keep():
            if desk.do(manual_pairing.begin, number=number, rounds={number}) is NO:
                return NO
            self.edits(number, numbers)
            desk.seat_the_waiting(number)
            return desk.do(manual_pairing.finish, number=number, rounds={number})

        def restore(_answer):
            session = desk.sessions()[-1].pk
            return (
                desk.do(manual_pairing.undo_session, session_id=session, rounds={number})
                if back
                else NO
            )

        desk.there_and_back(keep, restore)

    def edits(self, number, numbers):
        for one, two in pairwise(numbers):
            given = {"number": number, "rounds": {number}, "silent": True}
            if (one + two) % 3 == 0:
                self.desk.do(manual_pairing.unpair, tpn=one % 10 + 1, **given)
            elif (one + two) % 3 == 1:
                self.desk.do(manual_pairing.swap, one=one % 10 + 1, two=two % 10 + 1, **given)
            else:
                self.desk.do(manual_pairing.turn_colours, board=one % 5 + 1, **given)

    @rule(one=st.integers(0, 11), two=st.integers(1, 11))
    def swap(self, one, two):
        self.edit(manual_pairing.swap, one=one, two=two)

    @rule(board=st.integers(1, 6))
    def turn_colours(self, board):
        self.edit(manual_pairing.turn_colours, board=board)

    @rule(tpn=st.integers(1, 11))
    def unpair(self, tpn):
        self.edit(manual_pairing.unpair, tpn=tpn)

    @rule(white=pick, black=pick)
    def seat(self, white, black):
        waiting = self.desk.waiting(self.desk.current) or [1, 2]
        pair = {"white": waiting[white % len(waiting)], "black": waiting[black % len(waiting)]}
        self.edit(manual_pairing.seat, **pair)

    @rule(who=pick, kind=st.sampled_from("UZH"))
    def give_bye(self, who, kind):
        waiting = self.desk.waiting(self.desk.current) or [1]
        self.edit(manual_pairing.give_bye, tpn=waiting[who % len(waiting)], kind=kind)

    @rule(keep=st.booleans())
    def end_by_hand(self, keep):
        number = self.desk.current
        self.desk.do(
            manual_pairing.finish if keep else manual_pairing.abandon,
            number=number,
            rounds={number},
        )

    @rule(which=pick)
    def undo_session(self, which):
        found = self.desk.sessions()
        session = found[which % len(found)] if found else None
        rounds = {session.round.number} if session else ()
        self.desk.do(
            manual_pairing.undo_session, session_id=session.pk if session else 0, rounds=rounds
        )

    @rule(who=pick, out_only=st.booleans())
    def arrive_late(self, who, out_only):
        desk = self.desk
        number = max(desk.coming - 1, 1)
        round_ = desk.round(number)
        round_.tournament = desk.tournament
        away = could_be_included(round_) if out_only else []
        entry = away[who % len(away)] if away else self.one(who)
        desk.do(manual_pairing.late_arrival, number=number, entry=entry, rounds={number})

    # --- Results ----------------------------------------------------------------------------------

    def game(self, which, *, last=True):
        number = max(self.desk.coming - 1, 1)
        found = (self.desk.games(number) if last else []) or self.desk.games()
        return found[which % len(found)] if found else None

    @rule(which=pick, code=st.sampled_from((*ODD, "", "xx")), last=st.booleans())
    def enter_result(self, which, code, last):
        row = self.game(which, last=last)
        if row:
            self.desk.enter(row, code)

    @rule(which=pick, code=code)
    def enter_result_of_a_stale_page(self, which, code):
        row = self.game(which)
        if row:
            self.desk.enter(row, code, version=row.version - 1)

    @rule(board=st.integers(1, 6), typed=st.sampled_from(("1", "0", "=", "+", "-", "--", "?", "x")))
    def type_a_line(self, board, typed):
        number = max(self.desk.coming - 1, 1)
        seats = {row.pk for row in self.desk.games(number) if row.board == board}
        line = f"{board} {typed}"
        self.desk.do(enter_line, number=number, line=line, rows=seats)

    @rule(which=pick, code=code)
    def undo_result(self, which, code):
        desk = self.desk
        row = self.game(which)
        if row is None or row.result == code:
            return

        def back(_answer):
            line = desk.tournament.log.filter(target=f"pairing:{row.pk}").first()
            number = row.round.number
            return desk.do(undo_last, number=number, log_id=line.pk, rows={row.pk})

        desk.there_and_back(lambda: desk.enter(row, code), back)

    @rule(which=pick)
    def undo_an_older_result(self, which):
        desk = self.desk
        lines = list(desk.tournament.log.filter(act__startswith="result.").order_by("-id")[:5])
        if lines:
            line = lines[which % len(lines)]
            seats = {int(line.target.partition(":")[2])}
            desk.do(undo_last, number=line.round_number, log_id=line.pk, rows=seats)

    @rule()
    def adjourn(self):
        number = max(self.desk.coming - 1, 1)
        self.desk.do(adjourn_missing, number=number, rounds={number})

    @rule(which=pick, code=code, same=st.booleans())
    def check_result(self, which, code, same):
        row = self.game(which)
        if row:
            code = row.result if same else code
            given = {"pairing_id": row.pk, "code": code}
            self.desk.do(check_result, rows={row.pk}, silent=True, **given)

    @rule(which=pick, code=code, back=st.booleans(), reason=st.sampled_from(("slip", "slip", "")))
    def correct(self, which, code, back, reason):
        desk = self.desk
        older = [row for row in desk.games() if row.round.number < desk.coming - 1]
        if not older:
            return
        row = older[which % len(older)]
        self.irregular(lambda: desk.enter(row, code, reason=reason), back)

    @rule(which=pick, code=code, back=st.booleans())
    def correct_report(self, which, code, back):
        desk = self.desk
        older = [row for row in desk.games() if row.round.number < desk.coming - 1]
        if not older:
            return
        row = older[which % len(older)]
        given = {"pairing_id": row.pk, "code": code, "reason": "slip"}
        self.irregular(lambda: desk.do(correct_report, rows={row.pk}, **given), back)

    @rule(which=pick)
    def confirm_correction(self, which):
        row = self.game(which, last=False)
        if row:
            given = {"pairing_id": row.pk, "by": self.desk.second}
            self.desk.do(confirm_correction, rows={row.pk}, **given)

    @rule(which=pick, chairs=st.sampled_from(("w", "b", "wb", "")))
    def note_chairs(self, which, chairs):
        row = self.game(which)
        if row:
            given = {"pairing_id": row.pk, "number": row.round.number, "chairs": chairs}
            self.desk.do(note_chairs, rows={row.pk}, **given)
