"""Places and the waiting list: in order, never twice, never after the deadline."""

import json
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import Booking, Message
from federation.queries import entries_news
from federation.queries.entries_links import token_of
from federation.services.entries import (
    Applicant,
    change_section,
    confirm_entry,
    look_after_lines,
    take_place,
    withdraw_entry,
)
from tests.federation import entries_made as make
from tests.push import push_service
from tournaments.kernel.errors import Refused
from tournaments.models import Announcement, Follower, LogEntry
from tournaments.services.hall import announcing, following

pytestmark = pytest.mark.django_db
State = Booking.State
ONE_PLACE = ({"name": "A", "places": 1}, {"name": "B"})


def state_of(booking):
    booking.refresh_from_db()
    return booking.state


def refusal(service, **given):
    with pytest.raises(Refused) as error:
        service(**given)
    return error.value.code


def test_nothing_holds_a_place_before_the_mail_is_answered():
    event = make.calendar(sections=ONE_PLACE)
    first, second = make.asked(event), make.asked(event)
    confirm_entry(booking=second)
    confirm_entry(booking=first)
    assert (state_of(second), state_of(first)) == (State.ACCEPTED, State.WAITING)
    event.refresh_from_db()
    assert (event.places, event.entered, event.waiting) == (0, 1, 1)


def test_confirming_twice_is_confirming_once():
    event = make.calendar()
    booking = make.asked(event)
    for _press in range(2):
        confirm_entry(booking=booking)
    assert LogEntry.objects.filter(act="booking.confirmed").count() == 1


def test_the_phone_of_who_waits_hears_of_the_place_and_its_time_once(settings, monkeypatch):
    settings.WEBHOOKS_WITHIN = True
    monkeypatch.setattr(announcing, "hand_over", lambda *_words: True)
    event = make.calendar(sections=ONE_PLACE, hours_to_confirm=5)
    holder, second, third = (make.entered(event) for _one in range(3))
    with push_service() as service:
        for booking, name in ((second, "second"), (third, "third")):
            browser = service.browser(name)[1]
            for do, told in (("look", False), ("follow", True), ("look", True)):
                assert asked(booking, do, browser).json()["everything"] is told
        following.forget_old()
        withdraw_entry(booking=holder)
        for made in Announcement.objects.all():
            announcing.spread(made.pk)
        announcing.send_due()
        [told] = service.heard("second")
        second.refresh_from_db()
        assert told["title"] == f"A place is free · {event.name}"
        assert told["body"].startswith(f"{second.name}, A: take it until ")
        assert told["path"] == reverse("federation:my_entry", args=[token_of(second)])
        assert service.heard("third") == []
        assert not asked(third, "stop", browser).json()["everything"]
        take_place(booking=second)
        assert entries_news.news_of(str(second.pk)) is None  # told late, it would not hold
    assert Follower.objects.get().watches.get().about == f"booking:{second.pk}"
    event.event.ends_on = timezone.localdate() - timedelta(days=20)
    event.event.starts_on = event.event.ends_on
    event.event.save()
    following.forget_old()
    assert not Follower.objects.exists()


def asked(booking, do, browser):
    return Client().post(
        "/en" + reverse("federation:tell_of_place", args=[token_of(booking)])[3:],
        json.dumps({"do": do, "browser": browser}),
        content_type="application/json",
        headers={"Sec-Fetch-Site": "same-origin"},
    )


def test_who_moves_up_has_a_time_to_answer_and_then_the_next():
    event = make.calendar(sections=ONE_PLACE, hours_to_confirm=5)
    holder, second, third = (make.entered(event) for _one in range(3))
    withdraw_entry(booking=holder)
    assert (state_of(second), state_of(third)) == (State.OFFERED, State.WAITING)
    assert timedelta(hours=4.9) < second.offered_until - timezone.now() <= timedelta(hours=5)
    Booking.objects.filter(pk=second.pk).update(offered_until=timezone.now())
    look_after_lines()
    assert (state_of(second), state_of(third)) == (State.EXPIRED, State.OFFERED)
    assert refusal(take_place, booking=second) == "entering.offer_over"
    take_place(booking=third)
    assert state_of(third) == State.ACCEPTED
    told = Message.objects.filter(to=third.email).order_by("pk").values_list("text", flat=True)
    assert "waiting list: 2" in told[1]
    assert "A place is free for you." in told[2]
    assert "The place is yours." in told[3]


def test_no_place_is_given_after_the_deadline():
    event = make.calendar(sections=ONE_PLACE, hours_to_confirm=1000)
    holder, second, third = (make.entered(event) for _one in range(3))
    withdraw_entry(booking=holder)
    assert state_of(second) == State.OFFERED
    assert second.offered_until == event.entries_until  # not a moment longer
    type(event).objects.filter(pk=event.pk).update(entries_until=timezone.now())
    Booking.objects.filter(pk=second.pk).update(offered_until=timezone.now())
    look_after_lines()
    assert (state_of(second), state_of(third)) == (State.EXPIRED, State.WAITING)
    assert refusal(confirm_entry, booking=make_unconfirmed(event)) == "entering.over"


def make_unconfirmed(event):
    type(event).objects.filter(pk=event.pk).update(entries_until=timezone.now() + timedelta(days=1))
    booking = make.asked(event)
    type(event).objects.filter(pk=event.pk).update(entries_until=timezone.now())
    return booking


def test_more_places_are_offered_in_order_and_not_one_too_many():
    event = make.calendar(sections=ONE_PLACE)
    bookings = [make.entered(event) for _one in range(6)]
    event.sections.filter(name="A").update(places=3)
    look_after_lines()
    assert [state_of(one) for one in bookings] == [
        State.ACCEPTED,
        *[State.OFFERED] * 2,
        *[State.WAITING] * 3,
    ]


def test_siblings_get_in_together_or_wait_together():
    event = make.calendar(sections=({"name": "A", "places": 2},))
    holder = make.entered(event)
    family = {"email": "kaya@example.org", "group": "kaya", "together": True}
    one, two = make.asked(event, **family), make.asked(event, **family)
    confirm_entry(booking=one)
    assert (state_of(one), state_of(two)) == (State.WAITING, State.WAITING)
    alone = make.entered(event)
    assert state_of(alone) == State.ACCEPTED  # one place is no use to two
    withdraw_entry(booking=holder)
    assert state_of(one) == State.WAITING
    withdraw_entry(booking=alone)
    assert (state_of(one), state_of(two)) == (State.OFFERED, State.OFFERED)
    take_place(booking=two)
    assert (state_of(one), state_of(two)) == (State.ACCEPTED, State.ACCEPTED)


def test_siblings_who_need_not_be_together_are_taken_one_by_one():
    event = make.calendar(sections=ONE_PLACE)
    one = make.asked(event, email="k@example.org", group="k")
    two = make.asked(event, email="k@example.org", group="k")
    confirm_entry(booking=two)
    assert (state_of(one), state_of(two)) == (State.ACCEPTED, State.WAITING)


def test_nobody_is_entered_twice():
    event, person = make.calendar(), make.player()
    first, second = make.asked(event, person), make.asked(event, person)
    confirm_entry(booking=first)
    assert refusal(confirm_entry, booking=second) == "entering.already"
    newcomer = Applicant(name="Yıldız, Ada", birth_date="2001-02-03", federation="TUR")
    make.entered(event, newcomer)
    twin = Applicant(name="YILDIZ Ada", birth_date="2001-02-03", federation="TUR")
    assert refusal(make.asked, event=event, person=twin) == "entering.already"


def test_the_rules_are_asked_again_when_a_place_is_free():
    event = make.calendar(sections=({"name": "A", "places": 1, "rating_until": 1600},))
    holder, second, third = (make.entered(event) for _one in range(3))
    Booking.objects.filter(pk=second.pk).update(rating=1700)
    withdraw_entry(booking=holder)
    assert (state_of(second), state_of(third)) == (State.REFUSED, State.OFFERED)
    assert "up to 1600" in second.reason


def test_another_section_until_the_deadline_and_the_place_goes_on():
    event = make.calendar(sections=ONE_PLACE)
    holder, waiting = make.entered(event), make.entered(event)
    section = event.sections.get(name="B")
    change_section(booking=holder, section=section)
    assert (state_of(holder), holder.section.name) == (State.ACCEPTED, "B")
    assert state_of(waiting) == State.OFFERED
    full = event.sections.get(name="A")
    assert refusal(change_section, booking=holder, section=full) == "entering.section_is_full"
    assert state_of(holder) == State.ACCEPTED


def test_a_parents_consent_is_needed_and_kept_with_its_time():
    event = make.calendar()
    child = make.player(born=timezone.localdate() - timedelta(days=10 * 365))
    assert refusal(make.asked, event=event, person=child) == "entering.parent_needed"
    assert (
        refusal(make.asked, event=event, person=child, parent="Kaya, Ece", agreed=False)
        == "entering.parent_needed"
    )
    booking = make.entered(event, child, parent="Kaya, Ece")
    assert booking.parent_name == "Kaya, Ece"
    assert timezone.now() - booking.parent_agreed_at < timedelta(minutes=1)


def test_a_licence_is_asked_for_where_the_event_needs_one():
    event = make.calendar(licence_needed=True)
    assert refusal(make.asked, event=event, person=make.player()) == "entering.no_licence"
    assert state_of(make.entered(event, make.player(licensed=True))) == State.ACCEPTED
    assert state_of(make.entered(event, make.player(federation="GER"))) == State.ACCEPTED


@pytest.mark.django_db(transaction=True)
def test_forty_at_once_for_ten_places():
    """Exactly ten get in, everybody else waits in one order, and nobody sees an error."""
    event = make.calendar(sections=({"name": "A", "places": 10},))
    bookings = [make.asked(event) for _one in range(40)]
    start, problems = threading.Barrier(40), []

    def confirm(booking):
        start.wait()
        try:
            confirm_entry(booking=booking)
        except Exception as error:
            problems.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=confirm, args=[one]) for one in bookings]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert problems == []
    found = list(Booking.objects.order_by("place_in_line"))
    assert [one.place_in_line for one in found] == list(range(1, 41))
    assert [one.state for one in found] == [State.ACCEPTED] * 10 + [State.WAITING] * 30
    event.refresh_from_db()
    assert (event.places, event.entered, event.waiting) == (10, 10, 30)
