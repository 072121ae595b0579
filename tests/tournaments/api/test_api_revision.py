"""A round that was taken back is under revision, and what moves no pairing leaves a draft alone."""

import pytest

from tests import factories
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Round
from tournaments.queries.rounds.stale import draft_is_stale
from tournaments.services.entries.listing import change_entry
from tournaments.services.rounds.publication import unpublish_round

pytestmark = pytest.mark.django_db


def test_under_revision_is_a_state_of_a_round(api, program, published):
    rounds = f"tournaments/{published.pk}/rounds/"
    confirmed(
        unpublish_round,
        tournament=published,
        number=1,
        reason="Wrong",
        by=factories.chief_of(published),
    )
    first = api.get(rounds).json()["results"][0]
    assert (first["status"], first["url"]) == ("under_revision", None)
    assert first["under_revision"] is True
    [found] = api.get(f"{rounds}?status=under_revision").json()["results"]
    assert found["number"] == 1
    planned = api.get(f"{rounds}?status=planned").json()["results"]
    assert planned and 1 not in [one["number"] for one in planned]
    gone = api.get(f"{rounds}1/")
    assert (gone.status_code, gone.json()["code"]) == (404, "under_revision")
    assert "under revision" in gone.json()["detail"]
    staff = program(published)
    assert staff.get(rounds).json()["results"][0]["status"] == "draft"
    assert staff.get(f"{rounds}1/").status_code == 200
    factories.publish(published, 1)
    assert api.get(rounds).json()["results"][0]["status"] == "published"
    assert api.get(f"{rounds}?status=under_revision").json()["results"] == []


@pytest.mark.parametrize(
    ("values", "stale"),
    [
        ({"birth_date": "2001"}, False),
        ({"club": "Rook"}, False),
        ({"sex": "w"}, False),
        ({"fide_rating": 2750}, True),
    ],
)
def test_a_changed_birth_date_leaves_a_draft_as_it_is(values, stale):
    tournament = factories.tournament(6)
    factories.pair(tournament, 1)
    entry = factories.entry(tournament, 6)
    change_entry(tournament=tournament, entry=entry, version=entry.version, by=None, values=values)
    draft = Round.objects.get(tournament=tournament.pk, number=1)  # with what was drawn since
    assert draft_is_stale(draft) is stale
