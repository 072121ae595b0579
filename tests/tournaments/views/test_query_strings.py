"""Whatever stands behind the question mark of an address, no page answers with an error of its own.

`DAMAGED=1000000` asks so many questions more, drawn from the seed.
"""

import os
import random
from urllib.parse import urlencode

import pytest

from tests import factories
from tests.tournaments import team_events
from tests.tournaments.views.test_doors import public_addresses
from tests.tournaments.views.test_junk import NONSENSE, TRIED
from tests.tournaments.views.test_nothing_unpublished import api_addresses

pytestmark = pytest.mark.django_db
#: names that pages and programs read from an address, and one that nobody reads
NAMES = (
    *("after", "as", "board", "boards", "by", "category", "cursor", "day", "edition", "entry"),
    *("event", "federation", "find", "fit", "format", "from", "group", "kind", "lang", "language"),
    *("last", "limit", "list", "name", "next", "number", "o", "open", "order", "ordering", "page"),
    *("page_size", "place", "places", "print", "profile", "q", "rating", "round", "rounds"),
    *("search", "shows", "size", "sort", "source", "state", "system", "team", "text", "title"),
    *("to", "unknown", "until", "v", "version", "view", "when", "year"),
)
PIECES = (
    *NONSENSE,
    *("", "0", "-1", "1", "2", "1e9", "NaN", "None", "true", "²", "१", "\x00", "\ud800", "%", "%s"),
    *(
        "'",
        '"',
        "<b>",
        "{}",
        "[]",
        '{"a":1}',
        "../..",
        "//evil.example",
        "9999-99-99",
        "0001-01-01",
    ),
    *("12:99", "x" * 3000, "a,b;c", "null", "1/0", "١٢", "ı", "İ", "tr", "trf26", "ascii", "-0"),
)
ASKED = int(os.environ.get("DAMAGED", "300"))


def made():
    """Something of everything to ask about."""
    tournament = factories.tournament(4)
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    return tournament, team_events.team_event(3, 2)


def addresses() -> list[str]:
    return addresses_of(*made())


def addresses_of(players, teams) -> list[str]:
    found = [*public_addresses(players, 2), *api_addresses(players), *api_addresses(teams, 1)]
    return sorted({str(address) for address in found})


def query(dice: random.Random) -> str:
    """A few names with anything; a name may come twice, and what is written may be no UTF-8."""
    pairs = [(dice.choice(NAMES), dice.choice(PIECES)) for _place in range(dice.randint(1, 4))]
    text = urlencode(pairs, errors="surrogatepass")
    return text + dice.choice(("", "", "&", "&=", "%ff", "&a[]=%F0%28", ";b=1", "&" + "&" * 50))


@pytest.fixture(autouse=True)
def no_rate_answers_instead(settings):
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "1000000/min")


@pytest.mark.parametrize("text", TRIED)
def test_nonsense_behind_every_address_is_no_error_of_the_server(client, text):
    for address in addresses():
        answer = client.get(address, dict.fromkeys(NAMES, text))
        assert answer.status_code < 500, address


def test_anything_behind_any_address_is_no_error_of_the_server(client):
    found = addresses()
    assert len(found) > 80
    dice = random.Random(9)
    for place in range(ASKED):
        address = f"{dice.choice(found)}?{query(dice)}"
        answer = client.get(address)
        assert answer.status_code < 500, (place, address)
