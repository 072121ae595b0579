"""The outcomes of players and teams, kept as long as their tournament is over.

`keep_outcomes` is called at the end of every act on a tournament, within its transaction: what was
finished, corrected or reopened is so here in the same moment.
"""

from collections.abc import Sequence
from typing import TypeVar

from django.conf import settings
from django.db import transaction

from federation.models import PlayerResult, TeamResult
from federation.queries.outcomes import has_outcomes, outcomes_of, outcomes_of_teams
from tournaments.models import Tournament

Row = TypeVar("Row", PlayerResult, TeamResult)


def keep_outcomes(tournament: Tournament) -> None:
    if settings.FEDERATION:
        write_outcomes(tournament)


def write_outcomes(tournament: Tournament) -> int:
    """Those of a finished tournament as they are now; none of one that is not. How many players
    have one."""
    over = has_outcomes(tournament)
    rows = outcomes_of(tournament) if over else []
    with transaction.atomic():
        _write(PlayerResult, tournament, rows)
        if tournament.format.pairs_teams:
            _write(TeamResult, tournament, outcomes_of_teams(tournament) if over else [])
    return len(rows)


def _write(model: type[Row], tournament: Tournament, rows: Sequence[Row]) -> None:
    """Rows that are there get the new values, others go."""
    there = model._default_manager.filter(tournament=tournament)
    there.exclude(pk__in=[row.pk for row in rows]).delete()
    if rows:
        values = [field.name for field in model._meta.concrete_fields if not field.primary_key]
        model._default_manager.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=[model._meta.pk.name],
            update_fields=values,
        )


def write_all_outcomes() -> tuple[int, int]:
    """Of every tournament, each in a transaction of its own: how many are over, how many rows."""
    tournaments = rows = 0
    over = Tournament.all_objects.filter(finished_at__isnull=False).order_by("pk")
    for one in over.select_related("event").iterator(chunk_size=200):
        written = write_outcomes(one)
        tournaments += written > 0
        rows += written
    gone = Tournament.all_objects.filter(finished_at=None)
    for model in (PlayerResult, TeamResult):
        model._default_manager.filter(tournament__in=gone).delete()
    return tournaments, rows
