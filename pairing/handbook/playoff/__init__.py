"""Handbook, knock-out, chapter C: recipes for a tie for first place.

    choices.py    C.1-C.10   what the recipes leave to the arbiter; times
    groups.py     C.5-C.9    groups and numbers by the next tie-break
    recipes.py    C.1-C.10   the plan: steps, games, times, duration
    cash.py       C.10       cash that all who are tied share
    progress.py   C.1-C.10   the plan played through: what is due, who stands where and why

For 2 to 11 and more tied players there is a recipe. `plan` lays it out before the start: steps,
groups, games, times, breaks and how long it takes, with the arbiter's choices where the recipe
leaves one (C-18 among them). `follow` plays it through: from the plan and the games recorded so
far it says what is to be played next and, at the end, who stands where and why.

The tied players come in the order of the next tie-break of the regulations; "1, 4, 5" in the
recipes are places in that order.
"""

from pairing.handbook.playoff.cash import ELEVEN, share_cash
from pairing.handbook.playoff.choices import (
    ADMITTED,
    ALTERNATIVES,
    FIVE,
    FOUR,
    SEVEN,
    SEVEN_NUMBERS,
    TEN_GROUPS,
    THREE_AND_THREE,
    THREE_TIED,
    TWO,
    Alternative,
    Settings,
    alternatives,
)
from pairing.handbook.playoff.progress import (
    Order,
    Progress,
    follow,
)
from pairing.handbook.playoff.recipes import (
    Plan,
    Step,
    plan,
)

__all__ = [
    "ADMITTED",
    "ALTERNATIVES",
    "ELEVEN",
    "FIVE",
    "FOUR",
    "SEVEN",
    "SEVEN_NUMBERS",
    "TEN_GROUPS",
    "THREE_AND_THREE",
    "THREE_TIED",
    "TWO",
    "Alternative",
    "Order",
    "Plan",
    "Progress",
    "Settings",
    "Step",
    "alternatives",
    "follow",
    "plan",
    "share_cash",
]
