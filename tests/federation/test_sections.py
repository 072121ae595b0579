"""The federation's name stands at the head of every page, and its navigation says which part of
the site a page is of."""

import pytest
from django.test import Client

from federation.models import Arbiter, Duty
from tests import factories
from tests.federation import entries_made as make
from tests.federation import people_made_up as made
from tests.federation.officers import officer, signed_in
from tests.federation.test_plans import EXAMPLES, PAPERS
from tests.pages import Page

pytestmark = pytest.mark.django_db

HERE = "nav.sections [aria-current]"
#: frames for other sites, and files: they have no navigation
BARE = {"embed_calendar", "embed_ratings", "embed_cup", "calendar_file", "player_games_csv"}
FILES = {"entry_csv", "entry_json"} | PAPERS


@pytest.fixture
def registrar():
    return officer(Duty.REGISTRAR)


@pytest.mark.parametrize(
    ("address", "part"),
    [
        ("", "Calendar"),
        ("events/", "Calendar"),
        ("search/", "Players"),
        ("provinces/", "Clubs"),
        ("arbiters/", "Clubs"),
        ("ratings/", "Ratings"),
        ("ratings/compare/", "Ratings"),
        ("cups/", "Cups"),
        ("qualification/", "Cups"),
        ("year/", "Cups"),
    ],
)
def test_a_page_says_which_part_of_the_site_it_is_of(address, part):
    assert Page(Client().get(f"/en/{address}")).all(HERE) == [part]


def test_every_public_page_is_of_a_part():
    """Of the pages that open to everybody by name."""
    from federation.web.sections import PARTS

    of_a_part = {part.page for part in PARTS}.union(*(part.pages for part in PARTS))
    assert set(EXAMPLES) - BARE - FILES <= of_a_part


def test_who_enters_an_event_is_on_the_calendar():
    event = make.calendar()
    for page in ("enter", "entries"):
        answer = Client().get(f"/en/{page}/{event.event.slug}/")
        assert Page(answer).all(HERE) == ["Calendar"]


def test_arbiters_are_found_from_the_page_of_the_clubs():
    assert Page(Client().get("/en/provinces/")).address("Arbiters") == "/en/arbiters/"


def test_an_arbiter_finds_the_own_appointments_on_every_page(registrar):
    assert "My appointments" not in Page(signed_in(registrar).get("/en/")).all("nav.sections a")
    Arbiter.objects.create(player=made.registered("Hakem, Ada"), user=registrar, level="NA")
    page = Page(signed_in(registrar).get("/en/"))
    assert page.address("My appointments") == "/en/my-appointments/"
    page = Page(signed_in(registrar).get("/en/my-appointments/"))
    assert page.all(HERE) == ["My appointments"]


def test_the_federations_name_heads_desks_questions_and_problems(registrar, settings):
    client = signed_in(registrar)
    event = factories.tournament(4, chief=registrar).event
    person = made.member("Demir, Ege")
    pages = {
        "the desk": client.get("/en/desk/"),
        "an event's desk": client.get(f"/en/desk/{event.slug}/"),
        "a question": client.post(
            f"/en/office/people/{person.pk}/deceased/", {"died_on": "2026-01-02"}
        ),
        "a page that is not there": client.get("/en/nothing-at-all/"),
        "a page of others": client.get("/en/office/duties/"),
        "signing in": Client().get("/en/sign-in/"),
    }
    for name, answer in pages.items():
        page = Page(answer)
        assert page.one("a.mark") == settings.FEDERATION, name
        assert page.title.endswith(f" · {settings.FEDERATION}"), name
