"""The invented year from its plan to its rows."""

from collections.abc import Callable, Iterable
from datetime import date
from random import Random

from django.db import transaction

from federation.management.year.bookings import Desk
from federation.management.year.course import Course
from federation.management.year.events import Writing
from federation.management.year.plan import Size, season
from federation.management.year.play import Played, Task, play
from federation.management.year.register import Ground, store_people
from federation.management.year.tables import quick_rows
from tournaments.models import User

SEED = 2026


def fill(
    size: Size,
    today: date,
    *,
    staff: list[User],
    play_all: Callable[[Iterable[Task]], Iterable[Played]] | None = None,
) -> tuple[Ground, list[int]]:
    """All rows but the outcomes of players, and the tournaments that have some."""
    course = Course(size, today, Random(SEED))
    course.run(
        season(size, today, Random(f"{SEED} season")), play_all or (lambda all_: map(play, all_))
    )
    with transaction.atomic(), quick_rows():
        dice = Random(f"{SEED} rows")
        ground = store_people(course, dice)
        writing = Writing(course, ground, staff, dice)
        writing.everything()
        desk = Desk(course, ground, dice)
        for one in writing.open:
            desk.take(*one)
        desk.store()
    return ground, writing.finished
