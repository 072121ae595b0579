"""Forms of the calendar: an application with its sections, the office's answers, changes."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from federation.core.beginnings import BEGINNINGS
from federation.models import Arbiter, CalendarEvent, Club, Province, Section
from federation.queries.alphabet import in_turkish
from federation.queries.applications import template_words, usual_day, usual_province
from federation.services.calendar import Begun
from pairing.formats import offered
from tournaments.core.text import whole_number
from tournaments.forms.setup import YEAR, YEARS, DateInput
from tournaments.models import User
from tournaments.wording import SYSTEM_NAMES

#: an application asks for no more sections and arbiters
MOST_SECTIONS, MOST_ARBITERS = 20, 12
#: no event lasts longer
LONGEST = timedelta(days=366)


class MomentInput(forms.DateTimeInput):
    input_type = "datetime-local"

    def __init__(self, **options: Any) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M", **options)


def in_known_years(day: date) -> date:
    if day.year not in YEARS:
        raise forms.ValidationError(_("Look at the year."))
    return day


class BeginForm(forms.Form):
    """The first four facts; the rest comes from an earlier event or a template."""

    begin = forms.ChoiceField(label=gettext_lazy("begin with"), required=False)
    name = forms.CharField(label=gettext_lazy("name"), max_length=120)
    starts_on = forms.DateField(label=gettext_lazy("first day"), widget=DateInput())
    province = forms.ModelChoiceField(Province.objects.all(), label=gettext_lazy("province"))
    club = forms.ModelChoiceField(
        Club.objects.none(),
        label=gettext_lazy("for the club"),
        required=False,
        empty_label=gettext_lazy("for myself"),
    )

    def __init__(
        self,
        *args: Any,
        user: User,
        earlier: list[CalendarEvent],
        clubs: list[Club],
        chosen: str = "",
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.earlier = {f"event:{one.pk}": one for one in earlier}
        begin: forms.ChoiceField = self.fields["begin"]  # type: ignore[assignment]
        begin.choices = [
            ("", _("nothing")),
            (_("Templates"), [(f"kind:{key}", words) for key, words in template_words().items()]),
            *(
                [(_("Earlier events"), [
                    (key, f"{one.name} · {one.starts_on.year}")
                    for key, one in self.earlier.items()
                ])]
                if earlier else []
            ),
        ]  # fmt: skip
        if clubs:
            known: forms.ModelChoiceField = self.fields["club"]  # type: ignore[assignment]
            known.queryset = Club.objects.filter(pk__in=[one.pk for one in clubs])
            self.initial.setdefault("club", clubs[0].pk)
        else:
            del self.fields["club"]
        self.initial.setdefault("starts_on", usual_day())
        self.initial.setdefault("province", usual_province(user))
        if source := self.earlier.get(chosen):
            self.initial.update(
                {
                    "begin": chosen,
                    "name": YEAR.sub(lambda year: str(int(year[0]) + 1), source.name),
                    "starts_on": source.starts_on + timedelta(weeks=52),  # the same day of the week
                    "province": source.province_id,
                    "club": source.club_id,
                }
            )
        elif chosen.removeprefix("kind:") in BEGINNINGS:
            self.initial["begin"] = chosen

    def clean_starts_on(self) -> date:
        return in_known_years(self.cleaned_data["starts_on"])

    def begun(self) -> Begun:
        told = self.cleaned_data
        kind = told["begin"].removeprefix("kind:")
        return Begun(
            name=told["name"],
            starts_on=told["starts_on"],
            province=told["province"],
            club=told.get("club"),
            previous=self.earlier.get(told["begin"]),
            template=kind if kind in BEGINNINGS else "",
        )


class ApplicationForm(forms.ModelForm):
    version = forms.IntegerField(widget=forms.HiddenInput())

    class Meta:
        model = CalendarEvent
        fields = [
            "name", "starts_on", "ends_on", "province", "city", "venue", "address",
            "time", "time_control", "teams", "fide_rated", "national_rated", "licence_needed",
            "entries_from", "entries_until", "currency", "iban", "refund_percent", "refund_until",
            "hours_to_confirm", "prizes", "schedule", "regulations",
            "contact_name", "contact_email", "contact_phone",
        ]  # fmt: skip
        widgets = {
            "starts_on": DateInput(),
            "ends_on": DateInput(),
            "entries_from": MomentInput(),
            "entries_until": MomentInput(),
            "refund_until": MomentInput(),
            "time_control": forms.TextInput(attrs={"placeholder": gettext_lazy("90 min + 30 s")}),
            "prizes": forms.Textarea(attrs={"rows": 4}),
            "schedule": forms.Textarea(attrs={"rows": 5}),
            "regulations": forms.Textarea(attrs={"rows": 6}),
        }
        labels = {"province": gettext_lazy("province")}
        help_texts = {
            "address": gettext_lazy("Street and number: the page links to a map with it."),
            "prizes": gettext_lazy("One prize on each line."),
            "schedule": gettext_lazy("A line for each round and ceremony, with day and time."),
            "contact_email": gettext_lazy("The office's answers go there; it is not shown."),
            "contact_phone": gettext_lazy("For the office; it is not shown."),
        }

    #: the parts of the page, each with its fields
    PARTS = (
        (gettext_lazy("When and where"), (
            "name", "starts_on", "ends_on", "province", "city", "venue", "address")),
        (gettext_lazy("How it is played"), (
            "time", "time_control", "teams", "fide_rated", "national_rated", "licence_needed")),
        (gettext_lazy("Entries and fees"), (
            "entries_from", "entries_until", "currency", "iban", "refund_percent", "refund_until",
            "hours_to_confirm")),
        (gettext_lazy("Prizes, schedule, regulations"), ("prizes", "schedule", "regulations")),
        (gettext_lazy("Who answers"), ("contact_name", "contact_email", "contact_phone")),
    )  # fmt: skip

    def parts(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [(str(label), [self[name] for name in names]) for label, names in self.PARTS]

    def clean_starts_on(self) -> date:
        return in_known_years(self.cleaned_data["starts_on"])

    def clean_currency(self) -> str:
        code: str = self.cleaned_data["currency"].strip().upper()
        if len(code) != 3 or not (code.isascii() and code.isalpha()):
            raise forms.ValidationError(_("Three letters, such as TRY."))
        return code

    def clean_iban(self) -> str:
        text: str = self.cleaned_data["iban"].replace(" ", "").upper()
        if text and not is_iban(text):
            raise forms.ValidationError(_("This is no IBAN: one of its digits is wrong."))
        return text

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first."))
        elif first and last and last - first > LONGEST:
            self.add_error("ends_on", _("An event lasts a year at most. Look at the year."))
        opens, closes = cleaned.get("entries_from"), cleaned.get("entries_until")
        if opens and closes and closes <= opens:
            self.add_error("entries_until", _("Before the entries open."))
        return cleaned

    def values(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields}


def is_iban(text: str) -> bool:
    """By its check digits (ISO 13616)."""
    if not 15 <= len(text) <= 34 or not text.isalnum() or not text.isascii():
        return False
    turned = text[4:] + text[:4]
    return int("".join(str(int(letter, 36)) for letter in turned)) % 97 == 1


class SectionForm(forms.ModelForm):
    class Meta:
        model = Section
        fields = [
            "name", "system", "rounds", "age_from", "age_until", "rating_from", "rating_until",
            "sex", "places", "fee", "fee_minors", "titled_free",
        ]  # fmt: skip
        labels = {"places": pgettext_lazy("of a section", "Places")}

    system = forms.ChoiceField(label=gettext_lazy("pairing system"))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        system: forms.ChoiceField = self.fields["system"]  # type: ignore[assignment]
        system.choices = [(key, str(SYSTEM_NAMES[key])) for key in offered()]
        for name in ("age_from", "age_until", "rating_from", "rating_until", "places"):
            self.fields[name].required = False
            self.fields[name].widget.attrs["placeholder"] = "–"
            if not self.initial.get(name):
                self.initial[name] = None
        sex: forms.ChoiceField = self.fields["sex"]  # type: ignore[assignment]
        sex.choices = [("", _("everybody")), ("w", _("women and girls"))]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name in ("age_from", "age_until", "rating_from", "rating_until", "places"):
            if name in cleaned:
                cleaned[name] = cleaned[name] or 0
        for name in ("age", "rating"):
            low, high = cleaned.get(f"{name}_from"), cleaned.get(f"{name}_until")
            if low and high and high < low:
                self.add_error(f"{name}_until", _("Below where it begins."))
        if (cleaned.get("rounds") or 1) > 99:
            self.add_error("rounds", _("99 rounds at most."))
        return cleaned


class _Sections(forms.BaseFormSet):
    def clean(self) -> None:
        names = [one["name"].casefold() for one in section_values(self) if one.get("name")]
        if len(names) != len(set(names)):
            raise forms.ValidationError(_("Two sections have the same name."))


def section_values(sections: forms.BaseFormSet) -> list[dict[str, Any]]:
    """Of those that stay, as far as they could be read."""
    return [
        {name: one.cleaned_data.get(name) for name in SectionForm.Meta.fields}
        for one in sections.forms
        if getattr(one, "cleaned_data", None) and not one.cleaned_data.get("DELETE")
    ]


Sections = forms.formset_factory(
    SectionForm,
    formset=_Sections,
    extra=0,
    max_num=MOST_SECTIONS,
    validate_max=True,
    absolute_max=MOST_SECTIONS + 1,
    can_delete=True,
)


def chosen_arbiters(sent: list[str]) -> list[Arbiter]:
    keys = [key for key in map(whole_number, sent[: 2 * MOST_ARBITERS]) if key]
    known = Arbiter.objects.filter(pk__in=keys, active=True).select_related("player", "province")
    return list(known.order_by(in_turkish("player__name"), "pk")[:MOST_ARBITERS])


class AnswerForm(forms.Form):
    answer = forms.CharField(
        label=gettext_lazy("Answer"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Goes to the applicant by mail, and stays in the history."),
    )


class MoveForm(forms.Form):
    starts_on = forms.DateField(label=gettext_lazy("first day"), widget=DateInput())
    ends_on = forms.DateField(label=gettext_lazy("last day"), widget=DateInput())
    venue = forms.CharField(label=gettext_lazy("venue"), max_length=160, required=False)
    address = forms.CharField(
        label=gettext_lazy("address of the venue"), max_length=300, required=False
    )
    reason = forms.CharField(
        label=gettext_lazy("reason"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Everybody concerned reads it."),
    )

    def clean_starts_on(self) -> date:
        return in_known_years(self.cleaned_data["starts_on"])


class CancelForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("reason"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Everybody concerned reads it."),
    )


class SubscribeForm(forms.Form):
    email = forms.EmailField(label=gettext_lazy("e-mail"), max_length=254)
