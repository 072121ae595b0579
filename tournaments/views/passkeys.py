"""Passkeys: made and removed on one's account; at the door alone, or behind the password."""

import time
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.forms.accounts import PasskeyForm, PasswordForm
from tournaments.kernel.errors import Refused
from tournaments.models import DoorRecord, User
from tournaments.services.accounts import door, passkeys
from tournaments.services.accounts.door import Origin
from tournaments.services.accounts.passkeys import Place, Question
from tournaments.views.account import HALF, half_signed_in, limits_of
from tournaments.web.guesses import note_wrong, too_many
from tournaments.web.requests import SignedIn

What = DoorRecord.What

#: a device is waited for so long
SECONDS = 5 * 60
#: questions for one address within a quarter of an hour; each is remembered in a session
MOST_ASKED = 300
_ASKED = "passkey"


def _place(request: HttpRequest) -> Place:
    """By the host that the browser named, which is one of ALLOWED_HOSTS."""
    host = request.get_host()
    return Place(host.rsplit(":", 1)[0], f"{request.scheme}://{host}")


def _ask(request: HttpRequest, question: Question, purpose: str) -> str:
    request.session[_ASKED] = {
        "challenge": question.challenge,
        "at": int(time.time()),
        "for": purpose,
    }
    return question.options


def _asked(request: HttpRequest, purpose: str) -> str:
    """The words that this session's device was asked to sign; each question counts once."""
    asked: dict[str, Any] = request.session.pop(_ASKED, {})
    if asked.get("for") != purpose or time.time() - asked.get("at", 0) > SECONDS:
        return ""
    return str(asked["challenge"])


# --- One's own account ----------------------------------------------------------------------------


@login_required
@never_cache
def new(request: SignedIn) -> HttpResponse:
    """The password first: who finds an open desk makes no key to it."""
    form = PasskeyForm(request.user, request.POST or None)
    if not form.is_valid():
        return render(request, "account/passkey.html", {"form": form})
    try:
        question = passkeys.question_to_make(user=request.user, place=_place(request))
    except Refused as error:
        form.add_error(None, str(error))
        return render(request, "account/passkey.html", {"form": form})
    name = form.cleaned_data["name"]
    options = _ask(request, question, f"make:{request.user.pk}:{name}")
    return render(request, "account/passkey_device.html", {"options": options, "name": name})


@login_required
@require_POST
def made(request: SignedIn) -> HttpResponse:
    name = request.POST.get("name", "")[:60]
    challenge = _asked(request, f"make:{request.user.pk}:{name}")
    try:
        passkeys.make(
            user=request.user,
            answer=request.POST.get("answer", ""),
            challenge=challenge,
            place=_place(request),
            name=name,
        )
    except Refused as error:
        messages.error(request, str(error))
        return redirect("desk:new_passkey")
    door.note(What.PASSKEY_ON, Origin.of(request), user=request.user)
    messages.success(request, _("The passkey is made: the password alone opens nothing any more."))
    return redirect("desk:account")


@login_required
def remove(request: SignedIn, passkey: int) -> HttpResponse:
    found = get_object_or_404(request.user.passkeys, pk=passkey)
    form = PasswordForm(request.user, request.POST or None)
    if form.is_valid():
        if passkeys.forget(user=request.user, pk=found.pk):
            door.note(What.PASSKEY_OFF, Origin.of(request), user=request.user)
        messages.success(request, _("The passkey is removed."))
        return redirect("desk:account")
    return render(request, "account/passkey_off.html", {"form": form, "passkey": found})


# --- At the door ----------------------------------------------------------------------------------


@require_POST
@never_cache
def ask(request: HttpRequest) -> HttpResponse:
    """The question for a device: to the passkeys of who has given the password, or to any."""
    half = half_signed_in(request)
    limits = {f"passkey-asked:{Origin.of(request).address}": MOST_ASKED}
    if too_many(limits):
        return HttpResponse(status=429)
    note_wrong(limits)
    question = passkeys.question_to_open(place=_place(request), user=half)
    return HttpResponse(
        _ask(request, question, f"open:{half.pk if half else ''}"), content_type="application/json"
    )


@require_POST
@never_cache
def open_door(request: HttpRequest) -> HttpResponse:
    half = half_signed_in(request)
    origin = Origin.of(request)
    limits = limits_of(f"passkey:{half.pk if half else ''}", origin.address)
    if too_many(limits):
        door.note(What.SHUT, origin, user=half)
        return _refused(request, half, _("Too many attempts. Wait a quarter of an hour."))
    challenge = _asked(request, f"open:{half.pk if half else ''}")
    answer = request.POST.get("answer", "")
    user = passkeys.opens(answer=answer, challenge=challenge, place=_place(request), user=half)
    if user is None:
        note_wrong(limits)
        door.note(What.WRONG_PASSKEY, origin, user=half)
        return _refused(request, half, _("This passkey does not open the door. Try again."))
    to = request.session.pop(HALF)["next"] if half else _next(request)
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return redirect(to)


def _refused(request: HttpRequest, half: User | None, why: str) -> HttpResponse:
    messages.error(request, why)
    return redirect("sign_in_code" if half else "login")


def _next(request: HttpRequest) -> str:
    to = request.POST.get("next", "")
    own = url_has_allowed_host_and_scheme(
        to, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return to if own else resolve_url(settings.LOGIN_REDIRECT_URL)
