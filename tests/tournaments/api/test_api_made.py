"""Whatever was made says in `Location` where it is read, and there it is."""

import json
import re
from urllib.parse import urlsplit

import pytest
from django.db import transaction

from tests import factories
from tests.tournaments.api.described import operations
from tests.tournaments.api.test_api_document import bodies
from tests.tournaments.api.whole_event import whole_event
from tests.tournaments.knockout_events import level_three
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Scope
from tournaments.queries.reports.trf import report
from tournaments.services.programs.tokens import make_token
from tournaments.services.reports.finishing import finish_tournament
from tournaments.services.rounds.publication import finish_round

pytestmark = pytest.mark.django_db

MAKING = {one.name: one for one in operations() if 201 in one.statuses}


@pytest.fixture
def whole(settings):
    settings.EVENTS_BY_ANYBODY = True
    return whole_event()


def asked(whole):
    """Name → address and body of each operation that makes something."""
    event, chief = whole.event.slug, whole.chief
    field = factories.tournament(8, chief=chief).pk
    league = factories.tournament(chief=chief, system="fide2026.team").pk
    over = factories.tournament(4, chief=chief, total_rounds=1)
    factories.play(over, 1)
    finish_round(tournament=over, number=1, by=chief)
    confirmed(finish_tournament, tournament=over, by=chief)
    level = level_three()
    level.event, level.slug = whole.event, "level"
    level.save()
    found = {
        name: (one.address(**whole.values(one)), bodies().get(name, {}))
        for name, one in MAKING.items()
    }
    at, own = "/api/v1/tournaments", bodies()
    return found | {
        "enterPlayer": (f"{at}/{field}/players/", own["enterPlayer"]),
        "enterPlayers": (f"{at}/{field}/players/many/", own["enterPlayers"]),
        "forbidPairings": (f"{at}/{field}/forbidden/", own["forbidPairings"]),
        "makeGroups": (f"{at}/{field}/groups/", own["makeGroups"]),
        "enterTeam": (f"{at}/{league}/teams/", own["enterTeam"]),
        "enterTeams": (f"{at}/{league}/teams/many/", own["enterTeams"]),
        "preparePlayoff": (f"{at}/{level.pk}/knockouts/", {"place": 1}),
        "noteReportSent": (f"{at}/{over.pk}/files/trf26/sent/", own["noteReportSent"]),
        "sendReport": (f"/api/v1/events/{event}/reports/", {"trf": report(whole.swiss).decode()}),
    }


def test_whatever_is_made_says_where_it_is_read(client, whole):
    _token, secret = make_token(event=None, name="T", scopes=Scope.values, by=whole.chief)
    token = {"authorization": f"Bearer {secret}"}
    told = {}
    for name, (address, body) in asked(whole).items():

        def send(name=name, address=address, body=body):
            return client.post(
                address,
                json.dumps(body),
                content_type="application/json",
                headers=token | {"idempotency-key": name},
            )

        with transaction.atomic():  # each for itself: one may take away what another needs
            answer = send()
            if answer.status_code == 409:  # it asks first
                body = body | {"confirmed": answer.json()["confirmed"]}
                answer = send(body=body)
            assert answer.status_code == 201, (name, answer.content)
            told[name] = place = answer["Location"]
            assert client.get(urlsplit(place).path, headers=token).status_code == 200, name
            assert send(body=body)["Location"] == place, name
            transaction.set_rollback(True)
    assert told.keys() == MAKING.keys() and len(told) > 15
    assert re.search(r"/events/[\w-]+/webhooks/$", told["addWebhook"])  # not the address told


def test_the_document_says_so_of_each():
    for operation in MAKING.values():
        assert "Location" in operation.described["responses"]["201"]["headers"]
