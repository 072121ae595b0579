"""The production shape without containers: every part a process of its own, started again when it
ends, on hosts that can be unplugged.

Where this may be (Linux, root, Debian's iproute2 and Caddy) the two hosts have network namespaces
of their own and the data lies on small disks in memory, all of it within a namespace of processes,
mounts and network that ends with the run. Elsewhere everything is on the loopback address, and
what needs more is left out.
"""

import contextlib
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from config.local.embedded import Services
from config.local.folders import account_for_root
from config.local.servers import ARCHIVE, postgres_binaries, redis_binary

BASE_DIR = Path(__file__).resolve().parent.parent.parent
#: who ended is started again after so many seconds, as containers are
RESTART = 1.0
INSIDE = "HAKEM_STORM_INSIDE"


def enter_own_world() -> None:
    """Begin again in namespaces of our own, where that may be; the run ends with them."""
    tools = ("unshare", "nsenter", "ip", "mount", "caddy")
    if os.environ.get(INSIDE) or os.geteuid() != 0 or not all(map(shutil.which, tools)):
        return
    words = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if subprocess.call([*words, "true"], stderr=subprocess.DEVNULL) == 0:
        os.environ[INSIDE] = "1"
        # Its namespaces end with it: nothing of the run is left, however it ends.
        os.execvp(words[0], [*words, sys.executable, "-m", "scripts.storm", *sys.argv[1:]])


@dataclass
class Host:
    """A machine with web server and worker."""

    name: str
    address: str = "127.0.0.1"  # its own
    data: str = "127.0.0.1"  # under which it reaches the data
    port: int = 0
    holder: "subprocess.Popen[bytes] | None" = None  # keeps its network namespace
    code: Path = BASE_DIR
    clock: Path = Path()  # by what this file says its clock is shifted

    @property
    def url(self) -> str:
        return f"http://{self.address}:{self.port}"


@dataclass
class Part:
    name: str
    command: list[str]
    host: Host | None = None
    account: "pwd.struct_passwd | None" = None
    variables: dict[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None
    held: bool = False  # down on purpose
    ended: float = 0.0

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


class Site:
    def __init__(self, folder: Path, *, disk: int, workers: int) -> None:
        self.folder, self.disk = folder, disk
        self.own_world = bool(os.environ.get(INSIDE))
        self.caddy = shutil.which("caddy")
        self.parts: dict[str, Part] = {}
        self._over = threading.Event()
        self._lock = threading.Lock()
        self.hosts = [Host("host1"), Host("host2")]
        self.ports = {name: free_port() for name in ("postgres", "redis", "proxy")}
        self.kept = folder / "backup"
        self.home, self.queue = folder / "data", folder / "queue"
        self._make_network()
        self._make_disks()
        self._make_data()
        for host in self.hosts:
            host.port, host.clock = free_port(), folder / f"{host.name}.clock"
            host.clock.write_text("0")
        self._define(workers)

    # --- The machines ---------------------------------------------------------------------------

    def _make_network(self) -> None:
        if not self.own_world:
            return
        run("ip", "link", "set", "lo", "up")
        for number, host in enumerate(self.hosts, 1):
            host.address, host.data = f"10.77.{number}.2", f"10.77.{number}.1"
            host.holder = subprocess.Popen(["unshare", "--net", "sleep", "100000"])
            ours = os.stat("/proc/self/ns/net").st_ino
            while os.stat(f"/proc/{host.holder.pid}/ns/net").st_ino == ours:
                time.sleep(0.02)
            inside = ["nsenter", f"--net=/proc/{host.holder.pid}/ns/net"]
            run("ip", "link", "add", host.name, "type", "veth", "peer", "name", "wire")
            run("ip", "link", "set", "wire", "netns", str(host.holder.pid))
            run("ip", "addr", "add", f"{host.data}/24", "dev", host.name)
            run("ip", "link", "set", host.name, "up")
            run(*inside, "ip", "addr", "add", f"{host.address}/24", "dev", "wire")
            run(*inside, "ip", "link", "set", "wire", "up")
            run(*inside, "ip", "link", "set", "lo", "up")

    def _make_disks(self) -> None:
        for place, size in ((self.home, self.disk), (self.queue, 64)):
            place.mkdir()
            if self.own_world:
                run("mount", "-t", "tmpfs", "-o", f"size={size}m", "tmpfs", str(place))
        self.folder.chmod(0o711)

    def _make_data(self) -> None:
        services = Services(self.home, redis=False)
        services.start()
        services.stop()
        self.data = self.home / "postgres"
        with (self.data / "pg_hba.conf").open("a") as file:
            file.write("host all all 0.0.0.0/0 trust\nhost replication all 0.0.0.0/0 trust\n")
        self.run = services.run

    # --- The parts -------------------------------------------------------------------------------

    def _define(self, workers: int) -> None:
        account = account_for_root() if os.geteuid() == 0 else None
        (self.kept / "wal").mkdir(parents=True)
        script = self.run / "archive-wal.sh"
        shutil.copyfile(ARCHIVE, script)
        script.chmod(0o755)
        self.kept.chmod(0o711)
        if account:
            os.chown(self.kept / "wal", account.pw_uid, account.pw_gid)
        server = [str(postgres_binaries() / "postgres"), "-D", str(self.data)]
        listens = "*" if self.own_world else "127.0.0.1"
        for option in (
            f"listen_addresses={listens}",
            f"port={self.ports['postgres']}",
            f"unix_socket_directories={self.run}",
            "max_connections=100",
            "log_checkpoints=off",
            "archive_mode=on",
            f'archive_command=sh {script} "%p" "%f" {self.kept / "wal"}',
            "archive_timeout=60",
        ):
            server += ["-c", option]
        self._add(Part("postgres", server, account=account, variables={"LC_ALL": "C"}))
        redis = [str(redis_binary())]
        redis += ["--port", str(self.ports["redis"]), "--protected-mode", "no", "--save", ""]
        redis += ["--bind", "0.0.0.0" if self.own_world else "127.0.0.1"]
        redis += ["--appendonly", "yes", "--dir", str(self.queue)]
        self._add(Part("redis", [*redis, "--maxmemory-policy", "noeviction"]))
        python = sys.executable
        celery = [python, "-m", "celery", "-A", "config.celery:app"]
        worker = [*celery, "worker", "--loglevel", "WARNING", "--without-gossip"]
        worker += ["--without-mingle", "-c", "1"]
        for number, host in enumerate(self.hosts, 1):
            web = [python, "-m", "granian", "--interface", "wsgi", "--no-ws"]
            web += ["--host", host.address, "--port", str(host.port)]
            web += ["--workers", str(workers), "--blocking-threads", "4"]
            web += ["--respawn-failed-workers", "--workers-kill-timeout", "10"]
            web += ["--log-level", "warning", "config.wsgi:application"]
            self._add(Part(f"web{number}", web, host))
            queues = "hakem.first,hakem.papers,hakem.mail"
            named = ["-n", f"front{number}@storm", "-Q", queues]
            self._add(Part(f"worker{number}", [*worker, *named], host))
        queues = "hakem.seals,hakem.slow,hakem.ratings,hakem.backup"
        lists = [*worker, "-n", "slow@storm", "-Q", queues]
        self._add(Part("lists", lists, self.hosts[0]))
        beat = [*celery, "beat", "--loglevel", "WARNING", "--pidfile", ""]
        beat += ["--schedule", str(self.folder / "beat")]
        self._add(Part("scheduler", beat, self.hosts[0]))
        if self.caddy:
            settings = self.folder / "Caddyfile"
            text = (BASE_DIR / "deploy/Caddyfile").read_text()
            if old_caddy(self.caddy):  # Debian's: one failed question counts, other words
                text = re.sub(r"\n\s*health_fails .*", "", text).replace("log_skip", "skip_log")
            settings.write_text(text)
            ways = " ".join(f"{host.address}:{host.port}" for host in self.hosts)
            command = [self.caddy, "run", "--config", str(settings), "--adapter", "caddyfile"]
            home = str(self.folder)
            variables = {"SITE_URL": self.url, "WEB_UPSTREAMS": ways, "HOME": home}
            variables |= {"XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home}
            self._add(Part("proxy", command, variables=variables))

    def _add(self, part: Part) -> None:
        self.parts[part.name] = part

    @property
    def url(self) -> str:
        return f"http://localhost:{self.ports['proxy']}"

    @property
    def doors(self) -> list[int]:
        """The ports by which people come in: the proxy's, or, where there is none, both hosts'."""
        return [self.ports["proxy"]] if self.caddy else [host.port for host in self.hosts]

    def database(self, address: str = "127.0.0.1") -> str:
        return f"postgresql://hakem@{address}:{self.ports['postgres']}/hakem"

    def variables(self, host: Host | None = None) -> dict[str, str]:
        address = host.data if host else "127.0.0.1"
        return {
            "HAKEM_ENV": "production",
            "SECRET_KEY": "storm",
            "DATABASE_URL": self.database(address),
            "REDIS_URL": f"redis://{address}:{self.ports['redis']}/0",
            "SITE_URL": self.url,
            "ALLOWED_HOSTS": "*",
            "CSRF_TRUSTED_ORIGINS": self.url,
            "BEHIND_TLS_PROXY": "no",
            "HAKEM_VAR": str(self.folder),
            "BACKUP_DIR": str(self.kept),
            "LISTS_DAILY": "no",
            "PAIR_INLINE_LIMIT": "20",  # rounds are paired by the workers
            "GRANIAN_BLOCKING_THREADS": "4",
            "EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }

    def start(self, name: str) -> None:
        part = self.parts[name]
        command, host = part.command, part.host
        variables = os.environ | part.variables
        if host is not None:
            variables |= self.variables(host)
            shifted = str(Path(__file__).parent / "clock")
            variables |= {"PYTHONPATH": shifted, "HAKEM_STORM_CLOCK": str(host.clock)}
            if host.holder:
                command = ["nsenter", f"--net=/proc/{host.holder.pid}/ns/net", *command]
        with (self.folder / f"{name}.log").open("ab") as log:
            part.process = subprocess.Popen(
                command,
                cwd="/" if part.account else host.code if host else BASE_DIR,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=part.account.pw_uid if part.account else None,
                group=part.account.pw_gid if part.account else None,
                extra_groups=[] if part.account else None,
            )
        part.held, part.ended = False, 0.0

    def kill(self, name: str, *, hold: bool = False) -> None:
        """As the kernel does when memory is short: no farewell, children included."""
        with self._lock:
            part = self.parts[name]
            part.held = hold
            self._signal(part, signal.SIGKILL)
            if part.process is not None:
                part.process.wait()

    def stop(self, name: str, seconds: float = 40) -> None:
        """Politely, as an upgrade does; it stays down."""
        with self._lock:
            part = self.parts[name]
            part.held = True
            if part.process is None:
                return
            polite = signal.SIGINT if name == "postgres" else signal.SIGTERM
            part.process.send_signal(polite)
            with contextlib.suppress(subprocess.TimeoutExpired):
                part.process.wait(seconds)
            self._signal(part, signal.SIGKILL)
            part.process.wait()

    def freeze(self, name: str, frozen: bool) -> None:
        """All of its processes, also those that lead groups of their own."""
        process = self.parts[name].process
        if process is None:
            return
        with contextlib.suppress(psutil.NoSuchProcess):
            found = psutil.Process(process.pid)
            for each in (found, *found.children(recursive=True)):
                with contextlib.suppress(psutil.NoSuchProcess):
                    each.suspend() if frozen else each.resume()

    def _signal(self, part: Part, number: int) -> None:
        if part.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(part.process.pid, number)

    def look_after(self) -> None:
        """Start again what ended, as `restart: unless-stopped` does."""
        while not self._over.wait(0.2):
            with self._lock:
                for part in self.parts.values():
                    if part.held or part.alive or part.process is None:
                        continue
                    now = time.monotonic()
                    if not part.ended:
                        part.ended = now
                        self._signal(part, signal.SIGKILL)  # its children
                    elif now - part.ended >= RESTART:
                        self.start(part.name)

    # --- Beginning and end ------------------------------------------------------------------------

    def begin(self) -> None:
        for name in ("postgres", "redis"):
            self.start(name)
        until = time.monotonic() + 60
        while not listens(self.ports["postgres"]):
            assert time.monotonic() < until, (self.folder / "postgres.log").read_text()[-2000:]
            time.sleep(0.1)
        self.manage("migrate", "-v0")
        self.manage("collectstatic", "--noinput", "-v0")

    def go(self) -> None:
        for name, part in self.parts.items():
            if part.process is None:
                self.start(name)
        threading.Thread(target=self.look_after, daemon=True).start()

    def manage(self, *words: str, code: Path = BASE_DIR) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=code,
            env=os.environ | self.variables(),
            capture_output=True,
            text=True,
            timeout=900,
        )
        if done.returncode != 0:
            raise AssertionError(f"manage.py {words[0]}: {(done.stdout + done.stderr)[-1500:]}")
        return done.stdout

    def end(self) -> None:
        self._over.set()
        time.sleep(0.3)
        for part in self.parts.values():
            part.held = True
            self._signal(part, signal.SIGKILL)
            if part.process is not None:
                part.process.wait()
        for host in self.hosts:
            if host.holder:
                host.holder.kill()
                host.holder.wait()
        if self.own_world:
            for place in (self.home, self.queue):
                subprocess.call(["umount", "-l", str(place)])
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- How it is --------------------------------------------------------------------------------

    def not_green(self) -> str:
        """Names the first thing that keeps the site from being well; "" when nothing does."""
        for part in self.parts.values():
            if not part.alive:
                return f"{part.name} is down"
        for host in self.hosts:
            if trouble := asked(f"{host.url}/readyz"):
                return f"{host.name}: {trouble}"
        return next(filter(None, (asked(f"http://127.0.0.1:{at}/tr/") for at in self.doors)), "")


def asked(url: str) -> str:
    request = urllib.request.Request(url, headers={"Host": "localhost"})
    try:
        with urllib.request.urlopen(request, timeout=5):
            return ""
    except urllib.error.HTTPError as error:
        return f"{error.code} {error.read().decode(errors='replace')[:120]}"
    except OSError as error:
        return str(error)


def old_caddy(path: str) -> bool:
    said = subprocess.run([path, "version"], capture_output=True, text=True).stdout
    found = re.search(r"(\d+)\.(\d+)", said)
    return found is None or (int(found[1]), int(found[2])) < (2, 9)


def run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


_given: set[int] = set()


def free_port() -> int:
    while True:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            port = int(found.getsockname()[1])
        if port not in _given:
            _given.add(port)
            return port


@contextlib.contextmanager
def running(folder: Path, *, disk: int, workers: int) -> Iterator[Site]:
    site = Site(folder, disk=disk, workers=workers)
    try:
        site.begin()
        yield site
    finally:
        site.end()
