"""Time controls in the code of record 222: seconds, moves before a stroke, increments after a plus.

`5400+30` is 90 minutes with 30 seconds a move, `40/6000+30:900+30` 100 minutes for 40 moves, then
15 minutes. Texts that people write are encoded where they can be read in one way only.
"""

import re

_PERIOD = r"(?:[0-9]{1,3}/)?[1-9][0-9]{0,4}(?:\+[0-9]{1,3})?"
_PERIODS = rf"{_PERIOD}(?::{_PERIOD})*"
_CODE = re.compile(rf"{_PERIODS}|W{_PERIODS}-B{_PERIODS}", re.ASCII)
_MINUTES = r"(?:min(?:utes?)?\.?|minutes?|dakika|dk\.?|['′’])"
_SECONDS = r"(?:sec(?:onds?)?\.?|s|saniye|sn\.?|\"|″|''|”)"
_PART = re.compile(
    rf"(?:(?P<moves>[0-9]{{1,3}})\s*(?:moves?|hamle)?\s*(?:/|\bin\b)\s*)?"
    rf"(?P<minutes>[0-9]{{1,3}})\s*{_MINUTES}?"
    rf"(?:\s*\+\s*(?P<seconds>[0-9]{{1,3}})\s*{_SECONDS}?(?:\s*/?\s*(?:move|hamle))?)?",
    re.IGNORECASE,
)
_NEXT = re.compile(r"\s*(?:,|;|:|\bthen\b|\bsonra\b)\s*", re.IGNORECASE)
#: more minutes than any time control has: then the number is of seconds already
_MOST_MINUTES = 240


def encoded(text: str) -> str:
    """The code of a time control as people write it; "" where it cannot be told."""
    text = text.strip()
    codes = []
    for part in filter(None, _NEXT.split(text)):
        match = _PART.fullmatch(part)
        if match is None or not 0 < int(match["minutes"]) <= _MOST_MINUTES:
            return text if _CODE.fullmatch(text) else ""
        code = str(60 * int(match["minutes"]))
        if match["moves"]:
            code = f"{match['moves']}/{code}"
        if int(match["seconds"] or 0):
            code += f"+{int(match['seconds'])}"
        codes.append(code)
    return ":".join(codes)
