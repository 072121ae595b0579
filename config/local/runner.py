"""`make run`: everything on this machine under one process, until Ctrl-C.

One leader starts the servers, prepares the data, then watches the web server and the worker.
Each of them leads a process group of its own, so the terminal's Ctrl-C reaches only the leader,
and the leader ends them in order: first those who use the data, then those who keep it.
"""

import contextlib
import errno
import fcntl
import hashlib
import json
import logging
import logging.handlers
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import IO, Any

import psutil

from config.env import env_int, env_str
from config.local.embedded import Services, ensure_services
from config.local.folders import BASE_DIR, EmbeddedError, var_folder

PYTHON = sys.executable
#: a part that ends this often within GRACE seconds of its start is broken, not unlucky
ATTEMPTS, GRACE = 5, 15.0
#: seconds before what ended is started again, the first time, the second, and ever after the last
PAUSES = (0.0, 0.5, 1.0, 5.0, 10.0, 30.0)
#: how long running requests and tasks may go on after Ctrl-C
SHUTDOWN_SECONDS = 20.0


class CannotStart(Exception):
    """One sentence for the person at the keyboard."""


class Stop(BaseException):
    """Ctrl-C, or a polite kill."""


@dataclass
class Part:
    """A long-running child: the web server, the worker, the scheduler."""

    name: str
    command: list[str]
    process: "subprocess.Popen[bytes] | None" = None
    started: float = 0.0
    early_ends: int = 0
    due: float = 0.0  # when what ended is to be started again
    log: Path = field(default=Path())


def main() -> int:
    if sys.argv[1:] == ["--prepare"]:
        return prepare()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop)
    leader = None
    try:
        leader = Leader(env_str("HOST", "127.0.0.1"), env_int("PORT", 8000, least=1, most=65535))
        leader.run()
    except Stop:
        return 0
    except (CannotStart, EmbeddedError) as error:
        complaint = str(error)
    except OSError as error:
        complaint = _storage_sentence(error)
    except Exception as error:
        with contextlib.suppress(OSError):
            (var_folder() / "log" / "run.log").write_text(traceback.format_exc())
        complaint = f"Unexpectedly, {type(error).__name__}: {error}. More in var/log/run.log."
    print(f"Hakem cannot go on. {complaint}", file=sys.stderr, flush=True)
    return 1


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stop


class Leader:
    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.var = var_folder()
        self.parts: list[Part] = []
        self.services: Services | None = None
        self.servers_troubled, self.servers_due = 0, 0.0
        #: somebody may be at work with what we started
        self.welcomed = False
        #: what ran under an earlier leader and may have outlived it
        self.record = self.var / "run" / "processes.json"

    @property
    def open_to_all(self) -> bool:
        return self.host in ("0.0.0.0", "::")

    @property
    def address(self) -> str:
        """Under which people reach us: for every address of the machine, the one in the hall."""
        host = "localhost" if self.host == "127.0.0.1" else self.host
        if self.open_to_all:
            host = hall_address() or "localhost"
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def run(self) -> None:
        with self._alone():
            try:
                self._end_leftovers()
                check_address(self.host, self.port)
                self.services = ensure_services(say)
                os.environ["STREAMS_HOST"] = self.host
                os.environ["STREAMS_PORT"] = str(free_port(self.host, self.port + 1))
                os.environ.setdefault("SITE_URL", self.address.rstrip("/"))
                told = self._prepare()
                self._start_parts(beat=bool(told.get("beat")))
                self._await_answer()
                self._welcome(str(told.get("demo", "")))
                self.welcomed = True
                self._watch()
            except Stop:
                print("\n  Stopping ...", flush=True)
                raise
            finally:
                self._stop_everything()

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """One leader per data folder. The kernel drops the lock of a leader that was killed."""
        (self.var / "run").mkdir(parents=True, exist_ok=True)
        with open(self.var / "run" / "leader", "a+", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.seek(0)
                raise CannotStart(f"It already runs from this folder: {file.read()}.") from None
            file.truncate(0)
            file.write(f"{self.address} (process {os.getpid()})")
            file.flush()
            yield

    def _end_leftovers(self) -> None:
        """End what a killed leader left running: it would go on with old code on the same port."""
        try:
            left = json.loads(self.record.read_text())
        except (FileNotFoundError, ValueError):
            return
        for pid, born in left:
            with contextlib.suppress(psutil.Error, ProcessLookupError):
                process = psutil.Process(pid)
                same = abs(process.create_time() - born) < 1 and os.getpgid(pid) == pid
                if same and _lives(process):
                    say(f"Ending what an earlier start left running (process {pid})")
                    os.killpg(pid, signal.SIGTERM)
                    if not _wait(lambda p=process: not _lives(p), 10):
                        os.killpg(pid, signal.SIGKILL)
        self.record.unlink(missing_ok=True)

    def _prepare(self) -> dict[str, Any]:
        """In a process of its own: the leader stays small, and a failure stays a sentence."""
        told: dict[str, Any] = {}
        log = self.var / "log" / "prepare.log"
        with open(log, "wb") as errors:
            child = subprocess.Popen(
                [PYTHON, "-m", "config.local.runner", "--prepare"],
                cwd=BASE_DIR,
                stdout=subprocess.PIPE,
                stderr=errors,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
            assert child.stdout
            try:
                for line in child.stdout:
                    with contextlib.suppress(ValueError):
                        message = json.loads(line)
                        told |= message
                        if "say" in message:
                            say(message["say"])
                child.wait()
            except BaseException:
                child.kill()
                child.wait()
                raise
        if child.returncode != 0:
            last = (log.read_text(errors="replace").strip().splitlines() or ["no word"])[-1]
            raise CannotStart(f"{str(told.get('error', last)).rstrip('.')}. More in {log}.")
        return told

    def _start_parts(self, *, beat: bool) -> None:
        cores = os.cpu_count() or 2
        web = [PYTHON, "-m", "granian", "--interface", "wsgi", "--no-ws"]
        web += ["--host", self.host, "--port", str(self.port)]
        web += ["--workers", str(env_int("WEB_WORKERS", max(2, min(cores, 4)), least=1))]
        web += ["--blocking-threads", str(env_int("WEB_THREADS", 4, least=1))]
        web += ["--respawn-failed-workers", "--respawn-interval", "0.5"]
        web += ["--workers-kill-timeout", "5", "--log-level", "warning"]
        web += ["config.wsgi:application"]
        celery = [PYTHON, "-m", "celery", "-A", "config.celery:app"]
        worker = [*celery, "worker", "--loglevel", "WARNING", "--without-gossip"]
        worker += ["--without-mingle", "--max-tasks-per-child", "200"]
        # Two at least, lists and the second engine apart: nobody's pairing waits for a paper or for
        # a download, no message for a seal.
        # Back-ups are made by the worker that pairs nothing.
        many = str(env_int("WORKER_PROCESSES", max(2, cores // 2), least=1))
        front = [*worker, "-n", "front@%h", "-c", many, "-Q", queues("first", "papers", "mail")]
        slow = [
            *worker,
            "-n",
            "slow@%h",
            "-c",
            "1",
            "-Q",
            queues("seals", "slow", "ratings", "backup"),
        ]
        stream = [PYTHON, "-m", "config.streams"]
        self.parts = [
            Part("web server", web),
            Part("stream", stream),
            Part("worker", front),
            Part("lists worker", slow),
        ]
        if beat:
            scheduler = [*celery, "beat", "--loglevel", "WARNING", "--pidfile", ""]
            self.parts.append(Part("scheduler", scheduler))
        say("Starting the " + ", the ".join(part.name for part in self.parts))
        for part in self.parts:
            part.log = self.var / "log" / f"{part.name.split()[0]}.log"
            self._start(part)

    def _start(self, part: Part) -> None:
        part.started = time.monotonic()
        part.process = subprocess.Popen(
            part.command,
            cwd=BASE_DIR,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        assert part.process.stdout
        threading.Thread(
            target=_keep_log, args=(part.process.stdout, part.log), daemon=True
        ).start()
        alive = [p.process.pid for p in self.parts if p.process is not None]
        born = {pid: psutil.Process(pid).create_time() for pid in alive if psutil.pid_exists(pid)}
        with contextlib.suppress(OSError):  # a full disk ends nothing that runs
            self.record.write_text(json.dumps(list(born.items())))

    def _await_answer(self) -> None:
        """Welcome people only to what works: the pages, and the worker behind them."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        target = f"http://{f'[{host}]' if ':' in host else host}:{self.port}/readyz"
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        began = time.monotonic()
        while True:
            self._look_after()
            try:
                opener.open(target, timeout=5).close()
                return
            except urllib.error.HTTPError as error:
                missing = f"not ready is: {error.read().decode(errors='replace')[:200]}"
            except OSError:
                missing = "the web server does not answer"
            if time.monotonic() - began > 90:
                raise CannotStart(f"After 90 seconds {missing}. See {self.var / 'log'}.")
            time.sleep(0.1)

    def _welcome(self, demo: str) -> None:
        print(f"\nHakem runs at {self.address}\n", flush=True)
        if self.open_to_all:
            site = os.environ["SITE_URL"]
            print(f"QR codes, screens, captains' links and invitations carry {site}")
            print("(SITE_URL=http://... chooses another address).\n", flush=True)
        if demo.strip():
            print("Sign in to the demo with a name and its password:\n")
            print("".join(f"  {line}\n" for line in demo.strip("\n").splitlines()))
        print(f"Logs are in {self.var / 'log'}. Ctrl-C stops everything.", flush=True)

    def _watch(self) -> None:
        while True:
            time.sleep(0.5)
            self._look_after()

    def _look_after(self) -> None:
        """Start again whatever ended. The servers first: everybody else needs them."""
        if not self._revive_servers():
            return
        for part in self.parts:
            if part.process is not None and (code := part.process.poll()) is not None:
                _kill_group(part)  # its own children may have outlived it
                part.process = None
                early = time.monotonic() - part.started < GRACE
                part.early_ends = part.early_ends + 1 if early else 1
                if part.early_ends >= ATTEMPTS and not self.welcomed:
                    raise CannotStart(f"The {part.name} keeps ending: {_last_line(part.log)}")
                pause = PAUSES[min(part.early_ends, len(PAUSES)) - 1]
                part.due = time.monotonic() + pause
                how = f"signal {-code}" if code < 0 else f"code {code}"
                when = f"in {pause:.0f} seconds" if pause > 5 else "again"
                say(f"The {part.name} ended unexpectedly ({how}), starting it {when}")
            if part.process is None and time.monotonic() >= part.due:
                try:
                    self._start(part)
                except OSError as error:
                    if not self.welcomed:
                        raise
                    part.due = time.monotonic() + PAUSES[-1]
                    say(f"The {part.name} cannot be started: {_storage_sentence(error)}")

    def _revive_servers(self) -> bool:
        """Once people have been welcomed nothing makes us give up: we say what we wait for, and
        try on, ever more slowly."""
        if self.services is None or time.monotonic() < self.servers_due:
            return self.servers_troubled == 0
        try:
            for name in self.services.revive():
                say(f"{name} had ended unexpectedly and runs again")
        except (EmbeddedError, OSError) as error:
            if not self.welcomed:
                raise
            self.servers_troubled += 1
            pause = PAUSES[min(self.servers_troubled, len(PAUSES)) - 1]
            self.servers_due = time.monotonic() + pause
            sentence = _storage_sentence(error) if isinstance(error, OSError) else str(error)
            say(f"{sentence.rstrip('.')}. Trying again in {max(pause, 1):.0f} seconds")
            return False
        self.servers_troubled = 0
        return True

    def _stop_everything(self) -> None:
        """A second Ctrl-C shortens the farewell; nothing is left running either way."""
        try:
            for part in self.parts:
                if part.process is not None and part.process.poll() is None:
                    part.process.terminate()
            _wait(
                lambda: all(p.process is None or p.process.poll() is not None for p in self.parts),
                SHUTDOWN_SECONDS,
            )
        except Stop:
            pass
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        for part in self.parts:
            _kill_group(part)
        self.record.unlink(missing_ok=True)
        if self.services:
            self.services.stop()


# --- Preparing the data ------------------------------------------------------------------------


def prepare() -> int:
    """Migrations, translations, static files, demo: each message is one JSON object a line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        _prepare_with_django()
    except Exception as error:
        _tell(error=_sentence(error))  # first: the log may be on a full disk
        with contextlib.suppress(OSError):
            traceback.print_exc()
        return 1
    return 0


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        return _storage_sentence(error)
    first = next(iter(str(error).strip().splitlines()), "")
    if "is required (found" in first:  # an older PostgreSQL
        return first
    if "No space left on device" in str(error) or "disk space" in str(error):
        return f"The disk is full: free some space in {var_folder()} and start again"
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def _prepare_with_django() -> None:
    # The supervisor itself stays small: Django is loaded in the process that prepares.
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    _tell(say="Bringing the database up to date")
    call_command("migrate", interactive=False, verbosity=0)

    lock = BASE_DIR / "requirements.lock"
    translations = [*BASE_DIR.glob("locale/*/LC_MESSAGES/*.po")]
    compiled = all(path.with_suffix(".mo").exists() for path in translations)
    with _unless_unchanged("translations", translations, again=not compiled) as changed:
        if changed:
            _tell(say="Compiling the translations")
            call_command("compile_translations", verbosity=0)
    folders = [BASE_DIR / "static", *BASE_DIR.glob("*/static")]
    mine = [folder for folder in folders if folder != Path(settings.STATIC_ROOT)]
    static = [path for folder in mine for path in folder.rglob("*") if path.is_file()]
    there = Path(settings.STATIC_ROOT).is_dir()
    with _unless_unchanged("static", [*static, lock], again=not there) as changed:
        if changed:
            _tell(say="Collecting the static files")
            call_command("collectstatic", interactive=False, verbosity=0)

    demo = StringIO()
    if not settings.PRODUCTION:
        _tell(say="Looking after the demo event")
        call_command("seed_demo", stdout=demo)
        if settings.FEDERATION:
            _tell(say="Looking after the year of the federation")
            call_command("seed_year", small=True, once=True, stdout=demo)
    _tell(demo=demo.getvalue(), beat=bool(getattr(settings, "CELERY_BEAT_SCHEDULE", None)))


@contextlib.contextmanager
def _unless_unchanged(name: str, files: list[Path], *, again: bool) -> Iterator[bool]:
    """Is there work since last time? Remembered only once the work is done."""
    stamp = var_folder() / "run" / f"{name}.stamp"
    seen = hashlib.sha256()
    for path in sorted(files):
        state = path.stat()
        seen.update(f"{path}:{state.st_size}:{state.st_mtime_ns}\n".encode())
    try:
        changed = again or stamp.read_text() != seen.hexdigest()
    except OSError:
        changed = True
    yield changed
    stamp.write_text(seen.hexdigest())


def _tell(**message: object) -> None:
    print(json.dumps(message), flush=True)


# --- Small things ------------------------------------------------------------------------------


def queues(*names: str) -> str:
    """As the settings name them."""
    return ",".join(f"{env_str('CELERY_QUEUE', 'hakem')}.{name}" for name in names)


def say(text: str) -> None:
    print(f"  {text} ...", flush=True)


def hall_address() -> str:
    """The machine's own address in the network that it is in; "" where it is in none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        door.connect(("192.0.2.1", 9))  # nothing is sent: the system only chooses the way
        return _unless_own(door.getsockname()[0])
    known = [one for found in psutil.net_if_addrs().values() for one in found]
    fours = (_unless_own(one.address) for one in known if one.family == socket.AF_INET)
    return next(filter(None, fours), "")


def _unless_own(address: str) -> str:
    """Nobody else reaches a machine's address to itself."""
    return "" if address.startswith(("127.", "169.254.", "0.")) else address


def check_address(host: str, port: int) -> None:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as door:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind(address)
    except socket.gaierror:
        raise CannotStart(f"HOST={host} is no address that this machine knows.") from None
    except OSError as error:
        sentence = {
            errno.EADDRINUSE: f"Port {port} on {host} is in use by another program: end that one, "
            f"or choose another port with make run PORT={port + 1 if port < 65535 else 8000}.",
            errno.EACCES: f"Port {port} is for root only: choose one above 1023 with PORT.",
            errno.EADDRNOTAVAIL: f"HOST={host} is no address of this machine.",
        }.get(error.errno or 0, f"Cannot listen on {host}:{port}: {error.strerror}.")
        raise CannotStart(sentence) from None


def free_port(host: str, port: int) -> int:
    """The first free one from `port` on."""
    for each in range(port, min(port + 100, 65536)):
        with contextlib.suppress(CannotStart):
            check_address(host, each)
            return each
    raise CannotStart(f"No port from {port} on is free: choose another with PORT.")


def _keep_log(pipe: IO[bytes], path: Path) -> None:
    """Ten megabytes a part at most, however long it runs."""
    logging.raiseExceptions = False  # a full disk must not fill the terminal too
    handler: logging.Handler = logging.NullHandler()  # what nobody reads would stop who writes it
    with contextlib.suppress(OSError):
        handler = logging.handlers.RotatingFileHandler(path, maxBytes=5_000_000, backupCount=1)
    with contextlib.closing(handler), pipe:
        for line in pipe:
            text = line.decode(errors="replace").rstrip("\n")
            handler.handle(logging.LogRecord("", logging.INFO, "", 0, text, None, None))


def _kill_group(part: Part) -> None:
    if part.process is None:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(part.process.pid, signal.SIGKILL)
    part.process.wait()


def _wait(condition: Any, seconds: float) -> bool:
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            return False
        time.sleep(0.05)
    return True


def _lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _last_line(log: Path) -> str:
    try:
        lines = [line.strip() for line in log.read_text(errors="replace").splitlines()]
        return f"{next(line for line in reversed(lines) if line)} More in {log}."
    except (OSError, StopIteration):
        return f"it says nothing. See {log}."


def _storage_sentence(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk is full: free some space in {var_folder()} and start again."
    if error.errno == errno.EROFS:
        return f"The disk is read-only: {var_folder()} must be writable."
    return f"{error.strerror or error} ({error.filename or var_folder()})."


if __name__ == "__main__":
    sys.exit(main())
