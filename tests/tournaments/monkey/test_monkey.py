"""No sequence of an arbiter's acts loses, corrupts or leaks anything.

A machine does at random what an arbiter can do, possible or not, and answers questions as a page
does. The judges look after each act, the eyes of others from time to time.
"""

from collections import Counter
from typing import Any, ClassVar

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from tests import factories
from tests.tournaments.monkey import eyes
from tests.tournaments.monkey.desk import NO, Desk, swiss
from tests.tournaments.monkey.hands import usual
from tests.tournaments.monkey.with_players import WithPlayers
from tests.tournaments.monkey.with_rounds import WithRounds
from tournaments.services.reports import finishing
from tournaments.services.results.entering import check_result
from tournaments.services.rounds.publication import finish_round

pytestmark = pytest.mark.django_db


class Example:
    """One run of a machine, whose traces in the database are taken back at its end."""

    desk: Desk
    #: how many acts of all machines of the kind, and what was refused
    played: ClassVar[Counter[str]]

    def __init__(self) -> None:
        super().__init__()
        cache.clear()
        self.changes = transaction.atomic()
        self.changes.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.changes.__exit__(None, None, None)
        if hasattr(self, "desk"):
            self.played.update(events=1, acts=self.desk.acts, **self.desk.refusals)


class Monkey(WithPlayers, WithRounds, Example, RuleBasedStateMachine):
    """An individual Swiss event."""

    @initialize(
        number=st.integers(0, 2**31 - 1),
        players=st.integers(5, 10),
        rounds=st.integers(3, 6),
        late_bye=st.sampled_from("ZH"),
        system=st.sampled_from(
            (*["fide2026.dutch"] * 4, "handbook.dutch", "handbook.dubov", "handbook.lim")
        ),
        acceleration=st.sampled_from(("", "", "", "baku")),
        bye_points=st.sampled_from((10, 10, 5)),
        steps=st.integers(0, 9),
        codes=usual,
    )
    def begin(
        self, number, players, rounds, late_bye, system, acceleration, bye_points, steps, codes
    ):
        made = swiss(
            seed=number,
            players=players,
            total_rounds=rounds,
            late_bye=late_bye,
            system=system,
            acceleration=acceleration if system == "fide2026.dutch" else "",
            bye_points=bye_points,
            no_byes_in_last=number % 2,
        )
        self.desk = Desk(made)
        self.go_on(steps, codes)

    # --- The usual way ----------------------------------------------------------------------------

    @rule(steps=st.integers(1, 8), codes=usual)
    def go_on(self, steps, codes):
        for _step in range(steps):
            self.desk.go_on(codes)

    @rule(codes=usual)
    def go_a_step(self, codes):
        self.desk.go_on(codes)

    @rule(codes=usual)
    def a_round_is_played(self, codes):
        for _step in range(4):
            self.desk.go_on(codes)

    @rule(number=st.integers(0, 8))
    def pair_any_round(self, number):
        self.desk.pair(number)

    @rule(number=st.integers(0, 8))
    def publish_any_round(self, number):
        self.desk.publish(number)

    @rule(number=st.integers(0, 8))
    def finish_any_round(self, number):
        self.desk.do(finish_round, number=number)

    @rule(codes=usual)
    def finish_and_reopen(self, codes):
        desk = self.desk
        for row in desk.games():
            if row.result == "??":
                desk.enter(row, "==")
        desk.do(finish_round, number=desk.tournament.total_rounds)
        desk.there_and_back(
            lambda: desk.do(finishing.finish_tournament),
            lambda _: self.while_over(codes) or desk.do(finishing.reopen_tournament),
        )

    def while_over(self, codes):
        """Nothing that counts moves any more."""
        desk = self.desk
        before = desk.now.seats
        for row in desk.games()[:2]:
            desk.enter(row, codes[0])
        desk.undo_irregular(len(codes))
        assert desk.now.seats == before

    # --- The eyes of others -----------------------------------------------------------------------

    @rule(number=st.integers(0, 6))
    def strangers_look(self, number):
        eyes.strangers_look(self.desk.tournament, number or self.desk.coming)

    @rule(number=st.integers(1, 6))
    def desk_looks(self, number):
        eyes.desk_looks(self.desk.tournament, min(number, self.desk.tournament.total_rounds))

    @rule()
    def checker_looks(self):
        eyes.judged(self.desk.tournament)

    @rule()
    def another_event_takes_it_over(self):
        if self.desk.coming > 1:
            eyes.taken_over(self.desk.tournament)


def let_loose(kind: type, number: int, examples: int, steps: int, **more: Any) -> Counter[str]:
    machine = seed(number)(type(kind.__name__, (kind,), {"played": Counter()}))
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            print_blob=False,
            suppress_health_check=list(HealthCheck),
            **more,
        ),
    )
    return machine.played


def test_a_refused_second_reading_may_leave_its_doubt_and_nothing_else():
    tournament = factories.tournament(4, total_rounds=3)
    factories.play(tournament, 1)
    desk = Desk(tournament)
    board, other = desk.games(1)
    once_more = {"rows": {board.pk}, "silent": True}
    desk.do(check_result, pairing_id=board.pk, code=board.result, **once_more)
    differs = "10" if board.result != "10" else "01"
    assert desk.do(check_result, pairing_id=board.pk, code=differs, **once_more) is NO
    board.refresh_from_db()
    assert (board.checked_at, board.read_differently) == (None, differs)
    with pytest.raises(AssertionError, match="became"):
        desk.do(check_result, pairing_id=other.pk, code=other.result, **once_more)


def test_nothing_is_lost_spoiled_or_told_too_early_by_any_acts():
    played = let_loose(Monkey, 1, examples=3, steps=25)
    # The one finds an event on its way, the next a wall at every turn: both were there.
    assert played["events"] >= 3
    assert 2 * played["acts"] > 3 * (played.total() - played["acts"] - played["events"]) > 0


@pytest.mark.full
@pytest.mark.parametrize("number", range(2, 10))
def test_nothing_is_lost_spoiled_or_told_too_early_by_many_acts(number):
    let_loose(Monkey, number, examples=20, steps=50)
