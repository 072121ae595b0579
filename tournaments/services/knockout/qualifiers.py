"""The best of other tournaments of an event become the players of its last stage.

All firsts in the order given, then all seconds, and so on: the seeds of a knock-out. In a round
robin the numbers are drawn by lot afterwards (round robin 2), in a Swiss they go by rating.
"""

from typing import Any

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import Tournament, User
from tournaments.queries.setup.events import is_under_way
from tournaments.queries.standings.table import standings_table
from tournaments.services.entries.numbering import assign_numbers

Places = list[tuple[Tournament, int]]


def take_qualifiers(*, tournament: Tournament, by: User | None, places: Places) -> list[int]:
    """Into a final group: a round robin or a Swiss that has not begun."""
    with act("players.qualified", tournament, by=by) as done:
        tournament = done.tournament
        if not tournament.format.ranks_players:
            raise Refused("qualifiers.not_here")
        if is_under_way(tournament):
            raise Refused("qualifiers.under_way")
        order = enter_qualifiers(tournament, places)
        done.record(
            tournament,
            label=str(len(order)),
            after={"from": {one.name: count for one, count in places if count}, "order": order},
        )
        return order


def enter_qualifiers(tournament: Tournament, places: Places) -> list[int]:
    """The entries, best first; players who are here already keep their entries."""
    columns = [_best_of(other, count) for other, count in places if count]
    if not columns:
        raise Refused("knockout.qualifiers_none")
    people: list[Any] = []
    for place in range(max(map(len, columns))):
        people += [column[place] for column in columns if place < len(column)]
    have = {_identity(entry): entry for entry in tournament.entries.all()}
    order: list[int] = []
    for person in people:
        entry = have.get(_identity(person)) or copied_entry(person, tournament)
        if entry.pk in order:
            raise Refused("knockout.qualifiers_twice", player=entry.name)
        order.append(entry.pk)
    assign_numbers(tournament)
    return order


def _best_of(tournament: Tournament, count: int) -> list[Any]:
    table = standings_table(tournament)
    if not table.final:
        raise Refused("knockout.qualifiers_not_final", name=tournament.name)
    rows = [row for row in table.rows if not row.entry.gone]
    if count > len(rows):
        raise Refused("knockout.qualifiers_too_many", name=tournament.name, count=len(rows))
    if count < len(rows) and rows[count - 1].rank == rows[count].rank:
        tied = [row.entry.name for row in rows if row.rank == rows[count].rank]
        raise Refused("knockout.qualifiers_tied", name=tournament.name, players="; ".join(tied[:8]))
    return [row.entry for row in rows[:count]]


def _identity(entry: Any) -> tuple[str, ...]:
    return (entry.fide_id,) if entry.fide_id else (entry.name, entry.national_id, entry.birth_date)


#: what belongs to the entry in the other tournament only
_OWN = frozenset(
    {"id", "tournament", "tpn", "status", "first_round", "checked_in_at", "withdrawn_after",
     "fixed_board", "version", "created_at"}
)  # fmt: skip


def copied_entry(entry: Any, tournament: Tournament) -> Any:
    """The same person in another tournament."""
    fields = [field.name for field in entry._meta.concrete_fields if field.name not in _OWN]
    values = {name: getattr(entry, name) for name in fields}
    return type(entry).objects.create(tournament=tournament, **values)
