"""Which papers there are, and what each needs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Round, Tournament
from tournaments.queries.rounds import round_sheet
from tournaments.queries.standings import standings_table

Build = Callable[[Tournament, Round | None, dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Paper:
    """One kind of document: what it is called, its template, and what fills it."""

    kind: str
    label: Promise
    template: str
    build: Build
    per_round: bool = False


def _pairings(tournament: Tournament, round_: Round | None, options: dict) -> dict[str, Any]:
    return {"sheet": round_sheet(round_)}


def _standings(tournament: Tournament, round_: Round | None, options: dict) -> dict[str, Any]:
    return {"table": standings_table(tournament, round_.number if round_ else None)}


def _players(tournament: Tournament, round_: Round | None, options: dict) -> dict[str, Any]:
    return {"entries": list(tournament.entries.all())}


PAPERS: dict[str, Paper] = {
    paper.kind: paper
    for paper in (
        Paper("players", _("Start list"), "documents/players.html", _players),
        Paper(
            "pairings", _("Pairings by board"), "documents/pairings.html", _pairings, per_round=True
        ),
        Paper("standings", _("Standings"), "documents/standings.html", _standings, per_round=True),
    )
}
