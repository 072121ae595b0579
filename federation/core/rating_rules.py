"""The national edition as data: what the core reads, with FIDE's constants as default."""

from typing import Any

from ratings.cases import Case
from ratings.editions import Edition, ListKind, fide
from ratings.reading import edition_of

#: Art. 7.1.3: what ends so many days before the list may be on it
DAYS_BEFORE = 3
#: C2 of the case format, as FIDE's standard list has it; a K is nowhere published but here
DEFAULT: dict[str, Any] = {
    "difference_cap": 400,
    "difference_cap_exempt_from": 2650,
    "unrated_gap": None,
    "k": [
        {"k": 10, "peak_at_least": 2400},
        {"k": 40, "age_at_most": 18, "peak_below": 2300},
        {"k": 40, "games_below": 30},
        {"k": 20},
    ],
    "use_published_k": False,
    "k_times_games_max": 700,
    "standard_stands_in": False,
    "matches": True,
    "first": {
        "min_games": 5,
        "window": 26,
        "hypothetical": [1800, 1800],
        "max": 2200,
        "min": 1400,
        "drop_zero_first_event": True,
        "method": "table",
        "span": 800,
    },
    "floor": 1400,
    "expected": None,
    "forfeits": "ignored",
    "bonus": None,
    "inactive_after": 12,
}


def edition(series: str, constants: dict[str, Any]) -> Edition:
    """FIDE's own for its three lists, else the constants; they raise `CaseError` where they are
    none."""
    if series in {kind.value for kind in ListKind}:
        return fide(ListKind(series))
    return edition_of(Case(constants))
