"""Files for other programs: which there are for whom, and that they can be read again."""

import base64
import io
import json

import openpyxl
import pytest

from pairing import trf
from pairing.formats import FORMATS
from tests import factories
from tests.tournaments.knockout_events import announced, knockout, play_out
from tests.tournaments.team_events import open_round, play_round, team_event
from tournaments.models import Role, Scope
from tournaments.queries.hall.published import public_trf
from tournaments.queries.reports.files import FILES, files_of
from tournaments.services.entries.importing import read_file
from tournaments.services.programs.tokens import make_token
from tournaments.services.setup.events import change_event
from tournaments.services.teams.importing import read_teams_file

pytestmark = pytest.mark.django_db
LISTS = ["swiss-manager-xlsx", "swiss-manager-csv", "chess-results-xlsx", "chess-results-csv"]
REPORTS = ["trf26", "trf26-ascii", "trf16", "trf06"]


def desk(tournament, rest=""):
    return f"/en/desk/{tournament.event.slug}/{tournament.slug}/documents/files/{rest}"


def keys(tournament):
    return [file.key for file in files_of(tournament)]


@pytest.fixture
def swiss():
    made = factories.tournament(6)
    for place, entry in enumerate(made.entries.order_by("tpn")):
        entry.fide_id = str(99900010 + place)
        entry.birth_date = ("1990-04-12", "1985", "")[place % 3]
        entry.sex = "wm"[place % 2]
        entry.club, entry.national_rating = f"Club {place}", 1500 + place
        entry.federation, entry.title = "NOR", ("FM", "", "WCM")[place % 3]
        entry.save()
    return made


def test_before_a_round_there_are_reports_and_lists_but_no_games(client, swiss):
    assert keys(swiss) == REPORTS + LISTS
    client.force_login(factories.chief_of(swiss))
    page = client.get(desk(swiss)).content.decode()
    assert "once a round is published" in page
    assert client.get(desk(swiss, "pgn/")).status_code == 404


def test_a_draft_is_in_no_file_and_a_published_round_is(swiss):
    factories.pair(swiss, 1)
    assert "pgn" not in keys(swiss)
    factories.publish(swiss, 1)
    assert keys(swiss) == REPORTS + LISTS + ["pgn-round", "pgn"]


@pytest.mark.parametrize("key", LISTS)
def test_a_list_is_read_again_with_everything_that_stood_in_it(swiss, key):
    data = FILES[key].make(swiss)
    other = factories.tournament()
    found = read_file(data, "x", other)
    assert found.importable and not found.unknown, found
    by_name = {line.values["name"]: line.values for line in found.lines}
    for entry in swiss.entries.all():
        read = by_name[entry.name]
        for field in ("title", "fide_rating", "national_rating", "club", "fide_id", "federation"):
            assert read[field] == getattr(entry, field), field
        assert read["birth_date"] == entry.birth_date
        assert (read["sex"] == "w") == (entry.sex == "w")


def test_what_looks_like_a_formula_stays_a_word(swiss):
    entry = swiss.entries.first()
    entry.club = '=HYPERLINK("http://x")'
    entry.save()
    book = openpyxl.load_workbook(io.BytesIO(FILES["swiss-manager-xlsx"].make(swiss)))
    cells = [cell for row in book.active.iter_rows() for cell in row if cell.value == entry.club]
    assert [cell.data_type for cell in cells] == ["s"]
    assert "'=HYPERLINK" in FILES["swiss-manager-csv"].make(swiss).decode()


@pytest.mark.parametrize("key", REPORTS)
def test_each_edition_of_the_report_is_read_again(swiss, key):
    factories.play(swiss, 2)
    document = trf.read(FILES[key].make(swiss))
    assert len(document.players) == 6
    assert document.begun_rounds == 2
    assert document.version == {"trf16": "TRF16", "trf06": "TRF06"}.get(key, "TRF26")


def test_byes_are_plain_results_in_the_edition_of_2006():
    made = factories.tournament(5)
    factories.play(made, 1)
    data = FILES["trf06"].make(made).decode()
    assert " 0000 - +" in data and " 0000 - U" not in data
    assert not any(line[:3] in ("142", "152", "192", "XXR") for line in data.splitlines())


def test_headers_of_games_name_board_players_and_result(swiss):
    factories.play(swiss, 1)
    factories.pair(swiss, 2)
    factories.publish(swiss, 2)
    everything = FILES["pgn"].make(swiss).decode()
    latest = FILES["pgn-round"].make(swiss).decode()
    assert everything.count("[Event ") == 6 and latest.count("[Event ") == 3
    assert '[Round "2.1"]' in latest and '[Board "1"]' in latest and '[Result "*"]' in latest
    assert '[WhiteFideId "99900' in latest


def test_teams_stand_in_the_lists_and_the_headers_of_their_games():
    made = team_event(4, 2)
    assert "pgn" not in keys(made)
    play_round(made, 1)
    games = FILES["pgn"].make(made).decode()
    assert games.count("[WhiteTeam ") == games.count("[Event ") == 4
    again = factories.tournament(system="handbook.team_round_robin")
    found = read_teams_file(FILES["swiss-manager-xlsx"].make(made), "x.xlsx", again)
    assert len(found.teams) == 4 and all(len(team.lines) == 3 for team in found.teams)


def test_games_of_a_knock_out_are_there_once_they_are_played():
    found = announced(knockout(4))
    assert FILES["pgn"].make(found.tournament) == b""
    play_out(found)
    assert FILES["pgn"].make(found.tournament).count(b"[Event ") >= 2
    assert "pgn-round" not in keys(found.tournament)
    for file in files_of(found.tournament):
        assert isinstance(file.make(found.tournament), bytes)


@pytest.mark.parametrize(
    "system", [key for key, one in FORMATS.items() if one.pairs_rounds and one.pairs_players]
)
def test_every_format_of_players_makes_every_file_it_offers(system):
    made = factories.tournament(6, system=system)
    assert keys(made) == REPORTS + LISTS
    assert all(file.make(made) for file in files_of(made))
    factories.pair(made, 1)
    factories.publish(made, 1)
    made.refresh_from_db()
    assert keys(made) == REPORTS + LISTS + ["pgn-round", "pgn"]
    assert all(file.make(made) for file in files_of(made))


def test_the_page_shows_each_file_and_each_is_downloaded(client, swiss):
    factories.play(swiss, 1)
    client.force_login(factories.chief_of(swiss))
    for language in ("en", "tr"):
        page = client.get(desk(swiss).replace("/en/", f"/{language}/"))
        assert all(f"/files/{key}/" in page.content.decode() for key in keys(swiss))
    for file in files_of(swiss):
        answer = client.get(desk(swiss, f"{file.key}/"))
        assert answer.status_code == 200 and answer.content
        assert f'-{file.key}.{file.ending}"' in answer["Content-Disposition"]
    assert client.get(desk(swiss, "nothing/")).status_code == 404


def test_files_are_for_the_staff_alone(client, swiss):
    assert client.get(desk(swiss)).status_code == 302
    client.force_login(factories.user())
    assert client.get(desk(swiss, "trf26/")).status_code == 404
    client.force_login(factories.user(role=Role.READER, event=swiss.event))
    assert client.get(desk(swiss, "trf26/")).status_code == 200


def test_programs_get_the_list_of_files_and_each_with_its_content(client, swiss):
    _token, secret = make_token(
        event=swiss.event, name="x", scopes=[Scope.SETUP], by=factories.chief_of(swiss)
    )
    address = f"/api/v1/tournaments/{swiss.pk}/files/"
    own = {"authorization": f"Bearer {secret}"}
    found = json.loads(client.get(address, headers=own).content)["results"]
    assert [one["key"] for one in found] == keys(swiss)
    one = json.loads(client.get(found[0]["address"], headers=own).content)
    assert base64.b64decode(one["content"]) == FILES["trf26"].make(swiss)
    assert client.get(f"{address}nothing/", headers=own).status_code == 404


def test_without_a_token_the_report_has_what_is_public_and_no_other_file_is_there(client, swiss):
    swiss.entries.filter(tpn=1).update(birth_date="2001-02-03")
    address = f"/api/v1/tournaments/{swiss.pk}/files/"
    [one] = client.get(address).json()["results"]
    assert one["key"] == "trf26"
    answer = client.get(one["address"])
    report = base64.b64decode(answer.json()["content"])
    assert report == public_trf(swiss)
    assert b"2001/00/00" in report and b"2001/02/03" not in report
    again = client.get(one["address"], headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    for key in set(keys(swiss)) - {"trf26"}:
        assert client.get(f"{address}{key}/").status_code == 404
    client.force_login(factories.chief_of(swiss))
    inside = client.get(one["address"])
    assert b"2001/02/03" in base64.b64decode(inside.json()["content"])
    assert inside["Cache-Control"] == "private, no-store" and inside["ETag"] != answer["ETag"]
    client.logout()
    hide = {"public": False}
    change_event(event=swiss.event, by=factories.chief_of(swiss), values=hide)
    assert client.get(address).status_code == client.get(one["address"]).status_code == 404


def test_a_round_that_is_not_complete_is_said_on_the_page(client):
    made = team_event(4, 2)
    open_round(made, 1)
    client.force_login(factories.chief_of(made))
    assert "games have no result yet" in client.get(desk(made)).content.decode()
