"""A club's own site enters the club's players: whoever manages it, all lines or none."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied, ValidationError

from federation.duties import clubs_of
from federation.models import Booking, CalendarEvent, Charge, Club
from federation.queries.entries import place_in_line
from federation.services.entries import guard_open
from federation.services.entries_club import MOST, ClubLine, enter_club, read_rows
from tournaments.api.access import SignedRequest, guard_scope
from tournaments.core.text import is_birth_date, is_name
from tournaments.kernel.errors import Refused
from tournaments.models import ApiToken, Scope, Sex, User


class ClubPlayerSerializer(serializers.Serializer):
    player = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**63 - 1,
        help_text="number of a member of the club, as in the list of members; needs no more",
    )
    name = serializers.CharField(
        required=False, max_length=120, help_text="surname first; needed without `player`"
    )
    fide_id = serializers.RegexField(
        "^[0-9]{0,11}$", required=False, allow_blank=True, help_text="tells namesakes apart"
    )
    birth_date = serializers.RegexField(
        "^((19|20)[0-9]{2}(-[0-9]{2}-[0-9]{2})?)?$",
        required=False,
        allow_blank=True,
        help_text="2015-05-31; the whole day of those who are not in the register",
    )
    sex = serializers.ChoiceField(
        Sex.values, required=False, allow_blank=True, help_text="of those not in the register"
    )
    federation = serializers.RegexField(
        "^([A-Za-z]{3})?$", required=False, allow_blank=True, help_text="three letters"
    )
    section = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=80,
        help_text="name of the section wished; else the narrowest that the rules open to them",
    )

    def validate_name(self, name: str) -> str:
        if not is_name(name):
            raise serializers.ValidationError(_("This is no name of a player."))
        return name

    def validate_birth_date(self, day: str) -> str:
        if day and not is_birth_date(day):
            raise serializers.ValidationError(_("This is not a birth date."))
        return day

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if "name" not in given and "player" not in given:
            raise serializers.ValidationError({"name": [_("Give the name, or the number.")]})
        return given


class ClubEntriesSerializer(serializers.Serializer):
    club = serializers.CharField(max_length=12, help_text="code of the club that you manage")
    players = ClubPlayerSerializer(  # type: ignore[call-arg]  # it is told to the list
        many=True, allow_empty=False, max_length=MOST, help_text="all are entered or none"
    )
    parents_agreed = serializers.BooleanField(
        required=False,
        help_text="the parents of those under 18 agree to the entry and to names on public pages; "
        "without it nobody is entered",
    )


class ClubEntrySerializer(serializers.Serializer):
    line = serializers.IntegerField(source="line.number", help_text="place in the request, from 1")
    player = serializers.IntegerField(
        source="booking.player_id",
        allow_null=True,
        help_text="number in the register; null: a newcomer",
    )
    name = serializers.CharField(source="booking.name", help_text="as in the register")
    section = serializers.CharField(
        source="booking.section.name", help_text="as wished, or by the rules"
    )
    state = serializers.ChoiceField(
        ["accepted", "waiting"], source="booking.state", help_text="has a place, or waits for one"
    )
    waiting = serializers.IntegerField(help_text="place on the waiting list; 0: not there")
    fee = serializers.CharField(help_text="a decimal number: owed for the place")
    remarks = serializers.ListField(
        source="line.remarks", child=serializers.CharField(), help_text="what to know of the line"
    )


class ClubEnteredSerializer(serializers.Serializer):
    entered = serializers.IntegerField(help_text="players who have a place")
    waiting = serializers.IntegerField(help_text="players on the waiting list")
    invoice = serializers.CharField(
        allow_null=True, help_text="reference of the club's invoice; null: no fee"
    )
    currency = serializers.CharField(help_text="of the fees")
    lines = ClubEntrySerializer(many=True, help_text="one for each player, in their order")


@dataclass(frozen=True, slots=True)
class EnteredLine:
    line: ClubLine
    booking: Booking
    waiting: int
    fee: Decimal


def manager(request: SignedRequest, scope: Scope) -> list[Club]:
    """The clubs that the sender manages; a token must be of the person, not of one event."""
    if isinstance(request.auth, ApiToken):
        if request.auth.event_id is not None:
            raise PermissionDenied(_("A token of one event enters no players of a club."))
        guard_scope(request.auth, scope)
    if not (clubs := clubs_of(request.user)):
        raise PermissionDenied(_("Only a club's manager enters its players."))
    return clubs


def enter(
    calendar: CalendarEvent, clubs: list[Club], given: dict[str, Any], *, by: User
) -> dict[str, Any]:
    """By the service of the club's page; while a line is wrong nobody is entered."""
    club = next((one for one in clubs if one.code == given["club"]), None)
    if club is None:
        raise PermissionDenied(_("Only a club's manager enters its players."))
    guard_open(calendar, timezone.now())
    if not given.get("parents_agreed"):
        raise Refused("club.parents_needed", field="parents_agreed")
    read = read_rows(calendar, club, given["players"])
    if read.problem:
        raise ValidationError({"players": [read.problem]})
    if wrong := {str(line.number - 1): line.problems for line in read.bad}:
        raise ValidationError({"players": wrong})
    bookings = enter_club(
        calendar=calendar,
        club=club,
        rows=read.rows(),
        by=by,
        email=by.email or club.email,
        language=get_language() or "tr",
    )
    return _answer(calendar, read.lines, bookings)


def _answer(
    calendar: CalendarEvent, lines: list[ClubLine], bookings: list[Booking]
) -> dict[str, Any]:
    charges = {
        one.booking_id: one
        for one in Charge.objects.filter(booking__in=bookings).select_related("invoice")
    }
    shown = [
        EnteredLine(
            line,
            booking,
            place_in_line(booking),
            charges[booking.pk].amount if booking.pk in charges else Decimal(0),
        )
        for line, booking in zip(lines, bookings, strict=True)
    ]
    invoices = [one.invoice.reference for one in charges.values() if one.invoice]
    return {
        "entered": sum(not one.waiting for one in shown),
        "waiting": sum(bool(one.waiting) for one in shown),
        "invoice": invoices[0] if invoices else None,
        "currency": calendar.currency,
        "lines": shown,
    }
