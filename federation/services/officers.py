"""Duties of the federation are given and taken away."""

from typing import Any

from federation.models import Club, Duty, Officer, Province
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import User

QUIET = "no public page says who has which duty"


def name_officer(
    *,
    user: User,
    duty: Duty,
    by: User | None,
    province: Province | None = None,
    club: Club | None = None,
) -> Officer:
    if duty == Duty.DELEGATE and province is None:
        raise Refused("officer.of_which_province", field="province")
    if duty == Duty.CLUB and club is None:
        raise Refused("officer.of_which_club", field="club")
    place: dict[str, Any] = {
        "province": province if duty == Duty.DELEGATE else None,
        "club": club if duty == Duty.CLUB else None,
    }
    with act("officer.named", user, by=by, quiet=QUIET) as done:
        officer, made = Officer.objects.get_or_create(user_id=user.pk, duty=duty, **place)
        if not made:
            return done.nothing(officer)
        done.record(done.row, after=_said(officer))
        return officer


def release_officer(*, officer: Officer, by: User | None, confirmed: str = "") -> None:
    with act("officer.released", officer.user, by=by, confirmed=confirmed, quiet=QUIET) as done:
        found = Officer.objects.filter(pk=officer.pk).first()
        if found is None:
            return done.nothing()
        others = Officer.objects.filter(duty=Duty.OFFICE).exclude(pk=found.pk)
        if found.duty == Duty.OFFICE and not others.exists():
            raise Refused("officer.last_office")
        values = {"name": done.row.display_name, "duty": _words(found)}
        reasons = [Reason("officer.release_effect", values)]
        done.require("officer.released", level=3, reasons=reasons, subject=str(found.pk))
        said = _said(found)
        found.delete()
        done.record(done.row, before=said)


def _words(officer: Officer) -> str:
    place = officer.province or officer.club
    return f"{officer.get_duty_display()} ({place})" if place else officer.get_duty_display()


def _said(officer: Officer) -> dict[str, str]:
    said = {"duty": str(officer.duty)}
    if officer.province:
        said["province"] = officer.province.name
    if officer.club:
        said["club"] = officer.club.name
    return said
