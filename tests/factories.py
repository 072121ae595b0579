"""One unsurprising factory per model, and whole tournaments in a line."""

import random
from datetime import date
from typing import Any

from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Event, Invitation, Role, StaffMember, Tournament, User
from tournaments.services.entries.listing import enter_player, enter_players
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.pairing import request_pairing
from tournaments.services.rounds.publication import publish_round
from tournaments.services.setup.events import create_event, create_tournament
from tournaments.services.setup.invitations import send_invitation

PASSWORD = "at-f3-gxf3"
_numbers = iter(range(1, 10**9))


def user(name: str = "", role: Role | None = None, event: Event | None = None) -> User:
    name = name or f"user{next(_numbers)}"
    made = User.objects.create_user(name, password=PASSWORD)
    if role and event:
        StaffMember.objects.create(event=event, user=made, role=role)
    return made


def event(chief: User | None = None, **values: Any) -> Event:
    defaults = {
        "name": f"Open {next(_numbers)}",
        "starts_on": date(2026, 11, 21),
        "ends_on": date(2026, 11, 29),
        "time_zone": "Europe/Istanbul",
    }
    return create_event(by=chief or user(), **(defaults | values))


def tournament(players: int = 0, *, chief: User | None = None, **values: Any) -> Tournament:
    """A tournament of an event of its own, with players 1, 2, 3 ... by rating."""
    chief = chief or user()
    made = create_tournament(
        event=event(chief), by=chief, **({"name": "A", "total_rounds": 5} | values)
    )
    if players:
        enter(made, players)
    return made


def enter(tournament: Tournament, players: int) -> None:
    """Players 1, 2, 3 ... by rating."""
    enter_players(
        tournament=tournament,
        by=chief_of(tournament),
        rows=[
            {"name": f"Player {n:03}", "fide_rating": 2600 - 5 * n, "federation": "TUR"}
            for n in range(1, players + 1)
        ],
    )


def enter_one(tournament: Tournament, values: dict[str, Any]) -> Entry:
    return enter_player(tournament=tournament, by=chief_of(tournament), values=values)


def chief_of(tournament: Tournament) -> User:
    return User.objects.get(duties__event=tournament.event, duties__role=Role.CHIEF)


def entry(tournament: Tournament, tpn: int) -> Entry:
    return Entry.objects.get(tournament=tournament, tpn=tpn)


def pair(tournament: Tournament, number: int) -> None:
    request_pairing(tournament=tournament, number=number, by=chief_of(tournament))


def publish(tournament: Tournament, number: int) -> None:
    confirmed(publish_round, tournament=tournament, number=number, by=chief_of(tournament))


def play(tournament: Tournament, rounds: int, *, seed: int = 1, first: int = 1) -> None:
    """Pair, publish and complete rounds with random results."""
    dice = random.Random(seed)
    for number in range(first, rounds + 1):
        pair(tournament, number)
        publish(tournament, number)
        enter_all(tournament, number, dice)


def enter_all(tournament: Tournament, number: int, dice: random.Random | None = None) -> None:
    dice = dice or random.Random(number)
    chief = chief_of(tournament)
    for board in tournament.rounds.get(number=number).pairings.filter(black__isnull=False):
        games = tournament.format.games_a_round
        code = "".join(dice.choice(("10", "==", "01")) for _ in range(games))
        enter_result(
            tournament=tournament, pairing_id=board.pk, code=code, version=board.version, by=chief
        )


def send_invitations() -> None:
    """As a worker does."""
    for pk in Invitation.objects.values_list("pk", flat=True):
        send_invitation(pk)
