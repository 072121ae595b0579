"""Small charts as pictures: bars in black, grey and white, which any copier keeps apart."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from tournaments.documents.qr import as_data

#: a few columns stand close to each other instead of filling the width
MOST_STEP = 52


def stacked_bars(rows: Sequence[tuple[str, Sequence[int]]], width: int = 420) -> str:
    """A bar a row, divided by its numbers: white, grey, black."""
    longest = max((len(label) for label, _numbers in rows), default=0)
    height, left = 16 * len(rows) + 4, max(64, 5 * longest + 10)
    parts = []
    for line, (label, numbers) in enumerate(rows):
        top, total, x = 2 + 16 * line, sum(numbers) or 1, float(left)
        parts.append(_text(left - 6, top + 10, label, "end"))
        for number, fill in zip(numbers, ("#fff", "#999", "#222"), strict=True):
            size = (width - left - 2) * number / total
            if not number:
                continue
            parts.append(_bar(x, top, size, 12, fill))
            if size > 14:
                ink = "#fff" if fill == "#222" else "#000"
                parts.append(_text(x + size / 2, top + 9.5, str(number), "middle", ink))
            x += size
    return _picture(width, height, parts)


def columns(values: Sequence[tuple[str, int]], width: int = 420, height: int = 120) -> str:
    """A column a value, its number above it."""
    most = max((number for _label, number in values), default=1) or 1
    step = min(width / max(len(values), 1), MOST_STEP)
    parts = []
    for place, (label, number) in enumerate(values):
        tall, x = (height - 30) * number / most, step * place
        top, middle = height - 16 - tall, x + step / 2
        parts.append(_bar(x + step * 0.15, top, step * 0.7, tall, "#777"))
        parts.append(_text(middle, top - 3, str(number), "middle"))
        parts.append(_text(middle, height - 5, label, "middle"))
    return _picture(width, height, parts)


def _bar(x: float, y: float, width: float, height: float, fill: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{fill}" stroke="#222" stroke-width=".6"/>'
    )


def _text(x: float, y: float, text: str, anchor: str, fill: str = "#000") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}" '
        f'font-family="Noto Sans" font-size="9">{escape(text)}</text>'
    )


def _picture(width: int, height: int, parts: Sequence[str]) -> str:
    return as_data(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{"".join(parts)}</svg>'
    )
