"""Events of teams for tests: teams of rated players, drawn, and rounds played to order."""

from collections.abc import Callable, Mapping
from typing import Any

from tests import factories
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Match, Pairing, Team, Tournament
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.pairing import request_pairing
from tournaments.services.teams.drawing import draw
from tournaments.services.teams.importing import import_teams
from tournaments.services.teams.listing import change_rules

ROUND_ROBIN = "handbook.team_round_robin"


def team_event(
    teams: int = 4,
    boards: int = 2,
    *,
    system: str = ROUND_ROBIN,
    reserves: int = 1,
    rules: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    drawn: bool = True,
) -> Tournament:
    """Teams A, B, C ... with the numbers 1, 2, 3 ...; "A1" plays on A's first board."""
    tournament = factories.tournament(system=system)
    chief = factories.chief_of(tournament)
    confirmed(
        change_rules,
        tournament=tournament,
        by=chief,
        values={"boards": boards, **(rules or {})},
        options=options,
    )
    import_teams(
        tournament=tournament,
        by=chief,
        teams=[
            {
                "values": {"name": letter},
                "players": [
                    {"name": f"{letter}{board}", "fide_rating": 2500 - 100 * board - place}
                    for board in range(1, boards + reserves + 1)
                ],
            }
            for place, letter in enumerate("ABCDEFGHIJ"[:teams])
        ],
    )
    if drawn:
        typed = {team.pk: number for number, team in enumerate(by_name(tournament), start=1)}
        draw(tournament=tournament, by=chief, typed=typed)
    tournament.refresh_from_db()
    return tournament


def by_name(tournament: Tournament) -> list[Team]:
    return list(tournament.teams.order_by("name"))


def team(tournament: Tournament, name: str) -> Team:
    return Team.objects.get(tournament=tournament, name=name)


def match(tournament: Tournament, first: str, second: str, **more: Any) -> Match:
    return Match.objects.get(
        round__tournament=tournament, first__name=first, second__name=second, **more
    )


def player_ids(tournament: Tournament, *names: str) -> list[int]:
    known = dict(tournament.entries.values_list("name", "pk"))
    return [known[name] for name in names]


def open_round(tournament: Tournament, number: int) -> None:
    """Make the boards, with everybody as listed where nothing was handed in, and publish."""
    chief = factories.chief_of(tournament)
    confirmed(request_pairing, tournament=tournament, number=number, by=chief)
    factories.publish(tournament, number)


def play_round(
    tournament: Tournament, number: int, code_of: Callable[[Pairing], str] = lambda row: "10"
) -> None:
    """Open a round and enter what `code_of` says for each board."""
    open_round(tournament, number)
    enter(tournament, number, code_of)


def enter(tournament: Tournament, number: int, code_of: Callable[[Pairing], str]) -> None:
    chief = factories.chief_of(tournament)
    rows = Pairing.objects.filter(
        round__tournament=tournament, round__number=number, black__isnull=False
    ).select_related("white", "black")
    for row in rows:
        if code := code_of(row):
            enter_result(
                tournament=tournament, pairing_id=row.pk, code=code, version=row.version, by=chief
            )


def stronger(row: Pairing) -> str:
    """The team earlier in the alphabet wins every board."""
    return "10" if row.white.name < row.black.name else "01"
