"""Play-offs: prepared for those tied for a place, played like a knock-out, or cancelled."""

from django.db import transaction
from django.utils import timezone

from tournaments.kernel.acts import lock, touch
from tournaments.kernel.confirm import require
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.log import record
from tournaments.models import Knockout, Tournament, User
from tournaments.queries.knockout.playoff import tied_for
from tournaments.queries.standings.standings import standings_table


@transaction.atomic
def prepare(*, tournament: Tournament, place: int, level: list[str], by: User | None) -> Knockout:
    """A plan for those tied for a place; nobody else sees it before it is announced."""
    tournament = lock(tournament)
    if not tournament.format.has_rounds:
        raise Refused("playoff.not_for_knockouts")
    if tournament.finished_at:
        raise Refused("knockout.tournament_over")
    if not standings_table(tournament).final:
        raise Refused("playoff.not_final")
    if tied_for(tournament, place, tuple(level)) is None:
        raise Refused("playoff.not_tied", place=place)
    if tournament.knockouts.filter(kind="playoff", place=place, cancelled_at=None).exists():
        raise Refused("playoff.exists", place=place)
    playoff = Knockout.objects.create(
        tournament=tournament, kind=Knockout.Kind.PLAYOFF, place=place, level=level, created_by=by
    )
    touch(tournament)
    record(
        "playoff.planned",
        by=by,
        target=playoff,
        tournament=tournament,
        label=str(place),
        after={"place": place, "level": level},
    )
    return playoff


@transaction.atomic
def cancel(*, playoff: Knockout, by: User | None, confirmed: str = "") -> None:
    """The play-off does not count any more; what was played stays on record."""
    tournament = lock(playoff.tournament)
    playoff = Knockout.objects.get(pk=playoff.pk, kind=Knockout.Kind.PLAYOFF)
    if playoff.cancelled_at:
        return
    if tournament.finished_at:
        raise Refused("knockout.tournament_over")
    played = playoff.games.exclude(result="").exists()
    require(
        "playoff.cancel",
        level=3,
        reasons=[Reason("playoff.cancel_effect", {"place": playoff.place})] if played else [],
        tournament=tournament,
        by=by,
        subject=str(playoff.pk),
        confirmed=confirmed,
    )
    playoff.cancelled_at = timezone.now()
    playoff.save(update_fields=["cancelled_at"])
    touch(tournament)
    record(
        "playoff.cancelled",
        by=by,
        target=playoff,
        tournament=tournament,
        label=str(playoff.place),
    )
