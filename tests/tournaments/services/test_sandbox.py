"""A sandbox: a hidden copy with its players and a token, from which nothing leaves, for a day."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests import factories
from tests.tournaments.api.conftest import Program
from tests.tournaments.team_events import team_event
from tournaments import tasks
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, Event, Pairing, Role, Scope, StaffMember
from tournaments.queries.setup.removed import removed_events
from tournaments.services.programs.tokens import make_token
from tournaments.services.reports.sending import note_sent
from tournaments.services.setup.events import change_event
from tournaments.services.setup.invitations import invite
from tournaments.services.setup.sandbox import MOST, forget_sandboxes, make_sandbox

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def source_once(standing):
    made = factories.tournament(8)
    factories.play(made, 1)
    made.entries.update(phone="0555", note="late", national_id="123")
    factories.user("clerk", role=Role.CLERK, event=made.event)
    return made


@pytest.fixture
def source(source_once):
    return deepcopy(source_once)


@pytest.fixture
def made(source):
    return make_sandbox(source=source.event, by=factories.chief_of(source))


def test_it_has_the_players_and_nothing_by_which_they_could_be_reached(source, made):
    event, _secret = made
    [copy] = event.tournaments.all()
    assert list(copy.entries.order_by("tpn").values_list("tpn", "name", "rating")) == list(
        source.entries.order_by("tpn").values_list("tpn", "name", "rating")
    )
    assert set(copy.entries.values_list("phone", "note", "national_id")) == {("", "", "")}
    assert not Pairing.objects.filter(round__tournament=copy).exists()
    duties = StaffMember.objects.filter(event=event)
    assert [(one.user_id, one.role) for one in duties] == [(factories.chief_of(source).pk, "chief")]


def test_its_token_plays_it_to_its_end_and_opens_nothing_else(client, source, made):
    event, secret = made
    [copy] = event.tournaments.all()
    program = Program(client, secret)
    answer = program.post(f"tournaments/{copy.pk}/rounds/1/pair/")
    if answer.status_code == 409:
        confirmed = {"confirmed": answer.json()["confirmed"]}
        answer = program.post(f"tournaments/{copy.pk}/rounds/1/pair/", confirmed)
    assert answer.status_code == 200, answer.content
    assert program.patch(f"events/{event.slug}/", {"city": "Bursa"}).status_code == 200
    assert event.tokens.get().scopes == Scope.values
    assert program.post(f"tournaments/{source.pk}/rounds/2/pair/").status_code == 404


def test_nobody_else_sees_it_and_it_says_what_it_is(client, source, made):
    event, _secret = made
    assert event.name.startswith("Sandbox") and source.event.name in event.name
    for address in (f"/en/e/{event.slug}/", f"/api/v1/events/{event.slug}/"):
        assert client.get(address).status_code == 404
    for address in ("/en/", "/api/v1/events/", "/sitemap.xml"):
        assert event.slug not in client.get(address).getvalue().decode()
    chief = factories.chief_of(source)
    with pytest.raises(Refused) as refused:
        change_event(event=event, by=chief, values={"public": True})
    assert refused.value.code == "sandbox.stays_hidden"
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(public=True)
    client.force_login(chief)
    assert "This is a sandbox" in client.get(f"/en/desk/{event.slug}/").content.decode()


def test_nothing_leaves_it(made):
    event, _secret = made
    [copy] = event.tournaments.all()
    chief = factories.chief_of(copy)
    with pytest.raises(Refused, match="Nothing is sent"):
        note_sent(tournament=copy, profile="trf26", to="FIDE", by=chief)
    with pytest.raises(Refused, match="Nothing is sent"):
        invite(event=event, email="ada@chess.example", role=Role.CLERK, language="en", by=chief)


def test_after_a_day_it_forgets_itself(client, made):
    event, secret = made
    [copy] = event.tournaments.all()
    factories.play(copy, 2)
    forget_sandboxes()
    assert not Event.objects.get(pk=event.pk).removed  # its day is not over
    Event.objects.filter(pk=event.pk).update(sandbox_until=timezone.now() - timedelta(seconds=1))
    assert forget_sandboxes in tasks.SWEPT
    forget_sandboxes()
    assert Event.objects.get(pk=event.pk).removed
    assert not Entry.objects.filter(tournament=copy).exists()
    assert Program(client, secret).get(f"events/{event.slug}/").status_code == 401
    assert not removed_events(factories.chief_of(copy)).exists()
    forget_sandboxes()  # once is enough


def test_a_person_has_a_few_and_none_of_a_sandbox(source, made):
    chief = factories.chief_of(source)
    with pytest.raises(Refused, match="a sandbox already"):
        make_sandbox(source=made[0], by=chief)
    for _more in range(MOST - 1):
        make_sandbox(source=source.event, by=chief)
    with pytest.raises(Refused, match=f"You have {MOST} sandboxes"):
        make_sandbox(source=source.event, by=chief)


def test_one_press_on_the_page_of_programs(client, source):
    client.force_login(factories.chief_of(source))
    programs = f"/en/desk/{source.event.slug}/programs/"
    assert "Make a sandbox" in client.get(programs).content.decode()
    page = client.post(f"{programs}sandbox/").content.decode()
    event = Event.objects.get(sandbox_until__isnull=False)
    assert "hakem_" in page and f"/en/desk/{event.slug}/" in page


def test_a_program_makes_one_too(client, source):
    _token, secret = make_token(
        event=source.event,
        name="Results table",
        scopes=[Scope.EVENTS],
        by=factories.chief_of(source),
    )
    answer = Program(client, secret).post(f"events/{source.event.slug}/sandbox/")
    assert answer.status_code == 201
    made = answer.json()
    assert made["event"]["sandbox_until"]
    assert Program(client, made["token"]).get(f"events/{made['event']['slug']}/").status_code == 200


@pytest.mark.parametrize("system", ["handbook.team_round_robin", "fide2026.team"])
def test_teams_come_along_with_their_boards_and_numbers(system):
    source = team_event(4, 2, system=system)
    source.teams.update(captain="Ayşe Yılmaz", captain_email="a@example.org")
    event, _secret = make_sandbox(source=source.event, by=factories.chief_of(source))
    [copy] = event.tournaments.all()
    as_listed = ("number", "name", "members__place", "members__entry__name")
    ordered = copy.teams.order_by("name", "members__place").values_list(*as_listed)
    known = source.teams.order_by("name", "members__place").values_list(*as_listed)
    assert list(ordered) == list(known) and len(ordered) == 12
    assert set(copy.teams.values_list("captain", "captain_email")) == {("", "")}
