"""Two arbiters press at the same moment: done once, nothing half done, and both hear of it."""

import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.test import Client

from tests import factories
from tests.tournaments.api.conftest import Program
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Role, Round
from tournaments.services.programs.tokens import make_token
from tournaments.services.reports.finishing import finish_tournament
from tournaments.services.results.entering import enter_result, undo_last
from tournaments.services.rounds import drafts, publication

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable) -> list[str]:
    """Run all of them from the same moment on; "" or the code of the refusal, for each."""
    start = threading.Barrier(len(acts))
    outcomes = [""] * len(acts)

    def press(place: int, act: Callable) -> None:
        start.wait()
        try:
            act()
        except Refused as error:
            outcomes[place] = error.code
        finally:
            connection.close()

    threads = [threading.Thread(target=press, args=each) for each in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def answered(service: Callable, **given) -> Callable:
    """The act of somebody who has read the question and is about to press Yes."""
    with pytest.raises(NeedsConfirmation) as question:
        service(**given)
    return partial(service, **given, confirmed=question.value.token)


@pytest.fixture
def made():
    tournament = factories.tournament(12, total_rounds=1)
    factories.pair(tournament, 1)
    return tournament


@pytest.fixture
def both(made):
    return factories.chief_of(made), factories.user("second", Role.ARBITER, made.event)


def acts(tournament, name: str) -> int:
    return tournament.log.filter(act=name).count()


def test_publish(made, both):
    given = {"tournament": made, "number": 1}
    pressed = [answered(publication.publish_round, **given, by=person) for person in both]
    assert at_once(*pressed) == ["", ""]
    assert acts(made, "round.published") == 1
    assert made.rounds.get(number=1).status == Round.Status.PUBLISHED


def test_publish_and_discard(made, both):
    given = {"tournament": made, "number": 1}
    publish = answered(publication.publish_round, **given, by=both[0])
    outcome = at_once(publish, partial(drafts.discard_draft, **given, by=both[1]))
    round_ = made.rounds.get(number=1)
    if outcome == ["", "round.not_a_draft"]:
        assert (round_.status, round_.pairings.count()) == (Round.Status.PUBLISHED, 6)
    else:
        assert outcome == ["round.not_a_draft", ""]
        assert (round_.status, round_.pairings.count()) == (Round.Status.PLANNED, 0)


def test_one_board_with_two_results_keeps_the_first_and_shows_both(made, both):
    factories.publish(made, 1)
    board = made.rounds.get(number=1).pairings.get(board=2)
    given = {"tournament": made, "pairing_id": board.pk, "version": board.version}
    outcome = at_once(
        partial(enter_result, **given, code="10", by=both[0]),
        partial(enter_result, **given, code="01", by=both[1]),
    )
    assert sorted(outcome) == ["", "result.changed_meanwhile"]
    board.refresh_from_db()
    assert board.result == ("10" if outcome[0] == "" else "01")
    assert acts(made, "result.entered") == 1


def test_the_same_result_and_the_same_undo_act_once(made, both):
    factories.publish(made, 1)
    board = made.rounds.get(number=1).pairings.get(board=2)
    given = {"tournament": made, "pairing_id": board.pk, "version": board.version, "code": "10"}
    assert at_once(*(partial(enter_result, **given, by=person) for person in both)) == ["", ""]
    line = made.log.get(act="result.entered")
    undo = {"tournament": made, "number": 1, "log_id": line.pk}
    outcome = at_once(*(partial(undo_last, **undo, by=person) for person in both))
    assert set(outcome) <= {"", "result.undo_too_late"}
    assert acts(made, "result.cleared") == 1


def test_finish_the_round_and_the_tournament(made, both):
    factories.publish(made, 1)
    factories.enter_all(made, 1)
    given = {"tournament": made, "number": 1}
    assert at_once(*(partial(publication.finish_round, **given, by=person) for person in both)) == [
        "",
        "",
    ]
    assert acts(made, "round.finished") == 1
    pressed = [answered(finish_tournament, tournament=made, by=person) for person in both]
    assert at_once(*pressed) == ["", ""]
    assert acts(made, "tournament.finished") == 1


def test_finish_and_a_result_that_is_taken_out(made, both):
    factories.publish(made, 1)
    factories.enter_all(made, 1)
    board = made.rounds.get(number=1).pairings.get(board=2)
    given = {"tournament": made, "pairing_id": board.pk, "version": board.version, "code": ""}
    outcome = at_once(
        partial(publication.finish_round, tournament=made, number=1, by=both[0]),
        partial(confirmed, enter_result, **given, by=both[1]),
    )
    assert outcome in (["", ""], ["round.boards_missing", ""])
    assert made.rounds.get(number=1).status == Round.Status.PUBLISHED  # a result is missing


def test_two_programs_with_one_key_do_it_once():
    tournament = factories.tournament(2)
    _token, secret = make_token(
        event=tournament.event, name="T", scopes=["entries"], by=factories.chief_of(tournament)
    )
    address, body = f"tournaments/{tournament.pk}/players/", {"name": "Kaya, Deniz"}
    answers = []

    def send():
        answer = Program(Client(), secret).post(address, body, idempotency_key="same")
        answers.append((answer.status_code, answer.json()["id"]))

    assert at_once(send, send) == ["", ""]
    assert len(answers) == 2
    assert len(set(answers)) == 1
    assert tournament.entries.count() == 3
