"""Redis away: the site goes on without it, and nobody waits for it twice."""

import socket
import threading
import time

import pytest
import redis
from django.core.cache import cache

from tests import factories
from tournaments.kernel import jobs, patience
from tournaments.models import Job, Round
from tournaments.services.rounds.pairing import request_pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(monkeypatch):
    """Sends everybody who asks Redis to another address."""

    def go(address):
        client = patience.SpareClient([address])
        monkeypatch.setattr(cache, "_cache", client, raising=False)
        monkeypatch.setattr(type(cache._connections["default"]), "_cache", client, raising=False)
        raw = redis.Redis.from_url(address, **patience.OPTIONS)
        monkeypatch.setattr(patience, "client", lambda: raw)

    yield go
    patience.DOOR.open()


@pytest.fixture
def away(at):
    """Nobody listens."""
    at("redis://127.0.0.1:1/0")


@pytest.fixture
def hanging(at):
    """Somebody takes the connection and never answers."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen(50)
        at(f"redis://127.0.0.1:{door.getsockname()[1]}/0")
        yield


def test_nothing_is_found_and_nothing_fails(away):
    cache.set("a", 1)
    assert cache.get("a") is None
    assert cache.get_many(["a"]) == {}
    assert cache.touch("a") is False
    assert cache.delete("a") is False
    assert ("a" in cache) is False
    cache.set_many({"a": 1})
    cache.delete_many(["a"])


def test_counters_of_limits_are_kept_by_the_process(away):
    assert cache.add("tries", 0, 60) is True
    assert cache.add("tries", 0, 60) is False
    assert cache.incr("tries") == 1
    assert cache.get("tries") == 1
    cache.delete("tries")
    assert cache.get("tries") is None


def test_what_hangs_costs_one_short_time_out(hanging):
    began = time.monotonic()
    for number in range(200):
        cache.get(f"key:{number}")
    assert patience.TIMEOUT * 0.9 < time.monotonic() - began < patience.REST


def test_it_is_asked_again_after_a_rest_and_then_everything_is_as_before(away, monkeypatch):
    cache.get("a")
    assert patience.DOOR.shut
    monkeypatch.undo()
    assert cache.get("a") is None  # still at rest
    patience.DOOR.open()  # as the clock does
    cache.set("a", 1)
    assert cache.get("a") == 1


def test_many_threads_at_once_wait_no_longer(hanging):
    threads = [threading.Thread(target=cache.get, args=(str(number),)) for number in range(20)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert time.monotonic() - began < patience.REST


def test_the_desk_and_the_pages_go_on(away, client):
    tournament = factories.tournament(10)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    chief = factories.chief_of(tournament)
    client.force_login(chief)
    base = f"{tournament.event.slug}/{tournament.slug}"
    for path in (f"desk/{base}/", f"desk/{base}/rounds/1/", f"desk/{base}/standings/"):
        answer = client.get(f"/en/{path}", follow=True)
        assert answer.status_code == 200, path
    client.logout()
    for path in (f"e/{base}/", f"e/{base}/standings/", f"e/{base}/rounds/1/"):
        assert client.get(f"/en/{path}", follow=True).status_code == 200, path
    assert client.get("/readyz").json()["redis"] is False


def test_signing_in_works_and_its_limit_holds(away, client):
    user = factories.user()

    def sign_in(password):
        words = {"username": user.username, "password": password}
        return client.post("/en/sign-in/", words)

    for _ in range(10):
        assert sign_in("wrong").status_code == 200
    assert "15" in sign_in("wrong").content.decode()  # the quarter of an hour
    assert sign_in(factories.PASSWORD).status_code == 200  # not even the right one


@pytest.fixture
def queue_away(monkeypatch):
    def nobody(*_words, **_more):
        raise jobs.BrokerError("Error 111 connecting")

    monkeypatch.setattr(jobs.current_app, "send_task", nobody)
    yield
    patience.DOOR.open()


def test_work_that_cannot_be_handed_over_waits_in_its_row(
    queue_away, settings, django_capture_on_commit_callbacks
):
    settings.PAIR_INLINE_LIMIT = 0
    tournament = factories.tournament(10)
    with django_capture_on_commit_callbacks(execute=True):
        request_pairing(tournament=tournament, number=1, by=factories.chief_of(tournament))
    job = Job.objects.get(kind=Job.Kind.PAIR)
    assert job.status == Job.Status.WAITING
    assert tournament.rounds.get(number=1).status == Round.Status.PAIRING


def test_lost_jobs_are_queued_again_unless_they_still_wait_in_the_queue(monkeypatch):
    sent, waiting = [], {"count": 0}
    monkeypatch.setattr(jobs, "hand_over", lambda task, key: sent.append((task, key)))
    monkeypatch.setattr(jobs, "_waiting_in_queue", lambda task: waiting["count"])
    long_ago = jobs.timezone.now() - 2 * jobs.QUEUE_AGAIN_AFTER
    lost = Job.objects.create(kind=Job.Kind.DOCUMENT, target=1, queued_at=long_ago)
    Job.objects.create(kind=Job.Kind.DOCUMENT, target=2, queued_at=jobs.timezone.now())
    waiting["count"] = 3
    assert jobs.resume_lost_jobs() == 0
    waiting["count"] = 0
    assert jobs.resume_lost_jobs() == 1
    assert sent == [(jobs.TASKS[Job.Kind.DOCUMENT], lost.pk)]
    assert jobs.resume_lost_jobs() == 0  # it has just been queued


def test_a_job_that_ends_its_workers_is_given_up_and_says_so():
    job = Job.objects.create(kind=Job.Kind.DOCUMENT, target=1, tries=jobs.MOST_TRIES)
    begun = []
    jobs.run_job(job.pk, begun.append)
    job.refresh_from_db()
    assert begun == []
    assert (job.status, job.error["code"]) == (Job.Status.FAILED, "job.given_up")


@pytest.mark.parametrize("run", [jobs.run_job, jobs.run_in_stages])
def test_a_database_that_goes_away_leaves_the_job_open(run):
    job = Job.objects.create(kind=Job.Kind.DOCUMENT, target=1)

    def work(_job):
        raise jobs.OperationalError("server closed the connection unexpectedly")

    with pytest.raises(jobs.OperationalError):
        run(job.pk, work)
    job.refresh_from_db()
    assert (job.status, job.tries) == (Job.Status.RUNNING, 1)
    run(job.pk, lambda _job: None)
    job.refresh_from_db()
    assert (job.status, job.tries) == (Job.Status.DONE, 2)
