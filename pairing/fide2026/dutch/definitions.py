"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Article 1: definitions.

`Field` is everything that pairing one round reads: the players to be paired in the order of
Art. 1.2, and who may meet whom. Inside the engine a player is their index in that order, and a
set of players is one integer used as a bit set.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from pairing.fide2026.acceleration import Acceleration
from pairing.matching import Matching, bits
from pairing.state import Colour, Record, TournamentState

# Art. 1.7  Strength of a colour preference
NONE, MILD, STRONG, ABSOLUTE = range(4)


@dataclass(slots=True)
class Member:
    """One player to be paired, with what the rules ask about them."""

    tpn: int
    number: int  # the number whose parity Art. 5.2.5 reads
    score: int  # pairing score, in tenths
    # Art. 1.6, 1.7
    colours: tuple[Colour, ...]  # of the games played, oldest first
    difference: int
    due: Colour | None
    strength: int
    repeated: Colour | None  # the colour of the two latest games, if it is the same
    # Art. 1.4, one and two rounds ago
    downfloats: tuple[bool, bool]
    upfloats: tuple[bool, bool]
    # Art. 1.5, 2.1.2
    may_have_bye: bool
    unplayed: int
    topscorer: bool  # Art. 1.8


# Art. 1.7  Colour preference


def colour_preference(colours: tuple[Colour, ...]) -> tuple[Colour | None, int]:
    """The colour due to a player with this history of played games, and how strongly."""
    if not colours:
        return None, NONE
    difference = 2 * colours.count(Colour.WHITE) - len(colours)
    last = colours[-1]
    if abs(difference) > 1:
        # A difference above one decides even against two equal colours at the end.
        return (Colour.BLACK if difference > 0 else Colour.WHITE), ABSOLUTE
    if len(colours) > 1 and colours[-2] is last:
        return last.opposite, ABSOLUTE
    if difference:
        return (Colour.BLACK if difference > 0 else Colour.WHITE), STRONG
    return last.opposite, MILD


# Art. 1.8  Topscorers


def is_topscorer(state: TournamentState, score: int) -> bool:
    """More than half of what could be scored so far, when the final round is paired."""
    best = len(state.rounds) * max(state.points.win, state.points.draw)
    return state.is_last_round and 2 * score > best


class Field:
    """The players of one round in the order of Art. 1.2, and the absolute criteria as a graph.

    `legal[i]` is the set of players that i may meet under [C1] and [C3]. Index `n` stands for
    the pairing-allocated bye.
    """

    def __init__(self, state: TournamentState, record: Record | None = None) -> None:
        self.state = state
        self.record = record = record or Record(state)
        self.acceleration = Acceleration(state)
        self.members = self._members(record)
        self.n = n = len(self.members)
        self.everybody = (1 << n) - 1
        self.index = {member.tpn: i for i, member in enumerate(self.members)}
        #: scores with the range of indices that hold them, highest first (Art. 1.3.1)
        self.scoregroups: list[tuple[int, int, int]] = []
        at = 0
        for score, group in groupby(self.members, key=lambda member: member.score):
            size = sum(1 for _ in group)
            self.scoregroups.append((score, at, at + size))
            at += size
        #: players that must not meet each other in this round, a set for each such group
        self.groups = [
            sum(1 << self.index[tpn] for tpn in group.players if tpn in self.index)
            for group in state.forbidden
            if group.applies_to(state.next_round)
        ]
        self.legal = self._legal(record)
        self.bye_score: int | None = None
        self.barred_from_bye = 0  # besides those of [C2]
        self._completable: dict[int, bool] = {}

    def tpns(self, players: Iterable[int]) -> tuple[int, ...]:
        members = self.members
        return tuple(members[x].tpn for x in players)

    # Art. 1.2  Order

    def _members(self, record: Record) -> list[Member]:
        state = self.state
        rounds = len(state.rounds)
        pool = [player.tpn for player in state.to_be_paired()]
        accelerated = self.acceleration.active
        virtual = self.acceleration.points
        numbers = arrival_numbers(state, record, pool)
        scores = record.score
        floats = [self._floats(record, number) for number in range(rounds, max(0, rounds - 2), -1)]
        nobody: tuple[set[int], set[int]] = (set(), set())
        floats += [nobody] * (2 - len(floats))
        (down1, up1), (down2, up2) = floats
        half = state.is_last_round
        members = []
        for tpn in pool:
            colours = tuple(record.colours[tpn])
            due, strength = colour_preference(colours)
            score = scores[tpn]
            members.append(
                Member(
                    tpn,
                    numbers[tpn],
                    score + virtual(tpn, rounds + 1) if accelerated else score,
                    colours,
                    2 * colours.count(Colour.WHITE) - len(colours),
                    due,
                    strength,
                    colours[-1] if len(colours) > 1 and colours[-1] is colours[-2] else None,
                    (tpn in down1, tpn in down2),
                    (tpn in up1, tpn in up2),
                    tpn not in record.bye_barred,
                    rounds - len(colours),
                    half and is_topscorer(state, score),
                )
            )
        members.sort(key=lambda member: (-member.score, member.tpn))
        return members

    # Art. 1.4  Floats

    def _floats(self, record: Record, number: int) -> tuple[set[int], set[int]]:
        """The players with a downfloat, and those with an upfloat, in that round."""
        state, points = self.state, self.state.points
        accelerated = self.acceleration.active
        virtual = self.acceleration.points
        before = record.scores_before
        down: set[int] = set()
        up: set[int] = set()
        round_ = state.rounds[number - 1]
        for game in round_.games:
            white, black = game.white, game.black
            if game.result.played:
                # Art. 1.4.2: by the pairing scores of that round, not by those of today.
                gap = before[white][number - 1] - before[black][number - 1]
                if accelerated:
                    gap += virtual(white, number) - virtual(black, number)
                if gap:
                    down.add(white if gap > 0 else black)
                    up.add(black if gap > 0 else white)
            else:
                # Art. 1.4.3: more than a loss without playing.
                for tpn in (white, black):
                    if points.for_outcome(game.outcome(tpn)) > points.loss:
                        down.add(tpn)
        for bye in round_.byes:
            if bye.kind == "U" or points.for_bye(bye.kind) > points.loss:
                down.add(bye.player)
        return down, up

    # Art. 2.1.1, 2.1.3  Who may meet whom

    def _legal(self, record: Record) -> list[int]:
        index = self.index
        legal = []
        bound = {Colour.WHITE: 0, Colour.BLACK: 0}
        for i, member in enumerate(self.members):
            if member.strength == ABSOLUTE and not member.topscorer and member.due:
                bound[member.due] |= 1 << i
        for i, member in enumerate(self.members):
            row = self.everybody ^ 1 << i
            for other in record.met[member.tpn]:
                if other in index:
                    row &= ~(1 << index[other])
            if member.strength == ABSOLUTE and not member.topscorer and member.due:
                row &= ~bound[member.due]
            legal.append(row)
        for group in self.groups:
            for i in bits(group):
                legal[i] &= ~group
        legal.append(0)
        return legal

    # Art. 2.1.2 [C2], 2.3.1 [C5]  The pairing-allocated bye

    def allow_bye(self, score: int) -> None:
        """Make the eligible players with this score the only ones that may take the bye."""
        n = self.n
        taker = 1 << n
        barred = self.barred_from_bye
        self.legal[n] = 0
        for i, member in enumerate(self.members):
            if member.may_have_bye and member.score == score and not barred >> i & 1:
                self.legal[n] |= 1 << i
                self.legal[i] |= taker
            else:
                self.legal[i] &= ~taker
        self._completable.clear()

    def settle_bye(self) -> bool:
        """[C5]: find the lowest score with which the bye leaves a complete pairing possible.

        False if no pairing is complete.
        """
        if self.n % 2 == 0:
            return self.completable(self.everybody)
        for score, _, _ in reversed(self.scoregroups):
            self.allow_bye(score)
            if self.completable(self.everybody):
                self.bye_score = score
                return True
        return False

    def forget(self) -> None:
        """Start afresh with what was remembered about completion, after a change of `legal`."""
        self._completable = {}

    @property
    def bye_takers(self) -> int:
        """The players who may take the bye in this round."""
        return self.legal[self.n]

    # Art. 2.2.1 [C4]  Completion

    def completable(self, players: int) -> bool:
        """May these players all be paired, one of them with the bye if their number is odd?"""
        known = self._completable.get(players)
        if known is None:
            alive = players | (1 << self.n if players.bit_count() % 2 else 0)
            known = Matching(self.legal, alive).complete()
            self._completable[players] = known
        return known


def arrival_numbers(state: TournamentState, record: Record, pool: list[int]) -> dict[int, int]:
    """The numbers whose parity decides colours (C.04.2 art. 2.4).

    Only participants that are paired now, or once were entered in a pairing, hold a number;
    the option `parity_numbering` = "tpn" takes the printed number instead.
    """
    if state.option("parity_numbering", "arrived") == "tpn":
        return {tpn: tpn for tpn in pool}
    arrived = record.entered.union(pool)
    present = [player.tpn for player in state.players if player.tpn in arrived]
    return {tpn: number for number, tpn in enumerate(present, 1)}
