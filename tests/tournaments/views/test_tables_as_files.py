"""Every table that the public reads has a CSV and a JSON link, and the CSV says what it says."""

import csv
import io

import pytest

from tests import factories
from tests.pages import Page
from tests.tournaments import team_events
from tests.tournaments.knockout_events import announced, knockout
from tests.tournaments.views.test_doors import public_addresses
from tournaments.services.teams.listing import change_rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    made = factories.tournament(4)
    factories.play(made, 1)
    return made


@pytest.fixture
def teams():
    made = team_events.team_event(4, 2)
    made.schedule_public = True
    made.save()
    team_events.play_round(made, 1)
    return made


def rows(client, path):
    answer = client.get(path + "table.csv")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8")
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def at(tournament, rest):
    return f"/en/e/{tournament.event.slug}/{tournament.slug}/{rest}"


@pytest.mark.parametrize("kind", ["tournament", "teams"])
def test_every_page_with_a_table_has_both_links_and_they_lead_somewhere(client, kind, request):
    made = request.getfixturevalue(kind)
    tables = 0
    for path in public_addresses(made, 1):
        if "/e/" not in path or path.startswith("/tr/"):
            continue
        answer = client.get(path)
        page = Page(answer.content.decode(errors="replace"))
        if not page.count("table"):
            continue
        tables += 1
        links = [link for link in page.links() if link.words in ("CSV", "JSON")]
        assert {link.words for link in links} == {"CSV", "JSON"}, path
        for link in {link.address for link in links}:
            address = link if link.startswith("/") else path + link
            assert client.get(address).status_code == 200, address
    assert tables > 10


def test_a_table_is_read_cell_by_cell_below_its_heading(client, tournament, teams):
    found = rows(client, at(teams, "teams/standings/"))
    assert found[0][:2] == ["Rank", "Team"]
    shown = Page(client.get(at(teams, "teams/standings/")))
    assert [row[1] for row in found[1:5]] == shown.all('a.name[href*="/teams/"]')
    team = teams.teams.get(number=1)
    assert ["Players"] in rows(client, at(teams, f"teams/{team.pk}/"))
    entry = tournament.entries.get(tpn=1)
    card = rows(client, at(tournament, f"players/{entry.pk}/"))
    assert card[0][:4] == ["Round", "Board", "Opponent", "Result"]
    assert card[1][0] == "1"
    assert rows(client, f"/en/e/{tournament.event.slug}/")[1][:2] == ["A", "4"]


def test_a_name_becomes_no_formula(client, tournament):
    tournament.entries.filter(tpn=1).update(name="=1+1")
    cells = [cell for row in rows(client, at(tournament, "players/")) for cell in row]
    assert [cell for cell in cells if "1+1" in cell] == ["'=1+1"]


def test_there_is_a_file_of_public_pages_only(client, tournament):
    event, slug = tournament.event.slug, tournament.slug
    for path in ("x", "../desk", f"{event}/calendar.ics", f"{event}/{slug}/calendar.ics",
                 f"{event}/table.csv", f"{event}/{slug}/rounds/1.csv"):  # fmt: skip
        assert client.get(f"/en/e/{path}/table.csv").status_code == 404, path


def as_data(client, path):
    """The words of the table as a file, and what its JSON says."""
    links = {link.words: link.address for link in Page(client.get(path)).links()}
    csv_at, json_at = (links[kind] for kind in ("CSV", "JSON"))
    found = client.get(csv_at if csv_at.startswith("/") else path + csv_at)
    data = client.get(json_at)
    assert (found.status_code, data.status_code) == (200, 200), (csv_at, json_at)
    return found.content.decode("utf-8-sig"), data.json()


def test_the_data_of_an_earlier_round_and_of_a_category_are_those_of_the_page(client):
    made = factories.tournament(6, system="handbook.dubov")
    made.entries.filter(tpn__in=(2, 4)).update(sex="w")
    change_rules(tournament=made, by=None, values={"ranks_by": "club", "best_of": 1})
    made.entries.update(club="Kale")
    factories.play(made, 2)
    one = made.entries.get(tpn=1).pk
    for rest in ("standings/1/", f"standings/1/players/{one}/", "crosstable/1/", "averages/1/"):
        assert as_data(client, at(made, rest))[1]["after"] == 1, rest
    for number in (1, 2):
        text, data = as_data(client, at(made, f"standings/{number}/only/women/"))
        assert len(text.splitlines()) == 3 and len(data["rows"]) == 2
        assert data["after"] == number and {row["rank"] for row in data["rows"]} <= {1, 2}
    assert client.get(at(made, "standings/1.csv?category=nobody")).status_code == 404
    earlier, latest = (
        as_data(client, at(made, rest))[1]["results"][0]
        for rest in ("teams/standings/1/", "teams/standings/")
    )
    assert earlier["name"] == latest["name"] == "Kale"
    assert earlier["points"] < latest["points"]


def test_the_data_of_a_round_of_teams_are_those_of_the_page(client):
    made = team_events.team_event(4, 2)
    for number in (1, 2):
        team_events.play_round(made, number)
    team = made.teams.get(number=1).pk
    for rest in ("teams/standings/1/", f"teams/standings/1/{team}/"):
        assert as_data(client, at(made, rest))[1]["after"] == 1, rest
    matches = as_data(client, at(made, "teams/rounds/1/"))[1]["results"]
    assert {one["round"] for one in matches} == {1} and len(matches) == 2


def test_the_data_of_a_knock_out_are_its_games(client):
    cup = announced(knockout(4))
    data = as_data(client, at(cup.tournament, f"knockout/{cup.pk}/"))[1]
    assert [one["id"] for one in data["knockouts"]] == [cup.pk]
