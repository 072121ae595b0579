"""The order of pairing numbers (C.04.2 art. 2): by rating, title and what was announced for
equals. Where the chapter of a system has an order of its own, that one numbers the players."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Any

from pairing.strength import ranking_rating
from pairing.systems import Ranked, system
from tournaments.core.text import sort_key
from tournaments.models import Entry, EqualsBy, RatingMethod, Round, Tournament
from tournaments.queries.setup.events import WAS_PUBLISHED
from tournaments.snapshot import player_of

# C.04.2 art. 2.2.2
TITLE_ORDER = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")


def by_strength(tournament: Tournament, entries: Iterable[Entry]) -> list[Entry]:
    """In order; who is equal keeps the order given."""
    listed = list(entries)
    own = _own_order(tournament)
    if own is None:
        return sorted(listed, key=_strength)
    places = {entry.pk: place for place, entry in enumerate(listed)}
    return _in_order(own, tournament, listed, places.__getitem__)


def has_own_order(tournament: Tournament) -> bool:
    """True if the chapter of the system says how its list is made."""
    return _own_order(tournament) is not None


def _own_order(tournament: Tournament) -> Ranked | None:
    chosen = tournament.format
    return system(tournament.system).ranked if chosen.swiss and chosen.pairs_players else None


def _in_order(
    own: Ranked, tournament: Tournament, entries: list[Entry], equals: Callable[[int], Any]
) -> list[Entry]:
    """The list by the system's own order. Its players stand under the keys of their entries."""
    people = {entry.pk: entry for entry in entries}
    players = (
        replace(player_of(entry), tpn=entry.pk, rating=_rating_of_the_list(entry, tournament))
        for entry in entries
    )
    ranked = own(players, tournament.options, lambda player: equals(player.tpn))
    return [people[player.tpn] for player in ranked]


def _rating_of_the_list(entry: Entry, tournament: Tournament) -> int:
    """Handbook, Dutch A.2: whoever has no FIDE rating follows those who have one, so "FIDE rating,
    else national" is one list after the other."""
    national = entry.rating == entry.national_rating and not entry.fide_rating
    if tournament.rating_method == RatingMethod.FIDON and national:
        return 0
    return entry.rating


def _strength(entry: Entry) -> tuple[int, int]:
    return -entry.rating, TITLE_ORDER.index(entry.title)


def order_of(tournament: Tournament, entries: Iterable[Entry]) -> Callable[[Entry], Any]:
    """The key of the list's order, for these entries.

    Art. 2.2.3: equals by name, unless something else was announced.
    """
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

    def equal(entry: Entry) -> tuple[Any, ...]:
        return (announced(entry), sort_key(entry.name, "tr"), entry.pk)

    if own := _own_order(tournament):
        people = {entry.pk: entry for entry in entries}
        ranked = _in_order(own, tournament, list(people.values()), lambda pk: equal(people[pk]))
        places = {entry.pk: place for place, entry in enumerate(ranked)}
        return lambda entry: places[entry.pk]
    return lambda entry: (*_strength(entry), *equal(entry))


def tournament_rating(entry: Entry, method: str) -> int:
    """The rating that ranks an entry (TRF26 record 172); typed ratings are left alone."""
    found = ranking_rating(method, entry.fide_rating, entry.national_rating)
    return entry.rating if found is None else found


def drawn_order(entries: list[Entry]) -> list[Entry] | None:
    """The order of the lots, while there is one for everybody."""
    lots = {entry.drawn_number: entry for entry in entries}
    order = range(1, len(entries) + 1)
    return [lots[number] for number in order] if lots.keys() == set(order) else None


LAST_ROUND_TO_RENUMBER = 4


def numbers_are_fixed(tournament: Tournament) -> bool:
    return (
        tournament.rounds.filter(number__gte=LAST_ROUND_TO_RENUMBER)
        .exclude(status__in=[Round.Status.PLANNED, Round.Status.PAIRING])
        .exists()
    )


def proposed_numbers(tournament: Tournament) -> list[tuple[Entry, int | None, int]]:
    """The moves if the list were put in order by rating now: entry, old, new number.

    Sorting keeps the order of those who are equal in rating and title.
    """
    entries = sorted(tournament.entries.all(), key=lambda entry: entry.tpn or 10**6)
    ordered = by_strength(tournament, entries)
    return [
        (entry, entry.tpn, number)
        for number, entry in enumerate(ordered, start=1)
        if entry.tpn != number
    ]


def is_drawn(tournament: Tournament) -> bool:
    entries = list(tournament.entries.all())
    return bool(entries) and drawn_order(entries) is not None


def lots_are_open(tournament: Tournament) -> bool:
    """The numbers of a table are drawn, and drawn again, until everybody has seen round 1."""
    return (
        tournament.format.table_of_players and not tournament.rounds.filter(WAS_PUBLISHED).exists()
    )
