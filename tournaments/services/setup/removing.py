"""Puts away what was made by mistake, and fetches it again: nothing is deleted."""

from django.utils import timezone

from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Event, Round, Tournament, User
from tournaments.queries.setup.removed import removed_events, removed_tournaments

PUBLIC = (Round.Status.PUBLISHED, Round.Status.FINISHED)


def remove_tournament(*, tournament: Tournament, by: User | None, confirmed: str = "") -> None:
    """While nobody outside has seen a round of it."""
    with act("tournament.removed", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        shown = tournament.rounds.filter(status__in=PUBLIC).exists()
        if shown or tournament.knockouts.filter(announced_at__isnull=False).exists():
            raise Refused("tournament.is_public")
        players = tournament.entries.count()
        done.require(
            "tournament.remove",
            level=3,
            reasons=[
                Reason("tournament.remove_effect", {"name": tournament.name, "players": players})
            ],
        )
        tournament.undone_at = timezone.now()
        done.save("undone_at")
        done.record(tournament, before={"players": players})


def restore_tournament(*, event: Event, number: int, by: User | None) -> Tournament:
    """The tournament as it was; `number` is its id."""
    found = removed_tournaments(event).filter(pk=number).first()
    if found is None:
        raise Refused("tournament.not_removed")
    # "fetched" stands in histories already and stays the name of restoring
    with act("tournament.fetched", found, by=by, removed=True) as done:
        done.tournament.undone_at = None
        done.save("undone_at")
        done.record(done.tournament)
        return done.tournament


def remove_event(*, event: Event, by: User | None, confirmed: str = "") -> None:
    """With all its pages; played rounds ask twice."""
    with act("event.removed", event, by=by, confirmed=confirmed) as done:
        tournaments = done.tournaments
        rounds = Round.objects.filter(tournament__in=tournaments, status__in=PUBLIC).count()
        values = {"name": done.row.name, "tournaments": len(tournaments), "rounds": rounds}
        done.require(
            "event.remove",
            level=4 if rounds else 3,
            reasons=[Reason("event.remove_effect", values)],
            subject=f"{event.pk}:{sorted(values.items())}",
        )
        _put(done, away=True)


def restore_event(*, number: int, by: User) -> Event:
    """The event as it was; `number` is its id."""
    found = removed_events(by).filter(pk=number).first()
    if found is None:
        raise Refused("event.not_removed")
    with act("event.fetched", found, by=by, removed=True) as done:
        _put(done, away=False)
        return done.row


def _put(done: Act[Event], away: bool) -> None:
    done.row.removed = away
    done.row.save(update_fields=["removed"])
    done.record(done.row)
