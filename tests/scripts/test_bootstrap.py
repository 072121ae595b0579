"""The set-up: does each step once, begins an interrupted one again, and complains in sentences."""

import json
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import bootstrap
from scripts.bootstrap import Trouble

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project. Its environments come without pip, whose making takes seconds."""
    for name, path in {
        "ROOT": tmp_path,
        "VENV": tmp_path / ".venv",
        "PYTHON": tmp_path / ".venv" / "bin" / "python",
        "MARKER": tmp_path / ".venv" / "hakem.json",
        "VAR": tmp_path / "var",
        "LOG": tmp_path / "var" / "log" / "setup.log",
    }.items():
        monkeypatch.setattr(bootstrap, name, path)
    monkeypatch.setattr(bootstrap, "require_compiler", lambda: None)
    monkeypatch.setattr(bootstrap, "log_run", lambda what, command: venv.create(command[-1]))
    runs = bootstrap.runs
    monkeypatch.setattr(bootstrap, "runs", lambda *c: c[1:3] == ("-m", "pip") or runs(*c))
    for lock in bootstrap.LOCKS.values():
        (tmp_path / lock).write_text(f"{lock}==1\n")
    bootstrap.prepare_folders()
    return tmp_path


@pytest.fixture
def installed(project: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The requests that pip would have got."""
    asked: list[str] = []
    monkeypatch.setattr(bootstrap, "install", asked.append)
    return asked


def test_a_finished_step_is_not_done_again(project: Path, installed: list[str]) -> None:
    bootstrap.make_environment("run")
    bootstrap.make_environment("run")
    assert installed == ["requirements.lock"]

    bootstrap.make_environment("dev")
    bootstrap.make_environment("run")
    bootstrap.make_environment("dev")
    assert installed == ["requirements.lock", "requirements-dev.lock"]


def test_a_changed_lock_file_is_installed(project: Path, installed: list[str]) -> None:
    bootstrap.make_environment("run")
    (project / "requirements.lock").write_text("thing==2\n")

    bootstrap.make_environment("run")

    assert installed == ["requirements.lock", "requirements.lock"]


def test_an_interrupted_installation_begins_again_from_nothing(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(lock: str) -> None:
        (project / ".venv" / "half-a-package").touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(bootstrap, "install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        bootstrap.make_environment("run")
    monkeypatch.setattr(bootstrap, "install", lambda lock: None)

    bootstrap.make_environment("run")

    assert not (project / ".venv" / "half-a-package").exists()
    assert bootstrap.read_marker()["state"] == "done"


@pytest.mark.parametrize("marker", ['{"state": "installing", "locks": {}}', '{"sta', ""])
def test_a_half_made_environment_is_removed(
    project: Path, installed: list[str], marker: str
) -> None:
    (project / ".venv" / "bin").mkdir(parents=True)
    (project / ".venv" / "bin" / "python").touch()
    (project / ".venv" / "hakem.json").write_text(marker)

    bootstrap.make_environment("run")

    assert installed == ["requirements.lock"]
    assert subprocess.call([project / ".venv" / "bin" / "python", "-c", ""]) == 0


def test_an_environment_whose_python_went_away_is_made_anew(
    project: Path, installed: list[str]
) -> None:
    bootstrap.make_environment("run")
    python = project / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python")

    bootstrap.make_environment("run")

    assert installed == ["requirements.lock", "requirements.lock"]
    assert python.resolve().exists()


def test_an_environment_made_by_hand_is_kept(project: Path, installed: list[str]) -> None:
    venv.create(project / ".venv")
    (project / ".venv" / "mine").touch()

    bootstrap.make_environment("run")

    assert (project / ".venv" / "mine").exists()
    assert installed == ["requirements.lock"]


def test_somebody_elses_folder_is_never_removed(project: Path, installed: list[str]) -> None:
    (project / ".venv").mkdir()
    (project / ".venv" / "thesis.txt").touch()

    with pytest.raises(Trouble, match="is no virtual environment: move it away first"):
        bootstrap.make_environment("run")

    assert (project / ".venv" / "thesis.txt").exists()


def test_a_nearly_full_disk_is_told_before_anything_is_downloaded(
    project: Path, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bootstrap.SPACE, "run", 10**9)
    with pytest.raises(Trouble, match=r"nearly full: .* MB left and 1000000000 MB are needed"):
        bootstrap.make_environment("run")
    assert installed == []


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("ERROR: [Errno 28] No space left on device", "The disk is full"),
        ("OSError: [Errno 30] Read-only file system: 'x'", "The disk is read-only"),
        ("Failed to establish a new connection: refused", "The package index cannot be reached"),
        ("THESE PACKAGES DO NOT MATCH THE HASHES", "differs from the lock file"),
        ("ERROR: one\nnoise\nERROR: two\n", "failed (ERROR: two)"),
        ("", "Installing the dependencies failed (pip)"),
    ],
)
def test_what_pip_says_becomes_one_sentence(output: str, sentence: str) -> None:
    told = bootstrap.pip_sentence(output)
    assert sentence in told
    assert len(told.splitlines()) == 1


def test_without_rights_the_exact_command_is_named(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "MACOS", False)
    monkeypatch.setattr(bootstrap, "loads", lambda library: False)
    monkeypatch.setattr(bootstrap, "apt_install", lambda packages, purpose: False)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")

    bootstrap.provide_pango()

    assert "sudo apt-get install -y libpango-1.0-0 libpangoft2-1.0-0" in capsys.readouterr().err


def test_on_a_mac_homebrew_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "MACOS", True)
    assert bootstrap.by_hand(["libpango-1.0-0"], "pango") == "brew install pango"


def test_a_library_counts_only_when_it_really_loads() -> None:
    assert bootstrap.loads("libc.so.6" if sys.platform == "linux" else "libSystem.dylib")
    assert not bootstrap.loads("libhakem-is-not-there.so.1")


@pytest.fixture
def no_chromium(project: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def fails(*arguments: object, **options: object) -> None:
        raise Trouble("no")

    monkeypatch.setenv("HAKEM_CHROMIUM", "/nowhere/chromium")
    bootstrap.find_chromium.cache_clear()
    monkeypatch.setattr(bootstrap, "apt_install", lambda packages, purpose: False)
    monkeypatch.setattr(bootstrap, "log_run", fails)
    monkeypatch.setattr(bootstrap, "driver_runs", lambda: True)
    yield
    bootstrap.find_chromium.cache_clear()


@pytest.mark.usefixtures("no_chromium")
def test_without_a_browser_the_tests_say_so_loudly_and_ci_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    bootstrap.provide_chromium()
    assert "THE BROWSER TESTS WILL NOT RUN" in capsys.readouterr().err

    monkeypatch.setenv("CI", "true")
    with pytest.raises(Trouble, match="cannot run without Chromium"):
        bootstrap.provide_chromium()


def test_a_browser_whose_driver_cannot_run_is_no_browser(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("HAKEM_CHROMIUM", sys.executable)  # answers --version, as a browser does
    bootstrap.find_chromium.cache_clear()
    monkeypatch.setattr(bootstrap, "driver_runs", lambda: False)
    asked: list[str] = []
    monkeypatch.setattr(bootstrap, "apt_install", lambda packages, purpose: asked.extend(packages))
    with pytest.raises(Trouble, match="cannot run without Chromium"):
        bootstrap.provide_chromium()
    bootstrap.find_chromium.cache_clear()
    assert asked == ["libatomic1"]


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (28, "The disk is full: free some space in /somewhere"),
        (30, "The disk is read-only: /somewhere must be writable"),
        (13, "You may not write to /somewhere"),
    ],
)
def test_a_storage_error_becomes_one_sentence(number: int, sentence: str) -> None:
    error = OSError(number, os.strerror(number), "/somewhere")
    assert bootstrap.storage_sentence(error).startswith(sentence)


def test_a_folder_that_cannot_be_written_is_one_sentence_and_a_failure(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file where a folder should be")

    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "bootstrap.py"), "run"],
        env={**os.environ, "HAKEM_VAR": str(tmp_path / "var")},
        capture_output=True,
        text=True,
    )

    assert done.returncode == 1
    assert done.stderr.startswith("Hakem cannot start. ")
    assert len(done.stderr.splitlines()) == 1


def test_the_lock_for_development_holds_the_other_whole() -> None:
    """`make_environment` counts on it."""
    pins = [
        {
            line.split()[0]
            for line in (ROOT / lock).read_text().splitlines()
            if "==" in line and not line.startswith((" ", "#"))
        }
        for lock in ("requirements.lock", "requirements-dev.lock")
    ]
    assert pins[0] < pins[1]


def test_the_marker_survives_a_cut_off_write(project: Path) -> None:
    bootstrap.write_marker("done", {"a": "1"})
    assert json.loads(bootstrap.MARKER.read_text()) == {"state": "done", "locks": {"a": "1"}}
    bootstrap.MARKER.write_text("[]")
    assert bootstrap.read_marker() == {"state": "installing"}
