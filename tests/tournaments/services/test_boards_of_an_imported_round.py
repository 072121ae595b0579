"""A round paired elsewhere: its boards stand in the order of the rule (C.04.2 art. 3.6)."""

import pytest

from tests import factories
from tournaments.management.demo.confirmations import confirmed
from tournaments.queries.reports.trf import report
from tournaments.services.reports.round_import import import_round
from tournaments.services.results.entering import enter_result

pytestmark = pytest.mark.django_db


def after_round_1():
    """The players with the higher numbers won: they lead."""
    made = factories.tournament(8, initial_colour="w")
    factories.pair(made, 1)
    factories.publish(made, 1)
    for row in made.rounds.get(number=1).pairings.all():
        code = "01" if row.white.tpn < row.black.tpn else "10"
        enter_result(tournament=made, pairing_id=row.pk, code=code, version=row.version, by=None)
    return made


def boards(tournament):
    rows = tournament.rounds.get(number=2).pairings.order_by("board")
    return list(rows.values_list("white__tpn", "black__tpn"))


def test_c_04_2_art_3_6_the_leaders_of_an_imported_round_sit_on_board_1():
    elsewhere = after_round_1()
    factories.pair(elsewhere, 2)
    factories.publish(elsewhere, 2)
    factories.enter_all(elsewhere, 2)
    here = after_round_1()
    by = factories.chief_of(here)
    confirmed(import_round, tournament=here, number=2, data=report(elsewhere), by=by)
    assert boards(here) == boards(elsewhere)
    assert min(boards(here)[0]) > 4
