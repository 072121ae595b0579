"""The second engine on the draft's page."""

import pytest

from pairing.fide2026 import witness
from tests import factories
from tests.pages import Page
from tests.tournaments.services.test_seals import other_pairing
from tournaments.models import Job, Role
from tournaments.services.rounds import seals

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def tournament():
    return factories.tournament(7)


def address(tournament, more: str = "") -> str:
    return f"/en/desk/{tournament.event.slug}/{tournament.slug}/rounds/1/{more}"


def test_a07_the_draft_says_that_both_engines_agree(client, tournament):
    factories.pair(tournament, 1)
    client.force_login(factories.chief_of(tournament))
    assert "Two engines, written independently, agree" in client.get(address(tournament)).text


def test_a07_the_draft_asks_again_while_a_worker_is_at_it(client, tournament, monkeypatch):
    monkeypatch.setattr(seals, "AT_ONCE", 0)
    factories.pair(tournament, 1)
    client.force_login(factories.chief_of(tournament))
    monkeypatch.setattr("tournaments.kernel.jobs.worker_is_alive", lambda: False)
    assert "as soon as a worker answers" in client.get(address(tournament)).text
    monkeypatch.setattr("tournaments.kernel.jobs.worker_is_alive", lambda: True)
    page = Page(client.get(address(tournament)))
    assert "is checking the pairing" in page.text
    assert page.count(f'[hx-get="{address(tournament, "seal/")}"]') == 1
    assert client.get(address(tournament, "seal/")).status_code == 302
    monkeypatch.setattr("tournaments.kernel.jobs.enqueue", lambda job: None)
    assert "hx-get" in client.get(address(tournament, "seal/"), **HTMX).text
    seals.seal_round(Job.objects.get(kind=Job.Kind.SEAL))
    part = client.get(address(tournament, "seal/"), **HTMX).text
    assert "agree" in part
    assert "hx-get" not in part


def test_a07_the_draft_names_the_pairs_on_which_the_engines_differ(client, tournament, monkeypatch):
    monkeypatch.setattr(witness, "pair", other_pairing)
    factories.pair(tournament, 1)
    client.force_login(factories.chief_of(tournament))
    page = client.get(address(tournament)).text
    assert "differ on board 1, 2: do not publish" in page
    assert page.count("<dd>") == 4
    asked = client.post(address(tournament, "publish/"))
    assert "pair this round differently: board 1, 2." in asked.text


def test_a_draft_without_a_seal_can_be_checked_by_an_arbiter_only(client, tournament):
    factories.pair(tournament, 1)
    round_ = tournament.rounds.get(number=1)
    del round_.trace["seal"]
    round_.save()
    client.force_login(factories.user(role=Role.CLERK, event=tournament.event))
    assert "Check now" not in client.get(address(tournament)).text
    assert client.post(address(tournament, "seal/check/")).status_code == 403
    client.force_login(factories.chief_of(tournament))
    assert "Check now" in client.get(address(tournament)).text
    assert client.post(address(tournament, "seal/check/")).status_code == 302
    assert Job.objects.filter(kind=Job.Kind.SEAL).count() == 1


def test_the_seal_speaks_of_the_proposal_and_not_of_what_was_changed_by_hand(client, tournament):
    factories.pair(tournament, 1)
    board = tournament.rounds.get(number=1).pairings.get(board=1)
    board.white, board.black = board.black, board.white
    board.save()
    client.force_login(factories.chief_of(tournament))
    assert "on what the program proposed" in client.get(address(tournament)).text


def test_another_system_says_nothing_of_engines(client):
    tournament = factories.tournament(6, system="handbook.dutch")
    factories.pair(tournament, 1)
    client.force_login(factories.chief_of(tournament))
    page = Page(client.get(address(tournament)))
    assert page.count("#seal") == 0
    assert "engine" not in page.one("aside")


def test_the_staff_reads_the_seal_by_program_and_nobody_else(client, tournament, monkeypatch):
    monkeypatch.setattr(witness, "pair", other_pairing)
    factories.pair(tournament, 1)
    address = f"/api/v1/tournaments/{tournament.pk}/rounds/1/seal/"
    assert client.get(address).status_code in (401, 403)
    client.force_login(factories.user())
    assert client.get(address).status_code == 404
    client.force_login(factories.chief_of(tournament))
    seal = client.get(address).json()
    assert (seal["state"], len(seal["first"]), len(seal["second"])) == ("differ", 2, 2)
    assert set(seal["first"][0]) == {"white", "black"}


def test_there_is_no_seal_to_read_where_no_second_engine_is(client):
    tournament = factories.tournament(6, system="handbook.dutch")
    factories.pair(tournament, 1)
    client.force_login(factories.chief_of(tournament))
    assert client.get(f"/api/v1/tournaments/{tournament.pk}/rounds/1/seal/").status_code == 404
    assert client.get(f"/api/v1/tournaments/{tournament.pk}/rounds/2/seal/").status_code == 404
