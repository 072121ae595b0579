"""The list of players: who may stand in it twice, which import can be taken back."""

from itertools import combinations

from tournaments.core.text import same_name
from tournaments.models import Entry, LogEntry, Tournament


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
