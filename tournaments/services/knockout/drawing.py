"""The lots of a knock-out, drawn at the table."""

from pairing.errors import InconsistentHistory
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import Knockout, KnockoutLot, User
from tournaments.queries.knockout.course import course_of, draws
from tournaments.services.knockout import team_seeds
from tournaments.services.knockout.course import fresh, running


def enter_lot(*, knockout: Knockout, draw: str, order: list[int] | None, by: User | None) -> None:
    """Enter a lot drawn at the table, or the colour chosen for the golden point (White first).
    Without an order the lot of the seed holds again."""
    with act("knockout.drawn", knockout.tournament, by=by) as done:
        knockout = fresh(done, knockout)
        course = running(knockout)
        numbers = draws(course).get(draw)
        if numbers is None:
            known = course.plan.lots.as_typed(draw) is not None
            raise Refused("knockout.lot_has_games" if known else "knockout.lot_unknown")
        row = knockout.lots.filter(draw=draw).first()
        before = list(row.order) if row else None
        if before == order:
            return done.nothing()
        if order is None:
            knockout.lots.filter(draw=draw).delete()
        else:
            if sorted(order) != sorted(numbers):
                raise Refused(
                    "knockout.lot_wrong", field="order", numbers=", ".join(map(str, numbers))
                )
            KnockoutLot.objects.update_or_create(
                knockout=knockout, draw=draw, defaults={"order": order, "entered_by": by}
            )
        try:
            course_of(knockout)
        except InconsistentHistory as error:
            raise Refused("knockout.lot_has_games") from error
        if knockout.tournament.format.makes_rounds_from_plan:
            team_seeds.turn_matches(knockout)
        done.record(
            knockout,
            "knockout.drawn" if order else "knockout.lot_cleared",
            label=draw,
            before=before,
            after=order,
        )
