"""Standings as pages, papers and the API show them, from one computation per revision."""

from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Max

from pairing.systems import MODULES, system
from tiebreaks.standings import format_value
from tiebreaks.standings import standings as compute
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.snapshot import snapshot

CACHE_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class StandingsRow:
    rank: int
    shared: bool
    entry: Entry
    score: int  # tenths
    values: tuple[str, ...]  # as printed, in the order of the codes


@dataclass(frozen=True, slots=True)
class StandingsTable:
    tournament: Tournament
    after: int
    codes: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    final: bool
    missing: int  # results still open in the rounds counted


def last_public_round(tournament: Tournament) -> int:
    """The last round that everybody may see; 0 = none."""
    return (
        tournament.rounds.filter(
            status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED]
        ).aggregate(last=Max("number"))["last"]
        or 0
    )


def last_started_round(tournament: Tournament) -> int:
    """The last published round in which at least one result stands."""
    return (
        Pairing.objects.filter(
            round__tournament=tournament,
            round__status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED],
        )
        .exclude(result="")
        .aggregate(last=Max("round__number"))["last"]
        or 0
    )


def standings_table(tournament: Tournament, after: int | None = None) -> StandingsTable:
    """The standings after a published round (the last with a result, when not said)."""
    latest = last_public_round(tournament)
    after = min(after, latest) if after is not None else min(last_started_round(tournament), latest)
    key = f"standings:{tournament.pk}:{tournament.revision}:{after}"
    computed = cache.get(key)
    if computed is None:
        computed = _compute(tournament, after)
        cache.set(key, computed, CACHE_SECONDS)
    codes, raw, missing = computed
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    rows = tuple(
        StandingsRow(rank, shared, entries[entry_id], score, values)
        for rank, shared, entry_id, score, values in raw
    )
    return StandingsTable(
        tournament,
        after,
        codes,
        rows,
        final=after == tournament.total_rounds and not missing,
        missing=missing,
    )


def _compute(tournament: Tournament, after: int) -> tuple:
    before = snapshot(tournament, before_round=after + 1, pairing=False)
    missing = (
        Pairing.objects.filter(
            round__tournament=tournament, round__number__lte=after, black__isnull=False
        )
        .filter(result__in=["", "??"])
        .count()
    )
    family = system(tournament.system).family if tournament.system in MODULES else None
    result = compute(
        before.state,
        list(tournament.tie_breaks),
        edition=tournament.tie_break_edition,
        family=family,
        after=after,
        seed=tournament.seed,
        identities={tpn: str(entry.pk) for tpn, entry in before.entries.items()},
        expelled=[tpn for tpn, e in before.entries.items() if e.status == Entry.Status.EXPELLED],
    )
    codes = tuple(str(code) for code in result.codes)
    rows = tuple(
        (
            row.rank,
            row.shared,
            before.entries[row.tpn].pk,
            row.score,
            tuple(
                format_value(code, value, result.edition)
                for code, value in zip(codes, row.values, strict=True)
            ),
        )
        for row in result.rows
    )
    return codes, rows, missing
