"""Every page, file and paper of an event says what its rows say, in every state of the event."""

from pathlib import Path

import pytest

from pairing.formats import FORMATS
from tests.truth import papers, rules, states, table, walk, words
from tournaments.documents.catalogue import PAPERS

pytestmark = pytest.mark.django_db

TEAMS = ("matches", "team standings", "rules")


def test_a_swiss_event_from_the_draw_to_the_end():
    life = states.with_prizes(states.swiss("fide2026.dutch"), "hort")
    complaints = walk.along(*life, every=3, papers_every=12, pages=1)
    assert not complaints, "\n".join(complaints)


def test_a_round_robin_from_the_draw_to_the_end():
    life = states.robin(players=6, cycles=1)
    only = ("standings", "crosstable", "hours")
    complaints = walk.along(*life, every=4, papers_every=12, pages=1, only=only)
    assert not complaints, "\n".join(complaints)


def test_an_event_of_teams_from_the_draw_to_the_end():
    life = states.of_teams("handbook.team_round_robin", teams=3, boards=2)
    complaints = walk.along(*life, every=2, papers_every=6, pages=1, only=TEAMS)
    assert not complaints, "\n".join(complaints)


def test_a_knock_out_from_its_plan_to_the_final():
    only = ("knockout", "rules", "people")
    complaints = walk.along(*states.knockout(), papers_every=6, pages=1, only=only)
    assert not complaints, "\n".join(complaints)


@pytest.mark.full
@pytest.mark.parametrize(
    ("system", "teams", "boards", "options"),
    [
        ("handbook.team_round_robin", 5, 3, {}),
        ("handbook.team_round_robin", 4, 2, {"cycles": 2}),
        ("handbook.scheveningen", 2, 3, {}),
        ("handbook.skalitzka", 3, 2, {}),
        ("fide2026.team", 7, 2, {}),
        ("handbook.team_swiss", 7, 2, {}),
    ],
)
def test_every_event_of_teams_in_every_state(system, teams, boards, options):
    life = states.of_teams(system, teams=teams, boards=boards, options=options)
    complaints = walk.along(*life, languages=2)
    assert not complaints, "\n".join(complaints)


@pytest.mark.full
def test_teams_that_leave_below_and_above_half_of_their_matches():
    life = states.leaving_teams()
    complaints = walk.along(*life, languages=2, only=("matches", "team standings"))
    assert not complaints, "\n".join(complaints)


@pytest.mark.full
def test_a_double_swiss_in_every_state():
    complaints = walk.along(*states.swiss(words.DOUBLE, tie_breaks=["PS"]), papers_every=2)
    assert not complaints, "\n".join(complaints)


@pytest.mark.full
def test_a_knock_out_of_teams_in_every_state():
    complaints = walk.along(*states.team_knockout(), papers_every=2)
    assert not complaints, "\n".join(complaints)


@pytest.mark.full
@pytest.mark.parametrize("players", [4, 6, 9])
def test_a_knock_out_in_every_state(players):
    complaints = walk.along(*states.knockout(players))
    assert not complaints, "\n".join(complaints)


@pytest.mark.full
@pytest.mark.parametrize("sharing", ["place", "equal", "hort"])
def test_prizes_however_they_are_shared(sharing):
    life = states.with_prizes(states.swiss("fide2026.dutch"), sharing)
    complaints = walk.along(*life, only=("prizes", "prize lists", "certificates"))
    assert not complaints, "\n".join(complaints)


@pytest.mark.full
@pytest.mark.parametrize("system", words.SWISS)
def test_every_swiss_system_in_every_state(system):
    # One of eleven has no rating; of few some have met all who are left in the last round.
    players = {"fide2026.dubov": 9, "handbook.dubov": 15}.get(system, 11)
    thorough = system == words.SWISS[0]
    life = states.swiss(system, players=players)
    complaints = walk.along(
        *life, papers_every=1 if thorough else 3, languages=3 if thorough else 1
    )
    assert not complaints, "\n".join(complaints)


@pytest.mark.full
@pytest.mark.parametrize("edition", ["fide2026", "handbook"])
@pytest.mark.parametrize(("players", "cycles"), [(7, 1), (5, 2), (6, 2)])
def test_round_robins_single_and_double_by_both_books(players, cycles, edition):
    life = states.robin(players=players, cycles=cycles, edition=edition)
    complaints = walk.along(*life, papers_every=2)
    assert not complaints, "\n".join(complaints)


@pytest.mark.full
@pytest.mark.parametrize("edition", ["fide2026", "handbook"])
def test_every_tie_break_of_players(edition):
    codes = ["BH/C1", "BH/C2", "BH", "SB", "PS", "PS/C1", "DE", "WIN"]
    codes += ["KASH"] if edition == "handbook" else ["BWG", "BPG"]
    life = states.swiss(words.SWISS[0], players=9, tie_breaks=codes, tie_break_edition=edition)
    complaints = walk.along(*life, papers_every=2, only=("standings",))
    assert not complaints, "\n".join(complaints)


@pytest.mark.full
def test_a_thousand_players():
    life = states.thousand()
    only = ("round", "byes", "standings", "crosstable", "people", "record")
    complaints = walk.along(*life, pages=1, only=only)
    assert not complaints, "\n".join(complaints)


def test_every_format_is_walked():
    """Each has a life above."""
    walked = {*words.PLAYERS_RANKED, words.DOUBLE, *rules.OF_TEAMS, "handbook.knockout"}
    assert walked == set(FORMATS)


def test_every_paper_of_the_catalogue_is_read_or_left_out_with_a_reason():
    """By its name in the readers; the walk itself sees that it is read in every format."""
    readers = "".join(
        path.read_text() for path in Path(__file__).parent.rglob("*.py") if path != Path(__file__)
    )
    assert PAPERS
    for kind in PAPERS:
        assert f'"{kind}"' in readers, kind
    assert {one.kind for one in papers.LEFT} <= set(PAPERS)
    assert all(one.reason for one in papers.LEFT)


def test_each_surface_shows_a_fact_or_says_why_it_does_not():
    found = list(walk.surfaces())
    assert found
    for subject, surface in found:
        assert set(surface.shows) | set(surface.leaves) == set(subject.facts), surface.key
        assert not set(surface.shows) & set(surface.leaves), surface.key


def test_the_table_in_the_documents_is_current():
    assert table.PLACE.read_text() == table.text(), "python -m tests.truth.table writes it anew"
