"""Pictures of an event as SVG: lines, bars, squares, a matrix, a tree.

A drawing knows the parts that it is made of, not their colours: on a page they are the style
sheet's, on paper greys that every copier keeps apart. Nothing is told by colour alone.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

#: the colours of paper, by the names that `static/css/components/drawn.css` gives to pages
GREYS = {
    "ink": "#000",
    "quiet": "#555",
    "line": "#bbb",
    "accent": "#333",
    "soft": "#ddd",
    "surface": "#fff",
    "none": "none",
    "on-accent": "#fff",
}
#: a text of this size, in units of the drawing
SIZE = 12
#: of the size: the room that letters take, rather more than less, as every reader has other fonts
_NARROW, _USUAL, _LARGE, _WIDE = 0.36, 0.64, 0.8, 1.0
_SLIM, _BROAD = frozenset(" .,;:'’!|·()-ijlftrI1ıİ"), frozenset("mwMWÆŒ…—ЖМФШЩЮЫжмфшщюы")
_BOLD = 1.08


@dataclass(slots=True)
class Drawing:
    """Parts in the order in which they are painted."""

    width: float
    height: float
    parts: list[tuple[str, dict[str, object], str]] = field(default_factory=list)

    def _add(self, name: str, text: str, /, **values: object) -> None:
        self.parts.append((name, values, text))

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str, stroke: str = "none"
    ) -> None:
        self._add("rect", "", x=x, y=y, width=width, height=height, fill=fill, stroke=stroke)

    def line(self, points: Sequence[tuple[float, float]], stroke: str, **more: object) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._add("polyline", "", points=path, fill="none", stroke=stroke, **more)

    def circle(self, x: float, y: float, radius: float, fill: str) -> None:
        self._add("circle", "", cx=x, cy=y, r=radius, fill=fill)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        fill: str = "ink",
        anchor: str = "start",
        size: float = SIZE,
        bold: bool = False,
    ) -> None:
        more = {"font-weight": 700} if bold else {}
        self._add(
            "text", text, x=x, y=y, fill=fill, **{"text-anchor": anchor, "font-size": size}, **more
        )

    def on_page(self, label: str) -> str:
        """For the page itself: coloured by its style sheet, one sentence for who cannot see it."""
        body = "".join(_element(*part, colours=None) for part in self.parts)
        return (
            f'<svg class="drawn" viewBox="0 0 {self.width:.0f} {self.height:.0f}" '
            f'width="{self.width:.0f}" height="{self.height:.0f}" role="img" '
            f'aria-label="{escape(label)}">{body}</svg>'
        )

    def on_paper(self, fonts: str) -> str:
        """A picture of its own, in greys; its letters in the first of the fonts that has them."""
        body = "".join(_element(*part, colours=GREYS) for part in self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" '
            f'height="{self.height:.0f}" viewBox="0 0 {self.width:.0f} {self.height:.0f}" '
            f'font-family="{escape(fonts)}" stroke-width="1">{body}</svg>'
        )


def _element(
    name: str, values: dict[str, object], text: str, *, colours: Mapping[str, str] | None
) -> str:
    written, classes = [], []
    for key, value in values.items():
        if key in ("fill", "stroke"):
            if colours is not None:
                written.append(f'{key}="{colours[str(value)]}"')
            else:
                classes.append(f"{key[0]}-{value}")
            continue
        shown = f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
        written.append(f'{key}="{escape(shown)}"')
    if classes:
        written.append(f'class="{" ".join(classes)}"')
    return f"<{name} {' '.join(written)}>{escape(text)}</{name}>"


def room_of(text: str, size: float = SIZE, *, bold: bool = False) -> float:
    """The room that a text takes, in units of the drawing."""
    return sum(map(_room_of, text)) * size * (_BOLD if bold else 1)


def _room_of(letter: str) -> float:
    if unicodedata.combining(letter) or letter == LEFT_TO_RIGHT:
        return 0
    if letter in _BROAD or unicodedata.east_asian_width(letter) in "WF":
        return _WIDE
    if letter in _SLIM:
        return _NARROW
    plain = unicodedata.normalize("NFKD", letter)[0]
    if letter.isdigit() or (plain.isascii() and not letter.isupper()):
        return _USUAL
    return _LARGE  # capitals, and letters of scripts that are set wider than Latin ones


def cut(text: str, room: float, size: float = SIZE, *, bold: bool = False) -> str:
    """A name in the room that a drawing has; what is too long ends in an ellipsis."""
    if room_of(text, size, bold=bold) <= room:
        return text
    while text and room_of(f"{text}…", size, bold=bold) > room:
        text = text[:-1]
    return f"{text.rstrip(' ,')}…"


# --- Lines: points round by round -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    label: str
    end: str  # what stands behind the label, the last value in words
    values: tuple[float, ...]  # from the start on


LEFT_TO_RIGHT = "\u200e"  # takes no room
#: the room of a name at the end of its line
LABEL = 238
#: ways to draw a line that can be told apart without colour; the first is the leader's
DASHES = ("", "7 3", "2 3", "10 3 2 3", "", "7 3", "2 3", "10 3 2 3")


def lines(rows: Sequence[Line], heads: Sequence[str], width: float = 640) -> Drawing:
    """A line a row, its name at its end. `heads` are the places along the foot."""
    gap, foot, top, left = 17.0, 26.0, 12.0, 26.0
    labels = [
        _before(cut(row.label, LABEL, bold=number == 0)) + row.end
        for number, row in enumerate(rows)
    ]
    ends_at = [room_of(label, bold=number == 0) for number, label in enumerate(labels)]
    right = max(ends_at, default=56) + 20
    height = max(200.0, gap * len(rows) + foot + top)
    most = max((max(row.values) for row in rows), default=1) or 1
    step = (width - left - right) / max(len(heads) - 1, 1)

    def at(place: int, value: float) -> tuple[float, float]:
        return left + step * place, top + (height - top - foot) * (1 - value / most)

    made = Drawing(width, height)
    for value in range(int(most) + 1):
        y = at(0, value)[1]
        made.line([(left, y), (left + step * (len(heads) - 1), y)], "line")
        made.text(left - 6, y + 4, str(value), fill="quiet", anchor="end", size=11)
    for place, head in enumerate(heads):
        made.text(at(place, 0)[0], height - 6, head, fill="quiet", anchor="middle", size=11)
    ends = _apart(
        [at(len(row.values) - 1, row.values[-1])[1] for row in rows], gap, top, height - foot
    )
    for number, row in enumerate(rows):
        points = [at(place, value) for place, value in enumerate(row.values)]
        more: dict[str, object] = {"stroke-width": 2.5 if number == 0 else 1.5}
        if dash := DASHES[number % len(DASHES)]:
            more["stroke-dasharray"] = dash
        made.line(points, "accent" if number == 0 else "quiet", **more)
        x, y = points[-1]
        made.circle(x, y, 3, "accent" if number == 0 else "quiet")
        made.line([(x + 4, y), (x + 12, ends[number])], "line")
        made.text(x + 15, ends[number] + 4, labels[number], bold=number == 0)
    return made


def _before(name: str) -> str:
    """A name with what parts it from the figures behind it: after one that is written from right
    to left they would stand within it."""
    turned = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"{name}{LEFT_TO_RIGHT} " if turned else f"{name} "


def _apart(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Heights as near to those wanted as labels can stand below each other."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    found = [0.0] * len(wanted)
    last = top - gap
    for place in order:
        last = max(wanted[place], last + gap)
        found[place] = last
    limit = bottom
    for place in reversed(order):
        found[place] = min(found[place], limit)
        limit = found[place] - gap
    return found


# --- Bars: how many have how much -----------------------------------------------------------------


def bars(
    rows: Sequence[tuple[str, int]], width: float = 350, said: Callable[[int], str] = str
) -> Drawing:
    """A bar a row, its number at its end."""
    tall, left = 22.0, max((room_of(label) for label, _n in rows), default=8) + 14
    most = max((number for _label, number in rows), default=1) or 1
    right = max(40.0, room_of(said(most)) + 12)
    made = Drawing(width, tall * len(rows) + 4)
    for place, (label, number) in enumerate(rows):
        y = 2 + tall * place
        long = (width - left - right) * number / most
        made.text(left - 8, y + 15, label, anchor="end")
        made.rect(left, y + 3, long, tall - 6, "accent")
        made.text(left + long + 6, y + 15, said(number), fill="quiet")
    return made


# --- The hall -------------------------------------------------------------------------------------


def hall(boards: Sequence[tuple[int, str]], across: int = 11) -> Drawing:
    """A square a board: `done` is filled, `open` is empty, `adjourned` has a stroke through it."""
    wide, tall = 32.0, 26.0
    across = min(across, len(boards)) or 1
    made = Drawing(wide * across + 2, tall * ((len(boards) + across - 1) // across) + 2)
    for place, (number, state) in enumerate(boards):
        x, y = 1 + wide * (place % across), 1 + tall * (place // across)
        done = state == "done"
        made.rect(x, y, wide - 4, tall - 4, "accent" if done else "surface", "quiet")
        if state == "adjourned":
            made.line([(x, y + tall - 4), (x + wide - 4, y)], "quiet")
        fill = "on-accent" if done else "ink"
        made.text(x + wide / 2 - 2, y + 15, str(number), fill=fill, anchor="middle", size=11)
    return made


# --- Who meets whom -------------------------------------------------------------------------------


def matrix(
    names: Sequence[tuple[str, str]], cells: Mapping[tuple[int, int], str], room: float = 640
) -> Drawing:
    """A row and a column a player, by number and name: a win is a full square, a draw half of one,
    a loss an empty one; `played` without points is a dot."""
    count = len(names)
    side = max(5.0, min(16.0, (room - 150) / max(count, 1)))
    said = side >= 11
    left = 150.0 if said else 8.0
    top = 22.0 if said else 8.0
    size = count * side
    made = Drawing(left + size + 8, top + size + 8)
    made.rect(left, top, size, size, "surface", "line")
    for place, (number, name) in enumerate(names):
        here = place * side
        made.rect(left + here, top + here, side, side, "soft")
        if said:
            label = cut(f"{number} {name}", left - 8, 11)
            made.text(left - 6, top + here + side - 3, label, anchor="end", size=11)
            made.text(
                left + here + side / 2, top - 6, number, fill="quiet", anchor="middle", size=9
            )
    thin = side / 5
    for (row, column), mark in cells.items():
        x, y, inner = left + column * side + thin, top + row * side + thin, side - 2 * thin
        if mark == "win":
            made.rect(x, y, inner, inner, "accent")
        elif mark == "draw":
            made.rect(x, y, inner, inner, "surface", "accent")
            made.rect(x, y + inner / 2, inner, inner / 2, "accent")
        elif mark == "loss":
            made.rect(x, y, inner, inner, "surface", "accent")
        else:
            made.circle(x + inner / 2, y + inner / 2, max(1.0, inner / 4), "quiet")
    return made


# --- A tree ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Branch:
    """A match of a knock-out: both sides with what they have, which of them goes on, and the
    names of the matches that the sides come from."""

    sides: tuple[tuple[str, str], tuple[str, str]]
    winner: int | None = None  # 0 or 1
    name: str = ""
    sources: tuple[str, ...] = ()


def tree(stages: Sequence[tuple[str, Sequence[Branch]]], wide: float = 210) -> Drawing:
    """A column a stage; a line from each match to the one that its winner plays next."""
    box, gap, head, between = 42.0, 14.0, 26.0, 26.0
    most = max((len(branches) for _label, branches in stages), default=1) or 1
    height = head + most * (box + gap) + 4
    made = Drawing(len(stages) * (wide + between) - between + 4, height)
    ends: dict[str, float] = {}
    for column, (label, branches) in enumerate(stages):
        x = 2 + column * (wide + between)
        made.text(x, 16, label, bold=True)
        room = (height - head - 4) / max(len(branches), 1)
        here: dict[str, float] = {}
        for place, branch in enumerate(branches):
            middle = here[branch.name] = head + room * (place + 0.5)
            for source in branch.sources:
                if source in ends:
                    turn, begin = x - between / 2, ends[source]
                    points = [(x - between, begin), (turn, begin), (turn, middle), (x, middle)]
                    made.line(points, "quiet")
            _branch(made, branch, x, middle - box / 2, wide, box)
        ends = here
    return made


def _branch(made: Drawing, branch: Branch, x: float, y: float, wide: float, box: float) -> None:
    made.rect(x, y, wide, box, "surface", "quiet")
    made.line([(x, y + box / 2), (x + wide, y + box / 2)], "line")
    for side, (name, score) in enumerate(branch.sides):
        low = y + box / 2 * side + 15
        won = branch.winner == side
        if won:
            made.rect(x, y + box / 2 * side, 4, box / 2, "accent")
        fill = "ink" if won or branch.winner is None else "quiet"
        room = wide - 22 - room_of(score, bold=won)
        made.text(x + 10, low, cut(name, room, bold=won), fill=fill, bold=won)
        made.text(x + wide - 6, low, score, fill=fill, anchor="end", bold=won)
