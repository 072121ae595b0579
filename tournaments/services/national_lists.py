"""A federation's own rating list, as CSV, into the register.

Which column holds what is asked once and remembered for the federation. Players are found by
FIDE ID, else by national ID; who is in neither is added.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from tournaments.errors import Refused
from tournaments.models import Job, ListImport, RatingList, RegisteredPlayer, User
from tournaments.services.importing import SEXES, TITLES, column_of
from tournaments.services.jobs import report_progress
from tournaments.services.log import record
from tournaments.services.rating_lists import BLOCK, keep_file, learn_words, pieces_of
from tournaments.text import fold

#: what a column may hold
FIELDS = (
    "name", "surname", "given", "national_id", "rating", "fide_id", "club", "birth_date", "sex",
    "title",
)  # fmt: skip
_REGISTER = RegisteredPlayer._meta.db_table
_STAGED = """
    national_id varchar(20), fide_id varchar(11), name varchar(120), search_key varchar(120),
    club varchar(120), birth_date varchar(10), sex varchar(1), title varchar(3), national smallint
"""


@transaction.atomic
def receive_national_list(
    *, pieces: Iterable[bytes], file_name: str, federation: str, month: date, by: User | None
) -> ListImport:
    """Keep the file; the columns are asked for next, and then the import begins."""
    if not re.fullmatch(r"[A-Z]{3}", federation):
        raise Refused("register.federation_needed", field="federation")
    rating_list, _new = RatingList.objects.get_or_create(
        kind=RatingList.Kind.NATIONAL, federation=federation
    )
    month = month.replace(day=1)
    if rating_list.month and month < rating_list.month:
        raise Refused("register.older_list", field="month", month=f"{rating_list.month:%Y-%m}")
    return keep_file(rating_list, pieces, file_name, month, by)


def sample(work: ListImport) -> tuple[list[str], list[list[str]], dict[str, str]]:
    """The header, a few rows, and what each column seems to hold: as last time, else by name."""
    rows = list(islice(_rows(work), 6))
    if len(rows) < 2:
        raise Refused("register.unknown_layout", field="file")
    header = rows[0]
    remembered = work.list.mapping
    guessed = {word: remembered.get(word) or _guess(word) for word in header}
    return header, rows[1:], guessed


def _guess(word: str) -> str:
    column = column_of(word)
    column = {"national_rating": "rating", "fide_rating": ""}.get(column, column)
    return column if column in FIELDS else ""


@transaction.atomic
def choose_columns(*, work: ListImport, mapping: dict[str, str]) -> ListImport:
    """Header word → field; remembered for the next list of this federation."""
    mapping = {word: name for word, name in mapping.items() if name in FIELDS}
    chosen = set(mapping.values())
    if not {"national_id", "rating"} <= chosen or not chosen & {"name", "surname"}:
        raise Refused("register.columns_needed")
    work.mapping = mapping
    work.save(update_fields=["mapping"])
    RatingList.objects.filter(pk=work.list_id).update(mapping=mapping)
    return work


def _rows(work: ListImport) -> Iterator[list[str]]:
    """The file's cells, a piece at a time: UTF-8 with or without a mark, else Turkish Windows."""
    pieces = pieces_of(work)
    first = next(pieces, b"")
    try:
        codecs.getincrementaldecoder("utf-8-sig")().decode(first)
        encoding = "utf-8-sig"
    except UnicodeDecodeError:
        encoding = "cp1254"
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")

    def lines() -> Iterator[str]:
        rest = ""
        for piece in (first, *pieces):
            whole, _newline, rest = (rest + decoder.decode(piece)).rpartition("\n")
            yield from io.StringIO(whole + "\n" if whole else "")
        if rest.strip():
            yield rest

    source = lines()
    head = next(source, "").replace("\0", "")
    separator = max(";\t,|", key=head.count)
    yield next(csv.reader([head], delimiter=separator), [])
    yield from csv.reader((line.replace("\0", "") for line in source), delimiter=separator)


def import_national(work: ListImport, job: Job | None = None) -> ListImport:
    """Small enough (a federation, not the world) to be one transaction from file to register."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS national_staging")
        cursor.execute(f"CREATE TEMP TABLE national_staging ({_STAGED}) ON COMMIT DROP")
        copy = (
            "COPY national_staging FROM STDIN "
            r"WITH (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02', NULL E'\x03', ENCODING 'UTF8')"
        )
        rows = _rows(work)
        header = next(rows)
        places = {name: header.index(word) for word, name in work.mapping.items() if word in header}
        work.rows = work.unreadable = 0
        while some := list(islice(rows, BLOCK)):
            good = [row for cells in some if (row := _staged(cells, places))]
            work.unreadable += sum(any(cells) for cells in some) - len(good)
            work.rows += len(good)
            if good:
                with cursor.copy(copy) as target:
                    target.write("\n".join(good) + "\n")
            if job is not None:
                report_progress(job, min(70, work.rows // 5000))
        if not work.rows:
            raise Refused("register.columns_needed")
        _merge(cursor, work)
    return work


def _staged(cells: list[str], places: dict[str, int]) -> str | None:
    def cell(name: str) -> str:
        place = places.get(name, -1)
        text = cells[place] if 0 <= place < len(cells) else ""
        return " ".join(text.replace("\x01", " ").replace("\x02", " ").split())

    name = cell("name") or ", ".join(part for part in (cell("surname"), cell("given")) if part)
    number, rating = cell("national_id"), cell("rating") or "0"
    if not name or not number or len(number) > 20:
        return None
    if not rating.isdecimal() or int(rating) > 3500:
        return None
    fide_id = cell("fide_id")
    birth = re.search(r"(19|20)\d\d", cell("birth_date"))
    return "\x01".join(
        (
            number,
            fide_id if fide_id.isdecimal() and len(fide_id) <= 11 else "",
            name[:120],
            fold(name)[:120],
            cell("club")[:120],
            birth.group() if birth else "",
            SEXES.get(fold(cell("sex")), ""),
            TITLES.get(fold(cell("title")), ""),
            rating,
        )
    )


def _merge(cursor: Any, work: ListImport) -> None:
    federation = work.list.federation
    # Who is known by his FIDE ID gets his national number; the list's own words stay aside,
    # since FIDE's list says the name and the title.
    cursor.execute(
        f"UPDATE {_REGISTER} p SET national_id = s.national_id "
        f"FROM national_staging s WHERE p.fide_id = s.fide_id AND p.fide_id <> '' "
        f"AND p.national_id = '' AND p.federation = %s "
        f"AND NOT EXISTS (SELECT 1 FROM {_REGISTER} other WHERE other.federation = %s "
        f"AND other.national_id = s.national_id)",
        [federation, federation],
    )
    cursor.execute(
        f"UPDATE {_REGISTER} p SET national = s.national, national_month = %s, "
        f"club = CASE WHEN s.club = '' THEN p.club ELSE s.club END "
        f"FROM national_staging s WHERE p.federation = %s AND p.national_id = s.national_id "
        f"AND p.national_id <> '' AND (p.national <> s.national OR p.club <> s.club "
        f"AND s.club <> '')",
        [work.month, federation],
    )
    work.changed = cursor.rowcount
    cursor.execute(
        f"INSERT INTO {_REGISTER} (national_id, fide_id, name, search_key, club, birth_date, sex, "
        f"title, national, federation, national_month, standard, rapid, blitz, k_standard, "
        f"k_rapid, k_blitz, inactive) "
        f"SELECT DISTINCT ON (s.national_id) s.national_id, s.fide_id, s.name, s.search_key, "
        f"s.club, s.birth_date, s.sex, s.title, s.national, %s, %s, 0, 0, 0, 0, 0, 0, false "
        f"FROM national_staging s WHERE NOT EXISTS (SELECT 1 FROM {_REGISTER} p "
        f"WHERE p.federation = %s AND p.national_id = s.national_id) "
        f"AND NOT EXISTS (SELECT 1 FROM {_REGISTER} p "
        f"WHERE s.fide_id <> '' AND p.fide_id = s.fide_id AND p.fide_id <> '') "
        f"ORDER BY s.national_id ON CONFLICT DO NOTHING",
        [federation, work.month, federation],
    )
    work.added = cursor.rowcount
    learn_words(cursor, "national_staging")
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
        label=f"{federation} {work.month:%Y-%m}",
        after={"rows": work.rows, "added": work.added, "changed": work.changed},
    )
