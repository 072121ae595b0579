"""Generated Swisses of teams: every setting about rounds that are missed, judged by the checker."""

import pytest

from pairing.results import ByeKind
from pairing.tools.checker import check
from pairing.tools.generator import Amount, Settings, Share, generate
from pairing.trf import read, write

SYSTEMS = ("fide2026.team", "handbook.team_swiss")


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_drawn_passes_the_checker(system, seed):
    document = read(write(generate(Settings(seed=seed, system=system)), "trf26"))
    found = check(document)
    assert found.clean and found.system == system
    assert len(found.rounds) == document.planned_rounds


@pytest.mark.parametrize("system", SYSTEMS)
def test_byes_forfeits_late_and_withdrawn_teams_are_as_many_as_said(system):
    settings = Settings(
        seed=3,
        system=system,
        players=20,
        rounds=7,
        half_byes=Amount(Share(5)),
        full_byes=Amount(Share(2)),
        zero_byes=Amount(Share(0)),
        forfeit_wins=Amount(Share(4)),
        forfeit_losses=Amount(Share(1)),
        withdrawals=Share(2),
        late_entries=Share(2),
    )
    document = generate(settings)
    kinds = [one.kind for one in document.requested for _team in one.players]
    assert kinds.count(ByeKind.HALF_POINT) == 5 and kinds.count(ByeKind.FULL_POINT) == 2
    codes = [match.kind for match in document.forfeited_matches]
    assert codes.count("--") == 1 and len(codes) == 5
    first = {team for one in document.teams for team in one.players[:1]}
    there = {
        number: {player.number for player in document.players if player.entry(number).opponent}
        for number in (1, 7)
    }
    assert len(first - there[1]) >= 2 and len(first - there[7]) >= 2
    assert check(read(write(document, "trf26"))).clean


def test_the_same_seed_gives_the_same_event():
    one, two = (generate(Settings(seed=9, system="fide2026.team")) for _twice in range(2))
    assert write(one, "trf26") == write(two, "trf26")
