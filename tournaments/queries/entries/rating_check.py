"""The entries compared with the lists: what differs is proposed, never changed by itself."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q
from django.utils import timezone

from tournaments.models import IMPORTED, Entry, RegisteredPlayer, Tournament
from tournaments.queries.entries.ratings import (
    KINDS,
    Listed,
    fide_lists_of,
    is_local,
    list_in,
    listed,
    local_lists_of,
    months_of_lists,
    official,
)

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
    imported: bool = False  # the old one came with a list of players or a report

    @property
    def ticked(self) -> bool:
        """The rule: a rating that somebody typed stays until they say otherwise, and none is
        lost because a list has none."""
        return bool(self.new) and not self.typed

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
    where = said.list_of_month(name or sequence[0].removeprefix("effective_"))
    imported = entry.rating_source == IMPORTED
    return [
        Difference(entry, player, "fide_rating", entry.fide_rating, rating, where, typed, imported)
    ]


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
    where, imported = said.list_of_month(name), entry.national_source == IMPORTED
    return [Difference(entry, player, "national_rating", old, rating, where, typed, imported)]


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
