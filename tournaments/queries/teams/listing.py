"""The teams of a tournament, as lists of them show them."""

from django.utils.translation import get_language

from tournaments.core.text import sort_key
from tournaments.models import Entry, Team, TeamMember, Tournament
from tournaments.queries.entries.names import in_alphabet


def listed_teams(tournament: Tournament, language: str | None = None) -> list[Team]:
    """By their numbers; before the draw in the alphabet of the reader. With their players."""
    alphabet = language or get_language() or "en"
    return sorted(
        tournament.teams.prefetch_related("members__entry"),
        key=lambda team: (team.number or 10_000, sort_key(team.name, alphabet), team.pk),
    )


def teams_to_draw(tournament: Tournament) -> list[Team]:
    """In an order that is the same on every machine and in every language: lots go by it."""
    teams = tournament.teams.prefetch_related("members__entry")
    return sorted(teams, key=lambda team: (sort_key(team.name, "tr"), team.pk))


def in_no_team(tournament: Tournament, language: str | None = None) -> list[Entry]:
    """Players of an event of teams who cannot play, since no team has them in its list."""
    if tournament.format.pairs_players:
        return []
    found = [entry for entry in tournament.entries.filter(membership=None) if not entry.gone]
    return in_alphabet(found, language)


def team_names(tournament: Tournament) -> dict[int, str]:
    """The name of the team of every player who has one, by player."""
    if tournament.format.pairs_players:
        return {}
    members = TeamMember.objects.filter(team__tournament=tournament)
    return dict(members.values_list("entry_id", "team__name"))
