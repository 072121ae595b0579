"""The outcome of a finished tournament for each of its players, by the queries of its pages."""

from collections import Counter

from federation.core.outcomes import scores
from federation.models import Club, PlayerResult, TeamResult
from tournaments.models import Tournament
from tournaments.queries.knockout.course import announced_knockout, course_of
from tournaments.queries.reports.games_beside import knockout_ranks, knockout_rounds
from tournaments.queries.standings.norm_forms import norm_cards
from tournaments.queries.standings.norm_prospects import has_norms
from tournaments.queries.standings.rating_changes import has_rating_changes, rating_changes
from tournaments.queries.standings.table import standings_table
from tournaments.queries.teams.standings import team_table
from tournaments.snapshot import Snapshot, snapshot

#: below this performance no title has a norm (B.01: WIM)
LEAST_OF_A_NORM = 2250


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
    sharing = Counter(places.values())
    changes = _changes(tournament)
    strong = any(score.performance >= LEAST_OF_A_NORM for score in played.values())
    norms = _norms(tournament) if strong else {}
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
            sharing=sharing[places[tpn]] if tpn in places else None,
            games=score.games,
            points=points.get(tpn, score.points),
            rating=entry.rating,
            performance=score.performance,
            change=changes.get(entry.pk),
            norm=norms.get(entry.pk, ""),
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


def _norms(tournament: Tournament) -> dict[int, str]:
    """The titles, by entry: "IM, WGM"."""
    if not has_norms(tournament):
        return {}
    made: dict[int, list[str]] = {}
    for card in norm_cards(tournament):
        made.setdefault(card.entry.pk, []).append(card.title)
    return {entry: ", ".join(titles) for entry, titles in made.items()}


def outcomes_of_teams(tournament: Tournament) -> list[TeamResult]:
    """A row for each team; its club is the one of that name in the federation."""
    if not tournament.format.pairs_teams:
        return []
    table = team_table(tournament, kept=False)
    places = {row.entry.pk: row.rank for row in table.rows}
    if tournament.format.eliminates:
        places = _places_in_a_knockout(tournament)
    names = {row.entry.club or row.entry.name for row in table.rows}
    clubs = {club.name: club for club in Club.objects.filter(name__in=names)}
    return [
        TeamResult(
            team=row.entry,
            club=clubs.get(row.entry.club or row.entry.name),
            tournament=tournament,
            event=tournament.event,
            ended_on=tournament.event.ends_on,
            place=places.get(row.entry.pk),
            teams=len(places),
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
        )
        for row in table.rows
    ]


def _places_in_a_knockout(tournament: Tournament) -> dict[int, int]:
    found = announced_knockout(tournament)
    if found is None:
        return {}
    course = course_of(found)
    places: dict[int, int] = {}
    for shared in course.order():
        place = len(places) + 1
        places |= {course.people[number].pk: place for number in shared}
    return places
