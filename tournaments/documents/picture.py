"""A preview as a picture of 1200 × 630, the size that chats and networks show beside a link.

Names come in every script that the papers know: a text is set in stretches, each in the font that
has its letters, and what is written from right to left stands so.
"""

import io
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont, features

from tournaments.documents import fonts
from tournaments.queries.hall.previews import LinkPreview, PreviewLine

WIDTH, HEIGHT = 1200, 630
EDGE = 64
#: a palette this small keeps edges of letters smooth and the file small
COLOURS = 32

PAPER, INK, QUIET, ACCENT = "#faf9f5", "#1a1c1e", "#505458", "#0d6450"
LINE, WARN, WARN_SOFT = "#ddd8cc", "#7d5200", "#fcf0d6"


def draw(preview: LinkPreview, not_final: str) -> bytes:
    """A PNG. `not_final` are the words for what may still change."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, 14, HEIGHT), fill=ACCENT)
    top = 46
    _write(pen, EDGE, top, preview.above, 28, QUIET, WIDTH - 2 * EDGE)
    top += 46
    top += _heading(pen, top, preview.title)
    for fact in preview.facts:
        _write(pen, EDGE, top, fact, 30, QUIET, WIDTH - 2 * EDGE)
        top += 44
    top += 14
    for line in preview.lines:
        if top + 60 > HEIGHT - 66:
            break
        pen.line((EDGE, top, WIDTH - EDGE, top), fill=LINE, width=2)
        _row(pen, top + 10, line)
        top += 60
    mark = _file("NotoSans-Bold", 28, False)
    pen.text((WIDTH - EDGE, HEIGHT - 34), "Hakem", fill=ACCENT, font=mark, anchor="rm")
    if not preview.final:
        _label(pen, not_final)
    packed = image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = io.BytesIO()
    packed.save(out, "PNG", optimize=False, compress_level=9)
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class _Type:
    """Letters of a size and a weight, in whatever script a text is."""

    size: int
    bold: bool

    def pieces(self, text: str) -> list[tuple[str, ImageFont.FreeTypeFont]]:
        """From left to right, each with its font."""
        stretches = fonts.stretches(text, bold=self.bold)
        return [(part, _file(name, self.size, turned)) for part, name, turned in stretches]

    def getlength(self, text: str) -> float:
        return sum(font.getlength(part) for part, font in self.pieces(text))

    def write(
        self, pen: ImageDraw.ImageDraw, left: float, top: float, text: str, colour: str
    ) -> None:
        """All stretches on the line of the usual font, whose letters begin at `top`."""
        line = top + _file(fonts.USUAL[0], self.size, False).getmetrics()[0]
        for part, font in self.pieces(text):
            pen.text((left, line), part, fill=colour, font=font, anchor="ls")
            left += font.getlength(part)


@cache
def _file(name: str, size: int, turned: bool) -> ImageFont.FreeTypeFont:
    """Words from right to left are turned, and Arabic letters joined, by a library that comes with
    the one for pictures."""
    path = settings.BASE_DIR / "static" / "fonts" / f"{name}.woff2"
    shaped = turned and features.check("raqm")
    engine = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(str(path), size, layout_engine=engine)


def _font(size: int, *, bold: bool = False) -> _Type:
    return _Type(size, bold)


def _heading(pen: ImageDraw.ImageDraw, top: int, text: str) -> int:
    """As large as it fits into one line, else in two; the height it took."""
    room = WIDTH - 2 * EDGE
    for size in (64, 56, 48):
        if _font(size, bold=True).getlength(text) <= room:
            _write(pen, EDGE, top, text, size, INK, room, bold=True)
            return size + 34
    first, rest = _broken(text, _font(46, bold=True), room)
    _write(pen, EDGE, top, first, 46, INK, room, bold=True)
    _write(pen, EDGE, top + 58, rest, 46, INK, room, bold=True)
    return 58 + 46 + 30


def _broken(text: str, font: _Type, room: float) -> tuple[str, str]:
    """At the last blank of what fits; within a word only where there is none."""
    fits = len(text)
    while fits and font.getlength(text[:fits]) > room:
        fits -= 1
    at = text.rfind(" ", 0, fits + 1)
    at = at if at > 0 else fits
    return text[:at].rstrip(), text[at:].lstrip()


def _row(pen: ImageDraw.ImageDraw, top: int, line: PreviewLine) -> None:
    size, middle = 32, _font(32, bold=True)
    left = EDGE
    if line.number:
        _font(size).write(pen, left, top, line.number, QUIET)
        left += 64
    left = _square(pen, left, top, line.colours[0])
    if not line.middle:
        right = WIDTH - EDGE - middle.getlength(line.right)
        _write(pen, left, top, line.left, size, INK, right - left - 24)
        middle.write(pen, right, top, line.right, INK)
        return
    width = max(middle.getlength(line.middle), 90)
    start = (WIDTH - width) / 2
    _write(pen, left, top, line.left, size, INK, start - left - 24)
    middle.write(pen, (WIDTH - middle.getlength(line.middle)) / 2, top, line.middle, INK)
    after = _square(pen, int(start + width + 24), top, line.colours[1])
    _write(pen, after, top, line.right, size, INK, WIDTH - EDGE - after)


def _square(pen: ImageDraw.ImageDraw, left: int, top: int, colour: str) -> int:
    """The piece's colour, as on the pages; where the text goes on."""
    if not colour:
        return left
    fill = "#ffffff" if colour == "w" else "#222428"
    box = (left, top + 9, left + 26, top + 35)
    pen.rounded_rectangle(box, radius=5, fill=fill, outline="#8d8777", width=3)
    return left + 42


def _label(pen: ImageDraw.ImageDraw, text: str) -> None:
    font = _font(26)
    right = EDGE + font.getlength(text) + 36
    pen.rounded_rectangle((EDGE, HEIGHT - 58, right, HEIGHT - 14), radius=22, fill=WARN_SOFT)
    font.write(pen, EDGE + 18, HEIGHT - 55, text, WARN)


def _write(
    pen: ImageDraw.ImageDraw,
    left: float,
    top: float,
    text: str,
    size: int,
    colour: str,
    room: float,
    *,
    bold: bool = False,
) -> None:
    """In one line; what is too long ends in an ellipsis."""
    font = _font(size, bold=bold)
    if font.getlength(text) > room:
        while text and font.getlength(f"{text}…") > room:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    font.write(pen, left, top, text, colour)
