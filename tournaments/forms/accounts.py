"""Codes at the door, and accounts that administrators make."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import User


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "inputmode": "text",
                "autofocus": True,
                "spellcheck": "false",
            }
        ),
    )


class PasswordForm(forms.Form):
    """Asked again before something that a stranger at an open desk must not do."""

    password = forms.CharField(
        label=gettext_lazy("your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *given: Any) -> None:
        super().__init__(*given)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        return password


class PasskeyForm(PasswordForm):
    name = forms.CharField(
        label=gettext_lazy("name of the device"),
        max_length=60,
        help_text=gettext_lazy("For example: phone, or the key on my ring."),
    )
    field_order = ("name", "password")


class AccountForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ["username", "first_name", "last_name", "email", "language"]
        widgets = {"language": forms.Select(choices=settings.LANGUAGES)}

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.fields["email"].required = True


class RolesForm(forms.Form):
    administers = forms.BooleanField(
        label=gettext_lazy("administrator"),
        required=False,
        help_text=gettext_lazy("May do everything on this page, and name registrars."),
    )
    registrar = forms.BooleanField(
        label=gettext_lazy("registrar"),
        required=False,
        help_text=gettext_lazy("Loads rating lists, and may open events."),
    )
