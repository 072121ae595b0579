"""Rating lists in words."""

from django import template
from django.utils.translation import gettext as _

from tournaments.models import IMPORTED
from tournaments.queries.entries.ratings import list_in, own_lists
from tournaments.wording.register import LIST_NAMES

register = template.Library()


@register.filter
def list_name(code: str) -> str:
    """An own list by its name: few, and asked once a page."""
    if code.startswith("own:"):
        return own_lists().get(code, _("an own list"))
    return str(LIST_NAMES.get(code, code))


@register.filter
def rating_source(source: str) -> str:
    """ "rapid:2026-11" as people say it; typed when no list is named."""
    if not source:
        return _("typed by hand")
    if source == IMPORTED:
        return _("the list of players")
    name = list_in(source)
    month = source.removeprefix(name).removeprefix(":")
    return f"{list_name(name)} {month}".strip()
