"""Rows → plan, games and progress of a knock-out or play-off: the bridge to the handbook's core.

Inside one course a player is the number of their seat: 1 is the first seed, or the first of those
tied by the remaining tie-breaks.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from pairing.errors import InconsistentHistory
from pairing.handbook import knockout as core
from pairing.handbook import playoff as recipes
from pairing.handbook import team_knockout
from pairing.handbook.knockout import Bracket, Clock, DueGame, Phase, TieFormat, TieGame
from pairing.handbook.lots import Lots
from pairing.results import RESULTS
from pairing.state import Colour
from tournaments.models import Entry, Knockout, KnockoutGame, Team, Tournament
from tournaments.queries.knockout.team_games import TeamGames, match_rounds, seeded_teams
from tournaments.queries.teams.rules import rules_of

Key = tuple[str, int, int, int]
Plan = core.Plan | recipes.Plan
Progress = core.Progress | recipes.Progress


@dataclass(frozen=True, slots=True)
class Course:
    """A knock-out or play-off as it stands: what was agreed and what follows from it."""

    knockout: Knockout
    people: Mapping[int, Entry | Team]  # by number of the seat
    numbers: dict[int, int]  # entry id → number
    plan: Plan
    progress: Progress
    games: dict[Key, KnockoutGame]  # also those cleared again
    team_games: TeamGames | None = None  # between teams: their matches

    @property
    def players(self) -> dict[int, Entry]:
        """The people, where they are players."""
        return {number: one for number, one in self.people.items() if isinstance(one, Entry)}

    @property
    def teams(self) -> dict[int, Team]:
        """The people, where they are teams."""
        return {number: one for number, one in self.people.items() if isinstance(one, Team)}

    @property
    def is_playoff(self) -> bool:
        return isinstance(self.plan, recipes.Plan)

    @property
    def entered(self) -> int:
        """Games with a result."""
        if self.team_games is not None:
            return self.team_games.entered
        return sum(1 for game in self.games.values() if game.result)

    def due(self, key: Key) -> DueGame | None:
        return next((due for due in self.progress.due if game_key(due) == key), None)

    def tie_games(self) -> list[TieGame]:
        return [as_core(game, self.numbers) for game in self.games.values() if game.result]

    def order(self) -> tuple[tuple[int, ...], ...]:
        """The final order, the best first; empty until decided."""
        if isinstance(self.progress, recipes.Progress):
            return self.progress.order
        if not self.progress.finished:
            return ()
        return tuple(place.players for place in self.progress.ranking)


def game_key(game: DueGame | TieGame) -> Key:
    return game.tie, game.phase, game.number, game.board


def as_core(game: KnockoutGame, numbers: Mapping[int, int]) -> TieGame:
    return TieGame(
        game.tie,
        game.phase,
        game.number,
        numbers[game.white_id],
        numbers[game.black_id],
        RESULTS[game.result],
        game.board,
        game.moves,
        Colour(game.later_flag) if game.later_flag else None,
    )


def follow(plan: Plan, games: Sequence[TieGame] = ()) -> Progress:
    if isinstance(plan, recipes.Plan):
        return recipes.follow(plan, games)
    return core.follow(plan, games)


def course_of(knockout: Knockout, seats: Sequence[Entry | Team] | None = None) -> Course:
    """The course of an announced knock-out or play-off, or of one with these seats.

    Raises what the core raises where the settings make no plan.
    """
    tournament = knockout.tournament
    if seats is None and tournament.format.makes_rounds_from_plan:
        people: Mapping[int, Entry | Team] = seeded_teams(tournament)
    elif seats is None:
        rows = knockout.seats.select_related("entry")
        people = {seat.number: seat.entry for seat in rows}
    else:
        people = dict(enumerate(seats, start=1))
    numbers = {entry.pk: number for number, entry in people.items()}
    typed = tuple((lot.draw, tuple(lot.order)) for lot in knockout.lots.all())
    plan = plan_of(knockout, tuple(people), Lots(knockout.lot_seed, typed))
    if tournament.format.makes_rounds_from_plan:
        assert isinstance(plan, core.Plan)
        rounds, views = match_rounds(tournament) if seats is None else ([], ())
        followed = team_knockout.follow(plan, rounds)
        games_of_teams = TeamGames(views, followed, plan)
        return Course(knockout, people, numbers, plan, followed.progress, {}, games_of_teams)
    games = {game.key: game for game in knockout.games.select_related("entered_by")}
    recorded = [as_core(game, numbers) for game in games.values() if game.result]
    found = Course(knockout, people, numbers, plan, follow(plan, recorded), games)
    players = found.players
    for game in games.values():
        game.white, game.black = players[numbers[game.white_id]], players[numbers[game.black_id]]
    return found


def plan_of(knockout: Knockout, order: tuple[int, ...], lots: Lots) -> Plan:
    if knockout.is_playoff:
        return recipes.plan(order, lots, playoff_settings(knockout.settings))
    stages = max(len(core.field_sizes(len(order), knockout.winners).counts) - 1, 1)
    return core.plan(
        order,
        knockout.winners,
        lots,
        formats=formats(knockout.settings, stages),
        bracket=Bracket(knockout.settings.get("bracket", Bracket.FIXED)),
        by_lot=bool(knockout.settings.get("by_lot")),
        third_place=bool(knockout.settings.get("third_place")),
        boards=rules_of(knockout.tournament).boards
        if knockout.tournament.format.pairs_teams
        else 1,
    )


# --- Settings as data ---------------------------------------------------------------------------


def clock_as_data(clock: Clock) -> list[int]:
    return [clock.white_seconds, clock.black_seconds, clock.increment]


def format_as_data(phases: Iterable[Phase]) -> list[list[int]]:
    return [[phase.games, *clock_as_data(phase.clock)] for phase in phases]


def _phases(data: Iterable[Sequence[int]]) -> tuple[Phase, ...]:
    return tuple(Phase(games, Clock(*clock)) for games, *clock in data)


class _Breaks(TypedDict):
    """In minutes."""

    break_between_games: int
    break_between_stages: int
    break_before_start: int


def _breaks(settings: Mapping[str, Any]) -> _Breaks:
    usual = TieFormat()
    return {
        "break_between_games": settings.get("break_between_games", usual.break_between_games),
        "break_between_stages": settings.get("break_between_stages", usual.break_between_stages),
        "break_before_start": settings.get("break_before_start", usual.break_before_start),
    }


def formats(settings: Mapping[str, Any], stages: int) -> tuple[TieFormat, ...]:
    """The formats by stage; the last stage may have one of its own."""
    golden = Clock(*settings["golden"]) if "golden" in settings else core.GOLDEN_POINT
    phases = _phases(settings["phases"]) if "phases" in settings else TieFormat().phases
    usual = TieFormat(phases, golden, **_breaks(settings))
    if not settings.get("last"):
        return (usual,)
    last = TieFormat(_phases(settings["last"]), golden, **_breaks(settings))
    return (*[usual] * (stages - 1), last)


def playoff_settings(settings: Mapping[str, Any]) -> recipes.Settings:
    usual = recipes.Settings()
    return recipes.Settings(
        choices=tuple(sorted(settings.get("choices", {}).items())),
        further=settings.get("further", usual.further),
        clock=Clock(*settings["clock"]) if "clock" in settings else usual.clock,
        golden=Clock(*settings["golden"]) if "golden" in settings else usual.golden,
        **_breaks(settings),
    )


# --- Lots ----------------------------------------------------------------------------------------


def draws(course: Course) -> dict[str, tuple[int, ...]]:
    """Draws whose outcome can be typed in now, with the numbers that take part."""
    played = {game.tie for game in course.games.values() if game.result}
    if course.team_games is not None:
        played |= course.team_games.played
    return _draws(course.plan, course.progress, played)


def _draws(plan: Plan, progress: Progress, played: Collection[str]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    if isinstance(plan, recipes.Plan):
        found |= _draws_of_recipe(plan)
    elif plan.by_lot:
        found["places"] = plan.order
    found = {draw: numbers for draw, numbers in found.items() if not _begun(draw, played)}
    for due in progress.due:
        both = tuple(sorted((due.white, due.black)))
        if due.tie.endswith("berger") or (not due.golden and due.tie in played):
            continue  # the table gives the colours; or they were drawn for the first game
        if due.golden:
            found[f"{due.tie}{f' {due.number}' if due.number > 1 else ''} golden"] = both
        elif (due.phase, due.number) == (0, 1):
            found[due.tie] = both
    for fact in progress.waiting:
        if fact.code == "knockout.golden.choose":
            found[str(dict(fact.values)["draw"])] = tuple(sorted(fact.players))
    return found


def _draws_of_recipe(plan: recipes.Plan) -> dict[str, tuple[int, ...]]:
    """Lots for numbers, groups and places, where it is known who takes part."""
    found: dict[str, tuple[int, ...]] = {}
    entrants = plan.order[: plan.recipe]
    if plan.recipe == 7 and plan.settings.choice(recipes.SEVEN_NUMBERS) == "lot":
        found["numbers of seven"] = entrants
    if plan.recipe == 10 and plan.settings.choice(recipes.TEN_GROUPS) == "lot":
        found["groups"] = entrants
    for step in plan.steps:
        if not step.entrants:
            continue
        if step.kind in ("berger", "golden_berger") and plan.recipe != 7:
            found[f"{step.key} numbers"] = tuple(sorted(step.entrants))
        if step.article == "C.3" and step.kind in ("knockout", "golden_knockout"):
            found[f"{step.key.rpartition(' ')[0]} places"] = tuple(sorted(step.entrants))
    return found


def _begun(draw: str, played: Collection[str]) -> bool:
    """A game was played by this draw."""
    if draw in ("places", "groups", "numbers of seven"):
        return bool(played)
    step = draw.removesuffix(" numbers").removesuffix(" places")
    return any(tie == step or tie.startswith(f"{step} ") for tie in played)


# --- A result that changes what comes after it ---------------------------------------------------


def replay(course: Course, games: Sequence[TieGame]) -> tuple[list[TieGame], list[str]]:
    """The games and lots that do not belong to the course any more if its record is `games`.

    It is played through again from the plan: lots that can be drawn and games that fall due are
    taken from the record, the rest has lost its place.
    """
    typed = dict(course.plan.lots.typed)
    left = {game_key(game): game for game in games}
    plan = replace(course.plan, lots=Lots(course.plan.lots.seed))
    kept: list[TieGame] = []
    while True:
        progress = follow(plan, kept)
        drawn = [
            (draw, typed.pop(draw))
            for draw, numbers in _draws(plan, progress, {game.tie for game in kept}).items()
            if sorted(typed.get(draw, ())) == sorted(numbers)
        ]
        if drawn:
            plan = replace(plan, lots=Lots(plan.lots.seed, (*plan.lots.typed, *drawn)))
            continue
        fitting = [
            left.pop(game_key(due))
            for due in progress.due
            if (known := left.get(game_key(due)))
            and (known.white, known.black) == (due.white, due.black)
        ]
        if not fitting:
            break
        kept += fitting
    for key, game in list(left.items()):
        # In a round robin a later round stays where an earlier one is open again.
        try:
            follow(plan, [*kept, game])
        except InconsistentHistory:
            continue
        kept.append(left.pop(key))
    return list(left.values()), list(typed)


# --- What follows for the standings --------------------------------------------------------------


def decided_playoffs(tournament: Tournament) -> list[tuple[tuple[str, ...], dict[int, int]]]:
    """The play-offs played to the end: the tie-breaks before each, and the place that each of
    its players (by entry) won in it."""
    found = []
    for playoff in announced_playoffs(tournament):
        places: dict[int, int] = {}
        course = course_of(playoff)
        for shared in course.order():
            place = len(places) + 1
            places |= {course.people[number].pk: place for number in shared}
        if places:
            found.append((tuple(playoff.level), places))
    return found


def announced_knockout(tournament: Tournament) -> Knockout | None:
    return tournament.knockouts.filter(
        kind=Knockout.Kind.KNOCKOUT, announced_at__isnull=False
    ).first()


def announced_playoffs(tournament: Tournament) -> list[Knockout]:
    return list(
        tournament.knockouts.filter(
            kind=Knockout.Kind.PLAYOFF, announced_at__isnull=False, cancelled_at=None
        )
    )
