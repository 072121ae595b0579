"""The page behind the QR code: current, superseded, taken back; and who may read what."""

from copy import deepcopy

import pytest
from django.core.cache import cache

from tests import factories
from tests.tournaments.documents.made import document
from tournaments.documents.validity import Validity, sheet_state
from tournaments.kernel import jobs
from tournaments.kernel.acts import touch
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Document, Job, Pairing
from tournaments.services.papers.documents import (
    make_document,
    post_document,
    request_document,
    take_down_document,
)
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.publication import unpublish_round

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(4)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def state_of(found: Document):
    fresh = Document.objects.select_related("tournament__event").get(pk=found.pk)
    return sheet_state(fresh)


def set_result(tournament, board: int, code: str) -> None:
    """As a correction leaves it: another code, and a tournament that has moved on."""
    rows = Pairing.objects.filter(round__tournament=tournament, board=board)
    rows.update(result=code)
    tournament.revision += 1
    tournament.save(update_fields=["revision"])


def test_what_does_not_stand_on_a_sheet_does_not_make_it_old(tournament):
    pairings, results = document(tournament, "pairings", 1), document(tournament, "results", 1)
    assert state_of(pairings).validity is Validity.CURRENT
    factories.enter_all(tournament, 1)
    assert state_of(pairings).validity is Validity.CURRENT
    assert state_of(results).validity is Validity.SUPERSEDED


def test_a_corrected_result_supersedes_the_sheets_that_show_it(tournament):
    factories.enter_all(tournament, 1)
    set_result(tournament, 1, "10")
    results = document(tournament, "results", 1)
    set_result(tournament, 1, "01")
    state = state_of(results)
    assert state.validity is Validity.SUPERSEDED
    (change,) = state.changes
    assert "1–0" in change.before and "0–1" in change.now


def test_a_round_taken_back_takes_its_sheets_along_and_shows_nothing_of_it(client, tournament):
    pairings = document(tournament, "pairings", 1)
    post_document(tournament=tournament, document=pairings, by=None)
    confirmed(
        unpublish_round,
        tournament=tournament,
        number=1,
        by=factories.chief_of(tournament),
        reason="Wrong list.",
    )
    assert state_of(pairings).validity is Validity.TAKEN_BACK
    page = client.get(f"/en/d/{pairings.code}/")
    assert "no longer holds" in page.content.decode()
    assert "Player 001" not in page.content.decode()
    assert client.get(f"/en/d/{pairings.code}/document.pdf").status_code == 404


def test_a_posted_bulletin_goes_with_the_next_round_that_it_shows(client, tournament):
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    made = [document(tournament, "round_bulletin", 1), document(tournament, "bulletin")]
    for paper in made:
        post_document(tournament=tournament, document=paper, by=None)
    addresses = [f"/en/d/{paper.code}/document.pdf" for paper in made]
    assert [client.get(address).status_code for address in addresses] == [200, 200]
    confirmed(
        unpublish_round,
        tournament=tournament,
        number=2,
        by=factories.chief_of(tournament),
        reason="Wrong list.",
    )
    assert [client.get(address).status_code for address in addresses] == [404, 404]


def test_the_printed_address_leads_to_the_page_in_the_reader_s_language(client, tournament):
    made = document(tournament, "players")
    response = client.get(f"/d/{made.code}/", headers={"accept-language": "en"})
    assert response["Location"] == f"/en/d/{made.code}/"
    assert "This sheet is current" in client.get(response["Location"]).content.decode()


def test_a_draft_and_a_hidden_event_are_404_for_strangers(client, tournament):
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    draft, start_list = document(tournament, "pairings", 2), document(tournament, "players")
    assert client.get(f"/en/d/{draft.code}/").status_code == 404
    assert client.get(f"/en/d/{start_list.code}/").status_code == 200
    tournament.event.public = False
    tournament.event.save()
    assert client.get(f"/en/d/{start_list.code}/").status_code == 404
    client.force_login(factories.chief_of(tournament))
    assert client.get(f"/en/d/{draft.code}/").status_code == 200


def test_changes_of_a_paper_for_the_staff_are_read_by_the_staff_only(client, tournament):
    cards = document(tournament, "pairing_cards", 2)
    factories.enter_all(tournament, 1)
    page = client.get(f"/en/d/{cards.code}/").content.decode()
    assert "superseded" in page and "Player 001" not in page
    client.force_login(factories.chief_of(tournament))
    assert "Player 001" in client.get(f"/en/d/{cards.code}/").content.decode()


def test_only_what_is_made_public_and_no_draft_can_be_posted(client, tournament):
    slips, pairings = document(tournament, "slips", 1), document(tournament, "pairings", 1)
    chief = factories.chief_of(tournament)
    with pytest.raises(Refused, match="for the staff"):
        post_document(tournament=tournament, document=slips, by=chief)
    address = f"/en/d/{pairings.code}/document.pdf"
    assert client.get(address).status_code == 404
    post_document(tournament=tournament, document=pairings, by=chief)
    assert client.get(address).content == bytes(pairings.content)  # exactly as posted
    take_down_document(tournament=tournament, document=pairings, by=chief)
    assert client.get(address).status_code == 404
    acts = tournament.log.values_list("act", flat=True)
    assert list(acts[:2]) == ["document.taken_down", "document.posted"]


def test_a_draft_cannot_be_posted(tournament):
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    draft = document(tournament, "pairings", 2)
    with pytest.raises(Refused, match="is a draft"):
        post_document(tournament=tournament, document=draft, by=None)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"kind": "nonsense"}, "unknown_kind"),
        ({"language": "xx"}, "unknown_language"),
        ({"number": 2}, "nothing_to_print"),
        ({"number": 77}, "no_such_round"),
        ({"kind": "standings", "number": 2}, "not_published"),
        ({"options": {"size": "huge"}}, "unknown_option"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_a_reason(tournament, values, code):
    asked = {"kind": "pairings", "number": 1, "language": "tr", "by": None} | values
    with pytest.raises(Refused) as refused:
        request_document(tournament=tournament, **asked)
    assert refused.value.code == f"document.{code}"


def test_a_cancelled_document_is_not_stored(tournament):
    job = request_document(
        tournament=tournament, kind="players", number=None, language="tr", by=None
    )
    found = Document.objects.get(pk=job.target)

    def cancelled_meanwhile(running: Job) -> None:
        jobs.cancel_job(job=running)
        make_document(running)

    jobs.run_in_stages(job.pk, cancelled_meanwhile)
    job.refresh_from_db()
    found.refresh_from_db()
    assert (job.status, found.content, found.made_at) == ("cancelled", None, None)
    jobs.run_in_stages(job.pk, make_document)  # delivered late
    assert Document.objects.get(pk=found.pk).content is None


def test_versions_count_up_and_each_is_kept(tournament):
    one = document(tournament, "players")
    assert document(tournament, "players") == one  # pressed twice
    touch(tournament)
    two = document(tournament, "players")
    assert (one.version, two.version) == (1, 2)
    assert Document.objects.exclude(content=None).count() == 2


def test_the_state_is_compared_once_a_revision(tournament, django_assert_max_num_queries):
    results = document(tournament, "results", 1)
    factories.enter_all(tournament, 1)
    state_of(results)
    with django_assert_max_num_queries(3):
        state_of(results)
    cache.clear()


def test_correcting_through_the_service_is_seen_too(tournament):
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    results = document(tournament, "results", 1)
    row = Pairing.objects.get(round__tournament=tournament, round__number=1, board=1)
    code = "01" if row.result == "10" else "10"
    confirmed(
        enter_result,
        tournament=tournament,
        pairing_id=row.pk,
        code=code,
        version=row.version,
        reason="The slip says so.",
        by=factories.chief_of(tournament),
    )
    assert state_of(results).validity is Validity.SUPERSEDED
