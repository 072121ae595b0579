"""Reading a tournament report: the file, its lines, the document.

What is malformed beyond doubt is a `FileError` with line and column. What can be understood in
one way only, or has a default, becomes an `Adjustment`. Nothing is repaired in silence.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from pairing.errors import FileError
from pairing.results import ByeKind
from pairing.state import PointSystem
from pairing.trf import headers, players, records, types
from pairing.trf.building import ranges_of
from pairing.trf.consistency import Row, check_points, settle_rounds
from pairing.trf.contents import Acceleration, RequestedBye, Source, TrfPlayer
from pairing.trf.decoding import decoded
from pairing.trf.document import TrfDocument
from pairing.trf.lines import MAX_BYTES, MAX_LINE, MAX_SPECIAL, MAX_WORK, Line, Reading
from pairing.trf.matches import joined

_LINE_END = re.compile(r"\r\n|\r|\n")
#: records that only TRF26 has
TRF26_CODES = frozenset(
    code
    for codes in (
        "142 152 162 172 182 192 202 212 222 352 362",
        "240 250 260 299 300 310 320 330 801 802",
    )
    for code in codes.split()
)
#: a line that people put under the others to count columns: "1234567890123", "....5....10....15"
_RULER = re.compile(
    r"(?:[0-9]{3} )?[0-9]{12,}"  # 12345678901234567890
    r"|[-=_+|.:*~^ ]{12,}"  # --------- --------
    r"|[0-9]{0,3}(?:[.:|+ -]{3,}[0-9]{1,3})+[.:|+ -]{0,12}"  # ....5....10....15, 1       2
)
_DIGITS = re.compile(r"(?:[0-9]{3} )?[0-9]{12,}")
_LONGEST_RULER = 600
#: an NRS record's code is a federation; its columns are those of 001
_NATIONAL = re.compile(r"(?!XX|BB)[A-Z]{3} (?=[ 0-9]{4}(?: |$)) {0,3}[0-9]+(?: |$)", re.ASCII)


def read(data: bytes | str) -> TrfDocument:
    """A document from the content of a file. Raises `FileError` and nothing else."""
    if len(data) > MAX_BYTES:
        raise FileError("expected.size", size=MAX_BYTES // 1_000_000, found=f"{len(data)} bytes")
    reading = Reading()
    text, source = _decoded(data, reading)
    for number, content in enumerate(_LINE_END.split(text), 1):
        if content.strip():
            _read_line(Line(number, content), reading)
    return _document(reading, source)


# The file


def _decoded(data: bytes | str, reading: Reading) -> tuple[str, Source]:
    if isinstance(data, str):
        text = data
        raw = data.encode("utf-8", "replace")
        encoding = "utf-8"
    else:
        raw = data
        text, encoding = _decode(data, reading)
    reading.encoding = encoding
    if "\ufffd" in text:
        line = len(_LINE_END.findall(text[: text.index("\ufffd")])) + 1
        reading.adjust("unreadable", line, times=text.count("\ufffd"))
    # Old DOS programs end a file with Ctrl-Z.
    text = text.removeprefix("\ufeff").rstrip("\x1a\x00")
    end = _LINE_END.search(text)
    return text, Source(raw, encoding, end[0] if end else "\r\n")


def _decode(data: bytes, reading: Reading) -> tuple[str, str]:
    text, encoding = decoded(data)
    if encoding != "utf-8":
        reading.adjust("encoding", encoding=encoding)
    return text, encoding


# The lines


def _read_line(line: Line, reading: Reading) -> None:
    code = line.code
    if code == "###":
        reading.add("comments", line.text.rstrip())
        return
    if _is_ruler(line):
        _keep(line, reading, "ruler")
        return
    reader = _READERS.get(code)
    if reader is None and _NATIONAL.match(line.text):
        reading.national.append(line)
        return
    if reader is None:
        _keep(line, reading)
        return
    if len(line.text) > MAX_LINE:
        raise line.error("expected.characters", MAX_LINE + 1, most=MAX_LINE)
    if line.text[3:4].strip():
        if code not in _TEXTS:
            raise line.error("expected.blank_after_code", 4)
        reading.count("no_blank_after_code", code, line.number)
        line = Line(line.number, f"{code} {line.text[3:]}")
    if code in reading.seen and code in _ONCE:
        first = reading.seen[code]
        reading.adjust(
            "repeated_record",
            line.number,
            record=code,
            first=first,
        )
    reading.seen.setdefault(code, line.number)
    reader(line, reading)


def _is_ruler(line: Line) -> bool:
    text = line.text.strip()
    if not 12 <= len(text) <= _LONGEST_RULER or not _RULER.fullmatch(text):
        return False
    if _DIGITS.fullmatch(text):
        digits = [int(one) for one in text.rpartition(" ")[2]]
        steps = [(two - one) % 10 for one, two in pairwise(digits)]
        return all(step < 2 for step in steps) and sum(steps) * 20 >= len(steps)
    return not (line.code in _READERS and line.text[3:4] == " " and " " in text[4:])


def _keep(line: Line, reading: Reading, told: str = "") -> None:
    if told:
        reading.count(told, line.text.strip()[:20], line.number)
    else:
        reading.seen.setdefault(line.code, line.number)
        reading.count("unknown_record", line.code, line.number)
    reading.add("other", line.text.rstrip())


_TEXTS: dict[str, Callable[[Line, Reading], None]] = {
    "012": headers.text("name"),
    "022": headers.text("city"),
    "032": headers.text("federation"),
    "042": headers.date("start_date"),
    "052": headers.date("end_date"),
    "062": headers.stated_count,
    "072": headers.stated_count,
    "082": headers.stated_count,
    "092": headers.text("type_text"),
    "102": headers.text("chief_arbiter"),
    "112": headers.deputy,
    "122": headers.text("time_text"),
    "182": headers.text("controller"),
    "192": headers.type_code,
    "202": headers.codes("tie_breaks"),
    "212": headers.codes("standings"),
    "222": headers.text("time_control"),
    "352": headers.text("board_colours"),
}

_READERS: dict[str, Callable[[Line, Reading], None]] = _TEXTS | {
    "001": players.player,
    "013": records.shifted(records.roster, 5, 36),
    "132": headers.round_dates,
    "142": headers.total_rounds,
    "152": headers.initial_colour,
    "162": headers.point_system,
    "172": headers.rating_method,
    "240": records.requested,
    "250": records.accelerated,
    "260": records.prohibited,
    "299": records.special_points,
    "300": records.shifted(records.line_up, 5, 8, 12, 16),
    "310": records.shifted(records.team, 5, 8, 41, 47, 54, 61, 68, 72),
    "320": records.team_byes,
    "330": records.forfeited_match,
    "362": headers.match_points,
    "801": records.kept,
    "802": records.kept,
    "XXR": headers.total_rounds,
    "XXC": headers.configuration,
    "XXS": headers.xxs,
    "XXZ": records.absent,
    "XXP": records.xxp,
    "XXA": records.xxa,
    "BBW": headers.bb_points("win", "forfeit_win", "full_bye"),
    "BBD": headers.bb_points("draw", "half_bye"),
    "BBL": headers.bb_points("loss"),
    "BBZ": headers.bb_points("zero_bye"),
    "BBF": headers.bb_points("forfeit_loss"),
    "BBU": headers.bb_points("pairing_bye"),
}

_ONCE = (_TEXTS.keys() - {"112"}) | {"132", "142", "152", "162", "172", "362", "XXR"}


# The document


def _document(reading: Reading, source: Source) -> TrfDocument:
    if not reading.rows:
        raise FileError("expected.players", at=(1, 1))
    _read_national(reading)
    for (code, value), lines in reading.counted.items():
        reading.adjust(code, lines[0], value=value, times=len(lines))
    _check_members(reading)
    by_position = bool(reading.fields.get("pair_by_position"))
    rows = list(reading.rows.values())
    if not by_position:
        rows.sort(key=lambda row: row.number)
    begun = settle_rounds(reading.rows, reading.adjust)
    fields = reading.fields
    for name, items in reading.lists.items():
        if name != "members":
            fields[name] = tuple(items)
    _plan(reading, begun)
    _absences(reading, begun)
    fields["accelerated"] = _canonical(reading, fields.get("accelerated", ()))
    last = fields["total_rounds"]
    fields["forbidden"] = tuple(
        # To the last round, or beyond, is to the end.
        records.forbidden_group(
            tuple(group.players),
            group.first_round,
            0 if group.last_round >= last else group.last_round,
        )
        for group in fields.get("forbidden", ())
    )
    fields["version"] = _version(reading, rows)
    people = tuple(
        TrfPlayer(number=row.number, rounds=tuple(row.entries), **row.fields) for row in rows
    )
    if reading.points:
        fields["points"] = _points_of(reading.points)
    document = TrfDocument(players=people, **fields)
    points, fields["points"] = check_points(document, rows, reading.adjust)
    fields["players"] = tuple(replace(player, points=points[player.number]) for player in people)
    _assume(reading, rows)
    document = TrfDocument(source=source, adjustments=tuple(reading.adjustments), **fields)
    return joined(document) if types.games_a_round(document) == 2 else document


def _read_national(reading: Reading) -> None:
    """Records NRS belong to record 172. Without it, only what fits in every respect is one."""
    announced = "rating_method" in reading.fields
    for line in reading.national:
        try:
            record = players.national(line, reading)
        except FileError:
            if announced:
                raise
            _keep(line, reading)
            continue
        if record.number not in reading.rows:
            if announced:
                raise line.error("expected.known_player", 5, str(record.number))
            _keep(line, reading)
            continue
        reading.add("national", record)


def _points_of(stated: dict[str, int]) -> PointSystem:
    names = dict(stated)
    return PointSystem.of(names.pop("win", 10), names.pop("draw", 5), names.pop("loss", 0), **names)


def _check_members(reading: Reading) -> None:
    """Every number named anywhere belongs to a player, or to a team of a team event."""
    known = set(reading.rows) | {team.number for team in reading.lists.get("teams", [])}
    for line, column, number in reading.lists.get("members", []):
        if number not in known:
            raise FileError(
                "expected.number_of_player_or_team", at=(line, column), found=str(number)
            )
    for line, number in reading.absent:
        if number not in reading.rows:
            raise FileError("expected.number_of_player", at=(line, 5), found=str(number))


def _plan(reading: Reading, begun: int) -> None:
    """142 and XXR: how many rounds were announced."""
    stated = list(reading.rounds.values())
    columns = max(len(row.entries) for row in reading.rows.values())
    if len({number for _, number in stated}) > 1:
        total = reading.rounds["142"][1]
        reading.adjust(
            "rounds_disagree",
            reading.rounds["XXR"][0],
            rounds=total,
        )
    elif stated:
        total = stated[0][1]
    else:
        total = max(columns, 1)
        reading.adjust(
            "rounds_assumed",
            rounds=total,
        )
    if total < begun:
        reading.adjust(
            "rounds_raised",
            stated[0][0],
            stated=total,
            rounds=begun,
        )
        total = begun
    reading.fields["total_rounds"] = total


def _absences(reading: Reading, begun: int) -> None:
    """XXZ becomes a zero-point bye for the round to pair."""
    numbers = tuple(dict.fromkeys(number for _, number in reading.absent))
    if numbers:
        bye = RequestedBye(ByeKind.ZERO_POINT, begun + 1, numbers)
        reading.fields["requested"] = (*reading.fields.get("requested", ()), bye)


def _canonical(reading: Reading, stated: tuple[Acceleration, ...]) -> tuple[Acceleration, ...]:
    numbers = len(reading.rows)
    rounds = reading.fields["total_rounds"]
    work = sum(
        min(part.last - part.first + 1, numbers) * min(part.last_round, rounds) for part in stated
    )
    if work > MAX_WORK:
        line = reading.seen["250"]
        raise FileError("expected.fewer_accelerated", at=(line, 1), found="250")
    special = sum(len(part.players) for part in reading.lists.get("special_points", []))
    if special > MAX_SPECIAL:
        line = reading.seen["299"]
        raise FileError("expected.fewer_special", at=(line, 1), found="299")
    if reading.virtual and stated:
        line = reading.seen["XXA"]
        raise FileError("expected.one_acceleration", at=(line, 1), found="XXA")
    return ranges_of(reading.virtual) if reading.virtual else stated


def _version(reading: Reading, rows: list[Row]) -> str:
    codes = reading.seen.keys()
    # Programs that write TRF16 put 142 beside XXR; then it says nothing about the rest.
    if (
        codes & (TRF26_CODES - {"142"} if "XXR" in codes else TRF26_CODES)
        or "national" in reading.lists
    ):
        return "TRF26"
    if any(code[:2] in ("XX", "BB") for code in codes):
        return "TRF16"
    symbols = {entry.symbol for row in rows for entry in row.raw if not entry.opponent}
    if symbols & set("FHUZ") or any(
        entry.symbol in "WDL" for row in rows for entry in row.raw if entry.opponent
    ):
        return "TRF16"
    old = symbols & set("+-=10") or "title" in {code for code, _ in reading.counted}
    return "TRF06" if old else "TRF16"


def _assume(reading: Reading, rows: list[Row]) -> None:
    """Assumes what an older file does not say, and a file of TRF26 would."""
    fields = reading.fields
    version = fields["version"]
    counts = {
        "062": len(rows),
        "072": sum(1 for row in rows if row.fields["rating"]),
        "082": len(fields.get("teams", ())) or len(fields.get("rosters", ())),
    }
    for code, stated in reading.stated.items():
        if stated != counts[code]:
            reading.adjust(
                "count",
                reading.seen[code],
                record=code,
                stated=stated,
                counted=counts[code],
            )
    if fields.get("initial_colour") is None and any(
        entry.opponent for row in rows for entry in row.entries[:1]
    ):
        reading.adjust("initial_colour")
    if not fields.get("type_code"):
        code = types.code_of_text(
            fields.get("type_text", ""), len(rows), int(fields["total_rounds"])
        )
        fields["type_code"] = code
        assumed = code or "FIDE_DUTCH_2025"
        reading.adjust(
            "missing_record",
            record="192",
            assumed=assumed,
        )
    if version == "TRF26":
        return
    reading.adjust(
        "version",
        version=version,
    )
    if fields["points"] is None:
        reading.adjust("missing_record", record="162", assumed="1-=-0")
    for code, assumed in (("172", "FIDE"), ("202", ""), ("212", "PTS")):
        reading.adjust("missing_record", record=code, assumed=assumed)
