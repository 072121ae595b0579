"""The base of acts on a knock-out: the plan fresh from the database, and how far it has come."""

from tournaments.kernel.acts import Act
from tournaments.kernel.errors import Refused
from tournaments.models import Knockout, Tournament
from tournaments.queries.knockout.course import Course, course_of


def fresh(done: Act[Tournament], knockout: Knockout) -> Knockout:
    """As it is now, with the tournament that the act has locked; neither over nor cancelled."""
    knockout = Knockout.objects.get(pk=knockout.pk)
    knockout.tournament = done.tournament
    if done.tournament.finished_at:
        raise Refused("knockout.tournament_over")
    if knockout.cancelled_at:
        raise Refused("knockout.cancelled")
    return knockout


def running(knockout: Knockout) -> Course:
    if not knockout.announced_at:
        raise Refused("knockout.not_announced")
    return course_of(knockout)
