"""Months as they are read: "December 2026", "Aralık 2026"."""

import re
from datetime import date

from django.utils.formats import date_format

_CODE = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")


def month_in_words(month: date | str, *, short: bool = False) -> str:
    """Of a day in it, or of its code ("2026-12"); `short`: "Dec 2026". Another text stays."""
    if isinstance(month, str):
        if not _CODE.fullmatch(month) or month.startswith("0000"):
            return month
        month = date.fromisoformat(f"{month}-01")
    return date_format(month, "M Y" if short else "F Y")
