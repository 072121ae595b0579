"""FIDE's checklist, the smaller questions: points, copies, what the checker and corrections say."""

import json
from functools import partial

import pytest

from pairing.state import Board, RoundPairing
from pairing.systems import system
from pairing.tools.cli import main
from pairing.trf import read
from pairing.verdicts import Broken
from tests import factories
from tests.tournaments.team_events import play_round, stronger, team_event
from tiebreaks.advice import advice, refuses
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Pairing
from tournaments.queries.reports.trf import report
from tournaments.services.entries.forbidden import forbid
from tournaments.services.results.entering import enter_result
from tournaments.services.setup.copying import copy_event
from tournaments.services.setup.events import change_tournament, leave_fide_mode
from tournaments.snapshot import snapshot

pytestmark = pytest.mark.django_db


def by(tournament):
    return factories.chief_of(tournament)


@pytest.mark.parametrize("points", [0, 5, 10])
def test_q74_three_results_of_the_same_worth_are_no_points(points):
    made = factories.tournament()
    values = {f"{name}_points": points for name in ("win", "draw", "loss")} | {"bye_points": 0}
    with pytest.raises(Refused, match="more than a loss"):
        change_tournament(tournament=made, by=by(made), values=values)


def test_q105_the_adjusted_score_is_of_the_buchholz_kind_and_not_for_round_robins():
    made = factories.tournament(system="handbook.round_robin", tie_break_edition="fide2026")
    assert "ADJ" not in made.tie_breaks
    facts = advice(["DE", "ADJ"], made.format.family, 5)
    assert [fact.values[0][1] for fact in facts if refuses(fact)] == ["ADJ"]


def test_a_copy_of_an_event_with_points_of_its_own_is_outside_fide_mode_as_well():
    made = factories.tournament()
    confirmed(leave_fide_mode, tournament=made, by=by(made))
    values = {"win_points": 10, "draw_points": 8, "loss_points": 0}
    change_tournament(tournament=made, by=by(made), values=values)
    event = copy_event(
        source=made.event, name="Next year", starts_on=made.event.starts_on, by=by(made)
    )
    (copy,) = event.tournaments.all()
    assert (copy.draw_points, copy.fide_mode) == (8, False)


def test_a_copy_of_one_that_left_fide_mode_for_nothing_that_it_copies_is_new_again():
    made = factories.tournament()
    confirmed(leave_fide_mode, tournament=made, by=by(made))
    event = copy_event(
        source=made.event, name="Next year", starts_on=made.event.starts_on, by=by(made)
    )
    assert event.tournaments.get().fide_mode


def test_q21_nothing_is_clean_where_a_file_could_not_be_read(tmp_path, capsys):
    good, bad = tmp_path / "good.trf", tmp_path / "bad.trf"
    made = factories.tournament(6)
    factories.play(made, 1)
    good.write_bytes(report(made))
    bad.write_text("no report")
    assert main(["check", "--json", str(good), str(bad)]) == 2
    assert json.loads(capsys.readouterr().out)["clean"] is False


def test_q194_who_must_not_meet_is_told_with_the_article():
    made = factories.tournament(6)
    pair = [factories.entry(made, 1), factories.entry(made, 4)]
    confirmed(forbid, tournament=made, by=by(made), entries=pair)
    factories.pair(made, 1)
    rows = made.rounds.get(number=1).pairings.games()
    assert not rows.filter(white__in=pair, black__in=pair).exists()
    given = RoundPairing(1, (Board(1, 4), Board(5, 2), Board(3, 6)), None)
    state = snapshot(made, before_round=1).state
    facts = system(made.system).violations(state, given)
    found = [fact for fact in facts if fact.code == Broken.FORBIDDEN_PAIR]
    assert [fact.article for fact in found] == ["C.05 art. 5.2"]


def test_q190_a_correction_before_the_last_round_promises_no_pairing():
    made = factories.tournament(6, total_rounds=2)
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    board = Pairing.objects.games().get(round__tournament=made, round__number=1, board=1)
    other = "01" if board.result != "01" else "10"
    change = partial(enter_result, tournament=made, pairing_id=board.pk, by=by(made))
    with pytest.raises(NeedsConfirmation) as question:
        change(code=other, version=board.version, reason="the slip")
    (told,) = question.value.reasons
    assert "counts for the standings." in str(told) and "pairing" not in str(told)


def test_q217_the_report_of_teams_names_its_tie_breaks():
    rules = {"primary": "MP", "edition": "fide2026", "tie_breaks": ["EDE", "PTS:GP"]}
    made = team_event(4, 2, rules=rules)
    play_round(made, 1, stronger)
    made.refresh_from_db()
    table = read(report(made))
    assert table.standings[0] in ("PTS", "GPTS") and table.standings[1:] == table.tie_breaks
    assert table.tie_breaks
