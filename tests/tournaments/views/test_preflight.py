"""A56: red items with links, both files, a receipt, and no game sent twice. A30 in the list."""

from copy import deepcopy

import pytest

from tests import factories
from tests.pages import Page
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Round
from tournaments.queries.reports.preflight import Weight, judged, preflight
from tournaments.services.reports.finishing import finish_tournament, reopen_tournament
from tournaments.services.reports.sending import note_sent, receipts
from tournaments.services.results.correcting import correct_report
from tournaments.services.rounds.publication import finish_round

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played_once(standing):
    tournament = factories.tournament(8, total_rounds=3)
    factories.play(tournament, 3)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def played(played_once):
    return deepcopy(played_once)


def chief(tournament):
    return factories.chief_of(tournament)


def finish(tournament):
    finish_round(tournament=tournament, number=3, by=chief(tournament))
    confirmed(finish_tournament, tournament=tournament, by=chief(tournament))
    tournament.refresh_from_db()


def send(tournament, to="Rating office", **more):
    return note_sent(tournament=tournament, profile="trf26", to=to, by=chief(tournament), **more)


def stops(tournament):
    return [item for item in preflight(tournament).items if item.weight is Weight.STOP]


def test_a56_what_must_be_put_right_leads_to_its_place(played, client):
    board = played.rounds.get(number=3).pairings.get(board=2)
    type(board).objects.filter(pk=board.pk).update(result="")
    client.force_login(chief(played))
    address = f"/en/desk/{played.event.slug}/a/rounds/report/"
    page = Page(client.get(address))
    assert page.address("3/2") == f"/en/desk/{played.event.slug}/a/rounds/3/#b2"
    assert "Players without a FIDE ID" in page.text
    links = {link.address.partition("#")[0].partition("?")[0] for link in page.links("td a")}
    links.discard("")  # a place on this page
    assert links
    for link in links:
        assert client.get(link).status_code == 200
    assert "Note that it was sent" not in page.text
    with pytest.raises(Refused, match="not final"):
        send(played)
    type(board).objects.filter(pk=board.pk).update(result="10")
    finish(played)
    assert stops(played) == []
    for profile in ("trf26", "trf16"):
        assert client.get(f"{address}{profile}/").content.count(b"\r\n001 ") == 8
    assert "Note that it was sent" in client.get(address).content.decode()
    assert "The checker agrees" in client.get(f"{address}?check=1").content.decode()


def test_a56_every_must_is_there_while_the_event_goes_on():
    tournament = factories.tournament(6, total_rounds=3)
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    found = preflight(tournament)
    assert not found.ready
    assert found.rated == 3
    games = [place.text for item in stops(tournament) for place in item.places]
    assert [text for text in games if "/" in text] == ["2/1", "2/2", "2/3"]


def test_a56_the_same_report_is_not_sent_twice_and_a_changed_one_replaces_it(played):
    finish(played)
    first = send(played)
    assert (first.after["games"], first.after["players"]) == (12, 8)
    with pytest.raises(Refused, match="not sent twice"):
        send(played, to=" Rating office ")
    assert len(receipts(played)) == 1
    assert send(played, to="Federation").before is None
    Entry.objects.filter(pk=factories.entry(played, 3).pk).update(fide_id="12345")
    with pytest.raises(NeedsConfirmation) as question:
        send(played)
    assert question.value.level == 3
    second = confirmed(send, tournament=played)
    assert second.before == {"replaces": first.pk}


def test_a56_only_the_chief_notes_a_sending_and_the_receipt_is_on_the_page(played, client):
    finish(played)
    address = f"/en/desk/{played.event.slug}/a/rounds/report/"
    client.force_login(factories.user("second", "arbiter", played.event))
    sent = {"profile": "trf26", "to": "Rating office"}
    assert client.post(address, sent).status_code == 403
    client.force_login(chief(played))
    client.post(address, sent)
    line = receipts(played)[0]
    page = client.get(address).content.decode()
    assert f"Receipt {line.pk}" in page
    assert line.after["file"][:16] in page


def test_a30_what_is_right_in_the_report_only_is_listed(played):
    first = played.rounds.get(number=1).pairings.get(board=1)
    assert played.rounds.get(number=2).status == Round.Status.FINISHED
    other = "01" if first.result != "01" else "10"
    confirmed(
        correct_report,
        tournament=played,
        pairing_id=first.pk,
        code=other,
        reason="the score sheet",
        by=chief(played),
    )
    places = [place for item in preflight(played).items for place in item.places]
    assert [place.text[:4] for place in places if place.text.startswith("1/1")] == ["1/1:"]
    played.refresh_from_db()
    assert judged(played) == ()


def test_the_list_asks_a_constant_number_of_queries(django_assert_max_num_queries):
    few, many = factories.tournament(4, total_rounds=2), factories.tournament(20, total_rounds=2)
    for tournament in (few, many):
        factories.play(tournament, 2)
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for tournament in (few, many):
        with CaptureQueriesContext(connection) as asked:
            preflight(tournament)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_reopened_tournament_is_not_sent(played):
    finish(played)
    confirmed(reopen_tournament, tournament=played, by=chief(played))
    played.refresh_from_db()
    with pytest.raises(Refused, match="not final"):
        send(played)


def test_a_finished_tournament_is_opened_again_on_the_standings_page_as_is_said(played, client):
    client.force_login(chief(played))
    address = f"/en/desk/{played.event.slug}/a/standings/"
    way_back = 'button[name="act"][value="reopen"]'
    assert Page(client.get(address)).count(way_back) == 0
    finish(played)
    page = Page(client.get(address))
    assert page.count(way_back) == 1
    assert "these standings are final" in page.text
    assert "prepare a play-off" not in page.text


def test_a_result_that_stands_already_is_no_correction(played, client):
    client.force_login(chief(played))
    board = played.rounds.get(number=2).pairings.get(board=1)
    address = f"/en/desk/{played.event.slug}/a/rounds/2/boards/1/?result={board.result}"
    page = Page(client.get(address))
    assert "This result stands already. Choose the right one." in page.text
    rounds = f"/en/desk/{played.event.slug}/a/?rounds"  # the tab under which the board is
    assert [link.address for link in page.links("a[aria-current=page]")] == [rounds]


def test_the_page_of_the_report_is_called_so_in_turkish_too(played, client):
    client.force_login(chief(played))
    page = Page(client.get(f"/tr/desk/{played.event.slug}/a/rounds/report/"))
    assert page.one("h1") == "Turnuva raporu"
