"""A site with thousands of events: nothing is forgotten, in order, and without a long search."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.kernel.log import made_just_now
from tournaments.models import Event, Tournament
from tournaments.queries.setup.events import public_events, tournaments_of
from tournaments.views.public import site

pytestmark = pytest.mark.django_db


@pytest.fixture
def many():
    """Events with two tournaments each."""
    first = factories.tournament().event
    Event.objects.bulk_create(
        Event(
            slug=f"many-{number}", name=f"Many {number}", starts_on=first.starts_on,
            ends_on=first.ends_on, federation="NOR", time_zone="Europe/Oslo",
        )
        for number in range(1_300)
    )  # fmt: skip
    Tournament.objects.bulk_create(
        Tournament(
            event=event, name=name, slug=name.lower(), seed=1, total_rounds=5, position=place
        )
        for event in Event.objects.filter(slug__startswith="many-")
        for place, name in enumerate("BA")
    )
    return first


def places(client, query=""):
    answer = client.get(f"/sitemap.xml{query}")
    assert answer["Content-Type"] == "application/xml"
    return re.findall(r"<loc>([^<]*)</loc>", b"".join(answer).decode())


def test_every_event_and_tournament_is_in_the_sitemap(client, many):
    found = places(client)
    assert len(found) == len(set(found)) == 2 * (1_301 + 2_601)
    for path in (found[0], found[1], found[-1], found[-2]):
        assert client.get("/" + path.partition("://")[2].partition("/")[2]).status_code in (
            200,
            302,
        )


def test_a_long_sitemap_comes_in_parts_that_hold_all_of_it(client, many, monkeypatch):
    monkeypatch.setattr(site, "PART", 1_000)
    parts = places(client)
    assert len(parts) == 3
    found = [place for part in parts for place in places(client, "?" + part.partition("?")[2])]
    assert len(set(found)) == 2 * (1_301 + 2_601)
    assert places(client, "?part=4") == places(client, "?part=99999999") == []


def test_lists_keep_their_order_when_something_is_counted(many):
    assert public_events().query.order_by[0] == "-starts_on"
    assert public_events().ordered
    event = Event.objects.get(slug="many-7")
    assert [one.name for one in tournaments_of(event)] == ["B", "A"]
    assert tournaments_of(event).ordered


def test_the_second_press_is_looked_up_by_an_index_of_its_own():
    chief = factories.user()
    factories.event(chief)
    with CaptureQueriesContext(connection) as asked:
        made_just_now("event.created", by=chief, label="x")
    with connection.cursor() as cursor:
        # A table of three lines is read whole, and one user's lines are all of them.
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute("SET LOCAL enable_sort = off")
        cursor.execute("EXPLAIN " + asked[0]["sql"].replace("%", "%%"))
        plan = " ".join(line for (line,) in cursor.fetchall())
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'log_of_new_events'")
        (made,) = cursor.fetchone()
    assert "event.created" in made and "event.copied" in made and "(by_id, at DESC)" in made
    assert "Seq Scan" not in plan
