"""Entering an event from a phone: find oneself, prove it, take the section, answer the mail."""

import secrets
import time
from typing import Any

from django.contrib import messages
from django.core import signing
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from federation.duties import public
from federation.forms.entries import TRAP, NewcomerForm, ParentForm, TogetherForm, WhoForm
from federation.models import CalendarEvent
from federation.queries.entries import closes_at, needs_parent, offers_for, places_of, why_closed
from federation.queries.entries_register import (
    Found,
    find_people,
    person,
    proves,
    shown_name,
)
from federation.services.entries import Applicant, Contact, ask_entry, section_of
from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import public_event
from tournaments.models import RegisteredPlayer
from tournaments.services.accounts.door import Origin
from tournaments.web import guesses
from tournaments.wording import sentence

SALT = "federation.entering"
#: nobody fills in a form in fewer seconds; what was begun is good for an hour
FASTEST, KEPT = 2, 3600
#: within a quarter of an hour: searches and entries of one address (a school has one), wrong
#: proofs by both, by address and by player, mails to one mail address
MOST_SEARCHES, MOST_ENTRIES = 900, 120
WRONG_OF_BOTH, WRONG_OF_ADDRESS, WRONG_OF_PLAYER = 6, 60, 30
MOST_MAILS = 12
#: in the session: the family to which the next one belongs
FAMILY = "entering_family"


@public
@never_cache
def enter(request: HttpRequest, event: str) -> HttpResponse:
    """Find the player, prove it, choose the section: each step is a page without a script."""
    calendar = calendar_of(request, event)
    if (closed := closed_page(request, calendar)) is not None:
        return closed
    match request.method, request.POST.get("step", ""):
        case "POST", "who":
            return _who(request, calendar)
        case "POST", "section":
            return _section(request, calendar)
        case "POST", "family":
            return _begin_family(request, calendar)
    if "player" in request.GET or "new" in request.GET:
        return _ask_who(request, calendar, _chosen(request.GET.get("player", "")), None)
    return _find(request, calendar)


def calendar_of(request: HttpRequest, event: str) -> CalendarEvent:
    """A public event of the calendar, by the address of its event."""
    found = public_event(request.user, event)
    calendar = CalendarEvent.objects.filter(event=found).first()
    if calendar is None:
        raise Http404
    calendar.event = found
    return calendar


def closed_page(request: HttpRequest, calendar: CalendarEvent) -> HttpResponse | None:
    """Why nobody can enter now, if nobody can."""
    closed = why_closed(calendar, timezone.now())
    if closed is None:
        return None
    return _page(request, "closed", calendar, {"reason": sentence(closed.code, closed.values)})


def _page(
    request: HttpRequest,
    template: str,
    calendar: CalendarEvent,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    context = {
        "calendar": calendar,
        "event": calendar.event,
        "closes": closes_at(calendar),
        "family": _family(request, calendar),
        **context,
    }
    return render(request, f"federation/entries/{template}.html", context, status=status)


def _begin_again(calendar: CalendarEvent) -> HttpResponse:
    return redirect("federation:enter", calendar.event.slug if calendar.event else "")


# --- Find -----------------------------------------------------------------------------------------


def _find(request: HttpRequest, calendar: CalendarEvent) -> HttpResponse:
    wanted = request.GET.get("q", "")[:60]
    if "alone" in request.GET:
        request.session.pop(FAMILY, None)
    problem, more = "", False
    found: list[Found] = []
    if wanted:
        limits = {f"entering:find:{Origin.of(request).address}": MOST_SEARCHES}
        if guesses.too_many(limits):
            problem = str(Refused("entering.too_many_tries"))
        else:
            guesses.note_wrong(limits)
            found, more = find_people(calendar, wanted)
    context = {
        "wanted": wanted,
        "found": found,
        "more": more,
        "problem": problem,
        "places": places_of(calendar),
    }
    return _page(
        request, "_found" if getattr(request, "htmx", False) else "find", calendar, context
    )


def _chosen(text: str) -> RegisteredPlayer | None:
    if not text:
        return None
    found = person(whole_number(text))
    if found is None:
        raise Http404
    return found


# --- Prove it -------------------------------------------------------------------------------------


def _ask_who(
    request: HttpRequest,
    calendar: CalendarEvent,
    player: RegisteredPlayer | None,
    form: Form | None,
) -> HttpResponse:
    if form is None:
        family = _family(request, calendar)
        initial = {"email": family["email"]} if family else {}
        form = WhoForm(initial=initial) if player else NewcomerForm(initial=initial)
    context = {
        "form": form,
        "player": player,
        "shown": shown_name(player) if player else "",
        "opened": opened_at(request),
        "trap": TRAP,
    }
    return _page(request, "who", calendar, context, status=400 if form.errors else 200)


def _who(request: HttpRequest, calendar: CalendarEvent) -> HttpResponse:
    player = _chosen(request.POST.get("player", ""))
    form: Form = WhoForm(request.POST) if player else NewcomerForm(request.POST)
    if form.is_valid():
        try:
            guard_people(request)
            if player is not None:
                _guard_proof(request, player, form.cleaned_data["proof"])
        except Refused as error:
            form.add_error(error.field or None, str(error))
    if not form.is_valid():
        return _ask_who(request, calendar, player, form)
    said = dict(form.cleaned_data)
    said.pop("proof", None)
    if player is not None:
        said["player"] = player.pk
    return _ask_section(request, calendar, said)


def opened_at(request: HttpRequest) -> str:
    """When the form was opened, signed: now, where what was sent says it no more."""
    try:
        _opened(request)
    except signing.BadSignature:
        return signing.dumps(int(time.time()), salt=SALT)
    return request.POST["opened"]


def _opened(request: HttpRequest) -> int:
    return int(signing.loads(request.POST.get("opened", ""), salt=SALT, max_age=KEPT))


def guard_people(request: HttpRequest) -> None:
    """Neither a field that nobody sees, nor faster than hands, nor too many."""
    address = Origin.of(request).address
    if guesses.too_many({f"entering:address:{address}": MOST_ENTRIES}):
        raise Refused("entering.too_many_tries")
    guesses.note(f"entering:address:{address}")
    try:
        opened = _opened(request)
    except signing.BadSignature as error:
        raise Refused("entering.started_long_ago") from error
    if request.POST.get(TRAP) or time.time() - opened < FASTEST:
        raise Refused("entering.too_fast")


def _guard_proof(request: HttpRequest, player: RegisteredPlayer, proof: str) -> None:
    address = Origin.of(request).address
    limits = {
        f"entering:both:{player.pk}:{address}": WRONG_OF_BOTH,
        f"entering:wrong:{address}": WRONG_OF_ADDRESS,
        f"entering:player:{player.pk}": WRONG_OF_PLAYER,
    }
    if guesses.too_many(limits):
        raise Refused("entering.too_many_tries")
    if not proves(player, proof):
        guesses.note_wrong(limits)
        raise Refused("entering.wrong_proof", field="proof")


# --- The section ----------------------------------------------------------------------------------


def _ask_section(
    request: HttpRequest,
    calendar: CalendarEvent,
    said: dict[str, Any],
    *,
    form: Form | None = None,
    problem: str = "",
) -> HttpResponse:
    applicant = _applicant(calendar, said)
    offers, kept = offers_for(calendar, applicant.facts)
    under_age = needs_parent(applicant.birth_date)
    family = _family(request, calendar)
    if under_age and form is None:
        form = ParentForm(initial={"parent_name": family.get("parent", "") if family else ""})
    context = {
        "applicant": applicant,
        "email": said["email"],
        "offers": offers,
        "kept": kept,
        "form": form,
        "together": TogetherForm() if family else None,
        "problem": problem,
        "said": signing.dumps(said, salt=f"{SALT}:{calendar.pk}"),
    }
    wrong = bool(problem or (form and form.errors))
    return _page(request, "section", calendar, context, status=400 if wrong else 200)


def _section(request: HttpRequest, calendar: CalendarEvent) -> HttpResponse:
    try:
        said = signing.loads(
            request.POST.get("said", ""), salt=f"{SALT}:{calendar.pk}", max_age=KEPT
        )
    except signing.BadSignature:
        messages.error(request, str(Refused("entering.started_long_ago")))
        return _begin_again(calendar)
    applicant = _applicant(calendar, said)
    form: Form | None = None
    if needs_parent(applicant.birth_date):
        form = ParentForm(request.POST)
        if not form.is_valid():
            return _ask_section(request, calendar, said, form=form)
    family = _family(request, calendar)
    parent = form.cleaned_data["parent_name"] if form else ""
    group = family["group"] if family else secrets.token_urlsafe(9)
    try:
        _guard_mails(said["email"])
        booking = ask_entry(
            calendar=calendar,
            section=section_of(calendar, whole_number(request.POST.get("section"))),
            applicant=applicant,
            contact=Contact(said["email"], get_language() or "tr", parent, form is not None),
            group=group,
            together=bool(family) and "together" in request.POST,
        )
    except Refused as error:
        return _ask_section(request, calendar, said, form=form, problem=str(error))
    more = {"email": said["email"], "group": group, "parent": parent}
    context = {
        "booking": booking,
        "more": signing.dumps(more, salt=f"{SALT}:family:{calendar.pk}"),
    }
    return _page(request, "asked", calendar, context)


def _guard_mails(email: str) -> None:
    limits = {f"entering:mail:{email}": MOST_MAILS}
    if guesses.too_many(limits):
        raise Refused("entering.too_many")
    guesses.note_wrong(limits)


def _applicant(calendar: CalendarEvent, said: dict[str, Any]) -> Applicant:
    if key := said.get("player"):
        player = person(key)
        if player is None:
            raise Http404
        return Applicant.of_register(player, calendar)
    return Applicant(
        name=said["name"], birth_date=said["birth_date"], federation=said["federation"]
    )


# --- Families -------------------------------------------------------------------------------------


def _begin_family(request: HttpRequest, calendar: CalendarEvent) -> HttpResponse:
    """A brother or sister follows, with the same address and parent."""
    try:
        more = signing.loads(
            request.POST.get("more", ""), salt=f"{SALT}:family:{calendar.pk}", max_age=KEPT
        )
    except signing.BadSignature:
        messages.error(request, str(Refused("entering.started_long_ago")))
    else:
        request.session[FAMILY] = {**more, "calendar": calendar.pk, "at": int(time.time())}
        messages.success(request, _("Now find the brother or sister."))
    return _begin_again(calendar)


def _family(request: HttpRequest, calendar: CalendarEvent) -> dict[str, Any] | None:
    found = request.session.get(FAMILY)
    if not isinstance(found, dict) or found.get("calendar") != calendar.pk:
        return None
    return found if time.time() - found["at"] < KEPT else None
