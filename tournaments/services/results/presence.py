"""Presence of people at boards: signs of life in the cache that fade by themselves."""

from dataclasses import dataclass

from django.core.cache import cache

from tournaments.models import Round, StaffMember, User

FADES_AFTER = 20  # seconds; a page at work says so every five


@dataclass(frozen=True, slots=True)
class Presence:
    name: str
    board: int  # 0 = looking at the round


def _key(round_: Round, user_id: int) -> str:
    return f"presence:{round_.pk}:{user_id}"


def note_presence(round_: Round, user: User, board: int) -> None:
    cache.set(_key(round_, user.pk), (user.display_name, board), FADES_AFTER)


def others_here(round_: Round, user: User) -> list[Presence]:
    """The other members of the staff who have this round before them."""
    staff = StaffMember.objects.filter(event=round_.tournament.event).exclude(user=user)
    keys = [_key(round_, pk) for pk in staff.order_by("user_id").values_list("user_id", flat=True)]
    found = cache.get_many(keys) if keys else {}
    return [Presence(*found[key]) for key in keys if key in found]
