"""Pairing by hand, late arrivals, and another draft beside the one there is."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, Role, Round, Tournament
from tournaments.queries.entries.away import left_out
from tournaments.queries.rounds.checks import draft_checks
from tournaments.queries.rounds.drafts import branch_of, could_be_included
from tournaments.queries.rounds.handmade import open_session, seats_of, waiting_entries
from tournaments.queries.rounds.sheets import round_sheet
from tournaments.services.rounds import drafts, manual_pairing
from tournaments.services.rounds.manual_edit import why_not_changed
from tournaments.snapshot import snapshot
from tournaments.views.desk import frame
from tournaments.views.results import entry_words
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.requests import SignedIn


@login_required
def show(request: SignedIn, event: str, slug: str, number: int) -> HttpResponse:
    """The round as it is being edited; posting here begins."""
    press = open_page(request, event, slug, Role.ARBITER)
    tournament = press.tournament
    if request.method == "POST":
        manual_pairing.begin(number=number, **press.given)
        return redirect("desk:manual_pairing", event, slug, number)
    round_ = _round(tournament, number)
    session = open_session(round_)
    context = {
        "round": round_,
        "number": number,
        "session": session,
        "stays": None if session else why_not_changed(tournament, round_),
        "points": [s for s in round_.sessions.select_related("opened_by") if s.outcome == "kept"],
        **frame(tournament),
    }
    if session:
        seen = seats_of(round_)  # before the seats are read: what changes after it is noticed
        rows = list(round_.pairings.select_related("white", "black").order_by("board", "id"))
        before = snapshot(tournament, before_round=number)
        checks = draft_checks(round_)
        context |= {
            "sheet": round_sheet(round_),
            "seen": seen,
            "waiting": waiting_entries(before, rows),
            "checks": [check for check in checks if check.findings],
            "one": request.GET.get("one", "")[:5],
            "two": request.GET.get("two", "")[:5],
            "word_turn": _("Turn"),
            "word_turn_board": _("Turn the colours of board"),
            "word_unpair": _("Unpair"),
            "word_unpair_board": _("Unpair board"),
            **entry_words(),
        }
    return render(request, "desk/manual_pairing.html", context)


@button(Role.ARBITER)
def edit(press: Press, number: int) -> HttpResponse:
    """One edit: the button's `act` says which, `one` and `two` are pairing numbers."""
    seen = press.text("seen")
    act, _sep, value = press.text("act").partition(":")
    if act == "swap":
        one, two = _number(press, "one"), _number(press, "two")
        manual_pairing.swap(number=number, one=one, two=two, seen=seen, **press.answered)
    elif act == "seat":
        white, black = _number(press, "one"), _number(press, "two")
        manual_pairing.seat(number=number, white=white, black=black, **press.answered)
    elif act == "unpair":
        tpn = whole_number(value) or _number(press, "one")
        manual_pairing.unpair(number=number, tpn=tpn, **press.given)
    elif act == "turn" and (board := whole_number(value)):
        manual_pairing.turn_colours(number=number, board=board, seen=seen, **press.answered)
    elif act == "order":
        manual_pairing.put_in_order(number=number, **press.answered)
    elif act in ("bye", "rest"):
        kind = "U" if act == "bye" else "Z"
        tpn = whole_number(value) or _number(press, "one")
        manual_pairing.give_bye(number=number, tpn=tpn, kind=kind, **press.answered)
    return press.back("desk:manual_pairing", number)


@button(Role.ARBITER)
def order(press: Press, number: int) -> HttpResponse:
    """The boards in the order of the rules; the restore point stands on the page of editing."""
    manual_pairing.put_in_order(number=number, **press.answered)
    messages.success(
        press.request,
        _("The boards are in order. “Edit by hand” has the way back to how they were."),
    )
    return press.back("desk:round", number)


@button(Role.ARBITER)
def end(press: Press, number: int) -> HttpResponse:
    act = press.text("act")
    if act == "abandon":
        manual_pairing.abandon(number=number, **press.given)
        messages.success(press.request, _("The round is as it was before."))
    elif act == "undo":
        manual_pairing.undo_session(session_id=press.number("session"), **press.answered)
        messages.success(press.request, _("The round is as it was before."))
    else:
        manual_pairing.finish(number=number, **press.answered)
        messages.success(press.request, _("Editing by hand is finished."))
    return press.back("desk:round", number)


@login_required
def late(request: SignedIn, event: str, slug: str, number: int) -> HttpResponse:
    """Pair a player who arrives late with the player who has the bye."""
    press = open_page(request, event, slug, Role.ARBITER)
    tournament = press.tournament
    round_ = _round(tournament, number)
    if request.method == "POST":
        pk = whole_number(request.POST.get("entry"))
        entry = get_object_or_404(Entry, tournament=tournament, pk=pk)
        row = manual_pairing.late_arrival(number=number, entry=entry, **press.answered)
        said = {"white": row.white.name, "black": row.black.name, "board": row.board}
        if open_session(round_) is None:
            messages.success(request, _("%(white)s – %(black)s play on board %(board)s.") % said)
            return redirect(f"{reverse('desk:round', args=[event, slug, number])}#b{row.board}")
        messages.success(
            request,
            _("%(white)s – %(black)s play on board %(board)s. Now finish the editing.") % said,
        )
        return redirect("desk:manual_pairing", event, slug, number)
    context = {
        "round": round_,
        "number": number,
        "stays": why_not_changed(tournament, round_),
        "waiting": round_.pairings.filter(bye="U").select_related("white").first(),
        "candidates": left_out(round_, could_be_included(round_)),
        **frame(tournament),
    }
    return render(request, "desk/late.html", context)


@login_required
def branch(request: SignedIn, event: str, slug: str, number: int) -> HttpResponse:
    """Show the round as it would be with players who turned up, beside the draft that there is."""
    press = open_page(request, event, slug, Role.ARBITER)
    tournament = press.tournament
    round_ = _round(tournament, number)
    source = request.POST if request.method == "POST" else request.GET
    include = set(filter(None, map(whole_number, source.getlist("include"))))
    if request.method == "POST":
        drafts.promote_branch(
            number=number,
            include=include,
            fingerprint=request.POST.get("fingerprint", ""),
            **press.answered,
        )
        messages.success(request, _("The other pairing is the draft now."))
        return redirect("desk:round", event, slug, number)
    if round_.status != Round.Status.DRAFT:
        raise Refused("round.not_a_draft", round=number)
    context = {
        "round": round_,
        "number": number,
        "include": include,
        "candidates": left_out(round_, could_be_included(round_)),
        "branch": branch_of(round_, include),
        **frame(tournament),
    }
    return render(request, "desk/branch.html", context)


def _round(tournament: Tournament, number: int) -> Round:
    round_ = get_object_or_404(tournament.rounds, number=number)
    return round_


def _number(press: Press, name: str) -> int:
    text = press.text(name).strip()
    if not text.isdecimal() or len(text) > 5:
        raise Refused("hand.two_players_needed", field=name)
    return int(text)
