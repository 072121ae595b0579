"""A small HTTP/1.1 client for many connections: keep-alive, one request at a time on each."""

import asyncio
import random
import time
from dataclasses import dataclass, field

TIMEOUT = 10.0


@dataclass
class Outcome:
    """What a number of requests came to."""

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

    async def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], int]:
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
        if size:
            await self.reader.readexactly(size)
        return status, found, size

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
            status, _headers, size = await connection.get(path)
            outcome.note(status, time.perf_counter() - start, size)
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
                status, headers, size = await asyncio.wait_for(
                    connection.get(path, **again), TIMEOUT
                )
                outcome.note(status, time.perf_counter() - start, size)
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
