"""The second engine of C.04.3: alone against the rules, and against the first one."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from pairing.errors import NoLegalPairing, UnsupportedRule
from pairing.fide2026 import dutch
from pairing.fide2026.witness import BudgetExhausted, pair
from pairing.fide2026.witness.criteria import may_meet
from pairing.fide2026.witness.field import (
    ABSOLUTE,
    DOWN,
    MILD,
    NONE,
    STRONG,
    UP,
    Card,
    cards_of,
    preference,
    white_first,
)
from pairing.results import BLACK_WINS, DRAW, RESULTS, WHITE_WINS, ByeKind
from pairing.state import (
    Baku,
    Board,
    Bonus,
    Bye,
    Colour,
    ForbiddenGroup,
    Game,
    Player,
    PointSystem,
    Round,
    TournamentState,
    VirtualPoints,
)
from pairing.trf import read
from tests.pairing.fide2026.dutch.dutch_simulation import HABITS, Habits, tournament
from tests.pairing.invariants import assert_sound

CASES = Path(__file__).parents[3] / "cases" / "oracle"
SAMPLE = sorted((CASES / "sample").glob("*.trf"))
W, B = Colour.WHITE, Colour.BLACK


# The whole


def replay(data: bytes) -> int:
    """Pair every round again; gives the number of rounds, all of which agree."""
    document = read(data)
    for number in range(1, document.begun_rounds + 1):
        state = document.state(after_round=number - 1)
        expected = document.round(number)
        paired = pair(state)
        assert_sound(state, paired)
        assert {(board.white, board.black) for board in paired.boards} == {
            (game.white, game.black) for game in expected.games
        }, number
        byes = [bye.player for bye in expected.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
        assert ([] if paired.bye is None else [paired.bye]) == byes, number
    return document.begun_rounds


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_every_round_of_the_sample_is_reproduced_by_the_witness(path: Path) -> None:
    assert replay(path.read_bytes()) > 0


@pytest.mark.full
def test_every_round_of_all_384_tournaments_is_reproduced_by_the_witness() -> None:
    with ZipFile(CASES / "dutch-2026.zip") as archive:
        names = archive.namelist()
        rounds = sum(replay(archive.read(name)) for name in names)
    assert (len(names), rounds) == (384, 2538)


POINTS = (
    PointSystem(),
    PointSystem.of(30, 10, 0),
    PointSystem.of(10, 5, 0, pairing_bye=5),
    PointSystem.of(30, 20, 10, pairing_bye=20),
)
#: with favourites that leave big gaps, and with rounds that many do not play
MORE_HABITS = (
    *HABITS,
    Habits(favourite=0.5, draws=0.05),
    Habits(forfeit=0.3, half_bye=0.2, absence=0.2, late=0.3),
)


def fields(seed: int, most: int) -> Iterator[TournamentState]:
    """States of all kinds, some of them with a past that no engine would have made."""
    chance = random.Random(seed)
    players = chance.randint(3, most)
    rounds = chance.randint(3, min(13, max(3, players - 1)))
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
        acceleration = VirtualPoints(tuple((n, (10, 5, 5)) for n in range(1, players // 2)))
    habits = chance.choice(MORE_HABITS)
    for state, _ in tournament(
        seed, players, rounds, dutch.pair, habits, points, tuple(forbidden), acceleration
    ):
        yield state
        kind = chance.randrange(8)
        if kind < 2:
            yield replace(state, total_rounds=state.next_round)
        elif kind == 2:
            yield replace(state, options=(("parity_numbering", "tpn"),))
        elif kind == 3:
            amounts = [Bonus(chance.randint(1, players), 1, 10 * n) for n in (-1, 1, 3)]
            yield replace(state, bonuses=tuple(amounts))
        elif kind == 4:
            yield replace(
                state,
                rounds=tuple(_colours_by_hand(chance, round_) for round_ in state.rounds),
                total_rounds=chance.choice([state.next_round, rounds]),
            )


def _colours_by_hand(chance: random.Random, round_: Round) -> Round:
    games = tuple(
        replace(game, white=game.black, black=game.white) if chance.random() < 0.3 else game
        for game in round_.games
    )
    return replace(round_, games=games)


def assert_both_agree(seed: int, most: int) -> int:
    count = 0
    for state in fields(seed, most):
        try:
            first = dutch.pair(state)
        except NoLegalPairing:
            with pytest.raises(NoLegalPairing):
                pair(state)
            continue
        second = pair(state)
        assert (second.boards, second.bye) == (first.boards, first.bye), state.next_round
        count += 1
    return count


@pytest.mark.parametrize("seed", range(24))
def test_both_engines_agree_on_random_fields(seed: int) -> None:
    assert assert_both_agree(seed, 26) > 0


@pytest.mark.full
@pytest.mark.parametrize("seed", range(20_000, 20_800))
def test_both_engines_agree_on_random_fields_at_length(seed: int) -> None:
    assert assert_both_agree(seed, 60) > 0


# Article by article


def card(colours: str = "", tpn: int = 1, **other: object) -> Card:
    history = [Colour(letter.lower()) for letter in colours]
    return Card(tpn, colours=history, preference=preference(history), **other)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("colours", "due", "strength"),
    [
        ("", None, NONE),
        ("W", B, STRONG),
        ("WB", W, MILD),
        ("BWW", B, ABSOLUTE),
        ("WBWW", B, ABSOLUTE),
        ("WBW", B, STRONG),
        # The latest two decide against the balance of one game only.
        ("BBBWW", B, ABSOLUTE),
        ("WWWWBB", B, ABSOLUTE),
    ],
)
def test_art_1_7_who_wants_which_colour(colours: str, due: Colour | None, strength: int) -> None:
    assert card(colours).preference == (due, strength)


def test_art_2_1_3_two_absolute_wishes_meet_only_with_a_topscorer() -> None:
    one, two = card("WW"), card("BWW", 2)
    assert not may_meet(one, two, set())
    assert may_meet(one, card("BWW", 2, topscorer=True), set())
    assert may_meet(one, card("BB", 2), set())
    assert not may_meet(one, card("BB", 2), {frozenset((1, 2))})


@pytest.mark.parametrize(
    ("one", "two", "white"),
    [
        ("", "", 1),  # 5.2.5: the odd number takes the initial colour
        ("W", "", 2),  # 5.2.1
        ("", "W", 1),
        ("WB", "BW", 1),
        ("WW", "W", 2),  # 5.2.2: the stronger preference
        ("WWBW", "BWW", 2),  # 5.2.2: the wider difference
        ("BW", "WBBW", 2),  # 5.2.3: at the second game from the end
        ("WB", "BWWB", 1),
        ("BW", "BW", 2),  # 5.2.4: the higher ranked gets Black
    ],
)
def test_art_5_2_who_gets_white(one: str, two: str, white: int) -> None:
    first, second = card(one, 1, number=1), card(two, 2, number=2)
    assert white_first(first, second, W)[0].tpn == white


def test_art_5_2_5_an_even_number_takes_the_other_colour() -> None:
    assert white_first(card(tpn=2, number=2), card(tpn=5, number=5), W)[0].tpn == 5
    assert white_first(card(tpn=2, number=2), card(tpn=5, number=5), B)[0].tpn == 2


def past(*games: Game, byes: tuple[Bye, ...] = (), **other: object) -> TournamentState:
    players = tuple(Player(n) for n in range(1, 7))
    return TournamentState(players, (Round(1, games, byes),), 5, **other)  # type: ignore[arg-type]


def test_art_1_4_who_has_floated() -> None:
    state = past(
        Game(1, 2, RESULTS["+-"]),
        byes=(
            Bye(3, ByeKind.PAIRING_ALLOCATED),
            Bye(4, ByeKind.HALF_POINT),
            Bye(5, ByeKind.ZERO_POINT),
        ),
        points=PointSystem.of(pairing_bye=0),
    )
    floats = {card.tpn: card.floats for card in cards_of(state)}
    assert floats == {1: {1: DOWN}, 2: {}, 3: {1: DOWN}, 4: {1: DOWN}, 5: {}, 6: {}}
    assert [c.tpn for c in cards_of(state) if not c.may_have_bye] == [1, 3]


def test_art_1_4_2_floats_are_judged_by_the_virtual_points_of_their_round() -> None:
    virtual = VirtualPoints(((1, (10,)),))
    state = past(Game(1, 2, BLACK_WINS), Game(3, 4, DRAW), acceleration=virtual)
    floats = {card.tpn: card.floats for card in cards_of(state)}
    assert floats == {1: {1: DOWN}, 2: {1: UP}, 3: {}, 4: {}, 5: {}, 6: {}}


def test_art_2_1_1_a_forfeit_is_no_meeting_and_no_colour() -> None:
    one = next(card for card in cards_of(past(Game(1, 2, RESULTS["+-"]))) if card.tpn == 1)
    assert (one.met, one.colours, one.points) == (set(), [], 10)


def test_round_1_of_eight_players() -> None:
    state = TournamentState(tuple(Player(n) for n in range(1, 9)), (), 5)
    assert pair(state).boards == (Board(1, 5), Board(6, 2), Board(3, 7), Board(8, 4))


def test_c_04_7_the_first_group_is_paired_within_itself() -> None:
    players = tuple(Player(n) for n in range(1, 9))
    state = TournamentState(players, (), 5, acceleration=Baku())
    assert {frozenset((b.white, b.black)) for b in pair(state).boards} == {
        frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))
    }
    with pytest.raises(UnsupportedRule):
        pair(replace(state, points=PointSystem.of(30, 10, 0)))


def test_art_1_9_3_no_legal_pairing_and_nobody_at_all() -> None:
    two = TournamentState((Player(1), Player(2)), (Round(1, (Game(1, 2, WHITE_WINS),)),), 5)
    with pytest.raises(NoLegalPairing):
        pair(two)
    nobody = replace(two, byes=(Bye(1, ByeKind.ZERO_POINT), Bye(2, ByeKind.ZERO_POINT)))
    assert (pair(nobody).boards, pair(nobody).bye) == ((), None)
    alone = replace(two, byes=(Bye(1, ByeKind.ZERO_POINT),))
    assert (pair(alone).boards, pair(alone).bye) == ((), 2)
    barred = replace(alone, rounds=(Round(1, (), (Bye(2, ByeKind.PAIRING_ALLOCATED),)),))
    with pytest.raises(NoLegalPairing):
        pair(barred)


def test_a_budget_of_steps_ends_the_question() -> None:
    state = TournamentState(tuple(Player(n) for n in range(1, 41)), (), 5)
    with pytest.raises(BudgetExhausted):
        pair(state, steps=100)
