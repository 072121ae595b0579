"""A rating list through the real job: a Celery worker of its own, killed on the way.

    python -m scripts.bench.register_job list.xml 2026-11 [per cent at which the worker is killed]

In a folder of its own (`HAKEM_VAR=…`). Tells how long the list took from the press of the button
to the register, with the worker that began and with the one that went on, and the most memory
that either of them had, its child included.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import os
import subprocess
import sys
import time
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import psutil

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def main(path: Path, month: date, killed_at: int = 0) -> None:
    from config.local.embedded import ensure_services

    ensure_services()
    import django

    django.setup()
    from tournaments.kernel import jobs
    from tournaments.models import RegisteredPlayer
    from tournaments.register import importing, sources
    from tournaments.register.layouts import PIECE

    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    began = time.monotonic()
    with path.open("rb") as file:
        work = importing.receive_fide_list(
            pieces=iter(lambda: file.read(PIECE), b""), file_name=path.name, month=month, by=None
        )
    print(f"{path.name}: {work.size / 1e6:.0f} MB, kept in {time.monotonic() - began:.1f} s")
    before = RegisteredPlayer.objects.count()
    job = sources.start_import(work, by=None)
    workers = [Worker()]
    began = time.monotonic()
    while job.open:
        time.sleep(0.2)
        workers[-1].look()
        done = jobs.progress(job)
        if killed_at and len(workers) == 1 and done >= killed_at:
            workers[0].kill()
            print(
                f"killed at {done} %, after {time.monotonic() - began:.1f} s; "
                f"players in the register: {RegisteredPlayer.objects.count() - before} more"
            )
            workers.append(Worker())
        job.refresh_from_db()
    ended = time.monotonic() - began
    workers[-1].kill()
    work.refresh_from_db()
    print(
        f"{job.status} after {ended:.1f} s: {work.rows} players, {work.added} added, "
        f"{work.changed} changed, {work.unreadable} not understood; the workers had at most "
        f"{' and '.join(f'{worker.most >> 20}' for worker in workers)} MB; "
        f"load {os.getloadavg()[0]:.1f}"
    )


class Worker:
    def __init__(self) -> None:
        command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-c", "1"]
        self.process = subprocess.Popen(
            [*command, "-l", "error"], cwd=Path(__file__).resolve().parents[2]
        )
        self.most = 0

    def family(self) -> list[Any]:
        first = psutil.Process(self.process.pid)
        return [first, *first.children(recursive=True)]

    def look(self) -> None:
        used = 0
        for process in self.family():
            with suppress(psutil.NoSuchProcess):
                used += process.memory_info().rss
        self.most = max(self.most, used)

    def kill(self) -> None:
        """SIGKILL, the child first, so that nobody can tidy up."""
        for process in reversed(self.family()):
            process.kill()
        self.process.wait()


if __name__ == "__main__":
    name, month_of_list, *rest = sys.argv[1:]
    main(Path(name), date.fromisoformat(f"{month_of_list}-01"), *map(int, rest))
