"""Load a demo event the first time; say how to sign in every time."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournaments.management.demo import izmir, logins
from tournaments.management.demo.quiet import no_line_an_act
from tournaments.models import Event, Role

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
        passwords = logins.passwords(name for name, *_rest in USERS)
        with transaction.atomic(), no_line_an_act():
            users = {
                role: logins.user(name, given, family, passwords[name])
                for name, given, family, role in USERS
            }
            if not Event.objects.filter(slug=izmir.SLUG).exists():
                izmir.load(users)
        for name, _given, _family, role in USERS:
            self.stdout.write(f"{name:<10} {passwords[name]}   {role.label}")
