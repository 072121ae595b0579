"""F30 to F32 on pages: the officer's desk, and the chief arbiter's answers."""

import pytest
from django.test import Client
from django.urls import reverse

from federation.core.rating_rules import DEFAULT
from federation.models import Duty, NationalRules, RatingRun, Working
from federation.services.officers import name_officer
from tests import factories
from tests.federation import rated
from tests.federation.officers import at_the_desk
from tests.federation.rated import page, press
from tests.pages import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def officer():
    return at_the_desk(Duty.RATING)


def test_before_the_first_list_the_page_says_so():
    assert "No list is published yet." in page("rating_lists").text


def test_the_officer_makes_and_publishes_a_list_on_the_pages(officer):
    people = [rated.registered(number) for number in range(1, 5)]
    rated.accepted(people, 3)
    answer = officer.post(
        reverse("federation:rating_desk"), {"month": "2026-12", "series": ["national"]}
    )
    run = RatingRun.objects.get()
    assert answer["Location"] == reverse("federation:rating_run", args=[run.pk])
    assert page("rating_run", run.pk, client=officer).text.count("Drop it") == 1
    rated.work_out(run)
    preview = page("rating_run", run.pk, client=officer).text
    assert "6 games" in preview
    assert "Look at these twice" in preview
    working = Working.objects.first()
    page("run_why", working.list_id, working.player, client=officer)
    assert press(officer, "press_run", run.pk, act="publish").status_code == 302
    run.refresh_from_db()
    assert run.state == RatingRun.State.PUBLISHED
    assert press(officer, "press_run", run.pk, act="take_back").status_code == 302
    run.refresh_from_db()
    assert run.state == RatingRun.State.TAKEN_BACK


def test_a_report_is_looked_at_and_accepted_on_its_page(officer):
    people = [rated.registered(number) for number in range(1, 5)]
    report = rated.ended(people)
    assert report.tournament.full_name in page("reports", client=officer).text
    entry = report.tournament.entries.first()
    entry.player, entry.fide_id, entry.national_id = None, "", ""
    entry.save()
    assert "Who is this?" in page("rating_report", report.pk, client=officer).text
    press(officer, "identify_player", report.pk, entry=entry.pk, number="TR0001")
    assert "Who is this?" not in page("rating_report", report.pk, client=officer).text
    press(officer, "decide_report", report.pk, act="accept", kind="standard", for_national="on")
    report.refresh_from_db()
    assert (report.state, report.for_fide) == ("accepted", False)
    assert "No report waits." in page("reports", client=officer).text


def test_the_chief_arbiter_answers_on_a_page_of_their_own(officer):
    people = [rated.registered(number) for number in range(1, 5)]
    report = rated.ended(people, licence="")
    place = [report.tournament.event.slug, report.tournament.slug]
    assert officer.get(reverse("federation:event_report", args=place)).status_code == 404
    chief = Client()
    chief.force_login(factories.chief_of(report.tournament))
    assert "No chief arbiter with a title" in page("event_report", *place, client=chief).text
    sent = {"answer-no_licence": "It is on its way"}
    chief.post(reverse("federation:event_report", args=place), sent)
    report.refresh_from_db()
    assert report.state == "received"
    assert "It is on its way" in page("rating_report", report.pk, client=officer).text


def test_what_has_no_answer_is_listed_with_its_place_when_the_officer_accepts(officer):
    people = [rated.registered(number) for number in range(1, 5)]
    report = rated.ended(people, licence="")
    answer = press(officer, "decide_report", report.pk, act="accept", kind="standard")
    assert answer.status_code == 409
    shown = Page(answer)
    assert "Not accepted" in shown.text
    assert shown.count("[role=alert] a[href='#red-no_licence']") == 1
    assert shown.count("li#red-no_licence") == 1
    report.refresh_from_db()
    assert report.state == "asked"
    chief = factories.chief_of(report.tournament)
    chief.licence = "NA"
    chief.save()
    assert "put right since" in page("rating_report", report.pk, client=officer).text
    press(officer, "decide_report", report.pk, act="accept", kind="standard")
    report.refresh_from_db()
    assert report.state == "accepted"


def test_the_rules_are_set_on_a_form_with_fides_as_default(officer):
    shown = officer.get(reverse("federation:rating_rules"))
    form, lines = shown.context["form"], shown.context["lines"]
    sent = {
        name: ("on" if value is True else value)
        for name, value in form.initial.items()
        if value not in (None, False)
    }
    sent |= {"k-TOTAL_FORMS": len(lines.forms), "k-INITIAL_FORMS": 4}
    for number, line in enumerate(DEFAULT["k"]):
        sent |= {f"k-{number}-{name}": value for name, value in line.items()}
    assert officer.post(reverse("federation:rating_rules"), sent).status_code == 302
    assert NationalRules.objects.get().constants == DEFAULT
    more = sent | {"floor": "1000", "k-0-k": "12.5", "expected": "logistic", "bonus_factor": "0.5"}
    officer.post(reverse("federation:rating_rules"), more)
    now = NationalRules.objects.first().constants
    assert (now["floor"], now["k"][0]["k"], now["expected"]["logistic"]) == (1000, "12.5", 400)
    wrong = sent | {"hypothetical": "x", "floor": "-3", "k-0-k": "many"}
    assert officer.post(reverse("federation:rating_rules"), wrong).status_code == 200
    assert NationalRules.objects.count() == 2


def test_the_office_sees_the_queue_and_no_way_to_where_it_may_not_go():
    report = rated.ended([rated.registered(number) for number in range(1, 5)])
    office = factories.user()
    name_officer(user=office, duty=Duty.OFFICE, by=None)
    client = Client()
    client.force_login(office)
    shown = page("reports", client=client)
    assert report.tournament.full_name in shown.text
    decided = reverse("federation:rating_report", args=[report.pk])
    assert shown.count(f'a[href="{decided}"]') == 0
    assert client.get(decided).status_code == 403


@pytest.mark.parametrize("month", ["1900-01", "9999-12", "2026-13", "abc", ""])
def test_a_month_that_nobody_means_is_refused_beside_its_field(officer, month):
    answer = press(officer, "rating_desk", month=month, series=["national"])
    assert answer.status_code == 200
    assert Page(answer).count("[data-wrong] #id_month") == 1
    assert not RatingRun.objects.exists()
