"""The order of pairing numbers (C.04.2 art. 2): by rating, title and what was announced for
equals."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from tournaments.core.text import sort_key
from tournaments.models import Entry, EqualsBy, RatingMethod, Tournament

# C.04.2 art. 2.2.2
TITLE_ORDER = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")


def strength(entry: Entry) -> tuple[int, int]:
    return -entry.rating, TITLE_ORDER.index(entry.title)


def order_of(tournament: Tournament) -> Callable[[Entry], tuple[Any, ...]]:
    """The key of the list's order. Art. 2.2.3: equals by name, unless something else was
    announced."""
    by, seed = tournament.equals_by, tournament.seed

    def announced(entry: Entry) -> Any:
        if by == EqualsBy.FIDE_ID:
            return int(entry.fide_id) if entry.fide_id else 10**12
        if by == EqualsBy.AGE:
            return entry.birth_date or "9999"
        if by == EqualsBy.LOT:
            person = entry.fide_id or f"{entry.name}:{entry.birth_date}"
            return sha256(f"{seed}:{person}".encode()).digest()
        return 0

    def key(entry: Entry) -> tuple[Any, ...]:
        return (*strength(entry), announced(entry), sort_key(entry.name, "tr"), entry.pk)

    return key


def tournament_rating(entry: Entry, method: str) -> int:
    """The rating that ranks an entry (TRF26 record 172); typed ratings are left alone."""
    fide, national = entry.fide_rating, entry.national_rating
    ratings: dict[str, int] = {
        RatingMethod.FIDE: fide,
        RatingMethod.NRO: national,
        RatingMethod.FIDON: fide or national,
        RatingMethod.NIDOF: national or fide,
        RatingMethod.HBFN: max(fide, national),
    }
    return ratings.get(method, entry.rating)


def drawn_order(entries: list[Entry]) -> list[Entry] | None:
    """The order of the lots, while there is one for everybody."""
    lots = {entry.drawn_number: entry for entry in entries}
    order = range(1, len(entries) + 1)
    return [lots[number] for number in order] if lots.keys() == set(order) else None
