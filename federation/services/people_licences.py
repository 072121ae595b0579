"""Licences: given for a time, withdrawn, given back."""

from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone

from federation.models import Licence, Member
from federation.services.people import QUIET
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import User


def issue_licence(
    *,
    member: Member,
    category: str,
    valid_from: date,
    valid_until: date,
    by: User | None,
    number: str = "",
) -> Licence:
    """Without a number the one that the person had before, or that of the person."""
    if category not in Licence.Category.values:
        raise Refused("licence.unknown_category", field="category")
    if valid_until < valid_from:
        raise Refused("licence.ends_before_start", field="valid_until")
    with act("licence.issued", member.player, by=by, quiet=QUIET) as done:
        player = done.row
        if Member.objects.filter(pk=player.pk, died_on__isnull=False).exists():
            raise Refused("member.is_dead")
        last = Licence.objects.filter(player=player, category=category).first()
        number = number.strip() or (last.number if last else player.national_id or str(player.pk))
        try:
            with transaction.atomic():
                made = Licence.objects.create(
                    player=player, number=number, category=category,
                    valid_from=valid_from, valid_until=valid_until,
                )  # fmt: skip
        except IntegrityError as error:
            raise Refused("licence.already", field="valid_from") from error
        done.record(player, label=player.name, after=_said(made))
        return made


def withdraw_licence(
    *, licence: Licence, by: User | None, back: bool = False, confirmed: str = ""
) -> None:
    """It counts no longer; `back` gives it back."""
    name = "licence.given_back" if back else "licence.withdrawn"
    with act(name, licence.player, by=by, confirmed=confirmed, quiet=QUIET) as done:
        found = Licence.objects.select_for_update().get(pk=licence.pk)
        if (found.withdrawn_at is None) == back:
            return done.nothing()
        if not back:
            values = {"name": done.row.name, "licence": found.number}
            reasons = [Reason("licence.withdraw_effect", values)]
            done.require(name, level=3, reasons=reasons, subject=str(found.pk))
        found.withdrawn_at = None if back else timezone.now()
        found.save(update_fields=["withdrawn_at"])
        done.record(done.row, label=done.row.name, after=_said(found))


def _said(licence: Licence) -> dict[str, str]:
    return {
        "licence": licence.number,
        "category": str(licence.category),
        "valid_until": str(licence.valid_until),
    }
