"""The ratings of the lists taken over by the entries, and the desks told what differs."""

from typing import Any

from django.utils import timezone

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, RatingMethod, Tournament, User
from tournaments.queries.entries.numbering import tournament_rating
from tournaments.queries.entries.rating_check import differences
from tournaments.queries.entries.ratings import coefficient_of
from tournaments.queries.setup.events import is_under_way
from tournaments.services.entries.numbering import assign_numbers

#: why a comparison touches no page
FOR_THE_DESK = "what differs is a notice at the desk"


def apply_differences(*, tournament: Tournament, ticked: set[str], by: User | None) -> int:
    """Take over the ratings that were ticked, and only those, as they were shown."""
    with act("ratings.refreshed", tournament, by=by) as done:
        tournament = done.tournament
        now = {difference.key: difference for difference in differences(tournament)}
        if not ticked <= now.keys():
            raise Refused("ratings.changed_meanwhile")
        before: dict[str, Any] = {}
        after: dict[str, Any] = {}
        for key in sorted(ticked):
            one = now[key]
            entry = Entry.objects.get(pk=one.entry.pk)
            follows = entry.rating in (one.old, 0)  # nobody has typed another rating here
            setattr(entry, one.field, one.new)
            if one.field == "fide_rating":
                entry.rating_source = one.source
                entry.k = coefficient_of(one.player, tournament)
            else:
                entry.national_source = one.source
            entry.player = one.player
            if tournament.rating_method != RatingMethod.OTHER:
                entry.rating = tournament_rating(entry, tournament.rating_method)
            elif follows:
                entry.rating = one.new
            entry.version += 1
            entry.save()
            before[f"{entry.tpn} {entry.name} {one.field}"] = one.old
            after[f"{entry.tpn} {entry.name} {one.field}"] = [one.new, one.source]
        if not after:
            return done.nothing(0)
        if not is_under_way(tournament):
            assign_numbers(tournament)
        tournament.ratings_differing = len(now) - len(after)
        done.save("ratings_differing")
        done.record(tournament, label=str(len(after)), before=before, after=after)
        return len(after)


def check_tournaments() -> int:
    """After a new list: every tournament that wants it is compared, and its desk told."""
    told = 0
    for tournament in Tournament.objects.filter(
        checks_ratings=True,
        finished_at=None,
        event__removed=False,
        event__ends_on__gte=timezone.localdate(),
    ).select_related("event"):
        told += _check(tournament)
    return told


def _check(tournament: Tournament) -> int:
    with act("ratings.checked", tournament, by=None, quiet=FOR_THE_DESK) as done:
        tournament = done.tournament
        found = differences(tournament)
        tournament.ratings_checked_at = timezone.now()
        tournament.ratings_differing = min(len(found), 32767)
        tournament.save(update_fields=["ratings_checked_at", "ratings_differing"])
        done.changed()
        if not found:
            return 0
        done.record(
            tournament,
            label=str(len(found)),
            after={
                f"{one.entry.tpn} {one.entry.name} {one.field}": [one.old, one.new, one.source]
                for one in found
            },
        )
        return 1
