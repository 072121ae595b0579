"""One step back from a correction that took games out of a knock-out or play-off.

The correction left a restore point in the log: what stood in its game, the games it took out and
their lots. All of it is put back at once. Games entered since stay where they still fit; the
others are named and taken out after a question, and make a restore point of their own.
"""

from dataclasses import replace
from typing import Any

from pairing.errors import InconsistentHistory
from pairing.handbook.lots import Lots
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Knockout, KnockoutGame, KnockoutLot, User
from tournaments.queries.knockout.course import Course, as_core, course_of, game_key, replay
from tournaments.queries.knockout.desk import restore_point
from tournaments.services.knockout import playing
from tournaments.services.knockout.course import fresh, running
from tournaments.wording.results import printed_result


def restore_games(*, knockout: Knockout, log_id: int, by: User | None, confirmed: str = "") -> None:
    """Put back what the latest correction took out."""
    with act("knockout.restored", knockout.tournament, by=by, confirmed=confirmed) as done:
        knockout = fresh(done, knockout)
        course = running(knockout)
        point = restore_point(knockout)
        if point is None or point.pk != log_id:
            raise Refused("knockout.nothing_to_restore")
        before = point.before or {}
        drawn = {draw: tuple(order) for draw, order in before["lots"].items()}
        now = [playing.was(row) for row in course.games.values()]
        rows = [_as_it_was(course, game) for game in before["games"]]
        lost, loose = _left_over(course, rows, drawn)
        reasons = [Reason("knockout.restore_effect", {"games": _listed(rows)})]
        if lost:
            reasons.append(
                Reason("knockout.restore_takes", {"games": playing.games_in_words(lost, course)})
            )
        done.require("knockout.restore", level=3, reasons=reasons, subject=str(point.pk))
        playing.remember(
            done,
            "knockout.restored",
            course,
            label=point.label,
            stood=[game for game in now if tuple(game["key"]) in {row.key for row in rows}],
            lost=lost,
            loose=loose,
        )
        playing.take_out_games(done, course, lost, loose)
        for draw, order in drawn.items():
            KnockoutLot.objects.update_or_create(
                knockout=knockout, draw=draw, defaults={"order": list(order), "entered_by": by}
            )
            done.record(knockout, "knockout.drawn", label=draw, after=list(order))
        before = {tuple(game["key"]): game for game in now}
        for row in rows:
            if playing.was(row) != before[row.key]:  # its players may be others, too
                playing.store_game(done, row, before[row.key]["result"])
        course_of(knockout)  # what is put back fits the plan, or nothing of it happens


def _as_it_was(course: Course, game: dict[str, Any]) -> KnockoutGame:
    row = course.games[tuple(game["key"])]
    people = {entry.pk: entry for entry in course.players.values()}
    row.white, row.black = people[game["white"]], people[game["black"]]
    row.golden, row.moves = game["golden"], game["moves"]
    row.result, row.later_flag = game["result"][:2], game["result"][2:]
    return row


def _left_over(
    course: Course, rows: list[KnockoutGame], drawn: dict[str, tuple[int, ...]]
) -> tuple[list[Any], list[str]]:
    """Games and lots entered since that have no place beside the games put back."""
    seed, typed = course.plan.lots.seed, dict(course.plan.lots.typed)
    plan = replace(course.plan, lots=Lots(seed, tuple((typed | drawn).items())))
    back = {row.key for row in rows}
    put = [as_core(row, course.numbers) for row in rows if row.result]
    others = [game for game in course.tie_games() if game_key(game) not in back]
    try:
        lost, loose = replay(replace(course, plan=plan), [*put, *others])
    except InconsistentHistory as error:
        raise Refused("knockout.restore_too_late") from error
    if any(game_key(game) in back for game in lost) or not drawn.keys().isdisjoint(loose):
        raise Refused("knockout.restore_too_late")
    return lost, loose


def _listed(rows: list[KnockoutGame]) -> str:
    words = [
        f"{row.white.name} – {row.black.name} {printed_result(row.result) or '–'}"
        for row in rows[:12]
    ]
    return "; ".join(words) + (" …" if len(rows) > 12 else "")
