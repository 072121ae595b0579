"""Back-ups of a whole PostgreSQL, for a restore to any minute: base backups, and its log.

    BACKUP_DIR/base/20261119T030000Z/   base.tar.gz, pg_wal.tar.gz, backup_manifest
    BACKUP_DIR/wal/                     each finished piece of the log (`deploy/archive-wal.sh`)

    python -m config.local.backups unpack --from BACKUP_DIR --into DATA [--until MOMENT]

makes a data folder that a PostgreSQL brings up to its last, or to the named, moment when it starts;
a moment is written with its offset: "2026-11-19 14:05+03:00".
"""

import argparse
import gzip
import json
import os
import pwd
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from config.env import env_str
from config.local.folders import EmbeddedError
from config.local.servers import postgres_binaries

#: base backups that are kept, and the log since the oldest of them
KEPT = 3
#: a base backup of millions of players takes minutes; one that hangs is ended
LONGEST = 2 * 3600
SEGMENT = re.compile(r"([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})\.gz")
STAMP = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True)
class Base:
    folder: Path
    at: datetime

    @property
    def size(self) -> int:
        return sum(path.stat().st_size for path in self.folder.iterdir())

    @property
    def first_piece(self) -> str:
        """Timeline and number of the piece of the log with which it begins."""
        [first, *_] = json.loads((self.folder / "backup_manifest").read_text())["WAL-Ranges"]
        high, _, low = first["Start-LSN"].partition("/")
        return f"{first['Timeline']:08X}{int(high, 16):08X}{int(low, 16) >> 24:08X}"


def bases(place: Path) -> list[Base]:
    """The complete ones, oldest first."""
    found = []
    for folder in sorted((place / "base").glob("*Z")):
        at = datetime.strptime(folder.name, STAMP).replace(tzinfo=UTC)
        found.append(Base(folder, at))
    return found


def make_base(place: Path, database: str) -> Base:
    """A base backup of the running server, made beside its place and moved there whole."""
    folder = place / "base"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.new"):
        shutil.rmtree(old, ignore_errors=True)
    now = datetime.now(UTC)
    draft = folder / f"{now.strftime(STAMP)}.new"
    known = conninfo_to_dict(database)
    secret = str(known.pop("password", ""))
    command = [str(tool("pg_basebackup")), "-d", make_conninfo("", **known), "-D", str(draft)]
    command += ["--format=tar", "--gzip", "--compress=1", "--wal-method=stream"]
    command += ["--checkpoint=fast", "--no-password"]
    environment = os.environ | ({"PGPASSWORD": secret} if secret else {})
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=LONGEST
        )
        if done.returncode != 0:
            raise EmbeddedError(f"pg_basebackup failed: {done.stderr.strip()[-500:]}")
        for path in draft.glob("*.gz"):
            _read_whole(path)
        whole = draft.with_suffix("")
        draft.rename(whole)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return Base(whole, now)


def _read_whole(path: Path) -> None:
    """A disk that gives back something else than it got is noticed now."""
    with gzip.open(path) as file:
        while file.read(1 << 20):
            pass


def forget_old(place: Path, keep: int = KEPT) -> None:
    """Old base backups, and the log from before the oldest that is kept."""
    known = bases(place)
    for old in known[:-keep]:
        shutil.rmtree(old.folder)
    if not known:
        return
    first = known[-keep:][0].first_piece
    for path in pieces(place):
        if path.name[8:24] < first[8:]:
            path.unlink(missing_ok=True)


def pieces(place: Path) -> list[Path]:
    found = (path for path in (place / "wal").glob("*.gz") if SEGMENT.fullmatch(path.name))
    return sorted(found, key=lambda path: path.name[8:24])


def missing_piece(place: Path) -> str:
    """The first piece of the log that lacks since the last base backup; "" where none does."""
    known = bases(place)
    if not known:
        return ""
    first = known[-1].first_piece[8:]
    there = {path.name[8:24] for path in pieces(place)}
    later = sorted(name for name in there if name >= first)
    number = int(first[:8], 16) << 8 | int(first[8:], 16)
    for name in later:
        if name != f"{number >> 8:08X}{number & 255:08X}":
            return f"{number >> 8:08X}{number & 255:08X}"
        number += 1
    return ""


def unpack(base: Base, place: Path, into: Path, *, until: str = "", point: str = "") -> None:
    """A data folder that brings itself up to date from the log when it is started."""
    if into.exists() and any(into.iterdir()):
        raise EmbeddedError(f"{into} is not empty: move it away first.")
    into.mkdir(parents=True, exist_ok=True)
    into.chmod(0o700)
    for name, target in (("base.tar.gz", into), ("pg_wal.tar.gz", into / "pg_wal")):
        with tarfile.open(base.folder / name) as tar:
            tar.extractall(target, filter="tar")
    (into / "recovery.signal").touch()
    kept = shlex.quote(str(place / "wal")) + "/%f.gz"
    options = {
        "restore_command": f'test -f {kept} && gzip -dc {kept} > "%p"',
        "recovery_target_time": until,
        "recovery_target_name": point,
        "recovery_target_action": "promote",
        "hot_standby": "off",  # nobody is let in before it is up to date
    }
    settings = into / "postgresql.auto.conf"
    # Those of an earlier restore go: two targets are refused, even where one is empty.
    lines = [
        line
        for line in settings.read_text().splitlines()
        if not line.startswith(("restore_command", "recovery_target", "hot_standby"))
    ]
    for name, value in options.items():
        if value:
            lines.append(f"{name} = '{value.replace(chr(39), chr(39) * 2)}'")
    settings.write_text("\n".join(lines) + "\n")


def give_to(folder: Path, account: pwd.struct_passwd) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, account.pw_uid, account.pw_gid, follow_symlinks=False)


def tool(name: str) -> Path:
    """Of the wheel, or of a PostgreSQL on this machine."""
    try:
        return postgres_binaries() / name
    except EmbeddedError:
        if found := shutil.which(name):
            return Path(found)
        raise EmbeddedError(f"{name} is not installed: back-ups need PostgreSQL's tools.") from None


# --- Command -----------------------------------------------------------------------------------


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Unpacks a back-up for a PostgreSQL to start on.")
    commands = parser.add_subparsers(dest="command", required=True)
    given = commands.add_parser("unpack")
    given.add_argument("--from", dest="place", type=Path, default=env_str("BACKUP_DIR", "") or None)
    given.add_argument("--into", type=Path, required=True, metavar="DATA")
    given.add_argument("--until", default="", help="a moment with its offset")
    given.add_argument("--owner", default="", help="the account that the server runs as")
    chosen = parser.parse_args(words)
    if chosen.place is None:
        parser.error("say where the back-ups are: --from BACKUP_DIR")
    place = chosen.place.resolve()
    fitting = bases(place)
    if chosen.until:
        moment = datetime.fromisoformat(chosen.until)
        if moment.tzinfo is None:
            parser.error("--until needs its offset: 2026-11-19 14:05+03:00")
        fitting = [base for base in fitting if base.at <= moment]
    if not fitting:
        print(f"There is no fitting base backup in {place}.", file=sys.stderr)
        return 1
    try:
        unpack(fitting[-1], place, chosen.into, until=chosen.until)
        if chosen.owner:
            number = chosen.owner.isdigit()
            account = pwd.getpwuid(int(chosen.owner)) if number else pwd.getpwnam(chosen.owner)
            give_to(chosen.into, account)
    except (EmbeddedError, OSError, KeyError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{chosen.into} holds the base backup of {fitting[-1].at:%Y-%m-%d %H:%M} UTC;")
    print("the server that starts on it goes through the log and is then up to date.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
