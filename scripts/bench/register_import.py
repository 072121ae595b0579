"""Measures the import of a rating list, beside a bare COPY of the same file.

    python -m scripts.bench.register_import [players [txt or xml [turns]]]

Writes two months of an invented list (1,800,000 players if not told), loads the first into a
register that has to be empty, then the second, and around each of them copies the file as it is,
line by line, into a table of one column without an index: all in one run, so that the ratios are
of the same minutes. The first turn copies the fields that the register keeps as well, without
and with the register's indexes. Meanwhile somebody searches, to see how long they wait. Each
turn begins with an empty register; the last one's is left.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import os
import resource
import select
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from statistics import median

import psutil

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

MONTHS = (date(2026, 11, 1), date(2026, 12, 1))
NAMES = ("first list", "next month")
SEARCHED = ("yilmaz", "ivan pe", "gar")


def main(players: int, layout: str, turns: int) -> None:
    start_django()
    from config.local.folders import var_folder
    from tournaments.models import RegisteredPlayer

    if RegisteredPlayer.objects.exists():
        sys.exit("The register is not empty. Use a folder of its own: HAKEM_VAR=…")
    folder = var_folder() / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    files = [
        written(folder / f"{players}-{month:%Y-%m}.{layout}", players, month, layout)
        for month in MONTHS
    ]
    ratios: defaultdict[str, list[float]] = defaultdict(list)
    for turn in range(turns):
        print(f"turn {turn + 1}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        if turn:
            empty_the_register()
        for name, path, month in zip(NAMES, files, MONTHS, strict=True):
            lines = [copy_lines(path)]
            whole, processor = imported(name, path, month)
            lines.append(copy_lines(path))
            ratios[name].append(beside("the file's own lines, one column", whole, processor, lines))
            if turn == 0:
                fields = register_as_file(folder / "fields")
                bare = [copy_fields(fields, indexed=False)]
                beside("its fields, without an index", whole, processor, bare)
                bare = [copy_fields(fields, indexed=True)]
                beside("its fields, with the register's indexes", whole, processor, bare)
    for name in NAMES:
        told = ", ".join(f"{ratio:.1f}" for ratio in ratios[name])
        print(f"{name}: {median(ratios[name]):.1f} times the COPY of its lines (median of {told})")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory of the process at most {memory:.0f} MB; load {os.getloadavg()[0]:.1f}")


def beside(what: str, whole: float, processor: float, took: list[tuple[float, float]]) -> float:
    seconds, used = (sum(part) / len(took) for part in zip(*took, strict=True))
    print(
        f"  bare COPY of {what}: {' and '.join(f'{s:.1f}' for s, _used in took)} s, processor "
        f"{used:.1f} s: the import takes {whole / seconds:.1f} times as long, "
        f"{processor / used:.1f} times the processor",
        flush=True,
    )
    return float(whole / seconds)


def empty_the_register() -> None:
    """Leave nothing of what this run has filled."""
    from django.db import connection

    from tournaments.models import RatingList, RegisterWord
    from tournaments.register.merging import REGISTER

    RatingList.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {REGISTER}, {RegisterWord._meta.db_table} CASCADE")
        cursor.execute("CHECKPOINT")


def start_django() -> None:
    from config.local.embedded import ensure_services

    ensure_services()
    import django
    from django.conf import settings

    django.setup()
    settings.DEBUG = False  # which would keep every query in memory


def written(path: Path, players: int, month: date, layout: str) -> Path:
    from tournaments.management.demo.rating_list import file_lines

    if not path.exists():
        with path.open("w") as file:
            file.writelines(file_lines(players, seed=20261118, month=month, layout=layout))
    print(f"{path.name}: {path.stat().st_size / 1e6:.0f} MB")
    return path


def imported(name: str, path: Path, month: date) -> tuple[float, float]:
    """Seconds from the kept file to the register, and the processor's."""
    from tournaments.register import importing
    from tournaments.register.layouts import PIECE

    seconds: dict[str, float] = {}
    timed(importing, "_read", seconds, "read")
    timed(importing, "_merge", seconds, "merge")
    began = time.monotonic()
    with path.open("rb") as file:
        work = importing.receive_fide_list(
            pieces=iter(lambda: file.read(PIECE), b""), file_name=path.name, month=month, by=None
        )
    received = time.monotonic()
    with somebody_searching() as told:
        used = processor_time()
        importing.import_now(work)
        ended = time.monotonic()
        used = processor_time() - used
    print(
        f"{name}: {work.rows} players, {work.added} added, {work.changed} changed\n"
        f"  kept in {received - began:.1f} s; read in {seconds['read']:.1f} s, merged in "
        f"{seconds['merge']:.1f} s, together {ended - received:.1f} s; the "
        f"processor, with the database, {used:.1f} s\n"
        f"  meanwhile {told[0]}",
        flush=True,
    )
    return ended - received, used


def timed(module: object, name: str, seconds: dict[str, float], as_what: str) -> None:
    real: Callable[..., None] = getattr(module, name)

    def work(*arguments: object) -> None:
        began = time.monotonic()
        real(*arguments)
        seconds[as_what] = time.monotonic() - began

    setattr(module, name, work)


def processor_time() -> float:
    """Of this process and of the embedded database's, living and dead, in seconds."""
    from config.local.folders import var_folder

    first = psutil.Process(int((var_folder() / "postgres/postmaster.pid").read_text().split()[0]))
    used = sum(psutil.Process().cpu_times()[:2])
    for process in [first, *first.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            used += sum(process.cpu_times()[:4])
    return used


class somebody_searching:
    """A process that searches again and again; how long it waited, once it has ended."""

    def __enter__(self) -> list[str]:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "scripts.bench.register_import", "search"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.process.stdout.readline()
        self.told = ["nobody searched"]
        return self.told

    def __exit__(self, *_error: object) -> None:
        self.told[0] = self.process.communicate("enough\n")[0].strip()


def search_until_told() -> None:
    """One search after another, with pauses as of somebody who types."""
    start_django()
    from tournaments.register.search import search_register

    search_register("x")
    print("ready", flush=True)
    times: list[float] = []
    while not select.select([sys.stdin], [], [], 0.1)[0]:
        began = time.monotonic()
        search_register(SEARCHED[len(times) % len(SEARCHED)], federation="TUR")
        times.append((time.monotonic() - began) * 1000)
    print(f"{len(times)} searches, the longest took {max(times):.0f} ms")


def register_as_file(path: Path) -> Path:
    """The fields as the register has them, ready to be copied."""
    from django.db import connection

    from tournaments.register.facts import COLUMNS
    from tournaments.register.merging import REGISTER

    with (
        connection.cursor() as cursor,
        path.open("wb") as file,
        cursor.copy(f"COPY {REGISTER} ({', '.join(COLUMNS)}) TO STDOUT") as source,
    ):
        for block in source:
            file.write(block)
    return path


def copy_lines(path: Path) -> tuple[float, float]:
    """The least that a database could do with the file."""
    quiet = r"(FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')"
    return copied(path, "line text", f"COPY bare_copy FROM STDIN WITH {quiet}", [])


def copy_fields(path: Path, *, indexed: bool) -> tuple[float, float]:
    from tournaments.register.merging import _STAGED

    indexes = [
        "CREATE UNIQUE INDEX ON bare_copy (fide_id)",
        "CREATE INDEX ON bare_copy USING gin (array_to_tsvector("
        "string_to_array(search_key || ' @' || lower(federation), ' '))) WITH (fastupdate = off)",
    ]
    return copied(path, _STAGED, "COPY bare_copy FROM STDIN", indexes if indexed else [])


def copied(path: Path, columns: str, copy: str, indexes: list[str]) -> tuple[float, float]:
    """Seconds, and the processor's."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS bare_copy")
        cursor.execute(f"CREATE TABLE bare_copy ({columns})")
        for index in indexes:
            cursor.execute(index)
        used, began = processor_time(), time.monotonic()
        with cursor.copy(copy) as target, path.open("rb") as file:
            while block := file.read(1 << 20):
                target.write(block)
        seconds, used = time.monotonic() - began, processor_time() - used
        cursor.execute("DROP TABLE bare_copy")
    return seconds, used


if __name__ == "__main__":
    if sys.argv[1:] == ["search"]:
        search_until_told()
    else:
        parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
        parser.add_argument("players", nargs="?", type=int, default=1_800_000)
        parser.add_argument("layout", nargs="?", default="txt")
        parser.add_argument("turns", nargs="?", type=int, default=1)
        chosen = parser.parse_args()
        main(chosen.players, chosen.layout, chosen.turns)
