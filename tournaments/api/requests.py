"""The bodies that the API takes. Services and forms check the rest, as they do for the pages."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pairing.results import KNOWN, RESULTS
from tournaments.core.text import is_birth_date, is_name
from tournaments.models import Match, Sex, Title


class ConfirmedSerializer(serializers.Serializer):
    confirmed = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=2000,
        help_text="the token of the question, to answer it with yes",
    )


@extend_schema_field({"type": "string", "maxLength": 4})
class ResultField(serializers.ChoiceField):
    """A code of a game, or of a match of two games."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=["", *KNOWN], **options)


#: what a code is, wherever one is sent or told
OF_A_RESULT = (
    "White's and Black's TRF symbol, such as `10`, `==`, `+-`; of a match of two games those of "
    "game 1, then of game 2, both with the colours of game 1: `10==`"
)


class ResultSerializer(ConfirmedSerializer):
    result = ResultField(
        help_text=f"{OF_A_RESULT}; game 1 of a match may be sent alone; empty: clear it"
    )
    version = serializers.IntegerField(min_value=1, help_text="of the board as you saw it")
    reason = serializers.CharField(
        required=False,
        max_length=500,
        help_text="of a correction: the next round is published, so it is wanted",
    )


class GameResultSerializer(ConfirmedSerializer):
    result = serializers.ChoiceField(
        choices=["", *(code for code in RESULTS if code != "??")], help_text="empty: clear it"
    )
    version = serializers.IntegerField(min_value=0, help_text="of the game; 0 while it is due")
    later_flag = serializers.ChoiceField(
        choices=["", "w", "b"],
        required=False,
        help_text="golden point, both flags down: whose fell later; the result follows from it",
    )
    moves = serializers.IntegerField(
        min_value=1, max_value=500, required=False, help_text="where the fewest moves decide"
    )
    reason = serializers.CharField(required=False, allow_blank=True, max_length=500)


class LotRequestSerializer(serializers.Serializer):
    draw = serializers.CharField(max_length=60, help_text="its name, as in `lots`")
    order = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=9999),
        max_length=512,
        help_text="numbers of the seats as drawn, White first; empty: the lot of the seed again",
    )


class UndoGameSerializer(ConfirmedSerializer):
    line = serializers.IntegerField(min_value=1, help_text="of the history: the entry")


class RestoreGamesSerializer(ConfirmedSerializer):
    line = serializers.IntegerField(min_value=1, help_text="of the history: the correction")


class ForfeitSerializer(ConfirmedSerializer):
    forfeit = serializers.ChoiceField(
        choices=Match.Forfeit.values,
        help_text="`+-` won by the first team, `-+` by the second, `--` by none; empty: played",
    )


class SeatRequestSerializer(serializers.Serializer):
    board = serializers.IntegerField(min_value=1, max_value=40)
    player = serializers.IntegerField(min_value=1, help_text="a player's id")


class LineUpRequestSerializer(ConfirmedSerializer):
    seats = SeatRequestSerializer(  # type: ignore[call-arg]  # of many
        many=True, max_length=40, help_text="empty boards are left out"
    )


class TeamFields(serializers.Serializer):
    name = serializers.CharField(max_length=80)
    club = serializers.CharField(max_length=120, required=False, allow_blank=True)
    federation = serializers.RegexField(
        "^([A-Za-z]{3})?$", required=False, allow_blank=True, help_text="three letters"
    )
    captain = serializers.CharField(max_length=120, required=False, allow_blank=True)
    captain_email = serializers.EmailField(required=False, allow_blank=True, max_length=254)
    fixed_match = serializers.IntegerField(
        min_value=1,
        max_value=999,
        required=False,
        allow_null=True,
        help_text="in a Swiss: the number that its match has in every round; null: any",
    )


class NewTeamSerializer(TeamFields):
    pass


class TeamChangeSerializer(TeamFields):
    name = serializers.CharField(max_length=80, required=False)
    version = serializers.IntegerField(min_value=1, help_text="of the team as you saw it")


class TeamPlayersSerializer(serializers.Serializer):
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        max_length=200,
        help_text="ids in the order of the list: the boards, then the reserves",
    )
    version = serializers.IntegerField(min_value=1, help_text="of the team as you saw it")


class DrawnSerializer(serializers.Serializer):
    team = serializers.IntegerField(min_value=1, help_text="a team's id")
    number = serializers.IntegerField(min_value=1, max_value=9999)


class DrawSerializer(serializers.Serializer):
    numbers = DrawnSerializer(  # type: ignore[call-arg]  # of many
        many=True,
        required=False,
        max_length=500,
        help_text="as drawn at the table; without them the recorded seed draws",
    )


class DrawnPlayerSerializer(serializers.Serializer):
    player = serializers.IntegerField(min_value=1, help_text="a player's id")
    number = serializers.IntegerField(min_value=1, max_value=9999)


class DrawPlayersSerializer(serializers.Serializer):
    numbers = DrawnPlayerSerializer(  # type: ignore[call-arg]  # of many
        many=True,
        required=False,
        max_length=500,
        help_text="as drawn at the table; without them the recorded seed draws",
    )


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

    def validate_name(self, name: str) -> str:
        if not is_name(name):
            raise serializers.ValidationError(_("“%(text)s” is not a name.") % {"text": name[:20]})
        return name

    def validate_birth_date(self, day: str) -> str:
        if day and not is_birth_date(day):
            raise serializers.ValidationError(
                _("Write 2009-05-31, or only the year; nobody is born in the future.")
            )
        return day


class NewEntrySerializer(EntryFields, ConfirmedSerializer):
    pass


class EntryChangeSerializer(EntryFields):
    name = serializers.CharField(max_length=120, required=False)
    version = serializers.IntegerField(min_value=1, help_text="of the player as you saw them")
