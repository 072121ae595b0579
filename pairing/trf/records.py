"""Reading the other records: teams, byes, acceleration, forbidden pairs, special points."""

import re
from collections.abc import Callable, Iterator

from pairing.errors import FileError
from pairing.results import ByeKind
from pairing.state import ForbiddenGroup
from pairing.trf.contents import (
    Acceleration,
    ForfeitedMatch,
    LineUp,
    RequestedBye,
    Roster,
    SpecialPoints,
    TeamByes,
    TrfTeam,
)
from pairing.trf.lines import MAX_ROUNDS, Line, Reading

# Teams


def _members(line: Line, reading: Reading, numbers: tuple[int, ...], column: int) -> None:
    """To be checked once all players are known."""
    for number in numbers:
        reading.add("members", (line.number, column, number))


def shifted(
    read: Callable[[Line, Reading], None], *columns: int
) -> Callable[[Line, Reading], None]:
    """A reader that also takes a line whose fields stand one column too far on from one of these
    columns, and tells it. What it refuses, it refuses for the line as it stands."""

    def reader(line: Line, reading: Reading) -> None:
        members = reading.lists.setdefault("members", [])
        known, told = len(members), len(reading.adjustments)
        try:
            read(line, reading)
        except FileError as refused:
            for text in _nudged(line.text, columns):
                del members[known:], reading.adjustments[told:]
                try:
                    read(Line(line.number, text), reading)
                except FileError:
                    continue
                reading.count("columns_shifted", line.code, line.number)
                return
            raise refused

    return reader


def _nudged(text: str, columns: tuple[int, ...]) -> Iterator[str]:
    for column in columns:
        if text[column - 1 : column] == " ":
            yield text[: column - 1] + text[column:]
        if text[column - 2 : column - 1] == " ":
            yield f"{text[: column - 1]} {text[column - 1 :]}"


def roster(line: Line, reading: Reading) -> None:
    if line.text[35:36].strip() and line.text[36:37].strip():
        raise line.error("expected.blank", 37)  # a word goes on: no number begins here
    numbers = line.naturals(37, 5, 4, "expected.player")
    _members(line, reading, numbers, 37)
    reading.add("rosters", Roster(line.part(5, 36), numbers))


def team(line: Line, reading: Reading) -> None:
    for column in (8, 41, 47, 54, 61, 68, 72, 73):
        line.blank(column)
    number = line.natural(5, 7, "expected.team")
    if any(team.number == number for team in reading.lists.get("teams", [])):
        raise line.error("expected.new_team", 5, str(number))
    numbers = line.naturals(74, 5, 4, "expected.player")
    _members(line, reading, numbers, 74)
    strength = line.tenths(48, 53, "expected.strength", 0)
    if strength % 10:
        reading.adjust(
            "strength",
            line.number,
            team=number,
        )
    reading.add(
        "teams",
        TrfTeam(
            number=number,
            name=line.part(9, 40),
            players=numbers,
            nickname=line.part(42, 46),
            strength=(strength + 5) // 10,
            match_points=line.tenths(55, 60, "expected.match_points", 0),
            game_points=line.tenths(62, 67, "expected.game_points", 0),
            rank=line.natural(69, 71, "expected.rank", 0),
        ),
    )


def line_up(line: Line, reading: Reading) -> None:
    players = []
    for column in range(17, len(line.text.rstrip()) + 1, 5):
        players.append(line.natural(column, column + 3, "expected.player", 0))
    _members(line, reading, tuple(number for number in players if number), 17)
    reading.add(
        "line_ups",
        LineUp(
            round=line.natural(5, 7, "expected.round"),
            team=line.natural(9, 11, "expected.team"),
            opponent=line.natural(13, 15, "expected.team", 0),
            players=tuple(players),
        ),
    )


def team_byes(line: Line, reading: Reading) -> None:
    teams = []
    for column in range(15, len(line.text.rstrip()) + 1, 4):
        teams.append(line.natural(column, column + 2, "expected.team", 0))
    reading.add(
        "team_byes",
        TeamByes(
            match_points=line.tenths(5, 8, "expected.match_points", 0),
            game_points=line.tenths(10, 13, "expected.game_points", 0),
            teams=tuple(teams),
        ),
    )


def forfeited_match(line: Line, reading: Reading) -> None:
    kind = line.part(5, 6)
    if kind not in ("+-", "-+", "--"):
        raise line.error("expected.forfeit", 5)
    reading.add(
        "forfeited_matches",
        ForfeitedMatch(
            kind=kind,
            round=line.natural(8, 10, "expected.round"),
            white=line.natural(12, 14, "expected.team"),
            black=line.natural(16, 18, "expected.team"),
        ),
    )


# Byes, acceleration, forbidden pairs, special points


def requested(line: Line, reading: Reading) -> None:
    kind = line.part(5, 5).upper()
    if kind not in ("F", "H", "Z"):
        raise line.error("expected.bye", 5)
    number = line.natural(7, 9, "expected.round")
    if not 1 <= number <= MAX_ROUNDS:
        raise line.error("expected.round_range", 7, most=MAX_ROUNDS)
    numbers = line.naturals(11, 5, 4, "expected.number")
    _members(line, reading, numbers, 11)
    if numbers:
        reading.add("requested", RequestedBye(ByeKind(kind), number, numbers))
    else:
        reading.count("record_without_players", "240", line.number)


def absent(line: Line, reading: Reading) -> None:
    for column, word in line.words():
        reading.absent.append((line.number, _number(line, column + 4, word)))


def _number(line: Line, column: int, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 4 and int(word)):
        raise line.error("expected.player", column, word)
    return int(word)


def forbidden_group(numbers: tuple[int, ...], first: int, last: int) -> ForbiddenGroup:
    return ForbiddenGroup(frozenset(numbers), first, last)


def xxp(line: Line, reading: Reading) -> None:
    numbers = tuple(_number(line, column + 4, word) for column, word in line.words())
    _members(line, reading, numbers, 5)
    if len(set(numbers)) < 2:
        reading.count("record_without_players", "XXP", line.number)
    reading.add("forbidden", forbidden_group(numbers, 1, 0))


def prohibited(line: Line, reading: Reading) -> None:
    first = line.natural(5, 7, "expected.round", 0)
    last = line.natural(9, 11, "expected.round", 0)
    numbers = line.naturals(13, 5, 4, "expected.number")
    if last and last < first:
        raise line.error("expected.last_round", 9, line.part(9, 11))
    _members(line, reading, numbers, 13)
    if len(set(numbers)) < 2:
        reading.count("record_without_players", "260", line.number)
    reading.add("forbidden", forbidden_group(numbers, max(first, 1), last))


def xxa(line: Line, reading: Reading) -> None:
    number = line.natural(5, 8, "expected.player")
    _members(line, reading, (number,), 5)
    points = []
    for column in range(10, len(line.text.rstrip()) + 1, 5):
        points.append(line.tenths(column, column + 3, "expected.points", 0))
    reading.virtual[number] = tuple(points[:MAX_ROUNDS])


def accelerated(line: Line, reading: Reading) -> None:
    first_round = line.natural(15, 17, "expected.round")
    last_round = line.natural(19, 21, "expected.round")
    if not 1 <= first_round <= min(last_round, MAX_ROUNDS):
        raise line.error("expected.rounds_from_to", 15, line.text[14:21])
    first = line.natural(23, 26, "expected.first_number")
    last = line.natural(28, 31, "expected.last_number", first)
    if last < first:
        raise line.error("expected.last_not_below_first", 28, line.text[27:31])
    reading.add(
        "accelerated",
        Acceleration(
            points=line.tenths(10, 13, "expected.points", 0),
            first_round=first_round,
            last_round=min(last_round, MAX_ROUNDS),
            first=first,
            last=last,
            match_points=line.tenths(5, 8, "expected.match_points", 0),
        ),
    )


def special_points(line: Line, reading: Reading) -> None:
    """299: type 5, match points 7-11, game points 13-17, round 20-22, numbers from 24. Programs
    that put one blank between the fields are read by their words."""
    try:
        _in_columns(line, reading)
    except FileError:
        if (text := _by_words(line)) is None:
            raise
        _in_columns(Line(line.number, text), reading)
        reading.count("columns_shifted", "299", line.number)


_SPECIAL = re.compile(
    r"299(?: +(?P<kind>[WDLFHZ+-]))?(?: +(?P<first>-?[0-9]{1,3}[.,][0-9]))?"
    r" +(?P<points>-?[0-9]{1,3}[.,][0-9]) +(?P<round>[0-9]{1,3})(?P<players>(?: +[0-9]{1,4})+)",
    re.ASCII,
)


def _by_words(line: Line) -> str | None:
    """The line in the columns of the standard, if its words can be told apart."""
    match = _SPECIAL.fullmatch(line.text.rstrip().upper())
    if match is None:
        return None
    numbers = " ".join(f"{number:>4}" for number in match["players"].split())
    return (
        f"299 {match['kind'] or '':1} {match['first'] or '':>5} {match['points']:>5}"
        f"  {int(match['round']):03} {numbers}"
    )


def _in_columns(line: Line, reading: Reading) -> None:
    kind = line.part(5, 5).upper()
    if kind and kind not in "WDLFHZ+-":
        raise line.error("expected.special_result", 5)
    for column in (6, 12, 18, 19, 23):
        line.blank(column)
    number = line.natural(20, 22, "expected.round", 0)
    numbers = line.naturals(24, 5, 4, "expected.number")
    points = line.tenths(13, 17, "expected.points", 0)
    match_points = line.tenths(7, 11, "expected.match_points", 0)
    if not numbers:
        raise line.error("expected.number", 24)
    _members(line, reading, numbers, 24)
    if not kind and not number:
        reading.adjust(
            "bonus_without_round",
            line.number,
        )
    reading.add(
        "special_points",
        SpecialPoints(
            kind=kind,
            points=points,
            round=number,
            players=numbers,
            match_points=match_points,
        ),
    )


def kept(line: Line, reading: Reading) -> None:
    """801 and 802 inform, and repeat what other records say."""
    reading.add("other", line.text.rstrip())
