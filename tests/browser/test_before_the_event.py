"""Play-offs announced beforehand, groups of equal strength, a match for third place and boards put
in order: each page wide and narrow, in both languages."""

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow
from tests.tournaments.knockout_events import announced, knockout, level_three
from tests.tournaments.services.test_boards_in_order import turned_round
from tests.tournaments.services.test_playoff_conditions import announce
from tournaments.models import Tournament
from tournaments.services.knockout.playoff import prepare_playoff

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NARROW, WIDE = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


def looks(page, live_server, check_page, name, tournament, *more, query=""):
    """The page in both languages, wide and narrow; it stays in English, wide."""
    for language in ("tr", "en"):
        with translation.override(language):
            path = reverse(name, args=[tournament.event.slug, tournament.slug, *more])
        for size in (NARROW, WIDE):
            page.set_viewport_size(size)
            page.goto(f"{live_server.url}{path}{query}")
            check_page(page)


def test_boards_are_put_in_order_by_the_button_beside_the_check(
    live_server, page, sign_in, check_page
):
    made = factories.tournament(8, initial_colour="w")
    factories.pair(made, 1)
    turned_round(made)
    sign_in(page, factories.chief_of(made))
    looks(page, live_server, check_page, "desk:round", made, 1)
    follow(page, "text=Put the boards in order")
    expect(page.locator("main")).to_contain_text("4 games get another board")
    check_page(page)
    follow(page, "form button.main, form button.danger")
    expect(page.locator("main")).not_to_contain_text("Put the boards in order")


def test_play_offs_are_announced_on_a_page_of_their_own(live_server, page, sign_in, check_page):
    made = factories.tournament(6)
    sign_in(page, factories.chief_of(made))
    looks(page, live_server, check_page, "desk:playoffs", made)
    page.fill("#id_places", "3")
    follow(page, "button.main")
    expect(page.locator("main")).to_contain_text("The conditions of play-offs are announced.")
    looks(page, live_server, check_page, "public:about", made)
    expect(page.locator("main")).to_contain_text("play off for it (A.3, A.6)")


def test_the_page_of_a_play_off_that_differs(live_server, page, sign_in, check_page):
    tournament = level_three()
    announce(tournament, {"places": 1, "level": "points", "break_before_start": 10})
    made = prepare_playoff(tournament=tournament, place=1, level=[], by=None)
    sign_in(page, factories.chief_of(tournament))
    looks(page, live_server, check_page, "desk:knockout", tournament, made.pk)
    expect(page.locator("main")).to_contain_text("(A.21)")


def test_groups_are_seen_before_they_are_made(live_server, page, sign_in, check_page):
    made = factories.tournament(9, name="Open")
    sign_in(page, factories.chief_of(made))
    looks(page, live_server, check_page, "desk:player_groups", made, query="?count=3")
    follow(page, "button.main")
    expect(page.locator("main")).to_contain_text("Open A: 3, Open B: 3, Open C: 3")
    follow(page, "form button.main")
    assert sorted(Tournament.objects.values_list("name", flat=True)) == [
        "Open", "Open A", "Open B", "Open C",
    ]  # fmt: skip


def test_the_bracket_with_a_match_for_third_place(live_server, page, sign_in, check_page):
    found = announced(knockout(8, settings={"third_place": True}))
    sign_in(page, factories.chief_of(found.tournament))
    for name in ("desk:knockout", "public:knockout"):
        looks(page, live_server, check_page, name, found.tournament, found.pk)
    expect(page.locator(".knockout-bracket")).to_contain_text("Match for third place")


def test_away_in_a_round_robin(live_server, page, sign_in, check_page):
    made = factories.tournament(6, system="handbook.round_robin", total_rounds=5)
    entry = made.entries.order_by("id")[0]
    sign_in(page, factories.chief_of(made))
    looks(page, live_server, check_page, "desk:edit_player", made, entry.pk)
    follow(page, "text=Away in this round")
    expect(page.locator("main")).to_contain_text("Round 1: zero-point bye")
