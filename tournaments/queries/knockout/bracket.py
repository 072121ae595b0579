"""A knock-out or play-off as pages, papers and the API show it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pairing.handbook import knockout as core
from pairing.handbook import playoff as recipes
from pairing.handbook.knockout import (
    Bracket,
    DueGame,
    PlannedStage,
    TieFormat,
    TieState,
    first_against_last,
    share_prizes,
)
from pairing.state import Fact, format_score
from tournaments.models import Entry, Knockout, KnockoutGame, Tournament
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.knockout.bracket_words import Contender, plain_amount, say, words_of_clock
from tournaments.queries.knockout.course import (
    Course,
    Key,
    announced_knockout,
    announced_playoffs,
    course_of,
    game_key,
)
from tournaments.queries.rounds.reasons import Sentence
from tournaments.queries.teams.matches import MatchView
from tournaments.wording.knockout import (
    KINDS,
    ONLY_IF,
    phase_name,
    step_name,
)

# --- Games and ties ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameView:
    key: Key
    name: str  # "game 2", "golden point"
    white: Contender
    black: Contender
    golden: bool
    clock: str
    row: KnockoutGame | None  # none while it is due
    tie_name: str = ""

    @property
    def anchor(self) -> str:
        return "g-" + "-".join(map(str, self.key)).replace(" ", "_").replace(".", "-")

    @property
    def sent_as(self) -> str:
        return "|".join(map(str, self.key))

    @property
    def version(self) -> int:
        return self.row.version if self.row else 0

    @property
    def result(self) -> str:
        return self.row.result if self.row else ""


@dataclass(frozen=True, slots=True)
class Side:
    entry: Contender | None
    words: str = ""  # where nobody is known yet: "1.2", whose winner comes here
    number: int = 0  # the seed
    score: str = ""
    through: bool = False
    out: bool = False
    beaten: bool = False  # not the winner of that match: for places 3 and 4

    @property
    def kind(self) -> str:
        """`known`, or how the seat is filled: a `place` of those left, the `winner` of a match,
        or who was `beaten` in it."""
        if self.entry:
            return "known"
        if self.beaten:
            return "beaten"
        return "place" if self.words.startswith("#") else "winner"


@dataclass(frozen=True, slots=True)
class TieMatch:
    """A match of two teams, as a game of their tie."""

    name: str
    view: MatchView
    place: tuple[int, int]  # phase and number


@dataclass(frozen=True, slots=True)
class TieView:
    name: str
    sides: tuple[Side, Side]
    games: tuple[GameView, ...] = ()
    reasons: tuple[Sentence, ...] = ()
    decided: bool = False
    matches: tuple[TieMatch, ...] = ()  # between teams
    third_place: bool = False  # nobody goes on: it decides places 3 and 4


@dataclass(frozen=True, slots=True)
class StageView:
    number: int
    preliminary: bool
    last: bool
    players: int
    free: tuple[Contender, ...]
    ties: tuple[TieView, ...]
    facts: tuple[Sentence, ...]
    open: bool
    starts: int  # minutes after the first game of the first stage, at the latest
    starts_at: datetime | None
    match: str  # "2 × 20 min"
    extensions: tuple[str, ...]
    golden: str


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of a play-off's recipe."""

    stage: int
    name: str
    kind: str
    article: str
    players: tuple[Contender, ...]
    count: int
    games: int
    rounds: int
    clock: str
    minutes: int
    only_if: str


@dataclass(frozen=True, slots=True)
class SeedView:
    number: int
    entry: Contender
    reason: Sentence | None = None


@dataclass(frozen=True, slots=True)
class PlaceView:
    first: int
    last: int
    entries: tuple[Contender, ...]
    reason: Sentence | None = None


@dataclass(frozen=True, slots=True)
class PrizeView:
    entries: tuple[Contender, ...]
    total: str
    each: str
    left_over: str
    reason: Sentence


@dataclass(frozen=True, slots=True)
class CourseView:
    knockout: Knockout
    course: Course
    seeds: tuple[SeedView, ...]
    facts: tuple[Sentence, ...]  # about the plan
    stages: tuple[StageView, ...]  # of a knock-out
    steps: tuple[StepView, ...]  # of a play-off
    ties: tuple[TieView, ...]  # of a play-off: its games by step
    due: tuple[GameView, ...]
    reasons: tuple[Sentence, ...]  # of a play-off: how its order came about
    places: tuple[PlaceView, ...]
    prizes: tuple[PrizeView, ...]
    shortest: int
    longest: int
    rules: tuple[Sentence, ...]
    breaks: TieFormat | recipes.Settings

    @property
    def finished(self) -> bool:
        return self.course.progress.finished

    @property
    def last_place(self) -> int:
        return self.knockout.place + len(self.seeds) - 1

    def game(self, pk: int) -> GameView | None:
        ties = [*self.ties, *(tie for stage in self.stages for tie in stage.ties)]
        games = (game for tie in ties for game in tie.games)
        return next((game for game in games if game.row and game.row.pk == pk), None)


def course_view(found: Course, *, public: bool = False, seeding: Sequence[Fact] = ()) -> CourseView:
    if public and found.team_games is None:
        shorten_names(found.knockout.tournament.event, found.players.values())
    people, plan, progress = found.people, found.plan, found.progress
    reasons: tuple[Sentence, ...] = ()
    if isinstance(progress, recipes.Progress):
        reasons = tuple(say(fact, people) for fact in progress.facts)
    if isinstance(plan, recipes.Plan):
        stages: tuple[StageView, ...] = ()
        steps = tuple(_step(step, people) for step in plan.steps)
        shortest, longest = plan.shortest, plan.longest
    else:
        stages = tuple(_stages(found, plan))
        steps = ()
        shortest, longest = core.duration(plan)
    return CourseView(
        knockout=found.knockout,
        course=found,
        seeds=tuple(_seeds(people, seeding)),
        facts=tuple(say(fact, people) for fact in plan.facts),
        stages=stages,
        steps=steps,
        ties=tuple(_ties_of_recipe(found)) if steps else (),
        due=tuple(_due(found, due) for due in sorted(_once(found), key=_turn)),
        reasons=reasons,
        places=tuple(_places(found)),
        prizes=tuple(_prizes(found)),
        shortest=shortest,
        longest=longest,
        rules=tuple(say(fact, people) for fact in core.conduct()),
        breaks=plan.settings if isinstance(plan, recipes.Plan) else plan.format_of(1),
    )


def _seeds(people: Mapping[int, Contender], seeding: Sequence[Fact]) -> Iterator[SeedView]:
    reasons = {fact.players[0]: say(fact, people) for fact in seeding}
    for number, entry in people.items():
        yield SeedView(number, entry, reasons.get(number))


def _once(found: Course) -> tuple[DueGame, ...]:
    """The games that are due; a match of teams once, not board by board."""
    if found.team_games is None:
        return found.progress.due
    matches = {(due.tie, due.phase, due.number): due for due in found.progress.due}
    return tuple(matches.values())


def _turn(due: DueGame) -> tuple[str, int, int]:
    """First games before second ones: in every match of a stage the games go side by side."""
    return due.tie.partition(".")[0], due.phase, due.number


def _due(found: Course, due: DueGame) -> GameView:
    people = found.people
    return GameView(
        game_key(due),
        _game_name(found, due.tie, due.phase, due.number, due.board, due.golden),
        people[due.white],
        people[due.black],
        due.golden,
        words_of_clock(due.clock),
        found.games.get(game_key(due)),
        step_name(due.tie),
    )


def recorded(found: Course, game: KnockoutGame) -> GameView:
    return GameView(
        game.key,
        _game_name(found, game.tie, game.phase, game.number, game.board, game.golden),
        game.white,
        game.black,
        game.golden,
        "",
        game,
        step_name(game.tie),
    )


def _game_name(found: Course, tie: str, phase: int, number: int, board: int, golden: bool) -> str:
    if tie.endswith("berger"):
        return f"{number}.{board}"
    plan = found.plan
    if isinstance(plan, recipes.Plan):
        phases = 1 + plan.settings.further
    else:
        phases = len(plan.format_of(int(tie.partition(".")[0])).phases)
    return phase_name(phase, number, phases=phases, golden=golden)


def _games_of(found: Course, tie: str) -> tuple[GameView, ...]:
    games = [game for game in found.games.values() if game.tie == tie and game.result]
    return tuple(recorded(found, game) for game in games)


# --- A knock-out ---------------------------------------------------------------------------------


def _stages(found: Course, plan: core.Plan) -> Iterator[StageView]:
    progress, knockout = found.progress, found.knockout
    assert isinstance(progress, core.Progress)
    planned = core.programme(plan)
    shown = _order_of_ties(plan, planned)
    begun = planned[0].starts if planned else 0
    before: core.StageState | None = None
    for stage in planned:
        state = next((one for one in progress.stages if one.number == stage.number), None)
        if state is not None:
            free = tuple(found.people[number] for number in state.free)
            ties = [_tie(found, tie) for tie in state.ties]
            third = [_third(_tie(found, state.third))] if state.third else []
            facts = tuple(say(fact, found.people) for fact in state.facts)
        else:
            free, facts = (), ()
            known = before if stage.number == len(progress.stages) + 1 else None
            ties = [
                _awaited(found, plan, stage, index, pair, known)
                for index, pair in enumerate(stage.pairs, 1)
            ]
            third = [_third_awaited(found, stage, known)] if stage.third_place else []
        starts = stage.starts - begun
        yield StageView(
            stage.number,
            stage.preliminary,
            stage.number == len(planned),
            stage.players,
            free,
            (*(ties[index - 1] for index in shown[stage.number]), *third),
            facts,
            state is not None,
            starts,
            knockout.starts_at + timedelta(minutes=starts) if knockout.starts_at else None,
            *_format_words(stage.format),
        )
        before = state


def _order_of_ties(plan: core.Plan, planned: tuple[PlannedStage, ...]) -> dict[int, list[int]]:
    """The ties of each stage so that two whose winners meet stand together."""
    order: dict[int, list[int]] = {}
    for stage in reversed(planned):
        following = order.get(stage.number + 1)
        if following is None or plan.bracket is Bracket.RESEED:
            order[stage.number] = list(range(1, len(stage.pairs) + 1))
        else:
            come = feeders(stage)
            order[stage.number] = [tie for other in following for tie in come[other]]
    return order


def feeders(stage: PlannedStage) -> dict[int, list[int]]:
    """For each tie of the following stage of a fixed bracket: the ties of this one whose winners
    meet there, the better placed first."""
    free = len(stage.free)
    pairs = first_against_last(range(1, free + len(stage.pairs) + 1))
    return {
        tie: [place - free for place in pair if place > free] for tie, pair in enumerate(pairs, 1)
    }


def _tie(found: Course, tie: TieState) -> TieView:
    sides = [
        Side(
            found.people[number],
            number=number,
            score=format_score(score) if tie.games else "",
            through=tie.winner == number,
            out=tie.loser == number,
        )
        for number, score in zip((tie.first, tie.second), tie.score, strict=True)
    ]
    reasons = [*tie.facts, *([tie.waiting] if tie.waiting else [])]
    return TieView(
        tie.tie,
        (sides[0], sides[1]),
        _games_of(found, tie.tie),
        tuple(say(fact, found.people) for fact in reasons),
        bool(tie.winner),
        tuple(_matches_of(found, tie.tie)),
    )


def _third(tie: TieView) -> TieView:
    """Its winner has place 3, its loser place 4: nobody goes on, nobody is out."""
    one, two = (replace(side, out=False) for side in tie.sides)
    return replace(tie, sides=(one, two), third_place=True)


def _third_awaited(found: Course, stage: PlannedStage, before: core.StageState | None) -> TieView:
    """The match of those beaten before the final, while they are not known."""

    def side(tie: int) -> Side:
        known = before.ties[tie - 1] if before else None
        if known is not None and known.loser:
            return Side(found.people[known.loser], number=known.loser)
        return Side(None, words=f"{stage.number - 1}.{tie}", beaten=True)

    name = f"{stage.number}.{len(stage.pairs) + 1}"
    return TieView(name, (side(1), side(2)), third_place=True)


def _matches_of(found: Course, tie: str) -> Iterator[TieMatch]:
    if found.team_games is None:
        return
    for view, place in found.team_games.of_tie(tie):
        name = _game_name(found, tie, place.phase, place.number, 1, place.golden)
        yield TieMatch(name, view, (place.phase, place.number))


def _awaited(
    found: Course,
    plan: core.Plan,
    stage: PlannedStage,
    index: int,
    pair: tuple[int, int],
    before: core.StageState | None,
) -> TieView:
    """A tie of a stage that is not open: whom it waits for."""

    def side(place: int) -> Side:
        if plan.bracket is Bracket.RESEED:
            return Side(None, words=f"#{place}")
        free = plan.sizes.free if stage.number == 2 else 0
        if place <= free:
            number = before.free[place - 1] if before else plan.places[place - 1]
            return Side(found.people[number], number=number)
        tie = before.ties[place - free - 1] if before else None
        if tie is not None and tie.winner:
            return Side(found.people[tie.winner], number=tie.winner)
        return Side(None, words=f"{stage.number - 1}.{place - free}")

    return TieView(f"{stage.number}.{index}", (side(pair[0]), side(pair[1])))


def _format_words(format_: TieFormat) -> tuple[str, tuple[str, ...], str]:
    match, *extensions = (
        f"{phase.games} × {words_of_clock(phase.clock)}" for phase in format_.phases
    )
    return match, tuple(extensions), words_of_clock(format_.golden)


# --- A play-off ----------------------------------------------------------------------------------


def _step(step: recipes.Step, people: Mapping[int, Contender]) -> StepView:
    return StepView(
        step.stage,
        step_name(step.key),
        str(KINDS[step.kind]),
        step.article,
        tuple(people[number] for number in step.entrants),
        step.players,
        step.games,
        step.rounds,
        words_of_clock(step.clock),
        step.minutes,
        str(ONLY_IF[step.only_if]) if step.only_if else "",
    )


def _ties_of_recipe(found: Course) -> Iterator[TieView]:
    """The games played so far, step by step in the order of play."""
    played = sorted(
        (game for game in found.games.values() if game.result), key=lambda game: game.pk
    )
    for tie in dict.fromkeys(game.tie for game in played):
        nobody = Side(None)
        yield TieView(step_name(tie), (nobody, nobody), _games_of(found, tie))


# --- Places and prizes ---------------------------------------------------------------------------


def _places(found: Course) -> Iterator[PlaceView]:
    people, progress = found.people, found.progress
    if isinstance(progress, core.Progress):
        for place in progress.ranking:
            entries = tuple(people[number] for number in place.players)
            yield PlaceView(place.first, place.last, entries, say(place.fact, people))
        return
    first = found.knockout.place
    for group in progress.order:
        yield PlaceView(first, first + len(group) - 1, tuple(people[n] for n in group))
        first += len(group)


def _prizes(found: Course) -> Iterator[PrizeView]:
    """A.19, of a play-off C.10. Exact: what cannot be divided is named."""
    progress, plan = found.progress, found.plan
    if isinstance(progress, core.Progress):
        shares = share_prizes(progress.ranking, found.knockout.prizes)
    else:
        assert isinstance(plan, recipes.Plan)
        cash = recipes.share_cash(plan, found.knockout.settings.get("cash", 0))
        shares = (cash,) if cash else ()
    for share in shares:
        yield PrizeView(
            tuple(found.people[number] for number in share.players),
            plain_amount(share.total),
            plain_amount(share.each),
            plain_amount(share.left_over) if share.left_over else "",
            say(share.fact, found.people),
        )


def ties_of(page: CourseView, entry: Entry) -> list[TieView]:
    """The matches of one player so far, and the one they wait for."""
    ties = (tie for stage in page.stages for tie in stage.ties)
    return [tie for tie in ties if any(side.entry == entry for side in tie.sides)]


def public_courses(tournament: Tournament, *, public: bool = True) -> list[CourseView]:
    """The announced courses of a tournament's knock-out and play-offs."""
    known = announced_knockout(tournament)
    found = [*([known] if known else []), *announced_playoffs(tournament)]
    return [course_view(course_of(knockout), public=public) for knockout in found]
