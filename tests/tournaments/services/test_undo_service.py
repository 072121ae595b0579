"""Acts that breach the integrity of the pairings: logged, written, asked about, one click back."""

import ast
from copy import deepcopy
from functools import partial
from pathlib import Path

import pytest

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tournaments import services
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.kernel.log import record
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, ForbiddenPairing, LogEntry, Pairing, Round
from tournaments.queries.reports.irregular import acts_of, irregular_lines
from tournaments.queries.reports.trf import report
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.forbidden import allow_again, forbid
from tournaments.services.entries.listing import enter_player
from tournaments.services.entries.renumbering import exchange_numbers, renumber_by_rating
from tournaments.services.reports.round_import import import_round
from tournaments.services.results.correcting import correct_report
from tournaments.services.results.entering import check_result, enter_result
from tournaments.services.results.undo import WAYS_BACK, undo_act, undoable
from tournaments.services.rounds import manual_pairing, pairing
from tournaments.services.rounds.publication import finish_round
from tournaments.services.setup.events import change_tournament, leave_fide_mode

pytestmark = pytest.mark.django_db


def board(tournament, number, board) -> Pairing:
    return Pairing.objects.get(round__tournament=tournament, round__number=number, board=board)


def setting(made, code, row):
    return partial(
        enter_result,
        tournament=made,
        pairing_id=row.pk,
        code=code,
        version=row.version,
        reason="slip",
        by=factories.chief_of(made),
    )


@pytest.fixture(scope="module")
def made_once(standing):
    """Three of six rounds, the third being played, an adjourned game in the first."""
    made = factories.tournament(8, total_rounds=6, initial_colour="w")
    chief = factories.chief_of(made)
    factories.play(made, 1)
    row = board(made, 1, 4)
    confirmed(setting(made, "??", row))
    for number in (2, 3):
        confirmed(pairing.request_pairing, tournament=made, number=number, by=chief)
        factories.publish(made, number)
        if number == 2:
            factories.enter_all(made, number)
    made.refresh_from_db()
    return made


@pytest.fixture
def made(made_once):
    return deepcopy(made_once)


def test_a_cleared_result_that_is_put_back_finishes_its_round_again():
    made = factories.tournament(4, total_rounds=2)
    chief = factories.chief_of(made)
    factories.play(made, 2)
    finish_round(tournament=made, number=2, by=chief)
    row = board(made, 2, 1)
    confirmed(setting(made, "??", row))
    row.refresh_from_db()
    confirmed(setting(made, "", row))
    status = made.rounds.values_list("status", flat=True)
    assert status.get(number=2) == Round.Status.PUBLISHED
    confirmed(undo_act, tournament=made, line=made.log.order_by("-pk")[0], by=chief)
    row.refresh_from_db()
    assert row.result == "??"
    assert status.get(number=2) == Round.Status.FINISHED


def test_a_round_in_which_a_result_is_in_doubt_by_now_is_not_finished_again():
    made = factories.tournament(4, total_rounds=2)
    chief = factories.chief_of(made)
    factories.play(made, 2)
    finish_round(tournament=made, number=2, by=chief)
    row, other = board(made, 2, 1), board(made, 2, 2)
    confirmed(setting(made, "", row))
    cleared = made.log.order_by("-pk")[0]
    differs = "01" if other.result != "01" else "10"
    with pytest.raises(Refused):
        check_result(tournament=made, pairing_id=other.pk, code=differs, by=chief)
    confirmed(undo_act, tournament=made, line=cleared, by=chief)
    row.refresh_from_db()
    assert row.result
    assert made.rounds.get(number=2).status == Round.Status.PUBLISHED


# Each act: prepare it, and what it changes.


def correction(made):
    row = board(made, 2, 1)
    return setting(made, "00", row)


def adjournment(made):
    return setting(made, "10", board(made, 1, 4))


def for_the_report(made):
    row = board(made, 1, 1)
    code = "01" if row.result != "01" else "10"
    return partial(
        correct_report,
        tournament=made,
        pairing_id=row.pk,
        code=code,
        reason="slip",
        by=factories.chief_of(made),
    )


def exchange(made):
    one, two = factories.entry(made, 1), factories.entry(made, 2)
    Entry.objects.filter(pk=two.pk).update(rating=one.rating)
    by = factories.chief_of(made)
    return partial(exchange_numbers, tournament=made, first=one, second=two, by=by)


def regeneration(made):
    Entry.objects.filter(pk=factories.entry(made, 8).pk).update(rating=2800)
    return partial(renumber_by_rating, tournament=made, by=factories.chief_of(made))


def configuration(made):
    confirmed(leave_fide_mode, tournament=made, by=factories.chief_of(made))
    return partial(
        change_tournament,
        tournament=made,
        by=factories.chief_of(made),
        values={"total_rounds": 7, "tie_breaks": ["SB"]},
    )


def prohibition(made):
    confirmed(leave_fide_mode, tournament=made, by=factories.chief_of(made))
    entries = [factories.entry(made, 1), factories.entry(made, 8)]
    return partial(forbid, tournament=made, by=factories.chief_of(made), entries=entries)


def alteration(made):
    given = {"tournament": made, "number": 3, "by": factories.chief_of(made)}
    manual_pairing.begin(**given)
    confirmed(manual_pairing.turn_colours, **given, board=1)
    return partial(manual_pairing.finish, **given)


def full_bye(made):
    return partial(
        grant_bye,
        tournament=made,
        entry=factories.entry(made, 3),
        round_number=5,
        kind="F",
        by=factories.chief_of(made),
    )


ACTS = {
    "Correction": correction,
    "Adjournment": adjournment,
    "Report": for_the_report,
    "Exchange": exchange,
    "Renumbering": regeneration,
    "Configuration": configuration,
    "Prohibition": prohibition,
    "MPA": alteration,
    "FPB": full_bye,
}


def picture(made) -> tuple:
    """Everything that the acts could change."""
    made.refresh_from_db()
    return (
        sorted(made.entries.values_list("pk", "tpn")),
        sorted(
            Pairing.objects.filter(round__tournament=made).values_list(
                "round__number", "board", "white", "black", "bye", "result", "reported_result"
            ),
            key=str,
        ),
        made.total_rounds,
        made.rounds.count(),
        made.tie_breaks,
        list(ForbiddenPairing.objects.filter(tournament=made).values_list("pk", "last_round")),
        sorted(
            made.entries.values_list("bye_requests__round_number", "bye_requests__kind"), key=str
        ),
        [line for line in irregular_lines(made) if "FIDE mode left" not in line],
    )


@pytest.mark.parametrize("kind", ACTS)
def test_q112_to_q115_logged_written_asked_and_one_click_back(made, kind):
    act = ACTS[kind](made)
    before = picture(made)
    logged = LogEntry.objects.count()
    with pytest.raises(NeedsConfirmation) as question:  # Q115
        act()
    assert question.value.level >= (2 if kind == "FPB" else 3)
    assert LogEntry.objects.count() == logged
    confirmed(act)
    line = LogEntry.objects.exclude(irregular="").order_by("id").last()  # Q112
    assert line.by == factories.chief_of(made)
    assert line.before is not None or kind in ("Prohibition", "FPB")
    assert line.after is not None and line.at is not None
    text = report(made).decode()  # Q113
    name = {"Exchange": "Renumbering", "Prohibition": "Configuration"}.get(kind, kind)
    assert f"### {name} @ Round " in text
    assert picture(made) != before
    undo = partial(undo_act, tournament=made, line=line, by=factories.chief_of(made))
    with pytest.raises(NeedsConfirmation) as question:  # Q114
        undo()
    assert question.value.level == 3
    confirmed(undo)
    if kind != "MPA":  # that began before the picture; see the next test
        assert picture(made) == before
    told = report(made).decode().replace("FIDE mode left", "")
    assert f"### {name} @ Round " not in told.replace("### Configuration @ Round 3: \r\n", "")
    with pytest.raises(Refused, match="undone already"):
        undo_act(tournament=made, line=line, by=None)


def test_q114_a_manual_alteration_is_undone_to_the_restore_point(made):
    seats = list(made.rounds.get(number=3).pairings.order_by("id").values_list("white", "black"))
    confirmed(alteration(made))
    line = LogEntry.objects.get(irregular="MPA")
    confirmed(undo_act, tournament=made, line=line, by=factories.chief_of(made))
    assert seats == list(
        made.rounds.get(number=3).pairings.order_by("id").values_list("white", "black")
    )
    assert list(irregular_lines(made)) == []


def test_q114_an_imported_round_is_given_back_and_the_draft_before_it_is_there_again():
    made = factories.tournament(8, initial_colour="w")
    factories.play(made, 2)
    other = factories.tournament(8, initial_colour="w")
    factories.play(other, 1)
    for row in other.rounds.get(number=1).pairings.all():
        source = Pairing.objects.get(
            round__tournament=made, white__tpn=row.white.tpn, round__number=1
        )
        Pairing.objects.filter(pk=row.pk).update(result=source.result)
    factories.pair(other, 2)
    draft = list(other.rounds.get(number=2).pairings.order_by("id").values())
    by = factories.chief_of(other)
    confirmed(import_round, tournament=other, number=2, data=report(made), by=by)
    assert other.rounds.get(number=2).imported
    line = LogEntry.objects.get(tournament=other, irregular="Import")
    confirmed(undo_act, tournament=other, line=line, by=by)
    round_ = other.rounds.get(number=2)
    assert (round_.imported, round_.status) == (False, "draft")
    now = list(round_.pairings.order_by("id").values())
    keep = ("id", "board", "white_id", "black_id", "bye", "result")
    assert [[row[k] for k in keep] for row in now] == [[row[k] for k in keep] for row in draft]
    factories.publish(other, 2)


def test_q114_what_a_published_round_was_built_on_stays(made):
    chief = factories.chief_of(made)
    confirmed(correction(made))
    confirmed(adjournment(made))
    confirmed(exchange(made))
    factories.enter_all(made, 3)
    factories.play(made, 4, first=4)
    before = picture(made)
    for line in LogEntry.objects.filter(tournament=made).exclude(irregular=""):
        with pytest.raises(Refused, match="Round 4 was paired and published after"):
            undo_act(tournament=made, line=line, by=chief)
    assert picture(made) == before
    assert check(read(report(made))).clean


def test_q114_what_was_changed_again_is_not_overwritten(made):
    chief = factories.chief_of(made)
    confirmed(correction(made))
    first = LogEntry.objects.get(irregular="Correction")
    confirmed(setting(made, "==", board(made, 2, 1)))
    with pytest.raises(Refused, match="changed again since"):
        undo_act(tournament=made, line=first, by=chief)
    confirmed(exchange(made))
    numbers = LogEntry.objects.get(irregular="Renumbering")
    made.late_entries_until = 5
    made.save()
    enter_player(tournament=made, by=chief, values={"name": "Late", "fide_rating": 2700})
    with pytest.raises(Refused, match="changed again since"):
        undo_act(tournament=made, line=numbers, by=chief)


def test_q45_leaving_fide_mode_has_no_way_back(made):
    confirmed(leave_fide_mode, tournament=made, by=factories.chief_of(made))
    line = LogEntry.objects.get(act="tournament.left_fide_mode")
    with pytest.raises(Refused, match="not regained"):
        undo_act(tournament=made, line=line, by=factories.chief_of(made))


def test_q114_a_regular_act_is_not_undone_here(made):
    line = LogEntry.objects.filter(tournament=made, act="round.published").first()
    with pytest.raises(Refused, match="nothing to undo"):
        undo_act(tournament=made, line=line, by=None)


def test_q115_taking_a_prohibition_back_after_round_1_asks_at_level_3(made):
    confirmed(prohibition(made))
    rule = ForbiddenPairing.objects.get()
    given = {"tournament": made, "rule": rule, "by": factories.chief_of(made)}
    with pytest.raises(NeedsConfirmation) as question:
        allow_again(**given)
    assert question.value.level == 3
    confirmed(allow_again, **given)
    assert not ForbiddenPairing.objects.exists()  # no round was paired by it


def test_q190_a_correction_needs_its_reason(made):
    row = board(made, 2, 1)
    with pytest.raises(Refused, match="give the reason"):
        confirmed(
            enter_result,
            tournament=made,
            pairing_id=row.pk,
            code="00",
            version=row.version,
            by=factories.chief_of(made),
        )


# --- Every irregular act has its place in the table -----------------------------------------------


def irregular_acts() -> set[str]:
    """The acts that services record as irregular, by the source: the name that `record` is given,
    else the name of the act around it."""
    found = set()
    for path in sorted(Path(services.__file__).parent.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
            around = [words(one.args[0]) for one in calls if ast.unparse(one.func) == "act"]
            for call in calls:
                kinds = [word.arg for word in call.keywords]
                if ast.unparse(call.func).endswith(".record") and "irregular" in kinds:
                    names = words(call.args[1]) if len(call.args) > 1 else around[0]
                    assert names, f"{path.name}:{call.lineno}"
                    found |= names
    return found


def words(node: ast.expr) -> set[str]:
    constants = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
    return {one for one in constants if isinstance(one, str) and one}


def test_every_irregular_act_has_a_way_back_or_says_why_not():
    assert irregular_acts() == set(WAYS_BACK)


def test_an_irregular_act_without_a_way_back_is_neither_offered_nor_done(made):
    line = record("anything.new", by=None, tournament=made, target=made, irregular="Correction")
    assert undoable(made, [line], acts_of(made)) == set()
    with pytest.raises(Refused) as refused:
        undo_act(tournament=made, line=line, by=factories.chief_of(made))
    assert refused.value.code == "undo.nothing"
