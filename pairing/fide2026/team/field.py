"""FIDE C.04.6 (team Swiss), applied from 1 February 2026: everything that pairing a round reads.

Scores, floaters and colour preferences of art. 1, the quality of art. 2.3 as this chapter has it,
and the colours of art. 4.
"""

from collections.abc import Sequence

from pairing.errors import UnsupportedRule
from pairing.fide2026.dutch.definitions import arrival_numbers
from pairing.fide2026.team.colours import colour_fact, colour_of_first, first_team
from pairing.fide2026.team.criteria import C8, C9, C10, PairCosts
from pairing.fide2026.team.definitions import (
    NONE,
    TYPE_A,
    TYPE_B,
    Member,
    colour_preference,
)
from pairing.fide2026.upfloating.criteria import C7, OF_UPFLOATERS
from pairing.fide2026.upfloating.definitions import (
    Criterion,
    Seats,
    UpfloatingField,
    barred_from_bye,
)
from pairing.state import Colour, Fact, Record, TournamentState


class Field(UpfloatingField[Member]):
    """The teams of one round. Colours never forbid a meeting."""

    system = "fide2026.team"
    words = "team_swiss"
    called = "teams"

    def __init__(self, state: TournamentState, record: Record | None = None) -> None:
        self.preferences = str(state.option("preferences", TYPE_A))
        self.by_game_points = state.option("primary_score", "match_points") == "game_points"
        self.tops_by_score = state.option("top_member", "smaller_number") == "higher_score"
        if self.by_game_points and state.acceleration is not None:
            # C.04.7 art. 1.4 speaks of the points of one win.
            raise UnsupportedRule("swiss.baku_points")
        #: Art. 2.3.4, 2.3.7: [C7] and [C10] are not asked in the last two rounds (TM-3)
        self.asks_floats = state.next_round < state.total_rounds - 1
        self._game_points = _running_totals(state)
        super().__init__(state, record)

    # Art. 1.2  Scores

    def pairing_score(self, tpn: int, before: int) -> int:
        """The primary score."""
        if not self.by_game_points:
            return super().pairing_score(tpn, before)
        return self._game_points[tpn][before - 1]

    def _secondary(self, tpn: int) -> int:
        if not self.state.option("second_score", True):
            return 0
        totals = self.record.scores_before if self.by_game_points else self._game_points
        return totals[tpn][-1]

    def _members(self, record: Record) -> list[Member]:
        state = self.state
        pool = sorted(player.tpn for player in state.to_be_paired())
        numbers = arrival_numbers(state, record, pool)
        floaters = self.floaters()
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
                    self.pairing_score(tpn, state.next_round),
                    self._secondary(tpn),
                    colours,
                    due,
                    strength,
                    tpn in floaters,
                    tpn not in barred,
                )
            )
        return members

    # Art. 2.3  Quality

    def quality(self) -> Sequence[Criterion]:
        floats = self.asks_floats
        return (
            *OF_UPFLOATERS,
            *((C7,) if floats else ()),
            *((C8,) if self.preferences != NONE else ()),
            *((C9,) if self.preferences == TYPE_B else ()),
            *((C10,) if floats else ()),
        )

    def costs(self, players: int, up: int) -> PairCosts:
        return PairCosts(self, players, up, self.preferences)

    # Art. 4  Colours

    def seats(self, x: int, y: int) -> Seats[Member]:
        first, other = first_team(self.members[x], self.members[y])
        colour, article = colour_of_first(first, other, self._initial, self.preferences)
        white, black = (first, other) if colour is Colour.WHITE else (other, first)
        return Seats(white, black, first, article)

    def colour_fact(self, seats: Seats[Member]) -> Fact:
        return colour_fact(seats, self._initial, self.preferences)

    @property
    def _initial(self) -> Colour:
        return self.state.initial_colour or Colour.WHITE


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
