"""Puts away what was made by mistake, and fetches it again: nothing is deleted."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.kernel.acts import lock, touch
from tournaments.kernel.confirm import require
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.log import record
from tournaments.models import Event, ReportImport, Role, Round, Tournament, User

PUBLIC = (Round.Status.PUBLISHED, Round.Status.FINISHED)


def removed_events(user: User) -> QuerySet[Event]:
    """Those that their chief arbiter may fetch again."""
    return Event.objects.filter(archived=True, staff__user=user, staff__role=Role.CHIEF)


def removed_tournaments(event: Event) -> QuerySet[Tournament]:
    """Of an import that was undone only the history is left: it does not come back."""
    return Tournament.ever.filter(event=event, undone_at__isnull=False).exclude(
        made_from__stage=ReportImport.Stage.UNDONE
    )


def put_away_at(event: Event, slug: str) -> Tournament | None:
    """The tournament at this address, if somebody has removed it."""
    return removed_tournaments(event).filter(slug=slug).first()


@transaction.atomic
def remove_tournament(*, tournament: Tournament, by: User | None, confirmed: str = "") -> None:
    """While nobody outside has seen a round of it."""
    tournament = lock(tournament)
    shown = tournament.rounds.filter(status__in=PUBLIC).exists()
    if shown or tournament.knockouts.filter(announced_at__isnull=False).exists():
        raise Refused("tournament.is_public")
    players = tournament.entries.count()
    require(
        "tournament.remove",
        level=3,
        reasons=[Reason("tournament.remove_effect", {"name": tournament.name, "players": players})],
        tournament=tournament,
        by=by,
        confirmed=confirmed,
    )
    tournament.undone_at = timezone.now()
    tournament.save(update_fields=["undone_at"])
    touch(tournament)
    record(
        "tournament.removed",
        by=by,
        target=tournament,
        tournament=tournament,
        label=tournament.name,
        before={"players": players},
    )


@transaction.atomic
def fetch_tournament(*, event: Event, number: int, by: User | None) -> Tournament:
    """The tournament as it was; `number` is its id."""
    found = removed_tournaments(event).select_for_update(of=("self",)).filter(pk=number).first()
    if found is None:
        raise Refused("tournament.not_removed")
    found.undone_at = None
    found.save(update_fields=["undone_at"])
    touch(found)
    record("tournament.fetched", by=by, target=found, tournament=found, label=found.name)
    return found


@transaction.atomic
def remove_event(*, event: Event, by: User | None, confirmed: str = "") -> None:
    """With all its pages; played rounds ask twice."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    tournaments = list(event.tournaments.select_for_update())
    rounds = Round.objects.filter(tournament__in=tournaments, status__in=PUBLIC).count()
    values = {"name": event.name, "tournaments": len(tournaments), "rounds": rounds}
    require(
        "event.remove",
        level=4 if rounds else 3,
        reasons=[Reason("event.remove_effect", values)],
        tournament=Tournament(event=event),  # of none in particular
        by=by,
        subject=f"{event.pk}:{sorted(values.items())}",
        confirmed=confirmed,
    )
    _put(event, True, tournaments)
    record("event.removed", by=by, target=event, event=event, label=event.name)


@transaction.atomic
def fetch_event(*, number: int, by: User) -> Event:
    """The event as it was; `number` is its id."""
    event = removed_events(by).select_for_update(of=("self",)).filter(pk=number).first()
    if event is None:
        raise Refused("event.not_removed")
    _put(event, False, list(event.tournaments.select_for_update()))
    record("event.fetched", by=by, target=event, event=event, label=event.name)
    return event


def _put(event: Event, away: bool, tournaments: list[Tournament]) -> None:
    event.archived = away
    event.save(update_fields=["archived"])
    for tournament in tournaments:
        touch(tournament)  # pages that are kept are asked for anew
