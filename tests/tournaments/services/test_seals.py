"""The seal on a draft (arbiter's day A07): a second engine pairs the same round."""

from dataclasses import replace

import pytest

from pairing.errors import NoLegalPairing
from pairing.fide2026 import witness
from pairing.state import Board
from tests import factories
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.kernel.jobs import run_in_stages
from tournaments.models import Job, Round
from tournaments.queries.rounds.seals import seal_of, seal_shown
from tournaments.services.rounds import seals
from tournaments.services.rounds.pairing import request_pairing
from tournaments.services.rounds.publication import publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(7)


def draft(tournament) -> Round:
    factories.pair(tournament, 1)
    return tournament.rounds.get(number=1)


def other_pairing(state, *_given):
    """The right round with two players exchanged."""
    right = witness_pair(state)
    one, two, *others = right.boards
    boards = (Board(one.white, two.black), Board(two.white, one.black), *others)
    return replace(right, boards=boards)


witness_pair = witness.pair


def acts(tournament) -> list[str]:
    return list(tournament.log.order_by("id").values_list("act", flat=True))


def test_a07_a_small_round_is_compared_at_once(tournament):
    round_ = draft(tournament)
    assert seal_of(round_) == {
        "fingerprint": round_.trace["fingerprint"],
        "outcome": "agree",
    }
    assert seal_shown(round_).state == "agree"
    assert acts(tournament)[-2:] == ["round.paired", "round.sealed"]
    assert not Job.objects.filter(kind=Job.Kind.SEAL).exists()


def test_a07_a_large_round_is_compared_by_a_worker(tournament, monkeypatch):
    monkeypatch.setattr(seals, "AT_ONCE", 0)
    round_ = draft(tournament)
    job = Job.objects.get(kind=Job.Kind.SEAL)
    assert (seal_shown(round_).state, seal_shown(round_).job) == ("checking", job)
    revision = tournament.revision
    run_in_stages(job.pk, seals.seal_round)
    job.refresh_from_db()
    round_.refresh_from_db()
    tournament.refresh_from_db()
    assert job.status == Job.Status.DONE
    assert seal_shown(round_).state == "agree"
    assert acts(tournament)[-1] == "round.sealed"
    # Nobody's confirmation becomes void because the seal came meanwhile.
    assert revision <= tournament.revision


def test_what_is_too_much_work_at_once_is_left_to_a_worker(tournament, monkeypatch):
    monkeypatch.setattr(seals, "STEPS_AT_ONCE", 1)
    round_ = draft(tournament)
    assert seal_of(round_) is None
    assert Job.objects.filter(kind=Job.Kind.SEAL, target=round_.pk).count() == 1


def test_a07_where_the_engines_differ_both_pairings_are_named(tournament, monkeypatch):
    monkeypatch.setattr(witness, "pair", other_pairing)
    shown = seal_shown(draft(tournament))
    assert (shown.state, shown.boards) == ("differ", "1, 2")
    names = [
        [(pair.white.tpn, pair.black.tpn) for pair in pairs]
        for pairs in (shown.first, shown.second)
    ]
    assert [len(pairs) for pairs in names] == [2, 2]
    assert not set(names[0]) & set(names[1])
    assert acts(tournament)[-1] == "round.seal_differs"


def test_a_second_engine_that_finds_no_pairing_differs_on_every_board(tournament, monkeypatch):
    def nothing(*_given):
        raise NoLegalPairing((1, 2))

    monkeypatch.setattr(witness, "pair", nothing)
    shown = seal_shown(draft(tournament))
    assert (shown.state, shown.boards, len(shown.first), shown.second) == (
        "differ",
        "1, 2, 3",
        4,
        (),
    )
    assert [pair.black for pair in shown.first].count(None) == 1


def test_publishing_what_the_engines_pair_differently_is_asked_with_the_boards(
    tournament, monkeypatch
):
    monkeypatch.setattr(witness, "pair", other_pairing)
    draft(tournament)
    chief = factories.chief_of(tournament)
    with pytest.raises(NeedsConfirmation) as asked:
        publish_round(tournament=tournament, number=1, by=chief)
    assert [reason.code for reason in asked.value.reasons] == [
        "round.publish_summary",
        "round.checks_fine",
        "seal.differ",
    ]
    assert "board 1, 2" in str(asked.value.reasons[2])
    assert asked.value.level == 2
    publish_round(tournament=tournament, number=1, by=chief, confirmed=asked.value.token)
    assert tournament.rounds.get(number=1).is_public


def test_publishing_waits_for_no_seal(tournament, monkeypatch):
    monkeypatch.setattr(seals, "AT_ONCE", 0)
    draft(tournament)
    chief = factories.chief_of(tournament)
    with pytest.raises(NeedsConfirmation) as asked:
        publish_round(tournament=tournament, number=1, by=chief)
    run_in_stages(Job.objects.get(kind=Job.Kind.SEAL).pk, seals.seal_round)
    # The same answer still holds: the worker has not touched the tournament.
    publish_round(tournament=tournament, number=1, by=chief, confirmed=asked.value.token)
    assert tournament.rounds.get(number=1).is_public
    assert seal_of(tournament.rounds.get(number=1))["outcome"] == "agree"


@pytest.mark.parametrize(
    ("error", "outcome"),
    [(witness.BudgetExhausted(), "too_large"), (RuntimeError("a mistake"), "broken")],
)
def test_a_second_engine_that_fails_leaves_the_draft_as_it_is(
    tournament, monkeypatch, error, outcome
):
    def failing(*_given):
        raise error

    monkeypatch.setattr(seals, "AT_ONCE", 0)
    monkeypatch.setattr(witness, "pair", failing)
    round_ = draft(tournament)
    run_in_stages(Job.objects.get(kind=Job.Kind.SEAL).pk, seals.seal_round)
    round_.refresh_from_db()
    assert (round_.status, seal_shown(round_).state) == (Round.Status.DRAFT, outcome)
    assert acts(tournament)[-1] == "round.not_sealed"


def test_more_players_than_allowed_are_not_checked(tournament, monkeypatch):
    monkeypatch.setattr(witness, "MAX_PLAYERS", 6)
    monkeypatch.setattr(seals, "AT_ONCE", 0)
    round_ = draft(tournament)
    run_in_stages(Job.objects.get(kind=Job.Kind.SEAL).pk, seals.seal_round)
    round_.refresh_from_db()
    assert seal_shown(round_).state == "too_large"


def test_a_seal_is_void_when_the_draft_stands_on_other_facts(tournament):
    round_ = draft(tournament)
    round_.trace["fingerprint"] = "another"
    round_.save()
    assert seal_of(round_) is None
    assert seal_shown(round_).state == "not_checked"
    # And nothing is compared with a record that the draft was not made from.
    job = seals.request_seal(tournament=tournament, number=1, by=None)
    run_in_stages(job.pk, seals.seal_round)
    round_.refresh_from_db()
    assert seal_of(round_) is None


def test_a_draft_made_anew_has_a_seal_of_its_own(tournament):
    before = draft(tournament).trace["seal"]
    entry = factories.entry(tournament, 3)
    entry.status = entry.Status.ABSENT
    entry.save()
    chief = factories.chief_of(tournament)
    request_pairing(tournament=tournament, number=1, by=chief)
    after = tournament.rounds.get(number=1).trace["seal"]
    assert (before["outcome"], after["outcome"]) == ("agree", "agree")
    assert before["fingerprint"] != after["fingerprint"]


def test_a_draft_made_anew_while_a_worker_compares_is_compared_in_its_turn(tournament, monkeypatch):
    monkeypatch.setattr(seals, "AT_ONCE", 0)
    round_ = draft(tournament)
    first = round_.trace["fingerprint"]
    chief = factories.chief_of(tournament)
    calls = []

    def slow(state, *given):
        calls.append(len(state.to_be_paired()))
        if len(calls) == 1:
            entry = factories.entry(tournament, 3)
            entry.status = entry.Status.ABSENT
            entry.save()
            request_pairing(tournament=tournament, number=1, by=chief)
        return witness_pair(state)

    monkeypatch.setattr(witness, "pair", slow)
    run_in_stages(Job.objects.get(kind=Job.Kind.SEAL).pk, seals.seal_round)
    round_.refresh_from_db()
    assert calls == [7, 6]
    assert round_.trace["fingerprint"] != first
    assert seal_of(round_)["outcome"] == "agree"
    assert Job.objects.filter(kind=Job.Kind.SEAL).count() == 1


def test_other_systems_have_no_seal_and_nothing_is_said():
    tournament = factories.tournament(6, system="handbook.dutch")
    round_ = draft(tournament)
    assert (seal_shown(round_), "seal" in round_.trace) == (None, False)
    assert not Job.objects.filter(kind=Job.Kind.SEAL).exists()
    with pytest.raises(Refused):
        seals.request_seal(tournament=tournament, number=1, by=None)
