"""A hall that reports its results: 500 phones, both sides of 250 boards, within two minutes, while
the desk types the rest.

    python -m scripts.load.results [--boards 258] [--seconds 120] [--typed 8]

Each phone has proved by its code whose it is; it looks at its page, then says how the game ended,
and reads the answer. Every tenth says it twice, as an impatient finger does. Is every result in,
once, as both said or as the desk typed; do 95 of 100 answers to phones come within 300 ms, and
95 of 100 entries of the desk within 150 ms?
"""

# Imports within functions: Django is set up by then, with the site that runs.

import argparse
import asyncio
import json
import logging
import os
import random
import re
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from scripts.load.phones import Connection, Outcome
from scripts.load.site import SEED, running_parts

if TYPE_CHECKING:
    from tournaments.models import Entry, GameRow, Tournament

PHONES_WANTED, DESK_WANTED = 300, 150
LONGEST_WAIT = 30
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]+)"')
WORDS = {"10": ("win", "loss"), "==": ("draw", "draw"), "01": ("loss", "win")}


class Browser:
    """A connection with cookies that fills in forms."""

    def __init__(
        self, port: int, outcome: Outcome, cookies: dict[str, str], accept: str = "text/html"
    ) -> None:
        self.connection, self.outcome, self.cookies = Connection(port), outcome, cookies
        self.accept = accept

    async def get(self, path: str) -> bytes:
        return await self._ask("GET", path)

    async def post(self, path: str, **fields: str) -> bytes:
        fields["csrfmiddlewaretoken"] = self.cookies.get("csrftoken", "")
        return await self._ask("POST", path, urlencode(fields).encode())

    async def _ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        start = time.perf_counter()
        try:
            exchange = self._exchange(method, path, body)
            status, headers, answer = await asyncio.wait_for(exchange, LONGEST_WAIT)
        except TimeoutError:
            self.outcome.errors.append("no answer")
            self.connection.close()
            return b""
        self.outcome.note(status, time.perf_counter() - start, len(answer))
        if status in (301, 302):
            return await self._ask("GET", headers["location"].partition("#")[0])
        return answer

    async def _exchange(
        self, method: str, path: str, body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        held = self.connection
        if held.writer is None:
            held.reader, held.writer = await asyncio.open_connection("127.0.0.1", held.port)
        assert held.reader
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Accept: {self.accept}"]
        lines.append("Cookie: " + "; ".join(f"{one}={two}" for one, two in self.cookies.items()))
        if method == "POST":
            lines.append("Content-Type: application/x-www-form-urlencoded")
            lines.append(f"Content-Length: {len(body)}")
            lines.append(f"Referer: http://localhost{path}")
        held.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + body)
        head = (await held.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        found: dict[str, str] = {}
        for line in head[1:]:
            name, _colon, value = line.partition(":")
            if name.lower() == "set-cookie":
                one, _equals, two = value.strip().partition("=")
                self.cookies[one] = two.partition(";")[0]
            found[name.lower()] = value.strip()
        size = int(found.get("content-length", 0))
        return (
            int(head[0].split()[1]),
            found,
            await held.reader.readexactly(size) if size else b"",
        )


@dataclass
class Hall:
    port: int
    tournament: "Tournament"
    number: int
    phones: Outcome
    desk: Outcome


async def speak(
    hall: Hall, entry: "Entry", cookies: dict[str, str], game: int, said: str, *, delay: float
) -> None:
    await asyncio.sleep(delay)
    place = f"/tr/e/{hall.tournament.event.slug}/{hall.tournament.slug}/players/{entry.pk}/me/"
    browser = Browser(hall.port, hall.phones, cookies)
    await browser.get(place)
    for _press in range(2 if entry.pk % 10 == 0 else 1):
        await browser.post(f"{place}result/", pairing=str(game), said=said)
    browser.connection.close()


async def type_in(
    hall: Hall,
    games: list["GameRow"],
    results: dict[int, str],
    cookies: dict[str, str],
    pause: float,
) -> None:
    """The desk enters board after board, and asks between them what others did."""
    browser = Browser(hall.port, hall.desk, cookies, "application/json")
    desk = f"/tr/desk/{hall.tournament.event.slug}/{hall.tournament.slug}/rounds/{hall.number}/"
    quiet = browser.outcome
    browser.outcome = Outcome()  # opening the page is no press
    await browser.get(desk)
    browser.outcome = quiet
    for game in games:
        await asyncio.sleep(pause)
        value = f"{game.pk}.{game.version}.{results[game.pk]}"
        await browser.post(f"{desk}results/", kind="enter", set=value)


def phones_of(tournament: "Tournament") -> dict[int, dict[str, str]]:
    """For each player the cookie of a phone that has proved it; `me/` itself is not measured."""
    from django.core.signing import get_cookie_signer

    from tournaments.queries.voice.codes import codes_of
    from tournaments.services.voice import proving
    from tournaments.web.phones import COOKIE, SALT

    entries = list(tournament.entries.all())
    codes = codes_of(entries)
    found = {}
    for entry in entries:
        key = proving.new_key()
        proving.prove_by_code(tournament=tournament, code=codes[entry.pk], key=key, device="")
        signed = get_cookie_signer(salt=COOKIE + SALT).sign(key)
        found[entry.pk] = {COOKIE: signed, "csrftoken": "t" * 32}
    return found


def signed_in(tournament: "Tournament") -> dict[str, str]:
    from django.conf import settings
    from django.test import Client

    from tests import factories

    client = Client()
    client.force_login(factories.chief_of(tournament))
    return {
        settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value,
        "csrftoken": "t" * 32,
    }


async def play(hall: Hall, chosen: argparse.Namespace) -> dict[int, str]:
    """Everybody reports, the desk types; the results that there should be."""
    from asgiref.sync import sync_to_async

    games = await sync_to_async(_games)(hall)
    cookies = await sync_to_async(phones_of)(hall.tournament)
    desk = await sync_to_async(signed_in)(hall.tournament)
    dice = random.Random(SEED)
    wanted = {game.pk: dice.choice(("10", "==", "01")) for game in games}
    typed, reported = games[: chosen.typed], games[chosen.typed :]
    speakers = [
        speak(
            hall,
            entry,
            cookies[entry.pk],
            game.pk,
            WORDS[wanted[game.pk]][side],
            delay=dice.uniform(0, chosen.seconds),
        )
        for game in reported
        for side, entry in enumerate((game.white, game.black))
    ]
    pause = chosen.seconds / max(1, len(typed)) * 0.9
    await asyncio.gather(type_in(hall, typed, wanted, desk, pause), *speakers)
    return wanted


def _games(hall: Hall) -> list[Any]:
    rows = hall.tournament.rounds.get(number=hall.number).pairings.games()
    return list(rows.select_related("white", "black").order_by("board"))


def judge(hall: Hall, wanted: dict[int, str]) -> bool:
    """No result lost, none doubled, none otherwise than said."""
    from tournaments.models import LogEntry, ResultReport

    stand = {game.pk: game.result for game in _games(hall)}
    lost = [pk for pk, code in wanted.items() if not stand[pk]]
    other = [pk for pk, code in wanted.items() if stand[pk] and stand[pk] != code]
    entered = LogEntry.objects.filter(tournament=hall.tournament, act="result.entered").count()
    said = ResultReport.objects.filter(pairing__round__number=hall.number).count()
    print(
        f"  {len(wanted)} results wanted, {len(lost)} lost, {len(other)} otherwise, "
        f"{entered - len(wanted)} doubled; {said} reports of phones"
    )
    right = not lost and not other and entered == len(wanted)
    for name, outcome, most in (
        ("phones", hall.phones, PHONES_WANTED),
        ("desk", hall.desk, DESK_WANTED),
    ):
        p95 = outcome.percentile(0.95)
        right = right and p95 < most and not outcome.errors
        print(
            f"  {name:<7}{len(outcome.milliseconds):6} answers, p50 {outcome.percentile(0.5):6.1f}"
            f"  p95 {p95:6.1f} ms (under {most} wanted)  {json.dumps(outcome.statuses)}"
            f"  {len(outcome.errors)} errors"
        )
    return right


def processor_seconds(group: int) -> float:
    """The processor time of a group of processes so far: it holds on a busy machine, too."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parts = stat.read_text().rpartition(")")[2].split()
            if int(parts[2]) == group:
                ticks += int(parts[11]) + int(parts[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=258)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--typed", type=int, default=8)
    chosen = parser.parse_args()
    with running_parts() as site:
        from scripts.load.site import open_of
        from tests import factories  # Django stands by now

        logging.disable(logging.INFO)
        tournament = open_of(2 * chosen.boards, 0)
        factories.publish(tournament, 1)
        hall = Hall(site.port, tournament, 1, Outcome(), Outcome())
        before, spent = os.getloadavg(), processor_seconds(site.running["web"].pid)
        wanted = asyncio.run(play(hall, chosen))
        spent = processor_seconds(site.running["web"].pid) - spent
        print(f"{2 * (chosen.boards - chosen.typed)} phones and a desk in {chosen.seconds:.0f} s;")
        print(f"  load of the machine {before[0]:.1f} before, {os.getloadavg()[0]:.1f} after")
        answers = len(hall.phones.milliseconds) + len(hall.desk.milliseconds)
        print(f"  processor time of the web server: {1000 * spent / answers:.0f} ms an answer")
        right = judge(hall, wanted)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
