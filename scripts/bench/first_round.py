"""Steps A01 to A13 of the arbiter's day with the OPEN-200, through the pages in Chromium.

    python -m scripts.bench.first_round [--shots FOLDER]

From last year's copy to the last late arrival of round 1: the set-up, "Ready?", the ratings, two
tablets at the check-in, its closing, the draft, another one with two more, the publication, a late
arrival and those who never came. Starts the site with data of its own on the loopback and ends it;
fails where a page does not say what it must, is too wide or hard to use (390 and 1280 px).
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import logging
import os
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from scripts.bootstrap import find_chromium
from scripts.load.site import running_site
from tests.conftest import CHROMIUM_ARGUMENTS

SILENT = 5
NUMBER_OF_BYES = 8
#: what the list beside the draft says it has looked at
CHECKED = (
    "Everybody present plays",
    "Nobody is paired who is absent",
    "No forbidden pair",
    "Players with a table of their own",
    "Boards in the order",
)


@dataclass(slots=True)
class Walk:
    page: Page
    other: Page  # the second tablet
    site: str
    shots: Path | None
    check_page: Callable[[Page], None]
    desk: str = ""
    taken: dict[str, float] = field(default_factory=dict)

    def open(self, path: str, page: Page | None = None) -> None:
        (page or self.page).goto(f"{self.desk}{path}")

    def press(self, button: str) -> None:
        self.page.locator(f"main button:text-is('{button}')").first.click()

    def confirm(self) -> None:
        while self.page.locator("main button:text-is('Go on')").count():
            self.press("Go on")
        self.press("Yes, do it")

    def says(self, *words: str, where: str = "main") -> None:
        for text in words:
            expect(self.page.locator(where).first).to_contain_text(text)

    def has(self, what: str, many: int) -> None:
        expect(self.page.locator(what)).to_have_count(many)

    def look(self, name: str) -> None:
        before = self.page.viewport_size
        for width in (390, 1280):
            self.page.set_viewport_size({"width": width, "height": 900})
            self.check_page(self.page)
            if self.shots:
                path = self.shots / f"{name}-{width}.png"
                self.page.screenshot(path=path, full_page=True)
        if before:
            self.page.set_viewport_size(before)

    # The steps

    def a01_copy(self) -> None:
        """Last year's event, a year later; the regulations on paper."""
        self.page.goto(f"{self.site}/en/desk/open-200/")
        self.page.click("main a:text-is('Copy for a new year')")
        expect(self.page.locator("#id_name")).to_have_value("OPEN-200")
        self.look("a01-copy")
        self.page.fill("#id_name", "OPEN-200 again")
        self.press("Copy")
        self.page.click("main td a.name")
        self.says("0 players")
        self.desk = f"{self.site}/en/desk/open-200-again/open/"
        expect(self.page.locator(".bar")).to_contain_text("FIDE mode")
        self.open("settings/timetable/")
        expect(self.page.locator("#id_time_1")).to_have_value("10:00")
        self.open("documents/new/poster/")
        self.look("a01-regulations")
        self.press("Make PDF")
        self.page.locator("a", has_text="Open PDF").first.wait_for(timeout=60_000)
        self.page.goto(f"{self.site}/en/e/open-200-again/open/")
        self.says("OPEN-200 again", where="body")

    def a02_ready(self) -> None:
        self.open("settings/ready/")
        self.says("Without a licence", "Players: 0")
        self.look("a02-ready")
        for link in self.page.locator("main tbody a").all():
            assert link.get_attribute("href")
        self.desk = f"{self.site}/en/desk/open-200/open/"
        self.open("settings/ready/")
        self.says("Players: 200", "Not checked in: 200", "Rounds and players")

    def a05_check_in(self) -> None:
        """Two tablets side by side: by list and by number, each counts what the other does."""
        for page in (self.page, self.other):
            self.open("players/check-in/", page)
        names = "all => all.map(one => one.id)"
        rows = "#checkin tbody tr:not(:has(td.small:text-is('bye')))"
        ids = self.page.locator(f"{rows} button[value=here]").evaluate_all(names)
        numbers = self.page.locator(f"{rows} td:first-child").all_inner_texts()
        assert len(ids) == 200 - NUMBER_OF_BYES
        present = ids[:-SILENT]
        slowest = 0.0
        for here, button in enumerate(present, start=1):
            desk, opposite = (self.page, self.other) if here % 2 else (self.other, self.page)
            begun = time.perf_counter()
            if here % 10 == 0:
                desk.fill("#number", numbers[here - 1])
                desk.press("#number", "Enter")
            else:
                desk.click(f"#{button}")
            expect(desk.locator("#checkin .sub")).to_contain_text(f"{here} here")
            if here % 20 == 1:
                expect(opposite.locator("#checkin .sub")).to_contain_text(f"{here} here")
                slowest = max(slowest, time.perf_counter() - begun)
        self.taken["a press here, seen on the other tablet"] = slowest
        # A wrong tap: taken back on top, and marked again by both at once.
        self.page.locator(".lately button").first.click()
        self.says(f"{len(present) - 1} here", where="#checkin .sub")
        for page in (self.page, self.other):
            page.evaluate("id => document.getElementById(id).click()", present[-1])
        for page in (self.page, self.other):
            expect(page.locator("#checkin .sub")).to_contain_text(
                f"200 players = {len(present)} here + {NUMBER_OF_BYES} with a bye"
                f" + {SILENT} not here"
            )
        self.look("a05-check-in")

    def a06_close(self) -> None:
        self.page.click("main a:text-is('Close the check-in')")
        self.says(f"200 players = 187 here + {NUMBER_OF_BYES} with a bye + {SILENT} not here")
        self.has("main a[href^='tel:']:visible", SILENT)
        self.has("main select", SILENT)
        assert {one.input_value() for one in self.page.locator("main select").all()} == {"wait"}
        self.look("a06-close")
        self.press("Close the check-in")
        self.says("187 here", "= 200 players", "These wait")
        self.look("a06-question")
        self.confirm()
        self.says(f"{SILENT} absent", "check-in closed", where="#checkin .sub")

    def a07_pair(self) -> None:
        self.open("rounds/1/")
        self.says("187 players would be paired: 93 boards and a bye.")
        self.look("a07-before")
        begun = time.perf_counter()
        self.press("Pair round 1")
        self.says("Draft, visible to staff only.")
        self.taken["pair 187 players"] = time.perf_counter() - begun
        self.has("table.boards tr[data-board]", 93)
        self.says("Initial colour")

    def a08_draft(self) -> None:
        for text in CHECKED:
            expect(self.page.locator(".checks .fine", has_text=text)).to_have_count(1)
        expect(self.page.locator(".checks .found")).to_have_count(0)
        self.look("a08-draft")
        assert self.page.context.browser
        stranger = self.page.context.browser.new_context().new_page()
        stranger.goto(f"{self.site}/en/e/open-200/open/rounds/1/")
        expect(stranger.locator("main")).not_to_contain_text("Board 1")
        assert stranger.locator("table.boards").count() == 0
        stranger.context.close()

    def a09_with_two_more(self) -> None:
        self.page.click("main a:text-is('Include somebody')")
        self.says("Nothing would change.", "half-point bye")
        expect(self.page.locator("button:text-is('Take this pairing')")).to_have_count(0)
        for box in self.page.locator("main li:has-text('absent') input").all()[:2]:
            box.check()
        self.press("Include them and see the difference")
        self.says("94 boards", "Only in the draft", "Instead")
        self.look("a09-difference")
        self.page.click("text=Back to the draft")
        self.has("table.boards tr[data-board]", 93)
        self.page.go_back()
        self.press("Take this pairing")
        self.says("The other pairing is the draft now.")
        self.has("table.boards tr[data-board]", 94)

    def a10_publish(self) -> None:
        self.press("Publish")
        self.confirm()
        self.says("published", where="h1")
        self.press("Print")
        self.page.locator("a", has_text="Open PDF").first.wait_for(timeout=60_000)

    def a12_late_arrival(self) -> None:
        self.open("rounds/1/")
        boards = self._boards()
        self.page.click("main a:text-is('A player arrives late')")
        self.look("a12-late")
        late = self.page.locator("main tr:has-text('absent') button").first
        late.click()
        self.says("on board 95. Now finish the editing.")
        self.open("rounds/2/")
        self.open("rounds/1/hand/")
        self.press("Finish editing")
        self.look("a12-question")
        self.says("### MPA @ Round 1")
        self.confirm()
        self.says("Editing by hand is finished.")
        now = self._boards()
        assert (len(now), now[:94]) == (95, boards)

    def a13_never_came(self) -> None:
        self.open("rounds/1/")
        rows = self.page.locator("h2:text-is('Without a game') + table tr", has_text="zero-point")
        expect(rows).to_have_count(SILENT - 3)
        self.says("Expected in round 2?")
        self.look("a13-without-a-game")
        rows.first.locator("button").click()
        expect(rows.first).to_contain_text("expected in round 2")
        self.open("rounds/2/")
        expect(self.page.locator("main tr", has_text="absent")).to_have_count(SILENT - 4)
        self.look("a13-round-2")

    def _boards(self) -> list[str]:
        names = "rows => rows.map(row => row.querySelector('.white').textContent.trim())"
        found: list[str] = self.page.locator("table.boards tr[data-board]").evaluate_all(names)
        return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shots", type=Path, help="a folder for a picture of each page")
    chosen = parser.parse_args()
    if chosen.shots:
        chosen.shots.mkdir(parents=True, exist_ok=True)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps a loop in this thread
    with running_site() as port, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=str(find_chromium()), args=CHROMIUM_ARGUMENTS
        )
        walk = _begin(chromium, f"http://localhost:{port}", chosen.shots)
        begun = time.perf_counter()
        for name in sorted(name for name in dir(walk) if re.match(r"a\d\d_", name)):
            since = time.perf_counter()
            getattr(walk, name)()
            print(f"{name[:3].upper()} {name[4:].replace('_', ' ')}: {_seconds(since)} s")
        for name, seconds in walk.taken.items():
            print(f"  {name}: {seconds:.2f} s")
        print(f"{_seconds(begun)} s in all")
        chromium.close()
    return 0


def _seconds(since: float) -> str:
    return f"{time.perf_counter() - since:.1f}"


def _begin(chromium: Browser, site: str, shots: Path | None) -> Walk:
    from tests import factories
    from tests.browser.looks import assert_good_page
    from tournaments.management.demo import open200

    logging.disable(logging.INFO)
    chief = factories.user("chief")
    open200.load(chief)
    pages = []
    for width in (1280, 1024):
        page = chromium.new_context(viewport={"width": width, "height": 900}).new_page()
        page.set_default_timeout(30_000)
        page.goto(f"{site}/en/sign-in/")
        page.fill("#id_username", chief.username)
        page.fill("#id_password", factories.PASSWORD)
        page.press("#id_password", "Enter")
        page.wait_for_url("**/desk/")
        pages.append(page)
    first, other = pages
    return Walk(first, other, site, shots, assert_good_page)


if __name__ == "__main__":
    sys.exit(main())
