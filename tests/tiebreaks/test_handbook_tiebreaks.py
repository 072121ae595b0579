"""The handbook's own worked examples of its tie-breaks, every one of them.

Where a printed value does not come out of the handbook's rules and tables, the computed one is
expected (`as_printed` in the data keeps the other).
"""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pairing.formats import Family
from pairing.results import RESULTS, ByeKind, Outcome
from pairing.state import Bye, Game, Player, Round, TournamentState
from tests.tiebreaks.tie_cards import D, L, W, event, exact, match
from tiebreaks import registry
from tiebreaks.explain import explain
from tiebreaks.handbook.teams import lowest
from tiebreaks.standings import format_value, standings
from tiebreaks.team_standings import explain_team, team_standings
from tiebreaks.teams import Match, Team, TeamBye, TeamEvent, TeamRound

EXAMPLES = json.loads(
    (Path(__file__).parents[1] / "cases" / "tiebreaks" / "handbook_examples.json").read_text()
)


def example(name):
    return EXAMPLES[name]["input"], EXAMPLES[name]["expected"]


def value(number):
    return exact(str(number))


def of(state, code, tpn, **settings):
    found = standings(state, code, edition="handbook", **settings)
    return found.row(tpn).values[-1]


# Building events from what the handbook prints

SYMBOLS = {"1": "1", "0": "0", "1/2": "=", "+": "+", "-": "-"}
MIRRORED = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}


def card(results):
    """One player's card; every opponent plays this one game only."""
    symbols = [SYMBOLS[result] for result in results]
    cards = {1: " ".join(f"{r + 2}w{s}" for r, s in enumerate(symbols))}
    for number, symbol in enumerate(symbols):
        row = ["."] * len(symbols)
        row[number] = f"1b{MIRRORED[symbol]}"
        cards[number + 2] = " ".join(row)
    return event(cards)


def round_robin(crosstable):
    """A round robin with the results of a crosstable, by the circle method."""
    size = len(crosstable)
    ring = list(range(1, size + 1)) + ([0] if size % 2 else [])
    rounds = []
    for number in range(1, len(ring)):
        pairs = zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :]), strict=True)
        games = []
        for white, black in pairs:
            if white and black:
                symbol = {1: "10", 0.5: "==", 0: "01"}[crosstable[white - 1][black - 1]]
                games.append(Game(white, black, RESULTS[symbol]))
        rounds.append(Round(number, tuple(games)))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    players = tuple(Player(tpn) for tpn in range(1, size + 1))
    return TournamentState(players, tuple(rounds), len(rounds))


def berger(crosstable, code, tpn):
    return of(round_robin(crosstable), code, tpn, family=Family.ROUND_ROBIN)


def table_18():
    rows = EXAMPLES["tb-table-18"]["input"]["table"]
    colours = {"W": "w", "B": "b"}
    return event(
        {
            row["number"]: " ".join(
                f"{one['opponent']}{colours[one['colour']]}{SYMBOLS[one['result']]}"
                for one in row["rounds"]
            )
            for row in rows
        }
    )


def eight_rows():
    """Şener's event as far as it is printed; unknown opponents are newcomers."""
    rows = EXAMPLES["tb-sener-crosstable-8"]["input"]["rows"]
    by_rank = {row["rank"]: row for row in rows}
    newcomers = iter(range(1001, 1100))
    extra = []
    rounds = []
    for number in range(7):
        games, byes, seen = [], [], set()
        for row in rows:
            one = row["rounds"][number]
            if row["rank"] in seen or one["result"] == "not paired":
                continue
            if one["result"] == "bye":
                byes.append(Bye(row["rank"], ByeKind.PAIRING_ALLOCATED))
                continue
            opponent = one["opponent_rank"]
            if opponent not in by_rank:
                opponent = next(newcomers)
                extra.append(opponent)
            seen.add(opponent)
            symbol = SYMBOLS[one["result"]]
            white, black = row["rank"], opponent
            if one["colour"] == "B":
                white, black, symbol = black, white, MIRRORED[symbol]
            games.append(Game(white, black, RESULTS[symbol + MIRRORED[symbol]]))
        rounds.append(Round(number + 1, tuple(games), tuple(byes)))
    players = tuple(Player(tpn) for tpn in sorted([*by_rank, *extra]))
    return TournamentState(players, tuple(rounds), 7)


SENER = 3  # by the rank in the printed table


def team_table():
    rows = EXAMPLES["tb-team-table-22"]["input"]["table"]
    rounds = []
    for number in range(9):
        matches = []
        for row in rows:
            one = row["rounds"][number]
            if row["number"] < one["opponent"]:
                points = int(10 * one["board_points"])
                matches.append(Match(row["number"], one["opponent"], points=(points, 80 - points)))
        rounds.append(TeamRound(number + 1, tuple(matches)))
    teams = tuple(Team(row["number"], row["team"]) for row in rows)
    return TeamEvent(teams, tuple(rounds), 9, boards=8)


def team_round_robin(crosstable, boards):
    rounds = []
    ring = list(range(len(crosstable)))
    for number in range(1, len(ring)):
        half = len(ring) // 2
        matches = tuple(
            Match(a + 1, b + 1, points=(int(10 * crosstable[a][b]), int(10 * crosstable[b][a])))
            for a, b in zip(ring[:half], reversed(ring[half:]), strict=True)
        )
        rounds.append(TeamRound(number, matches))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    teams = tuple(Team(number + 1) for number in range(len(crosstable)))
    return TeamEvent(teams, tuple(rounds), len(rounds), boards=boards)


def team_values(found, codes, code):
    index = codes.split().index(code)
    return {row.tpn: row.values[index] for row in found.rows}


# 1  From the player's own score (rows 35 to 38)


def test_row_35_progressive():
    given, expected = example("tb-progressive")
    state = card(given["results"])
    assert of(state, "PS", 1) == value(expected["value"])
    steps = explain(state, "PS", 1, edition="handbook").steps
    assert [step.contribution for step in steps] == [value(v) for v in expected["running"]]


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_row_35_cut_progressive(cut):
    given, expected = example(f"tb-progressive-cut-{cut}")
    assert of(card(given["results"]), f"PS/C{cut}", 1) == value(expected["value"])


def test_row_36_the_crosstable_adds_up():
    given, expected = example("tb-crosstable-12")
    found = standings(round_robin(given["crosstable"]), "", family=Family.ROUND_ROBIN)
    points = [Fraction(found.row(tpn).score, 10) for tpn in range(1, 13)]
    assert points == [value(v) for v in expected["points"]]


def test_row_36_kashdan():
    given, expected = example("tb-kashdan-9-10")
    state = round_robin(EXAMPLES[given["crosstable"]]["input"]["crosstable"])
    assert len(given["players"]) > 1
    for tpn in given["players"]:
        working = explain(state, "KASH", tpn, edition="handbook", family=Family.ROUND_ROBIN)
        assert working.value == expected["value"][str(tpn)]
        per_opponent = {step.opponent: step.contribution for step in working.steps}
        assert [per_opponent.get(other) for other in range(1, 13)] == expected["per_opponent"][
            str(tpn)
        ]


def test_row_36_kashdan_gives_two_for_points_without_play():
    assert of(card(["1", "+", "-", "1/2", "0"]), "KASH", 1) == 4 + 2 + 0 + 2 + 1
    byes = event({1: "2w0 0-H 0-U 0-Z", 2: "1b1 0-F 0-Z ."})
    assert [of(byes, "KASH", tpn) for tpn in (1, 2)] == [1 + 2 + 2 + 0, 4 + 2]


def test_row_36_wins_are_won_over_the_board():
    state = card(["1", "+", "1", "1/2"])
    assert (of(state, "WIN", 1), of(state, "WIN/P", 1)) == (2, 3)


def test_row_36_direct_encounter():
    given, expected = example("tb-direct-encounter")
    # Two more players bring the three level: all end with 2 points.
    first, second, third = given["crosstable"]
    crosstable = [
        [*first, 0, 0.5],
        [*second, 0.5, 0.5],
        [*third, 1, 0.5],
        [1, 0.5, 0, None, 0],
        [0.5, 0.5, 0.5, 1, None],
    ]
    state = round_robin(crosstable)
    found = standings(state, "DE", edition="handbook", family=Family.ROUND_ROBIN)
    tied = [row for row in found.rows if row.tpn in (1, 2, 3)]
    assert [row.tpn for row in tied] == expected["order"]
    assert [row.values[0] for row in tied] == [value(v) for v in expected["points"]]


def test_row_36_direct_encounter_only_if_all_have_met():
    state = event({1: "3w1 2w1", 2: "4w1 1b0", 3: "1b0 4w1", 4: "2b0 3b0"})
    found = standings(state, "DE", edition="handbook")
    # 2 and 3 are level and have not met.
    assert [(row.rank, row.tpn, row.values) for row in found.rows][1:3] == [
        (2, 2, (None,)),
        (2, 3, (None,)),
    ]


@pytest.mark.parametrize("name", ["tb-koya-12", "tb-koya-7"])
def test_row_37_koya(name):
    given, expected = example(name)
    crosstable = given["crosstable"]
    if isinstance(crosstable, str):
        crosstable = EXAMPLES[crosstable]["input"]["crosstable"]
    found = {tpn: berger(crosstable, "KS", tpn) for tpn in given["players"]}
    values = expected["value"]
    if isinstance(values, dict):
        values = [values[str(tpn)] for tpn in given["players"]]
    assert list(found.values()) == [value(v) for v in values]
    working = explain(
        round_robin(crosstable), "KS", 1, edition="handbook", family=Family.ROUND_ROBIN
    )
    counted = {step.opponent for step in working.steps if not step.cut}
    assert counted == set(expected["qualified_opponents"]) - {1}


def test_row_37_extended_koya():
    given, expected = example("tb-koya-extended-7")
    state = round_robin(given["crosstable"])
    values = [berger(given["crosstable"], "KS/E1", tpn) for tpn in given["players"]]
    assert [str(float(v)) for v in values] == [
        str(float(expected["value"][str(tpn)])) for tpn in given["players"]
    ]
    # Step by step: 1 and 2 are level at first, the next score group parts them; 3 stays behind.
    found = standings(state, "KSX", edition="handbook", family=Family.ROUND_ROBIN)
    assert [(row.rank, row.tpn, row.values[0]) for row in found.rows[:3]] == [
        (1, 1, value(3.5)),
        (2, 2, value(3)),
        (3, 3, value(1)),
    ]


def test_row_38_team_match_points():
    given, expected = example("tb-match-points")
    assert given["boards"] == 8
    matches = [
        Match(2 * i + 1, 2 * i + 2, points=(int(10 * case), 80 - int(10 * case)))
        for i, case in enumerate(given["cases"])
    ]
    played = TeamEvent(
        tuple(Team(n) for n in range(1, 7)), (TeamRound(1, tuple(matches)),), 1, boards=8
    )
    found = team_standings(played, "MPTS", edition="handbook")
    assert [found.row(n).score for n in (1, 3, 5)] == [10 * v for v in expected["match_points"]]


# 2  From the opponents' scores (rows 39 to 43)


@pytest.mark.parametrize("name", ["tb-adjusted-umay", "tb-adjusted-card"])
def test_row_39_adjusted_score(name):
    given, expected = example(name)
    state = card(given["results"])
    found = standings(state, "ADJ", edition="handbook").row(1)
    assert Fraction(found.score, 10) == value(expected["points"])
    assert found.values == (value(expected["adjusted"]),)


def test_row_39_the_list_of_adjusted_scores():
    _, expected = example("tb-table-18")
    found = standings(table_18(), "ADJ", edition="handbook")
    assert len(found.rows) == 18
    for row in found.rows:
        assert Fraction(row.score, 10) == value(expected["points"][str(row.tpn)])
        assert row.values == (value(expected["adjusted"][str(row.tpn)]),)


def test_row_39_every_kind_of_unplayed_round_counts_half():
    _, expected = example("tb-sener-crosstable-8")
    by_start = {
        row["rank"]: str(row["start_number"])
        for row in EXAMPLES["tb-sener-crosstable-8"]["input"]["rows"]
    }
    assert len(by_start) == 8
    for rank, start in by_start.items():
        assert of(eight_rows(), "ADJ", rank) == value(expected["adjusted_by_start_number"][start])


def virtual(given, symbol):
    """The virtual opponent of a round before which the player has so many points."""
    before = given["before"]
    results = ["1"] * before + ["0"] * (given["round"] - 1 - before) + [symbol]
    results += ["1/2"] * (given["total_rounds"] - given["round"])
    steps = explain(card(results), "BH", 1, edition="handbook").steps
    return steps[given["round"] - 1].score


def test_row_40_virtual_opponent_of_who_won_without_play():
    for name in ("tb-virtual-forfeit-win-umay", "tb-virtual-forfeit-win-sener"):
        given, expected = example(name)
        assert virtual(given, "+") == value(expected["virtual_opponent"])


def test_row_40_virtual_opponent_of_who_lost_without_play():
    given, expected = example("tb-virtual-forfeit-loss-sener")
    assert virtual(given, "-") == value(expected["virtual_opponent"])
    given, expected = example("tb-virtual-forfeit-loss-ulya")
    assert virtual(given, "-") == value(expected["virtual_opponent_of_loser"])
    assert virtual(given, "+") == value(expected["virtual_opponent_of_winner"])


def test_row_40_part_way_the_rounds_left_are_those_counted():
    state = card(["1", "+", "1", "1/2", "0"])
    score = [
        explain(state, "BH", 1, edition="handbook", after=after).steps[1].score
        for after in (2, 3, 5)
    ]
    assert score == [1, value(1.5), value(2.5)]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("tb-buchholz-umay", "BH"),
        ("tb-median-umay", "BH/M1"),
        ("tb-buchholz-cut1-umay", "BH/C1"),
        ("tb-buchholz-cut2-umay", "BH/C2"),
    ],
)
def test_row_41_buchholz_median_and_cuts(name, code):
    given, expected = example(name)
    working = explain(table_18(), code, given["player"], edition="handbook")
    assert working.value == value(expected["value"])
    assert [step.score for step in working.steps] == [value(v) for v in expected["cells"]]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("tb-sener-buchholz", "BH"),
        ("tb-sener-median", "BH/M1"),
        ("tb-sener-cut1", "BH/C1"),
        ("tb-sener-cut2", "BH/C2"),
        ("tb-sener-sb", "SB"),
    ],
)
def test_row_41_and_43_the_older_book(name, code):
    given, expected = example(name)
    working = explain(eight_rows(), code, SENER, edition="handbook")
    assert [step.score for step in working.steps] == [value(v) for v in given["cells"]]
    assert working.value == value(expected["value"])


def test_row_42_buchholz_of_buchholz():
    for name, tpn in (("tb-buchholz-of-buchholz-3", 3), ("tb-buchholz-of-buchholz-7", 7)):
        _, expected = example(name)
        assert of(table_18(), "BB", tpn) == value(expected["value"])
    printed = EXAMPLES["tb-buchholz-of-buchholz-7"]["as_printed"]
    working = explain(table_18(), "BB/P", 7, edition="handbook")
    assert [s.score for s in working.steps] == [value(v) for v in printed["opponent_buchholz"]]
    assert working.value == printed["value"]


def test_row_43_sonneborn_berger():
    given, expected = example("tb-sonneborn-berger-umay")
    working = explain(table_18(), "SB", given["player"], edition="handbook")
    assert working.value == value(expected["value"])
    assert [step.contribution for step in working.steps] == [value(v) for v in expected["cells"]]


def test_rows_35_to_43_the_whole_table_of_18():
    _, expected = example("tb-table-18-all-computed")
    codes = {
        "buchholz": "BH",
        "median1": "BH/M1",
        "cut1": "BH/C1",
        "cut2": "BH/C2",
        "sb": "SB",
        "bb": "BB",
        "progressive": "PS",
        "wins_over_board": "WIN",
    }
    found = standings(table_18(), list(codes.values()), edition="handbook")
    assert len(found.rows) == 18
    for row in found.rows:
        values = expected["values"][str(row.tpn)]
        assert row.values == tuple(value(values[name]) for name in codes)


# 3  Teams (rows 44 to 47)


def test_row_44_and_45_olympiad_khanty_mansiysk_ranks_the_22_teams():
    _, expected = example("tb-team-table-22")
    found = team_standings(team_table(), "MPTS OKM OKMSB", edition="handbook")
    assert len(found.rows) == 22
    for row in found.rows:
        assert row.score == 10 * expected["match_points"][str(row.tpn)]
        assert row.values[0] == expected["okm_match_points"][str(row.tpn)]
        assert row.rank == expected["rank"][str(row.tpn)]


@pytest.mark.parametrize("team", ["C", "D"])
def test_row_44_okm_match_points_without_the_lowest(team):
    _, expected = example(f"tb-okm-match-points-{team}")
    working = explain_team(team_table(), "OKM", "ABCD".index(team) + 1, edition="handbook")
    assert [step.contribution for step in working.steps] == expected["cells"]
    assert [s.contribution for s in working.steps if s.cut] == [expected["dropped"]]
    assert working.value == expected["value"]


@pytest.mark.parametrize("team", ["C", "D"])
def test_row_45_okm_sonneborn_berger_without_the_lowest(team):
    _, expected = example(f"tb-okm-sb-{team}")
    working = explain_team(team_table(), "OKMSB", "ABCD".index(team) + 1, edition="handbook")
    assert [step.contribution for step in working.steps] == [value(v) for v in expected["cells"]]
    assert working.value == value(expected["value"])


def test_row_45_a_round_without_board_points_is_not_the_lowest():
    given, expected = example("tb-okm-sb-zero-not-dropped")
    cells = given["cells"]
    gone = lowest(cells, [1 if cell else 0 for cell in cells])
    assert cells[gone] == expected["dropped"]
    assert sum(cells) - cells[gone] == expected["value"]


@pytest.mark.parametrize(
    ("name", "code"),
    [("tb-team-berger-sb-match-points", "SB:MP"), ("tb-team-berger-sb-board-points", "SB:GP")],
)
def test_row_46_team_berger_sonneborn_berger(name, code):
    given, expected = example(name)
    played = team_round_robin(given["crosstable"], given["boards"])
    found = team_standings(
        played, f"GPTS PTS:MP {code}", edition="handbook", family=Family.ROUND_ROBIN
    )
    assert len(given["teams"]) == len(found.rows) > 2
    for number, team in enumerate(given["teams"], start=1):
        row = found.row(number)
        assert Fraction(row.score, 10) == value(expected["board_points"][number - 1])
        if "match_points" in expected:
            assert row.values[0] == expected["match_points"][number - 1]
        assert row.values[1] == value(expected["value"][team])


# 4  From ratings (row 48)


@pytest.mark.parametrize(
    ("name", "code"), [("tb-rating-average", "ARO"), ("tb-rating-average-cut1", "ARO/C1")]
)
def test_row_48_average_rating_and_reduced_average(name, code):
    given, expected = example(name)
    ratings = {n + 2: rating for n, rating in enumerate(given["ratings"])}
    cards = {1: " ".join(f"{n}w=" for n in ratings)}
    for number, tpn in enumerate(ratings):
        row = ["."] * len(ratings)
        row[number] = "1b="
        cards[tpn] = " ".join(row)
    state = event(cards, ratings={1: 2400, **ratings})
    found = of(state, code, 1)
    kept = sorted(given["ratings"])[given.get("cut", 0) :]
    assert found == Fraction(sum(kept), len(kept))
    assert format_value(code, found, "handbook") == str(expected["value"])


@pytest.mark.parametrize(
    ("ratings", "performance"),
    [
        # 2, 3, 4 at most 350 points away: average 1900, 50 % of three games.
        ({1: 2000, 2: 2100, 3: 1800, 4: 1800}, 1900),
        # 3 and 4 count as 1650: (2100 + 1650 + 1650) / 3.
        ({1: 2000, 2: 2100, 3: 1200, 4: 1000}, 1800),
        # 2 counts as 2350: (2350 + 1800 + 1800) / 3 = 1983.3.
        ({1: 2000, 2: 2700, 3: 1800, 4: 1800}, 1983),
    ],
)
def test_row_48_performance_with_differences_of_at_most_350(ratings, performance):
    state = event({1: "2w= 3b= 4w=", 2: "1b= . .", 3: ". 1w= .", 4: ". . 1b="}, ratings=ratings)
    working = explain(state, "TPR", 1, edition="handbook")
    assert working.value == performance
    limited = [s.opponent for s in working.steps for f in s.facts if "limited" in f.code]
    assert limited == [tpn for tpn in (2, 3, 4) if abs(ratings[tpn] - 2000) > 350]


def test_row_48_performance_adds_the_difference_of_the_score():
    state = event({1: "2w1 3b1", 2: "1b0 .", 3: ". 1w0"}, ratings={1: 2000, 2: 1900, 3: 2100})
    assert of(state, "TPR", 1) == 2000 + 800


def test_row_49_more_blacks_and_lots():
    state = event({1: "2w= 3w=", 2: "1b= 4b=", 3: "4w= 1b=", 4: "3b= 2w="})
    found = standings(state, "BPG LOT", edition="handbook", seed="ankara")
    assert [row.values[0] for row in found.rows] == [2, 1, 1, 0]
    assert [row.tpn for row in found.rows][::3] == [2, 1]
    drawn = [tpn for tpn in found.lots if tpn in (3, 4)]
    assert [row.tpn for row in found.rows][1:3] == drawn


def test_rows_41_and_43_a_berger_event_has_no_virtual_opponents():
    """A player who lost by forfeit counts with the real score, a free round with nothing."""
    state = event({1: "2w1 . 3b+", 2: "1b0 3w= .", 3: ". 2b= 1w-"})
    found = standings(state, "SB", edition="handbook", family=Family.ROUND_ROBIN)
    assert {row.tpn: row.values[0] for row in found.rows} == {
        1: 1,
        2: value(0.25),
        3: value(0.25),
    }


# Teams level on everything: their match, its top board, forfeit wins (row 47)


def level_teams(top, *others, forfeit=False):
    """1 and 2 draw their match; both beat 3 by the same score, 1 perhaps without play."""
    sides = {"1": (W, L), "=": (D, D), "0": (L, W)}
    boards = [sides[result] for result in (top, *others)]
    won = match(1, 3, *[(W, L)] * len(boards))
    if forfeit:
        won = match(1, 3, *[(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)] * len(boards))
    return TeamEvent(
        teams=tuple(Team(number) for number in (1, 2, 3)),
        rounds=(
            TeamRound(1, (match(1, 2, *boards),)),
            TeamRound(2, (won,)),
            TeamRound(3, (match(2, 3, *[(W, L)] * len(boards)),)),
        ),
        total_rounds=3,
        boards=len(boards),
    )


def team_order(played, codes):
    return [(row.rank, row.tpn) for row in team_standings(played, codes, edition="handbook").rows]


def test_row_47_the_match_between_the_tied():
    ring = TeamEvent(
        teams=tuple(Team(number) for number in (1, 2, 3)),
        rounds=(
            TeamRound(1, (Match(1, 2, points=(10, 30)),)),
            TeamRound(2, (Match(1, 3, points=(40, 0)),)),
            TeamRound(3, (Match(2, 3, points=(20, 20)),)),
        ),
        total_rounds=3,
        boards=4,
    )
    # 1 and 2 both have 5 board points; 2 won their match.
    assert team_order(ring, "GPTS DE") == [(1, 2), (2, 1), (3, 3)]


def test_row_47_win_on_the_top_board_of_that_match():
    assert team_order(level_teams("0", "1"), "GPTS PTS:MP DE TOPW") == [(1, 2), (2, 1), (3, 3)]
    drawn_on_top = level_teams("=", "0", "1")
    assert team_order(drawn_on_top, "GPTS DE TOPW") == [(1, 1), (1, 2), (3, 3)]
    assert team_order(drawn_on_top, "GPTS DE TOPW/D") == [(1, 2), (2, 1), (3, 3)]


def test_row_47_fewer_forfeit_wins():
    played = level_teams("=", "=", forfeit=True)
    assert team_order(played, "GPTS DE TOPW FFW") == [(1, 2), (2, 1), (3, 3)]
    found = team_standings(played, "GPTS FFW FFW/B", edition="handbook")
    assert found.row(1).values == (1, 2)


def test_row_40_virtual_opponent_of_a_team():
    played = TeamEvent(
        teams=tuple(Team(number) for number in (1, 2, 3)),
        rounds=(
            TeamRound(
                1,
                (Match(1, 2, points=(30, 10)),),
                (TeamBye(3, ByeKind.PAIRING_ALLOCATED),),
            ),
            TeamRound(
                2,
                (Match(1, 3, points=(20, 20)),),
                (TeamBye(2, ByeKind.PAIRING_ALLOCATED),),
            ),
        ),
        total_rounds=2,
        boards=4,
    )
    found = team_standings(played, "MPTS BH:MP", edition="handbook")
    # 1 met 2 (0 + 1 for the bye) and 3 (1 + 1). 2: 3 points of team 1, then a virtual opponent
    # on 0 with the bye's other match point; 3: the other way round, and a draw to come.
    assert [found.row(team).values[0] for team in (1, 2, 3)] == [3, 4, 5]


# Free rounds with a point, and events in which everybody meets twice


def odd_round_robin():
    """Five players, each free once for a point: 4½, 3½, 2½, 2 and 2½ with it."""
    cards = {
        1: "0-U 5b1 4w= 3b1 2w1",
        2: "5w= 4b1 3w1 0-U 1b0",
        3: "4b= 0-U 2b0 1w0 5w1",
        4: "3w= 2w0 1b= 5b0 0-U",
        5: "2b= 1w0 0-U 4w1 3b0",
    }
    return event(cards)


@pytest.mark.parametrize("edition", ["handbook", "fide2026"])
def test_koya_of_an_odd_round_robin_asks_for_half_of_the_games_without_the_free_round(edition):
    """Handbook 1, Koya: opponents who scored 50 % or more. Of four games that is two points:
    3 and 5 have 1½ from games, 2½ only with the point of the free round."""
    state = odd_round_robin()
    assert {row.tpn: row.score for row in standings(state, "").rows} == {
        1: 45,
        2: 35,
        3: 25,
        4: 20,
        5: 25,
    }
    found = standings(state, "KS", edition=edition, family=Family.ROUND_ROBIN)
    assert {tpn: found.row(tpn).values[0] for tpn in range(1, 6)} == {
        1: 1,
        2: 0,
        3: 0,
        4: value(0.5),
        5: value(0.5),
    }
    working = explain(state, "KS", 1, edition=edition, family=Family.ROUND_ROBIN)
    assert [step.opponent for step in working.steps if not step.cut] == [2]
    assert {step.opponent: step.score for step in working.steps if step.opponent} == {
        2: value(2.5),
        3: value(1.5),
        4: 1,
        5: value(1.5),
    }
    assert "tiebreaks.koya.free_rounds" in [fact.code for fact in working.facts]


def test_extended_koya_of_an_odd_round_robin_adds_the_groups_by_points_from_games():
    """The next group below half are those with 1½ of 4, then those with 1."""
    state = odd_round_robin()
    settings = {"family": Family.ROUND_ROBIN}
    assert of(state, "KS/E1", 1, **settings) == 3
    assert of(state, "KS/E2", 1, **settings) == value(3.5)
    found = standings(state, "KSX", edition="handbook", **settings)
    # 3 and 5 are level: Koya 0 and ½.
    assert [row.tpn for row in found.rows] == [1, 2, 5, 3, 4]


def test_row_36_direct_encounter_of_a_double_round_robin_is_the_sum_of_both_games():
    """Handbook 1, direct encounter: the points from these games."""
    state = event(
        {
            1: "2w1 3b0 4w1 2b= 3w= 4b=",
            2: "1b0 4w1 3b1 1w= 4b= 3w=",
            3: "4b1 1w1 2w0 4w0 1b= 2b=",
            4: "3w0 2b0 1b0 3b1 2w= 1w=",
        }
    )
    found = standings(state, "DE", edition="handbook", family=Family.ROUND_ROBIN)
    assert {row.tpn: (row.score, row.values[0]) for row in found.rows} == {
        1: (35, value(1.5)),
        2: (35, value(0.5)),
        3: (30, None),
        4: (20, None),
    }
    (table,) = explain(state, "DE", 1, edition="handbook", family=Family.ROUND_ROBIN).tables
    assert [(row.tpn, row.score) for row in table.rows] == [(1, value(1.5)), (2, value(0.5))]
    # FIDE's own text says the mean (C.07 art. 6.1.2).
    (table,) = explain(state, "DE", 1, family=Family.ROUND_ROBIN).tables
    assert [row.score for row in table.rows] == [value(0.75), value(0.25)]


def test_less_is_better_is_known_of_every_value_that_is_a_place():
    def less(edition, *codes):
        return [
            code
            for code in codes
            if registry.less_is_better(registry.parse(code, edition=edition), edition)
        ]

    codes = ("DE", "WIN", "BH", "TPN", "RTNG", "RTNG/R", "LOT", "OTHER_PLAYOFF/R")
    assert less("fide2026", *codes) == ["DE", "TPN", "RTNG/R", "LOT", "OTHER_PLAYOFF/R"]
    # The handbook's direct encounter and extended Koya show points.
    assert less("handbook", "DE", "KSX", "KS", "TOPW", "FFW") == ["FFW"]
