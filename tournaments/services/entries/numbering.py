"""Pairing numbers (C.04.2 art. 2) given by the order of the list; late entries take their place.
In a round robin the lots decide, once they are drawn (handbook, round robin 2)."""

from bisect import bisect_right
from typing import Any

from django.db import connection

from tournaments.models import Entry, Tournament
from tournaments.queries.entries.numbering import drawn_order, order_of


def assign_numbers(tournament: Tournament, *, regenerate: bool = False) -> dict[int, Any]:
    """Give everybody a number; {entry id: [old, new]} for those whose number changed.

    Before round 1 is paired the whole list is sorted. Later, only those without a number are
    placed, each where the order puts them, and everybody below moves down (art. 2.4);
    `regenerate` sorts anew (art. 2.3, before round 4 is paired).
    """
    entries = list(tournament.entries.all())
    order_key = order_of(tournament, entries)
    if regenerate or not tournament.rounds.exclude(status__in=["planned", "pairing"]).exists():
        ordered = drawn_order(entries) or sorted(entries, key=order_key)
    else:
        ordered = sorted((e for e in entries if e.tpn is not None), key=lambda e: e.tpn or 0)
        for late in sorted((e for e in entries if e.tpn is None), key=order_key):
            # The numbered ones need not be in perfect order any more (corrected ratings), so
            # the place is after the last one that ranks higher.
            keys = [order_key(entry) for entry in ordered]
            place = (
                bisect_right(keys, order_key(late))
                if keys == sorted(keys)
                else max((i + 1 for i, key in enumerate(keys) if key < order_key(late)), default=0)
            )
            ordered.insert(place, late)
    moved: dict[int, Any] = {}
    changed = []
    for number, entry in enumerate(ordered, start=1):
        if entry.tpn != number:
            moved[entry.pk] = [entry.tpn, number]
            entry.tpn = number
            changed.append(entry)
    _save(changed)
    return moved


def _save(entries: list[Entry]) -> None:
    """Save the numbers in one statement: `bulk_update` names each row thrice, 40 ms for 600."""
    if not entries:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_entry AS entry SET tpn = given.tpn "
            "FROM unnest(%s::bigint[], %s::integer[]) AS given(id, tpn) WHERE entry.id = given.id",
            [[entry.pk for entry in entries], [entry.tpn for entry in entries]],
        )
