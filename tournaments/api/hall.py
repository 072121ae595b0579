"""The hall for programs: its plan, its screens, the incident book, empty chairs."""

import base64
import binascii
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.serializers import PlayerBrief
from tournaments.models import HallScreen, Incident, IncidentKind
from tournaments.services.hall.incidents import LONGEST_NOTE, LONGEST_REPORT, LONGEST_ROUND


class HallPlanSerializer(serializers.Serializer):
    """Where the hall is and where its boards are."""

    words = serializers.CharField(
        max_length=2000, allow_blank=True, required=False, help_text="directions in words"
    )
    picture = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=7 * 1024 * 1024,
        help_text="PNG, JPEG or WebP in Base64, at most 5 MB; empty: none; it is kept as WebP",
    )

    def validate_picture(self, text: str) -> bytes:
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError) as error:
            raise serializers.ValidationError(_("This is not Base64.")) from error

    def to_representation(self, plan: Any) -> dict[str, Any]:
        words, picture = (plan.words, bytes(plan.picture)) if plan else ("", b"")
        return {"words": words, "picture": base64.b64encode(picture).decode()}


class ScreenFieldsSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=60, help_text="unique within the event")
    tournament = serializers.IntegerField(
        min_value=1,
        allow_null=True,
        required=False,
        help_text="id of a tournament; null: all of the event, one after the other",
    )
    shows = serializers.ListField(
        child=serializers.ChoiceField(choices=HallScreen.Show.values),
        min_length=1,
        max_length=len(HallScreen.Show.values),
        required=False,
        help_text="what it shows, in turn",
    )
    seconds = serializers.IntegerField(
        min_value=3, max_value=120, required=False, help_text="that each page stays"
    )
    rows = serializers.IntegerField(
        min_value=4, max_value=40, required=False, help_text="lines on each page"
    )
    announcement = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        help_text="a line of this screen alone, while nothing is announced to everybody",
    )


class ScreenChangeSerializer(ScreenFieldsSerializer):
    name = serializers.CharField(max_length=60, required=False, help_text="unique within the event")


class ScreenSerializer(serializers.ModelSerializer):
    """A screen in the hall."""

    tournament = serializers.IntegerField(
        source="tournament_id", allow_null=True, help_text="null: all of the event"
    )
    shows = serializers.ListField(
        child=serializers.ChoiceField(choices=HallScreen.Show.values), help_text="in turn"
    )
    address = serializers.SerializerMethodField(
        help_text="to be opened on the screen; nobody signs in there, so keep it to the hall"
    )

    class Meta:
        model = HallScreen
        fields = [
            "id", "name", "tournament", "shows", "seconds", "rows", "announcement", "address",
        ]  # fmt: skip

    def get_address(self, screen: HallScreen) -> str:
        return settings.SITE_URL + reverse("public:screen", args=[screen.key])


class AnnouncementSerializer(serializers.Serializer):
    text = serializers.CharField(
        max_length=200, allow_blank=True, help_text="empty: take the announcement down"
    )


class AnnouncedSerializer(serializers.Serializer):
    screens = serializers.IntegerField(help_text="that show it")


class IncidentSerializer(serializers.ModelSerializer):
    """A line of the incident book."""

    player = PlayerBrief(source="entry", allow_null=True, help_text="null: both, or nobody")
    round = serializers.IntegerField(source="round_number", allow_null=True, help_text="or null")
    by = serializers.SerializerMethodField(help_text="who noted it")

    class Meta:
        model = Incident
        fields = ["id", "kind", "round", "board", "player", "minute", "note", "at", "by"]

    def get_by(self, incident: Incident) -> str:
        return incident.by.display_name if incident.by else ""


class NoteIncidentSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(choices=IncidentKind.values, help_text="what happened")
    round = serializers.IntegerField(
        min_value=1, max_value=99, required=False, source="round_number", help_text="of a board"
    )
    board = serializers.IntegerField(
        min_value=1, max_value=9999, required=False, help_text="its number in the round"
    )
    side = serializers.ChoiceField(
        choices=["", "w", "b"], required=False, help_text="White or Black of the board; empty: both"
    )
    note = serializers.CharField(
        max_length=LONGEST_NOTE, required=False, allow_blank=True, help_text="in a few words"
    )


class IncidentChangeSerializer(serializers.Serializer):
    minute = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_ROUND,
        allow_null=True,
        required=False,
        help_text="since the round began",
    )
    note = serializers.CharField(
        max_length=LONGEST_NOTE, required=False, allow_blank=True, help_text="in a few words"
    )


class ArbitersReportSerializer(serializers.Serializer):
    text = serializers.CharField(
        max_length=LONGEST_REPORT,
        allow_blank=True,
        source="arbiters_report",
        help_text="the arbiter's own words on top of the report",
    )


class ChairsSerializer(serializers.Serializer):
    empty = serializers.ChoiceField(
        choices=["", "w", "b", "wb"], help_text="whose chair is empty; empty: both have come"
    )
