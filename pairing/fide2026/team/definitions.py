"""FIDE C.04.6 (Swiss Team Pairing System), applied from 1 February 2026. Article 1: definitions.

A team is a `Player` of the common state, a match a `Game` of it, and `points` are match points;
`game_points` stand beside them. `Field` is everything that pairing one round reads. Inside the
engine a team is its place in the order of TPNs, and a set of teams is one integer used as a bit
set: its lowest bit is the team with the smallest TPN.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairing.errors import UnsupportedRule
from pairing.fide2026.acceleration import Acceleration
from pairing.fide2026.dutch.definitions import arrival_numbers
from pairing.matching import Matching, as_set, bits
from pairing.results import ByeKind, Outcome
from pairing.state import Colour, Record, TournamentState

# Art. 1.7  The types of preferences
NONE, TYPE_A, TYPE_B = "no_preferences", "type_a", "type_b"

# Art. 1.7.2  Strength of a preference; those of type A are all alike
MILD, STRONG = range(2)


@dataclass(frozen=True, slots=True)
class Member:
    """One team to be paired, with what the rules ask about it."""

    tpn: int
    number: int  # the number whose parity art. 4.3.1 reads (reading G-1)
    # Art. 1.2
    score: int  # the primary score with virtual points, in tenths
    second: int  # the secondary score, 0 if it is not used
    # Art. 1.6, 1.7
    colours: tuple[Colour, ...]  # of board 1 in the matches played, oldest first
    due: Colour | None
    strength: int
    # Art. 1.5
    floated_last: bool
    # Art. 2.1.2
    may_have_bye: bool

    @property
    def matches(self) -> int:
        return len(self.colours)

    @property
    def difference(self) -> int:
        """Art. 1.6.2: CD, matches with White less matches with Black."""
        return 2 * self.colours.count(Colour.WHITE) - len(self.colours)


# Art. 1.7  Colour preferences


def colour_preference(
    colours: Sequence[Colour], kind: str, *, last_round: bool
) -> tuple[Colour | None, int]:
    """The colour preferred after these played matches, and how strongly.

    Art. 1.7.1 by the letter: a difference of one beside two matches of the other colour gives
    no preference of type A (reading TM-4).
    """
    if kind == NONE or not colours:
        return None, MILD
    difference = 2 * colours.count(Colour.WHITE) - len(colours)
    running = colours[-1] if len(colours) > 1 and colours[-2] is colours[-1] else None
    if difference <= -2 or (difference in (0, -1) and running is Colour.BLACK):
        return Colour.WHITE, STRONG
    if difference >= 2 or (difference in (0, 1) and running is Colour.WHITE):
        return Colour.BLACK, STRONG
    if kind == TYPE_A:
        return None, MILD
    if difference:
        return (Colour.WHITE if difference < 0 else Colour.BLACK), MILD
    # Only the mild preference ends before the last round (reading TM-2).
    return (None if last_round else colours[-1].opposite), MILD


class Field:
    """The teams of one round by TPN, and the absolute criteria as a graph.

    `legal[i]` is the set of teams that i may meet under [C1]; colours never forbid a meeting.
    """

    def __init__(self, state: TournamentState, record: Record | None = None) -> None:
        self.state = state
        self.record = record = record or Record(state)
        self.preferences = str(state.option("preferences", TYPE_A))
        self.by_game_points = state.option("primary_score", "match_points") == "game_points"
        #: reading LX-2: who stands above in a pair, the smaller TPN or the higher score
        self.tops_by_score = state.option("top_member", "smaller_number") == "higher_score"
        if self.by_game_points and state.acceleration is not None:
            # C.04.7 art. 1.4 speaks of the points of one win.
            raise UnsupportedRule("swiss.baku_points")
        self.acceleration = Acceleration(state)
        #: Art. 2.3.4, 2.3.7: [C7] and [C10] are not asked in the last two rounds (TM-3)
        self.asks_floats = state.next_round < state.total_rounds - 1
        self._match_points = record.scores_before
        self._game_points = _running_totals(state)
        self.members = self._members(record)
        self.n = n = len(self.members)
        self.everybody = (1 << n) - 1
        self.index = {member.tpn: i for i, member in enumerate(self.members)}
        #: Art. 1.3.1: each score with the teams that have it, highest first
        self.scoregroups: list[tuple[int, int]] = []
        by_score: dict[int, int] = {}
        for i, member in enumerate(self.members):
            by_score[member.score] = by_score.get(member.score, 0) | 1 << i
        self.scoregroups = sorted(by_score.items(), reverse=True)
        #: teams that must not meet each other in this round, a set for each such group
        self.groups = [
            as_set(self.index[tpn] for tpn in group.players if tpn in self.index)
            for group in state.forbidden
            if group.applies_to(state.next_round)
        ]
        #: groups of more than a tenth of the field: what they do is seen in the large
        self.large_groups = [group for group in self.groups if group.bit_count() * 10 > n]
        self.legal = self._legal(record)

    def tpns(self, teams: Iterable[int]) -> tuple[int, ...]:
        members = self.members
        return tuple(members[x].tpn for x in teams)

    # Art. 1.2  Scores

    def _primary(self, tpn: int, before: int) -> int:
        """The primary score before a round, with the virtual points of that round."""
        totals = self._game_points if self.by_game_points else self._match_points
        return totals[tpn][before - 1] + self.acceleration.points(tpn, before)

    def _secondary(self, tpn: int) -> int:
        if not self.state.option("second_score", True):
            return 0
        totals = self._match_points if self.by_game_points else self._game_points
        return totals[tpn][-1]

    def _members(self, record: Record) -> list[Member]:
        state = self.state
        pool = sorted(player.tpn for player in state.to_be_paired())
        numbers = arrival_numbers(state, record, pool)
        floaters = self._floaters()
        barred = barred_from_bye(state)
        members = []
        for tpn in pool:
            colours = tuple(record.colours[tpn])
            due, strength = colour_preference(
                colours, self.preferences, last_round=state.is_last_round
            )
            members.append(
                Member(
                    tpn,
                    numbers[tpn],
                    self._primary(tpn, state.next_round),
                    self._secondary(tpn),
                    colours,
                    due,
                    strength,
                    tpn in floaters,
                    tpn not in barred,
                )
            )
        return members

    # Art. 1.5  Floaters of the previous round

    def _floaters(self) -> set[int]:
        """The teams that played an opponent with another pairing score (reading G-6).

        A match that was forfeited (LX-3) and a bye (LX-4) make no floater.
        """
        state = self.state
        if not state.rounds:
            return set()
        number = len(state.rounds)
        return {
            tpn
            for game in state.rounds[-1].games
            if game.result.played
            and self._primary(game.white, number) != self._primary(game.black, number)
            for tpn in (game.white, game.black)
        }

    # Art. 2.1.1  [C1]  Two teams meet at most once

    def _legal(self, record: Record) -> list[int]:
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

    def completable(self, teams: int) -> bool:
        """[C3]: may these teams all be paired with each other?"""
        return Matching(self.legal, teams).complete()

    def barred_in_the_large(self, u: int, v: int) -> bool:
        """A wide prohibition of the arbiter keeps these two, and all who are like them, apart."""
        return any(group >> u & group >> v & 1 for group in self.large_groups)

    def large_groups_of(self, x: int) -> tuple[int, ...]:
        return tuple(group >> x & 1 for group in self.large_groups)


def _running_totals(state: TournamentState) -> dict[int, list[int]]:
    """The game points of every team before each round; index 0 = before round 1, last = now."""
    given = dict(state.game_points)
    found = {}
    for player in state.players:
        totals = [0]
        for points in given.get(player.tpn, (0,) * len(state.rounds)):
            totals.append(totals[-1] + points)
        found[player.tpn] = totals
    return found


# Art. 2.1.2  [C2]


def barred_from_bye(state: TournamentState) -> set[int]:
    """Those who had the pairing-allocated bye, won a match by forfeit or had a full-point bye.

    This system's own list, whatever those were worth (reading G-3).
    """
    barred = set()
    for round_ in state.rounds:
        for game in round_.games:
            for tpn in (game.white, game.black):
                if game.outcome(tpn) is Outcome.FORFEIT_WIN:
                    barred.add(tpn)
        for bye in round_.byes:
            if bye.kind in (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT):
                barred.add(bye.player)
    return barred
