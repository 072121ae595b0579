"""The invented year: small, in the test's own database."""

from datetime import date, timedelta
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Q
from django.test import override_settings

from federation.core.rating_rules import DEFAULT
from federation.management.year import fill as filling
from federation.management.year.course import Course
from federation.management.year.plan import SMALL, YEAR, cup_slugs, season
from federation.management.year.play import play
from federation.models import (
    Arbiter,
    Booking,
    CalendarEvent,
    Club,
    Cup,
    Duty,
    Licence,
    Member,
    Officer,
    PlayerResult,
    Province,
    Qualification,
    RatingReport,
    Section,
    Series,
)
from federation.queries.calendar_office import clashes_of
from federation.queries.cups import cup_table
from federation.queries.entries_newcomers import newcomers
from federation.queries.qualification import qualified
from federation.queries.ratings_lists import all_holding
from federation.queries.ratings_reports import queue
from tournaments.models import (
    Event,
    Pairing,
    PastRating,
    RegisteredPlayer,
    Round,
    Tournament,
    User,
)
from tournaments.queries.standings.table import standings_table
from tournaments.queries.teams.standings import team_table

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 19)


@pytest.fixture(scope="module")
def said(standing, tmp_path_factory) -> str:
    """A small year, made once; what the command said."""
    out = StringIO()
    with override_settings(
        VAR_DIR=tmp_path_factory.mktemp("var"), FEDERATION="Türkiye Satranç Federasyonu"
    ):
        call_command("seed_year", small=True, today=TODAY, stdout=out)
    return out.getvalue()


@pytest.fixture
def year(said, settings) -> str:
    return said


def approved():
    return CalendarEvent.objects.filter(state=CalendarEvent.State.APPROVED)


def test_a_small_year_has_everything_that_a_federation_has(year):
    assert Province.objects.count() == 8
    assert Club.objects.count() == 20
    assert (
        Member.objects.count()
        == 600
        == Licence.objects.filter(category="player", valid_until=date(2026, 12, 31)).count()
    )
    assert set(Arbiter.objects.values_list("level", flat=True)) == {"IA", "FA", "NA", "PA", "CA"}
    assert approved().count() == 40 == Event.objects.filter(calendar__gt=0).count()
    kinds = CalendarEvent.objects.values_list("time", "teams").distinct()
    assert {time for time, _teams in kinds} == {"standard", "rapid", "blitz"}
    assert {teams for _time, teams in kinds} == {True, False}
    assert (
        list(
            Event.objects.filter(slug__in=cup_slugs())
            .order_by("starts_on")
            .values_list("slug", flat=True)
        )
        == cup_slugs()
    )
    assert PastRating.objects.filter(kind="national").exists()
    assert PastRating.objects.filter(kind="fide").exists()


def test_what_is_played_now_is_played_today(year):
    now = CalendarEvent.objects.filter(starts_on__lte=TODAY, ends_on__gte=TODAY)
    playing = Round.objects.filter(status=Round.Status.PUBLISHED)
    assert playing.count() >= 2
    for one in playing:
        assert now.filter(event=one.tournament.event_id).exists()
        assert one.pairings.games().filter(result="").exists()
        assert one.pairings.games().exclude(result="").exists()
    over = Tournament.objects.exclude(finished_at=None)
    assert over.filter(event__ends_on__gte=TODAY).count() == 0
    assert over.filter(~Q(rounds__status="finished")).count() == 0


def test_events_that_are_open_have_entries_and_a_waiting_list(year):
    opened = approved().filter(starts_on__gt=TODAY)
    assert opened.count() == 5
    for one in opened:
        assert one.bookings.filter(state=Booking.State.ACCEPTED).count() == one.entered > 0
        assert one.bookings.filter(state=Booking.State.WAITING).count() == one.waiting
    assert any(one.waiting for one in opened)
    full = Section.objects.filter(bookings__state=Booking.State.WAITING).distinct()
    for section in full:
        assert section.bookings.filter(state=Booking.State.ACCEPTED).count() == section.places


def test_every_finished_tournament_has_standings_of_all_its_players(year):
    for one in Tournament.objects.exclude(finished_at=None).select_related("event"):
        if one.format.pairs_teams:
            assert len(team_table(one).rows) == one.teams.count()
        else:
            assert len(standings_table(one).rows) == one.entries.count()
        assert not Pairing.objects.games().filter(round__tournament=one, result="").exists()


def test_the_outcomes_are_those_of_tournaments_that_ended_here(year):
    kept = list(PlayerResult.objects.order_by("pk").values())
    assert len(kept) > 1000
    assert {
        one.tournament.finished_at is None
        for one in PlayerResult.objects.select_related("tournament")
    } == {False}
    call_command("rebuild_outcomes", stdout=StringIO())
    assert list(PlayerResult.objects.order_by("pk").values()) == kept


def test_the_cup_counts_the_best_five_and_drops_others(year):
    cup = Cup.objects.get()
    assert (cup.state, cup.best) == (Cup.State.OPEN, 5)
    table = cup_table(cup.sections.get())
    assert len(table.stops) == 8
    dropped = [row for row in table.rows if any(not cell.line.counts for cell in row.played)]
    assert len(dropped) >= 10
    for row in dropped:
        lines = [cell.line for cell in row.played if cell.line.counts]
        assert row.row.points == sum(line.points for line in lines)


def test_who_qualifies_by_the_cup_and_by_province(year):
    found = qualified(Qualification.objects.get(state="published"))
    assert len(found.rows) == 16
    assert found.empty == 0
    assert len(found.declined) == 1
    assert [row.answer for row in found.rows].count("confirmed") == 2


def test_two_applications_wait_and_one_is_in_the_way(year):
    sent = list(CalendarEvent.objects.filter(state=CalendarEvent.State.SENT))
    assert len(sent) == 2
    assert sorted(len(found) for found in clashes_of(sent).values()) == [0, 1]


def test_a_newcomer_waits_for_the_registrar(year):
    assert newcomers().get().player is None


def test_the_season_stands_in_published_lists_with_their_working(year):
    held = all_holding(Series.NATIONAL)
    assert [one.month for one in held] == [date(2026, month, 1) for month in range(4, 12)]
    assert held[-1].run.published_at.date() == date(2026, 10, 31)
    assert sum(one.games for one in held) > 2000
    assert min(one.games for one in held) > 0
    assert sum(one.newcomers for one in held) > 10
    games = held[-1].rows.filter(games__gt=0)
    assert games.exists()
    for row in games:
        assert held[-1].workings.get(player=row.player).new == row.rating
    listed = dict(held[-1].rows.values_list("player", "rating"))
    assert listed == dict(
        RegisteredPlayer.objects.filter(national__gt=0).values_list("pk", "national")
    )
    assert min(listed.values()) >= DEFAULT["floor"]


def test_earlier_ratings_lead_up_to_the_first_own_list(year):
    past = PastRating.objects.filter(kind="national")
    first = all_holding(Series.NATIONAL)[0]
    assert past.filter(until__lt=first.month).exists()
    for row in first.rows.exclude(change=None).exclude(change=0):
        before = past.get(player=row.player, until=first.month)
        assert before.national + row.change == row.rating


def test_three_reports_wait_for_the_rating_officer(year):
    assert queue().count() == 3
    rest = RatingReport.objects.exclude(pk__in=queue())
    assert set(rest.values_list("state", flat=True)) == {
        RatingReport.State.ACCEPTED,
        RatingReport.State.NOT_RATED,
    }
    assert max(rest.values_list("ended_on", flat=True)) <= min(one.ended_on for one in queue())
    assert not Tournament.objects.exclude(finished_at=None).filter(rating_report=None).exists()
    asked = RatingReport.objects.exclude(red={})
    assert asked.count() <= 1


def test_nobody_plays_in_two_events_at_a_time(year):
    days = RegisteredPlayer.objects.filter(entries__gt=0).values_list(
        "pk", "entries__tournament__event__starts_on", "entries__tournament__event__ends_on"
    )
    last: dict[int, date] = {}
    for player, begin, end in days.order_by("pk", "entries__tournament__event__starts_on"):
        assert last.get(player, date.min) < begin
        last[player] = end


def test_there_is_somebody_for_every_duty_who_can_sign_in(year, client):
    assert set(Officer.objects.values_list("duty", flat=True)) == set(Duty.values)
    for line in year.splitlines()[-len(Duty.values) :]:
        name, password = line.split()[:2]
        assert client.login(username=name, password=password), name
    assert User.objects.get(username="hakem").arbiter


def test_the_same_day_gives_the_same_year():
    def course() -> Course:
        made = Course(SMALL, TODAY, Random(1))
        made.run(season(SMALL, TODAY, Random(2)), lambda tasks: map(play, tasks))
        return made

    one, other = course(), course()
    assert one.people == other.people
    assert one.held == other.held
    assert one.past == other.past


def test_the_whole_year_has_the_events_that_are_asked_for():
    events = season(YEAR, TODAY, Random(filling.SEED))
    assert len(events) == 1200
    assert sum(one.starts_on > TODAY for one in events) == 38
    assert sum(one.starts_on <= TODAY <= one.ends_on for one in events) == 12
    assert {part.count for one in events for part in one.parts} >= {14, 400}
    assert len({one.slug for one in events}) == 1200
    assert max(TODAY - one.starts_on for one in events) < timedelta(days=366)


def test_a_second_year_is_refused_unless_it_is_asked_for_once(year):
    with pytest.raises(CommandError, match="already"):
        call_command("seed_year", small=True)
    said = StringIO()
    call_command("seed_year", small=True, once=True, stdout=said)
    assert [line.split()[0] for line in said.getvalue().splitlines()] == [
        line.split()[0] for line in year.splitlines()[-len(Duty.values) :]
    ]
    assert approved().count() == 40
