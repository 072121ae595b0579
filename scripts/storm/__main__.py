"""A day of a federation's site in the production shape, with everything that can go wrong.

    python -m scripts.storm             about twenty minutes: `make storm`
    python -m scripts.storm --short     about a minute, the invariants alone, as CI runs it

Two web hosts with a worker each, a worker for lists and back-ups, scheduler, PostgreSQL, Redis and
the proxy run as processes of their own. Arbiters at four desks pair, publish, print and type, 500
phones read, a list of two million players is loaded, and meanwhile parts are killed, frozen,
unplugged, disks are full, a clock jumps, both hosts are upgraded. Then the tables are asked:
nothing that was confirmed is lost, nothing is there twice, no round is half. It ends by itself, and
ends what it has started.
"""

# Imports within functions: Django is set up by then, with the addresses of the site.

import argparse
import logging
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from scripts.storm.hosts import Site, enter_own_world, running

#: everything is well again within so many seconds after a fault has ended; the short run, which
#: shares its cores with other tests, does not look at the clock
GREEN, GREEN_IN_SHORT = 60.0, 300.0
P95 = {"phones": 0.3, "desk": 1.0}
#: in the short run, and in the whole one
USUAL = {
    "phones": (20, 500),
    "players": (24, 60),
    "list": (0, 2_000_000),
    "kills": (6, 100),
    "calm": (2.0, 12.0),
}


#: settings that whoever starts us may have for itself, tests above all
OTHERS = ("CACHE_PREFIX", "CELERY_QUEUE", "DATABASE_POOL", "DATABASE_SECONDS", "HAKEM_TEST_SESSION")


@dataclass
class Outcome:
    fault: str
    began: float
    ended: float
    green: float  # the moment; 0: never within the time
    trouble: str = ""

    @property
    def seconds(self) -> float:
        return self.green - self.ended

    @property
    def told(self) -> str:
        return f"green after {self.seconds:.1f} s" if self.green else f"NOT GREEN: {self.trouble}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="about a minute, for CI")
    parser.add_argument("--phones", type=int, default=-1)
    parser.add_argument("--players", type=int, default=-1, help="of a tournament")
    parser.add_argument("--list", type=int, default=-1, help="players of the rating list")
    parser.add_argument("--kills", type=int, default=-1, help="random kills at the end")
    parser.add_argument("--only", default="", help="faults whose name holds this")
    parser.add_argument("--calm", type=float, default=-1, help="seconds between two faults")
    parser.add_argument("--seed", type=int, default=20261119)
    given = parser.parse_args()
    for name, (short, whole) in USUAL.items():
        if getattr(given, name) < 0:
            setattr(given, name, short if given.short else whole)
    for name in OTHERS:
        os.environ.pop(name, None)
    enter_own_world()
    folder = Path(tempfile.mkdtemp(prefix="hakem-storm-"))
    disk = 512 + int(given.list * 0.0025)
    with running(folder, disk=disk, workers=1 if given.short else 2) as site:
        os.environ |= site.variables()
        return play(site, given)


def play(site: Site, given: argparse.Namespace) -> int:
    import django

    logging.disable(logging.INFO)
    django.setup()
    from scripts.storm.day import FAREWELL, Desk, Phones
    from scripts.storm.faults import all_faults, random_kills, short_faults
    from scripts.storm.judge import all_of, await_quiet, judge

    where = "namespaces of its own" if site.own_world else "loopback"
    proxy = "Caddy" if site.caddy else "no proxy (Caddy is not installed)"
    load = os.getloadavg()[0]
    print(f"{where}, {proxy}; a load of {load:.1f} on {os.cpu_count()} cores before", flush=True)
    desks_wanted = 2 if given.short else 4
    plans = [seeded(number, given) for number in range(desks_wanted)]
    site.go()
    database = site.database()
    desks = [
        Desk(n, site.doors, database, user, plan, pause=0.15 if given.short else 0.8)
        for n, (user, plan) in enumerate(plans)
    ]
    phones = Phones(given.phones, site.doors, desks)
    green = await_green(site, GREEN_IN_SHORT)
    if green.trouble:
        print(f"the site does not start: {green.trouble}")
        show_logs(site)
        return 1
    print(f"green {time.monotonic() - green.began:.0f} s after the start", flush=True)
    site.manage("backup")
    if given.list:
        load_list(site, given.list)
    for thread in (*desks, phones):
        thread.start()
    time.sleep(given.calm * 2)
    dice = random.Random(given.seed)
    patience = GREEN_IN_SHORT if given.short else GREEN
    outcomes: list[Outcome] = []
    faults = short_faults(site) if given.short else all_faults(site)
    for fault in faults:
        if given.only not in fault.name:
            continue
        began = time.monotonic()
        fault.begin()
        time.sleep(fault.seconds)
        fault.end()
        time.sleep(0.5)  # who died is noticed
        found = await_green(site, patience)
        outcome = Outcome(fault.name, began, found.began - 0.5, found.green, found.trouble)
        outcomes.append(outcome)
        print(f"  {fault.name}: {outcome.told} {gap(outcome, desks, phones)}", flush=True)
        time.sleep(given.calm)
    if given.kills:
        began = time.monotonic()
        killed = random_kills(site, dice, given.kills, 0.5 if given.short else 4.0)
        found = await_green(site, patience)
        name = f"{len(killed)} random kills"
        outcomes.append(Outcome(name, began, found.began, found.green, found.trouble))
        print(f"  {name}: {outcomes[-1].told}", flush=True)
        time.sleep(given.calm)
    for desk in desks:
        desk.over.set()
        desk.given_up = time.monotonic() + FAREWELL
    for desk in desks:
        desk.join(FAREWELL + 60)
    phones.over = True
    phones.join(30)
    quiet = await_quiet(database, 600 if given.list else 90)
    verdict = judge(database, all_of(desks))
    print(f"all work done {quiet:.1f} s after the day", flush=True)
    good = told_verdict(verdict, [desk for desk in desks if desk.failure])
    good &= all(outcome.green for outcome in outcomes)
    if given.list:
        good &= listed(database, given.list)
    drill = site.manage("drill").strip()
    print(drill)
    good &= "standings equal" in drill and "went on" not in drill  # nobody is at work any more
    latencies(outcomes, desks, phones)
    if not good:
        show_logs(site)
    print("The storm is over: all is well." if good else "THE STORM HAS BROKEN SOMETHING.")
    return 0 if good else 1


def seeded(number: int, given: argparse.Namespace) -> tuple[tuple[str, str], list]:  # type: ignore[type-arg]
    from scripts.storm.day import Planned
    from tests import factories

    chief = factories.user(f"arbiter{number}")
    plan = []
    rounds, many = (9, 1) if given.short else (9, 4)
    for _ in range(many):
        made = factories.tournament(given.players, chief=chief, total_rounds=rounds)
        plan.append(Planned(made.pk, made.event.slug, made.slug, rounds))
    return (chief.username, factories.PASSWORD), plan


def load_list(site: Site, players: int) -> None:
    """A rating list comes in while all this goes on."""
    from datetime import date

    from tournaments.kernel.jobs import start_job
    from tournaments.management.demo.rating_list import file_lines
    from tournaments.models import Job
    from tournaments.register import importing
    from tournaments.register.layouts import PIECE

    path = site.folder / "list.txt"
    month = date(2026, 11, 1)
    with path.open("w") as file:
        file.writelines(file_lines(players, seed=1, month=month, layout="txt"))
    with path.open("rb") as raw:
        work = importing.receive_fide_list(
            pieces=iter(lambda: raw.read(PIECE), b""), file_name=path.name, month=month, by=None
        )
    start_job(tournament=None, kind=Job.Kind.REGISTER, target=work.pk, by=None)
    path.unlink()
    print(f"a list of {players} players is being loaded", flush=True)


def listed(database: str, players: int) -> bool:
    import psycopg

    with psycopg.connect(database) as connection:
        row = connection.execute("SELECT count(*) FROM tournaments_registeredplayer").fetchone()
    found = row[0] if row else 0
    print(f"the list: {found} players of {players}")
    return bool(found >= players)


def await_green(site: Site, seconds: float) -> Outcome:
    """All parts run, both hosts are ready, the way in works: twice in a row."""
    began = time.monotonic()
    trouble, seen = "", 0.0
    while time.monotonic() - began < seconds:
        trouble = site.not_green()
        if trouble:
            seen = 0.0
        elif seen:
            return Outcome("", began, began, seen)
        else:
            seen = time.monotonic()
        time.sleep(0.3)
    return Outcome("", began, began, 0.0, trouble)


def gap(outcome: Outcome, desks: list, phones) -> str:  # type: ignore[type-arg,no-untyped-def]
    """The longest time for which no desk, and no phone, was answered around a fault."""
    end = outcome.green or outcome.ended + GREEN
    told = []
    rows = {"desks": [row for d in desks for row in d.asked.rows], "phones": phones.asked.rows}
    for name, found in rows.items():
        good = sorted(at + took for at, took, well in list(found) if well)
        inside = [at for at in good if outcome.began - 5 <= at <= end + 5]
        longest = max((b - a for a, b in pairwise(inside)), default=0.0)
        failed = sum(not well and outcome.began <= at <= end for at, _took, well in list(found))
        told.append(f"{name} {longest:.1f} s without an answer, {failed} failed")
    return f"({'; '.join(told)})"


def told_verdict(verdict: dict, silent: list) -> bool:  # type: ignore[type-arg]
    print(
        f"{verdict['confirmed']} confirmed results, {verdict['rounds']} rounds, "
        f"{verdict['papers']} papers: {verdict['lost']} lost, {verdict['doubled']} doubled, "
        f"{verdict['half_rounds']} half rounds, {len(verdict['stuck'])} stuck, "
        f"{len(verdict['failed_work'])} failed"
    )
    bad = any(verdict[name] for name in ("lost", "doubled", "half_rounds", "stuck", "failed_work"))
    if bad or verdict["conflicts"]:
        print(f"  {verdict['detail']} {verdict['stuck'][:5]} {verdict['failed_work'][:5]}")
        print(f"  conflicts: {verdict['conflicts'][:5]}")
    for desk in silent:
        print(f"  {desk.name}: {desk.failure}")
    return not bad and not silent and verdict["confirmed"] > 0


def latencies(outcomes: list[Outcome], desks: list, phones) -> None:  # type: ignore[type-arg,no-untyped-def]
    """95 of 100 answers, but for the seconds of a fault."""
    faults = [(one.began, one.green or one.ended + GREEN) for one in outcomes]

    def calm(at: float, took: float) -> bool:
        return not any(began <= at + took and at <= green for began, green in faults)

    rows = {"phones": phones.asked.rows, "desk": [row for d in desks for row in d.asked.rows]}
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for name, found in rows.items():
        quiet = sorted(took for began, took, _good in found if calm(began, took))
        errors = sum(not good for began, took, good in found if calm(began, took))
        all_errors = sum(not good for _began, _took, good in found)
        if quiet:
            p95 = quiet[int(0.95 * (len(quiet) - 1))]
            print(
                f"{name}: {len(found)} answers; outside of faults {len(quiet)}, p50 "
                f"{1000 * quiet[len(quiet) // 2]:.0f} ms, p95 {1000 * p95:.0f} ms "
                f"({1000 * P95[name]:.0f} wanted), {errors} errors; {all_errors} in all"
            )


def show_logs(site: Site) -> None:
    for path in sorted(site.folder.glob("*.log")):
        lines = path.read_text(errors="replace").splitlines()[-12:]
        print(f"--- {path.name}", *(line[:400] for line in lines), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
