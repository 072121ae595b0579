"""C.04.5 and C.04.6 (FIDE, 1 February 2026), articles 2.3: the quality of a bracket.

How the best value is found stands in upfloaters.py and pairs.py; here are the values of a bracket
that is paired, for those who compare two of them.
"""

from collections.abc import Iterable, Sequence

from pairing.fide2026.upfloating.definitions import Criterion, M, Paired, UpfloatingField, Value
from pairing.matching import Matching, as_set, bits

# Art. 2.3.1 [C4]  The number of upfloaters


def number_of_upfloaters(_: UpfloatingField[M], made: Paired) -> int:
    return len(made.upfloaters)


# Art. 2.3.2 [C5]  Their scores, the lowest first; higher is better


def upfloaters_scores(field: UpfloatingField[M], made: Paired) -> tuple[int, ...]:
    return tuple(-score for score in sorted(field.members[x].score for x in made.upfloaters))


# Art. 2.3.3 [C6]  What is left of the following scoregroup (reading LX-1: passed or not)


def following_group(field: UpfloatingField[M], residents: int, lower: int) -> int:
    """Return those below a bracket who are left of the next scoregroup in the round's standings.

    Perhaps nobody: its players may have become upfloaters of the brackets before.
    """
    score = field.members[residents.bit_length() - 1].score
    groups = (group & field.to_be_paired for each, group in field.scoregroups if each < score)
    return next((group for group in groups if group), 0) & lower


def highest_of(field: UpfloatingField[M], players: int) -> int:
    """Those of them with the highest score."""
    return next((group & players for _, group in field.scoregroups if group & players), 0)


def following_is_short(field: UpfloatingField[M], made: Paired) -> int:
    """0 if what is left of it can be paired with no more upfloaters than its number asks for."""
    rest = made.lower & ~as_set(made.upfloaters)
    following = following_group(field, made.residents, made.lower) & rest
    if not following:
        return 0
    return 0 if pairs_with_fewest(field, following, rest & ~following) else 1


def pairs_with_fewest(field: UpfloatingField[M], residents: int, lower: int) -> bool:
    """Can these be paired with one upfloater or none, as their number has it, and the others?"""
    rows = field.by_the_rules
    above, below = Matching(rows, residents), Matching(rows, lower)
    odd = residents.bit_count() % 2
    if above.maximise().bit_count() != odd or below.maximise().bit_count() != odd:
        return False
    return not odd or bool(near(rows, above.reach(above.free), lower) & below.reach(below.free))


def near(rows: Sequence[int], players: int, among: int) -> int:
    """Those among others who may meet one of these."""
    found = 0
    for x in bits(players):
        found |= rows[x]
    return found & among


# Art. 2.3.4 [C7]  Upfloaters that were floaters in the previous round


def upfloaters_again(field: UpfloatingField[M], made: Paired) -> int:
    return sum(field.members[x].floated_last for x in made.upfloaters)


# [C8] of C.04.5 (art. 2.3.5), [C10] of C.04.6 (art. 2.3.7)  Opponents of upfloaters that were
# floaters in the previous round. They are residents: two upfloaters never meet (LX-6).


def opponents_again(field: UpfloatingField[M], made: Paired) -> int:
    up = as_set(made.upfloaters)
    return sum(
        field.members[b if up >> a & 1 else a].floated_last
        for a, b in made.pairs
        if (up >> a ^ up >> b) & 1
    )


def quality(field: UpfloatingField[M], made: Paired) -> Iterable[tuple[Criterion, Value]]:
    """The value of every criterion that is asked in this round, in their order."""
    for criterion in field.quality():
        yield criterion, criterion.value(field, made)


#: art. 2.3.1 to 2.3.4
OF_UPFLOATERS = (
    Criterion("C4", "2.3.1", number_of_upfloaters, always_told=True),
    Criterion("C5", "2.3.2", upfloaters_scores),
    Criterion("C6", "2.3.3", following_is_short),
)
C7 = Criterion("C7", "2.3.4", upfloaters_again)
