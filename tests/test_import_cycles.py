"""No module needs itself, by whatever way round: imports inside functions count like all
others, those for a type checker alone do not."""

import ast
from collections.abc import Iterator
from pathlib import Path

import grimp

PARTS = ("config", "federation", "pairing", "ratings", "tiebreaks", "tournaments")


def knots(graph: grimp.ImportGraph) -> list[set[str]]:
    """Modules that reach each other."""
    above: dict[str, set[str]] = {}
    found: list[set[str]] = []
    for module in sorted(graph.modules):
        above[module] = graph.find_upstream_modules(module)
    left = set(above)
    while left:
        module = left.pop()
        knot = {one for one in above[module] if module in above[one]}
        if knot - {module}:
            found.append(knot | {module})
            left -= knot
    return found


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph(*PARTS, exclude_type_checking_imports=True, cache_dir=None)
    assert "tournaments.services.rounds.pairing" in graph.modules
    assert knots(graph) == []


def test_a_circle_would_be_seen() -> None:
    graph = grimp.ImportGraph()
    for importer, imported in (("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")):
        graph.add_import(importer=importer, imported=imported)
    assert knots(graph) == [{"a", "b", "c"}]


# --- Imports within functions ---------------------------------------------------------------------

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("config", "pairing", "ratings", "federation", "scripts", "tiebreaks", "tournaments")
#: stands once in a file for all of its own
FOR_ALL = "# Imports within functions: "


def within_functions(source: str) -> Iterator[tuple[int, bool]]:
    """The line of the first of each few imports in a function, and whether a comment on it, or
    on the line before, says why it stands there."""
    lines = source.splitlines()
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for body in _bodies(function):
            before: ast.stmt | None = None
            for statement in body:
                if isinstance(statement, IMPORTS) and not isinstance(before, IMPORTS):
                    said = "#" in lines[statement.lineno - 1] or "#" in lines[statement.lineno - 2]
                    yield statement.lineno, said
                before = statement


IMPORTS = (ast.Import, ast.ImportFrom)


def _bodies(function: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(function):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            yield body


def test_an_import_within_a_function_says_why_it_is_there() -> None:
    found, unsaid = 0, []
    for path in [
        ROOT / "manage.py",
        *(p for part in SOURCES for p in ROOT.glob(f"{part}/**/*.py")),
    ]:
        source = path.read_text(encoding="utf-8")
        if FOR_ALL in source:
            continue
        for line, said in within_functions(source):
            found += 1
            if not said:
                unsaid.append(f"{path.relative_to(ROOT)}:{line}")
    assert unsaid == [] and found > 5


def test_an_import_without_its_reason_would_be_seen() -> None:
    source = "def f():\n    if x:\n        import a\n        import b\n    # y\n    import c\n"
    assert sorted(set(within_functions(source))) == [(3, False), (6, True)]
