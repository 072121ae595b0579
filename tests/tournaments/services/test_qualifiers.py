"""Groups, then a final: a knock-out or a final group of the best."""

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.knockout_events import enter_by_number, level_three, play_out
from tournaments.kernel.errors import Refused
from tournaments.models import Knockout, Tournament
from tournaments.queries.knockout.bracket import course_view
from tournaments.queries.knockout.course import course_of
from tournaments.services.entries.listing import enter_players
from tournaments.services.knockout import planning
from tournaments.services.knockout.qualifiers import take_qualifiers
from tournaments.services.rounds.publication import finish_round
from tournaments.services.setup.events import create_tournament

pytestmark = pytest.mark.django_db


def group(first: Tournament | None = None) -> Tournament:
    """A finished round robin of four; the better number wins everything."""
    if first is None:
        made = factories.tournament(
            4, system="handbook.round_robin", total_rounds=3, tie_breaks=["SB"]
        )
    else:
        made = another(first, "handbook.round_robin", total_rounds=3)
        enter_players(
            tournament=made,
            by=None,
            rows=[{"name": f"B{number}", "fide_rating": 2000 - number} for number in range(1, 5)],
        )
    for number in (1, 2, 3):
        factories.pair(made, number)
        factories.publish(made, number)
        enter_by_number(made, number)
        finish_round(tournament=made, number=number, by=None)
    return made


def another(of: Tournament, system: str, **values) -> Tournament:
    return create_tournament(
        event=of.event,
        by=factories.chief_of(of),
        name=f"Final {system[-4:]}",
        system=system,
        **values,
    )


def winners(tournament: Tournament, count: int) -> list[str]:
    entries = tournament.entries.order_by("tpn")[:count]
    return [entry.name for entry in entries]


def test_2_the_best_of_two_groups_play_a_final_round_robin():
    first = group()
    second = group(first)
    final = another(first, "handbook.round_robin", total_rounds=3)
    take_qualifiers(tournament=final, by=None, places=[(first, 2), (second, 2)])
    assert set(final.entries.values_list("name", flat=True)) == {
        *winners(first, 2),
        *winners(second, 2),
    }
    assert final.log.get(act="players.qualified").after["from"] == {first.name: 2, second.name: 2}
    take_qualifiers(tournament=final, by=None, places=[(first, 2), (second, 2)])
    assert final.entries.count() == 4  # twice is once
    factories.pair(final, 1)
    with pytest.raises(Refused, match="under way"):
        take_qualifiers(tournament=final, by=None, places=[(first, 3)])


def test_a_8_the_best_of_two_groups_play_a_knock_out_in_the_order_of_their_places():
    first = group()
    second = group(first)
    final = another(first, "handbook.knockout")
    found = Knockout.objects.get(tournament=final)
    planning.take_qualifiers(knockout=found, by=None, places=[(first, 2), (second, 2)])
    planning.announce(knockout=found, by=None)
    a, b = winners(first, 2), winners(second, 2)
    assert [entry.name for entry in course_of(found).people.values()] == [a[0], b[0], a[1], b[1]]
    play_out(found)
    assert course_view(course_of(found)).places[0].entries[0].name == a[0]


def test_a_shared_place_is_decided_before_anybody_qualifies_for_a_final_group():
    tied = level_three()
    final = another(tied, "handbook.round_robin")
    with pytest.raises(Refused, match="Decide it first"):
        take_qualifiers(tournament=final, by=None, places=[(tied, 2)])
    assert final.entries.count() == 0


def test_the_page_takes_them_over(client):
    first = group()
    final = another(first, "fide2026.dutch")
    client.force_login(factories.chief_of(first))
    place = [final.event.slug, final.slug]
    assert (
        reverse("desk:player_qualifiers", args=place)
        in client.get(reverse("desk:players", args=place)).content.decode()
    )
    page = client.get(reverse("desk:player_qualifiers", args=place))
    assert first.name in page.content.decode()
    client.post(reverse("desk:player_qualifiers", args=place), {f"from_{first.pk}": "2"})
    assert final.entries.count() == 2
