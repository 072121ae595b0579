"""The Scheveningen sheet of the handbook (3): a team and its players, a column for each game, the
running score of the match in it, Black in bold."""

from copy import deepcopy

import pytest

from pairing.formats import find
from tests import factories
from tests.tournaments.documents.made import document, reader, words
from tests.tournaments.team_events import enter, open_round, play_round, stronger, team_event
from tournaments.documents.catalogue import PAPERS
from tournaments.documents.request import PaperRequest
from tournaments.documents.teams import meeting_sheets
from tournaments.documents.translator import Translator
from tournaments.management.demo.confirmations import confirmed
from tournaments.queries.teams.meetings import Score, team_sheets
from tournaments.services.teams.matches import forfeit_match

pytestmark = pytest.mark.django_db

SYSTEM = "handbook.scheveningen"


def scores(sheet, game):
    return [line.games[game] and line.games[game].running for line in sheet.lines]


@pytest.fixture(scope="module")
def four_once(standing):
    """Two teams of four; A wins on its boards 1 and 2, B on the others."""
    return team_event(2, 4, system=SYSTEM)


@pytest.fixture
def four(four_once):
    return deepcopy(four_once)


def first_two_win(row):
    one = row.white if row.white.name.startswith("A") else row.black
    wins = one.name in ("A1", "A2")
    return "10" if (row.white == one) == wins else "01"


def test_the_score_runs_down_the_list_of_the_team(four):
    play_round(four, 1, first_two_win)
    own, other = team_sheets(four.rounds.get(number=1))
    assert (own.team.name, own.other.name) == ("A", "B")
    assert own.rounds == (1, 2, 3, 4)
    assert scores(own, 0) == [Score(10, 0), Score(20, 0), Score(20, 10), Score(20, 20)]
    assert scores(other, 0) == [Score(0, 10), Score(0, 20), Score(10, 20), Score(20, 20)]
    assert own.totals == (Score(20, 20), None, None, None)


def test_scheveningen_4_the_whole_team_changes_colours_every_round(four):
    for number in (1, 2, 3, 4):
        play_round(four, number, first_two_win)
    own, other = team_sheets(four.rounds.get(number=4))
    blacks = [[game.black for game in line.games] for line in own.lines]
    assert blacks == [[False, True, False, True]] * 4
    assert [[game.black for game in line.games] for line in other.lines] == [
        [True, False, True, False]
    ] * 4
    assert [line.points for line in own.lines] == [40, 40, 0, 0]
    assert [line.points for line in other.lines] == [20, 20, 20, 20]
    assert own.sums == (Score(20, 20), Score(40, 40), Score(60, 60), Score(80, 80))


def test_the_paper_has_a_page_for_each_team_with_black_in_bold(four):
    play_round(four, 1, first_two_win)
    play_round(four, 2, first_two_win)
    made = document(four, "meeting_sheets", 2)
    assert len(reader(made).pages) == 2
    text = words(made)
    assert "1 A1 2400 1:0 1:0 2" in text
    assert "Total of the round 2:2 2:2" in text and "Total of the meeting 2:2 4:4" in text
    assert "In bold: Black" in text
    request = PaperRequest(four, four.rounds.get(number=2), Translator("en"), {}, True)
    own, _other = (section.blocks[0].rows[0].cells for section in meeting_sheets(request).sections)
    assert own[4:6] == ("1:0", "<b>1:0</b>")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Total of the meeting"), ("tr", "Karşılaşma toplamı"), ("tr+en", "Karşılaşma")],
)
def test_in_every_language(four, language, said):
    play_round(four, 1, first_two_win)
    assert said in words(document(four, "meeting_sheets", 1, language))


def test_an_open_game_is_open_and_nothing_is_final(four):
    open_round(four, 1)
    enter(four, 1, lambda row: "" if row.board == 2 else first_two_win(row))
    made = document(four, "meeting_sheets", 1)
    assert "not final" in words(made)
    a2 = four.entries.get(name="A2")
    assert made.rows[f"1.p{a2.pk}"].endswith("· ? · 0")


def test_a_forfeit_is_marked(four):
    play_round(four, 1, lambda row: "+-" if row.board == 1 else first_two_win(row))
    own, other = team_sheets(four.rounds.get(number=1))
    assert own.lines[0].games[0].sign == "+"
    assert other.lines[0].games[0].sign == "−"


def test_more_than_two_teams_have_a_sheet_for_each_meeting():
    made = team_event(4, 2, system=SYSTEM)
    for number in (1, 2, 3):
        play_round(made, number, stronger)
    sheets = team_sheets(made.rounds.get(number=3))
    assert [sheet.team.name for sheet in sheets] == ["A", "B", "C", "D"]
    assert {sheet.rounds for sheet in sheets} == {(3, 4)}
    paper = document(made, "meeting_sheets", 3)
    assert len(reader(paper).pages) == 4
    assert "Games 1 to 2 are rounds 3–4." in words(paper)


def test_only_scheveningen_has_it():
    fits = PAPERS["meeting_sheets"].fits
    for system, wanted in (
        ("handbook.scheveningen", True),
        ("handbook.team_round_robin", False),
        ("handbook.skalitzka", False),
        ("handbook.team_knockout", False),
    ):
        assert fits(find(system)) is wanted


def test_a_forfeited_match_counts_in_the_totals_and_is_marked_for_everybody(four):
    play_round(four, 1, first_two_win)
    open_round(four, 2)
    meeting = four.rounds.get(number=2).matches.get()
    chief = factories.chief_of(four)
    confirmed(forfeit_match, tournament=four, match=meeting, forfeit="+-", by=chief)
    own, _other = team_sheets(four.rounds.get(number=2))
    assert own.sums[1] is not None and own.sums[1].own + own.sums[1].other == 80
    assert {line.games[1].sign for line in own.lines} <= {"+", "−"}
    assert "A – B" in words(document(four, "meeting_sheets", 2))


def test_a_double_meeting_has_twice_the_columns():
    made = team_event(2, 2, system=SYSTEM, options={"double": True})
    for number in (1, 2, 3):
        play_round(made, number, stronger)
    own, _other = team_sheets(made.rounds.get(number=3))
    assert own.rounds == (1, 2, 3, 4)
    assert own.sums[2] == Score(60, 0)
