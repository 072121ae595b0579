"""FIDE C.04.3 (Dutch), applied from 1 February 2026. Art. 1: what is known of each player.

Read from the rounds once more, not from what another engine has made of them. With C.04.1
(who may have the bye), C.04.2 art. 3 (colours of games not played) and C.04.7 (Baku).
"""

from dataclasses import dataclass, field

from pairing.errors import UnsupportedRule
from pairing.results import ByeKind
from pairing.state import (
    Baku,
    Colour,
    Game,
    Round,
    TournamentState,
    VirtualPoints,
)

NONE, MILD, STRONG, ABSOLUTE = range(4)
DOWN, UP = "down", "up"


@dataclass(slots=True, eq=False)
class Card:
    """One player. `colours` and `met` speak of games really played (C.04.2 art. 3.4, 3.5)."""

    tpn: int
    points: int = 0
    colours: list[Colour] = field(default_factory=list)
    met: set[int] = field(default_factory=set)
    floats: dict[int, str] = field(default_factory=dict)  # round → received there
    seated: bool = False  # entered in a pairing once (C.04.2 art. 2.4)
    may_have_bye: bool = True  # C.04.1 art. 4
    score: int = 0  # art. 1.2.1, with virtual points
    topscorer: bool = False
    number: int = 0  # the place among those who have arrived
    preference: tuple[Colour | None, int] = (None, NONE)

    @property
    def difference(self) -> int:
        """Art. 1.6: games with White less games with Black."""
        return 2 * self.colours.count(Colour.WHITE) - len(self.colours)


def cards_of(state: TournamentState) -> list[Card]:
    """Those to be paired, in the order of art. 1.2."""
    cards = {player.tpn: Card(player.tpn) for player in state.players}
    virtual = VirtualPointsOf(state)
    for round_ in state.rounds:
        _enter_round(state, round_, cards, virtual)
    here = [cards[player.tpn] for player in state.to_be_paired()]
    for card in here:
        card.seated = True
        card.score = card.points + virtual.of(card.tpn, state.next_round)
        card.preference = preference(card.colours)
        # Art. 1.8: more than half of what could be scored; virtual points are not scored.
        most = len(state.rounds) * max(state.points.win, state.points.draw)
        card.topscorer = state.is_last_round and 2 * card.points > most
    _number(state, cards)
    return sorted(here, key=lambda card: (-card.score, card.tpn))


def _enter_round(
    state: TournamentState, round_: Round, cards: dict[int, Card], virtual: "VirtualPointsOf"
) -> None:
    points, number = state.points, round_.number
    score = {tpn: card.points + virtual.of(tpn, number) for tpn, card in cards.items()}
    gained: dict[int, int] = {}
    for game in round_.games:
        for tpn in (game.white, game.black):
            card = cards[tpn]
            card.seated = True
            gained[tpn] = points.for_outcome(game.outcome(tpn))
            if game.result.played:
                _enter_game(card, game, number, score)
            else:
                _enter_unplayed(state, card, number, gained[tpn])
    for bye in round_.byes:
        card = cards[bye.player]
        gained[bye.player] = points.for_bye(bye.kind)
        _enter_unplayed(state, card, number, gained[bye.player])
        if bye.kind is ByeKind.PAIRING_ALLOCATED:
            card.seated, card.may_have_bye = True, False
            card.floats[number] = DOWN  # art. 1.4.3, whatever the bye is worth
    for tpn, amount in gained.items():
        cards[tpn].points += amount
    for bonus in state.bonuses:
        if bonus.round == number:
            cards[bonus.player].points += bonus.points


def _enter_game(card: Card, game: Game, number: int, score: dict[int, int]) -> None:
    other = game.opponent(card.tpn)
    card.met.add(other)
    card.colours.append(game.colour(card.tpn))
    # Art. 1.4.2: by the scores that both had when that round was paired.
    if score[card.tpn] != score[other]:
        card.floats[number] = DOWN if score[card.tpn] > score[other] else UP


def _enter_unplayed(state: TournamentState, card: Card, number: int, gained: int) -> None:
    # Art. 1.4.3: more than a loss without playing.
    if gained > state.points.loss:
        card.floats[number] = DOWN
    # C.04.1 art. 4 [C2]: as much as a win without playing.
    if gained >= state.points.win:
        card.may_have_bye = False


def _number(state: TournamentState, cards: dict[int, Card]) -> None:
    """C.04.2 art. 2.4: those never entered in a pairing hold no number yet."""
    everybody = state.option("parity_numbering", "arrived") == "tpn"
    place = 0
    for tpn in sorted(cards):
        if cards[tpn].seated:
            place += 1
            cards[tpn].number = tpn if everybody else place


# Art. 1.7  Colour preferences


def preference(colours: list[Colour]) -> tuple[Colour | None, int]:
    """The colour somebody should have, and how strongly."""
    if not colours:
        return None, NONE
    difference = 2 * colours.count(Colour.WHITE) - len(colours)
    to_balance = Colour.BLACK if difference > 0 else Colour.WHITE
    last = colours[-1]
    if abs(difference) > 1:
        return to_balance, ABSOLUTE
    if colours[-2:] == [last, last]:
        return last.opposite, ABSOLUTE
    if difference:
        return to_balance, STRONG
    return last.opposite, MILD


# Art. 5.2  Who gets White


def white_first(one: Card, two: Card, initial: Colour) -> tuple[Card, Card]:
    """(White, Black). `one` is the higher ranked of the two (art. 1.2)."""
    (wants, strength), (also, strength_of_two) = one.preference, two.preference
    if wants is not also and (wants or also):
        # 5.2.1: both can have what they want.
        colour = wants or (also and also.opposite)
    elif wants is None:
        # 5.2.5: an odd number takes the initial colour.
        colour = initial if one.number % 2 else initial.opposite
    elif strength != strength_of_two:
        # 5.2.2: the stronger preference.
        colour = wants if strength > strength_of_two else wants.opposite
    elif strength == ABSOLUTE and abs(one.difference) != abs(two.difference):
        # 5.2.2: of two absolute ones, the wider difference.
        colour = wants if abs(one.difference) > abs(two.difference) else wants.opposite
    else:
        # 5.2.3: alternate from the latest time when they had different colours; 5.2.4.
        colour = wants
        for mine, theirs in zip(reversed(one.colours), reversed(two.colours), strict=False):
            if mine is not theirs:
                colour = theirs
                break
    return (one, two) if colour is Colour.WHITE else (two, one)


# C.04.7 art. 1  Baku acceleration, or virtual points that somebody has given


class VirtualPointsOf:
    def __init__(self, state: TournamentState) -> None:
        self.given: dict[int, tuple[int, ...]] = {}
        given, points = state.acceleration, state.points
        if isinstance(given, VirtualPoints):
            self.given = dict(given.points)
        elif isinstance(given, Baku):
            if points.win != 2 * points.draw or points.loss:
                raise UnsupportedRule(
                    "swiss.baku_points",
                )
            last = given.last_of_first_group or _last_of_first_group(state)
            accelerated = -(-state.total_rounds // 2)
            full = -(-accelerated // 2)
            row = (points.win,) * full + (points.win // 2,) * (accelerated - full)
            self.given = {p.tpn: row for p in state.players if p.tpn <= last}

    def of(self, tpn: int, number: int) -> int:
        row = self.given.get(tpn, ())
        return row[number - 1] if number <= len(row) else 0


def _last_of_first_group(state: TournamentState) -> int:
    """Art. 1.2: half of those who enter round 1, rounded up to an even number."""
    if state.rounds:
        first = state.rounds[0]
        entered = {tpn for game in first.games for tpn in (game.white, game.black)}
        entered |= {b.player for b in first.byes if b.kind is ByeKind.PAIRING_ALLOCATED}
    else:
        entered = {player.tpn for player in state.to_be_paired()}
    size = 2 * -(-len(entered) // 4)
    return sorted(entered)[: max(size, 1)][-1] if entered else 0
