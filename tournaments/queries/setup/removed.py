"""Events and tournaments that are put away, and may be restored."""

from django.db.models import QuerySet

from tournaments.models import Event, ReportImport, Role, Tournament, User


def removed_events(user: User) -> QuerySet[Event]:
    """Those that their chief arbiter may fetch again."""
    return Event.objects.filter(
        removed=True, sandbox_until=None, staff__user=user, staff__role=Role.CHIEF
    )


def removed_tournaments(event: Event) -> QuerySet[Tournament]:
    """Of an import that was undone only the history is left: it does not come back."""
    return Tournament.all_objects.filter(event=event, undone_at__isnull=False).exclude(
        made_from__stage=ReportImport.Stage.UNDONE
    )


def put_away_at(event: Event, slug: str) -> Tournament | None:
    """The tournament at this address, if somebody has removed it."""
    return removed_tournaments(event).filter(slug=slug).first()
