"""How many are here, are known to be away, or have not been heard of."""

from dataclasses import dataclass, fields

from tournaments.models import ByeRequest, Entry, Tournament
from tournaments.wording.entries import CHECKED_IN


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

    @property
    def state(self) -> str:
        if self.group == "gone":
            return self.entry.get_status_display()
        return CHECKED_IN.get(self.group, "") % {"number": self.entry.first_round}


def checkin_rows(entries: list[Entry], number: int, away: set[int]) -> list[CheckInRow]:
    return [CheckInRow(entry, group_of(entry, number, away)) for entry in entries]
