"""The pages that search engines may know, in parts of so many numbers of rows."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Max, Model, Q

from federation.models import CalendarEvent, Club, Member, Privacy, Province
from federation.queries.people import is_minor_now
from tournaments.models import Entry

PATH = "/federation-sitemap.xml"
#: numbers of rows in a part: nothing is counted, and a part is read by its key
PART = 10_000


@dataclass(frozen=True, slots=True)
class Kind:
    page: str
    #: stands for the key in the address while that is worked out
    mark: str | int
    model: type[Model]
    keys: Callable[[int, int], Iterator[str | int]]


def paths() -> Iterator[str]:
    """Of the sitemap, for robots.txt."""
    if settings.FEDERATION:
        yield PATH


def _players(first: int, last: int) -> Iterator[int]:
    """Those whose page is public and not kept from search engines, as the page itself decides."""
    found = Member.objects.filter(
        player_id__gte=first, player_id__lte=last, privacy=Privacy.OPEN, noindex=False
    )
    members = list(found.select_related("player").only("player__birth_date").order_by("pk"))
    minors = [one.pk for one in members if is_minor_now(one.player)]
    strict = Q(tournament__event__noindex=True) | Q(tournament__event__shorten_minors=True)
    kept = set(
        Entry.objects.filter(strict, player__in=minors).values_list("player_id", flat=True)
        if minors
        else ()
    )
    yield from (one.pk for one in members if one.pk not in kept)


def _events(first: int, last: int) -> Iterator[str]:
    found = CalendarEvent.objects.filter(
        pk__range=(first, last), event__public=True, event__removed=False, event__noindex=False
    )
    yield from found.order_by("pk").values_list("event__slug", flat=True)


def _clubs(first: int, last: int) -> Iterator[str]:
    found = Club.objects.filter(pk__range=(first, last), closed_on=None)
    yield from found.order_by("pk").values_list("slug", flat=True)


def _provinces(first: int, last: int) -> Iterator[str]:
    found = Province.objects.filter(pk__range=(first, last))
    yield from found.order_by("pk").values_list("slug", flat=True)


KINDS = {
    "provinces": Kind("federation:province", "a-mark", Province, _provinces),
    "clubs": Kind("federation:club", "a-mark", Club, _clubs),
    "events": Kind("federation:event", "a-mark", CalendarEvent, _events),
    "players": Kind("federation:player", 987_654_321, Member, _players),
}


def parts_of(kind: Kind) -> int:
    last: int = kind.model._default_manager.aggregate(last=Max("pk"))["last"] or 0
    return -(-last // PART)


def keys_of(kind: Kind, part: int) -> Iterator[str | int]:
    return kind.keys((part - 1) * PART + 1, part * PART)
