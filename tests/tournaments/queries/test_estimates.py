"""Rating changes as an estimate: B.02 article by article, with the examples of its digest."""

from datetime import date

import pytest
from django.utils.translation import override

from tournaments.models import Entry, RegisteredPlayer
from tournaments.queries.standings.ratings import (
    RatedGame,
    estimate,
    signed_tenths,
)
from tournaments.wording.numbers import signed

TODAY = date(2026, 11, 18)


def player(rating, birth="1990", k=0):
    registered = RegisteredPlayer(k_standard=k) if k else None
    return Entry(fide_rating=rating, birth_date=birth, player=registered)


def games(*results):
    return [
        RatedGame(number, Entry(fide_rating=rating), symbol)
        for number, (rating, symbol) in enumerate(results, start=1)
    ]


def test_art_8_3_the_change_is_k_times_score_less_expectation():
    found = estimate(player(2100), games((2210, "0"), (1900, "1"), (2550, "=")), "standard", TODAY)
    assert [row.delta for row in found.games] == [-3500, 2400, 4200]
    assert (found.coefficient, found.change) == (20, 6)
    assert found.change_text == "+6"
    assert [found.of_round(number) for number in (1, 2, 3, 4)] == ["−7.0", "+4.8", "+8.4", ""]


@pytest.mark.parametrize(
    ("own", "opponent", "kind", "hundredths"),
    [(2700, 2000, "standard", 99), (2649, 2000, "standard", 92), (2000, 2649, "standard", 8),
     (2700, 2150, "rapid", 92)],
)  # fmt: skip
def test_art_8_3_1_a_difference_above_400_counts_as_400_below_2650(own, opponent, kind, hundredths):
    [row] = estimate(player(own), games((opponent, "1")), kind, TODAY).games
    assert row.expected == 100 * hundredths


def test_art_7_3_1_rapid_games_too_far_apart_with_a_top_player_are_not_rated():
    found = estimate(player(2610), games((2000, "1"), (2050, "1")), "rapid", TODAY)
    assert [row.game.game for row in found.games] == [2]


@pytest.mark.parametrize(
    ("rating", "birth", "k", "wanted"),
    [(2450, "1990", 0, 10), (2290, "2009-01-01", 0, 40), (2310, "2009-01-01", 0, 20),
     (2100, "2007-12-31", 0, 20), (2100, "", 0, 20), (2100, "1990", 40, 40)],
)  # fmt: skip
def test_art_8_3_3_the_coefficient(rating, birth, k, wanted):
    nine = games(*[(2100, "1")] * 9)
    assert estimate(player(rating, birth, k), nine, "standard", TODAY).coefficient == wanted


def test_art_8_3_3_games_times_coefficient_is_700_at_most():
    twenty = games(*[(2100, "1")] * 20)
    found = estimate(player(2290, "2009-01-01"), twenty, "standard", TODAY)
    assert found.coefficient == 35


def test_art_8_3_4_halves_are_rounded_away_from_zero():
    won, lost = games((2640, "=")), games((2260, "="))
    found = [estimate(player(2450), one, "standard", TODAY) for one in (won, lost)]
    assert [(one.games[0].delta, one.change) for one in found] == [(2500, 3), (-2500, -3)]


def test_only_played_games_against_rated_opponents_count():
    found = estimate(
        player(2100), games((0, "1"), (2100, "+"), (2100, "W"), (2100, "?"), (2100, "1")),
        "standard", TODAY,
    )  # fmt: skip
    assert [row.game.game for row in found.games] == [5]


def five(total, score):
    """Five games with this sum of ratings and this score in halves."""
    symbols = ["1"] * (score // 2) + ["="] * (score % 2)
    symbols += ["0"] * (5 - len(symbols))
    base, rest = divmod(total, 5)
    return games(*((base + (1 if n < rest else 0), symbols[n]) for n in range(5)))


@pytest.mark.parametrize(
    ("total", "halves", "rating"),
    [(9507, 6, 1922), (11500, 9, 2200), (7250, 1, 0), (9507, 0, 0)],
)
def test_art_8_2_a_first_rating(total, halves, rating):
    assert estimate(player(0), five(total, halves), "standard", TODAY).first == rating


def test_art_7_1_4_a_first_rating_needs_five_games():
    assert estimate(player(0), five(9507, 6)[:4], "standard", TODAY).first == 0


def test_numbers_carry_their_sign():
    assert [signed(number) for number in (3, 0, -3)] == ["+3", "0", "−3"]
    assert [signed(text) for text in ("2.85", "-0.5", "0.0")] == ["+2.85", "−0.5", "0.0"]
    assert [signed_tenths(number) for number in (480, 4, -4, -700)] == [
        "+4.8",
        "0.0",
        "0.0",
        "−7.0",
    ]
    with override("tr"):
        assert [signed("-2.85"), signed_tenths(480)] == ["−2,85", "+4,8"]
