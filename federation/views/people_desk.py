"""The registrar's desk: members, licences, transfers, doubles. A delegate keeps one province."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.duties import clubs_of, has_duty, needs
from federation.forms.people import (
    ClubTransferForm,
    DeathForm,
    LicenceForm,
    MemberForm,
    PrivacyForm,
    TransferForm,
    initial_of,
)
from federation.models import Club, Duty, Licence, Member, Merge, Province, Transfer
from federation.queries import people_desk as query
from federation.queries import people_doubles
from federation.services import people, people_licences, people_merging, people_transfers
from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.models import RegisteredPlayer
from tournaments.web.requests import SignedIn

KEEPERS = (Duty.REGISTRAR, Duty.DELEGATE)
ON_A_PAGE = 50


def scope_of(request: HttpRequest) -> list[Province] | None:
    return query.scope_of(request.user)


def member_for(request: HttpRequest, player: int) -> Member:
    """The member, for whoever keeps this province."""
    found = Member.objects.select_related("player", "club__province", "province")
    member = get_object_or_404(found, pk=player)
    provinces = scope_of(request)
    if provinces is not None and member.province not in provinces:
        raise PermissionDenied
    return member


@needs(*KEEPERS)
@require_safe
def members(request: SignedIn) -> HttpResponse:
    provinces = scope_of(request)
    typed = request.GET.get("q", "")[:80].strip()
    context: dict[str, Any] = {"typed": typed, "provinces": provinces}
    if typed:
        context["rows"] = query.find_rows(typed, provinces)
    else:
        listed = query.members(provinces).order_by("-strength", "pk")
        context["page"] = Paginator(listed, ON_A_PAGE).get_page(request.GET.get("page"))
        context["rows"] = [query.Row(one.player, one) for one in context["page"]]
    return render(request, "federation/people/desk_members.html", context)


@needs(*KEEPERS)
def new_member(request: SignedIn) -> HttpResponse:
    form = MemberForm(request.POST or None, provinces=scope_of(request))
    if request.method == "POST" and form.is_valid():
        try:
            made = people.register_member(
                values=form.cleaned_data,
                by=request.user,
                confirmed=request.POST.get("confirmed", ""),
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("The member is registered."))
            return redirect("federation:member", made.pk)
    return render(request, "federation/people/desk_new_member.html", {"form": form})


@needs(Duty.REGISTRAR)
@require_POST
def enrol(request: SignedIn, player: int) -> HttpResponse:
    """Somebody of the rating lists becomes a member."""
    found = get_object_or_404(RegisteredPlayer, pk=player)
    people.enrol(player=found, province=None, by=request.user)
    return redirect("federation:member", player)


@needs(*KEEPERS)
def member(request: SignedIn, player: int) -> HttpResponse:
    found = member_for(request, player)
    provinces = scope_of(request)
    initial = initial_of(found)
    form = MemberForm(request.POST or None, provinces=provinces, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            people.change_member(member=found, values=form.cleaned_data, by=request.user)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("federation:member", player)
    transfers = list(found.player.transfers.select_related("from_club", "to_club"))
    context = {
        "member": found,
        "form": form,
        "licences": found.player.licences.order_by("-valid_until", "-pk"),
        "licence_form": LicenceForm(),
        "memberships": found.player.memberships.select_related("club"),
        "transfers": transfers,
        "may_undo": bool(transfers) and query.may_decide(transfers[0], provinces),
        "transfer_form": TransferForm(),
        "privacy_form": PrivacyForm(initial={"privacy": found.privacy, "noindex": found.noindex}),
        "death_form": DeathForm(initial={"died_on": found.died_on}),
        "merges": Merge.objects.filter(kept=found.player).select_related("by"),
        "may_merge": provinces is None,
        "doubles": people_doubles.doubles_of(found.player) if provinces is None else [],
        "history": query.history_of(found.player),
    }
    return render(request, "federation/people/desk_member.html", context)


def _step(
    request: SignedIn, player: int, form: forms.Form, do: Callable[..., Any], said: str
) -> HttpResponse:
    """Do what a small form of the member's page asks for, and come back."""
    if not form.is_valid():
        messages.error(request, _problems(form))
        return redirect("federation:member", player)
    try:
        do(**form.cleaned_data)
    except Refused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, said)
    return redirect("federation:member", player)


def _problems(form: forms.Form) -> str:
    return " ".join(str(one) for problems in form.errors.values() for one in problems)


@needs(*KEEPERS)
@require_POST
def issue_licence(request: SignedIn, player: int) -> HttpResponse:
    found = member_for(request, player)

    def do(**values: Any) -> None:
        people_licences.issue_licence(member=found, by=request.user, **values)

    return _step(request, player, LicenceForm(request.POST), do, _("The licence is given."))


@needs(*KEEPERS)
@require_POST
def withdraw_licence(request: SignedIn, player: int, licence: int) -> HttpResponse:
    """Withdraw it, or give it back."""
    found = member_for(request, player)
    of_them = get_object_or_404(Licence, pk=licence, player=found.player)
    back = "back" in request.POST
    people_licences.withdraw_licence(
        licence=of_them, by=request.user, back=back, confirmed=request.POST.get("confirmed", "")
    )
    messages.success(request, _("The licence is given back.") if back else _("Withdrawn."))
    return redirect("federation:member", player)


@needs(*KEEPERS)
@require_POST
def set_privacy(request: SignedIn, player: int) -> HttpResponse:
    found = member_for(request, player)

    def do(**values: Any) -> None:
        people.set_privacy(member=found, by=request.user, **values)

    return _step(request, player, PrivacyForm(request.POST), do, _("Saved."))


@needs(*KEEPERS)
@require_POST
def note_death(request: SignedIn, player: int) -> HttpResponse:
    found = member_for(request, player)

    def do(died_on: Any) -> None:
        confirmed = request.POST.get("confirmed", "")
        people.note_death(member=found, on=died_on, by=request.user, confirmed=confirmed)

    return _step(request, player, DeathForm(request.POST), do, _("Saved."))


# --- Transfers ------------------------------------------------------------------------------------


@needs(*KEEPERS)
@require_POST
def transfer(request: SignedIn, player: int) -> HttpResponse:
    """At once where it is theirs to decide, else asked of the registrar."""
    found = member_for(request, player)
    provinces = scope_of(request)

    def do(**values: Any) -> None:
        wish = Transfer(player=found.player, from_club=found.club, to_club=values["to_club"])
        at_once = query.may_decide(wish, provinces)
        service = people_transfers.transfer_at_once if at_once else people_transfers.ask_transfer
        service(member=found, by=request.user, **values)

    return _step(request, player, TransferForm(request.POST), do, _("The transfer is entered."))


@needs(*KEEPERS, Duty.CLUB)
def transfers(request: SignedIn) -> HttpResponse:
    """Those that wait, then those that are decided; a club's manager asks for a player."""
    clubs, provinces = clubs_of(request.user), scope_of(request)
    form = ClubTransferForm(request.POST or None, clubs=clubs)
    if request.method == "POST" and _asked_for_own_club(request, form, clubs):
        messages.success(request, _("The transfer is asked for."))
        return redirect("federation:transfers")
    listed = query.transfers(provinces, clubs)
    waiting = list(listed.filter(state=Transfer.State.ASKED)[:200])
    decided = listed.exclude(state=Transfer.State.ASKED)
    keeps = has_duty(request.user, *KEEPERS)
    context = {
        "waiting": [(one, keeps and query.may_decide(one, provinces)) for one in waiting],
        "page": Paginator(decided, ON_A_PAGE).get_page(request.GET.get("page")),
        "clubs": clubs,
        "form": form,
    }
    return render(request, "federation/people/desk_transfers.html", context)


def _asked_for_own_club(request: SignedIn, form: ClubTransferForm, clubs: list[Club]) -> bool:
    """Ask, if the form is right; what is wrong stands in it, with what was typed."""
    if not form.is_valid():
        return False
    values = dict(form.cleaned_data)
    if values["to_club"] not in clubs:
        raise PermissionDenied
    try:
        people_transfers.ask_transfer(member=values.pop("licence"), by=request.user, **values)
    except Refused as error:
        form.add_error(None, str(error))
        return False
    return True


@needs(*KEEPERS)
@require_POST
def decide_transfer(request: SignedIn, transfer: int) -> HttpResponse:
    """Approve, refuse or take back."""
    provinces = scope_of(request)
    found = get_object_or_404(query.transfers(provinces, []), pk=transfer)
    if not query.may_decide(found, provinces):
        raise PermissionDenied
    answered: dict[str, Any] = {
        "transfer": found,
        "by": request.user,
        "confirmed": request.POST.get("confirmed", ""),
    }
    try:
        if "undo" in request.POST:
            people_transfers.undo_transfer(**answered)
        else:
            people_transfers.decide_transfer(approve="approve" in request.POST, **answered)
    except Refused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Saved."))
    if "undo" in request.POST:
        return redirect("federation:member", found.player_id)
    return redirect("federation:transfers")


# --- Doubles --------------------------------------------------------------------------------------


@needs(Duty.REGISTRAR)
def merge(request: SignedIn) -> HttpResponse:
    """Two rows side by side, and what hangs on each, before they become one."""
    asked = request.POST or request.GET
    kept, gone = (
        RegisteredPlayer.objects.select_related("member__club", "member__province")
        .filter(pk=whole_number(asked.get(name)))
        .first()
        for name in ("kept", "gone")
    )
    if request.method == "POST" and kept and gone:
        try:
            people_merging.merge_players(
                kept=kept,
                gone=gone,
                by=request.user,
                reason=request.POST.get("reason", "")[:300],
                confirmed=request.POST.get("confirmed", ""),
            )
        except Refused as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("The two are one now. It can be taken back below."))
            return redirect(_place_of(kept), kept.pk)
    context: dict[str, Any] = {"kept": kept, "gone": gone, "asked": asked}
    if kept and gone and kept.pk != gone.pk:
        context["hanging"] = people_merging.hanging_on(kept, gone)
    elif not kept and not gone:
        below = context["below"] = whole_number(asked.get("below"))
        context["look"] = people_doubles.look_for_doubles(below or None)
    context["merges"] = Merge.objects.filter(undone_at=None).select_related("kept", "by")[:20]
    return render(request, "federation/people/desk_merge.html", context)


@needs(Duty.REGISTRAR)
@require_POST
def tell_apart(request: SignedIn) -> HttpResponse:
    """Two who look alike are not the same person; back to the page where it was said."""
    one, other = (
        get_object_or_404(RegisteredPlayer, pk=whole_number(request.POST.get(name)))
        for name in ("one", "other")
    )
    try:
        people_merging.tell_apart(one=one, other=other, by=request.user)
    except Refused as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("They are not offered as doubles any more."))
    if member := whole_number(request.POST.get("member")):
        return redirect("federation:member", member)
    below = whole_number(request.POST.get("below"))
    return redirect(reverse("federation:merge") + (f"?below={below}" if below else ""))


@needs(Duty.REGISTRAR)
@require_POST
def undo_merge(request: SignedIn, merge: int) -> HttpResponse:
    found = get_object_or_404(Merge.objects.select_related("kept"), pk=merge)
    try:
        again = people_merging.undo_merge(
            merge=found, by=request.user, confirmed=request.POST.get("confirmed", "")
        )
    except Refused as error:
        messages.error(request, str(error))
        return redirect("federation:merge")
    messages.success(request, _("%(name)s is a person of their own again.") % {"name": again.name})
    return redirect("federation:merge")


def _place_of(player: RegisteredPlayer) -> str:
    is_member = Member.objects.filter(pk=player.pk).exists()
    return "federation:member" if is_member else "federation:player"
