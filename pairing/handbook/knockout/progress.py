"""Handbook, knock-out: the plan played through; stages, what is due, the final ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairing.errors import InconsistentHistory
from pairing.handbook.knockout.plans import Bracket, Plan
from pairing.handbook.knockout.seeding import first_against_last
from pairing.handbook.knockout.tie import DueGame, TieGame, TieState, follow_tie
from pairing.state import Fact

# A.9-A.11, A.29  Playing it through


@dataclass(frozen=True, slots=True)
class StageState:
    number: int
    preliminary: bool
    free: tuple[int, ...]
    ties: tuple[TieState, ...]
    facts: tuple[Fact, ...]  # why the stage was opened, who is free
    third: TieState | None = None  # for places 3 and 4, beside the final

    @property
    def every_tie(self) -> tuple[TieState, ...]:
        return self.ties if self.third is None else (*self.ties, self.third)

    @property
    def complete(self) -> bool:
        return all(tie.winner for tie in self.every_tie)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the final ranking, shared by all who left in the same stage."""

    first: int
    last: int
    players: tuple[int, ...]
    fact: Fact


@dataclass(frozen=True, slots=True)
class Progress:
    stages: tuple[StageState, ...]
    due: tuple[DueGame, ...]
    waiting: tuple[Fact, ...]
    ranking: tuple[Place, ...]  # of those who have left, and at the end of all
    finished: bool


def follow(plan: Plan, games: Sequence[TieGame] = ()) -> Progress:
    """The whole event, from the plan and its games: stages, what is due, the ranking."""
    found = plan.sizes
    places = plan.places
    by_tie: dict[str, list[TieGame]] = {}
    for game in games:
        by_tie.setdefault(game.tie, []).append(game)
    stages: list[StageState] = []
    left: list[_Left] = []
    beaten: tuple[int, ...] = ()  # before the final, where they play for place 3
    opened = Fact("knockout.stage.first", "B.3" if found.playing else "A.4", (), (("stage", 1),))
    for number in range(1, plan.stages + 1):
        stage = _stage(plan, number, places, by_tie, opened, beaten)
        stages.append(stage)
        if not stage.complete:
            break
        losers = tuple(sorted((tie.loser for tie in stage.ties), key=plan.order.index))
        if plan.has_third_place and number == plan.stages - 1:
            beaten = losers
        else:
            left += _leavers(number, losers, stage.third)
        places = _next_places(plan, stage)
        values = (("stage", number + 1), ("players", len(places)))
        opened = Fact("knockout.stage.opened", "B.3", places, values)
    ties = [tie for stage in stages for tie in stage.every_tie]
    known = {tie.tie for tie in ties}
    for game in games:
        if game.tie not in known and game.tie.startswith(plan.prefix):
            raise InconsistentHistory(
                "knockout.no_tie", tie=game.tie, players=(game.white, game.black)
            )
    finished = all(stage.complete for stage in stages)
    return Progress(
        tuple(stages),
        tuple(due for tie in ties for due in tie.due),
        tuple(tie.waiting for tie in ties if tie.waiting),
        _ranking(plan, left, finished),
        finished,
    )


def _stage(
    plan: Plan,
    number: int,
    places: tuple[int, ...],
    games: Mapping[str, Sequence[TieGame]],
    opened: Fact,
    beaten: tuple[int, ...],
) -> StageState:
    found = plan.sizes
    preliminary = number == 1 and found.playing > 0
    free = places[: found.free] if preliminary else ()
    ties = []
    pairs = [*first_against_last(places[len(free) :]), *([beaten] if beaten else [])]
    for index, both in enumerate(pairs, 1):
        first, second = sorted(both, key=plan.order.index)
        name = f"{plan.prefix}{number}.{index}"
        ties.append(
            follow_tie(
                name,
                first,
                second,
                plan.format_of(number),
                plan.lots,
                games.get(name, ()),
                boards=plan.boards,
            )
        )
    facts = [opened]
    if free:
        facts.append(Fact("knockout.free", "B.3", free, (("stage", number),)))
    third = ties.pop() if beaten else None
    return StageState(number, preliminary, free, tuple(ties), tuple(facts), third)


#: the code of why they left, the stage, and who
_Left = tuple[str, int, tuple[int, ...]]


def _leavers(stage: int, losers: tuple[int, ...], third: TieState | None) -> list[_Left]:
    """Those who leave after a stage, the worst placed first."""
    left: list[_Left] = [("knockout.place.left", stage, losers)]
    if third is not None:
        left.insert(0, ("knockout.place.third", stage, (third.winner,)))
        left.insert(0, ("knockout.place.fourth", stage, (third.loser,)))
    return left


def _next_places(plan: Plan, stage: StageState) -> tuple[int, ...]:
    """The order of those who are left: by place in the bracket, or by seed again."""
    through = stage.free + tuple(tie.winner for tie in stage.ties)
    if plan.bracket is Bracket.RESEED and not plan.by_lot:
        return tuple(sorted(through, key=plan.order.index))
    return through


def _ranking(plan: Plan, left: Sequence[_Left], finished: bool) -> tuple[Place, ...]:
    """Winners first, sharing their places; then those who left, the latest stage first."""
    gone = {tpn for _code, _stage, losers in left for tpn in losers}
    ranking: list[Place] = []
    stay = tuple(tpn for tpn in plan.order if tpn not in gone)
    if finished:
        fact = Fact("knockout.place.winner", "B.1", stay, (("winners", plan.winners),))
        ranking.append(Place(1, len(stay), stay, fact))
    place = len(stay) + 1
    for code, stage, losers in reversed(left):
        fact = Fact(code, "A.19", losers, (("stage", stage),))
        ranking.append(Place(place, place + len(losers) - 1, losers, fact))
        place += len(losers)
    return tuple(ranking)
