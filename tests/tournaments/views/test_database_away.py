"""The database is away for a moment: the page says so, and what is stored stays."""

import pytest
from django.db import OperationalError

from tests import factories
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("error", "status", "sentence"),
    [
        (OperationalError("gone"), 503, "The database does not answer"),
        (ZeroDivisionError(), 500, "The program made a mistake"),
    ],
)
def test_the_page_says_what_happened(client, monkeypatch, error, status, sentence):
    made = factories.tournament(4)
    factories.pair(made, 1)
    factories.publish(made, 1)
    client.force_login(factories.chief_of(made))
    client.raise_request_exception = False

    def fail(*_args, **_values):
        raise error

    monkeypatch.setattr("tournaments.kernel.log.record", fail)
    row = made.rounds.get(number=1).pairings.get(board=1)
    response = client.post(
        f"/en/desk/{made.event.slug}/a/rounds/1/results/", {"set": f"{row.pk}.{row.version}.10"}
    )
    assert response.status_code == status
    assert sentence in response.content.decode()
    assert Pairing.objects.get(pk=row.pk).result == ""  # nothing half done
