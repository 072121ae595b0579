"""Matches of two games in a report (C.04.5, Double-Swiss).

TRF26 has a type for the system and no form for its rounds. As each round of a report is one game,
a match stands in two of them, one after the other: the same opponent, first with the colour of
game 1, then with the other. Everything that a report counts in rounds is counted in these.

    PAB               `U`, then the other game as a bye: `H` where a bye is worth 1½
    half-point bye    `H` twice: two draws; full-point bye `F` twice, zero-point bye `Z` twice
    142, 132, 240, 250, 260, 299   in rounds of one game, both of a match
    162               the points of one game, and of `U`

In a `TrfDocument` a match is one entry with both symbols ("1="), and rounds are those of matches.
"""

from collections.abc import Iterable
from dataclasses import replace

from pairing.errors import FileError
from pairing.results import ByeKind
from pairing.state import PointSystem
from pairing.trf.contents import NOTHING, PENDING, Entry, TrfPlayer, symbol_values
from pairing.trf.document import TrfDocument

_OPPOSITE = {"w": "b", "b": "w", "-": "-"}


# Reading


def joined(document: TrfDocument) -> TrfDocument:
    """The matches of a document that still has a round for each game."""
    players = tuple(_joined_player(player) for player in document.players)
    return replace(
        document,
        players=players,
        total_rounds=_match(document.total_rounds),
        points=_points_of_matches(document),
        round_dates=document.round_dates[::2],
        requested=tuple(
            dict.fromkeys(replace(one, round=_match(one.round)) for one in document.requested)
        ),
        accelerated=tuple(
            replace(one, first_round=_match(one.first_round), last_round=_match(one.last_round))
            for one in document.accelerated
        ),
        forbidden=tuple(
            replace(one, first_round=_match(one.first_round), last_round=_match(one.last_round))
            for one in document.forbidden
        ),
        special_points=tuple(
            replace(one, round=_match(one.round)) for one in document.special_points
        ),
    )


def as_matches(document: TrfDocument, games_a_round: int) -> TrfDocument:
    """A document as the system reads it that is asked for: also where the file does not say that
    two of its rounds make a match."""
    waits = games_a_round == 2 and document.point_system.games == 1
    return joined(document) if waits else document


def _match(round_: int) -> int:
    """The match that a round of one game belongs to; 0 stays."""
    return (round_ + 1) // 2


def _joined_player(player: TrfPlayer) -> TrfPlayer:
    rounds = [*player.rounds, *([NOTHING] if len(player.rounds) % 2 else [])]
    return replace(
        player,
        rounds=tuple(
            _joined_entry(player.number, number, first, second)
            for number, (first, second) in enumerate(zip(rounds[::2], rounds[1::2], strict=True), 1)
        ),
    )


def _joined_entry(player: int, number: int, first: Entry, second: Entry) -> Entry:
    if not first.opponent and not second.opponent:
        return first  # the bye of the match, or nothing yet
    waits = second == NOTHING  # the second game is still to be played
    if not waits and (
        second.opponent != first.opponent or second.colour != _OPPOSITE[first.colour]
    ):
        raise FileError("expected.match", found=str(second.opponent), player=player, round=number)
    return first._replace(symbol=first.symbol + second.symbol)


def _points_of_matches(document: TrfDocument) -> PointSystem:
    points = document.point_system
    values = symbol_values(points)
    byes = (
        values[first.symbol] + values[second.symbol]
        for player in document.players
        for first, second in zip(player.rounds[::2], player.rounds[1::2], strict=False)
        if first.symbol == ByeKind.PAIRING_ALLOCATED
    )
    return replace(
        points,
        pairing_bye=next(byes, points.win + points.draw),
        full_bye=2 * points.full_bye,
        half_bye=2 * points.half_bye,
        zero_bye=2 * points.zero_bye,
        games=2,
    )


# Writing


def split(document: TrfDocument) -> TrfDocument:
    """The document with a round for each game."""
    points, beside = _points_of_games(document.point_system)
    return replace(
        document,
        players=tuple(
            replace(player, rounds=tuple(_split_entries(player.rounds, beside)))
            for player in document.players
        ),
        total_rounds=2 * document.total_rounds,
        points=None if points == PointSystem() else points,
        round_dates=tuple(date for date in document.round_dates for _game in (1, 2)),
        requested=tuple(
            replace(one, round=number)
            for one in document.requested
            for number in (2 * one.round - 1, 2 * one.round)
        ),
        accelerated=tuple(
            replace(one, first_round=2 * one.first_round - 1, last_round=2 * one.last_round)
            for one in document.accelerated
        ),
        forbidden=tuple(
            replace(one, first_round=2 * one.first_round - 1, last_round=2 * one.last_round)
            for one in document.forbidden
        ),
        special_points=tuple(
            replace(one, round=max(2 * one.round - 1, 0)) for one in document.special_points
        ),
    )


def _split_entries(entries: Iterable[Entry], beside_allocated: str) -> Iterable[Entry]:
    for entry in entries:
        if entry.opponent:
            first, second = entry.symbol[0], entry.symbol[1]
            yield entry._replace(symbol=first)
            if second != PENDING or first == PENDING:
                yield Entry(entry.opponent, _OPPOSITE[entry.colour], second)
            else:
                yield NOTHING
        elif entry.symbol == ByeKind.PAIRING_ALLOCATED:
            yield from (entry, entry._replace(symbol=beside_allocated))
        else:
            yield from (entry, entry)


def _points_of_games(points: PointSystem) -> tuple[PointSystem, str]:
    """Points for one game, and for the bye that stands beside `U`."""
    games = replace(
        points,
        pairing_bye=points.win,
        full_bye=points.full_bye // 2,
        half_bye=points.half_bye // 2,
        zero_bye=points.zero_bye // 2,
        games=1,
    )
    values = symbol_values(games)
    for symbol in "HFZ":
        if points.win + values[symbol] == points.pairing_bye:
            return games, symbol
    return replace(games, pairing_bye=points.pairing_bye - values["Z"]), "Z"
