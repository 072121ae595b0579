"""Sign in, slowed down for whoever guesses passwords."""

from contextlib import suppress
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.cache import cache
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

WINDOW = 15 * 60
#: wrong passwords within a window: for one name from one address; from one address for any
#: names (a whole hall may share it); and for one name from anywhere. Nobody is shut out by what
#: a stranger types elsewhere before the last of these is reached.
MOST_OF_BOTH = 10
MOST_OF_ADDRESS = 100
MOST_OF_NAME = 200


class SignInForm(AuthenticationForm):
    def clean(self) -> dict[str, Any]:
        name = self.data.get("username", "")[:150].casefold()
        assert self.request is not None
        # As the API counts: by TRUSTED_PROXIES.
        address = BaseThrottle().get_ident(Request(self.request))
        limits = {
            f"sign-in:both:{name}:{address}": MOST_OF_BOTH,
            f"sign-in:address:{address}": MOST_OF_ADDRESS,
            f"sign-in:name:{name}": MOST_OF_NAME,
        }
        if any(_wrong(key) >= most for key, most in limits.items()):
            raise forms.ValidationError(
                _("Too many attempts. Wait a quarter of an hour, then try again.")
            )
        try:
            cleaned = super().clean()
        except forms.ValidationError:
            for key in limits:
                _note(key)
            raise
        _forget(f"sign-in:both:{name}:{address}")
        return cleaned


def _wrong(key: str) -> int:
    return int(cache.get(key) or 0)


def _note(key: str) -> None:
    with suppress(ValueError):  # the window ended in between
        cache.add(key, 0, WINDOW)
        cache.incr(key)


def _forget(key: str) -> None:
    cache.delete(key)


class SignIn(LoginView):
    template_name = "account/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
