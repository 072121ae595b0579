"""Errors of the cores are codes with values; one table says them in English."""

import ast
import pickle
import re
from pathlib import Path

from pairing.errors import FileError, InconsistentHistory, NoLegalPairing, UnsupportedRule
from pairing.formats import Family
from pairing.sentences import SENTENCES, Said
from tests.pairing.spoken import spoken
from tiebreaks.errors import UnknownTieBreak

SPOKEN = list(spoken())
ROOT = Path(__file__).resolve().parents[2]


def values_of(sentence: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)[rs]", sentence))


def in_quotes(sentence: str) -> str:
    """As the catalogue has it."""
    return re.sub(r"%\((\w+)\)r", r"“%(\1)s”", sentence)


def test_every_code_in_the_sources_has_its_sentence_and_gives_its_values():
    assert len(SPOKEN) > 150
    wrong = [
        (each.place, each.code, each.values)
        for each in SPOKEN
        if not each.begins
        and (
            each.code not in SENTENCES
            or (each.values is not None and set(each.values) != values_of(SENTENCES[each.code]))
        )
    ]
    assert wrong == []


def test_every_sentence_is_said_somewhere():
    codes = {each.code for each in SPOKEN if not each.begins}
    beginnings = tuple(each.code for each in SPOKEN if each.begins)
    assert set(beginnings) == {"at.", "family.", "trf."}
    assert [
        code for code in SENTENCES if code not in codes and not code.startswith(beginnings)
    ] == []


def test_every_family_of_systems_has_its_word():
    assert all(f"family.{family}" in SENTENCES for family in Family)


def test_every_sentence_can_be_said():
    for code, sentence in SENTENCES.items():
        said = str(Said(code, dict.fromkeys(values_of(sentence), 7)))
        assert said and "%" not in said.replace("100%", "")


def test_an_error_is_its_sentence_in_english():
    assert str(UnsupportedRule("system.no_rule", rule=Said("word.acceleration"))) == (
        "This system does not support acceleration."
    )
    assert str(NoLegalPairing((3, 17))) == (
        "No legal pairing exists: players 3, 17 cannot all be paired."
    )
    assert str(InconsistentHistory("teams.table_twice", in_round=2, table=4)) == (
        "Round 2: table 4 has two results."
    )
    assert str(FileError("expected.rating", at=(3, 49), found="x")) == (
        "line 3, column 49: expected a rating, found 'x'"
    )
    assert str(FileError("expected.size", size=20)) == "expected a file of at most 20 MB"
    assert str(UnknownTieBreak("tiebreaks.grammar", code="BH:X", part=":X", known=(":MP",))) == (
        "Tie-break 'BH:X': ':X' is not understood; known: :MP"
    )


def test_an_error_is_data_for_programs():
    error = InconsistentHistory("record.pending", in_round=2, players=(1, 4), white=1, black=4)
    assert (error.code, error.values) == ("record.pending", {"white": 1, "black": 4})
    assert error.as_data() == {
        "code": "at.round",
        "values": {
            "round": 2,
            "problem": {"code": "record.pending", "values": {"white": 1, "black": 4}},
        },
    }
    assert NoLegalPairing((3, 17)).as_data()["values"] == {"players": [3, 17]}


def test_what_is_said_can_be_kept():
    said = InconsistentHistory("record.no_round", in_round=4, last=4).said
    assert pickle.loads(pickle.dumps(said)) == said


def test_a_sentence_stands_once():
    """The sentences of the cores stand in their table, and in no other file of the program."""
    ours = {text for text in map(in_quotes, SENTENCES.values()) if len(text.split()) > 3}
    files = {
        path: ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for core in ("pairing", "tiebreaks", "tournaments")
        for path in sorted(ROOT.glob(f"{core}/**/*.py"))
    }
    holding = {
        path.name
        for path, nodes in files.items()
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and in_quotes(node.value) in ours
    }
    assert holding == {"sentences.py"}
