"""The papers' pages on the desk: options, preview, what is made, posting."""

from copy import deepcopy

import pytest

from pairing.formats import DEFAULT, FORMATS
from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document
from tournaments.documents.catalogue import BUNDLES, PAPERS
from tournaments.kernel import jobs
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Document, Job, Role
from tournaments.services.papers.documents import make_document
from tournaments.services.results.entering import enter_result

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(4)
    factories.play(made, 1)
    return made


@pytest.fixture
def tournament(client, tournament_once):
    client.force_login(factories.chief_of(tournament_once))
    return deepcopy(tournament_once)


def address(tournament, rest: str = "") -> str:
    return f"/en/desk/{tournament.event.slug}/{tournament.slug}/documents/{rest}"


OF_PLAYERS = [
    kind for kind, paper in PAPERS.items() if kind not in BUNDLES and paper.fits(FORMATS[DEFAULT])
]


@pytest.mark.parametrize("kind", OF_PLAYERS)
def test_every_paper_has_its_options_and_a_preview_that_only_we_may_frame(client, tournament, kind):
    page = Page(client.get(address(tournament, f"new/{kind}/")))
    (src,) = [node.attributes["src"] for node in page.tree.css("iframe")]
    preview = client.get(src)
    assert preview.status_code == 200
    assert preview["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in preview["Content-Security-Policy"]
    seen = Page(preview)
    assert seen.count("h1") > 0
    assert seen.count("style, [style]") == 0  # the policy would drop it


def test_the_page_of_options_itself_may_not_be_framed(client, tournament):
    response = client.get(address(tournament, "new/players/"))
    assert "frame-src 'self'" in response["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "DENY"


def test_making_a_document_starts_a_job_and_shows_its_progress(
    client, tournament, django_capture_on_commit_callbacks, monkeypatch
):
    monkeypatch.setattr("tournaments.kernel.jobs.enqueue", lambda job: None)
    chosen = {"round": "1", "language": "tr+en", "size": "large", "paper": "Letter"}
    response = client.post(address(tournament, "new/pairings/"), chosen)
    made = Document.objects.get()
    assert (made.language, made.options) == ("tr+en", {"size": "large", "paper": "Letter"})
    job = Job.objects.get(kind="document")
    assert response["Location"].endswith(f"/jobs/{job.pk}/")
    page = Page(client.get(response["Location"]))
    assert page.count("progress") == 1 and "No worker answers" in page.text
    assert "Cancel" in page.buttons()
    assert page.one("h1") == "Work in progress: document"
    cancelled = response["Location"] + "cancel/"
    client.post(cancelled)
    job.refresh_from_db()
    assert job.status == "cancelled"
    assert "Cancelled" in client.get(response["Location"]).content.decode()
    headings = {"done": "Work done", "failed": "Work failed", "cancelled": "Work cancelled"}
    for status, heading in headings.items():
        Job.objects.filter(pk=job.pk).update(status=status)
        for headers in ({}, {"HX-Request": "true"}):  # opened, and where it stood all the time
            page = Page(client.get(response["Location"], headers=headers))
            assert page.one("h1") == f"{heading}: document"


def test_an_arbiter_posts_and_a_clerk_does_not(client, tournament):
    made = document(tournament, "pairings", 1)
    clerk = factories.user(role=Role.CLERK, event=tournament.event)
    client.force_login(clerk)
    assert client.post(address(tournament, f"{made.pk}/post/")).status_code == 403
    client.force_login(factories.chief_of(tournament))
    client.post(address(tournament, f"{made.pk}/post/"))
    made.refresh_from_db()
    assert made.posted_at is not None
    assert "Take down" in client.get(address(tournament)).content.decode()


def test_a_document_is_opened_exactly_as_it_was_made(client, tournament):
    made = document(tournament, "players")
    response = client.get(address(tournament, f"{made.pk}/"))
    assert response.content == bytes(made.content)
    assert response["Content-Type"] == "application/pdf"


def test_an_unknown_paper_is_404_and_a_paper_without_a_round_leads_back(client):
    empty = factories.tournament(2)
    client.force_login(factories.chief_of(empty))
    assert client.get(address(empty, "new/nonsense/")).status_code == 404
    assert client.get(address(empty, "new/pairings/"))["Location"] == address(empty)


def test_the_list_costs_the_same_for_one_document_and_for_many(
    client, tournament, django_assert_max_num_queries
):
    document(tournament, "players")
    with django_assert_max_num_queries(30) as one:
        client.get(address(tournament))
    for _again in range(3):
        document(tournament, "players")
    with django_assert_max_num_queries(len(one)):
        client.get(address(tournament))


def test_the_round_that_stands_chosen_is_the_one_that_is_meant(client):
    made = factories.tournament(4)
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    client.force_login(factories.chief_of(made))

    def chosen(kind: str) -> int:
        return client.get(address(made, f"new/{kind}/")).context["round"].number

    complete = ("standings", "results", "crosstable", "round_bulletin")
    assert [chosen(kind) for kind in complete] == [1] * 4
    assert [chosen(kind) for kind in ("pairings", "slips")] == [2, 2]
    row = made.rounds.get(number=1).pairings.first()
    confirmed(
        enter_result,
        tournament=made,
        pairing_id=row.pk,
        code="01" if row.result == "10" else "10",
        version=row.version,
        reason="The slip says so.",
        by=factories.chief_of(made),
    )
    assert chosen("corrections") == 1


def state_of(client, tournament, found) -> Page:
    answer = client.get(address(tournament, f"{found.pk}/state/"), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return Page(answer)


def test_what_is_superseded_says_so_in_the_list_and_is_made_again_by_one_press(client, tournament):
    first = document(tournament, "results", 1, "tr+en", size="large", paper="Letter")
    listed = Page(client.get(address(tournament)))
    assert listed.count("main [hx-get]") == 0  # nothing has changed since
    row = tournament.rounds.get(number=1).pairings.games().first()
    other = "01" if row.result != "01" else "10"
    confirmed(
        enter_result,
        tournament=tournament,
        pairing_id=row.pk,
        code=other,
        version=row.version,
        by=factories.chief_of(tournament),
    )
    listed = Page(client.get(address(tournament)))
    assert listed.count(f'[hx-get="{address(tournament, f"{first.pk}/state/")}"]') == 1
    told = state_of(client, tournament, first)
    assert "superseded" in told.text and "1 line has changed" in told.text
    assert {name: told.field(name) for name in ("round", "language", "size", "paper")} == {
        "round": "1", "language": "tr+en", "size": "large", "paper": "Letter",
    }  # fmt: skip
    client.post(
        address(tournament, "new/results/"),
        {"round": "1", "language": "tr+en", "size": "large", "paper": "Letter"},
    )
    again = tournament.documents.get(version=2)
    jobs.run_in_stages(Job.objects.get(target=again.pk).pk, make_document)
    again.refresh_from_db()
    assert (again.language, again.options) == (first.language, first.options)
    listed = Page(client.get(address(tournament)))
    assert "older version" in listed.text and listed.count("main [hx-get]") == 0
    assert f"{again.pk}/2" in listed.rows()[0][0]  # the newest stands on top


def test_a_paper_of_which_nothing_changed_still_holds(client, tournament):
    found = document(tournament, "players")
    tournament.refresh_from_db()
    tournament.revision += 1
    tournament.save(update_fields=["revision"])
    assert "still holds" in state_of(client, tournament, found).text
    client.force_login(factories.user())
    assert client.get(address(tournament, f"{found.pk}/state/")).status_code == 404


@pytest.mark.parametrize(("language", "said"), [("en", "45 %"), ("tr", "%45")])
def test_progress_is_told_in_per_cent(client, tournament, language, said, monkeypatch):
    monkeypatch.setattr("tournaments.kernel.jobs.progress", lambda job: 45)
    client.post(address(tournament, "new/players/"))
    job = Job.objects.get(kind=Job.Kind.DOCUMENT, status="waiting")
    place = f"/{language}/desk/{tournament.event.slug}/{tournament.slug}"
    assert said in Page(client.get(f"{place}/jobs/{job.pk}/")).text
    assert said in Page(client.get(f"{place}/documents/")).text
