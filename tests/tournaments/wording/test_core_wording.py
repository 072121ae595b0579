"""Everything that the cores say has words in every language: every error, every note."""

import re
from random import Random

import pytest
from django.utils.translation import override

from pairing import sentences, trf
from pairing.errors import FileError, InconsistentHistory, NoLegalPairing, UnsupportedRule
from pairing.sentences import Said
from tests.pairing.trf.trf_lines import CASES
from tests.pairing.trf.trf_mutations import mutated
from tiebreaks.errors import UnknownTieBreak, UnsuitableTieBreak
from tournaments import wording
from tournaments.kernel.errors import Refused
from tournaments.wording.core import SENTENCES, causes, in_words
from tournaments.wording.reading import adjustment_sentence


def test_every_code_but_those_of_the_generator_has_its_words():
    left = sentences.SENTENCES.keys() - SENTENCES.keys()
    assert left
    assert all(code.startswith("generate.") for code in left)


def test_what_was_typed_in_stands_in_quotation_marks():
    assert "%(option)r" in sentences.SENTENCES["system.option"]
    with override("en"):
        assert str(SENTENCES["system.option"]) == "Option “%(option)s” of %(system)s is %(choice)s."
        assert [code for code, text in SENTENCES.items() if ")r" in str(text)] == []


def test_every_sentence_of_the_cores_is_translated():
    with override("tr"):
        turkish = {code: str(text) for code, text in SENTENCES.items()}
    with override("en"):
        same = {code for code, text in SENTENCES.items() if str(text) == turkish[code]}
    assert same <= {"expected.configuration"}


@pytest.fixture
def marked(monkeypatch):
    """A language in which every sentence is marked."""
    for code, text in SENTENCES.items():
        monkeypatch.setitem(SENTENCES, code, f"«{text}»")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            NoLegalPairing((3, 17)),
            "«No legal pairing exists: players 3, 17 cannot all be paired.»",
        ),
        (
            UnsupportedRule("system.no_rule", rule=Said("word.acceleration")),
            "«This system does not support «acceleration».»",
        ),
        (
            InconsistentHistory("teams.table_twice", in_round=2, table=4),
            "«Round 2: «table 4 has two results.»»",
        ),
        (
            FileError("expected.rating", at=(3, 49), found="x"),
            "«line 3, column 49: expected «a rating», found “x”»",
        ),
        (
            UnknownTieBreak("tiebreaks.name", code="XY", part="XY", known=("BH", "SB")),
            "«Tie-break “XY”: there is no tie-break “XY” in this edition«; known: BH, SB»»",
        ),
        (
            UnsuitableTieBreak(
                "tiebreaks.unsuitable",
                code="BH",
                family=Said("family.round_robin"),
                article="14.6",
            ),
            "«Tie-break “BH” must not be used in a «round robin» (14.6)»",
        ),
    ],
)
def test_an_error_is_said_again_with_its_values(marked, error, text):
    assert in_words(error.said) == text
    assert in_words(error.as_data()) == text


def test_an_unknown_code_is_shown_rather_than_hidden():
    assert in_words({"code": "core.of_tomorrow", "values": {"round": 3}}) == "core.of_tomorrow"


def test_a_refusal_says_what_the_core_said_in_the_readers_language(marked):
    error = InconsistentHistory("record.no_result", in_round=3)
    refused = Refused("pairing.failed", round=3, detail=error.as_data())
    assert "«Round 3: «a match without result»»" in str(refused)
    refused = Refused("knockout.settings", reason=UnsupportedRule("knockout.prize").as_data())
    assert "«A prize cannot be negative.»" in str(refused)


def test_a_refusal_names_the_code_of_the_core_to_programs():
    error = InconsistentHistory("record.pending", in_round=2, white=1, black=4)
    with override("en"):
        assert causes({"round": 2, "detail": error.as_data()}) == [
            {
                "code": "record.pending",
                "text": "Round 2: the game 1 - 4 has no result yet.",
            }
        ]
    assert causes({"round": 2, "names": {"1": "Ada"}}) == []


def test_no_code_of_the_cores_is_one_of_the_services():
    assert SENTENCES.keys() & wording.SENTENCES.keys() == set()


def test_every_note_of_the_trf_reader_has_its_words():
    assert {code for code in SENTENCES if code.startswith("trf.")} == {
        f"trf.{code}" for code in trf.ADJUSTMENTS
    }
    for code, names in trf.ADJUSTMENTS.items():
        with override("en"):
            text = str(SENTENCES[f"trf.{code}"])
        assert set(re.findall(r"%\((\w+)\)s", text)) <= set(names), code
        said = adjustment_sentence(f"trf.{code}", dict.fromkeys(names, 15))
        assert "%(" not in said


def test_points_in_notes_are_printed_as_points():
    with override("en"):
        said = adjustment_sentence("trf.points", {"player": 3, "stated": 35, "counted": 30})
    assert said == ("No. 3 is said to have 3½ points; the results give 3, which are taken.")
    values = (("player", 3), ("stated", 35), ("counted", 30))
    assert trf.Adjustment("trf.points", 7, values).what == said


def test_a_note_that_assumes_nothing_says_so():
    values = (("record", "202"), ("assumed", ""))
    said = "Record 202 is missing; the usual is assumed: %s."
    with override("en"):
        assert adjustment_sentence("trf.missing_record", values) == said % "–"
    assert trf.Adjustment("trf.missing_record", 0, values).what == said % "-"


def test_whatever_is_wrong_in_a_file_is_said_in_words(marked):
    """Broken reports: nothing that was expected stays in the English of the core."""
    sources = [path.read_bytes() for path in sorted(CASES.glob("*.trf"))]
    dice, heard = Random(1), set()
    for _number in range(250):
        try:
            document = trf.read(mutated(dice.choice(sources), dice))
        except FileError as error:
            assert in_words(error.said).count("«") == 2
            heard.add(error.code)
        else:
            for one in document.adjustments:
                assert adjustment_sentence(one.code, one.values)
    assert len(heard) > 5
