"""Qualification: the public list and its paper, and the office's pages."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.duties import needs, public
from federation.forms.qualification import AnswerForm, NamedForm, QualificationForm, QuotaForm
from federation.models import Duty, Qualification, Quota
from federation.queries.qualification import qualified, quota_words, shown_qualifications
from federation.services import qualification as service
from federation.web.qualification_papers import qualification_pdf
from tournaments.kernel.errors import Refused
from tournaments.models import Event, LogEntry, RegisteredPlayer, Tournament
from tournaments.queries.setup.events import with_words
from tournaments.web.requests import SignedIn

LINES = 60
FOUND = 30


def history_of(qualification: Qualification) -> Any:
    lines = LogEntry.objects.filter(target=f"qualification:{qualification.pk}")
    return lines.select_related("by").order_by("-id")[:LINES]


@public
@require_safe
def qualifications(request: HttpRequest) -> HttpResponse:
    found = {"qualifications": shown_qualifications()}
    return render(request, "federation/cups/qualifications.html", found)


@public
@require_safe
def qualification(request: HttpRequest, slug: str) -> HttpResponse:
    own = get_object_or_404(shown_qualifications(), slug=slug)
    found = qualified(own)
    context = {
        "found": found,
        "qualification": own,
        "quotas": [quota_words(quota) for quota in found.quotas],
    }
    return render(request, "federation/cups/qualification.html", context)


@public
@require_safe
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    own = get_object_or_404(shown_qualifications(), slug=slug)
    return HttpResponse(
        qualification_pdf(qualified(own), get_language() or "en"),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{own.slug}.pdf"'},
    )


# --- The office -----------------------------------------------------------------------------------


@needs(Duty.OFFICE)
def office_list(request: SignedIn) -> HttpResponse:
    form = QualificationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = service.create_qualification(values=form.values(), by=request.user)
        messages.success(request, _("The list is begun. Say where its places come from."))
        return redirect("federation:office_qualification", made.pk)
    context = {"form": form, "rows": Qualification.objects.all()}
    return render(request, "federation/office/qualifications.html", context)


@needs(Duty.OFFICE)
def office_one(request: SignedIn, qualification: int) -> HttpResponse:
    own = get_object_or_404(Qualification, pk=qualification)
    form = QualificationForm(request.POST or None, instance=own)
    if request.method == "POST" and form.is_valid():
        try:
            service.change_qualification(qualification=own, values=form.values(), by=request.user)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("The list is changed."))
            return redirect("federation:office_qualification", own.pk)
    return _show(request, own, form=form)


def _show(request: SignedIn, own: Qualification, **forms: Any) -> HttpResponse:
    found = qualified(own)
    typed = request.GET.get("q", "")[:80]
    tournaments: list[Tournament] = []
    if typed.strip():
        events = with_words(Event.objects.filter(public=True, removed=False), typed)
        latest = list(events.order_by("-starts_on", "pk").values_list("pk", flat=True)[:FOUND])
        rows = Tournament.objects.filter(event__in=latest).select_related("event")
        tournaments = list(rows.order_by("-event__starts_on", "pk")[:FOUND])
    context = {
        "qualification": own,
        "found": found,
        "form": QualificationForm(instance=own),
        "quota_form": QuotaForm(auto_id="quota_%s"),
        "named_form": NamedForm(auto_id="named_%s"),
        **forms,
        "quotas": [(quota, quota_words(quota)) for quota in found.quotas],
        "typed": typed,
        "tournaments": tournaments,
        "history": history_of(own),
    }
    return render(request, "federation/office/qualification.html", context)


@needs(Duty.OFFICE)
@require_POST
def move(request: SignedIn, qualification: int) -> HttpResponse:
    """Publish, hide, read the rankings anew, remove."""
    own = get_object_or_404(Qualification, pk=qualification)
    confirmed = request.POST.get("confirmed", "")
    match request.POST.get("to", ""):
        case "publish":
            service.publish_qualification(qualification=own, by=request.user)
        case "hide":
            service.hide_qualification(qualification=own, by=request.user, confirmed=confirmed)
        case "anew":
            service.read_anew(qualification=own, by=request.user, confirmed=confirmed)
            messages.success(request, _("The rankings are as they are now."))
        case "remove":
            service.remove_qualification(qualification=own, by=request.user, confirmed=confirmed)
            messages.success(request, _("The draft is removed."))
            return redirect("federation:office_qualifications")
        case _other:
            raise Http404
    return redirect("federation:office_qualification", own.pk)


@needs(Duty.OFFICE)
@require_POST
def add_quota(request: SignedIn, qualification: int) -> HttpResponse:
    own = get_object_or_404(Qualification, pk=qualification)
    form = QuotaForm(request.POST, auto_id="quota_%s")
    if not form.is_valid():
        return _show(request, own, quota_form=form)
    service.add_quota(qualification=own, values=form.values(), by=request.user)
    return redirect("federation:office_qualification", own.pk)


def _quota(qualification: int, quota: int) -> Quota:
    rows = Quota.objects.select_related("qualification", "tournament__event", "section__cup")
    return get_object_or_404(rows, pk=quota, qualification=qualification)


@needs(Duty.OFFICE)
@require_POST
def remove_quota(request: SignedIn, qualification: int, quota: int) -> HttpResponse:
    service.remove_quota(
        quota=_quota(qualification, quota),
        by=request.user,
        confirmed=request.POST.get("confirmed", ""),
    )
    return redirect("federation:office_qualification", qualification)


@needs(Duty.OFFICE)
@require_POST
def name_player(request: SignedIn, qualification: int, quota: int) -> HttpResponse:
    found = _quota(qualification, quota)
    form = NamedForm(request.POST, auto_id="named_%s")
    player = None
    if form.is_valid():
        player = RegisteredPlayer.objects.filter(pk=form.cleaned_data["player"]).first()
        if player is None:
            form.add_error("player", _("Nobody in the register has this number."))
    if player is None:
        return _show(request, found.qualification, named_form=form)
    service.name_player(
        quota=found, player=player, reason=form.cleaned_data["reason"], by=request.user
    )
    return redirect("federation:office_qualification", qualification)


@needs(Duty.OFFICE)
@require_POST
def answer(request: SignedIn, qualification: int) -> HttpResponse:
    own = get_object_or_404(Qualification, pk=qualification)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise Http404
    given = form.cleaned_data
    player = get_object_or_404(RegisteredPlayer, pk=given["player"])
    service.answer(
        qualification=own, player=player, given=given["answer"], reason=given["reason"],
        by=request.user,
    )  # fmt: skip
    return redirect("federation:office_qualification", own.pk)
