"""The news that every phone in the hall watches: has a round come out, or been taken back, and is
something else announced?"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery, Sum

from tournaments.models import KnockoutLot, Round, Tournament

#: seconds until a phone asks again: while something may come out or be taken back at any moment,
#: while games are played, and when all is over
SOON, MEANWHILE, OVER = 1.2, 5, 60


def news_of(tournament: Tournament, rounds: Sequence[Round]) -> str:
    """Another word whenever something is published, taken back or announced; results alone do
    not, but in a knock-out."""
    parts: list[Any] = [tournament.finished_at]
    if tournament.event.announced_at:
        parts.append(tournament.event.announced_at)
    parts += [
        (one.number, one.is_public, one.under_revision, one.published_at)
        for one in rounds
        if one.is_public or one.under_revision
    ]
    announced = tournament.knockouts.filter(announced_at__isnull=False).order_by("pk")
    # Every game entered may bring out another one, and so does the colour chosen for it.
    drawn = KnockoutLot.objects.filter(knockout=OuterRef("pk")).order_by("-entered_at")
    parts += announced.annotate(
        entered=Sum("games__version"), drawn=Subquery(drawn.values("entered_at")[:1])
    ).values_list("pk", "announced_at", "cancelled_at", "entered", "drawn")
    return blake2b(repr(parts).encode(), digest_size=6).hexdigest()


def ask_again(tournament: Tournament, rounds: Sequence[Round]) -> float:
    if tournament.finished_at:
        return OVER
    public = [one for one in rounds if one.is_public]
    if not public or any(one.under_revision for one in rounds):
        return SOON
    games = public[-1].pairings.games()
    count = games.aggregate(all=Count("pk"), entered=Count("pk", filter=~Q(result="")))
    # Without a result the round may still be taken back; with all of them the next is due.
    return MEANWHILE if 0 < count["entered"] < count["all"] else SOON
