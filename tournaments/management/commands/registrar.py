"""Name somebody who loads rating lists for the whole site."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.kernel.errors import Refused
from tournaments.register.registrars import name_registrar


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Let a user load rating lists for the whole site (and open events where few may)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--off", action="store_true", help="take it back")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = name_registrar(username=options["username"], on=not options["off"], by=None)
        except Refused as error:
            raise CommandError(str(error)) from error
        state = "loads" if user.registrar else "no longer loads"
        self.stdout.write(f"{user.username} {state} rating lists.")
