"""A thousand people enter within ten minutes for 300 places, in a database of its own.

Each asks and answers the mail, as the pages do it; several at once. Afterwards exactly 300 must
be accepted, the rest must wait in the order in which they answered, and nothing may have failed.

    python -m scripts.load.entering [--people 1000] [--places 300] [--seconds 600] [--at-once 8]
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import logging
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

MOST_PEOPLE, MOST_AT_ONCE, MOST_SECONDS = 5_000, 32, 3_600


@dataclass(frozen=True, slots=True)
class Entered:
    asking: float
    confirming: float
    error: str = ""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, default=1_000)
    parser.add_argument("--places", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--at-once", type=int, default=8)
    chosen = parser.parse_args()
    if not (
        0 < chosen.people <= MOST_PEOPLE
        and 0 < chosen.at_once <= MOST_AT_ONCE
        and 0 < chosen.seconds <= MOST_SECONDS
    ):
        parser.error(f"at most {MOST_PEOPLE} people, {MOST_AT_ONCE} at once, {MOST_SECONDS} s")
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.test.runner import DiscoverRunner
    from django.test.utils import setup_test_environment, teardown_test_environment

    logging.disable(logging.WARNING)
    setup_test_environment(debug=False)
    runner = DiscoverRunner(verbosity=0)
    databases = runner.setup_databases()
    try:
        return run(chosen)
    finally:
        runner.teardown_databases(databases)
        teardown_test_environment()


def run(chosen: argparse.Namespace) -> int:
    from django.db.models import Max

    from federation.models import Booking
    from tests.federation import entries_made as made

    calendar = made.calendar(sections=({"name": "A", "places": chosen.places},))
    section = calendar.sections.get()
    players = [made.player() for _ in range(chosen.people)]
    dice = random.Random(2026)
    moments = sorted(dice.random() * chosen.seconds for _ in players)
    begun = time.monotonic()

    def enter(job: tuple[float, Any]) -> Entered:
        moment, player = job
        time.sleep(max(0.0, begun + moment - time.monotonic()))
        return one_enters(calendar, section, player)

    with ThreadPoolExecutor(chosen.at_once) as pool:
        entered = list(pool.map(enter, zip(moments, players, strict=True)))
    took = time.monotonic() - begun

    rows = Booking.objects.filter(section=section)
    accepted = rows.filter(state=Booking.State.ACCEPTED)
    held = accepted.aggregate(last=Max("place_in_line"))["last"] or 0
    waiting: list[Any] = list(
        rows.filter(state=Booking.State.WAITING)
        .order_by("place_in_line")
        .values_list("place_in_line", "confirmed_at")
    )
    answered = [at for _place, at in waiting]
    in_order = answered == sorted(answered) and all(place > held for place, _at in waiting)
    errors = [one.error for one in entered if one.error]
    calendar.refresh_from_db()
    counted = (calendar.entered, calendar.waiting) == (accepted.count(), len(waiting))
    print(f"{chosen.people} people for {chosen.places} places in {took:.0f} s")
    print(f"accepted {accepted.count()}, waiting {len(waiting)}, errors {len(errors)}")
    print(f"the waiting list in order: {in_order}; the calendar says the same: {counted}")
    for name in ("asking", "confirming"):
        times = sorted(getattr(one, name) for one in entered)
        print(
            f"{name}: {1000 * times[len(times) // 2]:.0f} ms in the middle, "
            f"{1000 * times[len(times) * 95 // 100]:.0f} ms of 95 %"
        )
    for error in errors[:5]:
        print(error)
    expected = min(chosen.places, chosen.people)
    good = accepted.count() == expected and len(waiting) == chosen.people - expected
    return 0 if good and in_order and counted and not errors else 1


def one_enters(calendar: Any, section: Any, player: Any) -> Entered:
    from django.db import connection

    from federation.services.entries import Applicant, Contact, ask_entry, confirm_entry

    begun = asked = time.monotonic()
    try:
        booking = ask_entry(
            calendar=calendar,
            section=section,
            applicant=Applicant.of_register(player, calendar),
            contact=Contact(f"player-{player.pk}@example.org"),
        )
        asked = time.monotonic()
        confirm_entry(booking=booking)
    except Exception as error:  # whatever it is, it is what the script looks for
        return Entered(0, 0, f"{type(error).__name__}: {error}")
    finally:
        connection.close()
    return Entered(asked - begun, time.monotonic() - asked)


if __name__ == "__main__":
    sys.exit(main())
