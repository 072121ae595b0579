"""C.04.4.2 article by article: definitions, the Index, the bye, reasons."""

from dataclasses import replace

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026 import burstein, dutch
from pairing.fide2026.burstein.definitions import Field, is_seeding_round, seeding_rounds
from pairing.fide2026.burstein.opposition import Index, opposition
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Board,
    Bye,
    Colour,
    ForbiddenGroup,
    Game,
    Player,
    Record,
    Round,
    RoundPairing,
    TournamentState,
    VirtualPoints,
)
from pairing.verdicts import Broken, WhyNot
from tests.pairing.fide2026.burstein.burstein_events import event

PLAYERS = tuple(Player(number, rating=2400 - number) for number in range(1, 9))


def test_art_1_6_2_half_of_the_rounds_but_four_at_most() -> None:
    assert [seeding_rounds(total) for total in range(1, 13)] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4]


def test_art_1_6_1_seeding_rounds_are_rounds_of_the_dutch_system() -> None:
    state = TournamentState(PLAYERS, (), 5, initial_colour=Colour.BLACK)
    made = burstein.pair(state)
    assert made.boards == dutch.pair(state).boards
    assert made.trace is not None
    assert made.trace.system == "fide2026.burstein"
    assert made.trace.facts[0].code == "burstein.seeding_round"
    meets_1 = next(b.black + b.white - 1 for b in made.boards if 1 in (b.white, b.black))
    assert burstein.why_not(state, 1, meets_1) == dutch.why_not(state, 1, meets_1)
    assert burstein.violations(state, made) == ()


def test_virtual_points_count_in_seeding_rounds_by_option_only() -> None:
    virtual = VirtualPoints(tuple((tpn, (10,)) for tpn in range(1, 5)))
    state = TournamentState(PLAYERS, (), 5, initial_colour=Colour.WHITE, acceleration=virtual)
    plain = dutch.pair(replace(state, acceleration=None)).boards
    assert burstein.pair(state).boards == plain
    asked = replace(state, options=(("accelerated_seeding", True),))
    assert burstein.pair(asked).boards == dutch.pair(state).boards != plain


# The worked example of the chapter: X (1) beats A (2), draws B (3), has the bye and a half-point
# bye, loses to C (4). A ends with 3 points, B with 2½, C with 4.


def worked_example(*, stopped: bool) -> TournamentState:
    a_goes_on = "Z" if stopped else "10"
    rounds = (
        Round(1, (Game(1, 2, RESULTS["10"]), Game(3, 5, RESULTS["10"]), Game(4, 6, RESULTS["10"]))),
        Round(2, (Game(3, 1, RESULTS["=="]), Game(2, 5, RESULTS["10"]), Game(4, 7, RESULTS["10"]))),
        Round(
            3,
            (Game(2, 6, RESULTS["10"]), Game(4, 8, RESULTS["=="]), Game(3, 7, RESULTS["=="])),
            (Bye(1, ByeKind.PAIRING_ALLOCATED),),
        ),
        Round(
            4,
            (Game(3, 8, RESULTS["=="]), Game(4, 5, RESULTS["=="]))
            + (() if stopped else (Game(2, 7, RESULTS[a_goes_on]),)),
            (Bye(1, ByeKind.HALF_POINT),) + ((Bye(2, ByeKind.ZERO_POINT),) if stopped else ()),
        ),
        Round(
            5,
            (Game(4, 1, RESULTS["10"]),) + (() if stopped else (Game(8, 2, RESULTS["10"]),)),
            (Bye(2, ByeKind.ZERO_POINT),) if stopped else (),
        ),
    )
    byes = (Bye(2, ByeKind.ZERO_POINT),) if stopped else ()
    return TournamentState(PLAYERS, rounds, 9, byes=byes)


@pytest.mark.parametrize("stopped", [False, True])
def test_art_1_7_the_worked_example(stopped: bool) -> None:
    state = worked_example(stopped=stopped)
    record = Record(state)
    assert [record.score[tpn] for tpn in (1, 2, 3, 4)] == [30, 20 if stopped else 30, 25, 40]
    # Art. 1.7.2 (2): A has stopped with 2 points; two zero-point byes before this round.
    assert opposition(state, record)[1] == Index(155, 8_75)


def test_art_1_7_2_a_series_that_does_not_reach_this_round_gives_nothing() -> None:
    state = replace(worked_example(stopped=True), byes=())
    assert opposition(state, Record(state))[1].buchholz == 145


def test_art_1_7_2_a_forfeit_is_a_game_against_oneself() -> None:
    rounds = (Round(1, (Game(1, 2, RESULTS["+-"]), Game(3, 4, RESULTS["10"]))),)
    state = TournamentState(PLAYERS[:4], rounds, 3)
    found = opposition(state, Record(state))
    assert found[1] == Index(10, 100)
    assert found[2] == Index(0, 0)
    assert found[3] == Index(0, 0)
    assert found[4] == Index(10, 0)


def test_art_3_1_the_bye_goes_to_the_lowest_score_then_games_then_rank() -> None:
    rounds = (
        Round(
            1,
            (Game(1, 2, RESULTS["10"]), Game(3, 4, RESULTS["10"])),
            (Bye(5, ByeKind.ZERO_POINT),),
        ),
    )
    state = TournamentState(PLAYERS[:5], rounds, 3)
    made = burstein.pair(state)
    # 2 and 4 have no point and a game each, 5 has no game; the opponents of 2 and 4 won as much.
    assert made.bye == 4
    assert made.trace is not None and made.trace.bye is not None
    assert (made.trace.bye.code, made.trace.bye.article) == ("burstein.bye.lowest_ranked", "3.1.5")
    again = replace(state, rounds=(replace(rounds[0], byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),)),))
    assert burstein.pair(again).bye == 4


def test_art_1_9_3_when_nobody_can_be_paired_it_is_said_why() -> None:
    rounds = (Round(1, (Game(1, 2, RESULTS["10"]), Game(3, 4, RESULTS["10"]))),)
    apart = (ForbiddenGroup(frozenset((1, 3, 4))),)
    state = TournamentState(PLAYERS[:4], rounds, 3, forbidden=apart)
    with pytest.raises(NoLegalPairing) as raised:
        burstein.pair(state)
    assert raised.value.reasons[0].code == "burstein.no_pairing.too_few_opponents"
    assert set(raised.value.players) <= {1, 2, 3, 4}


def test_nobody_for_the_bye_is_said() -> None:
    byes = tuple(Bye(tpn, ByeKind.FULL_POINT) for tpn in (1, 2, 3))
    state = TournamentState(PLAYERS[:3], (Round(1, (), byes),), 3)
    with pytest.raises(NoLegalPairing) as raised:
        burstein.pair(state)
    assert [fact.code for fact in raised.value.reasons] == ["burstein.no_pairing.nobody_for_bye"]


# Reasons


def late_rounds(seeds: range) -> list[tuple[TournamentState, RoundPairing]]:
    found = [
        (state, made)
        for seed in seeds
        for state, made in event(seed, burstein.pair)
        if made is not None and not is_seeding_round(state)
    ]
    assert len(found) >= len(seeds)
    return found


def test_every_pair_has_its_reasons() -> None:
    for state, made in late_rounds(range(20)):
        trace = made.trace
        assert trace is not None
        assert [(each.white, each.black) for each in trace.pairs] == [
            (board.white, board.black) for board in made.boards
        ]
        assert all(each.colour.article.startswith("5.2.") for each in trace.pairs)
        listed = [pair for bracket in trace.brackets for pair in bracket.pairs]
        assert {frozenset(pair) for pair in listed} == {
            frozenset((board.white, board.black)) for board in made.boards
        }
        assert (trace.bye is None) == (made.bye is None)
        assert Field(state).n == 2 * len(made.boards) + (made.bye is not None)


def test_why_not_names_a_reason_for_every_two_who_do_not_meet() -> None:
    codes = set()
    for state, made in late_rounds(range(40)):
        partner = {board.white: board.black for board in made.boards}
        partner |= {black: white for white, black in partner.items()}
        pool = [player.tpn for player in state.to_be_paired()]
        for a in pool:
            for b in (tpn for tpn in pool if tpn > a):
                (fact, *others) = burstein.why_not(state, a, b)
                assert not others
                assert (fact.code == WhyNot.THEY_MEET) == (partner.get(a) == b), (fact, a, b)
                codes.add(fact.code)
    assert codes == {
        WhyNot.THEY_MEET,
        WhyNot.MET_BEFORE,
        WhyNot.FORBIDDEN_PAIR,
        WhyNot.NO_COMPLETION,
        "burstein.why_not.same_absolute_colour",
        "burstein.why_not.has_bye",
        "burstein.why_not.other_bye",
        "burstein.why_not.worse",
        "burstein.why_not.generated_later",
        "burstein.why_not.generated_later_floats",
    }


def test_its_own_pairing_breaks_nothing_and_every_other_one_something() -> None:
    for state, made in late_rounds(range(40)):
        assert burstein.violations(state, made) == ()
        if len(made.boards) < 2:
            continue
        first, second, *rest = made.boards
        turned = replace(made, boards=(Board(first.black, first.white), second, *rest))
        assert Broken.OTHER_COLOURS in {fact.code for fact in burstein.violations(state, turned)}
        crossed = (Board(first.white, second.black), Board(second.white, first.black), *rest)
        assert burstein.violations(state, replace(made, boards=crossed)) != ()
