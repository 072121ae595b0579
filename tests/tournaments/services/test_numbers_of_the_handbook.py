"""Handbook, Dutch A.2 and Lim 1: national ratings and the order of titles give the numbers."""

import pytest
from django.utils.translation import override

from tests import factories
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry
from tournaments.queries.entries.numbering import proposed_numbers
from tournaments.queries.setup.regulations import regulations_in_words
from tournaments.services.setup.events import change_tournament

pytestmark = pytest.mark.django_db

#: name, FIDE rating, title, national rating (UKD)
PEOPLE = (
    ("Akın", 2000, "", 1700),
    ("Bora", 2000, "", 1900),
    ("Cem", 0, "", 1500),
    ("Deniz", 0, "", 2400),
    ("Ela", 2000, "FM", 0),
    ("Fidan", 1400, "", 0),
    ("Gül", 2000, "WIM", 2300),
    ("Hale", 0, "", 0),
)


def event(system, **values):
    tournament = factories.tournament(system=system, **values)
    for name, fide, title, national in PEOPLE:
        factories.enter_one(
            tournament,
            {
                "name": name,
                "fide_rating": fide,
                "title": title,
                "national_rating": national,
            },
        )
    return tournament


def order(tournament):
    names = tournament.entries.order_by("tpn").values_list("name", flat=True)
    return " ".join(names)


@pytest.mark.parametrize("system", ["handbook.dutch", "handbook.lim"])
def test_equal_rating_and_title_the_higher_national_rating_first_then_those_without(system):
    tournament = event(system)
    assert order(tournament) == "Ela Gül Bora Akın Fidan Deniz Cem Hale"
    assert proposed_numbers(tournament) == []


def test_fide_keeps_its_own_order():
    """C.04.2 art. 2.2: rating, title, what was announced; no national rating among equals."""
    assert order(event("fide2026.dutch")) == "Deniz Ela Gül Akın Bora Cem Fidan Hale"
    only_fide = event("fide2026.dutch", rating_method="FIDE")
    assert order(only_fide) == "Ela Gül Akın Bora Fidan Cem Deniz Hale"


def test_a_2_c_the_order_of_titles_is_that_of_the_option():
    tournament = event("handbook.dutch", options={"title_order": "wim_before_fm"})
    assert order(tournament) == "Gül Ela Bora Akın Fidan Deniz Cem Hale"
    confirmed(
        change_tournament,
        tournament=tournament,
        by=factories.chief_of(tournament),
        values={"options": {"title_order": "fm_before_wim"}},
    )
    assert order(tournament).startswith("Ela Gül")


def test_a_2_d_what_was_announced_stands_in_for_the_alphabet():
    tournament = factories.tournament(system="handbook.dutch", equals_by="age")
    for name, born in (("Akın", "2001/01/01"), ("Bora", "1990/01/01")):
        values = {"name": name, "birth_date": born}
        factories.enter_one(tournament, values | {"fide_rating": 1800})
    assert order(tournament) == "Bora Akın"


def test_sorting_anew_by_rating_goes_by_the_national_rating_too():
    tournament = event("handbook.dutch")
    akin = Entry.objects.get(tournament=tournament, name="Akın")
    akin.national_rating = 1950
    akin.save(update_fields=["national_rating"])
    moves = {entry.name: (old, new) for entry, old, new in proposed_numbers(tournament)}
    assert moves == {"Akın": (4, 3), "Bora": (3, 4)}


def test_the_regulations_say_it():
    with override("en"):
        said = str(regulations_in_words(event("handbook.dutch")))
        assert "by title, then by national rating, then by" in said
        assert "national rating, then by" not in str(regulations_in_words(event("fide2026.dutch")))
