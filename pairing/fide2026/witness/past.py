"""Each player before a round, read from the rounds once more.

For the second engines of the systems other than the Dutch, which has cards of its own. C.04.2
art. 2.4 (numbers), art. 3.4, 3.5 (colours, meetings), C.04.7 (virtual points).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pairing.fide2026.witness.field import VirtualPointsOf
from pairing.matching import Matching
from pairing.results import ByeKind
from pairing.state import Colour, TournamentState


@dataclass(slots=True)
class Turn:
    """One round of one player."""

    met: int = 0  # nobody, if no game was played
    points: int = 0
    away: bool = True  # a zero-point bye, announced or not


@dataclass(slots=True, eq=False)
class Card:
    """One player. `scores` are pairing scores: index 0 when round 1 was paired, last for now."""

    tpn: int
    rating: int = 0
    points: int = 0  # without virtual points
    scores: list[int] = field(default_factory=list)
    colours: list[Colour] = field(default_factory=list)
    met: set[int] = field(default_factory=set)
    played: int = 0  # meetings: games over the board, or matches not forfeited
    seated: bool = False
    had_bye: bool = False  # the pairing-allocated one
    full_bye: bool = False
    won_by_forfeit: bool = False
    free_win: bool = False  # as much as a win without playing (C.04.1 art. 4)
    rounds: list["Turn"] = field(default_factory=list)
    number: int = 0  # the place among those who have arrived

    @property
    def score(self) -> int:
        return self.scores[-1]

    @property
    def difference(self) -> int:
        return 2 * self.colours.count(Colour.WHITE) - len(self.colours)


def cards_of(state: TournamentState) -> dict[int, Card]:
    """Everybody, by number; `to_be_paired` of the state says who is here."""
    cards = {player.tpn: Card(player.tpn, player.rating) for player in state.players}
    virtual = VirtualPointsOf(state)
    for round_ in state.rounds:
        for card in cards.values():
            card.scores.append(card.points + virtual.of(card.tpn, round_.number))
            card.rounds.append(Turn())
        for game in round_.games:
            gained = state.points.for_result(game.result)
            for tpn, points in zip((game.white, game.black), gained, strict=True):
                card = cards[tpn]
                card.points += points
                card.seated = True
                met = game.opponent(tpn) if game.result.played else 0
                card.rounds[-1] = Turn(met, points, away=False)
                if game.result.played:
                    card.met.add(game.opponent(tpn))
                    card.played += 1
                    if game.result.at_the_board:
                        card.colours.append(game.colour(tpn))
                else:
                    card.won_by_forfeit |= game.outcome(tpn).value == "forfeit_win"
                    card.free_win |= points >= state.points.round_win
        for bye in round_.byes:
            card, points = cards[bye.player], state.points.for_bye(bye.kind)
            card.points += points
            card.rounds[-1] = Turn(0, points, away=bye.kind is ByeKind.ZERO_POINT)
            card.free_win |= points >= state.points.round_win
            if bye.kind is ByeKind.PAIRING_ALLOCATED:
                card.seated = card.had_bye = True
            card.full_bye |= bye.kind is ByeKind.FULL_POINT
        for bonus in state.bonuses:
            if bonus.round == round_.number:
                cards[bonus.player].points += bonus.points
    for card in cards.values():
        card.scores.append(card.points + virtual.of(card.tpn, state.next_round))
    for player in state.to_be_paired():
        cards[player.tpn].seated = True
    by_tpn = state.option("parity_numbering", "arrived") == "tpn"
    for place, card in enumerate((card for card in _by_number(cards) if card.seated), 1):
        card.number = card.tpn if by_tpn else place
    return cards


def _by_number(cards: dict[int, Card]) -> Iterator[Card]:
    return (cards[tpn] for tpn in sorted(cards))


def forbidden_pairs(state: TournamentState) -> set[frozenset[int]]:
    return {
        frozenset((one, two))
        for group in state.forbidden
        if group.applies_to(state.next_round)
        for one in group.players
        for two in group.players
        if one != two
    }


def alternated(mine: list[Colour], theirs: list[Colour]) -> Colour | None:
    """For the first of two: the colour opposite to the one of the latest time when theirs
    differed; None if they never did. Histories without holes."""
    for own, other in zip(reversed(mine), reversed(theirs), strict=False):
        if own is not other:
            return other
    return None


def can_be_paired(rows: list[int], without: int = -1) -> bool:
    everybody = (1 << len(rows)) - 1
    return Matching(rows, everybody & ~(1 << without if without >= 0 else 0)).complete()
