"""Forms of the set-up pages."""

import re
import zoneinfo
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.text import whole_number
from tournaments.forms.cleaning import CleansFederation, CleansFideId, CleansName
from tournaments.forms.offers import offer_rows
from tournaments.models import Event, Role, Tournament, User
from tournaments.wording.months import month_in_words

#: a year typed with two digits, or with one too many, is a slip
YEARS = range(1990, 2100)
YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self, **options: Any) -> None:
        super().__init__(format="%Y-%m-%d", **options)


class EventForm(CleansName, CleansFederation, forms.ModelForm):
    time_zone = forms.ChoiceField(
        label=gettext_lazy("time zone of the venue"),
        initial=settings.TIME_ZONE,
        choices=[(name, name) for name in sorted(zoneinfo.available_timezones())],
    )

    class Meta:
        model = Event
        fields = [
            "name", "starts_on", "ends_on", "city", "venue", "federation", "organiser",
            "time_zone", "public", "noindex", "shorten_minors", "kept_until",
        ]  # fmt: skip
        widgets = {"starts_on": DateInput(), "ends_on": DateInput(), "kept_until": DateInput()}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and first.year not in YEARS:
            self.add_error("starts_on", _("Look at the year."))
        elif first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first."))
        elif first and last and last - first > timedelta(days=731):
            self.add_error("ends_on", _("An event lasts two years at most. Look at the year."))
        kept = cleaned.get("kept_until")
        if kept and last and not last <= kept <= last + timedelta(days=3660):
            self.add_error("kept_until", _("Not before the last day, and ten years at most."))
        return cleaned

    def values(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields}


class StaffForm(forms.Form):
    username = forms.CharField(label=gettext_lazy("user name"), max_length=150)
    role = forms.ChoiceField(label=gettext_lazy("duty"), choices=Role.choices, initial="arbiter")

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        self.user = User.objects.filter(username=name, is_active=True).first()
        if self.user is None:
            raise forms.ValidationError(_("There is no user of this name."))
        return name


class InvitationForm(forms.Form):
    email = forms.EmailField(label=gettext_lazy("e-mail"))
    role = forms.ChoiceField(label=gettext_lazy("duty"), choices=Role.choices, initial="arbiter")


class AcceptForm(forms.Form):
    """A new user of the desk, come by invitation."""

    first_name = forms.CharField(label=gettext_lazy("given name"), max_length=150)
    last_name = forms.CharField(label=gettext_lazy("family name"), max_length=150)
    username = forms.CharField(
        label=gettext_lazy("user name"),
        max_length=150,
        validators=[User.username_validator],
        help_text=gettext_lazy("With it you sign in: letters, digits and @ . + - _"),
    )
    password = forms.CharField(
        label=gettext_lazy("password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy("At least eight characters, not only digits."),
    )


class ProfileForm(CleansFideId, forms.ModelForm):
    class Meta:
        model = User
        fields = ["first_name", "last_name", "email", "fide_id", "licence", "language", "compact"]
        widgets = {"language": forms.Select(choices=[("", "–"), *settings.LANGUAGES])}


class CopyForm(forms.Form):
    """A new event after an earlier one of which I am on the staff."""

    source = forms.ModelChoiceField(
        label=gettext_lazy("earlier event"), queryset=Event.objects.none()
    )
    name = forms.CharField(label=gettext_lazy("name"), max_length=120)
    starts_on = forms.DateField(label=gettext_lazy("first day"), widget=DateInput())

    def clean_starts_on(self) -> date:
        first: date = self.cleaned_data["starts_on"]
        if first.year not in YEARS:
            raise forms.ValidationError(_("Look at the year."))
        return first

    def __init__(
        self,
        *args: Any,
        mine: QuerySet[Event],
        offered: list[Event],
        source: str | None = None,
        **options: Any,
    ) -> None:
        """`offered`: those of mine that are named on the page; each of them may be sent."""
        super().__init__(*args, **options)
        field = offer_rows(self, "source", mine)
        if (event := mine.filter(pk=whole_number(source)).first()) is not None:
            self.initial = {
                "source": event,
                "name": YEAR.sub(lambda year: str(int(year[0]) + 1), event.name),
                "starts_on": event.starts_on + timedelta(weeks=52),  # the same day of the week
            }
        listed = offered if event is None or event in offered else [event, *offered]
        field.widget.choices = [
            ("", field.empty_label),
            *((one.pk, f"{one.name} · {month_in_words(one.starts_on)}") for one in listed),
        ]


class TimetableForm(forms.Form):
    """Day and time of each round, on the clock of the venue."""

    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        super().__init__(*args, **options)
        self.zone = tournament.event.zone
        self.rounds = list(tournament.rounds.order_by("number"))
        for round_ in self.rounds:
            local = round_.starts_at.astimezone(self.zone) if round_.starts_at else None
            name = _("round %(number)s") % {"number": round_.number}
            self.fields[f"day_{round_.number}"] = forms.DateField(
                label=_("%(round)s, day") % {"round": name},
                required=False,
                widget=DateInput(),
                initial=local.date() if local else None,
            )
            self.fields[f"time_{round_.number}"] = forms.TimeField(
                label=_("%(round)s, time") % {"round": name},
                required=False,
                widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
                initial=local.time() if local else None,
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for round_ in self.rounds:
            day, time = cleaned.get(f"day_{round_.number}"), cleaned.get(f"time_{round_.number}")
            if bool(day) != (time is not None):
                missing = "time" if day else "day"
                self.add_error(f"{missing}_{round_.number}", _("Give the day and the time."))
            if day and day.year not in YEARS:
                self.add_error(f"day_{round_.number}", _("Look at the year."))
        return cleaned

    def times(self) -> dict[int, datetime | None]:
        found: dict[int, datetime | None] = {}
        for round_ in self.rounds:
            day = self.cleaned_data[f"day_{round_.number}"]
            time = self.cleaned_data[f"time_{round_.number}"]
            found[round_.number] = datetime.combine(day, time, self.zone) if day else None
        return found
