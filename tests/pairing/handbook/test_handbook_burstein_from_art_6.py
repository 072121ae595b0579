"""The Burstein system of the handbook from article 6 on, and whole events."""

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from pairing.errors import NoLegalPairing, UnsupportedRule
from pairing.handbook.burstein import SYSTEM, pair, violations, why_not
from pairing.handbook.burstein.cards import Field
from pairing.handbook.burstein.colours import colours_of_pair, missed
from pairing.handbook.burstein.ordering import Graph, first_pairing
from pairing.matching import bits, heaviest_perfect_matching
from pairing.results import ByeKind
from pairing.state import (
    Baku,
    Board,
    Bye,
    Round,
    RoundPairing,
    TournamentState,
)
from pairing.systems import system
from pairing.verdicts import Broken, WhyNot
from tests.pairing.handbook.burstein_literal import Literal, whole_list
from tests.pairing.handbook.burstein_made import (
    CASES,
    B,
    W,
    boards,
    entered,
    group_of,
    history_field,
    played,
)
from tests.pairing.handbook.swiss_events import event

# Art. 6


def test_burstein_6_2_order_6() -> None:
    expected = CASES["burstein-6.2-order-6"]["expected"]["order"]

    assert [[list(two) for two in pairs] for pairs, _ in whole_list([1, 2, 3, 4, 5, 6])] == expected


def test_burstein_6_4_order_5() -> None:
    expected = CASES["burstein-6.4-order-5"]["expected"]["order"]

    assert [
        {"no": number, "pairs": [list(two) for two in pairs], "floater": floater}
        for number, (pairs, floater) in enumerate(whole_list([1, 2, 3, 4, 5]), start=1)
    ] == expected


def only(field: Field, *pairings: list[tuple[int, int]]) -> None:
    """Make the pairs of these pairings the only valid ones."""
    field.legal[:] = [0] * field.size
    for a, b in (two for pairs in pairings for two in pairs):
        field.legal[a] |= 1 << b
        field.legal[b] |= 1 << a


@pytest.mark.parametrize("name", ["burstein-6.2-order-6", "burstein-6.4-order-5"])
def test_art_6_2_and_6_4_the_engine_prefers_the_earlier_of_any_two_of_the_list(name: str) -> None:
    case: dict[str, Any] = CASES[name]
    size = case["input"]["players"]
    field = history_field(*[""] * size)
    rows = case["expected"]["order"]
    listed = [
        (
            [(a - 1, b - 1) for a, b in (row["pairs"] if size == 5 else row)],
            row["floater"] - 1 if size == 5 else None,
        )
        for row in rows
    ]
    assert len(listed) > 2
    for earlier, later in combinations(listed, 2):
        only(field, earlier[0], later[0])
        floaters = 0 if size == 6 else 1 << earlier[1] | 1 << later[1]
        order = first_pairing(field, field.everybody, floaters)
        assert order is not None
        assert (list(order.pairs), order.floater) == earlier


def test_burstein_6_4_floater_restriction() -> None:
    case = CASES["burstein-6.4-floater-restriction"]
    floated = case["input"]["already_floated"]
    whole = list(whole_list([1, 2, 3, 4, 5]))
    field = history_field(*[""] * 5)
    may_float = sum(1 << i for i in range(5) if i + 1 not in floated)

    barred = []
    for number, (pairs, _) in enumerate(whole, start=1):
        only(field, [(a - 1, b - 1) for a, b in pairs])
        if first_pairing(field, field.everybody, may_float) is None:
            barred.append(number)

    assert barred == case["expected"]["invalid"]


@pytest.mark.parametrize("name", ["burstein-6.5-colours-6", "burstein-6.5-colours-5"])
def test_burstein_6_5_colours(name: str) -> None:
    case: dict[str, Any] = CASES[name]
    given, expected = case["input"], case["expected"]
    dues = {tpn: W if tpn in given["due_white"] else B for tpn in range(1, given["players"] + 1)}
    field = group_of(dues)
    assert [card.tpn for card in field.cards] == sorted(dues)

    order = first_pairing(field, field.everybody, field.everybody)

    assert order is not None
    pairs = [colours_of_pair(field, a, b)[:2] for a, b in order.pairs]
    assert [list(field.tpns(two)) for two in pairs] == expected["pairs"]
    floater = None if order.floater is None else field.tpn(order.floater)
    assert floater == expected.get("floater")
    number = expected["chosen"] - 1
    listed, _ = list(whole_list(sorted(dues)))[number]
    assert [tuple(field.tpns(two)) for two in order.pairs] == listed


def test_art_6_3_the_floater_joins_the_next_group_and_does_not_float_on() -> None:
    # 3 points: 1; 2 points: 2, 3; 1 point: 4 … after three rounds among others
    state = six_after_two_rounds()
    pairing = pair(state)
    assert pairing.trace is not None
    floated = {tpn for bracket in pairing.trace.brackets for tpn in bracket.moved_down}
    for bracket in pairing.trace.brackets:
        assert not set(bracket.moved_down) & set(bracket.floaters)
    assert floated


def six_after_two_rounds() -> TournamentState:
    rounds = (
        played(1, (1, "10", 4), (5, "01", 2), (3, "==", 6)),
        played(2, (2, "01", 1), (4, "==", 3), (6, "10", 5)),
    )
    return TournamentState(entered(*range(2600, 2000, -100)), rounds, 5)


def test_art_6_6_a_floater_who_has_met_the_whole_next_group_goes_back() -> None:
    # 1, 2 and 3 have a point and 4 has none. The list begins with 1:3 and 2 as floater.
    met = played(1, (1, "10", 5), (4, "01", 2), (6, "01", 3))
    unmet = played(1, (1, "10", 5), (7, "01", 2), (6, "01", 3))
    away = tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in (5, 6, 7))
    state = TournamentState(entered(*range(2600, 1900, -100)), (unmet, Round(2, ())), 7, byes=away)
    assert boards(pair(state)) == [(3, 1), (2, 4)]

    # 2 has met 4 and goes back, and 1:2 with 3 as floater is the next with all due colours.
    pairing = pair(replace(state, rounds=(met, Round(2, ()))))

    assert boards(pairing) == [(2, 1), (3, 4)]
    assert pairing.trace is not None
    facts = [fact for bracket in pairing.trace.brackets for fact in bracket.facts]
    assert [(fact.code, fact.players) for fact in facts] == [
        ("handbook.burstein.sent_back", (2,)),
        ("handbook.burstein.floats_down", (3,)),
    ]


def test_art_6_6_groups_that_cannot_be_paired_are_joined() -> None:
    # 1 and 2 lead, have met, and the two below have met both or each other.
    rounds = (
        played(1, (1, "==", 2), (3, "==", 4)),
        played(2, (3, "01", 1), (2, "10", 4)),
    )
    state = TournamentState(entered(2000, 1900, 1800, 1700), rounds, 3)

    pairing = pair(state)

    assert {frozenset(two) for two in boards(pairing)} == {frozenset({1, 4}), frozenset({2, 3})}
    assert pairing.trace is not None
    facts = [fact.code for bracket in pairing.trace.brackets for fact in bracket.facts]
    assert facts == ["handbook.burstein.groups_joined"]


# The chapter taken literally


def agree(seed: int, sizes: tuple[int, int]) -> int:
    rounds = 0
    for state, pairing in event(seed, pair, sizes, most_rounds=9):
        literal = Literal(state).round()
        if isinstance(pairing, NoLegalPairing):
            assert literal is None
        else:
            assert literal == (boards(pairing), pairing.bye)
            rounds += 1
    return rounds


def test_the_literal_chapter_agrees_on_small_events() -> None:
    assert sum(agree(seed, (3, 9)) for seed in range(250)) > 700


@pytest.mark.full
def test_the_literal_chapter_agrees_on_thousands_of_small_events() -> None:
    assert sum(agree(seed, (3, 9)) for seed in range(1000, 4000)) > 9000
    assert sum(agree(seed, (10, 11)) for seed in range(5000, 5150)) > 600


def random_group(rng: random.Random, size: int) -> Field:
    """One group with crowded colours and many who have met."""
    field = history_field(
        *[rng.choice(("", "w", "b", "ww", "bb", "wb", "bwbbww", "wbwwbb")) for _ in range(size)]
    )
    density = rng.choice((0.3, 0.5, 0.7, 0.95))
    for i in range(size):
        for j in range(i):
            if rng.random() > density:
                field.legal[i] &= ~(1 << j)
                field.legal[j] &= ~(1 << i)
    return field


def judge_group(seed: int) -> bool:
    """6.5 and the list on one group: the engine against the whole list."""
    rng = random.Random(seed)
    size = rng.randint(2, 8)
    field = random_group(rng, size)
    floaters = rng.getrandbits(size) | rng.getrandbits(size) if size % 2 else 0
    best = None
    for pairs, floater in whole_list(list(range(size))):
        if floater is not None and not floaters >> floater & 1:
            continue
        if all(field.legal[a] >> b & 1 for a, b in pairs):
            misses = sum(missed(field, a, b) for a, b in pairs)
            if best is None or misses < best[0]:
                best = misses, pairs, floater
    order = first_pairing(field, field.everybody, floaters)
    if best is None:
        assert order is None
        return False
    assert order is not None
    assert (order.misses, list(order.pairs), order.floater) == best
    return True


def test_art_6_5_the_first_of_the_list_in_hundreds_of_groups() -> None:
    assert sum(judge_group(seed) for seed in range(800)) > 300


@pytest.mark.full
def test_art_6_5_the_first_of_the_list_in_thousands_of_groups() -> None:
    assert sum(judge_group(seed) for seed in range(10_000, 20_000)) > 4000


def first_by_weight(graph: Graph) -> list[int]:
    """Misses first, then the place in the list, packed into one weight a pair: the partner of the
    highest player is the highest digit, and so on."""
    base = graph.size + 2
    unit = base ** (graph.size + 1)
    weights: list[list[int | None]] = [[None] * graph.vertices for _ in range(graph.vertices)]
    for v in range(graph.vertices):
        for w in bits(graph.rows[v]):
            higher, lower = max(v, w), min(v, w)
            # Being the floater comes last.
            digit = 0 if higher == graph.size else (graph.size - lower) * base**higher
            weights[v][w] = digit - graph.missed(v, w) * unit
    mate = heaviest_perfect_matching(weights)
    assert mate is not None
    return mate


@pytest.mark.parametrize("size", [12, 24, 40])
def test_art_6_5_both_ways_to_the_first_of_the_list_agree_in_large_groups(size: int) -> None:
    rng = random.Random(size)
    dues = ("w", "b", "wb", "bw", "bwbbww", "wwb")
    for _ in range(5):
        field = history_field(*[rng.choice(dues) for _ in range(size)])
        for i in range(size):
            for j in range(i):
                if rng.random() < 0.1:
                    field.legal[i] &= ~(1 << j)
                    field.legal[j] &= ~(1 << i)
        graph = Graph(field, field.everybody, 0)
        slow = graph.order(first_by_weight(graph))
        quick = graph.first_at_the_bound()
        assert quick is not None
        assert graph.order(quick) == slow
        assert graph.order(graph.first_by_kinds()) == slow


# Whole events


def check_event(seed: int, sizes: tuple[int, int]) -> int:
    rounds = 0
    for state, pairing in event(seed, pair, sizes):
        if isinstance(pairing, NoLegalPairing):
            continue
        rounds += 1
        broken = [fact.code for fact in violations(state, pairing)]
        assert broken == []
        assert pair(state) == pairing
    return rounds


def test_limits_hold_in_whole_events_of_8_to_60_players() -> None:
    assert sum(check_event(seed, (8, 60)) for seed in range(40)) > 200


@pytest.mark.full
def test_limits_hold_in_many_whole_events_of_8_to_60_players() -> None:
    assert sum(check_event(seed, (8, 60)) for seed in range(100, 1100)) > 5000


def test_200_players_9_rounds_keep_the_rules() -> None:
    rounds = event(1, pair, (200, 200), 9, unplayed=0.03, fewest_rounds=9)
    found = [[fact.code for fact in violations(state, pairing)] for state, pairing in rounds]
    assert found == [[]] * 9


def test_violations_name_what_a_hand_made_pairing_breaks() -> None:
    state = six_after_two_rounds()
    pairing = RoundPairing(3, (Board(1, 2), Board(3, 5), Board(3, 9)), bye=4)

    found = {(fact.code, fact.players) for fact in violations(state, pairing)}

    assert {
        (Broken.UNKNOWN_PLAYER, (9,)),
        (Broken.PAIRED_TWICE, (3,)),
        (Broken.MET_BEFORE, (1, 2)),
        (Broken.NOT_PAIRED, (6,)),
    } <= found


def test_why_not() -> None:
    state = six_after_two_rounds()
    pairing = pair(state)
    first = pairing.boards[0]

    assert why_not(state, 1, 2)[0].code == WhyNot.MET_BEFORE
    meet = why_not(state, first.white, first.black)
    assert [fact.code for fact in meet] == [WhyNot.THEY_MEET]
    other = next(t for t in range(1, 7) if t not in (first.white, first.black))
    reasons = why_not(state, first.white, other)
    assert reasons


def test_the_system_is_registered_and_has_no_acceleration_of_its_own() -> None:
    assert system("handbook.burstein") is SYSTEM
    state = TournamentState(entered(2000, 1900), (), 5, acceleration=Baku())
    with pytest.raises(UnsupportedRule):
        pair(state)


def test_nobody_to_be_paired_gives_an_empty_round() -> None:
    state = TournamentState(entered(2000), (), 5, byes=(Bye(1, ByeKind.ZERO_POINT),))
    assert (pair(state).boards, pair(state).bye) == ((), None)
