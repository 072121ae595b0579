"""Finds out whether a draft was made from what is known now."""

from collections.abc import Callable

from django.core.cache import cache

from tournaments.models import Round, Tournament
from tournaments.queries.teams.lineups import boards_fingerprint
from tournaments.snapshot import Snapshot, snapshot


def draft_is_stale(round_: Round, at_hand: Callable[[], Snapshot] | None = None) -> bool:
    """Results, entries or byes have changed since the draft was made.

    Everything that could change the answer raises the tournament's revision, so it is worked out
    once per revision; from the caller's record, where they need it too.
    """
    if round_.status != Round.Status.DRAFT or not round_.trace:
        return False
    tournament = round_.tournament
    made_from = round_.trace["fingerprint"]
    key = f"stale:{round_.pk}:{made_from}:{tournament.revision}"
    stale = cache.get(key)
    if stale is None:
        now = at_hand().fingerprint if at_hand else _fingerprint(tournament, round_)
        stale = now != made_from
        cache.set(key, stale, 3600)
    return bool(stale)


def _fingerprint(tournament: Tournament, round_: Round) -> str:
    if tournament.format.pairs_teams:
        return boards_fingerprint(tournament, round_)
    return snapshot(tournament, before_round=round_.number).fingerprint
