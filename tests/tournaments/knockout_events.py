"""Knock-outs and play-offs in a line, played by a rule."""

from collections.abc import Callable
from typing import Any

from pairing.handbook.knockout import DueGame
from tests import factories
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Knockout, Tournament, User
from tournaments.queries.knockout.course import Course, course_of, game_key
from tournaments.services.knockout import drawing, planning, playing
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.publication import finish_round


def knockout(players: int, winners: int = 1, **values: Any) -> Knockout:
    tournament = factories.tournament(players, system="handbook.knockout")
    made = Knockout.objects.get(tournament=tournament)
    return planning.change_plan(
        knockout=made,
        by=factories.chief_of(tournament),
        values={"winners": winners, **values},
    )


def announced(knockout: Knockout) -> Knockout:
    return planning.announce(knockout=knockout, by=None)


def better_seed(due: DueGame) -> str:
    return "10" if due.white < due.black else "01"


def enter(knockout: Knockout, due: DueGame, code: str, **values: Any) -> Any:
    row = course_of(knockout).games.get(game_key(due))
    return confirmed(
        playing.enter_game,
        knockout=knockout,
        key=game_key(due),
        code=code,
        version=row.version if row else 0,
        by=None,
        **values,
    )


def play_out(
    knockout: Knockout, result: Callable[[DueGame], str] = better_seed, games: int = 1000
) -> Course:
    """Enter what is due, and let the winner of each lot take White, until it is decided."""
    course = course_of(knockout)
    while not course.progress.finished and games:
        for fact in course.progress.waiting:
            values = dict(fact.values)
            winner = values["winner"]
            order = sorted(fact.players, key=lambda number: number != winner)
            drawing.enter_lot(knockout=knockout, draw=values["draw"], order=order, by=None)
        for due in course_of(knockout).progress.due[:games]:
            enter(knockout, due, result(due))
            games -= 1
        course = course_of(knockout)
    return course


def level_three(chief: User | None = None, **values: Any) -> Tournament:
    """A finished round robin of four in which the first three have two points each."""
    tournament = factories.tournament(
        4,
        chief=chief,
        system="handbook.round_robin",
        total_rounds=3,
        tie_breaks=["SB", "WIN"],
        **values,
    )
    for number in (1, 2, 3):
        factories.pair(tournament, number)
        factories.publish(tournament, number)
        for board in tournament.rounds.get(number=number).pairings.select_related("white", "black"):
            enter_result(
                tournament=tournament,
                pairing_id=board.pk,
                code=_circle(board.white.name[-1], board.black.name[-1]),
                version=board.version,
                by=None,
            )
        finish_round(tournament=tournament, number=number, by=None)
    return tournament


def _circle(white: str, black: str) -> str:
    """1 beats 2, 2 beats 3, 3 beats 1, and everybody beats 4."""
    wins = {("1", "2"), ("2", "3"), ("3", "1"), ("1", "4"), ("2", "4"), ("3", "4")}
    return "10" if (white, black) in wins else "01"


def enter_by_number(tournament: Tournament, number: int) -> None:
    """The better number wins every game of a round."""
    for board in tournament.rounds.get(number=number).pairings.select_related("white", "black"):
        better = board.white.tpn < board.black.tpn
        enter_result(
            tournament=tournament,
            pairing_id=board.pk,
            code="10" if better else "01",
            version=board.version,
            by=None,
        )
