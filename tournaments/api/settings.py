"""The settings of events and tournaments as programs read and write them.

What is written goes through the forms of the desk, so that a program is refused what a page is.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from tournaments.api.requests import ConfirmedSerializer
from tournaments.forms import EventForm, TournamentForm
from tournaments.forms.tournament import LIST_PLACES
from tournaments.models import (
    Acceleration,
    EqualsBy,
    Event,
    InitialColour,
    MissedRounds,
    RatingMethod,
    RatingOfRound,
    RatingType,
    Tournament,
    Unrated,
)

_POINTS = ("win_points", "draw_points", "loss_points", "bye_points")


class EventFields(serializers.Serializer):
    name = serializers.CharField(max_length=120)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    city = serializers.CharField(max_length=80, required=False, allow_blank=True)
    venue = serializers.CharField(max_length=120, required=False, allow_blank=True)
    federation = serializers.RegexField(
        "^([A-Za-z]{3})?$", required=False, allow_blank=True, help_text="three letters"
    )
    organiser = serializers.CharField(max_length=120, required=False, allow_blank=True)
    time_zone = serializers.CharField(
        max_length=40, required=False, help_text="of the venue, such as Europe/Istanbul"
    )
    public = serializers.BooleanField(required=False, help_text="strangers see its pages")
    noindex = serializers.BooleanField(required=False, help_text="search engines stay away")
    shorten_minors = serializers.BooleanField(
        required=False, help_text="the names of minors are shortened for the public"
    )


class EventChangeSerializer(EventFields):
    name = serializers.CharField(max_length=120, required=False)
    starts_on = serializers.DateField(required=False)
    ends_on = serializers.DateField(required=False)


class CopyRequestSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=120)
    starts_on = serializers.DateField()


class SettingsFields(serializers.Serializer):
    name = serializers.CharField(max_length=80)
    system = serializers.CharField(
        max_length=40, required=False, help_text="the key of a format, as in `/formats/`"
    )
    options = serializers.DictField(
        required=False, help_text="of the system, as in `/formats/`; what is not named is as usual"
    )
    total_rounds = serializers.IntegerField(min_value=1, max_value=99, required=False)
    acceleration = serializers.ChoiceField(
        choices=Acceleration.values, required=False, allow_blank=True
    )
    initial_colour = serializers.ChoiceField(
        choices=InitialColour.values,
        required=False,
        allow_blank=True,
        help_text="of the first board of round 1; empty: by lot",
    )
    win_points = serializers.FloatField(required=False)
    draw_points = serializers.FloatField(required=False)
    loss_points = serializers.FloatField(required=False)
    bye_points = serializers.FloatField(required=False)
    tie_breaks = serializers.ListField(
        child=serializers.CharField(max_length=24),
        max_length=20,
        required=False,
        help_text="codes in their order; not named for a new tournament: those proposed",
    )
    tie_break_edition = serializers.CharField(max_length=12, required=False)
    unrated = serializers.ChoiceField(choices=Unrated.values, required=False)
    unrated_rating = serializers.IntegerField(min_value=1, max_value=3500, required=False)
    rating_of_round = serializers.ChoiceField(choices=RatingOfRound.values, required=False)
    rating_round = serializers.IntegerField(min_value=1, max_value=99, required=False)
    long_event = serializers.BooleanField(
        required=False, allow_null=True, help_text="null: by its dates"
    )
    rating_type = serializers.ChoiceField(choices=RatingType.values, required=False)
    rating_method = serializers.ChoiceField(choices=RatingMethod.values, required=False)
    rating_lists = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=LIST_PLACES, required=False
    )
    equals_by = serializers.ChoiceField(choices=EqualsBy.values, required=False)
    checks_ratings = serializers.BooleanField(required=False)
    time_control = serializers.CharField(max_length=80, required=False, allow_blank=True)
    default_minutes = serializers.IntegerField(min_value=0, max_value=600, required=False)
    chess960 = serializers.BooleanField(required=False)
    late_entries_until = serializers.IntegerField(min_value=0, max_value=99, required=False)
    late_entry_bye = serializers.ChoiceField(choices=MissedRounds.values, required=False)
    half_byes_allowed = serializers.IntegerField(min_value=0, max_value=99, required=False)
    no_byes_in_last = serializers.IntegerField(min_value=0, max_value=99, required=False)
    live_url = serializers.CharField(
        required=False, allow_blank=True, max_length=500, help_text="page that relays the games"
    )
    regulations = serializers.CharField(required=False, allow_blank=True, max_length=20_000)
    prizes = serializers.CharField(
        required=False, allow_blank=True, max_length=20_000, help_text="in words, a line each"
    )


class SettingsSerializer(SettingsFields):
    """All settings of a tournament, for its staff: what can be written."""

    shows_all = True

    def to_representation(self, tournament: Tournament) -> dict[str, Any]:
        shown = super().to_representation(tournament)
        return shown | {name: getattr(tournament, name) / 10 for name in _POINTS}


class SettingsChangeSerializer(SettingsFields, ConfirmedSerializer):
    name = serializers.CharField(max_length=80, required=False)


def event_values(given: Mapping[str, Any], event: Event | None = None) -> dict[str, Any]:
    form = EventForm(instance=event)
    return through_form(form, given, EventForm, instance=event).values()  # type: ignore[no-any-return]


def tournament_values(
    given: Mapping[str, Any], tournament: Tournament | None = None, event: Event | None = None
) -> dict[str, Any]:
    """The values for the service, as the form of the settings gives them."""
    own = {"instance": tournament} if tournament else {"event": event}
    form = TournamentForm(**own)
    values = dict(given)
    if "tie_breaks" in values:
        values["tie_breaks"] = " ".join(values["tie_breaks"])
    if "long_event" in values:
        values["long_event"] = {None: "", True: "1", False: "0"}[values["long_event"]]
    for place, name in enumerate(values.pop("rating_lists", ())):
        values[f"list_{place + 1}"] = name
    if "rating_lists" in given:
        for place in range(len(given["rating_lists"]), LIST_PLACES):
            values[f"list_{place + 1}"] = ""
    for name, value in values.pop("options", {}).items():
        values[f"option_{name}"] = value
    return through_form(form, values, TournamentForm, **own).values()  # type: ignore[no-any-return]


def through_form(form: Any, given: Mapping[str, Any], kind: Any, **own: Any) -> Any:
    """The form filled with what was given over what stands there; its objections by field."""
    data: dict[str, Any] = {}
    for name, field in form.fields.items():
        value = given[name] if name in given else form.get_initial_for_field(field, name)
        if name not in given:
            value = field.prepare_value(value) if hasattr(field, "prepare_value") else value
        if isinstance(field, forms.BooleanField):
            if value:
                data[name] = "on"
        elif value is not None:
            data[name] = value
    filled = kind(data, **own)
    wrong = {_outside(name): list(map(str, found)) for name, found in filled.errors.items()}
    for name in given.keys() - form.fields.keys():
        wrong[_outside(name)] = [_("The system has no such setting.")]
    if wrong:
        raise ValidationError(wrong)
    return filled


def _outside(name: str) -> str:
    """The name of a form's field in the API."""
    if name.startswith("option_"):
        return f"options.{name.removeprefix('option_')}"
    return "rating_lists" if name.startswith("list_") else name
