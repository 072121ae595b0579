"""A place that is free, as the phone of whoever waits for it hears of it."""

from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from federation.models import Booking
from federation.queries.entries import together_with
from federation.queries.entries_links import token_of
from tournaments.queries.hall.followed import News

KIND = "booking"


def about(booking: Booking) -> str:
    """The name for phones of an entry, together with those that were entered with it."""
    return f"{KIND}:{together_with(booking)[0].pk}"


def news_of(which: str) -> News | None:
    """The places on offer to a family, with the time until which each is theirs."""
    first = Booking.objects.select_related("calendar__event").filter(pk=which).first()
    if first is None or first.calendar.event is None:
        return None
    offered = [one for one in together_with(first) if one.state == Booking.State.OFFERED]
    if not offered:
        return None
    zone = first.calendar.event.zone
    return News(
        title=_("A place is free") + f" · {first.calendar.name}",
        body="\n".join(_line(one, zone) for one in offered),
        path=reverse("federation:my_entry", args=[token_of(offered[0])]),
    )


def _line(booking: Booking, zone: ZoneInfo) -> str:
    assert booking.offered_until is not None
    until = timezone.localtime(booking.offered_until, zone)
    return _("%(name)s, %(section)s: take it until %(until)s, or it goes to the next one.") % {
        "name": booking.name,
        "section": booking.section.name,
        "until": formats.date_format(until, "SHORT_DATETIME_FORMAT"),
    }
