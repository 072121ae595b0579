"""Forms of the office."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.models import Club, Duty, Province
from tournaments.models import User


class OfficerForm(forms.Form):
    user = forms.CharField(label=_("User name"), max_length=150)
    duty = forms.ChoiceField(label=_("Duty"), choices=Duty.choices)
    province = forms.ModelChoiceField(
        Province.objects.all(), label=_("Province"), required=False, help_text=_("Of a delegate.")
    )
    club = forms.CharField(
        label=_("Club"), required=False, max_length=12, help_text=_("Of a manager: its code.")
    )

    def clean_user(self) -> User:
        found = User.objects.filter(username=self.cleaned_data["user"], is_active=True).first()
        if found is None:
            raise forms.ValidationError(_("There is no user of this name."))
        return found

    def clean_duty(self) -> Duty:
        return Duty(self.cleaned_data["duty"])

    def clean_club(self) -> Any:
        code = self.cleaned_data["club"].strip()
        if not code:
            return None
        found = Club.objects.filter(code=code).first()
        if found is None:
            raise forms.ValidationError(_("There is no club with this code."))
        return found
