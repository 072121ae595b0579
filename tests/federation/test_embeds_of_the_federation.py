"""Lists of the federation stand in a frame of another page."""

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import RatingRun
from tests.federation import rated
from tests.pages import Page

pytestmark = pytest.mark.django_db


def framed(path):
    answer = Client().get(path)
    assert answer.status_code == 200
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    return Page(answer)


def test_the_list_that_holds_is_framed_and_next_month_it_is_the_next_one():
    people = [rated.registered(number) for number in range(1, 7)]
    path = reverse("federation:embed_ratings", args=["national"])
    assert "No list is published yet." in framed(path).text
    rated.accepted(people)
    rated.month_list()
    assert "No list is published yet." in framed(path).text  # worked out is not published
    rated.publish(RatingRun.objects.get())
    page = framed(path)
    assert "December 2026" in page.text and len(page.rows()) == 6
    assert "Nobody on this list is like that." in framed(f"{path}?name=nobody").text
    assert Client().get(reverse("federation:embed_ratings", args=["bullet"])).status_code == 404
    whole = Page(Client().get(reverse("federation:rating_list", args=["national", "2026-12"])))
    assert any(link.address.endswith("/ratings/national/embed/") for link in whole.links())
    assert whole.rows() == page.rows()


def test_the_calendar_is_framed_as_it_is_chosen():
    path = reverse("federation:embed_calendar")
    page = framed(f"{path}?time=rapid&month=no&page=9")
    assert "No event fits all of these choices." in page.text
    calendar = Page(Client().get(reverse("federation:calendar"), {"time": "rapid"}))
    assert any(link.address.endswith("/calendar/embed/?time=rapid") for link in calendar.links())
