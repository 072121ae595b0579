"""Handbook, knock-out, B with A.1, A.5-A.7: the plan, fixed and announced before the start.

Readings: C-16 (a preliminary round is played when the number of players is *not* a multiple),
C-17 (the book's nine players fit three winners).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.knockout.formats import TieFormat
from pairing.handbook.knockout.seeding import first_against_last
from pairing.handbook.lots import Lots
from pairing.state import Fact

# B  Preliminary round


@dataclass(frozen=True, slots=True)
class FieldSizes:
    """The arithmetic of B: how many play and how many are left after each stage."""

    players: int
    winners: int
    target: int  # left after the preliminary round; = players if there is none
    playing: int  # in the preliminary round
    free: int
    only_preliminary: bool
    counts: tuple[int, ...]  # 14, 12, 6, 3
    fact: Fact


def field_sizes(players: int, winners: int) -> FieldSizes:
    """B.1-B.4 for every number of players (N) and of places to be decided (n).

    M is the largest n·2^k not above N. If N is not M (C-16), the 2(N - M) lowest play a
    preliminary round and the others are free. Below 2n only that round is played (B.4).
    """
    if winners < 1 or players < winners:
        raise UnsupportedRule("knockout.winners", winners=winners, players=players)
    target = winners
    while target * 2 <= players:
        target *= 2
    playing = 2 * (players - target)
    counts = [players] if playing else []
    left = target
    while left >= winners:
        counts.append(left)
        left = left // 2 if left > winners else 0
    values = (
        ("players", players),
        ("winners", winners),
        ("target", target),
        ("playing", playing),
        ("free", players - playing),
    )
    if not playing:
        code, article = "knockout.course.no_preliminary", "B.2"
    elif target == winners:
        code, article = "knockout.course.only_preliminary", "B.4"
    else:
        code, article = "knockout.course.preliminary", "B.3"
    return FieldSizes(
        players,
        winners,
        target,
        playing,
        players - playing if playing else 0,
        bool(playing) and target == winners,
        tuple(counts),
        Fact(code, article, (), values),
    )


class Bracket(StrEnum):
    """The order of meetings after the first stage; the handbook does not say."""

    FIXED = "fixed"  # the winner takes the better place of the tie: known from the start
    RESEED = "reseed"  # those left are put in order of their seeds again


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is agreed and announced before the first game (A.1, A.6)."""

    order: tuple[int, ...]  # by seed; teams by their numbers
    winners: int
    lots: Lots
    formats: tuple[TieFormat, ...] = (TieFormat(),)  # by stage; the last holds for all later ones
    bracket: Bracket = Bracket.FIXED
    boards: int = 1  # of a team; the captain draws for all of them (A.30)
    by_lot: bool = False  # pairing by lot instead of by seed
    third_place: bool = False  # those beaten before the final play for places 3 and 4
    prefix: str = ""  # of the names of the ties
    facts: tuple[Fact, ...] = ()

    @property
    def sizes(self) -> FieldSizes:
        return field_sizes(len(self.order), self.winners)

    @property
    def stages(self) -> int:
        return len(self.sizes.counts) - 1

    @property
    def has_third_place(self) -> bool:
        """Two lose before the final: with fewer than four players place 3 is known without play."""
        return self.third_place and self.winners == 1 and len(self.order) >= 4

    def format_of(self, stage: int) -> TieFormat:
        return self.formats[min(stage, len(self.formats)) - 1]

    @property
    def places(self) -> tuple[int, ...]:
        """The order that is paired first against last."""
        return self.lots.order(f"{self.prefix}places", self.order) if self.by_lot else self.order


def plan(
    order: Sequence[int],
    winners: int,
    lots: Lots,
    *,
    formats: Sequence[TieFormat] = (TieFormat(),),
    bracket: Bracket = Bracket.FIXED,
    boards: int = 1,
    by_lot: bool = False,
    third_place: bool = False,
    prefix: str = "",
) -> Plan:
    """The plan, with what has to be said about it: course, programme, stages in one day."""
    numbers = tuple(order)
    if len(set(numbers)) != len(numbers) or 0 in numbers:
        raise InconsistentHistory("knockout.seeds")
    if not formats or boards < 1:
        raise UnsupportedRule("knockout.format")
    if third_place and winners != 1:
        raise UnsupportedRule("knockout.third_place")
    found = field_sizes(len(numbers), winners)
    stages = len(found.counts) - 1
    made = Plan(
        numbers, winners, lots, tuple(formats), bracket, boards, by_lot, third_place, prefix
    )
    facts = [found.fact]
    if stages > 0:
        ties = found.playing // 2 if found.only_preliminary else winners
        facts.append(Fact("knockout.last_stage", "A.7", (), (("ties", ties), ("winners", winners))))
    if made.has_third_place:
        facts.append(Fact("knockout.third_place", "A.1", (), (("stage", stages),)))
    if stages > 3:
        minutes = duration(made)[1]
        values = (("stages", stages), ("minutes", minutes))
        facts.append(Fact("knockout.within_one_day", "A.5", (), values))
    return replace(made, facts=tuple(facts))


def duration(plan: Plan) -> tuple[int, int]:
    """Minutes from the first move to the last: if every match decides, and at the longest."""
    formats = [plan.format_of(stage) for stage in range(1, plan.stages + 1)]
    # The break of a stage follows it; after the last there is none.
    breaks = sum(format_.break_between_stages for format_ in formats[:-1])
    return (
        breaks + sum(format_.shortest for format_ in formats),
        breaks + sum(format_.longest for format_ in formats),
    )


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """A stage before anything is played, in places: 1 is the first seed of that stage."""

    number: int
    preliminary: bool
    players: int
    free: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    third_place: bool  # besides these pairs those beaten in the stage before meet
    starts: int  # minutes after the last game of the event, at the latest
    format: TieFormat


def programme(plan: Plan) -> tuple[PlannedStage, ...]:
    """All stages with their pairs as places and their latest starting times."""
    found = plan.sizes
    clock = plan.format_of(1).break_before_start
    stages = []
    for number in range(1, plan.stages + 1):
        players = found.counts[number - 1]
        playing = found.playing if number == 1 and found.playing else players
        places = range(1, players + 1)
        format_ = plan.format_of(number)
        stages.append(
            PlannedStage(
                number,
                playing < players or found.only_preliminary,
                players,
                tuple(places[: players - playing]),
                first_against_last(places[players - playing :]),
                plan.has_third_place and number == plan.stages,
                clock,
                format_,
            )
        )
        clock += format_.longest + format_.break_between_stages
    return tuple(stages)
