"""The prizes of a tournament: the lists as announced, and who gets what by the standings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Protocol

from tournaments.core import prizes as core
from tournaments.models import Entry, Prize, Team, Tournament
from tournaments.queries.knockout.course import (
    announced_knockout,
    announced_playoffs,
    decided_playoffs,
)
from tournaments.queries.standings.categories import (
    NamedCategory,
    categories_of,
    find_category,
    usual_categories,
)
from tournaments.queries.standings.table import StandingsTable, standings_table
from tournaments.queries.teams.standings import TeamTable, team_table
from tournaments.wording.prizes import money, reason, rules, things

#: keys longer than this are not kept (clubs with very long names)
LONGEST_KEY = Prize._meta.get_field("category").max_length or 0


@dataclass(frozen=True, slots=True)
class PrizeLine:
    places: str
    amount: str  # "" = no money
    thing: str
    prize: Prize


@dataclass(frozen=True, slots=True)
class PrizeList:
    category: str
    label: str  # "" = everybody
    lines: tuple[PrizeLine, ...]


class Placed(Protocol):
    """A row of any standings."""

    @property
    def rank(self) -> int: ...
    @property
    def entry(self) -> Entry | Team: ...
    @property
    def score(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Purse:
    """The prizes, and who belongs to which category: ready to be handed out by any order."""

    currency: str
    sharing: core.Sharing
    one_each: bool
    prizes: tuple[core.Prize, ...]
    belongs: Mapping[int, frozenset[str]]
    labels: Mapping[str, str]

    def hand_out(self, rows: Iterable[tuple[int, int, int]]) -> dict[int, list[core.Share]]:
        """By entry, from (entry, rank, points) in the order of the standings."""
        people = [
            core.Contender(pk, rank, score, self.belongs[pk])
            for pk, rank, score in rows
            if pk in self.belongs
        ]
        found: dict[int, list[core.Share]] = {}
        for share in core.allocate(
            self.prizes, people, sharing=self.sharing, one_each=self.one_each
        ):
            found.setdefault(share.key, []).append(share)
        return found

    def words(self, shares: Iterable[core.Share]) -> str:
        """The shares in words: "400 TL, cup"."""
        return ", ".join(filter(None, [part for one in shares for part in self._parts(one)]))

    def _parts(self, share: core.Share) -> tuple[str, ...]:
        amount = money(share.cents, self.currency) if share.cents else ""
        return (amount, *things(share))


@dataclass(frozen=True, slots=True)
class Winner:
    entry: Entry | Team
    rank: int
    score: int
    share: core.Share
    category: str  # in words, "" = everybody
    amount: str
    things: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Allocation:
    after: int
    final: bool
    winners: tuple[Winner, ...]  # by list, then as the standings have them
    total: str  # the money handed out


@dataclass(frozen=True, slots=True)
class PrizePage:
    lists: tuple[PrizeList, ...]
    rules: tuple[str, ...]  # how they are shared, in words
    allocation: Allocation | None


def prize_lists(tournament: Tournament) -> tuple[PrizeList, ...]:
    """The prizes as announced, by list and place; those of a knock-out stand in its plan."""
    rows = list(tournament.prize_rows.all())
    categories = _named(tournament, rows)
    lists = [
        PrizeList(key, _label(key, categories), tuple(_line(tournament, row) for row in group))
        for key, group in _by_list(rows)
    ]
    knockout = announced_knockout(tournament) if tournament.format.eliminates else None
    if knockout is not None and knockout.prizes:
        money_of_places = [
            Prize(first=place, last=place, amount=Decimal(cents) / 100)
            for place, cents in enumerate(knockout.prizes, start=1)
        ]
        lines = tuple(
            PrizeLine(row.places, money(row.cents, knockout.currency), "", row)
            for row in money_of_places
        )
        lists.append(PrizeList("", "", lines))
    return tuple(lists)


def prize_page(tournament: Tournament, *, public: bool = False) -> PrizePage:
    rows = list(tournament.prize_rows.all())
    lists = prize_lists(tournament)
    if not rows:
        return PrizePage(lists, (), None)
    categories = _named(tournament, rows)
    table = table_of(tournament, public=public)
    allocation = None
    if table is not None and table.after and table.rows:
        purse = _purse(tournament, rows, categories, [row.entry for row in table.rows])
        allocation = _allocation(tournament, table, purse)
    return PrizePage(lists, tuple(rules(tournament)) if has_money(rows) else (), allocation)


def purse_of(tournament: Tournament, entries: Sequence[Entry | Team]) -> Purse | None:
    """None where no prizes are listed."""
    rows = list(tournament.prize_rows.all())
    if not rows:
        return None
    return _purse(tournament, rows, _named(tournament, rows), entries)


def table_of(tournament: Tournament, *, public: bool = False) -> StandingsTable | TeamTable | None:
    """The standings by which the prizes are given; a knock-out has none."""
    if tournament.format.eliminates:
        return None
    return (
        team_table(tournament)
        if tournament.format.pairs_teams
        else standings_table(tournament, public=public)
    )


def has_money(rows: Iterable[Prize]) -> bool:
    return any(row.amount for row in rows)


def _by_list(rows: Iterable[Prize]) -> list[tuple[str, list[Prize]]]:
    """Each category's prizes together, in the order in which the categories are first named."""
    rows = list(rows)
    first = {row.category: place for place, row in reversed(list(enumerate(rows)))}
    ordered = sorted(rows, key=lambda row: (first[row.category], row.first, row.last))
    return [(key, list(group)) for key, group in groupby(ordered, key=lambda row: row.category)]


def _named(tournament: Tournament, rows: Iterable[Prize]) -> dict[str, NamedCategory | None]:
    keys = {row.category for row in rows} - {""}
    entries = list(tournament.entries.all()) if any(key[:5] == "club-" for key in keys) else []
    return {key: find_category(key, tournament, entries) for key in sorted(keys)}


def _label(key: str, categories: Mapping[str, NamedCategory | None]) -> str:
    found = categories.get(key)
    return found.label if found else key


def _line(tournament: Tournament, row: Prize) -> PrizeLine:
    amount = money(row.cents, tournament.prize_currency) if row.amount else ""
    return PrizeLine(row.places, amount, row.thing, row)


def _purse(
    tournament: Tournament,
    rows: Sequence[Prize],
    categories: Mapping[str, NamedCategory | None],
    entries: Iterable[Entry | Team],
) -> Purse:
    return Purse(
        tournament.prize_currency,
        core.Sharing(tournament.prize_sharing),
        tournament.one_prize,
        tuple(
            core.Prize(row.first, row.last, row.cents, row.thing, row.category)
            for _key, group in _by_list(rows)
            for row in group
        ),
        {
            entry.pk: frozenset(
                key
                for key, category in categories.items()
                if category is not None and isinstance(entry, Entry) and category.has(entry)
            )
            for entry in entries
            if not _gone(entry)
        },
        {key: _label(key, categories) for key in categories},
    )


def _gone(entry: Entry | Team) -> bool:
    """True for those who withdrew or were sent away: they get no prize."""
    return entry.gone if isinstance(entry, Entry) else entry.withdrawn_after is not None


def _allocation(
    tournament: Tournament, table: StandingsTable | TeamTable, purse: Purse
) -> Allocation:
    rows: dict[int, Placed] = {row.entry.pk: row for row in table.rows}
    shares = purse.hand_out((pk, row.rank, row.score) for pk, row in rows.items())
    order = [*dict.fromkeys(prize.category for prize in purse.prizes)]
    found = [
        Winner(
            rows[share.key].entry,
            rows[share.key].rank,
            rows[share.key].score,
            share,
            purse.labels.get(share.category, ""),
            money(share.cents, purse.currency) if share.cents else "",
            things(share),
            reason(share, rows[share.key].score, purse.sharing, purse.currency, purse.labels),
        )
        for mine in shares.values()
        for share in mine
    ]
    place = {pk: number for number, pk in enumerate(rows)}
    found.sort(key=lambda one: (order.index(one.share.category), place[one.share.key]))
    total = sum(one.share.cents for one in found)
    return Allocation(
        table.after,
        table.final and not _playing_off(tournament),
        tuple(found),
        money(total, purse.currency) if total else "",
    )


@dataclass(frozen=True, slots=True)
class PrizeMove:
    """The prize that a player would get, and the one instead; "" = nothing."""

    entry: Entry
    before: str
    after: str


def prize_moves(
    tournament: Tournament,
    people: Mapping[int, Entry],
    before: Iterable[tuple[int, int, int]],
    after: Iterable[tuple[int, int, int]],
) -> tuple[PrizeMove, ...] | None:
    """The prizes that differ between two orders, each of (entry, rank, points). None where no
    prizes are listed for players."""
    purse = None if tournament.format.pairs_teams else purse_of(tournament, list(people.values()))
    if purse is None:
        return None
    now, then = purse.hand_out(before), purse.hand_out(after)
    moves = (
        PrizeMove(people[pk], purse.words(now.get(pk, ())), purse.words(then.get(pk, ())))
        for pk in dict.fromkeys([*then, *now])
    )
    return tuple(move for move in moves if move.before != move.after)


def _playing_off(tournament: Tournament) -> bool:
    """A play-off is announced and not decided yet: places can still change."""
    return len(announced_playoffs(tournament)) > len(decided_playoffs(tournament))


# --- What can be chosen ---------------------------------------------------------------------------


def category_choices(tournament: Tournament, language: str) -> list[tuple[str, str]]:
    """Those usual everywhere, those with players here, and those in use already."""
    if tournament.format.pairs_teams:
        return []
    entries = list(tournament.entries.all())
    found = {one.key: one.label for one in usual_categories(tournament)}
    for group in categories_of(tournament, entries, language):
        found |= {one.key: one.label for one, _size in group.categories}
    for key in tournament.prize_rows.exclude(category="").values_list("category", flat=True):
        known = find_category(key, tournament, entries)
        found.setdefault(key, known.label if known else key)
    return [(key, label) for key, label in found.items() if len(key) <= LONGEST_KEY]
