"""Data beside the record by which places are decided: ratings that changed during the event,
values computed elsewhere, and the arbiter's order among those who are level."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from tiebreaks.field import RatingPolicy, Value
from tournaments.models import Entry, LaterRating, Tournament
from tournaments.snapshot import Snapshot

if TYPE_CHECKING:
    from tournaments.queries.standings.table import StandingsRow

#: such codes stand for values computed elsewhere; the play-offs played here have their own
ELSEWHERE, PLAYED_HERE = "OTHER_", "OTHER_PLAYOFF"


def rating_policy(tournament: Tournament, before: Snapshot) -> RatingPolicy:
    """C.07 art. 10: what unrated players count as, and which of several ratings counts."""
    later = LaterRating.objects.filter(entry__tournament=tournament).order_by(
        "entry_id", "first_round"
    )
    history = []
    for entry_id, rows in groupby(later, key=lambda row: row.entry_id):
        tpn = before.numbers.get(entry_id)
        if tpn is not None:
            first = before.entries[tpn].rating
            changes = ((row.first_round, row.rating) for row in rows)
            history.append((tpn, ((1, first), *changes)))
    return RatingPolicy(
        unrated=tournament.unrated,
        fixed=tournament.unrated_rating,
        history=tuple(history),
        choice=tournament.rating_of_round,
        round=tournament.rating_round,
    )


def codes_from_elsewhere(tournament: Tournament) -> list[str]:
    """The codes of the list whose values are typed in."""
    found = (code.partition("/")[0] for code in tournament.tie_breaks)
    return [
        code for code in found if code.startswith(ELSEWHERE) and not code.startswith(PLAYED_HERE)
    ]


def values_from_elsewhere(tournament: Tournament, before: Snapshot) -> dict[str, dict[int, Value]]:
    """By code and number; who has no value comes last."""
    return {
        code: {
            tpn: _exact(entry.outside_values[code])
            for tpn, entry in before.entries.items()
            if entry.outside_values.get(code)
        }
        for code in codes_from_elsewhere(tournament)
    }


def _exact(text: str) -> Value:
    value = Fraction(text)
    return int(value) if value.denominator == 1 else value


def hand_order(before: Snapshot) -> list[int]:
    """Numbers in the order that the arbiter gave to players who were level."""
    placed = [
        (entry.hand_place, tpn)
        for tpn, entry in before.entries.items()
        if entry.hand_place is not None
    ]
    return [tpn for _place, tpn in sorted(placed)]


@dataclass(frozen=True, slots=True)
class Level:
    """Players whom the whole list leaves on one place, or who were put in order there."""

    first: int
    entries: tuple[Entry, ...]
    by_hand: bool

    @property
    def last(self) -> int:
        return self.first + len(self.entries) - 1


def level_groups(rows: Sequence["StandingsRow"]) -> list[Level]:
    """Neighbours in the standings with equal points and equal values of every tie-break."""
    groups: list[Level] = []
    for _key, found in groupby(
        rows, key=lambda row: (row.rank if row.shared else 0, row.by_hand, row.score, row.values)
    ):
        members = list(found)
        if len(members) > 1 and (members[0].shared or members[0].by_hand):
            entries = tuple(row.entry for row in members)
            groups.append(Level(members[0].rank, entries, members[0].by_hand))
    return groups
