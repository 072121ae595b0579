"""Measures how long 500 phones wait for the news that their pairing is out.

    python -m scripts.bench.push [--phones 500]

A tournament of 500, each player followed by one phone at a push service on this machine, which
takes a message in 50 ms, as one on the internet does. The first round is published; a worker with
two processes, as in docker-compose.yml, spreads and sends, each message sealed for its phone, one
of them busy with the second engine. Printed is the time from the publication to the first, the
half and the last; then the same, once that engine has ended, with a second push service that never
answers. Exit 1 where the last phone waits for more than 20 s, or one hears a thing twice.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import os
import sys
import time
from typing import TYPE_CHECKING

from scripts.load.site import running_parts

if TYPE_CHECKING:
    from tests.push import Service
    from tournaments.models import Tournament, User

LIMIT = 20.0
DELAY = 0.05


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--phones", type=int, default=500)
    phones = parser.parse_args().phones
    os.environ["WEBHOOKS_WITHIN"] = "yes"
    with running_parts(workers=1, processes=2):
        from tests.push import push_service

        with push_service(delay=DELAY) as service, push_service(delay=3600) as silent:
            quick = _measure(service, phones, "")
            _await_idle()
            beside = _measure(service, phones, silent.address)
    print("| | first, s | half, s | last, s |\n|---|---:|---:|---:|")
    for name, times in (("all answer", quick), ("one service in five is silent", beside)):
        shown = " | ".join(f"{times[place]:.1f}" for place in (0, len(times) // 2, -1))
        print(f"| {name} | {shown} |")
    return int(max(quick[-1], beside[-1]) > LIMIT)


def _measure(service: "Service", phones: int, silent: str) -> list[float]:
    """Seconds after the publication at which phones of the service that answers heard of it."""
    from tests import factories
    from tournaments.services.hall.following import BrowserAddress, Wanted, follow

    service.taken.clear()
    service.times.clear()
    tournament = factories.tournament(phones)
    for place, entry in enumerate(tournament.entries.order_by("tpn")):
        _browser, told = service.browser(f"{tournament.pk}-{place}")
        endpoint = told["endpoint"]
        if silent and place % 5 == 0:
            endpoint = f"{silent}/{place}"
        keys = told["keys"]
        browser = BrowserAddress(endpoint, keys["p256dh"], keys["auth"])
        follow(tournament=tournament, browser=browser, wanted=Wanted(entry.pk), language="en")
    chief = factories.chief_of(tournament)
    _pair(tournament, chief)
    begun = time.monotonic()
    factories.publish(tournament, 1)
    wanted = phones - (len(range(0, phones, 5)) if silent else 0)
    while len(service.taken) < wanted and time.monotonic() - begun < 5 * LIMIT:
        time.sleep(0.1)
    time.sleep(2)  # a second copy would come now
    assert len({path for path, _headers, _body in service.taken}) == len(service.taken) == wanted
    return sorted(at - begun for at in service.times)


def _await_idle() -> None:
    from tournaments.models import Job

    while Job.objects.filter(status__in=(Job.Status.WAITING, Job.Status.RUNNING)).exists():
        time.sleep(0.5)


def _pair(tournament: "Tournament", chief: "User") -> None:
    from tournaments.services.rounds.pairing import request_pairing

    job = request_pairing(tournament=tournament, number=1, by=chief)
    while job.open:
        time.sleep(0.05)
        job.refresh_from_db()


if __name__ == "__main__":
    sys.exit(main())
