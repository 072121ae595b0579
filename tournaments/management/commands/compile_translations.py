"""Compile locale/*/LC_MESSAGES/*.po without gettext tools, or check that nothing is missing."""

from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Compile the translations (no gettext tools needed)."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="fail if a Turkish translation is missing"
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
                catalogue = polib.pofile(str(path))
                target = path.with_suffix(".mo")
                if not target.exists() or target.stat().st_mtime < path.stat().st_mtime:
                    catalogue.save_as_mofile(str(target))
                if check and path.parts[-3] == "tr":
                    self._check(catalogue)

    def _check(self, catalogue: polib.POFile) -> None:
        missing = [*catalogue.untranslated_entries(), *catalogue.fuzzy_entries()]
        if missing:
            texts = "\n".join(f"  {entry.msgid}" for entry in missing[:20])
            raise CommandError(f"{len(missing)} texts have no Turkish translation:\n{texts}")
