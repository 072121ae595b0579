"""Screens in the hall: what they show, and their remote control at the desk."""

import re
from copy import deepcopy
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.pages import Page
from tests.tournaments.knockout_events import announced, knockout, level_three, play_out
from tests.tournaments.team_events import open_round, team_event
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import HallScreen, Role
from tournaments.services.hall.screens import announce
from tournaments.services.knockout import playoff
from tournaments.services.reports.finishing import finish_tournament
from tournaments.services.rounds.pairing import request_pairing
from tournaments.services.rounds.publication import finish_round
from tournaments.services.teams import swiss

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(10)
    factories.play(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def screen(tournament, *shows, **values):
    return HallScreen.objects.create(
        event=tournament.event, name="Door", key="key", shows=list(shows), **values
    )


def shown(client):
    return client.get("/en/screens/key/").content.decode()


def test_pages_hold_so_many_lines_and_turn_by_themselves(client, tournament):
    screen(tournament, "boards", "standings", rows=4)
    page = shown(client)
    assert Page(page).count("section.slide.boards") == 2
    assert Page(page).count("section.slide.standings") == 3
    assert "1 / 2" in page


def test_by_name_stands_in_two_columns(client, tournament):
    screen(tournament, "names", rows=4)
    page = shown(client)
    assert Page(page).count("section.slide.names") == 2
    assert Page(page).count("tbody") == 3


def test_the_latest_results_come_first(client, tournament):
    screen(tournament, "results", rows=4)
    last = tournament.rounds.get(number=1).pairings.order_by("-entered_at").first()
    page = shown(client)
    assert Page(page).count("section.slide.results") == 1
    assert last.white.name in Page(page).rows()[0]


def test_a_screen_without_a_round_says_so(client):
    made = factories.tournament(4)
    screen(made, "boards")
    assert "No round is published yet." in shown(client)


def test_before_the_first_round_the_screen_says_who_begins_when(client):
    made = factories.tournament(4, name="Open")
    made.rounds.filter(number=1).update(starts_at=datetime(2026, 11, 21, 11, tzinfo=UTC))
    factories.pair(made, 1)  # a draft is nobody's business
    screen(made, "boards", "names", "results", "standings")
    page = Page(shown(client))
    assert page.count("section.slide.awaited") == 1
    assert ["Open", "2026-11-21 14:00", "4"] in page.rows()  # by the clock of the venue
    assert "Player 001" not in page.text


def test_the_last_table_of_a_finished_event_is_the_final_one(client):
    made = factories.tournament(4, total_rounds=1)
    factories.play(made, 1)
    screen(made, "standings")
    assert "standings after round 1" in shown(client)
    chief = factories.chief_of(made)
    finish_round(tournament=made, number=1, by=chief)
    confirmed(finish_tournament, tournament=made, by=chief)
    assert "Final ranking" in shown(client)


def test_a_play_off_says_that_it_is_one_and_its_column_has_a_short_head(client):
    made = level_three()
    final = playoff.prepare_playoff(tournament=made, place=1, level=[], by=None)
    play_out(announced(final))
    screen(made, "standings")
    page = Page(shown(client))
    assert "Play-off · Final ranking" in page.text
    assert "PO" in page.all("th.n")
    assert "OTHER_" not in page.text


def test_it_looks_again_when_a_result_comes_or_the_desk_changes_it(client, tournament):
    made = screen(tournament, "boards")

    def state():
        return client.get("/en/screens/key/state/").json()["state"]

    first = state()
    assert state() == first
    factories.pair(tournament, 2)
    second = state()
    assert second != first
    made.announcement = "Lunch at 13:00"
    made.save()
    assert state() not in (first, second)
    assert "Lunch at 13:00" in shown(client)


def test_an_arbiter_adds_changes_announces_and_removes(client, tournament):
    client.force_login(factories.user(role=Role.ARBITER, event=tournament.event))
    address = f"/en/desk/{tournament.event.slug}/screens/"
    values = {"name": "Hall", "shows": ["boards"], "seconds": "10", "rows": "12", "tournament": ""}
    client.post(address, values)
    made = HallScreen.objects.get(event=tournament.event)
    assert (made.name, made.shows, len(made.key)) == ("Hall", ["boards"], 12)
    client.post(f"{address}{made.pk}/", values | {"shows": ["names", "standings"]})
    made.refresh_from_db()
    assert made.shows == ["names", "standings"]
    client.post(f"{address}announce/", {"text": "Round 2 at 14:00"})
    tournament.event.refresh_from_db()
    assert tournament.event.announcement == "Round 2 at 14:00"
    assert "Take it down" in client.get(address).content.decode()
    client.post(f"{address}{made.pk}/remove/")
    assert not HallScreen.objects.exists()
    acts = list(tournament.event.log.order_by("id").values_list("act", flat=True))[-4:]
    assert acts == ["screen.added", "screen.changed", "screen.announced", "screen.removed"]


def test_an_announcement_stands_on_every_page_of_the_event_until_it_is_taken_down(
    client, tournament
):
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    at = f"/en/e/{tournament.event.slug}/"
    pages = [at, *(f"{at}{tournament.slug}/{one}/" for one in ("rounds/2", "standings", "players"))]
    chief = factories.chief_of(tournament)

    def news():
        return client.get(f"{at}{tournament.slug}/news/").json()["news"]

    def stand():
        return {"Lunch at 13:00" in client.get(one).content.decode() for one in pages}

    before = news()
    assert stand() == {False}
    announce(event=tournament.event, text="Lunch at 13:00", by=chief)
    assert stand() == {True}
    assert news() != before
    own = screen(tournament, "boards")
    own.announcement = "Coffee in room 3"
    own.save()
    assert "Lunch at 13:00" in shown(client)
    announce(event=tournament.event, text="", by=chief)
    assert stand() == {False}
    assert news() == before
    assert "Coffee in room 3" in shown(client)


def test_a_screen_of_another_event_cannot_be_reached(client, tournament):
    made = screen(tournament, "boards")
    elsewhere = factories.tournament(2)
    client.force_login(factories.chief_of(elsewhere))
    for part in ("", "remove/"):
        address = f"/en/desk/{elsewhere.event.slug}/screens/{made.pk}/{part}"
        assert client.post(address).status_code == 404
    assert HallScreen.objects.filter(pk=made.pk).exists()


def test_too_fast_a_screen_is_refused(client, tournament):
    client.force_login(factories.user(role=Role.ARBITER, event=tournament.event))
    address = f"/en/desk/{tournament.event.slug}/screens/"
    answer = client.post(address, {"name": "H", "shows": ["boards"], "seconds": "1", "rows": "9"})
    assert answer.status_code == 200
    assert not HallScreen.objects.exists()


def test_queries_do_not_grow_with_players(client):
    counts = []
    for players, key in ((4, "a"), (20, "b")):
        made = factories.tournament(players)
        factories.play(made, 1)
        HallScreen.objects.create(
            event=made.event, name="S", key=key, shows=["boards", "names", "standings", "results"]
        )
        with CaptureQueriesContext(connection) as seen:
            client.get(f"/en/screens/{key}/")
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_matches_and_teams_stand_where_teams_play(client):
    made = team_event(4, 2)
    open_round(made, 1)
    screen(made, "boards", "names", "standings")
    page = Page(shown(client))
    assert page.count("section.slide.matches") == 1
    assert page.count("section.slide.standings") == 1
    assert "A" in page.all("td")


def test_announced_matches_of_a_swiss_stand_on_the_screen_and_no_boards(client):
    made = team_event(5, 2, system="fide2026.team")
    made.rounds.get_or_create(number=1)
    screen(made, "boards", "standings")
    confirmed(swiss.pair_matches, tournament=made, number=1, by=None)
    assert Page(shown(client)).count("section.slide.matches") == 0
    confirmed(swiss.announce_matches, tournament=made, number=1, public=True, by=None)
    page = Page(shown(client))
    assert page.count("section.slide.matches") == 1
    assert {"A", "B", "C", "D"} <= set(page.all("section.slide.matches td"))
    chief = factories.chief_of(made)
    confirmed(request_pairing, tournament=made, number=1, by=chief)  # a draft: no boards shown
    page = Page(shown(client))  # the code for phones is letters, too
    assert "A1" not in page.text and page.count("section.slide.matches") == 1
    factories.publish(made, 1)
    assert Page(shown(client)).count("section.slide.matches") == 1


def test_a_knock_out_beside_a_tournament_does_not_stop_the_screen(client):
    made = announced(knockout(4)).tournament
    screen(made, "boards", "names", "standings", "results")
    assert client.get("/en/screens/key/").status_code == 200


def test_a_knock_out_shows_what_is_played_its_bracket_and_at_last_who_has_which_place(client):
    made = announced(knockout(8))
    screen(made.tournament, "boards", "standings", rows=6)
    page = shown(client)
    assert Page(page).count("section.slide.due") == 1
    assert Page(page).count("section.slide.bracket") == 2  # two matches of the stage on each
    assert Page(page).count("ul.tie") == 4 + 2 + 1
    assert Page(page).count("section.slide.places") == 0
    play_out(made)
    over = shown(client)
    assert Page(over).count("section.slide.due") == 0
    assert "Player 001" in Page(over).one("section.slide.places")


def test_a_screen_knows_when_another_round_is_out_and_when_the_site_is_renewed(
    client, tournament, monkeypatch
):
    screen(tournament, "boards")

    def state():
        return client.get("/en/screens/key/state/").json()

    def rounds():
        return re.search(r'data-rounds="([^"]*)"', shown(client))[1]

    before, release = rounds(), state()["release"]
    factories.enter_all(tournament, 1)
    assert rounds() == before
    factories.pair(tournament, 2)
    assert rounds() == before
    factories.publish(tournament, 2)
    assert rounds() != before
    monkeypatch.setattr("tournaments.views.public.screens.release", lambda: "next")
    assert state()["release"] == "next" != release


def test_by_name_a_page_says_from_whom_to_whom_it_goes(client, tournament):
    screen(tournament, "names", rows=4)
    assert "<small>Player 001 … Player 008</small>" in shown(client)
