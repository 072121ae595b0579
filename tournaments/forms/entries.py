"""Forms of the players' pages."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import ByeKind, Entry
from tournaments.services.importing import LARGEST_FILE


class EntryForm(forms.ModelForm):
    class Meta:
        model = Entry
        fields = [
            "name", "title", "fide_rating", "national_rating", "federation", "club", "fide_id",
            "national_id", "birth_date", "sex", "bye_entitled", "fixed_board", "phone", "note",
        ]  # fmt: skip

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean_federation(self) -> str:
        federation = self.cleaned_data["federation"].upper()
        if federation and not re.fullmatch(r"[A-Z]{3}", federation):
            raise forms.ValidationError(_("A federation has three letters, for example TUR."))
        return federation

    def clean_fide_id(self) -> str:
        fide_id = self.cleaned_data["fide_id"].strip()
        if fide_id and not fide_id.isdecimal():
            raise forms.ValidationError(_("A FIDE ID has only digits."))
        return fide_id

    def clean_birth_date(self) -> str:
        text = self.cleaned_data["birth_date"].strip()
        if text and not re.fullmatch(r"(19|20)\d\d(-\d\d-\d\d)?", text):
            raise forms.ValidationError(_("Write 2009-05-31, or only the year."))
        return text

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name in ("fide_rating", "national_rating"):
            rating = cleaned.get(name)
            if rating and not 100 <= rating <= 3500:
                self.add_error(name, _("A rating lies between 100 and 3500; 0 means none."))
        return cleaned

    def values(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields}

    def _post_clean(self) -> None:
        """The service sets the values; the form leaves its instance alone."""


class ImportForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("paste the list"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One player per line, from a spreadsheet or with commas. A first line with column "
            "names (Name, Rating, Federation, Club, FIDE ID, Birth date, Title) may be there."
        ),
    )
    file = forms.FileField(label=gettext_lazy("or choose a CSV file"), required=False)

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file and file.size > LARGEST_FILE:
            raise forms.ValidationError(_("The file is larger than 2 MB. Split it in parts."))
        return file

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("text", "").strip() and not cleaned.get("file") and not self.errors:
            raise forms.ValidationError(_("Paste a list or choose a file."))
        return cleaned


class ByeForm(forms.Form):
    round_number = forms.IntegerField(label=gettext_lazy("round"), min_value=1, max_value=99)
    kind = forms.ChoiceField(
        label=gettext_lazy("kind"),
        choices=[
            (ByeKind.HALF_POINT.value, ByeKind.HALF_POINT.label),
            (ByeKind.ZERO_POINT.value, ByeKind.ZERO_POINT.label),
            (ByeKind.FULL_POINT.value, ByeKind.FULL_POINT.label),
        ],
    )
