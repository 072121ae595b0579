"""A search finds the player meant, however typed: a sample of what scripts/bench measures."""

import random
from datetime import date

import pytest

from scripts.bench.register_recall import KINDS, found, questions
from tests.tournaments.services.test_rating_lists import a_list, line, load
from tournaments.management.demo.rating_list import file_lines
from tournaments.register.search import search_register


@pytest.mark.django_db
def test_whom_somebody_means_is_among_the_first_eight():
    month = date(2026, 10, 1)
    load("".join(file_lines(800, seed=61, month=month, layout="txt")).encode(), month)
    asked = [
        (kind, question)
        for kind, several in questions(random.Random(8), each=2)
        for question in several
    ]
    assert len(asked) == 2 * (len(KINDS) + 2)
    assert [one for one in asked if not found(one[1], [])] == []


@pytest.fixture
def people(db):
    load(
        a_list(
            line("1", "Im, Jun", title="FM", standard=2300),
            line("2", "Ivanov, Im", standard=2500),
            line("3", "Ivanov, Oleg", title="IM", standard=2400),
            line("4", "Ivanov, Pavel", standard=2450),
            line("5", "Yilmaz, Ege Can", standard=1900),
            line("6", "De la Cruz, Ana", standard=1800),
        )
    )


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("IM Ivanov", ["Ivanov, Im", "Ivanov, Oleg"]),
        ("ivanov im", ["Ivanov, Im", "Ivanov, Oleg"]),
        ("im", ["Ivanov, Im", "Im, Jun"]),
        ("GM Ivanov", ["Ivanov, Im", "Ivanov, Pavel", "Ivanov, Oleg"]),  # whoever says so
        ("yil maz", ["Yilmaz, Ege Can"]),
        ("Y ilmaz ege", ["Yilmaz, Ege Can"]),
        ("yilmazegecan", ["Yilmaz, Ege Can"]),
        ("yilmazeg", ["Yilmaz, Ege Can"]),
        ("egecan yilmaz", ["Yilmaz, Ege Can"]),
        ("delacruz ana", ["De la Cruz, Ana"]),
        ("yilmaz egw", ["Yilmaz, Ege Can"]),
    ],
)
def test_titles_and_blanks_in_wrong_places(people, typed, names):
    assert [player.name for player in search_register(typed)] == names
