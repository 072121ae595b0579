"""FIDE C.04.4.3 (Lim System), applied from 1 February 2026. What the pairing cards say.

`Field` is everything that pairing one round reads. Inside the engine a player is their place in
the order of TPNs, and a set of players is one integer used as a bit set. "The highest number" is
#1, the lowest the largest TPN, as the text has it (Art. 4.2).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pairing.fide2026.dutch.definitions import arrival_numbers
from pairing.fide2026.field import RoundField
from pairing.matching import as_set, bits
from pairing.state import Colour, Record, TournamentState

#: Art. 3.2.3, 3.8, 5.7: in a maxi-tournament ratings differ by at most this
MAXI_LIMIT = 100


class Direction(StrEnum):
    """Art. 2.2: groups above the median and the median itself are paired down, the others up."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Member:
    """One player to be paired, with what the rules ask about them."""

    tpn: int
    number: int  # the number whose parity Art. 7.2 reads (reading G-1)
    rating: int  # 0 = unrated
    score: int  # pairing score, in tenths
    colours: tuple[Colour, ...]  # of the games played, oldest first
    may: frozenset[Colour]
    due: Colour | None
    floated: bool  # in the round before (Art. 3.10)
    may_have_bye: bool

    @property
    def difference(self) -> int:
        return 2 * self.colours.count(Colour.WHITE) - len(self.colours)

    @property
    def rank(self) -> tuple[int, int]:
        """By score, then by number (reading LI-15)."""
        return -self.score, self.tpn

    def within_limit(self, other: "Member") -> bool:
        return abs(self.rating - other.rating) <= MAXI_LIMIT


# Art. 5.1.1, 5.1.2, 5.3  The limits


def allowed_colours(colours: Sequence[Colour]) -> frozenset[Colour]:
    """The colours that are not the third time running and do not make a difference above two."""
    difference = 2 * colours.count(Colour.WHITE) - len(colours)
    found = []
    for colour, ahead in ((Colour.WHITE, difference), (Colour.BLACK, -difference)):
        if ahead < 2 and not (len(colours) > 1 and colours[-1] is colours[-2] is colour):
            found.append(colour)
    return frozenset(found)


# Art. 5.1, 5.5, 5.6  The colour due


def due_colour(colours: Sequence[Colour]) -> Colour | None:
    """The only colour the limits allow; else the equalising one; else not the last one again.

    The same after odd and after even rounds (reading LI-1).
    """
    may = allowed_colours(colours)
    if len(may) == 1:
        (only,) = may
        return only
    difference = 2 * colours.count(Colour.WHITE) - len(colours)
    if difference:
        return Colour.BLACK if difference > 0 else Colour.WHITE
    return colours[-1].opposite if colours else None


def broken_limits(a: Member, b: Member) -> int:
    """The number of the two who must break a limit; above 0 only in the last round (Art. 6)."""
    return min(
        (Colour.WHITE not in white.may) + (Colour.BLACK not in black.may)
        for white, black in ((a, b), (b, a))
    )


def clash(a: Member, b: Member) -> bool:
    """Both are due the same colour. Who is due none suits everybody (reading LI-2)."""
    return a.due is not None and a.due is b.due


class Side:
    """The field as a direction sees it: its first place is the number with which it begins.

    Upwards everything is the mirror image of downwards, so what is written once for sides holds
    for both.
    """

    def __init__(
        self,
        direction: Direction,
        members: Sequence[Member],
        legal: Sequence[int],
        large_groups: Sequence[int],
    ) -> None:
        self.direction = direction
        self.n = len(members)
        down = direction is Direction.DOWN
        self.members = list(members) if down else list(reversed(members))
        #: Art. 2.1: who may meet whom
        self.legal = list(legal) if down else [self.mirrored(row) for row in reversed(legal)]
        #: forbidden groups of more than a tenth of the field: what they do is seen in the large
        self.large_groups = [self.set_at(group) for group in large_groups]
        self.due = {
            colour: as_set(v for v, member in enumerate(self.members) if member.due is colour)
            for colour in Colour
        }
        self.floated = as_set(v for v, member in enumerate(self.members) if member.floated)
        self._by_rating: dict[int, int] = {}
        for v, member in enumerate(self.members):
            self._by_rating[member.rating] = self._by_rating.get(member.rating, 0) | 1 << v
        self._like_rated: dict[int, int] = {}

    def at(self, x: int) -> int:
        """A place in the field as a place of this side, and the other way round."""
        return x if self.direction is Direction.DOWN else self.n - 1 - x

    def set_at(self, players: int) -> int:
        """The same for a set."""
        return players if self.direction is Direction.DOWN else self.mirrored(players)

    def mirrored(self, players: int) -> int:
        return int(f"{players:0{self.n}b}"[::-1], 2) if self.n else 0

    # Art. 3.6, 3.7

    def in_order(self, floaters: int) -> list[int]:
        """Floaters from the highest score first (upwards: the lowest), then by number."""
        turn = -1 if self.direction is Direction.DOWN else 1
        return sorted(bits(floaters), key=lambda v: (turn * self.members[v].score, v))

    # Art. 3.8, 5.7

    def like_rated(self, v: int) -> int:
        """The players rated at most 100 points more or less than this one."""
        rating = self.members[v].rating
        if rating not in self._like_rated:
            self._like_rated[rating] = sum(
                players
                for other, players in self._by_rating.items()
                if abs(other - rating) <= MAXI_LIMIT
            )
        return self._like_rated[rating]

    def suits(self, v: int, players: int) -> int:
        """Those of the players who are not due the same colour as v (reading LI-2)."""
        due = self.members[v].due
        return players if due is None else players & ~self.due[due]


class Field(RoundField[Member]):
    """The players of one round, and who may meet whom."""

    def __init__(self, state: TournamentState, record: Record | None = None) -> None:
        self.maxi = bool(state.option("maxi", False))
        #: twice the score of the median scoregroup: half of the rounds played, win or not
        self.double_median = len(state.rounds) * state.points.win
        super().__init__(state, record)
        self.down = Side(Direction.DOWN, self.members, self.legal, self.large_groups)
        self.up = Side(Direction.UP, self.members, self.legal, self.large_groups)

    def side(self, direction: Direction) -> Side:
        return self.down if direction is Direction.DOWN else self.up

    def above(self, x: int) -> bool:
        return 2 * self.members[x].score > self.double_median

    def below(self, x: int) -> bool:
        return 2 * self.members[x].score < self.double_median

    def _members(self, record: Record) -> list[Member]:
        state = self.state
        pool = sorted(player.tpn for player in state.to_be_paired())
        numbers = arrival_numbers(state, record, pool)
        ratings = {player.tpn: player.rating for player in state.players}
        floated = self._floated_last_round(record)
        members = []
        for tpn in pool:
            colours = tuple(record.colours[tpn])
            members.append(
                Member(
                    tpn,
                    numbers[tpn],
                    ratings[tpn],
                    record.score[tpn] + self.acceleration.points(tpn, state.next_round),
                    colours,
                    allowed_colours(colours),
                    due_colour(colours),
                    tpn in floated,
                    tpn not in record.bye_barred,  # C.04.1 art. 4 (reading G-3)
                )
            )
        return members

    # Art. 3.1, 3.10  Who floated in the round before

    def _floated_last_round(self, record: Record) -> set[int]:
        """Those who were moved (reading LI-7): out of a group above the median to meet fewer
        points, out of one below it to meet more.

        The pairing counts, played or not; byes do not. By the pairing scores of that round and
        its median (reading G-6).
        """
        rounds = self.state.rounds
        if not rounds:
            return set()
        last = len(rounds)
        double_median = (last - 1) * self.state.points.win
        virtual = self.acceleration.points
        found = set()
        for game in rounds[-1].games:
            white, black = (
                record.scores_before[tpn][last - 1] + virtual(tpn, last)
                for tpn in (game.white, game.black)
            )
            for tpn, own, other in ((game.white, white, black), (game.black, black, white)):
                if (own > other and 2 * own > double_median) or (
                    own < other and 2 * own < double_median
                ):
                    found.add(tpn)
        return found

    # Art. 2.1, 6  Compatible opponents

    def _legal(self, record: Record) -> list[int]:
        """They have not met, and some colours keep the limits of both.

        In the last round players of equal score need no such colours; everybody else does
        (reading LI-14).
        """
        legal = super()._legal(record)
        may = {
            colour: as_set(x for x, member in enumerate(self.members) if colour in member.may)
            for colour in Colour
        }
        level: dict[int, int] = {}
        if self.state.is_last_round:
            for x, member in enumerate(self.members):
                level[member.score] = level.get(member.score, 0) | 1 << x
        for x, member in enumerate(self.members):
            keeps_limits = level.get(member.score, 0)
            for colour in member.may:
                keeps_limits |= may[colour.opposite]
            legal[x] &= keeps_limits
        return legal
