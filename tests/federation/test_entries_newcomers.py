"""The registrar's queue: found in the register, added, refused."""

import pytest
from django.urls import reverse

from federation.models import Booking, Duty, Member, Message
from federation.services.entries import Applicant
from tests.federation import entries_made as make
from tests.federation.officers import at_the_desk
from tests.pages import Page
from tournaments.models import RegisteredPlayer

pytestmark = pytest.mark.django_db
ADA = Applicant(name="Yıldız, Ada", birth_date="2001-02-03", federation="TUR")


@pytest.fixture
def registrar():
    return at_the_desk(Duty.REGISTRAR)


def decide(client, booking, **sent):
    place = reverse("federation:decide_newcomer", args=[booking.pk])
    return Page(client.post(place, sent, follow=True))


def test_birth_dates_stand_as_the_registrar_writes_them(registrar):
    make.entered(make.calendar(), ADA)
    make.player("Yıldız, Ada", born=None, birth_date="2001")
    place = reverse("federation:newcomers")
    text = Page(registrar.get(place.replace("/en/", "/tr/"))).text
    assert "03.02.2001 · TUR" in text
    assert "· 2001 · TUR" in text  # of the register only the year is known
    assert "2001-02-03" not in text


def test_a_newcomer_is_found_in_the_register(registrar):
    event = make.calendar()
    booking = make.entered(event, ADA)
    known = make.player("Yıldız, Ada", born=None, birth_date="2001", national=1600)
    page = Page(registrar.get(reverse("federation:newcomers")))
    assert "Perhaps one of these:" in page.text
    decide(registrar, booking, do="match", player=known.pk)
    booking.refresh_from_db()
    assert (booking.player, booking.rating, booking.birth_date) == (known, 1600, "2001-02-03")
    page = Page(registrar.get(reverse("federation:newcomers")))
    assert "Everybody who entered is in the register." in page.text


def test_who_they_are_may_break_a_rule_and_is_asked_about(registrar):
    event = make.calendar(sections=({"name": "A", "rating_until": 1500},))
    booking = make.entered(event, ADA)
    strong = make.player("Yıldız, Ada", national=1900)
    page = decide(registrar, booking, do="match", player=strong.pk)
    assert "rated up to 1500" in page.text
    booking.refresh_from_db()
    assert booking.player is None
    token = page.tree.css_first("input[name=confirmed]").attributes["value"]
    decide(registrar, booking, do="match", player=strong.pk, confirmed=token)
    booking.refresh_from_db()
    assert booking.player == strong


def test_nobody_is_matched_with_somebody_who_is_entered(registrar):
    event, known = make.calendar(), make.player("Ak, Ada")
    make.entered(event, known)
    booking = make.entered(event, ADA)
    assert (
        "entered for this event already"
        in decide(registrar, booking, do="match", player=known.pk).text
    )


def test_somebody_new_comes_into_the_register(registrar):
    booking = make.entered(make.calendar(), ADA)
    decide(registrar, booking, do="add")
    booking.refresh_from_db()
    assert booking.player.name == "Yıldız, Ada"
    assert str(Member.objects.get(player=booking.player).born_on) == "2001-02-03"


def test_a_refusal_needs_a_reason_and_frees_the_place(registrar):
    event = make.calendar(sections=({"name": "A", "places": 1},))
    booking, waiting = make.entered(event, ADA), make.entered(event)
    assert "Write the reason" in decide(registrar, booking, do="refuse", reason=" ").text
    sent = {"do": "refuse", "reason": "This name is nobody's."}
    token = decide(registrar, booking, **sent).values("input[name=confirmed]")[0]
    decide(registrar, booking, **sent, confirmed=token)
    for one in (booking, waiting):
        one.refresh_from_db()
    assert (booking.state, waiting.state) == (Booking.State.REFUSED, Booking.State.OFFERED)
    assert "This name is nobody's." in Message.objects.filter(to=booking.email).last().text
    assert not RegisteredPlayer.objects.filter(name="Yıldız, Ada").exists()
