"""Handbook, round robin, sections 1-3, and the readings of C-26."""

import json
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.lots import Lots
from pairing.handbook.round_robin import (
    after_leaving,
    balanced_groups,
    berger,
    cross_table,
    draw_numbers,
    final_group,
    forfeits,
    games_missing,
    opponent_table,
    pair,
    schedule,
    violations,
    why_not,
    withdrawal,
)
from pairing.results import BLACK_WINS, DRAW, RESULTS, WHITE_WINS, ByeKind
from pairing.state import Board, Bye, Colour, Game, Player, Round, RoundPairing, TournamentState
from pairing.systems import system
from pairing.verdicts import Broken

CASES = json.loads(
    (Path(__file__).parents[2] / "cases" / "handbook" / "round_robin.json").read_text("utf-8")
)


def state_of(
    players: int, rounds: tuple[Round, ...] = (), *, cycles: int = 1, away: tuple[int, ...] = ()
) -> TournamentState:
    return TournamentState(
        tuple(Player(tpn) for tpn in range(1, players + 1)),
        rounds,
        len(schedule(players, cycles=cycles)),
        byes=tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in away),
        options=(("cycles", cycles),),
    )


def played(pairing: RoundPairing, code: str = "==") -> Round:
    games = tuple(Game(board.white, board.black, RESULTS[code]) for board in pairing.boards)
    byes = (Bye(pairing.bye, ByeKind.PAIRING_ALLOCATED),) if pairing.bye else ()
    return Round(pairing.number, games, byes)


# 2  Tables


@pytest.mark.parametrize("players", range(3, 13))
def test_2_printed_berger_tables_for_3_to_12_players(players: int) -> None:
    printed = CASES[f"round-robin-berger-{players + players % 2}"]
    rounds = schedule(players)
    assert len(rounds) == len(printed)
    for pairing, row in zip(rounds, printed, strict=True):
        expected = [Board(*cell) for cell in row if max(cell) <= players]
        assert list(pairing.boards) == expected
        # Odd number: whoever is to meet the last even number has the bye.
        resting = [min(cell) for cell in row if max(cell) > players]
        assert ([pairing.bye] if pairing.bye else []) == resting


def test_2_seven_players_whoever_meets_8_has_the_bye() -> None:
    assert [pairing.bye for pairing in schedule(7)] == [1, 5, 2, 6, 3, 7, 4]


@pytest.mark.parametrize("players", [*range(2, 41), 64, 99, 120])
def test_1_everybody_meets_everybody_once_with_balanced_colours(players: int) -> None:
    rounds = schedule(players)
    pairs = [
        frozenset((board.white, board.black)) for pairing in rounds for board in pairing.boards
    ]
    assert sorted(map(sorted, pairs)) == [list(p) for p in combinations(range(1, players + 1), 2)]
    for row in opponent_table(rounds).values():
        assert len(row) == len(rounds)
        colours = [meeting.colour for meeting in row]
        difference = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
        assert abs(difference) == (1 if players % 2 == 0 else 0)


@pytest.mark.parametrize("players", [2, 4, 14, 16, 30, 100])
def test_2_tables_agree_with_the_closed_form(players: int) -> None:
    """i meets j in round i + j - 1 (mod N - 1); White is the smaller number if i + j is odd."""
    circle = players - 1
    table = berger(players)
    assert len(table) == circle
    for number, row in enumerate(table, 1):
        assert len(row) == players // 2
        for board in row:
            one, other = sorted((board.white, board.black))
            if other == players:
                assert (2 * one - 1 - number) % circle == 0
                assert (board.white == one) == (one <= players // 2)
            else:
                assert (one + other - 1 - number) % circle == 0
                assert (board.white == one) == ((one + other) % 2 == 1)


def test_2_double_round_robin_repeats_with_colours_reversed() -> None:
    expected = CASES["round-robin-double-schedule-6"]
    table = opponent_table(schedule(6, double=True))
    assert {str(n): [m.opponent for m in row] for n, row in table.items()} == expected["opponents"]
    assert {
        str(n): "".join("W" if m.colour is Colour.WHITE else "B" for m in row)
        for n, row in table.items()
    } == expected["colours"]


@pytest.mark.parametrize("players", range(4, 21, 2))
def test_2_swapping_the_last_two_rounds_spares_three_colours_running(players: int) -> None:
    def runs(swap: bool) -> list[int]:
        table = opponent_table(schedule(players, double=True, swap_last_two=swap))
        return [
            number
            for number, row in table.items()
            if any(
                len({meeting.colour for meeting in row[start : start + 3]}) == 1
                for start in range(len(row) - 2)
            )
        ]

    assert runs(False) == [1, players // 2 + 1]
    assert runs(True) == []


def test_2_the_swap_touches_the_last_two_rounds_of_each_cycle_but_the_last() -> None:
    plain = [pairing.boards for pairing in schedule(8, cycles=3)]
    swapped = [pairing.boards for pairing in schedule(8, cycles=3, swap_last_two=True)]
    plain[5:7] = plain[6], plain[5]
    plain[12:14] = plain[13], plain[12]
    assert swapped == plain


@pytest.mark.parametrize("cycles", [2, 3, 4])
@pytest.mark.parametrize("players", [2, 5, 8])
def test_2_more_cycles_meet_once_in_each_with_colours_in_turn(players: int, cycles: int) -> None:
    met: dict[frozenset[int], list[int]] = {}
    for pairing in schedule(players, cycles=cycles):
        for board in pairing.boards:
            met.setdefault(frozenset((board.white, board.black)), []).append(board.white)
    assert len(met) == players * (players - 1) // 2
    for whites in met.values():
        assert len(whites) == cycles
        assert all(one != other for one, other in pairwise(whites))


@pytest.mark.parametrize("players", [0, 1])
def test_2_a_round_robin_needs_two_players(players: int) -> None:
    with pytest.raises(UnsupportedRule):
        schedule(players)


# 2  Lots


@settings(max_examples=60, deadline=None)
@given(
    ratings=st.lists(st.integers(0, 2800), min_size=2, max_size=40),
    seed=st.text(max_size=8),
    data=st.data(),
)
def test_2_lots_give_every_number_once_and_the_same_again(
    ratings: list[int], seed: str, data: st.DataObject
) -> None:
    players = [Player(tpn, rating=rating) for tpn, rating in enumerate(ratings, 1)]
    typed_by = data.draw(st.lists(st.integers(1, len(players)), unique=True))
    numbers = data.draw(st.permutations(range(1, len(players) + 1)))
    own = dict(zip(typed_by, numbers, strict=False))
    drawn = draw_numbers(players, Lots(seed), own)
    assert drawn == draw_numbers(list(reversed(players)), Lots(seed), own)
    assert sorted(each.number for each in drawn) == list(range(1, len(players) + 1))
    assert {each.entrant: each.number for each in drawn if each.entrant in own} == own
    order = [ratings[each.entrant - 1] for each in drawn]
    assert order == sorted(order, reverse=True)


def test_2_another_seed_gives_other_numbers_and_says_so() -> None:
    players = [Player(tpn) for tpn in range(1, 11)]
    orders = {
        tuple(each.number for each in draw_numbers(players, Lots(f"{seed}"))) for seed in range(50)
    }
    assert len(orders) == 50
    fact = draw_numbers(players, Lots("7"), {3: 9})[0].fact
    assert fact.code == "round_robin.number.lot"
    assert ("seed", "7") in fact.values


@pytest.mark.parametrize("own", [{1: 2, 2: 2}, {1: 5}, {9: 1}, {1: 0}])
def test_2_typed_lots_must_make_sense(own: dict[int, int]) -> None:
    with pytest.raises(InconsistentHistory):
        draw_numbers([Player(tpn) for tpn in range(1, 5)], Lots("1"), own)


def test_2_a_typed_draw_must_name_the_same_numbers() -> None:
    lots = Lots("1").with_typed("places", (3, 1, 2))
    assert lots.order("places", (1, 2, 3)) == (3, 1, 2)
    assert lots.with_typed("places", (2, 1, 3)).order("places", (1, 2, 3)) == (2, 1, 3)
    with pytest.raises(InconsistentHistory):
        lots.order("places", (1, 2))
    with pytest.raises(InconsistentHistory):
        lots.order("other", (1, 1))


@pytest.mark.parametrize(
    ("players", "leaver", "replaced", "repeat", "code"),
    [
        (8, 3, False, True, "number_left"),
        (8, 8, False, False, "last_even_number"),
        (7, 7, False, True, "number_left"),
        (8, 3, True, False, "replaced"),
        (7, 7, True, False, "replaced"),
    ],
)
def test_2_c26_draw_is_repeated_unless_no_other_number_is_touched(
    players: int, leaver: int, replaced: bool, repeat: bool, code: str
) -> None:
    found = after_leaving(players, leaver, replaced=replaced)
    assert found.repeat is repeat
    assert found.fact.code == f"round_robin.redraw.{code}"
    assert after_leaving(players, leaver, replaced=replaced, as_printed=True).repeat is True


def test_2_c26_when_the_last_even_number_leaves_the_schedule_stays() -> None:
    before, after = schedule(8), schedule(7)
    assert len(before) == 7
    for full, less in zip(before, after, strict=True):
        assert tuple(board for board in full.boards if 8 not in (board.white, board.black)) == (
            less.boards
        )


def test_2_c26_a_leaver_must_have_been_in_the_draw() -> None:
    with pytest.raises(InconsistentHistory):
        after_leaving(8, 9)


# 2  Groups


@settings(max_examples=50, deadline=None)
@given(count=st.integers(1, 8), size=st.integers(2, 12), extra=st.integers(0, 7))
def test_2_groups_are_balanced_in_strength(count: int, size: int, extra: int) -> None:
    ranked = list(range(1, count * size + extra % count + 1))
    groups = balanced_groups(ranked, count)
    assert sorted(player for group in groups for player in group) == ranked
    sizes = [len(group) for group in groups]
    assert max(sizes) - min(sizes) <= 1
    if size % 2 == 0 and extra % count == 0:
        assert len({sum(group) for group in groups}) == 1


def test_2_final_group_takes_the_first_of_each_group() -> None:
    order, facts = final_group([(4, 1, 7), (2, 9, 3)], 2, Lots("final"))
    assert sorted(order) == [1, 2, 4, 9]
    assert order == final_group([(4, 1, 7), (2, 9, 3)], 2, Lots("final"))[0]
    assert [fact.players for fact in facts] == [(4,), (1,), (2,), (9,)]
    assert [dict(fact.values) for fact in facts] == [
        {"group": 1, "place": 1},
        {"group": 1, "place": 2},
        {"group": 2, "place": 1},
        {"group": 2, "place": 2},
    ]
    assert sorted(final_group([(4, 1), (2, 9)], 1, Lots("final"))[0]) == [2, 4]
    for qualifiers in (0, 4):
        with pytest.raises(UnsupportedRule):
            final_group([(4, 1, 7), (2, 9, 3)], qualifiers, Lots("final"))
    with pytest.raises(UnsupportedRule):
        final_group([(4, 1, 7), (2,)], 2, Lots("final"))
    with pytest.raises(UnsupportedRule):
        balanced_groups([1, 2, 3], 2)


# 2  Pairing round by round


@pytest.mark.parametrize(("players", "cycles"), [(2, 1), (5, 1), (6, 2), (9, 2), (12, 1)])
def test_2_pair_walks_through_the_schedule(players: int, cycles: int) -> None:
    state = state_of(players, cycles=cycles)
    for planned in schedule(players, cycles=cycles):
        pairing = pair(state)
        assert (pairing.number, pairing.boards, pairing.bye) == (
            planned.number,
            planned.boards,
            planned.bye,
        )
        assert violations(state, pairing) == ()
        assert pairing.trace is not None
        assert len(pairing.trace.pairs) == len(pairing.boards)
        state = state_of(players, (*state.rounds, played(pairing)), cycles=cycles)
    assert games_missing(state) == ()
    with pytest.raises(UnsupportedRule):
        pair(state)


def test_2_the_reasons_name_round_cycle_and_table() -> None:
    rounds = tuple(played(each) for each in schedule(5, double=True)[:6])
    trace = pair(state_of(5, rounds, cycles=2)).trace
    assert trace is not None
    assert trace.bye is not None
    where = (("round", 7), ("cycle", 2), ("table", 6))
    assert {pair_.colour.code for pair_ in trace.pairs} == {"round_robin.colour.reversed"}
    assert {pair_.colour.values for pair_ in trace.pairs} == {where}
    assert trace.bye.values == (("number", 6), *where)
    trace = pair(state_of(6)).trace
    assert trace is not None
    assert trace.bye is None
    assert {pair_.colour.code for pair_ in trace.pairs} == {"round_robin.colour.table"}
    assert trace.pairs[0].colour.values == (("round", 1), ("cycle", 1), ("table", 6))


def test_2_one_cycle_unless_the_options_say_more() -> None:
    players = tuple(Player(tpn) for tpn in range(1, 4))
    rounds = tuple(played(each) for each in schedule(3))
    with pytest.raises(UnsupportedRule):
        pair(TournamentState(players, rounds, 9))
    assert len(schedule(3)) == 3
    assert len(schedule(6, cycles=2)) == 10


def test_2_the_system_is_reached_by_its_key() -> None:
    found = system("handbook.round_robin")
    assert found.format.fixed_schedule and found.format.cycles
    assert found.pair(state_of(4)).boards == (Board(1, 4), Board(2, 3))


def test_2_rounds_played_in_another_order_are_not_played_again() -> None:
    planned = schedule(6)
    rounds = tuple(
        played(RoundPairing(number, planned[index].boards)) for number, index in ((1, 3), (2, 0))
    )
    pairing = pair(state_of(6, rounds))
    assert pairing.number == 3
    assert pairing.boards == planned[1].boards
    assert pairing.trace is not None
    assert [fact.code for fact in pairing.trace.facts] == ["round_robin.rounds_moved"]


def test_2_in_a_double_round_robin_colours_tell_the_cycles_apart() -> None:
    planned = schedule(4, double=True)
    second_cycle_first = RoundPairing(1, planned[4].boards)
    state = state_of(4, (played(second_cycle_first),), cycles=2)
    assert pair(state).boards == planned[0].boards
    rounds = tuple(played(RoundPairing(n, planned[i].boards)) for n, i in ((1, 4), (2, 0)))
    assert pair(state_of(4, rounds, cycles=2)).boards == planned[1].boards


def test_2_two_hundred_players_in_the_last_round() -> None:
    planned = schedule(200)
    state = state_of(200, tuple(played(each) for each in planned[:-1]))
    assert pair(state).boards == planned[-1].boards
    assert len(games_missing(state)) == 100


def test_1_a_round_that_is_not_in_the_table_is_followed_by_rounds_for_all_the_rest() -> None:
    strange = Round(1, (Game(1, 2, DRAW), Game(3, 4, DRAW), Game(5, 6, DRAW)))
    found = pair(state_of(6, (strange,)))
    assert found.trace is not None
    assert [fact.code for fact in found.trace.facts] == ["round_robin.completed"]


def test_1_games_that_cannot_all_be_played_stop_the_table() -> None:
    twice = Round(2, (Game(2, 1, DRAW), Game(4, 3, DRAW), Game(6, 5, DRAW)))
    strange = replace(twice, number=1)
    with pytest.raises(InconsistentHistory) as caught:
        pair(state_of(6, (strange, twice)))
    assert caught.value.round == 1


def test_2_numbers_without_a_gap_and_no_requested_byes() -> None:
    gap = TournamentState((Player(1), Player(3)), (), 1)
    with pytest.raises(InconsistentHistory):
        pair(gap)
    asked = TournamentState(
        tuple(Player(tpn) for tpn in range(1, 5)), (), 3, byes=(Bye(2, ByeKind.HALF_POINT),)
    )
    with pytest.raises(UnsupportedRule):
        pair(asked)


def test_2_why_not_says_when_they_met_or_will_meet() -> None:
    state = state_of(4, (played(schedule(4)[0]),))
    assert [(f.code, f.values) for f in why_not(state, 4, 1)] == [
        ("round_robin.met", (("round", 1),))
    ]
    assert [(f.code, f.values) for f in why_not(state, 2, 4)] == [
        ("round_robin.will_meet", (("round", 3),))
    ]


def test_2_violations_of_a_round_made_by_hand() -> None:
    first, second, _third = schedule(4)
    state = state_of(4, (played(first),))

    def codes(*boards: tuple[int, int]) -> list[str]:
        pairing = RoundPairing(2, tuple(Board(*board) for board in boards))
        return [
            fact.code.removeprefix("round_robin.violation.") for fact in violations(state, pairing)
        ]

    assert codes(*((board.white, board.black) for board in second.boards)) == []
    assert codes((3, 4), (1, 2)) == [Broken.OTHER_COLOURS]
    assert codes((4, 2), (3, 1)) == ["not_in_table", "not_in_table"]
    assert codes((4, 1), (3, 2)) == ["no_game_left", "no_game_left", "not_in_table", "not_in_table"]
    assert codes((4, 3), (4, 2)) == [Broken.PAIRED_TWICE, "missing", "not_in_table"]
    assert codes((4, 3), (1, 5)) == [Broken.UNKNOWN_PLAYER, "missing", "not_in_table"]


def test_2_violation_of_a_third_game_with_one_colour() -> None:
    rounds = (Round(1, (Game(1, 6, DRAW), Game(2, 5, DRAW), Game(3, 4, DRAW))),)
    rounds += (Round(2, (Game(6, 4, DRAW), Game(5, 3, DRAW), Game(1, 2, DRAW))),)
    found = violations(
        state_of(6, rounds), RoundPairing(3, (Board(1, 3), Board(2, 6), Board(4, 5)))
    )
    assert [(f.code, f.players) for f in found] == [
        (Broken.OTHER_COLOURS, (1, 3)),
        (Broken.SAME_COLOUR_THREE_TIMES, (1,)),
    ]


# 3  Points and withdrawal


def test_3_printed_cross_table_of_six() -> None:
    case = CASES["round-robin-crosstable-6"]
    codes = {10: WHITE_WINS, 5: DRAW, 0: BLACK_WINS}
    rounds = tuple(
        Round(
            pairing.number,
            tuple(
                Game(b.white, b.black, codes[case["results"][b.white - 1][b.black - 1]])
                for b in pairing.boards
            ),
        )
        for pairing in schedule(6)
    )
    table = cross_table(state_of(6, rounds))
    assert [row.points for row in table.rows] == case["points"]
    assert [row.place for row in table.rows] == case["rank"]
    for row, line in zip(table.rows, case["results"], strict=True):
        shown = [marks[0].points if marks else None for marks in row.marks]
        assert shown == line


def test_3_a_bye_gives_one_point() -> None:
    first = schedule(5)[0]
    table = cross_table(state_of(5, (played(first),)))
    assert first.bye == 1
    assert (table.rows[0].points, table.rows[0].byes, table.rows[0].place) == (10, 10, "1")


def event_with_leaver(rounds_present: int) -> TournamentState:
    """Six players; number 6 wins `rounds_present` games and then stays away."""
    state = state_of(6)
    for number in range(1, 6):
        away = (6,) if number > rounds_present else ()
        state = state_of(6, state.rounds, away=away)
        pairing = pair(state)
        lost = {(game.white, game.black): game for game in forfeits(state, pairing)}
        games = []
        for board in pairing.boards:
            both = (board.white, board.black)
            result = DRAW
            if 6 in both:
                result = WHITE_WINS if board.white == 6 else BLACK_WINS
            games.append(lost.get(both) or Game(*both, result))
        state = state_of(6, (*state.rounds, Round(number, tuple(games))), away=away)
    return state


def test_3_below_half_the_results_stay_but_he_is_not_ranked() -> None:
    state = event_with_leaver(2)
    found = withdrawal(state, 6)
    assert (found.completed, found.games, found.ranked) == (2, 5, False)
    table = cross_table(state, {6})
    assert [row.place for row in table.rows] == ["1-5"] * 5 + [""]
    assert [row.points for row in table.rows] == [20] * 5 + [20]
    # Shown: two wins, three forfeits; (+) for the opponents, none of it counted.
    shown = [marks[0].symbol for marks in table.rows[5].marks if marks]
    assert sorted(shown) == ["-", "-", "-", "1", "1"]
    assert [row.marks[5][0].symbol for row in table.rows[:5]].count("+") == 3
    assert all(not row.marks[5][0].counted for row in table.rows[:5])
    counting = cross_table(state, {6}, count_below_half=True)
    assert sorted(row.points for row in counting.rows[:5]) == [20, 20, 30, 30, 30]
    assert counting.rows[5].place == ""


def test_3_from_half_on_the_results_count_and_he_is_ranked() -> None:
    state = event_with_leaver(3)
    found = withdrawal(state, 6)
    assert (found.completed, found.games, found.ranked) == (3, 5, True)
    table = cross_table(state, {6})
    assert sorted(row.points for row in table.rows) == [20, 20, 20, 30, 30, 30]
    assert table.rows[5].place == "1-3"


def test_3_exactly_half_is_enough() -> None:
    rounds = tuple(played(pairing) for pairing in schedule(5)[:2])
    found = {tpn: withdrawal(state_of(5, rounds), tpn) for tpn in range(1, 6)}
    assert (found[2].completed, found[2].games, found[2].ranked) == (2, 4, True)
    assert (found[1].completed, found[1].games, found[1].ranked) == (1, 4, False)


def test_3_half_of_eight_games_is_four() -> None:
    rounds = tuple(played(pairing) for pairing in schedule(9)[:4])
    found = {tpn: withdrawal(state_of(9, rounds), tpn) for tpn in (1, 5)}
    assert (found[5].completed, found[5].games, found[5].ranked) == (4, 8, True)
    assert (found[1].completed, found[1].games, found[1].ranked) == (3, 8, False)


def test_3_an_opponent_who_did_not_come_does_not_push_below_half() -> None:
    first, second, *_ = schedule(4)
    state = state_of(4, (played(first, "+-"), played(second)))
    assert withdrawal(state, 2).completed == 2  # a win by forfeit and a game
    assert withdrawal(state, 4).completed == 1  # the player's own absence is not a game


def test_3_who_has_left_gets_no_point_for_his_free_round() -> None:
    state = state_of(5, away=(1,))
    pairing = pair(state)
    assert (schedule(5)[0].bye, pairing.bye) == (1, None)
    assert pairing.boards == schedule(5)[0].boards
    assert pairing.trace is not None
    assert [(f.code, f.players) for f in pairing.trace.facts] == [("round_robin.rests_away", (1,))]
    assert violations(state, pairing) == ()


def test_3_both_absent_gives_two_minus() -> None:
    state = state_of(4, away=(1, 4))
    assert forfeits(state, pair(state)) == (Game(1, 4, RESULTS["--"], 1),)
    state = state_of(4, away=(3,))
    assert forfeits(state, pair(state)) == (Game(2, 3, RESULTS["+-"], 2),)
