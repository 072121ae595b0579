"""The outcomes of players, kept as long as their tournament is over.

`keep_outcomes` is called at the end of every act on a tournament, within its transaction: what was
finished, corrected or reopened is so here in the same moment.
"""

from django.conf import settings
from django.db import transaction

from federation.models import PlayerResult
from federation.queries.outcomes import has_outcomes, outcomes_of
from tournaments.models import Tournament

#: what is the same row with other values
_VALUES = (
    "player", "event", "ended_on", "kind", "place", "players", "games", "points", "rating",
    "performance", "change",
)  # fmt: skip


def keep_outcomes(tournament: Tournament) -> None:
    if settings.FEDERATION:
        write_outcomes(tournament)


def write_outcomes(tournament: Tournament) -> int:
    """Those of a finished tournament as they are now; none of one that is not. How many."""
    rows = outcomes_of(tournament) if has_outcomes(tournament) else []
    with transaction.atomic():
        there = PlayerResult.objects.filter(tournament=tournament)
        there.exclude(pk__in=[row.pk for row in rows]).delete()
        PlayerResult.objects.bulk_create(
            rows,
            update_conflicts=bool(rows),
            unique_fields=["entry"] if rows else None,
            update_fields=_VALUES if rows else None,
        )
    return len(rows)


def write_all_outcomes() -> tuple[int, int]:
    """Of every tournament, each in a transaction of its own: how many are over, how many rows."""
    tournaments = rows = 0
    over = Tournament.all_objects.filter(finished_at__isnull=False).order_by("pk")
    for one in over.select_related("event").iterator(chunk_size=200):
        written = write_outcomes(one)
        tournaments += written > 0
        rows += written
    gone = Tournament.all_objects.filter(finished_at=None)
    PlayerResult.objects.filter(tournament__in=gone).delete()
    return tournaments, rows
