"""The fonts that come along: what a text needs beyond the usual ones, and the letters of it that
none of them has.

The usual fonts (Latin, Greek, Cyrillic, a few signs) are in `document.css`. Those of other scripts
are read only for papers with such letters: the one for Chinese, Japanese and Korean has megabytes.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache

from django.conf import settings

USUAL = ("NotoSans-Regular", "NotoSansMath", "NotoSansSymbols2")
#: by script: the weights there are; the style sheet knows each as a family of its own
OTHERS = {
    "Georgian": ("Regular", "Bold"),
    "Armenian": ("Regular", "Bold"),
    "Hebrew": ("Regular", "Bold"),
    "Arabic": ("Regular", "Bold"),
    "CJK": ("Regular",),  # last: the largest
}
#: as a picture names them, which the style sheet of the paper does not reach
FAMILIES = ", ".join(("Noto Sans", "Noto Math", "Noto Symbols", *(f"Noto {one}" for one in OTHERS)))
RIGHT_TO_LEFT = frozenset({"Hebrew", "Arabic"})
#: letters that the usual fonts have for sure
_LATIN = re.compile("[ -~\u00a0-\u017f–…·’“”½]*")
#: what is printed in place of a letter that no font has
UNKNOWN = "\ufffd"
#: blanks, line ends, marks of direction: what leaves no ink
_INKLESS = {"Zs", "Zl", "Zp", "Cc", "Cf"}
_WEIGHTS = {"Regular": 400, "Bold": 700}


@cache
def _letters(file: str) -> Mapping[str, float]:
    """The letters of a font, each with its width in ems."""
    from fontTools.ttLib import TTFont  # heavy: most pages never ask

    with TTFont(settings.BASE_DIR / "static" / "fonts" / f"{file}.woff2", lazy=True) as font:
        widths, em = font["hmtx"], font["head"].unitsPerEm
        return {chr(code): widths[name][0] / em for code, name in font.getBestCmap().items()}


def width(text: str, file: str) -> float:
    """Of a line in ems, set in a font of ours; letters that it lacks in those that have them."""
    own = _letters(file)
    return sum(own[letter] if letter in own else _width_elsewhere(letter) for letter in text)


def has_all(file: str, text: str) -> bool:
    """No letter comes from another font, which may make its line higher than those beside it."""
    own = _letters(file)
    return all(letter in own for letter in text)


@cache
def _width_elsewhere(letter: str) -> float:
    files = (*USUAL, *(f"NotoSans{script}-{weights[0]}" for script, weights in OTHERS.items()))
    return next((_letters(file)[letter] for file in files if letter in _letters(file)), 1.0)


@cache
def _usual() -> frozenset[str]:
    return frozenset().union(*map(_letters, USUAL))


def _sought(text: str) -> tuple[list[str], set[str]]:
    """The scripts with fonts of their own in the text, and its letters that no font has."""
    left = {letter for letter in set(text) - _usual() if _has_ink(letter)}
    needed = []
    for script, (first, *_weights) in OTHERS.items():
        if not left:
            break
        found = left & _letters(f"NotoSans{script}-{first}").keys()
        if found:
            needed.append(script)
            left -= found
    return needed, left


def _has_ink(letter: str) -> bool:
    return unicodedata.category(letter) not in _INKLESS and not (
        "\ufe00" <= letter <= "\ufe0f"  # these choose among the forms of a letter
    )


def without_letters(texts: Iterable[str]) -> dict[str, str]:
    """The texts that cannot be printed in full, each with the letters that are missing."""
    listed = list(dict.fromkeys(texts))
    _needed, missing = _sought("".join(listed))
    if not missing:
        return {}
    found = {text: "".join(dict.fromkeys(one for one in text if one in missing)) for text in listed}
    return {text: letters for text, letters in found.items() if letters}


def printable(text: str) -> tuple[str, list[str]]:
    """The text with a sign for each letter that no font has, and its scripts with fonts of their
    own."""
    scripts, missing = _sought(text)
    return (text.translate(dict.fromkeys(map(ord, missing), UNKNOWN)) if missing else text), scripts


def stretches(text: str, *, bold: bool = False) -> list[tuple[str, str, bool]]:
    """The text from left to right as it is seen, in pieces of one font each: the piece, the file of
    its font, and whether it is read from right to left. Pieces from right to left that follow each
    other change places, with what stands between them. A letter that no font has is a sign."""
    usual = "NotoSans-Bold" if bold else USUAL[0]
    if _LATIN.fullmatch(text):  # most are: no font is opened for them
        return [(text, usual, False)] if text else []
    text, _scripts = printable(text)
    files = [usual, *USUAL[1:], *(_file(script, bold) for script in OTHERS)]
    turned = {_file(script, bold) for script in RIGHT_TO_LEFT}
    pieces: list[tuple[str, str, bool]] = []
    for letter in text:
        own = pieces[-1][1] if pieces else usual
        first = own if letter != " " or own not in turned else usual
        file = next((one for one in (first, *files) if letter in _letters(one)), usual)
        if pieces and pieces[-1][1] == file:
            pieces[-1] = (pieces[-1][0] + letter, file, file in turned)
        else:
            pieces.append((letter, file, file in turned))
    return _as_seen(pieces)


def _file(script: str, bold: bool) -> str:
    weights = OTHERS[script]
    return f"NotoSans{script}-{weights[-1] if bold else weights[0]}"


def _as_seen(pieces: list[tuple[str, str, bool]]) -> list[tuple[str, str, bool]]:
    seen: list[tuple[str, str, bool]] = []
    place = 0
    while place < len(pieces):
        end = _end_of_turned(pieces, place)
        seen += (
            (text if turned or end == place + 1 else text[::-1], file, turned)
            for text, file, turned in reversed(pieces[place:end])
        )
        place = end
    return seen


def _end_of_turned(pieces: list[tuple[str, str, bool]], start: int) -> int:
    """Behind the last piece that is read from right to left together with this one."""
    end = start + 1
    if not pieces[start][2]:
        return end
    for place in range(start + 1, len(pieces)):
        text, _own, turned = pieces[place]
        if turned:
            end = place + 1
        elif any(map(str.isalnum, text)):
            break
    return end


def face(script: str) -> str:
    """The rules of a style sheet that bring in the fonts of a script."""
    return " ".join(
        f'@font-face {{ font-family: "Noto {script}"; font-weight: {_WEIGHTS[weight]}; '
        f'src: url("../fonts/NotoSans{script}-{weight}.woff2") format("woff2") }}'
        for weight in OTHERS[script]
    )
