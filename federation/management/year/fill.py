"""The invented year from its plan to its rows."""

from collections.abc import Callable, Iterable
from datetime import date
from random import Random

from django.db import connection, transaction

from federation.management.year.bookings import Desk
from federation.management.year.course import Course
from federation.management.year.events import Writing
from federation.management.year.plan import Size, season
from federation.management.year.play import Played, Task, play
from federation.management.year.register import Ground, store_people
from federation.management.year.tables import quick_rows
from federation.models import PlayerResult
from federation.services.outcomes import write_outcomes
from tournaments.models import Tournament, User

SEED = 2026


def fill(
    size: Size,
    today: date,
    *,
    staff: list[User],
    play_all: Callable[[Iterable[Task]], Iterable[Played]] | None = None,
) -> Ground:
    """All rows; the outcomes of players as any tournament that ends leaves them."""
    course = Course(size, today, Random(SEED))
    course.run(
        season(size, today, Random(f"{SEED} season")), play_all or (lambda all_: map(play, all_))
    )
    with transaction.atomic(), quick_rows():
        dice = Random(f"{SEED} rows")
        ground = store_people(course, staff, dice)
        writing = Writing(course, ground, staff, dice)
        writing.everything()
        desk = Desk(course, ground, dice)
        for one in writing.open:
            desk.take(*one)
        desk.store()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # else every question about a tournament reads all of them
    with transaction.atomic():
        over = Tournament.objects.filter(pk__in=writing.finished).select_related("event")
        rows = sum(map(write_outcomes, over.order_by("pk").iterator(chunk_size=200)))
    ground.rows[PlayerResult._meta.db_table] = rows
    return ground
