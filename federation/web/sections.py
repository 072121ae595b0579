"""The parts of the federation's site, as every page of it leads to them: an event's and a
tournament's, too, whose templates show whatever parts the context names."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.duties import duties_of
from federation.models import Arbiter


@dataclass(frozen=True, slots=True)
class Part:
    """`page`: its first page; `pages`: the other ones that belong to it."""

    words: str | Promise
    page: str
    pages: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Link:
    """`here`: "page" for the page that is shown, "true" for its part of the site."""

    words: str
    address: str
    here: str


#: of one event: who enters it, hears of it, and organises it
_OF_AN_EVENT = frozenset(
    {
        "event", "subscribe", "confirm_subscription", "stop_subscription", "entry_list", "enter",
        "my_entry", "pay_entry", "ask_club_link", "linked_club", "organise", "club_links", "money",
        "charge", "event_report",
    }
)  # fmt: skip
PARTS = (
    Part(_("Calendar"), "home", frozenset({"calendar", "other_events"}) | _OF_AN_EVENT),
    Part(
        _("Players"), "search", frozenset({"player", "player_games", "ask_privacy", "own_privacy"})
    ),
    Part(_("Clubs"), "provinces", frozenset({"province", "club", "arbiters"})),
    Part(
        _("Ratings"),
        "rating_lists",
        frozenset({"rating_list", "rating_movers", "rating_why", "rating_compare"}),
    ),
    # The page of the cups leads to who qualifies and to the annual report.
    Part(
        _("Cups"),
        "cups",
        frozenset(
            {
                "cup",
                "cup_section",
                "cup_working",
                "qualifications",
                "qualification",
                "years",
                "year",
            }
        ),
    ),
)
APPLICATIONS = Part(
    _("My applications"),
    "applications",
    frozenset({"new_application", "application", "edit_application"}),
)
APPOINTMENTS = Part(_("My appointments"), "my_appointments")
OFFICE = Part(_("Office"), "desk")


def sections(request: HttpRequest) -> list[Link]:
    found = [_link(part, request) for part in PARTS]
    found += [_link(part, request) for part in _own(request)]
    return found


def _own(request: HttpRequest) -> Iterator[Part]:
    if request.user.is_authenticated:
        yield APPLICATIONS
        if Arbiter.objects.filter(user_id=request.user.pk).exists():
            yield APPOINTMENTS
        if duties_of(request.user):
            yield OFFICE


def _link(part: Part, request: HttpRequest) -> Link:
    address = reverse(f"federation:{part.page}")
    if request.path == address:
        return Link(str(part.words), address, "page")
    return Link(str(part.words), address, "true" if _within(part, request) else "")


def _within(part: Part, request: HttpRequest) -> bool:
    match = request.resolver_match
    if match is None:
        return False
    if match.namespace == "public":  # an event, and what is played there
        return part.page == "home"
    if request.path.split("/")[2:3] == ["office"]:
        return part is OFFICE
    return match.namespace == "federation" and match.url_name in part.pages
