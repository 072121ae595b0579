"""Clubs at the registrar's desk."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.duties import needs
from federation.forms.people import ClubForm
from federation.models import Club
from federation.queries.places import clubs as listed_clubs
from federation.queries.search import find_clubs
from federation.services import places
from federation.views.people_desk import KEEPERS, ON_A_PAGE, scope_of
from tournaments.kernel.errors import Refused
from tournaments.web.requests import SignedIn


@needs(*KEEPERS)
@require_safe
def clubs(request: SignedIn) -> HttpResponse:
    typed = request.GET.get("q", "")[:60].replace("\0", "").strip()
    found = find_clubs(typed) if typed else listed_clubs()
    if (provinces := scope_of(request)) is not None:
        found = found.filter(province__in=provinces)
    found = found.annotate(people=Count("members", filter=Q(members__died_on=None)))
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "federation/people/desk_clubs.html", {"page": page, "typed": typed})


@needs(*KEEPERS)
def new_club(request: SignedIn) -> HttpResponse:
    form = ClubForm(request.POST or None, provinces=scope_of(request))
    if request.method == "POST" and form.is_valid():
        try:
            places.open_club(values=form.cleaned_data, by=request.user)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("The club is entered."))
            return redirect("federation:desk_clubs")
    return render(request, "federation/people/desk_club.html", {"form": form})


@needs(*KEEPERS)
def club(request: SignedIn, club: int) -> HttpResponse:
    found = get_object_or_404(Club.objects.select_related("province"), pk=club)
    provinces = scope_of(request)
    if provinces is not None and found.province not in provinces:
        raise PermissionDenied
    form = ClubForm(request.POST or None, instance=found, provinces=provinces)
    if request.method == "POST" and form.is_valid():
        try:
            places.change_club(club=found, values=form.cleaned_data, by=request.user)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("federation:desk_clubs")
    return render(request, "federation/people/desk_club.html", {"form": form, "club": found})
