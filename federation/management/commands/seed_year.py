"""Fill the federation's pages with an invented year: its people, its events, its rating lists."""

import time
from argparse import ArgumentParser
from dataclasses import replace
from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.utils import timezone

from federation.management.year.cup import make_cup, make_qualification
from federation.management.year.desks import enter_newcomer, send_applications
from federation.management.year.fill import fill
from federation.management.year.lists import make_lists
from federation.management.year.officers import OFFICERS, make_officers, make_users
from federation.management.year.plan import SMALL, YEAR, cup_slugs
from federation.models import CalendarEvent, Club, Province
from federation.services.years import count_years
from tournaments.management.demo import databases, logins
from tournaments.management.demo.quiet import no_line_an_act
from tournaments.models import RegisteredPlayer, User

#: more years than anybody keeps; a slip of the finger must not fill a disk
MOST_SEASONS = 10


class Command(BaseCommand):
    help = (
        "Fill an empty federation with an invented year: 81 provinces, 620 clubs, 60,000 players, "
        "900 arbiters, 1,200 events played by the engines, 24 months of rating lists."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--small", action="store_true", help="8 provinces, 600 players")
        parser.add_argument("--today", type=date.fromisoformat, help="2026-11-19; default: today")
        parser.add_argument("--seasons", type=int, default=1, help="years of finished events")
        parser.add_argument("--into", default="", help="a database of its own, made if missing")
        parser.add_argument(
            "--once", action="store_true", help="only say the log-ins, and make what is missing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("An invented year is not for production.")
        if not 1 <= options["seasons"] <= MOST_SEASONS:
            raise CommandError(f"From 1 to {MOST_SEASONS} seasons.")
        if options["into"]:
            databases.enter(options["into"])
        there = any(one.objects.exists() for one in (Province, Club, CalendarEvent))
        if there and not options["once"]:
            raise CommandError(
                "There are provinces, clubs or events of a federation already. Name another "
                "database with --into."
            )
        if there and not User.objects.filter(username=OFFICERS[0][0]).exists():
            return  # somebody's own federation
        if there:
            make_users()
        else:
            self._fill(options)
        passwords = logins.passwords(name for name, *_rest in OFFICERS)
        for name, *_rest, duty in OFFICERS:
            self.stdout.write(f"{name:<10} {passwords[name]}   {duty.label}")

    def _fill(self, options: dict[str, Any]) -> None:
        size = SMALL if options["small"] else YEAR
        begun = time.monotonic()
        today = options["today"] or timezone.localdate()
        with transaction.atomic(), no_line_an_act():
            users = make_users()
            ground = fill(replace(size, seasons=options["seasons"]), today, staff=[users["hakem"]])
            make_officers(users, ground)
            ground.rows |= make_lists(ground.months, users["ukd"])
            section = make_cup(users["ofis"])
            make_qualification(section, today, users["ofis"])
            send_applications(Club.objects.get(pk=ground.clubs[0]), today, users["kulup"])
            enter_newcomer(today)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        count_years()
        if options["once"]:
            return
        for table, count in ground.rows.items():
            self.stdout.write(f"{count:>10,}  {table}")
        self.stdout.write(
            f"{RegisteredPlayer.objects.filter(member__isnull=False).count():,} members; "
            f"the cup: {cup_slugs()[0]} to {cup_slugs()[-1]}; "
            f"made in {time.monotonic() - begun:.0f} s."
        )
