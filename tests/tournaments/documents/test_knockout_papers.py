"""Brackets and play-offs on paper say what the pages say."""

import pytest

from pairing.formats import FORMATS
from tests.tournaments.documents.made import document, reader, words
from tests.tournaments.knockout_events import announced, knockout, level_three, play_out
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


def test_certificates_of_a_knock_out_come_when_it_is_over():
    found = announced(knockout(8))
    assert "once round" not in words(document(found.tournament, "certificates"))
    play_out(found)
    made = document(found.tournament, "certificates", places="1")
    winner = public_courses(found.tournament)[0].places[0].entries[0]
    assert made.pages == 1 and winner.name.split(", ")[-1] in words(made)
