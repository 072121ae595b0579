"""No Swiss system takes long over results that all lean one way: searches are counted, not time."""

from collections import Counter

import pytest

from pairing.formats import find
from pairing.handbook.lim.exchanges import Keeper
from pairing.matching import Matching
from pairing.matching.heaviest import _Heaviest
from pairing.state import RoundPairing, TournamentState
from pairing.systems import system
from tests.pairing.leaning_events import LEANINGS, leaning_event

PLAYERS, ROUNDS = 80, 6
#: ways grown in a matching in one round, for each player
MOST = {
    "handbook.dutch": 7,
    "handbook.lim": 6,
    "handbook.dubov": 14,
    "handbook.burstein": 1.2,
    "fide2026.dutch": 4,
    "fide2026.burstein": 5,
    "fide2026.dubov": 2,
    "fide2026.lim": 4,
    "fide2026.double": 5,
}


@pytest.mark.parametrize(
    "results", ["White wins", "half apart", "half apart, White wins", "half apart, by rating"]
)
@pytest.mark.parametrize("key", MOST)
def test_few_ways_are_searched_for_a_player(
    key: str, results: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: Counter[int] = Counter()

    def counted(owner: type, name: str) -> None:
        original = getattr(owner, name)

        def search(self: object, *details: object) -> object:
            searched[number] += 1
            return original(self, *details)

        monkeypatch.setattr(owner, name, search)

    counted(Matching, "_search")
    counted(_Heaviest, "_scan")
    number = 0

    def pair(state: TournamentState) -> RoundPairing:
        nonlocal number
        number = state.next_round
        return system(key).pair(state)

    rounds = list(
        leaning_event(LEANINGS[results], pair, PLAYERS, ROUNDS, a_round=find(key).games_a_round)
    )

    assert len(rounds) == ROUNDS
    assert max(searched.values()) <= MOST[key] * PLAYERS


def test_a_floater_whom_most_would_leave_alone_takes_two_searches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """60 who may only meet 30 of the others, and one floater: whoever of the 30 they take is
    missing there."""
    crowd, few = (1 << 31) - 2, (1 << 61) - (1 << 31)
    rows = [crowd | few | 1 << 61, *[few] * 30, *[crowd | 1] * 30, 1]
    searched: list[int] = []
    search = Matching._search

    def counted(matching: Matching, *details: int) -> object:
        searched.append(1)
        return search(matching, *details)

    keeper = Keeper(rows, [(1 + v, 31 + v) for v in range(30)])
    monkeypatch.setattr(Matching, "_search", counted)
    assert keeper.fix_first(0, [*range(31, 61), *range(1, 31), 61]) == 61
    assert len(searched) <= 2
