"""Every page of the product in all its looks, and walked through by keyboard.

    python -m scripts.looks [FOLDER] [--only desk|public] [--page NAME] [--quick] [--no-keys]

Starts a site of its own on the loopback with something of everything in it, and opens each page in
English and Turkish, light and dark, 390 and 1280 px wide. Fails when a route has neither an example
nor a reason to have none (scripts/looks/pages.py), when axe-core finds something serious, a page
is wider than its screen or complains on the console, and when something cannot be reached, seen or
left by keyboard. With a folder it leaves a sheet of pictures for each page and language there.

`--page`: only examples whose name holds this; may be given several times. `--quick`: one look of
the eight. `--states` adds what pages say after something was done, and `--list` shows the names.
`--day`: only what shows a step of the arbiter's day (scripts/looks/day.py).
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import logging
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from scripts.bootstrap import find_chromium
from scripts.load.site import running_site
from scripts.looks.day import SHOWN
from scripts.looks.keyboard import LISTEN, walk
from scripts.looks.sheets import Shots
from tests.browser.looks import AXE, CUT, WIDER
from tests.conftest import CHROMIUM_ARGUMENTS

if TYPE_CHECKING:
    from tournaments.models import User

COLOURS: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
LOOKS = tuple((width, colours) for width in (1280, 390) for colours in COLOURS)
#: pages without a head to skip
NO_HEAD = ("public:screen", "public:embed", "not there")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="where the sheets of pictures go")
    parser.add_argument("--only", choices=["desk", "public"])
    parser.add_argument("--page", action="append", default=[])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--no-keys", action="store_true")
    parser.add_argument("--no-axe", action="store_true")
    parser.add_argument("--states", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--day", action="store_true")
    chosen = parser.parse_args()
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps a loop in this thread
    with running_site(workers=1) as port:
        logging.disable(logging.INFO)
        return Tour(f"http://localhost:{port}", chosen).run()


class Tour:
    def __init__(self, site: str, chosen: argparse.Namespace) -> None:
        self.site = site
        self.chosen = chosen
        self.findings: list[str] = []
        self.pages = self.looks = self.stops = 0
        self.looks_of_each = LOOKS[:1] if chosen.quick else LOOKS

    def run(self) -> int:
        from scripts.looks import data
        from scripts.looks.pages import examples, unshown
        from scripts.looks.states import states

        begun = time.perf_counter()
        made = data.build()
        shown = [one for one in examples(made) if self._wanted(one.name, one.part)]
        if self.chosen.list:
            print("\n".join(f"{one.name:40} {one.path('en')}" for one in shown))
            return 0
        if not self.chosen.page and not self.chosen.day:
            self.findings += unshown(made, examples(made))
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=str(find_chromium()), args=CHROMIUM_ARGUMENTS
            )
            pages = {True: self._page(chromium, made.chief), False: self._page(chromium)}
            for one in shown:
                for language in ("en", "tr"):
                    page = pages[one.signed_in]
                    page.goto(self.site + one.path(language))
                    self._look(page, one.name, language)
                self.pages += 1
            if self.chosen.states:
                for name, act in states(made):
                    if self._wanted(name, "desk"):
                        self._state(pages[True], name, act)
            chromium.close()
        print(
            f"{self.pages} pages, {self.looks} looks, {self.stops} stops by keyboard, "
            f"{len(self.findings)} findings, {time.perf_counter() - begun:.0f} s"
        )
        return 1 if self.findings else 0

    def _wanted(self, name: str, part: str) -> bool:
        named = not self.chosen.page or any(word in name for word in self.chosen.page)
        named = named and (not self.chosen.day or name in SHOWN)
        return named and self.chosen.only in (None, part)

    def _page(self, chromium: Browser, user: "User | None" = None) -> Page:
        from tests import factories

        page = chromium.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.set_default_timeout(30_000)
        page.add_init_script(LISTEN)
        page.on(
            "console", lambda said: self._hear(page, said.type, said.text, said.location["url"])
        )
        page.on("pageerror", lambda error: self._hear(page, "error", str(error)))
        if user is not None:
            page.goto(f"{self.site}/en/sign-in/")
            page.fill("#id_username", user.username)
            page.fill("#id_password", factories.PASSWORD)
            page.press("#id_password", "Enter")
            page.wait_for_url("**/desk/")
        return page

    def _hear(self, page: Page, kind: str, text: str, about: str = "") -> None:
        # An answer that asks or refuses is no mistake; a file that is missing is.
        told = [f"status of {code}" for code in (400, 409, 422)] + ["ERR_INTERNET_DISCONNECTED"]
        expected = any(one in text for one in told) or about.endswith("/rounds/99/")
        if kind == "error" and not expected:
            self._found(page.url, "console", text)

    def _state(self, page: Page, name: str, act: Callable[[Page, str, str], object]) -> None:
        for language in ("en", "tr"):
            act(page, self.site, language)
            self._look(page, name, language)
            page.evaluate("localStorage.clear()")  # what was typed without a connection
            page.context.set_offline(False)
        self.pages += 1

    def _look(self, page: Page, name: str, language: str) -> None:
        shots = Shots()
        for width, colours in self.looks_of_each:
            page.set_viewport_size({"width": width, "height": 900 if width > 500 else 844})
            page.emulate_media(color_scheme=colours)
            self.looks += 1
            where = f"{language} {width} {colours}"
            if (wider := page.evaluate(WIDER)) > 0:
                self._found(name, where, f"{wider} px too wide")
            if cut := page.evaluate(CUT):
                self._found(name, where, f"no room in the head for {cut}")
            if not self.chosen.no_axe:
                found = Axe().run(page, options={"runOnly": AXE, "resultTypes": ["violations"]})
                for one in found.response["violations"]:
                    nodes = "; ".join(node["html"][:120] for node in one["nodes"][:3])
                    self._found(name, where, f"{one['impact']}: {one['help']}: {nodes}")
            if self.chosen.folder:
                shots.add(page, width, colours)
        if self.chosen.folder:
            shots.save(self.chosen.folder, name, language)
        if language == "en" and not self.chosen.no_keys:
            for width in {width for width, _colours in self.looks_of_each}:
                page.set_viewport_size({"width": width, "height": 900 if width > 500 else 844})
                problems, stops = walk(page, skip=not name.startswith(NO_HEAD))
                self.stops += stops
                for problem in problems:
                    self._found(name, f"keyboard {width}", problem)

    def _found(self, name: str, where: str, what: str) -> None:
        self.findings.append(f"{name} | {where} | {what}")
        print(self.findings[-1], flush=True)


if __name__ == "__main__":
    sys.exit(main())
