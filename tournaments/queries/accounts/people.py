"""Accounts as administrators see them, and what their owners see of their own."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import DoorRecord, Passkey, User

#: records shown on a page
SHOWN = 30


def records_of(user: User) -> QuerySet[DoorRecord]:
    """By the account, and by those who typed its name."""
    mine = Q(user=user) | Q(user=None, name__iexact=user.username)
    return DoorRecord.objects.filter(mine).select_related("by")[:SHOWN]


def people(search: str) -> QuerySet[User]:
    has_passkey = Exists(Passkey.objects.filter(user=OuterRef("pk")))
    found = User.objects.select_related("second_factor").annotate(has_passkey=has_passkey)
    found = found.order_by("username")
    for word in search.split()[:6]:
        found = found.filter(
            Q(username__icontains=word)
            | Q(first_name__icontains=word)
            | Q(last_name__icontains=word)
            | Q(email__icontains=word)
        )
    return found
