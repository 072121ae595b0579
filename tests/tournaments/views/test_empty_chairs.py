"""A20: who is not at the board, the default time, the forfeit, and who is on hold after it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import factories
from tests.pages import Page
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, Role
from tournaments.queries.results.empty_chairs import chairs_of
from tournaments.services.results.empty_chairs import note_chairs

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    tournament = factories.tournament(8, default_minutes=30)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    return tournament


def started(tournament, minutes_ago):
    round_ = tournament.rounds.get(number=1)
    round_.starts_at = timezone.now() - timedelta(minutes=minutes_ago)
    round_.save(update_fields=["starts_at"])


def page_of(client, tournament):
    return client.get(f"/en/desk/{tournament.event.slug}/a/rounds/1/").content.decode()


def board(tournament, number):
    return tournament.rounds.get(number=1).pairings.get(board=number)


def test_a20_an_empty_chair_is_timed_and_the_forfeit_offered_at_the_end(client, made):
    client.force_login(factories.user(role=Role.CLERK, event=made.event))
    desk = f"/en/desk/{made.event.slug}/a/rounds/1/"
    one = board(made, 2)
    started(made, 10)
    client.post(desk + "chairs/", {"chairs": f"{one.pk}.b"})
    page = page_of(client, made)
    assert f"2 · {one.black.name}" in Page(page).text
    assert "data-until" in page
    assert "Board 2: enter the forfeit" not in page
    started(made, 31)
    page = page_of(client, made)
    forfeit = f'button[value="{one.pk}.{one.version}.+-"]'
    assert Page(page).count(f'{forfeit}[aria-label="Board 2: enter the forfeit"]') == 1
    page = client.post(
        desk + "results/", {"kind": "enter", "set": f"{one.pk}.{one.version}.+-"}, follow=True
    )
    assert f"{one.black.name} did not come and is on hold" in page.content.decode()
    one.refresh_from_db()
    assert (one.result, one.empty_chairs) == ("+-", "")
    assert Entry.objects.get(pk=one.black_id).status == Entry.Status.ABSENT
    assert chairs_of(one.round) == []


def test_a20_who_comes_in_time_plays(client, made):
    client.force_login(factories.user(role=Role.CLERK, event=made.event))
    desk = f"/en/desk/{made.event.slug}/a/rounds/1/"
    one = board(made, 1)
    data = client.post(
        desk + "chairs/", {"chairs": f"{one.pk}.wb"}, HTTP_ACCEPT="application/json"
    ).json()
    assert "Board 1: has come" in data["side"]
    client.post(desk + "chairs/", {"chairs": f"{one.pk}."})
    assert board(made, 1).empty_chairs == ""
    assert [line.act for line in made.log.all()[:2]] == ["chairs.taken", "chairs.noted"]


def test_a20_nothing_is_counted_without_a_start_and_the_link_leads_to_it(client, made):
    client.force_login(factories.chief_of(made))
    assert "settings/timetable/#id_day_1" in page_of(client, made)


def test_a20_a_board_with_a_result_has_no_empty_chair(made):
    one = board(made, 1)
    one.result = "10"
    one.save()
    for chairs, message in (("w", "already has a result"), ("x", "no such board|not")):
        with pytest.raises(Refused, match=message):
            note_chairs(tournament=made, number=1, pairing_id=one.pk, chairs=chairs, by=None)
