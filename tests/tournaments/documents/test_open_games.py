"""A game without a result is open on every paper that shows it, and nothing of it is final."""

from copy import deepcopy

import pytest

from tests import factories
from tests.tournaments.documents.made import document, words
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    """Four players: round 1 played, round 2 published, with one of its games drawn."""
    made = factories.tournament(4)
    factories.play(made, 1)
    Pairing.objects.filter(round__tournament=made).update(result="10")
    factories.pair(made, 2)
    factories.publish(made, 2)
    Pairing.objects.filter(round__tournament=made, round__number=2, board=1).update(result="==")
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def line_of(tournament, number: int, board: int):
    """A player of the board."""
    row = Pairing.objects.get(round__tournament=tournament, round__number=number, board=board)
    return row.white


def test_an_open_game_gives_nothing_on_a_record(tournament):
    open_, drawn = line_of(tournament, 2, 2), line_of(tournament, 2, 1)
    one = document(tournament, "record", player=str(open_.pk))
    first, second = (one.rows[f"1.p{open_.pk}.{number}"] for number in (1, 2))
    assert second.split(" · ")[-2:] == ["?", first.split(" · ")[-1]]
    other = document(tournament, "record", player=str(drawn.pk))
    assert other.rows[f"1.p{drawn.pk}.2"].split(" · ")[-2] == "½"


def test_records_of_everybody_and_pairing_cards_have_open_games_too(tournament):
    open_ = line_of(tournament, 2, 2)
    records = document(tournament, "record")
    assert "½" not in records.rows[f"1.p{open_.pk}"]
    cards = document(tournament, "pairing_cards", 3)
    assert "½" not in cards.rows[f"1.p{open_.pk}"]
    assert "?" in cards.rows[f"1.p{open_.pk}"]


@pytest.mark.parametrize(("language", "said"), [("en", "not final"), ("tr", "kesin değil")])
def test_not_final_stands_in_head_and_foot(tournament, language, said):
    for kind, number in (("record", None), ("pairing_cards", 3)):
        assert words(document(tournament, kind, number, language)).count(said) == 2


@pytest.mark.parametrize(
    ("adjourned", "said"), [(False, "1 result is missing"), (True, "2 results are missing")]
)
def test_an_adjourned_game_is_missing_on_results_and_standings_alike(tournament, adjourned, said):
    if adjourned:
        Pairing.objects.filter(round__tournament=tournament, round__number=2, board=1).update(
            result="??"
        )
    assert f"{said}." in words(document(tournament, "results", 2))
    assert f"not final: {said}" in words(document(tournament, "standings", 2))


def test_results_with_an_adjourned_game_only_are_not_final(tournament):
    Pairing.objects.filter(round__tournament=tournament, round__number=2).update(result="==")
    Pairing.objects.filter(round__tournament=tournament, round__number=2, board=2).update(
        result="??"
    )
    assert "1 result is missing." in words(document(tournament, "results", 2))


def test_the_event_waits_for_an_adjourned_game(client, tournament):
    Pairing.objects.filter(round__tournament=tournament, round__number=2, board=1).update(
        result="??"
    )
    Pairing.objects.filter(round__tournament=tournament, round__number=2, board=2).update(
        result="=="
    )
    page = client.get(f"/en/e/{tournament.event.slug}/").content.decode()
    assert "1 result is missing" in page and "all results are in" not in page
    page = client.get(f"/en/e/{tournament.event.slug}/{tournament.slug}/rounds/2/")
    assert "all results are in" not in page.content.decode()


def test_a_complete_record_says_nothing_of_it(tournament):
    factories.enter_all(tournament, 2)
    for kind, number in (("record", None), ("pairing_cards", 3)):
        assert "not final" not in words(document(tournament, kind, number))
