"""FIDE C.04.4.1 (Dubov System), applied from 1 February 2026. Article 1: definitions.

`Field` is everything that pairing one round reads.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.errors import UnsupportedRule
from pairing.fide2026.dutch.definitions import arrival_numbers
from pairing.fide2026.field import RoundField
from pairing.matching import as_set, bits
from pairing.state import Colour, Record, TournamentState

# Art. 1.6  Strength of a colour preference
MILD, STRONG, ABSOLUTE = range(3)


@dataclass(frozen=True, slots=True)
class Member:
    """One player to be paired, with what the rules ask about them."""

    tpn: int
    number: int  # the number whose parity art. 5.2.1 reads (reading G-1)
    rating: int
    score: int  # pairing score, in tenths
    # Art. 1.5, 1.6
    colours: tuple[Colour, ...]  # of the games played, oldest first
    due: Colour
    strength: int
    # Art. 1.7
    aro: int
    # Art. 1.8
    upfloats: int
    upfloated_last: bool
    # Art. 3.1
    may_have_bye: bool

    @property
    def games(self) -> int:
        return len(self.colours)

    @property
    def by_aro(self) -> tuple[int, int]:
        """Art. 3.2.5, 4.3.2: ARO, then TPN, both ascending."""
        return self.aro, self.tpn


# Art. 1.6  Colour preference


def colour_preference(colours: Sequence[Colour]) -> tuple[Colour, int]:
    """The colour due to a player with this history of played games, and how strongly."""
    if not colours:
        return Colour.BLACK, MILD  # Art. 1.6.4, everywhere (reading DU-12)
    difference = 2 * colours.count(Colour.WHITE) - len(colours)
    last = colours[-1]
    if abs(difference) > 1:
        # Reading G-2: a difference above one decides even against two equal colours at the end.
        return (Colour.BLACK if difference > 0 else Colour.WHITE), ABSOLUTE
    if len(colours) > 1 and colours[-2] is last:
        return last.opposite, ABSOLUTE
    if difference:
        return (Colour.BLACK if difference > 0 else Colour.WHITE), STRONG
    return last.opposite, MILD


# Art. 1.7  ARO


def average_rating(ratings: Sequence[int]) -> int:
    """Art. 1.7.1: to the nearest integer, a half up (reading DU-1); art. 1.7.3: 0 if none."""
    games = len(ratings)
    return (2 * sum(ratings) + games) // (2 * games) if games else 0


# Art. 1.8.2  MaxT


def most_upfloats(total_rounds: int) -> int:
    return 2 + total_rounds // 5


class Field(RoundField[Member]):
    """The players of one round. `legal` keeps [C1] and [C3]."""

    def __init__(self, state: TournamentState, record: Record | None = None) -> None:
        unrated = tuple(player.tpn for player in state.players if not player.rating)
        if unrated:
            # Art. 1.1: the arbiter gives a provisional rating; none is invented (DU-15).
            raise UnsupportedRule("swiss.unrated", players=unrated)
        self.max_upfloats = most_upfloats(state.total_rounds)
        super().__init__(state, record)
        self.white_seekers = as_set(
            i for i, member in enumerate(self.members) if member.due is Colour.WHITE
        )
        self.played = as_set(i for i, member in enumerate(self.members) if member.games)

    def _members(self, record: Record) -> list[Member]:
        state = self.state
        rounds = len(state.rounds)
        pool = sorted(player.tpn for player in state.to_be_paired())
        numbers = arrival_numbers(state, record, pool)
        ratings = {player.tpn: player.rating for player in state.players}
        upfloats = [self._upfloaters(record, number) for number in range(1, rounds + 1)]
        times = dict.fromkeys(pool, 0)
        for upfloaters in upfloats:
            for tpn in upfloaters & times.keys():
                times[tpn] += 1
        last = upfloats[-1] if upfloats else set()
        members = []
        for tpn in pool:
            colours = tuple(record.colours[tpn])
            due, strength = colour_preference(colours)
            met = [
                ratings[opponent]
                for opponent, played in zip(record.opponents[tpn], record.played[tpn], strict=True)
                if played  # over the board only (reading DU-2)
            ]
            members.append(
                Member(
                    tpn,
                    numbers[tpn],
                    ratings[tpn],
                    record.score[tpn] + self.acceleration.points(tpn, rounds + 1),
                    colours,
                    due,
                    strength,
                    average_rating(met),
                    times[tpn],
                    tpn in last,
                    tpn not in record.bye_barred,
                )
            )
        return members

    # Art. 1.8.1  Upfloats

    def _upfloaters(self, record: Record, number: int) -> set[int]:
        """Those who in that round were paired with an opponent of a higher pairing score.

        Also if the game was forfeited (DU-4); no bye is an upfloat (DU-5); by the pairing scores
        of that round (G-6).
        """
        before, virtual = record.scores_before, self.acceleration.points
        found = set()
        for game in self.state.rounds[number - 1].games:
            white, black = game.white, game.black
            gap = before[white][number - 1] - before[black][number - 1]
            if self.acceleration.active:
                gap += virtual(white, number) - virtual(black, number)
            if gap:
                found.add(black if gap > 0 else white)
        return found

    # Art. 2.1.1, 2.1.3  Who may meet whom

    def _legal(self, record: Record) -> list[int]:
        legal = super()._legal(record)
        absolute = {Colour.WHITE: 0, Colour.BLACK: 0}
        for i, member in enumerate(self.members):
            if member.strength == ABSOLUTE:
                absolute[member.due] |= 1 << i
        for i, member in enumerate(self.members):
            if member.strength == ABSOLUTE:
                legal[i] &= ~absolute[member.due]
        return legal

    def barred_in_the_large(self, u: int, v: int) -> bool:
        """They may also be bound to the same colour."""
        a, b = self.members[u], self.members[v]
        if a.strength == b.strength == ABSOLUTE and a.due is b.due:
            return True
        return super().barred_in_the_large(u, v)

    def is_max_upfloater(self, x: int) -> bool:
        """Art. 1.8.1 (reading DU-16: before this round)."""
        return self.members[x].upfloats >= self.max_upfloats

    def subgroups(self, players: int) -> tuple[int, int]:
        """Art. 3.2.3: G1 and G2 of a bracket.

        The first half by TPN only if nobody of the bracket has played a game (reading DU-8).
        """
        if players & self.played:
            first = players & self.white_seekers
        else:
            first = as_set(list(bits(players))[: players.bit_count() // 2])
        return first, players & ~first
