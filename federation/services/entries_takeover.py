"""Accepted entries become players of the tournament: all with one press, later ones one by one or
together, and nobody twice. Those of a section of teams become teams, by clubs."""

from dataclasses import dataclass
from typing import Any

from federation.models import Booking, CalendarEvent, Section
from federation.queries.entries_desk import by_club, left_behind
from tournaments.core.text import same_name
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, Tournament, User
from tournaments.queries.entries.ratings import values_for
from tournaments.queries.setup.events import is_under_way
from tournaments.queries.teams.rules import rules_of
from tournaments.services.entries.leaving import open_game
from tournaments.services.entries.listing import enter_players
from tournaments.services.entries.withdrawals import (
    remove_entries,
    return_player,
    withdraw_player,
)
from tournaments.services.setup.events import create_tournament
from tournaments.services.teams.importing import import_teams

#: `enter_players` touches the tournaments that get players
QUIET = "the lists that change are touched by the act that enters the players"


@dataclass(frozen=True, slots=True)
class TakenOver:
    entered: int
    #: who stood in the list already
    known: int


def take_over(
    *,
    calendar: CalendarEvent,
    by: User,
    section: Section | None = None,
    booking: int | None = None,
    confirmed: str = "",
) -> TakenOver:
    """Those of a section, one of them, or all. A section gets its tournament with its first
    players."""
    with act("booking.taken_over", calendar, by=by, quiet=QUIET) as done:
        calendar = done.row
        rows = Booking.objects.filter(calendar=calendar, state=Booking.State.ACCEPTED, entry=None)
        if section is not None:
            rows = rows.filter(section=section)
        if booking is not None:
            rows = rows.filter(pk=booking)
        found = list(rows.select_related("section__tournament", "player").order_by("pk"))
        if section is None and booking is None:  # teams are put together by a press of their own
            found = [one for one in found if not one.section.of_teams] or found
        if not found:
            raise Refused("takeover.nobody")
        sections = {one.section for one in found}
        late = [one for one in sections if one.tournament and is_under_way(one.tournament)]
        if late and len(sections) > 1:  # each asks about the rounds that were missed
            raise Refused("takeover.one_by_one", section=late[0].name)
        entered = known = 0
        for one in sorted(sections, key=lambda each: (each.position, each.pk)):
            own = [each for each in found if each.section_id == one.pk]
            tournament = one.tournament or _tournament_of(calendar, one, by)
            new, old = _enter(tournament, own, by, confirmed)
            entered, known = entered + new, known + old
        done.record(
            calendar,
            label=str(entered),
            after={"added": entered, "section": ", ".join(sorted(one.name for one in sections))},
        )
        return TakenOver(entered, known)


def _tournament_of(calendar: CalendarEvent, section: Section, by: User) -> Tournament:
    assert calendar.event is not None, "only events that are approved have entries"
    made = create_tournament(
        event=calendar.event,
        by=by,
        name=section.name,
        system=section.system,
        total_rounds=section.rounds,
        rating_type=calendar.time,
    )
    section.tournament = made
    section.save(update_fields=["tournament"])
    return made


def _enter(
    tournament: Tournament, bookings: list[Booking], by: User, confirmed: str
) -> tuple[int, int]:
    """How many were entered, and how many stood there already."""
    new: list[Booking] = []
    for one, entry in _recognised(tournament, bookings):
        if entry is None:
            new.append(one)
        else:
            Booking.objects.filter(entry=entry).update(entry=None)
            _link(one, entry)
            return_player(tournament=tournament, entry=entry, by=by)
    if tournament.format.pairs_teams:
        in_clubs = [one for one in by_club(new) if one.club_name]
        _enter_teams(tournament, in_clubs, by)
        alone = [one for one in new if not one.club_name]
    else:
        in_clubs, alone = [], new
    if alone:
        rows = [_values(one, tournament) for one in alone]
        made = enter_players(tournament=tournament, by=by, rows=rows, confirmed=confirmed)
        for one, entry in zip(alone, made, strict=True):
            _link(one, entry)
    return len(new), len(bookings) - len(new)


def _recognised(
    tournament: Tournament, bookings: list[Booking]
) -> list[tuple[Booking, Entry | None]]:
    """Each with the entry that is this player already."""
    listed = list(tournament.entries.all())
    # Who withdrew and enters again is the same player: their old entry is free for them.
    there = Booking.objects.filter(entry__tournament=tournament, state=Booking.State.ACCEPTED)
    taken = set(there.values_list("entry", flat=True))
    found: list[tuple[Booking, Entry | None]] = []
    for one in bookings:
        entry = next((each for each in listed if _is(each, one) and each.pk not in taken), None)
        found.append((one, entry))
        if entry is not None:
            taken.add(entry.pk)
    return found


def _enter_teams(tournament: Tournament, bookings: list[Booking], by: User) -> None:
    """A team of each club, the strongest first; of more players than a team may have a second."""
    if not bookings:
        return
    rules = rules_of(tournament)
    most = rules.boards + rules.reserves
    size = {team.name: team.members.count() for team in tournament.teams.all()}
    teams: dict[str, dict[str, Any]] = {}
    for one in bookings:
        name, number = one.club_name, 1
        while size.get(name, 0) >= most:
            number += 1
            name = f"{one.club_name} {number}"
        size[name] = size.get(name, 0) + 1
        team = teams.setdefault(
            name, {"values": {"name": name, "club": one.club_name}, "players": []}
        )
        team["players"].append(_values(one, tournament))
    import_teams(tournament=tournament, by=by, teams=list(teams.values()), namesakes_are_new=True)
    for one, entry in _recognised(tournament, bookings):
        assert entry is not None, "all of them have just been entered"
        _link(one, entry)


def take_out(
    *, calendar: CalendarEvent, by: User, tournament: int, entry: int = 0, confirmed: str = ""
) -> int:
    """Those who withdrew from the entries leave the tournament, too: one of them, or all while
    nothing is paired. Whose game is being played leaves at the desk, which asks about the game."""
    found = [one.entry for one in left_behind(calendar) if one.entry]
    wanted = [one for one in found if one.tournament_id == tournament and entry in (0, one.pk)]
    if not wanted:
        return 0  # the second press
    played = wanted[0].tournament
    if not is_under_way(played):
        return remove_entries(tournament=played, entries=wanted, by=by, confirmed=confirmed)
    if len(wanted) > 1:
        raise Refused("takeover.out_one_by_one", section=played.name)
    if open_game(played, wanted[0]):
        raise Refused("takeover.game_open", name=wanted[0].name)
    withdraw_player(tournament=played, entry=wanted[0], by=by, confirmed=confirmed)
    return 1


def _link(booking: Booking, entry: Entry) -> None:
    booking.entry = entry
    booking.save(update_fields=["entry"])


def _is(entry: Entry, booking: Booking) -> bool:
    player = booking.player
    if player is not None and entry.player_id == player.pk:
        return True
    if player is not None and player.fide_id and entry.fide_id:
        return entry.fide_id == player.fide_id
    born = {entry.birth_date[:4], booking.birth_date[:4]} - {""}
    return same_name(entry.name) == same_name(booking.name) and len(born) < 2


def _values(booking: Booking, tournament: Tournament) -> dict[str, Any]:
    """As the register has them; of newcomers what they typed."""
    typed = {
        "name": booking.name,
        "birth_date": booking.birth_date,
        "sex": booking.sex,
        "federation": booking.federation,
        "club": booking.club_name,
    }
    values = values_for(booking.player, tournament) if booking.player else {}
    known = {name: value or typed.get(name, value) for name, value in values.items()}
    born = max(booking.birth_date, str(known.get("birth_date", "")), key=len)
    return {**typed, **known, "birth_date": born, "phone": booking.phone}
