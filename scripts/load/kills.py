"""Kills parts of the program under an arbiter's hands, who must lose nothing by it.

    python -m scripts.load.kills

A round of 100 boards is typed by keyboard in headless Chromium. On the way the web server is
killed, the database, the cache, and later the worker in the middle of a pairing; each comes back
some seconds afterwards, as `make run` brings it back. While a part is away the arbiter types on.
Then every board has the result that was typed, each entered once, and the next round is paired
once. The sentences that the page showed meanwhile are printed.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import logging
import os
import random
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, expect, sync_playwright

from scripts.bootstrap import find_chromium
from scripts.load.site import Site, running_parts
from tests.conftest import CHROMIUM_ARGUMENTS

if TYPE_CHECKING:
    from tournaments.models import Tournament

BOARDS, AWAY = 100, 4.0  # seconds that a part is away
KEYS = {"1": "10", "0": "01", "=": "=="}


def main() -> int:
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps a loop in this thread
    os.environ["PAIR_INLINE_LIMIT"] = "50"  # rounds are paired by the worker
    with running_parts(workers=1) as site, sync_playwright() as playwright:
        from tests import factories

        logging.disable(logging.INFO)
        tournament = factories.tournament(2 * BOARDS, total_rounds=5)
        factories.pair(tournament, 1)
        await_draft(tournament)
        factories.publish(tournament, 1)
        chromium = playwright.chromium.launch(
            executable_path=str(find_chromium()), args=CHROMIUM_ARGUMENTS
        )
        page = chromium.new_page()
        page.set_default_timeout(30_000)
        sign_in(page, site, factories.chief_of(tournament).username, factories.PASSWORD)
        rounds = f"http://localhost:{site.port}/en/desk/{tournament.event.slug}/a/rounds"
        page.goto(f"{rounds}/1/")
        typed = type_round(page, site)
        compare(tournament, typed)
        kill_a_pairing(page, site, tournament, f"{rounds}/2/")
        chromium.close()
    print("Nothing was lost, and nothing was done twice.")
    return 0


def await_draft(tournament: Any) -> None:
    while not tournament.rounds.filter(number=1, status="draft").exists():
        time.sleep(0.2)


def sign_in(page: Page, site: Site, name: str, password: str) -> None:
    page.goto(f"http://localhost:{site.port}/en/sign-in/")
    page.fill("#id_username", name)
    page.fill("#id_password", password)
    page.press("#id_password", "Enter")
    page.wait_for_url("**/desk/")


def type_round(page: Page, site: Site) -> dict[int, str]:
    """Every board by key; after each fifth of them something dies."""
    dice = random.Random(20261118)
    database, cache = site.services.servers
    troubles: dict[int, tuple[str, Callable[[], object], Callable[[], object]]] = {
        20: ("the web server is killed", lambda: site.kill("web"), lambda: site.start("web")),
        40: ("the database is killed", lambda: kill(database), database.start),
        60: ("the database restarts", database.stop, database.start),
        80: ("the cache is killed", lambda: kill(cache), cache.start),
    }
    typed = {}
    for board in range(1, BOARDS + 1):
        key = dice.choice(list(KEYS))
        expect(page.locator("tr.now")).to_have_attribute("data-board", str(board))
        page.keyboard.press(key)
        typed[board] = KEYS[key]
        if board in troubles:
            name, die, come_back = troubles[board]
            die()
            died = time.monotonic()
        if board - 10 in troubles:  # ten boards typed into the void
            name, die, come_back = troubles[board - 10]
            page.wait_for_timeout(max(0.0, AWAY - (time.monotonic() - died)) * 1000)
            print(f"{name}: {page.locator('[data-state]').inner_text()!r}")
            come_back()
    expect(page.locator("[data-state]")).to_have_text("Everything is saved.", timeout=60_000)
    return typed


def kill(server: Any) -> None:
    """Without a farewell."""
    server.process.kill()
    server.process.wait()


def compare(tournament: "Tournament", typed: dict[int, str]) -> None:
    from django.db import connection

    connection.close()  # the server was replaced under this process too
    rows = tournament.rounds.get(number=1).pairings.games()
    stored = dict(rows.values_list("board", "result"))
    assert stored == typed, {b: (typed[b], stored.get(b)) for b in typed if stored[b] != typed[b]}
    acts = tournament.log.filter(act__startswith="result.").count()
    assert acts == len(typed), acts
    print(f"{len(typed)} results, {acts} acts in the history")


def kill_a_pairing(page: Page, site: Site, tournament: "Tournament", address: str) -> None:
    """The worker dies before the pairing that it was asked for is done."""
    from tournaments.models import Job, Round

    site.kill("worker")
    page.goto(address)
    page.get_by_role("button", name="Pair round 2").click()
    page.wait_for_load_state()
    page.wait_for_timeout(AWAY * 1000)
    print(f"the worker is killed: {page.locator('main').inner_text().splitlines()[:4]!r}")
    site.start("worker")
    page.locator(".note", has_text="Draft, visible to staff only.").wait_for(timeout=120_000)
    assert tournament.rounds.get(number=2).status == Round.Status.DRAFT
    assert Job.objects.filter(tournament=tournament, kind=Job.Kind.PAIR).count() == 2
    assert tournament.log.filter(act="round.paired", round_number=2).count() == 1


if __name__ == "__main__":
    sys.exit(main())
