"""The facts of a round that every Swiss system of FIDE's 2026 edition needs: who is there, with
which score, and who may meet whom. Each system adds what its own chapter says.

Inside an engine a player is their place among those to be paired, and a set of players is one
integer used as a bit set.
"""

from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from pairing.fide2026.acceleration import Acceleration
from pairing.matching import Matching, as_set, bits
from pairing.state import Record, TournamentState


class Entrant(Protocol):
    """A player or a team to be paired."""

    @property
    def tpn(self) -> int: ...
    @property
    def score(self) -> int:
        """The pairing score, in tenths."""


M = TypeVar("M", bound=Entrant)


class RoundField(Generic[M]):
    """Those to be paired, by TPN, and the absolute criteria as a graph.

    `legal[i]` is the set of those whom i may meet. The lowest bit of a set is the one with the
    smallest TPN.
    """

    def __init__(self, state: TournamentState, record: Record | None = None) -> None:
        self.state = state
        self.record = record = record or Record(state)
        self.acceleration = Acceleration(state)
        self.members: list[M] = self._members(record)
        self.n = n = len(self.members)
        self.everybody = (1 << n) - 1
        self.index = {member.tpn: i for i, member in enumerate(self.members)}
        #: each score with those who have it, highest first
        self.scoregroups = scoregroups(self.members)
        #: those who must not meet each other in this round, a set for each such group
        self.groups = [
            as_set(self.index[tpn] for tpn in group.players if tpn in self.index)
            for group in state.forbidden
            if group.applies_to(state.next_round)
        ]
        #: groups of more than a tenth of the field: what they do is seen in the large
        self.large_groups = [group for group in self.groups if group.bit_count() * 10 > n]
        self.legal = self._legal(record)

    def _members(self, record: Record) -> list[M]:
        raise NotImplementedError

    def _legal(self, record: Record) -> list[int]:
        """Nobody meets an opponent again, or somebody from whom the arbiter keeps them apart."""
        index = self.index
        legal = []
        for i, member in enumerate(self.members):
            row = self.everybody ^ 1 << i
            for other in record.met[member.tpn]:
                if other in index:
                    row &= ~(1 << index[other])
            legal.append(row)
        for group in self.groups:
            for i in bits(group):
                legal[i] &= ~group
        return legal

    def tpns(self, players: Iterable[int]) -> tuple[int, ...]:
        members = self.members
        return tuple(members[x].tpn for x in players)

    def completable(self, players: int) -> bool:
        """May these all be paired with each other?"""
        return Matching(self.legal, players).complete()

    def barred_in_the_large(self, u: int, v: int) -> bool:
        """A wide prohibition of the arbiter keeps these two, and all who are like them, apart."""
        return any(group >> u & group >> v & 1 for group in self.large_groups)

    def large_groups_of(self, x: int) -> tuple[int, ...]:
        return tuple(group >> x & 1 for group in self.large_groups)


def scoregroups(members: Sequence[Entrant]) -> list[tuple[int, int]]:
    by_score: dict[int, int] = {}
    for i, member in enumerate(members):
        by_score[member.score] = by_score.get(member.score, 0) | 1 << i
    return sorted(by_score.items(), reverse=True)


def leaves_pairing(field: RoundField[M], players: int) -> int:
    """Those of an odd number without whom all the others can be paired.

    A greatest matching leaves one of them alone, and an alternating search finds the others.
    """
    matching = Matching(field.legal, players)
    alone = matching.maximise()
    return matching.reach(alone) if alone.bit_count() == 1 else 0


def first_set(
    matching: Matching, residents: int, order: Iterable[int], size: int
) -> tuple[int, ...]:
    """The first set of upfloaters in this order, where each perfect matching of the graph has as
    many of them and all are of the best value."""
    rows = list(matching.rows)
    matching.rows = rows
    found: list[int] = []
    for x in order:
        if len(found) == size:
            break
        up = bool(residents >> matching.mate[x] & 1) or matching.rematch(x, residents)
        others = rows[x] & (~residents if up else residents)
        for y in bits(others):
            rows[y] &= ~(1 << x)
        rows[x] &= ~others
        if up:
            found.append(x)
    return tuple(found)
