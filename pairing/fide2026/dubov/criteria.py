"""FIDE C.04.4.1 (Dubov), applied from 1 February 2026. Article 2.3: the quality of a bracket.

How the best value is found stands in upfloaters.py and subgroups.py; here are the values of a
bracket that is paired, for those who compare two of them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pairing.fide2026.dubov.definitions import Field

Value = int | tuple[int, ...]
Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Criterion:
    """Smaller values are better; a tuple is compared from its beginning."""

    code: str
    article: str
    value: Callable[[Field, Sequence[int], Pairs], Value]
    in_last_round: bool = True


# Art. 2.3.1 [C5]  The number of upfloaters


def number_of_upfloaters(_: Field, upfloaters: Sequence[int], __: Pairs) -> int:
    return len(upfloaters)


# Art. 2.3.2 [C6]  Their scores, the lowest first; higher is better (reading DU-13)


def upfloaters_scores(field: Field, upfloaters: Sequence[int], _: Pairs) -> tuple[int, ...]:
    return tuple(-score for score in sorted(field.members[x].score for x in upfloaters))


# Art. 2.3.3 [C7]  Players who do not get their colour preference: one in each pair of equal ones


def colours_not_granted(field: Field, _: Sequence[int], pairs: Pairs) -> int:
    members = field.members
    return sum(members[a].due is members[b].due for a, b in pairs)


# Art. 2.3.4 [C8]  Maximum upfloaters


def maximum_upfloaters(field: Field, upfloaters: Sequence[int], _: Pairs) -> int:
    return sum(map(field.is_max_upfloater, upfloaters))


# Art. 2.3.5 [C9]  How often those have been upfloated (reading DU-3: the sum)


def upfloats_of_maximum(field: Field, upfloaters: Sequence[int], _: Pairs) -> int:
    return sum(field.members[x].upfloats for x in upfloaters if field.is_max_upfloater(x))


# Art. 2.3.6 [C10]  Upfloaters who were upfloated in the previous round


def upfloated_again(field: Field, upfloaters: Sequence[int], _: Pairs) -> int:
    return sum(field.members[x].upfloated_last for x in upfloaters)


#: in descending priority; art. 2.3.4 to 2.3.6 are not asked in the planned last round (DU-11)
QUALITY = (
    Criterion("C5", "2.3.1", number_of_upfloaters),
    Criterion("C6", "2.3.2", upfloaters_scores),
    Criterion("C7", "2.3.3", colours_not_granted),
    Criterion("C8", "2.3.4", maximum_upfloaters, in_last_round=False),
    Criterion("C9", "2.3.5", upfloats_of_maximum, in_last_round=False),
    Criterion("C10", "2.3.6", upfloated_again, in_last_round=False),
)


def quality(
    field: Field, upfloaters: Sequence[int], pairs: Pairs
) -> Iterable[tuple[Criterion, Value]]:
    """The value of every criterion that is asked in this round, in their order."""
    last = field.state.is_last_round
    for criterion in QUALITY:
        if criterion.in_last_round or not last:
            yield criterion, criterion.value(field, upfloaters, pairs)
