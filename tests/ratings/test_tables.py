"""FIDE Rating Regulations (B.02), article 8.1.2."""

import pytest

from ratings.tables import expected_percent, expected_score

#: some rows of the printed table: first and last difference, higher, lower
ROWS = (
    *((0, 3, 50), (4, 10, 51), (47, 53, 57), (54, 61, 58), (92, 98, 63), (146, 153, 70)),
    *((198, 206, 76), (291, 302, 85), (329, 344, 88), (345, 357, 89), (358, 374, 90)),
    *((375, 391, 91), (392, 411, 92), (485, 517, 96), (560, 619, 98), (620, 735, 99)),
)


@pytest.mark.parametrize(("first", "last", "higher"), ROWS)
def test_b02_art_8_1_2(first: int, last: int, higher: int) -> None:
    for difference in (first, last):
        assert expected_percent(difference) == higher
        if difference:
            assert expected_percent(-difference) == 100 - higher
    if first:
        assert expected_percent(first - 1) == higher - 1
    assert expected_percent(last + 1) == higher + 1


def test_beyond_the_table_the_higher_player_scores_everything() -> None:
    assert (expected_percent(736), expected_percent(-2000)) == (100, 0)


def test_b02_art_8_3_1_a_difference_counts_as_400_at_most() -> None:
    assert expected_score(2400, 2000) == expected_score(2900, 1400) == 92
    assert expected_score(1400, 2900) == 8
