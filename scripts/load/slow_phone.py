"""Measures how soon a phone on slow 4G can use the pairing page, the first time and the next.

    python -m scripts.load.slow_phone

Chromium throttled in two ways: by round trips (150 ms, 1.6 Mbit/s: what Lighthouse calls slow 4G)
and as its developer tools do (562 ms for every request, 1.44 Mbit/s). The processor is slowed
down four times. Usable is, the first time, that the boards are painted (nobody is remembered yet);
the next time that the own seat is on top as well.
"""

import sys
from typing import Any

from playwright.sync_api import sync_playwright

from scripts.bootstrap import find_chromium
from scripts.load.site import open_of, running_site
from tests.conftest import CHROMIUM_ARGUMENTS

KBIT = 1000 / 8
PROFILES = {
    "150 ms a round trip": {"latency": 150, "down": 1638 * KBIT, "up": 750 * KBIT},
    "562 ms a request": {"latency": 562.5, "down": 1474 * KBIT, "up": 675 * KBIT},
}
WANTED = 1000
MEASURE = """() => new Promise((done) => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  const page = performance.getEntriesByType("navigation")[0];
  const files = performance.getEntriesByType("resource");
  done({
    painted: paint ? paint.startTime : 0,
    seat: window.seatAt || 0,
    bytes: page.transferSize + files.reduce((sum, file) => sum + file.transferSize, 0),
    requests: files.length + 1,
  });
})"""
WATCH = """new MutationObserver(() => {
  if (!window.seatAt && document.querySelector(".seat")) window.seatAt = performance.now();
}).observe(document, { childList: true, subtree: true });"""


def main() -> int:
    good = True
    with running_site() as port, sync_playwright() as playwright:
        made = open_of(200, 1)
        entry = made.rounds.get(number=1).pairings.get(board=60).white_id
        address = f"http://localhost:{port}/tr/e/{made.event.slug}/{made.slug}/rounds/1/"
        chromium = playwright.chromium.launch(
            executable_path=str(find_chromium()), args=CHROMIUM_ARGUMENTS
        )
        for name, profile in PROFILES.items():
            first, again = _visits(chromium, address, made.pk, entry, profile)
            for visit, found in (("first visit", first), ("next visit", again)):
                good = good and max(found["painted"], found["seat"]) < WANTED
                print(
                    f"{name:<20} {visit:<12} painted {found['painted']:5.0f} ms, own seat "
                    f"{found['seat']:5.0f} ms, {found['requests']} requests, "
                    f"{found['bytes'] / 1024:.1f} KiB"
                )
        chromium.close()
    print("usable within a second" if good else "not always usable within a second")
    return 0 if good else 1


def _visits(
    chromium: Any, address: str, tournament: int, entry: int, profile: dict[str, float]
) -> tuple[dict[str, Any], dict[str, Any]]:
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    )
    context.add_init_script(WATCH)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": profile["latency"],
            "downloadThroughput": profile["down"],
            "uploadThroughput": profile["up"],
        },
    )
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    found = []
    for _ in range(2):
        page.goto(address, wait_until="load")
        page.wait_for_timeout(400)
        found.append(page.evaluate(MEASURE))
        page.evaluate(f'localStorage.setItem("hakem.me", \'{{"{tournament}": ["{entry}"]}}\')')
        page.goto("about:blank")
    context.close()
    return found[0], found[1]


if __name__ == "__main__":
    sys.exit(main())
