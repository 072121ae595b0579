"""Additions of an arbiter to the standings: an order among the level, values from elsewhere,
and ratings that count from a later round on."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import just_done
from tournaments.models import Entry, LaterRating, Tournament, User
from tournaments.queries.standings.decisions import Level, codes_from_elsewhere, level_groups
from tournaments.queries.standings.table import standings_table

#: a value has at most so many digits and decimals
_VALUE = re.compile(r"-?\d{1,6}(?:\.\d{1,4})?")


def order_by_hand(
    *, tournament: Tournament, order: Sequence[int], reason: str, by: User | None
) -> list[Entry]:
    """Players (by entry id) who are level on everything, in the arbiter's order."""
    with act("standings.ordered", tournament, by=by) as done:
        tournament = done.tournament
        group = _level_group(tournament, order)
        if not reason.strip():
            raise Refused("round.reason_needed", field="reason")
        people = {entry.pk: entry for entry in group.entries}
        before = [entry.name for entry in group.entries] if group.by_hand else None
        entries = [people[pk] for pk in order]
        after = [entry.name for entry in entries]
        if just_done("standings.ordered", tournament, after=after, reason=reason.strip()):
            return done.nothing(entries)
        for place, entry in enumerate(entries, start=group.first):
            entry.hand_place = place
        Entry.objects.bulk_update(entries, ["hand_place"])
        done.record(
            tournament,
            label=f"{group.first}–{group.last}",
            reason=reason.strip(),
            before=before,
            after=after,
        )
        return entries


def forget_order(*, tournament: Tournament, order: Sequence[int], by: User | None) -> None:
    """They share the place again."""
    with act("standings.order_undone", tournament, by=by) as done:
        tournament = done.tournament
        group = _level_group(tournament, order)
        if not group.by_hand:
            return done.nothing()
        before = [entry.name for entry in group.entries]
        for entry in group.entries:
            entry.hand_place = None
        Entry.objects.bulk_update(group.entries, ["hand_place"])
        done.record(tournament, label=f"{group.first}–{group.last}", before=before)


def _level_group(tournament: Tournament, order: Sequence[int]) -> Level:
    """The whole group of level players that these are; nobody else can be put in order."""
    for group in level_groups(list(standings_table(tournament).rows)):
        if sorted(entry.pk for entry in group.entries) == sorted(order):
            return group
    raise Refused("standings.not_level")


def set_values(
    *, tournament: Tournament, code: str, values: Mapping[int, str], by: User | None
) -> Tournament:
    """A tie-break computed elsewhere: one value per player (by entry id), "" for none."""
    with act("standings.values_entered", tournament, by=by) as done:
        tournament = done.tournament
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
            return done.nothing(tournament)
        Entry.objects.bulk_update(changed, ["outside_values"], batch_size=500)
        done.record(tournament, label=code, before=before, after=after)
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


def set_later_ratings(
    *, tournament: Tournament, entry: Entry, ratings: Mapping[int, int], by: User | None
) -> Entry:
    """Ratings of a player by the round from which they count; 0 takes one away. The order of
    the list and the numbers stay: they were made from the first one."""
    with act("entry.later_ratings", tournament, by=by) as done:
        tournament = done.tournament
        entry = Entry.objects.get(tournament=tournament, pk=entry.pk)
        before = dict(entry.later_ratings.values_list("first_round", "rating"))
        after = {number: rating for number, rating in ratings.items() if rating}
        for number, rating in after.items():
            if not 2 <= number <= tournament.total_rounds:
                raise Refused("standings.rating_round", last=tournament.total_rounds)
            if not 0 < rating < 4000:
                raise Refused("standings.rating_value", name=entry.name)
        if before == after:
            return done.nothing(entry)
        entry.later_ratings.all().delete()
        LaterRating.objects.bulk_create(
            LaterRating(entry=entry, first_round=number, rating=rating)
            for number, rating in sorted(after.items())
        )
        done.record(
            entry,
            before={str(number): rating for number, rating in sorted(before.items())},
            after={str(number): rating for number, rating in sorted(after.items())},
        )
        return entry
