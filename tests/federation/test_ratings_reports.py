"""F30, F31: the report comes by itself; what is red is answered; the officer looks at it."""

import pytest

from federation.core.rating_rules import DEFAULT
from federation.models import Message, RatedEvent, RatingReport
from federation.queries.ratings_games import told
from federation.queries.ratings_reports import look, queue, red
from federation.services import ratings_reports, ratings_runs
from tests import factories
from tests.federation import rated
from tests.tournaments import knockout_events, matches_of_two, team_events
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import KnockoutGame, LogEntry, Pairing, RegisteredPlayer
from tournaments.services.reports.finishing import reopen_tournament

pytestmark = pytest.mark.django_db
State = RatingReport.State


@pytest.fixture
def people():
    return [rated.registered(number) for number in range(1, 7)]


def test_the_report_is_in_the_queue_when_the_chief_arbiter_ends_the_event(people):
    tournament = rated.played(people)
    assert not queue()
    rated.end(tournament)
    (report,) = queue()
    assert (report.tournament, report.state) == (tournament, State.NEW)
    ratings_reports.look_through_new()
    report.refresh_from_db()
    assert (report.state, report.red) == (State.RECEIVED, {})


def test_a_package_sent_to_the_office_is_no_second_queue(people):
    report = rated.ended(people)
    LogEntry.objects.create(
        act="report.sent", tournament=report.tournament, target=f"tournament:{report.tournament_id}"
    )
    ratings_reports.hear(LogEntry.objects.get(act="report.sent"))
    assert [one.pk for one in queue()] == [report.pk]


def test_without_a_federation_nothing_is_received(people, settings):
    settings.FEDERATION = ""
    rated.end(rated.played(people))
    assert not RatingReport.objects.exists()


def test_what_is_red_goes_to_the_chief_arbiter_who_must_answer_it(people):
    report = rated.ended(people, licence="", time_control="as agreed")
    assert report.state == State.ASKED
    assert set(report.red) == {"no_time", "no_licence"}
    (mail,) = Message.objects.all()
    assert "The time control is missing" in mail.text
    by = factories.chief_of(report.tournament)
    with pytest.raises(Refused, match="1 questions"):
        ratings_reports.answer(
            tournament=report.tournament, answers={"no_time": "90 minutes"}, by=by
        )
    answers = {"no_time": "90 minutes", "no_licence": "Asked for"}
    ratings_reports.answer(tournament=report.tournament, answers=answers, by=by)
    report.refresh_from_db()
    assert (report.state, report.answers) == (State.RECEIVED, answers)


def test_a_report_whose_red_items_nobody_answered_is_not_accepted(people):
    report = rated.ended(people, licence="", time_control="as agreed")
    with pytest.raises(Refused, match=r"time control is missing.* No chief arbiter") as refused:
        accept(report)
    assert refused.value.code == "ratings.red_unanswered"
    answers = {"no_time": "90 minutes", "no_licence": "Asked for"}
    by = factories.chief_of(report.tournament)
    ratings_reports.answer(tournament=report.tournament, answers=answers, by=by)
    assert accept(report).version == 1


def test_what_was_put_right_needs_no_answer(people):
    report = rated.ended(people, time_control="")
    tournament = report.tournament
    tournament.time_control = "90 min + 30 sec"
    tournament.save()
    ratings_reports.answer(tournament=tournament, answers={}, by=factories.chief_of(tournament))
    report.refresh_from_db()
    assert (report.state, report.red) == (State.RECEIVED, {})


@pytest.mark.parametrize(
    ("time", "kind", "codes"),
    [
        ("90 min + 30 sec", "standard", set()),
        ("15 min + 10 sec", "standard", {"other_kind"}),
        ("15 min + 10 sec", "rapid", set()),
        ("3 min + 2 sec", "blitz", set()),
        ("10 min", "rapid", {"other_kind"}),
    ],
)
def test_the_time_control_is_of_the_kind_of_event(people, time, kind, codes):
    tournament = rated.played(people[:4], 1, time_control=time, rating_type=kind)
    rated.end(tournament)
    tournament.refresh_from_db()
    assert {one.code for one in red(tournament)} - {"unknown"} == codes


def test_players_are_known_by_their_numbers_and_the_others_are_identified(people):
    report = rated.ended(people)
    entries = report.tournament.entries.order_by("tpn")
    assert [entry.player_id for entry in entries] == [one.pk for one in people]
    entry = entries.last()
    entry.player, entry.fide_id, entry.national_id = None, "", ""
    entry.save()
    ((unknown, guesses),) = look(report).unidentified
    assert (unknown.pk, guesses[0].pk) == (entry.pk, people[-1].pk)
    with pytest.raises(Refused, match="not identified"):
        accept(report)
    with pytest.raises(Refused, match="already"):
        ratings_reports.identify(report=report, entry=entry, player=people[0], by=None)
    ratings_reports.identify(report=report, entry=entry, player=people[-1], by=None)
    assert accept(report).rated == 9


def test_games_of_somebody_who_stays_unknown_are_named(people):
    report = rated.ended(people[:4])
    entry = report.tournament.entries.get(tpn=4)
    entry.player = None
    entry.save()
    missed = look(report).not_counted
    assert {one.article for one in missed} == {"unknown"}
    assert len(missed) == 3


def accept(report, **values):
    told = {"kind": "standard", "for_national": True, "for_fide": True, "by": None} | values
    return ratings_reports.accept(report=report, **told)


def test_games_that_do_not_count_are_named_with_their_article(people):
    tournament = rated.played(people, time_control="60 min")
    first = Pairing.objects.games().filter(round__tournament=tournament, round__number=1)
    row = first.order_by("board")[0]
    row.result = "+-"
    row.save()
    rated.end(tournament)
    report = RatingReport.objects.get(tournament=tournament)
    ratings_reports.look_through_new()
    articles = [one.article for one in look(report).not_counted]
    assert articles.count("5.1") == 1
    # 60 minutes are too few where somebody has 1800
    strong = sum(
        not row[4] and max(RegisteredPlayer.objects.get(pk=one).national for one in row[:2]) >= 1800
        for row in told(tournament).games
    )
    assert articles.count("1.1") == strong > 0


def test_accepting_fixes_the_games_and_a_second_press_waits_for_nothing(people):
    report = rated.ended(people)
    event = accept(report)
    assert (event.version, event.rated, event.minutes) == (1, 9, 120)
    assert LogEntry.objects.filter(act="ratings.report_accepted").count() == 1
    row = Pairing.objects.games().filter(round__tournament=report.tournament).first()
    row.result = "--"
    row.save()
    assert RatedEvent.objects.get(pk=event.pk).games == event.games


def test_sending_back_needs_a_reason_and_tells_the_chief_arbiter(people):
    report = rated.ended(people)
    with pytest.raises(Refused):
        ratings_reports.send_back(report=report, reason=" ", by=None)
    ratings_reports.send_back(report=report, reason="Board 3 of round 2 is wrong", by=None)
    report.refresh_from_db()
    assert report.state == State.SENT_BACK
    assert "Board 3 of round 2 is wrong" in Message.objects.get().text
    line = LogEntry.objects.get(act="ratings.report_sent_back")
    assert (line.tournament, line.reason) == (report.tournament, "Board 3 of round 2 is wrong")
    ratings_reports.answer(
        tournament=report.tournament, answers={}, by=factories.chief_of(report.tournament)
    )
    report.refresh_from_db()
    assert report.state == State.RECEIVED


def test_a_tournament_that_is_opened_again_waits_for_its_end(people):
    report = rated.ended(people)
    by = factories.chief_of(report.tournament)
    confirmed(reopen_tournament, tournament=report.tournament, by=by)
    report.refresh_from_db()
    assert report.state == State.WITHDRAWN
    with pytest.raises(Refused):
        accept(report)
    rated.end(report.tournament)
    report.refresh_from_db()
    assert report.state == State.NEW


def test_events_that_ended_before_there_was_an_office_are_taken_in_once(people, settings):
    settings.FEDERATION = ""
    rated.end(rated.played(people))
    settings.FEDERATION = "TSF"
    assert ratings_reports.receive_earlier(by=None) == 1
    assert ratings_reports.receive_earlier(by=None) == 0


# Games of other formats


def known(tournament):
    for number, entry in enumerate(tournament.entries.order_by("pk"), 50):
        entry.player = rated.registered(number)
        entry.save()


def test_a_match_decided_early_in_a_knock_out_leaves_its_last_game_unrated():
    settings = {"phases": [[4, 1200, 1200, 0]]}
    knockout = knockout_events.announced(knockout_events.knockout(2, settings=settings))
    known(knockout.tournament)
    for number in range(1, 5):
        white, black = (1, 2) if number % 2 else (2, 1)
        code = "10" if white == 1 else "01"
        entries = {seat.number: seat.entry for seat in knockout.seats.all()}
        KnockoutGame.objects.create(
            knockout=knockout,
            tie="1.1",
            phase=0,
            number=number,
            white=entries[white],
            black=entries[black],
            result=code,
        )
    games = told(knockout.tournament).games
    assert [row[4] for row in games] == ["match", "match", "match", "6.2"]


@pytest.mark.parametrize(("matches", "articles"), [(True, {"6.1"}), (False, set())])
def test_a_match_with_an_unrated_player_in_a_knock_out_is_not_rated(matches, articles):
    """Art. 6.1; a national edition may leave the rules for matches out."""
    ratings_runs.set_rules(
        constants=DEFAULT | {"matches": matches},
        kinds=["standard"],
        minimum_times=False,
        by=factories.user(),
    )
    knockout = knockout_events.announced(knockout_events.knockout(4))
    known(knockout.tournament)
    unrated = RegisteredPlayer.objects.order_by("pk").last()
    RegisteredPlayer.objects.filter(pk=unrated.pk).update(national=0, standard=0)
    knockout_events.play_out(knockout)
    report = RatingReport.objects.create(
        tournament=knockout.tournament, ended_on=knockout.tournament.event.ends_on
    )
    missed = look(report).not_counted
    assert {one.article for one in missed} == articles
    assert len(missed) == 2 * matches
    assert all(unrated.name in (one.white, one.black) for one in missed)


def test_extensions_and_play_offs_are_other_games():
    knockout = knockout_events.announced(knockout_events.knockout(2))
    known(knockout.tournament)
    knockout_events.play_out(knockout, lambda due: "==" if due.phase == 0 else "10")
    games = told(knockout.tournament).games
    assert games
    assert {(row[2], row[3]) for row in games} == {(1, 1)}


def test_both_games_of_a_match_of_two_count():
    tournament = matches_of_two.made(4, rounds=2)
    known(tournament)
    matches_of_two.play(tournament, 1)
    assert len(told(tournament).games) == 4


def test_boards_of_teams_count_like_any_game():
    tournament = team_events.team_event(2, 2)
    known(tournament)
    team_events.play_round(tournament, 1, team_events.stronger)
    assert len(told(tournament).games) == 2


def test_two_players_alone_are_a_match(people):
    settings = {"options": {"cycles": 2}, "system": "handbook.round_robin"}
    tournament = rated.played(people[:2], 2, **settings)
    assert told(tournament).scheduled == 2
