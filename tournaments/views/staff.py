"""The staff of an event: duties, invitations, and what the desk knows of its user."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.core.text import whole_number
from tournaments.forms import AcceptForm, InvitationForm, ProfileForm, StaffForm
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import event_for
from tournaments.models import Invitation, Role, User
from tournaments.services.setup import events, invitations
from tournaments.web.requests import SignedIn


@login_required
def staff(request: SignedIn, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    form, invite = StaffForm(), InvitationForm(auto_id="invite_%s")
    if request.method == "POST":
        answer = request.POST
        if "remove" in answer:
            member = get_object_or_404(User, pk=whole_number(answer["remove"]))
            events.set_role(event=found, user=member, role=None, by=request.user)
            messages.success(
                request,
                _("%(name)s is no longer on the staff. To undo it, give the duty again below.")
                % {"name": f"{member.display_name} ({member.username})"},
            )
            return redirect("desk:staff", event)
        if "withdraw" in answer:
            invitation = get_object_or_404(
                Invitation, event=found, pk=whole_number(answer["withdraw"])
            )
            invitations.withdraw_invitation(invitation=invitation, by=request.user)
            messages.success(request, _("The invitation is withdrawn: its link opens nothing now."))
            return redirect("desk:staff", event)
        if "email" in answer:
            invite = InvitationForm(answer, auto_id="invite_%s")
            if invite.is_valid():
                invitation = invitations.invite(
                    event=found,
                    email=invite.cleaned_data["email"],
                    role=Role(invite.cleaned_data["role"]),
                    language=request.LANGUAGE_CODE,
                    by=request.user,
                )
                if invitation.delayed:
                    messages.warning(
                        request,
                        _(
                            "The mail server does not answer. The message is kept and sent as "
                            "soon as it does."
                        ),
                    )
                else:
                    messages.success(request, _("The invitation is on its way."))
                return redirect("desk:staff", event)
        else:
            form = StaffForm(answer)
            if form.is_valid() and form.user:
                role = Role(form.cleaned_data["role"])
                events.set_role(event=found, user=form.user, role=role, by=request.user)
                messages.success(request, _("The duty is given."))
                return redirect("desk:staff", event)
    context = {
        "form": form,
        "invite": invite,
        "event": found,
        "members": found.staff.select_related("user").order_by("pk"),
        "invitations": found.invitations.filter(accepted_at=None, withdrawn_at=None),
    }
    return render(request, "desk/staff.html", context)


def accept(request: SignedIn, token: str) -> HttpResponse:
    """The page behind the link of an invitation."""
    try:
        invitation = invitations.invitation_of(token)
    except Refused as error:
        return render(request, "account/invitation.html", {"problem": str(error)}, status=410)
    context = {"invitation": invitation, "form": AcceptForm()}
    if not request.user.is_authenticated and invitations.user_behind(invitation):
        return redirect(f"{reverse('login')}?next={request.path}")
    if request.method != "POST":
        return render(request, "account/invitation.html", context)
    if request.user.is_authenticated:
        invitations.accept(token=token, user=request.user)
        return redirect("desk:event", invitation.event.slug)
    form = context["form"] = AcceptForm(request.POST)
    if form.is_valid():
        try:
            user = invitations.accept(token=token, values=form.cleaned_data)
        except ValidationError as error:
            form.add_error("password", error)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            login(request, user)
            return redirect("desk:event", invitation.event.slug)
    return render(request, "account/invitation.html", context)


@login_required
@require_POST
def my_rows(request: SignedIn) -> HttpResponse:
    """Rows of boards close together or not, for this person on every machine."""
    request.user.compact = request.POST.get("compact") == "1"
    request.user.save(update_fields=["compact"])
    back = request.headers.get("Referer", "")
    own = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()})
    return redirect(back if own else "desk:home")


@login_required
def me(request: SignedIn) -> HttpResponse:
    """Edit what goes on reports beside the user's name."""
    form = ProfileForm(request.POST or None, instance=request.user)
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("desk:me")
    return render(request, "desk/me.html", {"form": form})
