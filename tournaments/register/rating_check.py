"""The entries compared with the lists: what differs is proposed, never changed by itself."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.kernel.acts import lock, touch
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import record
from tournaments.models import Entry, RatingMethod, RegisteredPlayer, Tournament, User
from tournaments.register.ratings import (
    KINDS,
    Listed,
    coefficient_of,
    fide_lists_of,
    is_local,
    list_in,
    listed,
    local_lists_of,
    months_of_lists,
    official,
)
from tournaments.services.entries.numbering import assign_numbers, tournament_rating
from tournaments.services.setup.events import is_under_way

#: an event as long as this is checked against the list of the day, a shorter one against the
#: list that was valid when it began
LONG_EVENT_DAYS = 30


@dataclass(frozen=True, slots=True)
class Difference:
    entry: Entry
    player: RegisteredPlayer
    field: str  # "fide_rating" or "national_rating"
    old: int
    new: int
    source: str
    typed: bool  # somebody set the old one by hand

    @property
    def key(self) -> str:
        """Ticks this very change and no other that a newer list might bring meanwhile."""
        return f"{self.entry.pk}:{self.field}:{self.new}"


def differences(tournament: Tournament) -> list[Difference]:
    """The differences between the entries and the lists. Nothing is written."""
    if not months_of_lists():
        return []  # no list yet; while the first one comes in, the register is locked
    entries = list(tournament.entries.exclude(status=Entry.Status.EXPELLED).order_by("tpn", "id"))
    players = _players_of(entries)
    said = listed(players.values(), _valid_month(tournament))
    found: list[Difference] = []
    for entry in entries:
        player = players.get(entry.pk)
        if player is not None:
            found += _fide(tournament, entry, player, said[player.pk])
            found += _local(tournament, entry, player, said[player.pk])
    return found


def not_in_the_lists(tournament: Tournament) -> list[Entry]:
    """Entries that no list knows, so that nothing could be compared."""
    if not months_of_lists():
        return []
    entries = list(tournament.entries.exclude(status=Entry.Status.EXPELLED).order_by("tpn", "id"))
    players = _players_of(entries)
    return [entry for entry in entries if entry.pk not in players]


def _fide(
    tournament: Tournament, entry: Entry, player: RegisteredPlayer, said: Listed
) -> list[Difference]:
    chosen = list_in(entry.rating_source)
    if is_local(chosen) or not said.fide:
        return []  # another list ranks the player, as the arbiter has chosen
    usual = fide_lists_of(tournament)
    sequence = (chosen,) if chosen in KINDS and chosen not in _kinds(usual) else usual
    rating, name = official(said.ratings, sequence)
    if rating == entry.fide_rating:
        return []
    typed = not entry.rating_source and bool(entry.fide_rating)
    where = said.source(name or sequence[0].removeprefix("effective_"))
    return [Difference(entry, player, "fide_rating", entry.fide_rating, rating, where, typed)]


def _local(
    tournament: Tournament, entry: Entry, player: RegisteredPlayer, said: Listed
) -> list[Difference]:
    usual = local_lists_of(tournament)
    chosen = list_in(entry.national_source)
    sequence = (chosen,) if chosen and chosen not in usual else usual
    rating, name = official(said.ratings, sequence)
    if rating == entry.national_rating or not rating:
        return []
    typed = not entry.national_source and bool(entry.national_rating)
    old = entry.national_rating
    return [Difference(entry, player, "national_rating", old, rating, said.source(name), typed)]


def _kinds(sequence: tuple[str, ...]) -> set[str]:
    """The lists in which a sequence may find a rating."""
    found = {name.removeprefix("effective_") for name in sequence}
    return found | {"standard"} if any(n.startswith("effective_") for n in sequence) else found


def _players_of(entries: list[Entry]) -> dict[int, RegisteredPlayer]:
    """The register's player of each entry: as picked, else by FIDE ID, else by national ID."""
    known = Q(pk__in=[entry.player_id for entry in entries if entry.player_id])
    ids = [entry.fide_id for entry in entries if entry.fide_id]
    numbers = [entry.national_id for entry in entries if entry.national_id]
    rows = RegisteredPlayer.objects.filter(
        known
        | Q(fide_id__in=ids) & ~Q(fide_id="")
        | Q(national_id__in=numbers) & ~Q(national_id="")
    )
    by_pk = {row.pk: row for row in rows}
    by_fide = {row.fide_id: row for row in by_pk.values() if row.fide_id}
    by_number = {(row.federation, row.national_id): row for row in by_pk.values()}
    found = {}
    for entry in entries:
        player = (
            by_pk.get(entry.player_id or 0)
            or by_fide.get(entry.fide_id)
            or (by_number.get((entry.federation, entry.national_id)) if entry.national_id else None)
        )
        if player is not None:
            found[entry.pk] = player
    return found


def _valid_month(tournament: Tournament) -> date | None:
    event = tournament.event
    if (event.ends_on - event.starts_on).days > LONG_EVENT_DAYS:
        return None
    if event.starts_on > timezone.localdate():
        return None
    return event.starts_on.replace(day=1)


@transaction.atomic
def apply_differences(*, tournament: Tournament, ticked: set[str], by: User | None) -> int:
    """Take over the ratings that were ticked, and only those, as they were shown."""
    tournament = lock(tournament)
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
        return 0
    if not is_under_way(tournament):
        assign_numbers(tournament)
    tournament.ratings_differing = len(now) - len(after)
    tournament.save(update_fields=["ratings_differing"])
    touch(tournament)
    record(
        "ratings.refreshed",
        by=by,
        target=tournament,
        tournament=tournament,
        label=str(len(after)),
        before=before,
        after=after,
    )
    return len(after)


def check_tournaments() -> int:
    """After a new list: every tournament that wants it is compared, and its desk told."""
    told = 0
    for tournament in Tournament.objects.filter(
        checks_ratings=True,
        finished_at=None,
        event__archived=False,
        event__ends_on__gte=timezone.localdate(),
    ).select_related("event"):
        told += _check(tournament)
    return told


@transaction.atomic
def _check(tournament: Tournament) -> int:
    tournament = lock(tournament)
    found = differences(tournament)
    tournament.ratings_checked_at = timezone.now()
    tournament.ratings_differing = min(len(found), 32767)
    tournament.save(update_fields=["ratings_checked_at", "ratings_differing"])
    if not found:
        return 0
    record(
        "ratings.checked",
        by=None,
        target=tournament,
        tournament=tournament,
        label=str(len(found)),
        after={
            f"{one.entry.tpn} {one.entry.name} {one.field}": [one.old, one.new, one.source]
            for one in found
        },
    )
    return 1
