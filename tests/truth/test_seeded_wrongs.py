"""The walk finds what is wrong: five wrongs are made, and each is complained of.

Each is looked for where it is made and, so that it is not the event, not without it.
"""

from fractions import Fraction

import pytest
from django.utils.translation import get_language

from tests.truth import states, walk
from tiebreaks.fide2026.direct_encounter import Encounters
from tiebreaks.handbook import own_score
from tournaments.documents import cards, making
from tournaments.queries.setup.regulations import public_regulations
from tournaments.queries.standings import table
from tournaments.queries.standings.crosstable import Cell

#: of a slip that ends before its signatures
TOO_LOW = "min-height: 0; height: 28mm; overflow: hidden"

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss():
    """Two rounds, the second with open games."""
    made = states.individual("fide2026.dutch", 8)
    states.open_round(made, 1)
    states.enter(made, 1, ("10", "01", "=="))
    states.open_round(made, 2)
    states.enter(made, 2, ("10", ""))
    return made


def test_half_a_point_for_an_open_game(swiss, monkeypatch):
    keys = ("page: standings", "API: standings", "screen: standings")
    assert not walk.look_at(swiss, 2, *keys)
    monkeypatch.setattr(table, "counted_state", lambda before, missing: before.state)
    states.anew(swiss)
    found = walk.look_at(swiss, 2, *keys)
    assert any("page: standings" in one and ": points " in one for one in found), found


def test_half_a_point_for_an_open_game_on_a_record(swiss, monkeypatch):
    key = "paper: records of everybody"
    assert not walk.look_at(swiss, 2, key)
    monkeypatch.setattr(cards, "counted_state", lambda before, missing: before.state)
    states.anew(swiss)
    found = walk.look_at(swiss, 2, key)
    assert any(": total " in one for one in found), found


def test_a_shared_key_in_the_cells_of_a_cross_table(swiss, monkeypatch):
    assert not walk.look_at(swiss, 2, "page: cross table", "API: cross table")
    monkeypatch.setattr(Cell, "number", property(lambda cell: cell.rank))
    states.anew(swiss)
    found = walk.look_at(swiss, 2, "page: cross table", "API: cross table")
    assert any("page: cross table" in one and ": cells " in one for one in found), found
    assert any("API: cross table" in one and ": cells " in one for one in found)


def test_a_stale_rule_on_the_poster(swiss, monkeypatch):
    kept = {}

    def once(tournament):
        return kept.setdefault(get_language(), public_regulations(tournament))

    monkeypatch.setattr(cards, "public_regulations", once)
    assert not walk.look_at(swiss, 2, "paper: poster", "page: schedule and rules")
    type(swiss).objects.filter(pk=swiss.pk).update(half_byes_allowed=0, default_minutes=15)
    states.anew(swiss)
    found = walk.look_at(swiss, 2, "paper: poster", "page: schedule and rules")
    assert any("half-point byes" in one for one in found)
    assert all("paper: poster" in one for one in found)


def test_a_cut_signature_on_a_slip(swiss, monkeypatch):
    assert not walk.look_at(swiss, 2, "paper: slips")
    margins = making.margins

    def narrow(**values):
        return f"{margins(**values)} section.bare .slip {{ {TOO_LOW} }}"

    monkeypatch.setattr(making, "margins", narrow)
    states.anew(swiss)
    found = walk.look_at(swiss, 2, "paper: slips")
    assert any("sign" in one or "cut" in one for one in found), found


def test_a_mean_for_a_sum(monkeypatch):
    made = states.individual(
        "handbook.round_robin",
        4,
        total_rounds=6,
        options={"cycles": 2},
        tie_break_edition="handbook",
        tie_breaks=["DE", "SB"],
    )
    for number in range(1, 7):
        states.open_round(made, number)
        states.enter(made, number, ("==",))
    keys = ("page: standings", "API: standings")
    assert not walk.look_at(made, 6, *keys)
    encounters = own_score.encounters

    def mean(*args, **values):
        found = encounters(*args, **values)
        return Encounters(
            {other: Fraction(points, 2) for other, points in found.scores.items()}, found.met
        )

    monkeypatch.setattr(own_score, "encounters", mean)
    states.anew(made)
    found = walk.look_at(made, 6, *keys)
    assert any("'1.5'" in one and "'3.0'" in one for one in found), found
