"""A knock-out between teams: seeds as numbers, and the colours of the round not yet begun."""

from tournaments.kernel.errors import Refused
from tournaments.models import Knockout, Round, Team, TeamRules, Tournament
from tournaments.queries.knockout.course import course_of
from tournaments.queries.teams.rules import rules_of


def seed(tournament: Tournament, teams: list[Team]) -> None:
    """The numbers of the teams are their seeds, from the announcement on."""
    rules = rules_of(tournament)
    short = [team.name for team in teams if team.members.count() < rules.boards]
    if short and rules.gaps == TeamRules.Gaps.REFUSE:
        raise Refused("teams.short", teams=", ".join(short), boards=rules.boards)
    for number, team in enumerate(teams, start=1):
        team.number = number
    Team.objects.bulk_update(teams, ["number"])
    if not rules.pk:
        rules.save()


def unseed(tournament: Tournament) -> None:
    tournament.rounds.all().delete()
    tournament.teams.update(number=None)
    tournament.options = {
        name: value for name, value in tournament.options.items() if name != "golden_rounds"
    }
    tournament.total_rounds = 1
    tournament.save(update_fields=["options", "total_rounds"])
    Round.objects.create(tournament=tournament, number=1)


def turn_matches(knockout: Knockout) -> None:
    """Matches without boards follow the colours drawn at the table."""
    tournament = knockout.tournament
    last = tournament.rounds.exclude(matches=None).order_by("number").last()
    if last is None or last.status != Round.Status.PLANNED:
        return
    white = {
        frozenset((due.white, due.black)): due.white for due in course_of(knockout).progress.due
    }
    for match in last.matches.select_related("first", "second"):
        first, second = match.first.number or 0, match.second.number or 0
        if white.get(frozenset((first, second)), first) != first:
            match.first, match.second = match.second, match.first
            match.save(update_fields=["first", "second"])
