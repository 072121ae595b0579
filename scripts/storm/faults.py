"""Faults: each begins, lasts for a while, and ends; then the site must be well again by itself."""

import os
import random
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg
import redis

from scripts.storm.hosts import BASE_DIR, Site, asked

#: the parts of which any may be killed at any moment
MORTAL = ("web1", "web2", "worker1", "worker2", "scheduler", "redis", "postgres", "proxy", "lists")


@dataclass(frozen=True)
class Fault:
    name: str
    begin: Callable[[], object]
    end: Callable[[], object] = lambda: None
    seconds: float = 0.0  # how long it lasts


def short_faults(site: Site) -> list[Fault]:
    """For CI: one death of each part, and one hang."""
    found = [_killed(site, name) for name in ("web1", "worker1", "redis", "postgres")]
    found.append(_hangs(site, "redis", 3))
    if site.caddy:
        found.append(_killed(site, "proxy"))
    return found


def all_faults(site: Site) -> list[Fault]:
    found = [_killed(site, name) for name in site.parts]
    found += [
        Fault("host 1 dies whole", lambda: _each(site.kill, "web1", "worker1")),
        Fault("PostgreSQL restarts", lambda: site.stop("postgres"), lambda: site.start("postgres")),
        _hangs(site, "redis", 10),
        _hangs(site, "web2", 10),
        _hangs(site, "postgres", 10),
        _hangs(site, "worker2", 10),
        Fault("Redis loses everything", lambda: _wipe(site)),
        Fault("the worker is away for half a minute",
              lambda: _each(partial(site.kill, hold=True), "worker1", "worker2"),
              lambda: _each(site.start, "worker1", "worker2"), 30),
        Fault("the disk of the back-ups takes nothing", lambda: _no_backups(site, True),
              lambda: _no_backups(site, False), 20),
    ]  # fmt: skip
    if site.own_world:
        found += [
            Fault("host 1 is unplugged", lambda: _plug(site, 0, False),
                  lambda: _plug(site, 0, True), 25),
            Fault("host 2 is unplugged for a moment", lambda: _plug(site, 1, False),
                  lambda: _plug(site, 1, True), 3),
            Fault("the database's disk is full", lambda: _fill_database(site),
                  lambda: (site.home / "filler").unlink(missing_ok=True), 15),
            Fault("the queue's disk is full", lambda: _fill(site.queue),
                  lambda: (site.queue / "filler").unlink(missing_ok=True), 15),
        ]  # fmt: skip
    found += [
        Fault(f"host 2 believes it is an hour {words}", partial(_jump, site, seconds),
              partial(_jump, site, 0), 20)
        for words, seconds in (("later", 3600), ("earlier", -3600))
    ]  # fmt: skip
    found.append(Fault("both hosts are upgraded, one after the other", lambda: _upgrade(site)))
    return found


def random_kills(site: Site, dice: random.Random, times: int, pause: float) -> list[str]:
    """So many deaths at random, of whatever lives at the moment."""
    killed = []
    for _ in range(times):
        name = dice.choice([name for name in MORTAL if name in site.parts])
        site.kill(name)
        killed.append(name)
        time.sleep(dice.uniform(0.5, 1.5) * pause)
    return killed


def _killed(site: Site, name: str) -> Fault:
    return Fault(f"{name} is killed", lambda: site.kill(name))


def _hangs(site: Site, name: str, seconds: float) -> Fault:
    return Fault(
        f"{name} hangs for {seconds:.0f} s",
        lambda: site.freeze(name, True),
        lambda: site.freeze(name, False),
        seconds,
    )


def _each(act: Callable[[str], object], *names: str) -> None:
    for name in names:
        act(name)


def _wipe(site: Site) -> None:
    redis.Redis(port=site.ports["redis"]).flushall()


def _no_backups(site: Site, away: bool) -> None:
    """A folder that is not there takes nothing, whoever asks."""
    kept, aside = site.kept / "wal", site.kept / "wal.aside"
    if away:
        kept.rename(aside)
    else:
        aside.rename(kept)


def _plug(site: Site, number: int, on: bool) -> None:
    host = site.hosts[number]
    os.system(f"ip link set {host.name} {'up' if on else 'down'}")


def _fill(place: Path) -> None:
    """To the last byte."""
    with (place / "filler").open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue


def _fill_database(site: Site) -> None:
    """To the last byte, and until the server has noticed: it keeps used files for its log."""
    _fill(site.home)
    for _ in range(300):  # eight megabytes each
        try:
            with psycopg.connect(site.database(), connect_timeout=3) as connection:
                connection.execute("SELECT pg_logical_emit_message(true, '', repeat('x', 8000000))")
        except psycopg.Error:
            return


def _jump(site: Site, seconds: int) -> None:
    """The clock of host 2, under its running programs."""
    site.hosts[1].clock.write_text(str(seconds))


def _upgrade(site: Site) -> None:
    """The next release: other files, a further column. Its migration first, under the old code;
    then one host after the other, politely."""
    next_one = site.folder / "next"
    shutil.copytree(
        BASE_DIR,
        next_one,
        symlinks=True,
        ignore=shutil.ignore_patterns(".git", "var", "tests", "__pycache__", "docs"),
    )
    numbered = sorted((next_one / "tournaments/migrations").glob("0*.py"))
    (next_one / "tournaments/migrations/9999_next.py").write_text(
        "from django.db import migrations\n\n\n"
        "class Migration(migrations.Migration):\n"
        f"    dependencies = [('tournaments', '{numbered[-1].stem}')]\n"
        "    operations = [migrations.RunSQL(\n"
        "        'ALTER TABLE tournaments_event ADD COLUMN storm integer NOT NULL DEFAULT 0')]\n"
    )
    (next_one / "templates/next.html").write_text("the next release\n")
    site.manage("migrate", "-v0", code=next_one)
    for number, host in enumerate(site.hosts, 1):
        host.code = next_one
        for name in (f"worker{number}", f"web{number}"):
            site.stop(name)
            site.start(name)
        until = time.monotonic() + 60
        while asked(f"{host.url}/readyz") and time.monotonic() < until:
            time.sleep(0.3)
    with psycopg.connect(site.database()) as connection:
        connection.execute("SELECT storm FROM tournaments_event LIMIT 1")
