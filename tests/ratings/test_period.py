"""B.02: worked examples, reference periods, a literal second computation, and what must hold."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ratings import reading, writing
from ratings.cases import Case
from ratings.change import Rated
from ratings.errors import CaseError
from ratings.expected import POINT
from ratings.period import rate
from tests.ratings import literal, literal_answers
from tests.ratings.random_periods import random_edition, random_period

CASES = Path(__file__).parents[1] / "cases" / "oracle" / "ratings"
NAMES = sorted(path.stem for path in CASES.glob("r???.json"))


def answer(case):
    read = reading.period_of(Case(case))
    return writing.answer(read, rate(read))


def period(players, games, **more):
    return {
        "format": "hakem-rating-period/1",
        "list": "standard",
        "period": "2026-05",
        "edition": "fide",
        "players": [{"id": number, **player} for number, player in enumerate(players, 1)],
        "events": [
            {
                "id": "E",
                "start": "2026-05-02",
                "games": [{"white": w, "black": b, "result": result} for w, b, result in games],
            }
        ],
    } | more


def changes(ratings, games, **more):
    """The answers of players with a K by rule, adults of many games."""
    players = [{"rating": rating, "born": 1980, "games": 300} for rating in ratings]
    return answer(period(players, games, **more))["players"]


@pytest.mark.parametrize("name", NAMES)
def test_reference_periods_in_every_field(name):
    case = json.loads((CASES / f"{name}.json").read_text())
    assert answer(case) == json.loads((CASES / f"{name}.expected.json").read_text())


def test_every_reference_period_is_here():
    assert len(NAMES) == 14


@pytest.mark.parametrize("seed", range(150))
def test_random_periods_against_the_literal_text(seed):
    _agree(seed)


@pytest.mark.full
@pytest.mark.parametrize("block", range(20))
def test_twenty_thousand_random_periods_against_the_literal_text(block):
    for seed in range(1000 * block + 1000, 1000 * block + 2000):
        _agree(seed)


def _agree(seed):
    case = random_period(seed)
    told = {int(player): one["new"] for player, one in answer(case)["players"].items()}
    assert told == literal.new_ratings(case)
    assert answer(case) == literal_answers.answer(case)


@pytest.mark.parametrize("seed", range(300))
def test_random_editions_in_every_field(seed):
    case = random_period(seed) | {"edition": "ours", "constants": random_edition(seed)}
    assert answer(case) == literal_answers.answer(case)


@pytest.mark.parametrize("name", NAMES)
def test_the_literal_answer_is_that_of_the_reference_periods(name):
    case = json.loads((CASES / f"{name}.json").read_text())
    expected = json.loads((CASES / f"{name}.expected.json").read_text())
    assert literal_answers.answer(case) == expected


# Worked examples


def test_art_8_3_a_loss_a_win_and_a_draw():
    found = changes([2100, 2210, 1900, 2550], [(1, 2, "0-1"), (1, 3, "1-0"), (1, 4, "1/2")])["1"]
    assert [row["delta"] for row in found["games"]] == ["-0.35", "0.24", "0.42"]
    assert (found["sum"], found["change_exact"], found["new"]) == ("0.31", "6.2", 2106)


@pytest.mark.parametrize(
    ("own", "opponent", "won", "lost"),
    [(2700, 2000, "0.1", "-1.6"), (2649, 2000, "0.8", "-1.6"), (2650, 2000, "0.1", "-1.6")],
)
def test_art_8_3_1_the_whole_difference_from_2650_on_each_side_by_its_own_rating(
    own, opponent, won, lost
):
    found = changes([own, opponent], [(1, 2, "1-0")])
    assert (found["1"]["change_exact"], found["2"]["change_exact"]) == (won, lost)


def test_art_8_3_4_halves_are_rounded_away_from_zero():
    # K 10; draws against equals but for one game a quarter below and above what is expected
    found = changes([2450, 2640], [(1, 2, "1/2")])
    assert (found["1"]["change_exact"], found["1"]["change"]) == ("2.5", 3)
    assert (found["2"]["change_exact"], found["2"]["change"]) == ("-2.5", -3)


@pytest.mark.parametrize(
    ("player", "k"),
    [
        ({"rating": 2290, "born": 2009, "games": 300}, 40),
        ({"rating": 2290, "born": 2008, "games": 300}, 40),
        ({"rating": 2290, "born": 2007, "games": 300}, 20),  # 19 in the year of the period
        ({"rating": 2290, "born": 2009, "games": 300, "peak": 2300}, 20),  # once 2300
        ({"rating": 2290, "born": 1980, "games": 29}, 40),
        ({"rating": 2290, "born": 1980, "games": 30}, 20),
        ({"rating": 2390, "born": 1980, "games": 29, "peak": 2400}, 10),  # 10 before 40
        ({"rating": 2290, "games": 30}, 20),  # no year of birth is no junior
        ({"rating": 2290, "born": 1980, "games": 300, "k": 40}, 40),  # as published
    ],
)
def test_art_8_3_3_the_coefficient(player, k):
    found = answer(period([player, {"rating": 2290}], [(1, 2, "1-0")]))["players"]["1"]
    assert found["k"] == k


def test_art_8_3_3_games_times_k_are_at_most_700():
    players = [{"rating": 2290, "born": 2009, "games": 300}, {"rating": 2290}]
    found = answer(period(players, [(1, 2, "1/2")] * 20))["players"]["1"]
    assert (found["k"], found["k_used"]) == (40, 35)


@pytest.mark.parametrize(
    ("opponents", "results", "ra", "ru", "new"),
    [
        ((1901, 1901, 1901, 1902, 1902), "11100", "13107/7", 1922, 1922),
        ((2300,) * 5, "1111=", "15100/7", 2387, 2200),  # the highest first rating
        ((1450,) * 5, "=0000", "1550", 1320, None),  # below the floor
    ],
)
def test_art_8_2_first_ratings(opponents, results, ra, ru, new):
    code = {"1": "1-0", "=": "1/2", "0": "0-1"}
    players = [{"rating": None}, *({"rating": rating} for rating in opponents)]
    games = [(1, number, code[result]) for number, result in enumerate(results, 2)]
    found = answer(period(players, games))["players"]["1"]
    assert (found["ra"], found["ru_uncapped"], found["new"]) == (ra, ru, new)


def test_art_7_1_4_four_games_are_too_few_and_zero_in_the_first_event_is_disregarded():
    players = [{"rating": None}, {"rating": 1800}]
    assert answer(period(players, [(1, 2, "1-0")] * 4))["players"]["1"]["new"] is None
    lost = answer(period(players, [(1, 2, "0-1")] * 5))["players"]["1"]
    assert (lost["n"], lost["dropped_event"], lost["new"]) == (0, "E", None)


def test_art_7_2_1_who_falls_below_the_floor_is_unrated():
    found = changes([1405, 1405], [(1, 2, "0-1")])["1"]
    assert (found["below_floor"], found["new"]) == (1395, None)


@pytest.mark.parametrize(("kind", "rated"), [("standard", True), ("rapid", False)])
def test_rapid_art_7_3_1_a_game_600_apart_above_2600_is_not_rated(kind, rated):
    case = period([{"rating": 2601}, {"rating": 2001}], [(1, 2, "1-0")], list=kind)
    found = answer(case)
    assert found["not_rated"] == ([] if rated else [{"event": "E", "game": 1, "why": "gap"}])


def test_art_6_matches_with_unrated_players_and_after_the_decision():
    case = period([{"rating": 2000}, {"rating": 2000}], [(1, 2, "1-0")] * 4)
    case["events"][0]["match"] = {"scheduled": 4}
    assert [(one["game"], one["why"]) for one in answer(case)["not_rated"]] == [(4, "6.2")]
    case["players"][1]["rating"] = None
    assert {one["why"] for one in answer(case)["not_rated"]} == {"6.1"}


# Other editions: constants as data

FIDE = literal_answers.fide("standard")


def national(ratings, games, **constants):
    more = {"edition": "national", "constants": FIDE | constants}
    return changes(ratings, games, **more)


@pytest.mark.parametrize("seed", range(20))
def test_fides_constants_as_data_are_fides_edition(seed):
    case = random_period(seed) | {"list": "standard"}
    assert answer(case | {"edition": "ours", "constants": FIDE}) == answer(case)


def test_expected_scores_by_a_formula():
    logistic = {"expected": {"logistic": 400, "places": 4}}
    found = national([2000, 2200], [(1, 2, "1-0")], **logistic)
    assert [found[one]["games"][0]["pd"] for one in "12"] == ["0.2403", "0.7597"]
    assert found["1"]["change_exact"] == "15.194"
    coarse = {"expected": {"logistic": 400, "places": 2}}
    assert national([2000, 2200], [(1, 2, "1-0")], **coarse)["1"]["games"][0]["pd"] == "0.24"


def test_k_may_have_decimals_and_a_bonus_raises_what_is_above_the_threshold():
    bonus = {"bonus": {"above": 20, "factor": "0.5", "min_games": 3}, "k": [{"k": "12.5"}]}
    found = national([2000, 2000], [(1, 2, "1-0")] * 4, **bonus)
    assert (found["1"]["k"], found["1"]["bonus"], found["1"]["change_exact"]) == (
        "12.5",
        "2.5",
        "27.5",
    )
    assert found["2"]["change_exact"] == "-25"
    assert "bonus" not in national([2000, 2000], [(1, 2, "1-0")] * 2, **bonus)["1"]


@pytest.mark.parametrize(
    ("rule", "winner", "loser"), [("ignored", 0, 0), ("loser", 0, -10), ("both", 10, -10)]
)
def test_games_that_were_not_played_count_as_the_edition_says(rule, winner, loser):
    case = period(
        [{"rating": 2000, "k": 20}, {"rating": 2000, "k": 20}],
        [],
        edition="ours",
        constants=FIDE | {"forfeits": rule},
    )
    game = {"white": 1, "black": 2, "result": "1-0", "how": "forfeit"}
    case["events"][0]["games"] = [game]
    found = answer(case)["players"]
    assert (found["1"]["change"], found["2"]["change"]) == (winner, loser)


def test_a_first_rating_on_a_straight_line():
    first = FIDE["first"] | {"method": "linear", "span": 800, "hypothetical": [], "max": None}
    players = [{"rating": None}, *({"rating": 1900} for _ in range(5))]
    games = [(1, number, result) for number, result in enumerate(["1-0"] * 3 + ["0-1"] * 2, 2)]
    case = period(players, games, edition="ours", constants=FIDE | {"first": first})
    found = answer(case)["players"]["1"]
    assert (found["dp"], found["new"]) == (80, 1980)


def test_art_7_2_2_a_year_without_a_rated_game_is_inactive():
    def inactive(last_game, games=()):
        players = [{"rating": 2000, "last_game": last_game}, {"rating": 2000}]
        found = answer(period(players, games))["players"]
        assert "inactive" not in found["2"]
        return found["1"]["inactive"]

    assert inactive("2025-05") is True
    assert inactive("2025-06") is False
    assert inactive("2020-01", [(1, 2, "1-0")]) is False


# What must hold whatever was played


@given(st.integers(0, 10**6))
def test_the_order_in_which_events_are_reported_changes_nothing(seed):
    case = random_period(seed)
    # of one day: their order is part of the rule
    assume(len({event["start"] for event in case["events"]}) == len(case["events"]))
    turned = case | {"events": case["events"][::-1]}
    assert answer(turned) == answer(case)


@given(st.integers(0, 10**6))
def test_what_one_side_of_a_game_wins_the_other_loses_below_2650(seed):
    """8.1.2 is symmetrical: where both use the same difference, both expect one point together."""
    case = random_period(seed)
    found = rate(reading.period_of(Case(case)))
    rows = {}
    for player, one in found.players.items():
        if isinstance(one, Rated):
            for row in one.games:
                rows[row.game.event, row.game.game, player] = row
    for (event, game, player), row in rows.items():
        other = rows.get((event, game, row.game.opponent))
        if other and row.own == other.opponent and row.used == other.used and row.used:
            assert row.expected + other.expected == POINT, (event, game, player)


# The door


def test_the_door_answers_in_json():
    done = subprocess.run(
        [sys.executable, "-m", "ratings", "rate", str(CASES / "r015.json")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0
    assert json.loads(done.stdout) == json.loads((CASES / "r015.expected.json").read_text())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "x"}, "format: expected hakem-rating-period/1"),
        ({"list": "bullet"}, "list: expected one of standard, rapid, blitz"),
        ({"list": []}, "list: expected one of standard, rapid, blitz"),
        ({"period": "2026-13"}, "period: expected a month YYYY-MM"),
        ({"players": 3}, "players: expected a list"),
        ({"players": [{"id": "1"}]}, "players[0].id: expected a whole number"),
        ({"players": [{"id": 1}, {"id": 1}]}, "players: expected each id once"),
        (
            {"constants": {"expected": {"logistic": 0}}},
            "constants.expected.logistic: expected a number above 0",
        ),
        ({"constants": {"k": [{"peak_below": 1}]}}, "constants.k[0].k: expected a number"),
        (
            {"constants": {"forfeits": "half"}},
            "constants.forfeits: expected one of ignored, loser, both",
        ),
        ({"edition": "ours"}, "constants: expected the constants of any edition but fide"),
        (
            {"events": [{"id": "E", "start": "May", "games": []}]},
            "events[0].start: expected a date YYYY-MM-DD",
        ),
        (
            {"events": [{"id": "E", "start": "2026-05-01", "games": [{"white": 7, "black": 1}]}]},
            "events[0].games[0].white: expected the id of a player of this file",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(change, said):
    case = period([{"rating": 2000}, {"rating": 2000}], []) | change
    with pytest.raises(CaseError) as raised:
        answer(case)
    assert str(raised.value) == said


@pytest.mark.parametrize("content", ["", "[1]", '{"format":', "[" * 100_000, "\udcff"])
def test_nonsense_ends_in_one_line(tmp_path, content):
    path = tmp_path / "case.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    done = subprocess.run(
        [sys.executable, "-m", "ratings", "rate", str(path)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "expected" in done.stderr
