"""The product as it runs in production, with servers and data of its own, for one run of load."""

# Imports within functions: Django is set up by then, with the servers that it needs.

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from socket import socket
from typing import Any

from config.local.embedded import Services

BASE_DIR = Path(__file__).resolve().parent.parent.parent
SEED = 20261118


class Site:
    """The parts of the product, each of which can be killed and started again."""

    def __init__(self, folder: Path, port: int, workers: int, processes: int) -> None:
        self.folder, self.port = folder, port
        self.services = Services(folder, durable=False)
        web = ["granian", "--interface", "wsgi", "--no-ws", "--port", str(port)]
        web += ["--host", "127.0.0.1", "--workers", str(workers), "--blocking-threads", "4"]
        web += ["--log-level", "warning", "config.wsgi:application"]
        worker = ["celery", "-A", "config.celery:app", "worker"]
        worker += ["--loglevel", "WARNING", "--concurrency", str(processes), "--without-gossip"]
        self.commands = {"web": web, "worker": worker}
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                [sys.executable, "-m", *self.commands[name]],
                cwd=BASE_DIR,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def kill(self, name: str) -> None:
        """As the kernel does when memory is short: no farewell, children included."""
        os.killpg(self.running[name].pid, signal.SIGKILL)
        self.running.pop(name).wait()

    def end(self) -> None:
        for process in self.running.values():
            process.terminate()
        for name, process in list(self.running.items()):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill(name)
        self.services.stop()
        shutil.rmtree(self.services.run, ignore_errors=True)
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def running_parts(workers: int = 2, processes: int = 1) -> Iterator[Site]:
    """PostgreSQL, Redis, the web server and a worker. All of it ends with the run."""
    site = Site(Path(tempfile.mkdtemp(prefix="hakem-load-")), _free_port(), workers, processes)
    site.services.start()
    os.environ |= {
        **site.services.environment(),
        "HAKEM_VAR": str(site.folder),
        "DJANGO_SETTINGS_MODULE": "scripts.load.settings",
        "SITE_URL": "http://localhost",
        "LOG_LEVEL": "WARNING",
        "CACHE_PREFIX": "load",
    }
    try:
        _prepare()
        site.start("web")
        site.start("worker")
        wait_for(site.port)
        yield site
    finally:
        site.end()


@contextlib.contextmanager
def running_site(workers: int = 2) -> Iterator[int]:
    with running_parts(workers) as site:
        yield site.port


def _prepare() -> None:
    for command in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]):
        subprocess.run([sys.executable, "manage.py", *command], cwd=BASE_DIR, check=True)
    import django

    django.setup()


def _free_port() -> int:
    with socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def wait_for(port: int) -> None:
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
    from tournaments.services.rounds.pairing import request_pairing

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
