"""The knock-out of the handbook: colours by lot, whole events played through, prizes."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.knockout import (
    Bracket,
    DueGame,
    Phase,
    TieFormat,
    TieGame,
    draw_colours,
    draw_golden,
    follow,
    plan,
    share_prizes,
)
from pairing.handbook.lots import Lots
from pairing.results import RESULTS
from tests.pairing.handbook.knockout_desk import entered, play_knockout
from tests.pairing.handbook.knockout_made import (
    CASES,
    favourite,
    tie,
)

# A.28-A.30  Colours by lot


def test_a29_colours_come_from_the_recorded_seed() -> None:
    drawn = {draw_colours("1.1", 1, 8, Lots(str(seed))).white for seed in range(30)}
    assert drawn == {1, 8}
    winners = {draw_colours("1.1", 1, 8, Lots(str(seed))).winner for seed in range(30)}
    assert winners == {1, 8}
    once, again = (draw_colours("1.1", 1, 8, Lots("x")) for _ in range(2))
    assert once == again
    assert ("seed", "x") in once.fact.values
    assert (once.fact.article, draw_colours("1.1", 1, 8, Lots("x"), 4).fact.article) == (
        "A.29",
        "A.30",
    )


def test_a28_colours_drawn_on_the_table_are_typed_in() -> None:
    drawn = draw_colours("1.1", 1, 8, Lots("x", (("1.1", (8, 1)),)))
    assert (drawn.white, drawn.black, drawn.fact.code) == (8, 1, "knockout.colours.typed")
    with pytest.raises(InconsistentHistory):
        draw_colours("1.1", 1, 8, Lots("x", (("1.1", (7, 1)),)))


def test_a29_the_winner_of_the_golden_lot_takes_the_colour_he_wants() -> None:
    open_ = draw_golden("1.1", 1, 8, Lots("x"))
    assert (open_.white, open_.black, open_.fact.code) == (0, 0, "knockout.golden.choose")
    assert open_.winner in (1, 8)
    chosen = draw_golden("1.1", 1, 8, Lots("x").with_typed("1.1 golden", (8, 1)))
    assert (chosen.white, chosen.winner, chosen.fact.code) == (
        8,
        open_.winner,
        "knockout.golden.chosen",
    )
    no_choice = Lots("x", (("t", (1, 2)),))
    state = tie("==", "==", "==", "==", lots=no_choice)
    assert state.due == ()
    assert state.waiting is not None
    assert dict(state.waiting.values)["draw"] == "t golden"


def test_a30_all_boards_of_a_team_have_the_colour_that_the_captain_drew() -> None:
    made = plan((1, 2), 1, Lots("", (("1.1", (2, 1)), ("1.1 golden", (1, 2)))), boards=4)
    progress = follow(made)
    assert [(due.white, due.black, due.board) for due in progress.due] == [
        (2, 1, board) for board in range(1, 5)
    ]
    games = [
        entered(due, code) for due, code in zip(progress.due, ("10", "==", "==", "01"), strict=True)
    ]
    # One board is still missing: it alone is due.
    assert [due.board for due in follow(made, games[:3]).due] == [4]
    second = follow(made, games).due
    assert {(due.white, due.number) for due in second} == {(1, 2)}
    games += [entered(due, "10") for due in second]
    state = follow(made, games)
    assert state.finished
    assert state.stages[0].ties[0].score == (60, 20)


def test_a30_a_tied_team_match_ends_with_one_golden_point_game() -> None:
    made = plan((1, 2), 1, Lots("", (("1.1", (2, 1)), ("1.1 golden", (1, 2)))), boards=3)
    games: list[TieGame] = []
    for _ in range(4):
        games += [entered(due, "==") for due in follow(made, games).due]
    assert len(games) == 12
    (due,) = follow(made, games).due
    assert (due.golden, due.white) == (True, 1)
    assert follow(made, [*games, entered(due, "==")]).ranking[0].players == (2,)


# Playing it through


def test_14_players_for_three_winners_with_a_golden_point() -> None:
    made = plan(range(1, 15), 3, Lots("gold"))
    golden: list[DueGame] = []

    def choose(due: DueGame) -> str:
        if due.tie == "1.1":  # 11 and 14 draw everything: Black wins the golden point
            golden.extend([due] if due.golden else [])
            return "=="
        return favourite(due)

    _, games, progress = play_knockout(made, choose)
    assert [len(stage.ties) for stage in progress.stages] == [2, 6, 3]
    assert [stage.free for stage in progress.stages] == [tuple(range(1, 11)), (), ()]
    assert progress.stages[0].ties[0].winner == golden[0].black
    assert [place.players for place in progress.ranking] == [
        (1, 2, 3),
        (4, 5, 6),
        tuple(sorted((7, 8, 9, 10, 12, golden[0].black))),
        tuple(sorted((golden[0].white, 13))),
    ]
    assert [(place.first, place.last) for place in progress.ranking] == [
        (1, 3), (4, 6), (7, 12), (13, 14),
    ]  # fmt: skip
    assert len(games) == 5 + 2 + 12 + 6


def test_the_next_stage_opens_when_all_ties_are_decided() -> None:
    made = plan(range(1, 5), 1, Lots("x"))
    first = [entered(due, favourite(due)) for due in follow(made).due]
    second = [entered(due, favourite(due)) for due in follow(made, first).due]
    assert len(follow(made, [*first, second[0]]).stages) == 1
    opened = follow(made, first + second)
    assert [stage.number for stage in opened.stages] == [1, 2]
    assert opened.stages[1].facts[0].code == "knockout.stage.opened"
    assert opened.stages[1].facts[0].players == (1, 2)
    # The losers' places are known before the final is played.
    assert [(p.first, p.last, p.players) for p in opened.ranking] == [(3, 4, (3, 4))]


def test_a_corrected_result_that_changes_the_winner_does_not_pass_in_silence() -> None:
    made = plan(range(1, 5), 1, Lots("x"))
    _, games, _ = play_knockout(made, favourite)
    changed = [
        replace(game, result=game.result.reversed) if game.tie == "1.1" else game for game in games
    ]
    with pytest.raises(InconsistentHistory):
        follow(made, changed)


def test_after_an_upset_the_bracket_is_fixed_or_seeded_again() -> None:
    def choose(due: DueGame) -> str:
        # Only 8 against 1 is an upset.
        if {due.white, due.black} == {1, 8}:
            return "10" if due.white == 8 else "01"
        return favourite(due)

    pairs = {}
    for bracket in Bracket:
        _, _, progress = play_knockout(plan(range(1, 9), 1, Lots("x"), bracket=bracket), choose)
        pairs[bracket] = [(each.first, each.second) for each in progress.stages[1].ties]
    assert pairs == {
        Bracket.FIXED: [(4, 8), (2, 3)],  # 8 takes the place of 1
        Bracket.RESEED: [(2, 8), (3, 4)],
    }


def test_pairing_by_lot_is_the_same_for_the_same_seed() -> None:
    made = plan(range(1, 5), 1, Lots("x"), by_lot=True)
    pairs = {
        tuple(
            (each.first, each.second)
            for each in follow(replace(made, lots=Lots(str(seed)))).stages[0].ties
        )
        for seed in range(60)
    }
    assert {frozenset(map(frozenset, each)) for each in pairs} == {
        frozenset({frozenset({1, 2}), frozenset({3, 4})}),
        frozenset({frozenset({1, 3}), frozenset({2, 4})}),
        frozenset({frozenset({1, 4}), frozenset({2, 3})}),
    }
    assert follow(made) == follow(made)


def test_every_stage_may_have_its_own_format() -> None:
    formats = (TieFormat((Phase(2),)), TieFormat((Phase(4),)))
    made = plan(range(1, 9), 1, Lots("x"), formats=formats)
    _, games, _ = play_knockout(made, favourite)
    assert [sum(g.tie.startswith(f"{stage}.") for g in games) for stage in (1, 2, 3)] == [8, 8, 4]


def test_wrong_plans_are_refused() -> None:
    with pytest.raises(InconsistentHistory):
        plan((1, 1, 2), 1, Lots())
    with pytest.raises(UnsupportedRule):
        plan((1, 2), 1, Lots(), formats=())
    with pytest.raises(InconsistentHistory):
        follow(plan((1, 2), 1, Lots()), [TieGame("2.1", 0, 1, 1, 2, RESULTS["10"])])


CODES = ["10", "01", "==", "+-", "-+", "--", "00", "=0", "0=", "WL", "DD"]


@settings(max_examples=250, deadline=None)
@given(
    players=st.integers(1, 40),
    data=st.data(),
    chance=st.integers(0, 10**6),
    bracket=st.sampled_from(list(Bracket)),
    extensions=st.integers(0, 2),
    boards=st.sampled_from([1, 1, 2, 3]),
    stop=st.booleans(),
)
def test_every_knockout_ends_with_its_winners(
    players: int,
    data: st.DataObject,
    chance: int,
    bracket: Bracket,
    extensions: int,
    boards: int,
    stop: bool,
) -> None:
    winners = data.draw(st.integers(1, players))
    dice = random.Random(chance)
    format_ = TieFormat((Phase(), *[Phase()] * extensions), stop_when_decided=stop)
    made = plan(
        range(1, players + 1),
        winners,
        Lots("s"),
        formats=(format_,),
        bracket=bracket,
        boards=boards,
    )
    made, games, progress = play_knockout(made, lambda due: dice.choice(CODES))
    ranked = [player for place in progress.ranking for player in place.players]
    assert sorted(ranked) == list(range(1, players + 1))
    assert len(progress.ranking[0].players) == winners
    assert [len(stage.ties) for stage in progress.stages] == [
        before - after
        for before, after in zip(made.sizes.counts[:-1], made.sizes.counts[1:], strict=True)
    ]
    nobody = {player for place in progress.ranking[1:] for player in place.players}
    assert nobody == {each.loser for stage in progress.stages for each in stage.ties}
    # Complete phases have as many Whites as Blacks; the order of entry does not matter.
    if not stop:
        for stage in progress.stages:
            for each in stage.ties:
                whites = [g.white for g in each.games if g.phase < format_.golden_phase]
                assert whites.count(each.first) == whites.count(each.second)
    dice.shuffle(games)
    assert follow(made, games) == progress


@pytest.mark.parametrize("players", range(1, 301, 23))
def test_up_to_300_players_the_favourites_win_for_any_number_of_winners(players: int) -> None:
    format_ = TieFormat((Phase(),))
    for winners in {1, 2, 3, players // 3, players // 2, players - 1, players} - {0, -1}:
        if winners > players:
            continue
        made = plan(range(1, players + 1), winners, Lots("s"), formats=(format_,))
        _, _, progress = play_knockout(made, favourite)
        assert progress.ranking[0].players == tuple(range(1, winners + 1))
        place = 1
        for each in progress.ranking:
            assert each.players == tuple(range(place, place + len(each.players)))
            assert (each.first, each.last) == (place, place + len(each.players) - 1)
            place += len(each.players)


@pytest.mark.full
def test_every_number_of_players_and_winners_up_to_300() -> None:
    format_ = TieFormat(())
    for players in range(1, 301):
        for winners in range(1, players + 1, max(1, players // 5)):
            made = plan(range(1, players + 1), winners, Lots("s"), formats=(format_,))
            _, _, progress = play_knockout(made, favourite)
            assert progress.ranking[0].players == tuple(range(1, winners + 1))


# A.19  Prizes


def test_a19_losing_semi_finalists_share_third_and_fourth_prize() -> None:
    case = CASES["knockout-prize-4"]["input"]
    _, _, progress = play_knockout(plan(range(1, case["tied"] + 1), 1, Lots("x")), favourite)
    shares = share_prizes(progress.ranking, [100_000, 60_000, 40_000, 30_000])
    assert [(share.players, share.each) for share in shares] == [
        ((1,), 100_000),
        ((2,), 60_000),
        (tuple(case["lost_in_semifinal"]), 35_000),
    ]


def test_a19_cents_that_cannot_be_divided_are_named() -> None:
    _, _, progress = play_knockout(plan(range(1, 9), 1, Lots("x")), favourite)
    shares = share_prizes(progress.ranking, [5000, 3000, 1001, 1000, 500, 101])
    assert [(share.total, share.each, share.left_over) for share in shares] == [
        (5000, 5000, 0),
        (3000, 3000, 0),
        (2001, 1000, 1),
        (601, 150, 1),  # four players, two prizes
    ]
    with pytest.raises(UnsupportedRule):
        share_prizes(progress.ranking, [-1])


@settings(max_examples=60, deadline=None)
@given(
    players=st.integers(1, 30),
    data=st.data(),
    prizes=st.lists(st.integers(0, 10**7), max_size=30),
)
def test_a19_no_cent_is_lost(players: int, data: st.DataObject, prizes: list[int]) -> None:
    winners = data.draw(st.integers(1, players))
    made = plan(range(1, players + 1), winners, Lots("x"), formats=(TieFormat(()),))
    _, _, progress = play_knockout(made, favourite)
    shares = share_prizes(progress.ranking, prizes)
    paid = sum(share.each * len(share.players) + share.left_over for share in shares)
    assert paid == sum(prizes[:players])
    assert all(0 <= share.left_over < len(share.players) for share in shares)
