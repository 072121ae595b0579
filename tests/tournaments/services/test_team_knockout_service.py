"""Knock-outs between teams: announced, played round by round on the pages of matches."""

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.team_events import enter, open_round, stronger, team_event
from tournaments.documents.catalogue import PAPERS
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Knockout, Match, Pairing
from tournaments.queries.knockout.bracket import course_view
from tournaments.queries.knockout.course import course_of
from tournaments.queries.setup.events import is_under_way
from tournaments.services.knockout import drawing, planning, playing
from tournaments.services.knockout.team_rounds import make_round
from tournaments.services.reports.finishing import finish_tournament
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.publication import finish_round
from tournaments.services.teams.drawing import draw
from tournaments.services.teams.leaving import withdraw_team
from tournaments.services.teams.listing import add_team

pytestmark = pytest.mark.django_db


def knockout(teams: int = 4, boards: int = 2, winners: int = 1) -> Knockout:
    tournament = team_event(teams, boards, system="handbook.team_knockout", drawn=False)
    found = Knockout.objects.get(tournament=tournament)
    return planning.change_plan(
        knockout=found, by=factories.chief_of(tournament), values={"winners": winners}
    )


def announced(*sizes: int) -> Knockout:
    return planning.announce(knockout=knockout(*sizes), by=None)


def play(found: Knockout, code_of=stronger) -> int:
    """Play the round that is open, and make the next one; its number, 0 at the end."""
    tournament = found.tournament
    last = tournament.rounds.exclude(matches=None).order_by("number").last()
    open_round(tournament, last.number)
    enter(tournament, last.number, code_of)
    finish_round(tournament=tournament, number=last.number, by=None)
    return next_round(found)


def next_round(found: Knockout) -> int:
    found.tournament.refresh_from_db()
    course = course_of(found)
    if course.progress.finished:
        return 0
    for fact in course.progress.waiting:
        values = dict(fact.values)
        order = sorted(fact.players, key=lambda number: number != values["winner"])
        drawing.enter_lot(knockout=found, draw=values["draw"], order=order, by=None)
    return make_round(knockout=found, by=None).number


def drawn(row: Pairing) -> str:
    return "=="


def test_a_4_teams_are_seeded_by_the_average_rating_of_their_boards():
    found = announced(5)
    course = course_of(found)
    assert [team.name for team in course.people.values()] == list("ABCDE")
    assert [seat.rating for seat in course.people.values()] == [2350, 2349, 2348, 2347, 2346]
    first = Match.objects.get(round__tournament=found.tournament)
    assert {first.first.name, first.second.name} == {"D", "E"}  # the two lowest (B.3)


def test_a_knock_out_of_teams_is_played_on_the_pages_of_matches_to_its_ranking():
    found = announced(4, 2)
    tournament = found.tournament
    assert (tournament.rounds.count(), Match.objects.count()) == (1, 2)
    rounds = [1]
    while number := play(found):
        rounds.append(number)
    assert rounds == [1, 2, 3, 4]  # two games of each tie
    page = course_view(course_of(found))
    assert [[team.name for team in place.entries] for place in page.places] == [
        ["A"],
        ["B"],
        ["C", "D"],
    ]
    semi = page.stages[0].ties[0]
    assert [match.name for match in semi.matches] == ["game 1", "game 2"]
    assert [side.score for side in semi.sides] == ["4", "0"]
    tournament.refresh_from_db()
    confirmed(finish_tournament, tournament=tournament, by=None)


def test_a_30_everybody_of_a_team_has_the_colour_drawn_and_the_other_in_the_next_game():
    found = announced(2, 3)
    for number in (1, 2):
        match = Match.objects.get(round__tournament=found.tournament, round__number=number)
        if number == 1:
            white = match.first.name
        play(found)
        seats = match.pairings.values_list("white__membership__team__name", flat=True)
        assert set(seats) == {white if number == 1 else ({"A", "B"} - {white}).pop()}


def test_a_28_colours_that_the_captains_drew_turn_the_match_round():
    found = announced(2, 2)
    match = Match.objects.get()
    other = [match.second.number, match.first.number]
    drawing.enter_lot(knockout=found, draw="1.1", order=other, by=None)
    match.refresh_from_db()
    assert [match.first.number, match.second.number] == other
    open_round(found.tournament, 1)
    with pytest.raises(Refused, match="played by this draw"):
        drawing.enter_lot(knockout=found, draw="1.1", order=other[::-1], by=None)


def test_a_10_a_golden_point_between_teams_is_one_board():
    found = announced(2, 2)
    for _game in range(4):
        number = play(found, drawn)
    assert (number, course_of(found).team_games.views[-1][0].match.round.number) == (5, 5)
    found.tournament.refresh_from_db()
    play(found, drawn)
    rows = Pairing.objects.filter(round__number=5, round__tournament=found.tournament)
    assert rows.count() == 1
    course = course_of(found)
    assert course.progress.finished
    black = rows.get().black.membership.team
    assert course.people[course.order()[0][0]] == black  # A.11


def test_the_next_round_waits_for_the_one_before_and_for_the_choice_of_colours():
    found = announced(2, 1)
    with pytest.raises(Refused, match="Finish round 1 first"):
        make_round(knockout=found, by=None)
    for _game in range(3):
        play(found, drawn)
    open_round(found.tournament, 4)
    enter(found.tournament, 4, drawn)
    finish_round(tournament=found.tournament, number=4, by=None)
    with pytest.raises(Refused, match="which colours were chosen"):
        make_round(knockout=found, by=None)


def test_a_team_that_withdraws_loses_its_matches_by_forfeit():
    found = announced(4, 2)
    play(found)
    team = found.tournament.teams.get(name="A")
    found.tournament.refresh_from_db()
    confirmed(withdraw_team, tournament=found.tournament, team=team, by=None)
    play(found, drawn)
    tie = course_of(found).progress.stages[0].ties[0]
    assert (tie.winner, tie.score) == (0, (20, 20))  # 2-0 played, 0-2 by forfeit


def test_a_correction_makes_the_round_again_with_the_right_team():
    found = announced(4, 1)
    while play(found) != 3:
        pass
    tournament = found.tournament
    row = Pairing.objects.get(
        round__number=2, round__tournament=tournament, match__first__number__in=(1, 4)
    )
    given = {"tournament": tournament, "pairing_id": row.pk, "by": factories.chief_of(tournament)}
    code = "01" if row.result == "10" else "10"
    confirmed(enter_result, **given, code=code, version=row.version, reason="misread")
    course = course_of(found)
    assert [match.round.number for match in course.team_games.displaced] == [3]
    assert make_round(knockout=found, by=None).number == 3
    course = course_of(found)
    assert course.team_games.displaced == []
    again = Match.objects.get(round__number=3, round__tournament=tournament)
    assert {again.first.number, again.second.number} == {1, 4}  # 1-1 now: the extension
    while play(found):
        pass
    assert course_of(found).progress.finished


def test_numbers_are_seeds_and_nothing_is_drawn_added_or_announced_twice():
    found = knockout(3, 1)
    with pytest.raises(Refused, match="announce the plan"):
        draw(tournament=found.tournament, by=None)
    planning.announce(knockout=found, by=None)
    assert is_under_way(found.tournament)
    with pytest.raises(Refused):
        add_team(tournament=found.tournament, by=None, values={"name": "Z"})
    with pytest.raises(Refused, match="results on the boards"):
        playing.enter_game(knockout=found, key=("1.1", 0, 1, 1), code="10", version=0, by=None)
    planning.take_back_plan(knockout=found, by=None)
    assert (Match.objects.count(), found.tournament.teams.exclude(number=None).count()) == (0, 0)
    found.refresh_from_db()
    planning.announce(knockout=found, by=None)
    assert Match.objects.count() == 1


@pytest.mark.parametrize("language", ["en", "tr"])
def test_every_page_of_a_knock_out_of_teams_opens(client, language):
    found = announced(5, 2)
    tournament = found.tournament
    client.force_login(factories.chief_of(tournament))
    event, slug = tournament.event.slug, tournament.slug
    pages = [
        reverse("desk:knockout", args=[event, slug, found.pk]),
        reverse("desk:knockout_plan", args=[event, slug, found.pk]),
        reverse("desk:teams", args=[event, slug]),
        reverse("desk:team_round", args=[event, slug, 1]),
        reverse("desk:team_standings", args=[event, slug]),
        reverse("public:knockout", args=[event, slug, found.pk]),
        reverse("public:team_standings", args=[event, slug]),
        reverse("public:team_crosstable", args=[event, slug]),
        reverse("public:teams", args=[event, slug]),
    ]
    for _round in range(3):
        for page in pages:
            answer = client.get(page.replace("/en/", f"/{language}/"), follow=True)
            assert answer.status_code == 200, page
        play(found)


def test_teams_of_a_knock_out_have_no_table_by_points_anywhere(client):
    """Losers would have a place by match points beside the place of the plan."""
    found = announced(5, 2)
    tournament = found.tournament
    play(found)
    client.force_login(factories.chief_of(tournament))
    place = [tournament.event.slug, tournament.slug]
    for part in ("desk", "public"):
        bracket = reverse(f"{part}:knockout", args=[*place, found.pk])
        for page in ("team_crosstable", "team_standings"):
            answer = client.get(reverse(f"{part}:{page}", args=place))
            assert (answer.status_code, answer["location"]) == (302, bracket), (part, page)
    for path in ("crosstable", "standings"):
        answer = client.get(f"/api/v1/tournaments/{tournament.pk}/teams/{path}/")
        assert answer.status_code == 404
    assert not PAPERS["team_crosstable"].fits(tournament.format)


def test_the_next_round_is_made_with_one_press(client):
    found = announced(2, 1)
    open_round(found.tournament, 1)
    enter(found.tournament, 1, drawn)
    finish_round(tournament=found.tournament, number=1, by=None)
    client.force_login(factories.chief_of(found.tournament))
    place = [found.tournament.event.slug, found.tournament.slug, found.pk]
    page = client.get(reverse("desk:knockout", args=place))
    assert "Make these matches the next round" in page.content.decode()
    answer = client.post(reverse("desk:knockout_round", args=place))
    assert answer["Location"].endswith("/2/") or "2" in answer["Location"]
    assert found.tournament.rounds.get(number=2).matches.count() == 1
