"""A14: players report results by phone; both agree, or an arbiter decides."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.pages import Page
from tests.tournaments.views.test_voice import address, proved
from tournaments.models import LogEntry, Pairing, ResultReport
from tournaments.queries.voice.results import MOST_AT_HAND, is_by_both, reported_boards
from tournaments.services.voice import proving

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(6)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def board(tournament, number=1):
    return (
        tournament.rounds.get(number=1).pairings.select_related("white", "black").get(board=number)
    )


def phone(entry):
    client = Client()
    proved(client, entry)
    return client


def say(client, entry, said, pairing, **more):
    return client.post(
        address(entry.tournament, f"players/{entry.pk}/me/result/"),
        {"said": said, "pairing": pairing.pk, **more},
        follow=True,
    )


def desk(tournament, end=""):
    return f"/en/desk/{tournament.event.slug}/{tournament.slug}/{end}"


def test_a14_both_agree_and_the_result_is_in_marked_as_reported_by_both(tournament):
    game = board(tournament)
    white, black = phone(game.white), phone(game.black)
    first = Page(say(white, game.white, "win", game)).text
    assert "at" in first and "the arbiter is asked" in first
    game.refresh_from_db()
    assert game.result == ""
    assert (
        "has reported 1–0"
        in Page(black.get(address(tournament, f"players/{game.black_id}/me/"))).text
    )
    second = Page(say(black, game.black, "loss", game)).text
    assert "reported by both of you" in second
    game = board(tournament)
    assert (game.result, game.entered_by, is_by_both(game)) == ("10", None, True)
    acts = list(LogEntry.objects.filter(act__startswith="result.").values_list("act", flat=True))
    assert sorted(acts) == ["result.entered", "result.reported", "result.reported"]


def test_a14_what_both_reported_is_undone_at_the_desk_and_stays_undone(client, tournament):
    game = board(tournament)
    white, black = phone(game.white), phone(game.black)
    say(white, game.white, "draw", game)
    say(black, game.black, "draw", game)
    client.force_login(factories.chief_of(tournament))
    assert "reported by both" in Page(client.get(desk(tournament, "rounds/1/"))).text
    line = LogEntry.objects.get(act="result.entered")
    client.post(desk(tournament, "rounds/1/undo/"), {"entry": line.pk})
    assert board(tournament).result == ""
    said = Page(black.get(address(tournament, f"players/{game.black_id}/me/"))).text
    assert "Go to the desk" in said
    say(black, game.black, "loss", game)
    say(black, game.black, "draw", game)
    assert board(tournament).result == ""  # an arbiter had a hand in it
    assert [one.is_due for one in reported_boards(tournament)] == [True]


def test_a14_they_differ_and_the_desk_reads_both_claims_and_decides(client, tournament):
    game = board(tournament, 2)
    white, black = phone(game.white), phone(game.black)
    say(white, game.white, "win", game)
    said = Page(say(black, game.black, "win", game)).text
    assert "The arbiter decides" in said
    (one,) = reported_boards(tournament)
    assert one.differ and one.is_due and [claim.code for claim in one.claims] == ["10", "01"]
    client.force_login(factories.chief_of(tournament))
    page = Page(client.get(desk(tournament, "rounds/1/"))).text
    assert f"{game.white.name}: 1–0" in page and f"{game.black.name}: 0–1" in page
    client.post(
        desk(tournament, "rounds/1/results/"),
        {"kind": "enter", "set": f"{game.pk}.{game.version}.01"},
    )
    for one, entry in ((white, game.white), (black, game.black)):
        shown = Page(one.get(address(tournament, f"players/{entry.pk}/me/"))).text
        assert "entered by an arbiter" in shown
    shown = Page(white.get(address(tournament, f"players/{game.white_id}/me/"))).text
    assert "You reported 1–0. The arbiter's entry counts." in shown
    assert reported_boards(tournament) == []


def test_a14_one_is_silent_for_the_minutes_that_the_arbiter_chose(tournament):
    chief = factories.chief_of(tournament)
    proving.set_rules(tournament=tournament, values={"wait_minutes": 7}, by=chief)
    game = board(tournament)
    say(phone(game.white), game.white, "loss", game)
    assert [one.is_due for one in reported_boards(tournament)] == [False]
    ResultReport.objects.update(at=timezone.now() - timedelta(minutes=7, seconds=1))
    assert [(one.is_due, one.code) for one in reported_boards(tournament)] == [(True, "01")]


@pytest.mark.parametrize("said", ["+-", "forfeit", "", "10", "-+", "bye"])
def test_a14_a_player_cannot_report_a_forfeit_nor_anything_else(tournament, said):
    game = board(tournament)
    client = phone(game.white)
    shown = say(client, game.white, said, game)
    assert "won, drawn or lost" in Page(shown).text
    assert not ResultReport.objects.exists()


def test_nobody_reports_for_another_nor_on_another_board(tournament):
    game, other = board(tournament, 1), board(tournament, 2)
    client = phone(game.white)
    say(client, game.black, "loss", game)  # the phone does not speak for them
    say(client, game.white, "win", other)  # not their board
    say(Client(), game.white, "win", game)  # a stranger
    assert not ResultReport.objects.exists()


def test_before_the_round_begins_and_after_the_result_nothing_is_taken(tournament):
    game = board(tournament)
    client = phone(game.white)
    round_ = tournament.rounds.get(number=1)
    round_.starts_at = timezone.now() + timedelta(hours=1)
    round_.save()
    assert (
        "can be reported from"
        in Page(client.get(address(tournament, f"players/{game.white_id}/me/"))).text
    )
    say(client, game.white, "win", game)
    assert not ResultReport.objects.exists()
    round_.starts_at = None
    round_.save()
    Pairing.objects.filter(pk=game.pk).update(result="01")
    assert "already has a result" in Page(say(client, game.white, "win", game)).text


def test_the_same_word_sent_twice_is_said_once(tournament):
    game = board(tournament)
    client = phone(game.white)
    say(client, game.white, "win", game)
    say(client, game.white, "win", game)
    assert ResultReport.objects.count() == 1
    assert LogEntry.objects.filter(act="result.reported").count() == 1


def test_of_turned_colours_nothing_that_was_said_counts(tournament):
    game = board(tournament)
    say(phone(game.white), game.white, "win", game)
    Pairing.objects.filter(pk=game.pk).update(white=game.black, black=game.white)
    assert reported_boards(tournament) == []


def test_a_match_of_two_games_is_reported_game_by_game():
    made = factories.tournament(4, system="fide2026.double")
    factories.pair(made, 1)
    factories.publish(made, 1)
    game = board(made)
    white, black = phone(game.white), phone(game.black)
    for client, entry, first, second in (
        (white, game.white, "win", "draw"),
        (black, game.black, "loss", "draw"),
    ):
        client.post(
            address(made, f"players/{entry.pk}/me/result/"),
            {"said1": first, "said2": second, "pairing": game.pk},
        )
    assert board(made).result == "10=="


def test_of_a_hundred_reported_boards_the_most_urgent_have_their_buttons(client):
    made = factories.tournament(2 * (MOST_AT_HAND + 6))
    factories.pair(made, 1)
    factories.publish(made, 1)
    games = list(made.rounds.get(number=1).pairings.games())
    soon = timezone.now() - timedelta(minutes=1)
    ResultReport.objects.bulk_create(
        ResultReport(pairing=one, entry=one.white, white_id=one.white_id, code="10", at=soon)
        for one in games
    )
    last = games[-1]  # its players contradict each other
    ResultReport.objects.create(
        pairing=last, entry=last.black, white_id=last.white_id, code="01", at=soon
    )
    client.force_login(factories.chief_of(made))
    page = Page(client.get(desk(made, "rounds/1/")))
    pressed = [one.attributes["data-at"] for one in page.tree.css("#reports li[data-at]")]
    also = [one.attributes["data-at"] for one in page.tree.css("#reports a[data-says]")]
    assert len(pressed) == MOST_AT_HAND and str(last.board) in pressed
    assert sorted(map(int, pressed + also)) == [one.board for one in games]


def test_who_says_otherwise_is_not_sent_to_the_other_phone(tournament):
    game = board(tournament)
    white, black = phone(game.white), phone(game.black)
    assert "Now your opponent" in Page(say(white, game.white, "win", game)).text
    page = Page(say(black, game.black, "win", game)).text
    assert "Now your opponent" not in page
    assert "have reported different results" in page
