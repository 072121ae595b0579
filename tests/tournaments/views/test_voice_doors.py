"""Every address of the voice, walked as those who may not; every row of it, forgotten in time."""

import inspect
from datetime import timedelta

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.tournaments.views.test_reported_results import board, phone
from tournaments.models import (
    ArbiterCall,
    Case,
    LogEntry,
    Phone,
    PlayerRequest,
    ResultReport,
    Sector,
    SlipPhoto,
    Voice,
    VoiceCode,
    VoiceMail,
    VoiceRules,
    voice,
)
from tournaments.queries.voice.codes import mail_key
from tournaments.services.setup.forgetting import forget_people
from tournaments.services.voice import proving
from tournaments.urls.public import tournament as patterns

pytestmark = pytest.mark.django_db

#: rows that are settings of the tournament, and nobody's own
KEPT = {VoiceRules, Sector}


@pytest.fixture
def tournament():
    made = factories.tournament(6)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


def addresses(tournament, entry):
    """Every public address that acts for a player, by its name."""
    found = {}
    for one in patterns:
        route = str(one.pattern)
        if route.startswith("players/<int:entry>/me/"):
            route = route.replace("<int:entry>", str(entry.pk)).replace("<int:asked>", "1")
            route = route.replace("<int:number>", "1")
            assert "<" not in route, f"give {route} a value in this test"
            found[one.name] = f"/en/e/{tournament.event.slug}/{tournament.slug}/{route}"
    assert len(found) >= 9
    return found


def stands(tournament):
    rows = (ResultReport, PlayerRequest, ArbiterCall, Case, SlipPhoto)
    return (
        [row.objects.count() for row in rows],
        list(Voice.objects.filter(withdrawn_at=None).values_list("pk", flat=True)),
        LogEntry.objects.filter(tournament=tournament).count(),
        list(tournament.rounds.get(number=1).pairings.values_list("result", flat=True)),
    )


def sent(game):
    return {"said": "win", "pairing": game.pk, "kind": "W", "round": "2", "reason": "rule",
            "about": "pairing", "words": "Mine"}  # fmt: skip


@pytest.mark.parametrize("who", ["a stranger", "another player", "another event's arbiter"])
def test_nobody_speaks_for_a_player_without_their_code(tournament, who):
    game, other = board(tournament, 1), board(tournament, 2)
    proved = phone(game.white)  # somebody may, so that there is something to take away
    visitor = {"a stranger": Client, "another player": lambda: phone(other.white)}.get(
        who, Client
    )()
    if who == "another event's arbiter":
        visitor.force_login(factories.chief_of(factories.tournament(2)))
    before = stands(tournament)
    for name, address in addresses(tournament, game.white).items():
        answers = [visitor.get(address), visitor.post(address, sent(game))]
        for answer in answers:
            shown = answer.content.decode() if answer.status_code == 200 else ""
            assert answer.status_code in (200, 302, 404, 405), name
            assert "data-voice" not in shown and "This phone speaks no more" not in shown, name
    assert stands(tournament) == before
    assert proved.get(addresses(tournament, game.white)["my_page"]).status_code == 200


def test_a_wrong_link_or_code_speaks_for_nobody_anywhere(tournament):
    elsewhere = factories.entry(factories.tournament(2), 1)
    row = VoiceMail.objects.create(
        entry=elsewhere, email="a@example.org", asked_at=timezone.now(), serial=1
    )
    at = f"/en/e/{tournament.event.slug}/{tournament.slug}/"
    for end in ("who/AAAAAAAA/", f"me/link/{mail_key(row)}/", "me/link/x/"):
        for method in (Client().get, Client().post):
            assert method(f"{at}{end}").status_code == 302, end
    assert not Voice.objects.exists()


def test_a_hidden_event_has_no_door_for_phones(tournament):
    game = board(tournament, 1)
    player = phone(game.white)
    tournament.event.public = False
    tournament.event.save()
    for name, address in addresses(tournament, game.white).items():
        answer = player.post(address, sent(game))
        assert answer.status_code == 404 or (
            answer.status_code == 302 and "/me/" not in answer["Location"]
        ), name
    assert not ResultReport.objects.exists() and not PlayerRequest.objects.exists()


def test_every_row_that_players_left_is_gone_with_the_data_of_the_event(tournament):
    models = {
        one
        for _name, one in inspect.getmembers(voice, inspect.isclass)
        if one in set(apps.get_models()) and one.__module__ == voice.__name__
    }
    game = board(tournament, 1)
    entry, now = game.white, timezone.now()
    here = {"tournament": tournament, "round_number": 1, "board": 1}
    phone(entry)
    VoiceCode.objects.create(entry=entry)
    VoiceMail.objects.create(entry=entry, email="a@example.org", asked_at=now)
    ResultReport.objects.create(pairing=game, entry=entry, white=entry, code="10", at=now)
    PlayerRequest.objects.create(
        tournament=tournament, entry=entry, kind="L", round_number=1, state="noted"
    )
    ArbiterCall.objects.create(**here, entry=entry, reason="rule")
    Case.objects.create(**here, number=1, entry=entry, pairing=game, about="pairing", words="x")
    SlipPhoto.objects.create(**here, digest="d", width=1, height=1, data=b"x")
    for model in models - KEPT:
        assert model.objects.exists(), f"{model.__name__}: make one in this test"
    event = tournament.event
    event.starts_on = event.ends_on = timezone.localdate() - timedelta(days=1)
    event.save()
    forget_people(event=event, by=None)
    Phone.objects.update(made_at=now - timedelta(days=2))
    proving.sweep()
    left = [model.__name__ for model in models - KEPT if model.objects.exists()]
    assert left == []
