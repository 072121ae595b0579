"""One tap on a phone and it hears of a player; one more and it hears no more."""

import json

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.looks import both_languages
from tests.browser.waiting import wait_for_promise
from tests.push import Browser
from tournaments.models import Follow, Follower

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: in the place of the address that a browser fetches from its push service on the internet
SUBSCRIPTION = """(told) => {
  const key = (value) => Uint8Array.from(value);
  let known = null;
  const made = ({ applicationServerKey }) => ({
    options: { applicationServerKey: key(applicationServerKey).buffer },
    toJSON: () => told, unsubscribe: async () => { known = null; } });
  PushManager.prototype.subscribe = async (wanted) => (known = made(wanted));
  PushManager.prototype.getSubscription = async () => known;
}"""


@pytest.fixture
def tournament():
    made = factories.tournament(4)
    made.entries.filter(tpn=2).update(club="Rook and Pawn")
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


def player_page(live_server, tournament, tpn=2, language="en"):
    entry = factories.entry(tournament, tpn)
    event = tournament.event
    return f"{live_server.url}/{language}/e/{event.slug}/{tournament.slug}/players/{entry.pk}/"


@pytest.fixture
def phone(live_server, open_page):
    page = open_page(width=390, height=844)
    page.context.grant_permissions(["notifications"], origin=live_server.url)
    told = Browser().subscription("https://push.example/send/1")
    page.add_init_script(f"({SUBSCRIPTION})({json.dumps(told)})")
    return page


def test_a_phone_follows_a_player_and_a_club_and_stops(phone, live_server, tournament):
    phone.goto(player_page(live_server, tournament))
    follow = phone.get_by_role("button", name="On this phone")
    follow.click()
    stop = phone.get_by_role("button", name="Stop the messages", exact=True)
    expect(stop).to_have_attribute("aria-pressed", "true")
    phone.get_by_role("button", name="All of Rook and Pawn").click()
    expect(phone.get_by_role("button", name="about Rook and Pawn")).to_be_visible()
    assert sorted(Follow.objects.values_list("entry__tpn", "club"), key=str) == [
        (2, ""),
        (None, "Rook and Pawn"),
    ]
    stop.click()
    expect(follow).to_have_attribute("aria-pressed", "false")
    assert list(Follow.objects.values_list("club", flat=True)) == ["Rook and Pawn"]


def test_news_are_shown_by_the_keeper_of_the_site_and_lead_to_their_page(
    phone, live_server, tournament
):
    phone.goto(player_page(live_server, tournament))
    phone.evaluate("navigator.serviceWorker.ready")
    session = phone.context.new_cdp_session(phone)
    registrations = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    phone.wait_for_function("navigator.serviceWorker.controller !== null")
    news = {
        "title": "Round 1 is out",
        "body": "Player 002: board 2",
        "path": "/en/",
        "tag": "hakem-1",
        "language": "en",
    }
    for _copy in range(2):
        session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": live_server.url,
                "registrationId": registrations[-1]["registrationId"],
                "data": json.dumps(news),
            },
        )
    wait_for_promise(
        phone,
        "() => navigator.serviceWorker.ready.then((one) => one.getNotifications())"
        ".then((found) => found.length > 0)",
    )
    shown = phone.evaluate(
        "navigator.serviceWorker.ready.then((one) => one.getNotifications())"
        ".then((found) => found.map(({ title, body, data }) => ({ title, body, path: data.path })))"
    )
    assert shown == [{"title": news["title"], "body": news["body"], "path": "/en/"}]


def test_a_browser_that_forbids_messages_is_told_so(open_page, live_server, tournament):
    page = open_page(width=390, height=844)
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page.goto(player_page(live_server, tournament))
    page.get_by_role("button", name="On this phone").click()
    expect(page.get_by_role("alert")).to_contain_text("does not allow messages")
    assert not Follow.objects.exists()


def test_by_mail_without_a_script(browser, live_server, tournament):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(player_page(live_server, tournament))
    page.get_by_text("By mail or in a calendar").click()
    page.get_by_label("E-mail address").fill("reader@example.org")
    page.get_by_role("button", name="Tell me by mail").click()
    expect(page.get_by_text("a mail is on its way to reader@example.org")).to_be_visible()
    follower = Follower.objects.get()
    page.goto(f"{live_server.url}/en/follower/{follower.key}/")
    page.get_by_role("button", name="Yes, tell me").click()
    expect(page.get_by_text("You hear of it by mail from now on.")).to_be_visible()
    page.get_by_role("button", name="Stop, and forget this address").click()
    expect(page.get_by_text("No mail will be sent to this address any more.")).to_be_visible()
    assert not Follower.objects.exists()
    context.close()


def test_the_pages_of_following_are_good_pages(phone, live_server, tournament, check_page):
    phone.goto(player_page(live_server, tournament))
    phone.get_by_role("button", name="On this phone").click()
    both_languages(phone, check_page)
    reader = Follower.objects.create(email="reader@example.org")
    reader.follows.create(tournament=tournament, entry=factories.entry(tournament, 1))
    phone.goto(f"{live_server.url}/en/follower/{reader.key}/")
    both_languages(phone, check_page)
