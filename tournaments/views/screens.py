"""The desk's remote control of the screens in the hall."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.core.text import sort_key
from tournaments.forms.screens import AnnouncementForm, ScreenForm
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import event_for
from tournaments.models import HallScreen, Role
from tournaments.services.hall import screens as services
from tournaments.web.requests import SignedIn


@login_required
def screens(request: SignedIn, event: str) -> HttpResponse:
    if request.method == "POST":
        found = event_for(request.user, event, Role.ARBITER)
        form = ScreenForm(request.POST, event=found)
        if form.is_valid():
            try:
                services.add_screen(event=found, by=request.user, **form.values())
            except Refused as error:
                form.add_error(error.field or None, str(error))
            else:
                return redirect("desk:screens", event)
    else:
        found = event_for(request.user, event)
        form = ScreenForm(event=found)
    context = {
        "event": found,
        "form": form,
        "announcement": AnnouncementForm(),
        "screens": sorted(
            HallScreen.objects.filter(event=found).select_related("tournament"),
            key=lambda screen: (sort_key(screen.name, request.LANGUAGE_CODE), screen.pk),
        ),
        "site": settings.SITE_URL,
        "may_arbitrate": found.my_role.covers(Role.ARBITER),
    }
    return render(request, "desk/screens.html", context)


@login_required
def screen(request: SignedIn, event: str, screen: int) -> HttpResponse:
    found = event_for(request.user, event, Role.ARBITER)
    shown = get_object_or_404(HallScreen, event=found, pk=screen)
    form = ScreenForm(request.POST or None, instance=shown, event=found)
    if request.method == "POST" and form.is_valid():
        values = form.values()
        services.change_screen(
            screen=HallScreen.objects.get(pk=shown.pk), by=request.user, values=values
        )
        messages.success(request, _("The screen follows within five seconds."))
        return redirect("desk:screens", event)
    return render(request, "desk/screen.html", {"event": found, "screen": shown, "form": form})


@login_required
@require_POST
def announce(request: SignedIn, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.ARBITER)
    form = AnnouncementForm(request.POST)
    if form.is_valid():
        services.announce(event=found, text=form.cleaned_data["text"], by=request.user)
    return redirect("desk:screens", event)


@login_required
@require_POST
def remove(request: SignedIn, event: str, screen: int) -> HttpResponse:
    found = event_for(request.user, event, Role.ARBITER)
    services.remove_screen(
        screen=get_object_or_404(HallScreen, event=found, pk=screen), by=request.user
    )
    return redirect("desk:screens", event)
