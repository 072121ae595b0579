"""The outcome of a finished tournament for each of its players, by the queries of its pages."""

from federation.core.outcomes import scores
from federation.models import PlayerResult
from tournaments.models import Tournament
from tournaments.queries.reports.games_beside import knockout_ranks, knockout_rounds
from tournaments.queries.standings.rating_changes import has_rating_changes, rating_changes
from tournaments.queries.standings.table import standings_table
from tournaments.snapshot import Snapshot, snapshot


def has_outcomes(tournament: Tournament) -> bool:
    """Its end counts in people's histories: it is over, it is there, and it was no trial."""
    event = tournament.event
    return (
        tournament.finished_at is not None
        and tournament.undone_at is None
        and not event.removed
        and event.sandbox_until is None
    )


def outcomes_of(tournament: Tournament) -> list[PlayerResult]:
    """A row for each player of the register who played a game at the board."""
    before = snapshot(tournament, before_round=tournament.total_rounds + 1, pairing=False)
    rounds = before.state.rounds if tournament.format.has_rounds else knockout_rounds(tournament)
    ratings = {tpn: entry.rating for tpn, entry in before.entries.items()}
    played = scores(rounds, ratings, tournament.point_system)
    places, points = _standings(tournament, before)
    changes = _changes(tournament)
    return [
        PlayerResult(
            entry=entry,
            player_id=entry.player_id,
            tournament=tournament,
            event=tournament.event,
            ended_on=tournament.event.ends_on,
            kind=tournament.rating_type,
            place=places.get(tpn),
            players=len(places) or sum(score.games > 0 for score in played.values()),
            games=score.games,
            points=points.get(tpn, score.points),
            rating=entry.rating,
            performance=score.performance,
            change=changes.get(entry.pk),
        )
        for tpn, score in sorted(played.items())
        for entry in [before.entries[tpn]]
        if entry.player_id is not None and score.games
    ]


def _standings(tournament: Tournament, before: Snapshot) -> tuple[dict[int, int], dict[int, int]]:
    """Places and points by number. In a team event a place is the team's; in a knock-out it
    follows from the plan, and points are just those of the games."""
    if tournament.format.pairs_teams:
        return {}, {}
    if tournament.format.eliminates:
        return knockout_ranks(tournament), {}
    table = standings_table(tournament, kept=False)
    places = {before.numbers[row.entry.pk]: row.rank for row in table.rows}
    points = {before.numbers[row.entry.pk]: row.score for row in table.rows}
    points |= {before.numbers[one.entry.pk]: one.score for one in table.unranked}
    return places, points


def _changes(tournament: Tournament) -> dict[int, int]:
    """In hundredths, by entry: of those who have a rating and met rated opponents."""
    if not has_rating_changes(tournament):
        return {}
    rows = rating_changes(tournament).rows
    return {row.entry.pk: row.estimate.hundredths for row in rows if row.estimate.games}
