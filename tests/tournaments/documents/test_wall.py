"""Papers for the wall: letters for two metres, the round and the group large on every page."""

import pytest

from tests import factories
from tests.tournaments.documents.made import document, reader, words
from tests.tournaments.team_events import play_round, team_event
from tests.truth.paper import Paper
from tournaments.kernel.errors import Refused
from tournaments.models import Pairing
from tournaments.queries.teams.standings import team_table
from tournaments.services.entries.listing import enter_players

pytestmark = pytest.mark.django_db

KINDS = ("pairings", "pairings_by_name", "pairings_by_federation", "results", "standings")


@pytest.fixture(scope="module")
def tournament(standing):
    made = factories.tournament(0, total_rounds=5)
    rows = [
        {
            "name": f"{chr(65 + place % 26)}yşe-Müftüoğlu, Muhammed Ali {place}",
            "fide_rating": 2500 - place,
            "federation": ("TUR", "GEO")[place % 40 == 0],
        }
        for place in range(80)
    ]
    enter_players(tournament=made, by=factories.chief_of(made), rows=rows)
    factories.play(made, 2)
    return made


def assert_round_on_every_page(seen: Paper, language: str) -> None:
    said = {"tr": "2. tur", "en": "Round 2", "tr+en": "2. tur"}[language]
    for number in range(len(seen.sizes)):
        large = [run for run in seen.runs if run.page == number and run.size > 24]
        assert any(said in run.text for run in large)


@pytest.mark.parametrize(
    ("paper", "language"),
    [
        pytest.param("A4", "tr", marks=pytest.mark.full),
        pytest.param("Letter", "en", marks=pytest.mark.full),
        ("A3", "tr+en"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_names_have_eighteen_points_and_the_round_stands_large_on_every_page(
    tournament, kind, paper, language
):
    found = document(tournament, kind, 2, language, size="wall", paper=paper)
    seen = Paper(bytes(found.content))
    assert len(seen.sizes) > 1
    names = [run for run in seen.runs if "Muhammed" in run.text or "Müftüoğlu" in run.text]
    assert names and {round(run.size) for run in names} == {20 if paper == "A3" else 18}
    assert_round_on_every_page(seen, language)
    assert seen.complaints() == []
    across = {tuple(map(round, size[2:])) for size in seen.sizes}
    assert across == {{"A4": (595, 842), "Letter": (612, 792), "A3": (842, 1191)}[paper]}


def heads(seen: Paper, page: int) -> str:
    """Return the lines above the first name of a page."""
    runs = [run for run in seen.runs if run.page == page]
    first = max(run.box[3] for run in runs if "yşe" in run.text)
    return " ".join(run.text for run in runs if run.box[1] > first)


@pytest.mark.parametrize("size", ["", "large", "wall"])
def test_a_federation_is_named_on_every_page_it_takes(tournament, size):
    found = document(tournament, "pairings_by_federation", 2, "en", size=size)
    seen = Paper(bytes(found.content))
    assert len(seen.sizes) > 1
    for page in range(1, len(seen.sizes)):
        assert "TUR" in heads(seen, page).split()
    first = next(row for row in seen.tables[0] if len(row) > 1)
    edges = [min(run.box[0] for run in cell.runs) for cell in first]
    assert edges[1] - edges[0] > 100  # a name has the room that its board needs not
    titles = [one.title for one in _flat(reader(found).outline)]
    assert titles.count("TUR") == titles.count("GEO") == 1


def _flat(outline):
    for one in outline:
        if isinstance(one, list):
            yield from _flat(one)
        else:
            yield one


@pytest.mark.parametrize("size", ["", "wall"])
def test_a_list_by_name_says_which_letters_a_page_has(tournament, size):
    for kind, number, options in (
        ("pairings_by_name", 2, {}),
        ("players", None, {"order": "name"}),
    ):
        seen = Paper(bytes(document(tournament, kind, number, "en", size=size, **options).content))
        assert len(seen.sizes) > 1
        for page in range(len(seen.sizes)):
            names = [run for run in seen.runs if run.page == page and "yşe" in run.text]
            if kind == "pairings_by_name":
                left = min(run.box[0] for run in names)
                names = [run for run in names if run.box[0] < left + 2]
            letters = [run.text.strip()[0] for run in names]
            assert f"{letters[0]} – {letters[-1]}" in " ".join(heads(seen, page).split())


def test_only_papers_for_the_wall_come_on_a3(tournament):
    for kind in ("slips", "badges", "record"):
        with pytest.raises(Refused):
            document(tournament, kind, 2 if kind == "slips" else None, paper="A3")


@pytest.fixture(scope="module")
def league(standing):
    """Ten teams of four boards, with long names."""
    made = team_event(10, 4)
    play_round(made, 1)
    play_round(made, 2)
    for team in made.teams.all():
        made.teams.filter(pk=team.pk).update(name=f"Kütahya Müftüoğlu Satranç {team.name}")
    for entry in made.entries.all():
        made.entries.filter(pk=entry.pk).update(name=f"Müftüoğlu, Muhammed {entry.name}")
    made.revision += 1
    made.save(update_fields=["revision"])
    return made


@pytest.mark.parametrize(("paper", "language"), [("A4", "tr"), ("Letter", "en"), ("A3", "tr+en")])
@pytest.mark.parametrize("kind", ["matches", "team_standings"])
def test_matches_and_the_standings_of_teams_are_read_from_two_metres_too(
    league, kind, paper, language
):
    found = document(league, kind, 2, language, size="wall", paper=paper)
    seen = Paper(bytes(found.content))
    who = "Muhammed" if kind == "matches" else "Kütahya"
    names = [run for run in seen.runs if who in run.text and run.size < 21]
    assert names and {round(run.size) for run in names} == {20 if paper == "A3" else 18}
    assert_round_on_every_page(seen, language)
    assert seen.complaints() == []


@pytest.mark.parametrize("size", ["", "large", "wall"])
def test_the_standings_of_teams_name_their_tie_breaks(league, size):
    text = words(document(league, "team_standings", 2, "en", size=size))
    for code, name in team_table(league, 2).columns:
        assert f"{code} {name}" in text


@pytest.mark.parametrize("size", ["", "large", "wall"])
def test_every_board_of_every_match_stands_on_the_paper(league, size):
    text = words(document(league, "matches", 2, "en", size=size))
    for letter in "ABCDEFGHIJ":
        for board in "1234":
            assert f"Muhammed {letter}{board} " in f"{text} "


@pytest.mark.parametrize("kind", ["matches", "results"])
def test_teams_stand_large_above_their_match_and_a_word_behind_a_result_is_whole(league, kind):
    """The names of the teams were the smallest letters; "unrate" and "d" stood on two lines."""
    row = Pairing.objects.games().filter(round__tournament=league, round__number=2).earliest("pk")
    Pairing.objects.filter(pk=row.pk).update(result="DD")
    seen = Paper(bytes(document(league, kind, 2, "en", size="wall", paper="A4").content))
    assert "(unrated)" in {run.text.strip() for run in seen.runs}
    if kind == "matches":
        heads = [part for part in seen.parts if not isinstance(part, list) and part.kind == "/H2"]
        assert heads
        assert all(run.size >= 18 for part in heads for run in part.runs)
