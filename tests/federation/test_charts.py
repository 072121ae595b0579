"""Charts: their scales are round, nothing leaves the picture, and words do not touch."""

import re
from itertools import pairwise

import pytest

from federation.core.charts import SMALL, Series, columns, lines, scale
from tournaments.core.pictures import room_of


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (0, 3, [0, 1, 2, 3]),
        (1403, 1611, [1400, 1450, 1500, 1550, 1600, 1650]),
        (7, 7, [7, 8]),
        (0, 0, [0, 1]),
    ],
)
def test_a_scale_has_round_values_around_what_is_shown(low, high, found):
    assert scale(low, high) == found


def spots(drawing):
    for name, values, _text in drawing.parts:
        if name == "polyline":
            for spot in str(values["points"]).split():
                x, y = spot.split(",")
                yield float(x), float(y)


def test_no_line_leaves_the_picture():
    drawn = lines(
        [
            Series("Standard", ((0, 1400), (1, 1480), (9, 1333)), steps=True),
            Series("Now", ((9, 1333), (10, 1350)), dotted=True),
        ],
        [(0, "2025"), (10, "2026")],
    )
    found = list(spots(drawn))
    assert len(found) > 10
    assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in found)


def test_a_step_stands_until_the_next_list():
    drawn = lines([Series("S", ((0, 0), (1, 10), (2, 0)), steps=True)], [])
    line = next(v["points"] for n, v, _t in drawn.parts if "stroke-width" in v)
    points = [tuple(map(float, one.split(","))) for one in line.split()]
    assert len(points) == 5
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(points))


def test_an_estimate_is_dotted_and_told_apart_without_colour():
    drawn = lines([Series("S", ((0, 0), (1, 1))), Series("T", ((0, 1), (1, 2)), dotted=True)], [])
    dashes = [v.get("stroke-dasharray") for n, v, _t in drawn.parts if "stroke-width" in v]
    assert dashes == [None, "2 3", None, "2 3"]  # the lines, and what they are called


def test_words_along_the_foot_do_not_touch():
    drawn = columns([(f"2026-{month:02}", month) for month in range(1, 25)])
    foot = max(v["y"] for n, v, _t in drawn.parts if n == "text")
    words = [(v["x"], text) for n, v, text in drawn.parts if n == "text" and v["y"] == foot]
    assert 2 < len(words) < 24
    for (x, word), (other, _word) in pairwise(words):
        assert other - x >= room_of(word, SMALL)


def test_a_name_makes_no_markup():
    drawn = lines([Series("<b>", ((0, 0),)), Series("&", ((1, 1),))], [(0, "<i>")])
    assert not re.search(r"<(b|i)>", drawn.on_page("<u>"))


def test_nothing_to_show_is_an_empty_picture():
    assert lines([], []).parts == columns([]).parts == []
