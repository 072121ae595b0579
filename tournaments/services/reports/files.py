"""Report files of other programs: read, measured, and their players found here."""

import hashlib

from pairing.errors import FileError, PairingError
from pairing.trf import MAX_BYTES, TrfDocument, read
from pairing.trf.contents import Entry as Cell
from tournaments.core.kinds import Kind, kind_of
from tournaments.core.text import fold
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, Tournament


def read_report(data: bytes) -> TrfDocument:
    """The file, or the sentence that says where and why it cannot be read."""
    try:
        return read(data)
    except FileError as error:
        if kind_of(data) not in (Kind.REPORT, Kind.TEXT) or error.code == "expected.players":
            raise Refused("import.no_report") from error
        raise Refused(
            "import.unreadable",
            line=error.line,
            column=error.column,
            expected=error.expected.as_data(),
            found=error.found,
        ) from error
    except PairingError as error:
        raise Refused("import.contradiction", detail=error.as_data()) from error


def is_told(entry: Cell) -> bool:
    """Played, or paired and not played yet."""
    return entry.symbol != " " or entry.opponent > 0


def known_players(
    tournament: Tournament, document: TrfDocument, number: int
) -> tuple[dict[int, Entry], tuple[str, ...]]:
    """Players of the file by FIDE number, else by number and name, else by name alone."""
    entries = list(tournament.entries.all())
    by_id = {entry.fide_id: entry for entry in entries if entry.fide_id}
    by_name: dict[str, list[Entry]] = {}
    for entry in entries:
        by_name.setdefault(fold(entry.name)[:33], []).append(entry)
    people: dict[int, Entry] = {}
    unknown: list[str] = []
    for player in document.players:
        same_name = by_name.get(fold(player.name)[:33], [])
        same_number = [entry for entry in same_name if entry.tpn == player.number]
        found = by_id.get(player.fide_id) or next(iter(same_number or same_name[:1]), None)
        if found is not None and found not in people.values():
            people[player.number] = found
        elif is_told(player.entry(number)):
            unknown.append(f"{player.number} {player.name}")
    return people, tuple(unknown)


def guard_size(size: int, most: int = MAX_BYTES) -> None:
    if size > most:
        raise Refused(
            "import.too_large",
            field="file",
            size=f"{size / 1_000_000:.1f}",
            most=f"{most / 1_000_000:g}",
        )


def hash_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
