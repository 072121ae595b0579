"""The Lim engine against the chapter read word by word (`lim_literal`), on small random fields.

Positions come from any legal history, not only from the system's own rounds: uneven colours,
forfeits, absences, forbidden pairs, few large groups, exhausted fields, maxi events, last rounds.
"""

from dataclasses import replace
from random import Random

import pytest

from pairing.errors import NoLegalPairing
from pairing.handbook.lim import pair
from pairing.state import TournamentState
from tests.pairing.handbook.lim_events import absences, play, players, random_state
from tests.pairing.handbook.lim_literal import Literal, NoPairing


def agree(state: TournamentState) -> set[str]:
    """Compare boards, bye and floaters; gives the codes of what happened in the round."""
    literal = Literal(state)
    try:
        boards = literal.boards()
    except NoPairing:
        with pytest.raises(NoLegalPairing):
            pair(state)
        return {"none"}
    found = pair(state)
    assert [(board.white, board.black) for board in found.boards] == boards
    assert found.bye == literal.bye_player
    trace = found.trace
    assert trace is not None
    floaters = [each.floaters for each in trace.brackets][: len(literal.brackets) - 1]
    assert floaters == [tuple(out) for _, _, out in literal.brackets[:-1]]
    happened = {fact.code for bracket in trace.brackets for fact in bracket.facts}
    happened |= {each.facts[0].code for each in trace.pairs}
    happened |= {each.colour.code for each in trace.pairs}
    return happened


EVERYTHING = {
    *(f"handbook.lim.floater.{x}" for x in ("even", "replaces", "alone", "companion", "onward")),
    *(f"handbook.lim.pair.{x}" for x in ("proposed", "opponents", "colours", "floater", "stands")),
    *(f"handbook.lim.colour.{x}" for x in ("due", "limits", "history", "higher", "lower", "lot")),
    "handbook.lim.median.undone",
    "none",
}


def agree_on(seeds: range, sizes: tuple[int, int]) -> set[str]:
    return set().union(*(agree(random_state(Random(seed), sizes)) for seed in seeds))


def test_small_fields_agree_with_the_articles_read_literally() -> None:
    assert agree_on(range(900), (3, 9)) == EVERYTHING


def test_fields_of_ten_to_twelve_agree_with_the_articles_read_literally() -> None:
    agree_on(range(10_000, 10_120), (10, 12))


@pytest.mark.full
@pytest.mark.parametrize("block", range(10))
def test_thousands_of_small_fields_agree_with_the_articles_read_literally(block: int) -> None:
    assert agree_on(range(20_000 + 2_000 * block, 22_000 + 2_000 * block), (3, 9)) == EVERYTHING


@pytest.mark.full
@pytest.mark.parametrize("block", range(4))
def test_thousands_of_fields_of_ten_to_thirteen_agree_with_the_articles(block: int) -> None:
    agree_on(range(50_000 + 500 * block, 50_500 + 500 * block), (10, 13))


def own_event(seed: int) -> None:
    """The system's own rounds, to the end of a small field."""
    rng = Random(seed)
    size = rng.randint(4, 10)
    state = TournamentState(players(rng, size), (), size - 1)
    while len(state.rounds) < state.total_rounds:
        state = replace(state, byes=absences(rng, state, rng.choice((0, 0, 0.08))))
        if agree(state) == {"none"}:
            break
        played = play(rng, state, pair(state), forfeits=True, decisive=False)
        state = replace(state, rounds=(*state.rounds, played), byes=())


def test_the_systems_own_events_agree_with_the_articles_read_literally() -> None:
    for seed in range(80):
        own_event(seed)


@pytest.mark.full
def test_many_of_the_systems_own_events_agree_with_the_articles_read_literally() -> None:
    for seed in range(1_000, 2_500):
        own_event(seed)
