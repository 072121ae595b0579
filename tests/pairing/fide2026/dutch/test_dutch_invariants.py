"""Conditions of every Dutch round, asserted on generated tournaments of many kinds."""

import random
from dataclasses import replace

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026.acceleration import Acceleration
from pairing.fide2026.dutch import pair, violations, why_not
from pairing.fide2026.dutch.definitions import ABSOLUTE, Field
from pairing.results import DRAW
from pairing.state import (
    Baku,
    Board,
    Colour,
    ForbiddenGroup,
    Game,
    PointSystem,
    Record,
    Round,
    RoundPairing,
    TournamentState,
    VirtualPoints,
)
from tests.pairing.fide2026.dutch.dutch_simulation import HABITS, tournament
from tests.pairing.invariants import assert_sound

POINTS = (
    PointSystem(),
    PointSystem.of(30, 10, 0),
    PointSystem.of(10, 5, 0, pairing_bye=5),
    PointSystem.of(30, 20, 10, pairing_bye=20),
)


def assert_dutch(state: TournamentState, paired: RoundPairing) -> None:
    acceleration = Acceleration(state)
    scores = {
        tpn: score + acceleration.points(tpn, state.next_round)
        for tpn, score in Record(state).score.items()
    }
    assert_sound(state, paired, scores=scores)
    field = Field(state)
    for board in paired.boards:
        white = field.members[field.index[board.white]]
        black = field.members[field.index[board.black]]
        # [C3]
        if white.strength == black.strength == ABSOLUTE and white.due is black.due:
            assert white.topscorer or black.topscorer
        # Art. 5.2.1: preferences that do not collide are granted.
        elif white.due is not black.due:
            assert white.due is not Colour.BLACK
            assert black.due is not Colour.WHITE
    # [C5]: no lower score can have the bye.
    if paired.bye is not None:
        assert field.settle_bye()
        assert field.members[field.index[paired.bye]].score == field.bye_score
    assert violations(state, paired) == ()
    trace = paired.trace
    assert trace is not None
    assert [(pair.white, pair.black) for pair in trace.pairs] == [
        (board.white, board.black) for board in paired.boards
    ]
    assert (trace.bye is not None) == (paired.bye is not None)
    made = {frozenset(pair) for bracket in trace.brackets for pair in bracket.pairs}
    assert made == {frozenset((board.white, board.black)) for board in paired.boards}


def events(seed: int) -> None:
    chance = random.Random(seed)
    players = chance.randint(4, 60)
    rounds = chance.randint(3, min(11, players - 1))
    points = chance.choice(POINTS)
    forbidden = []
    for _ in range(chance.choice([0, 0, 1, 3])):
        group = chance.sample(range(1, players + 1), chance.randint(2, max(2, players // 4)))
        first = chance.randint(1, rounds)
        forbidden.append(ForbiddenGroup(frozenset(group), first, chance.choice([0, first + 1])))
    acceleration: Baku | VirtualPoints | None = None
    if points.win == 2 * points.draw and not points.loss and chance.random() < 0.3:
        acceleration = Baku()
    elif chance.random() < 0.2:
        virtual = tuple((tpn, (10, 5, 5)) for tpn in range(1, players // 2))
        acceleration = VirtualPoints(virtual)
    for state, paired in tournament(
        seed, players, rounds, pair, chance.choice(HABITS), points, tuple(forbidden), acceleration
    ):
        assert_dutch(state, paired)
        # The same state gives the same round (C.04.2 art. 1.4).
        assert pair(state) == paired


@pytest.mark.parametrize("seed", range(60))
def test_every_generated_round_obeys_the_rules(seed: int) -> None:
    events(seed)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(10_000, 10_500))
def test_every_generated_round_obeys_the_rules_at_length(seed: int) -> None:
    events(seed)


@pytest.mark.parametrize("seed", range(30))
def test_a_changed_pairing_is_never_praised(seed: int) -> None:
    """Two players exchanged: some rule or criterion must suffer, and it is named."""
    chance = random.Random(seed)
    changes = 0
    for state, paired in tournament(seed, chance.randint(6, 20), 5, pair, chance.choice(HABITS)):
        if len(paired.boards) < 2:
            continue
        changes += 1
        one, two, *others = chance.sample(paired.boards, len(paired.boards))
        changed = RoundPairing(
            paired.number,
            (Board(one.white, two.black), Board(two.white, one.black), *others),
            paired.bye,
        )
        assert violations(state, changed) != ()
        assert why_not(state, one.white, two.black) != ()
    assert changes


def test_art_1_9_3_an_exhausted_field_is_reported_with_its_reason() -> None:
    ended = []
    for seed in range(12):
        *_, (state, paired) = tournament(seed, 6, 9, pair)
        ended.append(len(state.rounds) + 1)
    assert max(ended) < 9

    for seed in range(12):
        states = [state for state, _ in tournament(seed, 6, 9, pair)]
        last, paired = states[-1], pair(states[-1])
        with pytest.raises(NoLegalPairing) as caught:
            pair(_played(last, paired))
        (fact, *_rest) = caught.value.reasons
        values = dict(fact.values)
        assert fact.code == "dutch.no_pairing.too_few_opponents"
        assert values["players"] > values["opponents"]
        assert set(caught.value.players) <= set(range(1, 7))


def _played(state: TournamentState, paired: RoundPairing) -> TournamentState:
    games = tuple(Game(board.white, board.black, DRAW) for board in paired.boards)
    return replace(state, rounds=(*state.rounds, Round(state.next_round, games)), byes=())
