"""Play-offs: who is tied, the recipe played through, and what it means for the standings."""

import random
from copy import deepcopy

import pytest

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.tournaments.knockout_events import announced, enter, level_three, play_out
from tournaments.kernel.acts import touch
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Knockout
from tournaments.queries.knockout.bracket import course_view
from tournaments.queries.knockout.course import course_of
from tournaments.queries.knockout.desk import uncounted
from tournaments.queries.knockout.playoff import ties_to_decide
from tournaments.queries.reports.preflight import judged
from tournaments.queries.reports.trf import report
from tournaments.queries.standings.table import standings_table
from tournaments.queries.standings.working import working_of
from tournaments.services.knockout import planning, playing, playoff
from tournaments.services.reports.finishing import finish_tournament
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.publication import finish_round

pytestmark = pytest.mark.django_db


def prepared(tournament, place=1, level=()):
    return playoff.prepare_playoff(tournament=tournament, place=place, level=list(level), by=None)


def all_level(players: int):
    """One round of draws: everybody has half a point, who rests too."""
    tournament = factories.tournament(
        players, total_rounds=1, system="handbook.dutch", bye_points=5, tie_breaks=["RTNG"]
    )
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    for board in tournament.rounds.get(number=1).pairings.exclude(black=None):
        enter_result(
            tournament=tournament, pairing_id=board.pk, code="==", version=board.version, by=None
        )
    finish_round(tournament=tournament, number=1, by=None)
    return tournament


def table_of(tournament, after=None):
    tournament.refresh_from_db()  # the revision under which standings are kept
    return standings_table(tournament, after)


def order_of(tournament) -> list[tuple[int, str]]:
    return [(row.rank, row.entry.name[-1]) for row in table_of(tournament).rows]


def by_name(playoff, first: str):
    """Results that let the player win whose name ends like this, and draw all other games."""
    people = course_of(playoff).people

    def result(due):
        if people[due.white].name.endswith(first):
            return "10"
        return "01" if people[due.black].name.endswith(first) else "=="

    return result


@pytest.fixture(scope="module")
def tournament_once(standing):
    return level_three()


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def test_ties_are_offered_when_the_standings_are_final(tournament):
    tied = ties_to_decide(table_of(tournament))
    assert [(one.first, one.last, one.level) for one in tied] == [(1, 3, ())]
    prepared(tournament)
    assert ties_to_decide(table_of(tournament)) == []
    with pytest.raises(Refused, match="already"):
        prepared(tournament)


def test_no_play_off_before_the_end_nor_for_nobody():
    tournament = factories.tournament(4, total_rounds=2)
    factories.play(tournament, 1)
    with pytest.raises(Refused, match="every game has its result"):
        prepared(tournament)
    with pytest.raises(Refused, match="Nobody is tied for place 4"):
        prepared(level_three(), place=4)


def test_c_2_the_order_comes_from_the_games_and_orders_the_standings(tournament):
    assert order_of(tournament) == [(1, "1"), (1, "2"), (1, "3"), (4, "4")]
    found = announced(prepared(tournament))
    play_out(found, by_name(found, "3"), games=1)
    assert order_of(tournament)[0] == (1, "1")  # not before it is decided
    play_out(found, by_name(found, "3"))
    table = table_of(tournament)
    assert table.heads == ["PO", "SB", "WIN"]
    assert [(row.rank, row.entry.name[-1], row.values[0]) for row in table.rows] == [
        (1, "3", "1"),
        (2, "1", "2"),
        (2, "2", "2"),
        (4, "4", "-"),
    ]
    page = working_of(tournament, table.rows[0].entry, table.after)
    head = "Place won in the play-off, less is better"
    assert (page.values[1].name, page.values[1].text) == (head, "1")
    assert table_of(tournament, 2).heads == ["SB", "WIN"]


def test_the_play_off_stands_behind_the_tie_breaks_played_before_it(tournament):
    tournament.tie_breaks = ["WIN", "SB"]
    tournament.save()
    found = announced(prepared(tournament))
    play_out(found)
    Knockout.objects.filter(pk=found.pk).update(level=["WIN"])
    tournament.refresh_from_db()
    touch(tournament)
    assert table_of(tournament).heads == ["WIN", "PO", "SB"]


def test_a_cancelled_play_off_does_not_count_but_stays_on_record(tournament):
    found = announced(prepared(tournament))
    play_out(found, by_name(found, "3"))
    with pytest.raises(NeedsConfirmation):
        playoff.cancel(playoff=found, by=None)
    confirmed(playoff.cancel, playoff=found, by=None)
    assert order_of(tournament)[:3] == [(1, "1"), (1, "2"), (1, "3")]
    assert found.games.exclude(result="").count() == 3
    with pytest.raises(Refused, match="was cancelled"):
        planning.take_back_plan(knockout=found, by=None)
    play_out(announced(prepared(tournament)))  # another one may be played


def test_the_tournament_does_not_end_before_an_announced_play_off(tournament):
    found = announced(prepared(tournament))
    with pytest.raises(Refused, match="play-off for place 1 is not decided"):
        confirmed(finish_tournament, tournament=tournament, by=None)
    play_out(found)
    confirmed(finish_tournament, tournament=tournament, by=None)


def test_a56_the_checker_knows_the_places_that_a_play_off_gave(tournament):
    play_out(announced(prepared(tournament)))
    confirmed(finish_tournament, tournament=tournament, by=None)
    tournament.refresh_from_db()
    assert judged(tournament) == ()
    document = read(report(tournament))
    # A program that has only the file judges as far as it can, and says nothing wrong.
    alone = check(document)
    assert (alone.ranks, alone.ranks_problem) == ((), None)
    places = {"OTHER_PLAYOFF": {1: 3, 2: 2, 3: 1}}  # the other way round
    assert [each.player for each in check(document, elsewhere=places).ranks] == [3, 1]


def test_play_off_games_are_kept_apart_from_the_rated_ones_in_the_report(tournament):
    before = report(tournament).decode()
    found = announced(prepared(tournament))
    play_out(found, by_name(found, "3"))
    tournament.refresh_from_db()
    after = report(tournament).decode()
    players = [line for line in after.splitlines() if line.startswith("001")]
    games = [line[89:] for line in before.splitlines() if line.startswith("001")]
    assert [line[89:] for line in players] == games
    assert [line[85:89].strip() for line in players] == ["2", "2", "1", "4"]
    assert any(line.startswith("### Play-off") and "place 1" in line for line in after.splitlines())


def test_c_2_still_level_the_fewest_moves_decide(tournament):
    found = announced(prepared(tournament))
    numbers = {entry.name[-1]: number for number, entry in course_of(found).people.items()}
    beats = {(numbers[a], numbers[b]) for a, b in (("1", "2"), ("2", "3"), ("3", "1"))}
    for _game in range(6):
        due = course_of(found).progress.due[0]
        enter(found, due, "10" if (due.white, due.black) in beats else "01")
    course = course_of(found)
    games = uncounted(course)
    assert len(games) == 3
    with pytest.raises(Refused, match="between 1 and 500"):
        playing.count_moves(knockout=found, moves={games[0].row.pk: 0}, by=None)
    moves = {game.row.pk: 40 + index for index, game in enumerate(games)}
    playing.count_moves(knockout=found, moves=moves, by=None)
    won = games[0].white if games[0].result == "10" else games[0].black
    page = course_view(course_of(found))
    assert page.places[0].entries == (won,)
    assert "40 moves" in " ".join(reason.text for reason in page.reasons)


@pytest.mark.parametrize("players", [*range(2, 13)])
def test_every_recipe_is_played_to_its_end_and_names_everybody(players):
    tournament = all_level(players)
    found = announced(prepared(tournament))
    dice = random.Random(players)
    course = course_of(found)
    while not course.progress.finished:
        for game in uncounted(course):
            playing.count_moves(knockout=found, moves={game.row.pk: dice.randint(10, 90)}, by=None)
        play_out(found, lambda due: dice.choice(("10", "01", "==")), games=1)
        course = course_of(found)
    page = course_view(course)
    assert sum(len(place.entries) for place in page.places) == players
    assert len(page.places[0].entries) == 1
    assert page.reasons
    assert all("%" not in reason.text for reason in page.reasons)
    assert table_of(tournament).rows[0].entry == page.places[0].entries[0]
