"""C.04.5, article by article: examples worked out by hand."""

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026.double import pair, violations, why_not
from pairing.fide2026.double.colours import Member, colour_of_higher, in_rank
from pairing.fide2026.double.definitions import Field
from pairing.fide2026.upfloating.criteria import following_group
from pairing.fide2026.upfloating.definitions import barred_from_bye
from pairing.fide2026.upfloating.pairs import identifier
from pairing.matching import as_set
from pairing.results import KNOWN, MATCH_RESULTS, ByeKind, Outcome
from pairing.state import (
    Baku,
    Board,
    Bye,
    Colour,
    ForbiddenGroup,
    Game,
    Player,
    PointSystem,
    Round,
    RoundPairing,
    TournamentState,
)
from pairing.verdicts import Broken, WhyNot

W, B = Colour.WHITE, Colour.BLACK
POINTS = PointSystem.of_matches()


def played(number: int, *matches: tuple[int, int, str], byes: tuple[Bye, ...] = ()) -> Round:
    """Matches as (White of game 1, opponent, code)."""
    games = (Game(one, two, MATCH_RESULTS[code]) for one, two, code in matches)
    return Round(number, tuple(games), byes)


def state_of(players: int, *rounds: Round, total: int = 7, **more: object) -> TournamentState:
    numbered = tuple(Player(tpn) for tpn in range(1, players + 1))
    given = {"points": POINTS, "initial_colour": W, **more}
    return TournamentState(numbered, rounds, total, **given)  # type: ignore[arg-type]


def member_of(state: TournamentState, tpn: int) -> Member:
    field = Field(state)
    return field.members[field.index[tpn]]


# Preface: matches of two games


@pytest.mark.parametrize(
    ("code", "points", "played_"),
    [
        ("1010", (20, 0), True),
        ("10==", (15, 5), True),
        ("1001", (10, 10), True),
        ("0101", (0, 20), True),
        ("=000", (5, 0), True),
        ("0000", (0, 0), True),
        ("10+-", (20, 0), True),  # one game forfeited: the match was played
        ("+--+", (10, 10), True),  # each forfeits one (DS-3)
        ("+-+-", (20, 0), False),
        ("+---", (10, 0), False),  # DS-2
        ("----", (0, 0), False),
    ],
)
def test_a_match_is_worth_both_games(code: str, points: tuple[int, int], played_: bool) -> None:
    result = MATCH_RESULTS[code]
    assert POINTS.for_result(result) == points
    assert result.played is played_
    turned = result.reversed
    assert POINTS.for_result(turned) == points[::-1]
    assert turned.reversed == result


def test_every_two_results_make_a_match() -> None:
    assert len(MATCH_RESULTS) == 13 * 13
    assert all(len(code) == 4 and KNOWN[code] is result for code, result in MATCH_RESULTS.items())
    assert MATCH_RESULTS["10??"].final is False
    assert MATCH_RESULTS["0000"].white is Outcome.LOSS
    assert MATCH_RESULTS["--+-"].white is Outcome.FORFEIT_WIN


# Art. 1.4 to 1.6


def test_art_1_4_a_bye_is_a_game_won_and_one_drawn() -> None:
    bye = Round(1, (), (Bye(1, ByeKind.PAIRING_ALLOCATED), Bye(2, ByeKind.HALF_POINT)))
    state = state_of(2, bye)
    assert [member.score for member in Field(state).members] == [15, 10]


def test_art_1_5_a_floater_played_an_opponent_of_another_score() -> None:
    first = played(1, (1, 3, "1010"), (2, 4, "1010"))
    uneven = played(2, (1, 4, "10=="), (2, 3, "+-+-"))
    field = Field(state_of(4, first, uneven))
    assert {member.tpn for member in field.members if member.floated_last} == {1, 4}  # LX-3


def test_art_1_6_a_colour_needs_a_game_really_played() -> None:
    state = state_of(4, played(1, (1, 2, "+--+"), (3, 4, "+-10")))
    assert member_of(state, 1).colours == () and member_of(state, 1).matches == 1  # DS-3
    assert member_of(state, 3).colours == (W,) and member_of(state, 4).colours == (B,)  # DS-4
    assert why_not(state, 1, 2)[0].code == WhyNot.MET_BEFORE


# Art. 2.1.2, 3.4


def test_art_2_1_2_who_had_points_without_a_match_has_no_bye() -> None:
    matches = (1, 2, "+---"), (3, 4, "----"), (5, 6, "+-01")
    byes = tuple(
        Bye(tpn, kind)
        for tpn, kind in (
            (7, ByeKind.PAIRING_ALLOCATED),
            (8, ByeKind.FULL_POINT),
            (9, ByeKind.HALF_POINT),
        )
    )
    assert barred_from_bye(state_of(9, played(1, *matches, byes=byes))) == {1, 7, 8}


def test_art_3_4_lowest_score_most_matches_largest_number() -> None:
    assert pair(state_of(5)).bye == 5
    byes = (Bye(5, ByeKind.PAIRING_ALLOCATED),)
    assert pair(state_of(5, played(1, (1, 3, "1010"), (2, 4, "1010"), byes=byes))).bye == 4
    # 3, 4 and 5 have nothing; 4 was absent and has played less.
    assert pair(state_of(5, played(1, (1, 3, "1010"), (2, 5, "1010")))).bye == 5


# Art. 2.3.3


def test_art_2_3_3_a_scoregroup_that_became_upfloaters_is_not_asked_about() -> None:
    """Scores 6, 5, 4, 3½, 3½, 3½: the 4 goes up to the 6, so that nothing is asked for the 5."""
    state = state_of(6)
    field = Field(state)
    scores = {1: 60, 2: 50, 3: 40, 4: 35, 5: 35, 6: 35}
    field.scoregroups = [(60, 1), (50, 2), (40, 4), (35, 0b111000)]
    field.members = [
        Member(m.tpn, m.number, scores[m.tpn], (), 0, False, True) for m in field.members
    ]
    assert following_group(field, 1, 0b111110) == 2
    assert following_group(field, 2, 0b111000) == 0  # not those with 3½
    field.to_be_paired = 0b111011
    assert following_group(field, 2, 0b111000) == 0b111000  # the 4 has the bye


# Art. 3.5, 3.6


def test_art_3_6_2_the_identifier_of_the_text() -> None:
    field = Field(state_of(24))
    pairs = [(10, 23), (15, 5), (9, 8), (7, 3)]  # 11-24 16-6 10-9 8-4, as places
    players = as_set(x for pair_ in pairs for x in pair_)
    assert identifier(field, players, pairs) == (4, 6, 9, 11, 8, 16, 10, 24)


def test_art_3_6_round_1_is_the_first_half_against_the_second() -> None:
    boards = pair(state_of(6)).boards
    assert [(board.white, board.black) for board in boards] == [(1, 4), (5, 2), (3, 6)]


# Art. 4


def member(tpn: int, colours: str = "", score: int = 0) -> Member:
    history = tuple(W if letter == "W" else B for letter in colours)
    return Member(tpn, tpn, score, history, len(history), False, True)


@pytest.mark.parametrize(
    ("higher", "other", "expected"),
    [
        (member(1), member(2), (W, "4.3.1")),
        (member(2), member(3), (B, "4.3.1")),
        (member(1, "W"), member(2, "B"), (B, "4.3.2")),
        (member(1, "WBB"), member(2, "W"), (W, "4.3.3")),  # as many Whites (DS-7)
        (member(1, "WWB"), member(2, "W"), (B, "4.3.2")),
        (member(1, "WB"), member(2, "BW"), (W, "4.3.3")),
        (member(1, "WB"), member(2, "WB"), (W, "4.3.4")),
        (member(1, "B"), member(2), (W, "4.3.4")),
        (member(1), member(2, "BB"), (B, "4.3.5")),
    ],
)
def test_art_4_3_the_colour_of_game_1(
    higher: Member, other: Member, expected: tuple[Colour, str]
) -> None:
    assert colour_of_higher(higher, other, W) == expected


def test_art_4_2_the_higher_ranked() -> None:
    low, high = member(1, score=10), member(2, score=20)
    assert in_rank(low, high) == (high, low)
    assert in_rank(member(4), member(3)) == (member(3), member(4))


# C.04.7


def test_baku_gives_a_match_won_and_later_half_of_it() -> None:
    state = state_of(8, total=9, acceleration=Baku())
    assert [member.score for member in Field(state).members] == [20] * 4 + [0] * 4
    rounds = tuple(Round(number, ()) for number in (1, 2, 3))
    later = state_of(8, *rounds, total=9, acceleration=Baku(4))
    assert [member.score for member in Field(later).members] == [10] * 4 + [0] * 4


# Questions


def test_why_two_players_do_not_meet() -> None:
    state = state_of(6, played(1, (1, 4, "1010"), (5, 2, "0101"), (3, 6, "1010")))
    made = pair(state)
    assert {frozenset((board.white, board.black)) for board in made.boards} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
        frozenset((5, 6)),
    }
    assert why_not(state, 1, 4)[0].code == WhyNot.MET_BEFORE
    assert why_not(state, 1, 3)[0].code == WhyNot.THEY_MEET
    (later,) = why_not(state, 1, 2)
    assert (later.code, later.article) == ("double_swiss.why_not.later", "3.6.3")
    assert dict(later.values) == {"score": 20, "part": "top", "made": 2, "instead": 3}
    (other,) = why_not(state, 1, 6)
    assert (other.code, other.article) == ("double_swiss.why_not.later", "3.5.4")
    assert dict(other.values) == {"score": 20, "made": 4, "instead": 6}


def test_a_worse_quality_says_by_which_criterion() -> None:
    state = state_of(6, played(1, (1, 4, "1010"), (5, 2, "10=="), (3, 6, "1010")))
    # 1 and 3 have two points; 5 has 1½, 2 has ½.
    (worse,) = why_not(state, 1, 5)
    assert (worse.code, worse.article) == ("double_swiss.why_not.worse", "2.3.1")
    assert dict(worse.values)["measure"] == "players.C4"


def test_what_a_pairing_made_by_hand_breaks() -> None:
    state = state_of(6, played(1, (1, 4, "1010"), (5, 2, "0101"), (3, 6, "1010")))
    again = RoundPairing(2, (Board(1, 4), Board(2, 3), Board(5, 6)))
    assert [fact.code for fact in violations(state, again)][:1] == [Broken.MET_BEFORE]
    made = pair(state)
    turned = RoundPairing(2, (Board(made.boards[0].black, made.boards[0].white), *made.boards[1:]))
    assert {fact.code for fact in violations(state, turned)} == {Broken.OTHER_COLOURS}


def test_a_forfeited_match_can_be_paired_again() -> None:
    state = state_of(2, played(1, (1, 2, "+-+-")))
    assert pair(state).boards == (Board(1, 2),)
    with pytest.raises(NoLegalPairing):
        pair(state_of(2, played(1, (1, 2, "10+-"))))


def test_nobody_can_be_paired_says_who_lacks_opponents() -> None:
    apart = (ForbiddenGroup(frozenset((1, 2, 3))),)
    with pytest.raises(NoLegalPairing) as error:
        pair(state_of(4, forbidden=apart))
    # Two of the three have only player 4 between them.
    assert error.value.players == (1, 2)
    assert error.value.reasons[0].code == "double_swiss.no_pairing.too_few_opponents"
    byes = tuple(Bye(n, ByeKind.FULL_POINT) for n in (1, 2, 3))
    with pytest.raises(NoLegalPairing) as error:
        pair(state_of(3, Round(1, (), byes)))
    assert error.value.reasons[0].code == "double_swiss.no_pairing.nobody_for_bye"


def test_the_reasons_of_a_round() -> None:
    made = pair(state_of(4, played(1, (1, 3, "1010"), (4, 2, "==10"))))
    assert made.trace is not None and made.trace.system == "fide2026.double"
    codes = [fact.code for bracket in made.trace.brackets for fact in bracket.criteria]
    assert codes[:2] == ["double_swiss.criterion.C4", "double_swiss.criterion.C5"]
    assert [fact.code for fact in made.trace.pairs[0].facts] == ["double_swiss.pair.upfloat"]
    assert made.trace.pairs[0].colour.code == "double_swiss.colour.higher_alternates"
