"""Handbook 1.1 (Dutch), A: order, score groups, floats, colour preferences; F.2, F.3, F.9."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from typing import Any

from pairing.errors import UnsupportedRule
from pairing.matching import as_set
from pairing.results import ByeKind, Outcome
from pairing.state import Colour, Player, Record, TournamentState

#: The key of the system, and the first part of its fact codes
KEY = "handbook.dutch"

#: A.2.c  The clean copy puts WIM before FM; the worked example needs FM before WIM.
TITLES = {
    "fm_before_wim": ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"),
    "wim_before_fm": ("GM", "IM", "WGM", "WIM", "FM", "CM", "WFM", "WCM"),
}

#: The Turkish alphabet, for A.2.d; letters it does not have keep their neighbours' company.
_ALPHABET = {letter: place for place, letter in enumerate("abcçdefgğhıijklmnoöpqrsştuüvwxyz")}


# A.2  Order


def _alphabetical(name: str) -> tuple[int, ...]:
    lower = name.replace("I", "ı").replace("İ", "i").lower()
    return tuple(_ALPHABET.get(letter, 100 + ord(letter)) for letter in lower)


def ranked(
    players: Iterable[Player],
    title_order: str = "fm_before_wim",
    equals: Callable[[Player], Any] | None = None,
) -> tuple[Player, ...]:
    """A.2 before round 1: rating, title, alphabet; the box: national rating before the alphabet.
    `equals`: the other criterion announced in place of the alphabet.

    Who has no international rating follows those who have one, by national rating alone, since
    the box names nothing else for them; then title and alphabet as for everybody.
    """
    titles = TITLES[title_order]

    def place(player: Player) -> tuple[int, int, int, int, Any]:
        title = titles.index(player.title) if player.title in titles else len(titles)
        national = -player.national_rating
        name = equals(player) if equals else _alphabetical(player.name)
        if player.rating:
            return (0, -player.rating, title, national, name)
        return (1, national, title, 0, name)

    return tuple(sorted(players, key=place))


def ranked_by_options(
    players: Iterable[Player], options: Mapping[str, Any], equals: Callable[[Player], Any] | None
) -> tuple[Player, ...]:
    return ranked(players, str(options.get("title_order", "fm_before_wim")), equals)


# A.4, A.5  Floats

DOWN, UP = "down", "up"


def _floats(record: Record, tpn: int) -> tuple[str | None, str | None]:
    """The marks of the last round and of the round before it.

    The pairing makes the mark, whether or not the game was played; the bye is a downfloat.
    """
    marks: list[str | None] = []
    for index in range(len(record.state.rounds) - 1, len(record.state.rounds) - 3, -1):
        mark = None
        if index >= 0:
            opponent = record.opponents[tpn][index]
            if opponent:
                mine = record.scores_before[tpn][index]
                theirs = record.scores_before[opponent][index]
                if mine != theirs:
                    mark = DOWN if mine > theirs else UP
            elif record.bye_kinds[tpn][index] is ByeKind.PAIRING_ALLOCATED:
                mark = DOWN
        marks.append(mark)
    return marks[0], marks[1]


# A.7  Colour difference and preference


class Strength(IntEnum):
    NONE = 0  # no game played yet
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


def preference(colours: Sequence[Colour]) -> tuple[Colour | None, Strength]:
    """A.7.a-c, from the colours of the games really played, oldest first."""
    if not colours:
        return None, Strength.NONE
    difference = sum(1 if colour is Colour.WHITE else -1 for colour in colours)
    twice = len(colours) >= 2 and colours[-1] is colours[-2]
    if abs(difference) > 1 or twice:
        white = difference < -1 or (twice and colours[-1] is Colour.BLACK)
        return (Colour.WHITE if white else Colour.BLACK), Strength.ABSOLUTE
    if difference:
        return (Colour.WHITE if difference < 0 else Colour.BLACK), Strength.STRONG
    return colours[-1].opposite, Strength.MILD


#: a field has few different histories of colours, and each is asked for many times
_remembered = cache(preference)


@dataclass(frozen=True, slots=True)
class Card:
    """The pairing card of one player, as it stands before the round."""

    tpn: int
    score: int
    colours: tuple[Colour, ...] = ()  # F.3  of the games played, oldest first
    floats: tuple[str | None, str | None] = (None, None)  # last round, the round before
    barred: bool = False  # B.1.b  had a point without playing
    exempt: bool = False  # A.7.a box: more than half of the points, last round

    @property
    def preference(self) -> tuple[Colour | None, Strength]:
        return _remembered(self.colours)


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody to be paired, in the order of A.2; a player is their place in that order."""

    cards: tuple[Card, ...]
    met: frozenset[tuple[int, int]]  # places (lower, higher) that may not be paired (B.1.a)
    round: int
    last_round: bool
    initial_colour: Colour = Colour.WHITE
    #: forbidden groups of more than a tenth of the field, as bit sets; their pairs are in `met`
    large_groups: tuple[int, ...] = ()

    @property
    def odd_round(self) -> bool:
        return self.round % 2 == 1

    def groups(self) -> list[tuple[int, ...]]:
        """A.3  The score groups, highest first."""
        found: dict[int, list[int]] = {}
        for place, card in enumerate(self.cards):
            found.setdefault(card.score, []).append(place)
        return [tuple(places) for places in found.values()]


def record_of(state: TournamentState) -> Record:
    """F.9  A postponed game counts as a draw, unless the regulations say otherwise."""
    if state.acceleration is not None:
        raise UnsupportedRule("swiss.handbook_dutch_acceleration")
    if state.option("postponed_is_draw", True):
        state = replace(state, points=replace(state.points, adjourned=state.points.draw))
    return Record(state)


def absent_without_notice(state: TournamentState) -> tuple[int, ...]:
    """F.8  Those who did not turn up for their last game, and are not known to be away.

    They count as withdrawn unless the regulations say otherwise. Since a forfeit may also stand
    for a late arrival, they are left out only where `absent_without_notice_withdraws` is set.
    """
    present = {player.tpn for player in state.to_be_paired()}
    if not state.rounds:
        return ()
    return tuple(
        sorted(
            tpn
            for game in state.rounds[-1].games
            for tpn in (game.white, game.black)
            if tpn in present and game.outcome(tpn) is Outcome.FORFEIT_LOSS
        )
    )


def present(state: TournamentState) -> tuple[Player, ...]:
    """F.5, F.8  The players paired in this round."""
    players = state.to_be_paired()
    if state.option("absent_without_notice_withdraws", False):
        away = absent_without_notice(state)
        players = tuple(player for player in players if player.tpn not in away)
    return players


def field_of(state: TournamentState, record: Record | None = None) -> Field:
    record = record or record_of(state)
    last = state.is_last_round
    # More than half of what could be won in the rounds before (C-02, A.7.a box).
    half_twice = len(state.rounds) * state.points.win
    order = sorted(present(state), key=lambda player: (-record.score[player.tpn], player.tpn))
    cards = tuple(
        Card(
            tpn=player.tpn,
            score=record.score[player.tpn],
            colours=tuple(record.colours[player.tpn]),
            floats=_floats(record, player.tpn),
            barred=player.tpn in record.bye_barred,
            exempt=last and 2 * record.score[player.tpn] > half_twice,
        )
        for player in order
    )
    place = {card.tpn: index for index, card in enumerate(cards)}
    met = set()
    for index, card in enumerate(cards):
        for other in record.met[card.tpn]:
            if other in place and place[other] > index:
                met.add((index, place[other]))
    large_groups = []
    for group in state.forbidden:
        if group.applies_to(state.next_round):
            places = sorted(place[tpn] for tpn in group.players if tpn in place)
            met.update((a, b) for i, a in enumerate(places) for b in places[i + 1 :])
            if 10 * len(places) > len(cards):
                large_groups.append(as_set(places))
    return Field(
        cards=cards,
        met=frozenset(met),
        round=state.next_round,
        last_round=last,
        initial_colour=state.initial_colour or Colour.WHITE,
        large_groups=tuple(large_groups),
    )
