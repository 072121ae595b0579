"""Plates, badges and certificates say names as they are spoken; plates have two sides."""

import pytest

from tests import factories
from tests.tournaments.documents.made import document, words
from tests.tournaments.team_events import team_event
from tests.truth.paper import Paper
from tournaments.core.text import given_first
from tournaments.documents.cards import NO_SEATS
from tournaments.services.entries.listing import enter_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    made = factories.tournament(0, total_rounds=2)
    names = ("Kaya, Deniz Ege", "Öztürk, Işıl", "王, 小明", "Sócrates")
    rows = [{"name": name, "fide_rating": 2500 - place} for place, name in enumerate(names)]
    enter_players(tournament=made, by=factories.chief_of(made), rows=rows)
    return made


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("Kaya, Deniz Ege", "Deniz Ege Kaya"),
        ("Kaya, D.", "D. Kaya"),
        ("王, 小明", "王小明"),
        ("Sócrates", "Sócrates"),
        ("Kaya,", "Kaya"),
    ],
)
def test_given_names_stand_first(name, spoken):
    assert given_first(name) == spoken


@pytest.mark.parametrize("kind", ["plates", "badges"])
def test_below_the_name_stands_what_is_known_and_no_mark_between_nothing(tournament, kind):
    """A player without title and federation had "· 2500"."""
    tournament.entries.filter(tpn=2).update(title="FM", federation="TUR", club="Göynük SK")
    shown = words(
        document(tournament, kind, seats=NO_SEATS)
        if kind == "plates"
        else document(tournament, kind)
    )
    known = "FM TUR · 2499" if kind == "plates" else "FM TUR · Göynük SK"
    assert known in shown
    assert shown.count("·") == shown.count(known) + shown.count(tournament.full_name)


@pytest.mark.parametrize("kind", ["plates", "badges"])
def test_plates_and_badges_say_names_as_they_are_spoken(tournament, kind):
    text = words(document(tournament, kind))
    for name in ("Deniz Ege Kaya", "Işıl Öztürk", "王小明", "Sócrates"):
        assert text.count(name) == (2 if kind == "plates" else 1)
    assert "Kaya, Deniz" not in text


def test_certificates_say_names_as_they_are_spoken(tournament):
    factories.play(tournament, 2)
    text = words(document(tournament, "certificates", places="5"))
    assert "Deniz Ege Kaya" in text and "Kaya, Deniz" not in text


def test_a_plate_is_read_from_both_sides_of_the_board(tournament):
    paper = Paper(bytes(document(tournament, "plates").content))
    first = [run for run in paper.runs if "Kaya" in run.text]
    back, front = sorted(first, key=lambda run: -run.box[1])
    page = paper.sizes[0]
    middle = page[3] - 8 / 25.4 * 72 - 70 / 25.4 * 72  # where it is folded
    assert back.box[1] > middle > front.box[3]
    assert abs((back.box[1] - middle) - (middle - front.box[3])) < 2  # mirrored


def test_a_plate_has_the_board_of_the_round_that_is_wanted(tournament):
    entry = tournament.entries.get(name="Sócrates")
    assert "Board" not in words(document(tournament, "plates"))
    factories.play(tournament, 2)
    for number in (1, 2):
        seat = tournament.rounds.get(number=number).pairings.get(
            **{"white" if entry.pk in _whites(tournament, number) else "black": entry}
        )
        made = document(tournament, "plates", seats=str(number))
        assert made.rows[f"1.p{entry.pk}"].endswith(f" · {seat.board}")
        assert words(made).count(f"Board {seat.board}") == 4  # two players, two sides
    newest = document(tournament, "plates", order="name")
    assert newest.rows[f"1.p{entry.pk}"] == made.rows[f"1.p{entry.pk}"]
    assert "Board" not in words(document(tournament, "plates", seats=NO_SEATS))


def _whites(tournament, number: int) -> set[int]:
    return set(tournament.rounds.get(number=number).pairings.values_list("white_id", flat=True))


def test_a_badge_names_the_team():
    made = team_event(2, 1)
    made.entries.filter(name="A1").update(club="A")
    found = document(made, "badges")
    assert all(
        found.rows[f"1.p{one.pk}"].endswith(f" · {one.name[0]}") for one in made.entries.all()
    )
    pieces = [piece.text for piece in Paper(bytes(found.content)).pieces if piece.text]
    for name in ("A1", "B2"):
        event, who, *more = pieces[pieces.index(name) - 1 :][:4]
        assert (event, who) == (made.full_name, name)
        assert more.count(name[0]) == 1  # once, also where the club has the same name


def test_who_has_a_fixed_table_has_it_on_the_plate_before_the_first_round(tournament):
    tournament.entries.filter(name="Sócrates").update(fixed_board=7)
    assert words(document(tournament, "plates")).count("Board 7") == 2
