"""The log-ins of invented people. Passwords are made on this machine; a known one would be none."""

import json
import secrets
from collections.abc import Iterable

from django.conf import settings

from tournaments.models import User


def passwords(names: Iterable[str]) -> dict[str, str]:
    """By name: those made earlier stay, new ones are added."""
    path = settings.VAR_DIR / "demo-logins.json"
    known: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    missing = [name for name in names if name not in known]
    if missing:
        known |= {name: secrets.token_urlsafe(6) for name in missing}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(json.dumps(known))
    return known


def user(name: str, given: str, family: str, password: str) -> User:
    found, made = User.objects.get_or_create(
        username=name, defaults={"first_name": given, "last_name": family}
    )
    if made or not found.check_password(password):  # each look costs a fifth of a second
        found.set_password(password)
        found.save()
    return found
