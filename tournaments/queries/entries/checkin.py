"""How many are here, are known to be away, or have not been heard of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

from tournaments.models import ByeRequest, Entry, Tournament
from tournaments.wording.entries import CHECKED_IN

#: asked for words on players that the check-in shows beside them, by those who know more of them
#: than their tournament: entry → words
notes: list[Callable[[Tournament], Mapping[int, str]]] = []


@dataclass(frozen=True, slots=True)
class Counts:
    """Everybody is in exactly one of these, so the parts make the whole."""

    present: int
    byes: int  # known to be away in the round
    silent: int  # nothing was heard of them
    absent: int  # known not to be here: not paired until they are
    gone: int
    later: int  # enters in a later round

    @property
    def total(self) -> int:
        return self.present + self.byes + self.silent + self.absent + self.gone + self.later


def group_of(entry: Entry, number: int, away: set[int]) -> str:
    if entry.gone:
        return "gone"
    if entry.first_round > number:
        return "later"
    if entry.pk in away:
        return "byes"
    if entry.status == Entry.Status.PRESENT:
        return "present"
    return "absent" if entry.status == Entry.Status.ABSENT else "silent"


def counts(entries: list[Entry], number: int, away: set[int]) -> Counts:
    groups = [group_of(entry, number, away) for entry in entries]
    return Counts(*(groups.count(field.name) for field in fields(Counts)))


def not_heard_of(entries: list[Entry], away: set[int]) -> list[Entry]:
    """About whom closing the check-in of round 1 asks."""
    return [entry for entry in entries if group_of(entry, 1, away) in ("silent", "absent")]


def away_in(tournament: Tournament, number: int) -> set[int]:
    return set(
        ByeRequest.objects.filter(entry__tournament=tournament, round_number=number).values_list(
            "entry_id", flat=True
        )
    )


@dataclass(frozen=True, slots=True)
class CheckInRow:
    """A player on the page of the check-in."""

    entry: Entry
    group: str
    note: str = ""

    @property
    def state(self) -> str:
        if self.group == "gone":
            return self.entry.get_status_display()
        return CHECKED_IN.get(self.group, "") % {"number": self.entry.first_round}


def checkin_rows(
    entries: list[Entry], number: int, away: set[int], noted: Mapping[int, str] | None = None
) -> list[CheckInRow]:
    noted = noted or {}
    return [
        CheckInRow(entry, group_of(entry, number, away), noted.get(entry.pk, ""))
        for entry in entries
    ]


def noted_in(tournament: Tournament) -> dict[int, str]:
    """The words of all who were asked."""
    found: dict[int, str] = {}
    for ask in notes:
        for entry, words in ask(tournament).items():
            found[entry] = " · ".join(filter(None, [found.get(entry, ""), words]))
    return found
