"""The edition of C.07 by which a report was ranked, told by its codes (variant /V).

Readers take the edition in force on the first day of the event. Where an event was ranked by
another one each code says so: `BH/C1/V2026`. Lots, and what was computed elsewhere, have none.
"""

from collections.abc import Sequence
from dataclasses import replace

from pairing.errors import PairingError
from tiebreaks.codes import read
from tiebreaks.registry import edition_at

_OF_NO_EDITION = ("LOT", "OTHER_")


def codes_told(codes: Sequence[str], edition: str, start_date: str) -> tuple[str, ...]:
    """The list as a report writes it, with the edition wherever its date names another one."""
    if edition == edition_at(start_date) or not edition.startswith("fide"):
        return tuple(codes)
    year = edition.removeprefix("fide")
    return tuple(
        code if code.upper().startswith(_OF_NO_EDITION) or read(code).edition else f"{code}/V{year}"
        for code in codes
    )


def codes_heard(codes: Sequence[str], start_date: str) -> tuple[list[str], str]:
    """The list of a report without what all of its codes say of the edition, and the edition."""
    told = {_edition(code) for code in codes if not code.upper().startswith(_OF_NO_EDITION)}
    [year] = told if len(told) == 1 else [""]
    if not year:
        return list(codes), edition_at(start_date)
    return [
        str(replace(read(code), edition="")) if _edition(code) else code for code in codes
    ], f"fide{year}"


def _edition(code: str) -> str:
    try:
        return read(code).edition
    except PairingError:
        return ""
