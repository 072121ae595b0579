"""A federation's national list and its own lists, as CSV or XLSX, into the register.

Which column holds what is asked once and remembered for the list. Players are found by FIDE ID,
else by national ID; those of an own list, which need not have numbers, else by a name that only
one has. Players found in none of these ways are added. Small enough (a federation, not the world)
to be one transaction from file to register; the same file again changes nothing.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from tournaments.core.columns import SEXES, TITLES, column_of
from tournaments.core.tables import UnreadableTable, rows_of_table
from tournaments.core.text import fold
from tournaments.kernel.errors import Refused
from tournaments.kernel.jobs import end_if_cancelled, keep_going, report_progress
from tournaments.kernel.log import record
from tournaments.models import Job, ListImport, RatingList, RegisteredPlayer, User
from tournaments.register import taking_back
from tournaments.register.files import keep_file, pieces_of
from tournaments.register.importing import BLOCK, one_list_at_a_time
from tournaments.register.merging import learn_words

#: what a column may hold
FIELDS = (
    "name", "surname", "given", "national_id", "rating", "fide_id", "club", "birth_date", "sex",
    "title",
)  # fmt: skip
#: so many lines are looked at before the import
LOOKED_AT = 2000
SHOWN = 12
#: lines that were not understood and are named by their numbers
NAMED = 100
#: and so long, for somebody who waits for the page
SECONDS = 10
_REGISTER = RegisteredPlayer._meta.db_table
_STAGED = """
    line integer, national_id varchar(20), fide_id varchar(11), name varchar(120),
    search_key varchar(120), club varchar(120), birth_date varchar(10), sex varchar(1),
    title varchar(3), rating smallint, player_id bigint
"""


# --- Receive, and say what the columns hold -------------------------------------------------------


@transaction.atomic
def receive_local_list(
    *,
    pieces: Iterable[bytes],
    file_name: str,
    federation: str,
    month: date,
    by: User | None,
    name: str = "",
) -> ListImport:
    """Keep the file of the national list, or of the own list of that name."""
    rating_list = local_list(federation=federation, name=name)
    month = month.replace(day=1)
    if rating_list.month and month < rating_list.month:
        raise Refused("register.older_list", field="month", month=f"{rating_list.month:%Y-%m}")
    return keep_file(rating_list, pieces, file_name, month, by)


def local_list(*, federation: str, name: str = "") -> RatingList:
    if not re.fullmatch(r"[A-Z]{3}", federation):
        raise Refused("register.federation_needed", field="federation")
    name = " ".join(name.split())
    kind = RatingList.Kind.OWN if name else RatingList.Kind.NATIONAL
    found = RatingList.objects.filter(kind=kind, federation=federation, name__iexact=name).first()
    return found or RatingList.objects.create(kind=kind, federation=federation, name=name)


def sample(work: ListImport) -> tuple[list[str], list[list[str]], dict[str, str]]:
    """The header, a few rows, and what each column seems to hold: as last time, else by name."""
    rows = list(islice(_rows(work, SECONDS), 6))
    if len(rows) < 2:
        raise Refused("register.unknown_table", field="file")
    header = rows[0]
    remembered = work.list.mapping
    guessed = {word: remembered.get(word) or _guess(word) for word in header}
    if "rating" not in guessed.values():  # the only one is that of the list
        guessed |= {word: "rating" for word in header if fold(word) == "rating"}
    return header, rows[1:], guessed


def _guess(word: str) -> str:
    column = column_of(word)
    column = {"national_rating": "rating", "fide_rating": ""}.get(column, column)
    return column if column in FIELDS else ""


@dataclass(frozen=True, slots=True)
class ReadLine:
    number: int
    name: str
    national_id: str
    fide_id: str
    rating: str
    club: str


@dataclass(frozen=True, slots=True)
class ListPreview:
    """The first lines of a file, as they are understood."""

    lines: tuple[ReadLine, ...]
    read: int
    bad: tuple[int, ...]  # the lines that are not
    twice: tuple[int, ...]  # those whose number stood in an earlier line, which counts
    lowest: int  # of the ratings, so that a wrong column is seen
    highest: int


def look(work: ListImport, mapping: dict[str, str]) -> ListPreview:
    """Read the file with these columns. Nothing is kept."""
    mapping = _checked(work, mapping)
    rows = _rows(work, SECONDS)
    places = _places(next(rows, []), mapping)
    lines: list[ReadLine] = []
    bad: list[int] = []
    twice: list[int] = []
    seen: set[tuple[str, str]] = set()
    ratings: list[int] = []
    for number, cells in enumerate(islice(rows, LOOKED_AT), start=2):
        if not any(cells):
            continue
        values = _values(cells, places, work.list.kind)
        if values is None:
            bad.append(number)
            continue
        national_id, fide_id, name, _key, club, _birth, _sex, _title, rating = values
        own = {one for one in (("national", national_id), ("fide", fide_id)) if one[1]}
        if own & seen:
            twice.append(number)
            continue
        seen |= own
        ratings.append(int(rating))
        if len(lines) < SHOWN:
            lines.append(ReadLine(number, name, national_id, fide_id, rating, club))
    rated = [rating for rating in ratings if rating]
    return ListPreview(
        tuple(lines),
        len(ratings),
        tuple(bad),
        tuple(twice),
        min(rated, default=0),
        max(rated, default=0),
    )


@transaction.atomic
def choose_columns(*, work: ListImport, mapping: dict[str, str]) -> ListImport:
    """Header word → field; remembered for the next file of this list."""
    mapping = _checked(work, mapping)
    work.mapping = mapping
    if "mapping_before" not in work.reading:
        work.reading = work.reading | {"mapping_before": work.list.mapping}
    work.save(update_fields=["mapping", "reading"])
    RatingList.objects.filter(pk=work.list_id).update(mapping=mapping)
    return work


def choose_by_itself(work: ListImport) -> None:
    """The columns as remembered or as their names say, when nobody is there to be asked."""
    choose_columns(work=work, mapping=sample(work)[2])


def _checked(work: ListImport, mapping: dict[str, str]) -> dict[str, str]:
    mapping = {word: name for word, name in mapping.items() if name in FIELDS}
    chosen = set(mapping.values())
    if not chosen & {"name", "surname"} or "rating" not in chosen:
        raise Refused("register.own_columns_needed")
    if work.list.kind == RatingList.Kind.NATIONAL and "national_id" not in chosen:
        raise Refused("register.columns_needed")
    return mapping


# --- Read -----------------------------------------------------------------------------------------


def _rows(work: ListImport, seconds: float = 0) -> Iterator[list[str]]:
    try:
        yield from rows_of_table(pieces_of(work), seconds)
    except UnreadableTable as error:
        if error.line:
            raise Refused("table.open_quotation", field="file", line=error.line) from error
        raise Refused("register.unknown_table", field="file") from error


def _places(header: list[str], mapping: dict[str, str]) -> dict[str, int]:
    return {name: header.index(word) for word, name in mapping.items() if word in header}


def _values(cells: list[str], places: dict[str, int], kind: str) -> tuple[str, ...] | None:
    """A line as the staging table wants it; None when it is not a player."""

    def cell(name: str) -> str:
        place = places.get(name, -1)
        text = cells[place] if 0 <= place < len(cells) else ""
        return " ".join(text.translate(_NO_CONTROLS).split())

    name = cell("name") or ", ".join(part for part in (cell("surname"), cell("given")) if part)
    number, rating = cell("national_id"), _whole(cell("rating") or "0")
    key = fold(name)[:120]
    if not key or len(number) > 20 or (kind == RatingList.Kind.NATIONAL and not number):
        return None
    if not rating or int(rating) > 3500:
        return None
    fide_id = cell("fide_id")
    birth = re.search(r"(19|20)\d\d", cell("birth_date"))
    return (
        number,
        fide_id if fide_id.isdecimal() and fide_id.isascii() and len(fide_id) <= 11 else "",
        name[:120],
        key,
        cell("club")[:120],
        birth.group() if birth else "",
        SEXES.get(fold(cell("sex")), ""),
        TITLES.get(fold(cell("title")), ""),
        rating,
    )


_NO_CONTROLS = dict.fromkeys(range(32), " ")
_NUMBER = re.compile(r"(\d[ .,]?\d{3}|\d{1,3})(?:[.,](\d)\d*)?", re.ASCII)


def _whole(rating: str) -> str:
    """As spreadsheets write it: 1650; "1650,5", which is 1651; "1.650", which is 1650. Else ""."""
    found = _NUMBER.fullmatch(rating)
    if not found:
        return ""
    whole = int(re.sub(r"\D", "", found[1]))
    return str(whole + (found[2] is not None and found[2] >= "5"))


def import_local(work: ListImport, job: Job | None = None) -> ListImport:
    """From the file to the register, whole or not at all."""
    if not work.mapping:
        choose_by_itself(work)
    with one_list_at_a_time(), transaction.atomic(), connection.cursor() as cursor:
        _stage(cursor, work, job)
        if job is not None:
            report_progress(job, 75)
        taking_back.note_list(work)
        last = taking_back.last_player(cursor)
        if work.list.kind == RatingList.Kind.NATIONAL:
            _leave_out_repeated(cursor, work)
            taking_back.note_national(cursor, work)
            _merge_national(cursor, work)
        else:
            taking_back.note_own(cursor, work)
            _merge_own(cursor, work)
        taking_back.note_added(cursor, work, last)
        cursor.execute(
            "SELECT DISTINCT unnest(string_to_array(search_key, ' ')) FROM local_staging"
        )
        learn_words(cursor, [word for (word,) in cursor.fetchall()])
        if job is not None:
            keep_going(job)
        _conclude(work)
    return work


def _stage(cursor: Any, work: ListImport, job: Job | None) -> None:
    cursor.execute("DROP TABLE IF EXISTS local_staging")
    cursor.execute(f"CREATE TEMP TABLE local_staging ({_STAGED}) ON COMMIT DROP")
    copy = (
        "COPY local_staging (line, national_id, fide_id, name, search_key, club, birth_date, sex, "
        "title, rating) FROM STDIN "
        r"WITH (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02', NULL E'\x03', ENCODING 'UTF8')"
    )
    rows = enumerate(_rows(work), start=1)
    places = _places(next(rows, (0, []))[1], work.mapping)
    work.rows = work.unreadable = 0
    bad: list[int] = []
    while some := list(islice(rows, BLOCK)):
        good = []
        for line, cells in some:
            if values := _values(cells, places, work.list.kind):
                good.append("\x01".join((str(line), *values)))
            elif any(cells):
                bad.append(line)
        work.rows += len(good)
        if good:
            with cursor.copy(copy) as target:
                target.write("\n".join(good) + "\n")
        if job is not None:
            report_progress(job, min(70, work.rows // 5000))
            end_if_cancelled(job)
    if not work.rows:
        raise Refused("register.columns_needed")
    _name_lines(work, bad)
    # A line is found by its number or its name, whatever the database believes of the register.
    for column in ("national_id", "fide_id", "search_key"):
        cursor.execute(f"CREATE INDEX ON local_staging ({column})")
    cursor.execute("ANALYZE local_staging")


def _leave_out_repeated(cursor: Any, work: ListImport) -> None:
    """Of a number that stands twice the first line counts, this month and the next time."""
    for number in ("national_id", "fide_id"):
        cursor.execute(
            f"DELETE FROM local_staging s USING (SELECT {number}, min(line) AS line "
            f"FROM local_staging WHERE {number} <> '' GROUP BY 1 HAVING count(*) > 1) AS first "
            f"WHERE first.{number} = s.{number} AND s.line > first.line RETURNING s.line"
        )
        repeated = [line for (line,) in cursor.fetchall()]
        work.rows -= len(repeated)
        _name_lines(work, repeated)


def _name_lines(work: ListImport, lines: list[int]) -> None:
    """Count the lines that were left out; the first ones are kept by their numbers."""
    work.unreadable += len(lines)
    named = sorted({*work.reading.get("bad", []), *lines})
    work.reading = work.reading | {"bad": named[:NAMED]}


# --- Merge a national list ------------------------------------------------------------------------


def _merge_national(cursor: Any, work: ListImport) -> None:
    federation = work.list.federation
    # A player known by the FIDE ID gets the national number; the list's own words stay aside,
    # since FIDE's list says the name and the title.
    cursor.execute(
        f"UPDATE {_REGISTER} p SET national_id = s.national_id "
        f"FROM (SELECT DISTINCT ON (national_id) national_id, fide_id FROM local_staging "
        f"ORDER BY national_id, line) s "
        f"WHERE p.fide_id = s.fide_id AND p.fide_id <> '' AND s.fide_id <> '' "
        f"AND p.national_id = '' AND p.federation = %s "
        f"AND NOT EXISTS (SELECT 1 FROM {_REGISTER} other WHERE other.federation = %s "
        f"AND other.national_id = s.national_id)",
        [federation, federation],
    )
    # Ratings of the earlier list are kept, for events that began under it.
    cursor.execute(
        f"INSERT INTO tournaments_pastrating "
        f"(player_id, kind, month, until, standard, rapid, blitz, national) "
        f"SELECT p.id, 'national', p.national_month, %s, 0, 0, 0, p.national "
        f"FROM {_REGISTER} p JOIN local_staging s USING (national_id) "
        f"WHERE p.federation = %s AND p.national_id <> '' AND p.national <> s.rating "
        f"AND p.national_month < %s ON CONFLICT (player_id, kind, until) DO NOTHING",
        [work.month, federation, work.month],
    )
    cursor.execute(
        f"UPDATE {_REGISTER} p SET national = s.rating, national_month = CASE "
        f"WHEN p.national <> s.rating THEN %s ELSE p.national_month END, "
        f"club = CASE WHEN s.club = '' THEN p.club ELSE s.club END "
        f"FROM local_staging s WHERE p.federation = %s AND p.national_id = s.national_id "
        f"AND p.national_id <> '' AND (p.national <> s.rating OR p.club <> s.club "
        f"AND s.club <> '')",
        [work.month, federation],
    )
    work.changed = cursor.rowcount
    work.added = _add_players(
        cursor,
        work,
        f"s.national_id <> '' AND NOT EXISTS (SELECT 1 FROM {_REGISTER} p "
        f"WHERE p.federation = %s AND p.national_id = s.national_id) "
        f"AND NOT EXISTS (SELECT 1 FROM {_REGISTER} p "
        f"WHERE s.fide_id <> '' AND p.fide_id = s.fide_id AND p.fide_id <> '')",
        [federation],
        national="s.rating",
    )


def _add_players(
    cursor: Any, work: ListImport, condition: str, values: list[Any], national: str = "0"
) -> int:
    """Those of the staging table whom the register does not know; how many."""
    month = "%s::date" if national != "0" else "NULL::date"
    cursor.execute(
        f"INSERT INTO {_REGISTER} (national_id, fide_id, name, search_key, club, birth_date, sex, "
        f"title, national, federation, national_month, standard, rapid, blitz, k_standard, "
        f"k_rapid, k_blitz, inactive) "
        f"SELECT DISTINCT ON (s.national_id, s.fide_id, s.search_key, s.birth_date) "
        f"s.national_id, s.fide_id, s.name, s.search_key, s.club, s.birth_date, s.sex, s.title, "
        f"{national}, %s, {month}, 0, 0, 0, 0, 0, 0, false "
        f"FROM local_staging s WHERE {condition} "
        f"ORDER BY s.national_id, s.fide_id, s.search_key, s.birth_date, s.line "
        f"ON CONFLICT DO NOTHING",
        [work.list.federation, *([work.month] if national != "0" else []), *values],
    )
    rows: int = cursor.rowcount
    return rows


# --- Merge an own list ----------------------------------------------------------------------------


def _merge_own(cursor: Any, work: ListImport) -> None:
    """Ratings beside FIDE's and the national one, each list its own, with the months before."""
    _find_players(cursor, work)
    work.added = _add_players(cursor, work, "s.player_id IS NULL", [])
    _find_players(cursor, work)
    cursor.execute("DROP TABLE IF EXISTS own_said")
    cursor.execute(
        "CREATE TEMP TABLE own_said ON COMMIT DROP AS "
        "SELECT DISTINCT ON (player_id) player_id, rating FROM local_staging "
        "WHERE player_id IS NOT NULL ORDER BY player_id, line"
    )
    cursor.execute("SELECT count(*) FROM own_said")
    told_apart = cursor.fetchone()[0]
    work.unreadable += work.rows - told_apart  # lines that name nobody, or somebody twice
    work.rows = told_apart
    listed = [work.list_id, work.month]
    # The same month again only says it better.
    cursor.execute(
        "UPDATE tournaments_ownrating o SET rating = s.rating FROM own_said s "
        "WHERE o.list_id = %s AND o.until IS NULL AND o.month = %s "
        "AND o.player_id = s.player_id AND o.rating <> s.rating",
        listed,
    )
    work.changed = cursor.rowcount
    cursor.execute(
        "DELETE FROM tournaments_ownrating o WHERE o.list_id = %s AND o.until IS NULL "
        "AND o.month = %s AND NOT EXISTS (SELECT 1 FROM own_said s "
        "WHERE s.player_id = o.player_id)",
        listed,
    )
    cursor.execute(
        "UPDATE tournaments_ownrating o SET until = %s WHERE o.list_id = %s AND o.until IS NULL "
        "AND o.month < %s AND NOT EXISTS (SELECT 1 FROM own_said s "
        "WHERE s.player_id = o.player_id AND s.rating = o.rating)",
        [work.month, work.list_id, work.month],
    )
    work.changed += cursor.rowcount
    cursor.execute(
        "INSERT INTO tournaments_ownrating (list_id, player_id, rating, month) "
        "SELECT %s, s.player_id, s.rating, %s FROM own_said s WHERE NOT EXISTS "
        "(SELECT 1 FROM tournaments_ownrating o WHERE o.list_id = %s AND o.until IS NULL "
        "AND o.player_id = s.player_id)",
        [*listed, work.list_id],
    )


def _find_players(cursor: Any, work: ListImport) -> None:
    """By FIDE ID, else by national ID, else by a name that only one has in the federation."""
    cursor.execute(
        f"UPDATE local_staging s SET player_id = p.id FROM {_REGISTER} p "
        f"WHERE s.player_id IS NULL AND p.fide_id = s.fide_id AND p.fide_id <> ''"
    )
    cursor.execute(
        f"UPDATE local_staging s SET player_id = p.id FROM {_REGISTER} p "
        f"WHERE s.player_id IS NULL AND p.federation = %s AND p.national_id = s.national_id "
        f"AND p.national_id <> ''",
        [work.list.federation],
    )
    # A line with a number that nobody has is somebody new, whatever their name.
    cursor.execute(
        f"UPDATE local_staging s SET player_id = found.id FROM ("
        f" SELECT s.line, min(p.id) AS id FROM local_staging s JOIN {_REGISTER} p "
        f" ON p.search_key = s.search_key AND p.federation = %s "
        f" AND (s.birth_date = '' OR p.birth_date = '' OR left(p.birth_date, 4) = s.birth_date) "
        f" AND (s.fide_id = '' OR p.fide_id = s.fide_id) "
        f" AND (s.national_id = '' OR p.national_id = s.national_id) "
        f" WHERE s.player_id IS NULL GROUP BY s.line HAVING count(*) = 1) AS found "
        f"WHERE found.line = s.line",
        [work.list.federation],
    )


def _conclude(work: ListImport) -> None:
    work.stage = ListImport.Stage.MERGED
    work.finished_at = timezone.now()
    work.save()
    work.chunks.all().delete()
    rating_list = work.list
    rating_list.month, rating_list.players = work.month, work.rows
    rating_list.loaded_at = timezone.now()
    rating_list.save(update_fields=["month", "players", "loaded_at"])
    record(
        "register.list_loaded",
        by=work.created_by,
        target=rating_list,
        label=work.said,
        after={"rows": work.rows, "added": work.added, "changed": work.changed},
    )
