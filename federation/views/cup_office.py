"""The office's pages of cups: rules, sections, events, categories."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.duties import needs
from federation.forms.cups import CategoryForm, CupForm, EventForm, SectionForm, WeightForm
from federation.models import Cup, CupCategory, CupEvent, CupSection, Duty
from federation.queries.cup_choices import events_for, find_part, find_tournament
from federation.queries.cup_working import ages_in_words, rules_of
from federation.queries.cups import stops_of
from federation.services import cups as service
from tournaments.kernel.errors import Refused
from tournaments.models import LogEntry
from tournaments.web.requests import SignedIn

#: lines of the history below a cup
LINES = 40
#: what a button of the page does
MOVES: dict[str, tuple[Callable[..., None], Any]] = {
    "publish": (service.publish_cup, {}),
    "close": (service.close_cup, {"confirmed": True}),
    "reopen": (service.reopen_cup, {}),
    "hide": (service.hide_cup, {}),
}


@needs(Duty.OFFICE)
def cups(request: SignedIn) -> HttpResponse:
    """All cups, also drafts; a new one is begun here."""
    form = CupForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = service.create_cup(values=form.values(), by=request.user)
        messages.success(request, _("The cup is begun. Choose its events."))
        return redirect("federation:office_cup", made.pk)
    return render(request, "federation/office/cups.html", {"form": form, "rows": Cup.objects.all()})


@needs(Duty.OFFICE)
def cup(request: SignedIn, cup: int) -> HttpResponse:
    found = get_object_or_404(Cup, pk=cup)
    form = CupForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        try:
            service.change_cup(
                cup=found, values=form.values(), by=request.user, confirmed=_confirmed(request)
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("The rules are saved."))
            return redirect("federation:office_cup", found.pk)
    return _show(request, found, form=form)


def _show(request: SignedIn, found: Cup, **forms: Any) -> HttpResponse:
    context = {
        "cup": found,
        "form": CupForm(instance=found),
        "section_form": SectionForm(auto_id="section_%s"),
        "category_form": CategoryForm(auto_id="category_%s"),
        **forms,
        "sections": [(one, stops_of(one)) for one in found.sections.all()],
        "categories": [(one, ages_in_words(one)) for one in found.categories.all()],
        "rules": rules_of(found),
        "history": LogEntry.objects.filter(target=f"cup:{found.pk}")
        .select_related("by")
        .order_by("-id")[:LINES],
    }
    return render(request, "federation/office/cup.html", context)


def _confirmed(request: SignedIn) -> str:
    return request.POST.get("confirmed", "")


@needs(Duty.OFFICE)
@require_POST
def move(request: SignedIn, cup: int) -> HttpResponse:
    """Publish, close, open again, hide."""
    found = get_object_or_404(Cup, pk=cup)
    if (chosen := MOVES.get(request.POST.get("to", ""))) is None:
        raise Http404
    act, more = chosen
    act(cup=found, by=request.user, **({"confirmed": _confirmed(request)} if more else {}))
    return redirect("federation:office_cup", found.pk)


@needs(Duty.OFFICE)
@require_POST
def remove(request: SignedIn, cup: int) -> HttpResponse:
    found = get_object_or_404(Cup, pk=cup)
    service.remove_cup(cup=found, by=request.user, confirmed=_confirmed(request))
    messages.success(request, _("The draft is removed."))
    return redirect("federation:office_cups")


@needs(Duty.OFFICE)
@require_POST
def add_section(request: SignedIn, cup: int) -> HttpResponse:
    found = get_object_or_404(Cup, pk=cup)
    form = SectionForm(request.POST, auto_id="section_%s")
    if not form.is_valid():
        return _show(request, found, section_form=form)
    service.add_section(cup=found, name=form.cleaned_data["name"], by=request.user)
    return redirect("federation:office_cup", found.pk)


@needs(Duty.OFFICE)
@require_POST
def remove_section(request: SignedIn, cup: int, section: int) -> HttpResponse:
    found = get_object_or_404(CupSection.objects.select_related("cup"), pk=section, cup=cup)
    service.remove_section(section=found, by=request.user, confirmed=_confirmed(request))
    return redirect("federation:office_cup", cup)


@needs(Duty.OFFICE)
@require_POST
def add_category(request: SignedIn, cup: int) -> HttpResponse:
    found = get_object_or_404(Cup, pk=cup)
    form = CategoryForm(request.POST, auto_id="category_%s")
    if form.is_valid():
        try:
            service.add_category(cup=found, values=form.values(), by=request.user)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            return redirect("federation:office_cup", found.pk)
    return _show(request, found, category_form=form)


@needs(Duty.OFFICE)
@require_POST
def remove_category(request: SignedIn, cup: int, category: int) -> HttpResponse:
    found = get_object_or_404(CupCategory.objects.select_related("cup"), pk=category, cup=cup)
    service.remove_category(category=found, by=request.user, confirmed=_confirmed(request))
    return redirect("federation:office_cup", cup)


@needs(Duty.OFFICE)
@require_safe
def section(request: SignedIn, cup: int, section: int) -> HttpResponse:
    """The events of a section, and a search for more."""
    found = get_object_or_404(CupSection.objects.select_related("cup"), pk=section, cup=cup)
    typed = request.GET.get("q", "")[:80]
    context = {
        "cup": found.cup,
        "section": found,
        "stops": stops_of(found),
        "typed": typed,
        "choices": events_for(found, typed),
    }
    return render(request, "federation/office/cup_section.html", context)


@needs(Duty.OFFICE)
@require_POST
def add_event(request: SignedIn, cup: int, section: int) -> HttpResponse:
    found = get_object_or_404(CupSection.objects.select_related("cup"), pk=section, cup=cup)
    form = EventForm(request.POST)
    if not form.is_valid():
        raise Http404
    kind, number = form.cleaned_data["kind"], form.cleaned_data["number"]
    part = find_part(number) if kind == "part" else None
    tournament = find_tournament(number) if kind == "tournament" else None
    if part is None and tournament is None:
        raise Http404
    service.add_event(section=found, part=part, tournament=tournament, by=request.user)
    return redirect("federation:office_cup_section", cup, found.pk)


def _event(cup: int, event: int) -> CupEvent:
    rows = CupEvent.objects.select_related("section__cup", "tournament", "part__calendar")
    return get_object_or_404(rows, pk=event, section__cup=cup)


@needs(Duty.OFFICE)
@require_POST
def change_event(request: SignedIn, cup: int, event: int) -> HttpResponse:
    found = _event(cup, event)
    form = WeightForm(request.POST)
    if form.is_valid():
        service.change_event(event=found, by=request.user, **form.cleaned_data)
        messages.success(request, _("The event is changed."))
    else:
        messages.error(request, _("The weight is a number from 1 to 1000."))
    return redirect("federation:office_cup_section", cup, found.section_id)


@needs(Duty.OFFICE)
@require_POST
def remove_event(request: SignedIn, cup: int, event: int) -> HttpResponse:
    found = _event(cup, event)
    service.remove_event(event=found, by=request.user, confirmed=_confirmed(request))
    return redirect("federation:office_cup_section", cup, found.section_id)
