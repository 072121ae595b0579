"""Changes of a round's pairings are offered only where they may happen, else with the reason."""

import pytest

from tests import factories
from tests.pages import Page
from tournaments.services.entries import checkin
from tournaments.services.results.entering import enter_result

pytestmark = pytest.mark.django_db
LATE, HAND = "A player arrives late", "Edit the pairings by hand"


@pytest.fixture
def tournament(client):
    made = factories.tournament(5)
    client.force_login(factories.chief_of(made))
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


def page(client, tournament, rest):
    response = client.get(f"/en/desk/{tournament.event.slug}/a/rounds/{rest}")
    assert response.status_code == 200
    return response.content.decode()


def test_a_round_being_played_is_edited_and_takes_late_arrivals(client, tournament):
    shown = page(client, tournament, "1/")
    assert (LATE in shown, HAND in shown) == (True, True)
    assert "Begin editing" in page(client, tournament, "1/hand/")


def test_q189_a_finished_round_says_why_its_pairings_stay_and_offers_no_dead_end(
    client, tournament
):
    factories.enter_all(tournament, 1)
    client.post(f"/en/desk/{tournament.event.slug}/a/rounds/1/finish/")
    why = "Round 1 is over; its pairings stay as they were played."
    shown = page(client, tournament, "1/")
    assert (LATE in shown, HAND in shown, why in shown) == (False, False, True)
    for rest, button in (("1/hand/", "Begin editing"), ("1/late/", "Is here")):
        shown = page(client, tournament, rest)
        assert (why in shown, button in shown) == (True, False)


def test_a_round_with_the_next_one_drafted_says_how_to_change_it(client, tournament):
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    why = "Round 2 is paired already: the pairings of round 1 stay."
    for rest in ("1/", "1/hand/", "1/late/"):
        shown = page(client, tournament, rest)
        assert (why in shown, LATE in shown, "Begin editing" in shown) == (True, False, False)


def test_a_round_that_cannot_be_taken_back_says_why_and_what_to_undo_first(client, tournament):
    assert "Take the round back: reason" in page(client, tournament, "1/")
    row = tournament.rounds.get(number=1).pairings.games().first()
    enter_result(tournament=tournament, pairing_id=row.pk, code="10", version=row.version, by=None)
    shown = page(client, tournament, "1/")
    assert "Take the round back: reason" not in shown
    assert "already has 1 results. First clear those of board" in shown


def test_a_late_arrival_is_one_sentence_one_confirmation_and_back_on_the_boards(client):
    made = factories.tournament(6)
    late = made.entries.get(tpn=6)
    chief = factories.chief_of(made)
    client.force_login(chief)
    checkin.mark_absent(tournament=made, entry=late, by=chief)
    factories.pair(made, 1)
    factories.publish(made, 1)
    waiting = made.rounds.get(number=1).pairings.get(bye="U").white
    address = f"/en/desk/{made.event.slug}/a/rounds/1/late/"
    asked = Page(client.post(address, {"entry": late.pk}))
    assert "Board 3 is added" in asked.one(".note.warn > p")
    assert "### MPA @ Round 1" in asked.one("details")
    done = client.post(address, {"entry": late.pk, "confirmed": asked.field("confirmed")})
    assert done["Location"] == f"/en/desk/{made.event.slug}/a/rounds/1/#b3"
    row = made.rounds.get(number=1).pairings.get(board=3)
    assert {row.white_id, row.black_id} == {waiting.pk, late.pk}
