"""Turkish and English text: lower case, folding for search, alphabetical order."""

import re
import unicodedata
from datetime import date
from functools import lru_cache
from typing import Any

from pairing.trf.dates import readings

TURKISH_ALPHABET = "abcçdefgğhıijklmnoöpqrsştuüvwxyz"
_PLAIN = {"ø": "o", "ł": "l", "ß": "s"}  # nothing to take apart in them
_TURKISH_ORDER = {letter: position for position, letter in enumerate(TURKISH_ALPHABET)}


def turkish_lower(text: str) -> str:
    return text.replace("İ", "i").replace("I", "ı").lower()


def capital(text: str, language: str) -> str:
    """The text with its first letter as a capital: "ilk renk" → "İlk renk" in Turkish."""
    if not text:
        return text
    first = "İ" if language == "tr" and text[0] == "i" else text[0].upper()
    return first + text[1:]


def given_first(name: str) -> str:
    """A name as it is spoken: "Kaya, Ömer" → "Ömer Kaya"; in Chinese, Japanese and Korean letters
    the surname stays in front: "王, 小明" → "王小明"."""
    surname, comma, given = (part.strip() for part in name.partition(","))
    if not comma or not given:
        return surname
    if any(unicodedata.east_asian_width(letter) == "W" for letter in name):
        return surname + given
    return f"{given} {surname}"


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """Text as somebody without the right keyboard would type it: "Işık, Çağla" → "isik cagla"."""
    plain = unicodedata.normalize("NFKD", turkish_lower(text).replace("ı", "i"))
    letters = "".join(
        character if character.isalnum() else " "
        for character in plain
        if not unicodedata.combining(character)
    )
    return " ".join(letters.replace("ø", "o").replace("ł", "l").replace("ß", "ss").split())


def same_name(name: str) -> str:
    """Equal for a name written in either order and with or without the right letters."""
    return " ".join(sorted(fold(name).split()))


def _turkish_letter(character: str) -> tuple[int, int, str]:
    position = _TURKISH_ORDER.get(character)
    if position is not None:
        return position, 0, ""
    # Letters of other alphabets sort beside their plain form: é after e; what has none keeps its
    # own order, digits before the letters and Greek after them.
    base = _PLAIN.get(character) or unicodedata.normalize("NFKD", character)[0]
    return _TURKISH_ORDER.get(base, 99 if character.isalpha() else -1), 1, base


def sort_key(text: str, language: str) -> tuple[Any, ...]:
    """Alphabetical order in a language: in Turkish ç follows c and ı comes before i."""
    if language == "tr":
        letters = unicodedata.normalize("NFC", turkish_lower(text))
        return tuple(_turkish_letter(character) for character in letters)
    return (fold(text), text)


def number_or_none(text: str | None) -> int | None:
    """The number that was sent as text, if it is one and of a length that numbers have."""
    return int(text) if text and text.isdecimal() and len(text) < 19 else None


def whole_number(text: str | None) -> int:
    """The number that was sent as text; 0, which no row has, where it is none."""
    return number_or_none(text) or 0


def typed_day(text: str) -> str:
    """A day as people type it, before its month: 31.5.2009 → 2009-05-31; "" for anything else, a
    number of eight digits too."""
    found = () if text.strip().isdigit() else readings(text)
    days = (one for one in found if one.order in ("", "dmy") and one.month)
    return next((one.iso for one in days if not one.short), "")


def is_birth_date(text: str) -> bool:
    """A year, or a day that there was, and not one to come: 2001, 2001-02-28."""
    today = date.today()
    if re.fullmatch(r"(19|20)\d\d", text, re.ASCII):
        return int(text) <= today.year
    if not re.fullmatch(r"(19|20)\d\d-\d\d-\d\d", text, re.ASCII):
        return False
    try:
        return date.fromisoformat(text) <= today
    except ValueError:
        return False


def is_name(text: str) -> bool:
    """It has a letter, and no spreadsheet takes it for a formula."""
    return any(map(str.isalpha, text)) and text[0] not in "=+-@"
