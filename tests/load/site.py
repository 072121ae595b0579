"""The product as it runs in production, with servers and data of its own, for one run of load."""

import contextlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from socket import socket
from typing import Any

from config.embedded import Services

BASE_DIR = Path(__file__).resolve().parent.parent.parent
SEED = 20261118


@contextlib.contextmanager
def running_site(workers: int = 2) -> Iterator[int]:
    """PostgreSQL, Redis, the web server and a worker; the port. All of it ends with the run."""
    folder = Path(tempfile.mkdtemp(prefix="hakem-load-"))
    services = Services(folder, durable=False)
    services.start()
    port = _free_port()
    os.environ |= {
        **services.environment(),
        "HAKEM_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "tests.load.settings",
        "SITE_URL": "http://localhost",
        "LOG_LEVEL": "WARNING",
        "CACHE_PREFIX": "load",
    }
    started: list[subprocess.Popen] = []
    try:
        _prepare()
        web = [
            sys.executable,
            "-m",
            "granian",
            "--interface",
            "wsgi",
            "--no-ws",
            "--port",
            str(port),
        ]
        web += ["--host", "127.0.0.1", "--workers", str(workers), "--blocking-threads", "4"]
        web += ["--log-level", "warning", "config.wsgi:application"]
        worker = [sys.executable, "-m", "celery", "-A", "config.celery:app", "worker"]
        worker += ["--loglevel", "WARNING", "--concurrency", "1", "--without-gossip"]
        for command in (web, worker):
            with (folder / f"{Path(command[2]).name}.log").open("wb") as log:
                started.append(
                    subprocess.Popen(command, cwd=BASE_DIR, stdout=log, stderr=subprocess.STDOUT)
                )
        _await(port)
        yield port
    finally:
        for process in started:
            process.terminate()
        for process in started:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        services.stop()
        shutil.rmtree(services.run, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


def _prepare() -> None:
    for command in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]):
        subprocess.run([sys.executable, "manage.py", *command], cwd=BASE_DIR, check=True)
    import django

    django.setup()


def _free_port() -> int:
    with socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _await(port: int) -> None:
    until = time.monotonic() + 90
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def open_of(players: int, rounds: int) -> Any:
    """A tournament with so many players and so many rounds played, the next one a draft."""
    from tests import factories
    from tournaments.services.rounds import request_pairing

    made = factories.tournament(players, total_rounds=9)
    dice = random.Random(SEED)
    chief = factories.chief_of(made)
    for number in range(1, rounds + 2):
        job = request_pairing(tournament=made, number=number, by=chief)
        while job.open:  # the worker pairs it
            time.sleep(0.05)
            job.refresh_from_db()
        if number <= rounds:
            factories.publish(made, number)
            factories.enter_all(made, number, dice)
    return made
