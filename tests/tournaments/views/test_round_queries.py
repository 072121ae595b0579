"""The desk's pages of a round take as many queries for 40 players as for 8."""

from copy import deepcopy

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds import manual_pairing

pytestmark = pytest.mark.django_db


def prepared(players, number):
    made = factories.tournament(players, total_rounds=4)
    factories.play(made, number)
    factories.pair(made, number + 1)
    return made


@pytest.fixture(scope="module")
def two_once(standing):
    return prepared(8, 1), prepared(40, 1)


@pytest.fixture
def two(two_once):
    return deepcopy(two_once)


@pytest.mark.parametrize(
    "page",
    [
        "1/",
        "1/?second=1",
        "1/live/?board=1&after=0",
        "1/boards/1/",
        "1/boards/1/?result=00",
        "2/",
        "2/branch/",
        "2/reasons/",
        "2/hand/",
        "3/",
        "report/trf26/",
        "report/",
    ],
)
def test_queries_do_not_grow_with_the_players(client, two, page):
    counts = []
    for tournament in two:
        chief = factories.chief_of(tournament)
        client.force_login(chief)
        if "hand" in page:
            manual_pairing.begin(tournament=tournament, number=2, by=chief)
        address = f"/en/desk/{tournament.event.slug}/a/rounds/{page}"
        client.get(address)  # sessions, content types
        cache.clear()
        client.force_login(chief)
        with CaptureQueriesContext(connection) as captured:
            response = client.get(address)
        assert response.status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert counts[0] <= 25


def test_a_draft_that_was_overtaken_asks_as_little(client, two):
    """A31: what changed, and the pairing of now beside the draft."""
    counts = []
    for tournament in two:
        row = tournament.rounds.get(number=1).pairings.get(board=1)
        code = "01" if row.result != "01" else "10"
        chief = factories.chief_of(tournament)
        enter_result(
            tournament=tournament, pairing_id=row.pk, code=code, version=row.version, by=chief
        )
        client.force_login(chief)
        for page in ("1/", "2/"):
            address = f"/en/desk/{tournament.event.slug}/a/rounds/{page}"
            client.get(address)
            cache.clear()
            client.force_login(chief)
            with CaptureQueriesContext(connection) as captured:
                answer = client.get(address).content.decode()
            counts.append(len(captured))
        assert "What has changed" in answer
    assert counts[:2] == counts[2:]
    assert max(counts) <= 25


def test_a_second_look_at_a_draft_works_nothing_out_again(client, two):
    tournament = two[1]
    client.force_login(factories.chief_of(tournament))
    address = f"/en/desk/{tournament.event.slug}/a/rounds/2/"
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    assert not any("tournaments_forbiddenpairing" in query["sql"] for query in captured)
    assert len(captured) <= 12
