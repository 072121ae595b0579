"""Results over HTTP: data for the page that keeps its entries, roles, questions."""

from copy import deepcopy

import pytest

from tests import factories
from tests.pages import Link, Page
from tournaments.models import LogEntry, Pairing, Role

pytestmark = pytest.mark.django_db
DATA = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(8)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def here(tournament, number=1):
    return f"/en/desk/{tournament.event.slug}/a/rounds/{number}/"


def board(tournament, number=1, board=1) -> Pairing:
    return Pairing.objects.get(round__tournament=tournament, round__number=number, board=board)


def send(client, tournament, row, code, **more):
    sent = {"pairing": row.pk, "version": row.version, "result": code, **more}
    number = row.round.number
    return client.post(f"{here(tournament, number)}results/", sent, **DATA)


def clerk(tournament):
    return factories.user(role=Role.CLERK, event=tournament.event)


def test_an_entry_is_answered_with_the_board_the_side_and_the_last_act(client, tournament):
    client.force_login(clerk(tournament))
    answer = send(client, tournament, board(tournament), "==").json()
    assert answer["boards"][0] | {"by": ""} == {
        "pairing": board(tournament).pk,
        "board": 1,
        "result": "==",
        "printed": "½–½",
        "version": 2,
        "by": "",
        "checked": False,
    }
    assert "3 boards" in answer["side"]
    assert answer["at"] == LogEntry.objects.get(act="result.entered").pk


def test_a_conflict_brings_what_stands_there(client, tournament):
    client.force_login(clerk(tournament))
    seen = board(tournament)
    send(client, tournament, seen, "10")
    answer = send(client, tournament, seen, "01")
    assert answer.status_code == 409
    assert answer.json()["board"]["result"] == "10"
    assert "1–0 stands there now, you sent 0–1" in answer.json()["problem"]


def test_what_cannot_be_entered_is_one_sentence(client, tournament):
    client.force_login(clerk(tournament))
    answer = send(client, tournament, board(tournament), "11")
    assert answer.status_code == 422
    assert "does not exist" in answer.json()["problem"]


def test_a_signed_out_page_is_redirected_and_nothing_is_written(client, tournament):
    answer = send(client, tournament, board(tournament), "10")
    assert answer.status_code == 302
    assert board(tournament).result == ""


def test_clerks_enter_results_but_do_not_correct_earlier_rounds(client, tournament):
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    client.force_login(clerk(tournament))
    row = board(tournament)
    standing = row.result
    other = "10" if standing != "10" else "01"
    assert send(client, tournament, row, other).status_code == 403
    entry = LogEntry.objects.filter(act="result.entered").first()
    undo = f"{here(tournament)}undo/"
    assert client.post(undo, {"entry": entry.pk}).status_code == 403
    assert board(tournament).result == standing
    client.force_login(factories.chief_of(tournament))
    question = send(client, tournament, row, other)
    assert question.status_code == 422  # the page sends the arbiter to the round
    assert "Round 2 is published. Correct the result of round 1" in question.json()["problem"]


def test_others_entries_are_heard_of_once(client, tournament):
    client.force_login(factories.chief_of(tournament))
    send(client, tournament, board(tournament, board=3), "10")
    first = client.get(f"{here(tournament)}live/?board=2&after=0", **DATA).json()
    assert [row["board"] for row in first["boards"]] == [3]
    again = client.get(f"{here(tournament)}live/?board=2&after={first['last']}", **DATA).json()
    assert again["boards"] == []


def test_who_is_here_is_told_to_others_only(client, tournament):
    client.force_login(factories.chief_of(tournament))
    mine = client.get(f"{here(tournament)}live/?board=7&after=0", **DATA).json()
    assert "Also here" not in mine["side"]
    client.force_login(clerk(tournament))
    theirs = client.get(f"{here(tournament)}live/?board=0&after=0", **DATA).json()
    assert "Also here" in theirs["side"] and "board 7" in theirs["side"]


def test_a_draft_page_has_no_place_for_results(client, tournament):
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    client.force_login(factories.chief_of(tournament))
    page = client.get(here(tournament, 2)).content.decode()
    assert "data-results" not in page
    assert "As the program paired it" in page


def test_a_finished_round_leads_on_to_the_next_one_and_the_last_to_the_end(client, tournament):
    client.force_login(factories.chief_of(tournament))
    onwards = Link("Go on to round 2", here(tournament, 2))
    assert onwards not in Page(client.get(here(tournament))).links("a.button.main")
    factories.enter_all(tournament, 1)
    client.post(f"{here(tournament)}finish/")
    assert onwards in Page(client.get(here(tournament))).links("a.button.main")
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    assert onwards not in Page(client.get(here(tournament))).links("a.button.main")
