"""Writing a tournament report.

`trf26`   every record of TRF26.
`trf16`   headers, players and teams, with the extensions in use where the data need them.
`trf06`   headers, players and teams alone, results as that edition has them: byes of one point
          are `+`, of half a point `=`, of none `-`, games that were too short `1`, `=`, `0`.
`engine`  only what other pairing programs read: no free text, no 162, no 192.

A document that is still what its file said is written back byte for byte.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from pairing.errors import UnsupportedRule
from pairing.results import ByeKind
from pairing.state import Colour, PointSystem
from pairing.trf.contents import Entry, NationalRecord, TrfPlayer, symbol_values
from pairing.trf.document import TrfDocument
from pairing.trf.matches import split
from pairing.trf.reading import read

_Person = TypeVar("_Person", TrfPlayer, NationalRecord)

PROFILES = ("trf26", "trf16", "trf06", "engine")

_BREAKS = str.maketrans("\r\n", "  ")

#: letters that have no decomposition into ASCII
_LETTERS = str.maketrans(
    {
        "ı": "i",
        "ø": "o",
        "Ø": "O",
        "đ": "d",
        "Đ": "D",
        "ð": "d",
        "Ð": "D",
        "þ": "th",
        "Þ": "Th",
        "ł": "l",
        "Ł": "L",
        "ß": "ss",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "–": "-",
        "—": "-",
        "½": "1/2",
    }
)


def ascii_text(text: str) -> str:
    """The text in ASCII: without accents, and `?` for what has no Latin letter."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return bare.encode("ascii", "replace").decode("ascii")


def write(
    document: TrfDocument,
    profile: str = "",
    *,
    encoding: str = "",
    line_end: str = "",
) -> bytes:
    """The document as a file. Blank choices mean: as it was read, or else TRF26, UTF-8, CRLF.

    `encoding` is "utf-8", or "ascii" for names without accents, which every reader of fixed
    columns takes.
    """
    source = document.source
    own_profile = "trf26" if document.version == "TRF26" else "trf16"
    if profile and profile not in PROFILES:
        raise UnsupportedRule("report.profile", profile=profile)
    if encoding not in ("", "utf-8", "ascii"):
        raise UnsupportedRule("report.encoding", encoding=encoding)
    if (
        source is not None
        and profile in ("", own_profile)
        and line_end in ("", source.line_end)
        and encoding in ("", source.encoding)
        and read(source.data) == document
    ):
        return source.data
    profile = profile or own_profile
    if document.point_system.games == 2:
        document = split(document)
    lines: Iterable[str] = _LINES[profile](document)
    if encoding == "ascii":
        document = _ascii(document)
        lines = (ascii_text(line) for line in _LINES[profile](document))
    end = line_end or (source.line_end if source else "\r\n")
    return "".join(f"{line}{end}" for line in map(_trimmed, lines)).encode("utf-8", "replace")


def _trimmed(line: str) -> str:
    """One line, whatever somebody pasted into a field. Blank rounds at the end of a player's line
    are columns that some readers count."""
    line = line.translate(_BREAKS)
    return line if line.startswith("001") else line.rstrip()


def _ascii(document: TrfDocument) -> TrfDocument:
    """Names first: a letter that becomes two must not move the columns."""
    return replace(
        document,
        players=tuple(_ascii_person(player) for player in document.players),
        national=tuple(_ascii_person(record) for record in document.national),
        teams=tuple(
            replace(team, name=ascii_text(team.name), nickname=ascii_text(team.nickname))
            for team in document.teams
        ),
        rosters=tuple(replace(team, name=ascii_text(team.name)) for team in document.rosters),
    )


def _ascii_person(person: _Person) -> _Person:
    return replace(person, name=ascii_text(person.name))


# Profiles


def _trf26(document: TrfDocument) -> Iterator[str]:
    yield from _comments(document)
    yield from _headers(document)
    yield from _settings(document)
    yield from _players(document.players)
    for record in document.national:
        yield _person(record.federation or "NRS", record, record.origin, record.national_id)
    yield from _teams(document)
    yield from _rosters(document)
    yield from _arrangements(document)
    yield from _matches(document)
    yield from document.other


def _settings(document: TrfDocument) -> Iterator[str]:
    if document.total_rounds:
        yield f"142 {document.total_rounds}"
    if document.initial_colour:
        yield f"152 {document.initial_colour.value.upper()}"
    if document.pair_by_position:
        yield "XXC rank"
    yield from _points(document)
    if document.rating_method:
        yield f"172 {document.rating_federation:3.3} {document.rating_method}"
    if document.controller:
        yield f"182 {document.controller}"
    if document.type_code:
        yield f"192 {document.type_code}"
    if document.tie_breaks:
        yield f"202 {','.join(document.tie_breaks)}"
    if document.standings:
        yield f"212 {','.join(document.standings)}"
    if document.time_control:
        yield f"222 {document.time_control}"
    if document.board_colours:
        yield f"352 {document.board_colours}"
    if document.match_points:
        matches = (f"{code:2}{_tenths(points, 4)}" for code, points in document.match_points)
        yield "362 " + "   ".join(matches)


def _teams(document: TrfDocument) -> Iterator[str]:
    for team in document.teams:
        yield (
            f"310 {team.number:3} {team.name:32.32} {team.nickname:5.5} {team.strength or '':6}"
            f" {_tenths(team.match_points, 6)} {_tenths(team.game_points, 6)} {team.rank or '':3}"
            f"  {_numbers(team.players)}"
        )


def _arrangements(document: TrfDocument) -> Iterator[str]:
    """Byes, virtual points, forbidden pairs and points given by hand."""
    for requested in document.requested:
        yield f"240 {requested.kind.value} {requested.round:03} {_numbers(requested.players)}"
    for part in document.accelerated:
        match_points = _tenths(part.match_points, 4) if part.match_points else "    "
        yield (
            f"250 {match_points} {_tenths(part.points, 4)} {part.first_round:03}"
            f" {part.last_round:03} {part.first:4} {part.last:4}"
        )
    for group in document.forbidden:
        last = group.last_round or max(document.planned_rounds, group.first_round)
        yield f"260 {group.first_round:03} {last:03} {_numbers(sorted(group.players))}"
    for special in document.special_points:
        match_points = _tenths(special.match_points, 5) if special.match_points else "     "
        yield (
            f"299 {special.kind:1} {match_points} {_tenths(special.points, 5)}"
            f"  {special.round:03} {_numbers(special.players)}"
        )


def _matches(document: TrfDocument) -> Iterator[str]:
    """Line-ups of teams, byes of teams and matches lost by forfeit."""
    for line_up in document.line_ups:
        cells = " ".join(f"{number:4}" if number else "0000" for number in line_up.players)
        yield f"300 {line_up.round:3} {line_up.team:3} {line_up.opponent:3} {cells}"
    for byes in document.team_byes:
        cells = " ".join(f"{number:3}" if number else "000" for number in byes.teams)
        yield f"320 {_tenths(byes.match_points, 4)} {_tenths(byes.game_points, 4)} {cells}"
    for match in document.forfeited_matches:
        yield f"330 {match.kind:2} {match.round:03} {match.white:3} {match.black:3}"


def _in_records_001(document: TrfDocument) -> TrfDocument:
    """As older editions have it: without record 172 the records 001 say which rating ranks, and
    without record 299 their points are those of their results."""
    ratings = document.ranking_ratings
    extra: dict[int, int] = {}
    for special in document.special_points:
        if not special.kind:
            for number in special.players:
                extra[number] = extra.get(number, 0) + special.points
    players = (
        replace(one, rating=ratings[one.number], points=one.points - extra.get(one.number, 0))
        for one in document.players
    )
    return replace(document, players=tuple(players))


def _trf16(document: TrfDocument) -> Iterator[str]:
    document = _in_records_001(document)
    yield from _comments(document)
    yield from _headers(document)
    yield from _extensions(document)
    yield from _players(_with_coming_byes(document))
    yield from _rosters(document)
    yield from document.other


#: results that TRF06 does not have, and what stood for them
_OLD_SYMBOLS = {"U": "+", "F": "+", "H": "=", "Z": "-", "W": "1", "D": "=", "L": "0", "?": " "}
_OLD_TITLES = {
    "GM": "g", "IM": "m", "FM": "f", "CM": "c", "WGM": "wg", "WIM": "wm", "WFM": "wf", "WCM": "wc",
}  # fmt: skip


def _trf06(document: TrfDocument) -> Iterator[str]:
    document = _in_records_001(document)
    players = (
        replace(
            player,
            title=_OLD_TITLES.get(player.title, player.title),
            rounds=tuple(
                entry._replace(symbol=_OLD_SYMBOLS.get(entry.symbol, entry.symbol))
                for entry in player.rounds
            ),
        )
        for player in document.players
    )
    yield from _headers(document)
    yield from _players(players)
    yield from _rosters(document)


def _engine(document: TrfDocument) -> Iterator[str]:
    document = _in_records_001(document)
    yield f"012 {document.name}"
    if document.total_rounds:
        yield f"142 {document.total_rounds}"
    if document.initial_colour:
        yield f"152 {document.initial_colour.value.upper()}"
    yield from _extensions(document)
    yield from _players(_with_coming_byes(document))


_LINES = {"trf26": _trf26, "trf16": _trf16, "trf06": _trf06, "engine": _engine}


# Records


def _comments(document: TrfDocument) -> Iterator[str]:
    for comment in document.comments:
        yield comment if comment.startswith("###") else f"### {comment}"


def _headers(document: TrfDocument) -> Iterator[str]:
    players = document.players
    yield f"012 {document.name}"
    for code, text in (
        ("022", document.city),
        ("032", document.federation),
        ("042", document.start_date),
        ("052", document.end_date),
    ):
        if text:
            yield f"{code} {text}"
    yield f"062 {len(players)}"
    yield f"072 {sum(1 for player in players if player.rating)}"
    yield f"082 {len(document.teams) or len(document.rosters)}"
    for code, text in (("092", document.type_text), ("102", document.chief_arbiter)):
        if text:
            yield f"{code} {text}"
    for deputy in document.deputies:
        yield f"112 {deputy}"
    if document.time_text:
        yield f"122 {document.time_text}"
    if any(document.round_dates):
        cells = (f"{_short_date(date):8.8}" for date in document.round_dates)
        yield "132".ljust(91) + "  ".join(cells)


def _points(document: TrfDocument) -> Iterator[str]:
    """162, and XXS for what 162 has no symbol for."""
    points = document.points
    if points is None:
        return
    expressed = PointSystem.of(
        points.win,
        points.draw,
        points.loss,
        zero_bye=points.zero_bye,
        forfeit_loss=points.zero_bye,
        pairing_bye=points.pairing_bye,
        adjourned=points.adjourned,
    )
    exact = expressed == points
    cells = [
        ("W", points.win, points.win != 10),
        ("D", points.draw, points.draw != 5),
        ("L", points.loss, points.loss != 0),
        ("A", points.zero_bye, exact and points.zero_bye != 0),
        ("P", points.pairing_bye, points.pairing_bye != points.win),
        ("X", points.adjourned, points.adjourned != points.draw),
    ]
    shown = [cell for cell in cells if cell[2]] or cells[:1]
    yield "162  " + "    ".join(f"{symbol}{_tenths(value, 4)}" for symbol, value, _ in shown)
    if not exact:
        yield f"XXS {_xxs(points)}"


def _xxs(points: PointSystem) -> str:
    """Every setting, so that their order cannot matter."""
    cells = {
        "WW": points.win,
        "BW": points.win,
        "WD": points.draw,
        "BD": points.draw,
        "WL": points.loss,
        "BL": points.loss,
        "ZPB": points.zero_bye,
        "HPB": points.half_bye,
        "FPB": points.full_bye,
        "PAB": points.pairing_bye,
        "FW": points.forfeit_win,
        "FL": points.forfeit_loss,
    }
    return " ".join(f"{name}={_tenths(value, 4).strip()}" for name, value in cells.items())


def _extensions(document: TrfDocument) -> Iterator[str]:
    """The lines for which TRF16 has no record."""
    if document.total_rounds:
        yield f"XXR {document.total_rounds}"
    words = ["rank"] if document.pair_by_position else []
    if document.initial_colour:
        words.append("white1" if document.initial_colour is Colour.WHITE else "black1")
    if words:
        yield f"XXC {' '.join(words)}"
    points = document.points
    if points is not None:
        default = PointSystem.of(points.win, points.draw, points.loss)
        simple = replace(
            default,
            pairing_bye=points.pairing_bye,
            zero_bye=points.zero_bye,
            forfeit_loss=points.forfeit_loss,
            adjourned=points.adjourned,
        )
        if simple != points:
            yield f"XXS {_xxs(points)}"
        elif points != PointSystem():
            for code, value in (
                ("BBW", points.win),
                ("BBD", points.draw),
                ("BBL", points.loss),
                ("BBZ", points.zero_bye),
                ("BBF", points.forfeit_loss),
                ("BBU", points.pairing_bye),
            ):
                yield f"{code} {_tenths(value, 4)}"
    try:
        virtual = document.virtual_points() or document.baku_points()
    except UnsupportedRule:
        virtual = {}  # a point system without Baku: the file contradicts itself
    for number, row in sorted(virtual.items()):
        yield f"XXA {number:4} " + " ".join(_tenths(value, 4) for value in row)
    for group in document.forbidden:
        if group.applies_to(document.begun_rounds + 1):
            yield f"XXP {' '.join(map(str, sorted(group.players)))}"
    away = [
        str(number)
        for requested in document.requested
        if requested.round == document.begun_rounds + 1 and requested.kind is ByeKind.ZERO_POINT
        for number in requested.players
    ]
    if away and document.individual:
        yield f"XXZ {' '.join(away)}"


def _with_coming_byes(document: TrfDocument) -> Iterator[TrfPlayer]:
    """Half- and full-point byes of the round to pair stand in its columns, points included."""
    coming = document.begun_rounds + 1
    kinds = {
        number: requested.kind
        for requested in document.requested
        if requested.round == coming and requested.kind is not ByeKind.ZERO_POINT
        for number in requested.players
    }
    values = symbol_values(document.point_system)
    for player in document.players:
        kind = kinds.get(player.number)
        if kind is None or not document.individual or player.entry(coming).symbol != " ":
            yield player
            continue
        rounds = list(player.rounds)
        rounds += [Entry()] * (coming - len(rounds))
        rounds[coming - 1] = Entry(0, "-", kind.value)
        yield replace(player, rounds=tuple(rounds), points=player.points + values[kind.value])


def _players(players: Iterable[TrfPlayer]) -> Iterator[str]:
    for player in players:
        head = _person("001", player, player.federation, player.fide_id)
        cells = "".join(
            f"  {entry.opponent:4} {entry.colour} {entry.symbol}"
            if entry.opponent
            else "          "
            if entry.symbol == " "
            else f"  0000 - {entry.symbol}"
            for entry in player.rounds
        )
        yield f"{head}{_tenths(player.points, 5)} {player.rank or '':4}{cells}"


def _person(code: str, person: TrfPlayer | NationalRecord, federation: str, number: str) -> str:
    """Columns 1-79, which 001 and NRS share."""
    return (
        f"{code:3.3} {person.number:4} {person.sex:1.1}{person.title:>3.3} {person.name:33.33}"
        f" {person.rating or '':4} {federation:3.3} {number:>11.11} {person.birth_date:10.10}"
    )


def _rosters(document: TrfDocument) -> Iterator[str]:
    for roster in document.rosters:
        yield f"013 {roster.name:32.32}{_numbers(roster.players)}"


# Cells


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(f"{number:4}" for number in numbers)


def _tenths(value: int, width: int) -> str:
    sign = "-" if value < 0 else ""
    whole, rest = divmod(abs(value), 10)
    text = f"{sign}{whole}.{rest}"
    if len(text) > width and rest == 0:
        text = text[:-2]
    return text.rjust(width)


def _short_date(date: str) -> str:
    """`YYYY/MM/DD` → `YY/MM/DD`."""
    return date[2:] if len(date) == 10 else date
