"""The registrars keep the register of players; the site's administrators name them."""

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import User


def name_registrar(*, username: str, on: bool, by: User | None) -> User:
    found = User.objects.filter(username=username, is_active=True).first()
    if found is None:
        raise Refused("register.no_such_user", field="username")
    name = "register.registrar_named" if on else "register.registrar_ended"
    with act(name, found, by=by) as done:
        user = done.row
        if user.registrar == on:
            return done.nothing(user)
        user.registrar = on
        user.save(update_fields=["registrar"])
        done.record(user)
        return user
