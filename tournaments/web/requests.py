"""The requests that views get, with what the middleware and the decorators have put on them."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from tournaments.models import User


class SignedIn(HttpRequest):
    """The request of a view of the desk: `login_required` lets nobody else through."""

    user: User
    htmx: HtmxDetails
