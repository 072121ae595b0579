"""Bytes as text: the encoding in which a report or a list was written.

UTF-8 and UTF-16 are certain. Of the pages of one byte a letter that is taken in which the words
of the file look most like words: letters of one alphabet, small ones after the first. The
federations in the file decide between pages that give the same letters.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    encoding: str
    letters: frozenset[str]
    federations: frozenset[bytes]
    script: str = "latin"


def _page(encoding: str, small: str, federations: str, script: str = "latin") -> Page:
    letters = frozenset(small + small.upper().replace("SS", "ß")) | frozenset(
        {"i": "İ"}.get(letter, letter) for letter in small
    )
    return Page(encoding, letters, frozenset(federations.encode().split()), script)


_WEST = "äöüßéèêëàâáãåæçíìîïñóòôõøœúùûÿ"
_TURKISH = "çğıöşüâîûÇĞİÖŞÜ"
_CENTRAL = "ąćęłńóśźżáčďéěíňřšťúůýžäöüßőűľĺŕôăâîșțşţđ"
_BALTIC = "āčēģīķļņšūžėįųąęõäöüßćłńóśźż"
_CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўђјљњћџ"
_GREEK = "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ"
_OF_WEST = "GER AUT SUI FRA ESP POR BRA ITA NED BEL SWE DEN FIN NOR ARG MEX COL CHI"
_OF_CENTRAL = "POL CZE SVK HUN SLO CRO ROU ALB BIH"
_OF_CYRILLIC = "RUS UKR BLR BUL SRB MKD KAZ KGZ MGL"
_OF_BALTIC = "LTU LAT EST"

#: the first of those that read a file alike is taken
PAGES = (
    _page("cp1252", _WEST, _OF_WEST),
    _page("cp1254", _TURKISH, "TUR AZE"),
    _page("cp1250", _CENTRAL, _OF_CENTRAL),
    _page("cp1251", _CYRILLIC, _OF_CYRILLIC, "cyrillic"),
    _page("cp1257", _BALTIC, _OF_BALTIC),
    _page("cp1253", _GREEK, "GRE CYP", "greek"),
    _page("cp437", _WEST, _OF_WEST),
    _page("cp850", _WEST, _OF_WEST),
    _page("cp857", _TURKISH, "TUR AZE"),
    _page("cp852", _CENTRAL, _OF_CENTRAL),
    _page("cp866", _CYRILLIC, _OF_CYRILLIC, "cyrillic"),
    _page("cp775", _BALTIC, _OF_BALTIC),
)
_ICELANDIC = "ðþýáéíóúöæ"
_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")
_FEDERATION = re.compile(rb"(?<![A-Za-z\x80-\xff])[A-Z]{3}(?![A-Za-z\x80-\xff])")
#: so many words tell it
_MOST_WORDS = 3000
#: of a file in UTF-16 so many bytes of a hundred are zero, on one side
_ZEROS = 30
#: signs that stand between words in any language
_MARKS = frozenset("’‘“”„–—´`·°ºª«»…\xa0")


def decoded(data: bytes) -> tuple[str, str]:
    """The text, and the encoding in which it was written."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace"), "utf-16"
    if wide := without_mark(data):
        return data.decode(wide, "replace"), wide
    try:
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        page = page_of(data)
        return data.decode(page, "replace"), page


def without_mark(data: bytes) -> str:
    """UTF-16 that does not say so: every other byte of plain letters is zero."""
    start = data[:4000]
    pairs = len(start) // 2
    if pairs < 2 or b"\0" not in start:
        return ""
    even, odd = start[0::2].count(0), start[1::2].count(0)
    if odd * 100 >= _ZEROS * pairs and even * 100 < 2 * pairs:
        return "utf-16-le"
    if even * 100 >= _ZEROS * pairs and odd * 100 < 2 * pairs:
        return "utf-16-be"
    return ""


def page_of(data: bytes) -> str:
    """The page of one byte a letter in which the words of the file read best."""
    words = [found[0] for found, _ in zip(_WORD.finditer(data), range(_MOST_WORDS), strict=False)]
    named = _FEDERATION.findall(data[: 1 << 20])
    federations = [one for one in named if any(one in page.federations for page in PAGES)]
    icelandic = b"ISL" in named or b"FAI" in named

    def worth(page: Page) -> float:
        letters = page.letters
        if icelandic and page.encoding == "cp1252":
            letters |= frozenset(_ICELANDIC + _ICELANDIC.upper())
        told = sum(1 for one in federations if one in page.federations)
        share = told / len(federations) if federations else 0.0
        return share * len(words) + sum(_reads(word, page, letters) for word in words)

    return max(PAGES, key=worth).encoding


def _reads(word: bytes, page: Page, letters: frozenset[str]) -> int:
    """How much the bytes look like a word when they are read by this page."""
    text = word.decode(page.encoding, "replace")
    shouted = sum(map(str.isupper, text)) > 1 and not any(map(str.islower, text[1:]))
    found = 0
    for place, letter in enumerate(text):
        if letter.isascii():
            continue
        if letter in _MARKS:
            found -= 1
            continue
        if not letter.isalpha():
            found -= 4
            continue
        found += 3 if letter in letters else -2
        before = text[place - 1] if place else ""
        if letter.isupper() and not shouted and before.isalpha():
            found -= 5
        if letter.islower() and not before and len(text) > 1 and letter in "ıßÿ":
            found -= 1
        if page.script != "latin" and any(one.isascii() for one in text):
            found -= 3
    if page.script == "latin" and len(text) > 3 and not any(map(str.isascii, text)):
        found -= len(text)
    return found
