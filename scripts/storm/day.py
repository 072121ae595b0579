"""The people of the day: arbiters at four desks, who type, pair, publish and print, and phones.

An arbiter's page keeps what the server has not confirmed and sends it again under the same key;
so do these. What was confirmed is noted, with its moment: the judge asks for it at the end.
"""

import asyncio
import json
import random
import re
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import psycopg

from scripts.load.phones import Connection
from tests.pages import Page

T = TypeVar("T")
#: nobody waits longer for one answer
PATIENCE = 10.0
#: after the day everybody may finish what they have begun
FAREWELL = 120.0
AGAIN = 0.3


@dataclass(frozen=True)
class Planned:
    """A tournament that a desk will play."""

    pk: int
    event: str
    slug: str
    rounds: int


@dataclass
class Asked:
    """Every answer: when it was asked for, how long it took, whether it came."""

    rows: list[tuple[float, float, bool]] = field(default_factory=list)

    def note(self, began: float, good: bool) -> None:
        self.rows.append((began, time.monotonic() - began, good))


@dataclass
class Record:
    """Holds what was sent, and what the site has confirmed."""

    #: key → board and result; of those not confirmed yet only what was sent
    sent: dict[str, tuple[int, str]] = field(default_factory=dict)
    confirmed: dict[str, float] = field(default_factory=dict)
    #: the last confirmed result of each board
    stands: dict[int, str] = field(default_factory=dict)
    published: list[tuple[int, int]] = field(default_factory=list)  # tournament, round
    papers: list[tuple[int, int]] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)


class Over(Exception):
    """The day is over, and nothing that was begun is left."""


class Desk(threading.Thread):
    def __init__(
        self,
        number: int,
        doors: list[int],
        database: str,
        user: tuple[str, str],
        plan: list[Planned],
        *,
        pause: float,
    ) -> None:
        super().__init__(name=f"desk {number}", daemon=True)
        self.doors, self.database, self.user, self.plan = doors, database, user, plan
        self.pause = pause
        self.dice = random.Random(number)
        self.record, self.asked = Record(), Asked()
        self.over = threading.Event()
        self.given_up = 0.0  # when it stops even what it has begun
        self.failure = ""
        self.now: Planned = plan[0]
        self._door = number
        self._opener = self._fresh_opener()
        self._token = ""

    # --- Speaking with the site -------------------------------------------------------------------

    @staticmethod
    def _fresh_opener() -> OpenerDirector:
        return build_opener(HTTPCookieProcessor(CookieJar()))

    def _ask(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> str:
        """One request. Raises what went wrong; a question or a refusal is an answer, too."""
        port = self.doors[self._door % len(self.doors)]
        given = {"Accept-Language": "en"} | {k.replace("_", "-"): v for k, v in headers.items()}
        data = urlencode({"csrfmiddlewaretoken": self._token} | fields).encode() if fields else None
        request = Request(f"http://localhost:{port}/en{path}", data, given)
        began = time.monotonic()
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                text = str(answer.read().decode())
                if "/sign-in/" in answer.url and path != "/sign-in/":
                    raise OSError("signed out")
        except HTTPError as answer:
            text = answer.read().decode(errors="replace")
            if answer.code not in (409, 422):
                self.asked.note(began, False)
                self._door += 1
                raise OSError(f"{answer.code}") from answer
        except (OSError, HTTPException):
            self.asked.note(began, False)
            self._door += 1
            raise
        self.asked.note(began, True)
        return text

    def _insist(self, act: Callable[[], T]) -> T:
        """Until it is done, or the day is over for good. Bounded by that alone: a page of the desk
        keeps on trying as well."""
        while True:
            try:
                return act()
            except (OSError, HTTPException, psycopg.Error) as error:
                if "signed out" in str(error):
                    self._sign_in_again()
                if self.given_up and time.monotonic() > self.given_up:
                    raise Over from error
                time.sleep(AGAIN)

    def _sign_in_again(self) -> None:
        try:
            self._sign_in()
        except (OSError, HTTPException):
            time.sleep(AGAIN)

    def _sign_in(self) -> None:
        self._opener = self._fresh_opener()
        self._token = _token(self._ask("/sign-in/"))
        name, password = self.user
        page = self._ask("/sign-in/", {"username": name, "password": password})
        self._token = _token(page)

    def _rows(self, question: str, *values: Any) -> list[Any]:
        def ask() -> list[Any]:
            with psycopg.connect(self.database, connect_timeout=3) as connection:
                return connection.execute(question, values).fetchall()

        return self._insist(ask)

    # --- The day ----------------------------------------------------------------------------------

    def run(self) -> None:
        try:
            self._insist(self._sign_in)
            for tournament in self.plan:
                self.now = tournament
                for number in range(1, tournament.rounds + 1):
                    self._round(tournament, number)
                    if self.over.is_set():
                        return
        except Over:
            self.failure = "gave up what it had begun"
        except Exception as error:
            self.failure = f"{type(error).__name__}: {error}"

    def _round(self, tournament: Planned, number: int) -> None:
        place = f"/desk/{tournament.event}/{tournament.slug}"
        here = f"{place}/rounds/{number}"
        self._insist(lambda: self._ask(f"{here}/pair/", {"press": "pair"}))
        while self._status(tournament, number) not in ("draft", "published"):
            time.sleep(1)
            page = self._insist(lambda: self._ask(f"{here}/"))  # as the waiting page does
            if f"rounds/{number}/pair/" in page:
                self._insist(lambda: self._ask(f"{here}/pair/", {"press": "pair"}))
        while self._status(tournament, number) != "published":
            self._insist(lambda: self._publish(here))
        self.record.published.append((tournament.pk, number))
        fields = {"round": str(number), "language": "en"}
        self._insist(lambda: self._ask(f"{place}/documents/new/pairings/", fields))
        self.record.papers.append((tournament.pk, number))
        boards = self._rows(
            "SELECT p.id, p.version FROM tournaments_pairing p JOIN tournaments_round r"
            " ON r.id = p.round_id WHERE r.tournament_id = %s AND r.number = %s"
            " AND p.black_id IS NOT NULL ORDER BY p.board",
            tournament.pk, number,
        )  # fmt: skip
        for pairing, version in boards:
            code = self.dice.choice(["10", "01", "=="])
            version = self._enter(here, pairing, version, code)
            if self.dice.random() < 0.1:  # a slip read wrongly
                other = self.dice.choice([c for c in ("10", "01", "==") if c != code])
                self._enter(here, pairing, version, other)
            time.sleep(self.dice.uniform(0, 2 * self.pause))

    def _status(self, tournament: Planned, number: int) -> str:
        rows = self._rows(
            "SELECT status FROM tournaments_round WHERE tournament_id = %s AND number = %s",
            tournament.pk, number,
        )  # fmt: skip
        return str(rows[0][0]) if rows else ""

    def _publish(self, here: str) -> None:
        question = self._ask(f"{here}/publish/", {"press": "publish"})
        if 'name="confirmed"' in question:
            confirmed = Page(question).field("confirmed")
            self._ask(f"{here}/publish/", {"press": "publish", "confirmed": confirmed})

    def _enter(self, here: str, pairing: int, version: int, code: str) -> int:
        """Send a result until it is confirmed, always under the same key; the new version."""
        key = str(uuid.UUID(int=self.dice.getrandbits(128)))
        self.record.sent[key] = (pairing, code)
        known = version

        def send() -> int:
            fields = {"pairing": str(pairing), "version": str(known), "result": code, "key": key}
            text = self._ask(f"{here}/results/", fields, Accept="application/json")
            told = json.loads(text) if text.startswith("{") else {}
            if "boards" in told:
                self.record.confirmed[key] = time.monotonic()
                self.record.stands[pairing] = code
                return int(told["boards"][0]["version"])
            self.record.conflicts.append(f"{pairing} {code}: {text[:200]}")
            return int(told.get("board", {}).get("version", known))

        return self._insist(send)


def _token(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    if not found:
        raise OSError("a page without a form")
    return found[1]


# --- Phones --------------------------------------------------------------------------------------


class Phones(threading.Thread):
    """So many phones, each looking at one of the tournaments that are played: they ask for the
    news as often as they are told, and for the page when there are others."""

    def __init__(self, count: int, doors: list[int], desks: list[Desk]) -> None:
        super().__init__(name="phones", daemon=True)
        self.count, self.doors, self.desks = count, doors, desks
        self.asked = Asked()
        self.over = False

    def run(self) -> None:
        asyncio.run(self._all())

    async def _all(self) -> None:
        await asyncio.gather(*(self._one(number) for number in range(self.count)))

    async def _one(self, number: int) -> None:
        dice = random.Random(number)
        desk = self.desks[number % len(self.desks)]
        await asyncio.sleep(dice.uniform(0, 5))
        connection, turn = self._connection(number), number
        known = ""
        while not self.over:
            place = f"/tr/e/{desk.now.event}/{desk.now.slug}"
            pause = 5.0
            try:
                told = await self._get(connection, f"{place}/news/")
                news = json.loads(told) if told.startswith(b"{") else {}
                pause = float(news.get("again", 5))
                if news.get("news", "") != known:
                    known = news.get("news", "")
                    await self._get(connection, f"{place}/")
            except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
                connection.close()
                turn += 1
                connection, pause = self._connection(turn), 2.0
            await asyncio.sleep(min(max(pause, 1.0), 5.0) * dice.uniform(0.9, 1.1))
        connection.close()

    def _connection(self, turn: int) -> Connection:
        return Connection(self.doors[turn % len(self.doors)])

    async def _get(self, connection: Connection, path: str) -> bytes:
        began = time.monotonic()
        try:
            status, headers, body = await asyncio.wait_for(
                connection.get(path, Connection="keep-alive"), PATIENCE
            )
        except BaseException:
            self.asked.note(began, False)
            raise
        self.asked.note(began, status < 500)
        if status >= 500:
            raise OSError(f"{status}")
        if headers.get("transfer-encoding"):  # its parts are not read: the line is not used again
            connection.close()
        return body
