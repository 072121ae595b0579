"""A publication in a full hall, while neighbours pair and print."""

import asyncio
import contextlib
import threading
import time
from argparse import Namespace
from collections.abc import Iterator

from scripts.load.desk import Desk
from scripts.load.phones import Outcome, Watched, phones, watching
from scripts.load.site import open_of
from tests import factories
from tournaments.models import Job, Tournament
from tournaments.services.papers.documents import request_document
from tournaments.services.rounds.drafts import discard_draft
from tournaments.services.rounds.pairing import request_pairing

SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "worst": 1.0}
P95_WANTED = 300
#: a publication is on every open phone within so many seconds
SHOWN_WANTED = 2.0


@contextlib.contextmanager
def neighbours(players: int) -> Iterator[list[Job]]:
    """They pair, throw away, pair again, and have a PDF made in between."""
    other = open_of(players, 3)
    chief = factories.chief_of(other)
    jobs: list[Job] = []
    over = threading.Event()

    def work() -> None:
        while not over.is_set():
            discard_draft(tournament=other, number=4, by=chief)
            jobs.append(request_pairing(tournament=other, number=4, by=chief))
            jobs.append(
                request_document(
                    tournament=other, kind="pairings", number=3, language="tr", by=chief
                )
            )
            while any(_open(job) for job in jobs[-2:]):
                time.sleep(0.1)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield jobs
    finally:
        over.set()
        thread.join(60)
        done = [job.kind for job in jobs if job.status == Job.Status.DONE]
        print(
            f"  meanwhile {done.count('pair')} pairings of {players} and "
            f"{done.count('document')} PDFs"
        )


def reloading(port: int, tournament: Tournament, chosen: Namespace) -> bool:
    """Round 3 is published; 500 phones reload within a minute."""
    place = f"/tr/e/{tournament.event.slug}/{tournament.slug}"
    pages = [f"{place}/rounds/3/", f"{place}/standings/"]
    print(f"{chosen.phones} phones reload within {chosen.minute:.0f} s of a publication")
    with neighbours(chosen.players):
        Desk(port, tournament).publish(3)
        count, within = min(chosen.phones, 2000), min(chosen.minute, 120)
        outcome = asyncio.run(phones(port, pages, count=count, within=within))
    return _calm("pages", outcome)


def staying_open(port: int, tournament: Tournament, chosen: Namespace) -> bool:
    """500 phones wait for round 4: it is published, taken back, and published again."""
    place = f"/tr/e/{tournament.event.slug}/{tournament.slug}"
    factories.enter_all(tournament, 3)
    job = request_pairing(tournament=tournament, number=4, by=factories.chief_of(tournament))
    while _open(job):
        time.sleep(0.05)
    print(f"{chosen.phones} phones stay open")
    desk = Desk(port, tournament)
    acts: list[tuple[str, float]] = []

    def arbiter() -> None:
        for act, number in ((desk.publish, 4), (desk.unpublish, 4), (desk.publish, 4)):
            time.sleep(8)
            acts.append((act.__name__, act(number)))

    found: list[Watched] = []
    thread = threading.Thread(target=arbiter)
    with neighbours(chosen.players):
        thread.start()
        found.append(
            asyncio.run(
                watching(
                    port,
                    f"{place}/rounds/4/",
                    f"{place}/news/",
                    count=min(chosen.phones, 2000),
                    seconds=32,
                )
            )
        )
        thread.join()
    watched = found[0]
    print(
        f"  {len(watched.news.milliseconds)} questions for news, statuses {watched.news.statuses}"
    )
    good = _calm("news", watched.news) & _calm("pages", watched.pages)
    for (act, at), until in zip(acts, [*(at for _act, at in acts[1:]), time.time()], strict=True):
        delays = sorted(moment - at for moment in watched.shown if at < moment < until)
        half = delays[len(delays) // 2]
        print(
            f"  {act}: on {len(delays)} phones, half of them {half:.2f} s after the press of the "
            f"button, the last {delays[-1]:.2f} s (under {SHOWN_WANTED} wanted)"
        )
        good &= len(delays) == chosen.phones and delays[-1] < SHOWN_WANTED
    return good


def _calm(name: str, outcome: Outcome) -> bool:
    shown = {name: round(outcome.percentile(share)) for name, share in SHARES.items()}
    p95 = outcome.percentile(0.95)
    print(f"  {name}: milliseconds {shown}, statuses {outcome.statuses}")
    print(f"  p95 {p95:.0f} ms (under {P95_WANTED} wanted), {len(outcome.errors)} errors")
    if outcome.errors:
        print("  ", outcome.errors[:5])
    return p95 < P95_WANTED and not outcome.errors


def _open(job: Job) -> bool:
    job.refresh_from_db()
    return job.open
