"""Forms of the register's pages."""

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import RatingList


class RatingListForm(forms.Form):
    kind = forms.ChoiceField(
        label=gettext_lazy("list"),
        choices=[
            (RatingList.Kind.FIDE.value, gettext_lazy("FIDE (text, XML or the ZIP as downloaded)")),
            (
                RatingList.Kind.NATIONAL.value,
                gettext_lazy("a federation's national list (CSV or XLSX)"),
            ),
            (RatingList.Kind.OWN.value, gettext_lazy("an own list with a name (CSV or XLSX)")),
        ],
    )
    federation = forms.CharField(
        label=gettext_lazy("federation"),
        max_length=3,
        required=False,
        help_text=gettext_lazy("Not for FIDE's list. For example TUR"),
    )
    name = forms.CharField(
        label=gettext_lazy("name of the own list"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("The same name again brings its next month."),
    )
    month = forms.CharField(
        label=gettext_lazy("month of the list"),
        help_text=gettext_lazy("For example 2026-11"),
        widget=forms.TextInput(attrs={"type": "month"}),
    )
    file = forms.FileField(label=gettext_lazy("file"))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["month"].initial = f"{timezone.localdate():%Y-%m}"

    def clean_month(self) -> date:
        try:
            return date.fromisoformat(f"{self.cleaned_data['month'].strip()}-01")
        except ValueError as error:
            raise forms.ValidationError(_("Write the month as 2026-11.")) from error

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["federation"] = cleaned.get("federation", "").strip().upper()
        kind = cleaned.get("kind")
        if kind and kind != RatingList.Kind.FIDE and not cleaned["federation"]:
            self.add_error("federation", _("Name the federation of the list, for example TUR."))
        if kind == RatingList.Kind.OWN and not cleaned.get("name"):
            self.add_error("name", _("Give the list a name, for example Youth."))
        if kind != RatingList.Kind.OWN:
            cleaned["name"] = ""
        return cleaned


class RegistrarForm(forms.Form):
    username = forms.CharField(label=gettext_lazy("user name"), max_length=150)
