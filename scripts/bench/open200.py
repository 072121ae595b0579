"""The OPEN-200 played through the pages, from the check-in to the tournament report.

    python -m scripts.bench.open200 [--quick]

Starts the site with servers and data of its own on the loopback, loads the invented open of 200
players, plays it as an arbiter in headless Chromium, and ends everything it started. It fails when
a page does not say what the arbiter must see, when a page is too wide or hard to use (390 and
1280 px, both languages, light and dark; `--quick` looks at one of the eight), and when the checker
disagrees with the report. Then it prints how long each act took in the browser.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import logging
import os
import sys
import time
from typing import TYPE_CHECKING

from playwright.sync_api import Page, sync_playwright

from scripts.bootstrap import find_chromium
from scripts.load.site import running_site
from tests.browser.arbiter import ALL_LOOKS, Arbiter, Look, Plan
from tests.conftest import CHROMIUM_ARGUMENTS

if TYPE_CHECKING:
    from tournaments.models import Tournament


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="look at each page once, not 8 times")
    chosen = parser.parse_args()
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps a loop in this thread
    begun = time.perf_counter()
    with running_site() as port, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=str(find_chromium()), args=CHROMIUM_ARGUMENTS
        )
        page = chromium.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.set_default_timeout(30_000)
        arbiter = play(
            page, f"http://localhost:{port}", ALL_LOOKS[:1] if chosen.quick else ALL_LOOKS
        )
        chromium.close()
    pages = len(arbiter.looked_at)
    print(f"{pages} pages looked at; {time.perf_counter() - begun:.0f} s in all")
    return 0


def play(page: Page, site: str, looks: tuple[Look, ...]) -> Arbiter:
    from tests import factories
    from tests.browser.looks import assert_good_page
    from tournaments.management.demo import open200

    logging.disable(logging.INFO)
    chief = factories.user("chief")
    tournament = open200.load(chief)
    page.goto(f"{site}/en/sign-in/")
    page.fill("#id_username", chief.username)
    page.fill("#id_password", factories.PASSWORD)
    page.press("#id_password", "Enter")
    page.wait_for_url("**/desk/")
    desk = f"{site}/en/desk/{tournament.event.slug}/{tournament.slug}/"
    arbiter = Arbiter(page, desk, assert_good_page, looks=looks)
    try:
        arbiter.play(plan(tournament))
    finally:
        print(arbiter.table())
    tournament.refresh_from_db()
    assert tournament.finished_at
    return arbiter


def plan(tournament: "Tournament") -> Plan:
    names = list(tournament.entries.order_by("tpn").values_list("name", flat=True))
    return Plan(
        rounds=tournament.total_rounds,
        absent=names[99],
        late=(("Gecikmez, Ayşe", 1845), ("Kalmaz, Ömer", 1844)),
        half_point_bye=(names[59], 4),
        withdrawn=(names[119], 5),
        forfeits_in=1,
        adjourned_in=3,
        wrong_in=5,
    )


if __name__ == "__main__":
    sys.exit(main())
