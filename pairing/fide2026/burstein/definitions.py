"""FIDE C.04.4.2 (Burstein), applied from 1 February 2026. Article 1: definitions.

`Field` is everything that pairing one round reads. Inside the engine a player is their index in
the order of score, then of rank (Art. 1.8), and a set of players is one integer used as a bit set.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pairing.fide2026.acceleration import Acceleration
from pairing.fide2026.burstein.opposition import Index, opposition, rank_key
from pairing.fide2026.dutch.definitions import ABSOLUTE, arrival_numbers, colour_preference
from pairing.matching import Matching, bits
from pairing.state import Colour, Record, TournamentState

#: Art. 1.6.2: never more seeding rounds than this
MOST_SEEDING_ROUNDS = 4


def seeding_rounds(total_rounds: int) -> int:
    """Art. 1.6.2: half of the planned rounds, rounded down, four at most (reading BU-1)."""
    return min(total_rounds // 2, MOST_SEEDING_ROUNDS)


def is_seeding_round(state: TournamentState) -> bool:
    """Art. 1.6.1: the Dutch System pairs this round."""
    return state.next_round <= seeding_rounds(state.total_rounds)


def seeding_state(state: TournamentState) -> TournamentState:
    """The state from which the Dutch System pairs a seeding round.

    The chapter does not say whether virtual points (C.04.7) count in the seeding rounds. They do
    not, as in the reference tournaments, unless the option `accelerated_seeding` says so.
    """
    if state.option("accelerated_seeding", False):
        return state
    return replace(state, acceleration=None)


@dataclass(slots=True)
class Member:
    """One player to be paired, with what the rules ask about them."""

    tpn: int
    number: int  # the number whose parity Art. 5.2.1 reads (reading G-1)
    score: int  # pairing score, in tenths
    index: Index
    rank: int  # from 0, by Art. 1.8
    # Art. 1.4, 1.5
    colours: tuple[Colour, ...]  # of the games played, oldest first
    difference: int
    due: Colour | None
    strength: int
    # Art. 3.1
    may_have_bye: bool

    @property
    def games(self) -> int:
        """Art. 3.1.4: games over the board (reading G-7)."""
        return len(self.colours)

    @property
    def bound(self) -> Colour | None:
        """Art. 1.5.1: the colour that they must have."""
        return self.due if self.strength == ABSOLUTE else None


class Field:
    """The players of one round, who may meet whom, and who has the bye.

    `legal[i]` is the set of players that i may meet under [C1] and [C3]; `everybody` are those
    to be paired, without the player of the bye once it is settled.
    """

    def __init__(self, state: TournamentState, record: Record | None = None) -> None:
        self.state = state
        self.record = record = record or Record(state)
        self.acceleration = Acceleration(state)
        self.members = self._members(record)
        self.n = n = len(self.members)
        self.everybody = (1 << n) - 1
        self.index = {member.tpn: i for i, member in enumerate(self.members)}
        self.met = [
            [self.index[tpn] for tpn in record.met[member.tpn] if tpn in self.index]
            for member in self.members
        ]
        #: players that must not meet each other in this round
        self.groups = [
            group
            for forbidden in state.forbidden
            if forbidden.applies_to(state.next_round)
            and len(group := [self.index[tpn] for tpn in forbidden.players if tpn in self.index])
            > 1
        ]
        #: two who, for the sake of a question, have no other possible opponent
        self.forced: tuple[int, int] | None = None
        #: players who, for the sake of a question, are not paired with these others
        self.apart: tuple[tuple[int, int], ...] = ()
        #: those who could have the bye, and who has it
        self.takers = 0
        self.bye: int | None = None
        self.legal = self.rows(range(n))
        self._completable: dict[int, bool] = {}

    def tpns(self, players: Iterable[int]) -> tuple[int, ...]:
        members = self.members
        return tuple(members[x].tpn for x in players)

    def _members(self, record: Record) -> list[Member]:
        state = self.state
        pool = [player.tpn for player in state.to_be_paired()]
        numbers = arrival_numbers(state, record, pool)
        indices = opposition(state, record)
        ranking = sorted(pool, key=lambda tpn: rank_key(indices[tpn], tpn))
        members = []
        for rank, tpn in enumerate(ranking):
            colours = tuple(record.colours[tpn])
            # Art. 1.5: preferences are those of the Dutch System.
            due, strength = colour_preference(colours)
            virtual = self.acceleration.points(tpn, state.next_round)
            members.append(
                Member(
                    tpn,
                    numbers[tpn],
                    record.score[tpn] + virtual,
                    indices[tpn],
                    rank,
                    colours,
                    2 * colours.count(Colour.WHITE) - len(colours),
                    due,
                    strength,
                    tpn not in record.bye_barred,
                )
            )
        members.sort(key=lambda member: -member.score)
        return members

    # Art. 2.1.1 [C1], 2.1.3 [C3]  Who may meet whom

    def rows(self, order: Sequence[int]) -> list[int]:
        """The possible opponents of these players, where a player is the place in `order`."""
        members = self.members
        place = {x: v for v, x in enumerate(order)}
        everybody = (1 << len(order)) - 1
        bound = {Colour.WHITE: 0, Colour.BLACK: 0}
        for v, x in enumerate(order):
            colour = members[x].bound
            if colour:
                bound[colour] |= 1 << v
        rows = []
        for v, x in enumerate(order):
            row = everybody ^ 1 << v
            colour = members[x].bound
            if colour:
                row &= ~bound[colour]
            for other in self.met[x]:
                w = place.get(other)
                if w is not None:
                    row &= ~(1 << w)
            rows.append(row)
        for group in self.groups:
            inside = [place[x] for x in group if x in place]
            mask = sum(1 << v for v in inside)
            for v in inside:
                rows[v] &= ~mask
        self._question(rows, place)
        return rows

    def _question(self, rows: list[int], place: dict[int, int]) -> None:
        if self.forced:
            for x, y in (self.forced, self.forced[::-1]):
                if x in place:
                    v = place[x]
                    keep = 1 << place[y] if y in place else 0
                    for w in bits(rows[v] & ~keep):
                        rows[w] &= ~(1 << v)
                    rows[v] &= keep
        for x, others in self.apart:
            if x in place:
                v = place[x]
                away = sum(1 << place[y] for y in bits(others) if y in place)
                for w in bits(rows[v] & away):
                    rows[w] &= ~(1 << v)
                rows[v] &= ~away

    def forget(self) -> None:
        """Work out again what follows from who may meet whom, after a change of the question."""
        self.legal = self.rows(range(self.n))
        self._completable = {}

    # Art. 1.2.1  Scoregroups

    def scoregroups(self) -> list[tuple[int, tuple[int, ...]]]:
        """Scores with those who have them, in the order of Art. 1.8, highest score first."""
        pool = [x for x in range(self.n) if x != self.bye]
        members = self.members
        return [
            (score, tuple(group)) for score, group in groupby(pool, key=lambda x: members[x].score)
        ]

    # Art. 2.1.2 [C2], 3.1  The pairing-allocated bye

    def settle_bye(self) -> bool:
        """Choose who has the bye; False if the round cannot be paired at all."""
        if self.n % 2 == 0:
            return self.completable(self.everybody)
        self.takers = self.possible_takers()
        if not self.takers:
            return False
        self.bye = min(bits(self.takers), key=self.bye_key)
        self.everybody ^= 1 << self.bye
        return True

    def possible_takers(self) -> int:
        """Art. 3.1.1 (C.04.1 art. 4, reading G-3) and 3.1.2: the others can all be paired.

        A search from the player left over finds everybody who can be left over instead.
        """
        matching = Matching(self.legal, (1 << self.n) - 1)
        left = matching.maximise()
        if left.bit_count() != 1:
            return 0
        allowed = sum(1 << x for x, member in enumerate(self.members) if member.may_have_bye)
        return matching.reach(left) & allowed

    def bye_key(self, x: int) -> tuple[int, int, int]:
        """Art. 3.1.3 to 3.1.5: the lowest score, most games played, the lowest ranked."""
        member = self.members[x]
        return member.score, -member.games, -member.rank

    # Art. 2.2.1 [C4]  Completion

    def completable(self, players: int) -> bool:
        """May these players all be paired?"""
        known = self._completable.get(players)
        if known is None:
            known = players.bit_count() % 2 == 0 and Matching(self.legal, players).complete()
            self._completable[players] = known
        return known

    def large_groups(self) -> list[list[int]]:
        """Forbidden groups of more than a tenth of the field: what they do is seen in the large."""
        return [group for group in self.groups if len(group) * 10 > self.n]
