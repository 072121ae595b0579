"""Which tournaments of an event can send their best to another one, and in which order."""

from dataclasses import dataclass
from itertools import accumulate

from tournaments.models import Entry, LogEntry, Team, Tournament
from tournaments.queries.knockout.course import announced_knockout, course_of
from tournaments.queries.setup.events import is_under_way
from tournaments.queries.standings.table import standings_table
from tournaments.queries.teams.standings import team_table

#: lines of the history that take over the best of others, and the one that takes them back
TAKEN = ("players.qualified", "teams.qualified", "knockout.qualified")
TAKEN_BACK = "qualifiers.taken_back"


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody who has not left, with the place they share with those of the same one."""

    place: int
    who: Entry | Team


@dataclass(frozen=True, slots=True)
class Source:
    """A tournament of the same event that can send players, or teams."""

    tournament: Tournament
    count: int  # that were announced to come from it
    final: bool
    size: int


def can_take_qualifiers(tournament: Tournament) -> bool:
    """By the page of players or of teams; a knock-out of players has a page of its own, where they
    are seeded."""
    return tournament.format.pairs_teams or tournament.format.ranks_players


def has_sources(tournament: Tournament) -> bool:
    return can_take_qualifiers(tournament) and any(
        one.format.pairs_teams == tournament.format.pairs_teams for one in tournament.others
    )


def sources_of(tournament: Tournament) -> list[Source]:
    others = [
        one for one in tournament.others if one.format.pairs_teams == tournament.format.pairs_teams
    ]
    planned = dict(tournament.qualifications.values_list("source", "count"))
    found = []
    for one in others:
        one.event = tournament.event
        order = final_order(one)
        size = one.teams.count() if one.format.pairs_teams else one.entries.count()
        found.append(Source(one, planned.get(one.pk, 0), order is not None, size))
    return found


def final_order(tournament: Tournament) -> list[Placed] | None:
    """The final places, the best first; None as long as they are not final."""
    if tournament.format.eliminates:
        rows = _order_of_knockout(tournament)
    elif tournament.format.pairs_teams:
        table = team_table(tournament)
        rows = [Placed(row.rank, row.entry) for row in table.rows] if table.final else None
    else:
        standings = standings_table(tournament)
        placed = [Placed(row.rank, row.entry) for row in standings.rows]
        rows = placed if standings.final else None
    return [row for row in rows if not row.who.gone] if rows is not None else None


def _order_of_knockout(tournament: Tournament) -> list[Placed] | None:
    """Those left when it ends are its winners, however many were to be chosen; whoever left in one
    stage shares a place. The better seed stands first where that decides nothing."""
    found = announced_knockout(tournament)
    if found is None:
        return None
    course = course_of(found)
    shared = course.order()
    if not shared:
        return None
    places = accumulate((len(numbers) for numbers in shared), initial=1)
    return [
        Placed(place, course.people[number])
        for place, numbers in zip(places, shared, strict=False)
        for number in sorted(numbers)
    ]


def last_taken(tournament: Tournament) -> LogEntry | None:
    """The qualifiers that may still be taken back: nobody is paired, no others came since."""
    drawn = tournament.format.pairs_teams and tournament.teams.numbered().exists()
    if drawn or is_under_way(tournament):
        return None
    last = tournament.log.filter(act__in=[*TAKEN, TAKEN_BACK]).order_by("-id").first()
    made = (last.after or {}) if last else {}
    return last if last and last.act != TAKEN_BACK and "made" in made else None
