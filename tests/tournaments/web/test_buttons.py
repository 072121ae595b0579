"""The views behind buttons and forms: who reaches them, what the act is told, the way back."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.test import RequestFactory

from tests import factories
from tournaments.models import Role
from tournaments.web.buttons import Press, button, open_page

pytestmark = pytest.mark.django_db


@button(Role.ARBITER)
def shown(press: Press, number: int) -> HttpResponse:
    press.request.seen = press
    return press.back("desk:round", number)


def sent(tournament, user, method="post", **fields):
    request = getattr(RequestFactory(), method)("/", fields)
    request.user = user
    return request


def press(request, tournament):
    return shown(request, event=tournament.event.slug, slug=tournament.slug, number=3)


def test_a_button_tells_its_act_who_pressed_where_and_what_was_answered():
    tournament = factories.tournament()
    chief = factories.chief_of(tournament)
    fields = {"confirmed": "yes", "reason": "r" * 600, "entry": "12", "other": "12x"}
    request = sent(tournament, chief, **fields)
    answer = press(request, tournament)
    assert answer["Location"].endswith(f"/{tournament.event.slug}/{tournament.slug}/rounds/3/")
    seen = request.seen
    assert seen.given == {"tournament": tournament, "by": chief}
    assert seen.answered == {"tournament": tournament, "by": chief, "confirmed": "yes"}
    assert seen.reason == "r" * 500
    assert (seen.number("entry"), seen.number("other"), seen.number("none")) == (12, 0, 0)
    assert seen.text("none") == ""


def test_a_button_is_for_a_post_of_somebody_with_the_role():
    tournament = factories.tournament()
    clerk = factories.user("clerk", Role.CLERK, tournament.event)
    assert (
        press(sent(tournament, factories.chief_of(tournament), "get"), tournament).status_code
        == 405
    )
    with pytest.raises(PermissionDenied):
        press(sent(tournament, clerk), tournament)
    with pytest.raises(Http404):
        press(sent(tournament, factories.user("stranger")), tournament)


def test_a_page_with_a_form_is_read_by_all_the_staff_and_changed_by_some():
    tournament = factories.tournament()
    reader = factories.user("reader", Role.READER, tournament.event)
    place = (tournament.event.slug, tournament.slug, Role.ARBITER)
    assert open_page(sent(tournament, reader, "get"), *place).tournament == tournament
    with pytest.raises(PermissionDenied):
        open_page(sent(tournament, reader), *place)
