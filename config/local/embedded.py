"""PostgreSQL and Redis out of wheels, for machines on which neither is installed.

A process that needs the servers calls `start()` and gets them: started, or found running. The last
process to call `stop()`, or to die, takes them down, so `make run` and a `manage.py` command
can come and go in any order. Everybody else only sees DATABASE_URL and REDIS_URL.

    var/postgres   the cluster          var/redis   the append-only file
    var/run        sockets and locks    var/log     what the servers say
    var/backup     back-ups, unless BACKUP_DIR names another disk

    python -m config.local.embedded pg_dump ...   a tool of PostgreSQL's, connected to our database

The binaries are driven directly rather than through the wheels' own Python layers: those keep
their counts in files that a killed process leaves wrong, and open the folders above the data.
"""

import atexit
import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from config.env import env_str
from config.local.folders import (
    EmbeddedError,
    Say,
    refuse_foreign,
    socket_folder,
    storage_troubles,
    var_folder,
)
from config.local.servers import Postgres, Redis, Server, postgres_binaries


def ensure_services(say: Say = lambda _: None) -> "Services | None":
    """Start whatever DATABASE_URL and REDIS_URL do not name, and name it there."""
    if env_str("HAKEM_ENV", "local") == "production":
        return None  # the settings say which address is missing
    postgres, redis = not env_str("DATABASE_URL", ""), not env_str("REDIS_URL", "")
    if not postgres and not redis:
        return None
    backup = Path(env_str("BACKUP_DIR", str(var_folder() / "backup"))).resolve()
    services = Services(var_folder(), postgres=postgres, redis=redis, backup=backup, say=say)
    services.start()
    os.environ.update(services.environment())
    if postgres:
        os.environ["BACKUP_DIR"] = str(backup)
    atexit.register(services.stop)
    return services


class Services:
    """The embedded servers of one data folder."""

    def __init__(
        self,
        folder: Path,
        *,
        postgres: bool = True,
        redis: bool = True,
        durable: bool = True,
        backup: Path | None = None,
        say: Say = lambda _: None,
    ) -> None:
        self.folder = folder
        #: where PostgreSQL's log is kept for a restore to any minute; None: nowhere
        self.backup = backup
        self.run = socket_folder(folder)
        self.say = say
        self.servers: list[Server] = []
        if postgres:
            self.servers.append(Postgres(self, durable=durable))
        if redis:
            self.servers.append(Redis(self, durable=durable))
        self._users: BinaryIO | None = None
        self._owner = 0

    def environment(self) -> dict[str, str]:
        return {server.variable: server.url for server in self.servers}

    def start(self) -> None:
        """Idempotent. Raises EmbeddedError with one sentence."""
        if self._users is not None:
            return
        with storage_troubles(self.folder):
            for folder in (self.folder, self.run, self.folder / "run", self.folder / "log"):
                folder.mkdir(parents=True, exist_ok=True)
            refuse_foreign(self.run)
            self.run.chmod(0o700)  # whoever reaches a socket is let in without a password
            users = open(self.folder / "run" / "users", "ab")  # noqa: SIM115 - held while in use
        try:
            with self._transition():
                fcntl.flock(users, fcntl.LOCK_SH)
                self._start_missing()
        except BaseException:
            self._users, self._owner = users, os.getpid()
            self.stop()
            raise
        self._users, self._owner = users, os.getpid()

    def revive(self) -> list[str]:
        """Start again what died; the names of what had to be."""
        if self._users is None or all(server.alive() for server in self.servers):
            return []
        with self._transition():
            return self._start_missing()

    def stop(self) -> None:
        """Let go; the servers end with their last user. A forked child only lets go."""
        users, self._users = self._users, None
        if users is None or self._owner != os.getpid():
            return
        with users, self._transition():
            try:
                # Kept across processes by the kernel: a user that was killed no longer counts.
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            for server in reversed(self.servers):
                server.stop()

    def _start_missing(self) -> list[str]:
        started = []
        for server in self.servers:
            if not server.alive():
                self.say(f"Starting {server.name}")
                with storage_troubles(self.folder):
                    server.start()
                started.append(server.name)
        return started

    @contextmanager
    def _transition(self) -> Iterator[None]:
        """One process at a time starts or stops servers."""
        with open(self.folder / "run" / "lock", "ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def remove_abandoned(parent: Path) -> None:
    """End and delete the data folders under `parent` whose users were killed. Tests only."""
    for folder in parent.glob("*/"):
        try:
            with open(folder / "run" / "users", "ab") as users:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except FileNotFoundError:
            pass
        except BlockingIOError:
            continue
        for server in reversed(Services(folder).servers):
            server.stop()
        shutil.rmtree(socket_folder(folder), ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


# --- Command -----------------------------------------------------------------------------------


TOOLS = ("pg_dump", "pg_restore", "psql")


def main(arguments: list[str]) -> int:
    """Run a tool that back-ups need, without an installation of PostgreSQL."""
    try:
        if not arguments or arguments[0] not in TOOLS:
            print(f"Say which of: {', '.join(TOOLS)}.", file=sys.stderr)
            return 2
        binaries = postgres_binaries()
        ensure_services()
    except EmbeddedError as error:
        print(f"Hakem cannot start. {error}", file=sys.stderr)
        return 1
    database = f"--dbname={env_str('DATABASE_URL')}"
    return subprocess.call([str(binaries / arguments[0]), database, *arguments[1:]])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
