"""A knock-out from the set-up form to its ranking, and a play-off from the standings, by clicks."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow
from tests.tournaments.knockout_events import level_three
from tournaments.models import Knockout, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def press(page, code: str) -> None:
    """The result of the first game that is due, by its key."""
    expect(page.locator("tr.now")).to_have_count(1)
    entered = page.locator("tr.now").get_attribute("id")
    with page.expect_navigation():
        page.keyboard.press(code)
    assert page.locator(f"#{entered}[data-game]").count() == 0 or code == "x"


@pytest.mark.full
def test_14_players_for_three_places_with_a_golden_point(
    live_server, page, open_page, sign_in, check_page
):
    chief = factories.user("chief")
    event = factories.event(chief, name="Kupa")
    sign_in(page, chief)
    page.goto(f"{live_server.url}/en/desk/{event.slug}/new/")
    page.fill("#id_name", "Final")
    page.select_option("#id_system", "handbook.knockout")
    follow(page, "text=Create tournament")
    tournament = Tournament.objects.get()
    factories.enter(tournament, 14)
    follow(page, "nav.tabs >> text=Knock-out")
    follow(page, "text=Change the plan")
    expect(page.locator("h1")).to_have_text("Plan of the knock-out")
    check_page(page)
    page.fill("#id_winners", "3")
    page.fill("#id_prizes", "1000\n500\n250,50\n100")
    page.fill("#id_currency", "TRY")
    follow(page, "text=Save the plan")
    expect(page.locator("main")).to_contain_text(
        "Of 14 players the lowest 4 play a preliminary round, so that 12 are left; "
        "free from it: 10."
    )
    expect(page.locator(".knockout-bracket .tie")).to_have_count(11)
    check_page(page)

    phone = open_page(390, 844, is_mobile=True, has_touch=True)
    address = Knockout.objects.get().pk
    public = f"{live_server.url}/tr/e/{event.slug}/final/knockout/{address}/"
    assert phone.goto(public).status == 404  # a plan is nobody's business yet
    follow(page, "text=Announce the plan")
    expect(page.locator("h1 .state")).to_have_text("announced")
    phone.goto(public)
    expect(phone.locator(".knockout-bracket")).to_contain_text("Player 014")
    check_page(phone)

    # The preliminary round: the first match needs the golden point, and its draw is enough.
    for code in ("=", "1", "=", "0", "=", "="):
        press(page, code)
    expect(page.locator(".note.warn")).to_contain_text("chooses the colour")
    check_page(page)
    follow(page, ".note.warn button >> nth=0")
    expect(page.locator("table.due")).to_contain_text("golden point")
    expect(page.locator("table.due tr[data-game]")).to_have_count(1)
    black = page.locator("table.due td.black .name").inner_text()
    press(page, "=")
    expect(page.locator(".knockout-bracket")).to_contain_text(
        "The golden point game was drawn: White is eliminated"
    )
    expect(page.locator(".stage:has(#stage-2)")).to_contain_text(black)
    expect(page.locator("main")).to_contain_text("stage 2 is open")

    while page.locator("table.due tr[data-game]").count():
        press(
            page, "1" if "game 1" in page.locator("table.due td.board").first.inner_text() else "="
        )
    expect(page.locator("h1 .state")).to_have_text("decided")
    expect(page.locator("#ranking + table tbody tr")).to_have_count(4)
    expect(page.locator("#ranking + table tbody tr").first).to_contain_text("1–3")
    expect(page.locator("main")).to_contain_text("583.50 TRY")  # 1750.50 among three
    check_page(page)
    phone.reload()
    expect(phone.locator("#ranking + table tbody tr")).to_have_count(4)
    check_page(phone)
    follow(page, "text=Finish the tournament")
    follow(page, "text=Yes, do it")
    assert Tournament.objects.get().finished_at is not None


def test_three_level_for_first_play_off_and_the_standings_say_so(
    live_server, page, open_page, sign_in, check_page
):
    tournament = level_three(chief=factories.user("chief"))
    sign_in(page, factories.chief_of(tournament))
    page.goto(f"{live_server.url}/en/desk/{tournament.event.slug}/a/standings/")
    page.click("text=Players are level: prepare a play-off")
    check_page(page)
    follow(page, "button:has-text('Play-off') >> nth=0")
    expect(page.locator("h1")).to_contain_text("Play-off for place 1")
    expect(page.locator("main")).to_contain_text("3 players are tied: recipe C.2.")
    check_page(page)
    follow(page, "text=Change the plan")
    expect(page.locator("main")).to_contain_text("ll three level again")
    check_page(page)
    follow(page, "text=Save the plan")
    follow(page, "text=Announce the plan")
    expect(page.locator("h1 .state")).to_have_text("announced")
    while page.locator("table.due tr[data-game]").count():
        names = page.locator("table.due tbody tr").first.locator(".name").all_inner_texts()
        press(page, "1" if names[0] > names[1] else "0")  # the later name wins
    expect(page.locator("h1 .state")).to_have_text("decided")
    expect(page.locator("main")).to_contain_text("leads alone with 2 points")
    check_page(page)
    follow(page, "text=Back to the standings")
    winner = max(names_of(tournament))
    expect(page.locator("table.standings tbody tr").first).to_contain_text(winner)
    expect(page.locator("table.standings thead")).to_contain_text("PO")
    check_page(page)
    phone = open_page(390, 844, is_mobile=True, has_touch=True)
    phone.goto(f"{live_server.url}/tr/e/{tournament.event.slug}/a/standings/")
    expect(phone.locator("table.standings tbody tr").first).to_contain_text(winner)
    follow(phone, "ul.links a >> nth=0")
    expect(phone.locator("main")).to_contain_text(winner)
    check_page(phone)


def names_of(tournament: Tournament) -> list[str]:
    return [seat.entry.name for seat in Knockout.objects.get().seats.select_related("entry")]
