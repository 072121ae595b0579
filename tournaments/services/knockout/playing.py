"""The games of a knock-out or play-off: entered, corrected, taken back.

The plan is never stored: it follows from what was agreed. What was entered must always fit it;
a correction that leaves later games without a place asks first and takes them out.
"""

from typing import Any

from django.utils import timezone

from pairing.handbook.knockout import TieGame, both_flags_down
from pairing.results import ADJOURNED, RESULTS
from pairing.state import Colour
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Conflict, Reason, Refused
from tournaments.models import (
    Knockout,
    KnockoutGame,
    LogEntry,
    Tournament,
    User,
)
from tournaments.queries.knockout.course import Course, Key, as_core, game_key, replay
from tournaments.services.knockout.course import fresh, running
from tournaments.wording.results import printed_result

MOST_MOVES = 500
ACTS = ("game.entered", "game.changed", "game.cleared")


def enter_game(
    *,
    knockout: Knockout,
    key: Key,
    code: str,
    version: int,
    by: User | None,
    later_flag: str = "",
    reason: str = "",
    confirmed: str = "",
) -> KnockoutGame:
    """Set, change or (with an empty code) clear the result of a game that is due or played.

    `version` is 0 for a game that nobody has entered yet. `later_flag` says, in a golden point
    game with both flags down, whose fell later; the result follows from it.
    """
    with act("game.entered", knockout.tournament, by=by, confirmed=confirmed) as done:
        knockout = fresh(done, knockout)
        if knockout.tournament.format.pairs_teams:
            raise Refused("knockout.teams_play_matches")
        course = running(knockout)
        if later_flag:
            code = both_flags_down(Colour(later_flag)).code
        if code == ADJOURNED.code or (code and code not in RESULTS):
            raise Refused("knockout.result_not_here", field="result")
        row, due = course.games.get(key), course.due(key)
        if row is None:
            if due is None or not code:
                raise Refused("knockout.not_due")
            row = KnockoutGame(knockout=knockout, version=0)
            row.tie, row.phase, row.number, row.board = key
            row.white, row.black = course.players[due.white], course.players[due.black]
        elif (row.result, row.later_flag) == (code, later_flag):
            return done.nothing(row)  # sent twice, or two arbiters agree
        if row.version != version:
            raise Conflict(
                "knockout.changed_meanwhile",
                current=row,
                white=row.white.name,
                black=row.black.name,
                theirs_text=printed_result(row.result) or "–",
            )
        if not row.result:
            if due is None:
                raise Refused("knockout.not_due")
            row.white, row.black = course.players[due.white], course.players[due.black]
            row.golden = due.golden
        if later_flag and not row.golden:
            raise Refused("knockout.flag_without_golden", field="result")
        before = row.result + row.later_flag
        row.result, row.later_flag = code, later_flag
        lost, loose = _without_place(course, [row]) if before else ([], [])
        effect = Reason(
            "knockout.correction_effect",
            {"new": printed_result(code) or "–", "games": games_in_words(lost, course)},
        )
        done.require(
            "knockout.correct",
            level=3,
            reasons=[effect] if lost else [],
            subject=f"{key}:{code}{later_flag}",
        )
        if lost or loose:
            stood = [was(row) | {"result": before}]
            remember(done, "knockout.corrected", course, stood=stood, lost=lost, loose=loose)
        take_out_games(done, course, lost, loose, reason)
        store_game(done, row, before, reason)
        return row


def was(row: KnockoutGame) -> dict[str, Any]:
    """A game as a restore point keeps it."""
    return {
        "key": list(row.key),
        "white": row.white_id,
        "black": row.black_id,
        "golden": row.golden,
        "result": row.result + row.later_flag,
        "moves": row.moves,
    }


def remember(
    done: Act[Tournament],
    name: str,
    course: Course,
    *,
    label: str = "",
    stood: list[dict[str, Any]],
    lost: list[TieGame],
    loose: list[str],
) -> None:
    """The restore point of what takes games out: what stood in the games, and they, and lots."""
    label = label or label_of(course.games[tuple(stood[0]["key"])])
    gone = [was(course.games[game_key(game)]) for game in lost]
    lots = {draw: course.plan.lots.as_typed(draw) for draw in loose}
    before = {"games": [*stood, *gone], "lots": lots} if lost or loose else None
    done.record(course.knockout, name, label=label, before=before, after={"taken_out": len(lost)})


def take_out_games(
    done: Act[Tournament],
    course: Course,
    lost: list[TieGame],
    loose: list[str],
    reason: str = "",
) -> None:
    """Games and lots that have lost their place; they stay in the history."""
    for game in lost:
        row = course.games[game_key(game)]
        was = row.result + row.later_flag
        row.result = row.later_flag = ""
        store_game(done, row, was, reason)
    for draw in loose:
        course.knockout.lots.filter(draw=draw).delete()
        drawn = course.plan.lots.as_typed(draw)
        done.record(course.knockout, "knockout.lot_cleared", label=draw, before=drawn)


def _without_place(course: Course, rows: list[KnockoutGame]) -> tuple[list[TieGame], list[str]]:
    """The games and lots that do not belong any more once `rows` read as they do now."""
    own = {row.key for row in rows}
    games = [game for game in course.tie_games() if game_key(game) not in own]
    games += [as_core(row, course.numbers) for row in rows if row.result]
    lost, loose = replay(course, games)
    if any(game_key(game) in own for game in lost):
        raise Refused("knockout.not_due")
    return lost, loose


def games_in_words(games: list[TieGame], course: Course) -> str:
    people = course.people
    return "; ".join(
        f"{people[game.white].name} – {people[game.black].name} {printed_result(game.result.code)}"
        for game in games[:12]
    ) + (" …" if len(games) > 12 else "")


def store_game(done: Act[Tournament], row: KnockoutGame, before: str, reason: str = "") -> None:
    if not row.result:
        row.moves = 0
    row.version += 1
    row.entered_by, row.entered_at = done.by, timezone.now()
    row.save()
    done.record(
        row,
        "game.entered" if not before else "game.changed" if row.result else "game.cleared",
        label=label_of(row),
        before=before,
        after=row.result + row.later_flag,
        reason=reason.strip(),
    )


def label_of(row: KnockoutGame) -> str:
    number = f"{row.tie}: " if row.tie[0].isdigit() else ""
    return f"{number}{row.white.name} – {row.black.name}"


def undo(*, knockout: Knockout, log_id: int, by: User | None, confirmed: str = "") -> KnockoutGame:
    """Put a game back to what it was before an entry of the "last entered" list."""
    line = LogEntry.objects.filter(
        tournament=knockout.tournament, pk=log_id, act__in=ACTS, target__startswith="knockoutgame:"
    ).first()
    if line is None:
        raise Refused("knockout.nothing_to_undo")
    row = knockout.games.filter(pk=int(line.target.split(":")[1])).first()
    if row is None or row.result + row.later_flag != line.after:
        raise Refused("knockout.undo_too_late")
    before = line.before or ""
    return enter_game(
        knockout=knockout,
        key=row.key,
        code=before[:2],
        later_flag=before[2:],
        version=row.version,
        by=by,
        confirmed=confirmed,
    )


def count_moves(
    *, knockout: Knockout, moves: dict[int, int], by: User | None, confirmed: str = ""
) -> None:
    """The moves of played games, where the fewest decide (C.2, C.6). Counted otherwise than
    before they may send another player on, as a result may."""
    with act("knockout.moves", knockout.tournament, by=by, confirmed=confirmed) as done:
        knockout = fresh(done, knockout)
        course = running(knockout)
        stood, rows = [], []
        for row in course.games.values():
            count = moves.get(row.pk)
            if not row.result or count is None:
                continue
            if not 1 <= count <= MOST_MOVES:
                raise Refused("knockout.moves_wrong", field="moves")
            if row.moves != count:
                stood.append(was(row))
                rows.append(row)
                row.moves = count
        if not rows:
            return done.nothing()
        lost, loose = _without_place(course, rows)
        done.require(
            "knockout.correct",
            level=3,
            reasons=[Reason("knockout.moves_effect", {"games": games_in_words(lost, course)})]
            if lost
            else [],
            subject=str(sorted((row.pk, row.moves) for row in rows)),
        )
        if lost or loose:
            remember(done, "knockout.corrected", course, stood=stood, lost=lost, loose=loose)
        take_out_games(done, course, lost, loose)
        for row, before in zip(rows, stood, strict=True):
            row.version += 1
            row.save(update_fields=["moves", "version"])
            known = before["moves"]
            done.record(knockout, label=label_of(row), before=known, after=row.moves)
