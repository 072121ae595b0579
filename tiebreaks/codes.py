"""The spelling of tie-break codes (TRF26 records 202 and 212).

    code = NAME [":" ("MP"|"GP")] { "/" variant }

Upper and lower case are the same; `-`, `#` and `!` are read like `/`, as the Handbook's prose
writes `BH-C1`. Written is always `/`, cuts first: `BH:GP/C1/P`.
"""

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from tiebreaks.errors import UnknownTieBreak


class Limit(NamedTuple):
    """The Koya limit: moved by `amount` half points or tenths, or set to `amount` per cent."""

    unit: str  # "half", "percent" or "tenths"
    amount: int


@dataclass(frozen=True, slots=True)
class Code:
    """One tie-break of a list, taken apart."""

    name: str
    score: str = ""  # "MP" or "GP"; "" = the score that ranks
    cut: int = 0  # least significant values left out
    median: int = 0  # least, then most significant values left out
    limit: Limit | None = None
    extended: int = 0  # Koya, handbook: so many score groups below the limit count too
    divisor: int = 0  # SSSC: the divisor itself; 0 = computed
    forfeits: bool = False  # /P: forfeits count as games
    fore: bool = False  # /F: Fore Buchholz in place of Buchholz
    reverse: bool = False
    downwards: bool = False  # /D: board after board, from the top
    boards: bool = False  # /B: single boards, not matches
    unrated: int = 0  # rating given to unrated players
    edition: str = ""

    def __str__(self) -> str:
        parts = [self.name + (f":{self.score}" if self.score else "")]
        if self.cut:
            parts.append(f"C{self.cut}")
        if self.median:
            parts.append(f"M{self.median}")
        if self.limit:
            unit, amount = self.limit
            if unit == "half":
                parts.append(f"L{amount:+d}")
            elif unit == "percent":
                parts.append(f"L{amount}")
            else:
                sign = "-" if amount < 0 else "+"
                parts.append(f"L{sign}{abs(amount) // 10}.{abs(amount) % 10}")
        if self.extended:
            parts.append(f"E{self.extended}")
        if self.divisor:
            parts.append(f"K{self.divisor}")
        for letter, given in (
            ("F", self.fore),
            ("D", self.downwards),
            ("B", self.boards),
            ("P", self.forfeits),
            ("R", self.reverse),
        ):
            if given:
                parts.append(letter)
        if self.unrated:
            parts.append(f"U{self.unrated}")
        if self.edition:
            parts.append(f"V{self.edition}")
        return "/".join(parts)


#: other spellings in use → ours
ALIASES = {
    "GE": "REP",
    "SNO": "TPN",
    "RTG": "RTNG",
    "ABH": "ADJ",
    "MPVGP": "MPvGP",
    "MPTS": "PTS:MP",
    "GPTS": "PTS:GP",
    "ESB:MM": "EMMSB",
    "ESB:MG": "EMGSB",
    "ESB:GM": "EGMSB",
    "ESB:GG": "EGGSB",
}

_NAME = re.compile(r"(OTHER_[A-Z0-9_]+|[A-Z]+)(?::([A-Z]{2}))?")
_VARIANT = re.compile(r"[/#!-](?:([CMKUVE])(\d+)|L([+-]?)(\d+)(?:\.(\d))?|([PFRDB]))(?=[/#!-]|$)")
_SEPARATORS = re.compile(r"[\s,;]+")


def split_list(text: str) -> list[str]:
    """The codes of a list written with blanks, commas or semicolons between them."""
    return [part for part in _SEPARATORS.split(text) if part]


def read(text: str, *, compat: str = "") -> Code:
    """The grammar alone; whether an edition has such a code is the registry's question."""
    shown = text.strip()
    upper = shown.upper()
    found = _NAME.match(upper)
    if not found:
        raise UnknownTieBreak("tiebreaks.grammar", code=shown, part=shown)
    head = ALIASES.get(found[0], ALIASES.get(found[1], found[1]) if not found[2] else found[0])
    name, _, score = head.partition(":")
    name = ALIASES.get(name, name) if score else name
    if score not in ("", "MP", "GP"):
        raise UnknownTieBreak(
            "tiebreaks.grammar", code=shown, part=f":{score}", known=(":MP", ":GP")
        )
    given: dict[str, Any] = {}
    fore = upper[: found.end()] == "AFB"
    if fore:
        name = "ADJ"
    position = found.end()
    while position < len(upper):
        part = _VARIANT.match(upper, position)
        if not part:
            raise UnknownTieBreak("tiebreaks.grammar", code=shown, part=shown[position:])
        position = part.end()
        letter, number, sign, whole, tenth, flag = part.groups()
        if flag:
            field = {
                "P": "forfeits",
                "F": "fore",
                "R": "reverse",
                "D": "downwards",
                "B": "boards",
            }[flag]
            value: int | bool | str | Limit = True
        elif letter:
            field = {
                "C": "cut",
                "M": "median",
                "K": "divisor",
                "U": "unrated",
                "V": "edition",
                "E": "extended",
            }[letter]
            value = int(number)
            if letter == "V":
                editions = {1: "2024", 2: "2026", 2024: "2024", 2026: "2026"}
                if value not in editions:
                    raise UnknownTieBreak(
                        "tiebreaks.variant", code=shown, part=part[0], known=("/V2024", "/V2026")
                    )
                value = editions[value]
            elif value == 0:
                raise UnknownTieBreak("tiebreaks.variant", code=shown, part=part[0])
        else:
            field, value = "limit", _limit(sign, whole, tenth, compat)
        if field in given:
            raise UnknownTieBreak("tiebreaks.variant", code=shown, part=part[0])
        given[field] = value
    if fore:
        given["fore"] = True
    if name == "BH" and given.get("fore"):  # BH/F is FB (art. 8.3)
        name = "FB"
        del given["fore"]
    return Code(name, score, **given)


def _limit(sign: str, whole: str, tenth: str | None, compat: str) -> Limit:
    """`L+1`, `L-2` and short unsigned numbers are half points, `L+0.5` is in points; a longer
    number is per cent.

    The reference calculator reads every unsigned number as per cent.
    """
    minus = -1 if sign == "-" else 1
    if tenth is not None:
        tenths = minus * (int(whole) * 10 + int(tenth))
        return Limit("tenths", tenths) if tenths % 5 else Limit("half", tenths // 5)
    if sign or (len(whole) == 1 and compat != "ref"):
        return Limit("half", minus * int(whole))
    return Limit("percent", int(whole))
