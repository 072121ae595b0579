"""People of the site: accounts made, locked and given roles by its administrators."""

from django.db import IntegrityError, transaction

from tournaments.kernel.errors import Refused
from tournaments.models import DoorRecord, User
from tournaments.services.accounts import door, second_factor
from tournaments.services.accounts.door import Origin

What = DoorRecord.What


def make_account(*, values: dict[str, str], by: User, origin: Origin) -> User:
    """Without a password: its owner sets one by the link that is sent."""
    user = User(**values)
    user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise Refused("invitation.name_taken", field="username") from error
    door.note(What.MADE, origin, user=user, by=by)
    return user


def lock(*, user: User, by: User, origin: Origin) -> None:
    """Nobody signs in with this account any more, and who is signed in is not."""
    if user.pk == by.pk:
        raise Refused("account.yourself")
    with transaction.atomic():
        user.is_active = False
        user.save(update_fields=["is_active"])
        door.end_sessions(user=user)
        door.note(What.LOCKED, origin, user=user, by=by)


def unlock(*, user: User, by: User, origin: Origin) -> None:
    user.is_active = True
    user.save(update_fields=["is_active"])
    door.note(What.UNLOCKED, origin, user=user, by=by)


def set_roles(*, user: User, administers: bool, registrar: bool, by: User, origin: Origin) -> None:
    if user.pk == by.pk and not administers:
        raise Refused("account.yourself")
    user.is_superuser = user.is_staff = administers
    user.registrar = registrar
    user.save(update_fields=["is_superuser", "is_staff", "registrar"])
    door.note(What.ROLES, origin, user=user, by=by)


def end_everywhere(*, user: User, by: User, origin: Origin) -> None:
    door.end_sessions(user=user)
    door.note(What.ENDED, origin, user=user, by=by)


def forget_factor(*, user: User, by: User, origin: Origin) -> None:
    """For who has lost the phone and the recovery codes; passkeys go, too."""
    with transaction.atomic():
        second_factor.turn_off(user=user)
        user.passkeys.all().delete()
    door.note(What.FACTOR_OFF, origin, user=user, by=by)
