"""Additions of an arbiter to the standings: an order among the level, values from elsewhere,
and ratings that count from a later round on."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation

from django.db import transaction

from tournaments.kernel.acts import lock, touch
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import just_done, record
from tournaments.models import Entry, LaterRating, Tournament, User
from tournaments.queries.standings.decisions import codes_from_elsewhere, level_groups
from tournaments.queries.standings.standings import standings_table

#: a value has at most so many digits and decimals
_VALUE = re.compile(r"-?\d{1,6}(?:\.\d{1,4})?")


@transaction.atomic
def order_by_hand(
    *, tournament: Tournament, order: Sequence[int], reason: str, by: User | None
) -> list[Entry]:
    """Players (by entry id) who are level on everything, in the arbiter's order."""
    tournament = lock(tournament)
    group = _level_group(tournament, order)
    if not reason.strip():
        raise Refused("round.reason_needed", field="reason")
    people = {entry.pk: entry for entry in group.entries}
    before = [entry.name for entry in group.entries] if group.by_hand else None
    entries = [people[pk] for pk in order]
    after = [entry.name for entry in entries]
    if just_done("standings.ordered", tournament, after=after, reason=reason.strip()):
        return entries
    for place, entry in enumerate(entries, start=group.first):
        entry.hand_place = place
    _store(tournament, entries)
    record(
        "standings.ordered",
        by=by,
        target=tournament,
        tournament=tournament,
        label=f"{group.first}–{group.last}",
        reason=reason.strip(),
        before=before,
        after=after,
    )
    return entries


@transaction.atomic
def forget_order(*, tournament: Tournament, order: Sequence[int], by: User | None) -> None:
    """They share the place again."""
    tournament = lock(tournament)
    group = _level_group(tournament, order)
    before = [entry.name for entry in group.entries]
    for entry in group.entries:
        entry.hand_place = None
    _store(tournament, group.entries)
    record(
        "standings.order_undone",
        by=by,
        target=tournament,
        tournament=tournament,
        label=f"{group.first}–{group.last}",
        before=before,
    )


def _level_group(tournament: Tournament, order: Sequence[int]):
    """The whole group of level players that these are; nobody else can be put in order."""
    for group in level_groups(list(standings_table(tournament).rows)):
        if sorted(entry.pk for entry in group.entries) == sorted(order):
            return group
    raise Refused("standings.not_level")


def _store(tournament: Tournament, entries: Sequence[Entry]) -> None:
    Entry.objects.bulk_update(entries, ["hand_place"])
    touch(tournament)


@transaction.atomic
def set_values(
    *, tournament: Tournament, code: str, values: Mapping[int, str], by: User | None
) -> Tournament:
    """A tie-break computed elsewhere: one value per player (by entry id), "" for none."""
    tournament = lock(tournament)
    if code not in codes_from_elsewhere(tournament):
        raise Refused("standings.no_such_code", tie_break=code[:24])
    before, after, changed = {}, {}, []
    for entry in tournament.entries.filter(pk__in=values):
        typed = _number(values[entry.pk], entry)
        old = entry.outside_values.get(code, "")
        if typed == old:
            continue
        entry.outside_values = {**entry.outside_values, code: typed}
        if not typed:
            del entry.outside_values[code]
        before[entry.name], after[entry.name] = old, typed
        changed.append(entry)
    if not changed:
        return tournament
    Entry.objects.bulk_update(changed, ["outside_values"], batch_size=500)
    touch(tournament)
    record(
        "standings.values_entered",
        by=by,
        target=tournament,
        tournament=tournament,
        label=code,
        before=before,
        after=after,
    )
    return tournament


def _number(typed: str, entry: Entry) -> str:
    text = typed.strip().replace(",", ".").replace("½", ".5")
    text = f"0{text}" if text.startswith(".") else text
    if text and not _VALUE.fullmatch(text):
        raise Refused("standings.not_a_value", name=entry.name, typed=typed[:20])
    try:
        return f"{Decimal(text).normalize():f}" if text else ""
    except InvalidOperation as error:
        raise Refused("standings.not_a_value", name=entry.name, typed=typed[:20]) from error


@transaction.atomic
def set_later_ratings(
    *, tournament: Tournament, entry: Entry, ratings: Mapping[int, int], by: User | None
) -> Entry:
    """Ratings of a player by the round from which they count; 0 takes one away. The order of
    the list and the numbers stay: they were made from the first one."""
    tournament = lock(tournament)
    entry = Entry.objects.get(tournament=tournament, pk=entry.pk)
    before = dict(entry.later_ratings.values_list("first_round", "rating"))
    after = {number: rating for number, rating in ratings.items() if rating}
    for number, rating in after.items():
        if not 2 <= number <= tournament.total_rounds:
            raise Refused("standings.rating_round", last=tournament.total_rounds)
        if not 0 < rating < 4000:
            raise Refused("standings.rating_value", name=entry.name)
    if before == after:
        return entry
    entry.later_ratings.all().delete()
    LaterRating.objects.bulk_create(
        LaterRating(entry=entry, first_round=number, rating=rating)
        for number, rating in sorted(after.items())
    )
    touch(tournament)
    record(
        "entry.later_ratings",
        by=by,
        target=entry,
        tournament=tournament,
        label=str(entry),
        before={str(number): rating for number, rating in sorted(before.items())},
        after={str(number): rating for number, rating in sorted(after.items())},
    )
    return entry
