"""International bank account numbers (ISO 13616): read as people type them, and checked."""

import re

_FORM = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}")
#: digits and letters in all, where it is certain; elsewhere the check digits must do
_LENGTHS = {"TR": 26, "DE": 22, "AZ": 28, "GB": 22, "FR": 27, "NL": 18, "NO": 15}


def read_iban(text: str) -> str:
    """ "tr33 0006 1005 …" without blanks, in capitals. Raises ValueError where it is none."""
    found = re.sub(r"[\s.-]", "", text).upper()
    if not _FORM.fullmatch(found) or len(found) != _LENGTHS.get(found[:2], len(found)):
        raise ValueError("This is no IBAN.")
    digits = "".join(str(int(letter, 36)) for letter in found[4:] + found[:4])
    if int(digits) % 97 != 1:
        raise ValueError("This is no IBAN.")
    return found


def masked(iban: str) -> str:
    """ "TR33 … 1326": enough to see that it is there."""
    return f"{iban[:4]} … {iban[-4:]}"
