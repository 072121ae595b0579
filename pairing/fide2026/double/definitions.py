"""FIDE C.04.5 (Double-Swiss), applied from 1 February 2026. Articles 1 and 2: what pairing a round
reads.
"""

from collections.abc import Sequence

from pairing.fide2026.double.colours import Member, colour_fact, colour_of_higher, in_rank
from pairing.fide2026.dutch.definitions import arrival_numbers
from pairing.fide2026.upfloating.criteria import C7, OF_UPFLOATERS, opponents_again
from pairing.fide2026.upfloating.definitions import (
    Criterion,
    Seats,
    UpfloatingField,
    barred_from_bye,
)
from pairing.state import Colour, Fact, Record, TournamentState

#: Art. 2.3.5
C8 = Criterion("C8", "2.3.5", opponents_again)


class Field(UpfloatingField[Member]):
    """The players of one round. There is no criterion about colours."""

    system = "fide2026.double"
    words = "double_swiss"
    measures = "players."

    def __init__(self, state: TournamentState, record: Record | None = None) -> None:
        self.tops_by_score = state.option("top_member", "smaller_number") == "higher_score"
        #: Art. 2.3.4, 2.3.5: [C7] and [C8] are not asked in the last round (reading DS-6)
        self.asks_floats = not state.is_last_round
        super().__init__(state, record)

    def _members(self, record: Record) -> list[Member]:
        state = self.state
        pool = sorted(player.tpn for player in state.to_be_paired())
        numbers = arrival_numbers(state, record, pool)
        floaters = self.floaters()
        barred = barred_from_bye(state)
        return [
            Member(
                tpn,
                numbers[tpn],
                self.pairing_score(tpn, state.next_round),
                tuple(record.colours[tpn]),
                sum(record.played[tpn]),
                tpn in floaters,
                tpn not in barred,
            )
            for tpn in pool
        ]

    # Art. 2.3  Quality

    def quality(self) -> Sequence[Criterion]:
        return (*OF_UPFLOATERS, C7, C8) if self.asks_floats else OF_UPFLOATERS

    def costs(self, players: int, up: int) -> "PairCosts":
        return PairCosts(self, up)

    # Art. 4  Colours

    def seats(self, x: int, y: int) -> Seats[Member]:
        higher, other = in_rank(self.members[x], self.members[y])
        colour, article = colour_of_higher(higher, other, self._initial)
        white, black = (higher, other) if colour is Colour.WHITE else (other, higher)
        return Seats(white, black, higher, article)

    def colour_fact(self, seats: Seats[Member]) -> Fact:
        return colour_fact(seats, self._initial)

    @property
    def _initial(self) -> Colour:
        return self.state.initial_colour or Colour.WHITE


class PairCosts:
    """[C8]: a pair costs one if a resident who was a floater meets an upfloater (reading DS-8)."""

    def __init__(self, field: Field, up: int) -> None:
        self.field, self.up = field, up

    def key(self, x: int) -> tuple[object, ...]:
        again = self.field.asks_floats and self.field.members[x].floated_last
        return self.up >> x & 1, again, self.field.large_groups_of(x)

    def __call__(self, u: int, v: int) -> int:
        if not self.field.asks_floats or not (self.up >> u ^ self.up >> v) & 1:
            return 0
        resident = v if self.up >> u & 1 else u
        return int(self.field.members[resident].floated_last)
