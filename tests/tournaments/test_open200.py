"""The open of 200 players is what it says, and always the same."""

import pytest

from tests import factories
from tournaments.management.demo import open200
from tournaments.management.demo.confirmations import confirmed
from tournaments.queries.entries.checkin import Counts, away_in, counts
from tournaments.services.entries import checkin

pytestmark = pytest.mark.django_db


def test_the_open_of_200_checks_in_and_is_always_the_same():
    tournament = open200.load(factories.user("chief"))
    entries = list(tournament.entries.order_by("tpn"))
    assert len(entries) == 200
    assert len({entry.club for entry in entries}) == 92
    assert sum(bool(entry.title) for entry in entries) == 14
    assert sum(entry.rating == 0 for entry in entries) == 6
    assert sorted(entry.fixed_board for entry in entries if entry.fixed_board) == [1, 2]
    assert tournament.forbidden_pairings.get().entries.count() == 2
    away = away_in(tournament, 1)
    silent = [entry for entry in entries if entry.pk not in away][-5:]
    tournament.entries.exclude(pk__in=[*away, *(entry.pk for entry in silent)]).update(
        status="present"
    )
    entries = list(tournament.entries.all())
    found = counts(entries, 1, away)
    assert found == Counts(present=187, byes=8, silent=5, absent=0, gone=0, later=0)
    assert found.total == 200
    confirmed(
        checkin.close_checkin,
        tournament=tournament,
        choices={},
        by=factories.chief_of(tournament),
    )
    before = open200.load(factories.user("other"))
    names = list(before.entries.order_by("tpn").values_list("name", flat=True))
    assert names == list(tournament.entries.order_by("tpn").values_list("name", flat=True))
