"""Counts the database's connections through an hour of light traffic with pauses.

    python -m scripts.load.pauses [--minutes 60]

Two web hosts with two processes of four threads each, and a worker. Somebody looks at pages and at
the desk's door in bursts, with pauses of up to a minute in between, in which idle threads end.
After each burst and at the end of each pause PostgreSQL is asked how many connections it has.
A connection is renewed after an hour, and for that moment one is missing. Exit 1 where there were
ever more than threads, or more than one was missing.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import os
import random
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from scripts.load.site import BASE_DIR, SEED, Site, running_parts, wait_for

HOSTS, PROCESSES, THREADS = 2, 2, 4
NAME = "hakem-web-host"
PAGES = ("/tr/", "/en/", "/tr/about/", "/en/sign-in/", "/readyz", "/api/v1/events/")
BURST, SIDE_BY_SIDE = 80, 16
PAUSES = (2.0, 20.0, 45.0, 60.0)  # seconds; an idle thread ends after thirty


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=60)
    minutes = parser.parse_args().minutes
    dice = random.Random(SEED)
    with running_parts(workers=1) as site:
        ports = [site.port + number for number in range(1, HOSTS + 1)]
        hosts = [_host(site, port) for port in ports]
        try:
            for port in ports:
                wait_for(port)
            seen = _measure(ports, 60 * minutes, dice)
        finally:
            for host in hosts:
                host.terminate()
            for host in hosts:
                host.wait(20)
    wanted = HOSTS * PROCESSES * THREADS
    print(f"{minutes:g} minutes, {sum(seen.values())} counts; wanted {wanted} of the web hosts:")
    for number, times in sorted(seen.items()):
        print(f"{number:>4} connections: {times} times")
    return int(not set(seen) <= {wanted, wanted - 1})


def _host(site: Site, port: int) -> "subprocess.Popen[bytes]":
    """A web host beside those of the run, told from them by the name of its connections."""
    command = [str(port) if one == str(site.port) else one for one in site.commands["web"]]
    command[command.index("--workers") + 1] = str(PROCESSES)
    return subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=BASE_DIR,
        env=os.environ | {"PGAPPNAME": NAME},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _measure(ports: list[int], seconds: float, dice: random.Random) -> Counter[int]:
    seen: Counter[int] = Counter()
    until = time.monotonic() + seconds
    _burst(ports, dice)
    time.sleep(5)  # the hosts make their connections one after the other
    with ThreadPoolExecutor(SIDE_BY_SIDE) as crowd:
        while time.monotonic() < until:
            list(crowd.map(lambda _one: _ask(ports, dice), range(BURST)))
            seen[_connections()] += 1
            time.sleep(dice.choice(PAUSES))
            seen[_connections()] += 1
    return seen


def _burst(ports: list[int], dice: random.Random) -> None:
    for _one in range(BURST):
        _ask(ports, dice)


def _ask(ports: list[int], dice: random.Random) -> None:
    address = f"http://127.0.0.1:{dice.choice(ports)}{dice.choice(PAGES)}"
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            answer.read()
    except urllib.error.HTTPError:
        pass  # an answer like any other


def _connections() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = %s", [NAME])
        return int(cursor.fetchone()[0])


if __name__ == "__main__":
    os.environ.setdefault("GRANIAN_BLOCKING_THREADS", str(THREADS))
    sys.exit(main())
