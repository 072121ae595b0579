"""People of the site, for its administrators."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.forms.accounts import AccountForm, RolesForm
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import may_name_registrars
from tournaments.models import User
from tournaments.queries.accounts import people as queries
from tournaments.services.accounts import links, second_factor
from tournaments.services.accounts import people as services
from tournaments.services.accounts.door import Origin
from tournaments.web.requests import SignedIn

ON_A_PAGE = 50


def _administrator(request: SignedIn) -> None:
    """Others do not even learn that there is such a page."""
    if not may_name_registrars(request.user):
        raise Http404


@login_required
def people(request: SignedIn) -> HttpResponse:
    _administrator(request)
    search = request.GET.get("q", "")[:100]
    pages = Paginator(queries.people(search), ON_A_PAGE)
    context = {"page": pages.get_page(request.GET.get("page")), "search": search}
    return render(request, "account/people.html", context)


@login_required
def new_person(request: SignedIn) -> HttpResponse:
    _administrator(request)
    form = AccountForm(request.POST or None, initial={"language": request.LANGUAGE_CODE})
    if form.is_valid():
        try:
            made = services.make_account(
                values=form.cleaned_data, by=request.user, origin=Origin.of(request)
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            send_link(request, made)
            return redirect("desk:person", made.pk)
    return render(request, "account/new_person.html", {"form": form})


@login_required
def person(request: SignedIn, user: int) -> HttpResponse:
    _administrator(request)
    found = get_object_or_404(User, pk=user)
    if request.method == "POST":
        _act(request, found)
        return redirect("desk:person", found.pk)
    roles = {"administers": found.is_superuser or found.is_staff, "registrar": found.registrar}
    context = {
        "person": found,
        "form": RolesForm(initial=roles),
        "factor": second_factor.is_on(found),
        "sessions": found.open_sessions.all(),
        "records": queries.records_of(found),
        "mail": found.password_mails.first(),
    }
    return render(request, "account/person.html", context)


def _act(request: SignedIn, found: User) -> None:
    origin = Origin.of(request)
    match request.POST.get("act"):
        case "lock":
            services.lock(user=found, by=request.user, origin=origin)
            messages.success(request, _("The account is locked; its sessions have ended."))
        case "unlock":
            services.unlock(user=found, by=request.user, origin=origin)
            messages.success(request, _("The account is open again."))
        case "end":
            services.end_everywhere(user=found, by=request.user, origin=origin)
            messages.success(request, _("Every session has ended."))
        case "factor":
            services.forget_factor(user=found, by=request.user, origin=origin)
            messages.success(request, _("The second factor is off."))
        case "link":
            send_link(request, found)
        case "roles":
            form = RolesForm(request.POST)
            form.is_valid()
            services.set_roles(user=found, by=request.user, origin=origin, **form.cleaned_data)
            messages.success(request, _("Saved."))


def send_link(request: SignedIn, person: User) -> None:
    """A link with which the owner of the account sets a password, for a day; also the first one."""
    if not person.email:
        messages.error(request, _("There is no e-mail address to which a link could go."))
        return
    links.promise(user=person, language=person.language or request.LANGUAGE_CODE)
    messages.success(request, _("A link for a new password is on its way."))
