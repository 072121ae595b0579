"""Pair → draft → publish → finish, and everything that may not be done."""

import threading

import pytest
from django.db import IntegrityError, connection, transaction

from tests import factories
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Job, LogEntry, Pairing, Round
from tournaments.queries.rounds.stale import draft_is_stale
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.listing import enter_player
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.rounds import drafts, pairing, publication
from tournaments.services.setup.events import change_tournament, leave_fide_mode

pytestmark = pytest.mark.django_db


def test_a_paired_round_is_a_draft_with_everybody_in_it_once():
    tournament = factories.tournament(9)
    factories.pair(tournament, 1)
    round_ = tournament.rounds.get(number=1)
    assert round_.status == Round.Status.DRAFT
    rows = list(round_.pairings.all())
    seated = [pk for row in rows for pk in (row.white_id, row.black_id) if pk]
    assert sorted(seated) == sorted(tournament.entries.values_list("pk", flat=True))
    assert [row.bye for row in rows if row.black_id is None] == ["U"]


def test_pairing_twice_makes_one_round():
    tournament = factories.tournament(8)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    with pytest.raises(Refused, match="Round 1 is published"):
        factories.pair(tournament, 1)
    assert tournament.rounds.get(number=1).pairings.count() == 4


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_presses_make_one_round():
    tournament = factories.tournament(40)
    chief = factories.chief_of(tournament)
    barrier = threading.Barrier(2)
    jobs, errors = [], []

    def press() -> None:
        barrier.wait()
        try:
            jobs.append(pairing.request_pairing(tournament=tournament, number=1, by=chief))
        except Refused as error:
            errors.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=press) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert tournament.rounds.get(number=1).pairings.count() == 20
    assert tournament.rounds.get(number=1).status == Round.Status.DRAFT
    assert Job.objects.filter(status=Job.Status.FAILED).count() == 0


def test_the_next_round_waits_for_missing_results_and_names_the_boards():
    tournament = factories.tournament(8)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    with pytest.raises(Refused) as refused:
        factories.pair(tournament, 2)
    assert refused.value.code == "pairing.results_missing"
    assert refused.value.values["boards"] == "1, 2, 3, 4"
    assert "board 1, 2, 3, 4" in str(refused.value)


def test_publishing_asks_once_and_a_confirmation_answers_only_that_very_state():
    tournament = factories.tournament(8)
    chief = factories.chief_of(tournament)
    factories.pair(tournament, 1)
    with pytest.raises(NeedsConfirmation) as question:
        publication.publish_round(tournament=tournament, number=1, by=chief)
    assert question.value.level == 2
    # Something changes in between: the old answer is worth nothing any more.
    drafts.discard_draft(tournament=tournament, number=1, by=chief)
    factories.pair(tournament, 1)
    with pytest.raises(NeedsConfirmation):
        publication.publish_round(
            tournament=tournament, number=1, by=chief, confirmed=question.value.token
        )
    assert tournament.rounds.get(number=1).status == Round.Status.DRAFT


def test_a_confirmation_of_one_user_is_not_the_confirmation_of_another():
    tournament = factories.tournament(8)
    factories.pair(tournament, 1)
    with pytest.raises(NeedsConfirmation) as question:
        publication.publish_round(
            tournament=tournament, number=1, by=factories.chief_of(tournament)
        )
    with pytest.raises(NeedsConfirmation):
        publication.publish_round(
            tournament=tournament, number=1, by=factories.user(), confirmed=question.value.token
        )


def test_a_draft_made_from_older_facts_is_not_published():
    tournament = factories.tournament(8)
    chief = factories.chief_of(tournament)
    factories.pair(tournament, 1)
    confirmed(
        withdraw_player, tournament=tournament, entry=factories.entry(tournament, 3), by=chief
    )
    assert draft_is_stale(tournament.rounds.get(number=1))
    with pytest.raises(Refused, match="what would be different"):
        publication.publish_round(tournament=tournament, number=1, by=chief)


def test_publishing_ends_the_round_before():
    tournament = factories.tournament(6)
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    assert tournament.rounds.get(number=1).status == Round.Status.FINISHED


def test_finishing_needs_every_result():
    tournament = factories.tournament(6)
    chief = factories.chief_of(tournament)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    with pytest.raises(Refused, match="board 1, 2, 3 are missing"):
        publication.finish_round(tournament=tournament, number=1, by=chief)
    factories.enter_all(tournament, 1)
    assert publication.finish_round(tournament=tournament, number=1, by=chief).status == "finished"


def test_taking_a_round_back_needs_a_reason_and_leaves_a_mark():
    tournament = factories.tournament(6)
    chief = factories.chief_of(tournament)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    with pytest.raises(Refused, match="Give the reason"):
        publication.unpublish_round(tournament=tournament, number=1, reason=" ", by=chief)
    confirmed(
        publication.unpublish_round, tournament=tournament, number=1, reason="wrong list", by=chief
    )
    round_ = tournament.rounds.get(number=1)
    assert (round_.status, round_.under_revision) == (Round.Status.DRAFT, True)
    assert LogEntry.objects.filter(act="round.unpublished", irregular="MPA").count() == 1


def test_no_opponent_left_is_one_sentence_and_an_unpaired_round():
    tournament = factories.tournament(2, total_rounds=3)
    factories.play(tournament, 1)
    with pytest.raises(Refused) as refused:
        factories.pair(tournament, 2)
    assert refused.value.code == "pairing.impossible"
    assert "Player 00" in str(refused.value)
    assert "has met 1 of the 1 others; 0 are still possible." in str(refused.value)
    assert tournament.rounds.get(number=2).status == Round.Status.PLANNED


def test_a_bye_asked_for_is_in_the_round_with_half_a_point():
    tournament = factories.tournament(8)
    entry = factories.entry(tournament, 5)
    grant_bye(
        tournament=tournament,
        entry=entry,
        round_number=1,
        kind="H",
        by=factories.chief_of(tournament),
    )
    factories.pair(tournament, 1)
    byes = set(
        tournament.rounds.get(number=1).pairings.filter(black=None).values_list("white__tpn", "bye")
    )
    assert (5, "H") in byes
    assert sorted(kind for _tpn, kind in byes) == ["H", "U"]


def test_a_late_entry_takes_his_place_and_results_stay_with_their_owners():
    tournament = factories.tournament(8, late_entries_until=2)
    factories.play(tournament, 1)
    before = {
        row.pk: (row.white.name, row.black.name, row.result)
        for row in Pairing.objects.select_related("white", "black")
    }
    late = enter_player(
        tournament=tournament,
        by=factories.chief_of(tournament),
        values={"name": "Late, Strong", "fide_rating": 2590},
    )
    assert (late.tpn, late.first_round) == (2, 2)
    assert factories.entry(tournament, 3).name == "Player 002"
    after = {
        row.pk: (row.white.name, row.black.name, row.result)
        for row in Pairing.objects.select_related("white", "black")
    }
    assert after == before
    factories.pair(tournament, 2)
    assert tournament.rounds.get(number=2).pairings.filter(white=late).exists() or (
        tournament.rounds.get(number=2).pairings.filter(black=late).exists()
    )


def test_late_entries_end_with_the_round_announced():
    tournament = factories.tournament(8, late_entries_until=1)
    factories.play(tournament, 1)
    with pytest.raises(Refused, match="no longer admitted"):
        enter_player(
            tournament=tournament, by=factories.chief_of(tournament), values={"name": "Late"}
        )


# --- FIDE mode -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        {"system": "handbook.dutch"},  # Q93
        {"acceleration": "baku"},  # Q109, Q110
        {"total_rounds": 9},
        {"bye_points": 5},
        {"tie_breaks": ["SB"]},  # Q200
    ],
)
def test_in_fide_mode_what_was_fixed_before_round_1_is_locked(values):
    tournament = factories.tournament(8)
    factories.pair(tournament, 1)
    with pytest.raises(Refused, match="FIDE mode"):
        change_tournament(tournament=tournament, by=factories.chief_of(tournament), values=values)


def test_q43_q45_fide_mode_is_left_with_two_confirmations_and_never_regained():
    tournament = factories.tournament(8)
    chief = factories.chief_of(tournament)
    assert tournament.fide_mode  # Q40: where a new tournament starts
    with pytest.raises(NeedsConfirmation) as first:
        leave_fide_mode(tournament=tournament, by=chief)
    with pytest.raises(NeedsConfirmation) as second:
        leave_fide_mode(tournament=tournament, by=chief, confirmed=first.value.token)
    assert (first.value.level, first.value.step, second.value.step) == (4, 1, 2)
    left = leave_fide_mode(tournament=tournament, by=chief, confirmed=second.value.token)
    assert not left.fide_mode
    for system in ("handbook.dutch", "fide2026.dutch"):
        left = change_tournament(tournament=left, by=chief, values={"system": system})
    assert not left.fide_mode


# --- What the database itself refuses ------------------------------------------------------------


def test_the_database_refuses_a_player_at_two_boards_of_a_round():
    tournament = factories.tournament(6)
    factories.pair(tournament, 1)
    one, two = tournament.rounds.get(number=1).pairings.order_by("board")[:2]
    with pytest.raises(IntegrityError), transaction.atomic():  # noqa: PT012  (now or deferred)
        Pairing.objects.filter(pk=two.pk).update(black=one.white)
        connection.check_constraints()


def test_the_database_refuses_unknown_results_and_a_game_against_oneself():
    tournament = factories.tournament(6)
    factories.pair(tournament, 1)
    one = tournament.rounds.get(number=1).pairings.first()
    for change in ({"result": "11"}, {"result": "1-"}, {"black": one.white}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Pairing.objects.filter(pk=one.pk).update(**change)


def test_the_database_refuses_two_players_with_one_number():
    tournament = factories.tournament(3)
    with pytest.raises(IntegrityError), transaction.atomic():  # noqa: PT012  (now or deferred)
        Entry.objects.filter(tournament=tournament, tpn=2).update(tpn=1)
        connection.check_constraints()


def test_the_log_can_neither_be_changed_nor_deleted():
    factories.tournament(2)
    for act in (lambda log: log.update(reason="x"), lambda log: log.delete()):
        with pytest.raises(Exception, match="append-only"), transaction.atomic():
            act(LogEntry.objects.all())
