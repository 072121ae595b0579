"""Boards at which somebody is missing, and when that costs the game."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from pairing.results import KNOWN
from tournaments.models import Entry, GameRow, Round

#: by who is missing: the forfeit that it becomes
FORFEITS = {"w": "-+", "b": "+-", "wb": "--"}


@dataclass(frozen=True, slots=True)
class Chair:
    """A board at which somebody is missing."""

    pairing: GameRow
    missing: tuple[Entry, ...]
    forfeit: str  # the result that it becomes


def lost_by_forfeit(code: str, place: int) -> bool:
    """Whoever sits at this place of a result, 0 for White, did not come to any of its games."""
    return bool(code) and not KNOWN[code].played and set(code[place::2]) == {"-"}


def default_time(round_: Round) -> datetime | None:
    """The time at which an absent player loses, counted from the published start."""
    if round_.starts_at is None:
        return None
    return round_.starts_at + timedelta(minutes=round_.tournament.default_minutes)


def time_is_over(round_: Round) -> bool:
    """Without a published start nothing is counted, and the arbiter knows the time."""
    end = default_time(round_)
    return end is None or timezone.now() >= end


def chairs_of(round_: Round) -> list[Chair]:
    games = round_.tournament.format.games_a_round
    rows = (
        round_.pairings.games()
        .filter(result="")
        .exclude(empty_chairs="")
        .select_related("white", "black")
        .order_by("board")
    )
    return [
        Chair(
            row,
            tuple(
                entry
                for letter, entry in (("w", row.white), ("b", row.black))
                if letter in row.empty_chairs
            ),
            FORFEITS[row.empty_chairs] * games,
        )
        for row in rows
    ]
