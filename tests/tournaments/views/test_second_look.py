"""The phone, looked at a second time: seat, lists, categories, dates, screens, the language."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.pages import Page
from tournaments.models import HallScreen
from tournaments.queries.hall.screens import seconds_of, slides_of
from tournaments.services.hall.screens import add_screen

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(standing):
    made = factories.tournament(12)
    made.entries.filter(tpn=3).update(name="Çınar, Işık", club="Kale SK", title="WFM")
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    return made


@pytest.fixture
def at(played):
    return f"/e/{played.event.slug}/{played.slug}/"


def lines(client, address):
    return Page(client.get(address)).all("tbody tr[data-player]")


def test_the_seat_names_its_player_and_says_which_number_is_the_board(client, played, at):
    entry = factories.entry(played, 1)
    for language, word in (("en", "Board"), ("tr", "Masa")):
        page = client.get(f"/{language}{at}players/{entry.pk}/").content.decode()
        seat = page[page.index('<section class="seat"') :]
        assert f'data-label="{word}"' in seat[:400]
        assert f'<p class="whose">{entry.name}</p>' in seat[:900]


def test_the_seat_leads_to_results_report_and_messages_first(client, played, at):
    entry = factories.entry(played, 1)
    page = client.get(f"/en{at}players/{entry.pk}/").content.decode()
    links = re.findall(r'href="([^"]+)"', page[page.index('class="more-of-it"') :])[:3]
    assert links == ["#results", f"/en{at}players/{entry.pk}/me/", "#follow"]
    assert 'id="results"' in page and 'id="follow"' in page
    # The same for whoever is remembered on the page of the round.
    page = client.get(f"/en{at}rounds/2/").content.decode()
    parts = re.findall(r'data-part="(\w+)"', page[page.index('class="more-of-it"') :])
    assert parts[:3] == ["results", "say", "follow"]


@pytest.mark.parametrize("end", ["players/", "standings/", "rounds/2/names/"])
@pytest.mark.parametrize("wanted", ["cinar", "KALE"])
def test_long_lists_are_searched_by_name_and_club_without_a_script(client, at, end, wanted):
    everybody = lines(client, f"/en{at}{end}")
    found = lines(client, f"/en{at}{end}?q={wanted}")
    assert len(everybody) == 12 and len(found) == 1 and "Çınar" in found[0]
    page = Page(client.get(f"/en{at}{end}?q=nobody")).text
    assert "Nobody on this page is called “nobody”" in page


def test_a_search_in_the_standings_keeps_the_ranks(client, played, at):
    (found,) = lines(client, f"/en{at}standings/?q=cinar")
    assert found in lines(client, f"/en{at}standings/")


def test_a_category_is_one_tap_and_no_form(client, played, at):
    page = client.get(f"/en{at}standings/").content.decode()
    nav = page[page.index('class="categories"') : page.index("</nav>", page.index('"categories"'))]
    links = re.findall(r'href="([^"]+)"', nav)
    assert len(links) > 1 and "<select" not in page
    shown = client.get(links[1])
    assert shown.status_code == 200 and f'href="{links[1]}"' in shown.content.decode()


def test_between_title_and_name_stands_a_blank_for_who_listens(client, played, at):
    entry = played.entries.get(tpn=3)
    for end in ("players/", "standings/", "rounds/2/", f"players/{entry.pk}/"):
        page = client.get(f"/en{at}{end}").content.decode()
        assert "WFM" in page, end
        assert not re.search(r'class="title">\w+</span>[^\s]', page), end


def test_a_page_writes_its_dates_in_one_way(client, played, at):
    played.rounds.filter(number=2).update(starts_at=timezone.now() + timedelta(days=1))
    page = Page(client.get(f"/en{at}rounds/2/")).text
    assert re.search(r"\d+ [A-Z][a-z]+ \d{4} \d\d:\d\d", page)
    assert not re.search(r"\d{4}-\d\d-\d\d", page)


def test_a_screen_has_a_code_for_phones_and_shows_200_names_in_two_minutes(client):
    made = factories.tournament(200, total_rounds=3)
    factories.pair(made, 1)
    factories.publish(made, 1)
    chief = factories.chief_of(made)
    shows = [HallScreen.Show.NAMES]
    values = {"name": "S", "tournament": made, "shows": shows, "seconds": 60, "rows": 14}
    screen = add_screen(event=made.event, by=chief, **values)
    slides = slides_of(screen, "en")
    assert len(slides) * seconds_of(screen, slides) < 120
    page = client.get(f"/en/screens/{screen.key}/").content.decode()
    assert f'data-seconds="{seconds_of(screen, slides)}"' in page
    assert 'id="phones"' in page and f"/e/{made.event.slug}/{made.slug}/" in page


def test_the_chosen_language_holds_for_bare_links(at):
    phone = Client(headers={"accept-language": "tr"})
    assert phone.get(at)["Location"] == f"/tr{at}"
    phone.cookies["django_language"] = "en"  # as page.js keeps what was tapped
    assert phone.get(at)["Location"] == f"/en{at}"
