"""C.04.6, article by article: examples worked out by hand."""

import pytest

from pairing.errors import NoLegalPairing, UnsupportedRule
from pairing.fide2026.team import pair, violations, why_not
from pairing.fide2026.team.colours import colour_of_first, first_team
from pairing.fide2026.team.definitions import (
    MILD,
    STRONG,
    Member,
    colour_preference,
)
from pairing.fide2026.team.field import Field
from pairing.fide2026.upfloating.definitions import barred_from_bye
from pairing.fide2026.upfloating.pairs import best_pairs, identifier
from pairing.fide2026.upfloating.upfloaters import upfloaters
from pairing.matching import as_set
from pairing.results import ByeKind
from pairing.state import Baku, Board, Bye, Colour, ForbiddenGroup, RoundPairing, TournamentState
from pairing.verdicts import Broken, WhyNot
from tiebreaks.teams import (
    Match,
    MatchPoints,
    Team,
    TeamBye,
    TeamEvent,
    TeamRound,
    pairing_state,
)

W, B = Colour.WHITE, Colour.BLACK
NONE = (None, MILD)


def history(text: str) -> tuple[Colour, ...]:
    return tuple(W if letter == "W" else B for letter in text)


def state_of(teams: int, *rounds: TeamRound, total: int = 7, **more: object) -> TournamentState:
    event = TeamEvent(tuple(Team(n) for n in range(1, teams + 1)), rounds, total, 4)
    return pairing_state(event, **{"initial_colour": W, **more})


def played(
    number: int, *matches: tuple[int, int, int], byes: tuple[TeamBye, ...] = ()
) -> TeamRound:
    """Matches as (White, Black, game points of White in tenths)."""
    return TeamRound(
        number, tuple(Match(one, two, points=(won, 40 - won)) for one, two, won in matches), byes
    )


# Art. 1.2, 1.4


def test_art_1_4_a_bye_is_a_drawn_match_unless_stated_otherwise() -> None:
    bye = TeamRound(1, (), (TeamBye(1, ByeKind.PAIRING_ALLOCATED),))
    state = state_of(2, bye)
    assert state.points.pairing_bye == 10
    assert dict(state.game_points) == {1: (20,), 2: (0,)}
    event = TeamEvent(
        (Team(1), Team(2)),
        (bye,),
        3,
        4,
        match_points=MatchPoints(pairing_bye=20),
        bye_game_points=40,
    )
    stated = pairing_state(event)
    assert stated.points.pairing_bye == 20 and dict(stated.game_points)[1] == (40,)


def test_art_1_2_either_score_can_come_first() -> None:
    # Team 1 won 2½-1½, team 2 drew 2-2, team 3 lost 1½-2½ after which 4 has 2.
    one = state_of(4, played(1, (1, 3, 25), (2, 4, 20)))
    scores = {member.tpn: (member.score, member.second) for member in Field(one).members}
    assert scores == {1: (20, 25), 2: (10, 20), 3: (0, 15), 4: (10, 20)}
    other = state_of(
        4,
        played(1, (1, 3, 25), (2, 4, 20)),
        options=(("primary_score", "game_points"), ("second_score", False)),
    )
    scores = {member.tpn: (member.score, member.second) for member in Field(other).members}
    assert scores == {1: (25, 0), 2: (20, 0), 3: (15, 0), 4: (20, 0)}


def test_acceleration_goes_with_match_points_only() -> None:
    state = state_of(4, options=(("primary_score", "game_points"),), acceleration=Baku())
    with pytest.raises(UnsupportedRule):
        pair(state)
    assert pair(state_of(4, acceleration=Baku())).boards


# Art. 1.5  Floaters


def test_art_1_5_a_floater_played_an_opponent_of_another_score() -> None:
    first = played(1, (1, 3, 30), (2, 4, 30))
    uneven = TeamRound(2, (Match(1, 4, points=(20, 20)), Match(2, 3, forfeit="+-")), ())
    floated = {m.tpn for m in Field(state_of(4, first, uneven)).members if m.floated_last}
    assert floated == {1, 4}  # a forfeited match makes none (LX-3)


# Art. 1.7  Preferences


@pytest.mark.parametrize(
    ("colours", "type_a", "type_b"),
    [
        ("", NONE, NONE),
        ("W", NONE, (B, MILD)),
        ("BB", (W, STRONG), (W, STRONG)),
        ("WBB", (W, STRONG), (W, STRONG)),
        ("WWBB", (W, STRONG), (W, STRONG)),
        ("BWW", (B, STRONG), (B, STRONG)),
        ("WBWB", NONE, (W, MILD)),
        ("WWBWW", (B, STRONG), (B, STRONG)),
        ("WWWBB", NONE, (B, MILD)),  # the letter of the table (reading TM-4)
        ("WBBWB", NONE, (W, MILD)),
    ],
)
def test_art_1_7_preferences(
    colours: str, type_a: tuple[Colour | None, int], type_b: tuple[Colour | None, int]
) -> None:
    assert colour_preference(history(colours), "type_a", last_round=False) == type_a
    assert colour_preference(history(colours), "type_b", last_round=False) == type_b
    assert colour_preference(history(colours), "no_preferences", last_round=False) == NONE


def test_art_1_7_2_in_the_last_round_a_mild_preference_needs_a_difference() -> None:
    assert colour_preference(history("WB"), "type_b", last_round=True) == NONE
    assert colour_preference(history("WWBB"), "type_b", last_round=True) == (W, STRONG)  # TM-2
    assert colour_preference(history("W"), "type_b", last_round=True) == (B, MILD)


# Art. 2.1.2, 3.4


def test_art_2_1_2_who_had_points_without_a_match_has_no_bye() -> None:
    state = state_of(
        7,
        TeamRound(
            1,
            (Match(1, 2, forfeit="+-"), Match(3, 4, forfeit="--")),
            (
                TeamBye(5, ByeKind.PAIRING_ALLOCATED),
                TeamBye(6, ByeKind.FULL_POINT),
                TeamBye(7, ByeKind.HALF_POINT),
            ),
        ),
    )
    assert barred_from_bye(state) == {1, 5, 6}


def test_art_3_4_lowest_score_most_matches_largest_number() -> None:
    assert pair(state_of(5)).bye == 5
    byes = (TeamBye(5, ByeKind.PAIRING_ALLOCATED),)
    lost = played(1, (1, 3, 40), (2, 4, 40), byes=byes)
    assert pair(state_of(5, lost)).bye == 4
    away = TeamRound(1, (Match(1, 3, points=(40, 0)), Match(2, 5, points=(40, 0))), ())
    # 3, 4 and 5 have nothing; 4 was absent and has played less.
    assert pair(state_of(5, away)).bye == 5


# Art. 3.5, 3.6


def test_art_3_5_4_upfloaters_come_in_the_order_of_the_text() -> None:
    """2, 6 and 8 have 3 points, 1, 3 and 5 have 2½; three are needed: 2, 6 and then 1."""
    field = Field(state_of(10))
    scores = {4: 40, 7: 40, 9: 40, 2: 30, 6: 30, 8: 30, 1: 25, 3: 25, 5: 25, 10: 0}
    _give(field, scores)
    for a in (4, 7, 9):
        for b in (4, 7, 9):
            field.legal[a - 1] &= ~(1 << b - 1)
    for b in (1, 3, 5):
        field.legal[9] &= ~(1 << b - 1)
        field.legal[b - 1] &= ~(1 << 9)
    residents = as_set((3, 6, 8))
    found = upfloaters(field, residents, field.everybody & ~residents)
    assert field.tpns(found) == (2, 6, 1)
    pairs = best_pairs(field, field.legal, residents | as_set(found), as_set(found))
    assert {field.tpns(pair) for pair in pairs} == {(1, 7), (2, 9), (4, 6)}


def _give(field: Field, scores: dict[int, int]) -> None:
    field.members = [
        Member(m.tpn, m.number, scores[m.tpn], 0, m.colours, None, MILD, False, True)
        for m in field.members
    ]
    groups: dict[int, int] = {}
    for i, member in enumerate(field.members):
        groups[member.score] = groups.get(member.score, 0) | 1 << i
    field.scoregroups = sorted(groups.items(), reverse=True)


def test_art_3_6_2_the_identifier_of_the_text() -> None:
    field = Field(state_of(24))
    pairs = [(10, 23), (15, 5), (9, 8), (7, 3)]  # 11-24 16-6 10-9 8-4, as places
    teams = as_set(x for pair_ in pairs for x in pair_)
    assert identifier(field, teams, pairs) == (4, 6, 9, 11, 8, 16, 10, 24)


def test_art_3_6_4_colours_come_before_the_identifier() -> None:
    """1 and 3 prefer White, 2 and 4 Black: 1-3 2-4 would be first, 1-4 2-3 is best."""
    field = Field(state_of(4))
    field.members = [
        Member(m.tpn, m.number, 0, 0, (B, B), W if m.tpn % 2 else B, STRONG, False, True)
        for m in field.members
    ]
    found = best_pairs(field, field.legal, field.everybody, 0)
    assert [field.tpns(pair_) for pair_ in found] == [(1, 4), (2, 3)]


# Art. 4


def member(
    tpn: int, colours: str = "", due: Colour | None = None, strength: int = STRONG, score: int = 0
) -> Member:
    return Member(tpn, tpn, score, 0, history(colours), due, strength, False, True)


@pytest.mark.parametrize(
    ("first", "other", "preferences", "expected"),
    [
        (member(1), member(2), "type_a", (W, "4.3.1")),
        (member(2), member(3), "type_a", (B, "4.3.1")),
        (member(1, "WW", B), member(2, "WB"), "type_a", (B, "4.3.2")),
        (member(1, "WB"), member(2, "WW", B), "type_a", (W, "4.3.2")),
        (member(1, "WW", B), member(2, "BB", W), "type_a", (B, "4.3.3")),
        (member(1, "W", B, MILD), member(2, "WW", B), "type_b", (W, "4.3.4")),
        (member(1, "WW", B), member(2, "WWW", B), "type_a", (W, "4.3.5")),
        (member(1, "B"), member(2, "W"), "no_preferences", (W, "4.3.5")),  # TM-8
        (member(1, "WB"), member(2, "BW"), "no_preferences", (W, "4.3.6")),
        (member(1, "WW", B), member(2, "WW", B), "type_a", (B, "4.3.7")),
        (member(1, "WB"), member(2, "WB"), "type_a", (W, "4.3.8")),
        (member(1), member(2, "WB"), "type_a", (B, "4.3.9")),
    ],
)
def test_art_4_3_the_colour_of_the_first_team(
    first: Member, other: Member, preferences: str, expected: tuple[Colour, str]
) -> None:
    assert colour_of_first(first, other, W, preferences) == expected


def test_art_4_2_the_first_team() -> None:
    low, high = member(1, score=10), member(2, score=20)
    assert first_team(low, high) == (high, low)
    assert first_team(member(4), member(3)) == (member(3), member(4))


# Questions


def test_why_two_teams_do_not_meet() -> None:
    state = state_of(6, played(1, (1, 4, 30), (5, 2, 10), (3, 6, 30)))
    made = pair(state)
    boards = [(board.white, board.black) for board in made.boards]
    assert {frozenset(pair_) for pair_ in boards} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
        frozenset((5, 6)),
    }
    assert why_not(state, 1, 4)[0].code == WhyNot.MET_BEFORE
    assert why_not(state, 1, 3)[0].code == WhyNot.THEY_MEET
    (later,) = why_not(state, 1, 2)
    assert (later.code, later.article) == ("team_swiss.why_not.later", "3.6.3")
    assert dict(later.values) == {"score": 20, "part": "top", "made": 2, "instead": 3}
    (other,) = why_not(state, 1, 6)
    assert (other.code, other.article) == ("team_swiss.why_not.later", "3.5.4")
    assert dict(other.values) == {"score": 20, "made": 4, "instead": 6}


def test_a_worse_quality_says_by_which_criterion() -> None:
    state = state_of(6, played(1, (1, 4, 30), (5, 2, 20), (3, 6, 30)))
    # 1 and 3 have two match points, 2 and 5 have one.
    (worse,) = why_not(state, 1, 2)
    assert (worse.code, worse.article) == ("team_swiss.why_not.worse", "2.3.1")
    assert dict(worse.values)["measure"] == "C4"


def test_what_a_pairing_made_by_hand_breaks() -> None:
    state = state_of(6, played(1, (1, 4, 30), (5, 2, 10), (3, 6, 30)))
    again = RoundPairing(2, (Board(1, 4), Board(2, 3), Board(5, 6)))
    assert [fact.code for fact in violations(state, again)][:1] == [Broken.MET_BEFORE]
    made = pair(state)
    turned = RoundPairing(2, (Board(made.boards[0].black, made.boards[0].white), *made.boards[1:]))
    assert {fact.code for fact in violations(state, turned)} == {Broken.OTHER_COLOURS}


def test_nobody_can_be_paired_says_who_lacks_opponents() -> None:
    apart = (ForbiddenGroup(frozenset((1, 2, 3))),)
    with pytest.raises(NoLegalPairing) as error:
        pair(state_of(4, forbidden=apart))
    # Two of the three have only team 4 between them.
    assert error.value.players == (1, 2)
    assert error.value.reasons[0].code == "team_swiss.no_pairing.too_few_opponents"
    byes = tuple(TeamBye(n, ByeKind.FULL_POINT) for n in (1, 2, 3))
    with pytest.raises(NoLegalPairing) as error:
        pair(state_of(3, TeamRound(1, (), byes)))
    assert error.value.reasons[0].code == "team_swiss.no_pairing.nobody_for_bye"


def test_who_is_away_is_left_out() -> None:
    made = pair(state_of(5, byes=(Bye(2, ByeKind.HALF_POINT),)))
    assert made.bye is None
    assert {tpn for board in made.boards for tpn in (board.white, board.black)} == {1, 3, 4, 5}


def test_the_quality_of_a_bracket_is_told() -> None:
    made = pair(state_of(4, played(1, (1, 3, 30), (4, 2, 20))))
    assert made.trace is not None
    codes = [fact.code for bracket in made.trace.brackets for fact in bracket.criteria]
    assert codes[:2] == ["team_swiss.criterion.C4", "team_swiss.criterion.C5"]
