"""The table of readings is whole: each is taken by a function and held by a test that exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TABLE = ROOT / "docs/rules/fide2026-readings.md"
ENGINES, TESTS = ROOT / "pairing/fide2026", Path(__file__).parent
NAME = re.compile(r"\b(?:G|DU|BU|LI|DS|TM|LX)-\d+\b")
#: readings of each family, the last number; TM-1 is none
LAST = {"G": 14, "DU": 16, "BU": 13, "LI": 23, "DS": 10, "TM": 10, "LX": 8}


def rows() -> dict[str, tuple[list[str], list[str]]]:
    """By reading: its functions and its tests."""
    found = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == 4 and NAME.fullmatch(cells[0]):
            assert cells[0] not in found, cells[0]
            functions, tests = (re.findall(r"`([^`]+)`", cell) for cell in cells[2:])
            found[cells[0]] = (functions, tests)
    return found


@cache
def defined(path: Path) -> set[str]:
    """The functions and classes of a file, with those inside them: `Field._legal`."""
    found: set[str] = set()

    def look(node: ast.AST, inside: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{inside}{child.name}"
                found.add(name)
                look(child, f"{name}.")

    look(ast.parse(path.read_text(encoding="utf-8")), "")
    return found


def engine(path: str) -> Path:
    own = ENGINES / path
    return own if own.exists() else ROOT / path


def test_every_reading_has_a_line():
    wanted = {f"{family}-{n}" for family, last in LAST.items() for n in range(1, last + 1)}
    assert set(rows()) == wanted - {"TM-1"}


@pytest.mark.parametrize("reading", sorted(rows()))
def test_it_is_taken_by_a_function_and_held_by_a_test(reading):
    functions, tests = rows()[reading]
    assert functions and tests
    for place in functions:
        path, _, name = place.partition("::")
        assert name in defined(engine(path)), place
    for place in tests:
        path, _, name = place.partition("::")
        assert name.startswith("test_") and name in defined(TESTS / path), place


def test_no_reading_named_in_the_code_is_missing():
    named = {
        name
        for path in ENGINES.rglob("*.py")
        for name in NAME.findall(path.read_text(encoding="utf-8"))
    }
    assert named and named <= set(rows())
