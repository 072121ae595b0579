"""Addresses of pages that exist more than once, and the tab under which a page stands."""

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

from tournaments.kernel.permissions import Visitor, role_in
from tournaments.models import Event
from tournaments.services.hall.announcing import public_key

register = template.Library()
register.simple_tag(public_key, name="push_key")

#: the pages under each tab of a tournament, by their names
_TABS = {
    "desk": {
        "teams": ("teams", "team", "team_rules", "add_team", "import_teams"),
        "rounds": (
            *("round", "reasons", "branch", "hand", "late", "import_round", "correct", "schedule"),
            *("averages", "preflight", "team_round", "match", "line_up"),
        ),
        "standings": (
            *("standings", "working", "outcomes", "decisions"),
            *("team_standings", "team_working", "team_crosstable", "team_boards"),
        ),
        "documents": ("job",),
        "settings": ("settings", "timetable", "ready", "prizes"),
        "history": ("history",),
    },
    "public": {
        "rounds": ("round", "names", "board", "team_round", "match"),
        "standings": ("working", "team_working", "team_boards"),
        "teams": ("teams", "team"),
        "players": ("players", "player"),
        "about": ("about", "documents", "prizes"),
    },
}
#: a word in the name of a page that says its tab
_WORDS = {
    "desk": {"player": "players", "document": "documents"},
    "public": {"standings": "standings", "crosstable": "crosstable"},
}


@register.filter
def staffed_by(event: Event, user: Visitor) -> bool:
    """Whether they have a desk at the event: the address of it is no page for others."""
    return role_in(user, event) is not None


@register.simple_tag(takes_context=True)
def tab_of_page(context: Context) -> str:
    """The tab of the tournament under which the page stands; none for a page of the event."""
    match = context["request"].resolver_match
    if match is None or match.namespace not in _TABS:
        return ""
    page = match.url_name or ""
    if (
        page in ("forbidden_players", "player_qualifiers")
        and context["tournament"].format.pairs_teams
    ):
        return "teams"  # those who must not meet, or who qualify, are teams
    for tab, pages in _TABS[match.namespace].items():
        if page in pages:
            return tab
    for word, tab in _WORDS[match.namespace].items():
        if word in page:
            return tab
    if page.startswith("knockout"):
        return "standings" if context["tournament"].format.has_rounds else "rounds"
    return ""


@register.simple_tag(takes_context=True)
def page_url(context: Context, route: str, *values: Any) -> str:
    """A page of the tournament: the desk's own at the desk, elsewhere the public one."""
    return _address(context, "desk" if context.get("desk") else "public", route, values)


@register.simple_tag(takes_context=True)
def player_url(context: Context, entry: int) -> str:
    """The card of a player, which at the desk is the form."""
    if context.get("desk"):
        return _address(context, "desk", "edit_player", (entry,))
    return _address(context, "public", "player", (entry,))


@register.simple_tag(takes_context=True)
def format_url(context: Context, route: str, *values: Any) -> str:
    """As `desk:standings`: the page of that name for teams where teams are paired."""
    part, _, page = route.partition(":")
    of_teams = context["tournament"].format.pairs_teams
    return _address(context, part, f"team_{page}" if of_teams else page, values)


def _address(context: Context, part: str, page: str, values: tuple[Any, ...]) -> str:
    tournament = context["tournament"]
    return reverse(f"{part}:{page}", args=[context["event"].slug, tournament.slug, *values])
