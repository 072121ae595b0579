"""A56, A57: one package with the checker's verdict, its targets with state and time, and nothing
sent twice."""

import hashlib
import io
import threading
import zipfile
from copy import deepcopy
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core import mail
from django.utils import timezone
from django.utils.translation import override

from tests import factories
from tests.pages import Page
from tournaments.kernel import jobs
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Document, LogEntry, ReportSending, Role, Tournament
from tournaments.queries.reports.package import verdict
from tournaments.queries.reports.trf import report
from tournaments.services.hall.incidents import note_incident, write_report
from tournaments.services.papers.documents import make_document
from tournaments.services.reports import targets
from tournaments.services.reports.finishing import finish_tournament, reopen_tournament
from tournaments.services.rounds.publication import finish_round

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def packed_once(standing):
    made = factories.tournament(6, total_rounds=2)
    factories.play(made, 2)
    finish(made)
    package(made)
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def packed(packed_once):
    return deepcopy(packed_once)


def finish(tournament):
    by = factories.chief_of(tournament)
    finish_round(tournament=tournament, number=2, by=by)
    confirmed(finish_tournament, tournament=tournament, by=by)


def package(tournament):
    job = targets.make_package(tournament=tournament, by=factories.chief_of(tournament))
    jobs.run_in_stages(job.pk, make_document)
    job.refresh_from_db()
    assert job.status == "done", job.error
    return Document.objects.get(pk=job.target)


def send(tournament, target="by_hand", to="", **more):
    by = factories.chief_of(tournament)
    return targets.send_package(tournament=tournament, target=target, to=to, by=by, **more)


def address(tournament, end=""):
    return f"/en/desk/{tournament.event.slug}/{tournament.slug}/rounds/report/{end}"


def test_the_package_holds_the_record_the_papers_the_history_and_the_verdict(packed):
    found = targets.package_of(packed)
    archive = zipfile.ZipFile(io.BytesIO(bytes(Document.objects.get(pk=found.pk).content)))
    names = archive.namelist()
    kinds = [paper.kind for paper in found.papers.order_by("pk")]
    assert kinds == [
        "bulletin", "prizes", "rating_changes", "arbiters_report", "it1", "it3", "fa1", "ia1",
    ]  # fmt: skip
    assert [name.rpartition("-")[2] for name in names[8:]] == [
        "trf26.trf", "trf16.trf", "history.csv", "receipts.csv", "verdict.txt",
    ]  # fmt: skip
    assert archive.read(names[8]) == report(packed, "trf26", final=True)
    verdict = archive.read("verdict.txt").decode()
    assert "The checker agrees with every round and every place" in verdict or "denetleyici" in (
        verdict.lower()
    )
    history = archive.read("history.csv").decode("utf-8-sig").splitlines()
    assert history[0] == "time,by,round,act,reason,irregular"
    assert len(history) > 15


def test_the_same_games_go_to_the_same_target_once(packed):
    first = send(packed)
    assert (first.state, first.games) == ("sent", 6)
    with pytest.raises(Refused, match="already"):
        send(packed)
    assert send(packed, "mail", "Rating@Example.org").to == "rating@example.org"
    with pytest.raises(Refused, match="already"):
        send(packed, "mail", "rating@example.org")
    line = LogEntry.objects.get(act="report.sent")  # the mail is still on its way
    assert line.after["to"] == "Chess-Results"
    assert line.after["file"] == first.fingerprint


def test_a_changed_report_needs_a_new_package_and_asks_before_it_replaces(packed):
    send(packed)
    by = factories.chief_of(packed)
    confirmed(reopen_tournament, tournament=packed, by=by)
    event = packed.event
    confirmed(finish_tournament, tournament=packed, by=by)
    with pytest.raises(Refused, match="Make the package"):
        send(packed)
    packed.time_control = "90+30"
    packed.save(update_fields=["time_control"])
    package(Tournament.objects.get(pk=packed.pk))
    with pytest.raises(NeedsConfirmation):
        send(packed)
    assert confirmed(send, tournament=packed).state == "sent"
    assert event == packed.event


def test_without_a_package_or_with_open_games_nothing_is_sent(packed):
    made = factories.tournament(4, total_rounds=1)
    factories.pair(made, 1)
    factories.publish(made, 1)
    with pytest.raises(Refused, match=r"."):
        send(made)
    with pytest.raises(Refused, match="list"):
        send(packed, "folder")  # this site has none
    with pytest.raises(Refused, match="e-mail"):
        send(packed, "mail", "not an address\nBcc: x@example.org")


def test_an_email_carries_the_package_and_a_server_that_is_away_is_tried_again(packed, monkeypatch):
    sending = send(packed, "mail", "rating@example.org")
    assert sending.state == "waiting"

    def away(*_given, **_more):
        raise OSError

    with monkeypatch.context() as broken:
        broken.setattr("tournaments.kernel.mail.EmailMessage.send", away)
        targets.send_report(sending.pk)
    sending.refresh_from_db()
    assert (sending.state, sending.tries) == ("waiting", 1)
    assert sending.due_at > timezone.now()
    targets.send_report(sending.pk)
    targets.send_report(sending.pk)  # delivered twice
    sending.refresh_from_db()
    assert (sending.state, len(mail.outbox)) == ("sent", 1)
    ((name, content, kind),) = mail.outbox[0].attachments
    assert (name.endswith(".zip"), kind) == (True, "application/zip")
    assert zipfile.ZipFile(io.BytesIO(content)).testzip() is None
    assert LogEntry.objects.filter(act="report.sent", after__to="rating@example.org").count() == 1


def test_a_folder_of_the_federation_gets_one_file(packed, settings, tmp_path):
    settings.REPORT_FOLDER = str(tmp_path)
    sending = send(packed, "folder")
    targets.send_report(sending.pk)
    (file,) = tmp_path.rglob("*.zip")
    assert file.name == f"{packed.slug}-{sending.fingerprint[:16]}.zip"
    assert zipfile.ZipFile(file).testzip() is None
    assert hashlib.sha256(file.read_bytes()).digest()


class Office(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.headers, body))
        self.send_response(self.server.answers.pop(0))
        self.end_headers()

    def log_message(self, *_given):
        pass


@pytest.fixture
def office():
    server = HTTPServer(("127.0.0.1", 0), Office)
    server.got, server.answers = [], []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_address_gets_the_package_with_a_key_and_a_refusal_is_told(packed, settings, office):
    settings.REPORT_ADDRESS = f"http://127.0.0.1:{office.server_port}/reports"
    settings.REPORT_TOKEN = "a token"
    office.answers = [503, 201, 400]
    sending = send(packed, "address")
    for state in ("waiting", "sent"):
        targets.send_report(sending.pk)
        sending.refresh_from_db()
        assert sending.state == state
    headers, body = office.got[1]
    assert headers["Idempotency-Key"] == sending.fingerprint
    assert headers["Authorization"] == "Bearer a token"
    assert zipfile.ZipFile(io.BytesIO(body)).testzip() is None
    ReportSending.objects.all().delete()
    refused = send(packed, "address")
    targets.send_report(refused.pk)
    refused.refresh_from_db()
    assert (refused.state, refused.due_at) == ("failed", None)
    assert send(packed, "address").pk != refused.pk  # it may be tried once more


def test_the_page_makes_sends_and_shows_state_and_time(client, packed):
    client.force_login(factories.chief_of(packed))
    page = Page(client.get(address(packed)))
    assert "The package" in page.text
    assert "something changed since" not in page.text
    client.post(address(packed, "send/"), {"target": "by_hand"})
    shown = Page(client.get(address(packed))).text
    assert "Chess-Results, uploaded by hand" in shown
    answer = client.post(address(packed, "send/"), {"target": "by_hand"}, follow=True)
    assert "already" in answer.content.decode()
    assert ReportSending.objects.count() == 1


def test_an_arbiter_neither_makes_nor_sends(client, packed):
    client.force_login(factories.user(role=Role.ARBITER, event=packed.event))
    for end in ("package/", "send/"):
        assert client.post(address(packed, end), {"target": "by_hand"}).status_code in (403, 404)
    assert not ReportSending.objects.exists()


def test_the_office_of_the_federation_finds_the_report_on_its_own_page(client, packed, settings):
    from federation.models import Duty
    from federation.services.officers import name_officer

    settings.FEDERATION = "A federation"
    sending = send(packed, "office")
    officer = factories.user("officer")
    name_officer(user=officer, duty=Duty.RATING, by=None, province=None, club=None)
    client.force_login(officer)
    assert packed.full_name in Page(client.get("/en/office/reports/")).text
    answer = client.get(f"/en/office/reports/{sending.pk}/")
    assert answer["Content-Type"] == "application/zip"
    other = send(packed, "by_hand")
    assert client.get(f"/en/office/reports/{other.pk}/").status_code == 404


def test_words_or_incidents_that_come_later_ask_for_another_package(client, packed):
    client.force_login(factories.chief_of(packed))
    assert "Make the package" not in Page(client.get(address(packed))).text
    by = factories.chief_of(packed)
    write_report(tournament=packed, text="The hall was cold.", by=by)
    page = Page(client.get(address(packed))).text
    assert "something changed since" in page and "Make the package" in page
    with pytest.raises(Refused, match="Make the package"):
        send(packed)
    package(packed)
    note_incident(tournament=packed, kind="phone", by=by)
    with pytest.raises(Refused, match="Make the package"):
        send(packed)
    package(packed)
    assert send(packed).state == "sent"


def test_the_code_of_a_package_leads_to_a_page_also_after_a_change(client, packed):
    made = targets.package_of(packed)
    write_report(tournament=packed, text="The hall was cold.", by=factories.chief_of(packed))
    client.force_login(factories.chief_of(packed))
    assert client.get(f"/en/d/{made.code}/").status_code == 200
    place = f"/en/desk/{packed.event.slug}/{packed.slug}/documents/{made.pk}/state/"
    assert client.get(place, headers={"HX-Request": "true"}).status_code == 200


def test_the_verdict_speaks_one_language(packed):
    with override("tr"):
        lines = verdict(packed)
    assert "- tamam: Her oyunun sonucu var" in lines
    assert not any(line.startswith(("- good", "- look", "- stop")) for line in lines)
