"""Prizes handed out: who gets what, accounts for the bank, receipts and certificates."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms.payouts import AccountsForm
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Role
from tournaments.queries.hall.published import rows_as_csv
from tournaments.queries.standings import payouts as query
from tournaments.services.setup import bank
from tournaments.views.desk import frame
from tournaments.web.buttons import Press, button
from tournaments.web.requests import SignedIn


@login_required
def payouts(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """For the chief arbiter alone: it shows accounts."""
    tournament = tournament_for(request.user, event, slug, Role.CHIEF)
    found = query.payouts(tournament, with_accounts=True)
    form = AccountsForm(request.POST or None, rows=found.rows)
    if request.method == "POST" and form.is_valid():
        try:
            kept = bank.keep_accounts(
                tournament=tournament, accounts=form.values(), by=request.user
            )
        except Refused as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        else:
            said = ngettext("%(count)s account is kept.", "%(count)s accounts are kept.", kept)
            messages.success(request, said % {"count": kept})
            return redirect("desk:payouts", event, slug)
    context = {
        "found": found,
        "form": form,
        "days": settings.BANK_DETAILS_DAYS,
        "has_accounts": tournament.bank_details.exists(),
        **frame(tournament),
    }
    return render(request, "desk/payouts.html", context)


@button(Role.CHIEF)
def bank_list(press: Press) -> HttpResponse:
    found = bank.hand_over_list(**press.given)
    reference = press.tournament.full_name
    answer = HttpResponse(
        rows_as_csv(query.bank_rows(found, reference)).encode(),
        content_type="text/csv; charset=utf-8",
    )
    answer["Content-Disposition"] = f'attachment; filename="{press.tournament.slug}-bank.csv"'
    answer["Cache-Control"] = "no-store"
    return answer


@button(Role.CHIEF)
def forget(press: Press) -> HttpResponse:
    if bank.forget_accounts(**press.given):
        messages.success(press.request, _("The accounts are deleted."))
    return press.back("desk:payouts")
