"""My desk: how far each tournament of my events is, what waits there, and the next sensible act."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories
from tests.pages import Page
from tests.tournaments.knockout_events import announced, knockout
from tests.tournaments.team_events import open_round, team_event
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import ArbiterCall, Event, Pairing, Role, StaffMember, Tournament
from tournaments.queries.setup.glance import Act, glances, my_desk
from tournaments.services.entries import checkin
from tournaments.services.entries.table_numbers import draw_table
from tournaments.services.reports.finishing import finish_tournament
from tournaments.services.rounds.publication import finish_round
from tournaments.services.setup.events import create_tournament
from tournaments.services.voice.calls import call, end_call
from tournaments.services.voice.requests import ask

pytestmark = pytest.mark.django_db


def line(tournament, role=Role.CHIEF):
    fresh = Tournament.objects.select_related("event").get(pk=tournament.pk)
    fresh.event.my_role = role
    (found,) = glances([fresh], factories.chief_of(tournament))[fresh.event_id]
    return found


def step(tournament, role=Role.CHIEF):
    found = line(tournament, role).step
    return (found.act, found.number) if found else None


def test_a_swiss_from_the_first_player_to_the_report():
    made = factories.tournament(total_rounds=2)
    chief = factories.chief_of(made)
    assert (line(made).state, step(made)) == ("before", (Act.PLAYERS, 0))
    factories.enter(made, 4)
    assert step(made) == (Act.PAIR, 1)
    checkin.mark_present(tournament=made, entry=made.entries.first(), by=chief)
    assert step(made) == (Act.CHECK_IN, 0)
    confirmed(checkin.close_checkin, tournament=made, choices={}, by=chief)
    assert step(made) == (Act.PAIR, 1)
    for entry in made.entries.all():
        checkin.mark_present(tournament=made, entry=entry, by=chief)
    factories.pair(made, 1)
    assert (line(made).state, step(made)) == ("draft", (Act.PUBLISH, 1))
    factories.publish(made, 1)
    found = line(made)
    assert (found.state, found.missing, found.boards) == ("missing", 2, 2)
    assert step(made) == (Act.ENTER, 1)
    factories.enter_all(made, 1)
    assert (line(made).state, step(made)) == ("complete", (Act.FINISH, 1))
    finish_round(tournament=made, number=1, by=chief)
    assert (line(made).state, step(made)) == ("finished", (Act.PAIR, 2))
    factories.play(made, 2, first=2)
    finish_round(tournament=made, number=2, by=chief)
    assert step(made) == (Act.END, 2)
    confirmed(finish_tournament, tournament=made, by=chief)
    assert (line(made).state, step(made)) == ("over", (Act.REPORT, 0))


def test_a_round_robin_is_drawn_first():
    made = factories.tournament(4, system="handbook.round_robin", total_rounds=3)
    assert step(made) == (Act.DRAW, 0)
    draw_table(tournament=made, by=factories.chief_of(made))
    assert step(made) == (Act.PAIR, 1)


def test_teams_and_knock_outs_lead_to_their_own_pages():
    league = team_event(4, 2, drawn=False)
    assert step(league) == (Act.TEAMS, 0)
    league = team_event(4, 2)
    assert step(league) == (Act.MATCHES, 1)
    open_round(league, 1)
    assert step(league) == (Act.ENTER, 1)
    cup = announced(knockout(4)).tournament
    assert (line(cup).state, step(cup)) == ("knockout", (Act.KNOCKOUT, 0))


@pytest.mark.parametrize(
    ("role", "entering", "pairing"),
    [(Role.READER, None, None), (Role.CLERK, Act.ENTER, None), (Role.ARBITER, Act.ENTER, Act.PAIR)],
)
def test_only_what_somebody_may_do_is_offered(role, entering, pairing):
    made = factories.tournament(4)
    assert (step(made, role) or (None,))[0] == pairing
    factories.pair(made, 1)
    factories.publish(made, 1)
    assert (step(made, role) or (None,))[0] == entering


def test_what_waits_is_counted():
    made = factories.tournament(6)
    factories.play(made, 1)
    one, two, _three = Pairing.objects.filter(round__tournament=made).order_by("board")
    Pairing.objects.filter(pk=one.pk).update(result="??")
    Pairing.objects.filter(pk=two.pk).update(read_differently="01")
    found = line(made)
    assert (found.adjourned, found.doubted, found.waits) == (1, 1, True)


@pytest.mark.parametrize("language", ["en", "tr"])
def test_the_page_says_it_and_the_green_button_leads_there(client, language):
    made = factories.tournament(6, name="Open")
    factories.pair(made, 1)
    factories.publish(made, 1)
    client.force_login(factories.chief_of(made))
    for address in ("", f"{made.event.slug}/"):
        page = Page(client.get(f"/{language}/desk/{address}"))
        said = {"en": "3 of 3 results are missing", "tr": "3 sonuçtan 3 tanesi eksik"}[language]
        assert said in page.text
        (link,) = page.links("a.button.main")
        words = {"en": "Enter results", "tr": "Sonuçları gir"}[language]
        assert link.words.startswith(words)
        assert link.address == f"/{language}/desk/{made.event.slug}/{made.slug}/rounds/1/"
        assert client.get(link.address).status_code == 200


def test_every_step_leads_to_a_page(client):
    chief = factories.user()
    league = team_event(4, 2, drawn=False)
    drawn, cup = team_event(4, 2), knockout(4).tournament
    robin = factories.tournament(4, system="handbook.round_robin", total_rounds=3)
    empty = factories.tournament()
    for made in (league, drawn, cup, robin, empty):
        StaffMember.objects.create(event=made.event, user=chief, role=Role.CHIEF)
    client.force_login(chief)
    steps = [one.step for event in my_desk(chief).events for one in event.lines]
    assert {one.act for one in steps} == {
        Act.TEAMS, Act.MATCHES, Act.KNOCKOUT, Act.DRAW, Act.PLAYERS,
    }  # fmt: skip
    for one in steps:
        assert client.get(one.address).status_code == 200, one


def test_what_is_over_stands_below_and_an_event_without_tournaments_says_so(client):
    chief = factories.user()
    made = factories.tournament(4, chief=chief)
    old = factories.tournament(4, chief=chief).event
    long_ago = timezone.localdate() - timedelta(days=400)
    Event.objects.filter(pk=old.pk).update(starts_on=long_ago, ends_on=long_ago)
    empty = factories.event(chief)
    desk = my_desk(chief)
    assert {one.duty.event_id for one in desk.events} == {made.event_id, empty.pk}
    assert [duty.event_id for duty in desk.earlier] == [old.pk]
    client.force_login(chief)
    page = Page(client.get("/en/desk/"))
    assert "No tournament yet." in page.text
    assert page.all("h2")[-1] == "Earlier" and old.name in page.rows()[-1]


def test_many_tournaments_cost_as_many_queries_as_one(client):
    chief = factories.user()
    made = factories.tournament(4, chief=chief)
    factories.play(made, 1)
    client.force_login(chief)

    def queries(address):
        client.get(address)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            client.get(address)
        return len(seen)

    addresses = ("/en/desk/", f"/en/desk/{made.event.slug}/")
    before = [queries(address) for address in addresses]
    for number in range(3):
        other = create_tournament(event=made.event, by=chief, name=f"B{number}")
        factories.enter(other, 4)
        factories.play(other, 1)
        factories.tournament(4, chief=chief)
    assert [queries(address) for address in addresses] == before


def test_the_chief_finds_the_rest_of_the_event_in_its_menu_and_others_do_not(client):
    made = factories.tournament(4)
    client.force_login(factories.chief_of(made))
    page = Page(client.get(f"/en/desk/{made.event.slug}/"))
    assert len(page.links("nav.menu a")) == 9
    assert len(page.links("main a.button.main")) == 1  # the next act, and nothing beside it
    client.force_login(factories.user(role=Role.ARBITER, event=made.event))
    assert Page(client.get(f"/en/desk/{made.event.slug}/")).count("nav.menu") == 0


def test_what_players_wait_for_stands_on_my_desk_and_on_the_event(client):
    made = factories.tournament(4)
    factories.pair(made, 1)
    factories.publish(made, 1)
    entry = factories.entry(made, 1)
    assert not line(made).waits
    call(tournament=made, entry=entry, reason="rule")
    ask(tournament=made, entry=entry, kind="Z", round_number=2)
    assert (line(made).inbox, line(made, Role.ARBITER).inbox) == (2, 1)
    assert line(made, Role.READER).inbox == 0
    client.force_login(factories.chief_of(made))
    inbox = f"/en/desk/{made.event.slug}/{made.slug}/inbox/"
    for address in ("/en/desk/", f"/en/desk/{made.event.slug}/"):
        page = Page(client.get(address))
        assert "2 wait in the inbox" in page.text
        assert inbox in [link.address for link in page.links("main a")]
    end_call(tournament=made, call=ArbiterCall.objects.get(), by=None)
    assert line(made).inbox == 1
