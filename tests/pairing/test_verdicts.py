"""One vocabulary of findings: every system says the same thing under the same code."""

from dataclasses import replace

import pytest

from pairing.formats import keys
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Board,
    Bye,
    ForbiddenGroup,
    Game,
    Player,
    Round,
    RoundPairing,
    TournamentState,
)
from pairing.systems import system
from pairing.verdicts import (
    C_04_1,
    Articles,
    Broken,
    WhyNot,
    breaches,
    by_the_general_rules,
    wrong_order,
)

SWISS = [system(key) for key in keys(pairs_rounds=True, swiss=True)]
assert len(SWISS) >= 5
WHITE_WINS = RESULTS["10"]


def state_of(size: int, *rounds: Round, total: int = 9) -> TournamentState:
    players = tuple(Player(tpn, f"P{tpn}", rating=2400 - 10 * tpn) for tpn in range(1, size + 1))
    return TournamentState(players, rounds, total)


def round_of(number: int, *games: tuple[int, int], bye: int = 0) -> Round:
    byes = (Bye(bye, ByeKind.PAIRING_ALLOCATED),) if bye else ()
    return Round(number, tuple(Game(*seats, WHITE_WINS) for seats in games), byes)


def pairing_of(number: int, *boards: tuple[int, int], bye: int | None = None) -> RoundPairing:
    return RoundPairing(number, tuple(Board(*seats) for seats in boards), bye)


#: 1 has met 2, 5 has had the bye
AFTER_ONE = state_of(5, round_of(1, (1, 2), (3, 4), bye=5))


@pytest.mark.parametrize("engine", SWISS, ids=lambda engine: engine.key)
@pytest.mark.parametrize(
    ("made", "finding"),
    [
        (pairing_of(2, (1, 3), (4, 2), (9, 5)), (Broken.UNKNOWN_PLAYER, (9,))),
        (pairing_of(2, (1, 3), (1, 2), bye=4), (Broken.PAIRED_TWICE, (1,))),
        (pairing_of(2, (1, 3), bye=4), (Broken.NOT_PAIRED, (2,))),
        (pairing_of(2, (1, 2), (5, 3), bye=4), (Broken.MET_BEFORE, (1, 2))),
        (pairing_of(2, (3, 1), (2, 4), bye=5), (Broken.BYE_AGAIN, (5,))),
    ],
)
def test_every_swiss_system_names_a_broken_basic_rule_alike(engine, made, finding) -> None:
    assert finding in [(fact.code, fact.players) for fact in engine.violations(AFTER_ONE, made)]


@pytest.mark.parametrize("engine", SWISS, ids=lambda engine: engine.key)
def test_every_swiss_system_names_who_is_away_and_who_is_kept_apart_alike(engine) -> None:
    apart = (ForbiddenGroup(frozenset({1, 3})),)
    state = replace(AFTER_ONE, byes=(Bye(4, ByeKind.ZERO_POINT),), forbidden=apart)
    found = {
        (fact.code, fact.players)
        for fact in engine.violations(state, pairing_of(2, (1, 3), (4, 2), bye=5))
    }
    assert {
        (Broken.NOT_TO_BE_PAIRED, (4,)),
        (Broken.BYE_NOT_NEEDED, (5,)),
        (Broken.FORBIDDEN_PAIR, (1, 3)),
    } <= found


@pytest.mark.parametrize("engine", SWISS, ids=lambda engine: engine.key)
def test_every_swiss_system_says_alike_why_two_never_meet(engine) -> None:
    state = replace(AFTER_ONE, byes=(Bye(4, ByeKind.ZERO_POINT),))
    state = replace(state, forbidden=(ForbiddenGroup(frozenset({1, 3})),))

    def reasons(a: int, b: int) -> list[tuple[str, tuple[int, ...], dict[str, int | str]]]:
        return [
            (fact.code, fact.players, dict(fact.values)) for fact in engine.why_not(state, a, b)
        ]

    assert reasons(1, 1) == [(WhyNot.SAME_PLAYER, (1, 1), {})]
    assert reasons(4, 1) == [(WhyNot.NOT_TO_BE_PAIRED, (4,), {})]
    assert reasons(2, 1) == [(WhyNot.MET_BEFORE, (2, 1), {"round": 1})]
    assert reasons(1, 3) == [(WhyNot.FORBIDDEN_PAIR, (1, 3), {})]


@pytest.mark.parametrize("engine", SWISS, ids=lambda engine: engine.key)
def test_a_round_without_its_bye_is_not_said_to_have_another_one(engine) -> None:
    found = [fact.code for fact in engine.violations(AFTER_ONE, pairing_of(2, (1, 3), (2, 4)))]
    assert Broken.NOT_PAIRED in found
    assert Broken.OTHER_BYE not in found


def test_a_meeting_is_said_with_its_last_round() -> None:
    again = state_of(4, round_of(1, (1, 2), (3, 4)), round_of(2, (3, 1), (4, 2)))
    again = replace(again, rounds=(*again.rounds, round_of(3, (2, 1), (4, 3))))
    for engine in SWISS:
        (fact,) = engine.why_not(again, 1, 2)
        assert (fact.code, fact.values) == (WhyNot.MET_BEFORE, (("round", 3),)), engine.key


def test_colours_are_judged_for_everybody_whom_no_article_exempts() -> None:
    state = state_of(6, round_of(1, (1, 2), (3, 4), (5, 6)), round_of(2, (1, 4), (3, 6), (5, 2)))
    made = pairing_of(3, (1, 6), (3, 2), (4, 5))
    articles = Articles(difference="d", three_times="t")
    found = [(fact.code, fact.article, fact.players) for fact in breaches(state, made, articles)]
    limits = [
        (Broken.COLOUR_DIFFERENCE, "d"),
        (Broken.SAME_COLOUR_THREE_TIMES, "t"),
    ]
    assert found == [(*limit, (tpn,)) for tpn in (1, 6, 3, 2) for limit in limits]
    exempt = breaches(state, made, articles, exempt={1, 6, 3})
    assert [fact.players for fact in exempt] == [(2,), (2,)]


def test_c_04_1_frees_top_scorers_and_their_opponents_in_the_last_round_only() -> None:
    rounds = (round_of(1, (1, 2), (3, 4)), round_of(2, (1, 4), (2, 3)))
    made = pairing_of(3, (1, 3), (2, 4))

    def found(total: int, *, top_scorers: bool) -> list[tuple[str, tuple[int, ...]]]:
        state = state_of(4, *rounds, total=total)
        facts = by_the_general_rules(state, made, top_scorers=top_scorers)
        return [(f.code, f.players) for f in facts if f.code != Broken.BOTH_AGAINST_DUE]

    bound = [(Broken.COLOUR_DIFFERENCE, (1,)), (Broken.SAME_COLOUR_THREE_TIMES, (1,))]
    black = [(Broken.COLOUR_DIFFERENCE, (4,)), (Broken.SAME_COLOUR_THREE_TIMES, (4,))]
    assert found(4, top_scorers=True) == bound + black
    assert found(3, top_scorers=False) == bound + black
    assert found(3, top_scorers=True) == black


def test_c_04_1_names_a_board_at_which_nobody_gets_the_colour_due() -> None:
    state = state_of(4, round_of(1, (1, 2), (3, 4)))
    facts = by_the_general_rules(state, pairing_of(2, (1, 4), (2, 3)), top_scorers=False)
    assert [(f.code, f.article, f.players) for f in facts] == [
        (Broken.BOTH_AGAINST_DUE, C_04_1.due, (1, 4))
    ]


def test_a_board_is_fine_where_one_of_the_two_gets_the_colour_due() -> None:
    level = (round_of(1, (1, 2), (3, 4)), round_of(2, (2, 3), (4, 1)))
    for boards, against in (
        (((3, 1), (2, 4)), []),  # due: 1 and 3 White, 2 and 4 Black
        (((1, 3), (4, 2)), []),
        (((1, 2), (3, 4)), []),
        (((2, 1), (4, 3)), [(2, 1), (4, 3)]),
    ):
        facts = by_the_general_rules(state_of(4, *level), pairing_of(3, *boards), top_scorers=False)
        found = [fact.players for fact in facts if fact.code == Broken.BOTH_AGAINST_DUE]
        assert found == against, boards


def test_the_bye_is_a_seat() -> None:
    found = breaches(AFTER_ONE, pairing_of(2, (1, 3), (2, 4), bye=1), Articles())
    assert [(f.code, f.players) for f in found] == [
        (Broken.PAIRED_TWICE, (1,)),
        (Broken.NOT_PAIRED, (5,)),
    ]
    assert breaches(AFTER_ONE, pairing_of(2, (3, 1), (2, 5), bye=4), Articles()) == []


def test_a_colour_that_narrows_a_wide_difference_is_fine() -> None:
    whites = [round_of(n, (1, n + 1)) for n in range(1, 5)]
    state = state_of(6, *whites)
    for made, players in ((pairing_of(5, (6, 1)), []), (pairing_of(5, (1, 6)), [(1,)])):
        facts = breaches(state, made, Articles())
        assert [f.players for f in facts if f.code == Broken.COLOUR_DIFFERENCE] == players


def test_the_order_of_the_boards_is_judged_where_the_boards_are_the_same() -> None:
    proper = pairing_of(1, (1, 4), (2, 5), (3, 6))
    swapped = pairing_of(1, (1, 4), (3, 6), (2, 5))
    (fact,) = wrong_order(swapped, proper, "x")
    assert (fact.code, dict(fact.values)) == (Broken.BOARD_ORDER, {"first": 2, "last": 3})
    assert wrong_order(proper, proper, "x") == []
    assert wrong_order(pairing_of(1, (3, 6), (1, 4)), proper, "x") == []


def test_players_are_kept_apart_in_the_rounds_named_only() -> None:
    state = state_of(4, round_of(1, (1, 2), (3, 4)))
    group = ForbiddenGroup(frozenset({1, 3}), first_round=2, last_round=2)
    assert replace(state, forbidden=(group,)).kept_apart(3, 1)
    assert not replace(state, forbidden=(group,)).kept_apart(1, 4)
    later = replace(state, rounds=(*state.rounds, round_of(2, (1, 4), (2, 3))))
    assert not replace(later, forbidden=(group,)).kept_apart(1, 3)


def test_a_finding_is_one_only_once() -> None:
    codes = [*Broken, *WhyNot]
    assert len({str(code) for code in codes}) == len(codes)
