"""Makes the fonts of the papers: `python -m scripts.fonts FOLDER`.

FOLDER holds the fonts of Debian's packages fonts-noto-core, fonts-noto-extra and fonts-noto-cjk.
Each becomes a part of itself under `static/fonts`: the letters with which names are written.
"""

import argparse
import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

OUT = Path(__file__).resolve().parent.parent / "static" / "fonts"

LATIN_GREEK_CYRILLIC = (
    "20-7E A0-36F 370-377 37A-37F 384-38A 38C 38E-3A1 3A3-3E1 3F0-52F 1AB0-1ABE 1C80-1C88 "
    "1D00-1DBF 1E00-1F15 1F18-1F1D 1F20-1F45 1F48-1F4D 1F50-1F57 1F59 1F5B 1F5D 1F5F-1F7D "
    "1F80-1FB4 1FB6-1FC4 1FC6-1FD3 1FD6-1FDB 1FDD-1FEF 1FF2-1FF4 1FF6-1FFE 200B-200F 2010-2015 "
    "2018-201E 2020-2022 2026 2030 2032-2033 2039-203A 2044 2070-2071 2074-2079 2080-2089 "
    "20A0-20BF 2116 2122 2150-215E 25CC 2C60-2C7F A640-A69F A720-A7BF FFFD"
)
#: file here, file there, number of the font in it, its letters
FONTS = [
    *(
        (f"NotoSans-{style}", f"NotoSans-{style}.ttf", 0, LATIN_GREEK_CYRILLIC)
        for style in ("Regular", "Bold", "Italic", "Condensed", "CondensedBold")
    ),
    *(
        (f"NotoSans{script}-{style}", f"NotoSans{script}-{style}.ttf", 0, letters)
        for style in ("Regular", "Bold")
        for script, letters in (
            ("Armenian", "531-556 559-58A 58D-58F FB13-FB17"),
            ("Georgian", "10A0-10C5 10C7 10CD 10D0-10FF 1C90-1CBA 1CBD-1CBF 2D00-2D25 2D27 2D2D"),
            ("Hebrew", "591-5C7 5D0-5EA 5EF-5F4 20AA FB1D-FB4F"),
            ("Arabic", "600-61C 61E-6FF 750-77F 8A0-8C7 8D3-8FF 200C-200F FB50-FBC1"),
        )
    ),
    ("NotoSansCJK-Regular", "NotoSansCJK-Regular.ttc", 2, "cjk"),
]
#: what the standards of the countries count as their letters: simplified and traditional Chinese,
#: Japanese, Korean; with full-width forms and punctuation
STANDARDS = ("gb2312", "big5", "shift_jis", "euc_kr")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    found = {path.name: path for path in parser.parse_args().folder.rglob("NotoSans*")}
    for name, source, number, letters in FONTS:
        _make(found[source], number, OUT / f"{name}.woff2", set(_letters(letters)))


def _letters(ranges: str) -> Iterator[int]:
    if ranges == "cjk":
        yield from (0x20, 0xA0)
        yield from itertools.chain.from_iterable(map(_standard, STANDARDS))
        return
    for each in ("20", "A0", *ranges.split()):
        first, _dash, last = each.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def _standard(encoding: str) -> Iterable[int]:
    """The letters beyond ASCII of a code of two bytes."""
    for first, second in itertools.product(range(0x81, 0xFF), range(0x40, 0xFF)):
        try:
            text = bytes((first, second)).decode(encoding)
        except UnicodeDecodeError:
            continue
        if len(text) == 1 and ord(text) >= 0x2E80:
            yield ord(text)


def _make(source: Path, number: int, target: Path, letters: set[int]) -> None:
    options = subset.Options(flavor="woff2", font_number=number, hinting=False)
    options.name_IDs, options.notdef_outline, options.desubroutinize = [], True, True
    # Vertical text and the variants of a letter by country have no place on our papers.
    options.layout_features = [
        feature
        for feature in options.layout_features
        if feature not in {"vert", "vrt2", "vkrn", "vpal", "vhal", "valt", "hwid", "pwid"}
        and not (number and feature == "locl")
    ]
    font: TTFont = subset.load_font(source, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    subset.save_font(font, target, options)
    print(f"{target.name:32}{len(font.getBestCmap()):6} letters {target.stat().st_size:9} bytes")


if __name__ == "__main__":
    main()
