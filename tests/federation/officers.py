"""People with a duty, and the browsers in which they are signed in."""

from typing import Any

from django.test import Client

from federation.models import Duty
from federation.services.officers import name_officer
from tests import factories
from tournaments.models import User


def officer(duty: Duty = Duty.OFFICE, **place: Any) -> User:
    """`place`: the province of a delegate, the club of its manager."""
    user = factories.user()
    name_officer(user=user, duty=duty, by=None, **place)
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def at_the_desk(duty: Duty, **place: Any) -> Client:
    return signed_in(officer(duty, **place))
