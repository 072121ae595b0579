"""Pictures: the facts in them are those of the tables, and who cannot see them hears them."""

import xml.etree.ElementTree as ET
from copy import deepcopy

import pytest

from pairing.state import Record
from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document
from tests.tournaments.knockout_events import announced, knockout
from tests.tournaments.team_events import team_event
from tournaments.core import pictures as drawn
from tournaments.models import Pairing
from tournaments.queries.knockout.bracket import course_view
from tournaments.queries.knockout.course import course_of
from tournaments.queries.standings.pictures import hall_of, pictures_of, tree_of
from tournaments.queries.standings.table import standings_table
from tournaments.snapshot import snapshot
from tournaments.wording.numbers import points_text

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_once(standing):
    found = factories.tournament(9)
    factories.play(found, 3)
    return found


@pytest.fixture
def made(made_once):
    return deepcopy(made_once)


def by_key(made, **more):
    return {one.key: one for one in pictures_of(made, **more)}


def texts(picture):
    return [node.text or "" for node in ET.fromstring(picture.svg).iter() if node.tag == "text"]


def test_before_a_round_there_is_nothing_to_see():
    assert pictures_of(factories.tournament(4)) == []


def test_the_lines_end_where_the_standings_stand(made):
    table, picture = standings_table(made), by_key(made)["leaders"]
    for row, shown in zip(table.rows[:8], picture.rows, strict=True):
        assert (shown[0], shown[-1]) == (row.entry.name, points_text(row.score))
        assert len(shown) == 4
    record = Record(snapshot(made, before_round=4, pairing=False).state)
    for row, shown in zip(table.rows[:8], picture.rows, strict=True):
        assert shown[1:] == tuple(map(points_text, record.scores_before[row.entry.tpn][1:]))
    said = texts(picture)
    for row in table.rows[:8]:
        assert f"{row.entry.name} {points_text(row.score)}" in said
    assert table.rows[0].entry.name in picture.sentence


@pytest.mark.parametrize(
    ("system", "players", "rounds"),
    [("handbook.round_robin", 6, 5), ("fide2026.double", 8, 3), ("handbook.dubov", 8, 3)],
)
def test_other_formats_draw_the_same(system, players, rounds):
    made = factories.tournament(players, system=system, total_rounds=rounds)
    factories.play(made, 2)
    table, found = standings_table(made), by_key(made)
    ends = {row[0]: row[-1] for row in found["leaders"].rows}
    assert ends == {row.entry.name: points_text(row.score) for row in table.rows[:8]}


def test_the_groups_hold_everybody_once(made):
    rows = by_key(made)["groups"].rows
    assert sum(int(count) for _points, count in rows) == 9
    scores = [row.score for row in standings_table(made).rows]
    assert [points for points, _count in rows] == [
        points_text(score) for score in sorted(set(scores), reverse=True)
    ]


def test_the_matrix_has_each_game_on_both_sides(made):
    picture = by_key(made)["meetings"]
    games = Pairing.objects.games().filter(round__tournament=made)
    assert picture.sentence.startswith(f"{games.count()} games between 9 players")
    met = {row[0]: set(row[1].split(", ")) for row in picture.rows}
    for game in games.select_related("white", "black"):
        one, other = (f"{entry.tpn} {entry.name}" for entry in (game.white, game.black))
        assert other in met[one] and one in met[other]


def test_a_matrix_tells_a_win_a_draw_and_a_loss_without_colour():
    names = [("1", "A"), ("2", "B"), ("3", "C")]
    cells = {(0, 1): "win", (1, 0): "loss", (0, 2): "draw", (2, 0): "draw", (1, 2): ""}
    shapes = {}
    for place in cells:
        alone = drawn.matrix(names, {place: cells[place]}).parts
        nothing = drawn.matrix(names, {}).parts
        shapes.setdefault(cells[place], set()).add(
            tuple(
                (name, values.get("fill"), values.get("stroke"))
                for name, values, _t in alone[len(nothing) :]
            )
        )
    assert len({tuple(found) for found in shapes.values()}) == 4


def test_the_hall_says_who_still_plays(made):
    factories.pair(made, 4)
    factories.publish(made, 4)
    round_ = made.rounds.get(number=4)
    first = round_.pairings.get(board=1)
    Pairing.objects.filter(pk=first.pk).update(result="10")
    Pairing.objects.filter(round=round_, board=2).update(result="??")
    picture = hall_of(round_)
    assert picture.sentence == ("Round 4: 1 of 4 boards are finished. Still open: board 2, 3, 4.")
    assert [row[1] for row in picture.rows] == [
        "finished",
        "adjourned",
        "being played",
        "being played",
    ]
    assert texts(picture) == ["1", "2", "3", "4"]


@pytest.mark.parametrize("language", ["en", "tr"])
def test_the_pages_show_them_with_a_sentence_and_a_table(client, made, language):
    client.force_login(factories.chief_of(made))
    place = f"{made.event.slug}/{made.slug}/standings/"
    for address in (f"/{language}/desk/{place}", f"/{language}/e/{place}"):
        assert Page(client.get(address)).address({"en": "Pictures", "tr": "Resimler"}[language])
        page = Page(client.get(f"{address}pictures/"))
        assert page.count(".drawing") == 4
        for node in page.tree.css("svg.drawn"):
            assert node.attributes["role"] == "img"
            assert len(node.attributes["aria-label"]) > 20
        assert page.count(".drawing table") == 4
        assert page.count("[style]") == 0  # the policy would drop it


def test_names_of_minors_are_shortened_in_the_drawing(client, made):
    child = made.entries.get(tpn=1)
    child.name, child.birth_date = "Kaya, Deniz", "2012-05-31"
    child.save()
    made.event.shorten_minors = True
    made.event.save()
    text = client.get(f"/en/e/{made.event.slug}/{made.slug}/standings/pictures/").content.decode()
    assert "Kaya, D." in text and "Deniz" not in text


def test_a_draft_is_in_no_picture(client, made):
    address = f"/en/e/{made.event.slug}/{made.slug}/standings/pictures/"
    before = client.get(address).content
    factories.pair(made, 4)
    assert client.get(address).content == before


def test_teams_have_no_such_page(client):
    league = team_event(4, 2)
    assert (
        client.get(f"/en/e/{league.event.slug}/{league.slug}/standings/pictures/").status_code
        == 404
    )


def test_what_somebody_is_called_cannot_leave_the_drawing(made):
    entry = standings_table(made).rows[0].entry
    entry.name = '<script>"&'
    entry.save()
    assert "<script>" not in by_key(made)["leaders"].svg


def test_the_paper_has_them_in_greys_with_their_numbers(made):
    paper = document(made, "pictures", None)
    assert paper.pages >= 1
    said = " ".join(paper.rows.values())
    assert "After round 3" in said or "3. turdan sonra" in said
    assert standings_table(made).rows[0].entry.name in said


def test_the_tree_draws_every_match_and_who_goes_on(client):
    cup = announced(knockout(8))
    page = course_view(course_of(cup), public=True)
    picture = tree_of(page)
    assert picture.sentence == "0 of 7 matches are decided."
    assert len(picture.rows) == 7
    lines = [part for part in picture.drawing.parts if part[0] == "polyline"]
    assert len(lines) == 7 + 6  # one in each box, one from each match but the final
    address = f"/en/e/{cup.tournament.event.slug}/{cup.tournament.slug}/knockout/{cup.pk}/"
    assert Page(client.get(address)).count("svg.drawn") == 1


def test_a_name_takes_the_room_of_its_letters():
    assert drawn.cut("i" * 45, 238) == "i" * 45
    short = drawn.cut("W" * 45, 238)
    assert short.endswith("W…") and drawn.room_of(short) <= 238 < drawn.room_of("W" * 45)


def test_points_stand_behind_a_name_written_from_right_to_left():
    made = drawn.lines([drawn.Line("عبدالرحمن", "4½", (0, 4.5))], ["0", "1"])
    assert "عبدالرحمن\u200e 4½" in made.on_paper("Noto Sans")
