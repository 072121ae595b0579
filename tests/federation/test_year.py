"""The invented year: small, in the test's own database."""

from datetime import date, timedelta
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Count, F, Q

from federation.management.year import fill as filling
from federation.management.year.course import Course
from federation.management.year.plan import SMALL, YEAR, cup_slugs, season
from federation.management.year.play import play
from federation.models import (
    Arbiter,
    Booking,
    CalendarEvent,
    Club,
    Duty,
    Licence,
    Member,
    Officer,
    PlayerResult,
    Province,
    Section,
)
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


@pytest.fixture
def year(settings, tmp_path) -> str:
    settings.VAR_DIR = tmp_path
    said = StringIO()
    call_command("seed_year", small=True, today=TODAY, stdout=said)
    return said.getvalue()


def test_a_small_year_has_everything_that_a_federation_has(year):
    assert Province.objects.count() == 8
    assert Club.objects.count() == 20
    assert (
        Member.objects.count()
        == 600
        == Licence.objects.filter(category="player", valid_until=date(2026, 12, 31)).count()
    )
    assert set(Arbiter.objects.values_list("level", flat=True)) == {"IA", "FA", "NA", "PA", "CA"}
    assert CalendarEvent.objects.count() == 40 == Event.objects.filter(calendar__gt=0).count()
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
    opened = CalendarEvent.objects.filter(starts_on__gt=TODAY)
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
    assert said.getvalue().splitlines() == year.splitlines()[-len(Duty.values) :]
    assert CalendarEvent.objects.count() == 40


def test_the_first_start_fills_an_empty_federation_and_leaves_others_alone(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    Province.objects.create(code="35", name="İzmir", slug="izmir")
    said = StringIO()
    call_command("seed_year", small=True, once=True, stdout=said)
    assert (said.getvalue(), CalendarEvent.objects.count()) == ("", 0)
    Province.objects.all().delete()
    call_command("seed_year", small=True, once=True, stdout=said)
    assert len(said.getvalue().splitlines()) == len(Duty.values)
    assert CalendarEvent.objects.count() == 40


def test_production_has_no_invented_year(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="not for production"):
        call_command("seed_year")
    assert not Event.objects.annotate(n=Count("pk")).filter(n=F("n")).exists()


def test_seasons_have_a_limit():
    with pytest.raises(CommandError, match="seasons"):
        call_command("seed_year", seasons=11)
