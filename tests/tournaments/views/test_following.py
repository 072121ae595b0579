"""The door through which phones and mail addresses follow: open to all, and to nothing else."""

import json

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests import factories
from tests.push import Browser
from tournaments.models import Follow, Follower
from tournaments.services.hall import following
from tournaments.views.public import following as views

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    monkeypatch.setattr(following, "hand_over", lambda *_words: True)


@pytest.fixture
def tournament():
    return factories.tournament(4)


def address(tournament, end="follow/"):
    return f"/en/e/{tournament.event.slug}/{tournament.slug}/{end}"


def send(client, tournament, site="same-origin", **told):
    browser = Browser().subscription("https://push.example/send/1")
    body = json.dumps({"do": "follow", "browser": browser} | told)
    return client.post(
        address(tournament),
        body,
        content_type="application/json",
        headers={"Sec-Fetch-Site": site},
    )


def test_a_stranger_follows_a_player_looks_and_stops(client, tournament):
    browser = Browser().subscription("https://push.example/send/1")
    player = factories.entry(tournament, 2).pk
    for do, players in (("look", []), ("follow", [player]), ("look", [player]), ("stop", [])):
        answer = send(client, tournament, do=do, browser=browser, player=player)
        assert answer.json() == {"everything": False, "players": players, "clubs": []}
    assert not Follower.objects.exists()


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_another_site_makes_nobody_follow(client, tournament, site):
    assert send(client, tournament, site).status_code == 403
    mail = client.post(
        address(tournament, "follow/mail/"),
        {"email": "a@example.org"},
        headers={"Sec-Fetch-Site": site},
    )
    assert mail.status_code == 403
    assert not Follow.objects.exists()


def test_an_old_browser_is_told_by_its_origin(client, tournament):
    for origin, status in (("http://testserver", 400), ("https://evil.example", 403), ("", 403)):
        answer = client.post(
            address(tournament),
            "{}",
            content_type="application/json",
            headers={"Origin": origin} if origin else {},
        )
        assert answer.status_code == status


@pytest.mark.parametrize(
    "told",
    [
        {"browser": None},
        {"browser": {"endpoint": "https://push.example/1"}},
        {"browser": {"endpoint": "https://push.example/1", "keys": {"p256dh": 1, "auth": []}}},
        {"player": "x"},
        {"player": 10**30},
        {"player": -1},
        {"club": "x" * 5000},
        {"club": "Nobody's"},
    ],
)
def test_nonsense_is_refused_in_words(client, tournament, told):
    answer = send(client, tournament, **told)
    assert answer.status_code == 400
    assert answer.json()["problem"].endswith(".")


@pytest.mark.parametrize("body", ["", "[]", "null", "[" * 4000, '{"do":', "x" * 5000])
def test_a_body_that_is_none_is_refused_in_words(client, tournament, body):
    answer = client.post(
        address(tournament),
        body,
        content_type="application/json",
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert answer.status_code == 400
    assert "gave no address" in answer.json()["problem"]


def test_a_hidden_event_is_followed_by_nobody(client, tournament):
    event = tournament.event
    event.public = False
    event.save()
    assert send(client, tournament, player=factories.entry(tournament, 1).pk).status_code == 404


def test_too_many_requests_of_one_network_are_refused(client, tournament, monkeypatch):
    cache.clear()
    monkeypatch.setattr(views, "MOST_OF_ADDRESS", 2)
    answers = [send(client, tournament, do="look").status_code for _press in range(3)]
    assert answers == [200, 200, 400]


def test_a_mail_address_is_taken_without_a_script_and_confirmed_by_its_reader(client, tournament):
    player = factories.entry(tournament, 1)
    form = {"email": "Reader@example.org", "player": player.pk}
    here = {"Sec-Fetch-Site": "same-origin"}
    answer = client.post(address(tournament, "follow/mail/"), form, headers=here)
    assert "a mail is on its way to Reader@example.org" in answer.content.decode()
    follower = Follower.objects.get()
    page = reverse("public:follower", args=[follower.key])
    assert "Shall reader@example.org hear of this?" in client.get(page).content.decode()
    assert follower.confirmed_at is None  # programs that look at mails open links
    client.post(page, {"confirm": "yes"})
    follower.refresh_from_db()
    assert follower.confirmed_at is not None
    text = client.get(page).content.decode()
    assert "reader@example.org hears of:" in text
    assert player.name in text
    client.post(page, {"stop": "yes"})
    assert not Follower.objects.exists()
    assert client.get(page).status_code == 404


@pytest.mark.parametrize("email", ["", "x", "a@b", "a@example.org, b@example.org", "x" * 300])
def test_what_is_no_mail_address_comes_back_to_be_mended(client, tournament, email):
    here = {"Sec-Fetch-Site": "same-origin"}
    answer = client.post(address(tournament, "follow/mail/"), {"email": email}, headers=here)
    assert answer.status_code == 400
    assert "This is no mail address." in answer.content.decode()
    assert not Follower.objects.exists()


def test_keys_of_mails_are_in_no_log(client, tournament, caplog):
    follower = Follower.objects.create(email="a@example.org")
    with caplog.at_level("INFO"):
        client.get(reverse("public:follower", args=[follower.key]))
    lines = [record for record in caplog.records if record.name == "hakem.requests"]
    assert lines
    assert not any(follower.key in str(record.__dict__) for record in lines)


def test_the_calendar_of_a_player_names_board_and_opponent_once_the_round_is_out(
    client, tournament
):
    factories.pair(tournament, 1)
    tournament.rounds.filter(number=1).update(starts_at="2026-11-21T10:00:00Z")
    player = factories.entry(tournament, 1)
    where = address(tournament, f"players/{player.pk}/calendar.ics")
    before = client.get(where).content.decode()
    assert "SUMMARY:Round 1 · A" in before
    factories.publish(tournament, 1)
    after = client.get(where).content.decode().replace("\r\n ", "")
    row = tournament.rounds.get(number=1).pairings.get(board=1)
    other = row.black if row.white == player else row.white
    assert f"against {other.name}" in after
    uid = [line for line in before.splitlines() if line.startswith("UID")]
    assert uid == [line for line in after.splitlines() if line.startswith("UID")]
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT15M" in after


def test_the_manifest_names_icons_that_are_there(client):
    from django.contrib.staticfiles import finders

    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert told["display"] == "standalone"
    assert "start_url" not in told
    assert len(told["icons"]) == 2
    for icon in told["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))
