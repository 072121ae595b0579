"""Compile locale/*/LC_MESSAGES/*.po without gettext tools, or check that nothing is missing."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.translations import compile_translations


class Command(BaseCommand):
    help = "Compile the translations (no gettext tools needed)."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="fail if a translation is missing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        catalogues = compile_translations()
        missing = [
            entry
            for catalogue in catalogues
            for entry in (*catalogue.untranslated_entries(), *catalogue.fuzzy_entries())
        ]
        if check and missing:
            texts = "\n".join(f"  {entry.msgid}" for entry in missing[:20])
            raise CommandError(f"{len(missing)} texts have no translation:\n{texts}")
