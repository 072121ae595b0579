"""The seal on the matches of a Swiss of teams: a second engine pairs them, too."""

from copy import deepcopy
from dataclasses import replace

import pytest

from pairing.fide2026.witness import team as witness
from pairing.state import Board
from tests import factories
from tests.tournaments.team_events import open_round, play_round, stronger, team, team_event
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.kernel.jobs import run_in_stages
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Job, Round
from tournaments.queries.rounds.seals import seal_of, seal_shown
from tournaments.services.rounds import seals
from tournaments.services.rounds.pairing import request_pairing
from tournaments.services.rounds.publication import publish_round
from tournaments.services.teams import swiss

pytestmark = pytest.mark.django_db
witness_pair = witness.pair


@pytest.fixture(scope="module")
def tournament_once(standing):
    return team_event(5, 2, system="fide2026.team")


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def paired(tournament, number=1) -> Round:
    return confirmed(swiss.pair_matches, tournament=tournament, number=number, by=None)


def make_boards(tournament) -> None:
    chief = factories.chief_of(tournament)
    confirmed(request_pairing, tournament=tournament, number=1, by=chief)


def again(round_) -> Round:
    return Round.objects.get(pk=round_.pk)


def other_pairing(state, *_given):
    """The right round with two teams exchanged."""
    right = witness_pair(state)
    one, two, *others = right.boards
    boards = (Board(one.white, two.black), Board(two.white, one.black), *others)
    return replace(right, boards=boards)


def acts(tournament) -> list[str]:
    return list(tournament.log.order_by("id").values_list("act", flat=True))


def test_the_matches_are_compared_at_once(tournament):
    round_ = again(paired(tournament))
    assert round_.status == Round.Status.PLANNED
    assert seal_shown(round_).state == "agree"
    assert acts(tournament)[-2:] == ["matches.paired", "round.sealed"]
    assert not Job.objects.filter(kind=Job.Kind.SEAL).exists()


def test_the_seal_stays_when_boards_are_made_and_published(tournament):
    paired(tournament)
    open_round(tournament, 1)
    round_ = tournament.rounds.get(number=1)
    assert round_.is_public
    assert seal_of(round_)["outcome"] == "agree"


def test_boards_made_at_one_press_have_their_matches_sealed(tournament):
    factories.pair(tournament, 1)
    assert seal_of(tournament.rounds.get(number=1))["outcome"] == "agree"


def test_every_round_is_sealed(tournament):
    for number in (1, 2, 3):
        play_round(tournament, number, stronger)
        assert seal_of(tournament.rounds.get(number=number))["outcome"] == "agree", number


def test_many_teams_are_compared_by_a_worker(tournament, monkeypatch):
    monkeypatch.setattr(seals, "AT_ONCE", 0)
    round_ = paired(tournament)
    job = Job.objects.get(kind=Job.Kind.SEAL)
    assert seal_shown(again(round_)).state == "checking"
    run_in_stages(job.pk, seals.seal_round)
    assert seal_shown(again(round_)).state == "agree"
    assert acts(tournament)[-1] == "round.sealed"


def test_a_worker_compares_nothing_that_was_paired_from_other_facts(tournament, monkeypatch):
    monkeypatch.setattr(seals, "AT_ONCE", 0)
    round_ = paired(tournament)
    tournament.teams.filter(name="E").update(withdrawn_after=0)
    run_in_stages(Job.objects.get(kind=Job.Kind.SEAL).pk, seals.seal_round)
    assert seal_of(again(round_)) is None


def test_where_the_engines_differ_the_matches_are_named(tournament, monkeypatch):
    monkeypatch.setattr(witness, "pair", other_pairing)
    shown = seal_shown(again(paired(tournament)))
    assert (shown.state, shown.boards) == ("differ", "1, 2")
    names = [
        sorted((pair.white.name, pair.black.name) for pair in pairs)
        for pairs in (shown.first, shown.second)
    ]
    assert [len(pairs) for pairs in names] == [2, 2]
    assert not set(names[0]) & set(names[1])
    assert acts(tournament)[-1] == "round.seal_differs"


def test_what_the_engines_pair_differently_is_asked_before_anybody_sees_it(tournament, monkeypatch):
    monkeypatch.setattr(witness, "pair", other_pairing)
    paired(tournament)
    chief = factories.chief_of(tournament)
    with pytest.raises(NeedsConfirmation) as announced:
        swiss.announce_matches(tournament=tournament, number=1, public=True, by=chief)
    make_boards(tournament)
    with pytest.raises(NeedsConfirmation) as published:
        publish_round(tournament=tournament, number=1, by=chief)
    for asked in (announced, published):
        doubts = [each for each in asked.value.reasons if each.code.startswith("seal.")]
        assert [(each.code, each.values["boards"]) for each in doubts] == [
            ("seal.matches_differ", "1, 2")
        ]


def test_the_seal_speaks_of_the_program_s_own_matches(tournament):
    round_ = paired(tournament)
    match = round_.matches.order_by("number").first()
    confirmed(swiss.turn_match, tournament=tournament, match=match, by=None)
    shown = seal_shown(again(round_))
    assert (shown.state, shown.by_hand) == ("agree", True)


def test_discarded_matches_take_their_seal_along(tournament):
    round_ = paired(tournament)
    confirmed(swiss.discard_matches, tournament=tournament, number=1, by=None)
    assert seal_shown(again(round_)) is None
    with pytest.raises(Refused):
        seals.request_seal(tournament=tournament, number=1, by=None)


def test_an_unchecked_pairing_can_be_checked_later(tournament, monkeypatch):
    monkeypatch.setattr(seals, "AT_ONCE", 0)
    round_ = paired(tournament)
    Job.objects.all().delete()
    assert seal_shown(again(round_)).state == "not_checked"
    job = seals.request_seal(tournament=tournament, number=1, by=None)
    run_in_stages(job.pk, seals.seal_round)
    assert seal_shown(again(round_)).state == "agree"


# On the page and for programs


def address(tournament, *path: str) -> str:
    return "/".join(("/en/desk", tournament.event.slug, tournament.slug, *path, ""))


def test_the_page_of_the_matches_says_that_both_engines_agree(client, tournament):
    paired(tournament)
    client.force_login(factories.chief_of(tournament))
    page = client.get(address(tournament, "teams", "rounds", "1")).text
    assert "Two engines, written independently, agree" in page


def test_the_page_names_the_matches_on_which_the_engines_differ(client, tournament, monkeypatch):
    monkeypatch.setattr(witness, "pair", other_pairing)
    paired(tournament)
    client.force_login(factories.chief_of(tournament))
    page = client.get(address(tournament, "teams", "rounds", "1")).text
    assert "differ on match 1, 2: do not announce it" in page
    assert page.count("<dd>") == 4
    make_boards(tournament)
    assert "differ on match 1, 2" in client.get(address(tournament, "rounds", "1")).text


def test_programs_read_the_teams_on_which_the_engines_differ(client, tournament, monkeypatch):
    monkeypatch.setattr(witness, "pair", other_pairing)
    paired(tournament)
    client.force_login(factories.chief_of(tournament))
    found = client.get(f"/api/v1/tournaments/{tournament.pk}/rounds/1/seal/").json()
    assert (found["state"], found["first"], found["second"]) == ("differ", [], [])
    first = {(pair["white"]["name"], pair["black"]["name"]) for pair in found["first_matches"]}
    assert len(first) == len(found["second_matches"]) == 2
    assert team(tournament, "A").number in {
        side["number"] for pair in found["first_matches"] for side in pair.values()
    }
