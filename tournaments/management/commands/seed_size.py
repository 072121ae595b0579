"""Fill a database of its own with a site as large as a federation's."""

import secrets
import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from tournaments.management.demo import databases
from tournaments.management.demo.size import MARK, Size, fill
from tournaments.models import Event, RegisteredPlayer, User

#: more than any federation has; a slip of the finger must not fill a disk
MOST_EVENTS, MOST_REGISTERED = 20_000, 5_000_000
USER = "size"


class Command(BaseCommand):
    help = (
        "Make a database of its own with 5,000 events, 250,000 entries, 1.1 million games and "
        "2.1 million registered players, to see how the site bears a federation's years."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--into", default="hakem_size", help="the database, made if missing")
        parser.add_argument("--events", type=int, default=Size().events)
        parser.add_argument("--registered", type=int, default=Size().registered)

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("An invented site is not for production.")
        events, registered = options["events"], options["registered"]
        if not (1 <= events <= MOST_EVENTS and 1 <= registered <= MOST_REGISTERED):
            raise CommandError(
                f"At most {MOST_EVENTS} events and {MOST_REGISTERED} registered players."
            )
        name = options["into"]
        self._enter(name)
        if Event.objects.exists() or RegisteredPlayer.objects.exists():
            raise CommandError(
                f"{name} holds events or players already. Name another database with --into."
            )
        busy, _made = User.objects.get_or_create(username=USER, defaults={"is_superuser": True})
        password = secrets.token_urlsafe(9)
        busy.set_password(password)
        busy.save()
        begun = time.monotonic()
        rows = fill(Size(events, registered), busy=busy)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        for table, count in rows.items():
            self.stdout.write(f"{count:>10,}  {table.removeprefix('tournaments_')}")
        self.stdout.write(
            f"{name} is made in {time.monotonic() - begun:.0f} s; events begin with {MARK}. Look "
            f"at it with DATABASE_URL on {name}; sign in as {USER}, {password}"
        )

    def _enter(self, name: str) -> None:
        databases.enter(name)
