"""Play-offs: prepared for those tied for a place, played like a knock-out, or cancelled."""

from django.utils import timezone

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Knockout, Tournament, User
from tournaments.queries.knockout.conditions import settings_announced
from tournaments.queries.knockout.playoff import tied_for
from tournaments.queries.standings.table import standings_table


def prepare_playoff(
    *, tournament: Tournament, place: int, level: list[str], by: User | None
) -> Knockout:
    """A plan for those tied for a place; nobody else sees it before it is announced."""
    with act("playoff.planned", tournament, by=by) as done:
        tournament = done.tournament
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
            tournament=tournament,
            kind=Knockout.Kind.PLAYOFF,
            place=place,
            level=level,
            settings=settings_announced(tournament),
            currency=tournament.prize_currency,
            created_by=by,
        )
        done.record(playoff, label=str(place), after={"place": place, "level": level})
        return playoff


def cancel(*, playoff: Knockout, by: User | None, confirmed: str = "") -> None:
    """The play-off does not count any more; what was played stays on record."""
    with act("playoff.cancelled", playoff.tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        playoff = Knockout.objects.get(pk=playoff.pk, kind=Knockout.Kind.PLAYOFF)
        if playoff.cancelled_at:
            return done.nothing()
        if tournament.finished_at:
            raise Refused("knockout.tournament_over")
        played = playoff.games.exclude(result="").exists()
        done.require(
            "playoff.cancel",
            level=3,
            reasons=[Reason("playoff.cancel_effect", {"place": playoff.place})] if played else [],
            subject=str(playoff.pk),
        )
        playoff.cancelled_at = timezone.now()
        playoff.save(update_fields=["cancelled_at"])
        done.record(playoff, label=str(playoff.place))
