"""A knock-out or play-off: plan, announce, lots, games, and the way back from each.

The plan is never stored: it follows from what was agreed. What was entered must always fit it;
a correction that leaves later games without a place asks first and takes them out.
"""

from typing import Any

from django.utils import timezone

from pairing.errors import InconsistentHistory, PairingError
from pairing.handbook.knockout import TieGame, both_flags_down
from pairing.handbook.lots import Lots
from pairing.results import ADJOURNED, RESULTS
from pairing.state import Colour
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Conflict, Reason, Refused
from tournaments.kernel.log import changed
from tournaments.models import (
    Knockout,
    KnockoutGame,
    KnockoutLot,
    KnockoutSeat,
    LogEntry,
    Tournament,
    User,
)
from tournaments.queries.knockout.knockout import (
    Course,
    Key,
    as_core,
    draws,
    key_of,
    load,
    plan_of,
    replay,
)
from tournaments.queries.knockout.playoff import seats_before
from tournaments.services.knockout import team_seeds
from tournaments.services.knockout.qualifiers import enter_qualifiers
from tournaments.wording.results import printed_result

MOST_MOVES = 500
ACTS = ("game.entered", "game.changed", "game.cleared")


def fresh(done: Act[Tournament], knockout: Knockout) -> Knockout:
    """As it is now, with the tournament that the act has locked; neither over nor cancelled."""
    knockout = Knockout.objects.get(pk=knockout.pk)
    knockout.tournament = done.tournament
    if done.tournament.finished_at:
        raise Refused("knockout.tournament_over")
    if knockout.cancelled_at:
        raise Refused("knockout.cancelled")
    return knockout


# --- The plan ------------------------------------------------------------------------------------


def change_plan(*, knockout: Knockout, by: User | None, values: dict[str, Any]) -> Knockout:
    """Change what was agreed: numbers, times, choices, prizes. Prizes and the time of the first
    game may change later too, they decide nothing."""
    with act("knockout.planned", knockout.tournament, by=by) as done:
        knockout = fresh(done, knockout)
        before, after = changed(knockout, values)
        if not after:
            return done.nothing(knockout)
        if knockout.announced_at and not set(after) <= {"prizes", "currency", "starts_at"}:
            raise Refused("knockout.announced")
        seats = [s.entry for s in knockout.seats.all()] or seats_before(knockout)[0]
        _check_plan(knockout, len(seats))
        knockout.save()
        done.record(knockout, before=before, after=after)
        return knockout


def _check_plan(knockout: Knockout, players: int) -> None:
    """The core judges the settings; while players are missing, a larger field stands for them."""
    if not knockout.is_playoff:
        players = max(players, knockout.winners + 1)
    elif players < 2:
        return
    try:
        plan_of(knockout, tuple(range(1, players + 1)), Lots(knockout.lot_seed))
    except PairingError as error:
        raise Refused("knockout.settings", reason=error.as_data()) from error


def announce(*, knockout: Knockout, by: User | None) -> Knockout:
    """From now on everybody sees the plan, its players are fixed and games can be entered."""
    with act("knockout.announced", knockout.tournament, by=by) as done:
        knockout = fresh(done, knockout)
        if knockout.announced_at:
            return done.nothing(knockout)
        seats, _facts = seats_before(knockout)
        if knockout.is_playoff and not seats:
            raise Refused("playoff.not_tied", place=knockout.place)
        if not knockout.is_playoff and len(seats) <= knockout.winners:
            raise Refused("knockout.too_few")
        _check_plan(knockout, len(seats))
        if knockout.tournament.format.makes_rounds_from_plan:
            team_seeds.seed(knockout.tournament, seats)
        else:
            KnockoutSeat.objects.bulk_create(
                KnockoutSeat(knockout=knockout, number=number, entry=entry)
                for number, entry in enumerate(seats, start=1)
            )
        knockout.announced_at = timezone.now()
        knockout.save(update_fields=["announced_at"])
        done.record(knockout, after={"players": [entry.pk for entry in seats]})
        if knockout.tournament.format.makes_rounds_from_plan:
            from tournaments.services.knockout.team_knockout import write_round  # it builds on this

            course = load(knockout)
            if course.team_games is not None:
                write_round(done, course, 1, course.team_games.due)
        return knockout


def take_back(*, knockout: Knockout, by: User | None) -> Knockout:
    """Back to the plan, as long as nothing was played by it."""
    with act("knockout.taken_back", knockout.tournament, by=by) as done:
        knockout = fresh(done, knockout)
        if not knockout.announced_at:
            return done.nothing(knockout)
        if count := load(knockout).entered:
            raise Refused("knockout.has_games", count=count)
        seats = list(knockout.seats.values_list("entry_id", flat=True))
        if knockout.tournament.format.makes_rounds_from_plan:
            seats = [team.pk for team in knockout.tournament.teams.exclude(number=None)]
            team_seeds.unseed(knockout.tournament)
        lots = {lot.draw: lot.order for lot in knockout.lots.all()}
        for rows in (knockout.seats, knockout.lots, knockout.games):
            rows.all().delete()
        knockout.announced_at = None
        knockout.save(update_fields=["announced_at"])
        done.record(knockout, before={"players": seats, "lots": lots})
        return knockout


def take_qualifiers(
    *, knockout: Knockout, by: User | None, places: list[tuple[Tournament, int]]
) -> Knockout:
    """The best of other tournaments of the event become the players, seeded by their places:
    all firsts in the order given, then all seconds, and so on."""
    with act("knockout.qualified", knockout.tournament, by=by) as done:
        knockout = fresh(done, knockout)
        if knockout.announced_at:
            raise Refused("knockout.announced")
        order = enter_qualifiers(knockout.tournament, places)
        before, knockout.order = knockout.order, order
        knockout.save(update_fields=["order"])
        after = {tournament.name: count for tournament, count in places if count}
        done.record(knockout, before=before, after={"from": after, "order": order})
        return knockout


# --- Games ---------------------------------------------------------------------------------------


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
            row.white, row.black = course.people[due.white], course.people[due.black]
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
            row.white, row.black = course.people[due.white], course.people[due.black]
            row.golden = due.golden
        if later_flag and not row.golden:
            raise Refused("knockout.flag_without_golden", field="result")
        before = row.result + row.later_flag
        row.result, row.later_flag = code, later_flag
        lost, loose = _without_place(course, [row]) if before else ([], [])
        effect = Reason(
            "knockout.correction_effect",
            {"new": printed_result(code) or "–", "games": named(lost, course)},
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
        take_out(done, course, lost, loose, reason)
        store(done, row, before, reason)
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
    gone = [was(course.games[key_of(game)]) for game in lost]
    lots = {draw: course.plan.lots.as_typed(draw) for draw in loose}
    before = {"games": [*stood, *gone], "lots": lots} if lost or loose else None
    done.record(course.knockout, name, label=label, before=before, after={"taken_out": len(lost)})


def take_out(
    done: Act[Tournament],
    course: Course,
    lost: list[TieGame],
    loose: list[str],
    reason: str = "",
) -> None:
    """Games and lots that have lost their place; they stay in the history."""
    for game in lost:
        row = course.games[key_of(game)]
        was = row.result + row.later_flag
        row.result = row.later_flag = ""
        store(done, row, was, reason)
    for draw in loose:
        course.knockout.lots.filter(draw=draw).delete()
        drawn = course.plan.lots.as_typed(draw)
        done.record(course.knockout, "knockout.lot_cleared", label=draw, before=drawn)


def running(knockout: Knockout) -> Course:
    if not knockout.announced_at:
        raise Refused("knockout.not_announced")
    return load(knockout)


def _without_place(course: Course, rows: list[KnockoutGame]) -> tuple[list[TieGame], list[str]]:
    """The games and lots that do not belong any more once `rows` read as they do now."""
    own = {row.key for row in rows}
    games = [game for game in course.tie_games() if key_of(game) not in own]
    games += [as_core(row, course.numbers) for row in rows if row.result]
    lost, loose = replay(course, games)
    if any(key_of(game) in own for game in lost):
        raise Refused("knockout.not_due")
    return lost, loose


def named(games: list[TieGame], course: Course) -> str:
    people = course.people
    return "; ".join(
        f"{people[game.white].name} – {people[game.black].name} {printed_result(game.result.code)}"
        for game in games[:12]
    ) + (" …" if len(games) > 12 else "")


def store(done: Act[Tournament], row: KnockoutGame, before: str, reason: str = "") -> None:
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
            reasons=[Reason("knockout.moves_effect", {"games": named(lost, course)})]
            if lost
            else [],
            subject=str(sorted((row.pk, row.moves) for row in rows)),
        )
        if lost or loose:
            remember(done, "knockout.corrected", course, stood=stood, lost=lost, loose=loose)
        take_out(done, course, lost, loose)
        for row, before in zip(rows, stood, strict=True):
            row.version += 1
            row.save(update_fields=["moves", "version"])
            known = before["moves"]
            done.record(knockout, label=label_of(row), before=known, after=row.moves)


# --- Lots ----------------------------------------------------------------------------------------


def enter_lot(*, knockout: Knockout, draw: str, order: list[int] | None, by: User | None) -> None:
    """Enter a lot drawn at the table, or the colour chosen for the golden point (White first).
    Without an order the lot of the seed holds again."""
    with act("knockout.drawn", knockout.tournament, by=by) as done:
        knockout = fresh(done, knockout)
        course = running(knockout)
        numbers = draws(course).get(draw)
        if numbers is None:
            known = course.plan.lots.as_typed(draw) is not None
            raise Refused("knockout.lot_has_games" if known else "knockout.lot_unknown")
        row = knockout.lots.filter(draw=draw).first()
        before = list(row.order) if row else None
        if before == order:
            return done.nothing()
        if order is None:
            knockout.lots.filter(draw=draw).delete()
        else:
            if sorted(order) != sorted(numbers):
                raise Refused(
                    "knockout.lot_wrong", field="order", numbers=", ".join(map(str, numbers))
                )
            KnockoutLot.objects.update_or_create(
                knockout=knockout, draw=draw, defaults={"order": order, "entered_by": by}
            )
        try:
            load(knockout)
        except InconsistentHistory as error:
            raise Refused("knockout.lot_has_games") from error
        if knockout.tournament.format.makes_rounds_from_plan:
            team_seeds.turn_matches(knockout)
        done.record(
            knockout,
            "knockout.drawn" if order else "knockout.lot_cleared",
            label=draw,
            before=before,
            after=order,
        )


# --- The end -------------------------------------------------------------------------------------


def guard_end(tournament: Tournament) -> None:
    """A tournament does not end before its knock-out and its play-offs are decided."""
    for knockout in tournament.knockouts.filter(cancelled_at=None):
        if knockout.announced_at and load(knockout).progress.finished:
            continue
        if not knockout.is_playoff:
            if tournament.format.eliminates:
                raise Refused("knockout.unfinished")
        elif knockout.announced_at:
            raise Refused("playoff.unfinished", place=knockout.place)
