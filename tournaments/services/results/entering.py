"""Entering results, checking them a second time, and what may still be changed when."""

import re
from datetime import timedelta
from itertools import product
from typing import Any

from django.utils import timezone

from pairing.results import DRAW, KNOWN, MATCH_RESULTS, RESULTS
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Conflict, Reason, Refused
from tournaments.kernel.guards import doubted_boards, missing_boards, named_boards
from tournaments.models import (
    Entry,
    GameRow,
    Irregular,
    LogEntry,
    Pairing,
    Round,
    Tournament,
    User,
)
from tournaments.queries.results.empty_chairs import lost_by_forfeit
from tournaments.queries.results.window import Window, window
from tournaments.services.entries.checkin import mark_absent, mark_present
from tournaments.wording.results import printed_result

# --- What is typed ------------------------------------------------------------------------------

#: as typed after a board number, or alone on the board in focus
TYPED = {
    "1": "10",
    "0": "01",
    "=": "==",
    "½": "==",
    "5": "==",
    "+": "+-",
    "-": "-+",
    "--": "--",
    "?": "??",
    "x": "",
    "1-0": "10",
    "0-1": "01",
    "1/2": "==",
    "½-½": "==",
    "+-": "+-",
    "-+": "-+",
    "=-0": "=0",
    "0-=": "0=",
    "0-0": "00",
}
#: nobody types more for a board and its result
LONGEST_LINE = 40
#: between a number and a result that begins with a digit; a signed result needs none
_LINE = re.compile(r"\s*(\d{1,4})(?:[\s.,:*/]+(\S+)|([^\d\s.,:*/]\S*))\s*")


def typed(games: int) -> dict[str, str]:
    """Maps what is typed for a result to its code. Of a match of two games one game is typed, or
    both: `41 1`, `41 1=`; always from the side of who has White in game 1."""
    if games == 1:
        return TYPED
    single = {text: code for text, code in TYPED.items() if len(text) == 1 or text == "--"}
    keys = [text for text, code in single.items() if len(text) == 1 and code]
    both = {one + two: TYPED[one] + TYPED[two] for one, two in product(keys, repeat=2)}
    return both | {text: code for text, code in single.items() if len(text) == 1}


def read_line(text: str, games: int = 1) -> tuple[int, str]:
    """`41 1`, `41.0`, `41=`, `41 +`: a board and the code of its result."""
    match = _LINE.fullmatch(text[:LONGEST_LINE].lower().replace("–", "-").replace("−", "-"))
    known, found = typed(games), (match[2] or match[3]) if match else ""
    if match is None or found not in known:
        raise Refused("result.line_not_understood", field="line", line=text[:20])
    return int(match[1]), known[found]


def enter_line(
    *, tournament: Tournament, number: int, line: str, by: User | None, confirmed: str = ""
) -> GameRow:
    """Set what was typed. Typing blindly must not overwrite: an other result that stands
    there is shown, and stays until it is changed on its board."""
    games = tournament.format.games_a_round
    board, code = read_line(line, games)
    pairing = (
        Pairing.objects.games()
        .filter(round__tournament=tournament, round__number=number, board=board)
        .first()
    )
    if pairing is None:
        raise Refused("result.no_board", field="line", board=board, round=number)
    if pairing.first_game and len(code) == 2:
        code = pairing.first_game + code  # game 2 of the match
    if pairing.result and code and pairing.result != code:
        raise Conflict(
            "result.stands_already",
            current=pairing,
            **_both(pairing, code),
        )
    return enter_result(
        tournament=tournament,
        pairing_id=pairing.pk,
        code=code,
        version=pairing.version,
        by=by,
        confirmed=confirmed,
    )


# --- Enter --------------------------------------------------------------------------------------

#: a result is taken away again within this time because it was typed on the wrong board
SLIP_OF_TYPING = timedelta(minutes=15)


def enter_result(
    *,
    tournament: Tournament,
    pairing_id: int,
    code: str,
    version: int,
    by: User | None,
    confirmed: str = "",
    reason: str = "",
    key: str = "",
) -> GameRow:
    """Set, change or (with an empty code) clear the result of a board.

    `version` is the row as the arbiter saw it: when somebody else has changed it since, nothing
    is written and both results are shown. A `key` comes from a sender that did not hear our
    answer and asks again: what was done with it is not done twice.
    """
    with act("result.entered", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        pairing = board_of(tournament, pairing_id)
        _guard_code(tournament, pairing, code)
        if key and LogEntry.objects.filter(tournament=tournament, key=key).exists():
            return done.nothing(pairing)
        if pairing.standing == code:
            return done.nothing(pairing)  # sent twice, or two arbiters agree
        if pairing.version != version:
            raise Conflict(
                "result.changed_meanwhile",
                current=pairing,
                **_both(pairing, code),
            )
        irregular = _guard_change(done, pairing, code, reason)
        before = pairing.standing
        _store(done, pairing, code, reason=reason, irregular=irregular, key=key)
        # Its round is not complete, with or without this result.
        done.unsettled = bool(set(missing_boards(pairing.round)) - {pairing.board})
        _hold_absent(tournament, pairing, before, by)
        return pairing


def _guard_code(tournament: Tournament, pairing: GameRow, code: str) -> None:
    """Of a match both games, or the first one alone, which then waits for the second."""
    known = RESULTS if tournament.format.games_a_round == 1 else KNOWN
    if code and code not in known:
        raise Refused("result.unknown_code", field="result")


def is_first_game(tournament: Tournament, code: str) -> bool:
    """The code is only that of game 1 of a match."""
    return tournament.format.games_a_round == 2 and len(code) == 2


def _hold_absent(tournament: Tournament, pairing: GameRow, before: str, by: User | None) -> None:
    """Put players who did not come to their game on hold: not paired until marked as here. A
    forfeit that was entered by mistake is no absence. `pairing.on_hold` names them."""
    round_ = pairing.round
    pairing.on_hold = held = []
    swiss = tournament.format.pairs_players and tournament.format.swiss
    if not swiss or round_.number >= tournament.total_rounds or window(round_) is not Window.OPEN:
        return
    for entry, place in ((pairing.white, 0), (pairing.black, 1)):
        lost = lost_by_forfeit(pairing.result, place)
        if lost and not entry.gone:
            mark_absent(tournament=tournament, entry=entry, by=by, zero_point=False)
            held.append(entry)
        elif not lost and lost_by_forfeit(before, place) and entry.status == Entry.Status.ABSENT:
            mark_present(tournament=tournament, entry=entry, by=by)


def board_of(tournament: Tournament, pairing_id: int) -> GameRow:
    pairing = (
        Pairing.objects.games()
        .select_related("round", "white", "black", "entered_by")
        .filter(round__tournament=tournament, pk=pairing_id)
        .first()
    )
    if pairing is None:
        raise Refused("result.no_such_board")
    pairing.round.tournament = tournament
    return pairing


def _both(pairing: GameRow, code: str) -> dict[str, Any]:
    """The result that stands and the one that was sent, as codes and as printed."""
    return {
        "board": pairing.board,
        "theirs": pairing.standing,
        "yours": code,
        "theirs_text": printed_result(pairing.standing) or "–",
        "yours_text": printed_result(code) or "–",
    }


def _store(
    done: Act[Tournament],
    pairing: GameRow,
    code: str,
    *,
    reason: str = "",
    irregular: Irregular = Irregular.NO,
    key: str = "",
) -> None:
    before = pairing.standing
    first = is_first_game(done.tournament, code)
    pairing.result, pairing.first_game = ("", code) if first else (code, "")
    pairing.version += 1
    pairing.entered_by = done.by
    pairing.entered_at = timezone.now()
    pairing.checked_by = pairing.checked_at = None
    pairing.read_differently = ""
    if code:
        pairing.empty_chairs = ""
    pairing.save(
        update_fields=[
            "empty_chairs",
            "result",
            "first_game",
            "version",
            "entered_by",
            "entered_at",
            "checked_by",
            "checked_at",
            "read_differently",
        ]
    )
    if not pairing.result and pairing.round.status == Round.Status.FINISHED:
        pairing.round.status = Round.Status.PUBLISHED
        pairing.round.save(update_fields=["status"])
    done.record(
        pairing,
        "result.entered"
        if not before or _goes_on(before, code)
        else "result.changed"
        if code
        else "result.cleared",
        before=before,
        after=code,
        reason=reason,
        irregular=irregular,
        key=key,
    )


def _goes_on(before: str, code: str) -> bool:
    """Game 2 of a match, which changes nothing that stood."""
    return len(before) == 2 and len(code) == 4 and code.startswith(before)


def put_back(done: Act[Tournament], pairing: GameRow, code: str) -> None:
    """Store the result that counted before a correction, as part of an act that asks about it. A
    finished round that lacked it alone is finished again, unless another one is in doubt."""
    _store(done, pairing, code)
    round_ = pairing.round
    was_over = round_.status == Round.Status.PUBLISHED and round_.finished_at is not None
    if was_over and not missing_boards(round_) and not doubted_boards(round_):
        round_.status = Round.Status.FINISHED
        round_.save(update_fields=["status"])


def refuse_closed(round_: Round) -> None:
    """No result changes, whichever it is."""
    if window(round_) is Window.CLOSED:
        over = round_.is_public
        key = "result.tournament_over" if over else "result.round_not_published"
        raise Refused(key, round=round_.number)


def _guard_change(done: Act[Tournament], pairing: GameRow, code: str, reason: str) -> Irregular:
    """Refuse or ask as the rules want it; the kind of irregular act that the change is."""
    round_ = pairing.round
    allowed = window(round_)
    values: dict[str, Any] = {
        "round": round_.number,
        "next": round_.number + 1,
        "board": pairing.board,
    }
    refuse_closed(round_)
    first = is_first_game(done.tournament, code)
    if allowed is Window.OPEN:
        if (code and not (first and pairing.result)) or _just_typed(pairing):
            return Irregular.NO
        done.require(
            "result.clear",
            level=3,
            reasons=[
                Reason("result.clear_effect", values | {"result": printed_result(pairing.standing)})
            ],
            subject=f"{pairing.pk}:{pairing.standing}",
        )
        return Irregular.CORRECTION
    if pairing.adjourned and code and not first:
        if code in (DRAW.code, 2 * DRAW.code):
            return Irregular.NO
        done.require(
            "result.adjournment",
            level=3,
            reasons=[Reason("result.adjournment_effect", values)],
            subject=f"{pairing.pk}:{code}",
        )
        return Irregular.ADJOURNMENT
    if allowed is Window.REPORT_ONLY:
        raise Refused("result.report_only", **values)
    if not code or "?" in code or first:
        raise Refused("result.cannot_clear", **values)
    if not reason.strip():
        raise Refused("result.reason_needed", field="reason", **values)
    done.require(
        "result.correct",
        level=3,
        reasons=[Reason(_effect(done.tournament, round_), values)],
        subject=f"{pairing.pk}:{code}",
    )
    return Irregular.CORRECTION


def _just_typed(pairing: GameRow) -> bool:
    """The result stands in a round that is being played, and was typed a moment ago."""
    playing = pairing.round.status == Round.Status.PUBLISHED
    latest = timezone.now() - SLIP_OF_TYPING
    return playing and pairing.entered_at is not None and pairing.entered_at > latest


def _effect(tournament: Tournament, round_: Round) -> str:
    """The code for what a correction changes."""
    if tournament.format.matches_stay:
        return "result.correction_of_teams"
    following = tournament.round(round_.number + 1)
    if following is None or not following.is_public:
        return "result.correction_taken_back"
    if following.number == tournament.total_rounds:
        return "result.correction_at_the_end"
    return "result.correction_effect"


def adjourn_missing(
    *, tournament: Tournament, number: int, by: User | None, confirmed: str = ""
) -> list[int]:
    """Mark every board without a result as adjourned, having named them."""
    with act("result.entered", tournament, by=by, confirmed=confirmed) as done:
        round_ = done.tournament.round(number)
        if round_ is None or window(round_) is not Window.OPEN:
            raise Refused("result.round_not_published", round=number)
        missing = missing_boards(round_)
        if not missing:
            return done.nothing(missing)
        done.require(
            "result.adjourn_missing",
            level=2,
            reasons=[
                Reason("result.adjourn_effect", {"round": number, "boards": named_boards(missing)})
            ],
            subject=str(number),
        )
        for pairing in round_.pairings.games().filter(board__in=missing).select_related("round"):
            games = done.tournament.format.games_a_round
            first = pairing.first_game
            _store(done, pairing, first + "??" * (games - bool(first)))
        return missing


# --- The second pass ----------------------------------------------------------------------------


def check_result(*, tournament: Tournament, pairing_id: int, code: str, by: User | None) -> GameRow:
    """Somebody reads the slips again: the same result is ticked; another one is noted beside the
    first, which stays, and holds the end of the round until one of them is settled."""
    with act("result.checked", tournament, by=by) as done:
        pairing = board_of(done.tournament, pairing_id)
        if not pairing.round.is_public or not pairing.result:
            raise Refused("result.nothing_to_check", board=pairing.board)
        known = RESULTS if done.tournament.format.games_a_round == 1 else MATCH_RESULTS
        if code not in known:
            raise Refused("result.unknown_code", field="result")
        differs = pairing.result != code
        noted = code if differs else ""
        if pairing.read_differently != noted or pairing.checked_at is None or differs:
            pairing.read_differently = noted
            pairing.checked_by = None if differs else by
            pairing.checked_at = None if differs else timezone.now()
            pairing.save(update_fields=["read_differently", "checked_by", "checked_at"])
            done.changed()  # a tick or a doubt, which is no line of the history
        else:
            done.nothing()
    if differs:
        raise Conflict("result.check_differs", current=pairing, **_both(pairing, code))
    return pairing


def undo_last(
    *, tournament: Tournament, number: int, log_id: int, by: User | None, confirmed: str = ""
) -> GameRow:
    """Put a board back to what it was before an entry of the round's "last entered" list."""
    entry = LogEntry.objects.filter(
        tournament=tournament,
        round_number=number,
        pk=log_id,
        act__in=["result.entered", "result.changed", "result.cleared"],
    ).first()
    if entry is None:
        raise Refused("result.nothing_to_undo")
    pairing = Pairing.objects.games().filter(pk=int(entry.target.split(":")[1])).first()
    if pairing is None or pairing.standing != entry.after:
        raise Refused("result.undo_too_late", board=entry.label.partition("/")[2])
    return enter_result(
        tournament=tournament,
        pairing_id=pairing.pk,
        code=entry.before or "",
        version=pairing.version,
        by=by,
        confirmed=confirmed,
    )
