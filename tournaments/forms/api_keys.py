"""Forms of the page on which programs are let in."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.forms.setup import DateInput
from tournaments.models import Happening, Scope


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("name"),
        max_length=60,
        help_text=_("For example the program that will use it; the history shows it."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("is allowed to"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple
    )
    expires_on = forms.DateField(
        label=_("last day of use"),
        required=False,
        widget=DateInput(),
        help_text=_("Empty: until it is withdrawn."),
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="token_%s")


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=_("address"),
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )
    happenings = forms.MultipleChoiceField(
        label=_("is told when"), choices=Happening.choices, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="webhook_%s")
