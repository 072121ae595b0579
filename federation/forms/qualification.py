"""Forms of the office for qualifications."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.cups import ONLY
from federation.models import (
    CupCategory,
    CupSection,
    Province,
    Qualification,
    QualifiedAnswer,
    Quota,
)
from tournaments.models import Tournament
from tournaments.models.tournament import RatingType

MOST_PLACES = 500


class QualificationForm(forms.ModelForm):
    class Meta:
        model = Qualification
        fields = ["name", "year", "about", "age_from", "age_until", "sex", "answer_until"]
        widgets = {
            "about": forms.Textarea({"rows": 3}),
            "answer_until": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        }
        help_texts = {
            "age_until": gettext_lazy("The age reached in the year; 0: no limit."),
        }

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["sex"].choices = ONLY  # type: ignore[attr-defined]

    def clean_year(self) -> int:
        year: int = self.cleaned_data["year"]
        if not 1990 <= year <= 2100:
            raise forms.ValidationError(_("A year such as 2026."))
        return year

    def _post_clean(self) -> None:
        """The service writes the row; nothing is put into the instance here."""

    def values(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields}


class QuotaForm(forms.Form):
    source = forms.ChoiceField(label=gettext_lazy("by"), choices=Quota.Source.choices)
    places = forms.IntegerField(
        label=gettext_lazy("places"), min_value=1, max_value=MOST_PLACES, initial=1
    )
    each_province = forms.BooleanField(label=gettext_lazy("in each province"), required=False)
    of_province = forms.CharField(
        label=gettext_lazy("other numbers"),
        required=False,
        max_length=2000,
        help_text=gettext_lazy("Provinces with another number of places: 34: 6, 06: 4"),
    )
    until_place = forms.IntegerField(
        label=gettext_lazy("moving up to place"), min_value=0, max_value=9999, required=False,
        help_text=gettext_lazy("Nobody from beyond this place moves up; empty: no limit."),
    )  # fmt: skip
    tournament = forms.IntegerField(
        label=gettext_lazy("tournament"), required=False, min_value=1,
        help_text=gettext_lazy("Of an event: the number of the tournament, found below."),
    )  # fmt: skip
    section = forms.ModelChoiceField(
        CupSection.objects.select_related("cup"),
        label=gettext_lazy("section of a cup"),
        required=False,
    )
    category = forms.ModelChoiceField(
        CupCategory.objects.select_related("cup"), label=gettext_lazy("category of the cup"),
        required=False,
    )  # fmt: skip
    rating = forms.ChoiceField(
        label=gettext_lazy("rating"), required=False,
        choices=[("", "–"), *RatingType.choices, ("national", gettext_lazy("national"))],
    )  # fmt: skip

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ("section", "category"):
            self.fields[name].label_from_instance = lambda one: f"{one.cup} · {one}"  # type: ignore[attr-defined]

    def clean_tournament(self) -> Tournament | None:
        number = self.cleaned_data["tournament"]
        if not number:
            return None
        shown = {"event__public": True, "event__removed": False}
        found = Tournament.objects.filter(pk=number, **shown).select_related("event").first()
        if found is None or found.format.pairs_teams:
            raise forms.ValidationError(_("There is no such tournament of players."))
        return found

    def clean_of_province(self) -> dict[str, int]:
        text = self.cleaned_data["of_province"].strip()
        codes = set(Province.objects.values_list("code", flat=True)) if text else set()
        found = {}
        for part in filter(None, (one.strip() for one in re.split(r"[,;\n]", text))):
            match = re.fullmatch(r"(\w{1,6})\s*[:=]\s*(\d{1,3})", part)
            if match is None or match[1] not in codes or int(match[2]) > MOST_PLACES:
                wrong = _("“%(typed)s” is no province with a number: 34: 6")
                raise forms.ValidationError(wrong % {"typed": part[:20]})
            found[match[1]] = int(match[2])
        return found

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        needed = {"event": "tournament", "cup": "section", "rating": "rating"}
        name = needed.get(given.get("source", ""))
        if name and not given.get(name) and name not in self.errors:
            self.add_error(name, _("Choose it: the places come from there."))
        category, section = given.get("category"), given.get("section")
        if category and section and category.cup_id != section.cup_id:
            self.add_error("category", _("This category is of another cup."))
        return given

    def values(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        given["until_place"] = given["until_place"] or 0
        keep = {"event": "tournament", "cup": "section", "rating": "rating"}.get(given["source"])
        for name, nothing in (("tournament", None), ("section", None), ("rating", "")):
            if name != keep:
                given[name] = nothing
        if keep != "section":
            given["category"] = None
        if given["source"] == Quota.Source.NAMED or not given["each_province"]:
            given |= {"each_province": False, "of_province": {}}
        return given


class AnswerForm(forms.Form):
    player = forms.IntegerField(min_value=1)
    answer = forms.ChoiceField(choices=[("", ""), *QualifiedAnswer.Answer.choices], required=False)
    reason = forms.CharField(max_length=200, required=False)


class NamedForm(forms.Form):
    player = forms.IntegerField(
        label=gettext_lazy("number in the register"), min_value=1,
        help_text=gettext_lazy("It stands in the address of the player's page."),
    )  # fmt: skip
    reason = forms.CharField(label=gettext_lazy("reason"), max_length=200)
