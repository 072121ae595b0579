"""Load a demo event the first time; say how to sign in every time."""

import json
import secrets
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournaments.management.demo import izmir
from tournaments.models import Event, Role, User

USERS = (
    ("bashakem", "Ayşe", "Demir", Role.CHIEF),
    ("yardimci", "Burak", "Şahin", Role.ARBITER),
    ("izleyici", "Çağla", "Işık", Role.READER),
)


class Command(BaseCommand):
    help = "Load the demo event once and print its log-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("The demo event is not for production.")
        passwords = self._passwords()
        with transaction.atomic():
            users = {
                role: self._user(*person, passwords) for person in USERS for role in [person[3]]
            }
            if not Event.objects.filter(slug=izmir.SLUG).exists():
                izmir.load(users)
        for name, _given, _family, role in USERS:
            self.stdout.write(f"{name:<10} {passwords[name]}   {role.label}")

    def _passwords(self) -> dict[str, str]:
        """Made on this machine, the first time; a known password would be none."""
        path = settings.VAR_DIR / "demo-logins.json"
        if path.exists():
            known: dict[str, str] = json.loads(path.read_text())
            return known
        passwords = {name: secrets.token_urlsafe(6) for name, *_rest in USERS}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(json.dumps(passwords))
        return passwords

    def _user(
        self, name: str, given: str, family: str, role: Role, passwords: dict[str, str]
    ) -> User:
        user, _created = User.objects.get_or_create(
            username=name, defaults={"first_name": given, "last_name": family}
        )
        if not user.check_password(passwords[name]):
            user.set_password(passwords[name])
            user.save()
        return user
