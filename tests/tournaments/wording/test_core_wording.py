"""What the cores say in English can be said in every language: every error, every note."""

import ast
import re
from pathlib import Path
from random import Random

import pytest
from django.utils.translation import override

import pairing
import tiebreaks
from pairing import trf
from pairing.errors import FileError, InconsistentHistory, NoLegalPairing, UnsupportedRule
from tests.pairing.trf.trf_lines import CASES
from tests.pairing.trf.trf_mutations import mutated
from tiebreaks.errors import UnknownTieBreak, UnsuitableTieBreak
from tournaments.errors import Refused
from tournaments.wording import core
from tournaments.wording.core import ADJUSTMENTS, ERRORS, EXPECTED, adjustment_sentence, in_words

SAID = {"InconsistentHistory": 0, "UnsupportedRule": 1, "FileError": 0}
#: methods of the TRF reader that take what was expected, and at which place
EXPECTING = {"error": 0, "natural": 2, "tenths": 2, "naturals": 3}
#: programs for the command line speak English
ENGLISH = {"cli.py", "cli_schedule.py", "cli_generate.py", "generator.py", "__main__.py"}


def spoken():
    """(place, class or method, text) of every sentence in the sources of the cores, a value in
    it as 7."""
    for package in (pairing, tiebreaks):
        root = Path(package.__file__).parent
        for path in sorted(root.rglob("*.py")):
            if path.name in ENGLISH:
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call):
                    continue
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                place = SAID.get(name, EXPECTING.get(name) if "trf" in path.parts else None)
                if place is None or len(node.args) <= place:
                    continue
                if text := _text(node.args[place]):
                    yield f"{path.name}:{node.lineno}", name, text


def _text(node) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (one.value if isinstance(one, ast.Constant) else "7" for one in node.values)
        return "".join(parts)
    return ""


#: where a value of a sentence is one of a few English words
INSTEAD = {"table 7 7.": ("table 7 has two results.", "table 7 is not in the schedule.")}


def test_every_sentence_in_the_sources_of_the_cores_has_its_words():
    found = list(spoken())
    assert len(found) > 150
    for place, name, text in found:
        forms = ERRORS if name in ("InconsistentHistory", "UnsupportedRule") else EXPECTED
        for one in INSTEAD.get(text, (text,)):
            assert core._again(one, forms), (
                f"{place}: {one!r} is not in tournaments/wording/core.py"
            )


def test_no_two_sentences_are_the_same_and_each_is_found_as_itself():
    for forms in (ERRORS, EXPECTED):
        assert len(set(forms)) == len(forms)
        for form in forms:
            filled = re.sub(r"%\(\w+\)s", "7", form)
            fitting = [one for one, pattern in core._patterns(forms) if pattern.fullmatch(filled)]
            assert fitting[0] == form or form in ERRORS[:3]


@pytest.fixture
def turkish(monkeypatch):
    """A language in which every sentence is marked."""
    monkeypatch.setattr(core, "gettext", lambda text: f"«{text}»")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            NoLegalPairing((3, 17)),
            "«No legal pairing exists: players 3, 17 cannot all be paired.»",
        ),
        (UnsupportedRule("acceleration"), "«This system does not support «acceleration».»"),
        (
            InconsistentHistory("table 4 has two results.", round=2),
            "«Round 2: «table 4 has two results.»»",
        ),
        (
            FileError("a rating", line=3, column=49, found="x"),
            "«line 3, column 49: expected «a rating», found 'x'»",
        ),
        (
            UnknownTieBreak("XY", "name", "XY"),
            "«Tie-break 'XY': there is no tie-break 'XY' in this edition»",
        ),
        (
            UnsuitableTieBreak("BH", "round_robin", "14.6"),
            "«Tie-break 'BH' must not be used in a «round robin» (14.6)»",
        ),
    ],
)
def test_an_error_is_said_again_with_its_values(turkish, error, text):
    assert in_words(str(error)) == text


def test_what_no_core_has_said_stays_as_it_is(turkish):
    assert in_words("Hayır.") == "Hayır."
    assert in_words("") == ""


def test_a_refusal_says_what_the_core_said_in_the_readers_language(turkish):
    refused = Refused("pairing.failed", round=3, detail=str(InconsistentHistory("a match")))
    assert "a match" in str(refused)
    refused = Refused("knockout.settings", reason="A prize cannot be negative.")
    assert "«A prize cannot be negative.»" in str(refused)


def test_every_code_that_quotes_a_core_names_the_value_in_its_sentence():
    from tournaments.wording import SENTENCES

    for code, name in core.QUOTED.items():
        assert f"%({name})s" in str(SENTENCES[code]), code


def test_every_note_of_the_trf_reader_has_its_words():
    assert set(ADJUSTMENTS) == {f"trf.{code}" for code in trf.ADJUSTMENTS}
    for code, names in trf.ADJUSTMENTS.items():
        with override("en"):
            text = str(ADJUSTMENTS[f"trf.{code}"])
        assert set(re.findall(r"%\((\w+)\)s", text)) <= set(names), code
        said = adjustment_sentence(f"trf.{code}", dict.fromkeys(names, 15))
        assert "%(" not in said


def test_points_in_notes_are_printed_as_points():
    with override("en"):
        said = adjustment_sentence("trf.points", {"player": 3, "stated": 35, "counted": 30})
    assert said == ("No. 3 is said to have 3½ points; the results give 3, which are taken.")


def test_whatever_is_wrong_in_a_file_is_said_in_words(turkish):
    """Broken reports: nothing that was expected stays in the English of the core."""
    sources = [path.read_bytes() for path in sorted(CASES.glob("*.trf"))]
    dice, heard = Random(1), set()
    for _number in range(250):
        try:
            document = trf.read(mutated(dice.choice(sources), dice))
        except FileError as error:
            assert in_words(error.expected).startswith("«"), error.expected
            heard.add(error.expected)
        else:
            for one in document.adjustments:
                assert adjustment_sentence(one.code, one.values)
    assert len(heard) > 5
