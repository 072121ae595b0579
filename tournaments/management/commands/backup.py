"""Makes a base backup now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.local.folders import EmbeddedError
from tournaments.kernel import backups


class Command(BaseCommand):
    help = "Makes a base backup now; the scheduler makes one every night."

    def handle(self, *_words: Any, **_options: Any) -> None:
        if not backups.wanted():
            raise CommandError("BACKUP_DIR says where back-ups go; it is not set.")
        try:
            made = backups.make()
        except (EmbeddedError, OSError) as error:
            raise CommandError(str(error)) from error
        if made is None:
            raise CommandError("Somebody else is making one.")
        seconds = (made.ended_at - made.began_at).total_seconds()
        self.stdout.write(f"A base backup of {made.size / 2**20:.1f} MB, in {seconds:.1f} s.")
