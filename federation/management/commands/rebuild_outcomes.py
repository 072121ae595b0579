"""Work out the outcomes of players of all finished tournaments anew; they come out the same."""

from typing import Any

from django.core.management.base import BaseCommand

from federation.services.outcomes import write_all_outcomes
from federation.services.years import count_years


class Command(BaseCommand):
    help = "Work out the outcomes of players anew, of all finished tournaments."

    def handle(self, *args: Any, **options: Any) -> None:
        tournaments, rows = write_all_outcomes()
        count_years()
        self.stdout.write(f"{rows:,} outcomes of {tournaments:,} finished tournaments.")
