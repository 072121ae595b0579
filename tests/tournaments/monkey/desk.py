"""One event, and every act of an arbiter on it, each judged as soon as it is done."""

from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

from tests import factories
from tests.tournaments.monkey.judges import (
    PUBLIC,
    Picture,
    ask,
    judge_change,
    judge_draft,
    judge_log,
    judge_state,
    picture,
    worded,
)
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, Pairing, PairingSession, Round, Tournament
from tournaments.queries.reports.irregular import acts_of
from tournaments.queries.rounds.coming import next_open_round
from tournaments.queries.rounds.handmade import waiting_entries
from tournaments.services.results.entering import enter_result
from tournaments.services.results.undo import undo_act, undoable
from tournaments.services.rounds import manual_pairing
from tournaments.services.rounds.pairing import request_pairing
from tournaments.services.rounds.publication import finish_round, publish_round

#: what an act answers when it was refused
NO = object()


def swiss(*, seed: int, players: int, late_bye: str = "Z", **values: Any) -> Tournament:
    """Everything that is drawn by lot hangs on the seed alone."""
    made = factories.tournament(
        players,
        late_entries_until=values.get("total_rounds", 5),
        late_entry_bye=late_bye,
        initial_colour="wb"[seed % 2],
        **values,
    )
    Tournament.objects.filter(pk=made.pk).update(seed=seed)
    return made


#: refusals that leave something behind: another result that was read stays as a doubt
NOTING = ("result.check_differs",)


class Desk:
    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.chief = factories.chief_of(self.tournament)
        self.second = factories.user("", factories.Role.ARBITER, self.tournament.event)
        self.now: Picture = self.look()
        self.acts = 0
        self.refusals: Counter[str] = Counter()

    # --- An act, judged ---------------------------------------------------------------------------

    def do(
        self,
        service: Callable[..., Any],
        *,
        rounds: Collection[int] = (),
        rows: Collection[int] = (),
        silent: bool = False,
        **given: Any,
    ) -> Any:
        """`rounds` and `rows` are what the act may change; everything else stays as it is.
        `silent`: an act that the history does not tell by itself."""
        before = self.now
        given = {"tournament": self.tournament, "by": self.chief, **given}
        self.acts += 1

        def unchanged() -> None:
            assert self.look() == before, "something happened without a yes"

        try:
            answer = ask(service, given, unchanged)
        except Refused as error:
            worded(error.code, error.values)
            self.refusals[error.code] += 1
            self.now = self.look()
            if error.code in NOTING:
                self.judge(before, rounds, rows, silent)
            else:
                same = self.now.facts == before.facts
                assert same, f"refused, and yet something changed: {error}"
            return NO
        self.now = self.look()
        self.judge(before, rounds, rows, silent)
        return answer

    def look(self) -> Picture:
        return picture(self.tournament)

    def judge(
        self, before: Picture, rounds: Collection[int], rows: Collection[int], silent: bool
    ) -> None:
        judge_change(before, self.now, rounds, rows, silent)
        judge_log(self.tournament, before.log[1] or 0)
        judge_state(self.tournament, self.now)

    def there_and_back(self, act: Callable[[], Any], back: Callable[[Any], Any]) -> None:
        """An act and its way back leave everybody where they were."""
        before = self.now.outcome
        answer = act()
        if answer is not NO and back(answer) is not NO:
            assert self.now.outcome == before, (before, self.now.outcome)

    # --- What there is ----------------------------------------------------------------------------

    def entries(self) -> list[Entry]:
        return list(Entry.objects.filter(tournament=self.tournament).order_by("pk"))

    def round(self, number: int) -> Round | None:
        return Round.objects.filter(tournament=self.tournament, number=number).first()

    def status(self, number: int) -> str:
        return self.now.rounds.get(number, ("planned",))[0]

    @property
    def coming(self) -> int:
        return next_open_round(self.tournament)

    @property
    def current(self) -> int:
        """The round in hand: the draft, else the last one that is out."""
        coming = self.coming
        return coming if self.status(coming) == "draft" else max(coming - 1, 1)

    def games(self, *numbers: int) -> list[Pairing]:
        found = Pairing.objects.filter(round__tournament=self.tournament, black__isnull=False)
        if numbers:
            found = found.filter(round__number__in=numbers)
        return list(found.select_related("round").order_by("round__number", "board", "pk"))

    # --- The usual way ----------------------------------------------------------------------------

    def pair(self, number: int) -> Any:
        answer = self.do(request_pairing, number=number, rounds={number})
        of_teams = self.tournament.format.pairs_teams
        if answer is not NO and self.status(number) == "draft" and not of_teams:
            judge_draft(self.tournament, self.now, number)
        return answer

    def publish(self, number: int) -> Any:
        return self.do(publish_round, number=number, rounds={number})

    def enter(self, row: Pairing, code: str, **more: Any) -> Any:
        return self.do(
            enter_result,
            rows={row.pk},
            pairing_id=row.pk,
            code=code,
            **{"version": row.version, "reason": "the score sheets", **more},
        )

    def go_on(self, codes: list[str]) -> None:
        """The next thing that an arbiter would do."""
        coming = self.coming
        number = self.current
        if self.now.open_sessions:
            (number,) = self.now.open_sessions
            self.seat_the_waiting(number)
            self.do(manual_pairing.finish, number=number, rounds={number})
            return
        missing = [row for row in self.games(number) if not row.result]
        if self.status(number) in PUBLIC and missing:
            for place, row in enumerate(missing):
                self.enter(row, codes[place % len(codes)])
            return
        if self.status(number) == Round.Status.PUBLISHED and len(codes) % 2:
            self.do(finish_round, number=number)
        if self.status(coming) == "draft" and self.publish(coming) is not NO:
            return
        if coming <= self.tournament.total_rounds:
            self.pair(coming)

    def seat_the_waiting(self, number: int) -> None:
        """Two by two, and the last one gets the bye."""
        waiting = self.waiting(number)
        while len(waiting) > 1:
            one, two, *waiting = waiting
            answer = self.do(
                manual_pairing.seat,
                number=number,
                white=one,
                black=two,
                rounds={number},
                silent=True,
            )
            if answer is NO:
                return
        for tpn in waiting:
            self.do(
                manual_pairing.give_bye,
                number=number,
                tpn=tpn,
                kind="U",
                rounds={number},
                silent=True,
            )

    def waiting(self, number: int) -> list[int]:
        from tournaments.snapshot import snapshot

        round_ = self.round(number)
        if round_ is None:
            return []
        before = snapshot(self.tournament, before_round=number)
        return [e.tpn for e in waiting_entries(before, list(round_.pairings.all()))]

    # --- The way back -----------------------------------------------------------------------------

    def undo_irregular(self, pick: int) -> None:
        """One click back from an irregular act that has a way back, as far as the history tells."""
        lines = list(self.tournament.log.order_by("id"))
        found = undoable(self.tournament, lines, acts_of(self.tournament))
        lines = [line for line in lines if line.pk in found]
        if lines:
            self.undo(lines[pick % len(lines)])

    def undo(self, line: Any) -> Any:
        pk = int(line.target.partition(":")[2])
        rounds = {line.round_number} if line.act.startswith("round.") else set()
        seats = {pk} if line.target.startswith("pairing:") else set()
        return self.do(undo_act, line=line, rounds=rounds, rows=seats)

    def last_line(self) -> Any:
        return self.tournament.log.order_by("-id").first()

    def sessions(self) -> list[PairingSession]:
        return list(PairingSession.objects.filter(round__tournament=self.tournament).order_by("pk"))
