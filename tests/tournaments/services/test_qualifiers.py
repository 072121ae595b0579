"""Groups or a knock-out, then a final of the best: any system, of players and of teams."""

import pytest
from django.urls import reverse

from pairing.formats import keys
from tests import factories
from tests.tournaments.knockout_events import (
    announced,
    enter_by_number,
    knockout,
    level_three,
    play_out,
)
from tests.tournaments.team_events import by_name, open_round, play_round, stronger, team_event
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Knockout, Tournament
from tournaments.queries.knockout.bracket import course_view
from tournaments.queries.knockout.course import course_of
from tournaments.queries.setup.qualifiers import last_taken, sources_of
from tournaments.queries.setup.regulations import regulations_in_words
from tournaments.services.entries.listing import enter_players
from tournaments.services.knockout import planning
from tournaments.services.knockout.qualifiers import (
    plan_qualifiers,
    take_back_qualifiers,
    take_qualifiers,
)
from tournaments.services.knockout.team_rounds import make_round
from tournaments.services.rounds.pairing import request_pairing
from tournaments.services.rounds.publication import finish_round
from tournaments.services.setup.copying import copy_event
from tournaments.services.setup.events import create_tournament
from tournaments.services.teams.drawing import draw
from tournaments.services.teams.importing import import_teams

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
    confirmed(take_qualifiers, tournament=final, by=None, places=[(first, 2), (second, 2)])
    assert set(final.entries.values_list("name", flat=True)) == {
        *winners(first, 2),
        *winners(second, 2),
    }
    assert final.log.get(act="players.qualified").after["sources"] == {
        first.name: 2,
        second.name: 2,
    }
    confirmed(take_qualifiers, tournament=final, by=None, places=[(first, 2), (second, 2)])
    assert final.entries.count() == 4  # twice is once
    factories.pair(final, 1)
    with pytest.raises(Refused, match="under way"):
        take_qualifiers(tournament=final, by=None, places=[(first, 3)])


def test_a_8_the_best_of_two_groups_play_a_knock_out_in_the_order_of_their_places():
    first = group()
    second = group(first)
    final = another(first, "handbook.knockout")
    found = Knockout.objects.get(tournament=final)
    places = [(first, 2), (second, 2)]
    confirmed(planning.take_qualifiers, knockout=found, by=None, places=places)
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
    sent = {f"from_{first.pk}": "2"}
    asked = client.post(reverse("desk:player_qualifiers", args=place), sent)
    assert winners(first, 2)[0] in asked.content.decode()
    sent["confirmed"] = asked.context["question"].token
    client.post(reverse("desk:player_qualifiers", args=place), sent)
    assert final.entries.count() == 2
    page = client.get(reverse("desk:player_qualifiers", args=place))
    line = {"line": page.context["taken"].pk}
    asked = client.post(reverse("desk:take_back_qualifiers", args=place), line)
    line["confirmed"] = asked.context["question"].token
    client.post(reverse("desk:take_back_qualifiers", args=place), line)
    assert final.entries.count() == 0
    assert client.get(reverse("desk:player_qualifiers", args=place)).context["taken"] is None


# --- From a knock-out ----------------------------------------------------------------------------


def preliminary(winners: int = 4) -> Tournament:
    """Sixteen players, of whom four are left after two stages."""
    found = announced(knockout(16, winners))
    play_out(found)
    return found.tournament


@pytest.mark.parametrize("system", keys(pairs_teams=False))
def test_whoever_is_left_in_a_knock_out_goes_on_to_any_system(system):
    """Handbook, knock-out: some preliminary knock-out rounds, then another system."""
    source = preliminary()
    final = another(source, system, total_rounds=3)
    places = [(source, 4)]
    if final.format.eliminates:
        found = final.knockouts.get()
        confirmed(planning.take_qualifiers, knockout=found, by=None, places=places)
        planning.announce(knockout=found, by=None)
        names = [entry.name for entry in course_of(found).people.values()]
    else:
        confirmed(take_qualifiers, tournament=final, by=None, places=places)
        names = [entry.name for entry in final.entries.order_by("tpn")]
        factories.pair(final, 1)
        assert final.rounds.get(number=1).pairings.count() == 2
    assert names == [f"Player {number:03}" for number in range(1, 5)]


def test_a_knock_out_that_is_not_decided_sends_nobody():
    found = announced(knockout(16, 4))
    final = another(found.tournament, "fide2026.dutch")
    play_out(found, games=3)
    with pytest.raises(Refused, match="not final yet"):
        take_qualifiers(tournament=final, by=None, places=[(found.tournament, 4)])


def test_fewer_than_those_left_would_need_a_decision():
    source = preliminary()
    final = another(source, "fide2026.dutch")
    with pytest.raises(Refused, match="the last place that qualifies is shared"):
        take_qualifiers(tournament=final, by=None, places=[(source, 3)])


def test_a_player_who_left_the_event_does_not_qualify():
    source = preliminary()
    source.entries.filter(name="Player 002").update(status="withdrawn")
    final = another(source, "fide2026.dutch")
    with pytest.raises(Refused, match="is shared"):  # the fifth place is shared by four
        take_qualifiers(tournament=final, by=None, places=[(source, 4)])
    confirmed(take_qualifiers, tournament=final, by=None, places=[(source, 3)])
    assert not final.entries.filter(name="Player 002").exists()


# --- Teams ---------------------------------------------------------------------------------------


def team_groups() -> tuple[Tournament, Tournament]:
    """Two finished groups of four teams; the team earlier in the alphabet has won."""
    first = team_event(4, 4)
    second = another(first, "handbook.team_round_robin", total_rounds=3)
    chief = factories.chief_of(first)
    rows = [
        {
            "values": {"name": letter, "captain": f"Captain {letter}"},
            "players": [
                {"name": f"{letter}{board}", "fide_rating": 2000} for board in (1, 2, 3, 4)
            ],
        }
        for letter in "WXYZ"
    ]
    import_teams(tournament=second, by=chief, teams=rows)
    draw(tournament=second, by=chief, typed={one.pk: n for n, one in enumerate(by_name(second), 1)})
    for made in (first, second):
        made.refresh_from_db()
        for number in (1, 2, 3):
            play_round(made, number, stronger)
            finish_round(tournament=made, number=number, by=None)
    return first, second


@pytest.mark.parametrize("system", ["fide2026.team", "handbook.team_swiss"])
def test_the_best_teams_of_two_groups_play_a_swiss(system):
    first, second = team_groups()
    final = another(first, system, total_rounds=3)
    order = confirmed(take_qualifiers, tournament=final, by=None, places=[(first, 2), (second, 2)])
    teams = final.teams.in_bulk(order)
    assert [teams[pk].name for pk in order] == ["A", "W", "B", "X"]
    w = final.teams.get(name="W")
    assert [member.entry.name for member in w.members.all()] == ["W1", "W2", "W3", "W4"]
    assert (w.captain, w.link_key != second.teams.get(name="W").link_key) == ("Captain W", True)
    assert final.entries.count() == 18  # five and four players a team
    draw(tournament=final, by=factories.chief_of(final))
    final.refresh_from_db()
    open_round(final, 1)
    assert final.rounds.get(number=1).matches.count() == 2
    with pytest.raises(Refused, match="under way"):
        take_qualifiers(tournament=final, by=None, places=[(first, 3)])


def test_a_team_knock_out_sends_its_winner_and_a_group_the_others():
    first, _second = team_groups()
    cup = another(first, "handbook.team_knockout")
    confirmed(take_qualifiers, tournament=cup, by=None, places=[(first, 2)])
    found = planning.announce(knockout=cup.knockouts.get(), by=None)
    final = another(first, "fide2026.team", total_rounds=3)
    with pytest.raises(Refused, match="not final yet"):
        take_qualifiers(tournament=final, by=None, places=[(cup, 1)])
    cup.refresh_from_db()
    while not course_of(found).progress.finished:
        number = cup.rounds.filter(status="finished").count() + 1
        if number > 1:
            make_round(knockout=found, by=None)
        play_round(cup, number, stronger)
        finish_round(tournament=cup, number=number, by=None)
    confirmed(take_qualifiers, tournament=final, by=None, places=[(cup, 1)])
    assert [team.name for team in by_name(final)] == ["A"]


def test_teams_and_players_do_not_qualify_for_each_other():
    first, _second = team_groups()
    final = another(first, "fide2026.dutch")
    knock_out = another(first, "handbook.knockout")
    with pytest.raises(Refused, match="on the page of its plan"):
        take_qualifiers(tournament=knock_out, by=None, places=[(first, 1)])
    assert [one.tournament for one in sources_of(final)] == [knock_out]


# --- Noted, taken back ---------------------------------------------------------------------------


def test_what_is_noted_stands_in_the_regulations_and_goes_along_with_a_copy():
    first = group()
    second = group(first)
    final = another(first, "fide2026.dutch", total_rounds=3)
    places = [(first, 2), (second, 1)]
    plan_qualifiers(tournament=final, by=None, places=places)
    plan_qualifiers(tournament=final, by=None, places=places)  # nothing new
    assert final.log.filter(act="qualifiers.planned").count() == 1
    said = dict(regulations_in_words(final))["Who qualifies"]
    assert said == [
        f"The best players of these tournaments play here: {first.name} 2, {second.name} 1."
    ]
    copy = copy_event(
        source=first.event,
        name="Next",
        starts_on=first.event.starts_on,
        by=factories.chief_of(first),
    )
    again = copy.tournaments.get(name=final.name)
    assert {one.source.name: one.count for one in again.qualifications.all()} == {
        first.name: 2, second.name: 1,
    }  # fmt: skip
    assert all(one.source.event == copy for one in again.qualifications.all())
    plan_qualifiers(tournament=final, by=None, places=[])
    assert "Who qualifies" not in dict(regulations_in_words(final))


def test_qualifiers_go_back_and_whoever_was_here_before_stays():
    first, second = team_groups()
    final = another(first, "fide2026.team", total_rounds=3)
    rows = [{"values": {"name": "A"}, "players": [{"name": "A1", "fide_rating": 2399}]}]
    import_teams(tournament=final, by=None, teams=rows)
    confirmed(take_qualifiers, tournament=final, by=None, places=[(first, 2), (second, 2)])
    line = last_taken(final)
    assert final.teams.count() == 4
    assert confirmed(take_back_qualifiers, tournament=final, line=line, by=None) == 3
    assert [team.name for team in by_name(final)] == ["A"]
    assert [entry.name for entry in final.entries.all()] == ["A1"]
    assert last_taken(final) is None
    with pytest.raises(Refused, match="taken back any more"):
        take_back_qualifiers(tournament=final, line=line, by=None)


def test_once_round_1_is_paired_qualifiers_stay():
    first = group()
    final = another(first, "fide2026.dutch", total_rounds=3)
    confirmed(take_qualifiers, tournament=final, by=None, places=[(first, 4)])
    confirmed(request_pairing, tournament=final, number=1, by=factories.chief_of(final))
    assert last_taken(final) is None


def test_a_knock_out_has_its_seeds_of_before_again():
    first = group()
    final = another(first, "handbook.knockout")
    found = final.knockouts.get()
    confirmed(planning.take_qualifiers, knockout=found, by=None, places=[(first, 2)])
    before = final.knockouts.get().order
    confirmed(planning.take_qualifiers, knockout=found, by=None, places=[(first, 4)])
    confirmed(take_back_qualifiers, tournament=final, line=last_taken(final), by=None)
    assert final.knockouts.get().order == before
    assert final.entries.count() == 2


@pytest.mark.parametrize("system", keys(pairs_teams=True))
def test_the_page_of_teams_offers_them_in_every_state(client, system):
    first, _second = team_groups()
    final = another(first, system)
    client.force_login(factories.chief_of(first))
    place = [final.event.slug, final.slug]
    address = reverse("desk:player_qualifiers", args=place)
    assert address in client.get(reverse("desk:teams", args=place)).content.decode()
    page = client.get(address).content.decode()
    assert first.name in page and "4 teams" in page
    client.post(address, {f"from_{first.pk}": "2", "plan": "1"})
    assert 'value="2"' in client.get(address).content.decode()
    alone = factories.tournament(system=system)
    client.force_login(factories.chief_of(alone))
    there = [alone.event.slug, alone.slug]
    empty = client.get(reverse("desk:player_qualifiers", args=there)).content.decode()
    assert "no other tournament of teams" in empty
