"""Real Celery workers on the real broker: progress, and death half-way."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from tests import factories
from tests.pages import Page
from tournaments.kernel import jobs
from tournaments.management.demo.rating_list import file_lines
from tournaments.models import Delivery, Document, Job, ListImport, RegisteredPlayer, Round, User
from tournaments.queries.rounds.seals import SealOutcome, seal_of
from tournaments.register import importing, sources
from tournaments.services.papers.documents import request_document
from tournaments.services.programs.webhooks import make_webhook, signature
from tournaments.services.rounds import seals
from tournaments.services.rounds.pairing import request_pairing

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def worker() -> Iterator[Callable[[], subprocess.Popen]]:
    """Start a worker process on this test's database and queue."""
    started = []

    def start() -> subprocess.Popen:
        database = connection.settings_dict
        info = psycopg.conninfo.make_conninfo(
            dbname=database["NAME"],
            user=database["USER"],
            password=database["PASSWORD"],
            host=database["HOST"],
            port=database["PORT"] or None,
        )
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "config", "worker", "-c", "1", "-l", "WARNING"],
            env=os.environ
            | {"DATABASE_URL": info, "DJANGO_SETTINGS_MODULE": "tests.settings"}
            | {"PYTEST_XDIST_WORKER": os.environ.get("PYTEST_XDIST_WORKER", "main")},
            start_new_session=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_for(condition: Callable[[], bool], seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.1)


def status_of(job: Job) -> str:
    return Job.objects.values_list("status", flat=True).get(pk=job.pk)


def test_a_large_round_is_paired_by_a_worker(worker, monkeypatch):
    monkeypatch.setattr(settings, "PAIR_INLINE_LIMIT", 0)
    tournament = factories.tournament(30)
    job = request_pairing(tournament=tournament, number=1, by=factories.chief_of(tournament))
    assert tournament.rounds.get(number=1).status == Round.Status.PAIRING
    again = request_pairing(tournament=tournament, number=1, by=factories.chief_of(tournament))
    assert again == job  # the second press watches the first
    worker()
    wait_for(lambda: status_of(job) == Job.Status.DONE)
    assert tournament.rounds.get(number=1).pairings.count() == 15
    assert jobs.worker_is_alive()


def test_a07_a_worker_killed_while_the_second_engine_checks_and_the_next_one_ends_it(
    worker, monkeypatch
):
    monkeypatch.setattr(seals, "AT_ONCE", 0)
    tournament = factories.tournament(30)
    factories.pair(tournament, 1)
    round_ = tournament.rounds.get(number=1)
    job = Job.objects.get(kind=Job.Kind.SEAL)
    with _holding(f"SELECT 1 FROM tournaments_round WHERE id = {round_.pk} FOR UPDATE"):
        first = worker()
        wait_for(lambda: status_of(job) == Job.Status.RUNNING and _somebody_waits())
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
    assert "seal" not in tournament.rounds.get(number=1).trace
    worker()
    wait_for(lambda: status_of(job) == Job.Status.DONE)
    round_.refresh_from_db()
    assert seal_of(round_)["outcome"] == SealOutcome.AGREE


def test_a_worker_killed_in_a_pairing_leaves_nothing_half_done_and_the_next_one_ends_it(
    worker, monkeypatch
):
    monkeypatch.setattr(settings, "PAIR_INLINE_LIMIT", 0)
    tournament = factories.tournament(30)
    round_ = tournament.rounds.get(number=1)
    job = request_pairing(tournament=tournament, number=1, by=factories.chief_of(tournament))
    with _holding(f"SELECT 1 FROM tournaments_round WHERE id = {round_.pk} FOR UPDATE"):
        first = worker()
        wait_for(lambda: status_of(job) == Job.Status.RUNNING and _somebody_waits())
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
    assert round_.pairings.count() == 0
    assert tournament.rounds.get(number=1).status == Round.Status.PAIRING
    worker()
    wait_for(lambda: status_of(job) == Job.Status.DONE)
    assert tournament.rounds.get(number=1).status == Round.Status.DRAFT
    assert round_.pairings.count() == 15


def test_a_worker_killed_in_a_document_leaves_no_half_document_and_the_next_one_makes_it(worker):
    tournament = factories.tournament(10)
    factories.pair(tournament, 1)
    job = request_document(
        tournament=tournament,
        kind="pairings",
        number=1,
        language="tr",
        by=factories.chief_of(tournament),
    )
    document = Document.objects.get()
    with _holding(f"SELECT 1 FROM tournaments_document WHERE id = {document.pk} FOR UPDATE"):
        first = worker()
        wait_for(lambda: status_of(job) == Job.Status.RUNNING and _somebody_waits())
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
    document.refresh_from_db()
    assert (document.content, document.made_at) == (None, None)
    worker()
    wait_for(lambda: status_of(job) == Job.Status.DONE)
    document.refresh_from_db()
    assert bytes(document.content).startswith(b"%PDF")
    assert document.pages == 1


def test_a_worker_killed_while_a_list_is_read_and_one_while_it_is_merged_leave_no_half_month(
    worker, client
):
    list_ = "".join(file_lines(200, seed=5, month=date(2026, 11, 1), layout="txt")).encode()
    work = importing.receive_fide_list(
        pieces=[list_], file_name="list.txt", month=date(2026, 11, 1), by=None
    )
    job = sources.start_import(work, by=None)
    User.objects.filter(pk=factories.user().pk).update(registrar=True)
    client.force_login(User.objects.get())
    waits_for = {
        ListImport.Stage.RECEIVED: "LOCK TABLE tournaments_registerword IN ACCESS EXCLUSIVE MODE",
        ListImport.Stage.READ: f"SELECT 1 FROM tournaments_ratinglist WHERE id = {work.list_id} "
        "FOR UPDATE",
    }
    for stage, lock in waits_for.items():
        with _holding(lock):
            now = worker()
            wait_for(lambda: status_of(job) == Job.Status.RUNNING and _somebody_waits())
            os.killpg(now.pid, signal.SIGKILL)
            now.wait()
        work.refresh_from_db()
        assert (work.stage, RegisteredPlayer.objects.count()) == (stage, 0)
        assert Page(client.get("/en/desk/register/")).count("progress") == 1
    worker()
    wait_for(lambda: status_of(job) == Job.Status.DONE)
    assert RegisteredPlayer.objects.count() == 211
    assert "211 read, 211 added" in client.get("/en/desk/register/").content.decode()


def _holding(query: str):
    """A lock in another session: whoever needs the row waits for us."""
    database = connection.settings_dict
    other = psycopg.connect(
        dbname=database["NAME"],
        user=database["USER"],
        password=database["PASSWORD"],
        host=database["HOST"],
        port=database["PORT"] or None,
    )
    other.execute(query)
    return other


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0] > 0


def test_a_worker_delivers_what_a_webhook_is_told_signed(worker, monkeypatch):
    heard = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            heard.append((self.headers["Hakem-Signature"], body))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_arguments):
            pass

    monkeypatch.setenv("WEBHOOKS_WITHIN", "true")  # the receiver is on this machine
    monkeypatch.setattr(settings, "WEBHOOKS_WITHIN", True)
    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        tournament = factories.tournament(4)
        chief = factories.chief_of(tournament)
        url = f"http://127.0.0.1:{server.server_port}/hook"
        hook = make_webhook(
            event=tournament.event, url=url, happenings=["round.published"], by=chief
        )
        factories.pair(tournament, 1)
        factories.publish(tournament, 1)
        worker()
        wait_for(lambda: Delivery.objects.filter(status=Delivery.Status.DONE).exists())
        server.shutdown()
    [(sent, body)] = heard
    assert sent == signature(hook.secret, body, now=int(sent[2 : sent.index(",")]))
    delivery = Delivery.objects.get()
    assert (delivery.attempts, delivery.tries[0]["status"], delivery.body) == (1, 204, body)
