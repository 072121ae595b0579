"""Calls for an arbiter: the queue of the hall, and their times for the report."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from tournaments.models import ArbiterCall, Entry, Sector, Tournament, User


@dataclass(frozen=True, slots=True)
class Called:
    call: ArbiterCall
    #: the arbiters in whose sector the board is
    sectors: tuple[Sector, ...]
    mine: bool  # in my sector, or in nobody's


def open_calls(tournament: Tournament, user: User) -> list[Called]:
    """The calls that nobody has ended, those of my sector first, each in the order they came."""
    calls = list(
        tournament.calls.filter(done_at=None).select_related("entry", "taken_by").order_by("at")
    )
    if not calls:
        return []
    sectors = list(tournament.sectors.select_related("user"))
    found = [_called(one, sectors, user) for one in calls]
    return sorted(found, key=lambda one: not one.mine)


def _called(call: ArbiterCall, sectors: Iterable[Sector], user: User) -> Called:
    here = tuple(one for one in sectors if one.first_board <= call.board <= one.last_board)
    return Called(call, here, not here or any(one.user_id == user.pk for one in here))


def own_call(entry: Entry) -> ArbiterCall | None:
    """The call that stands from the player's board."""
    return entry.tournament.calls.filter(entry=entry, done_at=None).order_by("-id").first()


@dataclass(frozen=True, slots=True)
class CallTimes:
    """The calls of a tournament, with the minutes until an arbiter took them."""

    count: int
    median: int
    longest: int


def call_times(tournament: Tournament) -> CallTimes:
    times = tournament.calls.values_list("at", "taken_at")
    minutes = [(taken - at).total_seconds() / 60 for at, taken in times if taken]
    return CallTimes(
        len(times),
        round(median(minutes)) if minutes else 0,
        round(max(minutes, default=0)),
    )
