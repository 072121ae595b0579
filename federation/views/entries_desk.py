"""Pages of the organiser: who entered, the take-over into the tournament, the money."""

from collections.abc import Callable
from decimal import Decimal
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from federation.core.entries_money import read_reference
from federation.forms.entries import AmountForm
from federation.models import Booking, CalendarEvent, Charge, Payment
from federation.queries.entries_desk import (
    desk_of,
    may_take_over,
    organised_by,
    players_by_club,
)
from federation.queries.entries_money import (
    Due,
    account_of,
    invoices_of,
    money_of,
    moved_in,
)
from federation.services import entries, entries_money
from federation.services.entries_takeover import take_out, take_over
from federation.web.entries_paper import receipt_pdf
from federation.wording.entries import amount_text
from tournaments.core.text import fold, whole_number
from tournaments.forms.prizes import written_amount
from tournaments.kernel.clock import at_the_venue
from tournaments.kernel.errors import Refused
from tournaments.models import LogEntry
from tournaments.queries.hall.published import rows_as_csv
from tournaments.views.public.about import file_answer
from tournaments.web.requests import SignedIn

View = Callable[..., HttpResponse]
#: an organiser notes these; what a provider says comes from the provider alone
BY_HAND = [(one.value, one.label) for one in (Payment.Method.TRANSFER, Payment.Method.CASH)]


def organiser(view: View) -> View:
    """A page of the event's chief arbiter, of the applicant, and of the office. A stranger gets
    404."""

    @login_required
    @wraps(view)
    def guarded(request: SignedIn, event: str, *place: Any, **named: Any) -> HttpResponse:
        if not settings.FEDERATION or not request.user.is_active:
            raise Http404
        found = organised_by(request.user).select_related("event").filter(event__slug=event)
        calendar = found.first()
        if calendar is None or calendar.event is None:
            raise Http404
        at_the_venue(calendar.event)
        response = view(request, calendar, *place, **named)
        response["Cache-Control"] = "no-store"
        return response

    return guarded


def show(
    request: SignedIn, template: str, calendar: CalendarEvent, context: dict[str, Any]
) -> HttpResponse:
    arbiter = may_take_over(request.user, calendar)
    context = {"calendar": calendar, "event": calendar.event, "arbiter": arbiter, **context}
    return render(request, f"federation/entries/{template}.html", context)


def _back(page: str, calendar: CalendarEvent, *place: object) -> HttpResponse:
    assert calendar.event is not None
    return redirect(page, calendar.event.slug, *place)


# --- Players --------------------------------------------------------------------------------------


@organiser
@require_safe
def organise(request: SignedIn, calendar: CalendarEvent) -> HttpResponse:
    return show(request, "organise", calendar, {"desk": desk_of(calendar)})


@organiser
@require_POST
def hand_over(request: SignedIn, calendar: CalendarEvent) -> HttpResponse:
    """All, those of a section, or one: players of the tournament from now on."""
    if not may_take_over(request.user, calendar):
        raise PermissionDenied
    section = whole_number(request.POST.get("section"))
    done = take_over(
        calendar=calendar,
        by=request.user,
        section=get_object_or_404(calendar.sections, pk=section) if section else None,
        booking=whole_number(request.POST.get("booking")) or None,
        confirmed=request.POST.get("confirmed", ""),
    )
    said = ngettext("%(count)s player added.", "%(count)s players added.", done.entered) % {
        "count": done.entered
    }
    if done.known:
        said += " " + ngettext(
            "%(count)s was in the list already.",
            "%(count)s were in the list already.",
            done.known,
        ) % {"count": done.known}
    messages.success(request, said)
    return _back("federation:organise", calendar)


@organiser
@require_POST
def leave_tournament(request: SignedIn, calendar: CalendarEvent) -> HttpResponse:
    """Take those out of the tournament who withdrew from the entries: one, or all."""
    if not may_take_over(request.user, calendar):
        raise PermissionDenied
    count = take_out(
        calendar=calendar,
        by=request.user,
        tournament=whole_number(request.POST.get("tournament")),
        entry=whole_number(request.POST.get("entry")),
        confirmed=request.POST.get("confirmed", ""),
    )
    if count:
        said = ngettext(
            "%(count)s player has left the tournament.",
            "%(count)s players have left the tournament.",
            count,
        )
        messages.success(request, said % {"count": count})
    return _back("federation:organise", calendar)


@organiser
@require_safe
def teams_csv(request: SignedIn, calendar: CalendarEvent, section: int) -> HttpResponse:
    """The accepted players of a section by their clubs, as the desk reads in lists of teams."""
    found = get_object_or_404(calendar.sections, pk=section)
    rows: list[list[Any]] = [
        [
            _("Team"), _("Name"), _("Birth date"), _("Sex"), _("Federation"), _("FIDE ID"),
            _("National ID"), _("Club"), _("Rating"),
        ]
    ]  # fmt: skip
    for one in players_by_club(found):
        player = one.player
        rows.append(
            [
                one.club_name or one.name, one.name, one.birth_date, one.sex, one.federation,
                player.fide_id if player else "", player.national_id if player else "",
                one.club_name, one.rating or "",
            ]
        )  # fmt: skip
    return _csv(calendar, rows, f"teams-{found.position + 1}")


@organiser
@require_POST
def withdraw(request: SignedIn, calendar: CalendarEvent, booking: int) -> HttpResponse:
    """The organiser takes somebody off the list; the refund rule of the event applies."""
    found = get_object_or_404(Booking, calendar=calendar, pk=booking)
    entries.withdraw_entry(
        booking=found,
        by=request.user,
        organiser=True,
        confirmed=request.POST.get("confirmed", ""),
    )
    messages.success(request, _("The entry is withdrawn."))
    return _back("federation:organise", calendar)


# --- Money ----------------------------------------------------------------------------------------


@organiser
@require_safe
def money(request: SignedIn, calendar: CalendarEvent) -> HttpResponse:
    page, invoices = money_of(calendar), invoices_of(calendar)
    wanted = request.GET.get("q", "").strip()[:60]
    rows, shown = _found(page.rows, wanted), _found(invoices, wanted)
    if request.GET.get("only") == "owing":
        rows, shown = ([row for row in found if row.account.owed] for found in (rows, shown))
    context = {
        "page": page,
        "rows": rows,
        "invoices": shown,
        "wanted": wanted,
        "only": request.GET.get("only", ""),
    }
    return show(request, "money", calendar, context)


def _found(rows: list[Due], wanted: str) -> list[Due]:
    """By the reference of a statement, which a player's fee shares with the invoice that it stands
    on, or by the name of the player or the club."""
    reference = read_reference(wanted)
    if reference and (found := [one for one in rows if reference in _references(one.charge)]):
        return found
    words = fold(wanted).split()
    return [one for one in rows if all(word in fold(_payer(one.charge)) for word in words)]


def _references(charge: Charge) -> set[str]:
    return {charge.reference, charge.invoice.reference if charge.invoice else ""}


def _payer(charge: Charge) -> str:
    return charge.booking.name if charge.booking else str(charge.club or "")


@organiser
def charge(request: SignedIn, calendar: CalendarEvent, charge: int) -> HttpResponse:
    """One fee or invoice, with all that came in and went back; a payment is noted here."""
    found = _charge(calendar, charge)
    account = account_of(found)
    back = bool(account.to_refund) and not account.owed
    initial = {"amount": written_amount(account.to_refund if back else account.owed)}
    form = AmountForm(request.POST or None, methods=BY_HAND, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            if request.POST.get("do") == "back":
                entries_money.pay_back(charge=found, by=request.user, **form.cleaned_data)
            else:
                entries_money.receive(charge=found, by=request.user, **form.cleaned_data)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("Noted."))
            return _back("federation:charge", calendar, found.pk)
    lines = [found.pk, *found.lines.values_list("pk", flat=True)]
    context = {
        "charge": found,
        "account": account,
        "back": back,
        "form": form,
        "payments": [
            (one, amount_text(one.amount, found.currency))
            for one in moved_in(calendar).filter(charge__in=lines)
        ],
        "lines": found.lines.select_related("booking__section").order_by("pk"),
        "history": LogEntry.objects.filter(target=f"charge:{found.pk}").order_by("-id")[:50],
    }
    return show(request, "charge", calendar, context)


@organiser
@require_safe
def receipt(request: SignedIn, calendar: CalendarEvent, charge: int) -> HttpResponse:
    found = _charge(calendar, charge)
    pdf = receipt_pdf(found, request.LANGUAGE_CODE)
    return file_answer(pdf, "application/pdf", f"{found.reference}.pdf", shown=True)


@organiser
@require_POST
def paid_whole(request: SignedIn, calendar: CalendarEvent, charge: int) -> HttpResponse:
    """With one press: all that is owed has come in."""
    found = _charge(calendar, charge)
    method = request.POST.get("method", "")
    if method not in dict(BY_HAND):
        raise Http404
    entries_money.receive(
        charge=found, amount=account_of(found).owed, method=method, by=request.user
    )
    messages.success(request, _("%(name)s has paid.") % {"name": found.booking or found.club})
    return _back("federation:money", calendar)


@organiser
@require_POST
def remind(request: SignedIn, calendar: CalendarEvent) -> HttpResponse:
    count = entries_money.remind_those_who_owe(calendar=calendar, by=request.user)
    messages.success(
        request,
        ngettext(
            "%(count)s reminder is on its way.", "%(count)s reminders are on their way.", count
        )
        % {"count": count},
    )
    return _back("federation:money", calendar)


@organiser
@require_safe
def money_csv(request: SignedIn, calendar: CalendarEvent) -> HttpResponse:
    """For the treasurer: a line for each fee."""
    rows: list[list[Any]] = [
        [
            _("Reference"), _("Name"), _("Section"), _("Club"), _("State"), _("Fee"), _("Paid"),
            _("Paid back"), _("Owed"), _("To pay back"), _("Currency"),
        ]
    ]  # fmt: skip
    for one in money_of(calendar).rows:
        booking, account = one.booking, one.account
        rows.append(
            [
                one.charge.reference, booking.name, booking.section.name, booking.club_name,
                booking.get_state_display(),
                *map(_plain, (account.due, account.paid, account.refunded, account.owed,
                              account.to_refund)),
                account.currency,
            ]
        )  # fmt: skip
    return _csv(calendar, rows, "fees")


@organiser
@require_safe
def payments_csv(request: SignedIn, calendar: CalendarEvent) -> HttpResponse:
    """For the treasurer: a line for each payment, in the order of time."""
    rows: list[list[Any]] = [
        [
            _("Day"), _("Time"), _("Reference"), _("Name"), _("Section"), _("Amount"),
            _("Currency"), _("Way of paying"), _("Number of the provider"), _("Note"), _("Who"),
        ]
    ]  # fmt: skip
    for one in moved_in(calendar):
        at = timezone.localtime(one.at)
        booking = one.charge.booking
        rows.append(
            [
                f"{at:%Y-%m-%d}", f"{at:%H:%M}", one.charge.reference,
                booking.name if booking else one.charge.club,
                booking.section.name if booking else "",
                _plain(one.amount), one.charge.currency, one.get_method_display(),
                one.provider_ref, one.note, one.by.display_name if one.by else "",
            ]
        )  # fmt: skip
    return _csv(calendar, rows, "payments")


def _plain(amount: Decimal) -> str:
    return f"{amount:.2f}"


def _csv(calendar: CalendarEvent, rows: list[list[Any]], name: str) -> HttpResponse:
    assert calendar.event is not None
    file = f"{calendar.event.slug}-{name}.csv"
    return file_answer(rows_as_csv(rows).encode(), "text/csv", file)


def _charge(calendar: CalendarEvent, charge: int) -> Charge:
    found = Charge.objects.select_related("booking__section", "club", "calendar")
    return get_object_or_404(found, calendar=calendar, pk=charge)
