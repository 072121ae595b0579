"""Nonsense behind the question mark and in the numbers of addresses: on every page of the public,
of one's own desk and of the API the answer is ours, and soon there."""

import re
import time
from copy import deepcopy
from itertools import chain
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.urls import get_resolver

from tests import factories
from tests.tournaments.api.described import operations
from tests.tournaments.api.whole_event import whole_event
from tests.tournaments.views.test_doors import OWN, public_addresses, routes
from tests.tournaments.views.test_junk import NAMES

pytestmark = pytest.mark.django_db

#: names that only programs and the public send
MORE = (
    "add", "after", "ascii", "asked", "back", "born", "case", "category", "check", "compact",
    "digest", "draw", "drop", "dry_run",
    "entry", "event", "fetch", "fields", "fide_id", "forfeit", "hours", "how", "instead_of",
    "key", "language", "licence", "limit", "look", "namesakes", "next", "only", "open", "other",
    "page", "pairs", "part", "pick", "picked", "player", "players", "profile", "q", "r", "remove",
    "round", "rounds", "s", "seen", "shown_for", "t", "take", "team", "teams", "tournament",
    "whole", "withdraw",
    "addresses", "against", "appointment", "arbiter", "arbiters", "below", "booking", "do",
    "member", "method", "more", "of", "one", "opened", "province", "said", "section", "sort",
    "state", "step", "until", "view",
)  # fmt: skip
SENT = tuple(dict.fromkeys((*NAMES, *MORE)))
#: what nobody types, and programs send
LONG = ("9" * 5000, "-1", "," * 5000, "\x1fİ%00")
#: each page answers within so many seconds, on a machine that others use as well
SOON = 20


def own_addresses() -> list[str]:
    found = []
    for name, route in routes(get_resolver().url_patterns):
        if name in OWN:
            path = re.sub(r"<int:\w+>", "1", route)
            assert "<" not in path, f"{name}: give {path} a value in this test"
            found.append("/" + path.replace("tr/", "en/", 1))
    return found


def test_every_name_that_is_asked_for_is_sent_here():
    asked = re.compile(r"(?:GET|POST)(?:\.get(?:list)?\(|\[)\s*\"([a-z_0-9]+)\"")
    found = set()
    parts = (Path(settings.BASE_DIR, part) for part in ("tournaments", "federation"))
    for path in chain(*(part.rglob("*.py") for part in parts)):
        found |= set(asked.findall(path.read_text(encoding="utf-8")))
    assert len(found) > 20
    assert not found - set(SENT) - {"sealed", "data"}  # what was shown comes back signed


def names_of(text: str) -> str:
    return repr(text[:8]) + str(len(text))


def walk(client, addresses, text):
    query = urlencode(dict.fromkeys(SENT, text))
    assert len(addresses) > 5
    for address in addresses:
        begun = time.perf_counter()
        joined = f"{address}{'&' if '?' in address else '?'}{query}"
        assert client.get(joined).status_code < 500, address
        assert time.perf_counter() - begun < SOON, address


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(4)
    factories.play(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


@pytest.mark.parametrize("text", LONG, ids=names_of)
def test_nonsense_in_every_query_string_of_the_public(client, tournament, text):
    walk(client, public_addresses(tournament, 1), text)


@pytest.mark.parametrize("text", LONG, ids=names_of)
def test_nonsense_in_every_query_string_of_one_s_own_desk(client, tournament, text):
    """The desk of an event is walked in `test_junk`."""
    client.force_login(factories.chief_of(tournament))
    walk(client, own_addresses(), text)


@pytest.mark.parametrize("number", ["9" * 5000, "2147483648", "9223372036854775808"])
def test_numbers_in_addresses_are_of_any_length(client, tournament, number):
    client.force_login(factories.chief_of(tournament))
    patterns = [
        (name, route) for name, route in routes(get_resolver().url_patterns) if "<int:" in route
    ]
    assert len(patterns) > 60
    for name, route in patterns:
        path = re.sub(r"<int:\w+>", number, route)
        path = path.replace("<slug:event>", tournament.event.slug)
        path = path.replace("<slug:slug>", tournament.slug)
        path = re.sub(r"<\w+:\w+>", "x", path)
        for method in (client.get, client.post):
            assert method("/" + path).status_code < 500, (name, path[:80])


def test_nonsense_in_every_query_string_of_the_api(client):
    whole = whole_event()
    client.force_login(whole.chief)
    seen = 0
    for operation in operations():
        if operation.method != "get":
            continue
        address = operation.address(**whole.values(operation))
        for name in operation.parameters("query"):
            for text in LONG:
                answer = client.get(f"{address}?{urlencode({name: text})}")
                assert answer.status_code < 500, (address, name)
                seen += 1
    assert seen > 200


def test_a_line_of_forty_thousand_commas_is_refused_at_once(client):
    tournament = factories.tournament(4)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    client.force_login(factories.chief_of(tournament))
    address = f"/en/desk/{tournament.event.slug}/{tournament.slug}/rounds/1/line/"
    for line in ("1" + "," * 40_000, "," * 40_000 + "1", "1" * 40_000, " " * 40_000 + "x"):
        begun = time.process_time()
        sent = urlencode({"line": line})
        answer = client.post(address, sent, "application/x-www-form-urlencoded", follow=True)
        assert answer.status_code < 500
        assert time.process_time() - begun < 5
    assert not tournament.rounds.get(number=1).pairings.exclude(result="").exists()
