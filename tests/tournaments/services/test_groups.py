"""Groups of equal strength (handbook, round robin 2), from the list of players to tournaments."""

import pytest
from django.urls import reverse

from tests import factories
from tests.pages import Page
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Tournament
from tournaments.queries.entries.groups import groups_of, letter_of
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.setup.groups import make_groups

pytestmark = pytest.mark.django_db


def made_of(tournament, count):
    given = {"tournament": tournament, "count": count, "by": factories.chief_of(tournament)}
    return confirmed(make_groups, **given)


def numbers(group):
    return [entry.tpn for entry in group.entries]


def test_2_the_list_is_dealt_out_there_and_back_again():
    made = factories.tournament(10)
    assert [numbers(group) for group in groups_of(made, 3)] == [[1, 6, 7], [2, 5, 8], [3, 4, 9, 10]]
    averages = [group.average for group in groups_of(made, 2)]
    assert max(averages) - min(averages) <= 5


def test_each_group_is_a_round_robin_with_the_settings_of_the_list_and_can_be_paired():
    made = factories.tournament(9, name="Open", time_control="90+30", half_byes_allowed=2)
    groups = made_of(made, 2)
    assert [group.name for group in groups] == ["Open A", "Open B"]
    assert [(g.entries.count(), g.total_rounds, g.system) for g in groups] == [
        (5, 5, "handbook.round_robin"),
        (4, 3, "handbook.round_robin"),
    ]
    assert {group.time_control for group in groups} == {"90+30"}
    assert made.entries.count() == 9
    factories.pair(groups[0], 1)
    assert groups[0].rounds.get(number=1).pairings.games().count() == 2


def test_a_double_round_robin_stays_double():
    made = factories.tournament(
        8, system="handbook.round_robin", options={"cycles": 2}, total_rounds=14
    )
    assert [group.total_rounds for group in made_of(made, 2)] == [6, 6]


def test_who_has_left_is_in_no_group():
    made = factories.tournament(5)
    gone = made.entries.get(tpn=3)
    confirmed(withdraw_player, tournament=made, entry=gone, by=factories.chief_of(made))
    groups = made_of(made, 2)
    names = {name for group in groups for name in group.entries.values_list("name", flat=True)}
    assert len(names) == 4 and gone.name not in names


def test_it_asks_leaves_a_line_and_is_done_once():
    made = factories.tournament(6, name="U12")
    given = {"tournament": made, "count": 2, "by": factories.chief_of(made)}
    with pytest.raises(NeedsConfirmation) as question:
        make_groups(**given)
    assert "U12 A: 3, U12 B: 3" in str(question.value.reasons[0])
    assert Tournament.objects.count() == 1
    made_of(made, 2)
    assert made.log.get(act="groups.made").after == {"tournaments": ["U12 A", "U12 B"]}
    with pytest.raises(Refused, match="U12 A, U12 B"):
        made_of(made, 2)
    assert Tournament.objects.count() == 3


@pytest.mark.parametrize(("players", "count"), [(6, 1), (6, 4), (3, 2), (0, 2)])
def test_every_group_has_at_least_two_players(players, count):
    made = factories.tournament(players)
    with pytest.raises(Refused) as refused:
        made_of(made, count)
    assert refused.value.field == "count"


def test_not_from_a_tournament_that_has_begun_nor_from_a_knock_out():
    made = factories.tournament(6)
    factories.play(made, 1)
    with pytest.raises(Refused, match="under way"):
        made_of(made, 2)
    with pytest.raises(Refused, match="who are ranked"):
        made_of(factories.tournament(6, system="handbook.knockout"), 2)


def test_the_page_shows_them_before_they_are_made(client):
    made = factories.tournament(6, name="Open")
    client.force_login(factories.chief_of(made))
    address = reverse("desk:player_groups", args=[made.event.slug, made.slug])
    assert "Groups of equal strength" in Page(
        client.get(reverse("desk:players", args=[made.event.slug, made.slug]))
    ).all("a.button")
    page = Page(client.get(address, {"count": "3"}))
    assert page.all("h2")[:3] == ["Open A", "Open B", "Open C"]
    assert "average rating" in page.text
    asked = client.post(address, {"count": "3"})
    assert "Make these groups?" in Page(asked).text
    assert Entry.objects.count() == 6


@pytest.mark.parametrize("players", [0, 3])
def test_the_page_of_a_short_list_says_what_it_needs(client, players):
    made = factories.tournament(players)
    client.force_login(factories.chief_of(made))
    page = Page(client.get(reverse("desk:player_groups", args=[made.event.slug, made.slug])))
    assert "at least four players" in page.text
    assert "Make a tournament of each group" not in page.text


def test_letters_never_run_out():
    assert [letter_of(place) for place in (0, 25, 26, 52)] == ["A", "Z", "A2", "A3"]
