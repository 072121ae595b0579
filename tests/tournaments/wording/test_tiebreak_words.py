"""Pages say of a tie-break what its rule book counts."""

import pytest
from django.utils.translation import override

from tests import factories
from tiebreaks import registry
from tournaments.wording.tiebreaks import meaning_of_code, name_of_code


def words(text, edition, **kind):
    code = registry.parse(text, edition=edition)
    return name_of_code(code, edition), meaning_of_code(code, edition, **kind)


@pytest.mark.parametrize("of_teams", [False, True])
def test_wins_of_the_handbook_are_those_over_the_board(of_teams):
    """Handbook, tie-breaks 1: wins; FIDE also counts what gives as many points (C.07 art. 7.1)."""
    with override("en"):
        assert "no wins" in words("WIN", "handbook", of_teams=of_teams)[1]
        assert "also without play" in words("WIN/P", "handbook", of_teams=of_teams)[1]
        assert "also without play" in words("WIN", "fide2026", of_teams=of_teams)[1]


def test_kashdan_says_what_points_without_play_count():
    """Handbook, tie-breaks 1: win 4, draw 2, loss 1; a point received without play 2."""
    with override("en"):
        assert words("KASH", "handbook")[1] == (
            "4 for a win, 2 for a draw, 1 for a loss, 2 for points received without play."
        )


@pytest.mark.parametrize("edition", ["handbook", "fide2026"])
def test_cuts_and_medians_have_the_names_of_the_handbook_in_turkish(edition):
    """Handbook, tie-breaks 1, 2 and 4; English says what is left out."""
    with override("tr"):
        assert words("PS/C1", edition)[0] == "Eksiltilmiş kademeli, -1"
        assert words("BH/C1", edition)[0] == "Buchholz -1 alttan"
        assert words("BH/C2", edition)[0] == "Buchholz -2 alttan"
        assert words("BH/M1", edition) == (
            "Medyan Buchholz -1",
            "Bütün rakiplerin puanlarının toplamı. En düşük ve en yüksek 1 çıkarılır.",
        )
        assert words("ARO/C1", edition)[0].startswith("Azaltarak ortalama, -1")
    with override("en"):
        assert words("BH/C1", edition)[0] == "Buchholz, lowest 1 left out"


def test_a_limit_that_is_moved_has_the_sign_of_the_reader():
    with override("tr"):
        assert words("KS/L1", "fide2026")[0] == "Koya, sınır 0,5 puan kaydırılır"


def test_a_value_of_which_less_is_better_says_so():
    with override("en"):
        assert words("DE", "fide2026") == (
            "Direct encounter, less is better",
            "The place among those who are level here, by what they scored against each other.",
        )
        assert words("DE", "handbook") == (
            "Direct encounter",
            "The points from the games of those who are level here, if all of them have met.",
        )
        assert words("SB", "fide2026")[0] == "Sonneborn-Berger"
        assert words("OTHER_PLAYOFF/R", "fide2026")[0].endswith(", less is better")
    with override("tr"):
        assert words("DE", "fide2026")[0].endswith(", az olan öndedir")


@pytest.mark.django_db
def test_programs_and_pages_say_of_which_values_less_is_better(client):
    made = factories.tournament(4, tie_breaks=["DE", "BH", "LOT"])
    factories.play(made, 2)
    told = client.get(f"/api/v1/tournaments/{made.pk}/standings/").json()
    assert (told["codes"], told["less_is_better"]) == (["DE", "BH", "LOT"], ["DE", "LOT"])
    page = client.get(f"/en/e/{made.event.slug}/{made.slug}/standings/").content.decode()
    assert "Direct encounter, less is better" in page
