"""The plan of the hall at the desk."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.forms.screens import HallPlanForm
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import event_for
from tournaments.models import HallPlan, Role
from tournaments.services.hall import floor_plan
from tournaments.web.requests import SignedIn


@login_required
def plan(request: SignedIn, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.ARBITER)
    known = HallPlan.objects.filter(event=found).first()
    initial = {"words": known.words if known else ""}
    form = HallPlanForm(request.POST or None, request.FILES or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            floor_plan.set_hall_plan(event=found, by=request.user, **form.values())
        except Refused as error:
            form.add_error("picture", str(error))
        else:
            messages.success(request, _("The plan of the hall is saved."))
            return redirect("desk:hall_plan", event)
    context = {"event": found, "plan": known, "form": form, "first": found.tournaments.first()}
    return render(request, "desk/hall_plan.html", context)
