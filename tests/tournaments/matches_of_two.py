"""Events of the Double-Swiss as the tests play them: two games a match."""

import random

from tests import factories
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import GameRow, Tournament
from tournaments.services.entries.leaving import leave_with_forfeit
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.publication import finish_round

KEY = "fide2026.double"
CODES = ("1010", "10==", "1001", "==01", "0101", "=0+-", "+-+-")


def made(players: int = 7, rounds: int = 3, **more: object) -> Tournament:
    tournament = factories.tournament(players, system=KEY, total_rounds=rounds, **more)
    tournament.event.public = True
    tournament.event.save()
    return tournament


def open_round(tournament: Tournament, number: int) -> None:
    factories.pair(tournament, number)
    factories.publish(tournament, number)


def board(tournament: Tournament, number: int, board: int = 1) -> GameRow:
    return tournament.rounds.get(number=number).pairings.games().get(board=board)


def enter(tournament: Tournament, row: GameRow, code: str, **more: object) -> GameRow:
    row.refresh_from_db()
    chief = factories.chief_of(tournament)
    return enter_result(
        tournament=tournament, pairing_id=row.pk, code=code, version=row.version, by=chief, **more
    )


def play(tournament: Tournament, number: int, seed: int = 1) -> None:
    """Everything of a round, a few matches game by game."""
    dice = random.Random(f"{seed}/{number}")
    open_round(tournament, number)
    for row in tournament.rounds.get(number=number).pairings.games():
        code = dice.choice(CODES)
        if dice.random() < 0.5:
            enter(tournament, row, code[:2])
        enter(tournament, row, code)
    finish_round(tournament=tournament, number=number, by=None)


# States


def nothing_yet() -> Tournament:
    return made(0)


def entered() -> Tournament:
    return made()


def draft() -> Tournament:
    tournament = made()
    factories.pair(tournament, 1)
    return tournament


def half_played() -> Tournament:
    """Of round 2 one match is over and game 1 of another."""
    tournament = made(9)
    play(tournament, 1)
    open_round(tournament, 2)
    enter(tournament, board(tournament, 2, 1), "10==")
    enter(tournament, board(tournament, 2, 2), "01")
    return tournament


def complete() -> Tournament:
    """Somebody left during round 2: game 2 of their match is lost by forfeit."""
    tournament = made(8)
    play(tournament, 1)
    open_round(tournament, 2)
    first = board(tournament, 2, 1)
    enter(tournament, first, "==")
    leaver = first.white
    confirmed(leave_with_forfeit, tournament=tournament, entry=leaver, by=None)
    for row in tournament.rounds.get(number=2).pairings.games().filter(result=""):
        enter(tournament, row, "1001")
    finish_round(tournament=tournament, number=2, by=None)
    play(tournament, 3)
    return tournament


STATES = [nothing_yet, entered, draft, half_played, complete]
