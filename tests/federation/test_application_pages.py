"""An organiser's pages: what is typed is checked, saved and sent; nothing of others is seen."""

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import CalendarEvent, Duty
from federation.services.officers import name_officer
from tests import factories
from tests.federation import calendar_made as made
from tests.federation.officers import officer
from tests.pages import Page

pytestmark = pytest.mark.django_db
State = CalendarEvent.State


@pytest.fixture
def user():
    return made.organiser("ada")


@pytest.fixture
def client(user):
    found = Client()
    found.force_login(user)
    return found


def address(page, one):
    return reverse(f"federation:{page}", args=[one.pk])


def typed(client, one, **changes):
    """The form as the browser would send it, with some fields typed over."""
    page = client.get(address("edit_application", one))
    return made.fields_of(page, "#application") | {
        name: str(value) for name, value in changes.items()
    }


def needs(answer):
    return Page(answer).all(".needs .missing")


def test_the_check_follows_what_is_typed_and_saves_nothing(client, user):
    one = made.draft(user)
    answer = client.post(address("check_application", one), typed(client, one, venue=""))
    assert needs(answer) == ["✗missing: The town and the hall."]
    answer = client.post(
        address("check_application", one), typed(client, one, time="blitz", venue="Hall")
    )
    assert len(needs(answer)) == 1
    assert "Blitz: more than 3 minutes and 10 at most" in needs(answer)[0]
    one.refresh_from_db()
    assert one.venue == "Kültürpark"


def test_nonsense_is_answered_in_words(client, user):
    one = made.draft(user)
    sent = typed(
        client, one, starts_on="yesterday", iban="TR00 1234", currency="Lira",
        **{"section-0-rounds": "-3"}, save="1",
    )  # fmt: skip
    answer = client.post(address("edit_application", one), sent)
    assert answer.status_code == 200
    errors = Page(answer).all(".error")
    assert len(errors) >= 3
    assert "This is no IBAN: one of its digits is wrong." in errors
    one.refresh_from_db()
    assert one.iban == ""


def test_a_section_more_is_typed_and_one_is_taken_away(client, user):
    one = made.draft(user)
    more = client.post(address("edit_application", one), typed(client, one, add="1"))
    page = Page(more)
    assert page.count(".section") == 2
    sent = made.fields_of(more, "#application") | {"section-1-name": "B", "save": "1"}
    client.post(address("edit_application", one), sent)
    assert [part.name for part in one.sections.all()] == ["A", "B"]
    sent = typed(client, one, **{"section-0-DELETE": "on"}, save="1")
    client.post(address("edit_application", one), sent)
    assert [part.name for part in one.sections.all()] == ["B"]


def test_two_sections_of_one_name_are_refused(client, user):
    one = made.draft(user, sections=[made.SECTION, made.SECTION | {"name": "B"}])
    sent = typed(client, one, **{"section-1-name": "a"}, save="1")
    answer = client.post(address("edit_application", one), sent)
    assert "Two sections have the same name." in Page(answer).text


def test_saved_and_sent_in_one_press(client, user):
    one = made.draft(user)
    answer = client.post(
        address("edit_application", one), typed(client, one, city="Bornova", send="1"), follow=True
    )
    one.refresh_from_db()
    assert (one.state, one.city) == (State.SENT, "Bornova")
    assert f"Receipt: application {one.pk}" in Page(answer).text
    again = client.get(address("edit_application", one))
    assert again["Location"] == address("application", one)


def test_what_lacks_the_hall_is_saved_but_not_sent(client, user):
    one = made.draft(user)
    answer = client.post(
        address("edit_application", one), typed(client, one, venue="", city="Urla", send="1"),
        follow=True,
    )  # fmt: skip
    assert "Before it can be sent: The town and the hall." in Page(answer).text
    one.refresh_from_db()
    assert (one.state, one.city) == (State.DRAFT, "Urla")


def test_arbiters_are_found_by_a_few_letters_and_proposed(client, user):
    one, person = made.draft(user), made.arbiter("Çelik, Işıl")
    found = client.post(address("application_arbiters", one), typed(client, one, arbiter="isi cel"))
    assert Page(found).all(".choose label") == ["FA Çelik, Işıl"]
    sent = typed(client, one, save="1") | {"arbiters": [person.pk, "999999", "x"]}
    client.post(address("edit_application", one), sent)
    assert list(one.proposed_arbiters.all()) == [person]


def test_next_years_event_begins_on_the_same_day_of_the_week(client, user):
    earlier = made.approved(user, name="İzmir Açık 2026")
    page = client.get(reverse("federation:new_application"), {"from": f"event:{earlier.pk}"})
    sent = made.fields_of(page, "main form")
    assert sent["name"] == "İzmir Açık 2027"
    client.post(reverse("federation:new_application"), sent)
    new = CalendarEvent.objects.get(state=State.DRAFT)
    assert (new.previous, new.starts_on.weekday()) == (earlier, earlier.starts_on.weekday())


def test_a_manager_applies_for_the_club_and_sees_its_applications(client, user):
    club = made.club()
    manager = officer(Duty.CLUB, club=club)
    own = Client()
    own.force_login(manager)
    page = own.get(reverse("federation:new_application"))
    sent = made.fields_of(page, "main form") | {
        "name": "Kulüp Kupası",
        "province": club.province_id,
    }
    own.post(reverse("federation:new_application"), sent)
    made_one = CalendarEvent.objects.get()
    assert made_one.club == club
    other = factories.user("other manager")
    name_officer(user=other, duty=Duty.CLUB, by=None, club=club)
    colleague = Client()
    colleague.force_login(other)
    assert colleague.get(address("application", made_one)).status_code == 200
    assert client.get(address("application", made_one)).status_code == 404


def test_nobody_applies_for_a_club_of_others(client):
    club = made.club()
    page = client.get(reverse("federation:new_application"))
    sent = made.fields_of(page, "main form") | {
        "name": "Kupa", "province": str(club.province_id), "club": str(club.pk),
    }  # fmt: skip
    client.post(reverse("federation:new_application"), sent)
    assert CalendarEvent.objects.get().club is None
