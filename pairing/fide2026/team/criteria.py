"""FIDE C.04.6 (team Swiss), applied from 1 February 2026. Articles 2.3: the quality of a bracket.

How the best value is found stands in upfloaters.py and pairs.py; here are the values of a bracket
that is paired, for those who compare two of them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pairing.fide2026.team.definitions import NONE, STRONG, TYPE_B, Field
from pairing.matching import Matching, as_set, bits

Value = int | tuple[int, ...]
Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Paired:
    """A bracket with its pairs: `lower` are all the others not yet paired."""

    residents: int
    lower: int
    upfloaters: tuple[int, ...]
    pairs: Pairs


@dataclass(frozen=True, slots=True)
class Criterion:
    """Smaller values are better; a tuple is compared from its beginning."""

    code: str
    article: str
    value: Callable[[Field, Paired], Value]
    asked: Callable[[Field], bool] = lambda _field: True


# Art. 2.3.1 [C4]  The number of upfloaters


def number_of_upfloaters(_: Field, made: Paired) -> int:
    return len(made.upfloaters)


# Art. 2.3.2 [C5]  Their scores, the lowest first; higher is better


def upfloaters_scores(field: Field, made: Paired) -> tuple[int, ...]:
    return tuple(-score for score in sorted(field.members[x].score for x in made.upfloaters))


# Art. 2.3.3 [C6]  What is left of the following scoregroup (reading LX-1: passed or not)


def following_group(field: Field, lower: int) -> int:
    """The teams with the highest score among those below a bracket."""
    return next((group & lower for _, group in field.scoregroups if group & lower), 0)


def following_is_short(field: Field, made: Paired) -> int:
    """0 if what is left of it can be paired with no more upfloaters than its number asks for."""
    rest = made.lower & ~as_set(made.upfloaters)
    following = following_group(field, made.lower) & rest
    return 0 if pairs_with_fewest(field, following, rest & ~following) else 1


def pairs_with_fewest(field: Field, residents: int, lower: int) -> bool:
    """Can these be paired with one upfloater or none, as their number has it, and the others?"""
    above, below = Matching(field.legal, residents), Matching(field.legal, lower)
    odd = residents.bit_count() % 2
    if above.maximise().bit_count() != odd or below.maximise().bit_count() != odd:
        return False
    return not odd or bool(near(field, above.reach(above.free), lower) & below.reach(below.free))


def near(field: Field, teams: int, among: int) -> int:
    """Those among others who may meet one of these teams."""
    found = 0
    for x in bits(teams):
        found |= field.legal[x]
    return found & among


# Art. 2.3.4 [C7]  Upfloaters that were floaters in the previous round


def upfloaters_again(field: Field, made: Paired) -> int:
    return sum(field.members[x].floated_last for x in made.upfloaters)


# Art. 2.3.5 [C8]  Teams whose colour preference is not fulfilled: one in each pair of equal ones


def colours_not_granted(field: Field, made: Paired) -> int:
    return sum(same_preference(field, a, b) for a, b in made.pairs)


def same_preference(field: Field, a: int, b: int) -> bool:
    one, two = field.members[a], field.members[b]
    return one.due is not None and one.due is two.due


# Art. 2.3.6 [C9]  Strong preferences: both of a pair have the same strong one (reading TM-7)


def strong_not_granted(field: Field, made: Paired) -> int:
    return sum(same_strong_preference(field, a, b) for a, b in made.pairs)


def same_strong_preference(field: Field, a: int, b: int) -> bool:
    members = field.members
    return same_preference(field, a, b) and members[a].strength == members[b].strength == STRONG


# Art. 2.3.7 [C10]  Opponents of upfloaters that were floaters in the previous round


def opponents_again(field: Field, made: Paired) -> int:
    up = as_set(made.upfloaters)
    return sum(
        field.members[b if up >> a & 1 else a].floated_last
        for a, b in made.pairs
        if (up >> a ^ up >> b) & 1
    )


def _asks_floats(field: Field) -> bool:
    return field.asks_floats


#: in descending priority
QUALITY = (
    Criterion("C4", "2.3.1", number_of_upfloaters),
    Criterion("C5", "2.3.2", upfloaters_scores),
    Criterion("C6", "2.3.3", following_is_short),
    Criterion("C7", "2.3.4", upfloaters_again, _asks_floats),
    Criterion("C8", "2.3.5", colours_not_granted, lambda field: field.preferences != NONE),
    Criterion("C9", "2.3.6", strong_not_granted, lambda field: field.preferences == TYPE_B),
    Criterion("C10", "2.3.7", opponents_again, _asks_floats),
)


def quality(field: Field, made: Paired) -> Iterable[tuple[Criterion, Value]]:
    """The value of every criterion that is asked in this round, in their order."""
    for criterion in QUALITY:
        if criterion.asked(field):
            yield criterion, criterion.value(field, made)
