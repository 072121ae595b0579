"""Before the last rounds: title norms that are made, and what those still possible take (A50)."""

import pytest

from tests import factories
from tests.pages import Page
from tournaments.models import Tournament
from tournaments.queries.standings.norm_prospects import norm_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed():
    """A round robin of ten in which player 1 can make an IM norm; nothing is played yet."""
    made = factories.tournament(
        10, system="handbook.round_robin", total_rounds=9, tie_breaks=["DE", "SB"]
    )
    made.entries.exclude(tpn=1).update(title="IM", fide_rating=2400)
    made.entries.filter(tpn=1).update(title="", fide_rating=2380)
    for federation, numbers in (("AZE", (2, 3, 4, 5)), ("GEO", (6, 7, 8))):
        made.entries.filter(tpn__in=numbers).update(federation=federation)
    return made


def play(tournament, last, won):
    """Rounds up to `last`: player 1 wins those of `won` and draws the others, as everybody does."""
    candidate = tournament.entries.get(tpn=1)
    for number in range(1, last + 1):
        factories.pair(tournament, number)
        factories.publish(tournament, number)
        for board in tournament.rounds.get(number=number).pairings.all():
            board.result = "=="
            if candidate.pk in (board.white_id, board.black_id) and number in won:
                board.result = "10" if board.white_id == candidate.pk else "01"
            board.save()
    return Tournament.objects.get(pk=tournament.pk)


def page_of(client, tournament):
    client.force_login(factories.chief_of(tournament))
    at = f"/en/desk/{tournament.event.slug}/{tournament.slug}/standings/norms/"
    return Page(client.get(at)).text


def test_before_the_first_round_it_says_what_each_norm_would_take(client, closed):
    found = norm_page(closed)
    mine = [one for one in found.possible if one.entry.tpn == 1]
    assert [one.title for one in mine] == ["GM", "IM"]
    assert (found.after, found.left, found.made) == (0, 9, ())
    needs = {need.rating: need.halves for need in mine[1].needs}
    assert needs[2400] == 11  # 5½ of 9: 61 per cent, dp 80, 2480; a half less is 2443
    assert needs[2300] == 13
    assert "None yet" in page_of(client, closed)


def test_the_last_game_says_which_result_is_enough(client, closed):
    tournament = play(closed, 8, {2, 5})
    factories.pair(tournament, 9)
    factories.publish(tournament, 9)
    found = norm_page(Tournament.objects.get(pk=tournament.pk))
    [mine] = [one for one in found.possible if one.entry.tpn == 1]
    assert (mine.title, mine.games, mine.halves) == ("IM", 8, 10)
    assert mine.last.halves == 1
    text = page_of(client, tournament)
    assert f"a draw is enough ({mine.last.opponent})" in text


def test_a_norm_that_is_made_stands_with_its_figures(client, closed):
    tournament = play(closed, 9, {2, 5, 8})
    found = norm_page(tournament)
    [mine] = found.made
    assert (mine.entry.tpn, mine.title, mine.points, mine.needed) == (1, "IM", "6", "5½")
    assert mine.verdict.result.performance == 2525
    assert found.possible == ()
    text = page_of(client, tournament)
    assert "2525" in text
    assert "Still possible" not in text


def test_who_has_left_makes_no_norm_any_more(closed):
    tournament = play(closed, 2, set())
    tournament.entries.filter(tpn=1).update(withdrawn_after=2, status="withdrawn")
    found = norm_page(Tournament.objects.get(pk=tournament.pk))
    assert [one for one in found.possible if one.entry.tpn == 1] == []


@pytest.mark.parametrize("values", [{"rating_type": "rapid"}, {"system": "handbook.knockout"}])
def test_rapid_chess_and_knock_outs_have_no_such_page(client, values):
    made = factories.tournament(4, **values)
    client.force_login(factories.chief_of(made))
    at = f"/en/desk/{made.event.slug}/{made.slug}/standings/"
    assert client.get(f"{at}norms/").status_code == 404
    assert "Title norms" not in client.get(at, follow=True).content.decode()


def test_a_large_swiss_is_answered_in_time(closed):
    """Most players of an open can make no norm: that is seen before anything is tried."""
    made = factories.tournament(60, total_rounds=9)
    assert norm_page(made).out + len({one.entry for one in norm_page(made).possible}) == 60


def test_an_event_with_fewer_than_nine_rounds_says_so(client):
    made = factories.tournament(8, total_rounds=7)
    text = page_of(client, made)
    assert "this event has fewer rounds" in text
    assert "Still possible" not in text
