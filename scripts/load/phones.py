"""A small HTTP/1.1 client for many connections: keep-alive, one request at a time on each."""

import asyncio
import gzip
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

TIMEOUT = 10.0


@dataclass
class Outcome:
    """The outcome of a number of requests."""

    milliseconds: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    body_bytes: int = 0
    seconds: float = 0.0

    def note(self, status: int, seconds: float, size: int) -> None:
        self.milliseconds.append(seconds * 1000)
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self.body_bytes += size
        if status >= 400:
            self.errors.append(f"status {status}")

    def percentile(self, share: float) -> float:
        ordered = sorted(self.milliseconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    @property
    def per_second(self) -> float:
        return len(self.milliseconds) / self.seconds


class Connection:
    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """The answer. A line that was cut since the last one is opened again, as browsers do."""
        kept = self.writer is not None
        try:
            return await self._get(path, headers)
        except (ConnectionError, asyncio.IncompleteReadError) as problem:
            begun = isinstance(problem, asyncio.IncompleteReadError) and problem.partial
            if not kept or begun:
                raise
            self.close()
            return await self._get(path, headers)

    async def _get(self, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split()[1])
        found = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in head[1:])
        }
        size = int(found.get("content-length", 0))
        body = await self.reader.readexactly(size) if size else b""
        return status, found, body

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
            self.writer = None


async def hammer(port: int, path: str, *, connections: int, seconds: float) -> Outcome:
    """As many requests as the server answers, on so many connections, for so long."""
    outcome = Outcome()
    began = time.perf_counter()
    until = began + seconds

    async def one() -> None:
        connection = Connection(port)
        while (start := time.perf_counter()) < until:
            status, _headers, body = await connection.get(path)
            outcome.note(status, time.perf_counter() - start, len(body))
        connection.close()

    await asyncio.gather(*(one() for _ in range(connections)))
    outcome.seconds = time.perf_counter() - began
    return outcome


async def phones(
    port: int, pages: list[str], *, count: int, within: float, seed: int = 1
) -> Outcome:
    """So many phones, each on a connection of its own, at a random moment each; they read the
    pages one after the other and then ask for the first once more, as a reload does."""
    dice = random.Random(seed)
    outcome = Outcome()
    began = time.perf_counter()

    async def one(delay: float) -> None:
        await asyncio.sleep(delay)
        connection = Connection(port)
        tag = ""
        try:
            for path in [*pages, pages[0]]:
                start = time.perf_counter()
                again = {"If_None_Match": tag} if tag else {}
                status, headers, body = await asyncio.wait_for(
                    connection.get(path, **again), TIMEOUT
                )
                outcome.note(status, time.perf_counter() - start, len(body))
                tag = headers.get("etag", "") if path == pages[0] else tag
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            outcome.errors.append(repr(error))
        finally:
            connection.close()

    # Half of them at once, when the news is out; the others over the minute.
    delays = [dice.uniform(0, within / 10 if n % 2 else within) for n in range(count)]
    await asyncio.gather(*(one(delay) for delay in delays))
    outcome.seconds = time.perf_counter() - began
    return outcome


@dataclass
class Watched:
    """500 phones that stay open: when each of them showed another page than before."""

    news: Outcome = field(default_factory=Outcome)
    pages: Outcome = field(default_factory=Outcome)
    shown: list[float] = field(default_factory=list)  # moments, by time.time()


async def watching(
    port: int, page: str, news: str, *, count: int, seconds: float, seed: int = 2
) -> Watched:
    """Do in so many hands as static/js/player.js does: ask for the news as often as each answer
    says, and for the page when they are others."""
    dice = random.Random(seed)
    watched = Watched()
    until = time.perf_counter() + seconds

    async def ask(
        connection: Connection, path: str, tags: dict[str, str], outcome: Outcome
    ) -> bytes | None:
        start = time.perf_counter()
        again = {"If_None_Match": tags[path]} if path in tags else {}
        status, headers, body = await asyncio.wait_for(connection.get(path, **again), TIMEOUT)
        outcome.note(status, time.perf_counter() - start, len(body))
        if status != 200:
            return None
        tags[path] = headers.get("etag", "")
        return gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body

    async def one(delay: float) -> None:
        await asyncio.sleep(delay)
        connection = Connection(port)
        tags: dict[str, str] = {}
        known: dict[str, Any] = {}
        first = await ask(connection, page, tags, watched.pages)
        shows = _news_on(first or b"")
        try:
            while time.perf_counter() < until:
                if (told := await ask(connection, news, tags, watched.news)) is not None:
                    known = json.loads(told)
                if known.get("news") != shows:
                    fresh = await ask(connection, page, tags, watched.pages)
                    shows = _news_on(fresh or b"")
                    if shows == known.get("news"):
                        watched.shown.append(time.time())
                await asyncio.sleep(known.get("again", 30))
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            watched.pages.errors.append(repr(error))
        finally:
            connection.close()

    await asyncio.gather(*(one(dice.uniform(0, 3)) for _ in range(count)))
    return watched


def _news_on(page: bytes) -> str:
    """The news under which a page was made."""
    return page.partition(b'data-news="')[2].partition(b'"')[0].decode()
