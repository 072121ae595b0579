"""The rating changes of everybody: page, desk, CSV, paper and API tell the same, and the same as
each player's own page."""

import csv
import io

import pytest

from tests import factories
from tests.pages import Page
from tournaments.documents.catalogue import PAPERS
from tournaments.documents.request import PaperRequest
from tournaments.documents.translator import Translator
from tournaments.models import Pairing
from tournaments.queries.entries.cards import estimate_of
from tournaments.queries.rounds.sheets import player_card
from tournaments.queries.standings.rating_changes import rating_changes

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(standing):
    made = factories.tournament(8, total_rounds=3)
    made.entries.filter(tpn=8).update(fide_rating=0)
    factories.play(made, 3)
    return made


def address(tournament, end):
    return f"/en/e/{tournament.event.slug}/{tournament.slug}/{end}"


def test_the_table_says_of_each_what_their_own_page_says(played):
    found = rating_changes(played)
    assert len(found.rows) == 8
    for row in found.rows:
        assert row.estimate == estimate_of(row.entry, player_card(row.entry))
    *rated, unrated = found.rows
    assert all(row.games == len(row.estimate.games) for row in rated)
    assert (unrated.games, unrated.change, unrated.new) == (3, "", 0)  # a first rating takes five
    assert (found.after, found.final) == (3, True)


def test_the_figures_are_those_of_the_articles():
    """B.02 8.3: 2595 and 2590 against each other; the stronger one wins: .51 was expected."""
    made = factories.tournament(2, total_rounds=3)
    factories.play(made, 1)
    board = Pairing.objects.get(round__tournament=made)
    stronger_is_white = board.white.tpn == 1
    Pairing.objects.filter(pk=board.pk).update(result="10" if stronger_is_white else "01")
    first, second = rating_changes(made).rows
    assert (first.points, first.expected, first.change, first.new) == ("1", "0.51", "+5", 2600)
    assert (second.points, second.expected, second.change, second.new) == ("0", "0.49", "−5", 2585)
    assert (first.average, second.average) == (2590, 2595)
    assert not rating_changes(made).final


def test_the_report_counts_where_it_differs_from_the_standings(played):
    before = {row.entry.tpn: row.change for row in rating_changes(played).rows}
    board = Pairing.objects.filter(round__tournament=played, white__tpn__lt=8, black__tpn__lt=8)
    one = board.exclude(result="==").first()
    one.reported_result = "=="
    one.save()
    after = {row.entry.tpn: row.change for row in rating_changes(played).rows}
    changed = {tpn for tpn in before if before[tpn] != after[tpn]}
    assert changed == {one.white.tpn, one.black.tpn}
    assert estimate_of(one.white, player_card(one.white)).change_text == after[one.white.tpn]


def test_forfeits_and_unpublished_rounds_do_not_count(played):
    fresh = factories.tournament(4)
    assert rating_changes(fresh).rows == ()
    factories.pair(fresh, 1)
    Pairing.objects.filter(round__tournament=fresh).update(result="10")
    assert rating_changes(fresh).rows == ()  # a draft is nobody's game
    factories.publish(fresh, 1)
    assert len(rating_changes(fresh).rows) == 4
    Pairing.objects.filter(round__tournament=fresh).update(result="+-")
    assert rating_changes(fresh).rows == ()


def test_page_desk_csv_paper_and_api_say_the_same(client, played):
    rows = rating_changes(played).rows
    wanted = [(str(row.entry.tpn), row.change or "–", str(row.new or "–")) for row in rows]
    page = Page(client.get(address(played, "ratings/")))
    assert [(line[0], line[2], line[3]) for line in page.rows()] == wanted
    text = client.get(address(played, "ratings.csv")).content.decode("utf-8-sig")
    read = list(csv.DictReader(io.StringIO(text)))
    assert [row["number"] for row in read] == [number for number, *_rest in wanted]
    assert [row["new_rating"] for row in read] == [str(row.new or "") for row in rows]
    told = client.get(f"/api/v1/tournaments/{played.pk}/rating-changes/").json()["rows"]
    assert [row["change"] for row in told] == [row.estimate.change for row in rows]
    assert [row["points"] for row in told] == [row.halves / 2 for row in rows]
    sheet = PAPERS["rating_changes"].build(
        PaperRequest(played, None, Translator("en"), {}, public=True)
    )
    printed = [row.cells for row in sheet.sections[0].blocks[0].rows]
    assert [(cells[0], cells[-2], cells[-1]) for cells in printed] == wanted
    client.force_login(factories.chief_of(played))
    desk = f"/en/desk/{played.event.slug}/{played.slug}/standings/"
    assert "Rating changes" in Page(client.get(desk)).text
    assert "As a paper" in Page(client.get(f"{desk}ratings/")).text


def test_before_the_first_round_everything_says_so(client):
    made = factories.tournament(4)
    assert "has been played yet" in Page(client.get(address(made, "ratings/"))).text
    sheet = PAPERS["rating_changes"].build(PaperRequest(made, None, Translator("tr"), {}))
    assert sheet.sections[0].blocks


def test_names_of_minors_are_shortened_for_the_public_only(client, played):
    played.entries.filter(tpn=2).update(name="Kaya, Deniz", birth_date="2015")
    played.event.shorten_minors = True
    played.event.save()
    assert "Kaya, D." in Page(client.get(address(played, "ratings/"))).text
    assert "Deniz" not in client.get(address(played, "ratings.csv")).content.decode()
    assert any(row.entry.name == "Kaya, Deniz" for row in rating_changes(played).rows)


def test_a_knock_out_has_no_such_page(client):
    made = factories.tournament(4, system="handbook.knockout")
    assert client.get(address(made, "ratings/")).status_code == 404
    assert client.get(f"/api/v1/tournaments/{made.pk}/rating-changes/").status_code == 404


def test_as_many_queries_for_many_players_as_for_few(django_assert_max_num_queries):
    few, many = factories.tournament(4), factories.tournament(20)
    for made in (few, many):
        factories.play(made, 1)
        with django_assert_max_num_queries(4):
            rating_changes(made)
