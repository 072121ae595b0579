"""Changes of club. A player is in one club at a time: the old membership ends the day before the
new one begins."""

from datetime import date, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from federation.models import Club, Member, Membership, Transfer
from federation.services.people import QUIET
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import User

State = Transfer.State


def ask_transfer(
    *, member: Member, to_club: Club, on: date, by: User | None, reason: str = ""
) -> Transfer:
    with act("transfer.asked", member.player, by=by, quiet=QUIET) as done:
        player = done.row
        member = Member.objects.select_related("club").get(pk=player.pk)
        _guard(member, to_club, on)
        try:
            with transaction.atomic():
                made = Transfer.objects.create(
                    player=player, from_club=member.club, to_club=to_club, on=on,
                    reason=reason[:300], asked_by=by,
                )  # fmt: skip
        except IntegrityError as error:
            raise Refused("transfer.asked_already") from error
        done.record(player, label=player.name, after=_said(made), reason=reason)
        return made


def decide_transfer(
    *, transfer: Transfer, approve: bool, by: User | None, confirmed: str = ""
) -> None:
    name = "transfer.approved" if approve else "transfer.refused"
    with act(name, transfer.player, by=by, confirmed=confirmed, quiet=QUIET) as done:
        found = _fresh(transfer)
        if found.state != State.ASKED:
            raise Refused("transfer.decided_already")
        if not approve:
            reasons = [Reason("transfer.refuse_effect", _who(found, done.row.name))]
            done.require(name, level=3, reasons=reasons, subject=str(found.pk))
        if approve:
            member = Member.objects.select_for_update(of=("self",)).get(pk=done.row.pk)
            _guard(member, found.to_club, found.on)
            found.from_club = member.club
            _change_club(member, found.to_club, found.on)
        found.state = State.APPROVED if approve else State.REFUSED
        found.decided_by, found.decided_at = by, timezone.now()
        found.save()
        done.record(done.row, label=done.row.name, after=_said(found))


def transfer_at_once(**values: Any) -> Transfer:
    """The registrar's own: asked for and approved in one step."""
    with transaction.atomic():
        made = ask_transfer(**values)
        decide_transfer(transfer=made, approve=True, by=values["by"])
    return made


def undo_transfer(*, transfer: Transfer, by: User | None, confirmed: str = "") -> None:
    """The membership before goes on as if nothing had been."""
    player = transfer.player
    with act("transfer.undone", player, by=by, confirmed=confirmed, quiet=QUIET) as done:
        found, player = _fresh(transfer), done.row
        if found.state != State.APPROVED:
            raise Refused("transfer.not_approved")
        now = Membership.objects.filter(player=player, until_on=None).first()
        if now is None or (now.club_id, now.from_on) != (found.to_club_id, found.on):
            raise Refused("transfer.changed_since")
        reasons = [Reason("transfer.undo_effect", _who(found, player.name))]
        done.require("transfer.undone", level=3, reasons=reasons, subject=str(found.pk))
        now.delete()
        before = Membership.objects.filter(
            player=player, club=found.from_club, until_on=found.on - timedelta(days=1)
        ).first()
        if before is not None:
            before.until_on = None
            before.save(update_fields=["until_on"])
        member = Member.objects.select_for_update(of=("self",)).get(pk=player.pk)
        member.club = before.club if before else None
        if member.club:
            member.province_id = member.club.province_id
        member.save(update_fields=["club", "province"])
        found.state, found.decided_by, found.decided_at = State.UNDONE, by, timezone.now()
        found.save()
        done.record(player, label=player.name, after=_said(found))


def _guard(member: Member, to_club: Club, on: date) -> None:
    if member.died_on is not None:
        raise Refused("member.is_dead")
    if to_club.closed_on is not None and to_club.closed_on <= on:
        raise Refused("transfer.club_is_closed", field="to_club", club=to_club.name)
    if on > timezone.localdate():
        raise Refused("transfer.in_the_future", field="on")
    if member.club_id == to_club.pk:
        raise Refused("transfer.same_club", field="to_club", club=to_club.name)
    latest = Membership.objects.filter(player_id=member.pk).order_by("-from_on").first()
    if latest is not None and on <= max(latest.from_on, latest.until_on or latest.from_on):
        raise Refused("transfer.before_the_last", field="on", day=str(latest.from_on))


def _change_club(member: Member, to_club: Club, on: date) -> None:
    Membership.objects.filter(player_id=member.pk, until_on=None).update(
        until_on=on - timedelta(days=1)
    )
    Membership.objects.create(player_id=member.pk, club=to_club, from_on=on)
    member.club, member.province_id = to_club, to_club.province_id
    member.save(update_fields=["club", "province"])


def _fresh(transfer: Transfer) -> Transfer:
    found = Transfer.objects.select_related("from_club", "to_club", "to_club__province")
    return found.select_for_update(of=("self",)).get(pk=transfer.pk)


def _who(transfer: Transfer, name: str) -> dict[str, str]:
    return {"name": name, **_said(transfer)}


def _said(transfer: Transfer) -> dict[str, str]:
    return {
        "from_club": transfer.from_club.name if transfer.from_club else "–",
        "to_club": transfer.to_club.name,
        "on": str(transfer.on),
    }
