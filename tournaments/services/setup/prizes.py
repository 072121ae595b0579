"""The prizes of a tournament, entered as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import changed
from tournaments.models import Prize, Tournament, User
from tournaments.queries.standings.categories import find_category

MOST_LINES = 200
#: how the prizes are shared
SETTINGS = frozenset({"prize_currency", "prize_sharing", "one_prize"})


@dataclass(frozen=True, slots=True)
class PrizeRow:
    first: int
    last: int
    amount: Decimal = Decimal(0)
    thing: str = ""
    category: str = ""

    @property
    def places(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    def as_text(self) -> str:
        """A line of the history."""
        amount = f"{self.amount:f}" if self.amount else ""
        return " ".join(filter(None, [self.category, f"{self.places}:", amount, self.thing]))


def prize_rows(tournament: Tournament) -> list[PrizeRow]:
    return [
        PrizeRow(row.first, row.last, row.amount, row.thing, row.category)
        for row in tournament.prize_rows.all()
    ]


def set_prizes(
    *,
    tournament: Tournament,
    rows: Sequence[PrizeRow],
    values: dict[str, Any] | None = None,
    by: User | None,
) -> Tournament:
    """All lists at once, and how they are shared. Allowed at any time, and always in the log."""
    with act("prizes.changed", tournament, by=by) as done:
        tournament = done.tournament
        if not tournament.format.has_rounds:
            raise Refused("prizes.not_here")
        if len(rows) > MOST_LINES:
            raise Refused("prizes.too_many", most=MOST_LINES)
        old = prize_rows(tournament)
        _guard_categories(tournament, rows, {row.category for row in old})
        wanted = {name: value for name, value in (values or {}).items() if name in SETTINGS}
        before, after = changed(tournament, wanted)
        if list(rows) != old:
            before["prizes"] = [row.as_text() for row in old]
            after["prizes"] = [row.as_text() for row in rows]
            tournament.prize_rows.all().delete()
            Prize.objects.bulk_create(
                Prize(
                    tournament=tournament,
                    position=position,
                    category=row.category,
                    first=row.first,
                    last=row.last,
                    amount=row.amount,
                    thing=row.thing,
                )
                for position, row in enumerate(rows)
            )
        if not after:
            return done.nothing(tournament)
        tournament.save(update_fields=sorted(SETTINGS))
        done.record(tournament, before=before, after=after)
        return tournament


def _guard_categories(tournament: Tournament, rows: Sequence[PrizeRow], known: set[str]) -> None:
    entries = list(tournament.entries.all())
    for key in {row.category for row in rows} - known - {""}:
        if tournament.format.pairs_teams or find_category(key, tournament, entries) is None:
            raise Refused("prizes.unknown_category", category=key)
