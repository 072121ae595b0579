"""Give somebody the federation's office: the first one of a new site."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from federation.models import Duty
from federation.services.officers import name_officer
from tournaments.models import User


class Command(BaseCommand):
    help = "Give a user the duty of the federation's office, who then names the others."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"], is_active=True).first()
        if user is None:
            raise CommandError(f"There is no user {options['username']}.")
        name_officer(user=user, duty=Duty.OFFICE, by=None)
        self.stdout.write(f"{user.display_name} keeps the federation's office.")
