"""The logo of an event and its sponsors, at the desk and for everybody."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.emblems import EmblemForm
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import event_for
from tournaments.models import Role
from tournaments.services.setup import emblems as service
from tournaments.web.requests import SignedIn


@login_required
def emblems(request: SignedIn, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    form = EmblemForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            service.add_emblem(event=found, by=request.user, **form.values())
        except Refused as error:
            form.add_error("picture", str(error))
        else:
            messages.success(request, _("The picture is kept."))
            return redirect("desk:emblems", event)
    return render(request, "desk/emblems.html", {"event": found, "form": form})


@login_required
@require_POST
def remove(request: SignedIn, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    service.remove_emblem(event=found, digest=request.POST.get("digest", ""), by=request.user)
    return redirect("desk:emblems", event)
