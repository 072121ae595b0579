"""A52: one game lasts longer than the rest; what each of its endings would mean."""

import random
from decimal import Decimal

import pytest
from django.db.models import F

from tests import factories
from tests.tournaments.team_events import play_round, stronger, team_event
from tournaments.models import Role, Tournament
from tournaments.queries.standings.outcomes import most_open, open_games, outcomes
from tournaments.queries.standings.prizes import prize_page
from tournaments.queries.standings.table import standings_table
from tournaments.queries.teams.standings import team_table
from tournaments.services.results.entering import enter_result
from tournaments.services.setup.prizes import PrizeRow, set_prizes

pytestmark = pytest.mark.django_db


def almost_over(open_boards, players=12):
    made = factories.tournament(players, total_rounds=3)
    factories.play(made, 2)
    factories.pair(made, 3)
    factories.publish(made, 3)
    dice = random.Random(7)
    for board in made.rounds.get(number=3).pairings.filter(black__isnull=False):
        if board.board > open_boards:
            result(made, board, dice.choice(("10", "==", "01")))
    return Tournament.objects.get(pk=made.pk)


def result(tournament, board, code):
    enter_result(
        tournament=tournament,
        pairing_id=board.pk,
        code=code,
        version=board.version,
        by=factories.chief_of(tournament),
    )


@pytest.mark.parametrize("code", ["10", "==", "01"])
def test_a52_the_places_foreseen_are_those_that_come(code):
    made = almost_over(1)
    (board,) = open_games(made)
    found = outcomes(made, places=12, said={})
    assert [way.games[0][1] for way in found.ways] == ["10", "==", "01"]
    foreseen = next(way.places for way in found.ways if way.games[0][1] == code)
    result(made, board, code)
    table = standings_table(Tournament.objects.get(pk=made.pk))
    assert table.final
    assert [(row.rank, row.entry.pk) for row in table.rows] == [
        (place, entry.pk) for place, entry in foreseen
    ]


def test_a52_best_and_worst_place_cover_every_ending():
    made = almost_over(2)
    found = outcomes(made, places=3, said={})
    assert (found.count, len(found.ways)) == (9, 9)
    for way in found.ways:
        for place, entry in way.places:
            chance = next(one for one in found.chances if one.entry.pk == entry.pk)
            assert chance.best <= place <= chance.worst
    assert min(one.best for one in found.chances) == 1


def test_a52_more_than_four_open_boards_need_an_ending_from_the_arbiter():
    made = almost_over(6)
    assert outcomes(made, places=3, said={}).too_many == 2
    games = open_games(made)
    found = outcomes(made, places=3, said={games[0].pk: "10", games[5].pk: "=="})
    assert (found.too_many, found.count, found.ways) == (0, 81, ())
    assert outcomes(made, places=3, said={game.pk: "10" for game in games}).count == 1


def test_a52_the_larger_the_field_the_fewer_boards_are_followed_through(monkeypatch):
    made = almost_over(4)
    assert most_open(made) == 4
    monkeypatch.setattr("tournaments.queries.standings.outcomes.MOST_ROWS", 9 * 12)
    assert most_open(made) == 2
    assert outcomes(made, places=3, said={}).too_many == 2


def test_a52_the_page_changes_nothing_and_says_that_it_is_not_final(client):
    made = almost_over(1)
    client.force_login(factories.user(role=Role.READER, event=made.event))
    address = f"/en/desk/{made.event.slug}/{made.slug}/standings/"
    assert "outcomes/" in client.get(address).content.decode()
    revision = made.revision
    (board,) = open_games(made)
    page = client.get(f"{address}outcomes/?places=2").content.decode()
    assert "Places 1 to 2 in 3 ways" in page
    assert "not final" in page
    one = client.get(f"{address}outcomes/?places=x&b{board.pk}=10").content.decode()
    assert "Places 1 to 10 in 1 way" in one
    made.refresh_from_db()
    board.refresh_from_db()
    assert (made.revision, board.result) == (revision, "")
    result(made, board, "10")
    assert "All results are in" in client.get(f"{address}outcomes/").content.decode()


def test_a52_in_the_middle_of_a_round_it_asks_to_come_back(client):
    made = factories.tournament(30, total_rounds=3)
    factories.pair(made, 1)
    factories.publish(made, 1)
    client.force_login(factories.chief_of(made))
    address = f"/en/desk/{made.event.slug}/{made.slug}/standings/outcomes/"
    assert "15 games are still open." in client.get(address).content.decode()


# --- Prizes, and more open games ------------------------------------------------------------------


def listed(tournament, *rows):
    set_prizes(
        tournament=tournament,
        rows=[PrizeRow(place, place, Decimal(amount)) for place, amount in rows],
        values={"prize_currency": "TL", "prize_sharing": "equal"},
        by=None,
    )
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.parametrize("code", ["10", "==", "01"])
def test_a52_the_prizes_foreseen_are_those_that_are_given(code):
    made = listed(almost_over(1), (1, 900), (2, 600), (3, 300))
    (board,) = open_games(made)
    found = outcomes(made, places=1, said={})
    way = next(way for way in found.ways if way.games[0][1] == code)
    foreseen = {one.entry.pk: one.prize for one in way.placings if one.prize}
    result(made, board, code)
    given = prize_page(Tournament.objects.get(pk=made.pk)).allocation
    assert given.final
    assert {one.entry.pk: one.amount for one in given.winners} == foreseen
    for one in found.chances:
        if one.certain:
            assert foreseen.get(one.entry.pk, "") == one.least


def test_a52_what_is_not_the_same_in_every_way_is_marked():
    made = listed(almost_over(2), (1, 900), (2, 600))
    found = outcomes(made, places=4, said={})
    told = {}
    for way in found.ways:
        for one in way.placings:
            told.setdefault(one.entry.pk, set()).add((one.place, one.prize))
    marked = {one.entry.pk for way in found.ways for one in way.placings if one.differs}
    assert {pk for pk, seen in told.items() if len(seen) > 1} <= marked
    (only,) = outcomes(made, places=4, said={g.pk: "10" for g in open_games(made)}).ways
    assert not any(one.differs for one in only.placings)


def test_a52_with_many_open_games_points_alone_give_true_limits():
    made = almost_over(6)
    games = open_games(made)
    limits = {one.entry.pk: one for one in outcomes(made, places=3, said={}).chances}
    said = {games[0].pk: "10", games[5].pk: "=="}
    exact = outcomes(made, places=3, said=said)
    assert exact.count == 81
    for one in exact.chances:
        assert limits[one.entry.pk].best <= one.best
        assert one.worst <= limits[one.entry.pk].worst


def test_a52_the_matches_of_teams_are_looked_at_board_by_board(client):
    league = team_event(4, 2)
    for number in (1, 2):
        play_round(league, number, stronger)
    play_round(league, 3, stronger)
    opened = league.rounds.get(number=3).pairings.order_by("board")[0]
    opened.result = ""
    opened.save()
    Tournament.objects.filter(pk=league.pk).update(revision=league.revision + 50)
    league = listed(league, (1, 900), (2, 600))
    found = outcomes(league, places=4, said={})
    assert found.count == 3
    for way in found.ways:
        [(game, code)] = way.games
        game.result = code
        game.save()
        Tournament.objects.filter(pk=league.pk).update(revision=F("revision") + 1)
        table = team_table(Tournament.objects.get(pk=league.pk))
        assert [(row.rank, row.entry.name) for row in table.rows] == [
            (place, team.name) for place, team in way.places
        ]
        game.result = ""
        game.save()
    Tournament.objects.filter(pk=league.pk).update(revision=F("revision") + 1)
    client.force_login(factories.chief_of(league))
    at = f"/en/desk/{league.event.slug}/{league.slug}"
    assert "standings/outcomes/" in client.get(f"{at}/teams/standings/").content.decode()
    assert "in 3 ways" in client.get(f"{at}/standings/outcomes/").content.decode()
