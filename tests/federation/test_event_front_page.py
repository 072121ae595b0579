"""The front page of an event: what was announced, what was changed, and how it ended."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import Appointment, CalendarEvent, Subscriber
from federation.queries import calendar_event
from federation.queries.calendar_event import front_of
from federation.services.calendar import set_up_sections
from federation.services.calendar_changes import cancel_event, link_of, move_event
from federation.services.messages import send_due
from federation.services.outcomes import write_outcomes
from tests import factories
from tests.federation import calendar_made as made
from tests.federation import people_made_up as people
from tests.federation.officers import officer
from tests.pages import Page
from tournaments.kernel.acts import touch
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def office():
    return officer()


@pytest.fixture
def event(office):
    return made.approved(
        office=office, address="Cemal Gürsel Cd. 1", prizes="1. 10.000\n2. 5.000",
        schedule="Sat 10.00 Round 1", regulations="Phones stay outside.",
        sections=[made.SECTION | {"fee": 250, "rating_until": 1800, "places": 60}],
    )  # fmt: skip


def page_of(event):
    return Page(Client().get(reverse("public:event", args=[event.event.slug])))


def test_everything_that_was_announced_stands_on_the_page(event):
    Appointment.objects.create(
        calendar=event, arbiter=made.arbiter(), role="chief", state="confirmed",
        starts_on=event.starts_on, ends_on=event.ends_on,
    )  # fmt: skip
    page = page_of(event)
    for words in (
        "Kültürpark, Cemal Gürsel Cd. 1, İzmir", "90 min + 30 s", "rating to 1800", "250 TRY",
        "1. 10.000", "Sat 10.00 Round 1", "Phones stay outside.", "FA Ak, Deniz",
        "of 60 places are taken",
    ):  # fmt: skip
        assert words in page.text
    assert page.address("On a map").startswith("https://www.openstreetmap.org/search?query=")
    assert event.contact_email not in page.text


def test_a_moved_event_shows_its_old_days_and_why(event, office):
    old = event.starts_on
    confirmed(
        move_event, calendar=event, by=office, starts_on=old + timedelta(days=7),
        ends_on=event.ends_on + timedelta(days=7), venue="Fuar", address="", reason="Flood <b>.",
    )  # fmt: skip
    page = page_of(event)
    assert "This event was moved." in page.text
    assert any(str(old.year) in struck for struck in page.all("del"))
    assert "Flood <b>." in page.text


def test_a_cancelled_event_keeps_its_page(event, office):
    confirmed(cancel_event, calendar=event, by=office, reason="No hall.")
    page = page_of(event)
    assert "This event is cancelled." in page.text
    assert "No hall." in page.text
    assert "Hear of changes by mail" not in page.text


def test_after_the_event_it_shows_who_won(event, office):
    set_up_sections(calendar=event, by=event.applicant)
    tournament = event.event.tournaments.get()
    factories.enter(tournament, 4)
    factories.play(tournament, 2)
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=timezone.now())
    page = page_of(event)
    assert "A · winners" in page.text
    assert page.count(".winners-list li") >= 3
    assert page.count("section svg") >= 1


def test_an_event_without_an_application_keeps_its_page():
    alone = factories.tournament(2)
    page = Page(Client().get(reverse("public:event", args=[alone.event.slug])))
    assert alone.name in page.text
    assert page.count("#entries") == 0


def test_the_announcement_is_a_paper(event):
    answer = Client().get(reverse("federation:regulations", args=[event.event.slug]))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    hidden = Client().get(reverse("federation:regulations", args=["nothing"]))
    assert hidden.status_code == 404


def test_a_reader_subscribes_confirms_and_stops_by_links(event):
    client = Client()
    address = reverse("federation:subscribe", args=[event.event.slug])
    assert "Enter a valid email" in Page(client.post(address, {"email": "nonsense"})).text
    client.post(address, {"email": "fan@example.org"})
    mail.outbox.clear()
    send_due()
    asked = next(one for one in mail.outbox if one.to == ["fan@example.org"])
    link = next(word for word in asked.body.split() if "/calendar/yes/" in word)
    path = link.partition("//")[2].partition("/")[2]
    client.get(f"/{path}")  # a program that opens links in mails confirms nothing
    assert Subscriber.objects.get().confirmed_at is None
    client.post(f"/{path}")
    row = Subscriber.objects.get()
    assert row.confirmed_at
    stop = link_of(row.pk, "en", "stop_subscription").partition("//")[2].partition("/")[2]
    client.post(f"/{stop}")
    assert not Subscriber.objects.exists()
    assert client.get(f"/{stop}").status_code == 410


def test_the_office_answers_moves_and_cancels_on_its_pages(office):
    client = Client()
    client.force_login(office)
    sent = made.sent()
    answer = reverse("federation:answer_application", args=[sent.pk])
    without = client.post(answer, {"refuse": "1", "answer": ""})
    assert "Write the reason" in Page(without).text
    client.post(answer, {"approve": "1", "answer": "Good luck"})
    sent.refresh_from_db()
    assert sent.state == CalendarEvent.State.APPROVED
    cancel = reverse("federation:cancel_event", args=[sent.pk])
    asks = client.post(cancel, {"reason": "No hall."})
    assert "Cancel this event?" in Page(asks).text
    client.post(cancel, made.fields_of(asks, "main form"))
    sent.refresh_from_db()
    assert sent.state == CalendarEvent.State.CANCELLED


def test_who_won_is_worked_out_once_and_again_after_a_correction(event, monkeypatch):
    set_up_sections(calendar=event, by=event.applicant)
    tournament = event.event.tournaments.get()
    factories.enter(tournament, 4)
    factories.play(tournament, 2)
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=timezone.now())
    (first,) = front_of(event).ended
    asked: list[int] = []
    real = calendar_event.standings_table
    monkeypatch.setattr(
        calendar_event,
        "standings_table",
        lambda of, **more: asked.append(of.pk) or real(of, **more),
    )
    assert front_of(event).ended == [first]
    assert asked == []
    tournament.refresh_from_db()
    touch(tournament)
    assert front_of(event).ended[0].winners == first.winners
    assert asked == [tournament.pk]


@pytest.mark.parametrize("stranger", [None, 2, 5])
def test_who_won_is_read_from_the_outcomes_if_all_of_the_first_are_known(
    event, monkeypatch, stranger
):
    """The same winners and the same picture as of the whole table, whoever is not registered."""
    set_up_sections(calendar=event, by=event.applicant)
    tournament = event.event.tournaments.get()
    factories.enter(tournament, 5)
    for entry in tournament.entries.exclude(tpn=stranger):
        entry.player = people.registered(entry.name)
        entry.save()
    factories.play(tournament, 3)
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=timezone.now())
    tournament.refresh_from_db()
    write_outcomes(tournament)
    counted: list[int] = []
    real = calendar_event.standings_table
    monkeypatch.setattr(
        calendar_event,
        "standings_table",
        lambda of, **more: counted.append(of.pk) or real(of, **more),
    )
    found = calendar_event._work_out(tournament, drawn=True)
    assert bool(counted) == bool(stranger)
    monkeypatch.setattr(calendar_event, "_first_of", lambda of: None)
    whole = calendar_event._work_out(tournament, drawn=True)
    assert found.winners == whole.winners and len(found.winners) >= 3
    assert found.picture.rows == whole.picture.rows and len(found.picture.rows) == 5
    assert counted[-1] == tournament.pk


def test_a_page_of_a_tournament_leads_back_to_the_federation(event, settings):
    set_up_sections(calendar=event, by=event.applicant)
    tournament = event.event.tournaments.get()
    place = reverse("public:players", args=[event.event.slug, tournament.slug])
    page = Page(Client().get(place))
    assert page.one("a.mark") == settings.FEDERATION
    assert {reverse("public:home"), reverse("public:event", args=[event.event.slug])} <= {
        one.address for one in page.links("header a")
    }
    settings.FEDERATION = ""
    assert Page(Client().get(f"{place}?q=")).one("a.mark") == "Hakem"


def test_what_a_section_costs_stands_before_its_system(event):
    event.sections.update(fee=400)
    page = Page(Client().get(reverse("public:event", args=[event.event.slug])))
    (heads,) = [row for row in page.rows("thead tr") if "Section" in row]
    assert heads == ["Section", "Who may play", "Fee", "Places", "Rounds", "System"]
    event.sections.update(fee=0, fee_minors=None)
    cache.clear()
    page = Page(Client().get(reverse("public:event", args=[event.event.slug])))
    assert ["Section", "Who may play", "Places", "Rounds", "System"] in page.rows("thead tr")


def test_pages_of_an_event_lead_to_the_parts_of_the_federations_site(event):
    tournament = factories.tournament(4)
    played = f"/en/e/{tournament.event.slug}/{tournament.slug}/standings/"
    for address, parts in (
        (f"/en/e/{event.event.slug}/", "nav.sections"),
        (f"/en/e/{tournament.event.slug}/", "nav.sections.above"),
        (played, "nav.sections.above"),
        (played, "nav.sections.below"),
    ):
        page = Page(Client().get(address))
        links = {link.words: link.address for link in page.links(f"{parts} a")}
        assert list(links) == ["Calendar", "Players", "Clubs", "Ratings", "Cups"]
        assert links["Clubs"] == "/en/provinces/"
        assert page.all("nav.sections [aria-current]")[0] == "Calendar"
    front = Page(Client().get(f"/en/e/{event.event.slug}/"))
    assert front.title == f"{event.name} · Türkiye Satranç Federasyonu"


def test_without_a_federation_the_pages_of_an_event_are_hakems(settings):
    settings.FEDERATION = ""
    page = Page(Client().get(f"/en/e/{factories.tournament(4).event.slug}/"))
    assert page.title.endswith(" · Hakem") and page.one("a.mark") == "Hakem"
    assert page.count("nav.sections") == 0
