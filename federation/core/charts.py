"""Charts with axes as SVG: lines over time, and columns. Bars lie in `tournaments.core.pictures`,
whose drawings these are: on a page coloured by its style sheet, on paper in greys.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournaments.core.pictures import DASHES, Drawing, cut, room_of

SMALL = 11
#: so many lines across a chart, about
LINES = 5


@dataclass(frozen=True, slots=True)
class Series:
    """Points from left to right. `steps`: a value stands until the next one; `dotted`: it is an
    estimate. The first series of a chart is its most important one."""

    label: str
    points: tuple[tuple[float, float], ...]
    steps: bool = False
    dotted: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A box with a scale; it knows where a value is drawn."""

    left: float
    top: float
    right: float
    bottom: float
    x_range: tuple[float, float]
    y_range: tuple[float, float]

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (
            self.left + (self.right - self.left) * _share(x, self.x_range),
            self.bottom - (self.bottom - self.top) * _share(y, self.y_range),
        )


def _share(value: float, span: tuple[float, float]) -> float:
    low, high = span
    return (value - low) / (high - low) if high > low else 0.5


def scale(low: float, high: float, count: int = LINES) -> list[float]:
    """Round values from at most `low` to at least `high`, a step of 1, 2 or 5 apart."""
    if high <= low:
        high = low + 1
    rough = (high - low) / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    step = max(step, 1) if float(low).is_integer() and float(high).is_integer() else step
    first, last = math.floor(low / step), math.ceil(high / step)
    return [place * step for place in range(first, last + 1)]


def lines(
    series: Sequence[Series],
    ticks: Sequence[tuple[float, str]],
    *,
    width: float = 640,
    height: float = 260,
    said: Callable[[float], str] = "{:.0f}".format,
) -> Drawing:
    """A line a series. `ticks` are the words along the foot; `said` words a value of the scale."""
    made = Drawing(width, height)
    points = [point for one in series for point in one.points]
    if not points:
        return made
    values = scale(min(y for _x, y in points), max(y for _x, y in points))
    xs = [x for x, _y in points] + [x for x, _word in ticks]
    frame = _frame(width, height, values, said, (min(xs), max(xs)), legend=len(series) > 1)
    _scale_of(made, frame, values, said)
    _foot(made, frame, ticks)
    for number, one in enumerate(series):
        _line(made, frame, one, number)
    if len(series) > 1:
        _legend(made, frame, series)
    return made


def columns(
    rows: Sequence[tuple[str, float]],
    *,
    width: float = 640,
    height: float = 240,
    said: Callable[[float], str] = "{:.0f}".format,
) -> Drawing:
    """A column a row, its number above it and its word below it, as far as there is room."""
    made = Drawing(width, height)
    if not rows:
        return made
    values = scale(0, max(value for _word, value in rows) or 1)
    frame = _frame(width, height, values, said, (0, len(rows)))
    _scale_of(made, frame, values, said)
    step = (frame.right - frame.left) / len(rows)
    thick = min(step * 0.7, 46)
    has_room = all(room_of(said(value), SMALL) <= step for _word, value in rows)
    for place, (_word, value) in enumerate(rows):
        middle, top = frame.at(place + 0.5, value)
        made.rect(middle - thick / 2, top, thick, frame.bottom - top, "accent")
        if has_room:
            made.text(middle, top - 4, said(value), fill="quiet", anchor="middle", size=SMALL)
    _foot(made, frame, [(place + 0.5, word) for place, (word, _value) in enumerate(rows)])
    return made


def _frame(
    width: float,
    height: float,
    values: Sequence[float],
    said: Callable[[float], str],
    x_range: tuple[float, float],
    legend: bool = False,
) -> Frame:
    left = max(room_of(said(value), SMALL) for value in values) + 12
    foot = 48 if legend else 26
    return Frame(left, 18, width - 14, height - foot, x_range, (values[0], values[-1]))


def _scale_of(
    made: Drawing, frame: Frame, values: Sequence[float], said: Callable[[float], str]
) -> None:
    for value in values:
        y = frame.at(frame.x_range[0], value)[1]
        made.line([(frame.left, y), (frame.right, y)], "line")
        made.text(frame.left - 6, y + 4, said(value), fill="quiet", anchor="end", size=SMALL)


def _foot(made: Drawing, frame: Frame, ticks: Sequence[tuple[float, str]]) -> None:
    """The words along the foot; where they would touch every second, third … is left out."""
    if not ticks:
        return
    room = (frame.right - frame.left) / len(ticks)
    widest = max(room_of(word, SMALL) for _x, word in ticks) + 6
    every = max(1, math.ceil(widest / room)) if room else 1
    for place, (x, word) in enumerate(ticks):
        if place % every == 0:
            here = frame.at(x, frame.y_range[0])[0]
            half = room_of(word, SMALL) / 2
            here = min(max(here, half), made.width - half)
            made.text(here, frame.bottom + 18, word, fill="quiet", anchor="middle", size=SMALL)


def _line(made: Drawing, frame: Frame, one: Series, number: int) -> None:
    points = [frame.at(*point) for point in one.points]
    if not points:
        return
    if one.steps:
        pairs = pairwise(points)
        points = [points[0], *(spot for a, b in pairs for spot in ((b[0], a[1]), b))]
    stroke, more = _pen(one, number)
    made.line(points, stroke, **more)
    made.circle(*points[-1], 3, stroke)


def _pen(one: Series, number: int) -> tuple[str, dict[str, object]]:
    """How a series is drawn: told apart by its dashes, not by colour."""
    more: dict[str, object] = {"stroke-width": 2.5 if number == 0 else 1.5}
    if dash := "2 3" if one.dotted else DASHES[number % len(DASHES)]:
        more["stroke-dasharray"] = dash
    return ("accent" if number == 0 else "quiet"), more


def _legend(made: Drawing, frame: Frame, series: Sequence[Series]) -> None:
    x, y = frame.left, made.height - 10
    each = (frame.right - frame.left) / len(series)
    for number, one in enumerate(series):
        stroke, more = _pen(one, number)
        made.line([(x, y - 4), (x + 22, y - 4)], stroke, **more)
        made.text(x + 28, y, cut(one.label, each - 34, SMALL), size=SMALL)
        x += each
