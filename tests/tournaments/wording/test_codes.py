"""Every code that is refused, asked or given as a reason has a sentence."""

import ast
from collections.abc import Iterator
from pathlib import Path

import federation
import tournaments
from tournaments.wording import SENTENCES

#: who says a code, and what stands before it in the table of sentences
SAYS = {"Refused": "", "Conflict": "", "Reason": "", "require": "confirm."}


def codes(text: str) -> Iterator[str]:
    """The codes that a module writes out."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and node.args:
            says = ast.unparse(node.func).rpartition(".")[2]
            said = node.args[0]
            for one in [said.body, said.orelse] if isinstance(said, ast.IfExp) else [said]:
                if says in SAYS and isinstance(one, ast.Constant):
                    yield SAYS[says] + str(one.value)


def test_every_code_of_the_source_has_a_sentence():
    sources = [
        path
        for part in (tournaments, federation)
        for path in Path(part.__file__).parent.rglob("*.py")
    ]
    found = {code for path in sources for code in codes(path.read_text(encoding="utf-8"))}
    assert len(found) > 300
    assert found - set(SENTENCES) == set()


def test_a_code_is_seen_wherever_it_is_said():
    text = """
raise Refused("a.b", round=3)
raise errors.Conflict("c.d" if x else "e.f")
done.require("g.h", level=3, reasons=[Reason("i.j")])
"""
    assert set(codes(text)) == {"a.b", "c.d", "e.f", "confirm.g.h", "i.j"}
