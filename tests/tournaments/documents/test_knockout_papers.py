"""Brackets and play-offs on paper say what the pages say."""

import pytest

from pairing.formats import FORMATS
from tests.tournaments.documents.made import document, reader, words
from tests.tournaments.knockout_events import announced, knockout, level_three, play_out
from tests.truth import states
from tournaments.documents.catalogue import PAPERS
from tournaments.queries.knockout.bracket import public_courses
from tournaments.services.knockout.playoff import prepare_playoff

pytestmark = pytest.mark.django_db


def test_the_bracket_on_one_page_with_everybody_and_the_ranking():
    found = announced(knockout(14, 3, prizes=[100000, 50000], currency="TRY"))
    before = document(found.tournament, "knockout")
    assert "winner of 1.1" in words(before)
    play_out(found)
    after = document(found.tournament, "knockout")
    text = words(after)
    assert all(f"Player {number:03}" in text for number in range(1, 15))
    assert "500.00 TRY" in text
    first = reader(after).pages[0].mediabox
    assert first.width > first.height


def test_a_large_field_and_a_reseeded_one_are_set_as_lists():
    found = announced(knockout(64))
    text = words(document(found.tournament, "knockout"))
    assert "1.32" in text
    found = announced(knockout(6, settings={"bracket": "reseed"}))
    assert "no. 1 of those left" in words(document(found.tournament, "knockout"))


def test_a_plan_is_on_no_paper_before_it_is_announced():
    found = knockout(4)
    text = words(document(found.tournament, "knockout", language="tr"))
    assert "Player 001" not in text


def test_the_final_bulletin_tells_the_play_off_with_its_reasons():
    tournament = level_three()
    play_out(announced(prepare_playoff(tournament=tournament, place=1, level=[], by=None)))
    tournament.refresh_from_db()
    text = words(document(tournament, "bulletin"))
    assert "Play-off for place 1" in text
    assert "leads alone with 2 points" in text


def test_the_bulletin_of_a_knock_out_has_no_empty_tables():
    found = announced(knockout(6))
    play_out(found)
    whole = document(found.tournament, "bulletin")
    titles = [one.title for one in reader(whole).outline if not isinstance(one, list)]
    assert titles == ["Final bulletin", "Knock-out", "Ranking and plan", "Results", "Start list"]
    assert "1. Player 001 · TUR" in words(whole)


@pytest.mark.parametrize("kind", ["arbiters_report", "it3"])
def test_reports_of_a_knock_out_count_its_games_and_are_final_when_it_is_decided(kind):
    """They told of the rounds that a form proposes, of no game, and were never final."""
    found = announced(knockout(5))
    assert "not final" in words(document(found.tournament, kind))
    play_out(found)
    found.tournament.refresh_from_db()
    text = words(document(found.tournament, kind))
    assert "not final" not in text
    assert "Rounds 5" not in text
    if kind == "arbiters_report":
        assert f"Games played {found.games.exclude(result='').count()}" in text


def test_the_report_of_a_team_knock_out_is_final_when_it_is_decided():
    """With fewer rounds than the form proposes."""
    tournament, steps = states.team_knockout(3)
    told = ["not final" in words(document(tournament, "arbiters_report")) for _state in steps]
    assert told == [True] * (len(told) - 1) + [False]


def test_the_prizes_of_a_knock_out_stand_on_their_paper_as_announced_and_as_shared():
    found = announced(knockout(8, prizes=[100000, 50000, 25000], currency="TRY"))
    text = words(document(found.tournament, "prizes"))
    assert "No prizes are announced" not in text and "1,000 TRY" in text
    play_out(found)
    (course,) = public_courses(found.tournament)
    text = words(document(found.tournament, "prizes"))
    assert course.prizes
    assert [f"{prize.each} TRY" in text for prize in course.prizes] == [True] * len(course.prizes)


def test_a_record_of_a_knock_out_has_the_games_that_were_played():
    assert not PAPERS["record"].fits(FORMATS["handbook.knockout"])
    assert PAPERS["record"].fits(FORMATS["handbook.round_robin"])


def test_a_knock_out_between_players_has_no_papers_of_rounds():
    """The API listed them for it, and none could be made."""
    of_rounds = [paper for paper in PAPERS.values() if paper.per_round]
    assert of_rounds
    assert not any(paper.fits(FORMATS["handbook.knockout"]) for paper in of_rounds)
    assert any(paper.fits(FORMATS["handbook.team_knockout"]) for paper in of_rounds)


def test_certificates_of_a_knock_out_come_when_it_is_over():
    found = announced(knockout(8))
    assert "once round" not in words(document(found.tournament, "certificates"))
    play_out(found)
    made = document(found.tournament, "certificates", places="1")
    winner = public_courses(found.tournament)[0].places[0].entries[0]
    assert made.pages == 1 and winner.name.split(", ")[-1] in words(made)
