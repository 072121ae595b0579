"""Shows more of a question than its sentences: where what it names is put right instead, and what
is folded."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.kernel.errors import NeedsConfirmation, Reason

#: the page and the words of the button, by the reason
_WAYS = {"lots.not_drawn": ("desk:player_numbers", _("Draw the numbers"))}

#: what is folded below the sentence that matters, by the question
_DETAILS = {"hand.late": {"hand.differs", "hand.line", "hand.rest"}}


def folded(question: NeedsConfirmation) -> tuple[list[Reason], list[Reason]]:
    """The reasons to read, and those for who wants to know more."""
    more = _DETAILS.get(question.act, set())
    return (
        [one for one in question.reasons if one.code not in more],
        [one for one in question.reasons if one.code in more],
    )


def ways_out(request: HttpRequest, reasons: list[Reason]) -> list[tuple[str, str]]:
    """Address and words of a button for each reason that has one."""
    at = request.resolver_match.kwargs if request.resolver_match else {}
    if not {"event", "slug"} <= at.keys():
        return []
    return [
        (reverse(page, args=[at["event"], at["slug"]]), str(words))
        for page, words in (_WAYS[one.code] for one in reasons if one.code in _WAYS)
    ]
