"""Pairing by hand, late arrivals, other drafts, fixed tables, restore points."""

import pytest

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, LogEntry, Pairing, Round
from tournaments.queries.reports.irregular import irregular_lines
from tournaments.queries.reports.trf import report
from tournaments.queries.rounds.checks import draft_checks
from tournaments.queries.rounds.drafts import branch_of, could_be_included
from tournaments.queries.rounds.stale import draft_is_stale
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.forbidden import forbid
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds import drafts, manual_pairing, pairing, publication

pytestmark = pytest.mark.django_db


def paired(players=8, *, rounds_played=0, publish=False, **values):
    """A tournament with a draft of its next round; `chief` and `number` beside it."""
    made = factories.tournament(players, initial_colour="w", **values)
    factories.play(made, rounds_played)
    number = rounds_played + 1
    factories.pair(made, number)
    if publish:
        factories.publish(made, number)
    return made, {"tournament": made, "number": number, "by": factories.chief_of(made)}


def seats(tournament, number=1):
    rows = tournament.rounds.get(number=number).pairings.order_by("board", "id")
    return [
        (board, white, black, bye)
        for board, white, black, bye in rows.values_list("board", "white__tpn", "black__tpn", "bye")
    ]


def test_q63_an_unfinishable_event_is_completed_by_hand():
    made = factories.tournament(2, total_rounds=2)
    factories.play(made, 1)
    with pytest.raises(Refused, match="pair by hand"):
        factories.pair(made, 2)
    given = {"tournament": made, "number": 2, "by": factories.chief_of(made)}
    manual_pairing.begin(**given)
    with pytest.raises(NeedsConfirmation) as question:
        manual_pairing.seat(**given, white=2, black=1)
    assert question.value.level == 3
    assert "have met before" in str(question.value.reasons[0])
    confirmed(manual_pairing.seat, **given, white=2, black=1)
    confirmed(manual_pairing.finish, **given)
    factories.publish(made, 2)
    assert seats(made, 2) == [(1, 2, 1, "")]


def test_q64_a_round_is_paired_wholly_by_hand_and_equals_the_program_when_it_is_right():
    made, given = paired(6)
    by_program = seats(made)
    drafts.discard_draft(**given)
    manual_pairing.begin(**given)
    assert seats(made) == []
    for _board, white, black, _bye in reversed(by_program):
        manual_pairing.seat(**given, white=white, black=black)
    manual_pairing.finish(**given)  # nothing to confirm: the pairing is the program's
    assert seats(made) == by_program  # in the order of the rules, however it was typed
    assert not LogEntry.objects.exclude(irregular="").exists()
    factories.publish(made, 1)


def test_q65_while_the_session_is_open_nothing_is_published_paired_or_thrown_away():
    made, given = paired(6)
    manual_pairing.begin(**given)
    for act in (publication.publish_round, pairing.request_pairing, drafts.discard_draft):
        with pytest.raises(Refused, match="by hand"):
            act(**given)
    manual_pairing.finish(**given)
    factories.publish(made, 1)
    factories.enter_all(made, 1)
    manual_pairing.begin(**given)
    with pytest.raises(Refused, match="by hand"):
        factories.pair(made, 2)
    with pytest.raises(Refused, match="by hand"):
        publication.finish_round(**given)


def test_edits_need_an_open_session():
    _made, given = paired(6)
    with pytest.raises(Refused, match="Begin first"):
        manual_pairing.swap(**given, one=1, two=2)


def test_q66_each_broken_rule_is_named_before_it_is_stored():
    made, given = paired(9, rounds_played=2)
    manual_pairing.begin(**given)
    before = seats(made, 3)
    met = Pairing.objects.filter(round__tournament=made, round__number=1, board=1).get()
    one, two = met.white.tpn, met.black.tpn
    for tpn in (one, two):
        manual_pairing.unpair(**given, tpn=tpn)
    with pytest.raises(NeedsConfirmation) as question:
        manual_pairing.seat(**given, white=one, black=two)
    assert question.value.level == 3
    assert any("have met before. (C.04.1 art. 2)" in str(r) for r in question.value.reasons)
    manual_pairing.abandon(**given)
    assert seats(made, 3) == before

    # The bye to a player who had it
    had = Pairing.objects.filter(round__tournament=made, round__number=1, bye="U").get().white
    manual_pairing.begin(**given)
    has = Pairing.objects.filter(round__tournament=made, round__number=3, bye="U").get().white
    with pytest.raises(NeedsConfirmation) as question:
        manual_pairing.swap(**given, one=had.tpn, two=has.tpn)
    assert question.value.level == 3
    assert any("may not have the bye" in str(reason) for reason in question.value.reasons)


def test_q66_a_third_colour_running_is_named():
    made = factories.tournament(6, initial_colour="w")
    chief = factories.chief_of(made)
    for number in (1, 2):
        factories.pair(made, number)
        given = {"tournament": made, "number": number, "by": chief}
        manual_pairing.begin(**given)
        row = made.rounds.get(number=number).pairings.filter(white__tpn=1).first()
        if row is None:
            row = made.rounds.get(number=number).pairings.get(black__tpn=1)
            confirmed(manual_pairing.turn_colours, **given, board=row.board)
        confirmed(manual_pairing.finish, **given)
        factories.publish(made, number)
        factories.enter_all(made, number)
    assert list(
        Pairing.objects.filter(round__tournament=made, white__tpn=1).values_list("round__number")
    ) == [(1,), (2,)]
    factories.pair(made, 3)
    given = {"tournament": made, "number": 3, "by": chief}
    manual_pairing.begin(**given)
    row = made.rounds.get(number=3).pairings.get(black__tpn=1)
    with pytest.raises(NeedsConfirmation) as question:
        manual_pairing.turn_colours(**given, board=row.board)
    assert question.value.level == 3
    assert any("three times running" in str(reason) for reason in question.value.reasons)


def test_q67_both_colours_opposite_to_their_due_is_a_warning():
    made, given = paired(8, rounds_played=1)
    manual_pairing.begin(**given)
    row = next(
        row
        for row in made.rounds.get(number=2).pairings.select_related("white", "black")
        if Pairing.objects.filter(round__number=1, black=row.white).exists()
        and Pairing.objects.filter(round__number=1, white=row.black).exists()
    )
    with pytest.raises(NeedsConfirmation) as question:
        manual_pairing.turn_colours(**given, board=row.board)
    assert question.value.level == 2
    assert "opposite to their due" in str(question.value.reasons[0])


def test_q68_q69_the_end_compares_with_the_program_and_a_difference_is_confirmed_twice():
    made, given = paired(8)
    manual_pairing.begin(**given)
    confirmed(manual_pairing.swap, **given, one=1, two=2)
    with pytest.raises(NeedsConfirmation) as question:
        manual_pairing.finish(**given)
    assert (question.value.level, question.value.step) == (4, 1)
    assert "### MPA @ Round 1: 1-5 6-2 => 2-5 6-1" in str(question.value.reasons[1])
    confirmed(manual_pairing.finish, **given)
    act = LogEntry.objects.get(act="round.edited")
    assert act.irregular == "MPA"
    assert list(irregular_lines(made)) == ["### MPA @ Round 1: 1-5 6-2 => 2-5 6-1"]
    factories.publish(made, 1)  # an edited draft is not out of date


def test_q69_restoring_the_programs_pairing_clears_the_event():
    made, given = paired(8)
    for _twice in range(2):
        manual_pairing.begin(**given)
        confirmed(manual_pairing.swap, **given, one=1, two=2)
        confirmed(manual_pairing.finish, **given)
    assert list(irregular_lines(made)) == []
    manual_pairing.begin(**given)
    confirmed(manual_pairing.swap, **given, one=1, two=2)
    confirmed(manual_pairing.finish, **given)
    confirmed(pairing.request_pairing, **given)  # paired anew by the program
    assert list(irregular_lines(made)) == []


def test_q114_the_restore_point_is_one_step_back():
    made, given = paired(8)
    before = seats(made)
    manual_pairing.begin(**given)
    confirmed(manual_pairing.swap, **given, one=1, two=2)
    manual_pairing.unpair(**given, tpn=3)
    with pytest.raises(Refused, match="no seat yet"):
        manual_pairing.finish(**given)
    confirmed(manual_pairing.seat, **given, white=7, black=3)
    confirmed(manual_pairing.finish, **given)
    session = made.rounds.get(number=1).sessions.first()
    with pytest.raises(NeedsConfirmation) as question:
        manual_pairing.undo_session(tournament=made, session_id=session.pk, by=given["by"])
    assert question.value.level == 3  # Q115
    confirmed(manual_pairing.undo_session, tournament=made, session_id=session.pk, by=given["by"])
    assert seats(made) == before
    assert list(irregular_lines(made)) == []
    with pytest.raises(Refused, match="of no use"):
        manual_pairing.undo_session(tournament=made, session_id=session.pk, by=given["by"])


def test_q189_earlier_rounds_cannot_be_edited():
    made, given = paired(6, rounds_played=1)
    with pytest.raises(Refused, match="Round 2 is paired"):
        manual_pairing.begin(**(given | {"number": 1}))
    factories.publish(made, 2)
    with pytest.raises(Refused, match="over"):
        manual_pairing.begin(**(given | {"number": 1}))


def test_q100_q101_a_round_robin_by_hand_may_not_repeat_a_game():
    made = factories.tournament(4, system="handbook.round_robin", tie_breaks=["SB"])
    factories.play(made, 1)
    factories.pair(made, 2)
    given = {"tournament": made, "number": 2, "by": factories.chief_of(made)}
    manual_pairing.begin(**given)
    first = seats(made, 1)
    second = seats(made, 2)
    other = next(black for _b, white, black, _bye in first if white == first[0][1])
    row = next(row for row in second if first[0][1] in row[1:3])
    opponent = row[2] if row[1] == first[0][1] else row[1]
    confirmed(manual_pairing.swap, **given, one=opponent, two=other)
    with pytest.raises(Refused, match="still to be played"):
        manual_pairing.finish(**given)
    manual_pairing.abandon(**given)
    manual_pairing.begin(**given)
    confirmed(manual_pairing.turn_colours, **given, board=1)
    confirmed(manual_pairing.finish, **given)


def round_by_hand(made, number, pairs):
    given = {"tournament": made, "number": number, "by": factories.chief_of(made)}
    manual_pairing.begin(**given)
    for white, black in pairs:
        confirmed(manual_pairing.seat, **given, white=white, black=black)
    confirmed(manual_pairing.finish, **given)
    factories.publish(made, number)
    factories.enter_all(made, number)


def test_q101_a_round_after_which_not_all_can_meet_is_refused_and_the_program_goes_on():
    """Three rounds of 1-3 against 4-6 would leave two triangles."""
    made = factories.tournament(6, system="handbook.round_robin", tie_breaks=["SB"])
    round_by_hand(made, 1, [(1, 4), (2, 5), (3, 6)])
    round_by_hand(made, 2, [(5, 1), (6, 2), (4, 3)])
    with pytest.raises(Refused, match="cannot be played in the rounds that are left"):
        round_by_hand(made, 3, [(1, 6), (2, 4), (3, 5)])
    manual_pairing.abandon(tournament=made, number=3, by=factories.chief_of(made))
    factories.play(made, 5, first=3)
    met = {
        frozenset(pair)
        for pair in Pairing.objects.filter(round__tournament=made).values_list("white", "black")
    }
    assert len(met) == 15
    found = check(read(report(made)))
    assert (found.agreed, [one.altered for one in found.rounds].count(True)) == (5, 2)


def test_q102_a_third_colour_running_in_a_round_robin_by_hand_is_asked_at_level_3():
    made = factories.tournament(6, system="handbook.round_robin", tie_breaks=["SB"])
    round_by_hand(made, 1, [(1, 4), (2, 5), (3, 6)])
    round_by_hand(made, 2, [(1, 5), (6, 2), (4, 3)])
    given = {"tournament": made, "number": 3, "by": factories.chief_of(made)}
    manual_pairing.begin(**given)
    with pytest.raises(NeedsConfirmation) as question:
        manual_pairing.seat(**given, white=1, black=2)
    assert question.value.level == 3
    assert "three times running" in " ".join(map(str, question.value.reasons))


def test_boards_with_results_stay_as_they_are():
    made, given = paired(6, publish=True)
    row = made.rounds.get(number=1).pairings.get(board=1)
    enter_result(tournament=made, pairing_id=row.pk, code="10", version=row.version, by=given["by"])
    manual_pairing.begin(**given)
    for act, values in (
        (manual_pairing.swap, {"one": row.white.tpn, "two": 5}),
        (manual_pairing.turn_colours, {"board": 1}),
        (manual_pairing.unpair, {"tpn": row.black.tpn}),
    ):
        with pytest.raises(Refused, match="has a result"):
            act(**given, **values)


def test_abandoning_keeps_results_entered_meanwhile():
    made, given = paired(6, publish=True)
    manual_pairing.begin(**given)
    confirmed(manual_pairing.swap, **given, one=2, two=3)
    row = made.rounds.get(number=1).pairings.get(white__tpn=1)
    enter_result(tournament=made, pairing_id=row.pk, code="10", version=row.version, by=given["by"])
    manual_pairing.abandon(**given)
    row.refresh_from_db()
    assert row.result == "10"


# --- Late arrivals and other drafts ---------------------------------------------------------------


def test_who_arrives_late_meets_the_player_with_the_bye_on_a_new_last_board():
    made = factories.tournament(10, initial_colour="w")
    chief = factories.chief_of(made)
    grant_bye(tournament=made, entry=factories.entry(made, 10), round_number=1, kind="Z", by=chief)
    factories.pair(made, 1)
    factories.publish(made, 1)
    before = seats(made)
    assert before[-2:] == [(None, 10, None, "Z"), (None, 9, None, "U")]
    given = {"tournament": made, "number": 1, "by": chief}
    late = {**given, "entry": factories.entry(made, 10)}
    with pytest.raises(NeedsConfirmation) as question:
        manual_pairing.late_arrival(**late)
    assert question.value.level == 3  # once
    first, *details = question.value.reasons
    assert str(first) == "Board 5 is added: Player 009 – Player 010. Nothing else changes."
    assert [reason.code for reason in details] == ["hand.differs", "hand.line", "hand.rest"]
    assert seats(made) == before
    row = manual_pairing.late_arrival(**late, confirmed=question.value.token)
    # Number 9 is odd among those who play: the initial colour.
    assert (row.board, row.white.tpn, row.black.tpn) == (5, 9, 10)
    assert seats(made)[:4] == before[:4]  # no other board has changed
    assert LogEntry.objects.filter(irregular="MPA", act="round.edited").count() == 1
    assert len(seats(made)) == 5
    session = made.rounds.get(number=1).sessions.get()
    assert session.outcome == "kept"
    undo = {"tournament": made, "by": chief, "session_id": session.pk}
    confirmed(manual_pairing.undo_session, **undo)
    assert seats(made) == before


def test_a_rule_that_the_added_board_breaks_itself_is_told_and_not_folded():
    made = factories.tournament(10, initial_colour="w")
    chief = factories.chief_of(made)
    late, waiting = factories.entry(made, 10), factories.entry(made, 9)
    forbid(tournament=made, by=chief, entries=[late, waiting])
    grant_bye(tournament=made, entry=late, round_number=1, kind="Z", by=chief)
    factories.pair(made, 1)
    factories.publish(made, 1)
    with pytest.raises(NeedsConfirmation) as question:
        manual_pairing.late_arrival(tournament=made, number=1, by=chief, entry=late)
    told = [reason for reason in question.value.reasons if reason.code == "hand.broken_rule"]
    assert len(told) == 1 and "Player 009" in str(told[0]) and "Player 010" in str(told[0])
    assert question.value.reasons[0].code == "hand.board_added"
    given = {"tournament": made, "number": 1, "by": chief, "entry": late}
    manual_pairing.late_arrival(**given, confirmed=question.value.token)  # asked once
    assert made.rounds.get(number=1).pairings.filter(board=5).exists()


def test_a_late_arrival_while_the_round_is_edited_is_one_of_the_edits():
    made = factories.tournament(10, initial_colour="w")
    chief = factories.chief_of(made)
    grant_bye(tournament=made, entry=factories.entry(made, 10), round_number=1, kind="Z", by=chief)
    factories.pair(made, 1)
    factories.publish(made, 1)
    given = {"tournament": made, "number": 1, "by": chief}
    manual_pairing.begin(**given)
    manual_pairing.late_arrival(**given, entry=factories.entry(made, 10))
    with pytest.raises(Refused, match="by hand"):
        factories.pair(made, 2)
    confirmed(manual_pairing.finish, **given)
    assert len(seats(made)) == 5


def test_without_a_bye_there_is_no_opponent_for_a_late_arrival():
    made, given = paired(6, publish=True)
    with pytest.raises(Refused, match="Nobody has the bye"):
        manual_pairing.late_arrival(**given, entry=factories.entry(made, 6))


def test_with_players_who_turned_up_another_draft_stands_beside_the_first():
    made = factories.tournament(11)
    chief = factories.chief_of(made)
    late = [factories.entry(made, tpn) for tpn in (4, 9)]
    for entry in late:
        grant_bye(tournament=made, entry=entry, round_number=1, kind="Z", by=chief)
    factories.pair(made, 1)
    draft = seats(made)
    made.refresh_from_db()  # the colour was drawn
    round_ = made.rounds.get(number=1)
    assert {entry.tpn for entry in could_be_included(round_)} == {4, 9}
    branch = branch_of(round_, {entry.pk for entry in late})
    assert (branch.boards, branch.bye.tpn) == (5, 11)
    assert branch.gone and branch.new
    assert seats(made) == draft  # looking changes nothing
    drafts.promote_branch(
        tournament=made,
        number=1,
        include={entry.pk for entry in late},
        fingerprint=branch.fingerprint,
        by=chief,
    )
    after = seats(made)
    assert [row[3] for row in after if row[2] is None] == ["U"]
    assert len(after) == 6
    assert not draft_is_stale(made.rounds.get(number=1))
    factories.publish(made, 1)


def test_another_draft_is_taken_only_as_it_was_looked_at():
    made, given = paired(8)
    branch = branch_of(made.rounds.get(number=1), set())
    confirmed(withdraw_player, tournament=made, entry=factories.entry(made, 8), by=given["by"])
    before = seats(made)
    with pytest.raises(Refused, match="Look again"):
        drafts.promote_branch(**given, include=set(), fingerprint=branch.fingerprint)
    assert seats(made) == before
    assert made.rounds.get(number=1).status == Round.Status.DRAFT


def test_a_failed_pairing_leaves_the_draft_there():
    made = factories.tournament(2, total_rounds=3)
    factories.play(made, 1)
    given = {"tournament": made, "number": 2, "by": factories.chief_of(made)}
    manual_pairing.begin(**given)
    confirmed(manual_pairing.seat, **given, white=2, black=1)
    confirmed(manual_pairing.finish, **given)
    with pytest.raises(Refused):
        confirmed(pairing.request_pairing, **given)
    assert made.rounds.get(number=2).status == Round.Status.DRAFT
    assert seats(made, 2) == [(1, 2, 1, "")]


# --- Tables and checks ----------------------------------------------------------------------------


def test_a_fixed_table_follows_the_player_and_the_others_keep_their_order():
    made = factories.tournament(10)
    Entry.objects.filter(tournament=made, tpn=4).update(fixed_board=1)
    factories.pair(made, 1)
    made.refresh_from_db()  # the colour was drawn
    assert [(b, {w, x}) for b, w, x, _bye in seats(made)] == [
        (1, {4, 9}),
        (2, {1, 6}),
        (3, {2, 7}),
        (4, {3, 8}),
        (5, {5, 10}),
    ]
    found = {str(check.label): check.findings for check in draft_checks(made.rounds.get(number=1))}
    assert not any(found.values())
    assert "Players with a table of their own sit there" in found
    assert "No forbidden pair" in found


def test_the_checks_of_a_draft_name_what_is_wrong():
    made, given = paired(8, rounds_played=1)
    met = Pairing.objects.filter(round__tournament=made, round__number=1, board=1).get()
    manual_pairing.begin(**given)
    one, two = met.white.tpn, met.black.tpn
    rival = Pairing.objects.filter(round__number=2, round__tournament=made)
    row = rival.filter(white__tpn=one).first() or rival.get(black__tpn=one)
    opponent = row.black if row.white.tpn == one else row.white
    confirmed(manual_pairing.swap, **given, one=opponent.tpn, two=two)
    made.refresh_from_db()
    texts = [
        finding.text
        for check in draft_checks(made.rounds.get(number=2))
        for finding in check.findings
    ]
    assert any("have met before" in text for text in texts)
    assert any("was set by hand" in text for text in texts)
