"""`manage.py --version` says what is installed, without a database."""

import subprocess
import sys
from pathlib import Path

import django

from pairing import VERSION

ROOT = Path(__file__).parents[2]


def test_the_version_is_said_without_starting_anything(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "--version"],
        cwd=ROOT,
        env={"HAKEM_VAR": str(tmp_path / "var"), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"Hakem {VERSION}, Django {django.get_version()}\n"
    assert not (tmp_path / "var").exists()
