"""The estimate of a rating on a player's page, while no list has counted the events since the last
one: of the national rating it is just what the next list then says."""

from datetime import date

import pytest
from django.test import Client

from federation.models import ListedRating, PlayerResult, RatingReport
from federation.queries.people_page import player_page
from federation.queries.ratings_lists import holding
from federation.services import ratings_reports
from tests.federation import people_made_up as made
from tests.federation import rated
from tests.pages import Page
from tournaments.models import RegisteredPlayer

pytestmark = pytest.mark.django_db
DECEMBER, JANUARY = date(2026, 12, 1), date(2027, 1, 1)


@pytest.fixture(autouse=True)
def of_a_federation(settings):
    settings.FEDERATION = "Türkiye Satranç Federasyonu"


def line_of(player, key="national"):
    found = player_page(RegisteredPlayer.objects.get(pk=player.pk)).ratings.lines
    return next(line for line in found if line.key == key)


def ended_since(people):
    tournament = rated.played(people, starts=date(2026, 12, 5), seed=5)
    tournament.event.public = True
    tournament.event.save()
    for entry in tournament.entries.all():
        entry.player = next(one for one in people if one.fide_id == entry.fide_id)
        entry.national_rating = entry.player.national
        entry.save()
    rated.end(tournament)
    ratings_reports.look_through_new()
    return RatingReport.objects.get(tournament=tournament)


def test_the_estimate_of_a_national_rating_is_what_the_next_list_says():
    people = [rated.registered(number) for number in range(1, 7)]
    rated.accepted(people)
    rated.published(DECEMBER)
    assert {line_of(one).estimate for one in people} == {None}
    report = ended_since([RegisteredPlayer.objects.get(pk=one.pk) for one in people])
    told = {one.pk: line_of(one).estimate for one in people}
    assert None not in told.values()
    page = Page(Client().get(f"/en/players/{people[0].pk}/"))
    assert f"estimate {told[people[0].pk]}" in page.text
    data = Client().get(f"/api/v1/members/{people[0].pk}/").json()
    (national,) = (line for line in data["ratings"] if line["list"] == "national")
    assert national["estimate"] == told[people[0].pk]
    label = page.tree.css_first("svg[role=img]").attributes["aria-label"]
    assert f"National, estimate: {told[people[0].pk]}." in label
    assert page.tree.css_first('svg polyline[stroke-dasharray="2 3"]')
    ratings_reports.accept(
        report=report,
        kind="standard",
        for_national=True,
        for_fide=False,
        leave_out=True,
        by=None,
    )
    rated.published(JANUARY)
    rows = ListedRating.objects.filter(list=holding("national"))
    assert dict(rows.values_list("player", "rating")) == told
    assert {line_of(one).estimate for one in people} == {None}  # the list has said it


def test_what_is_not_rated_is_in_no_estimate():
    people = [rated.registered(number) for number in range(1, 7)]
    rated.accepted(people)
    rated.published(DECEMBER)
    report = ended_since([RegisteredPlayer.objects.get(pk=one.pk) for one in people])
    RatingReport.objects.filter(pk=report.pk).update(state=RatingReport.State.NOT_RATED)
    assert {line_of(one).estimate for one in people} == {None}


@pytest.mark.parametrize(
    ("ended", "kind", "estimate"),
    [
        (date(2026, 12, 2), "standard", 2054),  # +14.5, away from zero
        (date(2026, 11, 28), "standard", None),  # on the list already
        (date(2026, 12, 2), "rapid", None),
    ],
)
def test_an_estimate_of_fides_ratings_adds_up_the_events_since_the_list(ended, kind, estimate):
    player = made.registered("Kaya, Deniz", standard=2039, list_month=DECEMBER)
    tournament = rated.played([player, rated.registered(2)], 1)
    tournament.event.public = True
    tournament.event.save()
    entry = tournament.entries.first()
    entry.player = player
    entry.save()
    PlayerResult.objects.create(
        entry=entry, player=player, tournament=tournament, event=tournament.event,
        ended_on=ended, kind=kind, players=2, games=1, points=10, change=1450,
    )  # fmt: skip
    assert line_of(player, "standard").estimate == estimate
