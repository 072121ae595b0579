"""The requests that views get, with what the middleware and the decorators have put on them."""

from django.http import HttpRequest, QueryDict
from django_htmx.middleware import HtmxDetails

from tournaments.models import User


class SignedIn(HttpRequest):
    """The request of a view of the desk: `login_required` lets nobody else through."""

    user: User
    htmx: HtmxDetails


def last_values(sent: QueryDict) -> dict[str, str]:
    """The fields by name, of each what came last."""
    return {name: values[-1] for name, values in sent.lists() if values}
