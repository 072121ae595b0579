"""Lines `###`: from what a round was paired, where the records of today say otherwise."""

import pytest

from pairing.errors import InconsistentHistory
from pairing.results import RESULTS
from pairing.state import Game
from pairing.tools.checker import check
from pairing.trf import TrfDocument, read
from pairing.trf.history import as_counted, as_paired, as_runs, history_of
from tests.pairing.trf.trf_lines import player, report

ROWS = (
    player(1, "3 w 1", "2 b 1", "4 w 0"),
    player(2, "4 b 1", "1 w 0", "3 b 1"),
    player(3, "1 b 0", "4 w 1", "2 w 0"),
    player(4, "2 w 0", "3 b 0", "1 b 1"),
)


def event(*lines: str, colour: str = "W") -> TrfDocument:
    return read(report(*lines, "142 3", f"152 {colour}", "192 FIDE_DUTCH_2025", *ROWS))


def game(document: TrfDocument, round_: int, white: int) -> Game:
    return next(g for g in document.round(round_).games if g.white == white)


def test_without_lines_a_document_is_what_it_was() -> None:
    document = event("### Correction @ Round 1: a word", "### MPA @ Round 2: taken back")
    assert as_counted(document) is document
    assert as_paired(document, 2).document is document
    assert as_paired(document, 2).number(3) == 3


@pytest.mark.parametrize("kind", ["Correction", "Adjournment"])
def test_a_result_counts_otherwise_in_the_rounds_named_only(kind: str) -> None:
    document = event(f"### {kind} @ Round 1: 1-3, =-= => 1-0, used in rounds 2, 3 (slip)")
    assert game(as_paired(document, 1).document, 1, 1).result is RESULTS["10"]
    for number in (2, 3):
        assert game(as_paired(document, number).document, 1, 1).result is RESULTS["=="]
    assert game(as_counted(document), 1, 1).result is RESULTS["10"]


def test_art_4_3_a_result_for_the_report_alone_counts_nowhere() -> None:
    document = event(
        "### Report @ Round 1: 1-3, used 0-1, reported 1-0",
        "299         -1.0  001    1",
        "299          1.0  001    3",
    )
    for seen in (as_counted(document), as_paired(document, 2).document):
        assert game(seen, 1, 1).result is RESULTS["01"]
        assert seen.special_points == ()
    assert game(document, 1, 1).result is RESULTS["10"]


def test_numbers_of_then_are_those_of_today_in_another_order() -> None:
    document = event("### Numbers @ Round 1: 2-3 0 1 4")
    then = as_paired(document, 1)
    assert [p.number for p in then.document.players] == [1, 2, 3, 4, 5]
    assert [then.number(n) for n in (1, 2, 4, 5)] == [2, 3, 1, 4]
    assert list(then.document.games(1)) == [(4, 2, "10"), (5, 1, "01")]
    assert [bye.player for bye in then.document.state(0).byes] == [3]  # has left the list since


def test_ratings_of_then_count_in_the_round_named_only() -> None:
    document = event("### Ratings @ Round 2: 1 2100, 3 0", "### Numbers @ Round 2: 2-3 1 4")
    ratings = {p.number: p.rating for p in document.players}
    assert as_paired(document, 1).document is document
    then = as_paired(document, 2)
    found = {then.number(p.tpn): p.rating for p in then.document.state(1).players}
    assert found == {**ratings, 1: 2100, 3: 0}


@pytest.mark.parametrize(
    "line",
    [
        "### Ratings @ Round 1: 9 2000",
        "### Numbers @ Round 1: 1-3",  # number 4 played in it
        "### Numbers @ Round 1: 1-4 9",
        "### Numbers @ Round 1: 1-4 2",
        "### Correction @ Round 1: 1-2, 1-0 => 0-1, used in round 1",
        "### Correction @ Round 1: 1-4, 1-0 => 0-1, used in round 2",
        "### Report @ Round 3: 1-2, used 1-0, reported 0-1",
    ],
)
def test_lines_that_do_not_fit_the_records_are_told_and_never_raise_in_the_checker(
    line: str,
) -> None:
    document = event(line)
    found = check(document)
    if "used in round 1" in line:
        assert found.rounds == check(event()).rounds  # no round before it
    else:
        assert not found.clean
        with pytest.raises(InconsistentHistory):  # noqa: PT012  (any of the rounds)
            for number in (1, 2, 3):
                as_paired(document, number)


def test_an_alteration_is_a_difference_that_the_file_announces() -> None:
    first = check(event(colour="B")).rounds[0]
    assert (first.found, first.expected) == (((1, 3), (4, 2)), ((3, 1), (2, 4)))
    told = "### MPA @ Round 1: 3-1 2-4 => 1-3 4-2"
    for line in (told, told.replace("MPA", "Import")):
        found = check(event(line, colour="B")).rounds[0]
        assert (found.altered, found.agrees) == (True, True)
        assert (found.found, found.expected) == (first.found, first.expected)
    for wrong in ("3-1 => 1-3", "3-1 2-4 => 1-2 4-3", "- => 1-3 4-2"):
        line = f"### MPA @ Round 1: {wrong}"
        assert not check(event(line, colour="B")).rounds[0].agrees


@pytest.mark.parametrize(
    ("order", "text"), [((2, 3, 4, 1), "2-4 1"), ((1,), "1"), ((1, 0, 0, 2), "1 0 0 2")]
)
def test_an_order_is_written_as_runs_and_read_again(order: tuple[int, ...], text: str) -> None:
    assert as_runs(order) == text
    document = event(f"### Numbers @ Round 1: {text}")
    assert history_of(document).orders == {1: order}
