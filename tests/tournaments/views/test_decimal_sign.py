"""People read the decimal sign of their language, programs the dot."""

import csv
import io
import re
from copy import deepcopy
from decimal import Decimal

import pytest
from django.utils.translation import override

from pairing.state import Fact
from tests import factories
from tests.pages import Page
from tests.tournaments import team_events
from tests.tournaments.documents.made import document, words
from tournaments.forms.prizes import written_amount
from tournaments.forms.tournament import PointsField
from tournaments.models import Tournament
from tournaments.wording.facts import fact_sentence
from tournaments.wording.numbers import decimal_if_number, points_text

pytestmark = pytest.mark.django_db
DOT, COMMA = re.compile(r"\d\.\d"), re.compile(r"\d,\d")


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(8, tie_breaks=["BH/C1", "SB", "ARO", "WIN"])
    factories.play(made, 3)
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def at(tournament, rest, language="tr"):
    return f"/{language}/e/{tournament.event.slug}/{tournament.slug}/{rest}"


def values(page):
    return [link.words for link in page.links("table.standings a.working") if "½" not in link.words]


def test_standings_have_the_sign_of_the_page(client, tournament):
    turkish = values(Page(client.get(at(tournament, "standings/"))))
    english = values(Page(client.get(at(tournament, "standings/", "en"))))
    assert [text.replace(",", ".") for text in turkish] == english
    assert any(map(COMMA.search, turkish))
    assert not any(map(DOT.search, turkish))


@pytest.mark.parametrize("where", ["e", "embed"])
def test_every_page_with_values_has_it(client, tournament, where):
    entry = tournament.entries.get(tpn=3)
    rest = f"standings/3/players/{entry.pk}/" if where == "e" else "standings/"
    text = Page(client.get(at(tournament, rest).replace("/e/", f"/{where}/"))).text
    text = re.sub(r"m\. [\d.]+|\d\d\.\d\d\.\d{4}( \d\d\.\d\d)?", "", text)  # articles and days
    assert COMMA.search(text)
    assert not DOT.search(text), DOT.search(text)


def test_papers_have_the_sign_of_their_language(tournament):
    turkish = words(document(tournament, "standings", 3, "tr"))
    english = words(document(tournament, "standings", 3, "en"))
    found = re.findall(r"\d+\.\d\d", english)
    assert found
    for value in found:
        assert value.replace(".", ",") in turkish
    assert re.search(r"\d+,\d\d", words(document(tournament, "standings", 3, "tr+en")))


@pytest.mark.parametrize("language", ["tr", "en"])
def test_programs_always_read_the_dot(client, tournament, language):
    for rest in ("standings/3.csv", "standings/table.csv"):
        answer = client.get(at(tournament, rest, language))
        assert answer.status_code == 200, rest
        cells = [
            cell
            for row in csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
            for cell in row
        ]
        assert any(re.fullmatch(r"\d+\.\d+", cell) for cell in cells), rest
        assert not any(re.fullmatch(r"\d+,\d+", cell) for cell in cells), rest
    answer = client.get(
        f"/api/v1/tournaments/{tournament.pk}/standings/", headers={"accept-language": language}
    )
    printed = [value for row in answer.json()["rows"] for value in row["tie_breaks"]]
    assert any(map(DOT.search, printed))
    assert not any(map(COMMA.search, printed))


def test_percentages_of_boards_have_it(client):
    made = team_events.team_event(4, 2)
    made.schedule_public = True
    made.save()
    team_events.play_round(made, 1)
    text = Page(client.get(at(made, "teams/boards/"))).text
    assert "100,0" in text
    assert "100.0" not in text


def test_points_are_shown_with_it_and_typed_with_either_or_a_half(client):
    made = factories.tournament(0)
    client.force_login(factories.chief_of(made))
    address = f"/tr/desk/{made.event.slug}/{made.slug}/settings/"
    page = Page(client.get(address))
    assert (page.field("draw_points"), page.field("loss_points")) == ("0,5", "0")
    with override("tr"):
        for typed, stored in (("0,3", 3), ("0.4", 4), ("½", 5), ("0", 0)):
            assert PointsField().clean(typed) == stored, typed
    with override("en"):
        assert PointsField().clean("0,3") == 3
    assert Page(client.get(address.replace("/tr/", "/en/"))).field("draw_points") == "0.5"


def test_sentences_have_it():
    fact = Fact(
        "tiebreaks.score.dummy_bye",
        "16.4",
        (),
        (("own", "2.5"), ("ceiling", "3"), ("score", "2.5")),
    )
    with override("tr"):
        assert "2,5" in fact_sentence(fact, str)
        assert points_text(33) == "3,3"
        assert decimal_if_number("C.04.1 2.3") == "C.04.1 2.3"
    with override("en"):
        assert "2.5" in fact_sentence(fact, str)
        assert points_text(33) == "3.3"


def test_amounts_are_shown_with_it():
    with override("tr"):
        assert written_amount(Decimal("750.50")) == "750,50"
    with override("en"):
        assert written_amount(Decimal("750.50")) == "750.50"
