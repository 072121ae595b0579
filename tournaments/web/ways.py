"""The other way out of a question: where what it names is put right instead."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.kernel.errors import Reason

#: the page and the words of the button, by the reason
_WAYS = {"lots.not_drawn": ("desk:player_numbers", _("Draw the numbers"))}


def ways_out(request: HttpRequest, reasons: list[Reason]) -> list[tuple[str, str]]:
    """Address and words of a button for each reason that has one."""
    at = request.resolver_match.kwargs if request.resolver_match else {}
    if not {"event", "slug"} <= at.keys():
        return []
    return [
        (reverse(page, args=[at["event"], at["slug"]]), str(words))
        for page, words in (_WAYS[one.code] for one in reasons if one.code in _WAYS)
    ]
