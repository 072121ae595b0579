"""Numbers as the reader writes them. Pages, papers and sentences have the decimal sign of their
language; what programs read (CSV, JSON, the API's values, report files) always has the dot."""

import re
from collections.abc import Iterable

from django.utils.formats import get_format
from django.utils.translation import gettext

from pairing.state import format_score

_DECIMALS = re.compile(r"[-−+]?\d+\.\d+")


def decimal(text: str) -> str:
    """A number of the cores in the reader's language: "12.50" → "12,50" in Turkish."""
    return decimals([text])[0] if "." in text else text


def decimals(texts: Iterable[str]) -> list[str]:
    """All numbers of a row, asking for the reader's language once."""
    sign = get_format("DECIMAL_SEPARATOR")
    return [text.replace(".", sign) for text in texts]


def decimal_if_number(text: str) -> str:
    """The same where the text is nothing but a number with decimals."""
    return decimal(text) if _DECIMALS.fullmatch(text) else text


def signed(number: int | str) -> str:
    """A change, by its sign: "+3", "−2.8" with the minus sign of print, "0"; of a core's number
    with decimals, too."""
    text = decimal(str(number))
    if text.startswith("-"):
        return f"−{text[1:]}"
    return f"+{text}" if text.strip("0.,") else text


def as_count(tenths: int) -> int:
    """Points as the plural takes them: "1 point", and "½ points" as "2 points"."""
    return 1 if tenths == 10 else 2


def percent(amount: object) -> str:
    """A share as the reader's language writes it: "36 %", in Turkish "%36"."""
    return gettext("%(percent)s %%") % {"percent": amount}


def points_text(tenths: int) -> str:
    """35 → "3½"; 33 → "3.3", or "3,3" in Turkish."""
    return decimal(format_score(tenths))


def for_programs(text: str) -> str:
    """A cell of a page as a program reads it: "12,50" → "12.50"; words stay as they are."""
    sign = re.escape(get_format("DECIMAL_SEPARATOR"))
    return re.sub(rf"^([-−+]?\d+){sign}(\d+)$", r"\1.\2", text)
