"""The day of an open, in short: 18 players, 3 rounds, everything that goes wrong on the way."""

import pytest

from tests import factories
from tests.browser.arbiter import Arbiter, Plan
from tournaments.kernel import jobs
from tournaments.models import Job, Round
from tournaments.services.papers.documents import make_document

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAN = Plan(
    rounds=3,
    absent="Player 011",
    late=(("Geç, Ayşe", 2512), ("Kalan, Ömer", 2511)),
    half_point_bye=("Player 009", 2),
    withdrawn=("Player 014", 3),
    forfeits_in=1,
    adjourned_in=1,
    wrong_in=1,
)
LOOKS = ((390, "tr", "dark"),)  # the bench of the whole open looks at all eight


def work_off():
    for job in Job.objects.filter(kind=Job.Kind.DOCUMENT, status=Job.Status.WAITING):
        jobs.run_in_stages(job.pk, make_document)


@pytest.mark.full
def test_an_open_from_the_check_in_to_the_report(live_server, page, sign_in, check_page):
    tournament = factories.tournament(
        18,
        chief=factories.user("short"),
        total_rounds=3,
        initial_colour="w",
        tie_breaks=["BH/C1", "BH", "SB"],
        late_entries_until=2,
        half_byes_allowed=1,
        no_byes_in_last=1,
    )
    sign_in(page, factories.chief_of(tournament))
    desk = f"{live_server.url}/en/desk/{tournament.event.slug}/a/"
    Arbiter(page, desk, check_page, work_off, LOOKS).play(PLAN)
    tournament.refresh_from_db()
    assert tournament.finished_at
    assert set(tournament.rounds.values_list("status", flat=True)) == {Round.Status.FINISHED}


def test_a_correction_among_long_names_fits_a_phone(live_server, page, sign_in, check_page):
    tournament = factories.tournament(6, chief=factories.user("narrow"))
    for entry in tournament.entries.all():
        entry.name = f"Büyükkarabacakoğlu, Abdurrahman {entry.tpn}"
        entry.save(update_fields=["name"])
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    code = "01" if tournament.rounds.get(number=1).pairings.get(board=1).result != "01" else "10"
    sign_in(page, factories.chief_of(tournament))
    page.set_viewport_size({"width": 390, "height": 844})
    event = tournament.event.slug
    page.goto(f"{live_server.url}/tr/desk/{event}/a/rounds/1/boards/1/?result={code}")
    assert page.locator("main table .name").count() > 1
    check_page(page)
