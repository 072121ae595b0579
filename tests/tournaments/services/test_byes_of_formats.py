"""The byes that can be asked for are those of the table of formats, on every way in."""

import pytest
from django.urls import reverse

from pairing.formats import FORMATS
from tests import factories
from tests.pages import Page
from tests.tournaments.team_events import team_event
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import ByeKind, ByeRequest
from tournaments.queries.setup.regulations import regulations_in_words
from tournaments.services.entries.byes import grant_bye

pytestmark = pytest.mark.django_db

SWISS = sorted(key for key, one in FORMATS.items() if one.swiss and one.pairs_players)


def ask(tournament, kind, round_number=1):
    return confirmed(
        grant_bye,
        tournament=tournament,
        entry=tournament.entries.order_by("id")[0],
        round_number=round_number,
        kind=kind,
        by=factories.chief_of(tournament),
    )


@pytest.mark.parametrize("system", SWISS)
def test_a_swiss_has_the_half_point_bye_that_its_regulations_promise(system):
    made = factories.tournament(6, system=system)
    sentences = dict(regulations_in_words(made))["Byes and late entries"]
    assert "A player may ask for 1 half-point bye, before the round is paired." in sentences
    assert ask(made, "H").kind == ByeKind.HALF_POINT


@pytest.mark.parametrize("kind", ["H", "F"])
def test_a_round_robin_has_no_bye_to_ask_for(kind):
    made = factories.tournament(6, system="handbook.round_robin")
    with pytest.raises(Refused, match="no byes to ask for") as refused:
        ask(made, kind)
    assert refused.value.field == "kind"
    assert not ByeRequest.objects.exists()


def test_who_is_away_in_a_round_robin_loses_by_forfeit():
    made = factories.tournament(4, system="handbook.round_robin", total_rounds=3)
    away = made.entries.order_by("id")[0]
    assert ask(made, "Z").kind == ByeKind.ZERO_POINT
    factories.pair(made, 1)
    row = made.rounds.get(number=1).pairings.get(result__in=("+-", "-+"))
    assert away in (row.white, row.black)
    assert row.result == ("-+" if row.white == away else "+-")


def test_players_of_teams_have_no_byes_to_ask_for():
    made = team_event(teams=4, boards=2)
    with pytest.raises(Refused, match="no byes to ask for"):
        ask(made, "Z")


def test_the_page_of_a_player_offers_what_the_service_gives(client):
    made = factories.tournament(6, system="handbook.round_robin")
    entry = made.entries.order_by("id")[0]
    client.force_login(factories.chief_of(made))
    address = reverse("desk:edit_player", args=[made.event.slug, made.slug, entry.pk])
    page = Page(client.get(address))
    assert page.all("select[name=kind] option") == ["zero-point bye"]
    assert "loses the game by forfeit" in page.text
    assert not page.count("[name=bye_entitled]")


def test_a_player_of_a_round_robin_is_saved_and_keeps_what_is_not_asked(client):
    made = factories.tournament(6, system="handbook.round_robin")
    entry = made.entries.order_by("id")[0]
    client.force_login(factories.chief_of(made))
    address = reverse("desk:edit_player", args=[made.event.slug, made.slug, entry.pk])
    sent = {"name": "Kaya, Deniz", "fide_rating": 2000, "national_rating": 0, "federation": "TUR"}
    answer = client.post(address, {**sent, "version": entry.version, "sex": ""})
    assert answer.status_code == 302, answer.context["form"].errors
    entry.refresh_from_db()
    assert (entry.name, entry.bye_entitled) == ("Kaya, Deniz", True)


def test_the_settings_of_a_round_robin_ask_nothing_about_byes_and_late_entries(client):
    made = factories.tournament(6, system="handbook.round_robin")
    client.force_login(factories.chief_of(made))
    page = Page(client.get(reverse("desk:settings", args=[made.event.slug, made.slug])))
    assert not page.count("[name=half_byes_allowed], [name=late_entries_until]")
    assert page.count("[name=total_rounds]")
    assert "Entries and byes" not in page.text


def test_the_api_refuses_it_too(client):
    made = factories.tournament(6, system="handbook.round_robin")
    client.force_login(factories.chief_of(made))
    entry = made.entries.order_by("id")[0]
    answer = client.put(
        f"/api/v1/players/{entry.pk}/byes/1/", {"kind": "H"}, content_type="application/json"
    )
    assert answer.status_code == 422, answer.content
    assert answer.json()["code"] == "bye.only_away"
