"""F32, F34, F36: a month's lists are worked out, published, corrected and taken back."""

import json
from contextlib import contextmanager, suppress
from copy import deepcopy
from datetime import date

import pytest
from django.db import IntegrityError, connection, transaction

from federation.core.rating_rules import DEFAULT
from federation.models import Duty, ListedRating, MonthList, NationalRules, RatingRun, Working
from federation.queries import ratings_lists
from federation.queries.ratings_games import told
from federation.queries.ratings_preview import previews
from federation.services import ratings_reports, ratings_runs, ratings_working
from ratings import reading, writing
from ratings.cases import Case
from ratings.period import rate
from tests.federation import rated
from tests.federation.officers import officer
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import (
    Job,
    ListImport,
    LogEntry,
    Pairing,
    PastRating,
    RegisteredPlayer,
)
from tournaments.queries.entries.ratings import listed, values_for

pytestmark = pytest.mark.django_db
DECEMBER, JANUARY, FEBRUARY = date(2026, 12, 1), date(2027, 1, 1), date(2027, 2, 1)
State = RatingRun.State
RESULTS = {(2, 0): "1-0", (0, 2): "0-1", (1, 1): "1/2"}


@pytest.fixture(scope="module")
def people_once(standing_here):
    return [rated.registered(number) for number in range(1, 7)]


@pytest.fixture
def people(people_once):
    return deepcopy(people_once)


@pytest.fixture(scope="module")
def report_once(people_once):
    """Tests that begin without a report stand above those that have it."""
    return rated.accepted(people_once)


@pytest.fixture
def report(report_once):
    return deepcopy(report_once)


def rating_of(run, player):
    return ListedRating.objects.get(list__run=run, player=player.pk).rating


def by_the_door(tournament, people, **more):
    """The same games through `python -m ratings rate`."""
    case = {
        "format": "hakem-rating-period/1",
        "list": "standard",
        "period": "2026-11",
        "edition": "national",
        "constants": DEFAULT,
        "players": [
            {"id": one.pk, "rating": one.national, "born": 1990, "games": 30} for one in people
        ],
        "events": [
            {
                "id": "E",
                "start": "2026-11-07",
                "games": [
                    {"white": row[0], "black": row[1], "result": RESULTS[row[2], row[3]]}
                    for row in told(tournament).games
                ],
            }
        ],
    } | more
    period = reading.period_of(Case(json.loads(json.dumps(case))))
    told_by_core = writing.answer(period, rate(period))["players"]
    return {int(one): row["new"] for one, row in told_by_core.items()}


def test_a_report_that_waits_or_ended_too_late_is_not_counted(people):
    rated.ended(people)
    rated.accepted(people, starts=date(2026, 11, 29), seed=4)
    run = rated.month_list()
    assert run.lists.get().games == 0


def test_the_order_in_which_reports_were_accepted_changes_nothing(people):
    first = rated.accepted(people, seed=1, starts=date(2026, 11, 7))
    second = rated.accepted(people, seed=2, starts=date(2026, 11, 14))
    one = rated.month_list().lists.get()
    told_first = one.fingerprint
    ratings_runs.drop(run=one.run, by=None)
    for report in (second, first):  # accepted anew, the other way round
        report.versions.all().delete()
        ratings_runs.new_version(report, by=None)
    assert rated.month_list().lists.get().fingerprint == told_first


# First ratings


@pytest.fixture
def newcomer():
    return rated.registered(9, national=0, standard=0, national_month=None)


def test_a_first_rating_is_pooled_over_the_months(people, newcomer):
    rated.accepted([*people[:3], newcomer], 3, starts=date(2026, 11, 7))
    first = rated.published()
    assert not ListedRating.objects.filter(list__run=first, player=newcomer.pk).exists()
    rated.accepted([*people[:3], newcomer], 3, starts=date(2026, 12, 5), seed=8)
    second = rated.published(JANUARY)
    row = Working.objects.get(list__run=second, player=newcomer.pk)
    assert [len(games) for _event, _period, games in row.data["past"]] == [3]
    listed = ListedRating.objects.get(list__run=second, player=newcomer.pk)
    assert (listed.rating, listed.games, listed.change) == (row.new, 6, None)
    register = RegisteredPlayer.objects.get(pk=newcomer.pk)
    assert (register.national, register.national_month) == (listed.rating, JANUARY)


def test_somebody_who_falls_below_the_floor_is_off_the_list_and_begins_anew(people):
    weak = rated.registered(8, national=1405, standard=1405)
    for one in people:
        one.national = 1410
        one.save()
    tournament = rated.played([*people[:3], weak], 3)
    for row in Pairing.objects.games().filter(round__tournament=tournament):
        sides = {row.white.player_id: "01", row.black.player_id: "10"}
        row.result = sides.get(weak.pk, row.result)
        row.save()
    rated.end(tournament)
    ratings_reports.look_through_new()
    ratings_reports.accept(
        report=tournament.rating_report,
        kind="standard",
        for_national=True,
        for_fide=False,
        by=None,
    )
    run = rated.published()
    assert not ListedRating.objects.filter(player=weak.pk).exists()
    assert run.lists.get().dropped >= 1
    assert RegisteredPlayer.objects.get(pk=weak.pk).national == 0


# With a report


def test_a_list_says_what_the_core_says(people, report):
    run = rated.month_list()
    expected = by_the_door(report.tournament, people)
    assert dict(ListedRating.objects.values_list("player", "rating")) == expected
    assert any(expected[one.pk] != one.national for one in people)
    assert (run.state, run.lists.get().games) == (State.READY, 9)


def test_nothing_is_public_and_nothing_used_before_it_is_published(people, report):
    rated.month_list()
    assert not ratings_lists.published()
    assert RegisteredPlayer.objects.get(pk=people[0].pk).national == people[0].national


def test_publishing_asks_and_a_second_press_changes_nothing(people, report):
    run = rated.month_list()
    with pytest.raises(NeedsConfirmation) as question:
        ratings_runs.publish(run=run, by=None)
    assert [str(one) for one in question.value.reasons] == [
        "National, December 2026: 6 players, 9 games"
    ]
    first = rated.publish(run)
    at = first.published_at
    again = ratings_runs.publish(run=run, by=None)
    assert again.published_at == at
    assert LogEntry.objects.filter(act="ratings.published").count() == 1
    assert ListImport.objects.count() == 1


def test_the_published_national_list_is_what_entries_use(people, report):
    run = rated.published()
    new = {one.pk: rating_of(run, one) for one in people}
    register = dict(RegisteredPlayer.objects.values_list("pk", "national"))
    assert register == new
    player = RegisteredPlayer.objects.get(pk=people[0].pk)
    values = values_for(player, report.tournament)
    assert (values["national_rating"], values["national_source"]) == (
        new[player.pk],
        "national:2026-12",
    )
    before = listed([player], date(2026, 11, 1))[player.pk].ratings["national"]
    assert before == people[0].national


def test_one_way_back_until_the_next_list(people, report):
    first = rated.published()
    second = rated.published(JANUARY)
    with pytest.raises(Refused):
        ratings_runs.take_back(run=first, by=None)
    confirmed(ratings_runs.take_back, run=second, by=None)
    assert ratings_lists.holding("national").run == first
    with pytest.raises(Refused):  # the register remembers one step
        ratings_runs.take_back(run=first, by=None)
    assert rated.published(JANUARY).lists.get().base.run == first


def test_the_register_says_what_it_said_before_the_list_that_is_taken_back(people, report):
    run = rated.published()
    confirmed(ratings_runs.take_back, run=run, by=None)
    assert not ratings_lists.published()
    register = dict(RegisteredPlayer.objects.values_list("pk", "national"))
    assert register == {one.pk: one.national for one in people}
    assert not PastRating.objects.exists()
    # and the month can be made again
    rated.published()
    assert ratings_lists.holding("national").month == DECEMBER


def test_a_report_is_counted_once(people, report):
    rated.published()
    run = rated.month_list(JANUARY)
    one = run.lists.get()
    assert (one.games, one.base.month) == (0, DECEMBER)
    assert set(one.rows.values_list("change", flat=True)) == {0}


def test_only_one_run_at_a_time_and_no_month_twice(people, report):
    run = rated.month_list()
    with pytest.raises(Refused, match="Another list"):
        ratings_runs.begin_month(month=JANUARY, series=["national"], by=None)
    rated.publish(run)
    with pytest.raises(Refused, match="December 2026 is published"):
        ratings_runs.begin_month(month=DECEMBER, series=["national"], by=None)
    assert not RatingRun.objects.filter(state=State.WORKING).exists()
    with pytest.raises(Refused, match="at least one"):
        ratings_runs.begin_month(month=JANUARY, series=["bullet"], by=None)


def test_a_run_that_was_dropped_leaves_its_games_to_the_next(people, report):
    run = rated.month_list()
    ratings_runs.drop(run=run, by=None)
    assert not MonthList.objects.exists()
    assert rated.month_list().lists.get().games == 9


def test_a_worker_that_dies_in_the_middle_is_followed_by_one_that_goes_on(
    people, report, monkeypatch
):
    run = ratings_runs.begin_month(month=DECEMBER, series=["national", "standard"], by=None)
    job = Job.objects.get(kind=Job.Kind.RATINGS)
    write, written = ratings_working._write, []

    def dies_at_the_second(rows, workings):
        write(rows, workings)
        written.append(len(rows))
        if len(written) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(ratings_working, "_write", dies_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        ratings_working.work_out(job)
    # what was whole is kept, of the other list nothing
    assert run.lists.exclude(worked_at=None).count() == 1
    assert not ListedRating.objects.filter(list__worked_at=None).exists()
    monkeypatch.setattr(ratings_working, "_write", write)
    rated.work_out(run)
    run.refresh_from_db()
    assert run.state == State.READY
    assert ListedRating.objects.count() == 12


#: of the statements every third is the last one of a process
EVERY = 3


class Killed(BaseException):
    """The worker, by a signal."""


@contextmanager
def killed_at(number):
    """The process dies before its statement of this number; how many there were is told."""
    count = 0

    def wrapper(execute, sql, params, many, context):
        nonlocal count
        count += 1
        if count == number:
            raise Killed
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield lambda: count


def test_a_worker_killed_at_any_statement_is_followed_by_one_that_makes_the_same_lists(
    people, report
):
    run = ratings_runs.begin_month(month=DECEMBER, series=["national", "standard"], by=None)
    job = Job.objects.get(kind=Job.Kind.RATINGS)
    made = None
    for number in range(0, 10_000, EVERY):
        with transaction.atomic():
            with killed_at(number) as count, suppress(Killed):
                ratings_working.work_out(job)
            if number and count() < number:  # it came to its end
                transaction.set_rollback(True)
                break
            ratings_working.work_out(job)
            found = dict(run.lists.values_list("series", "fingerprint"))
            made = made or found
            assert found == made, number
            assert ListedRating.objects.count() == 12, number
            transaction.set_rollback(True)
    assert number > 30


def test_a_publication_killed_at_any_statement_is_whole_or_not_at_all(people, report):
    run = rated.month_list()
    before = dict(RegisteredPlayer.objects.values_list("pk", "national"))
    listed_ = dict(run.lists.get().rows.values_list("player", "rating"))
    assert before != listed_
    for number in range(1, 10_000, EVERY):
        with transaction.atomic():
            with killed_at(number) as count, suppress(Killed):
                rated.publish(run)
            run = RatingRun.objects.get(pk=run.pk)
            register = dict(RegisteredPlayer.objects.values_list("pk", "national"))
            if count() < number:
                assert (run.state, register) == (State.PUBLISHED, listed_)
                break
            if run.state == State.PUBLISHED:  # all of it was there, what came later was a reading
                assert register == listed_, number
            else:
                assert register == before, number
                rated.publish(run)
                assert dict(RegisteredPlayer.objects.values_list("pk", "national")) == listed_
            transaction.set_rollback(True)
        run = RatingRun.objects.get(pk=run.pk)
    assert number > 20


def test_a_run_can_be_repeated(people, report):
    one = rated.published().lists.get()
    report.tournament.entries.update(fide_rating=0)
    assert ratings_working.again(one) == one.fingerprint


def test_a_year_without_a_game_is_inactive(people, report):
    rated.published()
    run = rated.published(date(2027, 11, 1))
    assert run.lists.get().inactive == 0
    run = rated.published(date(2027, 12, 1))
    assert run.lists.get().inactive == 6


# FIDE's lists, for information


def test_fides_list_begins_with_the_registers_and_leaves_it_alone(people, report):
    run = rated.published(series=["standard"])
    assert rating_of(run, people[0]) != people[0].standard
    register = RegisteredPlayer.objects.get(pk=people[0].pk)
    assert (register.standard, register.national) == (people[0].standard, people[0].national)


def test_an_event_that_fide_does_not_rate_is_in_the_national_list_alone(people, report):
    report.for_fide = False
    report.save()
    run = rated.month_list(series=["national", "standard"])
    assert dict(run.lists.values_list("series", "games")) == {"national": 9, "standard": 0}


# The rules of the national rating


def test_the_rules_of_the_national_rating_are_those_that_were_set(people, report):
    user = officer(Duty.RATING)
    twice = DEFAULT | {"k": [{"k": 40}]}
    ratings_runs.set_rules(constants=twice, kinds=["standard"], minimum_times=True, by=user)
    run = rated.published()
    expected = by_the_door(report.tournament, people, constants=twice)
    assert dict(ListedRating.objects.values_list("player", "rating")) == expected
    # a list keeps its rules
    ratings_runs.set_rules(constants=DEFAULT, kinds=["standard"], minimum_times=True, by=user)
    assert ratings_working.again(run.lists.get()) == run.lists.get().fingerprint


@pytest.mark.parametrize(
    "wrong", [{"k": [{"peak_below": 3}]}, {"forfeits": "half"}, {"first": {"min_games": "x"}}]
)
def test_rules_that_are_none_are_refused_with_their_place(wrong):
    with pytest.raises(Refused) as refused:
        ratings_runs.set_rules(
            constants=DEFAULT | wrong,
            kinds=["standard"],
            minimum_times=True,
            by=officer(Duty.RATING),
        )
    assert next(iter(wrong)) in str(refused.value)
    assert not NationalRules.objects.exists()


# Corrections


def correct_a_result(report):
    row = Pairing.objects.games().filter(round__tournament=report.tournament, result="10").first()
    row.result = "01"
    row.save()
    return row


def test_a_correction_changes_every_list_since_and_keeps_the_old_ones(people, report):
    november = rated.published()
    rated.accepted(people, starts=date(2026, 12, 5), seed=5)
    december = rated.published(JANUARY)
    old = {one: dict(one.rows.values_list("player", "rating")) for one in MonthList.objects.all()}
    with pytest.raises(Refused, match="the ones that were counted"):
        ratings_runs.begin_correction(report=report, reason="Board 1", by=None)
    correct_a_result(report)
    run = rated.work_out(ratings_runs.begin_correction(report=report, reason="Board 1", by=None))
    told_of = [(one.month, one.version, one.games) for one in run.lists.order_by("month")]
    assert told_of == [(DECEMBER, 2, 9), (JANUARY, 2, 9)]
    first, second = run.lists.order_by("month")
    assert second.base == first
    differing = [one.differing for one in previews(run)]
    assert min(differing) > 0
    rated.publish(run)
    assert [one.differing for one in previews(run)] == differing  # still to be seen afterwards
    assert ratings_lists.holding("national") == second
    assert (run.note, ratings_lists.of_month("national", DECEMBER)) == ("Board 1", first)
    # the old ones are what they were
    for one, rows in old.items():
        assert dict(one.rows.values_list("player", "rating")) == rows
    assert ratings_lists.of_month("national", DECEMBER, 1).run == november
    corrected = dict(second.rows.values_list("player", "rating"))
    assert corrected != old[december.lists.get()]
    assert dict(RegisteredPlayer.objects.values_list("pk", "national")) == corrected
    was = dict(first.rows.values_list("player", "rating"))
    for player in RegisteredPlayer.objects.all():
        ratings = listed([player], DECEMBER)[player.pk].ratings
        assert ratings["national"] == was[player.pk]
    confirmed(ratings_runs.take_back, run=run, by=None)
    assert ratings_lists.holding("national").run == december
    assert dict(RegisteredPlayer.objects.values_list("pk", "national")) == old[december.lists.get()]
    for player in RegisteredPlayer.objects.all():
        ratings = listed([player], DECEMBER)[player.pk].ratings
        assert ratings["national"] == old[november.lists.get()][player.pk]


def test_a_report_that_is_withdrawn_counts_nothing(people, report):
    rated.published()
    run = rated.work_out(
        ratings_runs.begin_correction(report=report, reason="Not played", withdraw=True, by=None)
    )
    assert run.lists.get().games == 0
    rated.publish(run)
    register = dict(RegisteredPlayer.objects.values_list("pk", "national"))
    assert register == {one.pk: one.national for one in people}


def test_a_correction_needs_a_reason_and_a_list_that_counted_it(people, report):
    with pytest.raises(Refused):
        ratings_runs.begin_correction(report=report, reason="", by=None)
    with pytest.raises(Refused, match="No published list"):
        ratings_runs.begin_correction(report=report, reason="x", by=None)


def test_a_counted_report_cannot_be_sent_back(people, report):
    rated.published()
    with pytest.raises(Refused, match="correct it"):
        ratings_reports.send_back(report=report, reason="x", by=None)


def test_the_database_itself_has_one_open_run():
    RatingRun.objects.create()
    with pytest.raises(IntegrityError), transaction.atomic():
        RatingRun.objects.create(state=State.READY)
