"""The desks of the federation: what waits, by duty; and who has which duty."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.duties import duties_of, needs
from federation.forms.office import OfficerForm
from federation.models import Duty, Officer
from federation.queries.reports import received
from federation.services import officers
from federation.web.desks import waiting_for
from tournaments.kernel.errors import Refused
from tournaments.views.documents import as_file
from tournaments.web.requests import SignedIn


@needs(*Duty)
def desk(request: SignedIn) -> HttpResponse:
    """Show everybody with a duty what they look after."""
    context = {"duties": duties_of(request.user), "desks": waiting_for(request.user)}
    return render(request, "federation/desk.html", context)


@needs(Duty.OFFICE)
def people(request: SignedIn) -> HttpResponse:
    form = OfficerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            officers.name_officer(by=request.user, **form.cleaned_data)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("The duty is given."))
            return redirect("federation:officers")
    found = Officer.objects.select_related("user", "province", "club").order_by("duty", "pk")
    return render(request, "federation/officers.html", {"form": form, "officers": found})


@needs(Duty.OFFICE, Duty.RATING)
@require_safe
def report(request: SignedIn, sending: int) -> HttpResponse:
    """Its package, as it was sent."""
    return as_file(get_object_or_404(received(), pk=sending).package)


@needs(Duty.OFFICE)
@require_POST
def release(request: SignedIn, officer: int) -> HttpResponse:
    found = get_object_or_404(Officer.objects.select_related("user"), pk=officer)
    try:
        officers.release_officer(
            officer=found, by=request.user, confirmed=request.POST.get("confirmed", "")
        )
    except Refused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The duty is taken away."))
    return redirect("federation:officers")
