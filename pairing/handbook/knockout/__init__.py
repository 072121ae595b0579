"""Handbook, knock-out: chapters A (main rules) and B (pairing and preliminary round).

    seeding.py   A.4, A.8                 seeds; first against last
    formats.py   A.9, A.12-A.27           games, clocks, extensions, breaks, conduct
    colours.py   A.28-A.30                colours by lot
    tie.py       A.9-A.11, A.16, A.23     one tie: score, extension, golden point
    plans.py     B, A.1, A.5-A.7          preliminary round, plan, programme
    progress.py                           the plan played through: stages, due games, ranking
    prizes.py    A.19                     prizes of shared places

A plan is fixed before the start: who plays how many, who is free, over which games. What has to
be played next, who goes on and why, and the final ranking all follow from the plan and the
games recorded so far; nothing else is kept.

Readings: C-16 and C-17 (see `plans`), C-30 (articles of the Laws are not named, their numbers
differ by edition).
"""

from pairing.handbook.knockout.colours import (
    ColourDraw,
    draw_colours,
    draw_golden,
)
from pairing.handbook.knockout.formats import (
    FIFTEEN_AND_TEN,
    GOLDEN_POINT,
    TWENTY_MINUTES,
    Clock,
    Phase,
    TieFormat,
    conduct,
)
from pairing.handbook.knockout.plans import (
    Bracket,
    FieldSizes,
    Plan,
    PlannedStage,
    duration,
    field_sizes,
    plan,
    programme,
)
from pairing.handbook.knockout.prizes import (
    PrizeShare,
    share_prizes,
)
from pairing.handbook.knockout.progress import (
    Place,
    Progress,
    StageState,
    follow,
)
from pairing.handbook.knockout.seeding import (
    Seeding,
    first_against_last,
    seed_by_ranking,
    seed_by_rating,
)
from pairing.handbook.knockout.tie import (
    DueGame,
    TieGame,
    TieState,
    both_flags_down,
    follow_tie,
    golden_winner,
)

__all__ = [
    "FIFTEEN_AND_TEN",
    "GOLDEN_POINT",
    "TWENTY_MINUTES",
    "Bracket",
    "Clock",
    "ColourDraw",
    "DueGame",
    "FieldSizes",
    "Phase",
    "Place",
    "Plan",
    "PlannedStage",
    "PrizeShare",
    "Progress",
    "Seeding",
    "StageState",
    "TieFormat",
    "TieGame",
    "TieState",
    "both_flags_down",
    "conduct",
    "draw_colours",
    "draw_golden",
    "duration",
    "field_sizes",
    "first_against_last",
    "follow",
    "follow_tie",
    "golden_winner",
    "plan",
    "programme",
    "seed_by_ranking",
    "seed_by_rating",
    "share_prizes",
]
