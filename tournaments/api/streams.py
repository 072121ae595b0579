"""The process that holds the listeners of the event stream: `text/event-stream`, an ASGI
application of its own beside the pages (docs/decisions/0009-the-stream-is-a-process-of-its-own.md).

All listeners wait in one event loop; the database is asked in one thread, with one connection, for
all of them together.
"""

import asyncio
import json
import logging
import random
import re
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import redis.asyncio
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.response import Response

from tournaments.api.problems import MEDIA_TYPE, WHAT_TO_DO, problem
from tournaments.services.programs.streams import (
    Admitted,
    Message,
    Reader,
    Topic,
    UnknownToken,
    admit,
    channel,
)

logger = logging.getLogger("hakem.streams")

T = TypeVar("T")
Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]

ADDRESS = re.compile(r"/api/v1/tournaments/([0-9]{1,18})/stream/")
#: a proxy in between closes what is silent for long
HEARTBEAT = 15.0
#: without a word from Redis the history is looked at all the same
LOOK = 3.0
#: a token that was withdrawn hears no more after so many seconds
ASK_AGAIN = 30.0
#: what a listener has not taken by then it reads anew
MOST_WAITING = 200
#: listeners of this process, and of one address (a hall may be one)
MOST, MOST_OF_ONE = 4000, 1000
#: milliseconds after which a broken line is tried again: not by 500 at the same moment
RETRY = (1000, 5000)

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    # no-transform: a proxy that compresses would hold small messages back
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"access-control-allow-origin", b"*"),
]
ALLOWED = [
    (b"allow", b"GET, HEAD, OPTIONS"),
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-methods", b"GET, HEAD, OPTIONS"),
    (b"access-control-allow-headers", b"Authorization, Cache-Control, Last-Event-ID"),
    (b"access-control-max-age", b"86400"),
]


class Listener:
    """One open line."""

    def __init__(self, admitted: Admitted, secret: str) -> None:
        self.topic, self.inside, self.secret = admitted.topic, admitted.inside, secret
        self.waiting: asyncio.Queue[Message | None] = asyncio.Queue()
        self.ended = False

    def hear(self, message: Message) -> None:
        if message.for_all or self.inside:
            self.waiting.put_nowait(message)
        if self.waiting.qsize() > MOST_WAITING:
            self.end()

    def end(self) -> None:
        """It comes back, and says what it heard last."""
        self.ended = True
        self.waiting.put_nowait(None)


class Streams:
    def __init__(self) -> None:
        self._topics: defaultdict[Topic, set[Listener]] = defaultdict(set)
        self._addresses: Counter[str] = Counter()
        self._thread = ThreadPoolExecutor(1, "history")
        self._reader: Reader | None = None
        self._awake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    # --- From the first to the last -------------------------------------------------------------

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._tasks = [
                    asyncio.create_task(one) for one in (self._hear(), self._tell(), self._check())
                ]
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                for task in self._tasks:
                    task.cancel()
                for listener in self._all():
                    listener.end()
                await send({"type": "lifespan.shutdown.complete"})
                return

    def _all(self) -> list[Listener]:
        return [one for listeners in self._topics.values() for one in listeners]

    async def _ask(self, question: Callable[..., T], *given: Any) -> T:
        """The database, in the one thread that has a connection."""

        def asked() -> T:
            close_old_connections()
            try:
                return question(*given)
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._thread, asked)

    def _history(self) -> Reader:
        """Made and used in the one thread."""
        if self._reader is None:
            self._reader = Reader()
        return self._reader

    async def _hear(self) -> None:
        """Redis says that something was committed."""
        while True:
            try:
                client = redis.asyncio.Redis.from_url(settings.CACHES["default"]["LOCATION"])
                async with client, client.pubsub() as line:
                    await line.subscribe(channel())
                    self._awake.set()  # what was said meanwhile
                    async for _word in line.listen():
                        self._awake.set()
            except (redis.RedisError, OSError):
                await asyncio.sleep(LOOK)

    async def _tell(self) -> None:
        """Give the news to all who listen."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._awake.wait(), LOOK)
            self._awake.clear()
            if not self._topics:
                continue
            try:
                news, closed = await self._ask(self._look)
            except Exception:
                logger.exception("The history could not be read.")
                await asyncio.sleep(LOOK)
                continue
            for topic in closed:
                for listener in tuple(self._topics.get(topic, ())):
                    if not listener.inside:
                        listener.end()
            for message in news:
                for listener in self._topics.get(message.topic, ()):
                    listener.hear(message)

    def _look(self) -> tuple[list[Message], set[Topic]]:
        history = self._history()
        return history.news(), history.hidden()

    async def _check(self) -> None:
        """End the lines of tokens that may not listen any more."""
        while True:
            await asyncio.sleep(ASK_AGAIN)
            for listener in self._all():
                if not listener.inside:
                    continue
                try:
                    again = await self._ask(admit, listener.topic.tournament, listener.secret)
                except UnknownToken:
                    again = None
                except DatabaseError:
                    continue
                if again is None or not again.inside:
                    listener.end()

    # --- One line ---------------------------------------------------------------------------------

    async def _answer(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        method, path = scope["method"], scope["path"]
        headers = {name.decode("latin-1"): value for name, value in scope["headers"]}
        translation.activate(_language(headers))  # of this task alone
        found = ADDRESS.fullmatch(path)
        if path == "/healthz":
            await _say(send, 200, [(b"content-type", b"text/plain")], b"ok\n")
        elif found is None:
            await _refuse(send, problem(404, "not_found", _("There is no such address.")))
        elif method == "OPTIONS":
            await _say(send, 204, ALLOWED)
        elif method not in ("GET", "HEAD"):
            detail = _("This address is only listened to.")
            await _refuse(send, problem(405, "method_not_allowed", detail))
        else:
            address = _address(scope, headers)
            full = sum(self._addresses.values()) >= MOST
            if full or self._addresses[address] >= MOST_OF_ONE:
                detail = _("There are too many listeners. Try again later.")
                await _refuse(send, problem(429, "throttled", detail), [(b"retry-after", b"30")])
                return
            self._addresses[address] += 1
            try:
                await self._line(int(found[1]), method, headers, receive, send)
            finally:
                self._addresses[address] -= 1
                if not self._addresses[address]:
                    del self._addresses[address]

    async def _line(
        self,
        tournament: int,
        method: str,
        headers: Mapping[str, bytes],
        receive: Receive,
        send: Send,
    ) -> None:
        secret = _secret(headers)
        try:
            admitted = await self._ask(admit, tournament, secret)
        except UnknownToken:
            detail = str(WHAT_TO_DO["authentication_failed"])
            await _refuse(send, problem(401, "authentication_failed", detail))
            return
        except DatabaseError:
            detail = _("The database does not answer at the moment. Try again later.")
            await _refuse(send, problem(503, "not_ready", detail), [(b"retry-after", b"5")])
            return
        if admitted is None:
            await _refuse(send, problem(404, "not_found", _("There is no such tournament.")))
            return
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        if method == "HEAD":
            await send({"type": "http.response.body", "body": b""})
            return
        listener = Listener(admitted, secret)
        left = asyncio.create_task(_until_gone(receive, listener))
        first = admitted.topic not in self._topics
        self._topics[admitted.topic].add(listener)
        try:
            if first:
                await self._ask(lambda: self._history().begin(admitted.topic))
            await self._speak(listener, headers, send)
        finally:
            left.cancel()
            self._topics[admitted.topic].discard(listener)
            if not self._topics[admitted.topic]:
                del self._topics[admitted.topic]
                await self._ask(lambda: self._history().end(admitted.topic))

    async def _speak(self, listener: Listener, headers: Mapping[str, bytes], send: Send) -> None:
        heard = _heard(headers)
        begin = f"retry: {random.randint(*RETRY)}\n"
        told: set[tuple[int, str]] = set()
        if heard is None:
            newest = await self._ask(lambda: self._history().newest(listener.topic))
            await _part(send, f"{begin}id: {newest}\n\n")
        else:
            missed = await self._ask(lambda: self._history().since(listener.topic, heard))
            mine = [one for one in missed if one.for_all or listener.inside]
            told = {(one.line, one.kind) for one in mine}
            await _part(send, begin + "\n" + "".join(map(_as_text, mine)))
        while not listener.ended:
            try:
                message = await asyncio.wait_for(listener.waiting.get(), HEARTBEAT)
            except TimeoutError:
                await _part(send, ":\n\n")
                continue
            if message is not None and (message.line, message.kind) not in told:
                await _part(send, _as_text(message))
        await send({"type": "http.response.body", "body": b""})


def _as_text(message: Message) -> str:
    line = f"id: {message.line}\n" if message.last else ""
    return f"{line}event: {message.kind}\ndata: {message.text}\n\n"


async def _part(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _until_gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()


async def _say(
    send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes = b""
) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse(send: Send, why: Response, more: list[tuple[bytes, bytes]] | None = None) -> None:
    headers = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"cache-control", b"no-store"),
        (b"access-control-allow-origin", b"*"),
        *(more or ()),
    ]
    await _say(send, why.status_code, headers, json.dumps(why.data).encode())


def _language(headers: Mapping[str, bytes]) -> str:
    wanted = headers.get("accept-language", b"").decode("latin-1")[:500]
    known = dict(settings.LANGUAGES)
    spoken = (word.strip()[:2].lower() for word in re.split("[,;]", wanted))
    return next((code for code in spoken if code in known), settings.LANGUAGE_CODE)


def _secret(headers: Mapping[str, bytes]) -> str:
    kind, _blank, secret = headers.get("authorization", b"").decode("latin-1").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def _heard(headers: Mapping[str, bytes]) -> int | None:
    """The line that the listener says it heard last."""
    given = headers.get("last-event-id", b"").decode("latin-1").strip()
    return int(given) if re.fullmatch(r"[0-9]{1,18}", given) else None


def _address(scope: dict[str, Any], headers: Mapping[str, bytes]) -> str:
    """As the throttles see it: what the last of our own proxies says."""
    client = scope.get("client") or ("", 0)
    proxies = int(str(settings.REST_FRAMEWORK["NUM_PROXIES"]))
    chain = headers.get("x-forwarded-for", b"").decode("latin-1").split(",")
    if not proxies or not chain[0]:
        return str(client[0])
    return chain[-min(proxies, len(chain))].strip()


application = Streams()
