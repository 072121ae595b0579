"""The registrar says who a newcomer is: somebody of the register, somebody new, or nobody."""

from datetime import date

from django.utils import timezone

from federation.models import Booking
from federation.queries.entries import (
    birth_date_of,
    licence_missing,
    player_of,
    rating_in,
    why_not_in,
)
from federation.services import entries_mails as mails
from federation.services.entries import booking_act
from federation.services.entries_line import end, move_up
from federation.services.entries_money import charge_for, settle
from federation.services.people import register_member
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import RegisteredPlayer, User

State = Booking.State


def match_newcomer(
    *, booking: Booking, player: RegisteredPlayer, by: User, confirmed: str = ""
) -> Booking:
    """This is them. The rules are asked with the data of the register; what they forbid is asked
    about, for the place was given."""
    with booking_act("booking.matched", booking.calendar, by, confirmed) as (done, line):
        found = Booking.objects.select_related("section").get(pk=booking.pk)
        if found.player_id is not None:
            return done.nothing(found)
        entered = Booking.objects.filter(calendar=line.calendar, player=player)
        if entered.filter(state__in=(State.ACCEPTED, State.WAITING, State.OFFERED)).exists():
            raise Refused("entering.already", name=player.name)
        found.calendar, found.player = line.calendar, player
        found.name, found.sex = player.name, player.sex or found.sex
        found.federation = player.federation or found.federation
        found.club_name = player.club or found.club_name
        found.birth_date = max(birth_date_of(player), found.birth_date, key=len)
        found.rating = rating_in(line.calendar, player)
        rule = why_not_in(player_of(found), line.sections[found.section_id])
        rule = rule or licence_missing(line.calendar, player)
        if rule is not None:
            reasons = [Reason(rule.code, rule.values)]
            done.require("booking.matched", level=3, reasons=reasons, subject=str(player.pk))
        found.save()
        if found.state == State.ACCEPTED:
            charge_for(found, line.now)
        done.record(found, label=found.name, after={"name": player.name})
        return found


def add_newcomer(*, booking: Booking, by: User, confirmed: str = "") -> Booking:
    """Somebody new: into the register, and entered as that person."""
    values = {
        "name": booking.name,
        "sex": booking.sex,
        "federation": booking.federation,
        "born_on": _day(booking.birth_date),
    }
    member = register_member(values=values, by=by, confirmed=confirmed)
    return match_newcomer(booking=booking, player=member.player, by=by)


def refuse_newcomer(*, booking: Booking, reason: str, by: User, confirmed: str = "") -> None:
    """Nobody who may play: they hear the reason, and the place goes on."""
    if not reason.strip():
        raise Refused("newcomer.reason", field="reason")
    with booking_act("booking.refused", booking.calendar, by, confirmed) as (done, line):
        found = Booking.objects.select_related("section").get(pk=booking.pk)
        if found.state not in (State.ACCEPTED, State.WAITING, State.OFFERED):
            return done.nothing()
        reasons = [Reason("booking.refuse_effect", {"name": found.name})]
        subject = f"{found.pk} {reason}"
        done.require("booking.refused", level=3, reasons=reasons, subject=subject)
        found.calendar = line.calendar
        if found.state in Booking.HOLDING:
            line.give_back(found)
        end(line, found, State.REFUSED, reason)
        settle(found, timezone.now())
        done.record(found, label=found.name, reason=reason[:300])
        mails.tell([found])
        move_up(line)


def _day(born: str) -> date | None:
    return date.fromisoformat(born) if len(born) == len("2009-05-31") else None
