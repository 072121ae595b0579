"""Forms of the set-up pages."""

import zoneinfo
from decimal import Decimal
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.systems import KNOCKOUT, MODULES, TEAM_SYSTEMS
from tournaments.models import Event, Role, Tournament, User
from tournaments.services.events import DEFAULT_TIE_BREAKS
from tournaments.wording import SYSTEM_NAMES


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self, **options: Any) -> None:
        super().__init__(format="%Y-%m-%d", **options)


class EventForm(forms.ModelForm):
    time_zone = forms.ChoiceField(
        label=gettext_lazy("time zone of the venue"),
        initial=settings.TIME_ZONE,
        choices=[(name, name) for name in sorted(zoneinfo.available_timezones())],
    )

    class Meta:
        model = Event
        fields = [
            "name", "starts_on", "ends_on", "city", "venue", "federation", "organiser",
            "time_zone", "public", "noindex", "shorten_minors",
        ]  # fmt: skip
        widgets = {"starts_on": DateInput(), "ends_on": DateInput()}

    def clean_federation(self) -> str:
        return self.cleaned_data["federation"].upper()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first."))
        return cleaned

    def values(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields}


class PointsField(forms.DecimalField):
    """Points on the page, tenths in the database."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=9, decimal_places=1, **options)

    def prepare_value(self, value: Any) -> Any:
        return Decimal(value) / 10 if isinstance(value, int) else value

    def clean(self, value: Any) -> int:
        if isinstance(value, int):
            return value  # a locked field gives back its initial value
        return int(super().clean(value) * 10)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class TournamentForm(forms.ModelForm):
    system = forms.ChoiceField(label=gettext_lazy("pairing system"))
    win_points = PointsField(label=gettext_lazy("win"), initial=10)
    draw_points = PointsField(label=gettext_lazy("draw"), initial=5)
    loss_points = PointsField(label=gettext_lazy("loss"), initial=0)
    bye_points = PointsField(label=gettext_lazy("bye"), initial=10)
    tie_breaks = forms.CharField(
        label=gettext_lazy("tie-breaks, in this order"),
        required=False,
        initial=" ".join(DEFAULT_TIE_BREAKS),
        help_text=gettext_lazy("Codes with blanks between them, for example BH/C1 BH SB DE WIN"),
    )

    class Meta:
        model = Tournament
        fields = [
            "name", "system", "total_rounds", "rating_type", "rating_method", "time_control",
            "default_minutes", "initial_colour", "acceleration", "win_points", "draw_points",
            "loss_points", "bye_points", "tie_breaks", "late_entries_until", "half_byes_allowed",
            "no_byes_in_last",
        ]  # fmt: skip

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["system"].choices = [
            (key, SYSTEM_NAMES[key]) for key in (*MODULES, *TEAM_SYSTEMS, KNOCKOUT)
        ]
        if self.instance.pk:
            self.initial["tie_breaks"] = " ".join(self.instance.tie_breaks)

    def clean_total_rounds(self) -> int:
        rounds = self.cleaned_data["total_rounds"]
        if not 1 <= rounds <= 99:
            raise forms.ValidationError(_("A tournament has between 1 and 99 rounds."))
        return rounds

    def clean_tie_breaks(self) -> list[str]:
        from pairing.errors import PairingError
        from tiebreaks.registry import parse

        codes = self.cleaned_data["tie_breaks"].replace(",", " ").split()
        for code in codes:
            try:
                parse(code)
            except PairingError as error:
                raise forms.ValidationError(
                    _("“%(code)s” is not a tie-break code.") % {"code": code[:20]}
                ) from error
        return codes

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        points = [cleaned.get(f"{name}_points") for name in ("win", "draw", "loss", "bye")]
        if None not in points:
            win, draw, loss, bye = points
            if not win >= draw >= loss or 2 * draw > win + loss:
                self.add_error(
                    "draw_points",
                    _("A draw is worth at most half of a win and a loss together."),
                )
            if bye > win:
                self.add_error("bye_points", _("A bye is worth at most as much as a win."))
        return cleaned

    def values(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields}

    def _post_clean(self) -> None:
        """The service sets and checks the values; the form leaves its instance alone."""


class StaffForm(forms.Form):
    username = forms.CharField(label=gettext_lazy("user name"), max_length=150)
    role = forms.ChoiceField(label=gettext_lazy("duty"), choices=Role.choices)

    def clean_username(self) -> str:
        name = self.cleaned_data["username"]
        self.user = User.objects.filter(username=name, is_active=True).first()
        if self.user is None:
            raise forms.ValidationError(_("There is no user of this name."))
        return name
