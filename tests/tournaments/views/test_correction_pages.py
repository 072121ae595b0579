"""A wrong result found later: steps A25 to A31 of an arbiter's day, on the pages."""

import re
from copy import deepcopy

import pytest
from django.urls import reverse

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document
from tournaments.documents.validity import Validity, sheet_state
from tournaments.models import Document, LogEntry, Pairing, Role, Webhook
from tournaments.queries.reports.trf import report
from tournaments.queries.results.corrections import corrections_of, simulate
from tournaments.queries.rounds.stale import draft_is_stale
from tournaments.services.papers.documents import post_document

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played_once(standing):
    """Round 4 is over; round 5 is published and being played."""
    made = factories.tournament(10, total_rounds=7)
    factories.play(made, 4)
    factories.pair(made, 5)
    factories.publish(made, 5)
    made.refresh_from_db()
    return made


@pytest.fixture
def played(played_once):
    return deepcopy(played_once)


def row(tournament, number=4, board=1) -> Pairing:
    return Pairing.objects.get(round__tournament=tournament, round__number=number, board=board)


def page(tournament, number=4, board=1) -> str:
    return f"/en{_path(tournament)}rounds/{number}/boards/{board}/"


def _path(tournament) -> str:
    return f"/desk/{tournament.event.slug}/{tournament.slug}/"


def text_of(answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def say_yes(client, path, data):
    """Post, and answer the question that comes back."""
    question = client.post(path, data)
    assert question.status_code == 409
    asked = Page(question)
    return asked.text, client.post(path, {**data, "confirmed": asked.field("confirmed")})


def other_than(code: str) -> str:
    return "01" if code != "01" else "10"


def test_a25_a27_the_dialog_names_the_window_and_does_not_offer_to_pair_again(client, played):
    client.force_login(factories.chief_of(played))
    shown = text_of(client.get(page(played)))
    assert "Round 5 is published and still being played" in shown
    assert "counts for the standings and for the pairing after it" in shown
    assert "The pairings of round 5 stand (C.04.2 art. 4.3)" in shown
    code = other_than(row(played).result)
    shown = text_of(client.get(page(played), {"result": code}))
    assert "Pair again" not in shown and "pair again" not in shown


def test_a28_the_simulation_shows_all_that_the_correction_moves(client, played):
    client.force_login(factories.chief_of(played))
    results = document(played, "results", 4)
    post_document(tournament=played, document=results, by=None)
    document(played, "results", 3)  # shows nothing of round 4
    Webhook.objects.create(
        event=played.event,
        url="https://federation.example/hook",
        secret="s",
        happenings=["result.corrected"],
        created_by=factories.chief_of(played),
    )
    wrong = next(
        each
        for each in played.rounds.get(number=4).pairings.exclude(black=None)
        if simulate(played, each, "00").would_be
    )
    found = simulate(played, wrong, "00")
    assert {move.entry.pk for move in found.moves} >= {wrong.white_id, wrong.black_id} - {
        pk for pk, place in ((wrong.white_id, 0), (wrong.black_id, 1)) if wrong.result[place] == "0"
    }
    assert any(code in ("BH", "BH/C1", "SB") for move in found.moves for code, *_ in move.values)
    assert found.prospects_of == 6
    assert {each.entry.pk for each in found.prospects} >= {wrong.white_id, wrong.black_id}
    assert [(paper.kind, paper.round_number) for paper in found.papers] == [("results", 4)]
    before = list(Pairing.objects.order_by("pk").values())
    shown = text_of(client.get(page(played, board=wrong.board), {"result": "00"}))
    for words in (
        "Standings after round 4",
        "For information only: these pairs would have been different. They stand.",
        "Colours and floats",
        "For the pairing of round 6",
        "Results 4 · en",
        "posted",
        "https://federation.example/hook is told.",
    ):
        assert words in shown, words
    assert before == list(Pairing.objects.order_by("pk").values())  # nothing was touched


def test_a28_floats_follow_the_scores_that_the_right_result_gives(played):
    """Round 5 was a game between equals; with the right result it is a float, or the reverse."""
    changing = [
        each
        for board in played.rounds.get(number=4).pairings.exclude(black=None)
        for each in simulate(played, board, "00").prospects
        if each.float_before != each.float_after
    ]
    assert changing
    assert {each.float_after for each in changing} & {"up", "down"}


def test_a29_applied_with_a_reason_confirmed_by_a_second_arbiter_and_undone(client, played):
    chief = factories.chief_of(played)
    second = factories.user("second", Role.ARBITER, played.event)
    results = document(played, "results", 4)
    assert sheet_state(Document.objects.get(pk=results.pk)).validity is Validity.CURRENT
    wrong = row(played)
    code = other_than(wrong.result)
    pairs = list(played.rounds.get(number=5).pairings.order_by("pk").values())
    client.force_login(chief)
    data = {"result": code, "version": wrong.version, "reason": "both players say so"}
    question, answer = say_yes(client, page(played), data)
    assert "Round 5 is published and stays as it is" in question
    assert answer.status_code == 302
    assert row(played).result == code
    assert pairs == list(played.rounds.get(number=5).pairings.order_by("pk").values())
    act = LogEntry.objects.get(irregular="Correction")
    assert (act.reason, act.by, act.before, act.after) == (
        "both players say so", chief, wrong.result, code,
    )  # fmt: skip
    # The old sheet's QR code says so; the notice is a paper.
    assert sheet_state(Document.objects.get(pk=results.pk)).validity is Validity.SUPERSEDED
    played.refresh_from_db()
    notice = document(played, "corrections", 4)
    lines = " | ".join(notice.rows.values())
    assert "both players say so" in lines and "The pairings of round 5 stand" in lines
    # The arbiter who corrected does not confirm; a second arbiter does.
    assert "Confirm this correction" not in text_of(client.get(page(played)))
    client.post(page(played), {"confirm": "1"})
    assert not LogEntry.objects.filter(act="result.confirmed").exists()
    client.force_login(second)
    assert "Confirm this correction" in text_of(client.get(page(played)))
    client.post(page(played), {"confirm": "1"})
    client.post(page(played), {"confirm": "1"})  # pressed twice
    assert LogEntry.objects.get(act="result.confirmed").by == second
    assert "confirmed by" in text_of(client.get(page(played)))
    assert row(played).checked_by == second
    assert check(read(report(played))).agreed == 5
    # The restore point: one click back, in the history.
    client.force_login(chief)
    history = client.get(f"/en{_path(played)}history/")
    assert "Undo this act" in text_of(history)
    undo = reverse("desk:undo_act", args=[played.event.slug, played.slug, act.pk])
    _question, answer = say_yes(client, undo, {})
    assert answer.status_code == 302
    assert row(played).result == wrong.result
    assert "undone" in text_of(client.get(f"/en{_path(played)}history/"))
    assert [each.undone for each in corrections_of(played)] == [True]


def test_a29_the_public_page_of_the_old_sheet_says_superseded(client, played):
    results = document(played, "results", 4)
    post_document(tournament=played, document=results, by=None)
    wrong = row(played)
    client.force_login(factories.chief_of(played))
    data = {"result": other_than(wrong.result), "version": wrong.version, "reason": "slip"}
    say_yes(client, page(played), data)
    client.logout()
    shown = text_of(client.get(f"/en/d/{results.code}/"))
    assert "superseded" in shown.lower() or "no longer" in shown.lower()


def test_a30_a_round_long_closed_is_corrected_in_the_rating_report_only(client, played):
    client.force_login(factories.chief_of(played))
    wrong = row(played, 2)
    code = other_than(wrong.result)
    shown = text_of(client.get(page(played, 2), {"result": code}))
    assert "Only the rating report can be corrected" in shown
    assert "Correct the rating report" in shown and "Correct the result" not in shown
    data = {"result": code, "version": wrong.version, "reason": "score sheet"}
    question, answer = say_yes(client, page(played, 2), data)
    assert "the standings keep" in question and answer.status_code == 302
    assert row(played, 2).result == wrong.result  # no edit of round 2
    assert row(played, 2).reported_result == code
    text = report(played).decode()
    assert "### Report @ Round 2: " in text and "(score sheet)" in text
    assert check(read(text.encode())).agreed == 5


def test_a31_before_the_next_round_is_published_it_is_an_ordinary_entry(client):
    made = factories.tournament(10, total_rounds=7)
    factories.play(made, 4)
    factories.pair(made, 5)
    wrong = next(
        each
        for each in made.rounds.get(number=4).pairings.exclude(black=None)
        if simulate(made, each, "00").would_be
    )
    client.force_login(factories.chief_of(made))
    shown = text_of(client.get(page(made, board=wrong.board), {"result": "00"}))
    assert "Round 5 is not published: this is an ordinary entry" in shown
    assert "The draft has to be paired again; these pairs change." in shown  # the difference
    answer = client.post(page(made, board=wrong.board), {"result": "00", "version": wrong.version})
    assert answer.status_code == 302  # nothing asked
    made.refresh_from_db()
    assert draft_is_stale(made.rounds.get(number=5))
    assert not LogEntry.objects.exclude(irregular="").exists()
    factories.pair(made, 5)
    factories.publish(made, 5)
    assert check(read(report(made))).agreed == 5
