"""One box: players, clubs and events, whatever letters and order they are typed in."""

import pytest
from django.test import Client

from federation.models import Privacy
from tests import factories
from tests.federation import people_made_up as made
from tests.pages import Page
from tournaments.models import RegisteredPlayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def everything():
    made.member("Yıldız, Ayşe", of=made.club("Yıldız Satranç", "35-9"))
    factories.event(name="Yıldızlar Kupası", city="Çeşme")


def found(typed, **headers):
    answer = Client().get("/en/search/", {"q": typed}, headers=headers)
    assert answer.status_code == 200
    return Page(answer)


@pytest.mark.parametrize("typed", ["yildiz", "YILDIZ", "Yıldız"])
def test_players_clubs_and_events_answer_together(everything, typed):
    page = found(typed)
    assert page.all("#found h2") == ["Players", "Events", "Clubs"]


@pytest.mark.parametrize("typed", ["ayse yildiz", "yildiz ayse", "yild ay", "Yıldız Ayşe"])
def test_order_and_accents_do_not_matter(everything, typed):
    RegisteredPlayer.objects.update(title="WFM")
    assert "WFM Yıldız, Ayşe" in found(typed).text


def test_while_typing_only_the_answers_come(everything):
    page = found("yildiz", **{"hx-request": "true"})
    assert page.count("form") == 0 and page.count("h2") == 3


def test_nothing_typed_and_nothing_found_say_what_to_do(everything):
    assert "Two letters are enough." in found("").text
    assert "Nothing is called “qqqq”" in found("qqqq").text
    assert "Two letters" in found("a").text


@pytest.mark.parametrize("typed", ["%00", "' OR 1=1", "((", "a" * 500, "!!", "\\", "é & | !"])
def test_nonsense_is_no_error(everything, typed):
    found(typed)


def test_who_hides_is_not_found():
    made.member("Yıldız, Ayşe", privacy=Privacy.HIDDEN, fide_id="6351234")
    for typed in ("yildiz", "yildiz ayse", "6351234"):
        assert "Nothing is called" in found(typed).text


def test_a_short_name_is_found_by_what_is_shown_alone():
    made.member("Yıldız, Ayşe", privacy=Privacy.SHORT, fide_id="6351234")
    assert "Yıldız, A." in found("yildiz").text
    for typed in ("yildiz ayse", "6351234"):
        assert "Nothing is called" in found(typed).text


def test_a_minor_is_short_where_an_event_shortens_them():
    player = made.registered("Yıldız, Ayşe", birth_date="2014")
    made.played(player, rounds=1, shorten_minors=True)
    assert "Yıldız, A." in found("yildiz").text
    assert "Nothing is called" in found("yildiz ayse").text


def test_a_hidden_event_is_not_found():
    factories.event(name="Gizli Kupa", public=False)
    assert "Nothing is called" in found("gizli").text
