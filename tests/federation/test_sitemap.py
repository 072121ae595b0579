"""Search engines hear of the pages that they may know, in parts."""

import re
from datetime import date
from html import unescape

import pytest

from federation.models import CalendarEvent, Club, Member, Privacy, Province
from federation.queries import sitemap
from tests import factories
from tournaments.models import Entry, RegisteredPlayer

pytestmark = pytest.mark.django_db


def places(client, query=""):
    answer = client.get(f"/federation-sitemap.xml{query}")
    assert answer.status_code == 200 and answer["Content-Type"] == "application/xml"
    found = re.findall(r"<loc>([^<]*)</loc>", b"".join(answer).decode())
    return ["/" + unescape(one).partition("://")[2].partition("/")[2] for one in found]


def everything(client):
    parts = [one.partition("?")[2] for one in places(client)]
    return [place for part in parts for place in places(client, f"?{part}")]


def member(name, birth="1980", **values):
    player = RegisteredPlayer.objects.create(name=name, search_key=name, birth_date=birth)
    return Member.objects.create(player=player, **values)


@pytest.fixture
def site():
    province = Province.objects.create(code="35", name="İzmir", slug="izmir")
    Club.objects.create(code="1", name="Ege", slug="ege", province=province)
    Club.objects.create(
        code="2", name="Eski", slug="eski", province=province, closed_on=date(2020, 1, 1)
    )
    event = factories.event(shorten_minors=True)
    CalendarEvent.objects.create(
        event=event, state="approved", sent_at="2026-01-01T00:00Z", name=event.name,
        starts_on=event.starts_on, ends_on=event.ends_on, province=province,
    )  # fmt: skip
    return event


def test_what_may_be_found_is_named_in_both_languages_and_opens(client, site):
    shown = member("Kaya, Deniz")
    hidden = [
        member("Ak, Can", privacy=Privacy.HIDDEN),
        member("Er, Su", privacy=Privacy.SHORT),
        member("Oz, Nil", noindex=True),
    ]
    found = everything(client)
    assert len(found) == len(set(found)) == 2 * 4
    wanted = ("provinces/izmir/", "clubs/ege/", f"e/{site.slug}/", f"players/{shown.pk}/")
    assert {one[4:] for one in found} == set(wanted)
    assert {one[:4] for one in found} == {"/tr/", "/en/"}
    for one in found:
        assert client.get(one).status_code == 200
    assert not any(f"players/{one.pk}/" in place for one in hidden for place in found)


def test_a_minor_of_a_strict_event_is_left_out_as_on_the_page(client, site):
    child, adult = member("Kaya, Ada", str(date.today().year - 10)), member("Kaya, Ege")
    tournament = factories.tournament()
    site.tournaments.add(tournament)
    for one in (child, adult):
        Entry.objects.create(tournament=tournament, player=one.player, name=one.player.name)
    found = everything(client)
    assert f"/en/players/{adult.pk}/" in found
    assert f"/en/players/{child.pk}/" not in found
    assert b"noindex" in client.get(f"/en/players/{child.pk}/").content


def test_a_long_list_comes_in_parts_that_hold_all_of_it(client, monkeypatch):
    members = [member(f"Kaya {n}") for n in range(7)]
    monkeypatch.setattr(sitemap, "PART", 3)
    assert len([one for one in places(client) if "of=players" in one]) >= 3
    assert len(everything(client)) == 2 * len(members)
    assert client.get("/federation-sitemap.xml?of=players&part=99999999").status_code == 404
    assert client.get("/federation-sitemap.xml?of=players").status_code == 404


def test_robots_name_it_where_there_is_a_federation(client, settings):
    assert "/federation-sitemap.xml" in client.get("/robots.txt").content.decode()
    settings.FEDERATION = ""
    assert "/federation-sitemap.xml" not in client.get("/robots.txt").content.decode()
    assert client.get("/federation-sitemap.xml").status_code == 404
