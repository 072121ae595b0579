"""The person behind the number of a player today: of those merged the one who was kept."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import get_language

from federation.models import ListedRating, Member, Merge, Privacy
from federation.queries.people import in_strict_events
from tournaments.core.text import sort_key
from tournaments.models import Entry, RegisteredPlayer
from tournaments.queries.entries.names import ADULT, shortened


def aliases() -> dict[int, int]:
    """Number that is gone → number of the person, also where that one was merged again."""
    found = dict(Merge.objects.filter(undone_at=None).order_by("pk").values_list("gone", "kept_id"))
    return {gone: _last(kept, found) for gone, kept in found.items()}


def _last(number: int, merged: Mapping[int, int]) -> int:
    seen = {number}
    while (after := merged.get(number)) is not None and after not in seen:
        number = after
        seen.add(number)
    return number


def today(player: int) -> int:
    return aliases().get(player, player)


def own_numbers(player: int) -> list[int]:
    """The number of a person and those under which lists know them from before."""
    return [player, *(gone for gone, kept in aliases().items() if kept == player)]


@dataclass(frozen=True, slots=True)
class Hidden:
    """The parts of people that the public does not see."""

    short: frozenset[int]
    closed: frozenset[int]

    def name(self, player: int, name: str) -> str:
        return shortened(name) if player in self.short or player in self.closed else name


def hidden(players: Iterable[int]) -> Hidden:
    """Of these alone: nobody's list is read whole."""
    asked = list(players)
    wishes = Member.objects.filter(pk__in=asked).exclude(privacy=Privacy.OPEN)
    told = dict(wishes.values_list("pk", "privacy"))
    people = RegisteredPlayer.objects.filter(
        pk__in=asked, birth_date__gte=str(timezone.localdate().year - ADULT)
    )
    strict = in_strict_events(list(people.values_list("pk", flat=True)))
    return Hidden(
        frozenset(one for one, how in told.items() if how == Privacy.SHORT) | strict,
        frozenset(one for one, how in told.items() if how == Privacy.HIDDEN),
    )


def shorten(rows: Iterable[ListedRating]) -> list[ListedRating]:
    """Rows of a list as the public reads them."""
    rows = list(rows)
    some = hidden({row.player for row in rows})
    for row in rows:
        row.name = some.name(row.player, row.name)
    return rows


def names_of(players: Iterable[int], *, public: bool) -> dict[int, str]:
    """Names by number, of those merged meanwhile, too."""
    merged = aliases()
    wanted = {player: merged.get(player, player) for player in players}
    found = dict(
        RegisteredPlayer.objects.filter(pk__in=set(wanted.values())).values_list("pk", "name")
    )
    some = hidden(found) if public else Hidden(frozenset(), frozenset())
    return {player: some.name(now, found[now]) for player, now in wanted.items() if now in found}


def by_name(entries: Iterable[Entry]) -> list[Entry]:
    alphabet = get_language() or "en"
    return sorted(entries, key=lambda entry: sort_key(entry.name, alphabet))
