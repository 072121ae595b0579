"""Thirty players in each of FIDE's Swiss systems for players, by the keys of the arbiter, from the
form to the bulletin, with a phone beside it: two rounds, and nine in the long run."""

import random

import pytest
from playwright.sync_api import expect

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.browser.looks import both_languages
from tests.browser.test_double_swiss import KEYS, PLAYERS, finish, pasted
from tests.browser.waiting import follow
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SYSTEMS = ("fide2026.dutch", "fide2026.dubov", "fide2026.burstein", "fide2026.lim")
#: so many of the last boards are typed as lines
TYPED = 3


def enter_by_keys(page, dice: random.Random, boards: int) -> None:
    for number in range(1, boards + 1 - TYPED):
        expect(page.locator("tr.now")).to_have_attribute("data-board", str(number))
        page.keyboard.press(dice.choice(KEYS))
    page.keyboard.press("b")
    for number in range(boards + 1 - TYPED, boards + 1):
        page.keyboard.type(f"{number} {dice.choice(KEYS)}")
        page.keyboard.press("Enter")
    expect(page.locator("[data-state]")).to_have_text("Everything is saved.")
    expect(page.locator("#side")).to_contain_text("All results are in.")


@pytest.mark.full
@pytest.mark.parametrize(
    ("system", "rounds"), [("fide2026.dubov", 2), *((system, 9) for system in SYSTEMS)]
)
def test_a_whole_event(live_server, page, sign_in, check_page, system, rounds):
    chief = factories.user("chief")
    event = factories.event(chief)
    event.public = True
    event.save()
    sign_in(page, chief)
    page.goto(f"{live_server.url}/en/desk/{event.slug}/new/")
    page.fill("#id_name", "T")
    if system != "fide2026.dutch":
        page.select_option("#id_system", system)
        expect(page.locator("[name=shown_for]")).to_have_value(system)
    page.fill("#id_total_rounds", str(rounds))
    follow(page, "text=Create tournament")
    both_languages(page, check_page)
    desk = f"{live_server.url}/en/desk/{event.slug}/t/"
    public = f"{live_server.url}/en/e/{event.slug}/t/"
    page.goto(f"{desk}players/import/")
    page.fill("#id_text", pasted())
    follow(page, "text=Read the list")
    follow(page, f"text=Enter these {PLAYERS} players")
    tournament = Tournament.objects.get(event=event)
    assert (tournament.system, tournament.fide_mode) == (system, True)
    pocket = page.context.browser.new_context(viewport={"width": 390, "height": 844})
    phone = pocket.new_page()
    dice = random.Random(11)
    for number in range(1, rounds + 1):
        page.goto(f"{desk}rounds/{number}/")
        follow(page, f"button:text-is('Pair round {number}')")
        expect(page.locator("main .note").first).to_contain_text("Draft")
        expect(page.locator(".checks .found")).to_have_count(0)
        if number == 2:
            both_languages(page, check_page)
            follow(page, "main a:text-is('Why?') >> nth=0")
            expect(page.locator("h1")).to_contain_text("Why round 2")
            both_languages(page, check_page)
            page.go_back()
        follow(page, "button:text-is('Publish')")
        follow(page, "button:text-is('Yes, do it')")
        expect(page.locator("h1 .state")).to_contain_text("published")
        phone.goto(f"{public}rounds/{number}/")
        assert phone.locator("table.boards tbody tr").count() >= PLAYERS // 2
        enter_by_keys(page, dice, PLAYERS // 2)
        page.goto(f"{desk}rounds/{number}/")
        follow(page, f"button:text-is('Finish round {number}')")
        if number in (1, rounds):
            both_languages(page, check_page)
            phone.goto(f"{public}rounds/{number}/")
            both_languages(phone, check_page, 390)
            entry = tournament.entries.get(tpn=1)
            phone.goto(f"{public}players/{entry.pk}/")
            both_languages(phone, check_page, 390)
            phone.goto(f"{public}standings/")
            assert phone.locator("table.standings tbody tr").count() == PLAYERS
            both_languages(phone, check_page, 390)
    phone.goto(f"{public}crosstable/")
    both_languages(phone, check_page, 390)
    pocket.close()
    finish(page, live_server, tournament)
    judged = check(read(page.request.get(f"{desk}rounds/report/trf26/").body()))
    assert judged.clean and len(judged.rounds) == rounds
