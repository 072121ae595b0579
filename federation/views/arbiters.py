"""Arbiters: the public list, the office's desk of appointments, and everybody's own."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.duties import duties_of, needs, provinces_of, public
from federation.forms.arbiters import AppointForm, ArbiterForm, NewArbiterForm, initial_of
from federation.models import Appointment, Arbiter, ArbiterLevel, CalendarEvent, Duty, Province
from federation.queries import arbiters as query
from federation.queries.people import shown_names
from federation.services import arbiters as service
from federation.web.data import query_of
from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.web.requests import SignedIn

ON_A_PAGE = 50
#: arbiters offered for an event
OFFERED = 40
APPOINTS = (Duty.OFFICE, Duty.DELEGATE)


def _wanted(request: HttpRequest) -> dict[str, str]:
    """The filters of the address; one that is none is left out."""
    level = request.GET.get("level", "")
    return {
        "level": level if level in ArbiterLevel.values else "",
        "province": request.GET.get("province", "")[:6].replace("\0", ""),
        "typed": request.GET.get("q", "")[:60].replace("\0", ""),
    }


@public
@require_safe
def arbiters(request: HttpRequest) -> HttpResponse:
    wanted = _wanted(request)
    page = Paginator(query.listed_arbiters(**wanted), ON_A_PAGE).get_page(request.GET.get("page"))
    names = shown_names([one.player for one in page])
    context = {
        "page": page,
        "rows": [(one, names[one.player_id]) for one in page],
        "today": timezone.localdate(),
        "query": query_of(
            level=wanted["level"], province=wanted["province"], q=wanted["typed"].strip()
        ),
        **_choices(wanted),
    }
    return render(request, "federation/people/arbiters.html", context)


def _choices(wanted: dict[str, str]) -> dict[str, Any]:
    return {"wanted": wanted, "levels": ArbiterLevel.choices, "provinces": Province.objects.all()}


# --- The office's desk ----------------------------------------------------------------------------


@needs(*APPOINTS)
@require_safe
def desk(request: SignedIn) -> HttpResponse:
    """All arbiters with their load, month by month."""
    wanted = _wanted(request)
    found = query.arbiters(**wanted, provinces=provinces_of(request.user))
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    months = query.months_around(timezone.localdate())
    context = {
        "page": page,
        "months": months,
        "rows": query.load(page, months),
        "today": timezone.localdate(),
        "kinds": {one.duty for one in duties_of(request.user)},
        "events": query.upcoming_events(provinces_of(request.user))[:30],
        **_choices(wanted),
    }
    return render(request, "federation/people/desk_arbiters.html", context)


@needs(Duty.OFFICE)
def new_arbiter(request: SignedIn) -> HttpResponse:
    form = NewArbiterForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            service.name_arbiter(
                player=form.cleaned_data["player"], values=form.cleaned_data, by=request.user
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("federation:desk_arbiters")
    return render(request, "federation/people/desk_arbiter.html", {"form": form})


@needs(Duty.OFFICE)
def arbiter(request: SignedIn, arbiter: int) -> HttpResponse:
    found = get_object_or_404(
        Arbiter.objects.select_related("player", "user", "province"), pk=arbiter
    )
    form = ArbiterForm(request.POST or None, initial=initial_of(found))
    if request.method == "POST" and form.is_valid():
        try:
            service.change_arbiter(arbiter=found, values=form.cleaned_data, by=request.user)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("federation:desk_arbiters")
    appointments = found.appointments.select_related("calendar").order_by("-starts_on")[:50]
    context = {"form": form, "arbiter": found, "appointments": appointments}
    return render(request, "federation/people/desk_arbiter.html", context)


def _event_for(request: SignedIn, calendar: int) -> CalendarEvent:
    found = get_object_or_404(
        CalendarEvent.objects.select_related("event", "province"), pk=calendar
    )
    provinces = provinces_of(request.user)
    if provinces is not None and found.province not in provinces:
        raise PermissionDenied
    if found.state != CalendarEvent.State.APPROVED:
        raise Http404
    return found


@needs(*APPOINTS)
def appoint(request: SignedIn, calendar: int) -> HttpResponse:
    """Those who are appointed to an event, and those who could be."""
    found = _event_for(request, calendar)
    if request.method == "POST":
        return _appoint(request, found)
    wanted = _wanted(request)
    if not wanted["typed"] and not wanted["province"] and not wanted["level"]:
        wanted["province"] = found.province.code
    taken = [one.arbiter_id for one in query.appointments_of(found)]
    free = query.arbiters(**wanted).filter(active=True).exclude(pk__in=taken)  # type: ignore[arg-type]
    context = {
        "calendar": found,
        "appointments": query.with_fees(query.appointments_of(found)),
        "candidates": query.candidates(found, free[:OFFERED]),
        "roles": Appointment.Role.choices,
        **_choices(wanted),
    }
    return render(request, "federation/people/desk_appoint.html", context)


def _appoint(request: SignedIn, calendar: CalendarEvent) -> HttpResponse:
    form = AppointForm(request.POST)
    if form.is_valid():
        values = form.cleaned_data
        who = get_object_or_404(
            Arbiter.objects.select_related("player", "user"), pk=values["arbiter"]
        )
        try:
            service.appoint(
                calendar=calendar, arbiter=who, role=values["role"], fee=values["fee"],
                by=request.user,
            )  # fmt: skip
        except Refused as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("%(name)s is asked.") % {"name": who.player.name})
    else:
        messages.error(request, _("Choose a duty, and a fee that is a number."))
    return redirect("federation:appoint", calendar.pk)


@needs(*APPOINTS)
@require_POST
def withdraw(request: SignedIn, calendar: int, appointment: int) -> HttpResponse:
    found = _event_for(request, calendar)
    one = get_object_or_404(found.appointments.select_related("calendar"), pk=appointment)
    try:
        service.withdraw_appointment(
            appointment=one, by=request.user, confirmed=request.POST.get("confirmed", "")
        )
    except Refused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The appointment is withdrawn."))
    return redirect("federation:appoint", calendar)


# --- An arbiter's own -----------------------------------------------------------------------------


@login_required
@public
def my_appointments(request: SignedIn) -> HttpResponse:
    found = query.appointments_for(request.user)
    if request.method == "POST":
        one = get_object_or_404(found, pk=whole_number(request.POST.get("appointment")))
        try:
            service.answer_appointment(
                appointment=one,
                confirm="confirm" in request.POST,
                by=request.user,
                confirmed=request.POST.get("confirmed", ""),
            )
        except Refused as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("The office has your answer."))
        return redirect("federation:my_appointments")
    return render(
        request,
        "federation/people/my_appointments.html",
        {"appointments": query.with_fees(found[:100])},
    )
