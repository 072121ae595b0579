"""Results: entered once, never lost, changed only as the rules allow."""

from copy import deepcopy

import pytest

from tests import factories
from tournaments.kernel.errors import Conflict, NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry, Pairing
from tournaments.queries.results.window import Window, window
from tournaments.services.results.entering import enter_result, undo_last

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(8)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def board(tournament, number=1, board=1) -> Pairing:
    return Pairing.objects.get(round__tournament=tournament, round__number=number, board=board)


def enter(tournament, pairing, code, **more):
    return enter_result(
        tournament=tournament,
        pairing_id=pairing.pk,
        code=code,
        version=more.pop("version", pairing.version),
        by=factories.chief_of(tournament),
        **more,
    )


def test_a_result_is_stored_with_who_and_when_and_logged(tournament):
    pairing = enter(tournament, board(tournament), "10")
    assert (pairing.result, pairing.version) == ("10", 2)
    assert pairing.entered_by == factories.chief_of(tournament)
    entry = LogEntry.objects.get(act="result.entered")
    assert (entry.before, entry.after, entry.label) == ("", "10", "1/1")


def test_an_update_that_was_overtaken_is_refused_and_shows_both(tournament):
    seen = board(tournament)
    enter(tournament, seen, "10")
    with pytest.raises(Conflict) as conflict:
        enter(tournament, seen, "01", version=seen.version)
    assert conflict.value.values["theirs"] == "10"
    assert conflict.value.values["yours"] == "01"
    assert board(tournament).result == "10"


def test_the_same_result_sent_twice_is_entered_once(tournament):
    seen = board(tournament)
    enter(tournament, seen, "==")
    enter(tournament, seen, "==", version=seen.version)
    assert LogEntry.objects.filter(act__startswith="result.").count() == 1


@pytest.mark.parametrize("code", ["11", "1=", "+1", "1-", "++", "x", "HH"])
def test_q181_q182_q183_what_is_not_in_the_table_cannot_be_entered(tournament, code):
    with pytest.raises(Refused, match="does not exist"):
        enter(tournament, board(tournament), code)


@pytest.mark.parametrize("code", ["=0", "0=", "00", "+-", "-+", "--", "WL", "DD", "LW", "??"])
def test_q180_q183_q185_every_result_of_the_table_can_be_entered(tournament, code):
    assert enter(tournament, board(tournament), code).result == code


def undo(tournament, entry):
    chief = factories.chief_of(tournament)
    return undo_last(tournament=tournament, number=1, log_id=entry.pk, by=chief)


def test_undo_puts_the_board_back(tournament):
    enter(tournament, board(tournament), "10")
    entry = LogEntry.objects.filter(act="result.entered").latest("id")
    undo(tournament, entry)
    assert board(tournament).result == ""
    with pytest.raises(Refused, match="changed again"):
        undo(tournament, entry)


def test_results_of_a_draft_cannot_be_entered():
    draft = factories.tournament(4)
    factories.pair(draft, 1)
    with pytest.raises(Refused, match="once the round is published"):
        enter(draft, board(draft), "10")


def test_the_window_before_the_next_round_is_published_is_open(tournament):
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    assert window(tournament.rounds.get(number=1)) is Window.OPEN
    pairing = board(tournament)
    enter(tournament, pairing, "00")
    assert board(tournament).result == "00"


def test_q190_the_round_before_the_last_can_be_corrected_at_level_3_with_a_mark(tournament):
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    assert window(tournament.rounds.get(number=1)) is Window.CORRECTION
    pairing = board(tournament)
    other = "01" if pairing.result != "01" else "10"
    with pytest.raises(NeedsConfirmation) as question:
        enter(tournament, pairing, other, reason="slip")
    assert question.value.level == 3
    enter(tournament, pairing, other, reason="slip", confirmed=question.value.token)
    entry = LogEntry.objects.get(act="result.changed")
    assert (entry.irregular, entry.round_number, entry.reason) == ("Correction", 1, "slip")


def test_q189_q191_older_rounds_are_closed(tournament):
    factories.enter_all(tournament, 1)
    factories.play(tournament, 2, first=2)
    factories.pair(tournament, 3)
    factories.publish(tournament, 3)
    assert window(tournament.rounds.get(number=1)) is Window.REPORT_ONLY
    with pytest.raises(Refused, match="rating report"):
        enter(tournament, board(tournament), "00")


def test_q162_q163_an_adjourned_game_can_be_ended_at_any_time_with_a_mark_unless_drawn(tournament):
    enter(tournament, board(tournament), "??")
    for number in range(2, 5):
        row = board(tournament, 1, number)
        enter(tournament, row, "10")
    confirmed_pair(tournament, 2)
    with pytest.raises(NeedsConfirmation) as question:
        enter(tournament, board(tournament), "01")
    assert question.value.level == 3
    enter(tournament, board(tournament), "01", confirmed=question.value.token)
    assert LogEntry.objects.filter(irregular="Adjournment").count() == 1


def test_q168_pairing_over_an_open_adjournment_asks_and_names_the_game(tournament):
    from tournaments.services.rounds.pairing import request_pairing

    enter(tournament, board(tournament), "??")
    for number in range(2, 5):
        enter(tournament, board(tournament, 1, number), "10")
    with pytest.raises(NeedsConfirmation) as question:
        request_pairing(tournament=tournament, number=2, by=factories.chief_of(tournament))
    assert question.value.level == 2
    assert "1/1" in str(question.value.reasons[0])


def confirmed_pair(tournament, number):
    from tournaments.services.rounds.pairing import request_pairing

    confirmed(
        request_pairing, tournament=tournament, number=number, by=factories.chief_of(tournament)
    )
    factories.publish(tournament, number)
