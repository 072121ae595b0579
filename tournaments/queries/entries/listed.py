"""The list of players: who may stand in it twice, which import can be taken back."""

from itertools import combinations

from django.db.models import F, Q

from tournaments.core.text import same_name
from tournaments.models import ByeKind, Entry, KnockoutSeat, LogEntry, Pairing, Tournament

#: rounds before the first one of a late entry, for which they only got their points
MISSED = Q(black=None, bye=ByeKind.HALF_POINT, round__number__lt=F("white__first_round"))


def maybe_twice(entries: list[Entry]) -> list[Entry]:
    """Entries that may be one person in the list twice: nothing tells them apart."""
    seen: dict[str, list[Entry]] = {}
    for entry in entries:
        if not entry.gone:
            seen.setdefault(same_name(entry.name), []).append(entry)
    found: dict[int, Entry] = {}
    for same in seen.values():
        for one, other in combinations(same, 2):
            born = {entry.birth_date[:4] for entry in (one, other) if entry.birth_date}
            ids = {entry.fide_id for entry in (one, other) if entry.fide_id}
            if len(born) < 2 and len(ids) < 2:
                found |= {one.pk: one, other.pk: other}
    return list(found.values())


def last_import(tournament: Tournament) -> LogEntry | None:
    """The import that may still be taken back: nothing was entered or undone since."""
    last = tournament.log.filter(act__startswith="entries.").order_by("-id").first()
    return last if last and last.act == "entries.imported" and last.after else None


def removed_entries(tournament: Tournament) -> list[LogEntry]:
    """The lines of those who may come back: not in the list again, nor somebody with their ID."""
    if tournament.finished_at or tournament.format.pairs_teams:
        return []  # a player of a team comes back with the team's list
    known = list(tournament.entries.values_list("pk", "fide_id"))
    there = {f"entry:{pk}" for pk, _fide_id in known}
    taken = {fide_id for _pk, fide_id in known if fide_id}
    found: dict[str, LogEntry] = {}
    for line in tournament.log.filter(act="entry.removed").order_by("-id"):
        if line.target not in there and (line.before or {}).get("fide_id") not in taken:
            found.setdefault(line.target, line)
    return list(found.values())


def paired_among(entries: list[Entry]) -> list[Entry]:
    seats = Pairing.objects.filter(Q(white__in=entries) | Q(black__in=entries)).exclude(MISSED)
    paired = {pk for seat in seats.values_list("white_id", "black_id") for pk in seat}
    paired |= set(KnockoutSeat.objects.filter(entry__in=entries).values_list("entry_id", flat=True))
    return [entry for entry in entries if entry.pk in paired]


def was_paired(entry: Entry) -> bool:
    return bool(paired_among([entry]))


def last_import_of_teams(tournament: Tournament) -> LogEntry | None:
    """The import of teams that may still be taken back: no draw, no other import since."""
    if tournament.format.pairs_teams and tournament.teams.numbered().exists():
        return None
    acts = ["teams.imported", "teams.import_undone", "entries.imported", "entries.import_undone"]
    last = tournament.log.filter(act__in=acts).order_by("-id").first()
    return last if last and last.act == "teams.imported" else None
