"""The best of other tournaments of an event become the players, or the teams, of its last stage.

All firsts in the order given, then all seconds, and so on: the seeds of a knock-out. In a round
robin the numbers are drawn by lot afterwards (round robin 2), in a Swiss they go by rating. They
may come from standings or from a knock-out (handbook, knock-out: many players in little time).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Entry, Knockout, LogEntry, Qualification, Team, Tournament, User
from tournaments.queries.entries.listed import paired_among
from tournaments.queries.setup.events import is_under_way
from tournaments.queries.setup.qualifiers import (
    TAKEN_BACK,
    can_take_qualifiers,
    final_order,
    last_taken,
)
from tournaments.services.entries.numbering import assign_numbers
from tournaments.services.teams.listing import list_players

Places = list[tuple[Tournament, int]]
#: so many names stand in the question
MOST_NAMED = 24


@dataclass
class Taken:
    """The qualifiers as they are here, best first, and the rows that were made for them."""

    order: list[int] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)
    teams: list[int] = field(default_factory=list)

    def as_data(self, places: Places) -> dict[str, Any]:
        return {
            "sources": {one.name: count for one, count in places if count},
            "order": self.order,
            "made": {"entries": self.entries, "teams": self.teams},
        }


def plan_qualifiers(*, tournament: Tournament, by: User | None, places: Places) -> Tournament:
    """Announce how many come from where: the regulations say so from now on."""
    with act("qualifiers.planned", tournament, by=by) as done:
        tournament = done.tournament
        wanted = {one.pk: count for one, count in places if count}
        known = dict(tournament.qualifications.values_list("source", "count"))
        if wanted == known:
            return done.nothing(tournament)
        names = {one.source_id: one.source.name for one in _planned(tournament)}
        before = {names[pk]: count for pk, count in known.items()}
        tournament.qualifications.all().delete()
        Qualification.objects.bulk_create(
            Qualification(tournament=tournament, source=one, count=count)
            for one, count in places
            if count
        )
        after = {one.name: count for one, count in places if count}
        done.record(tournament, before={"sources": before}, after={"sources": after})
        return tournament


def _planned(tournament: Tournament) -> Iterable[Qualification]:
    return tournament.qualifications.select_related("source")


def take_qualifiers(
    *, tournament: Tournament, by: User | None, places: Places, confirmed: str = ""
) -> list[int]:
    """Into a stage that has not begun: a round robin or a Swiss, of players or of teams, or a
    knock-out of teams."""
    name = "teams.qualified" if tournament.format.pairs_teams else "players.qualified"
    with act(name, tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        if not can_take_qualifiers(tournament):
            raise Refused("qualifiers.not_here")
        if is_under_way(tournament):
            raise Refused("qualifiers.under_way")
        if tournament.format.pairs_teams and tournament.teams.numbered().exists():
            raise Refused("teams.drawn_already")
        taken = enter_qualifiers(done, places, by)
        done.record(tournament, label=str(len(taken.order)), after=taken.as_data(places))
        return taken.order


def enter_qualifiers(done: Act[Tournament], places: Places, by: User | None) -> Taken:
    """As part of an act. Whoever is here already keeps the entry."""
    tournament = done.tournament
    people = _in_order(places)
    names = [person.name for person in people]
    told = "; ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")
    done.require(
        "qualifiers.take",
        level=2,
        reasons=[Reason("qualifiers.effect", {"count": len(names), "names": told})],
        subject=repr([(one.pk, count) for one, count in places if count]),
    )
    taken = Taken()
    for person in people:
        row = (
            _team_here(person, tournament, taken, by)
            if isinstance(person, Team)
            else _entry_here(person, tournament, taken)
        )
        if row.pk in taken.order:
            raise Refused("knockout.qualifiers_twice", player=row.name)
        taken.order.append(row.pk)
    assign_numbers(tournament)
    return taken


def _in_order(places: Places) -> list[Any]:
    columns = [_best_of(other, count) for other, count in places if count]
    if not columns:
        raise Refused("knockout.qualifiers_none")
    return [
        column[place]
        for place in range(max(map(len, columns)))
        for column in columns
        if place < len(column)
    ]


def _best_of(tournament: Tournament, count: int) -> list[Any]:
    rows = final_order(tournament)
    if rows is None:
        raise Refused("knockout.qualifiers_not_final", name=tournament.name)
    if count > len(rows):
        raise Refused("knockout.qualifiers_too_many", name=tournament.name, count=len(rows))
    if count < len(rows) and rows[count - 1].place == rows[count].place:
        tied = [row.who.name for row in rows if row.place == rows[count].place]
        raise Refused("knockout.qualifiers_tied", name=tournament.name, players="; ".join(tied[:8]))
    return [row.who for row in rows[:count]]


def _identity(entry: Entry) -> tuple[str, ...]:
    return (entry.fide_id,) if entry.fide_id else (entry.name, entry.national_id, entry.birth_date)


def _entry_here(entry: Entry, tournament: Tournament, taken: Taken) -> Entry:
    """The same person in this tournament."""
    for one in tournament.entries.all():
        if _identity(one) == _identity(entry):
            return one
    made: Entry = copied_entry(entry, tournament)
    taken.entries.append(made.pk)
    return made


#: what is the team's own, wherever it plays
_OF_A_TEAM = ("name", "club", "federation", "captain", "captain_email")


def _team_here(team: Team, tournament: Tournament, taken: Taken, by: User | None) -> Team:
    """The same team in this tournament, with its list of players; its captain's link is new."""
    if there := tournament.teams.filter(name=team.name).first():
        return there
    made = Team.objects.create(
        tournament=tournament, **{name: getattr(team, name) for name in _OF_A_TEAM}
    )
    taken.teams.append(made.pk)
    members = [member.entry for member in team.members.select_related("entry").order_by("place")]
    listed = [_entry_here(entry, tournament, taken).pk for entry in members if not entry.gone]
    return list_players(tournament=tournament, team=made, entries=listed, by=by)


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


def take_back_qualifiers(
    *, tournament: Tournament, line: LogEntry, by: User | None, confirmed: str = ""
) -> int:
    """Those who came with this line go again; whoever was here before stays."""
    with act(TAKEN_BACK, tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        last = last_taken(tournament)
        if last is None or last.pk != line.pk:
            raise Refused("qualifiers.nothing_to_take_back")
        made = (last.after or {})["made"]
        entries = list(tournament.entries.filter(pk__in=made["entries"]))
        teams = list(tournament.teams.filter(pk__in=made["teams"]))
        if paired_among(entries):
            raise Refused("qualifiers.nothing_to_take_back")
        rows = teams or entries
        names = "; ".join(one.name for one in rows[:MOST_NAMED])
        done.require(
            "qualifiers.take_back",
            level=3,
            reasons=[Reason("qualifiers.take_back_effect", {"count": len(rows), "names": names})],
            subject=str(last.pk),
        )
        if last.act == "knockout.qualified":
            seeded = tournament.knockouts.filter(kind=Knockout.Kind.KNOCKOUT)
            seeded.update(order=last.before or [])
        tournament.teams.filter(pk__in=made["teams"]).delete()
        tournament.entries.filter(pk__in=made["entries"]).delete()
        assign_numbers(tournament)
        done.record(tournament, label=str(len(rows)), before=[one.name for one in rows])
        return len(rows)
