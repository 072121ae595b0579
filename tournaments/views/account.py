"""Sign in, slowed down for whoever guesses passwords."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.cache import cache
from django.utils.translation import gettext as _

ATTEMPTS = 10
WINDOW = 15 * 60


class SignInForm(AuthenticationForm):
    def clean(self) -> dict[str, Any]:
        key = f"sign-in:{self.data.get('username', '')[:150].lower()}"
        attempts = cache.get_or_set(key, 0, WINDOW)
        if attempts >= ATTEMPTS:
            raise forms.ValidationError(
                _("Too many attempts. Wait a quarter of an hour, then try again.")
            )
        try:
            cleaned = super().clean()
        except forms.ValidationError:
            cache.incr(key)
            raise
        cache.delete(key)
        return cleaned


class SignIn(LoginView):
    template_name = "account/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
