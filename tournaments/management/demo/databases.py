"""A database of its own for an invented site, so that nothing else is mixed with it."""

import re

from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection


def enter(name: str) -> None:
    """Everything from here on happens in the database of this name, made if missing."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", name):
        raise CommandError("Name the database in small letters.")
    if connection.settings_dict["NAME"] == name:
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if cursor.fetchone() is None:
            cursor.execute(f'CREATE DATABASE "{name}"')
    connection.close()
    connection.settings_dict["NAME"] = name
    # What is kept of one site is not read by the other.
    prefix = f"{settings.CACHES['default']['KEY_PREFIX']}-{name}"
    settings.CACHES["default"]["KEY_PREFIX"] = caches["default"].key_prefix = prefix
    call_command("migrate", verbosity=0)
