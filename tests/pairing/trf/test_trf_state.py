"""The state that a report gives to a pairing system."""

import pytest

from pairing.errors import InconsistentHistory
from pairing.results import RESULTS, ByeKind
from pairing.state import Baku, Bye, Colour, ForbiddenGroup, Game, PointSystem, Round
from pairing.trf import TrfDocument, from_state, read
from tests.pairing.trf.trf_lines import CASES, player, report


def harbour() -> TrfDocument:
    return read((CASES / "harbour_trf26.trf").read_bytes())


def test_the_state_after_the_last_round_pairs_the_next_one() -> None:
    state = harbour().state()
    assert (state.next_round, state.total_rounds, state.is_last_round) == (4, 4, True)
    assert state.points == PointSystem.of(pairing_bye=5)
    assert state.byes == (Bye(2, ByeKind.HALF_POINT),)
    assert state.forbidden == (ForbiddenGroup(frozenset({4, 5})),)
    assert state.rounds[1] == Round(
        2,
        (Game(2, 1, RESULTS["=="]), Game(4, 3, RESULTS["-+"])),
        (Bye(5, ByeKind.ZERO_POINT),),
    )
    assert [len(round_.games) for round_ in state.rounds] == [2, 2, 2]


def test_an_earlier_state_knows_only_what_was_known_then() -> None:
    document = harbour()
    state = document.state(after_round=1)
    assert len(state.rounds) == 1
    assert state.byes == (Bye(5, ByeKind.ZERO_POINT),)
    assert document.state(after_round=2).byes == (Bye(2, ByeKind.HALF_POINT),)
    assert document.state(after_round=0).byes == ()


def test_a_player_without_columns_in_a_round_that_is_paired_was_away() -> None:
    rows = (player(1, "2 w 1"), player(2, "1 b 0"), player(3, ""))
    assert read(report(*rows)).state(0).byes == (Bye(3, ByeKind.ZERO_POINT),)


def test_byes_in_the_columns_of_the_coming_round_are_known_beforehand() -> None:
    rows = (
        player(1, "2 w 1", "0000 - H"),
        player(2, "1 b 0", "0000 - F"),
        player(3, "0000 - U", "0000 - Z", "0000 - Z"),
        player(4, "0000 - Z"),
    )
    document = read(report("142 3", *rows))
    assert document.begun_rounds == 1
    assert document.state().byes == (
        Bye(1, ByeKind.HALF_POINT),
        Bye(2, ByeKind.FULL_POINT),
        Bye(3, ByeKind.ZERO_POINT),
    )


def test_requested_byes_count_only_in_their_own_round() -> None:
    rows = (player(1, "2 w 1"), player(2, "1 b 0"))
    document = read(report("142 4", *rows, "240 H 003    1", "240 Z 002    2"))
    assert document.state().byes == (Bye(2, ByeKind.ZERO_POINT),)


def test_absentees_of_xxz_are_not_paired() -> None:
    rows = (player(1, "2 w 1"), player(2, "1 b 0"))
    assert read(report("XXR 4", *rows, "XXZ 1")).state().byes == (Bye(1, ByeKind.ZERO_POINT),)


def test_the_initial_colour_is_that_of_the_highest_player_paired_in_round_1() -> None:
    rows = (player(1, "0000 - Z"), player(2, "3 b 1"), player(3, "2 w 0"))
    document = read(report("142 3", *rows))
    assert document.initial_colour is None
    assert document.state().initial_colour is Colour.BLACK


def test_where_the_highest_player_has_the_bye_the_second_one_has_the_other_colour() -> None:
    rows = (player(1, "0000 - U"), player(2, "3 b 1"), player(3, "2 w 0"))
    assert read(report("142 3", *rows)).state().initial_colour is Colour.WHITE


def test_without_round_1_there_is_no_initial_colour_yet() -> None:
    assert read(report("142 3", player(1), player(2))).state().initial_colour is None


def test_c_04_7_art_1_2_the_first_group_is_counted_from_those_who_entered_round_1() -> None:
    rows = [player(n, f"{n + 4} w 1" if n <= 4 else f"{n - 4} b 0") for n in range(1, 9)]
    rows[0] = player(1, "0000 - Z")
    rows[4] = player(5, "0000 - U")
    document = read(report("142 5", "192 FIDE_DUTCH_2025_BAKU", *rows))
    # Seven entered: GA is 2, 3, 4, 5.
    assert document.state().acceleration == Baku(5)
    assert document.state(0).acceleration == Baku(0)


def test_absence_that_gives_points_is_a_bye_even_where_the_columns_are_blank() -> None:
    rows = (player(1, "2 w 1"), player(2, "1 b 0"), player(3, ""))
    document = read(report("142 3", "162  A 0.5", *rows))
    assert document.round(1).byes == (Bye(3, ByeKind.ZERO_POINT),)


def test_a_round_without_all_results_cannot_be_built_upon() -> None:
    document = read(report("142 3", player(1, "2 w "), player(2, "1 b ")))
    assert document.state(0).next_round == 1
    with pytest.raises(InconsistentHistory, match="the game 1 - 2 has no result yet"):
        document.state()


def test_there_is_no_state_after_a_round_that_was_not_played() -> None:
    with pytest.raises(InconsistentHistory, match="no round 4"):
        harbour().state(after_round=4)


def test_a_team_s_byes_are_not_those_of_a_player() -> None:
    document = read((CASES / "team_cup.trf").read_bytes())
    assert not document.individual
    # Team 4 has a half-point bye in round 2; player 4 plays for team 2.
    assert document.state(1).byes == (Bye(7, ByeKind.ZERO_POINT), Bye(8, ByeKind.ZERO_POINT))
    assert document.state().forbidden == ()


def test_a_document_can_be_made_from_a_state() -> None:
    state = harbour().state()
    document = from_state(state, ranks={1: 1}, name="Copy", type_code="FIDE_DUTCH_2025")
    assert document.name == "Copy"
    assert document.state() == state
    assert [p.points for p in document.players] == [25, 20, 15, 10, 0]
    assert [p.rank for p in document.players] == [1, 0, 0, 0, 0]
