"""The picture of a QR code, module by module."""

import base64
import re

import pytest
import segno

from tournaments.documents.qr import MARGIN, qr_svg, qr_svgs


def dark_modules(picture: str) -> set[tuple[int, int]]:
    svg = base64.b64decode(picture.partition(",")[2]).decode()
    found = set()
    x = y = 0.0
    path = re.search(r' d="([^"]+)"', svg)
    assert path is not None
    for letter, numbers in re.findall(r"([Mmh])([-\d. ]+)", path[1]):
        first, *second = map(float, numbers.split())
        if letter == "h":
            found |= {(int(x) + step, int(y)) for step in range(int(first))}
            x += first
        else:
            x, y = (first, second[0]) if letter == "M" else (x + first, y + second[0])
    return found


@pytest.mark.parametrize("scale", [1, 1.7])
def test_the_picture_shows_every_dark_module_and_no_other(scale: float) -> None:
    address = "https://hakem.example/t/open/a/players/17/"
    code = segno.make(address, error="m", micro=False)
    dark = {
        (x + MARGIN, y + MARGIN)
        for y, row in enumerate(code.matrix)
        for x, module in enumerate(row)
        if module
    }

    assert dark_modules(qr_svg(address, scale)) == dark
    if scale == 1:
        assert qr_svgs([address]) == [qr_svg(address)]
