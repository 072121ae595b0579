"""FIDE's checklist: what a published round has fixed stays fixed when the round is taken back.

Questions 57, 93, 109, 110, 115, 189, 191, 195, 196 and 200, by the ways around the front door.
"""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Pairing, Round
from tournaments.queries.reports.irregular import irregular_lines
from tournaments.queries.reports.trf import report
from tournaments.queries.results.window import Window, window
from tournaments.services.entries.forbidden import allow_again, forbid
from tournaments.services.entries.listing import change_entry, enter_player
from tournaments.services.results.entering import SLIP_OF_TYPING, enter_result
from tournaments.services.results.undo import undo_act
from tournaments.services.rounds.drafts import discard_draft
from tournaments.services.rounds.publication import unpublish_round
from tournaments.services.setup.events import change_tournament, leave_fide_mode
from tournaments.snapshot import snapshot

pytestmark = pytest.mark.django_db


def by(tournament):
    return factories.chief_of(tournament)


def refused(act, match: str) -> None:
    with pytest.raises(Refused, match=match):
        act()


def enter(made, board: Pairing, code: str, **more):
    board.refresh_from_db()
    return partial(
        enter_result,
        tournament=made,
        pairing_id=board.pk,
        code=code,
        version=board.version,
        by=by(made),
        **more,
    )


def unwind(made, number: int) -> None:
    """Take a round back and throw its pairing away."""
    confirmed(unpublish_round, tournament=made, number=number, reason="a mistake", by=by(made))
    confirmed(discard_draft, tournament=made, number=number, by=by(made))


def edit(entry: Entry, **values) -> None:
    entry.refresh_from_db()
    made = entry.tournament
    change_entry(tournament=made, entry=entry, version=entry.version, by=by(made), values=values)


def groups(made, number: int) -> list[list[str]]:
    before = snapshot(made, before_round=number)
    return [
        sorted(before.entries[tpn].name for tpn in group.players)
        for group in before.state.forbidden
    ]


# --- Settings (57, 93, 109, 110, 200) and prohibitions (195, 196) ---------------------------------

LOCKED = [
    {"total_rounds": 6},
    {"system": "fide2026.dubov"},
    {"acceleration": "baku"},
    {"tie_breaks": ["SB"]},
    {"bye_points": 5},
]


@pytest.mark.parametrize("values", LOCKED, ids=lambda values: next(iter(values)))
def test_a_round_taken_back_does_not_open_the_settings(values):
    made = factories.tournament(8)
    factories.pair(made, 1)
    factories.publish(made, 1)
    unwind(made, 1)
    made.refresh_from_db()
    assert made.round(1).status == Round.Status.PLANNED and made.fide_mode
    refused(partial(change_tournament, tournament=made, by=by(made), values=values), "FIDE mode")


def test_settings_of_a_round_that_was_only_a_draft_are_open_again():
    made = factories.tournament(8)
    factories.pair(made, 1)
    confirmed(discard_draft, tournament=made, number=1, by=by(made))
    change_tournament(tournament=made, by=by(made), values={"total_rounds": 6})
    assert made.fide_mode


def test_outside_fide_mode_what_was_fixed_is_changed_as_an_irregular_act():
    made = factories.tournament(8)
    factories.pair(made, 1)
    factories.publish(made, 1)
    unwind(made, 1)
    confirmed(leave_fide_mode, tournament=made, by=by(made))
    confirmed(change_tournament, tournament=made, by=by(made), values={"total_rounds": 6})
    assert any("Configuration" in line and "total_rounds" in line for line in irregular_lines(made))


def test_a_round_taken_back_does_not_open_the_prohibitions():
    made = factories.tournament(8)
    Entry.objects.filter(tournament=made, tpn__in=(1, 2)).update(club="Tower")
    rule = confirmed(forbid, tournament=made, by=by(made), sharing="club", value="Tower")
    factories.pair(made, 1)
    factories.publish(made, 1)
    unwind(made, 1)
    named = [factories.entry(made, 3), factories.entry(made, 4)]
    refused(partial(forbid, tournament=made, by=by(made), entries=named), "Round 1 is paired")
    refused(partial(allow_again, tournament=made, rule=rule, by=by(made)), "Round 1 is paired")


@pytest.mark.parametrize(
    ("sharing", "field", "value", "other"),
    [
        ("club", "club", "Tower", "Bridge"),
        ("federation", "federation", "GER", "FRA"),
        ("family", "name", "Kaya, {}", "Demir, {}"),
    ],
)
def test_correcting_the_data_of_a_player_makes_and_ends_no_prohibition(
    sharing, field, value, other
):
    made = factories.tournament(12, total_rounds=5)
    people = [factories.entry(made, tpn) for tpn in (1, 2, 3)]
    for who, entry in zip(("Ali", "Ece", "Can"), people, strict=True):
        told = value if entry.tpn < 3 else other
        edit(entry, **{field: told.format(who)})
    one = value if sharing == "federation" else ""  # the others are all of one federation
    confirmed(forbid, tournament=made, by=by(made), sharing=sharing, value=one)
    assert [len(group) for group in groups(made, 1)] == [2]
    factories.play(made, 2)
    for who, entry in zip(("Ali", "Ece", "Can"), people, strict=True):
        told = other if entry.tpn < 3 else value
        edit(entry, **{field: told.format(who)})
    (group,) = snapshot(made, before_round=3).state.forbidden
    assert group.players == {1, 2}
    factories.play(made, 3, first=3)
    assert check(read(report(made))).clean


def test_somebody_who_comes_late_is_fixed_with_the_round_that_pairs_them():
    made = factories.tournament(8, total_rounds=5, late_entries_until=4)
    Entry.objects.filter(tournament=made, tpn__in=(1, 2)).update(club="Tower")
    confirmed(forbid, tournament=made, by=by(made), sharing="club", value="Tower")
    factories.play(made, 1)
    values = {"name": "Late", "fide_rating": 2400, "club": "Tower"}
    late = enter_player(tournament=made, by=by(made), values=values)
    assert [len(group) for group in groups(made, 2)] == [3]
    edit(late, club="Bridge")
    assert [len(group) for group in groups(made, 2)] == [2]
    edit(late, club="Tower")
    factories.play(made, 2, first=2)
    edit(late, club="Bridge")
    assert [len(group) for group in groups(made, 3)] == [3]


# --- The past (189, 191) --------------------------------------------------------------------------


def test_q189_a_round_taken_back_leaves_the_one_before_it_to_corrections():
    made = factories.tournament(8)
    factories.play(made, 1)
    board = Pairing.objects.filter(round__tournament=made, round__number=1, board=1).get()
    other = "01" if board.result != "01" else "10"
    factories.pair(made, 2)
    factories.publish(made, 2)
    unwind(made, 2)
    assert window(made.round(1)) is Window.CORRECTION
    refused(enter(made, board, other), "give the reason")
    refused(enter(made, board, ""), "not removed")
    with pytest.raises(NeedsConfirmation, match=r"result\.correct") as question:
        enter(made, board, other, reason="the slip")()
    assert "taken back" in str(question.value.reasons[0]) and question.value.level == 3
    confirmed(enter(made, board, other, reason="the slip"))
    factories.pair(made, 2)
    factories.publish(made, 2)
    assert check(read(report(made))).clean


def test_q191_rounds_before_it_stay_closed():
    made = factories.tournament(8)
    factories.play(made, 2)
    factories.pair(made, 3)
    factories.publish(made, 3)
    unwind(made, 3)
    assert window(made.round(1)) is Window.REPORT_ONLY
    board = Pairing.objects.filter(round__tournament=made, round__number=1, board=1).get()
    other = "01" if board.result != "01" else "10"
    refused(enter(made, board, other, reason="late"), "only be corrected in the rating report")


def test_q191_a_closed_result_is_not_made_an_adjourned_one():
    made = factories.tournament(8)
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    board = Pairing.objects.filter(round__tournament=made, round__number=1, board=1).get()
    refused(enter(made, board, "??", reason="goes on tomorrow"), "no longer be adjourned")


# --- Clearing -------------------------------------------------------------------------------------


@pytest.fixture
def finished():
    made = factories.tournament(8)
    factories.play(made, 1)
    rows = Pairing.objects.filter(round__tournament=made)
    rows.update(entered_at=timezone.now() - SLIP_OF_TYPING - timedelta(minutes=1))
    return made


def test_clearing_a_result_is_asked_about_and_told_in_the_report(finished):
    board = Pairing.objects.games().get(round__tournament=finished, board=1)
    before = board.result
    with pytest.raises(NeedsConfirmation, match=r"result\.clear") as question:
        enter(finished, board, "")()
    assert question.value.level == 3
    confirmed(enter(finished, board, ""))
    (line,) = irregular_lines(finished)
    pair = f"{board.white.tpn}-{board.black.tpn}"
    assert line == f"### Correction @ Round 1: {pair}, {before[0]}-{before[1]} cleared"
    act = finished.log.get(act="result.cleared")
    confirmed(undo_act, tournament=finished, line=act, by=by(finished))
    board.refresh_from_db()
    assert board.result == before and not list(irregular_lines(finished))


def test_the_line_stays_when_the_round_is_taken_back_afterwards(finished):
    for board in Pairing.objects.games().filter(round__tournament=finished):
        confirmed(enter(finished, board, ""))
    unwind(finished, 1)
    told = list(irregular_lines(finished))
    assert sum("cleared" in line for line in told) == 4 and any("MPA" in line for line in told)


def test_what_was_typed_on_the_wrong_board_is_cleared_without_a_question():
    made = factories.tournament(8)
    factories.pair(made, 1)
    factories.publish(made, 1)
    board = Pairing.objects.games().get(round__tournament=made, board=1)
    enter(made, board, "10")()
    enter(made, board, "")()
    board.refresh_from_db()
    assert board.result == "" and not list(irregular_lines(made))


# --- One answer, one question (115) ---------------------------------------------------------------


def test_q115_the_answer_about_two_players_says_nothing_about_others():
    made = factories.tournament(8)
    confirmed(leave_fide_mode, tournament=made, by=by(made))
    factories.play(made, 1)
    one, two, three = (factories.entry(made, tpn) for tpn in (1, 2, 3))
    ask = partial(forbid, tournament=made, by=by(made))
    with pytest.raises(NeedsConfirmation) as question:
        ask(entries=[one, two])
    for other in ({"entries": [one, three]}, {"entries": [one, two], "last_round": 4}):
        with pytest.raises(NeedsConfirmation):
            ask(confirmed=question.value.token, **other)
    ask(entries=[two, one], confirmed=question.value.token)
    assert made.forbidden_pairings.count() == 1
