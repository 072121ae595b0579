"""How long a rating list takes into the register, beside a bare COPY of the same rows.

    python manage.py make_rating_list var/list.txt --players 1800000
    python tests/bench/register_import.py var/list.txt 2026-11

The register is left as the list makes it.
"""

import os
import resource
import sys
import time
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def main(path: str, month: str) -> None:
    from config.embedded import ensure_services

    ensure_services()
    import django

    django.setup()
    from tournaments.lists.layouts import PIECE
    from tournaments.models import RegisteredPlayer
    from tournaments.services import rating_lists

    before = RegisteredPlayer.objects.count()
    print(f"{Path(path).stat().st_size / 1e6:.0f} MB, {before} players in the register before")
    began = time.monotonic()
    with open(path, "rb") as file:
        work = rating_lists.receive_fide_list(
            pieces=iter(lambda: file.read(PIECE), b""),
            file_name=Path(path).name,
            month=date.fromisoformat(f"{month}-01"),
            by=None,
        )
    received = time.monotonic()
    rating_lists._read(work, "standard", None)
    read = time.monotonic()
    rows = staged_rows()
    bare = {"of the file's own lines, one column": copy_lines(Path(path))}
    for name in ("of its fields, without indexes", "of its fields, with the register's indexes"):
        bare[name] = copy(rows, name)
    rows.unlink()
    merging = time.monotonic()
    rating_lists.import_now(work)
    ended = time.monotonic()
    parts = {"receive": received - began, "read": read - received, "merge": ended - merging}
    print("  ".join(f"{name} {seconds:.1f} s" for name, seconds in parts.items()))
    whole = parts["read"] + parts["merge"]
    print(f"read and merge {whole:.1f} s: {work.added} added, {work.changed} changed")
    for name, seconds in bare.items():
        print(f"bare COPY {name}: {seconds:.1f} s, ratio {whole / seconds:.1f}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory of the process at most {memory:.0f} MB")


def staged_rows() -> Path:
    """The staged rows as a file, ready to be copied."""
    import tempfile

    from django.db import connection

    from tournaments.models import ListImport
    from tournaments.services.rating_lists import _table

    table = _table(ListImport.objects.latest("pk"))
    path = Path(tempfile.mkstemp(suffix=".copy")[1])
    with (
        connection.cursor() as cursor,
        path.open("wb") as file,
        cursor.copy(f"COPY {table} TO STDOUT") as source,
    ):
        for block in source:
            file.write(block)
    return path


def copy_lines(path: Path) -> float:
    """The least that a database could do with the file."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bare_copy (line text)")
        began = time.monotonic()
        quiet = r"(FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')"
        copied = cursor.copy(f"COPY bare_copy FROM STDIN WITH {quiet}")
        with copied as target, path.open("rb") as file:
            while block := file.read(1 << 20):
                target.write(block)
        seconds = time.monotonic() - began
        cursor.execute("DROP TABLE bare_copy")
    return seconds


def copy(path: Path, name: str) -> float:
    from django.db import connection

    from tournaments.services.rating_lists import _STAGED

    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE bare_copy ({_STAGED})")
        if "with the" in name:
            cursor.execute("CREATE UNIQUE INDEX ON bare_copy (fide_id)")
            cursor.execute(
                "CREATE INDEX ON bare_copy USING gin (array_to_tsvector("
                "string_to_array(search_key || ' @' || lower(federation), ' '))) "
                "WITH (fastupdate = off)"
            )
        began = time.monotonic()
        with cursor.copy("COPY bare_copy FROM STDIN") as target, path.open("rb") as file:
            while block := file.read(1 << 20):
                target.write(block)
        seconds = time.monotonic() - began
        cursor.execute("DROP TABLE bare_copy")
    return seconds


if __name__ == "__main__":
    main(*sys.argv[1:])
