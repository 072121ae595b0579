"""Rating lists into the register: received, read into a staging table, merged by sets.

Each stage ends in a commit of its own, so a file whose worker died goes on after the last stage
that was reached. The merge is one transaction: nobody ever sees half a month. The same file
again changes nothing.
"""

import zlib
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice
from typing import Any

from django.db import connection, transaction
from django.db.models import BaseConstraint, Index
from django.utils import timezone

from tournaments.errors import Refused
from tournaments.lists.layouts import PIECE, UnknownLayout, fields_in, rows_of, unpacked
from tournaments.models import Job, ListChunk, ListImport, RatingList, RegisteredPlayer, User
from tournaments.services import list_sources
from tournaments.services.jobs import report_progress
from tournaments.services.log import record
from tournaments.text import fold

CHUNK = 4 * PIECE
#: rows in memory at a time
BLOCK = 20_000
LARGEST_FILE = 1200 * PIECE
KINDS = ("standard", "rapid", "blitz")
TITLES = {
    "GM": "GM", "IM": "IM", "FM": "FM", "CM": "CM",
    "WGM": "WGM", "WIM": "WIM", "WFM": "WFM", "WCM": "WCM",
    "G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
}  # fmt: skip
_REGISTER = "tournaments_registeredplayer"
_STAGED = """
    fide_id varchar(11), name varchar(120), search_key varchar(120), federation varchar(3),
    sex varchar(1), title varchar(3), birth_date varchar(10), standard smallint,
    k_standard smallint, rapid smallint, k_rapid smallint, blitz smallint, k_blitz smallint,
    inactive boolean
"""
#: lower case and blanks for ASCII, where that is all that `fold` does
_PLAIN = {
    code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)
}  # fmt: skip


# --- Receive ------------------------------------------------------------------------------------


@transaction.atomic
def receive_fide_list(
    *, pieces: Iterable[bytes], file_name: str, month: date, by: User | None
) -> ListImport:
    """Keep the file; `start_import` or `import_now` does the rest."""
    rating_list = fide_list()
    month = month.replace(day=1)
    if rating_list.month and month < rating_list.month:
        raise Refused("register.older_list", field="month", month=f"{rating_list.month:%Y-%m}")
    return keep_file(rating_list, pieces, file_name, month, by)


def fide_list() -> RatingList:
    return RatingList.objects.get_or_create(kind=RatingList.Kind.FIDE, federation="", name="")[0]


def keep_file(
    rating_list: RatingList, pieces: Iterable[bytes], file_name: str, month: date, by: User | None
) -> ListImport:
    work = ListImport.objects.create(
        list=rating_list, month=month, file_name=file_name[:120], created_by=by
    )
    keep(work, pieces)
    return work


def keep(work: ListImport, pieces: Iterable[bytes]) -> None:
    for position, piece in enumerate(_in_chunks(pieces)):
        work.size += len(piece)
        if work.size > LARGEST_FILE:
            raise Refused("register.file_too_large", field="file")
        ListChunk.objects.create(
            list_import=work, position=position, data=zlib.compress(piece, level=1)
        )
    if not work.size:
        raise Refused("register.unknown_layout", field="file")
    work.save(update_fields=["size"])


def _in_chunks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    waiting = bytearray()
    for piece in pieces:
        waiting += piece
        while len(waiting) >= CHUNK:
            yield bytes(waiting[:CHUNK])
            del waiting[:CHUNK]
    if waiting:
        yield bytes(waiting)


# --- Read and merge -----------------------------------------------------------------------------


def run_import(job: Job) -> None:
    """What a worker does for a list: ask its address if it is to come from there, read, merge,
    and tell the desks of what it changed."""
    from tournaments.services.rating_check import check_tournaments

    work = ListImport.objects.select_related("list", "created_by").get(pk=job.target)
    if work.stage == ListImport.Stage.UNCHANGED:
        return  # delivered twice
    if work.fetched and not work.size:
        try:
            list_sources.fetch(work)
        except list_sources.NothingNewer:
            work.stage, work.finished_at = ListImport.Stage.UNCHANGED, timezone.now()
            work.save(update_fields=["stage", "finished_at"])
            return
    if work.stage != ListImport.Stage.MERGED:
        _import(work, job)
    check_tournaments()


def _import(work: ListImport, job: Job) -> None:
    try:
        if work.list.kind == RatingList.Kind.FIDE:
            import_now(work, job)
        else:
            from tournaments.services.local_lists import import_local

            import_local(work, job)
    except Refused:
        if work.fetched:
            list_sources.forget_what_was_fetched(work.list)
        raise


def import_now(work: ListImport, job: Job | None = None) -> ListImport:
    """Do the stages that are still to be done."""
    kind = kind_of(work.file_name)
    try:
        told = fields_in(next(iter(unpacked(pieces_of(work)))), kind)
        if work.stage == ListImport.Stage.RECEIVED or not _is_staged(work):
            _read(work, kind, job)
    except UnknownLayout as error:
        raise Refused("register.unknown_layout") from error
    if work.stage == ListImport.Stage.READ:
        with transaction.atomic():
            _merge(work, [name for name in KINDS if name in told])
            if job is not None:
                report_progress(job, 95)
        _tidy(work)
    return work


def kind_of(file_name: str) -> str:
    """A single list says by its name which rating it holds; the combined list needs no name."""
    return next((kind for kind in ("rapid", "blitz") if kind in file_name.lower()), "standard")


def pieces_of(work: ListImport) -> Iterator[bytes]:
    """The file, one chunk in memory at a time."""
    for position in range(-(-work.size // CHUNK)):
        chunk = ListChunk.objects.get(list_import=work, position=position)
        yield zlib.decompress(chunk.data)


def _table(work: ListImport) -> str:
    return f"register_staging_{work.pk:d}"


def _is_staged(work: ListImport) -> bool:
    """An unlogged table survives a dead worker, and is empty after a dead database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s)", [_table(work)])
        if cursor.fetchone()[0] is None:
            return False
        cursor.execute(f"SELECT count(*) FROM {_table(work)}")
        return cursor.fetchone()[0] == work.rows


@transaction.atomic
def _read(work: ListImport, kind: str, job: Job | None) -> None:
    """The file into a staging table, without a log of its own and without an index."""
    table = _table(work)
    work.rows = work.unreadable = 0
    passed = 0

    def noted(pieces: Iterator[bytes]) -> Iterator[bytes]:
        nonlocal passed
        for piece in pieces:
            passed += len(piece)
            if job is not None:
                report_progress(job, 60 * passed // work.size)
            yield piece

    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {table}")
        cursor.execute(f"CREATE UNLOGGED TABLE {table} ({_STAGED})")
        copy = (
            f"COPY {table} FROM STDIN "
            r"WITH (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02', NULL E'\x03', ENCODING 'UTF8')"
        )
        # Block by block: while a COPY goes on, the connection cannot bring the next chunk.
        rows = rows_of(noted(pieces_of(work)), kind)
        while some := list(islice(rows, BLOCK)):
            good = [row for values in some if (row := staged(values))]
            work.unreadable += len(some) - len(good)
            work.rows += len(good)
            if good:
                with cursor.copy(copy) as target:
                    target.write("\n".join(good) + "\n")
    if not work.rows:
        raise UnknownLayout
    work.stage = ListImport.Stage.READ
    work.save(update_fields=["rows", "unreadable", "stage"])


def staged(values: list[str]) -> str | None:
    """A row as the staging table wants it; None when it is not a player."""
    (
        fide_id, name, federation, sex, title, women_title,
        standard, k_standard, rapid, k_rapid, blitz, k_blitz, birth, flag,
    ) = values  # fmt: skip
    if not (fide_id.isdecimal() and fide_id.isascii() and len(fide_id) <= 11 and name):
        return None
    numbers = [standard or "0", k_standard or "0", rapid or "0", k_rapid or "0",
               blitz or "0", k_blitz or "0"]  # fmt: skip
    for number in numbers:
        if not (number.isdecimal() and len(number) <= 4):
            return None
    key = " ".join(name.translate(_PLAIN).split()) if name.isascii() else fold(name)
    title = TITLES.get((title or women_title).upper(), "") if title or women_title else ""
    year = birth[:4] if len(birth) >= 4 and birth[:4] > "1000" else ""
    return "\x01".join(
        (
            fide_id, name[:120], key[:120], federation[:3],
            "w" if sex in ("F", "f") else "m" if sex else "", title, year, *numbers,
            "t" if "i" in flag.lower() else "f",
        )
    )  # fmt: skip


def _merge(work: ListImport, ratings: list[str]) -> None:
    """Staging table → register: what differs is changed, what is new is added, the rest stays.

    Earlier ratings are kept beside the month in which they ended, for the check of a tournament
    that began under an older list.
    """
    table = _table(work)
    facts = ["name", "search_key", "federation", "sex", "title", "inactive"]
    told = [*ratings, *(f"k_{name}" for name in ratings)]
    # What a single list does not speak about starts at nothing for a new player.
    untold = [f"{k}{name}" for name in KINDS if name not in ratings for k in ("", "k_")]
    columns = [*facts, "birth_date", *told]
    rating_list = RatingList.objects.select_for_update().get(pk=work.list_id)
    if rating_list.month and work.month < rating_list.month:
        raise Refused("register.older_list", month=f"{rating_list.month:%Y-%m}")
    with connection.cursor() as cursor:
        # As much as a worker may use; a parallel build of the index shares it.
        cursor.execute("SET LOCAL work_mem = '96MB'")
        cursor.execute("SET LOCAL maintenance_work_mem = '192MB'")
        cursor.execute(f"ANALYZE {table}")
        cursor.execute(f"SELECT count(*) FROM (SELECT 1 FROM {_REGISTER} LIMIT 400000) AS sample")
        whole_register_is_new = cursor.fetchone()[0] * 5 < work.rows
        # A birth date that somebody knows to the day is better than the list's year.
        birth = (
            "CASE WHEN left(p.birth_date, 4) = s.birth_date THEN p.birth_date ELSE s.birth_date END"
        )
        differs = " OR ".join(
            [f"p.{name} <> s.{name}" for name in [*facts, *told]]
            + ["left(p.birth_date, 4) <> s.birth_date"]
        )
        cursor.execute("DROP TABLE IF EXISTS register_changes")
        cursor.execute(
            f"CREATE TEMP TABLE register_changes ON COMMIT DROP AS "
            f"SELECT DISTINCT ON (p.id) p.id, {', '.join(f's.{c}' for c in [*facts, *told])}, "
            f"{birth} AS birth_date, "
            f"({' OR '.join(f'p.{name} <> s.{name}' for name in ratings)}) AS rated_anew "
            f"FROM {_REGISTER} p JOIN {table} s USING (fide_id) "
            f"WHERE p.fide_id <> '' AND ({differs})"
        )
        cursor.execute(
            f"INSERT INTO tournaments_pastrating "
            f"(player_id, kind, month, until, standard, rapid, blitz, national) "
            f"SELECT p.id, 'fide', p.list_month, %s, p.standard, p.rapid, p.blitz, 0 "
            f"FROM {_REGISTER} p JOIN register_changes c USING (id) "
            f"WHERE c.rated_anew AND p.list_month < %s "
            f"ON CONFLICT (player_id, kind, until) DO NOTHING",
            [work.month, work.month],
        )
        cursor.execute(
            f"UPDATE {_REGISTER} p SET "
            f"{', '.join(f'{name} = c.{name}' for name in columns)}, "
            f"list_month = CASE WHEN c.rated_anew THEN %s ELSE p.list_month END "
            f"FROM register_changes c WHERE p.id = c.id",
            [work.month],
        )
        work.changed = cursor.rowcount
        cursor.execute("DROP TABLE IF EXISTS register_new")
        cursor.execute(
            f"CREATE TEMP TABLE register_new ON COMMIT DROP AS "
            f"SELECT s.ctid AS place, s.search_key FROM {table} s "
            f"WHERE NOT EXISTS (SELECT 1 FROM {_REGISTER} p "
            f"WHERE p.fide_id = s.fide_id AND p.fide_id <> '')"
        )
        if whole_register_is_new:
            # Sorted once at the end is much faster than one by one; nobody waits for it yet.
            _tell_apart(cursor, table)
            with connection.schema_editor() as editor:
                editor.remove_constraint(RegisteredPlayer, _one_for_each_id())
                editor.remove_index(RegisteredPlayer, _search_index())
        # The strongest first: the search takes them in this order.
        new = {
            **{name: f"s.{name}" for name in ["fide_id", *columns]},
            **dict.fromkeys(("national_id", "club"), "''"),
            **dict.fromkeys(["national", *untold], "0"),
            "list_month": "%s",
        }
        cursor.execute(
            f"INSERT INTO {_REGISTER} ({', '.join(new)}) SELECT {', '.join(new.values())} "
            f"FROM {table} s JOIN register_new n ON n.place = s.ctid "
            f"ORDER BY greatest(s.standard, s.rapid, s.blitz) DESC ON CONFLICT DO NOTHING",
            [work.month],
        )
        work.added = cursor.rowcount
        if whole_register_is_new:
            with connection.schema_editor() as editor:
                editor.add_constraint(RegisteredPlayer, _one_for_each_id())
                editor.add_index(RegisteredPlayer, _search_index())
        learn_words(cursor, "register_new")
        learn_words(cursor, "register_changes")
    work.stage = ListImport.Stage.MERGED
    work.finished_at = timezone.now()
    work.save(update_fields=["added", "changed", "stage", "finished_at"])
    rating_list.month = work.month
    rating_list.players = work.rows
    rating_list.loaded_at = timezone.now()
    rating_list.save(update_fields=["month", "players", "loaded_at"])
    record(
        "register.list_loaded",
        by=work.created_by,
        target=rating_list,
        label=f"FIDE {work.month:%Y-%m}",
        after={"rows": work.rows, "added": work.added, "changed": work.changed},
    )


def _tell_apart(cursor: Any, table: str) -> None:
    """An ID that stands twice in the file counts once: while its index is away, nothing else
    would see it."""
    cursor.execute(
        f"DELETE FROM register_new n USING {table} s WHERE n.place = s.ctid AND EXISTS "
        f"(SELECT 1 FROM (SELECT fide_id, min(ctid) AS kept FROM {table} GROUP BY fide_id "
        f"HAVING count(*) > 1) AS twice WHERE twice.fide_id = s.fide_id AND twice.kept <> s.ctid)"
    )


def _one_for_each_id() -> BaseConstraint:
    return next(
        own for own in RegisteredPlayer._meta.constraints if own.name == "register_fide_id_once"
    )


def _search_index() -> Index:
    return next(own for own in RegisteredPlayer._meta.indexes if own.name == "register_words")


def learn_words(cursor: Any, table: str) -> None:
    """Words that occur now, for the search's guesses at what was mistyped."""
    cursor.execute(
        f"INSERT INTO tournaments_registerword (word) "
        f"SELECT DISTINCT unnest(string_to_array(search_key, ' ')) FROM {table} "
        f"WHERE search_key <> '' ON CONFLICT DO NOTHING"
    )


def _tidy(work: ListImport) -> None:
    """The file has done its duty; the planner hears of the new rows."""
    work.chunks.all().delete()
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {_table(work)}")
        if not connection.in_atomic_block:
            cursor.execute(f"VACUUM (ANALYZE) {_REGISTER}")
