"""An applicant's side: their applications, what a new one begins with, arbiters to propose."""

from datetime import date, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.core.beginnings import BEGINNINGS
from federation.duties import clubs_of
from federation.models import Arbiter, CalendarEvent, Province
from federation.queries.alphabet import in_turkish
from tournaments.core.text import fold
from tournaments.models import User

#: earlier events that are offered to begin with
MOST_EARLIER = 20
#: arbiters that a few letters find
MOST_ARBITERS = 10


def applications_of(user: User) -> QuerySet[CalendarEvent]:
    """Those that they sent, and those of the clubs that they manage; the latest first."""
    mine = Q(applicant_id=user.pk) | Q(club__in=clubs_of(user))
    found = CalendarEvent.objects.filter(mine).select_related("event", "province", "club")
    return found.order_by("-created_at", "-pk")


def earlier_events(user: User) -> list[CalendarEvent]:
    done = applications_of(user).exclude(state=CalendarEvent.State.DRAFT)
    return list(done.order_by("-starts_on", in_turkish("name"), "pk")[:MOST_EARLIER])


def template_words() -> dict[str, str]:
    """The templates by key, each in words."""
    words = {
        "open": _("Open, one section, standard"),
        "sections": _("Sections A and B by rating, standard"),
        "rapid": _("One day of rapid"),
        "blitz": _("One evening of blitz"),
        "children": _("Children, U8 to U14, rapid"),
        "teams": _("Teams, standard"),
    }
    return {key: words[key] for key in BEGINNINGS}


def usual_province(user: User) -> Province | None:
    """Of their club, else of what they applied for last."""
    for club in clubs_of(user):
        return club.province
    latest = applications_of(user).first()
    return latest.province if latest else None


def usual_day() -> date:
    """A Saturday, with time left to look at the application."""
    day = timezone.localdate() + timedelta(days=42)
    return day + timedelta(days=(5 - day.weekday()) % 7)


def arbiters_called(typed: str) -> list[Arbiter]:
    """Those in whose name every word begins one, or whose licence or FIDE ID it is."""
    words = fold(typed).split()[:4]
    if not words or len("".join(words)) < 2:
        return []
    found = Arbiter.objects.filter(active=True).select_related("player", "province")
    called = Q()
    for word in words:
        called &= Q(player__search_key__startswith=word) | Q(
            player__search_key__contains=f" {word}"
        )
    found = found.filter(called | Q(licence=typed.strip()) | Q(player__fide_id=typed.strip()))
    return list(found.order_by(in_turkish("player__name"), "pk")[:MOST_ARBITERS])
