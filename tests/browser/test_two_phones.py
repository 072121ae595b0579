"""Two phones and a desk: who they are, a result, an offline word, a call, a claim, a decision."""

from datetime import timedelta

import pytest
from django.db.models import F
from playwright.sync_api import expect

from tests import factories
from tests.tournaments.views.test_slips import picture
from tournaments.models import ByeRequest, Entry, Pairing, ResultReport, SlipPhoto, VoiceMail
from tournaments.queries.rounds.reasons import why_this_opponent
from tournaments.queries.rounds.sheets import round_sheet
from tournaments.queries.voice.codes import codes_of, mail_key
from tournaments.services.voice import proving

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"is_mobile": True, "has_touch": True}


@pytest.fixture(params=[8, pytest.param(200, marks=pytest.mark.full)])
def tournament(request):
    made = factories.tournament(request.param, total_rounds=5)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


def prove(live_server, open_page, entry):
    """A phone that came by the code of the letter."""
    phone = open_page(390, 844, **PHONE)
    event, slug = entry.tournament.event.slug, entry.tournament.slug
    code = codes_of([entry])[entry.pk]
    phone.goto(f"{live_server.url}/en/e/{event}/{slug}/who/{code}/")
    phone.locator("main form .button.main").tap()
    expect(phone.locator("h1")).to_have_text(entry.name)
    return phone


def test_two_phones_and_a_desk_play_a_round(
    live_server, open_page, sign_in, check_page, tournament
):
    game, other = tournament.rounds.get(number=1).pairings.select_related("white", "black")[:2]
    for one in (game, other):
        one.white.tournament = one.black.tournament = tournament
    white = prove(live_server, open_page, game.white)
    black = prove(live_server, open_page, game.black)
    check_page(white)
    desk = open_page(1280, 900)
    sign_in(desk, factories.chief_of(tournament))
    at = f"{live_server.url}/en/desk/{tournament.event.slug}/{tournament.slug}/"
    desk.goto(f"{at}rounds/1/")

    # A call is on the desk within seconds, with its number in the head of the page.
    black.get_by_role("button", name="The clock").tap()
    expect(black.get_by_text("Stay at your board")).to_be_visible()
    expect(desk.locator(".bar .count")).to_have_text("1")
    desk.locator(".bar").get_by_role("link", name="Inbox").click()
    expect(desk.locator(".inbox li")).to_have_count(1)
    check_page(desk)
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")  # "I go"
    expect(desk.locator(".inbox .state")).to_be_visible()

    # Without a line the word waits on the phone, and is said once when the line is back.
    white.context.set_offline(True)
    white.get_by_role("button", name="I won").tap()
    expect(white.locator("#unsent")).to_be_visible()
    assert not ResultReport.objects.exists()
    white.context.set_offline(False)
    expect(white.locator("#unsent")).to_be_hidden()
    expect(white.get_by_text("You have reported.")).to_be_visible()
    assert ResultReport.objects.count() == 1

    # While the desk is at work the row shows what one phone has said; both agree, and it is in.
    desk.goto(f"{at}rounds/1/")
    said = desk.locator(f"#b{game.board} .segments button[data-said]")
    expect(said).to_have_count(1)
    black.reload()
    black.get_by_role("button", name="I lost").tap()
    expect(black.get_by_text("reported by both of you")).to_be_visible()
    pressed = desk.locator(f"#b{game.board} .segments button[aria-pressed=true]")
    expect(pressed).to_have_count(1)
    assert Pairing.objects.get(pk=game.pk).result == "10"

    # A claim, read and decided at the desk, read on both phones.
    black.locator("summary", has_text="the result").tap()
    black.locator("textarea[name=words]").fill("It was a draw.")
    black.get_by_role("button", name="Send to the chief arbiter").tap()
    expect(black.get_by_text("Case 1")).to_be_visible()
    desk.goto(f"{at}cases/1/")
    check_page(desk)
    desk.locator("#words").fill("Both of you reported it.")
    desk.get_by_role("button", name="It stands").click()
    expect(desk.get_by_text("Both players read the decision.")).to_be_visible()
    for phone in (white, black):
        phone.reload()
        expect(phone.get_by_text("Both of you reported it.")).to_be_visible()
        check_page(phone)


def test_byes_late_slips_links_and_appeals(
    live_server, open_page, sign_in, check_page, tournament, tmp_path
):
    game, other = tournament.rounds.get(number=1).pairings.select_related("white", "black")[:2]
    for entry in (game.white, game.black, other.white):
        entry.tournament = tournament
    slip = tmp_path / "slip.jpg"
    slip.write_bytes(picture(size=(900, 700)).read())
    desk = open_page(1280, 900)
    sign_in(desk, factories.chief_of(tournament))
    at = f"{live_server.url}/en/desk/{tournament.event.slug}/{tournament.slug}/"

    # The chief arbiter sends a link by mail, and it opens this phone.
    desk.goto(f"{at}phones/")
    desk.locator("#addresses").fill(f"{game.white.tpn} anne@example.org")
    desk.get_by_role("button", name="Send the links").click()
    expect(desk.get_by_text("Links on their way: 1.")).to_be_visible()
    check_page(desk)
    white = open_page(390, 844, **PHONE)
    place = f"{live_server.url}/en/e/{tournament.event.slug}/{tournament.slug}/"
    white.goto(f"{place}me/link/{mail_key(VoiceMail.objects.get())}/")
    check_page(white)
    white.locator("main form .button.main").tap()
    expect(white.locator("h1")).to_have_text(game.white.name)
    black = prove(live_server, open_page, game.black)

    # Late: noted beside the board. A bye: asked, granted at the desk, read on the phone.
    black.get_by_role("button", name="10 min").tap()
    expect(black.get_by_text("Noted: the arbiters see it")).to_be_visible()
    black.locator("#ask-round").select_option("2")
    black.get_by_role("button", name="Half-point bye").tap()
    expect(black.get_by_text("the chief arbiter has the last word")).to_be_visible()
    desk.goto(f"{at}inbox/")
    desk.get_by_role("button", name="Grant", exact=True).click()
    expect(desk.locator(".inbox li[data-kind=request]")).to_have_count(0)
    assert ByeRequest.objects.get().entry == game.black

    # Withdrawn, and thought better of.
    third = prove(live_server, open_page, other.white)
    third.locator("summary", has_text="Withdraw from the tournament").tap()
    third.get_by_role("button", name="I withdraw").tap()
    third.get_by_role("button", name="Take back").first.tap()
    expect(third.get_by_text("Taken back.")).to_be_visible()
    assert not Entry.objects.get(pk=other.white_id).gone

    # The slip is photographed: it proposes the result, which the desk enters.
    white.locator("summary", has_text="Photograph the slip").tap()
    check_page(white)
    white.locator("#slip").set_input_files(slip)
    white.get_by_label("I won").last.check()
    white.context.set_offline(True)
    white.get_by_role("button", name="Send to the arbiters").tap()
    expect(white.locator("#unsent")).to_be_visible()
    assert not SlipPhoto.objects.exists()
    white.context.set_offline(False)
    expect(white.get_by_text("The picture is with the arbiters.")).to_be_visible()
    assert SlipPhoto.objects.get().code == "10"
    desk.goto(f"{at}inbox/")
    expect(desk.get_by_text("a slip was photographed")).to_be_visible()
    desk.locator(".inbox li[data-kind=report] button").click()
    expect(desk.locator(".inbox li[data-kind=report]")).to_have_count(0)
    assert Pairing.objects.get(pk=game.pk).result == "10"

    # A claim, its decision, the appeal, the committee: each read on the phone.
    black.reload()
    black.locator("summary", has_text="the result").tap()
    black.locator("textarea[name=words]").fill("It was a draw.")
    black.get_by_role("button", name="Send to the chief arbiter").tap()
    expect(black.get_by_text("Case 1")).to_be_visible()
    for words, button, read in (
        ("The slip says so.", "It stands", "The slip says so."),
        ("The committee agrees.", "The claim is right", "The committee agrees."),
    ):
        desk.goto(f"{at}cases/1/")
        expect(desk.locator(".slips img")).to_be_visible()
        desk.locator("#words").fill(words)
        desk.get_by_role("button", name=button).click()
        black.reload()
        expect(black.get_by_text(read)).to_be_visible()
        if black.locator("summary", has_text="Appeal").count():
            black.locator("summary", has_text="Appeal").tap()
            black.locator("textarea[name=words]").last.fill("Look at the sheet.")
            black.get_by_role("button", name="Send to the committee").tap()
            expect(black.get_by_text("The appeal is with the committee.")).to_be_visible()
    desk.goto(f"{at}rounds/1/boards/{game.board}/?case=1")
    expect(desk.get_by_role("heading", name="Evidence")).to_be_visible()
    check_page(desk)
    desk.goto(f"{at}rounds/1/slips/")
    check_page(desk)


def test_a_birth_date_proves_it_a_silent_opponent_is_not_waited_for_and_the_phone_says_why(
    live_server, open_page, sign_in, check_page
):
    made = factories.tournament(8, total_rounds=5)
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    chief = factories.chief_of(made)
    proving.set_rules(tournament=made, values={"by_birth": True, "wait_minutes": 10}, by=chief)
    round_ = made.rounds.traced().get(number=2)
    games = round_.pairings.select_related("white", "black").order_by("board")
    game = next(one for one in games if why_this_opponent(round_sheet(round_), one).not_met)
    Entry.objects.filter(pk=game.white_id).update(birth_date="2009-05-31", national_id="44321")
    phone = open_page(390, 844, **PHONE)
    place = f"{live_server.url}/tr/e/{made.event.slug}/{made.slug}/"
    phone.goto(f"{place}me/")
    for born, licence in (("gestern", "x"), ("31.05.2009", "44322")):
        phone.locator("#born").fill(born)
        phone.locator("#licence").fill(licence)
        phone.get_by_role("button", name="Bu benim", exact=True).tap()
        expect(phone.get_by_text("Bu turnuvada bu doğum tarihi")).to_be_visible()
    phone.locator("#born").fill("31.05.2009")
    phone.locator("#licence").fill("44321")
    phone.get_by_role("button", name="Bu benim", exact=True).tap()
    expect(phone.locator("h1")).to_have_text(game.white.name)
    check_page(phone)

    # The opponent says nothing for the minutes that the arbiter chose: the desk has it, and enters.
    phone.get_by_role("button", name="Kazandım").tap()
    expect(phone.get_by_role("button", name="Kazandım")).to_have_attribute("aria-pressed", "true")
    desk = open_page(1280, 900)
    sign_in(desk, chief)
    at = f"{live_server.url}/en/desk/{made.event.slug}/{made.slug}/"
    desk.goto(f"{at}inbox/")
    waiting = desk.locator(".inbox li[data-kind=report]")
    expect(waiting.locator(".over")).to_have_count(0)
    ResultReport.objects.update(at=F("at") - timedelta(minutes=11))
    expect(waiting.locator(".over")).to_have_count(1)
    expect(waiting).to_contain_text("only one player has reported")
    check_page(desk)
    waiting.locator("button").first.click()
    expect(waiting).to_have_count(0)
    assert Pairing.objects.get(pk=game.pk).result == "10"
    phone.reload()
    expect(phone.locator(".seat .who")).to_contain_text("1–0")

    # "Why this opponent, and not the one above?", in the player's language.
    phone.goto(f"{place}rounds/2/boards/{game.board}/")
    expect(phone.get_by_role("heading", name="Neden bu rakip?")).to_be_visible()
    expect(phone.locator("h3", has_text="değil?").first).to_be_visible()
    expect(phone.locator(".reasons li").first).to_be_visible()
    check_page(phone)
