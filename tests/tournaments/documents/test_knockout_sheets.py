"""The knock-out sheet of the handbook (4): stage, match, colours, first and second game, result."""

from copy import deepcopy

import pytest

from pairing.results import RESULTS
from tests import factories
from tests.tournaments.documents.made import document, reader, words
from tests.tournaments.knockout_events import announced, enter, knockout, level_three, play_out
from tournaments.queries.knockout.course import course_of
from tournaments.services.knockout import drawing
from tournaments.services.knockout.playoff import prepare_playoff

pytestmark = pytest.mark.django_db

#: "2 games 15 min + 5 s, 2 games 5 min, then 5/4 min", as in the handbook's example
EUROPEAN = {
    "phases": [[2, 900, 900, 5], [2, 300, 300, 0]],
    "golden": [300, 240, 0],
}
#: the games of A to D as the first named had them: 3-10, 4-9, 5-8, 6-7 are 1-8, 2-7, 3-6, 4-5 here
GAMES = {
    "1.1": ["0", "1", "0", "1", "1"],
    "1.2": ["1", "1"],
    "1.3": ["0", "="],
    "1.4": ["0", "0"],
}
CODES = {"1": "10", "=": "==", "0": "01"}


def play_as_printed(found):
    """Every game of the first stage that is due, until none of them is left."""
    left = {tie: list(games) for tie, games in GAMES.items()}
    while True:
        course = course_of(found)
        for fact in course.progress.waiting:
            draw = dict(fact.values)["draw"]
            order = sorted(fact.players, reverse=True)  # the first named has Black
            drawing.enter_lot(knockout=found, draw=draw, order=order, by=None)
        due = [one for one in course_of(found).progress.due if left.get(one.tie)]
        if not due:
            return
        for one in due:
            own = RESULTS[CODES[left[one.tie].pop(0)]]
            first = min(one.white, one.black)
            enter(found, one, own.code if one.white == first else own.reversed.code)


@pytest.fixture(scope="module")
def european_once(standing):
    found = announced(knockout(8, 4, settings=EUROPEAN))
    play_as_printed(found)
    return found


@pytest.fixture
def european(european_once):
    return deepcopy(european_once)


def test_the_handbooks_example_has_its_results(european):
    paper = document(european.tournament, "knockout_sheet")
    lines = [line.split(" · ") for line in paper.rows.values()]
    finals = {line[0]: line[-1] for line in lines}
    assert finals == {
        "Player 001": "3",
        "Player 008": "2",
        "Player 002": "2",
        "Player 007": "0",
        "Player 003": "½",
        "Player 006": "1½",
        "Player 004": "0",
        "Player 005": "2",
    }
    marks = {line[0]: [cell[-1] for cell in line[1:-1]] for line in lines}
    assert marks["Player 001"] == ["0", "1", "0", "1", "1"]
    assert marks["Player 003"] == ["0", "½"]


def test_colours_change_from_game_to_game(european):
    paper = document(european.tournament, "knockout_sheet")
    assert len(paper.rows) == 8
    for line in paper.rows.values():
        _name, *cells, _score = line.split(" · ")
        colours = [cell[0] for cell in cells]
        assert colours[0] != colours[1]


def test_the_head_names_the_times_and_the_sheet_lies_across(european):
    paper = document(european.tournament, "knockout_sheet")
    text = words(paper)
    for head in ("15 min + 5 s", "White 5 min, Black 4 min", "Match", "Result"):
        assert head in text
    page = reader(paper).pages[0].mediabox
    assert page.width > page.height
    tr = words(document(european.tournament, "knockout_sheet", language="tr"))
    assert "15 dk + 5 sn" in tr and "Eleme çizelgesi" in tr
    both = words(document(european.tournament, "knockout_sheet", language="tr+en"))
    assert "Eleme çizelgesi" in both and "Knock-out sheet" in both


def test_before_the_first_game_the_colours_drawn_stand_there_and_later_stages_wait():
    found = announced(knockout(8))
    paper = document(found.tournament, "knockout_sheet")
    text = words(paper)
    assert "not final" in text
    assert "winner of 1.1" in text
    first = next(iter(paper.rows.values())).split(" · ")
    assert first[1] in ("w", "b")
    play_out(found)
    assert "not final" not in words(document(found.tournament, "knockout_sheet"))


def test_nothing_is_announced_yet():
    found = knockout(8)
    assert "Nothing is announced yet." in words(document(found.tournament, "knockout_sheet"))
    swiss = factories.tournament(4)
    assert "Nothing is announced yet." in words(document(swiss, "knockout_sheet"))


def test_a_play_off_is_set_pair_by_pair():
    tournament = level_three()
    play_out(announced(prepare_playoff(tournament=tournament, place=1, level=[], by=None)))
    paper = document(tournament, "knockout_sheet")
    text = words(paper)
    assert "Play-off for place 1" in text and "3 min + 3 s" in text
    assert len(paper.rows) == 6  # three pairs


def test_many_games_share_the_columns_of_colour_and_result():
    settings = {"phases": [[6, 900, 900, 0], [4, 300, 300, 0]], "golden": [300, 240, 0]}
    found = announced(knockout(4, settings=settings))
    play_out(found)
    assert words(document(found.tournament, "knockout_sheet")).count("w1") >= 6
