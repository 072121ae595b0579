"""Knock-outs and play-offs at the desk: plan, announce, draw, enter games."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pairing.errors import PairingError
from pairing.results import RESULTS
from tournaments.core.text import whole_number
from tournaments.forms.knockout import KnockoutForm, PlayoffForm
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Knockout, LogEntry, Role, Tournament
from tournaments.queries.knockout.bracket import CourseView, course_view
from tournaments.queries.knockout.conditions import remarks
from tournaments.queries.knockout.course import course_of, draws
from tournaments.queries.knockout.desk import choices_of, restore_point, uncounted
from tournaments.queries.knockout.playoff import seats_before, tied_for
from tournaments.queries.standings.pictures import tree_of
from tournaments.services.knockout import (
    drawing,
    planning,
    playing,
    playoff,
    restoring,
    team_rounds,
)
from tournaments.templatetags.chess import result_words
from tournaments.views.desk import frame
from tournaments.web.buttons import Press, button
from tournaments.web.requests import SignedIn, last_values
from tournaments.wording.results import printed_result

MAIN = ("10", "==", "01")
OTHERS = ("+-", "-+", "--", "=0", "0=", "00", "WL", "DD", "LW")
#: both flags down in a golden point game, by whose fell later
FLAGS = ("10w", "01b")
Found = tuple[Tournament, Knockout]


def find(request: SignedIn, event: str, slug: str, pk: int, needed: Role = Role.READER) -> Found:
    tournament = tournament_for(request.user, event, slug, needed)
    knockout = get_object_or_404(tournament.knockouts, pk=pk)
    return tournament, knockout


def page_of(knockout: Knockout) -> CourseView | None:
    """None where no plan can be made yet."""
    try:
        if knockout.announced_at:
            return course_view(course_of(knockout))
        seats, seeding = seats_before(knockout)
        return course_view(course_of(knockout, seats), seeding=seeding)
    except PairingError:
        return None


def back(knockout: Knockout, anchor: str = "") -> HttpResponse:
    tournament = knockout.tournament
    place = redirect("desk:knockout", tournament.event.slug, tournament.slug, knockout.pk)
    if anchor:
        place["Location"] += f"#{anchor}"
    return place


@login_required
@require_safe
def knockout(request: SignedIn, event: str, slug: str, knockout: int) -> HttpResponse:
    tournament, found = find(request, event, slug, knockout)
    page = page_of(found)
    context: dict[str, Any] = {"knockout": found, "page": page, **frame(tournament)}
    context["open"] = not (tournament.finished_at or found.cancelled_at)
    context["may_play"] = context["open"] and found.announced_at and context["may_enter"]
    if found.is_playoff and found.announced_at and context["open"]:
        tied = tied_for(tournament, found.place, tuple(found.level))
        now = {entry.pk for entry in tied.entries} if tied else set()
        context["moved"] = now != set(page.course.numbers if page else ())
    if not found.announced_at:
        context["remarks"] = remarks(found)
    if page is not None:
        context["tree"] = tree_of(page)
        choices = choices_of(page.course, draws(page.course)) if found.announced_at else []
        context |= {
            "choices": choices,
            "uncounted": uncounted(page.course),
            "last_entered": last_entered(found),
            "restore": restore_point(found),
            **offered(),
        }
    if tournament.format.makes_rounds_from_plan:
        context["open_round"] = (
            tournament.rounds.exclude(matches=None).exclude(status="finished").first()
        )
    return render(request, "desk/knockout.html", context)


def offered() -> dict[str, Any]:
    def listed(codes: tuple[str, ...]) -> list[tuple[str, str, str]]:
        return [(code, printed_result(code), result_words(code)) for code in codes]

    return {
        "main_results": listed(MAIN),
        "other_results": listed(OTHERS),
        "flags": [
            ("10w", printed_result("10"), _("both flags down, White's later")),
            ("01b", printed_result("01"), _("both flags down, Black's later")),
        ],
    }


def last_entered(knockout: Knockout) -> list[LogEntry]:
    games = [f"knockoutgame:{pk}" for pk in knockout.games.values_list("pk", flat=True)]
    return list(
        knockout.tournament.log.filter(act__in=playing.ACTS, target__in=games)
        .select_related("by")
        .order_by("-id")[:5]
    )


# --- Before the start ----------------------------------------------------------------------------


@login_required
def plan(request: SignedIn, event: str, slug: str, knockout: int) -> HttpResponse:
    needed = Role.ARBITER if request.method == "POST" else Role.READER
    tournament, found = find(request, event, slug, knockout, needed)
    if found.is_playoff:
        seats = found.seats.count() or len(seats_before(found)[0])
        form: KnockoutForm | PlayoffForm = PlayoffForm(found, seats, request.POST or None)
    else:
        form = KnockoutForm(found, request.POST or None)
    if form.is_valid():
        try:
            planning.change_plan(knockout=found, by=request.user, values=form.values())
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            return back(found)
    context = {"form": form, "knockout": found, **frame(tournament)}
    return render(request, "desk/knockout_plan.html", context)


@button(Role.ARBITER)
def announce(press: Press, knockout: int) -> HttpResponse:
    found = get_object_or_404(press.tournament.knockouts, pk=knockout)
    if press.text("act") == "take_back":
        planning.take_back_plan(knockout=found, by=press.by)
    else:
        planning.announce(knockout=found, by=press.by, confirmed=press.confirmed)
        messages.success(press.request, _("The plan is announced: everybody sees it."))
    return back(found)


@button(Role.CHIEF)
def cancel(press: Press, knockout: int) -> HttpResponse:
    found = get_object_or_404(press.tournament.knockouts, pk=knockout)
    if not found.is_playoff:
        raise Http404
    playoff.cancel(playoff=found, by=press.by, confirmed=press.confirmed)
    return press.back("desk:standings")


@button(Role.ARBITER)
def next_round(press: Press, knockout: int) -> HttpResponse:
    """Between teams: the matches that are due become the next round."""
    found = get_object_or_404(press.tournament.knockouts, pk=knockout)
    made = team_rounds.make_round(knockout=found, by=press.by)
    return press.back("desk:team_round", made.number)


# --- Lots and games ------------------------------------------------------------------------------


@button(Role.ARBITER)
def lot(press: Press, knockout: int) -> HttpResponse:
    found = get_object_or_404(press.tournament.knockouts, pk=knockout)
    typed = press.text("order").replace(",", " ").split()
    order = [whole_number(number) for number in typed[:512]]
    drawing.enter_lot(knockout=found, draw=press.text("draw"), order=order or None, by=press.by)
    return back(found, "due")


@button(Role.CLERK)
def enter(press: Press, knockout: int) -> HttpResponse:
    found = get_object_or_404(press.tournament.knockouts, pk=knockout)
    key, version, code = _sent(press.text("set"))
    playing.enter_game(
        knockout=found,
        key=key,
        version=version,
        code=code[:2],
        later_flag=code[2:],
        reason=press.reason,
        by=press.by,
        confirmed=press.confirmed,
    )
    return back(found, "due")


def _sent(text: str) -> tuple[tuple[str, int, int, int], int, str]:
    """tie|phase|number|board|version|code"""
    parts = text.split("|")
    numbers = parts[1:5]
    if len(parts) != 6 or not all(part.isdecimal() and len(part) < 9 for part in numbers):
        raise Refused("knockout.not_due")
    code = parts[5]
    if code and code not in RESULTS and code not in FLAGS:
        raise Refused("knockout.result_not_here")
    phase, number, board, version = map(int, numbers)
    return (parts[0], phase, number, board), version, code


@button(Role.CLERK)
def undo(press: Press, knockout: int) -> HttpResponse:
    found = get_object_or_404(press.tournament.knockouts, pk=knockout)
    playing.undo(
        knockout=found,
        log_id=press.number("line"),
        by=press.by,
        confirmed=press.confirmed,
    )
    return back(found, "due")


@button(Role.ARBITER)
def restore(press: Press, knockout: int) -> HttpResponse:
    """Back before the correction that took games out."""
    found = get_object_or_404(press.tournament.knockouts, pk=knockout)
    restoring.restore_games(
        knockout=found,
        log_id=press.number("line"),
        by=press.by,
        confirmed=press.confirmed,
    )
    messages.success(press.request, _("The games are back as they were before the correction."))
    return back(found, "due")


@button(Role.CLERK)
def moves(press: Press, knockout: int) -> HttpResponse:
    found = get_object_or_404(press.tournament.knockouts, pk=knockout)
    counted = {
        whole_number(name.removeprefix("moves_")): whole_number(value)
        for name, value in last_values(press.request.POST).items()
        if name.startswith("moves_") and whole_number(name[6:]) and value
    }
    playing.count_moves(
        knockout=found,
        moves=counted,
        by=press.by,
        confirmed=press.confirmed,
    )
    return back(found, "due")


@login_required
@require_safe
def game(request: SignedIn, event: str, slug: str, knockout: int, game: int) -> HttpResponse:
    """One game played: correct it, and see who entered what."""
    tournament, found = find(request, event, slug, knockout)
    page = page_of(found)
    view = page.game(game) if page else None
    if view is None:
        raise Http404
    history = tournament.log.filter(target=f"knockoutgame:{game}").select_related("by")
    context = {
        "knockout": found,
        "game": view,
        "history": history,
        "may_correct": not (tournament.finished_at or found.cancelled_at),
        **offered(),
        **frame(tournament),
    }
    return render(request, "desk/knockout_game.html", context)
