"""A list of players becomes groups of equal strength, each a round robin of the event."""

from typing import Any

from pairing.errors import PairingError
from pairing.formats import find, having
from tiebreaks.advice import proposed
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Tournament, User
from tournaments.queries.entries.groups import FEWEST, Group, groups_of
from tournaments.queries.setup.events import is_under_way
from tournaments.services.entries.numbering import assign_numbers
from tournaments.services.knockout.qualifiers import copied_entry
from tournaments.services.setup.copying import COPIED
from tournaments.services.setup.events import create_tournament

#: everybody of a group meets everybody
(ROUND_ROBIN,) = having(table_of_players=True)


def make_groups(
    *, tournament: Tournament, count: int, by: User | None, confirmed: str = ""
) -> list[Tournament]:
    """Each group is a new tournament with copies of its entries; the list itself stays as it is.
    Numbers are drawn in each group (round robin 2)."""
    with act("groups.made", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        if not tournament.format.ranks_players:
            raise Refused("groups.not_here")
        if is_under_way(tournament):
            raise Refused("groups.under_way")
        groups = _dealt(tournament, count)
        names = [_name(tournament, group) for group in groups]
        taken = tournament.event.tournaments.filter(name__in=names).values_list("name", flat=True)
        if taken:
            raise Refused("groups.exist", names=", ".join(sorted(taken)))
        sizes = ", ".join(
            f"{name}: {len(group.entries)}" for name, group in zip(names, groups, strict=True)
        )
        done.require(
            "groups.make",
            level=2,
            reasons=[Reason("groups.effect", {"groups": sizes})],
            subject=str(count),
        )
        made = [
            _made(tournament, name, group, by) for name, group in zip(names, groups, strict=True)
        ]
        done.record(tournament, after={"tournaments": names})
        return made


def _dealt(tournament: Tournament, count: int) -> list[Group]:
    if count < FEWEST:
        raise Refused("groups.too_few", field="count", fewest=FEWEST)
    try:
        return groups_of(tournament, count)
    except PairingError as error:
        raise Refused("groups.too_many", field="count") from error


def _name(tournament: Tournament, group: Group) -> str:
    longest = Tournament._meta.get_field("name").max_length or 80
    return f"{tournament.name[: longest - len(group.letter) - 1]} {group.letter}"


def _made(tournament: Tournament, name: str, group: Group, by: User | None) -> Tournament:
    values: dict[str, Any] = {field: getattr(tournament, field) for field in COPIED}
    if not tournament.format.table_of_players:
        usual = {"tie_breaks": proposed(ROUND_ROBIN), "tie_break_edition": "fide2026"}
        values |= {"system": ROUND_ROBIN.key, "options": {}, "acceleration": "", **usual}
    chosen = find(values["system"])
    values["total_rounds"] = group.rounds * int(chosen.value("cycles", values["options"]))
    made = create_tournament(event=tournament.event, by=by, like=tournament, name=name, **values)
    for entry in group.entries:
        copied_entry(entry, made)
    assign_numbers(made)
    return made
