"""Title norms after any complete round, as the desk reads them."""

import pytest

from tests import factories
from tests.tournaments.views.test_norm_page import closed, play
from tournaments.queries.standings.norm_prospects import norm_page

pytestmark = pytest.mark.django_db

__all__ = ["closed"]  # the fixture


def test_norms_are_told_after_every_round_as_they_were_then(program, closed):
    tournament = play(closed, 9, {2, 5, 8})
    staff = program(tournament)
    at = f"tournaments/{tournament.pk}/norms/"
    found = staff.get(at)
    [mine] = found.json()["made"]
    assert (mine["player"]["number"], mine["norm"], mine["games"]) == (1, "IM", 9)
    assert (mine["points"], mine["needed"], mine["performance"]) == (6.0, 5.5, 2525)
    assert found.json()["possible"] == []
    before = staff.get(f"{at}?after=8").json()
    assert (before["after"], before["left"], before["made"]) == (8, 1, [])
    [mine] = [one for one in before["possible"] if one["player"]["number"] == 1]
    assert (mine["points"], mine["games"], mine["last"]["points"]) == (5.5, 8, 0.0)
    first = staff.get(f"{at}?after=0").json()
    needs = {
        one["rating"]: one["points"]
        for one in next(one for one in first["possible"] if one["norm"] == "IM")["needs"]
    }
    assert needs[2400] == 5.5 and needs[2300] == 6.5
    assert staff.get(f"{at}?after=10").status_code == 404
    again = staff.get(at, if_none_match=found["ETag"])
    assert again.status_code == 304
    assert "no-store" in found["Cache-Control"]


def test_who_left_later_could_still_make_one_then(closed):
    tournament = play(closed, 4, set())
    tournament.entries.filter(tpn=1).update(withdrawn_after=3, status="withdrawn")
    assert 1 in {one.entry.tpn for one in norm_page(tournament, 2).possible}
    assert 1 not in {one.entry.tpn for one in norm_page(tournament, 3).possible}


def test_norms_are_for_the_staff_and_where_there_can_be_some(api, program, closed):
    at = f"tournaments/{closed.pk}/norms/"
    assert api.get(at).status_code == 401
    assert program(factories.tournament(2)).get(at).status_code == 404
    for values in ({"rating_type": "rapid"}, {"system": "handbook.knockout"}):
        other = factories.tournament(4, **values)
        assert program(other).get(f"tournaments/{other.pk}/norms/").status_code == 404
    short = factories.tournament(8, total_rounds=7)
    found = program(short).get(f"tournaments/{short.pk}/norms/").json()
    assert (found["short"], found["made"], found["possible"]) == (True, [], [])
    begun = factories.tournament(8, total_rounds=9)
    factories.pair(begun, 1)
    factories.publish(begun, 1)
    assert program(begun).get(f"tournaments/{begun.pk}/norms/?after=1").status_code == 404
    assert program(begun).get(f"tournaments/{begun.pk}/norms/").json()["after"] == 0
