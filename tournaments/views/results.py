"""Results at the desk: by form, by typed line, and from a page that keeps what is not sent yet."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pairing.results import KNOWN, MATCH_RESULTS, RESULTS
from tournaments.core.text import number_or_none, whole_number
from tournaments.documents.catalogue import PAPERS
from tournaments.kernel.errors import Conflict, NeedsConfirmation, Refused
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Entry, GameRow, LogEntry, Pairing, Role, Round, Tournament, User
from tournaments.queries.results.corrections import (
    Awaited,
    awaiting_second_arbiter,
    board_history,
    corrections_of,
    simulate,
)
from tournaments.queries.results.empty_chairs import chairs_of, default_time, time_is_over
from tournaments.queries.results.window import (
    Window,
    counts_no_more,
    effect,
    role_for_results,
    window,
)
from tournaments.queries.rounds.stale import draft_is_stale
from tournaments.queries.voice.requests import late_boards
from tournaments.queries.voice.results import Queue, most_urgent, reported_boards, reports_on
from tournaments.queries.voice.slips import slips_of
from tournaments.services.results import correcting, empty_chairs, entering, presence
from tournaments.templatetags.chess import result_words, square
from tournaments.views.desk import frame
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.requests import SignedIn
from tournaments.wording.results import EFFECTS, printed_result

#: what the keyboard offers first, and what is one more step away
MAIN_RESULTS = ("10", "==", "01")
OTHER_RESULTS = tuple(
    sorted((code for code in RESULTS if code not in MAIN_RESULTS), key=lambda c: RESULTS[c].played)
)
#: of a match of two games in which nothing was played
WHOLE_MATCHES = ("+-+-", "-+-+", "----", "????")
ENTRIES = ("result.entered", "result.changed", "result.cleared")


def choices(games: int) -> dict[str, Any]:
    """The results offered, as (code, printed, words), and what the page's script says. `games`:
    that two opponents play in a round; those of the match as a whole come first."""

    def offered(codes: tuple[str, ...]) -> list[tuple[str, str, str]]:
        return [(code, printed_result(code), result_words(code)) for code in codes]

    others = offered(OTHER_RESULTS)
    if games == 2:
        others = offered(WHOLE_MATCHES) + others
    return {
        "games_a_round": games,
        "main_results": offered(MAIN_RESULTS),
        "other_results": [*others, ("", "–", _("no result"))],
        "other_codes": frozenset(OTHER_RESULTS),
        "empty_chairs": [
            ("w", _("White is not here yet")),
            ("b", _("Black is not here yet")),
            ("wb", _("nobody is here yet")),
        ],
        "printed": {code: printed_result(code) for code in (RESULTS if games == 1 else KNOWN)},
        "typed": entering.typed(games),
        "words": {
            "other": _("other"),
            "none": _("no result"),
            "decide": _("Not saved, for you to decide: {count}"),
            "saved": _("Everything is saved."),
            "sending": _("Sending: {count}"),
            "offline": _("Offline. Waiting: {count}. Nothing is lost."),
            "unreachable": _("Offline. You can go on; results wait in this browser."),
            "signedOut": _(
                "You are signed out. Sign in again in another tab and reload this page. "
                "Waiting: {count}; nothing is lost."
            ),
            "changed": _("Board {board} is now {result} ({by})."),
            "keep": _("Leave {result}"),
            "take": _("Enter {result}"),
            "second": _("Board {board}: {result} in game 1, not saved yet. Now game 2."),
            "onItsWay": _("The result of board {board} is on its way. Undo it once it is saved."),
            "notSent": _("Not noted: the server cannot be reached. Try again."),
            "dismiss": _("Dismiss"),
            "look": _("Look at it"),
            "answer": _("Answer the question"),
            "left": _("Missing: {count}"),
            "notHere": _("not here yet"),
            "said": _("reported by phone"),
            "noBoard": _("There is no board {board}."),
            "notUnderstood": _("“{line}” is not a board with a result."),
            "differs": _(
                "Board {board}: {theirs} was entered first, {yours} now. Look at the slip."
            ),
            "stands": _("Board {board} already has {result}. Press the right result to change it."),
        },
    }


def entry_words() -> dict[str, Any]:
    """The words that every row repeats, looked up once."""
    return {
        "result_of": _("Result of board"),
        "word_fixed": _("fixed table"),
        "word_away": _("not here yet"),
        "word_other": _("other"),
        "word_why": _("Why?"),
        "word_incident": _("Note an incident"),
        "word_report": _("in the report:"),
        "word_correct": _("Correct"),
        "word_enter": _("Enter the result"),
        "white_square": format_html('{}<span class="unseen">{}: </span>', square("w"), _("White")),
        "black_square": format_html('{}<span class="unseen">{}: </span>', square("b"), _("Black")),
    }


@dataclass(frozen=True, slots=True)
class Entered:
    """A line of the history, and the board that it is about, for its names."""

    line: LogEntry
    pairing: GameRow | None


def last_entered(tournament: Tournament, number: int) -> list[Entered]:
    found = list(
        tournament.log.filter(round_number=number, act__in=ENTRIES).select_related("by")[:5]
    )
    ids = {int(line.target.rpartition(":")[2]) for line in found}
    boards = Pairing.objects.games().filter(pk__in=ids).select_related("white", "black")
    known = {board.pk: board for board in boards}
    return [Entered(line, known.get(int(line.target.rpartition(":")[2]))) for line in found]


def _draft_behind(round_: Round) -> int | None:
    """The number of the next round, where its draft was made from other results than these."""
    following = (
        Round.objects.traced()
        .select_related("tournament__event")
        .filter(
            tournament_id=round_.tournament_id,
            number=round_.number + 1,
            status=Round.Status.DRAFT,
        )
        .first()
    )
    return following.number if following and draft_is_stale(following) else None


def _reports(round_: Round) -> Queue:
    return most_urgent(reported_boards(round_.tournament, round_.number))


def _my_last(lines: list[LogEntry], now: dict[int, str], user: Any) -> int | None:
    """The line that the undo key takes back: one's own, and still as it was entered."""
    for line in lines:
        board = int(line.label.partition("/")[2])
        if line.by_id == user.pk and line.after and now.get(board) == line.after:
            return line.pk
    return None


def side(round_: Round, user: User) -> dict[str, Any]:
    """The column beside the boards: what is missing, what came last, who else is here.

    What came last is asked for first: what others enter meanwhile is told once more then, and
    never left out.
    """
    entered = last_entered(round_.tournament, round_.number)
    rows = round_.pairings.games().order_by("board")
    asked = rows.values_list("board", "result", "checked_at", "first_game", "read_differently")
    boards = list(asked)
    halves = {board: first for board, _result, _time, first, _other in boards if first}
    missing = [row[0] for row in boards if not row[1]]
    doubted = any(row[4] for row in boards)
    return {
        "missing": missing,
        "total": len(boards),
        "entered": len(boards) - len(missing),
        "unchecked": [row[0] for row in boards if row[1] and not row[2]],
        "checked": sum(1 for row in boards if row[2]),
        "doubted": list(rows.exclude(read_differently="")) if doubted else [],
        "last_entered": entered,
        "my_last": _my_last(
            [one.line for one in entered],
            {row[0]: row[1] for row in boards} | halves,
            user,
        ),
        "half_entered": sorted(halves),
        "here": presence.others_here(round_, user),
        "chairs": chairs_of(round_),
        "default_time": default_time(round_),
        "time_is_over": time_is_over(round_),
        "draft_behind": _draft_behind(round_),
        "awaited": _awaited(round_.tournament, user),
        "late": late_boards(round_) if missing else [],
        "reports": _reports(round_) if missing else None,
    }


def _awaited(tournament: Tournament, user: User) -> list[Awaited]:
    """Corrections of others that this arbiter is called to."""
    if not tournament.event.my_role.covers(Role.ARBITER):
        return []
    return awaiting_second_arbiter([tournament.pk], user).get(tournament.pk, [])


@button(Role.CLERK)
def enter(press: Press, number: int) -> HttpResponse:
    """One result, entered or (`kind=check`) read a second time.

    A page that keeps its entries gets data back and decides itself; a plain form gets a page.
    """
    tournament = press.tournament
    pairing_id, version, code = _what_was_sent(press.request)
    _guard_role(tournament, pairings=pairing_id)
    second = press.text("kind") == "check"
    try:
        if second:
            pairing = entering.check_result(pairing_id=pairing_id, code=code, **press.given)
        else:
            pairing = entering.enter_result(
                pairing_id=pairing_id,
                version=version,
                code=code,
                key=press.text("key")[:36],
                **press.answered,
            )
    except (Refused, NeedsConfirmation) as answer:
        if not _wants_data(press.request):
            raise
        return _refusal(answer, press.back("desk:round", number)["Location"])
    held = [_on_hold(entry, number) for entry in pairing.on_hold]
    if _wants_data(press.request):
        news = _news(press.request, tournament, number, [pairing])
        return JsonResponse({**news, "messages": held})
    for text in held:
        messages.info(press.request, text)
    return redirect(_at_board(tournament, number, pairing, second))


def _on_hold(entry: Entry, number: int) -> str:
    return _(
        "%(name)s did not come and is on hold: not paired in round %(next)s until marked as "
        "present."
    ) % {"name": entry.name, "next": number + 1}


def _guard_role(tournament: Tournament, **which: int) -> None:
    round_ = Round.objects.filter(tournament=tournament, **which).first()
    if round_ is None:
        return
    round_.tournament = tournament
    if not tournament.event.my_role.covers(role_for_results(round_)):
        raise PermissionDenied


def _what_was_sent(request: SignedIn) -> tuple[int, int, str]:
    """`set` is a button of the plain form: pairing, version and code in one value."""
    if "set" in request.POST:
        parts = request.POST["set"].split(".")
        if len(parts) != 3:
            raise Refused("result.no_such_board")
        pairing, version, code = parts
        if len(code) == 2 and (first := _first_game(pairing)):
            code = first + code
    else:
        pairing, version = request.POST.get("pairing", ""), request.POST.get("version", "")
        code = request.POST.get("result", "")
    return whole(pairing), whole(version), code


def _first_game(pairing: str) -> str:
    """The game noted of a match whose game 2 is now entered, by a browser without JavaScript."""
    found = Pairing.objects.filter(pk=whole(pairing)).values_list("first_game", flat=True)
    return found.first() or ""


def _wants_data(request: SignedIn) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _refusal(answer: Refused | NeedsConfirmation, page: str) -> JsonResponse:
    if isinstance(answer, NeedsConfirmation):
        reasons = " ".join(map(str, answer.reasons))
        return JsonResponse({"problem": reasons, "page": page, "ask": True}, status=422)
    data: dict[str, Any] = {"problem": str(answer), "code": answer.code}
    if isinstance(answer, Conflict):
        data["board"] = _board_as_data(answer.current)
        return JsonResponse(data, status=409)
    return JsonResponse(data, status=422)


def _board_as_data(pairing: Pairing) -> dict[str, Any]:
    return {
        "pairing": pairing.pk,
        "board": pairing.board,
        "result": pairing.result,
        **({"half": pairing.first_game} if pairing.first_game else {}),
        "printed": printed_result(pairing.standing),
        "version": pairing.version,
        "by": pairing.entered_by.display_name if pairing.entered_by else "",
        "checked": pairing.checked_at is not None,
    }


def _news(
    request: SignedIn, tournament: Tournament, number: int, changed: list[Pairing]
) -> dict[str, Any]:
    round_ = get_object_or_404(tournament.rounds, number=number)
    context = {
        "round": round_,
        "number": number,
        "tournament": tournament,
        "event": tournament.event,
        "may_enter": tournament.event.my_role.covers(Role.CLERK),
        **side(round_, request.user),
    }
    return {
        "boards": [_board_as_data(pairing) for pairing in changed],
        "side": render_to_string("desk/_side.html", context, request),
        "at": context["last_entered"][0].line.pk if context["last_entered"] else 0,
    }


@login_required
@require_safe
def live(request: SignedIn, event: str, slug: str, number: int) -> HttpResponse:
    """A page at work says at which board it is, and hears what others entered meanwhile."""
    tournament = tournament_for(request.user, event, slug)
    round_ = get_object_or_404(tournament.rounds, number=number)
    board, after = request.GET.get("board", ""), request.GET.get("after", "")
    presence.note_presence(round_, request.user, whole_number(board))
    heard = whole_number(after)
    entries = tournament.log.filter(round_number=number, act__in=ENTRIES, pk__gt=heard)
    lines = dict(entries.values_list("pk", "target"))
    changed = {int(target.split(":")[1]) for target in lines.values()}
    rows = list(round_.pairings.filter(pk__in=changed).select_related("entered_by"))
    news = _news(request, tournament, number, rows)
    return JsonResponse(news | {"last": max(lines, default=heard)})  # what came since is told next


@button(Role.CLERK)
def line(press: Press, number: int) -> HttpResponse:
    """A typed line such as `41 1`, for a browser without JavaScript."""
    pairing = entering.enter_line(number=number, line=press.text("line"), **press.answered)
    return redirect(_at_board(press.tournament, number, pairing))


@button(Role.CLERK)
def chairs(press: Press, number: int) -> HttpResponse:
    """Note the empty chairs of a board, as `pairing.w`, `.b`, `.wb`, or `pairing.` for none."""
    tournament = press.tournament
    board, _sep, missing = press.text("chairs").partition(".")
    pairing = empty_chairs.note_chairs(
        number=number, pairing_id=whole(board), chairs=missing, **press.given
    )
    if _wants_data(press.request):
        return JsonResponse(_news(press.request, tournament, number, []))
    return redirect(_at_board(tournament, number, pairing))


@button(Role.CLERK)
def undo(press: Press, number: int) -> HttpResponse:
    tournament = press.tournament
    _guard_role(tournament, number=number)
    pairing = entering.undo_last(number=number, log_id=press.number("entry"), **press.answered)
    return redirect(_at_board(tournament, number, pairing))


@button(Role.ARBITER)
def adjourn(press: Press, number: int) -> HttpResponse:
    entering.adjourn_missing(number=number, **press.answered)
    return press.back("desk:round", number)


@login_required
def correct(request: SignedIn, event: str, slug: str, number: int, board: int) -> HttpResponse:
    """Show what may still be done about a result and what it would move; do it."""
    tournament = open_page(request, event, slug, Role.ARBITER).tournament
    pairing = get_object_or_404(
        Pairing.objects.games().select_related("round", "white", "black", "entered_by"),
        round__tournament=tournament,
        round__number=number,
        board=board,
    )
    pairing.round.tournament = tournament
    allowed = window(pairing.round)
    if request.method == "POST":
        _correct(request, tournament, pairing)
        return redirect("desk:correct", event, slug, number, board)
    code = request.GET.get("result", "")
    asked = whole_number(request.GET.get("case", ""))
    case = tournament.cases.filter(number=asked).first() if asked else None
    simulation = None
    known = RESULTS if tournament.format.games_a_round == 1 else MATCH_RESULTS
    if code in known and code != pairing.result and allowed != Window.CLOSED:
        counts = not counts_no_more(pairing, allowed)
        simulation = simulate(tournament, pairing, code) if counts else None
    context = {
        "pairing": pairing,
        "number": number,
        "window": allowed,
        "effect": EFFECTS[effect(pairing, allowed)] % {"following": number + 1},
        "code": code if code in known else "",
        "codes": [key for key in _usual_first(known) if "?" not in key or pairing.result == ""],
        "simulation": simulation,
        "history": board_history(pairing),
        "slips": slips_of(tournament, number, board),
        "reports": list(reports_on([pairing])[pairing.pk].values()),
        "case": case if case and case.pairing_id == pairing.pk else None,
        "following": number + 1,
        "papers": [
            (PAPERS[paper.kind].label, paper)
            for paper in (simulation.papers if simulation else ())
            if paper.kind in PAPERS
        ],
        "corrections": [each for each in corrections_of(tournament) if each.pairing == pairing],
        **frame(tournament),
    }
    return render(request, "desk/correct.html", context)


def _usual_first(codes: Iterable[str]) -> list[str]:
    """Of matches those without a rare game before the others."""
    return sorted(codes, key=lambda code: sum(g not in MAIN_RESULTS for g in (code[:2], code[2:])))


def _correct(request: SignedIn, tournament: Tournament, pairing: GameRow) -> None:
    if "confirm" in request.POST:
        correcting.confirm_correction(tournament=tournament, pairing_id=pairing.pk, by=request.user)
        return
    correcting.correct_result(
        tournament=tournament,
        pairing_id=pairing.pk,
        code=request.POST.get("result", ""),
        version=whole(request.POST.get("version")),
        reason=request.POST.get("reason", "")[:500],
        by=request.user,
        confirmed=request.POST.get("confirmed", ""),
    )


def _at_board(tournament: Tournament, number: int, pairing: Pairing, second: bool = False) -> str:
    page = reverse("desk:round", args=[tournament.event.slug, tournament.slug, number])
    return f"{page}{'?second=1' if second else ''}#b{pairing.board}"


def whole(text: str | None) -> int:
    found = number_or_none(text)
    if found is None:
        raise Refused("result.no_such_board")
    return found
