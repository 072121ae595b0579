"""A site with thousands of events: nothing is forgotten, in order, and without a long search."""

import csv
import io
import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis.strategies import text

from tests import factories
from tests.pages import Page
from tournaments.core.text import fold
from tournaments.kernel.log import made_just_now
from tournaments.models import Event, Role, StaffMember, Tournament
from tournaments.models.event import words_of_an_event
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


def query_of(address):
    return "?" + address.partition("?")[2]


def test_every_event_and_tournament_is_in_the_sitemap(client, many):
    found = [place for part in places(client) for place in places(client, query_of(part))]
    assert len(found) == len(set(found)) == 2 * (1_301 + 2_601)
    for path in (found[0], found[1], found[-1], found[-2]):
        assert client.get("/" + path.partition("://")[2].partition("/")[2]).status_code in (
            200,
            302,
        )


def test_a_long_sitemap_comes_in_parts_that_hold_all_of_it(client, many, monkeypatch):
    monkeypatch.setattr(site, "PART", 500)
    parts = places(client)
    assert len(parts) == 6
    found = [place for part in parts for place in places(client, query_of(part))]
    assert len(set(found)) == 2 * (1_301 + 2_601)
    assert places(client, "?part=7") == places(client, "?part=99999999") == []


# Pages of events


def made(number, days, *, city="", name="", public=True):
    """Events that begin so many days from today, one after the other."""
    today = timezone.localdate()
    return Event.objects.bulk_create(
        Event(
            slug=f"p{days}-{place}", name=name or f"Event {days} {place:03}", city=city,
            starts_on=today + timedelta(days=days), ends_on=today + timedelta(days=days + 1),
            federation="TUR", time_zone="Europe/Istanbul", public=public,
        )
        for place in range(number)
    )  # fmt: skip


def names(client, address):
    page = Page(client.get(address))
    return page.all("a.name"), page


def test_the_list_of_events_comes_in_pages_and_loses_none(client):
    made(60, 3)
    made(120, -40)
    first, page = names(client, "/en/")
    assert (first[0], first[50]) == ("Event 3 000", "Event -40 000")
    assert len(first) == 100
    later = names(client, "/en/?coming=2")[0]
    older = [name for number in (2, 3) for name in names(client, f"/en/?page={number}")[0]]
    assert len(later) == 10
    assert len(older) == 70
    assert len({*first, *later, *older}) == 180
    assert "older" in page.all("nav a")
    for junk in ("page=0", "page=x", "page=" + "9" * 5000, "coming=-1", "page=999"):
        assert client.get(f"/en/?{junk}").status_code == 200


def test_an_event_is_found_by_its_name_its_town_or_who_holds_it(client):
    made(1, 5, name="Işıklar Açık Turnuvası", city="İzmir")
    made(1, -500, name="Şampiyona", city="Łódź")
    made(1, 9, name="Hidden", city="İzmir", public=False)
    made(60, -90, name="Other")
    for typed, found in (
        ("isiklar", ["Işıklar Açık Turnuvası"]),
        ("IZMIR", ["Işıklar Açık Turnuvası"]),
        ("İzmir açık", ["Işıklar Açık Turnuvası"]),
        ("lodz", ["Şampiyona"]),
        ("ŞAMPİYONA", ["Şampiyona"]),
        ("hidden", []),
        ("izmir sampiyona", []),
        ("ırmak", []),
        ("turnuva acik", ["Işıklar Açık Turnuvası"]),
    ):
        assert names(client, "/en/?q=" + quote(typed))[0] == found, typed
    assert "No event has “hidden”" in names(client, "/en/?q=hidden")[1].text
    assert len(names(client, "/en/?q=other")[0]) == 50
    assert len(names(client, "/en/?q=other&page=2")[0]) == 10


@given(text(alphabet="AaİIıiŞşÇçĞğÖöÜüÂâÉéÑñŁłŻżØøÅåŐőƏ xX9", max_size=30))
def test_the_database_folds_letters_as_we_do(name):
    with connection.cursor() as cursor:
        compiler = Event.objects.all().query.get_compiler("default")
        words = words_of_an_event().resolve_expression(compiler.query)
        sql, given_ = compiler.compile(words)
        for column in ("name", "city", "organiser"):
            sql = sql.replace(f'"tournaments_event"."{column}"', "%s" if column == "name" else "''")
        cursor.execute(f"SELECT {sql}", [name, *given_])
        (found,) = cursor.fetchone()
    assert found.split() == fold(name).split()


def test_a_change_of_its_name_is_found_at_once(client):
    (event,) = made(1, 3)
    Event.objects.filter(pk=event.pk).update(name="Renamed")
    assert names(client, "/en/?q=renamed")[0] == ["Renamed"]


def test_all_events_are_in_the_table_line_by_line(client):
    made(30, 3, city="=cmd()")
    made(90, -40)
    answer = client.get("/en/table.csv")
    assert answer.streaming
    lines = list(csv.reader(io.StringIO(b"".join(answer).decode("utf-8-sig"))))
    assert lines[0] == ["Event", "Dates", "until", "Place", "Tournaments", "Address"]
    assert len({line[0] for line in lines[1:]}) == len(lines) - 1 == 120
    assert lines[1][3] == "'=cmd()"


def test_my_desk_and_the_form_for_a_copy_bear_500_events(client):
    chief = factories.user()
    events = [*made(60, 3, city="Bursa"), *made(440, -400, city="Konya")]
    StaffMember.objects.bulk_create(
        StaffMember(event=event, user=chief, role=Role.CHIEF) for event in events
    )
    client.force_login(chief)
    seen = set()
    for number in (1, 2, 3):
        shown, page = names(client, f"/en/desk/?page={number}")
        assert len(shown) == 20 + 50
        seen |= set(shown[:20])
    assert len(seen) == 60
    earlier = [name for n in range(1, 10) for name in names(client, f"/en/desk/?earlier={n}")[0]]
    assert len(set(earlier) - seen) == 440
    assert names(client, "/en/desk/?q=konya+439")[0] == ["Event -400 439"]
    assert "None of your events has “nowhere”" in names(client, "/en/desk/?q=nowhere")[1].text
    assert page.count("nav a") >= 2

    form = Page(client.get("/en/desk/copy/"))
    assert form.count("select[name=source] option") == 31
    found = Page(client.get("/en/desk/copy/?q=konya+439"))
    (choice,) = found.all("select[name=source] option")[1:]
    assert choice.startswith("Event -400 439 · ")
    last = events[-1]
    chosen = Page(client.get(f"/en/desk/copy/?source={last.pk}"))
    assert chosen.count("select[name=source] option") == 32
    made_copy = client.post(
        "/en/desk/copy/",
        {"source": last.pk, "name": "Again", "starts_on": "2027-05-01"},
    )
    assert made_copy.status_code == 302
    assert Event.objects.filter(name="Again", city="Konya").exists()


def test_a_form_for_a_copy_with_few_events_asks_for_no_search(client):
    chief = factories.user()
    factories.event(chief)
    client.force_login(chief)
    page = Page(client.get("/en/desk/copy/"))
    assert page.count("form[role=search]") == 0
    assert page.count("select[name=source] option") == 2


def test_an_event_of_somebody_else_is_not_copied(client):
    client.force_login(factories.user())
    other = factories.event()
    data = {"source": other.pk, "name": "Mine", "starts_on": "2027-05-01"}
    assert client.post("/en/desk/copy/", data).status_code == 200
    assert not Event.objects.filter(name="Mine").exists()


@pytest.mark.parametrize("address", ["/en/", "/en/?q=event", "/en/desk/", "/en/desk/copy/"])
def test_pages_of_events_ask_as_often_for_a_thousand_as_for_sixty(client, address):
    chief = factories.user()

    def more(number, days):
        events = made(number, days)
        StaffMember.objects.bulk_create(
            StaffMember(event=event, user=chief, role=Role.CHIEF) for event in events
        )

    more(60, 3)
    more(60, -90)
    client.force_login(chief)

    def asked():
        client.get(address)
        with CaptureQueriesContext(connection) as seen:
            client.get(address)
        return len(seen), sum(len(one["sql"]) for one in seen)

    few = asked()
    more(500, 4)
    more(500, -91)
    many = asked()
    assert many[0] == few[0]
    assert many[1] < few[1] * 1.2  # no list of ids that grows with the site


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
