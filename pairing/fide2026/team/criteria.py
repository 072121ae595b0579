"""FIDE C.04.6 (team Swiss), applied from 1 February 2026. Articles 2.3.5 to 2.3.7: the quality of
the pairs of a bracket. The criteria before them are those of `pairing.fide2026.upfloating`.
"""

from pairing.fide2026.team.definitions import MILD, STRONG, TYPE_B, Member
from pairing.fide2026.upfloating.criteria import opponents_again
from pairing.fide2026.upfloating.definitions import Criterion, Paired, UpfloatingField

Field = UpfloatingField[Member]


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


C8 = Criterion("C8", "2.3.5", colours_not_granted, always_told=True)
C9 = Criterion("C9", "2.3.6", strong_not_granted, always_told=True)
# Opponents of upfloaters that were floaters in the previous round
C10 = Criterion("C10", "2.3.7", opponents_again)


# [C8] to [C10] as one number


class PairCosts:
    def __init__(self, field: Field, teams: int, up: int, preferences: str) -> None:
        self.field, self.up = field, up
        count = teams.bit_count() // 2 + 1
        self.again = int(field.asks_floats)
        unit = count if field.asks_floats else 1
        self.strong = unit if preferences == TYPE_B else 0
        unit *= count if preferences == TYPE_B else 1
        self.colour = unit

    def key(self, x: int) -> tuple[object, ...]:
        member = self.field.members[x]
        return (
            self.up >> x & 1,
            member.due,
            member.strength if member.due is not None else MILD,
            member.floated_last,
            self.field.large_groups_of(x),
        )

    def __call__(self, u: int, v: int) -> int:
        found = 0
        if same_preference(self.field, u, v):
            found += self.colour
            if same_strong_preference(self.field, u, v):
                found += self.strong
        if (self.up >> u ^ self.up >> v) & 1:
            resident = v if self.up >> u & 1 else u
            found += self.again if self.field.members[resident].floated_last else 0
        return found
