"""Handbook, Dubov system. Art. 1 and 2: averages, due colours and limits.

Everything the other articles ask about a player, gathered once per round. Inside the engine a
player is their place in the list of those present, and a set of players is one integer, so that
"whom of these may they meet?" is a single operation.
"""

from dataclasses import dataclass
from fractions import Fraction

from pairing.handbook import limits
from pairing.handbook.limits import BLACK, WHITE, difference, forbidden_colours
from pairing.matching import Matching, bits
from pairing.state import Colour, Record, TournamentState

_TURKISH = {
    letter: place for place, letter in enumerate("abcçdefgğhıijklmnoöpqrsştuüvwxyz", start=1000)
}


def alphabetical(name: str) -> tuple[int, ...]:
    """The place of a name in a Turkish alphabet, for "equal again: alphabet" (6.2, 7.3, 7.4)."""
    lower = name.replace("I", "ı").replace("İ", "i").lower()
    return tuple(_TURKISH.get(letter, ord(letter)) for letter in lower)


@dataclass(frozen=True, slots=True)
class Card:
    """A player before the round."""

    tpn: int
    name: str
    rating: int
    score: int
    colours: tuple[Colour, ...]  # of the games played, oldest first
    difference: int  # whites minus blacks
    rating_sum: int  # of the opponents met
    games: int
    barred: frozenset[Colour]  # colours that 2.3 or 2.4 forbid
    due: Colour | None
    times_moved_up: int
    moved_up_last_round: bool
    scored_without_playing: bool

    # Art. 1  ARO: average rating of the opponents met; 0 without a game
    @property
    def aro(self) -> Fraction:
        return Fraction(self.rating_sum, self.games) if self.games else Fraction(0)

    @property
    def group_score(self) -> int:
        return self.score

    def may_have(self, colour: Colour) -> bool:
        return colour not in self.barred

    # Art. 2.5  Not moved up twice running, nor more than three times (four in long events)
    def may_be_moved_up(self, state: TournamentState) -> bool:
        if state.is_last_round:
            return True
        most = 4 if state.total_rounds >= 10 else 3
        return not self.moved_up_last_round and self.times_moved_up < most


def due_colour(colours: tuple[Colour, ...]) -> Colour | None:
    """Art. 1. A colour that 2.3 or 2.4 forbids makes the other one due."""
    barred = forbidden_colours(colours)
    if len(barred) == 1:
        return next(iter(barred)).opposite
    lead = difference(colours)
    if lead:
        return BLACK if lead > 0 else WHITE
    return colours[-1].opposite if colours else None


def cards_of(state: TournamentState) -> list[Card]:
    """A card for everybody in the state, present or not, by pairing number."""
    record = Record(state)
    ratings = {player.tpn: player.rating for player in state.players}
    cards = []
    for player in state.players:
        tpn = player.tpn
        colours = tuple(record.colours[tpn])
        games = [
            opponent
            for opponent, played in zip(record.opponents[tpn], record.played[tpn], strict=True)
            if played
        ]
        # Moved up: paired with somebody who then had more points.
        moved_up = [
            opponent != 0
            and record.scores_before[opponent][index] > record.scores_before[tpn][index]
            for index, opponent in enumerate(record.opponents[tpn])
        ]
        cards.append(
            Card(
                tpn=tpn,
                name=player.name,
                rating=player.rating,
                score=record.score[tpn],
                colours=colours,
                difference=difference(colours),
                rating_sum=sum(ratings[opponent] for opponent in games),
                games=len(games),
                barred=forbidden_colours(colours),
                due=due_colour(colours),
                times_moved_up=sum(moved_up),
                moved_up_last_round=bool(moved_up) and moved_up[-1],
                scored_without_playing=tpn in record.bye_barred,  # Art. 2.2
            )
        )
    return cards


class Field(limits.Field[Card]):
    """The players present, and what may happen between them."""

    def __init__(self, state: TournamentState) -> None:
        super().__init__(state, cards_of(state))
        # AROs are compared exactly; from here on by their place among all of them.
        order = {aro: place for place, aro in enumerate(sorted({c.aro for c in self.cards}))}
        self.aro = [order[card.aro] for card in self.cards]
        self.name = [(alphabetical(card.name), card.tpn) for card in self.cards]
        self.rating = [card.rating for card in self.cards]
        self._perfect: dict[tuple[int, int, int], int] = {}

    # Art. 6.2  The order of the two columns

    def by_white_column(self, i: int) -> tuple[object, ...]:
        """Rising ARO; equal: lower rating first; equal again: alphabet."""
        return (self.aro[i], self.rating[i], self.name[i])

    def by_black_column(self, i: int) -> tuple[object, ...]:
        """Falling rating; equal: higher ARO first; equal again: alphabet."""
        return (-self.rating[i], -self.aro[i], self.name[i])

    def left_over(self, players: int, *, floaters: int = 0, helper: int = 0) -> int:
        """The number of `players` who stay alone when as many as possible are paired.

        Two floaters are not paired with each other. `helper` stands for one player from below:
        the set of those whom they could meet. They need not be paired, and are not counted.
        """
        key = (players, floaters, helper)
        if key not in self._perfect:
            rows = self.legal
            if floaters or helper:
                rows = list(rows)
                for i in bits(floaters):
                    rows[i] &= ~floaters
                if helper:
                    for i in bits(helper):
                        rows[i] |= 1 << self.size
                    rows.append(helper)
            matching = Matching(rows, players)
            alone = matching.maximise().bit_count()
            if helper and alone:
                last = 1 << self.size
                matching.alive |= last
                matching.free |= last
                alone -= matching.augment(self.size)
            self._perfect[key] = alone
        return self._perfect[key]

    def can_all_be_paired(self, players: int, *, floaters: int = 0) -> bool:
        return self.left_over(players, floaters=floaters) == 0
