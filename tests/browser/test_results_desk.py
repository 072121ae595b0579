"""Results as arbiters type them: keys, typed lines, no connection, several at once, twice."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow, wait_for, wait_for_promise
from tournaments.models import LogEntry, Role
from tournaments.services.results.entering import SLIP_OF_TYPING, enter_result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk(live_server, page, sign_in):
    """A published round of 24 players before its chief arbiter."""
    tournament = factories.tournament(24, chief=factories.user("typist"))
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    sign_in(page, factories.chief_of(tournament))
    page.goto(f"{live_server.url}/en/desk/{tournament.event.slug}/a/rounds/1/")
    return tournament


def stored(tournament) -> dict[int, str]:
    rows = tournament.rounds.get(number=1).pairings.filter(black__isnull=False)
    return {board: result for board, result in rows.values_list("board", "result") if result}


def saved(page) -> None:
    expect(page.locator("[data-state]")).to_have_text("Everything is saved.")


def row(page, board):
    return page.locator(f"tr[data-board='{board}']")


def test_keys_on_a_board_give_its_result_and_digits_in_the_field_are_a_board(desk, page):
    for key in "1=0+-?":
        page.keyboard.press(key)
    expect(page.locator("tr.now")).to_have_attribute("data-board", "7")
    # 2-9 can be no result: they begin a board number. So does b, for 10, 11 and 12.
    page.keyboard.type("9")
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("tr.now")).to_have_attribute("data-board", "9")
    page.keyboard.press("1")
    expect(page.locator("#line")).to_be_focused()  # the next number
    page.keyboard.type("12 0")
    expect(page.locator("[data-echo]")).to_contain_text("12 · Player")
    page.keyboard.press("Enter")
    page.keyboard.type("11=")
    page.keyboard.press("Enter")
    page.keyboard.type("10.1")  # as the number block has it
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("tr.now")).to_be_focused()
    saved(page)
    assert stored(desk) == {
        1: "10", 2: "==", 3: "01", 4: "+-", 5: "-+", 6: "??", 9: "10", 10: "10", 11: "==", 12: "01",
    }  # fmt: skip
    expect(page.locator("#side")).to_contain_text("2 boards")


def test_a_line_that_makes_no_sense_or_would_overwrite_changes_nothing(desk, page):
    page.keyboard.press("1")
    page.keyboard.press("b")
    page.keyboard.type("1 0")
    page.keyboard.press("Enter")
    expect(page.locator("[data-echo]")).to_contain_text("Board 1 already has 1–0")
    expect(page.locator("tr.now")).to_have_attribute("data-board", "1")
    page.keyboard.press("0")  # on the board itself it may be changed
    expect(row(page, 1)).to_have_attribute("data-result", "01")
    for line in ("99 1", "4 7", "hello"):
        page.fill("#line", line)
        page.press("#line", "Enter")
        expect(page.locator("[data-echo]")).to_contain_text(line.split()[0])
    saved(page)
    assert stored(desk) == {1: "01"}


def test_results_typed_offline_wait_survive_a_reload_and_are_sent_once(desk, page):
    page.keyboard.press("1")
    saved(page)
    page.context.set_offline(True)
    for key in "=0+1=01=":
        page.keyboard.press(key)
    expect(page.locator("[data-state]")).to_have_text("Offline. Waiting: 8. Nothing is lost.")
    assert stored(desk) == {1: "10"}
    # Somebody else enters board 3 meanwhile: it must come out as a conflict, not be overwritten.
    other = desk.rounds.get(number=1).pairings.get(board=3)
    enter_result(tournament=desk, pairing_id=other.pk, code="00", version=other.version, by=None)
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#conflicts li")).to_have_count(1)
    expect(page.locator("#conflicts")).to_contain_text("0–0 stands there now, you sent 0–1")
    expect(page.locator("[data-state]")).to_have_text("Not saved, for you to decide: 1")
    assert stored(desk) == {
        1: "10", 2: "==", 3: "00", 4: "+-", 5: "10", 6: "==", 7: "01", 8: "10", 9: "==",
    }  # fmt: skip
    acts = LogEntry.objects.filter(tournament=desk, act__startswith="result.")
    assert acts.count() == 9  # each once
    page.click("#conflicts >> text=Leave 0–0")
    expect(page.locator("#conflicts li")).to_have_count(0)
    saved(page)
    assert stored(desk)[3] == "00"


def test_a15_the_undo_key_takes_back_what_was_typed_last_sent_or_not(desk, page):
    page.keyboard.press("1")
    saved(page)
    page.context.set_offline(True)
    page.keyboard.press("=")  # tried, so the server might have it
    expect(page.locator("[data-state]")).to_have_text("Offline. Waiting: 1. Nothing is lost.")
    page.wait_for_function("Object.values(localStorage).some((kept) => kept.includes('\"tried\"'))")
    page.keyboard.press("0")
    page.keyboard.press("u")  # board 3, which never left the browser
    expect(page.locator("tr.now")).to_have_attribute("data-board", "3")
    expect(page.locator("[data-state]")).to_have_text("Offline. Waiting: 1. Nothing is lost.")
    page.keyboard.press("u")
    expect(page.locator("#news")).to_contain_text("board 2 is on its way")
    page.context.set_offline(False)
    saved(page)
    assert stored(desk) == {1: "10", 2: "=="}
    # Another arbiter's entry is not mine to take back by a key.
    other = desk.rounds.get(number=1).pairings.get(board=9)
    enter_result(tournament=desk, pairing_id=other.pk, code="00", version=other.version, by=None)
    page.reload()
    expect(page.locator("#side")).to_contain_text("9 · ")
    for left in ({1: "10", 9: "00"}, {9: "00"}):
        expect(page.locator("tr.now")).to_have_count(1)  # the page hears keys again
        page.keyboard.press("u")
        expect(page.locator("#side .meter")).to_have_attribute("value", str(len(left)))
        assert stored(desk) == left


def test_an_answer_that_got_lost_is_asked_for_again_and_acts_once(desk, page):
    lost = []

    def lose_the_first_answer(route):
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch())  # the server did it; the browser never hears
            route.abort()

    page.route("**/results/", lose_the_first_answer)
    page.keyboard.press("1")
    saved(page)
    assert lost[0].status == 200
    assert LogEntry.objects.filter(tournament=desk, act__startswith="result.").count() == 1


def test_what_others_do_appears_and_says_so(desk, page, open_page, sign_in, live_server):
    colleague = factories.user("colleague", role=Role.CLERK, event=desk.event)
    other = open_page()
    sign_in(other, colleague)
    other.goto(page.url)
    other.keyboard.press("ArrowDown")
    other.keyboard.press("=")
    saved(other)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(row(page, 2)).to_have_attribute("data-result", "==")
    expect(page.locator("#news")).to_contain_text("Board 2 is now ½–½ (colleague).")
    expect(page.locator("#side")).to_contain_text("Also here")
    expect(page.locator("#side")).to_contain_text("colleague")


def test_what_others_enter_while_one_types_is_not_missed(desk, page):
    page.route("**/live/**", lambda route: route.abort())  # not asked in between
    page.reload()
    expect(page.locator("tr.now")).to_have_count(1)
    other = desk.rounds.get(number=1).pairings.get(board=5)
    enter_result(tournament=desk, pairing_id=other.pk, code="01", version=other.version, by=None)
    page.keyboard.press("1")
    saved(page)  # the answer is of board 1, and later than board 5
    page.unroute("**/live/**")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(row(page, 5)).to_have_attribute("data-result", "01")
    expect(page.locator("#news")).to_contain_text("Board 5 is now 0–1")


def test_an_older_answer_that_arrives_later_does_not_turn_the_side_back(desk, page):
    held = []

    def hold(route):
        held.append((route, route.fetch()))

    expect(page.locator("#side .meter")).to_have_attribute("value", "0")
    page.route("**/live/**", hold)
    page.evaluate("dispatchEvent(new Event('online'))")
    wait_for(page, lambda: held)
    page.keyboard.press("1")
    saved(page)
    expect(page.locator("#side .meter")).to_have_attribute("value", "1")
    for route, answer in held:
        with page.expect_response("**/live/**"):
            route.fulfill(response=answer)
    page.wait_for_timeout(300)
    expect(page.locator("#side .meter")).to_have_attribute("value", "1")


def test_the_second_pass_hides_the_first_and_shows_differences(desk, page, check_page):
    page.keyboard.press("1")
    page.keyboard.press("=")
    saved(page)
    page.reload()
    follow(page, "text=Second pass")
    expect(page.locator("tr.now")).to_have_attribute("data-board", "1")
    expect(row(page, 1).locator("button[aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("1")
    expect(row(page, 1)).to_have_attribute("data-checked", "")
    expect(page.locator("tr.now")).to_have_attribute("data-board", "2")
    page.keyboard.press("0")
    expect(page.locator("#conflicts")).to_contain_text("½–½ was entered first, 0–1 now")
    check_page(page)
    assert stored(desk) == {1: "10", 2: "=="}
    page.click("#conflicts >> text=Enter 0–1")
    expect(page.locator("#conflicts li")).to_have_count(0)
    saved(page)
    assert stored(desk) == {1: "10", 2: "01"}
    expect(page.locator("#side")).to_contain_text("1 checked, 1 left")


def test_other_results_open_on_the_board_and_a_phone_has_room(desk, page, check_page):
    for width, board in ((1280, 1), (390, 5)):  # covering nothing of the next row
        page.set_viewport_size({"width": width, "height": 844})
        row(page, board).locator(".more").click()
        page.evaluate("scrollTo(0, 0)")  # the field stays on the screen, over what scrolls below it
        check_page(page)
    row(page, 5).locator(".others >> text=double forfeit").click()
    expect(row(page, 5).locator(".more")).to_have_text("−–−")
    saved(page)
    assert stored(desk) == {5: "--"}


def test_without_javascript_a_typed_line_and_the_other_results_work(live_server, open_page):
    tournament = factories.tournament(8, chief=factories.user("plainly"))
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    page = open_page(java_script_enabled=False)
    page.goto(f"{live_server.url}/en/sign-in/")
    page.fill("#id_username", "plainly")
    page.fill("#id_password", factories.PASSWORD)
    follow(page, "main button.main")
    page.goto(f"{live_server.url}/en/desk/{tournament.event.slug}/a/rounds/1/")
    page.fill("#line", "3 0")
    page.press("#line", "Enter")
    expect(row(page, 3)).to_have_attribute("data-result", "01")
    page.fill("#line", "3=")
    page.press("#line", "Enter")
    expect(page.locator("#news")).to_contain_text("Board 3 already has 0–1; you typed ½–½")
    row(page, 4).locator(".more").click()
    row(page, 4).locator(".others >> text=double forfeit").click()
    expect(row(page, 4)).to_have_attribute("data-result", "--")


def test_taking_away_an_older_result_is_asked_about_and_answered_on_the_desk(desk, page):
    page.keyboard.press("1")
    saved(page)
    board = desk.rounds.get(number=1).pairings.filter(board=1)
    board.update(entered_at=timezone.now() - SLIP_OF_TYPING - timedelta(minutes=1))
    row(page, 1).focus()
    row(page, 1).press("x")
    question = page.locator("li", has_text="is taken away, and the game is open again")
    question.get_by_role("button", name="Answer the question").click()
    expect(page.locator("h1")).to_have_text("Take this result away?")
    assert stored(desk) == {1: "10"}
    page.locator("button.main").click()
    expect(row(page, 1)).to_have_attribute("data-result", "")
    assert stored(desk) == {}
    expect(question).to_have_count(0)


def test_the_desk_says_what_it_is_without_a_connection(desk, page):
    wait_for_promise(page, "Boolean(navigator.serviceWorker.controller)")
    here = page.url
    page.context.set_offline(True)
    for address, said in (
        (here, "At the desk, results that were typed and not sent wait"),
        (
            here.replace("/en/", "/tr/"),
            "Masada yazılıp gönderilmemiş sonuçlar bu tarayıcıda bekler",
        ),
    ):
        page.goto(address)
        expect(page.locator("main")).to_contain_text(said)
        expect(page.locator("html")).to_have_attribute("lang", address.partition("/desk/")[0][-2:])
    page.context.set_offline(False)
    page.get_by_role("link", name="Yeniden dene").click()
    expect(page.locator("#line")).to_be_visible()


def test_a_round_at_a_glance_who_is_missing_how_much_and_when_it_can_be_finished(desk, page):
    finish = page.locator("[data-finish]")
    expect(finish).not_to_have_class("button main")
    expect(page.locator("[data-left]")).to_have_text("Missing: 12")
    row(page, 3).locator(".more").click()
    row(page, 3).locator(".others >> text=Black is not here yet").click()
    expect(row(page, 3).locator(".black .away")).to_have_text("not here yet")
    expect(row(page, 3).locator(".white .away")).to_have_count(0)
    page.reload()
    expect(row(page, 3).locator(".black .away")).to_have_text("not here yet")
    for _board in range(12):
        page.keyboard.press("1")
    saved(page)
    expect(page.locator(".away")).to_have_count(0)
    expect(page.locator("[data-left]")).to_have_text("")
    expect(finish).to_have_class("button main")
    last = desk.rounds.get(number=1).pairings.get(board=12)
    newest = page.locator("#side ul.last li").filter(has_text="Undo").first
    expect(newest).to_contain_text(f"12 · {last.white.name} – {last.black.name} · 1–0")


def test_the_other_results_begin_with_who_is_not_here_and_the_forfeits(desk, page):
    row(page, 1).locator(".more").click()
    words = row(page, 1).locator(".others button").all_inner_texts()
    assert [text.replace("\n", " ") for text in words][:6] == [
        "White is not here yet",
        "Black is not here yet",
        "nobody is here yet",
        "+–− White won by forfeit",
        "−–+ Black won by forfeit",
        "−–− double forfeit",
    ]
