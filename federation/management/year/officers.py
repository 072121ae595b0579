"""Somebody for every duty of the federation, and an arbiter of the events under way."""

from federation.management.year.register import Ground
from federation.models import Club, Duty, Officer, Province
from tournaments.management.demo import logins
from tournaments.models import User

OFFICERS = (
    ("ofis", "Nermin", "Sezgin", Duty.OFFICE),
    ("sicil", "Tamer", "Uslu", Duty.REGISTRAR),
    ("ukd", "Sevgi", "Parlak", Duty.RATING),
    ("temsilci", "Hasan", "Yurt", Duty.DELEGATE),
    ("kulup", "Filiz", "Olgun", Duty.CLUB),
)
#: the chief arbiter of the events that are being played or come next
ARBITER = ("hakem", "Levent", "Tosun")


def make_users() -> dict[str, User]:
    people = [*(one[:3] for one in OFFICERS), ARBITER]
    passwords = logins.passwords(name for name, *_rest in people)
    return {
        name: logins.user(name, given, family, passwords[name]) for name, given, family in people
    }


def make_officers(users: dict[str, User], ground: Ground) -> None:
    """The delegate's province and the manager's club are the first ones."""
    province = Province.objects.get(pk=ground.provinces[0])
    club = Club.objects.get(pk=ground.clubs[0])
    for name, _given, _family, duty in OFFICERS:
        Officer.objects.get_or_create(
            user=users[name],
            duty=duty,
            province=province if duty == Duty.DELEGATE else None,
            club=club if duty == Duty.CLUB else None,
        )
    registrar = users["sicil"]
    registrar.registrar = True
    registrar.save(update_fields=["registrar"])
