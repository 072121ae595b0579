"""Clubs: opened, changed, closed."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from federation.models import Club
from federation.services.people import QUIET
from tournaments.core.text import fold
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import changed
from tournaments.models import User

FIELDS = ("code", "name", "city", "province", "founded_on", "closed_on", "email", "website")


def open_club(*, values: Mapping[str, Any], by: User) -> Club:
    with act("club.opened", by, by=by, quiet=QUIET) as done:
        club = Club(**{name: values[name] for name in FIELDS if name in values})
        club.slug = _slug(club.name)
        _save(club)
        done.record(club, label=club.name)
        return club


def change_club(*, club: Club, values: Mapping[str, Any], by: User) -> Club:
    """Its address stays what it is, whatever it is called."""
    with act("club.changed", club, by=by, quiet=QUIET) as done:
        club = done.row
        before, after = changed(club, {name: values[name] for name in FIELDS if name in values})
        if not after:
            return done.nothing(club)
        if "closed_on" in after and club.closed_on and club.memberships.filter(until_on=None):
            raise Refused("club.has_members", field="closed_on")
        _save(club)
        done.record(club, label=club.name, before=before, after=after)
        return club


def _save(club: Club) -> None:
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as error:
        raise Refused("club.code_taken", field="code") from error


def _slug(name: str) -> str:
    base = slugify(fold(name))[:50] or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 2
    slug = base
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug
