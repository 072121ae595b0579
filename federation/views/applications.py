"""An organiser's pages: their applications, a new one, writing it, sending it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.core.regulations import Plan
from federation.duties import clubs_of, public
from federation.forms.calendar import (
    ApplicationForm,
    BeginForm,
    Sections,
    chosen_arbiters,
    section_values,
)
from federation.models import Arbiter, CalendarEvent
from federation.queries.applications import applications_of, arbiters_called, earlier_events
from federation.queries.calendar_facts import announcement
from federation.queries.calendar_office import history_of
from federation.queries.calendar_plan import lines_of, plan_from, plan_of
from federation.queries.entries_desk import is_organiser
from federation.services import calendar as service
from tournaments.kernel.errors import Conflict, Refused
from tournaments.models import StaffMember
from tournaments.web.requests import SignedIn

ON_A_PAGE = 40
SECTION = "section"


def find_mine(request: SignedIn, pk: int) -> CalendarEvent:
    """Theirs, or of a club that they manage; of others they see nothing."""
    found = applications_of(request.user).filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


@public
@login_required
@require_safe
def applications(request: SignedIn) -> HttpResponse:
    page = Paginator(applications_of(request.user), ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "federation/applications/list.html", {"page": page})


@public
@login_required
def begin(request: SignedIn) -> HttpResponse:
    """Name, first day and province; with an earlier event or a template to begin from."""
    form = BeginForm(
        request.POST or None,
        user=request.user,
        earlier=earlier_events(request.user),
        clubs=clubs_of(request.user),
        chosen=request.GET.get("from", ""),
    )
    if request.method == "POST" and form.is_valid():
        made = service.draft_event(begun=form.begun(), by=request.user)
        messages.success(request, _("Saved as a draft. Go on when you like."))
        return redirect("federation:edit_application", made.pk)
    return render(request, "federation/applications/new.html", {"form": form})


@public
@login_required
@require_safe
def application(request: SignedIn, application: int) -> HttpResponse:
    """How far it is; after it was sent this is its receipt."""
    found = find_mine(request, application)
    context = {
        "calendar": found,
        **announcement(found),
        "organises": is_organiser(request.user, found),
        "on_the_staff": StaffMember.objects.filter(
            event=found.event_id, user=request.user
        ).exists(),
        "lacks_tournaments": found.sections.filter(tournament=None).exists(),
        "writable": found.state in service.WRITABLE,
        "needs": lines_of(plan_of(found)) if found.state in service.WRITABLE else [],
        "history": history_of(found),
    }
    return render(request, "federation/applications/application.html", context)


@public
@login_required
def edit(request: SignedIn, application: int) -> HttpResponse:
    """Write it: saved as a draft at any time, sent when nothing is missing."""
    found = find_mine(request, application)
    if found.state not in service.WRITABLE:
        return redirect("federation:application", application)
    typed = _Typed(request, found)
    pressed = request.POST
    if request.method == "POST" and not {"add", "search"} & pressed.keys() and typed.is_valid():
        try:
            saved = service.change_application(
                calendar=found,
                by=request.user,
                values=typed.form.values(),
                sections=section_values(typed.sections),
                arbiters=typed.arbiters,
                version=typed.form.cleaned_data["version"],
            )
            if "send" in pressed:
                service.send_application(calendar=saved, by=request.user)
        except Conflict as error:
            typed.form.add_error(None, str(error))
        except Refused as error:
            messages.error(request, str(error))
            return redirect("federation:edit_application", application)
        else:
            sent = "send" in pressed
            messages.success(
                request, _("Sent. The receipt goes by mail, too.") if sent else _("Saved.")
            )
            page = "application" if sent else "edit_application"
            return redirect(f"federation:{page}", application)
    return render(request, "federation/applications/edit.html", typed.context())


@public
@login_required
@require_POST
def check(request: SignedIn, application: int) -> HttpResponse:
    """Check what is typed right now against the regulations; nothing is saved."""
    found = find_mine(request, application)
    context = _Typed(request, found).context()
    return render(request, "federation/applications/_needs.html", context)


@public
@login_required
@require_POST
def arbiters(request: SignedIn, application: int) -> HttpResponse:
    """The arbiters whom a few letters mean, to be proposed, and those who are already."""
    found = find_mine(request, application)
    context = _Typed(request, found).context()
    return render(request, "federation/applications/_arbiters.html", context)


@public
@login_required
@require_POST
def withdraw(request: SignedIn, application: int) -> HttpResponse:
    found = find_mine(request, application)
    confirmed = request.POST.get("confirmed", "")
    if found.state == CalendarEvent.State.DRAFT:
        service.remove_draft(calendar=found, by=request.user, confirmed=confirmed)
        messages.success(request, _("The draft is removed."))
        return redirect("federation:applications")
    service.withdraw_application(calendar=found, by=request.user, confirmed=confirmed)
    messages.success(request, _("The application is withdrawn."))
    return redirect("federation:application", application)


@public
@login_required
@require_POST
def set_up(request: SignedIn, application: int) -> HttpResponse:
    """Make the tournaments of the sections, by who applied."""
    found = find_mine(request, application)
    made = service.set_up_sections(calendar=found, by=request.user)
    messages.success(request, set_up_words(made))
    return redirect("federation:application", application)


def set_up_words(made: int) -> str:
    if not made:
        return _("Every section has its tournament already.")
    return _("Tournaments are set up: %(count)s.") % {"count": made}


class _Typed:
    """The form with its sections and arbiters: as it was sent, else as it was saved."""

    def __init__(self, request: HttpRequest, calendar: CalendarEvent) -> None:
        self.calendar = calendar
        sent: Any = request.POST if request.method == "POST" else None
        if sent is not None and ("add" in sent):
            sent = sent.copy()
            count = sent.get(f"{SECTION}-TOTAL_FORMS", "0")
            sent[f"{SECTION}-TOTAL_FORMS"] = str(int(count) + 1) if count.isdecimal() else "1"
            new = f"{SECTION}-{int(sent[f'{SECTION}-TOTAL_FORMS']) - 1}"
            sent[f"{new}-system"], sent[f"{new}-rounds"], sent[f"{new}-fee"] = (
                "fide2026.dutch", "7", "0",
            )  # fmt: skip
        self.asks = request.method == "POST"
        self.form = ApplicationForm(
            sent,
            instance=CalendarEvent.objects.get(pk=calendar.pk),
            initial={"version": calendar.version},
        )
        rows = [
            {name: getattr(one, name) for name in service.SECTION_FIELDS}
            for one in calendar.sections.all()
        ]
        self.sections = Sections(sent, prefix=SECTION, initial=None if sent else rows)
        self.arbiters: list[Arbiter] = (
            chosen_arbiters(request.POST.getlist("arbiters"))
            if self.asks
            else list(calendar.proposed_arbiters.select_related("player", "province"))
        )
        self.wanted = request.POST.get("arbiter", "")[:80]

    def is_valid(self) -> bool:
        # Both, so that each says what is wrong with it.
        return all([self.form.is_valid(), self.sections.is_valid()])

    def context(self) -> dict[str, Any]:
        known = {one.pk for one in self.arbiters}
        found = arbiters_called(self.wanted) if self.asks else []
        return {
            "calendar": self.calendar,
            "form": self.form,
            "sections": self.sections,
            "arbiters": self.arbiters,
            "wanted": self.wanted,
            "found": [one for one in found if one.pk not in known],
            "needs": lines_of(self._plan()),
        }

    def _plan(self) -> Plan:
        if not self.asks:
            return plan_of(self.calendar)
        self.is_valid()
        return plan_from(self.form.cleaned_data, section_values(self.sections), self.arbiters)
