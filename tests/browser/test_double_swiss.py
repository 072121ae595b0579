"""A Double-Swiss of thirty players by the keys of the arbiter, from the list to the bulletin."""

import random

import pytest
from playwright.sync_api import expect

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.browser.looks import both_languages
from tests.browser.waiting import follow
from tests.tournaments.documents.made import document
from tests.tournaments.matches_of_two import board, made, open_round
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = 30
KEYS = ("1", "0", "=")


def pasted() -> str:
    lines = ["Name\tRating"]
    lines += [f"Oyuncu, {number:02}\t{2500 - 10 * number}" for number in range(1, PLAYERS + 1)]
    return "\n".join(lines)


def enter_by_keys(page, dice: random.Random, boards: int) -> None:
    """Two keys a board; the last two boards as typed lines."""
    for number in range(1, boards - 1):
        expect(page.locator("tr.now")).to_have_attribute("data-board", str(number))
        page.keyboard.press(dice.choice(KEYS))
        expect(page.locator("tr.now")).to_have_attribute("data-board", str(number))
        page.keyboard.press(dice.choice(KEYS))
    page.keyboard.press("b")
    for number in (boards - 1, boards):
        page.keyboard.type(f"{number} {dice.choice(KEYS)}{dice.choice(KEYS)}")
        page.keyboard.press("Enter")
    expect(page.locator("[data-state]")).to_have_text("Everything is saved.")
    expect(page.locator("#side")).to_contain_text("All results are in.")


def played_through(live_server, page, sign_in, check_page, rounds: int) -> Tournament:
    chief = factories.user("chief")
    event = factories.event(chief)
    event.public = True
    event.save()
    sign_in(page, chief)
    page.goto(f"{live_server.url}/en/desk/{event.slug}/new/")
    page.fill("#id_name", "T")
    page.select_option("#id_system", "fide2026.double")
    expect(page.locator("[name=shown_for]")).to_have_value("fide2026.double")
    page.fill("#id_total_rounds", str(rounds))
    follow(page, "text=Create tournament")
    desk = f"{live_server.url}/en/desk/{event.slug}/t/"
    page.goto(f"{desk}settings/")
    expect(page.locator("#id_bye_points")).to_have_value("1.5")
    page.goto(f"{desk}players/import/")
    page.fill("#id_text", pasted())
    follow(page, "text=Read the list")
    follow(page, f"text=Enter these {PLAYERS} players")
    page.goto(f"{desk}settings/ready/")
    tournament = Tournament.objects.get(event=event)
    assert tournament.entries.count() == PLAYERS
    pocket = page.context.browser.new_context(viewport={"width": 390, "height": 844})
    phone = pocket.new_page()
    public = f"{live_server.url}/en/e/{event.slug}/t/"
    dice = random.Random(7)
    for number in range(1, rounds + 1):
        page.goto(f"{desk}rounds/{number}/")
        follow(page, f"button:text-is('Pair round {number}')")
        expect(page.locator("main .note").first).to_contain_text("Draft")
        if number == 2:
            follow(page, "main a:text-is('Why?') >> nth=0")
            expect(page.locator("h1")).to_contain_text("Why round 2")
            expect(page.locator("main")).to_contain_text("game 1")
            both_languages(page, check_page)
            page.go_back()
        follow(page, "button:text-is('Publish')")
        follow(page, "button:text-is('Yes, do it')")
        expect(page.locator("h1 .state")).to_contain_text("published")
        if number == 1:
            both_languages(page, check_page)
        phone.goto(f"{public}rounds/{number}/")
        assert phone.locator("table.boards tbody tr").count() >= PLAYERS // 2
        enter_by_keys(page, dice, PLAYERS // 2)
        page.goto(f"{desk}rounds/{number}/")
        follow(page, f"button:text-is('Finish round {number}')")
        phone.goto(f"{public}rounds/{number}/")
        expect(phone.locator("table.boards .result").first).to_contain_text("(")
        if number == 1:
            both_languages(phone, check_page)
            entry = tournament.entries.get(tpn=1)
            phone.goto(f"{public}players/{entry.pk}/")
            both_languages(phone, check_page, 390)
    page.goto(f"{desk}standings/")
    assert page.locator("table.standings tbody tr").count() == PLAYERS
    phone.goto(f"{public}crosstable/")
    both_languages(phone, check_page)
    pocket.close()
    return tournament


def finish(page, live_server, tournament: Tournament) -> None:
    desk = f"{live_server.url}/en/desk/{tournament.event.slug}/t/"
    page.goto(f"{desk}rounds/{tournament.total_rounds}/")
    follow(page, "button:text-is('Finish the tournament')")
    follow(page, "button:text-is('Yes, do it')")
    expect(page.locator("h1")).to_contain_text("Standings")
    answer = page.request.get(f"{desk}rounds/report/trf26/")
    judged = check(read(answer.body()))
    assert judged.clean and len(judged.rounds) == tournament.total_rounds
    bulletin = document(tournament, "bulletin")
    assert len(bulletin.content) > 10_000


@pytest.mark.full
def test_two_rounds_from_the_form_to_the_bulletin(live_server, page, sign_in, check_page):
    tournament = played_through(live_server, page, sign_in, check_page, 2)
    finish(page, live_server, tournament)


@pytest.mark.full
def test_nine_rounds_from_the_form_to_the_bulletin(live_server, page, sign_in, check_page):
    tournament = played_through(live_server, page, sign_in, check_page, 9)
    finish(page, live_server, tournament)


@pytest.fixture
def desk(live_server, page, sign_in):
    """A published round of eight players before its chief arbiter."""
    tournament = made(8)
    open_round(tournament, 1)
    sign_in(page, factories.chief_of(tournament))
    page.goto(f"{live_server.url}/en/desk/{tournament.event.slug}/a/rounds/1/")
    return tournament


def saved(page) -> None:
    expect(page.locator("[data-state]")).to_have_text("Everything is saved.")


def test_game_1_is_noted_before_game_2_is_over(desk, page):
    page.keyboard.press("1")
    saved(page)
    assert board(desk, 1).first_game == "10"
    expect(page.locator("tr.now")).to_have_attribute("data-board", "1")
    page.reload()
    expect(page.locator("#b1 [data-game='1'] [aria-pressed='true']")).to_have_text("1–0")
    page.keyboard.press("=")
    saved(page)
    assert board(desk, 1).result == "10=="
    expect(page.locator("tr.now")).to_have_attribute("data-board", "2")


def test_one_game_is_changed_by_its_button_and_both_by_two_keys(desk, page):
    for key in "10":
        page.keyboard.press(key)
    saved(page)
    page.click("#b1 [data-game='2'] button[data-code='==']")
    expect(page.locator("#b1 [data-game='2'] [aria-pressed='true']")).to_have_text("½–½")
    saved(page)
    assert board(desk, 1).result == "10=="
    page.keyboard.press("ArrowUp")
    expect(page.locator("tr.now")).to_have_attribute("data-board", "1")
    page.keyboard.press("0")  # begins anew: nothing is sent before the second game
    assert board(desk, 1).result == "10=="
    page.keyboard.press("+")
    saved(page)
    assert board(desk, 1).result == "01+-"
    expect(page.locator("#b1 .more")).to_contain_text("+–−")


def test_the_second_pass_reads_both_games(desk, page):
    for key in "1=0=":
        page.keyboard.press(key)
    saved(page)
    page.goto(page.url.split("#")[0] + "?second=1")
    for key in "1=":
        page.keyboard.press(key)
    saved(page)
    assert board(desk, 1, 1).checked_at
    for key in "00":
        page.keyboard.press(key)
    expect(page.locator("#conflicts")).to_contain_text("½–1½ (0–1, ½–½) was entered first")
    assert board(desk, 1, 2).read_differently == "0101"


def test_undo_takes_back_the_last_game(desk, page):
    for key in "1=":
        page.keyboard.press(key)
        saved(page)
    page.keyboard.press("u")
    expect(page.locator("#b1")).to_have_attribute("data-half", "10")
    assert (board(desk, 1).result, board(desk, 1).first_game) == ("", "10")
