"""Collects the codes in the sources of the cores, with the names of the values given to each."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pairing
import tiebreaks

#: who takes a code, and which of its keywords are no values of the sentence
SAYING = {
    "PairingError": set(),
    "UnsupportedRule": set(),
    "InconsistentHistory": {"in_round", "players"},
    "FileError": {"at", "found"},
    "UnknownTieBreak": set(),
    "UnsuitableTieBreak": set(),
    "MissingInput": set(),
    "UnknownParticipant": set(),
    "Said": set(),
    "Adjustment": set(),
}
#: methods of the TRF reader that take what was expected, and at which place
EXPECTING = {"error": 0, "natural": 2, "tenths": 2, "naturals": 3}
#: values that are given in any case
ALWAYS = {"UnknownTieBreak": {"known"}}


@dataclass(frozen=True)
class Spoken:
    place: str
    code: str
    values: frozenset[str] | None  # None where they are put together elsewhere
    begins: bool = False  # only the beginning of the code stands in the source


def spoken() -> Iterator[Spoken]:
    for package in (pairing, tiebreaks):
        root = Path(package.__file__).parent
        for path in sorted(root.rglob("*.py")):
            yield from _of_file(path)


def _of_file(path: Path) -> Iterator[Spoken]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    passed_on = {
        id(call)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and _is_parameter(_code_of(call, path), function)
    }
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or id(call) in passed_on:
            continue
        code = _code_of(call, path)
        if code is not None:
            yield from _said(call, code, f"{path.name}:{call.lineno}")


def _code_of(call: ast.Call, path: Path) -> ast.expr | None:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    place = 0 if name in SAYING else EXPECTING.get(name) if "trf" in path.parts else None
    if name == "__init__" and path.name == "errors.py":
        place = 0
    if place is None or len(call.args) <= place:
        return None
    return call.args[place]


def _is_parameter(code: ast.expr | None, function: ast.FunctionDef) -> bool:
    """A code that the function was given, or that the error itself holds."""
    if isinstance(code, ast.Attribute):
        return ast.unparse(code) == "self.code"
    arguments = (*function.args.posonlyargs, *function.args.args)
    return isinstance(code, ast.Name) and code.id in {each.arg for each in arguments}


def _said(call: ast.Call, code: ast.expr, place: str) -> Iterator[Spoken]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    values: frozenset[str] | None = frozenset()
    if name == "Said" and len(call.args) > 1:
        given = call.args[1]
        values = None
        if isinstance(given, ast.Dict):
            values = frozenset(ast.literal_eval(key) for key in given.keys if key)
    elif name not in EXPECTING or name == "error":
        names = {each.arg for each in call.keywords if each.arg} | ALWAYS.get(name, set())
        values = frozenset(names - SAYING.get(name, set()))
    branches = (code.body, code.orelse) if isinstance(code, ast.IfExp) else (code,)
    for branch in branches:
        if isinstance(branch, ast.JoinedStr):
            assert isinstance(branch.values[0], ast.Constant), place
            yield Spoken(place, str(branch.values[0].value), None, begins=True)
        else:
            # Anything else would hide a code from these tests.
            assert isinstance(branch, ast.Constant), f"{place}: {ast.unparse(branch)}"
            yield Spoken(place, str(branch.value), values)
