"""What the API takes. Services and forms check the rest, as they do for the pages."""

from rest_framework import serializers

from pairing.results import RESULTS
from tournaments.models import Sex, Title


class ConfirmedSerializer(serializers.Serializer):
    confirmed = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=2000,
        help_text="the token of the question, to answer it with yes",
    )


class ResultSerializer(ConfirmedSerializer):
    result = serializers.ChoiceField(choices=["", *RESULTS], help_text="empty: clear it")
    version = serializers.IntegerField(min_value=1, help_text="of the board as you saw it")


class GrantByeSerializer(ConfirmedSerializer):
    kind = serializers.ChoiceField(
        choices=["H", "Z", "F"], help_text="half-point, zero-point or full-point bye"
    )


class CheckInSerializer(serializers.Serializer):
    status = serializers.ChoiceField(
        choices=["present", "absent", "unknown"],
        help_text="absent: a zero-point bye in the next round; unknown: a wrong mark taken back",
    )


class EntryFields(serializers.Serializer):
    name = serializers.CharField(max_length=120, help_text="as it is to be printed")
    title = serializers.ChoiceField(choices=Title.values, required=False, allow_blank=True)
    fide_rating = serializers.IntegerField(min_value=0, max_value=3500, required=False)
    national_rating = serializers.IntegerField(min_value=0, max_value=3500, required=False)
    rating = serializers.IntegerField(
        min_value=0,
        max_value=3500,
        required=False,
        help_text="only where the arbiter types the rating that ranks the players",
    )
    federation = serializers.RegexField(
        "^([A-Za-z]{3})?$", required=False, allow_blank=True, help_text="three letters"
    )
    club = serializers.CharField(max_length=120, required=False, allow_blank=True)
    fide_id = serializers.RegexField("^[0-9]{0,11}$", required=False, allow_blank=True)
    national_id = serializers.CharField(max_length=20, required=False, allow_blank=True)
    birth_date = serializers.RegexField(
        "^((19|20)[0-9]{2}(-[0-9]{2}-[0-9]{2})?)?$",
        required=False,
        allow_blank=True,
        help_text="2009-05-31 or 2009",
    )
    sex = serializers.ChoiceField(choices=Sex.values, required=False, allow_blank=True)
    bye_entitled = serializers.BooleanField(required=False)
    fixed_board = serializers.IntegerField(
        min_value=1, max_value=9999, required=False, allow_null=True
    )
    phone = serializers.CharField(max_length=30, required=False, allow_blank=True)
    note = serializers.CharField(max_length=200, required=False, allow_blank=True)


class NewEntrySerializer(EntryFields):
    pass


class EntryChangeSerializer(EntryFields):
    name = serializers.CharField(max_length=120, required=False)
    version = serializers.IntegerField(min_value=1, help_text="of the player as you saw him")
