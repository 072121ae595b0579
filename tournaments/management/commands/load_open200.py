"""Load the invented open of 200 players, to try the desk with a full hall."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournaments.management.demo import open200
from tournaments.models import User


class Command(BaseCommand):
    help = "Load the OPEN-200: 200 entries, 9 rounds, nothing paired; for a chief arbiter."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--chief", default="bashakem", help="user name of the chief arbiter")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        chief = User.objects.filter(username=options["chief"]).first()
        if chief is None:
            raise CommandError(f"There is no user {options['chief']}.")
        tournament = open200.load(chief)
        self.stdout.write(f"desk/{tournament.event.slug}/{tournament.slug}/")
