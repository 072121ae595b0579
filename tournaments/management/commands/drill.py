"""Restores the last back-up into a fresh place and compares the standings: a back-up that was never
restored is a hope."""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from config.env import env_str
from config.local import backups as local
from config.local.embedded import Services
from config.local.folders import EmbeddedError, account_for_root
from tournaments.kernel import backups
from tournaments.models import Backup, Tournament
from tournaments.queries.standings.prizes import table_of

#: nothing is compared from memory: neither side finds a Redis
WITHOUT_MEMORY = {"REDIS_URL": "redis://127.0.0.1:9/0"}
#: seconds until PostgreSQL has handed over the piece of its log that is asked for
PATIENCE = 90.0
Sums = dict[str, list[Any]]


class Command(BaseCommand):
    help = "Restores the last back-up into a fresh place and compares the standings."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--dump", type=Path, help="a file of pg_dump instead of a base backup")
        parser.add_argument("--in", dest="place", type=Path, help="where there is room for a copy")
        parser.add_argument("--sums", action="store_true", help=argparse.SUPPRESS)

    def handle(self, *_words: Any, **given: Any) -> None:
        if given["sums"]:
            self.stdout.write(json.dumps(checksums()))
            return
        began, clock = timezone.now(), time.monotonic()
        folder = Path(tempfile.mkdtemp(prefix="hakem-drill-", dir=_room(given["place"])))
        folder.chmod(0o711)
        services = Services(folder, redis=False, durable=False)
        try:
            if given["dump"]:
                self._from_dump(services, given["dump"].resolve())
            else:
                self._from_base(services)
            restored = time.monotonic() - clock
            self.stdout.write(f"restored in {restored:.1f} s")
            url = services.environment()["DATABASE_URL"]
            if not given["dump"]:  # the whole server was restored, with its databases and users
                known = conninfo_to_dict(env_str("DATABASE_URL"))
                url = make_conninfo(url, dbname=known["dbname"], user=known["user"])
            there = self._sums(url)
            newest = max((row[2] for row in there.values()), default="")
            before = newest if given["dump"] else began.isoformat()
            self._compare(self._sums(env_str("DATABASE_URL")), there, before)
        except (EmbeddedError, OSError, subprocess.SubprocessError) as error:
            raise CommandError(str(error)) from error
        finally:
            services.stop()
            shutil.rmtree(services.run, ignore_errors=True)
            shutil.rmtree(folder, ignore_errors=True)
        Backup.objects.create(kind=Backup.Kind.DRILL, began_at=began, ended_at=timezone.now())
        self.stdout.write(f"The drill took {time.monotonic() - clock:.1f} s.")

    def _from_base(self, services: Services) -> None:
        """The base backup, and the log up to this moment."""
        if not backups.wanted():
            raise CommandError("BACKUP_DIR is not set: name a file of pg_dump with --dump.")
        place = Path(settings.BACKUP_DIR)
        if not (known := local.bases(place)):
            raise CommandError(f"There is no base backup in {place}: manage.py backup makes one.")
        base, point = known[-1], self._mark(place)
        self.stdout.write(
            f"base backup of {timezone.localtime(base.at):%Y-%m-%d %H:%M}, "
            f"{base.size / 2**20:.1f} MB, and the log until now"
            if point
            else "base backup alone: the log is not kept"
        )
        data = services.folder / "postgres"
        local.unpack(base, place, data, point=point)
        if os.geteuid() == 0:
            local.give_to(data, account_for_root())
        services.start()

    def _mark(self, place: Path) -> str:
        """A named point of the log, and its piece in the folder; "" where the log is not kept."""
        if not backups.log().kept:
            return ""
        name = f"drill-{time.time_ns()}"
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_create_restore_point(%s)", [name])
            cursor.execute("SELECT pg_walfile_name(pg_switch_wal())")
            [piece] = cursor.fetchone()
        until = time.monotonic() + PATIENCE
        while not (place / "wal" / f"{piece}.gz").exists():
            if time.monotonic() > until:
                raise CommandError(
                    f"The database does not hand over its log ({piece}); see manage.py doctor."
                )
            time.sleep(0.2)
        return name

    def _from_dump(self, services: Services, file: Path) -> None:
        self.stdout.write(f"dump {file.name}, {file.stat().st_size / 2**20:.1f} MB")
        services.start()
        url = services.environment()["DATABASE_URL"]
        command = [str(local.tool("pg_restore")), f"--dbname={url}", "--no-owner", str(file)]
        done = subprocess.run([*command, "--single-transaction"], capture_output=True, text=True)
        if done.returncode != 0:
            raise EmbeddedError(f"pg_restore failed: {done.stderr.strip()[-500:]}")

    def _sums(self, database: str) -> Sums:
        done = subprocess.run(
            [sys.executable, "manage.py", "drill", "--sums"],
            cwd=settings.BASE_DIR,
            env=os.environ | {"DATABASE_URL": database} | WITHOUT_MEMORY,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise EmbeddedError(f"The standings cannot be read: {done.stderr.strip()[-500:]}")
        found: Sums = json.loads(done.stdout)
        return found

    def _compare(self, here: Sums, there: Sums, before: str) -> None:
        """Standings of the same revision are the same; what went on meanwhile is no difference,
        nor is what was made after this moment."""
        lost = [key for key in here if key not in there and here[key][2] < before]
        same = [key for key in here if key in there and here[key][0] == there[key][0]]
        differing = [key for key in same if here[key][1] != there[key][1]]
        back = [key for key in here if key in there and there[key][0] > here[key][0]]
        if moved := len([key for key in here if key in there]) - len(same):
            self.stdout.write(f"{moved} tournaments went on meanwhile")
        if lost or differing or back:
            raise CommandError(
                f"STANDINGS DIFFER: {len(differing)} are not as on the site, {len(lost)} lack, "
                f"{len(back)} are newer; tournaments {', '.join((differing + lost + back)[:20])}"
            )
        if not same and here:
            raise CommandError("No tournament has the revision of the back-up: try again.")
        self.stdout.write(f"standings equal: {len(same)} tournaments")


def _room(named: Path | None) -> Path | None:
    """Where it is named, else beside the back-ups: there is more room than in /tmp."""
    place = Path(settings.BACKUP_DIR or "/nowhere")
    return named or (place if os.access(place, os.W_OK) else None)


def checksums() -> Sums:
    """By tournament: its revision, a checksum of its standings, and when it was made."""
    found: Sums = {}
    for tournament in Tournament.objects.select_related("event").order_by("pk").iterator(500):
        table = table_of(tournament)
        text = "" if table is None else "\n".join(_line(row) for row in table.rows)
        digest = hashlib.sha256(text.encode()).hexdigest()
        made = tournament.created_at.isoformat()
        found[str(tournament.pk)] = [tournament.revision, digest, made]
    return found


def _line(row: Any) -> str:
    return json.dumps([row.rank, row.entry.pk, row.entry.name, row.score, *row.values])
