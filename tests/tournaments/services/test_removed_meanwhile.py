"""A tournament put away while a job, another tab or the hall still has it: nothing breaks."""

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.pages import Page
from tests.tournaments.team_events import team, team_event
from tournaments.kernel import jobs
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Document, HallScreen, Job, Round
from tournaments.queries.teams.captains import captain_link
from tournaments.services.entries import listing
from tournaments.services.papers import documents
from tournaments.services.programs.tokens import make_token
from tournaments.services.rounds import pairing, publication, seals
from tournaments.services.setup import removing

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(6)


def put_away(tournament):
    confirmed(removing.remove_tournament, tournament=tournament, by=None)


def restore(tournament):
    removing.restore_tournament(event=tournament.event, number=tournament.pk, by=None)


def ended(job):
    job.refresh_from_db()
    return job.status, job.error["code"]


def test_a_pairing_of_it_ends_quietly_and_the_round_is_paired_after_fetching(tournament):
    round_ = tournament.rounds.get(number=1)
    round_.status = Round.Status.PAIRING
    round_.save()
    job = Job.objects.create(tournament=tournament, kind=Job.Kind.PAIR, target=round_.pk)
    put_away(tournament)
    jobs.run_job(job.pk, pairing.pair_round, on_failure=pairing.release_round)
    assert ended(job) == (Job.Status.FAILED, "tournament.is_removed")
    round_.refresh_from_db()
    assert round_.status == Round.Status.PLANNED
    restore(tournament)
    factories.pair(tournament, 1)
    assert round_.pairings.count() == 3


def test_a_paper_of_it_is_made_quietly_and_lies_there_after_fetching(client, tournament):
    job = documents.request_document(
        tournament=tournament, kind="players", number=None, language="en", by=None
    )
    put_away(tournament)
    jobs.run_in_stages(job.pk, documents.make_document)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
    client.force_login(factories.chief_of(tournament))
    paper = f"/en/d/{Document.objects.get().code}/"
    assert client.get(paper).status_code == 404
    restore(tournament)
    assert client.get(paper).status_code == 200


def test_a_seal_of_it_ends_quietly(tournament):
    factories.pair(tournament, 1)
    round_ = tournament.rounds.get(number=1)
    round_.trace = {name: value for name, value in round_.trace.items() if name != "seal"}
    round_.save()
    job = Job.objects.create(tournament=tournament, kind=Job.Kind.SEAL, target=round_.pk)
    put_away(tournament)
    jobs.run_in_stages(job.pk, seals.seal_round)
    assert ended(job) == (Job.Status.FAILED, "tournament.is_removed")
    round_.refresh_from_db()
    assert "seal" not in round_.trace


def test_another_tab_at_its_draft_is_told_and_changes_nothing(tournament):
    factories.pair(tournament, 1)
    put_away(tournament)
    with pytest.raises(Refused, match="was removed meanwhile"):
        listing.enter_player(tournament=tournament, by=None, values={"name": "Late, One"})
    with pytest.raises(Refused, match="was removed meanwhile"):
        publication.publish_round(tournament=tournament, number=1, by=None)
    assert tournament.entries.count() == 6


def test_another_tab_at_an_event_that_was_removed_is_told_and_changes_nothing(tournament):
    factories.pair(tournament, 1)
    chief = factories.chief_of(tournament)
    confirmed(removing.remove_event, event=tournament.event, by=chief)
    with pytest.raises(Refused, match="was removed meanwhile"):
        listing.enter_player(tournament=tournament, by=None, values={"name": "Late, One"})
    assert tournament.entries.count() == 6
    removing.restore_event(number=tournament.event.pk, by=chief)
    factories.publish(tournament, 1)


def test_programs_and_captains_of_a_removed_event_wait_until_it_is_back(client):
    tournament = team_event(4, 2)
    chief = factories.chief_of(tournament)
    _token, secret = make_token(event=tournament.event, name="Board", scopes=["results"], by=chief)
    headers = {"Authorization": f"Bearer {secret}"}
    doors = [f"/api/v1/tournaments/{tournament.pk}/", captain_link(team(tournament, "A"))]

    def answers():
        return [client.get(door, headers=headers).status_code for door in doors]

    assert answers() == [200, 200]
    confirmed(removing.remove_event, event=tournament.event, by=chief)
    assert answers() == [401, 404]
    removing.restore_event(number=tournament.event.pk, by=chief)
    assert answers() == [200, 200]


def addresses(tournament):
    """The addresses that people outside have: pages, codes on paper, frames, tables, programs."""
    event, slug = tournament.event.slug, tournament.slug
    paper = tournament.documents.get()
    own = f"/en/e/{event}/{slug}/"
    pages = ["", "about/", "players/", "rounds/1/", "rounds/1/boards/1/", "standings/", "news/"]
    files = ["calendar.ics", "players.csv", "rounds/1.csv", "rounds/1.pgn", "report.trf"]
    return [
        *(own + page for page in [*pages, *files, "preview.png", f"documents/{paper.pk}/"]),
        f"/en/embed/{event}/{slug}/round/",
        f"/en/embed/{event}/{slug}/standings/",
        f"/en/d/{paper.code}/",
        f"/en/d/{paper.code}/document.pdf",
        f"/api/v1/tournaments/{tournament.pk}/",
        f"/api/v1/tournaments/{tournament.pk}/rounds/1/",
    ]


def test_what_people_outside_have_of_a_removed_event_is_404_and_comes_back(tournament):
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    chief = factories.chief_of(tournament)
    Document.objects.create(
        tournament=tournament,
        kind="players",
        language="en",
        content=b"%PDF",
        made_at=timezone.now(),
        posted_at=timezone.now(),
    )
    HallScreen.objects.create(event=tournament.event, name="Hall", key="hall-key")
    event = tournament.event.slug
    all_of_it = [
        *addresses(tournament),
        f"/en/e/{event}/",
        f"/en/e/{event}/calendar.ics",
        f"/en/e/{event}/preview.png",
        "/en/screens/hall-key/",
        "/en/screens/hall-key/state/",
        f"/api/v1/events/{event}/",
    ]
    public = Client()
    before = {address: public.get(address).status_code for address in all_of_it}
    assert set(before.values()) <= {200, 302}, before  # its first page leads to the round
    confirmed(removing.remove_event, event=tournament.event, by=chief)
    gone = {address: public.get(address).status_code for address in all_of_it}
    assert set(gone.values()) == {404}, gone
    removing.restore_event(number=tournament.event.pk, by=chief)
    assert {address: public.get(address).status_code for address in all_of_it} == before


def test_a_screen_of_the_hall_goes_on_without_a_removed_tournament(tournament):
    HallScreen.objects.create(
        event=tournament.event, tournament=tournament, name="Hall", key="hall-key", shows=["boards"]
    )
    put_away(tournament)
    public = Client()
    for address in ("/en/screens/hall-key/", "/en/screens/hall-key/state/"):
        assert public.get(address).status_code == 200
        assert b"Player 001" not in public.get(address).content
    event = Page(public.get(f"/en/e/{tournament.event.slug}/"))
    assert f"/en/e/{tournament.event.slug}/{tournament.slug}/" not in [
        link.address for link in event.links()
    ]
