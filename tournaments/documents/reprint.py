"""A paper that was made already, as a printer needs it again: from a page on, two on a sheet.

What stands on it stays as it was made, with its number and its code.
"""

import io
from collections.abc import Sequence
from typing import Any

from pypdf import PageObject, PdfReader, PdfWriter, Transformation


def reprint(pdf: bytes, *, first: int = 1, two_up: bool = False) -> bytes:
    """The pages from `first` on, `two_up` two on a sheet of the same paper."""
    pages = PdfReader(io.BytesIO(pdf)).pages[max(first, 1) - 1 :]
    out = PdfWriter()
    if two_up:
        for place in range(0, len(pages), 2):
            out.add_page(_sheet(pages[place : place + 2]))
    else:
        for page in pages:
            out.add_page(page)
    made = io.BytesIO()
    out.write(made)
    return made.getvalue()


def _sheet(pages: Sequence[Any]) -> PageObject:
    """One or two pages beside each other on a sheet turned by a quarter; what lies is stacked."""
    box = pages[0].mediabox
    width, height = float(box.height), float(box.width)
    sheet = PageObject.create_blank_page(width=width, height=height)
    beside = width > height
    for place, page in enumerate(pages):
        wide, tall = float(page.mediabox.width), float(page.mediabox.height)
        room = (width / 2, height) if beside else (width, height / 2)
        scale = min(room[0] / wide, room[1] / tall)
        x, y = (place * room[0], 0.0) if beside else (0.0, (1 - place) * room[1])
        x += (room[0] - wide * scale) / 2
        y += (room[1] - tall * scale) / 2
        sheet.merge_transformed_page(page, Transformation().scale(scale).translate(x, y))
    return sheet
