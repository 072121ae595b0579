"""People as the public may read them: who is found, under which name, and who is not."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from federation.models import Member, Merge, Privacy
from tournaments.core.text import fold
from tournaments.models import Entry, Person, RegisteredPlayer
from tournaments.queries.entries.names import ADULT, shortened


@dataclass(frozen=True, slots=True)
class ShownName:
    """How a person is named on pages of the federation."""

    name: str
    short: bool = False
    #: the page is not shown, so that nothing leads to it
    hidden: bool = False


def is_minor_now(person: Person) -> bool:
    """Under 18 on some day of this year; where only the year is known, the careful way."""
    year = person.birth_year
    return year is not None and timezone.localdate().year - year <= ADULT


def strict_entries(player: Any) -> QuerySet[Entry]:
    """The places of a player, or of a row around, in public events that shorten the names of
    minors."""
    return Entry.objects.filter(
        player=player,
        tournament__event__public=True,
        tournament__event__removed=False,
        tournament__event__shorten_minors=True,
        tournament__undone_at=None,
    )


def in_strict_events(minors: Collection[int]) -> set[int]:
    """Those of these minors of whom some event shows a shortened name: nothing else shows more."""
    if not minors:
        return set()
    found = RegisteredPlayer.objects.filter(Exists(strict_entries(OuterRef("pk"))), pk__in=minors)
    return set(found.values_list("pk", flat=True))


def shown_names(players: Iterable[RegisteredPlayer]) -> dict[int, ShownName]:
    """Two questions for any number of people: what they wished, and what the strictest event of
    each minor shows."""
    people = {player.pk: player for player in players}
    wishes = dict(
        Member.objects.filter(pk__in=people)
        .exclude(privacy=Privacy.OPEN)
        .values_list("pk", "privacy")
    )
    minors = [pk for pk, player in people.items() if is_minor_now(player) and pk not in wishes]
    strict = in_strict_events(minors)
    return {
        pk: ShownName(shortened(player.name), True, wishes.get(pk) == Privacy.HIDDEN)
        if pk in wishes or pk in strict
        else ShownName(player.name)
        for pk, player in people.items()
    }


def found_by_what_is_shown(typed: str, shown: ShownName) -> bool:
    """A name that is shortened is found by what is left of it, never by a number or by the part
    that is not shown: else the search would tell it."""
    if shown.hidden:
        return False
    if not shown.short:
        return True
    words = fold(shown.name).split()
    return all(any(own.startswith(word) for own in words) for word in fold(typed).split())


def kept_number(gone: int) -> int | None:
    """The number of the person whose double was merged, over any number of merges."""
    number, seen = gone, set()
    while number not in seen:
        seen.add(number)
        kept = Merge.objects.filter(gone=number, undone_at=None).values_list("kept_id", flat=True)
        if (following := kept.first()) is None:
            break
        number = following
    return number if number != gone else None
