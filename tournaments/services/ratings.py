"""Which rating a player enters with: from which list, of which month; and what lists say now.

An entry keeps its official rating (`fide_rating`, `national_rating`) apart from the rating that
ranks it here (`rating`), and where the official one came from: "rapid:2026-11", or "" when
somebody typed it.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.errors import Refused
from tournaments.models import (
    Entry,
    PastRating,
    RatingList,
    RatingType,
    RegisteredPlayer,
    Tournament,
    User,
)
from tournaments.services.events import is_under_way
from tournaments.services.log import record
from tournaments.services.numbering import assign_numbers, tournament_rating
from tournaments.services.rounds import lock, touch

#: an "effective" list: the rating of its kind, else the standard one
LISTS = ("standard", "rapid", "blitz", "effective_rapid", "effective_blitz", "national")
USUAL = {
    RatingType.STANDARD: ("standard", "rapid", "blitz"),
    RatingType.RAPID: ("effective_rapid", "blitz"),
    RatingType.BLITZ: ("effective_blitz", "rapid"),
}
#: an event as long as this is checked against the list of the day, a shorter one against the
#: list that was valid when it began
LONG_EVENT_DAYS = 30


def lists_of(tournament: Tournament) -> tuple[str, ...]:
    return tuple(tournament.rating_lists) or USUAL[RatingType(tournament.rating_type)]


def official(ratings: Any, sequence: tuple[str, ...]) -> tuple[int, str]:
    """The first rating that the sequence finds, and the list in which it stands."""
    for name in sequence:
        kind = name.removeprefix("effective_")
        tried = (kind, "standard") if name.startswith("effective_") else (kind,)
        for own in tried:
            if rating := getattr(ratings, own, 0):
                return rating, own
    return 0, ""


def month_of_list(kind: str = RatingList.Kind.FIDE) -> date | None:
    return RatingList.objects.filter(kind=kind).values_list("month", flat=True).first()


def values_for(
    player: RegisteredPlayer, tournament: Tournament, chosen: str = ""
) -> dict[str, Any]:
    """What the register knows, as an entry of this tournament. `chosen` names another list."""
    sequence = (chosen,) if chosen in LISTS else lists_of(tournament)
    fide = tuple(name for name in sequence if name != "national")
    rating, found = official(player, fide)
    month = month_of_list() if found else None
    return {
        "player": player,
        "name": player.name,
        "title": player.title,
        "sex": player.sex,
        "birth_date": player.birth_date,
        "federation": player.federation,
        "club": player.club,
        "fide_id": player.fide_id,
        "national_id": player.national_id,
        "fide_rating": rating,
        "national_rating": player.national,
        "rating_source": source(found, month),
    }


def source(found: str, month: date | None) -> str:
    return f"{found}:{month:%Y-%m}" if found and month else found


# --- Compare and refresh --------------------------------------------------------------------------


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
    """Where the entries do not say what the lists say. Nothing is written."""
    current, national_month = month_of_list(), month_of_list(RatingList.Kind.NATIONAL)
    if current is None and national_month is None:
        return []  # no list yet; while the first one comes in, the register is locked
    entries = list(tournament.entries.exclude(status=Entry.Status.EXPELLED).order_by("tpn", "id"))
    players = _players_of(entries)
    valid = _valid_month(tournament)
    past = _past(players.values(), valid)
    sequence = tuple(name for name in lists_of(tournament) if name != "national")
    found: list[Difference] = []
    for entry in entries:
        player = players.get(entry.pk)
        if player is None:
            continue
        chosen = entry.rating_source.partition(":")[0]
        own_sequence = (chosen,) if chosen and chosen not in _kinds(sequence) else sequence
        ratings = past.get(player.pk, player)
        rating, name = official(ratings, own_sequence)
        month = valid if valid and current and valid < current else current
        typed = not entry.rating_source and bool(entry.fide_rating)
        if rating != entry.fide_rating and current and player.fide_id:
            where = source(name, month)
            found.append(
                Difference(entry, player, "fide_rating", entry.fide_rating, rating, where, typed)
            )
        if player.national != entry.national_rating and national_month and player.national:
            where = source("national", national_month)
            old = entry.national_rating
            found.append(
                Difference(entry, player, "national_rating", old, player.national, where, bool(old))
            )
    return found


def _kinds(sequence: tuple[str, ...]) -> set[str]:
    return {name.removeprefix("effective_") for name in sequence} | {"standard"}


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


def _past(players: Any, month: date | None) -> dict[int, PastRating]:
    """What an earlier month's list said, for those of whom a later one says something else."""
    if month is None:
        return {}
    rows = PastRating.objects.filter(
        player__in=[player.pk for player in players], until__gt=month
    ).order_by("-until")
    return {row.player_id: row for row in rows}  # the earliest end after that month stays


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
        setattr(entry, one.field, one.new)
        if one.field == "fide_rating":
            entry.rating_source = one.source
        entry.player = one.player
        entry.rating = tournament_rating(entry, tournament.rating_method)
        entry.version += 1
        entry.save(update_fields=[one.field, "rating_source", "player", "rating", "version"])
        before[f"{entry.tpn} {entry.name}"] = one.old
        after[f"{entry.tpn} {entry.name}"] = [one.new, one.source]
    if not after:
        return 0
    if not is_under_way(tournament):
        assign_numbers(tournament)
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
