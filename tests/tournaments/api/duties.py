"""The services that pages and operations call, and the duty that each asks for: read from the
source, so that nothing can be forgotten."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3] / "tournaments"
FEDERATION = ROOT.parent / "federation"
ROLES = ("READER", "CLERK", "ARBITER", "CHIEF")


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


#: acts for which a page that others may use asks for more
IN_A_BRANCH = {"entries.leaving.leave_and_take_back": "CHIEF"}


@cache
def services(root: Path = ROOT) -> frozenset[str]:
    """Every act: a public function of a service that is told by whom, as `rounds.drafts.name`."""
    found = set()
    for path in (root / "services").rglob("*.py"):
        module = ".".join(path.relative_to(root / "services").with_suffix("").parts)
        for node in _parsed(path).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                named = [one.arg for one in (*node.args.args, *node.args.kwonlyargs)]
                if "by" in named:
                    found.add(f"{module}.{node.name}")
    return frozenset(found)


@dataclass(frozen=True)
class Part:
    """A function, or a method of a view, with what it calls and the roles that it names."""

    name: str
    calls: frozenset[str]
    roles: tuple[str, ...]
    text: str


@cache
def parts(path: Path) -> dict[str, Part]:
    """The functions and the methods of a module, each with the services it reaches, also through
    the helpers beside it."""
    tree = _parsed(path)
    known = _imported(tree)
    bodies: dict[str, ast.AST] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            bodies[node.name] = node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    bodies[f"{node.name}.{inner.name}"] = inner
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            bodies[node.targets[0].id] = node

    def reached(name: str, seen: tuple[str, ...]) -> tuple[set[str], list[str]]:
        calls, roles, of_helpers = set(), [], []
        own = {
            node.id
            for node in ast.walk(bodies[name])
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        for node in ast.walk(bodies[name]):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if node.value.id == "Role" and node.attr in ROLES:
                    roles.append(node.attr)
                calls.add(f"{known.get(node.value.id, '')}.{node.attr}")
            elif isinstance(node, ast.Name):
                calls.add(known.get(node.id, ""))
                if node.id in bodies.keys() - own - {*seen, name}:
                    more, others = reached(node.id, (*seen, name))
                    calls |= more
                    of_helpers += others
        return calls & services(), roles + of_helpers

    found = {}
    for name, node in bodies.items():
        calls, roles = reached(name, ())
        found[name] = Part(name, frozenset(calls), tuple(roles), ast.unparse(node))
    return found


def _imported(tree: ast.Module) -> dict[str, str]:
    """The names of a module that come from below `tournaments.services`."""
    known = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
            "tournaments.services"
        ):
            below = (node.module or "").removeprefix("tournaments.services").removeprefix(".")
            for one in node.names:
                known[one.asname or one.name] = f"{below}.{one.name}".strip(".")
    return known


def of_operations() -> dict[str, set[str]]:
    """The operations by the service that they call."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "api" / "views").glob("*.py")):
        for name, part in parts(path).items():
            if "." not in name:
                continue
            operation = re.search(r"@write\('(\w+)'", part.text)
            for service in part.calls if operation else ():
                found.setdefault(service, set()).add(operation[1])
    return found


def of_pages() -> dict[str, set[str]]:
    """The least role that a page asks for, by the service that it calls."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "views").rglob("*.py")):
        for name, part in parts(path).items():
            for service in part.calls if not name.startswith("_") else ():
                if part.roles:
                    found.setdefault(service, set()).add(IN_A_BRANCH.get(service, part.roles[0]))
    return found
