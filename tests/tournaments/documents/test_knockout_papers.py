"""Brackets and play-offs on paper say what the pages say."""

import pytest

from tests.tournaments.documents.made import document, reader, words
from tests.tournaments.knockout_events import announced, knockout, level_three, play_out
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
