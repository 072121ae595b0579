"""One version of Python: what was locked, linted and tested is what the image runs."""

import re
import tomllib

import pytest

from scripts.bootstrap import NEEDED, ROOT

PYTHON = ".".join(map(str, NEEDED))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_the_tools_read_the_code_as_the_oldest_python_does() -> None:
    assert PROJECT["project"]["requires-python"] == f">={PYTHON}"
    assert PROJECT["tool"]["ruff"]["target-version"] == "py" + PYTHON.replace(".", "")
    assert PROJECT["tool"]["mypy"]["python_version"] == PYTHON


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_the_locks_are_made_for_it(name: str) -> None:
    assert f"--python-version {PYTHON} " in (ROOT / name).read_text().splitlines()[1]


def test_make_lock_makes_them_for_it() -> None:
    versions = re.findall(r"--python-version (\S+)", (ROOT / "Makefile").read_text())
    assert versions == [PYTHON, PYTHON]


def test_the_image_runs_it() -> None:
    images = re.findall(r"^FROM python:(\d+\.\d+)", (ROOT / "Dockerfile").read_text(), re.M)
    assert images == [PYTHON]
