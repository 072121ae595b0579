"""Forms of the arbiters' desk."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.people import DayInput
from federation.models import Appointment, Arbiter, ArbiterLevel, Province
from tournaments.models import RegisteredPlayer, User


class ArbiterForm(forms.Form):
    level = forms.ChoiceField(label=_("Level"), choices=ArbiterLevel.choices)
    licence = forms.CharField(label=_("Licence number"), max_length=20, required=False)
    valid_until = forms.DateField(label=_("Valid until"), required=False, widget=DayInput())
    languages = forms.CharField(
        label=_("Languages"),
        max_length=40,
        required=False,
        help_text=_("Two letters each: tr en de"),
    )
    province = forms.ModelChoiceField(Province.objects.all(), label=_("Province"), required=False)
    user = forms.CharField(
        label=_("User name"),
        max_length=150,
        required=False,
        help_text=_("With it they see their appointments and confirm them."),
    )
    active = forms.BooleanField(label=_("may be appointed"), required=False, initial=True)

    def clean_languages(self) -> list[str]:
        words = str(self.cleaned_data["languages"]).lower().replace(",", " ").split()
        if any(len(word) != 2 or not word.isalpha() for word in words):
            raise forms.ValidationError(_("Two letters for each language: tr en de"))
        return list(dict.fromkeys(words))

    def clean_user(self) -> User | None:
        name = str(self.cleaned_data["user"]).strip()
        if not name:
            return None
        found = User.objects.filter(username=name, is_active=True).first()
        if found is None:
            raise forms.ValidationError(_("There is no user of this name."))
        return found


class NewArbiterForm(ArbiterForm):
    player = forms.IntegerField(
        label=_("Number in the register"),
        min_value=1,
        max_value=2**62,
        help_text=_("As on the person's page."),
    )
    field_order = ("player",)

    def clean_player(self) -> RegisteredPlayer:
        found = RegisteredPlayer.objects.filter(pk=self.cleaned_data["player"]).first()
        if found is None:
            raise forms.ValidationError(_("There is nobody with this number."))
        return found


def initial_of(arbiter: Arbiter) -> dict[str, Any]:
    return {
        "level": arbiter.level,
        "licence": arbiter.licence,
        "valid_until": arbiter.valid_until,
        "languages": " ".join(arbiter.languages),
        "province": arbiter.province_id,
        "user": arbiter.user.username if arbiter.user else "",
        "active": arbiter.active,
    }


class AppointForm(forms.Form):
    arbiter = forms.IntegerField(min_value=1, max_value=2**62)
    role = forms.ChoiceField(label=_("Duty"), choices=Appointment.Role.choices)
    fee = forms.DecimalField(
        label=_("Fee"), min_value=0, max_digits=10, decimal_places=2, initial=0
    )
