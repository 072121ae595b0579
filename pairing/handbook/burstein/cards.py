"""Handbook, Burstein system. Art. 1 to 3 and 5.1 to 5.3: due colours, ranking, limits.

Players are kept in the order of 3.2, the best first: a player's place in the field is their rank,
and a set of players is one integer.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from pairing.handbook import limits
from pairing.handbook.limits import BLACK, WHITE, difference, forbidden_colours
from pairing.matching import Matching
from pairing.results import Outcome
from pairing.state import Colour, Record, TournamentState

ACCELERATED_ROUNDS = 2
#: What an opponent's score counts for, in halves. Unfinished games are draws (art. 2).
_HALVES = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.ADJOURNED: 1}


@dataclass(frozen=True, slots=True)
class Card:
    """A player before the round. Scores in tenths, Sonneborn-Berger in twentieths."""

    tpn: int
    rating: int
    score: int
    group_score: int  # with the imaginary point of rounds 1 and 2
    colours: tuple[Colour, ...]  # of the games played, oldest first
    sonneborn_berger: int
    buchholz: int
    median: int
    barred: frozenset[Colour]  # 5.2, 5.3
    scored_without_playing: bool

    # Art. 1  Due colour: the one played less often; equal: not the last one
    @property
    def due(self) -> Colour | None:
        lead = difference(self.colours)
        if lead:
            return BLACK if lead > 0 else WHITE
        return self.colours[-1].opposite if self.colours else None

    # Art. 3.2  Sonneborn-Berger, Buchholz, Median, rating; then the starting number
    @property
    def rank(self) -> tuple[int, ...]:
        return (-self.sonneborn_berger, -self.buchholz, -self.median, -self.rating, self.tpn)


def with_draws(state: TournamentState) -> TournamentState:
    """Art. 2. Unfinished games count as draws for pairing."""
    points = state.points
    return replace(state, points=replace(points, adjourned=points.draw))


def median(values: Iterable[int]) -> int:
    """Art. 3.2. Buchholz without the highest and the lowest; 0 with fewer than three games."""
    return sum(sorted(values)[1:-1])


def upper_half(state: TournamentState) -> set[int]:
    """Art. 3.3. The upper half of the whole starting list, rounded down."""
    numbers = sorted(player.tpn for player in state.players)
    return set(numbers[: len(numbers) // 2])


def cards_of(state: TournamentState) -> list[Card]:
    """A card for everybody in the state, present or not, in the order of 3.2.

    Only games really played count, with the opponents' real scores as they are now.
    """
    state = with_draws(state)
    record = Record(state)
    accelerated = upper_half(state) if state.next_round <= ACCELERATED_ROUNDS else set()
    met: dict[int, list[tuple[int, int]]] = {player.tpn: [] for player in state.players}
    for round_ in state.rounds:
        for game in round_.games:
            if game.result.played:
                for tpn in (game.white, game.black):
                    halves = _HALVES.get(game.outcome(tpn), 0)
                    met[tpn].append((halves, record.score[game.opponent(tpn)]))
    cards = []
    for player in state.players:
        tpn = player.tpn
        colours = tuple(record.colours[tpn])
        imaginary = state.points.win if tpn in accelerated else 0
        scores = [score for _, score in met[tpn]]
        cards.append(
            Card(
                tpn=tpn,
                rating=player.rating,
                score=record.score[tpn],
                group_score=record.score[tpn] + imaginary,
                colours=colours,
                sonneborn_berger=sum(halves * score for halves, score in met[tpn]),
                buchholz=sum(scores),
                median=median(scores),
                barred=forbidden_colours(colours),
                scored_without_playing=tpn in record.bye_barred,
            )
        )
    return sorted(cards, key=lambda card: card.rank)


class Field(limits.Field[Card]):
    """The players present by rank, and who may meet whom (3.1, 5.2, 5.3)."""

    def __init__(self, state: TournamentState) -> None:
        super().__init__(state, cards_of(state))

    @cached_property
    def initial_colour(self) -> Colour:
        """Art. 5.1. The lot of number 1; White until it is drawn."""
        return self.state.initial_colour or WHITE

    def can_all_be_paired(self, players: int, floaters: int = 0) -> bool:
        """With `floaters`, one of these is left over for the next group."""
        if not floaters:
            return players.bit_count() % 2 == 0 and Matching(self.legal, players).complete()
        floating = 1 << self.size
        rows = [row | (floating if floaters >> i & 1 else 0) for i, row in enumerate(self.legal)]
        rows.append(floaters)
        everybody = players | floating
        return everybody.bit_count() % 2 == 0 and Matching(rows, everybody).complete()
