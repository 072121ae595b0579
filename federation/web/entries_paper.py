"""Receipts of fees, and invoices of clubs, on paper."""

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from federation.models import Charge, Payment
from federation.queries.entries_money import account_of, dues
from federation.wording.entries import amount_text
from tournaments.documents.layout import Column, Row, Section, Sheet, Table
from tournaments.documents.render import margins, page, to_pdf
from tournaments.documents.translator import Translator
from tournaments.wording.days import days_of


def receipt_pdf(charge: Charge, language: str) -> bytes:
    """A receipt where something was paid, else an invoice."""
    calendar = charge.calendar
    event = calendar.event
    assert event is not None
    with override(language):
        paid = account_of(charge).paid
        title = _("Receipt of payment") if paid else _("Invoice")
        made = date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT")
        style = margins(
            size="A4",
            header=calendar.name,
            number=f"{title} {charge.reference}",
            made=_("made %(time)s") % {"time": made},
            address=settings.SITE_URL + reverse("public:event", args=[event.slug]),
            draft="",
            bare=False,
        )
        tables = (_facts(charge), _players(charge), _payments(charge))
        sheet = Sheet((Section(title, tables, "", days_of(event)),))
        context = {
            "margins": style,
            "event": event,
            "tournament": {"full_name": calendar.name},
            "title": title,
            "subject": charge.reference,
            "made": timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ"),
        }
        return to_pdf(page(sheet, Translator(language), context))[0]


def _facts(charge: Charge) -> Table:
    calendar, account = charge.calendar, account_of(charge)
    named = charge.booking.name if charge.booking else str(charge.club or "")
    rows = [
        (_("Name"), named),
        (_("Event"), calendar.name),
        (_("Organiser"), str(calendar.club or settings.FEDERATION)),
        (_("Reference"), charge.reference),
        (_("Fee"), account.due_text),
        (_("Paid"), account.paid_text),
    ]
    if account.refunded:
        rows.append((_("Paid back"), account.refunded_text))
    if account.owed:
        rows.append((_("Owed"), account.owed_text))
        if calendar.iban:
            rows.append((_("Account"), calendar.iban))
    return Table(
        (Column(""), Column("")),
        tuple(Row(f"f{place}", cells) for place, cells in enumerate(rows)),
    )


def _players(charge: Charge) -> Table:
    """Those on an invoice, or the one of a receipt."""
    lines = charge.lines.all() if charge.purpose == Charge.Purpose.CLUB else [charge]
    rows = [
        (one.booking.name, one.booking.section.name, one.account.due_text) for one in dues(lines)
    ]
    return Table(
        (Column(_("Name")), Column(_("Section")), Column(_("Fee"), "n")),
        tuple(Row(f"p{place}", cells) for place, cells in enumerate(rows)),
        _("Players"),
    )


def _payments(charge: Charge) -> Table:
    keys = [charge.pk, *charge.lines.values_list("pk", flat=True)]
    rows = [
        (
            date_format(timezone.localtime(one.at), "SHORT_DATETIME_FORMAT"),
            one.get_method_display(),
            amount_text(one.amount, charge.currency),
        )
        for one in Payment.objects.filter(charge__in=keys).order_by("id")
    ]
    return Table(
        (Column(_("When")), Column(_("Way of paying")), Column(_("Amount"), "n")),
        tuple(Row(f"m{place}", cells) for place, cells in enumerate(rows)),
        _("Payments"),
    )
