"""Days as people and programs write them, and what each of them may mean.

A shape whose order is not certain ("10.09.13") has several readings; who reads decides, or asks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

#: the order in which day, month and year stand
ORDERS = ("dmy", "ymd", "mdy")


@dataclass(frozen=True, slots=True)
class Reading:
    order: str  # one of ORDERS; "" where nothing could be meant otherwise
    year: int
    month: int = 0  # 0: only the year is said
    day: int = 0
    short: bool = False  # the year has two digits

    @property
    def iso(self) -> str:
        return f"{self.year:04}-{self.month:02}-{self.day:02}" if self.month else f"{self.year:04}"


_MONTHS = {
    name[:3]: number
    for number, names in enumerate(
        (
            *("jan ocak", "feb şubat subat", "mar mart mär", "apr nisan", "may mayıs mai"),
            *("jun haziran", "jul temmuz", "aug ağustos agustos", "sep eylül eylul"),
            *("oct ekim okt", "nov kasım kasim", "dec aralık aralik dez"),
        ),
        1,
    )
    for name in names.split()
}
_TIME = r"(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?"
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-./ ])(\d{{1,2}})\2(\d{{1,2}}){_TIME}", re.ASCII)
_YEAR_LAST = re.compile(rf"(\d{{1,2}})([-./ ])(\d{{1,2}})\2(\d{{4}}){_TIME}", re.ASCII)
_SHORT = re.compile(r"(\d{1,2})([-./])(\d{1,2})\2(\d{2})", re.ASCII)
_DIGITS = re.compile(r"\d{8}", re.ASCII)
_NAMED = re.compile(r"(\d{1,2})[-. /]+(\w{3,9})\.?[-. /]+(\d{4})")
_NAMED_FIRST = re.compile(r"(\w{3,9})\.? (\d{1,2}),? (\d{4})")
#: what stands where there is no date: "00.00.0000", " . . ", "-"
_NOTHING = re.compile(r"[-–./ 0?]*")


def says_nothing(text: str) -> bool:
    return _NOTHING.fullmatch(text) is not None


def readings(text: str, newest: int = 2029) -> tuple[Reading, ...]:
    """Every day that the text may mean, the most usual first; none if it is no day. Years of two
    digits are not after `newest`."""
    if len(text) > 40:
        return ()
    found: dict[tuple[int, int, int], Reading] = {}
    for one in _readings(" ".join(text.split()), newest):
        if _is_there(one):
            found.setdefault((one.year, one.month, one.day), one)
    return tuple(found.values())


def _is_there(one: Reading) -> bool:
    if not 1 <= one.year <= 9999:
        return False
    if not one.month and not one.day:
        return True
    try:
        date(one.year, one.month, one.day)
    except ValueError:
        return False
    return True


def _readings(text: str, newest: int) -> Iterator[Reading]:
    if re.fullmatch(r"\d{4}", text, re.ASCII):
        yield Reading("", int(text))
    elif match := _YEAR_FIRST.fullmatch(text):
        yield Reading("", int(match[1]), int(match[3]), int(match[4]))
    elif match := _YEAR_LAST.fullmatch(text):
        one, two, year = int(match[1]), int(match[3]), int(match[4])
        yield Reading("dmy", year, two, one)
        if match[2] != ".":
            yield Reading("mdy", year, one, two)
    elif match := _SHORT.fullmatch(text):
        yield from _short(int(match[1]), int(match[3]), int(match[4]), match[2], newest)
    elif _DIGITS.fullmatch(text):
        if 1900 <= int(text[:4]) <= newest:
            yield Reading("", int(text[:4]), int(text[4:6]), int(text[6:]))
        else:
            yield Reading("dmy", int(text[4:]), int(text[2:4]), int(text[:2]))
    elif match := _NAMED.fullmatch(text):
        yield Reading("", int(match[3]), _MONTHS.get(match[2].lower()[:3], 13), int(match[1]))
    elif match := _NAMED_FIRST.fullmatch(text):
        yield Reading("", int(match[3]), _MONTHS.get(match[1].lower()[:3], 13), int(match[2]))


def _short(one: int, two: int, three: int, sign: str, newest: int) -> Iterator[Reading]:
    def full(year: int) -> int:
        century = newest // 100 * 100
        return century + year if century + year <= newest else century - 100 + year

    found = {
        "dmy": Reading("dmy", full(three), two, one, True),
        "ymd": Reading("ymd", full(one), two, three, True),
        "mdy": Reading("mdy", full(three), one, two, True),
    }
    # Dots stand behind the day; the standard of the reports has the year first.
    for order in ORDERS if sign == "." else ("ymd", "dmy", "mdy"):
        yield found[order]
