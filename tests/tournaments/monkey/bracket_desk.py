"""The same desk where there are knock-outs and play-offs: their rows belong to the picture."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.tournaments.monkey.bracket_judges import judge_courses
from tests.tournaments.monkey.desk import NO, Desk
from tests.tournaments.monkey.judges import Picture, Rows, picture
from tournaments.forms.knockout import KnockoutForm, PlayoffForm
from tournaments.models import Knockout, KnockoutGame, KnockoutLot, KnockoutSeat
from tournaments.queries.knockout.course import Course, course_of, draws, game_key
from tournaments.queries.knockout.desk import restore_point, uncounted
from tournaments.queries.knockout.playoff import seats_before
from tournaments.services.knockout import drawing, planning, playing, restoring

_PLAN = ("settings", "starts_at", "winners", "order", "prizes", "currency", "place", "level")
_GAME = ("tie", "phase", "number", "board", "golden", "white_id", "black_id")
_RESULT = ("result", "later_flag", "moves")


@dataclass(frozen=True)
class CoursePicture(Picture):
    plans: Rows
    places: Rows
    lots: Rows
    games: Rows

    @property
    def facts(self) -> tuple:
        return (*super().facts, self.plans, self.places, self.lots, self.games)

    @property
    def public(self) -> tuple:
        shown = {pk for pk, plan in self.plans.items() if plan["announced"]}
        known = [
            {pk: row for pk, row in rows.items() if row["knockout_id"] in shown}
            for rows in (self.places, self.lots, self.games)
        ]
        return (*super().public, {pk: self.plans[pk] for pk in shown}, *known)

    @property
    def outcome(self) -> tuple:
        games = sorted(
            [row["knockout_id"], *(row[name] for name in (*_GAME, *_RESULT))]
            for row in self.games.values()
            if row["result"]
        )
        lots = sorted((row["knockout_id"], row["draw"], row["order"]) for row in self.lots.values())
        places = sorted(tuple(row.values()) for row in self.places.values())
        return (*super().outcome, self.plans, places, lots, games)


def course_picture(tournament: Any) -> CoursePicture:
    seen = picture(tournament)
    of_it = {"knockout__tournament": tournament}

    def rows(found: Any, *names: str) -> Rows:
        return {row.pop("pk"): row for row in found.values("pk", *names)}

    plans = rows(
        Knockout.objects.filter(tournament=tournament), *_PLAN, "announced_at", "cancelled_at"
    )
    for plan in plans.values():
        # Announced again is announced, whenever.
        plan["announced"] = plan.pop("announced_at") is not None
        plan["cancelled"] = plan.pop("cancelled_at") is not None
    return CoursePicture(
        **{name: getattr(seen, name) for name in Picture.__dataclass_fields__},
        plans=plans,
        places=rows(KnockoutSeat.objects.filter(**of_it), "knockout_id", "number", "entry_id"),
        lots=rows(KnockoutLot.objects.filter(**of_it), "knockout_id", "draw", "order"),
        games=rows(
            KnockoutGame.objects.filter(**of_it), "knockout_id", *_GAME, *_RESULT, "version"
        ),
    )


class CourseDesk(Desk):
    """With one of the tournament's knock-outs and play-offs in hand."""

    hand: int

    def look(self) -> Picture:
        return course_picture(self.tournament)

    def judge(self, before: Picture, *more: Any) -> None:
        super().judge(before, *more)
        assert isinstance(before, CoursePicture)
        assert isinstance(self.now, CoursePicture)
        for pk, old in before.games.items():
            new = self.now.games.get(pk, old)
            assert new == old or new["version"] > old["version"], f"{old} became {new}"
        judge_courses(self.tournament)

    @property
    def known(self) -> Knockout:
        """As a page finds it: anew each time."""
        found = Knockout.objects.get(pk=self.hand)
        found.tournament = self.tournament
        return found

    @property
    def running(self) -> bool:
        return bool(self.known.announced_at) and not self.known.cancelled_at

    def course(self) -> Course:
        return course_of(self.known)

    def act(self, service: Callable[..., Any], **given: Any) -> Any:
        """An act on what is in hand, with what it may change."""

        def acting(*, tournament: Any, **values: Any) -> Any:
            return service(knockout=self.known, **values)

        return self.do(acting, **given)

    # --- Plan -------------------------------------------------------------------------------------

    def change_plan(self, sent: dict[str, Any]) -> Any:
        """Change the plan as far as a form would let it through."""
        known = self.known
        if known.is_playoff:
            players = known.seats.count() or len(seats_before(known)[0])
            empty: KnockoutForm | PlayoffForm = PlayoffForm(known, players)
        else:
            empty = KnockoutForm(known)
        data = {name: empty.get_initial_for_field(f, name) for name, f in empty.fields.items()}
        data |= {name: value for name, value in sent.items() if name in data}
        form = PlayoffForm(known, players, data) if known.is_playoff else KnockoutForm(known, data)
        assert form.is_valid(), form.errors
        return self.act(planning.change_plan, values=form.values())

    # --- Games ------------------------------------------------------------------------------------

    def enter_game(
        self, key: tuple, code: str, flag: str = "", version: int | None = None, reason: str = ""
    ) -> Any:
        """Nobody else's game changes, but those that lose their place are taken out."""
        if version is None:
            row = KnockoutGame.objects.filter(
                **dict(zip(("tie", "phase", "number", "board"), key, strict=True)),
                knockout_id=self.hand,
            ).first()
            version = row.version if row else 0
        before = self.now
        given = {"key": key, "code": code, "later_flag": flag, "version": version}
        answer = self.act(playing.enter_game, **given, reason=reason)
        for pk, old in before.games.items():
            new = self.now.games[pk]
            own = tuple(old[name] for name in _GAME[:4]) == key and old["knockout_id"] == self.hand
            assert own or new == old or not new["result"], f"{key}: {old} became {new}"
        kept = [(row["draw"], row["order"]) for row in before.lots.values()]
        for row in self.now.lots.values():
            assert (row["draw"], row["order"]) in kept, "a result has drawn a lot"
        return answer

    def enter_lot(self, draw: str, order: list[int] | None) -> Any:
        return self.act(drawing.enter_lot, draw=draw, order=order)

    def draws(self) -> dict[str, tuple[int, ...]]:
        return draws(self.course())

    def step(self, codes: list[str]) -> None:
        """The next thing that an arbiter would do."""
        for service, given in self.usual(codes)[:4]:
            self.act(service, **given)

    def usual(self, codes: list[str]) -> list[tuple[Callable[..., Any], dict[str, Any]]]:
        """The usual next acts: games that are due, lots to be drawn, moves to be counted."""
        course = self.course()
        found: list[tuple[Callable[..., Any], dict[str, Any]]] = []
        for place, due in enumerate(course.progress.due):
            row = course.games.get(game_key(due))
            given = {"code": codes[place % len(codes)], "version": row.version if row else 0}
            found.append((playing.enter_game, {"key": game_key(due), **given}))
        for fact in course.progress.waiting:
            values = dict(fact.values)
            if fact.code == "knockout.golden.choose":
                order = sorted(fact.players, key=lambda number: number != values["winner"])
                found.append((drawing.enter_lot, {"draw": values["draw"], "order": order}))
        rows = [] if found else [game.row for game in uncounted(course) if game.row]
        if rows:
            moves = {row.pk: 30 + (7 * place) % 11 for place, row in enumerate(rows)}
            found.append((playing.count_moves, {"moves": moves}))
        return found

    def play_out(self, codes: list[str]) -> None:
        """To the end: as the codes say, and when that does not end, White wins. Judged then."""
        for step in range(400):
            found = self.usual(codes if step < 12 else ["10"])
            if not found:
                break
            for service, given in found:
                service(knockout=self.known, by=self.chief, **given)
        assert self.course().progress.finished, "it does not come to an end"
        self.tournament.refresh_from_db()  # the revision under which standings are kept
        judge_courses(self.tournament)

    # --- The way back -----------------------------------------------------------------------------

    def take_correction_back(self) -> Any:
        point = restore_point(self.known)
        return self.act(restoring.restore_games, log_id=point.pk if point else 0)

    def undo_entry(self, which: int) -> Any:
        """One of the last lines of the list at the desk."""
        lines = self.tournament.log.filter(act__in=playing.ACTS).order_by("-id")[:5]
        line = lines[which % len(lines)].pk if lines else 0
        return self.act(playing.undo, log_id=line)

    def there_and_back_game(self, key: tuple, code: str, flag: str, by_point: bool) -> None:
        """Entered, and taken back: from the list if it took nothing with it, else by its restore
        point, with all that it took out."""

        def back(_answer: Any) -> Any:
            newest = restore_point(self.known)
            if counted and not code:
                return NO  # a game cleared is to be counted again
            if newest != point:
                return self.take_correction_back() if by_point else NO
            return self.undo_entry(0) if line != self.last_line() else NO

        point, line = restore_point(self.known), self.last_line()
        row = self.course().games.get(key) if self.running else None
        counted = row.moves if row else 0
        self.there_and_back(lambda: self.enter_game(key, code, flag), back)
