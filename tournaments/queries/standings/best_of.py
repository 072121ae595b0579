"""Individual events that also rank teams, clubs or federations, by their best players."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import get_language

from tournaments.core.text import sort_key
from tournaments.models import Entry, Team, TeamRules, Tournament
from tournaments.queries.standings.table import StandingsRow, standings_table
from tournaments.queries.teams.rules import rules_of


@dataclass(frozen=True, slots=True)
class BestOf:
    rank: int
    name: str
    team: Team | None
    score: int  # tenths
    places: int  # of those who count, added; fewer is better
    counting: tuple[tuple[Entry, int, int], ...]  # with score and rank
    others: int


def best_of(
    tournament: Tournament, after: int | None = None, *, public: bool = False
) -> list[BestOf]:
    """Teams, clubs or federations by the points of their best players; then by the sum of their
    places, then by the best place."""
    rules = rules_of(tournament)
    if not rules.ranks_by or tournament.format.pairs_teams:
        return []
    table = standings_table(tournament, after, public=public)
    name_of = _belongs(tournament, rules)
    groups: dict[str, list[StandingsRow]] = defaultdict(list)
    for row in table.rows:
        if name := name_of(row.entry):
            groups[name].append(row)
    teams = {team.name: team for team in tournament.teams.all()}
    found = []
    for name, rows in groups.items():
        best = rows[: rules.best_of]  # in the order of the standings
        counting = tuple((row.entry, row.score, row.rank) for row in best)
        found.append(
            BestOf(
                0,
                name,
                teams.get(name) if rules.ranks_by == TeamRules.Ranks.TEAM else None,
                sum(row.score for row in best),
                # A missing player takes the place after the last one.
                sum(row.rank for row in best) + (rules.best_of - len(best)) * (len(table.rows) + 1),
                counting,
                len(rows) - len(best),
            )
        )

    def key(one: BestOf) -> tuple[int, int, int]:
        return (-one.score, one.places, one.counting[0][2])

    alphabet = get_language() or "en"
    found.sort(key=lambda one: (*key(one), sort_key(one.name, alphabet)))
    ranked: list[BestOf] = []
    for place, one in enumerate(found, start=1):
        same = ranked and key(ranked[-1]) == key(one)
        rank = ranked[-1].rank if same else place
        ranked.append(
            BestOf(rank, one.name, one.team, one.score, one.places, one.counting, one.others)
        )
    return ranked


def _belongs(tournament: Tournament, rules: TeamRules) -> Callable[[Entry], str]:
    if rules.ranks_by == TeamRules.Ranks.CLUB:
        return lambda entry: entry.club
    if rules.ranks_by == TeamRules.Ranks.FEDERATION:
        return lambda entry: entry.federation
    members = dict(
        tournament.teams.values_list("members__entry", "name").exclude(members__entry=None)
    )
    return lambda entry: members.get(entry.pk, "")
