"""Corrections that reach further than the game they are made in."""

import pytest

from tests.tournaments.knockout_events import announced, enter, knockout, play_out
from tests.tournaments.services.test_playoff_service import all_level, prepared
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Knockout
from tournaments.queries.knockout.course import course_of
from tournaments.queries.knockout.desk import restore_point, uncounted
from tournaments.services.knockout import drawing, planning, playing
from tournaments.services.knockout.restoring import restore_games

pytestmark = pytest.mark.django_db

FIXED = {"phases": [[2, 1200, 1200, 0]]}


def record(found: Knockout) -> dict:
    return {
        row.key: (row.white.name, row.black.name, row.result, row.later_flag, row.moves)
        for row in course_of(found).games.values()
        if row.result
    }


def clear(found: Knockout, key) -> None:
    row = course_of(found).games[key]
    confirmed(playing.enter_game, knockout=found, key=key, code="", version=row.version, by=None)


def test_a_6_no_correction_is_taken_back_into_a_plan_announced_anew():
    """Its games belonged to the announcement that was taken back."""
    found = announced(knockout(4, settings=FIXED))
    play_out(found, games=5)
    clear(found, ("1.1", 0, 2, 1))  # and the game of the final with it
    point = restore_point(found)
    for key in record(found):
        clear(found, key)
    planning.take_back_plan(knockout=found, by=None)
    assert restore_point(found) is None
    announced(found)
    assert restore_point(found) is None
    with pytest.raises(Refused, match="no correction to take back"):
        restore_games(knockout=found, log_id=point.pk, by=None)


def group_a_by_moves(found: Knockout) -> None:
    """C.5, C.2: all is level in group A, also after the golden points; the moves decide."""

    def circle(due) -> str:
        """In each of the groups everybody wins once."""
        order = [entry.name for entry in course_of(found).people.values()]
        group = "A" if due.tie.startswith("A") else "B"
        places = {"A": (1, 4, 5), "B": (2, 3, 6)}[group]
        line = [place for place in places if place <= len(order)]
        return "10" if line[(line.index(due.white) + 1) % 3] == due.black else "01"

    for _game in range(60):
        due = [one for one in course_of(found).progress.due if one.tie != "final"]
        if not due:
            break
        enter(found, due[0], circle(due[0]))
    for place, game in enumerate(uncounted(course_of(found))):
        playing.count_moves(knockout=found, moves={game.row.pk: 30 + place}, by=None)


def test_c_2_moves_counted_wrongly_ask_before_they_take_the_final_out():
    found = announced(prepared(all_level(6)))
    group_a_by_moves(found)
    play_out(found)
    whole, order = record(found), course_of(found).order()
    final = course_of(found).games["final", 0, 1, 1]
    assert final.result
    games = [row for key, row in course_of(found).games.items() if key[0] == "A golden berger"]
    moves = {row.pk: 70 - row.moves for row in games}  # the slowest is the quickest
    with pytest.raises(NeedsConfirmation) as asked:
        playing.count_moves(knockout=found, moves=moves, by=None)
    assert [reason.code for reason in asked.value.reasons] == ["knockout.moves_effect"]
    assert final.white.name in str(asked.value.reasons[0])
    assert record(found) == whole
    confirmed(playing.count_moves, knockout=found, moves=moves, by=None)
    assert ("final", 0, 1, 1) not in record(found)
    assert not course_of(found).progress.finished
    confirmed(restore_games, knockout=found, log_id=restore_point(found).pk, by=None)
    assert (record(found), course_of(found).order()) == (whole, order)


def test_moves_that_change_nothing_for_others_do_not_ask():
    found = announced(prepared(all_level(6)))
    group_a_by_moves(found)
    play_out(found)
    order = course_of(found).order()
    row = course_of(found).games["final", 0, 1, 1]
    playing.count_moves(knockout=found, moves={row.pk: 33}, by=None)
    assert course_of(found).order() == order
    assert course_of(found).games["final", 0, 1, 1].moves == 33
    lines = found.tournament.log
    label = f"{row.white.name} – {row.black.name}"
    assert lines.filter(act="knockout.moves", label=label).count() == 1


def test_a_29_a_colour_chosen_comes_back_with_the_result_corrected_by_mistake():
    """No game was played by it, so nobody is asked."""
    found = announced(knockout(2, settings=FIXED))
    for code in ("10", "10"):
        enter(found, course_of(found).progress.due[0], code)
    drawing.enter_lot(knockout=found, draw="1.1 golden", order=[2, 1], by=None)
    row = course_of(found).games["1.1", 0, 2, 1]
    playing.enter_game(knockout=found, key=row.key, code="==", version=row.version, by=None)
    assert course_of(found).progress.finished
    assert not found.lots.exists()
    confirmed(restore_games, knockout=found, log_id=restore_point(found).pk, by=None)
    golden = course_of(found).progress.due[0]
    assert (golden.golden, golden.white, golden.black) == (True, 2, 1)
    assert course_of(found).games["1.1", 0, 2, 1].result == "10"
    assert restore_point(found) is None
