"""C.04.4.3 article by article: worked examples, the order of things, reasons."""

from dataclasses import replace

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026 import lim
from pairing.fide2026.lim import pair, violations, why_not
from pairing.fide2026.lim.definitions import allowed_colours, due_colour
from pairing.fide2026.lim.floaters import Decided
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Board,
    Bonus,
    Bye,
    Colour,
    Fact,
    ForbiddenGroup,
    Game,
    Player,
    Round,
    RoundPairing,
    TournamentState,
    VirtualPoints,
)
from pairing.verdicts import Broken, WhyNot
from tests.pairing.fide2026.lim.lim_literal import Literal
from tests.pairing.fide2026.lim.lim_made import event

W, B = Colour.WHITE, Colour.BLACK


def players(count: int, step: int = 1) -> tuple[Player, ...]:
    return tuple(Player(tpn, rating=2400 - step * tpn) for tpn in range(1, count + 1))


def round_of(number: int, games: dict[tuple[int, int], str], *byes: Bye) -> Round:
    made = (Game(white, black, RESULTS[result]) for (white, black), result in games.items())
    return Round(number, tuple(made), byes)


def boards(made: RoundPairing) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in made.boards]


def apart(*two: tuple[int, int]) -> tuple[ForbiddenGroup, ...]:
    return tuple(ForbiddenGroup(frozenset(both)) for both in two)


def in_pairs(made: RoundPairing) -> list[tuple[int, int]]:
    return sorted((min(two), max(two)) for two in boards(made))


def reasons(made: RoundPairing) -> dict[tuple[int, int], Fact]:
    assert made.trace is not None
    return {(each.white, each.black): each.facts[0] for each in made.trace.pairs}


# Art. 1, 7  Round 1


def test_art_7_2_forty_players_as_in_the_text() -> None:
    made = pair(TournamentState(players(40), (), 9, initial_colour=W))
    assert boards(made)[:4] == [(1, 21), (22, 2), (3, 23), (24, 4)]
    assert boards(made)[-2:] == [(19, 39), (40, 20)]
    made = pair(TournamentState(players(40), (), 9, initial_colour=B))
    assert boards(made)[:4] == [(21, 1), (2, 22), (23, 3), (4, 24)]
    assert boards(made)[-2:] == [(39, 19), (20, 40)]


def test_art_7_1_the_lowest_rated_has_the_bye_in_round_1() -> None:
    listed = list(players(5))
    listed[1] = Player(2, rating=1200)
    assert pair(TournamentState(tuple(listed), (), 3)).bye == 2
    listed[3] = Player(4)  # unrated
    assert pair(TournamentState(tuple(listed), (), 3)).bye == 4


def test_art_1_1_later_the_lowest_score_then_the_largest_number() -> None:
    first = round_of(1, {(1, 3): "10", (4, 2): "01"}, Bye(5, ByeKind.PAIRING_ALLOCATED))
    made = pair(TournamentState(players(5), (first,), 3))
    assert made.bye == 4
    assert made.trace is not None and made.trace.bye is not None
    assert (made.trace.bye.code, made.trace.bye.article) == ("lim.bye.largest_number", "1.1")


def test_virtual_points_count_in_round_1_by_option_only() -> None:
    virtual = VirtualPoints(tuple((tpn, (10,)) for tpn in range(1, 5)))
    state = TournamentState(players(8), (), 5, initial_colour=W, acceleration=virtual)
    assert in_pairs(pair(state)) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    asked = replace(state, options=(("accelerated_first_round", True),))
    assert in_pairs(pair(asked)) == [(1, 3), (2, 4), (5, 7), (6, 8)]


# Art. 2, 3  The worked example of the digest


def blocked_median() -> TournamentState:
    """Round 3 of 5: #1 to #3 have met #4 and lead; the median is #4 alone."""
    colours = {1: "WB", 2: "BW", 3: "WB", 4: "BW", 5: "WB", 6: "BW"}
    scores = {1: 20, 2: 20, 3: 20, 4: 10, 5: 0, 6: 0}
    # Games against players who have left give colours; bonuses give the scores.
    listed = players(20)
    rounds = []
    for number in (1, 2):
        games = {}
        for tpn, history in colours.items():
            other = 6 + 6 * (number - 1) + tpn
            white = history[number - 1] == "W"
            games[(tpn, other) if white else (other, tpn)] = "01" if white else "10"
        rounds.append(round_of(number, games))
    bonuses = tuple(Bonus(tpn, 2, points) for tpn, points in scores.items())
    byes = tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in range(7, 21))
    return TournamentState(
        listed,
        tuple(rounds),
        5,
        initial_colour=W,
        byes=byes,
        bonuses=bonuses,
        forbidden=apart((1, 4), (2, 4), (3, 4)),
    )


def test_art_2_6_a_blocked_median_undoes_the_nearest_pairing() -> None:
    made = pair(blocked_median())
    assert set(boards(made)) == {(1, 2), (3, 6), (5, 4)}
    assert made.trace is not None
    median = made.trace.brackets[-1]
    assert median.residents == (4,)
    assert median.moved_down == (3, 5, 6)
    (undone,) = median.facts
    assert (undone.code, undone.article, undone.players) == ("lim.median.undone", "2.6", (6, 5))
    assert dict(undone.values) == {"side": "below", "from_above": 1, "from_below": 0}
    # With #5 against #6 nobody is left for #3, who has met #4.
    assert [fact.code for fact in why_not(blocked_median(), 5, 6)] == [WhyNot.NO_COMPLETION]
    assert why_not(blocked_median(), 1, 3)[0].code == "lim.why_not.floats"


# Art. 4  Exchanges, by forbidding the pairs before


def six(met: tuple[tuple[int, int], ...], up: bool = False) -> list[tuple[int, int]]:
    """A group of six without colours; upwards it lies below the median."""
    state = TournamentState(players(6), (), 5, forbidden=apart(*met))
    if up:
        # A round that nobody of the six played, in which others made points: median ½.
        byes = tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in range(1, 7))
        state = replace(state, rounds=(Round(1, (), byes),))
    return in_pairs(pair(state))


FIVE_COLUMNS = [
    [(1, 4), (2, 5), (3, 6)],
    [(1, 5), (2, 4), (3, 6)],
    [(1, 6), (2, 4), (3, 5)],
    [(1, 3), (2, 5), (4, 6)],
    [(1, 2), (3, 5), (4, 6)],
]


def test_art_4_2_the_five_columns() -> None:
    met: tuple[tuple[int, int], ...] = ()
    for column in FIVE_COLUMNS:
        assert six(met) == column
        met += (next(two for two in column if 1 in two),)


def test_art_4_3_the_columns_of_number_2() -> None:
    columns = [
        [(1, 6), (2, 4), (3, 5)],
        [(1, 6), (2, 5), (3, 4)],
        [(1, 6), (2, 3), (4, 5)],
        [(1, 3), (2, 6), (4, 5)],
        [(1, 2), (3, 5), (4, 6)],
    ]
    met: tuple[tuple[int, int], ...] = ((1, 4), (1, 5))
    for column in columns:
        assert six(met) == column
        met += (next(two for two in column if 2 in two),)


def test_art_4_1_2_upwards_everything_is_mirrored() -> None:
    met: tuple[tuple[int, int], ...] = ()
    for column in FIVE_COLUMNS:
        assert six(met, up=True) == sorted((7 - b, 7 - a) for a, b in column)
        met += (next((7 - b, 7 - a) for a, b in column if 1 in (a, b)),)


# Art. 5  Colours


@pytest.mark.parametrize(
    ("colours", "may", "due"),
    [
        ("", "WB", None),
        ("W", "WB", B),
        ("WB", "WB", W),
        ("BWW", "B", B),
        ("WBWBB", "W", W),
        ("WWBW", "B", B),
    ],
)
def test_art_5_1_limits_and_the_colour_due(colours: str, may: str, due: Colour | None) -> None:
    history = tuple(W if letter == "W" else B for letter in colours)
    assert allowed_colours(history) == {W if letter == "W" else B for letter in may}
    assert due_colour(history) is due


def test_prospects_name_colour_and_float() -> None:
    first = round_of(1, {(1, 3): "10", (4, 2): "01"})
    second = round_of(2, {(2, 1): "01", (3, 4): "10"})
    third = round_of(3, {(1, 3): "10", (4, 2): "01"})
    state = TournamentState(players(4), (first, second), 5)
    prospects = lim.prospects(state)
    assert [prospects[tpn].due for tpn in range(1, 5)] == [W, B, B, W]
    assert {prospects[tpn].floated for tpn in prospects} == {""}
    # Before round 3 #1 had 2 points and #3, like #2, the 1 point of the median; #4 had none.
    prospects = lim.prospects(replace(state, rounds=(first, second, third)))
    assert [prospects[tpn].floated for tpn in range(1, 5)] == ["down", "", "", "up"]


# Art. 6  The last round


def test_art_6_equal_scores_meet_in_the_last_round_whatever_the_limits() -> None:
    """Both have had White twice; nobody else is there."""
    first = round_of(1, {(1, 3): "==", (2, 4): "=="})
    second = round_of(2, {(1, 4): "==", (2, 3): "=="})
    byes = (Bye(3, ByeKind.ZERO_POINT), Bye(4, ByeKind.ZERO_POINT))
    state = TournamentState(players(4), (first, second), 3, byes=byes)
    assert len(pair(state).boards) == 1
    with pytest.raises(NoLegalPairing) as raised:
        pair(replace(state, total_rounds=4))
    assert raised.value.reasons[0].code == "lim.no_pairing.too_few_opponents"
    unequal = replace(state, bonuses=(Bonus(1, 2, 5),))
    with pytest.raises(NoLegalPairing):
        pair(unequal)


def test_nobody_for_the_bye_is_said() -> None:
    byes = tuple(Bye(tpn, ByeKind.FULL_POINT) for tpn in (1, 2, 3))
    state = TournamentState(players(3), (Round(1, (), byes),), 3)
    with pytest.raises(NoLegalPairing) as raised:
        pair(state)
    assert [fact.code for fact in raised.value.reasons] == ["lim.no_pairing.nobody_for_bye"]


# Maxi-tournaments


@pytest.mark.parametrize(
    ("rating", "maxi", "expected"),
    [
        (2150, False, [(1, 4), (2, 3)]),
        (2200, True, [(1, 4), (2, 3)]),
        (2199, True, [(1, 3), (2, 4)]),
    ],
)
def test_art_5_7_an_exchange_for_colours_stays_within_a_hundred_points(
    rating: int, maxi: bool, expected: list[tuple[int, int]]
) -> None:
    """#1 and #3 are due White, #2 and #4 Black; #4 comes in for #3, who has 2300."""
    listed = (
        Player(1, rating=2400),
        Player(2, rating=2350),
        Player(3, rating=2300),
        Player(4, rating=rating),
        *(Player(tpn, rating=1000) for tpn in range(5, 9)),
    )
    first = round_of(1, {(5, 1): "==", (6, 3): "==", (2, 7): "==", (4, 8): "=="})
    away = tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in range(5, 9))
    state = TournamentState(listed, (first,), 5, byes=away, options=(("maxi", maxi),))
    assert in_pairs(pair(state)) == expected


# Reasons


def every_round(seeds: range) -> list[TournamentState]:
    found = []
    for seed in seeds:
        for state in event(seed, 4, 9):
            try:
                pair(state)
            except NoLegalPairing:
                continue
            found.append(state)
    return found


def test_every_pair_and_every_floater_has_a_reason() -> None:
    choices = set()
    for state in every_round(range(300)):
        made = pair(state)
        trace = made.trace
        assert trace is not None and trace.system == "fide2026.lim"
        assert [(each.white, each.black) for each in trace.pairs] == boards(made)
        listed = [two for bracket in trace.brackets for two in bracket.pairs]
        assert sorted(map(sorted, listed)) == sorted(map(sorted, boards(made)))
        for each in trace.pairs:
            two = {each.white, each.black}
            assert any(set(pair) == two for pair in trace.brackets[each.bracket].pairs)
            assert each.colour.article and each.facts[0].article
        for bracket in trace.brackets:
            told = [fact.players[0] for fact in bracket.facts if ".floater." in fact.code]
            assert tuple(told) == bracket.floaters
            choices |= {fact.code for fact in bracket.facts if ".floater." in fact.code}
        assert (trace.bye is None) == (made.bye is None)
    assert choices == {f"lim.floater.{one}" for one in Decided}


def test_why_not_names_a_reason_for_every_two_who_do_not_meet() -> None:
    codes = set()
    # In the last of these two have to break a limit in the last round.
    for state in [*every_round(range(200)), *every_round(range(878, 879))]:
        made, letter = pair(state), Literal(state)
        partner = {board.white: board.black for board in made.boards}
        partner |= {black: white for white, black in partner.items()}
        pool = [player.tpn for player in state.to_be_paired()]
        for a in pool:
            for b in (tpn for tpn in pool if tpn > a):
                (fact,) = why_not(state, a, b)
                codes.add(fact.code)
                assert (fact.code == WhyNot.THEY_MEET) == (partner.get(a) == b), (fact, a, b)
                assert letter.legal(a, b) == (
                    fact.code
                    not in (WhyNot.MET_BEFORE, WhyNot.FORBIDDEN_PAIR, "lim.why_not.limits")
                )
                rest = set(pool) - {a, b, made.bye}
                if fact.code == WhyNot.NO_COMPLETION:
                    assert not letter.complete(rest)
                elif letter.legal(a, b) and made.bye not in (a, b):
                    assert letter.complete(rest)
                if fact.code.startswith("lim.why_not.exchange_"):
                    judge_exchange(state, made, fact, letter)
    assert codes == {
        WhyNot.THEY_MEET,
        WhyNot.MET_BEFORE,
        WhyNot.FORBIDDEN_PAIR,
        WhyNot.NO_COMPLETION,
        *(
            f"lim.why_not.{reason}"
            for reason in (
                "limits",
                "has_bye",
                "groups",
                "floats",
                "undone",
                "taken",
                "rest",
                "resident_first",
                "colour",
                "maxi",
                "later",
                "exchange_maxi",
                "exchange_rest",
                "exchange_limits",
                "exchange_clashes",
                "exchange_later",
            )
        ),
    }


def judge_exchange(state: TournamentState, made: RoundPairing, fact: Fact, letter: Literal) -> None:
    """The residents who were left are paired in every way in which these two meet."""
    a, b = fact.players
    assert made.trace is not None
    place = next(each.bracket for each in made.trace.pairs if a in (each.white, each.black))
    left = sorted(
        tpn
        for each in made.trace.pairs
        if each.bracket == place
        and each.facts[0].code.rpartition(".")[2] in ("proposed", "opponents", "colours")
        for tpn in (each.white, each.black)
    )
    score = 2 * made.trace.brackets[place].score
    if score < letter.double_median:
        left.reverse()
    every = list(letter.listed(left))
    partner = dict(every[0]) | {y: x for x, y in every[0]}
    together = [pairs for pairs in every if (a, b) in pairs or (b, a) in pairs]
    within = [
        pairs
        for pairs in together
        if all(y == partner[x] or letter.near(y, partner[x]) for x, y in pairs)
    ]
    if fact.code == "lim.why_not.exchange_rest":
        assert not within
        return
    if fact.code == "lim.why_not.exchange_maxi":
        assert letter.maxi and not within
        return
    best = min(map(letter.price, within))
    kept = letter.price(letter.residents(left, "up" if score < letter.double_median else "down"))
    values = dict(fact.values)
    if fact.code == "lim.why_not.exchange_limits":
        assert (kept[0], best[0]) == (values["made"], values["instead"])
    elif fact.code == "lim.why_not.exchange_clashes":
        assert kept[0] == best[0]
        assert (kept[1], best[1]) == (values["made"], values["instead"])
    else:
        assert kept == best


def test_its_own_pairing_breaks_nothing_and_every_other_one_something() -> None:
    departures = 0
    for state in every_round(range(150)):
        made = pair(state)
        assert violations(state, made) == ()
        if not made.boards:
            continue
        first, *rest = made.boards
        turned = replace(made, boards=(Board(first.black, first.white), *rest))
        assert Broken.OTHER_COLOURS in {fact.code for fact in violations(state, turned)}
        if rest:
            second, *others = rest
            crossed = (Board(first.white, second.black), Board(second.white, first.black), *others)
            found = violations(state, replace(made, boards=crossed))
            assert found != ()
            if found[-2:-1] and found[-2].code == Broken.OTHER_PAIR:
                departures += 1
                assert found[-1].code.startswith("lim.why_not.")
                assert found[-1].article == found[-2].article
        if made.bye is not None:
            given = replace(made, boards=(Board(made.bye, first.black), *rest), bye=first.white)
            assert violations(state, given) != ()
    assert departures > 100
