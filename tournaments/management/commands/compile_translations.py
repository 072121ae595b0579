"""Compile locale/*/LC_MESSAGES/*.po without gettext tools."""

from typing import Any

from django.core.management.base import BaseCommand

from config.translations import compile_translations


class Command(BaseCommand):
    help = "Compile the translations (no gettext tools needed)."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        compile_translations()
