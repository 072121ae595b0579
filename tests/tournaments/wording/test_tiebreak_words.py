"""Pages say of a tie-break what its rule book counts."""

import pytest
from django.utils.translation import override

from tiebreaks import registry
from tournaments.wording.tiebreaks import meaning_of_code, name_of_code


def words(text, edition, **kind):
    code = registry.parse(text, edition=edition)
    return name_of_code(code, edition), meaning_of_code(code, edition, **kind)


@pytest.mark.parametrize("of_teams", [False, True])
def test_wins_of_the_handbook_are_those_over_the_board(of_teams):
    """Handbook, tie-breaks 1: wins; FIDE also counts what gives as many points (C.07 art. 7.1)."""
    with override("en"):
        assert "no wins" in words("WIN", "handbook", of_teams=of_teams)[1]
        assert "also without play" in words("WIN/P", "handbook", of_teams=of_teams)[1]
        assert "also without play" in words("WIN", "fide2026", of_teams=of_teams)[1]


def test_kashdan_says_what_points_without_play_count():
    """Handbook, tie-breaks 1: win 4, draw 2, loss 1; a point received without play 2."""
    with override("en"):
        assert words("KASH", "handbook")[1] == (
            "4 for a win, 2 for a draw, 1 for a loss, 2 for points received without play."
        )


def test_a_value_of_which_less_is_better_says_so():
    with override("en"):
        assert words("DE", "fide2026") == (
            "Direct encounter, less is better",
            "The place among those who are level here, by what they scored against each other.",
        )
        assert words("DE", "handbook") == (
            "Direct encounter",
            "The points from the games of those who are level here, if all of them have met.",
        )
        assert words("SB", "fide2026")[0] == "Sonneborn-Berger"
        assert words("OTHER_PLAYOFF/R", "fide2026")[0].endswith(", less is better")
    with override("tr"):
        assert words("DE", "fide2026")[0].endswith(", az olan öndedir")
