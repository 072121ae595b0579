"""Lists from their own addresses: a server on loopback plays the source."""

import threading
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.conf import settings as site
from django.utils import timezone

from tests import factories
from tests.tournaments.services.test_rating_lists import PEOPLE, a_list
from tournaments import tasks
from tournaments.kernel import jobs
from tournaments.models import Job, ListImport, RatingList, RegisteredPlayer
from tournaments.queries.entries.ratings import values_for
from tournaments.register import loading, sources

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 18)


class Source:
    """An address: its files, and the requests that it got."""

    def __init__(self) -> None:
        self.body = a_list(*PEOPLE)
        self.headers = {"ETag": '"1"', "Last-Modified": "Sun, 01 Nov 2026 08:00:00 GMT"}
        self.cut = 0
        self.asked: list[str] = []
        self.sent = 0

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        tag = handler.headers.get("If-None-Match", "")
        self.asked.append(tag)
        if tag and tag == self.headers.get("ETag"):
            handler.send_response(304)
            handler.end_headers()
            return
        self.sent += 1
        handler.send_response(200)
        for name, value in self.headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(self.body)))
        handler.end_headers()
        handler.wfile.write(self.body[: len(self.body) - self.cut])


@pytest.fixture
def source(settings, monkeypatch):
    made = Source()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            made.answer(self)

        def log_message(self, *_words):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    made.address = f"http://127.0.0.1:{server.server_port}"
    settings.FIDE_LIST_URL = f"{made.address}/players_list.zip"
    monkeypatch.setattr(sources.timezone, "localdate", lambda: TODAY)
    yield made
    server.shutdown()
    server.server_close()


def run(asked):
    for job in asked:
        jobs.run_in_stages(job.pk, loading.run_import)


def a_day_later():
    RatingList.objects.update(asked_at=timezone.now() - timedelta(hours=24))


def test_q119_and_q121_fides_lists_come_from_the_address_in_the_settings(source):
    run(sources.ask_for_lists(by=None))
    assert RegisteredPlayer.objects.count() == 6
    assert (RatingList.objects.get().month, source.sent) == (date(2026, 11, 1), 1)


def test_q119_the_national_list_has_an_address_of_its_own(source, settings):
    settings.FIDE_LIST_URL = ""
    settings.NATIONAL_LIST_URLS = {"TUR": f"{source.address}/ukd.csv"}
    source.body = "UKD No;Ad Soyad;UKD\n7;Öz, Ece;1500\n".encode()
    run(sources.ask_for_lists(by=None))
    player = RegisteredPlayer.objects.get()
    assert (player.national_id, player.name, player.national) == ("7", "Öz, Ece", 1500)


def test_q135_asked_every_day_and_downloaded_only_if_newer(source):
    run(sources.ask_for_lists(by=None))
    assert sources.ask_quietly() == []  # asked a moment ago
    a_day_later()
    tasks.ask_for_rating_lists()
    assert (source.asked, source.sent) == (["", '"1"'], 1)
    assert ListImport.objects.count() == 1  # nothing newer leaves no trace
    source.body = a_list(*[line.replace("2533", "2540") for line in PEOPLE])
    source.headers = {"ETag": '"2"', "Last-Modified": "Mon, 30 Nov 2026 22:00:00 GMT"}
    a_day_later()
    run(sources.ask_quietly())
    assert RegisteredPlayer.objects.get(fide_id="6300001").standard == 2540
    assert source.sent == 2


def test_q135_the_same_file_without_any_tag_is_not_loaded_again(source):
    source.headers = {}
    run(sources.ask_for_lists(by=None))
    a_day_later()
    assert sources.ask_quietly() == []
    assert (source.sent, ListImport.objects.count()) == (2, 1)


def test_q135_offline_it_is_tried_again_quietly(source, settings):
    run(sources.ask_for_lists(by=None))
    address, settings.FIDE_LIST_URL = settings.FIDE_LIST_URL, "http://127.0.0.1:9/list.zip"
    a_day_later()
    assert sources.ask_quietly() == []
    silent = RatingList.objects.get()
    assert silent.silent_since is not None
    assert (ListImport.objects.count(), Job.objects.filter(status="failed").count()) == (1, 0)
    assert sources._due() == []  # not at once
    settings.FIDE_LIST_URL = address
    RatingList.objects.update(asked_at=timezone.now() - timedelta(hours=1))
    sources.ask_quietly()
    assert RatingList.objects.get().silent_since is None


def test_q135_the_scheduler_asks_often_and_can_be_switched_off():
    assert site.LISTS_DAILY
    entry = site.CELERY_BEAT_SCHEDULE["rating lists"]
    assert entry["task"] == tasks.ask_for_rating_lists.name
    assert entry["schedule"] < 3600


def test_q135_a_list_that_nobody_ever_loaded_is_not_asked_for(source):
    assert sources.ask_quietly() == []
    assert source.asked == []


def test_q136_one_button_updates_every_list(client, source, settings):
    settings.NATIONAL_LIST_URLS = {"TUR": f"{source.address}/ukd.csv"}
    user = factories.user()
    user.registrar = True
    user.save()
    client.force_login(user)
    client.post("/en/desk/register/", {"fetch": "all"})
    asked = ListImport.objects.values_list("list__kind", "list__federation", "fetched")
    assert sorted(asked) == [("fide", "", True), ("national", "TUR", True)]
    again = client.post("/en/desk/register/", {"fetch": "all"}, follow=True)
    assert "asked for a moment ago" in again.content.decode()
    assert ListImport.objects.count() == 2


def test_q141_at_a_desk_the_source_is_asked_before_the_check(client, source):
    tournament = factories.tournament(2)
    client.force_login(factories.chief_of(tournament))
    address = f"/en/desk/{tournament.event.slug}/a/players/ratings/"
    client.post(address, {"ask": "1"})
    run(Job.objects.all())
    assert "the list of 2026-11 is in" in client.get(address).content.decode()
    RatingList.objects.update(asked_at=None)
    client.post(address, {"ask": "1"})
    run(Job.objects.filter(status="waiting"))
    assert "nothing newer" in client.get(address).content.decode()


def test_q141_an_address_that_does_not_answer_is_said(client, settings):
    settings.FIDE_LIST_URL = "http://127.0.0.1:9/list.zip"
    tournament = factories.tournament(2)
    client.force_login(factories.chief_of(tournament))
    address = f"/en/desk/{tournament.event.slug}/a/players/ratings/"
    client.post(address, {"ask": "1"})
    run(Job.objects.all())
    assert "The address of the list does not answer" in client.get(address).content.decode()


def test_a_download_that_breaks_off_is_no_list(source):
    source.cut = 40
    run(sources.ask_for_lists(by=None))
    assert Job.objects.get().error["code"] == "register.unreachable"
    assert RegisteredPlayer.objects.count() == 0
    source.cut = 0
    RatingList.objects.update(asked_at=None)
    run(sources.ask_for_lists(by=None))
    assert RegisteredPlayer.objects.count() == 6


def test_a_page_in_place_of_the_list_is_refused_and_asked_for_again(source):
    body, source.body = source.body, b"<html>We are moving</html>"
    run(sources.ask_for_lists(by=None))
    assert Job.objects.get().error["code"] == "register.unknown_layout"
    source.body = body
    RatingList.objects.update(asked_at=None)
    run(sources.ask_for_lists(by=None))
    assert RegisteredPlayer.objects.count() == 6


@pytest.mark.parametrize(
    ("modified", "month"),
    [("Sun, 01 Nov 2026 08:00:00 GMT", 11), ("Sat, 31 Oct 2026 20:00:00 GMT", 11),
     ("Fri, 02 Oct 2026 08:00:00 GMT", 10), ("", 11), ("tomorrow", 11),
     ("Sun, 06 Dec 2026 08:00:00 GMT", 11)],
)  # fmt: skip
def test_the_month_of_a_list_is_that_of_its_file(modified, month):
    assert sources.month_of(modified, TODAY) == date(2026, month, 1)


def test_q139_and_q142_after_an_update_the_desk_is_told_who_is_affected(source, client):
    run(sources.ask_for_lists(by=None))
    tournament = factories.tournament(checks_ratings=True)
    quiet = factories.tournament(checks_ratings=False)
    for one in (tournament, quiet):
        type(one.event).objects.filter(pk=one.event_id).update(ends_on=date(2027, 1, 1))
        factories.enter_one(one, values_for(RegisteredPlayer.objects.get(fide_id="6300001"), one))
    source.body = a_list(*[line.replace("2533", "2540") for line in PEOPLE])
    source.headers = {"ETag": '"2"'}
    a_day_later()
    run(sources.ask_quietly())
    tournament.refresh_from_db()
    quiet.refresh_from_db()
    assert (tournament.ratings_differing, quiet.ratings_differing) == (1, 0)  # Q138
    assert tournament.log.get(act="ratings.checked").after == {
        "1 Yildiz, Ege fide_rating": [2533, 2540, "standard:2026-11"]
    }
    assert tournament.entries.get().fide_rating == 2533  # Q143: proposed, not changed
    client.force_login(factories.chief_of(tournament))
    page = client.get(f"/en/desk/{tournament.event.slug}/a/standings/").content.decode()
    assert "1 rating differs" in page
