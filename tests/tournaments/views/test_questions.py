"""The questions before an act: where Cancel leads, also from the second one."""

import pytest

from tests import factories
from tests.pages import Page

pytestmark = pytest.mark.django_db


def test_cancel_leads_back_to_where_the_act_began_from_the_second_question_too(client):
    tournament = factories.tournament(4)
    client.force_login(factories.chief_of(tournament))
    desk = f"/en/desk/{tournament.event.slug}/{tournament.slug}"
    act, began = f"{desk}/fide-mode/leave/", f"http://testserver{desk}/settings/"
    first = client.post(act, headers={"Referer": began})
    assert (first.status_code, _cancel(first)) == (409, began)
    asked = Page(first)
    assert tournament.full_name in asked.all("p.sub")
    sent = {name: asked.field(name) for name in ("origin", "confirmed")}
    second = client.post(act, sent, headers={"Referer": f"http://testserver{act}"})
    assert "Confirmation 2 of 2" in Page(second).text
    assert _cancel(second) == began
    elsewhere = client.post(act, {"origin": "https://example.org/"})
    assert _cancel(elsewhere) == "/"


def _cancel(response) -> str:
    return Page(response).address("Cancel")
