"""Load one of FIDE's rating lists into the register, here and now."""

import time
from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.kernel.errors import Refused
from tournaments.register.importing import import_now, receive_fide_list
from tournaments.register.layouts import PIECE


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # the pages are none of its business
    help = "Load a FIDE rating list (.txt, .xml or the .zip in which it comes) into the register."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--month", default="", help="2026-11; this month when not given")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            month = (
                date.fromisoformat(f"{options['month']}-01")
                if options["month"]
                else timezone.localdate()
            )
        except ValueError as error:
            raise CommandError("Write the month as 2026-11.") from error
        began = time.monotonic()
        try:
            with options["file"].open("rb") as file:
                pieces = iter(lambda: file.read(PIECE), b"")
                work = receive_fide_list(
                    pieces=pieces, file_name=options["file"].name, month=month, by=None
                )
            import_now(work)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from error
        except Refused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{work.rows} players read, {work.added} added, {work.changed} changed, "
            f"{work.unreadable} lines not understood, {time.monotonic() - began:.0f} s"
        )
