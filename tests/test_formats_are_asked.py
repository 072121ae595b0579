"""No source asks which system a tournament has: it asks the table of formats what it can do."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pairing.formats import FORMATS

ROOT = Path(__file__).parents[1]
FOLDERS = ("config", "pairing", "tiebreaks", "tournaments")
#: the table itself, and what was stored before there was one
TABLE = {"pairing/formats.py"}
#: names of systems in words, and of their facts
WORDS = "tournaments/wording/"
STORED = "tournaments/migrations/"
#: how a tournament's kind was asked before there was a table
OLD_NAMES = {"of_teams", "is_knockout", "is_team_knockout", "is_swiss", "_of_teams", "family_of"}
OLD_LISTS = {"MODULES", "TEAM_SYSTEMS", "TEAM_KNOCKOUT", "FIDE_SYSTEMS"}


def sources() -> list[str]:
    paths = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    names = (path.relative_to(ROOT).as_posix() for path in paths)
    return sorted(name for name in names if not name.startswith(STORED))


def templates() -> list[str]:
    paths = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "templates").rglob("*.txt")]
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


def own_module(name: str) -> set[str]:
    """The keys of the systems that a source is part of."""
    return {
        found.key for found in FORMATS.values() if found.engine and is_part_of(name, found.engine)
    }


def is_part_of(name: str, engine: str) -> bool:
    """An engine is a file or a folder of its own."""
    path = engine.replace(".", "/")
    return name == f"{path}.py" or name.startswith(f"{path}/")


def test_an_engine_is_a_file_or_a_folder():
    assert is_part_of("pairing/keizer.py", "pairing.keizer")
    assert is_part_of("pairing/keizer/colours.py", "pairing.keizer")
    assert not is_part_of("pairing/keizer_too.py", "pairing.keizer")


def wrong_places(name: str, text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        at = f"{name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Constant) and node.value in FORMATS:
            own = own_module(name)
            if name not in TABLE and not name.startswith(WORDS) and node.value not in own:
                yield f"{at}: the key {node.value}"
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(map(is_key, sides)) and any(map(is_fixed, sides)):
                yield f"{at}: a comparison with a key: {ast.unparse(node)}"
        elif isinstance(node, ast.Attribute) and node.attr in OLD_NAMES:
            yield f"{at}: the old name {node.attr}"
        elif isinstance(node, ast.FunctionDef) and node.name in OLD_NAMES:
            yield f"{at}: the old name {node.name}"
        elif isinstance(node, ast.Name) and node.id in OLD_LISTS:
            yield f"{at}: the old list {node.id}"


def is_key(node: ast.expr) -> bool:
    """`tournament.system`, and what was cut out of it."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and is_key(node.func.value)
    if isinstance(node, ast.Subscript):
        return is_key(node.value)
    return isinstance(node, ast.Attribute) and node.attr in ("system", "key_of_system")


def is_fixed(node: ast.expr) -> bool:
    """A value that stands in the source, by itself or under a name."""
    if isinstance(node, ast.Name | ast.Attribute):
        name = node.id if isinstance(node, ast.Name) else node.attr
        return name.isupper() and name != "FORMATS"
    return isinstance(node, ast.Constant | ast.Tuple | ast.List | ast.Set)


def test_no_source_names_a_system_or_compares_its_key():
    found = [
        wrong
        for name in sources()
        for wrong in wrong_places(name, (ROOT / name).read_text("utf-8"))
    ]
    assert found == []


def test_no_page_names_a_system_or_compares_its_key():
    names = templates()
    assert len(names) > 100
    wrong = re.compile(
        rf"\.system\s*(==|!=|in\b|not in\b)|\.({'|'.join(sorted(OLD_NAMES))})\b"
        + "".join(rf"|['\"]{re.escape(key)}['\"]" for key in FORMATS)
    )
    found = [
        f"{name}: {match.group(0)}"
        for name in names
        for match in wrong.finditer((ROOT / name).read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'swiss = tournament.system == "fide2026.dutch"',
        'LARGEST = {"handbook.lim": 10}',
        'SLOW = ("handbook.dubov", "handbook.burstein")',
        "if tournament.system in SLOW: pass",
        'if tournament.system.rpartition(".")[2] not in ("round_robin", "knockout"): pass',
        'if round_.tournament.system.startswith("fide") == True: pass',
        "if tournament.of_teams: pass",
        "known = (*MODULES, KNOCKOUT)",
    ],
)
def test_what_is_looked_for_would_be_found(line):
    assert list(wrong_places("tournaments/queries/some.py", line))


def test_what_is_allowed_is_not_found():
    for line in (
        "if tournament.format.pairs_teams: pass",
        "if tournament.system not in FORMATS: pass",
        "changed = before.system != after.system",
        'options = recommended("handbook.team_berger")',
    ):
        assert not list(wrong_places("tournaments/queries/some.py", line))
