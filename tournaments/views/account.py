"""Sign in, slowed down for whoever guesses; a second factor; one's own passwords and sessions."""

import time
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import (
    LoginView,
    PasswordChangeView,
    PasswordResetConfirmView,
    PasswordResetView,
)
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.documents.qr import qr_svg
from tournaments.forms.accounts import CodeForm, PasswordForm
from tournaments.kernel.errors import Refused
from tournaments.models import DoorRecord, User
from tournaments.queries.accounts.people import records_of
from tournaments.services.accounts import door, links, second_factor
from tournaments.services.accounts.door import Origin
from tournaments.web.guesses import forget, note, note_wrong, too_many, tries
from tournaments.web.requests import SignedIn

What = DoorRecord.What

#: wrong passwords within a window: for one name from one address; from one address for any
#: names (a whole hall may share it); and for one name from anywhere. Nobody is shut out by what
#: a stranger types elsewhere before the last of these is reached.
MOST_OF_BOTH = 10
MOST_OF_ADDRESS = 100
MOST_OF_NAME = 200
#: links for a new password that one address may ask for within a window
MOST_RESETS = 10
#: from the right password to the code
HALF_SECONDS = 10 * 60
HALF = "half-signed-in"


class SignInForm(AuthenticationForm):
    def clean(self) -> dict[str, Any]:
        name = self.data.get("username", "")[:150].casefold()
        assert self.request is not None
        origin = Origin.of(self.request)
        limits = limits_of(name, origin.address)
        if too_many(limits):
            door.note(What.SHUT, origin, name=name)
            raise forms.ValidationError(_shut_sentence())
        try:
            cleaned = super().clean()
        except forms.ValidationError:
            note_wrong(limits)
            door.note(What.WRONG_PASSWORD, origin, name=name)
            raise
        forget(f"sign-in:both:{name}:{origin.address}")
        return cleaned


def limits_of(name: str, address: str) -> dict[str, int]:
    return {
        f"sign-in:both:{name}:{address}": MOST_OF_BOTH,
        f"sign-in:address:{address}": MOST_OF_ADDRESS,
        f"sign-in:name:{name}": MOST_OF_NAME,
    }


def _shut_sentence() -> str:
    return _("Too many attempts. Wait a quarter of an hour, then try again.")


class SignIn(LoginView):
    template_name = "account/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **named: Any) -> dict[str, Any]:
        """Without the name that Django gives the site there, which is the host of the request."""
        context = super().get_context_data(**named)
        context.pop("site_name", None)
        return context

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """With a second factor the password alone signs nobody in."""
        user = form.get_user()
        if not second_factor.is_on(user):
            return super().form_valid(form)
        self.request.session[HALF] = {
            "user": user.pk,
            "at": int(time.time()),
            "next": self.get_success_url(),
        }
        return redirect("sign_in_code")


def half_signed_in(request: HttpRequest) -> User | None:
    """Find who has given the right password a moment ago, and has a second factor."""
    half = request.session.get(HALF, {})
    fresh = time.time() - half.get("at", 0) < HALF_SECONDS
    return User.objects.filter(pk=half.get("user"), is_active=True).first() if fresh else None


def sign_in_code(request: HttpRequest) -> HttpResponse:
    """The second step: the code of an authenticator, a recovery code, or a passkey."""
    user = half_signed_in(request)
    if user is None:
        request.session.pop(HALF, None)
        return redirect("login")
    has_codes = second_factor.has_codes(user)
    form = CodeForm(request.POST or None)
    if has_codes and form.is_valid():
        origin = Origin.of(request)
        limits = limits_of(f"code:{user.pk}", origin.address)
        if too_many(limits):
            door.note(What.SHUT, origin, user=user)
            form.add_error("code", _shut_sentence())
        elif second_factor.opens(user=user, code=form.cleaned_data["code"]):
            to = request.session.pop(HALF)["next"]
            login(request, user)
            return redirect(to)
        else:
            note_wrong(limits)
            door.note(What.WRONG_CODE, origin, user=user)
            form.add_error("code", str(Refused("account.wrong_code")))
    context = {"form": form, "has_codes": has_codes, "has_passkey": user.passkeys.exists()}
    return render(request, "account/code.html", context)


# --- Passwords ------------------------------------------------------------------------------------


class NewPassword(PasswordChangeView):
    """With the old one; every other session ends."""

    template_name = "account/password.html"
    success_url = reverse_lazy("desk:account")

    def form_valid(self, form: Any) -> HttpResponse:
        before = self.request.session.session_key
        response = super().form_valid(form)
        user = form.user
        door.moved(before, self.request.session.session_key)
        door.end_sessions(user=user, but=self.request.session.session_key)
        door.note(What.PASSWORD, Origin.of(self.request), user=user)
        messages.success(self.request, _("The new password holds. Other sessions have ended."))
        return response


class Forgotten(PasswordResetView):
    """Asked for by anybody, answered alike whoever it is: a link by mail, for a day."""

    template_name = "account/forgotten.html"
    success_url = reverse_lazy("password_sent")

    def form_valid(self, form: Any) -> HttpResponse:
        origin = Origin.of(self.request)
        key = f"reset:{origin.address}"
        note(key)
        if tries(key) > MOST_RESETS:
            form.add_error(None, _shut_sentence())
            return self.form_invalid(form)
        email = form.cleaned_data["email"]
        door.note(What.RESET_ASKED, origin, name=email)
        links.promise_to(email=email, language=get_language() or settings.LANGUAGE_CODE)
        return redirect(self.success_url)


class FromLink(PasswordResetConfirmView):
    template_name = "account/from_link.html"
    success_url = reverse_lazy("login")

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        door.end_sessions(user=form.user)
        door.note(What.PASSWORD, Origin.of(self.request), user=form.user)
        messages.success(self.request, _("The new password holds: sign in with it."))
        return response


def password_sent(request: HttpRequest) -> HttpResponse:
    return render(request, "account/sent.html")


# --- One's own account ----------------------------------------------------------------------------


@login_required
def account(request: SignedIn) -> HttpResponse:
    context = {
        "sessions": request.user.open_sessions.all(),
        "records": records_of(request.user),
        "factor": second_factor.has_codes(request.user),
        "passkeys": request.user.passkeys.all(),
    }
    return render(request, "account/account.html", context)


@login_required
@require_POST
def end_sessions(request: SignedIn) -> HttpResponse:
    """Everywhere but here."""
    ended = door.end_sessions(user=request.user, but=request.session.session_key)
    if ended:
        door.note(What.ENDED, Origin.of(request), user=request.user)
    messages.success(request, _("Every other session has ended."))
    return redirect("desk:account")


@login_required
def factor(request: SignedIn) -> HttpResponse:
    """Turn the codes on (scan, type one), or off (with the password)."""
    if second_factor.has_codes(request.user):
        return _turn_off(request)
    prepared = second_factor.prepare(user=request.user)
    form = CodeForm(request.POST or None)
    if form.is_valid():
        try:
            codes = second_factor.turn_on(user=request.user, code=form.cleaned_data["code"])
        except Refused as error:
            form.add_error("code", str(error))
        else:
            door.note(What.FACTOR_ON, Origin.of(request), user=request.user)
            return render(request, "account/codes.html", {"codes": codes})
    context = {
        "form": form,
        "secret": " ".join(prepared.secret[at : at + 4] for at in range(0, 32, 4)),
        "picture": qr_svg(second_factor.address(prepared), 5),
    }
    return render(request, "account/factor.html", context)


def _turn_off(request: SignedIn) -> HttpResponse:
    form = PasswordForm(request.user, request.POST or None)
    if form.is_valid():
        second_factor.turn_off(user=request.user)
        door.note(What.FACTOR_OFF, Origin.of(request), user=request.user)
        messages.success(request, _("The second factor is off."))
        return redirect("desk:account")
    return render(request, "account/factor_off.html", {"form": form})


@login_required
def factor_codes(request: SignedIn) -> HttpResponse:
    """New recovery codes; the old ones open nothing any more."""
    form = PasswordForm(request.user, request.POST or None)
    if form.is_valid():
        codes = second_factor.new_codes(user=request.user)
        door.note(What.CODES, Origin.of(request), user=request.user)
        return render(request, "account/codes.html", {"codes": codes})
    return render(request, "account/new_codes.html", {"form": form})
