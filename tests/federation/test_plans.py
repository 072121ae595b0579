"""On no public page of the federation, and at no address of its open data, does the database read
a large table from end to end; nor on the desks where people are compared.

The pages are those of `federation.urls`, the addresses those of `federation.api.urls`: a new one
needs an example here.
"""

import json
import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from federation.api.urls import urlpatterns
from federation.models import Duty
from federation.services.years import count_years
from tests.federation import large
from tests.federation.officers import at_the_desk
from tests.federation.test_doors_of_the_federation import PUBLIC

OVER, NOW, SOON = (f"open-{n}" for n in (large.MIDDLE, large.NOW, large.SOON))
PLAYER = large.BASE + large.MIDDLE
#: who played in the event of the cup that is over
IN_THE_CUP = large.BASE + large.MIDDLE * 7 % large.ROWS + 1
MONTH = f"{date.today():%Y-%m}"
#: name of a public address → pages that it leads to
EXAMPLES = {
    "home": [""],
    "search": [
        "search/?q=12kaya",
        "search/?q=deniz7+61kaya",
        "search/?q=open+52",
        "search/?q=club",
    ],
    "player": [f"players/{PLAYER}/"],
    "player_games": [
        f"players/{PLAYER}/games/",
        f"players/{PLAYER}/games/?page=2",
        f"players/{PLAYER}/games/?against={PLAYER + 1}",
    ],
    "player_games_csv": [f"players/{PLAYER}/games.csv"],
    "ask_privacy": [f"players/{PLAYER}/privacy/"],
    "arbiters": ["arbiters/", "arbiters/?level=FA&province=7", "arbiters/?q=12kaya"],
    "club": ["clubs/club-77/"],
    "provinces": ["provinces/"],
    "province": ["provinces/province-7/"],
    "calendar": [
        "calendar/",
        "calendar/?open=1",
        "calendar/?province=7",
        "calendar/?time=rapid&fide=1",
        "calendar/?age=U12",
        "calendar/?teams=1",
        "calendar/?q=open+52",
        "calendar/?view=month",
    ],
    "calendar_file": [
        *(f"calendar.{ending}" for ending in ("ics", "atom", "json", "csv")),
        "calendar.ics?province=7",
    ],
    "other_events": ["events/", "events/?until=2020-05-01"],
    "event": [f"e/{slug}/" for slug in (OVER, NOW, SOON)],
    "enter": [f"enter/{SOON}/"],
    "ask_club_link": [f"enter/{SOON}/club/", f"enter/{SOON}/club/?q=club+7"],
    "entry_list": [f"entries/{SOON}/"],
    "entry_csv": [f"entries/{SOON}.csv"],
    "entry_json": [f"entries/{SOON}.json"],
    "cups": ["cups/"],
    "cup": ["cups/large/"],
    "cup_section": ["cups/large/open/", "cups/large/open/?category=u12"],
    "embed_calendar": ["calendar/embed/", "calendar/embed/?province=7"],
    "embed_ratings": ["ratings/national/embed/", "ratings/national/embed/?age=U12"],
    "embed_cup": ["cups/large/open/embed/"],
    "cup_working": [f"cups/large/open/players/{IN_THE_CUP}/"],
    "qualifications": ["qualification/"],
    "qualification": ["qualification/large/"],
    "rating_lists": ["ratings/"],
    "rating_list": [
        f"ratings/national/{MONTH}/{asked}"
        for asked in ("", "?sex=w", "?age=U12", "?club=77", "?province=7", "?q=12kaya", "?page=50")
    ],
    "rating_movers": [f"ratings/national/{MONTH}/movers/"],
    "rating_why": [f"ratings/national/{MONTH}/{PLAYER}/"],
    "years": ["year/"],
    "year": [f"year/{date.today().year}/"],
    "rating_compare": ["ratings/compare/", f"ratings/compare/?one={PLAYER}&other={PLAYER + 1}"],
}
#: addresses that are pressed, or opened with a key of their own: they read by it
PRESSED = {
    "subscribe",
    "confirm_subscription",
    "stop_subscription",
    "my_entry",
    "tell_of_place",
    "own_privacy",
    "pay_entry",
    "my_receipt",
    "payment_heard",
    "linked_club",
    "linked_player",
    "linked_invoice",
}
#: papers and files, made of what their page shows, or of all of a list; so is the sitemap
PAPERS = {"regulations", "cup_pdf", "qualification_pdf", "rating_file", "year_pdf"}
#: of those who organise an event, and of arbiters
DESKS = {
    "organise", "club_links", "take_over", "leave_tournament", "teams_csv", "withdraw_booking",
    "money", "money_csv", "payments_csv", "remind", "charge", "paid_whole", "receipt",
    "my_appointments",
}  # fmt: skip

_LIST = f"rating-lists/national/{MONTH}"
#: the same of the open data, below /api/v1/; their files are the same lists, whole
DATA = {
    "root": ["federation/"],
    "search": ["search/?q=12kaya", "search/?q=open+52"],
    "calendar": [
        f"calendar/{asked}"
        for asked in ("", "?province=province-7", "?month=2026-11", "?age=U12", "?open=true")
    ],
    "calendar_event": [f"calendar/{slug}/" for slug in (OVER, NOW, SOON)],
    "entries": [f"calendar/{SOON}/entries/"],
    "provinces": ["provinces/"],
    "clubs": ["clubs/", "clubs/?province=7"],
    "club": ["clubs/77/"],
    "club_teams": ["clubs/77/teams/"],
    "members": ["members/", "members/?club=77", "members/?province=7"],
    "member": [f"members/{PLAYER}/"],
    "member_events": [f"members/{PLAYER}/events/"],
    "member_games": [f"members/{PLAYER}/games/"],
    "arbiters": ["arbiters/"],
    "rating_lists": ["rating-lists/"],
    "rating_list": [f"{_LIST}/", f"{_LIST}/?club=77", f"{_LIST}/?name=12kaya"],
    "rating_working": [f"{_LIST}/{PLAYER}/"],
    "qualifications": ["qualifications/"],
    "qualification": ["qualifications/large/"],
    "qualified": ["qualifications/large/qualified/"],
    "cups": ["cups/"],
    "cup": ["cups/large/"],
    "cup_standings": ["cups/large/open/standings/"],
    "cup_working": [f"cups/large/open/standings/{IN_THE_CUP}/"],
    "years": ["years/"],
    "year": [f"years/{date.today().year}/"],
    "year_table": [f"years/{date.today().year}/provinces/"],
}
PAGES = [
    *(f"/en/{page}" for pages in EXAMPLES.values() for page in pages),
    *(f"/api/v1/{address}" for addresses in DATA.values() for address in addresses),
]


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), translation.override("en"), transaction.atomic():
        large.fill()
        count_years()
        yield large_tables()
        transaction.set_rollback(True)


def large_tables() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > %s", [large.LARGE]
        )
        return {name for (name,) in cursor.fetchall()}


def test_every_public_page_has_an_example():
    assert set(EXAMPLES) | PRESSED | PAPERS | DESKS == PUBLIC


def test_every_address_of_the_open_data_has_an_example():
    names = {one.name for one in urlpatterns if not one.name.endswith("_file")}
    assert set(DATA) == names


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_no_large_table_is_read_from_end_to_end(page, site):
    assert len(site) > 15
    assert read_from_end_to_end(Client(), page, site) == set()


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["", f"?below={PLAYER}", f"?kept={PLAYER}&gone={PLAYER + 1}"])
def test_likely_doubles_are_found_by_index(page, site):
    assert (
        read_from_end_to_end(at_the_desk(Duty.REGISTRAR), f"/en/office/doubles/{page}", site)
        == set()
    )


@pytest.mark.django_db
def test_the_desk_of_a_person_reads_by_index(site):
    assert (
        read_from_end_to_end(at_the_desk(Duty.REGISTRAR), f"/en/office/people/{PLAYER}/", site)
        == set()
    )


def read_from_end_to_end(client: Client, page: str, tables: set[str]) -> set[tuple[str, str]]:
    """The tables that a page reads so, each with its question."""
    cache.clear()
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(page)
        _body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    assert answer.status_code == 200
    return {
        (table, shape(query["sql"]))
        for query in captured.captured_queries
        if query["sql"].lstrip().startswith(("SELECT", "WITH"))
        for table in read_whole(query["sql"]) & tables
    }


def read_whole(statement: str) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (FORMAT JSON) " + statement)
        answer = cursor.fetchone()[0]
    plan = (json.loads(answer) if isinstance(answer, str) else answer)[0]["Plan"]
    return set(sequential(plan))


def sequential(node: dict[str, Any], limited: bool = False) -> list[str]:
    """The tables that a plan reads row by row; one that stops at the first rows is not of them."""
    found = []
    bare = node["Node Type"] == "Seq Scan" and limited and "Filter" not in node
    if "Seq Scan" in node["Node Type"] and not bare:
        found.append(node["Relation Name"])
    inner = node["Node Type"] == "Limit" or (limited and node["Node Type"] == "Result")
    for child in node.get("Plans", ()):
        found += sequential(child, inner)
    return found


def shape(statement: str) -> str:
    """Without the columns: what is read under which conditions."""
    return re.sub(r"SELECT .*? FROM", "SELECT … FROM", statement)[:900]
