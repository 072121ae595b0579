"""Forms of the office for cups."""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.models import Cup
from federation.wording.cups import TIE_BREAK_NAMES
from tournaments.models import Sex
from tournaments.wording.numbers import decimal

#: tie-breaks one after the other
TIE_BREAK_PLACES = 3
LARGEST = Decimal(100_000)
LONGEST_TABLE = 400

#: who may be in a category or on a list, by sex
ONLY = [("", gettext_lazy("everybody")), *(one for one in Sex.choices if one[0])]


class CupForm(forms.ModelForm):
    table = forms.CharField(
        label=gettext_lazy("points of the table"),
        required=False,
        max_length=4000,
        widget=forms.Textarea({"rows": 2}),
        help_text=gettext_lazy("From the first place on, with spaces between: 25 20 16 13 11"),
    )
    first = forms.DecimalField(
        label=gettext_lazy("points of the first, or the factor"),
        min_value=0, max_value=LARGEST, initial=100, decimal_places=2, localize=True,
        help_text=gettext_lazy("Not for the table. Of points of the event: the factor."),
    )  # fmt: skip
    step = forms.DecimalField(
        label=gettext_lazy("less from place to place"), min_value=0, max_value=LARGEST,
        initial=1, decimal_places=2, localize=True,
    )  # fmt: skip
    least = forms.DecimalField(
        label=gettext_lazy("at least, for everybody who plays"), min_value=0, max_value=LARGEST,
        initial=0, decimal_places=2, localize=True,
    )  # fmt: skip

    class Meta:
        model = Cup
        fields = [
            "name", "year", "about", "rule", "table", "first", "step", "least", "shared", "best",
            "own_places",
        ]  # fmt: skip
        widgets = {"about": forms.Textarea({"rows": 3})}
        help_texts = {"best": gettext_lazy("0: all events count.")}

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["year"].widget.attrs |= {"min": 1990, "max": 2100}
        self.fields["best"].widget.attrs |= {"min": 0, "max": 60}
        if self.instance.pk:
            self.initial["table"] = " ".join(map(points_written, self.instance.table))
        for place in range(TIE_BREAK_PLACES):
            chosen = self.instance.tie_breaks[place : place + 1]
            self.fields[f"tie_break_{place + 1}"] = forms.ChoiceField(
                label=_("tie-break %(number)s") % {"number": place + 1},
                required=False,
                choices=[("", "–"), *TIE_BREAK_NAMES.items()],
                initial=chosen[0] if chosen else "",
            )

    def clean_year(self) -> int:
        year: int = self.cleaned_data["year"]
        if not 1990 <= year <= 2100:
            raise forms.ValidationError(_("A year such as 2026."))
        return year

    def clean_best(self) -> int:
        best: int = self.cleaned_data["best"]
        if best > 60:
            raise forms.ValidationError(_("At most 60."))
        return best

    def clean_table(self) -> list[Decimal]:
        return read_table(self.cleaned_data["table"])

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if given.get("rule") == Cup.Rule.TABLE and not given.get("table") and "table" in given:
            self.add_error("table", _("Write the points of the places."))
        codes = [given.get(f"tie_break_{place + 1}") for place in range(TIE_BREAK_PLACES)]
        chosen = [code for code in codes if code]
        if len(set(chosen)) < len(chosen):
            self.add_error(f"tie_break_{TIE_BREAK_PLACES}", _("Each tie-break only once."))
        given["tie_breaks"] = chosen
        return given

    def _post_clean(self) -> None:
        """The service writes the row; nothing is put into the instance here."""

    def values(self) -> dict[str, Any]:
        names = [*self.Meta.fields, "tie_breaks"]
        return {name: self.cleaned_data[name] for name in names}


def read_table(text: str) -> list[Decimal]:
    """ "25 20 16,5" → the points of places 1 to 3."""
    words = re.split(r"[\s;]+", text.strip()) if text.strip() else []
    if len(words) > LONGEST_TABLE:
        raise forms.ValidationError(_("At most %(most)s places.") % {"most": LONGEST_TABLE})
    found = []
    for word in words:
        try:
            points = Decimal(word.replace(",", "."))
        except InvalidOperation:
            points = Decimal(-1)
        if not points.is_finite() or not 0 <= points <= LARGEST or points != round(points, 2):
            raise forms.ValidationError(
                _("“%(typed)s” is no number of points.") % {"typed": word[:20]}
            )
        found.append(points)
    if found != sorted(found, reverse=True):
        raise forms.ValidationError(_("A later place has more points than one before it."))
    return found


def points_written(points: Decimal) -> str:
    return decimal(f"{points.normalize():f}")


class SectionForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("name"), max_length=80)


class CategoryForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("name"), max_length=40)
    age_from = forms.IntegerField(
        label=gettext_lazy("age from"), min_value=0, max_value=120, required=False
    )
    age_until = forms.IntegerField(
        label=gettext_lazy("age until"), min_value=0, max_value=120, required=False
    )
    sex = forms.ChoiceField(label=gettext_lazy("only"), choices=ONLY, required=False)

    def values(self) -> dict[str, Any]:
        given = self.cleaned_data
        return given | {name: given[name] or 0 for name in ("age_from", "age_until")}


class EventForm(forms.Form):
    """An event that is added: a section of the calendar, or a tournament."""

    kind = forms.ChoiceField(choices=[("part", ""), ("tournament", "")])
    number = forms.IntegerField(min_value=1)


class WeightForm(forms.Form):
    weight = forms.IntegerField(min_value=1, max_value=1000)
    always = forms.BooleanField(required=False)
