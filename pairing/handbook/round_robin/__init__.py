"""Handbook, round robin (Berger): everybody meets everybody.

    tables.py   1, 2   Berger tables for any number of players, the whole schedule
    draw.py     2      numbers by lot, balanced groups, a final group
    rounds.py   1, 2   the next round, games missing
    points.py   3      points and withdrawal, the cross table
    explain.py         what a round made by hand breaks, when two players meet

Where the text contradicts itself (C-26) both readings are offered.
"""

from pairing.handbook.round_robin.draw import (
    DrawnNumber,
    Redraw,
    after_leaving,
    balanced_groups,
    draw_numbers,
    final_group,
)
from pairing.handbook.round_robin.explain import violations, why_not
from pairing.handbook.round_robin.points import (
    CrossRow,
    CrossTable,
    Mark,
    Withdrawal,
    at_least_half,
    below_half,
    cross_table,
    withdrawal,
)
from pairing.handbook.round_robin.rounds import (
    KEY,
    forfeits,
    games_missing,
    pair,
)
from pairing.handbook.round_robin.tables import (
    Meeting,
    berger,
    opponent_table,
    schedule,
)
from pairing.systems import System

__all__ = [
    "KEY",
    "SYSTEM",
    "CrossRow",
    "CrossTable",
    "DrawnNumber",
    "Mark",
    "Meeting",
    "Redraw",
    "Withdrawal",
    "after_leaving",
    "at_least_half",
    "balanced_groups",
    "below_half",
    "berger",
    "cross_table",
    "draw_numbers",
    "final_group",
    "forfeits",
    "games_missing",
    "opponent_table",
    "pair",
    "schedule",
    "violations",
    "why_not",
    "withdrawal",
]

SYSTEM = System(KEY, pair, why_not, violations)
