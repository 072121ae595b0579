"""Teams that leave, and those that come back."""

from pairing.handbook.round_robin import after_leaving
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Match, Team, Tournament, User
from tournaments.queries.rounds.coming import next_open_round
from tournaments.queries.setup.events import is_under_way
from tournaments.queries.teams.rules import rules_of
from tournaments.services.teams.drawing import forget_draw, write_programme
from tournaments.services.teams.match_numbers import guard_match_free


def remove_team(
    *, tournament: Tournament, team: Team, by: User | None, confirmed: str = ""
) -> bool:
    """Before round 1: out of the list, its players stay. True if the draw has to be repeated,
    which it has unless the last even number has become the free one (round robin 2)."""
    with act("team.removed", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        team = Team.objects.get(tournament=tournament, pk=team.pk)
        if tournament.format.pairs_teams and is_under_way(tournament):
            raise Refused("team.has_played", name=team.name)
        done.require(
            "team.remove",
            level=3,
            reasons=[Reason("team.remove_effect", {"name": team.name})],
            subject=str(team.pk),
        )
        number, count = team.number, tournament.teams.count()
        repeat = False
        if number is not None:
            Match.objects.filter(round__tournament=tournament).delete()
            repeat = tournament.format.swiss or count < 3 or after_leaving(count, number).repeat
        done.record(
            team,
            before={
                "number": number,
                "players": list(team.members.values_list("entry", flat=True)),
            },
        )
        team.delete()
        if number is not None and not repeat:
            rules = rules_of(tournament)
            write_programme(tournament, rules, list(tournament.teams.all()))
        elif repeat:
            forget_draw(done)
        return repeat


def withdraw_team(
    *, tournament: Tournament, team: Team, by: User | None, confirmed: str = ""
) -> Team:
    """From the next unpublished round on; its matches are then lost by forfeit (round robin 3).
    Below half of its matches it is not ranked, from half on it is."""
    with act("team.withdrawn", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        team = Team.objects.select_for_update().get(tournament=tournament, pk=team.pk)
        if team.gone:
            return done.nothing(team)
        if not is_under_way(tournament):
            raise Refused("team.remove_instead", name=team.name)
        number = next_open_round(tournament)
        done.require(
            "team.withdraw",
            level=3,
            reasons=[
                Reason(
                    "team.withdraw_effect_swiss"
                    if tournament.format.swiss
                    else "team.withdraw_effect",
                    {"name": team.name, "round": number},
                )
            ],
            subject=str(team.pk),
        )
        team.withdrawn_after = number - 1
        team.save(update_fields=["withdrawn_after"])
        done.record(team, round_number=number)
        return team


def return_team(*, tournament: Tournament, team: Team, by: User | None) -> Team:
    """Back from the next unpublished round on."""
    with act("team.returned", tournament, by=by) as done:
        tournament = done.tournament
        team = Team.objects.select_for_update().get(tournament=tournament, pk=team.pk)
        if not team.gone:
            return done.nothing(team)
        team.withdrawn_after = None
        guard_match_free(tournament, team)
        team.save(update_fields=["withdrawn_after"])
        done.record(team, round_number=next_open_round(tournament))
        return team
