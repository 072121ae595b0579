"""Requests of setting up: times of rounds, what is shown, prizes."""

from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from tournaments.api.requests import ConfirmedSerializer
from tournaments.models import PrizeSharing
from tournaments.services.setup.prizes import MOST_LINES


class TimeSerializer(serializers.Serializer):
    round = serializers.IntegerField(min_value=1, max_value=99)
    starts_at = serializers.DateTimeField(
        allow_null=True, help_text="with its offset, or on the clock of the venue; null: not known"
    )


class TimesSerializer(serializers.Serializer):
    times = TimeSerializer(  # type: ignore[call-arg]  # of many
        many=True, max_length=99, help_text="rounds that are not named stay as they are"
    )


class ShowScheduleSerializer(ConfirmedSerializer):
    public = serializers.BooleanField()


class PrizeLineSerializer(serializers.Serializer):
    first = serializers.IntegerField(min_value=1, max_value=999, help_text="place")
    last = serializers.IntegerField(
        min_value=1, max_value=999, required=False, help_text="each place up to this one gets it"
    )
    amount = serializers.DecimalField(11, 2, required=False, min_value=0)
    thing = serializers.CharField(max_length=80, required=False, allow_blank=True)
    list = serializers.CharField(
        max_length=40, required=False, allow_blank=True, help_text="key of a category"
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        given.setdefault("last", given["first"])
        given.setdefault("amount", Decimal(0))
        if given["last"] < given["first"]:
            raise ValidationError({"last": [_("The last place is before the first.")]})
        if not given["amount"] and not given.get("thing"):
            wrong = _("Say how much, or what else there is for this place.")
            raise ValidationError({"amount": [wrong]})
        return given


#: how the prizes are shared: the name in the API, and that of the setting
PRIZE_SETTINGS = {"currency": "prize_currency", "sharing": "prize_sharing", "one_each": "one_prize"}


class SetPrizesSerializer(serializers.Serializer):
    prizes = PrizeLineSerializer(  # type: ignore[call-arg]  # of many
        many=True, max_length=MOST_LINES, help_text="in place of all there are"
    )
    currency = serializers.CharField(max_length=8, required=False, allow_blank=True)
    sharing = serializers.ChoiceField(choices=PrizeSharing.values, required=False)
    one_each = serializers.BooleanField(required=False, help_text="nobody gets two prizes")


class RestoreTournamentSerializer(serializers.Serializer):
    tournament = serializers.IntegerField(min_value=1, help_text="its id")
