"""A club's own site enters players by a token of the club's manager, and nobody else does."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from federation.models import Booking, CalendarEvent, Charge, Duty, Member, Message
from federation.services.officers import name_officer
from tests import factories
from tests.federation import entries_made as make
from tournaments.api.views.root import document
from tournaments.models import Role, Scope
from tournaments.services.programs.tokens import make_token

pytestmark = pytest.mark.django_db
CHILD = timezone.localdate() - timedelta(days=11 * 365)
SECTIONS = ({"name": "Open", "fee": 300}, {"name": "U12", "age_until": 12, "fee": 100})


def token(user, *, event=None, scopes=("entries",)):
    return make_token(event=event, name="Site", scopes=list(scopes), by=user)[1]


class Site:
    """A club's own site, with the token of its manager."""

    def __init__(self, event):
        self.event, self.club = event, make.club()
        self.manager = factories.user("manager")
        self.manager.email = "club@example.org"
        self.manager.save()
        name_officer(user=self.manager, duty=Duty.CLUB, club=self.club, by=None)
        self.secret = token(self.manager)

    def member(self, name, born=CHILD):
        player = make.player(name, born)
        Member.objects.filter(player=player).update(club=self.club)
        return player

    def send(self, *players, secret="", query="", key="", **body):
        headers = {"authorization": f"Bearer {secret or self.secret}", "accept-language": "en"}
        if key:
            headers["idempotency-key"] = key
        return Client().post(
            f"/api/v1/calendar/{self.event.event.slug}/entries/{query}",
            {"club": self.club.code, "players": list(players), "parents_agreed": True} | body,
            content_type="application/json",
            headers=headers,
        )


@pytest.fixture
def event():
    return make.calendar(sections=SECTIONS)


@pytest.fixture
def site(event):
    return Site(event)


def test_players_are_entered_with_an_answer_for_each(event, site):
    event.sections.filter(name="U12").update(places=1)
    ada, efe = site.member("Kaya, Ada"), site.member("Kaya, Efe")
    answer = site.send({"player": ada.pk}, {"name": "Kaya, Efe"})
    assert answer.status_code == 201, answer.content
    found = answer.json()
    invoice = Charge.objects.get(purpose=Charge.Purpose.CLUB)
    assert (found["entered"], found["waiting"]) == (1, 1)
    assert (found["invoice"], found["currency"]) == (invoice.reference, "TRY")
    told = [
        (one["line"], one["player"], one["section"], one["state"], one["waiting"], one["fee"])
        for one in found["lines"]
    ]
    assert told == [
        (1, ada.pk, "U12", "accepted", 0, "100.00"),
        (2, efe.pk, "U12", "waiting", 1, "0"),
    ]
    assert set(Booking.objects.values_list("club", "email")) == {(site.club.pk, "club@example.org")}
    listed = Client().get(f"/api/v1/calendar/{event.event.slug}/entries/").json()["results"]
    assert [one["player"] for one in listed] == [ada.pk, efe.pk]


def test_a_newcomer_is_entered_as_on_the_page(site):
    born = CHILD.isoformat()
    answer = site.send({"name": "Yeni, Can", "birth_date": born, "sex": "m"})
    assert answer.json()["lines"][0]["player"] is None
    booking = Booking.objects.get()
    assert (booking.name, booking.birth_date, booking.sex) == ("Yeni, Can", born, "m")
    assert booking.club_name == site.club.name


def test_a_section_can_be_wished(event, site):
    ada, su = site.member("Kaya, Ada"), site.member("Kaya, Su", born=CHILD.replace(year=1990))
    wrong = site.send({"player": ada.pk, "section": "U99"}, {"player": su.pk, "section": "u12"})
    assert wrong.status_code == 400
    errors = wrong.json()["errors"]
    assert errors["players.0"] == ["There is no section “U99” here. There are: Open, U12."]
    assert errors["players.1"][0].startswith("U12: Only for players born in")
    answer = site.send({"player": ada.pk, "section": "open"}, {"player": su.pk, "section": ""})
    told = [(one["section"], one["fee"]) for one in answer.json()["lines"]]
    assert told == [("Open", "300.00"), ("Open", "300.00")]


def test_a_newcomer_keeps_the_federation_that_was_said(site):
    born = CHILD.isoformat()
    site.send({"name": "New, Ann", "birth_date": born, "federation": "geo"})
    assert Booking.objects.get().federation == "GEO"


def test_while_a_line_is_wrong_nobody_is_entered(event, site):
    ada = site.member("Kaya, Ada")
    make.entered(event, site.member("Kaya, Efe"), section="U12", parent="Kaya, Su")
    answer = site.send(
        {"player": ada.pk}, {"name": "Kaya, Efe"}, {"name": "Kimse, Yok"},
        {"player": make.player("Gizli, Biri").pk}, {"player": ada.pk}, {"name": "Total"},
    )  # fmt: skip
    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("application/problem+json")
    errors = answer.json()["errors"]
    assert "entered for this event already" in errors["players.1"][0]
    assert "whole birth date" in errors["players.2"][0]
    assert "no member of this number" in errors["players.3"][0]
    assert "on this list twice" in errors["players.4"][0]
    assert sorted(errors) == [f"players.{place}" for place in (1, 2, 3, 4, 5)]
    assert "Gizli" not in answer.content.decode()  # numbers tell nobody's name
    assert Booking.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": []}, {"players": [{}]}, {"players": [{"name": "=1"}]}, {"club": None},
        {"players": [{"name": "Kaya, Ada", "birth_date": "2015-02-31"}]},
        {"players": [{"name": "Kaya, Ada", "nane": "x"}]},
        {"players": [{"player": 2**70}]},
        {"players": [{"name": "Kaya, Ada"}] * 301},
    ],
)  # fmt: skip
def test_nonsense_is_named(site, wrong):
    answer = site.send(**wrong)
    assert answer.status_code == 400, answer.content
    assert answer.json()["errors"]
    assert not Booking.objects.exists()


def test_a_dry_run_answers_and_leaves_nothing(site):
    ada = site.member("Kaya, Ada")
    before = Message.objects.count()
    answer = site.send({"player": ada.pk}, query="?dry_run=1")
    assert (answer.status_code, answer["Dry-Run"]) == (201, "true")
    assert answer.json()["lines"][0]["state"] == "accepted"
    assert not Booking.objects.exists() and not Charge.objects.exists()
    assert Message.objects.count() == before


def test_sent_again_with_its_key_it_is_done_once(site):
    ada, efe = site.member("Kaya, Ada"), site.member("Kaya, Efe")
    first, second = (site.send({"player": ada.pk}, key="list-1") for _time in range(2))
    assert second["Idempotency-Replayed"] == "true"
    assert second.json() == first.json()
    assert Booking.objects.count() == 1
    other = site.send({"player": efe.pk}, key="list-1")
    assert (other.status_code, other.json()["code"]) == (422, "api.key_used_otherwise")


def test_refusals_have_codes(event, site):
    ada = site.member("Kaya, Ada")
    answer = site.send({"player": ada.pk}, parents_agreed=False)
    assert (answer.status_code, answer.json()["code"]) == (422, "club.parents_needed")
    past = timezone.now() - timedelta(hours=1)
    CalendarEvent.objects.filter(pk=event.pk).update(entries_until=past)
    answer = site.send({"player": ada.pk})
    assert (answer.status_code, answer.json()["code"].split(".")[0]) == (422, "entering")
    assert not Booking.objects.exists()


def _nobodys(site):
    return "hakem_" + "x" * 40


def _strangers(site):
    return token(factories.user("stranger"))


def _another_clubs(site):
    user = factories.user("other")
    name_officer(user=user, duty=Duty.CLUB, club=make.club("Başka SK"), by=None)
    return token(user)


def _offices(site):
    user = factories.user("office")
    name_officer(user=user, duty=Duty.OFFICE, by=None)
    return token(user)


def _arbiters(site):
    return token(factories.user("chief", role=Role.CHIEF, event=site.event.event))


def _of_the_event(site):
    """Of a manager who is also the chief arbiter."""
    event = site.event.event
    chief = factories.user("both", role=Role.CHIEF, event=event)
    name_officer(user=chief, duty=Duty.CLUB, club=site.club, by=None)
    return token(chief, event=event)


def _of_other_scopes(site):
    return token(site.manager, scopes=set(Scope.values) - {"entries"})


@pytest.mark.parametrize(
    ("whose", "status", "code"),
    [
        (_nobodys, 401, "authentication_failed"),
        (_strangers, 403, "permission_denied"),
        (_another_clubs, 403, "permission_denied"),
        (_offices, 403, "permission_denied"),
        (_arbiters, 403, "permission_denied"),
        (_of_the_event, 403, "permission_denied"),
        (_of_other_scopes, 403, "scope_missing"),
    ],
)
def test_nobody_else_enters_a_clubs_players(site, whose, status, code):
    ada = site.member("Kaya, Ada")
    answer = site.send({"player": ada.pk}, secret=whose(site))
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Booking.objects.exists()


def test_a_manager_no_more_enters_nobody(site):
    ada = site.member("Kaya, Ada")
    site.manager.offices.all().delete()
    assert site.send({"player": ada.pk}).status_code == 403


def test_what_is_not_public_or_only_a_file_is_not_entered(site):
    ada = site.member("Kaya, Ada")
    hidden = make.calendar(public=False)
    site.event = hidden
    assert site.send({"player": ada.pk}).status_code == 404
    address = f"/api/v1/calendar/{hidden.event.slug}/entries.csv"
    assert Client().post(address).status_code == 405
    assert not Booking.objects.exists()


def test_the_request_of_the_guide_is_understood(event, site):
    told = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    body = json.loads(re.search(r"/entries/ .*?-d '(.*?)'\n```", told, re.DOTALL)[1])
    body["players"][0]["player"] = site.member("Kaya, Ada").pk
    answer = site.send(**body | {"club": site.club.code})
    assert [one["section"] for one in answer.json()["lines"]] == ["U12", "U12"]


def test_the_document_has_it():
    found = document()["paths"]["/api/v1/calendar/{slug}/entries/"]["post"]
    assert found["operationId"] == "enterClubPlayers"
    assert {"201", "400", "401", "403", "404", "422"} <= found["responses"].keys()
    assert "Scope: entries." in found["summary"]
