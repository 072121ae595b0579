"""Citations in the documents of developers lead somewhere: to tests, files and other pages."""

import ast
import re
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "templates/manual/README.md",
]
FOLDERS = (
    "config", "deploy", "docs", "federation", "locale", "pairing", "ratings", "scripts", "static",
    "templates", "tests", "tiebreaks", "tournaments",
)  # fmt: skip
#: a test by its name, the beginning of one (test_art_4_…, test_q12_*), or a file of tests
TEST = re.compile(r"`(?:[\w/]+/)?(test_\w+)(\.py)?(?:::(test_\w+))?([…*])?`")
FILE = re.compile(r"`([\w.-]+/[\w./-]+\.(?:py|md|html|css|js|po))`")
#: a name in a module: `services/entries/byes.grant_bye`
NAME = re.compile(r"`([\w-]+(?:/\w+)+)\.(?!(?:py|md|html|css|js|po|txt|toml|yml|json)`)(\w+)`")
#: a module that is named alone: `permissions.py`
ALONE = re.compile(r"`(\w+\.py)`")
#: a file of tests
TESTS = re.compile(r"tests/(?:.*/)?test_[^/]*$")
IN_DOCSTRING = re.compile(r"`([\w/]+\.py)`")
TARGET = re.compile(r"(?:^    |`)make ([a-z-]+)", re.MULTILINE)
MODULE = re.compile(r"python -m ([a-z][\w.]*)")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)")


@pytest.fixture(params=PAGES, ids=[path.relative_to(ROOT).as_posix() for path in PAGES])
def page(request: pytest.FixtureRequest) -> Path:
    return request.param


@pytest.fixture(scope="module")
def files() -> list[str]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    found.append(ROOT / "manage.py")
    return [f"/{path.relative_to(ROOT).as_posix()}" for path in found]


@dataclass(frozen=True, slots=True)
class Named:
    """A module, a class or a function of our sources."""

    file: str
    name: str  # of a function; of others none
    docstring: str


@pytest.fixture(scope="module")
def named() -> list[Named]:
    """All sources are read once."""
    sources = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    sources.append(ROOT / "manage.py")
    return [
        Named(
            path.relative_to(ROOT).as_posix(),
            node.name if isinstance(node, ast.FunctionDef) else "",
            ast.get_docstring(node) or "",
        )
        for path in sources
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
    ]


@pytest.fixture(scope="module")
def tests(named: list[Named]) -> set[str]:
    return {one.name for one in named if one.name and TESTS.match(one.file)}


def test_every_test_that_is_cited_exists(page: Path, files: list[str], tests: set[str]) -> None:
    missing = []
    for cited in TEST.finditer(page.read_text(encoding="utf-8")):
        name, is_file, inside, is_beginning = cited.groups()
        if is_file:
            there = any(path.endswith(f"/{name}.py") for path in files)
            there = there and (inside is None or inside in tests)
        elif is_beginning:
            there = any(test.startswith(name) for test in tests)
        else:
            there = name in tests
        missing += [] if there else [cited.group()]
    assert missing == []


def test_every_file_that_is_cited_exists(page: Path, files: list[str]) -> None:
    cited = FILE.findall(page.read_text(encoding="utf-8"))
    assert [name for name in cited if not any(path.endswith(f"/{name}") for path in files)] == []


def test_every_name_in_a_module_exists(page: Path, files: list[str]) -> None:
    missing = []
    for path, name in NAME.findall(page.read_text(encoding="utf-8")):
        there = [found for found in files if found.endswith(f"/{path}.py")]
        sources = [(ROOT / found[1:]).read_text(encoding="utf-8") for found in there]
        if not any(name in top_names(source) for source in sources):
            missing.append(f"{path}.{name}")
    assert missing == []


def top_names(source: str) -> set[str]:
    """The names that a module defines at its top."""
    names = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def test_every_module_that_is_named_alone_exists(page: Path, files: list[str]) -> None:
    named = ALONE.findall(page.read_text(encoding="utf-8"))
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in files)] == []


def test_every_module_that_a_docstring_names_exists(files: list[str], named: list[Named]) -> None:
    seen, missing = 0, []
    for one in named:
        if "/migrations/" in one.file:
            continue
        for name in IN_DOCSTRING.findall(one.docstring):
            seen += 1
            if not any(path.endswith(f"/{name}") for path in files):
                missing.append(f"{one.file}: {name}")
    assert seen > 10
    assert missing == []


def test_every_link_to_another_page_leads_there(page: Path) -> None:
    links = LINK.findall(re.sub("`[^`]*`", "", page.read_text(encoding="utf-8")))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_command_that_is_told_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(TARGET.findall(text)) <= targets
    assert [name for name in MODULE.findall(text) if find_spec(name) is None] == []


def test_citations_are_found_at_all() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    assert len(TEST.findall(text)) > 400
    assert len(FILE.findall(text)) > 20
    assert len(NAME.findall(text)) > 0
    assert len(ALONE.findall(text)) > 2
    assert len(LINK.findall(text)) > 20
    assert len(TARGET.findall(text)) > 10
    assert len(MODULE.findall(text)) > 10


def test_a_docstring_says_what_the_thing_does(named: list[Named]) -> None:
    """None opens with "Who ..." or "What ...", which leave out the verb."""
    assert sum(1 for one in named if one.docstring) > 3000
    assert [one for one in named if re.match(r"Wh(o|om|ose|at)\b", one.docstring)] == []
