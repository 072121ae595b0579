"""`make run`: everything comes up, stays up, goes down, and comes back with nothing lost."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from config.local import runner
from config.local.embedded import Services
from config.local.runner import CannotStart, Leader, _unless_unchanged, check_address

ROOT = Path(__file__).resolve().parent.parent.parent
LOG_IN = re.compile(r"^  (bashakem|yardimci|izleyici) +(\S{8})  ", re.MULTILINE)


@pytest.fixture
def port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


class Run:
    """One `make run` after its set-up."""

    def __init__(self, var: Path, port: int) -> None:
        self.var, self.port = var, port
        addresses = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "CELERY_QUEUE")
        clean = {name: value for name, value in os.environ.items() if name not in addresses}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.local.runner"],
            cwd=ROOT,
            env=clean | {"HAKEM_VAR": str(var), "PORT": str(port), "WEB_WORKERS": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.family: set[psutil.Process] = set()

    def output(self) -> str:
        """Until it ends."""
        return self.process.communicate(timeout=60)[0]

    def welcome(self) -> str:
        assert self.process.stdout
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith("Logs are in"):
                self.meet()
                return "".join(lines)
        raise AssertionError("".join(lines))

    def meet(self) -> None:
        self.family |= set(psutil.Process(self.process.pid).children(recursive=True))

    def part(self, word: str) -> psutil.Process:
        """The direct child that was started with that word."""
        for child in psutil.Process(self.process.pid).children():
            if word in child.cmdline():
                return child
        raise AssertionError(f"no {word} is running")

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return bytes(answer.read())

    def is_ready(self) -> bool:
        return b"true" in self.get("/readyz")

    def left_over(self) -> list[psutil.Process]:
        def runs(process: psutil.Process) -> bool:
            try:
                return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
            except psutil.NoSuchProcess:
                return False

        return [process for process in self.family if runs(process)]


@pytest.fixture
def start(place: Path, port: int) -> Iterator[Callable[[], Run]]:
    runs: list[Run] = []

    def one() -> Run:
        runs.append(Run(place / "var", port))
        return runs[-1]

    yield one
    for run in runs:
        if run.process.poll() is None:
            run.process.terminate()
            run.process.communicate(timeout=60)


def eventually(condition: Callable[[], object], seconds: float = 60) -> bool:
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        try:
            if condition():
                return True
        except (OSError, AssertionError, psutil.NoSuchProcess):
            pass
        time.sleep(0.1)
    return False


@pytest.mark.full
def test_up_killed_in_parts_down_up_killed_whole_and_up_again(start: Callable[[], Run]) -> None:
    run = start()
    welcome = run.welcome()
    assert f"Hakem runs at http://localhost:{run.port}/" in welcome
    log_ins = LOG_IN.findall(welcome)
    assert [name for name, _ in log_ins] == ["bashakem", "yardimci", "izleyici"]
    assert b"<html" in run.get("/")

    second = start()
    assert f"It already runs from this folder: http://localhost:{run.port}/" in second.output()
    assert second.process.returncode == 1

    for word in ("granian", "celery"):
        victim = run.part(word)
        victim.kill()
        assert eventually(lambda word=word, victim=victim: run.part(word) != victim)
    assert eventually(run.is_ready)  # the new web server has children again
    victim = run.part("granian").children()[0]
    victim.kill()
    assert eventually(lambda: not victim.is_running() and run.is_ready())
    run.meet()

    run.process.send_signal(signal.SIGINT)
    assert run.output().rstrip().endswith("Stopping ...")
    assert run.process.returncode == 0
    assert eventually(lambda: run.left_over() == [])

    again = start()
    assert LOG_IN.findall(again.welcome()) == log_ins
    web = again.part("granian")
    again.process.kill()  # nobody stops its web server and its worker
    again.process.wait()
    assert web in again.left_over()

    third = start()
    welcome = third.welcome()
    assert "Ending what an earlier start left running" in welcome
    assert web not in again.left_over()
    assert LOG_IN.findall(welcome) == log_ins

    third.process.terminate()
    assert third.process.wait(60) == 0
    assert eventually(lambda: again.left_over() + third.left_over() == [])


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CannotStart, match=f"Port {port} on 127.0.0.1 is in use by another"):
            check_address("127.0.0.1", port)


@pytest.mark.parametrize("host", ["192.0.2.1", "not a host"])
def test_an_address_of_another_machine_is_one_sentence(host: str, port: int) -> None:
    with pytest.raises(CannotStart, match=f"HOST={host} is no address"):
        check_address(host, port)


def test_a_wrong_port_is_one_sentence_that_names_it(place: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "config.local.runner"],
        cwd=ROOT,
        env={**os.environ, "PORT": "http", "HAKEM_VAR": str(place)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == (
        "The setting PORT must be a whole number, not 'http'. See .env.example.\n"
    )


@pytest.fixture
def leader(place: Path, port: int, monkeypatch: pytest.MonkeyPatch) -> Leader:
    """One that has welcomed people, and does not wait between two tries."""
    monkeypatch.setenv("HAKEM_VAR", str(place))
    monkeypatch.setattr(runner, "PAUSES", (0.0,))
    made = Leader("127.0.0.1", port)
    made.record.parent.mkdir(parents=True)
    (place / "log").mkdir(exist_ok=True)
    made.welcomed = True
    return made


def test_a_server_that_cannot_be_revived_is_tried_again_until_it_runs(leader, capsys) -> None:
    """PostgreSQL killed while it recovers, a disk that is full for a while."""
    troubles = [runner.EmbeddedError("PostgreSQL failed: it recovers."), OSError(28, "full")]

    def revive() -> list[str]:
        if troubles:
            raise troubles.pop(0)
        return ["PostgreSQL"]

    leader.services = SimpleNamespace(revive=revive)
    for _ in range(3):
        leader._look_after()
    said = capsys.readouterr().out
    assert "PostgreSQL failed: it recovers. Trying again" in said
    assert "The disk is full" in said
    assert "PostgreSQL had ended unexpectedly and runs again" in said
    assert leader.servers_troubled == 0


def test_a_part_that_keeps_ending_is_started_again_and_again(leader, place, capsys) -> None:
    ends = runner.Part("worker", [sys.executable, "-c", "raise SystemExit(3)"])
    ends.log = place / "log" / "worker.log"
    leader.parts = [ends]
    leader._start(ends)
    for _ in range(2 * runner.ATTEMPTS):
        assert ends.process
        ends.process.wait()
        leader._look_after()
    ends.process.wait()
    assert capsys.readouterr().out.count("ended unexpectedly (code 3)") == 2 * runner.ATTEMPTS
    leader.welcomed = False
    with pytest.raises(CannotStart, match="The worker keeps ending"):
        leader._look_after()


def test_a_stale_record_of_processes_harms_nobody(
    place: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its numbers may belong to others by now: only number and birth together are a process."""
    monkeypatch.setenv("HAKEM_VAR", str(place))
    leader = Leader("127.0.0.1", port)
    leader.record.parent.mkdir(parents=True)
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as stranger:
        leader.record.write_text(json.dumps([[stranger.pid, 12345.0], [2**22 + 1, 1.0]]))

        leader._end_leftovers()

        assert stranger.poll() is None
        stranger.kill()
    leader.record.write_text("[[")
    leader._end_leftovers()


def test_a_step_is_repeated_only_when_its_files_changed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HAKEM_VAR", str(place))
    (place / "run").mkdir()
    source = place / "source"
    source.write_text("a")

    def needed(again: bool = False) -> bool:
        with _unless_unchanged("step", [source], again=again) as changed:
            return changed

    assert [needed(), needed(), needed(again=True)] == [True, False, True]
    source.write_text("ab")
    assert needed()
    source.write_text("abc")
    with pytest.raises(ZeroDivisionError), _unless_unchanged("step", [source], again=False):
        raise ZeroDivisionError
    assert needed()


def test_no_server_is_started_where_none_is_needed(place: Path) -> None:
    assert Services(place, postgres=False, redis=False).environment() == {}


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_open_to_the_hall_its_address_is_the_one_in_the_hall(
    host: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(runner, "hall_address", lambda: "192.168.7.20")
    monkeypatch.setenv("SITE_URL", "http://192.168.7.20:9000")
    leader = Leader(host, 9000)
    assert leader.address == "http://192.168.7.20:9000/"
    leader._welcome("")
    said = capsys.readouterr().out
    assert "captains' links and invitations carry http://192.168.7.20:9000" in said
    assert Leader("127.0.0.1", 9000).address == "http://localhost:9000/"
    monkeypatch.setattr(runner, "hall_address", lambda: "")
    assert Leader(host, 9000).address == "http://localhost:9000/"


@pytest.mark.parametrize("on_the_way", [True, False])
def test_the_address_in_the_hall_is_never_the_machine_to_itself(
    on_the_way: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Door(socket.socket):
        def connect(self, address: object) -> None:
            if not on_the_way:
                raise OSError("no network")

        def getsockname(self) -> tuple[str, int]:
            return "10.1.2.3", 9

    def card(*addresses: str) -> list[SimpleNamespace]:
        return [SimpleNamespace(family=socket.AF_INET, address=one) for one in addresses]

    cards = {"lo": card("127.0.0.1"), "eth0": card("169.254.3.3", "192.168.7.20")}
    monkeypatch.setattr(runner.psutil, "net_if_addrs", lambda: cards)
    monkeypatch.setattr(runner.socket, "socket", Door)
    assert runner.hall_address() == ("10.1.2.3" if on_the_way else "192.168.7.20")
