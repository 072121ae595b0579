"""A PDF as its reader sees it: where each piece of text stands, what is cut, what overlaps.

Papers are tagged PDFs: their structure tells tables, rows and cells apart, and the content of each
page the boxes of the text.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pypdf import PdfReader

Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top; points from the lower left

ONE: Matrix = (1, 0, 0, 1, 0, 0)
#: points by which ink may touch an edge or its neighbour
TOUCH = 0.6
#: thousandths of the size of the letters: a wider gap within a line is a tab stop
TAB = 150
#: of the size of the letters: what stands above and below the line of most letters
ABOVE, BELOW = 0.62, 0.04


@dataclass(frozen=True)
class Run:
    """Letters set in one go. `clip` is what may be seen there."""

    page: int
    mark: int | None
    text: str
    box: Box
    clip: Box
    size: float
    upright: bool

    @property
    def cut(self) -> bool:
        """Less of it is seen than there is."""
        left, bottom, right, top = self.box
        inner = self.clip
        return (
            left < inner[0] - TOUCH
            or bottom < inner[1] - TOUCH
            or right > inner[2] + TOUCH
            or top > inner[3] + TOUCH
        )


@dataclass(frozen=True)
class Cell:
    text: str
    runs: tuple[Run, ...]
    head: bool = False


@dataclass(frozen=True)
class Part:
    """A piece of the structure that is no table: a heading, a paragraph, a figure."""

    kind: str
    text: str
    runs: tuple[Run, ...]


Table = list[list[Cell]]


def texts_of(row: list[Cell], count: int) -> list[str]:
    """The texts of so many columns. In a very long table those beside each other are one cell with
    tab stops, and each of its runs is a column."""
    if len(row) >= count:
        return [cell.text for cell in row]
    missing = count - len(row)
    found: list[str] = []
    for cell in row:
        groups: list[list[Run]] = []
        for run in cell.runs:
            if groups and run.box[0] - groups[-1][-1].box[2] <= 0.3 * run.size:
                groups[-1].append(run)  # a square between a number and a result is one field
            else:
                groups.append([run])
        texts = ["".join(run.text for run in group).strip() for group in groups]
        line = len({round(run.box[1]) for run in cell.runs}) == 1
        if line and 1 < len(texts) <= missing + 1 and all(texts):
            found += texts
            missing -= len(texts) - 1
        else:
            found.append(cell.text)
    return found


#: structures that only hold others
_AROUND = ("/Document", "/Sect", "/Div", "/NonStruct", "/L", "/Part")


class Paper:
    def __init__(self, data: bytes) -> None:
        self.reader = PdfReader(io.BytesIO(data))
        self.fonts: dict[int, Font] = {}
        #: what is filled or drawn as a line, by page, as far as it can be seen
        self.ink: list[tuple[int, Box]] = []
        self.sizes = [tuple(float(edge) for edge in page.mediabox) for page in self.reader.pages]

    @cached_property
    def runs(self) -> list[Run]:
        found: list[Run] = []
        for number, page in enumerate(self.reader.pages):
            contents = page.get_contents()
            if contents is None:
                continue
            edges: Box = self.sizes[number]  # type: ignore[assignment]
            state = _Reading(self, number, edges)
            state.read(contents.get_data(), page["/Resources"].get_object(), ONE, edges)
            found += state.found
        return found

    @cached_property
    def text(self) -> str:
        return " ".join(" ".join(run.text for run in self.runs).split())

    # --- Structure -------------------------------------------------------------------------------

    @cached_property
    def _marked(self) -> dict[tuple[int, int], list[Run]]:
        found: dict[tuple[int, int], list[Run]] = {}
        for run in self.runs:
            if run.mark is not None:
                found.setdefault((run.page, run.mark), []).append(run)
        return found

    @cached_property
    def _pages(self) -> dict[int, int]:
        return {
            page.indirect_reference.idnum: number for number, page in enumerate(self.reader.pages)
        }

    @cached_property
    def parts(self) -> list[Part | Table]:
        """The tables, and the pieces of text around them, in reading order."""
        root = self.reader.trailer["/Root"]["/StructTreeRoot"]
        return list(self._parts(root.get("/K"), 0))

    @property
    def tables(self) -> list[Table]:
        return [part for part in self.parts if isinstance(part, list)]

    @property
    def pieces(self) -> list[Part]:
        return [part for part in self.parts if isinstance(part, Part)]

    def _parts(self, node: Any, page: int) -> Iterator[Part | Table]:
        for child, on in _children(node, page, self._pages):
            if not isinstance(child, dict):
                continue
            kind = child.get("/S")
            if kind == "/Table":
                yield [
                    [self._cell(*cell) for cell in self._of_kind(*row, ("/TH", "/TD"))]
                    for row in self._of_kind(child, on, ("/TR",))
                ]
            elif kind in _AROUND or next(self._of_kind(child, on, ("/Table",)), None):
                yield from self._parts(child.get("/K"), on)
            else:
                runs = tuple(self._runs(child, on))
                yield Part(str(kind), _joined(runs), runs)

    def _of_kind(self, node: Any, page: int, kinds: tuple[str, ...]) -> Iterator[tuple[Any, int]]:
        for child, on in _children(node.get("/K"), page, self._pages):
            if isinstance(child, dict):
                if child.get("/S") in kinds:
                    yield child, on
                else:
                    yield from self._of_kind(child, on, kinds)

    def _cell(self, node: Any, page: int) -> Cell:
        runs = tuple(self._runs(node, page))
        return Cell(_joined(runs), runs, node.get("/S") == "/TH")

    def _runs(self, node: Any, page: int) -> Iterator[Run]:
        for child, on in _children(node.get("/K"), page, self._pages):
            if isinstance(child, dict):
                yield from self._runs(child, on)
            else:
                yield from self._marked.get((on, child), ())

    # --- Ink -------------------------------------------------------------------------------------

    def complaints(self) -> list[str]:
        """List what cannot be read: cut, over the edge of the paper, set over something else, or
        in a font that this machine has and another has not."""
        found = [f"set in {name}, which does not come along" for name in sorted(self.strangers)]
        for run in self.runs:
            if not run.text.strip() or not run.upright:
                continue
            if run.cut:
                found.append(f"page {run.page + 1}: cut: {run.text!r}")
            if "\ufffd" in run.text or "\x00" in run.text:
                found.append(f"page {run.page + 1}: no letter for it: {run.text!r}")
        return found + self._overlaps()

    @property
    def strangers(self) -> set[str]:
        """The fonts that are none of ours."""
        names = set()
        for page in self.reader.pages:
            resources = page["/Resources"].get_object()
            fonts = resources.get("/Font", {}).get_object() if "/Font" in resources else {}
            names |= {str(font.get_object()["/BaseFont"])[1:] for font in fonts.values()}
        return {name for name in names if not name.partition("+")[2].startswith("Noto-")}

    def _overlaps(self) -> list[str]:
        found = []
        pages: dict[int, list[Run]] = {}
        for run in self.runs:
            if run.text.strip() and run.upright:
                pages.setdefault(run.page, []).append(run)
        for number, runs in pages.items():
            runs.sort(key=lambda run: -run.box[3])
            for index, one in enumerate(runs):
                for other in runs[index + 1 :]:
                    if other.box[3] < one.box[1]:
                        break
                    if _over(one.box, other.box):
                        text = f"{one.text!r} over {other.text!r}"
                        found.append(f"page {number + 1}: {text}")
        return found


def _over(one: Box, other: Box) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > TOUCH and high > TOUCH


def _joined(runs: tuple[Run, ...]) -> str:
    """Runs of one line without a gap between them are one word."""
    text, before = "", None
    for run in runs:
        if before is not None:
            same = abs(before.box[1] - run.box[1]) < 1 and before.page == run.page
            close = same and run.box[0] - before.box[2] < 0.12 * run.size
            # A name with a hyphen may go on in the next line.
            broken = not same and text.endswith("-")
            text += "" if close or broken else " "
        text += run.text
        before = run
    return " ".join(text.replace("\u2002", " ").replace("\u00ad", "").split())


def _children(node: Any, page: int, pages: dict[int, int]) -> Iterator[tuple[Any, int]]:
    """Each child with its page: structures as dictionaries, marks as numbers."""
    if node is None:
        return
    if hasattr(node, "get_object"):
        node = node.get_object()
    for child in node if isinstance(node, list) else [node]:
        child = child.get_object() if hasattr(child, "get_object") else child
        if not isinstance(child, dict):
            yield int(child), page
            continue
        reference = child.raw_get("/Pg") if "/Pg" in child else None
        on = pages.get(getattr(reference, "idnum", -1), page)
        if child.get("/Type") == "/MCR":
            yield int(child["/MCID"]), on
        elif child.get("/Type") != "/OBJR":
            yield child, on


# --- The content of a page -----------------------------------------------------------------------


class Font:
    def __init__(self, font: Any) -> None:
        (inner,) = font["/DescendantFonts"]
        inner = inner.get_object()
        self.default = float(inner.get("/DW", 1000))
        self.widths: dict[int, float] = {}
        given = inner.get("/W")
        given = list(given.get_object()) if given is not None else []
        while given:
            first, second = given[0], given[1].get_object()
            if isinstance(second, list):
                self.widths |= {int(first) + n: float(width) for n, width in enumerate(second)}
                given = given[2:]
            else:
                width = float(given[2])
                self.widths |= dict.fromkeys(range(int(first), int(second) + 1), width)
                given = given[3:]
        self.letters = _letters(font["/ToUnicode"].get_data().decode("latin1"))

    def text(self, glyphs: list[int]) -> str:
        return "".join(self.letters.get(glyph, "\ufffd") for glyph in glyphs)

    def width(self, glyphs: list[int]) -> float:
        return sum(self.widths.get(glyph, self.default) for glyph in glyphs)


def _letters(table: str) -> dict[int, str]:
    found: dict[int, str] = {}

    def letter(code: str) -> str:
        return bytes.fromhex(code).decode("utf-16-be", "replace")

    for block in re.findall(r"beginbfchar(.*?)endbfchar", table, re.S):
        for glyph, code in re.findall(r"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]*)>", block):
            found[int(glyph, 16)] = letter(code)
    for block in re.findall(r"beginbfrange(.*?)endbfrange", table, re.S):
        for first, last, code in re.findall(r"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
            for step in range(int(last, 16) - int(first, 16) + 1):
                found[int(first, 16) + step] = chr(ord(letter(code)) + step)
    return found


_TOKEN = re.compile(
    rb"\[(?P<array>[^\]]*)\]|<<(?P<dict>.*?)>>|<(?P<hex>[0-9a-fA-F\s]*)>|/(?P<name>[^\s/<>\[\]()]+)"
    rb"|(?P<number>[-+]?(?:\d+\.?\d*|\.\d+))(?![\w*])|(?P<word>[A-Za-z'\"*]+\d*\*?)",
    re.S,
)


class _Reading:
    """The state in which a page is painted."""

    def __init__(self, paper: Paper, page: int, edges: Box) -> None:
        self.paper, self.page = paper, page
        self.found: list[Run] = []
        self.marks: list[int | None] = []
        self.matrix, self.clip = ONE, edges
        self.line, self.font, self.size = ONE, None, 0.0
        self.path: list[tuple[float, float]] = []
        self.clips = False

    def read(self, data: bytes, resources: Any, matrix: Matrix, clip: Box) -> None:
        outside = self.matrix, self.clip
        self.matrix, self.clip = matrix, clip
        stack: list[tuple[Matrix, Box]] = []
        given: list[Any] = []
        for token in _TOKEN.finditer(data):
            kind = token.lastgroup
            if kind != "word":
                given.append((kind, token.group(kind)))
                continue
            word = token.group("word").decode()
            numbers = [float(value) for what, value in given if what == "number"]
            if word == "q":
                stack.append((self.matrix, self.clip))
            elif word == "Q":
                self.matrix, self.clip = stack.pop()
            elif word in _PATHS:
                self._draw(word, numbers)
            elif word in ("BDC", "BMC", "EMC"):
                self._mark(word, given)
            elif word == "Do":
                self._form(resources, _name(given))
            elif word == "Tf":
                self.font, self.size = self._font(resources, _name(given)), numbers[-1]
            else:
                self._write(word, given, numbers)
            given = []
        self.matrix, self.clip = outside

    def _draw(self, word: str, numbers: list[float]) -> None:
        if word == "re":
            x, y, wide, high = numbers
            self.path += [_at(self.matrix, x, y), _at(self.matrix, x + wide, y + high)]
        elif word in ("m", "l", "c"):
            self.path.append(_at(self.matrix, *numbers[-2:]))
        elif word in ("W", "W*"):
            self.clips = True
        elif self.path:
            if self.clips:
                self.clip = _inside(self.clip, _around(self.path))
            if word != "n":
                self.paper.ink.append((self.page, _inside(self.clip, _around(self.path))))
            self.path, self.clips = [], False

    def _mark(self, word: str, given: list[Any]) -> None:
        if word == "EMC":
            self.marks.pop()
            return
        numbers = (re.search(rb"/MCID (\d+)", value) for kind, value in given if kind == "dict")
        self.marks.append(next((int(found.group(1)) for found in numbers if found), None))

    def _write(self, word: str, given: list[Any], numbers: list[float]) -> None:
        if word == "cm":
            self.matrix = _times(tuple(numbers), self.matrix)
        elif word == "BT":
            self.line = ONE
        elif word == "Tm":
            self.line = tuple(numbers)
        elif word == "Td":
            self.line = _times((1, 0, 0, 1, *numbers), self.line)
        elif word in ("TJ", "Tj") and self.font is not None:
            self._show(given[-1], self.font)

    def _font(self, resources: Any, name: str) -> Font:
        font = resources["/Font"].get_object()[f"/{name}"]
        number = font.indirect_reference.idnum if font.indirect_reference else id(font)
        if number not in self.paper.fonts:
            self.paper.fonts[number] = Font(font)
        return self.paper.fonts[number]

    def _show(self, given: Any, font: Font) -> None:
        """Letters, and a run of its own behind every tab stop."""
        kind, value = given
        glyphs: list[int] = []
        pieces = re.findall(rb"<([0-9a-fA-F\s]*)>|([-+]?[\d.]+)", value)
        inner = 0.0
        for letters, space in pieces if kind == "array" else [(value, b"")]:
            if space and -float(space) > TAB:
                self._put(glyphs, inner, font)
                self._move(-float(space))
                glyphs, inner = [], 0.0
            elif space:
                inner -= float(space)
            else:
                glyphs += [int(letters[n : n + 4], 16) for n in range(0, len(letters), 4)]
        self._put(glyphs, inner, font)

    def _move(self, thousandths: float) -> None:
        self.line = _times((1, 0, 0, 1, thousandths * self.size / 1000, 0), self.line)

    def _put(self, glyphs: list[int], inner: float, font: Font) -> None:
        if not glyphs:
            return
        size = self.size
        wide = (font.width(glyphs) + inner) * size / 1000
        matrix = _times(self.line, self.matrix)
        corners = [_at(matrix, x, y) for x in (0, wide) for y in (-BELOW * size, ABOVE * size)]
        upright = abs(matrix[1]) < 1e-3 and abs(matrix[2]) < 1e-3
        mark = next((one for one in reversed(self.marks) if one is not None), None)
        box, high = _around(corners), size * (abs(matrix[3]) or 1)
        text = font.text(glyphs)
        self.found.append(Run(self.page, mark, text, box, self.clip, high, upright))
        self._move(font.width(glyphs) + inner)

    def _form(self, resources: Any, name: str) -> None:
        form = resources["/XObject"].get_object()[f"/{name}"].get_object()
        if form.get("/Subtype") != "/Form":
            return
        own = tuple(float(n) for n in form.get("/Matrix", ONE))
        inner = form.get("/Resources")
        inner = resources if inner is None else inner.get_object()
        self.read(form.get_data(), inner, _times(own, self.matrix), self.clip)


#: operators that make a path, and that end it
_PATHS = {"re", "m", "l", "c", "W", "W*", "n", "f", "f*", "F", "S", "s", "B", "b", "B*", "b*"}


def _name(given: list[Any]) -> str:
    (name,) = (value for what, value in given if what == "name")
    return str(name.decode())


def _times(first: Any, second: Any) -> Any:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _around(points: list[tuple[float, float]]) -> Box:
    across, upright = zip(*points, strict=True)
    return min(across), min(upright), max(across), max(upright)


def _inside(one: Box, other: Box) -> Box:
    return (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )
