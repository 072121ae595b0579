"""A round paired elsewhere, of players or of teams: read, and taken over."""

from tournaments.models import Round, Tournament, User
from tournaments.services.reports import round_import, team_round_import
from tournaments.services.reports.round_import import ForeignRound
from tournaments.services.reports.team_round_import import ForeignMatches


def read_round(tournament: Tournament, number: int, data: bytes) -> ForeignRound | ForeignMatches:
    """The round as the file has it, held against the rules and the program's own pairing."""
    if tournament.format.pairs_teams:
        return team_round_import.read_matches(tournament, number, data)
    return round_import.read_round(tournament, number, data)


def take_over(
    *, tournament: Tournament, number: int, data: bytes, by: User | None, confirmed: str = ""
) -> Round:
    """As a draft, results included; it is published like any other."""
    chosen = (
        team_round_import.import_matches
        if tournament.format.pairs_teams
        else round_import.import_round
    )
    return chosen(tournament=tournament, number=number, data=data, by=by, confirmed=confirmed)
