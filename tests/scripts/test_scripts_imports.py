"""Scripts started by hand still find what they use, also what they load only when they run."""

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPTS = sorted((ROOT / "scripts").rglob("*.py"))
OURS = ("config", "federation", "pairing", "scripts", "tests", "tiebreaks", "tournaments")


def imported(path: Path) -> list[tuple[str, str]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        (node.module, name.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in OURS
        for name in node.names
        if name.name != "*"
    ]


@pytest.mark.parametrize("path", SCRIPTS, ids=[str(path.relative_to(ROOT)) for path in SCRIPTS])
def test_every_name_that_a_script_imports_exists(path: Path) -> None:
    missing = [
        f"{module}.{name}"
        for module, name in imported(path)
        if not hasattr(import_module(module), name) and find_spec(f"{module}.{name}") is None
    ]
    assert missing == []


def test_the_scripts_are_found_with_what_they_import() -> None:
    assert len(SCRIPTS) > 20
    assert sum(len(imported(path)) for path in SCRIPTS) > 100
