"""Provinces and clubs, as everybody may see them."""

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from federation.models import CalendarEvent, Club, Member, Privacy, Province, TeamResult
from federation.queries.alphabet import in_turkish
from federation.queries.people import is_minor_now, strict_entries
from tournaments.queries.entries.names import shortened


def provinces() -> QuerySet[Province]:
    return Province.objects.all()


def clubs(*, province: str = "", closed: bool | None = None) -> QuerySet[Club]:
    """By name: those of a province, by its code; those that are closed, or those that are not."""
    found = Club.objects.select_related("province").defer("search_key", "email")
    if province:
        found = found.filter(province__code=province)
    if closed is not None:
        found = found.filter(closed_on__isnull=not closed)
    return found.order_by(in_turkish("name"), "pk")


def listed_members(
    *, club: Club | None = None, province: Province | None = None
) -> QuerySet[Member]:
    """Living members by rating; those who do not want a page stand on no list either. Their names
    are for `public_name`."""
    found = Member.objects.filter(died_on=None).exclude(privacy=Privacy.HIDDEN)
    # One row each, looked up for those who are listed: of EXISTS the database reads all at once.
    strict = strict_entries(OuterRef("pk")).values("pk")[:1]
    found = found.annotate(in_a_strict_event=Subquery(strict))
    if club is not None:
        found = found.filter(club=club)
    if province is not None:
        found = found.filter(province=province)
    return found.select_related("player", "club", "province").order_by("-strength", "pk")


def public_name(member: Member) -> str:
    """Of one of `listed_members`, as everybody may read it."""
    strict = is_minor_now(member.player) and member.in_a_strict_event  # type: ignore[attr-defined]
    if member.privacy != Privacy.OPEN or strict:
        return shortened(member.player.name)
    return member.player.name


def calendar_of(
    *, club: Club | None = None, province: Province | None = None
) -> QuerySet[CalendarEvent]:
    """Their events that everybody may see, the latest first."""
    found = CalendarEvent.objects.filter(
        state=CalendarEvent.State.APPROVED, event__public=True, event__removed=False
    )
    found = found.filter(club=club) if club is not None else found.filter(province=province)
    return found.select_related("event").order_by("-starts_on", "-pk")


def team_results(club: Club) -> QuerySet[TeamResult]:
    found = TeamResult.objects.filter(
        club=club, event__public=True, event__removed=False, tournament__undone_at=None
    )
    return found.select_related("team", "tournament__event").order_by("-ended_on", "-pk")


def provinces_counted() -> QuerySet[Province]:
    """With their open clubs counted."""
    return Province.objects.annotate(
        club_count=Count("clubs", filter=Q(clubs__closed_on=None))
    ).order_by("code")
