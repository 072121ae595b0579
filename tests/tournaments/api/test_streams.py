"""The event stream: real listeners on the process that holds them."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from tests import factories
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry, Scope
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.programs import streams
from tournaments.services.programs.tokens import make_token, withdraw_token
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.publication import unpublish_round
from tournaments.services.setup.events import change_event

pytestmark = pytest.mark.django_db(transaction=True)

#: nobody waits so long: only what hangs is ended
HANGS = 240
#: of this run alone; servers are shared
NAME = f"event-stream-{os.getpid()}"


def listening_process(**environment):
    """The process of the stream, on the database and the Redis of the tests. What the tests before
    left in the environment for web processes is there, too."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    known = connection.settings_dict
    database = psycopg.conninfo.make_conninfo(
        dbname=known["NAME"],
        user=known["USER"],
        password=known["PASSWORD"],
        host=known["HOST"],
        port=known["PORT"] or None,
        application_name=NAME,
    )
    values = {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "STREAMS_PORT": str(port),
        "SITE_URL": settings.SITE_URL,
        "DATABASE_POOL": "4",  # as a web process that was imported here leaves it
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "config.streams"], env=os.environ | values | environment
    )
    until = time.monotonic() + HANGS
    while True:
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz"):
            return process, port
        assert time.monotonic() < until and process.poll() is None, "it does not answer"
        time.sleep(0.1)


@pytest.fixture
def stream():
    process, port = listening_process()
    try:
        yield port
    finally:
        process.terminate()
        process.wait(HANGS)


class Ear:
    """A listener, and all it hears."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        self.last = ""

    async def next(self):
        """The kind and the message that come next; heartbeats are passed over."""
        kind, data = "", ""
        while True:
            line = (await asyncio.wait_for(self.reader.readline(), HANGS)).decode()
            if not line:
                raise EOFError
            name, _colon, value = line.rstrip("\r\n").partition(":")
            if name == "id":
                self.last = value.strip()
            elif name == "event":
                kind = value.strip()
            elif name == "data":
                data = value.strip()
            elif not name and data:
                return kind, json.loads(data)

    async def to_the_end(self):
        kinds = []
        with suppress(EOFError):
            while True:
                kinds.append((await self.next())[0])
        return kinds

    async def told(self, *kinds):
        """The messages up to these kinds, in their order."""
        return [await self.expect(kind) for kind in kinds]

    async def expect(self, kind):
        heard, message = await self.next()
        assert heard == message["kind"] == kind
        return message


@asynccontextmanager
async def listening(port, tournament, **headers):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"GET /api/v1/tournaments/{tournament.pk}/stream/ HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    assert head.startswith("HTTP/1.1 200"), head
    assert "text/event-stream" in head
    ear = Ear(Unchunked(reader), writer)
    while not ear.last and not headers.get("Last_Event_ID"):  # from here on it listens
        line = (await asyncio.wait_for(ear.reader.readline(), HANGS)).decode()
        if line.startswith("id:"):
            ear.last = line[3:].strip()
    try:
        yield ear
    finally:
        writer.close()


class Unchunked:
    """The lines of an answer that comes in chunks."""

    def __init__(self, reader):
        self.reader, self.rest = reader, b""

    async def readline(self):
        while b"\n" not in self.rest:
            size = await self.reader.readline()
            if not size or not (length := int(size, 16)):
                return b""
            self.rest += await self.reader.readexactly(length)
            await self.reader.readexactly(2)
        line, _, self.rest = self.rest.partition(b"\n")
        return line + b"\n"


def does(work):
    """The acts of a test, in a thread of their own, as people do them beside the listeners."""
    return asyncio.to_thread(_and_leave, work)


def _and_leave(work):
    try:
        return work()
    finally:
        connection.close()


def in_a_thread(hall):
    """Run the listeners where no event loop runs: a browser of another test leaves one running
    in the thread of the tests."""
    with ThreadPoolExecutor(1) as alone:
        alone.submit(lambda: asyncio.run(hall())).result()


def half_a_round():
    made = factories.tournament(6)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


def enter(tournament, board, code):
    pairing = tournament.rounds.get(number=1).pairings.get(board=board)
    confirmed(
        enter_result,
        tournament=tournament,
        pairing_id=pairing.pk,
        code=code,
        version=pairing.version,
        by=factories.chief_of(tournament),
    )


def of_the_stream():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s "
            "AND datname = current_database() AND backend_type = 'client backend'",
            [NAME],
        )
        return cursor.fetchone()[0]


def test_what_happens_is_told_at_once_and_what_was_missed_afterwards(stream):
    tournament, other = half_a_round(), half_a_round()

    async def hall():
        async with listening(stream, tournament) as ear, listening(stream, other) as stranger:
            await does(lambda: enter(tournament, 1, "10"))
            result, standings = await ear.told("result.changed", "standings.changed")
            assert result["board"]["board"] == 1 and result["result"]["after"] == "10"
            assert standings["url"].endswith(f"/tournaments/{tournament.pk}/standings/")
            await does(lambda: enter(other, 3, "01"))
            message = (await stranger.told("result.changed", "standings.changed"))[0]
            assert message["tournament"]["id"] == other.pk  # and nothing of the first before
            heard = ear.last
        await does(lambda: enter(tournament, 2, "01"))
        await does(lambda: enter(tournament, 3, "=="))
        async with listening(stream, tournament, Last_Event_ID=heard) as ear:
            first, second, _table = await ear.told(
                "result.changed", "result.changed", "standings.changed"
            )
            assert [first["board"]["board"], second["board"]["board"]] == [2, 3]
            await does(lambda: enter(tournament, 1, "01"))
            await ear.told("result.changed", "standings.changed")
        async with listening(stream, other) as late:
            await does(lambda: enter(other, 2, "10"))
            message = (await late.told("result.changed", "standings.changed"))[0]
            assert message["board"]["board"] == 2  # what was before is no news

    in_a_thread(hall)
    assert of_the_stream() == 1


def test_a_round_taken_back_a_player_who_leaves_and_the_event_are_told(stream):
    tournament = half_a_round()
    chief = factories.chief_of(tournament)
    leaving = factories.entry(tournament, 6)

    async def hall():
        async with listening(stream, tournament) as ear:
            await does(
                lambda: confirmed(
                    unpublish_round, tournament=tournament, number=1, reason="Wrong", by=chief
                )
            )
            back, _table = await ear.told("round.taken_back", "standings.changed")
            assert back["round"] == 1
            await does(
                lambda: confirmed(withdraw_player, tournament=tournament, entry=leaving, by=chief)
            )
            left, _table = await ear.told("player.withdrawn", "standings.changed")
            assert left["player"]["id"] == leaving.pk
            values = {"name": "Open"}
            await does(lambda: change_event(event=tournament.event, by=chief, values=values))
            changed = await ear.expect("event.changed")
            assert changed["url"].endswith(f"/events/{tournament.event.slug}/")

    in_a_thread(hall)


def refused(port, tournament_id, **headers):
    address = f"http://127.0.0.1:{port}/api/v1/tournaments/{tournament_id}/stream/"
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=HANGS)
    body = json.load(caught.value)
    assert caught.value.headers["Content-Type"] == "application/problem+json"
    return caught.value.code, body["code"]


def test_a_hidden_event_is_heard_by_its_staff_alone(stream):
    tournament = half_a_round()
    chief = factories.chief_of(tournament)
    token, secret = make_token(
        event=tournament.event, name="Screen", scopes=[Scope.RESULTS], by=chief
    )
    elsewhere = half_a_round()
    _other, foreign = make_token(
        event=elsewhere.event,
        name="Screen",
        scopes=[Scope.RESULTS],
        by=factories.chief_of(elsewhere),
    )
    mine = f"Bearer {secret}"

    async def hall():
        async with (
            listening(stream, tournament) as anybody,
            listening(stream, tournament, Authorization=mine) as staff,
        ):
            hide = {"public": False}
            await does(lambda: change_event(event=tournament.event, by=chief, values=hide))
            await staff.expect("event.changed")
            assert await anybody.to_the_end() in ([], ["event.changed"])
            await does(lambda: enter(tournament, 1, "10"))
            await staff.told("result.changed", "standings.changed")

    in_a_thread(hall)
    assert refused(stream, tournament.pk) == (404, "not_found")
    assert refused(stream, tournament.pk, Authorization=f"Bearer {foreign}") == (404, "not_found")
    assert refused(stream, 10**9) == (404, "not_found")
    withdraw_token(event=tournament.event, token_id=token.pk, by=chief)
    assert refused(stream, tournament.pk, Authorization=mine) == (401, "authentication_failed")


def test_five_hundred_listeners_hear_the_same_and_take_one_connection(stream):
    tournament = half_a_round()

    async def hall():
        async with AsyncExitStack() as open_lines:
            ears = [
                await open_lines.enter_async_context(listening(stream, tournament))
                for _ in range(500)
            ]
            await does(lambda: enter(tournament, 1, "10"))
            heard = await asyncio.gather(*(ear.told("result.changed") for ear in ears))
            assert len({message["id"] for [message] in heard}) == 1
            assert await does(of_the_stream) == 1

    in_a_thread(hall)


def test_without_redis_the_history_is_looked_at_all_the_same(monkeypatch, stream):
    tournament = half_a_round()
    monkeypatch.setattr(streams, "_call", lambda line: None)

    async def hall():
        async with listening(stream, tournament) as ear:
            await does(lambda: enter(tournament, 1, "10"))
            await ear.told("result.changed", "standings.changed")

    in_a_thread(hall)


def test_who_missed_too_much_is_told_to_read_anew(monkeypatch, django_assert_max_num_queries):
    tournament = half_a_round()
    monkeypatch.setattr(streams, "MOST_MISSED", 2)
    topic = streams.Topic(tournament.pk, tournament.event_id)
    reader = streams.Reader()
    [message] = reader.since(topic, 0)
    assert message.kind == streams.MISSED and message.line == reader.newest(topic)
    assert json.loads(message.text)["url"].endswith(f"/api/v1/tournaments/{tournament.pk}/")


def test_a_line_that_is_committed_late_is_told_too():
    tournament = half_a_round()
    topic = streams.Topic(tournament.pk, tournament.event_id)
    reader = streams.Reader()
    reader.begin(topic)
    enter(tournament, 1, "10")
    late = LogEntry.objects.latest("id")
    enter(tournament, 2, "10")
    told = [one.line for one in reader.news()]
    assert late.pk in told
    reader._known.discard(late.pk)  # as if it had not been there yet
    assert late.pk in [one.line for one in reader.news()]
    assert reader.news() == []


def test_a_correction_for_the_rating_report_is_for_the_staff():
    tournament = half_a_round()
    line = LogEntry(
        pk=1,
        act="result.report_corrected",
        tournament=tournament,
        event=tournament.event,
        round_number=1,
        target="pairing:1",
        at=tournament.event.created_at,
    )
    [message] = streams._messages_of(line, streams.Topic(tournament.pk, tournament.event_id))
    assert not message.for_all


def test_the_address_among_the_pages_leads_to_the_process(api, settings):
    tournament = half_a_round()
    settings.STREAMS_PORT = 8001
    path = f"tournaments/{tournament.pk}/stream/"
    answer = api.get(path, host="hall.example:8000")
    assert answer.status_code == 307
    assert answer["Location"] == f"http://hall.example:8001/api/v1/{path}"
    settings.STREAMS_PORT = 0  # a proxy should have led there
    assert api.get(path).status_code == 404
    assert api.get("tournaments/999999999/stream/").status_code == 404
