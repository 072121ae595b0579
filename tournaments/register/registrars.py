"""The registrars keep the register of players; the site's administrators name them."""

from django.db import transaction

from tournaments.kernel.errors import Refused
from tournaments.kernel.log import record
from tournaments.models import User


@transaction.atomic
def name_registrar(*, username: str, on: bool, by: User | None) -> User:
    user = User.objects.select_for_update().filter(username=username, is_active=True).first()
    if user is None:
        raise Refused("register.no_such_user", field="username")
    if user.registrar != on:
        user.registrar = on
        user.save(update_fields=["registrar"])
        record(
            "register.registrar_named" if on else "register.registrar_ended",
            by=by,
            target=user,
            label=user.display_name,
        )
    return user
