"""The events of the invented year as rows, with their sections, their players and their games."""

from datetime import date, datetime, time, timedelta
from itertools import count
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.text import slugify

from federation.management.year.course import Course, Held
from federation.management.year.plan import Planned, Stage
from federation.management.year.play import BOARDS, PlayedRound
from federation.management.year.register import FEDERATION, Ground, license_number
from federation.management.year.tables import Rows
from federation.management.year.words import STREETS, VENUES
from federation.models import Appointment, CalendarEvent, Section
from pairing.formats import find
from tiebreaks.advice import proposed
from tournaments.core.text import fold
from tournaments.models import (
    Entry,
    Event,
    LineUp,
    LineUpSeat,
    Match,
    Pairing,
    Round,
    RoundBye,
    StaffMember,
    Team,
    TeamMember,
    Tournament,
    User,
)
from tournaments.queries.teams.rules import rules_of

ZONE = ZoneInfo("Europe/Istanbul")
#: entries open so many days before the first one
OPEN_FOR = 75


class Writing:
    """Writes the course down. Rows are stored at the end, those that others name first."""

    def __init__(self, course: Course, ground: Ground, staff: list[User], dice: Random) -> None:
        self.course, self.ground, self.staff, self.dice = course, ground, staff, dice
        self.now = timezone.now()
        self.events, self.calendar = Rows(Event), Rows(CalendarEvent)
        self.tournaments, self.sections = Rows(Tournament), Rows(Section)
        self.rounds, self.entries, self.pairings = Rows(Round), Rows(Entry), Rows(Pairing)
        self.teams, self.members, self.matches = Rows(Team), Rows(TeamMember), Rows(Match)
        self.team_byes, self.line_ups, self.seats = Rows(RoundBye), Rows(LineUp), Rows(LineUpSeat)
        self.appointments, self.duties = Rows(Appointment), Rows(StaffMember)
        #: sections that are open for entries: number, number in the calendar, who wants to play
        self.open: list[tuple[int, int, Held]] = []
        self.of_teams: list[int] = []
        #: finished tournaments
        self.finished: list[int] = []

    def everything(self) -> None:
        by_event: dict[int, list[Held]] = {}
        for one in self.course.held:
            by_event.setdefault(one.event.number, []).append(one)
        for held in by_event.values():
            self._event(held[0].event, held)
        self.ground.store(
            self.events, self.calendar, self.tournaments, self.sections, self.rounds, self.entries,
            self.teams, self.members, self.matches, self.team_byes, self.line_ups, self.seats,
            self.pairings, self.appointments, self.duties,
        )  # fmt: skip
        for found in Tournament.objects.filter(pk__in=self.of_teams):
            rules_of(found).save()

    # --- The event and its sections ---------------------------------------------------------------

    def _event(self, event: Planned, held: list[Held]) -> None:
        near = [n for n, home in enumerate(self.course.homes) if home == event.province]
        club = self.dice.choice(near)
        organiser = self.ground.club_names[club]
        city = self.ground.province_names[event.province]
        venue = f"{city} {self.dice.choice(VENUES)}"
        number = self.events.add(
            name=event.name,
            slug=event.slug,
            city=city,
            venue=venue,
            federation=FEDERATION,
            starts_on=event.starts_on,
            ends_on=event.ends_on,
            time_zone=str(ZONE),
            organiser=organiser,
            shorten_minors=event.kind.sections[0][1] > 0 and self.dice.random() < 0.3,
        )
        place = {"city": city, "venue": venue, "club_id": self.ground.clubs[club]}
        calendar = self._calendar(event, held, number, place)
        chiefs = {self._appoint(event, calendar)}
        if event.stage is not Stage.FINISHED:
            chiefs |= {user.pk for user in self.staff}
        for user in sorted(chiefs):
            self.duties.add(event_id=number, user_id=user, role="chief")
        for position, one in enumerate(held):
            tournament = self._tournament(one, number, position)
            section = self._section(one, calendar, tournament, position)
            if event.stage is Stage.OPEN:
                self.open.append((section, calendar, one))

    def _calendar(
        self, event: Planned, held: list[Held], number: int, place: dict[str, Any]
    ) -> int:
        until = _at(event.starts_on - timedelta(days=2), 21)
        is_open = event.stage is Stage.OPEN
        in_all = sum(len(one.seats) for one in held)
        waiting = sum(max(0, len(one.seats) - one.part.places) for one in held if one.part.places)
        ages = [f"U{age}" if age else "open" for _name, age in event.kind.sections]
        opened = event.starts_on - timedelta(days=OPEN_FOR)
        return self.calendar.add(
            state=CalendarEvent.State.APPROVED,
            event_id=number,
            name=event.name,
            starts_on=event.starts_on,
            ends_on=event.ends_on,
            province_id=self.ground.provinces[event.province],
            **place,
            address=f"{self.dice.choice(STREETS)} {self.dice.randrange(1, 120)}, {place['city']}",
            teams=event.kind.teams,
            time=event.kind.time,
            time_control=event.kind.control,
            fide_rated=event.kind.fide,
            age_groups=ages,
            contact_name=place["city"],
            contact_email="turnuva@example.org",
            entries_from=_at(opened, 9),
            entries_until=until,
            iban="TR330006100519786457841326",
            refund_until=until,
            places=sum(one.part.places for one in held),
            entered=in_all - waiting,
            waiting=waiting if is_open else 0,
            sent_at=_at(opened - timedelta(days=21), 11),
            decided_at=_at(opened - timedelta(days=14), 15),
        )

    def _appoint(self, event: Planned, calendar: int) -> int:
        """The arbiters of an event; the user of the one in charge."""
        size = sum(part.count for part in event.parts)
        wanted = ["chief", *["deputy"] * (size > 60), *["sector"] * min(4, size // 60)]
        answered = Appointment.State.CONFIRMED
        chosen = self.dice.sample(range(len(self.ground.arbiters)), len(wanted))
        for place, number in enumerate(chosen):
            asked = event.stage is Stage.OPEN and self.dice.random() < 0.4
            self.appointments.add(
                calendar_id=calendar,
                arbiter_id=self.ground.arbiters[number],
                role=wanted[place],
                state=Appointment.State.ASKED if asked else answered,
                starts_on=event.starts_on,
                ends_on=event.ends_on,
                fee=event.kind.days * (900 if place == 0 else 600),
                answered_at=None if asked else _at(event.starts_on - timedelta(days=30), 12),
            )
        return self.ground.chiefs[chosen[0]]

    def _section(self, held: Held, calendar: int, tournament: int, position: int) -> int:
        part, fee = held.part, held.event.kind.fee
        return self.sections.add(
            calendar_id=calendar,
            position=position,
            name=part.name,
            system=held.event.kind.system,
            rounds=part.rounds,
            age_until=part.age_until,
            places=part.places,
            fee=fee,
            fee_minors=fee // 2 if fee else None,
            titled_free=held.event.kind.fide,
            tournament_id=tournament,
        )

    def _tournament(self, held: Held, event: int, position: int) -> int:
        kind = held.event.kind
        finished = held.event.stage is Stage.FINISHED
        number = self.tournaments.add(
            event_id=event,
            name=held.part.name,
            slug=slugify(fold(held.part.name)),
            position=position,
            system=kind.system,
            total_rounds=held.part.rounds,
            initial_colour="" if held.event.stage is Stage.OPEN else "w",
            seed=event * 100 + position,
            tie_breaks=proposed(find(kind.system)),
            rating_type=kind.time,
            time_control=kind.control,
            finished_at=_at(held.event.ends_on, 19) if finished else None,
        )
        if finished:
            self.finished.append(number)
        if kind.teams:
            self.of_teams.append(number)
        self._rounds(held, number)
        return number

    # --- Players and games ------------------------------------------------------------------------

    def _rounds(self, held: Held, tournament: int) -> None:
        played = held.played.rounds if held.played else []
        entries = self._entries(held, tournament) if played else []
        teams = self._teams(held, tournament, entries) if held.event.kind.teams else []
        for number in range(1, held.part.rounds + 1):
            made = played[number - 1] if number <= len(played) else None
            live = made is not None and any(not game[2] for game in made.games)
            starts = _start(held, number)
            over = made is not None and not live
            round_ = self.rounds.add(
                tournament_id=tournament,
                number=number,
                status="planned" if made is None else "published" if live else "finished",
                starts_at=starts,
                paired_at=min(starts - timedelta(minutes=40), self.now) if made else None,
                published_at=min(starts - timedelta(minutes=30), self.now) if made else None,
                finished_at=min(starts + timedelta(hours=1), self.now) if over else None,
            )
            if made:
                self._games(made, round_, number, entries, teams)

    def _entries(self, held: Held, tournament: int) -> list[int]:
        assert held.played is not None
        found = []
        came = _at(held.event.starts_on, 9)
        for tpn, seat in enumerate(held.seats, start=1):
            one = self.course.people[seat.human]
            after = held.played.left.get(tpn)
            found.append(
                self.entries.add(
                    tournament_id=tournament,
                    player_id=self.ground.players[seat.human],
                    tpn=tpn,
                    name=one.name,
                    title=one.title,
                    sex=one.sex,
                    birth_date=str(one.born.year),
                    federation=FEDERATION,
                    club=self.ground.club_names[one.club],
                    fide_id=str(44_000_001 + seat.human) if one.fide else "",
                    national_id=license_number(seat.human),
                    rating=seat.rating,
                    fide_rating=seat.fide,
                    national_rating=seat.national,
                    rating_source=seat.sources[0],
                    national_source=seat.sources[1],
                    k=seat.k,
                    status="present" if after is None else "withdrawn",
                    withdrawn_after=after,
                    checked_in_at=came,
                )
            )
        return found

    def _teams(self, held: Held, tournament: int, entries: list[int]) -> list[int]:
        found, names = [], set()
        for place, club in enumerate(held.clubs):
            name = self.ground.club_names[club][:70]
            if name in names:
                name = next(f"{name} {n}" for n in count(2) if f"{name} {n}" not in names)
            names.add(name)
            team = self.teams.add(
                tournament_id=tournament,
                number=place + 1,
                name=name,
                club=self.ground.club_names[club],
                federation=FEDERATION,
                link_key=f"year-{tournament}-{place}",
            )
            found.append(team)
            for board in range(BOARDS if entries else 0):
                entry = entries[place * BOARDS + board]
                self.members.add(team_id=team, entry_id=entry, place=board + 1)
        return found

    def _games(
        self, made: PlayedRound, round_: int, number: int, entries: list[int], teams: list[int]
    ) -> None:
        matches = [
            self.matches.add(
                round_id=round_,
                number=place,
                first_id=teams[first - 1],
                second_id=teams[second - 1],
                meeting=number,
            )
            for place, (first, second) in enumerate(made.matches, start=1)
        ]
        for pair in made.matches:
            for team in pair:
                self._line_up(round_, team, entries, teams)
        for board, (white, black, code, match) in enumerate(made.games, start=1):
            self._pairing(
                round_, entries[white - 1], board, entries[black - 1], code,
                matches[match] if matches else None,
            )  # fmt: skip
        for who, kind in made.byes:
            if teams:
                self.team_byes.add(round_id=round_, team_id=teams[who - 1], kind=kind)
            else:
                self._pairing(round_, entries[who - 1], None, None, "", None, kind)

    def _line_up(self, round_: int, team: int, entries: list[int], teams: list[int]) -> None:
        line_up = self.line_ups.add(round_id=round_, team_id=teams[team - 1], by_rule=True)
        for board in range(BOARDS):
            entry = entries[(team - 1) * BOARDS + board]
            self.seats.add(line_up_id=line_up, board=board + 1, entry_id=entry)

    def _pairing(
        self,
        round_: int,
        white: int,
        board: int | None,
        black: int | None,
        code: str,
        match: int | None,
        bye: str = "",
    ) -> None:
        self.pairings.add(
            round_id=round_,
            board=board,
            white_id=white,
            black_id=black,
            result=code,
            match_id=match,
            bye=bye,
            entered_at=self.now if code else None,
        )


def _start(held: Held, number: int) -> datetime:
    """The rounds of an event are spread over its days."""
    rounds, days = held.part.rounds, held.event.kind.days
    day = (number - 1) * days // rounds
    before = sum((other - 1) * days // rounds == day for other in range(1, number))
    gap = {"standard": 300, "rapid": 70, "blitz": 25}[held.event.kind.time]
    begin = _at(held.event.starts_on + timedelta(days=day), 10)
    return begin + timedelta(minutes=gap * before)


def _at(day: date, hour: int) -> datetime:
    return datetime.combine(day, time(hour), ZONE)
