"""A52: one game lasts longer than the rest; what each of its endings would mean."""

import random

import pytest

from tests import factories
from tournaments.models import Role, Tournament
from tournaments.queries.outcomes import open_games, outcomes
from tournaments.queries.standings import standings_table
from tournaments.services.results import enter_result

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
