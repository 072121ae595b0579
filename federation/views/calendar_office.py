"""The office's pages of the calendar: the queue, an application, an event that is moved."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.duties import has_duty, needs
from federation.forms.calendar import AnswerForm, CancelForm, MoveForm
from federation.models import CalendarEvent, Duty
from federation.queries.calendar_facts import announcement
from federation.queries.calendar_office import (
    answered,
    clashes_of,
    history_of,
    queue,
    seen_by,
)
from federation.queries.calendar_plan import lines_of, plan_of
from federation.queries.entries_desk import is_organiser
from federation.services import calendar as service
from federation.services import calendar_changes
from federation.views.applications import set_up_words
from tournaments.kernel.errors import Refused
from tournaments.web.requests import SignedIn

ON_A_PAGE = 40
LOOKERS = (Duty.OFFICE, Duty.DELEGATE)


def find(request: SignedIn, pk: int) -> CalendarEvent:
    """One that was sent; of a delegate's own province."""
    related = ("event", "province", "club", "applicant", "decided_by", "previous__event")
    found = seen_by(request.user).select_related(*related).filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


@needs(*LOOKERS)
@require_safe
def applications(request: SignedIn) -> HttpResponse:
    """The applications that wait, in the order in which they came; or those answered."""
    done = "answered" in request.GET
    rows = answered(request.user) if done else queue(request.user)
    page = Paginator(rows, ON_A_PAGE).get_page(request.GET.get("page"))
    clashes = {} if done else clashes_of(page)
    lines = [(one, clashes.get(one.pk, [])) for one in page]
    context = {"page": page, "lines": lines, "done": done}
    return render(request, "federation/office/applications.html", context)


@needs(*LOOKERS)
@require_safe
def application(request: SignedIn, application: int) -> HttpResponse:
    """All of it, what clashes, what the regulations miss, and the answers."""
    return _show(request, find(request, application), AnswerForm())


def _show(request: SignedIn, found: CalendarEvent, form: AnswerForm) -> HttpResponse:
    context = {
        "calendar": found,
        "form": form,
        **announcement(found),
        "organises": is_organiser(request.user, found),
        "may_change": has_duty(request.user, Duty.OFFICE),
        "appointments": found.appointments.select_related("arbiter__player"),
        "not_asked": found.proposed_arbiters.exclude(appointments__calendar=found).select_related(
            "player"
        ),
        "clashes": clashes_of([found])[found.pk],
        "needs": [one for one in lines_of(plan_of(found)) if not one.need.met],
        "history": history_of(found),
        "waits": found.state == CalendarEvent.State.SENT,
        "changeable": found.state == CalendarEvent.State.APPROVED,
        "lacks_tournaments": found.state == CalendarEvent.State.APPROVED
        and found.sections.filter(tournament=None).exists(),
    }
    return render(request, "federation/office/application.html", context)


@needs(*LOOKERS)
def answer(request: SignedIn, application: int) -> HttpResponse:
    """Approve it, ask it back or refuse it, as the button says."""
    found = find(request, application)
    if request.method != "POST":  # the page with a mistake, in the other language
        return redirect("federation:office_application", application)
    form = AnswerForm(request.POST)
    acts = {"approve": service.approve, "ask": service.ask_back, "refuse": service.refuse}
    pressed = next((acts[name] for name in acts if name in request.POST), None)
    if pressed is None or not form.is_valid():
        return _show(request, found, form)
    more = {"confirmed": request.POST.get("confirmed", "")} if pressed is service.refuse else {}
    try:
        pressed(calendar=found, by=request.user, answer=form.cleaned_data["answer"], **more)
    except Refused as error:
        form.add_error(error.field or None, str(error))
        return _show(request, found, form)
    messages.success(request, _("Answered. The applicant hears of it by mail."))
    return redirect("federation:office_application", application)


@needs(*LOOKERS)
@require_POST
def set_up(request: SignedIn, application: int) -> HttpResponse:
    found = find(request, application)
    made = service.set_up_sections(calendar=found, by=request.user)
    messages.success(request, set_up_words(made))
    return redirect("federation:office_application", application)


@needs(Duty.OFFICE)
def move(request: SignedIn, application: int) -> HttpResponse:
    """Other days or another hall."""
    found = find(request, application)
    known = {name: getattr(found, name) for name in ("starts_on", "ends_on", "venue", "address")}
    form = MoveForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():
        try:
            calendar_changes.move_event(
                calendar=found,
                by=request.user,
                confirmed=request.POST.get("confirmed", ""),
                **form.cleaned_data,
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("Everybody concerned hears of it by mail."))
            return redirect("federation:office_application", application)
    context = {"title": _("Move the event"), **_who_hears(found, form)}
    return render(request, "federation/office/move.html", context)


@needs(Duty.OFFICE)
def cancel(request: SignedIn, application: int) -> HttpResponse:
    found = find(request, application)
    form = CancelForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            calendar_changes.cancel_event(
                calendar=found,
                by=request.user,
                reason=form.cleaned_data["reason"],
                confirmed=request.POST.get("confirmed", ""),
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("Cancelled. Everybody concerned hears of it by mail."))
            return redirect("federation:office_application", application)
    context = {"title": _("Cancel the event"), **_who_hears(found, form)}
    return render(request, "federation/office/cancel.html", context)


def _who_hears(found: CalendarEvent, form: Form) -> dict[str, Any]:
    return {"calendar": found, "form": form, "told": calendar_changes.addresses_of(found)}
