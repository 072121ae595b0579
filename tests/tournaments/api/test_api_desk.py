"""The desk beside its rounds: several players, the hall, staff, papers, teams."""

import base64
import io
from datetime import timedelta

import pytest
from django.utils import timezone
from PIL import Image

from tests import factories
from tests.tournaments.api.conftest import first_board
from tests.tournaments.team_events import team_event
from tournaments.models import ByeRequest, Role

pytestmark = pytest.mark.django_db


def confirm(send, path, body):
    """The answer to an act after its question."""
    asked = send(path, body)
    assert asked.status_code == 409, asked.content
    assert asked.json()["code"] == "needs_confirmation"
    answer = send(path, {**body, "confirmed": asked.json()["confirmed"]})
    assert answer.status_code == 200, answer.content
    return answer.json()


# --- Several players ------------------------------------------------------------------------------


def test_several_players_are_marked_and_the_act_is_taken_back(program):
    tournament = factories.tournament(6)
    api = program(tournament)
    at = f"tournaments/{tournament.pk}/players/several"
    three = [one.pk for one in tournament.entries.order_by("tpn")[:3]]
    done = confirm(api.post, f"{at}/check-in/", {"players": three, "status": "absent"})
    assert done["count"] == 3
    statuses = tournament.entries.filter(pk__in=three).values_list("status", flat=True)
    assert set(statuses) == {"absent"}
    back = api.post(f"{at}/undo/", {"line": done["line"]})
    assert back.json() == {"count": 3, "line": back.json()["line"], "left": []}
    assert "absent" not in tournament.entries.values_list("status", flat=True)
    assert api.post(f"{at}/undo/", {"line": done["line"]}).status_code == 422


def test_several_players_get_a_bye_and_others_go_to_another_section(program):
    tournament = factories.tournament(6)
    other = factories.tournament(2)
    other.event, other.slug = tournament.event, "b"
    other.save()
    api = program(tournament)
    at = f"tournaments/{tournament.pk}/players/several"
    two = [one.pk for one in tournament.entries.order_by("tpn")[:2]]
    confirm(api.post, f"{at}/byes/", {"players": two, "round": 2, "kind": "H"})
    assert {bye.entry_id for bye in ByeRequest.objects.filter(entry__tournament=tournament)} == set(
        two
    )
    confirm(api.post, f"{at}/move/", {"players": two[:1], "tournament": other.pk})
    assert other.entries.filter(pk=two[0]).exists()
    stranger = factories.tournament(2)
    lost = api.post(f"{at}/move/", {"players": two[1:], "tournament": stranger.pk})
    assert (lost.status_code, lost.json()["field"]) == (422, "tournament")


def test_a_list_of_players_is_taken_out_again(program):
    tournament = factories.tournament(2)
    api = program(tournament)
    at = f"tournaments/{tournament.pk}/players/many"
    entered = api.post(f"{at}/", {"players": [{"name": "Ak, Ece"}, {"name": "Kır, Su"}]})
    assert entered.json()["entered"] == 2
    assert confirm(api.post, f"{at}/undo/", {}) == {"count": 2}
    assert not tournament.entries.filter(name="Ak, Ece").exists()


def test_ratings_are_compared_with_the_lists(program):
    tournament = factories.tournament(2)
    api = program(tournament)
    at = f"tournaments/{tournament.pk}/players/rating-check/"
    assert api.get(at).json() == {"next": None, "results": []}
    assert api.post(at, {"keys": ["1:fide_rating:2400"]}).status_code == 422


# --- The hall -------------------------------------------------------------------------------------


def picture():
    out = io.BytesIO()
    Image.new("RGB", (40, 20), "white").save(out, "PNG")
    return base64.b64encode(out.getvalue()).decode()


def test_the_plan_of_the_hall_is_written_and_read_back(program, published):
    api = program(published)
    at = f"events/{published.event.slug}/hall/"
    assert api.get(at).json() == {"words": "", "picture": ""}
    assert api.put(at, {"words": "Upstairs", "picture": picture()}).status_code == 200
    assert api.put(at, {"words": "Downstairs"}).json()["picture"]  # not named: it stays
    found = api.get(at).json()
    assert found["words"] == "Downstairs"
    shown = Image.open(io.BytesIO(base64.b64decode(found["picture"])))
    assert (shown.format, shown.size) == ("WEBP", (40, 20))
    assert api.put(at, {"picture": ""}).json()["picture"] == ""
    assert api.put(at, {"picture": "%%"}).json()["field"] == "picture"


def test_screens_are_added_changed_announced_and_removed(program, published, client):
    api = program(published)
    at = f"events/{published.event.slug}/screens/"
    made = api.post(at, {"name": "Stairs", "tournament": published.pk}).json()
    assert (made["shows"], made["seconds"]) == (["boards", "standings"], 12)
    assert client.get(made["address"].partition("localhost:8000")[2]).status_code == 200
    changed = api.patch(f"{at}{made['id']}/", {"seconds": 5, "shows": ["names"]}).json()
    assert (changed["seconds"], changed["shows"], changed["name"]) == (5, ["names"], "Stairs")
    api.post(at, {"name": "Door"})
    assert api.post(at, {"name": "Door"}).status_code == 422
    assert api.patch(f"{at}{made['id']}/", {"name": "Door"}).json()["field"] == "name"
    assert api.put(f"{at}announcement/", {"text": "Lunch"}).json() == {"screens": 2}
    told = api.get(f"events/{published.event.slug}/").json()
    assert (told["announcement"], bool(told["announced_at"])) == ("Lunch", True)
    assert "Lunch" in client.get(made["address"].partition("localhost:8000")[2]).content.decode()
    api.put(f"{at}announcement/", {"text": ""})
    told = api.get(f"events/{published.event.slug}/").json()
    assert (told["announcement"], told["announced_at"]) == ("", None)
    assert api.delete(f"{at}{made['id']}/").status_code == 204
    assert [one["name"] for one in api.get(at).json()["results"]] == ["Door"]


def test_incidents_are_noted_put_right_and_taken_back(program, published):
    api = program(published)
    at = f"tournaments/{published.pk}/incidents/"
    noted = api.post(at, {"kind": "phone", "round": 1, "board": 1, "side": "w"}).json()
    assert noted["player"]["id"] == first_board(published).white_id
    assert api.patch(f"{at}{noted['id']}/", {"note": "it rang"}).json()["note"] == "it rang"
    assert [one["note"] for one in api.get(at).json()["results"]] == ["it rang"]
    assert api.delete(f"{at}{noted['id']}/").status_code == 204
    assert api.get(at).json()["results"] == []
    assert api.put(f"{at}report/", {"text": "Quiet."}).json() == {"text": "Quiet."}
    assert api.get(f"{at}report/").json() == {"text": "Quiet."}


def test_empty_chairs_slips_and_a_wrong_entry(program, published):
    api = program(published)
    board = first_board(published)
    assert api.put(f"boards/{board.pk}/chairs/", {"empty": "w"}).status_code == 200
    board.refresh_from_db()
    assert board.empty_chairs == "w"
    api.put(f"boards/{board.pk}/chairs/", {"empty": ""})
    api.put(f"boards/{board.pk}/result/", {"result": "10", "version": 1})
    differs = api.post(f"boards/{board.pk}/check/", {"result": "01"})
    assert (differs.status_code, differs.json()["current"]["result"]) == (409, "10")
    assert api.post(f"boards/{board.pk}/check/", {"result": "10"}).status_code == 200
    lines = api.get(f"tournaments/{published.pk}/history/?act=result.entered").json()["results"]
    assert (lines[0]["round"], lines[0]["via"]) == (1, "Results table")
    undone = api.post(
        f"tournaments/{published.pk}/rounds/1/results/undo/", {"line": lines[0]["id"]}
    )
    assert (undone.status_code, undone.json()["result"]) == (200, "")


# --- Staff and papers -----------------------------------------------------------------------------


def test_duties_and_invitations(program, published):
    api = program(published)
    at = f"events/{published.event.slug}"
    someone = factories.user()
    assert api.put(f"{at}/staff/", {"user": someone.username, "role": "clerk"}).status_code == 204
    invited = api.post(
        f"{at}/invitations/", {"email": "ada@chess.example", "role": "arbiter", "language": "en"}
    ).json()
    found = api.get(f"{at}/staff/").json()
    assert (someone.username, "clerk") in [(one["user"], one["role"]) for one in found["members"]]
    assert [one["id"] for one in found["invitations"]] == [invited["id"]]
    assert api.delete(f"{at}/invitations/{invited['id']}/").status_code == 204
    assert api.put(f"{at}/staff/", {"user": someone.username, "role": ""}).status_code == 204
    chief = published.event.staff.get(role=Role.CHIEF).user
    last = api.put(f"{at}/staff/", {"user": chief.username, "role": "reader"})
    assert last.json()["code"] == "staff.last_chief"
    assert api.put(f"{at}/staff/", {"user": "nobody", "role": "clerk"}).json()["field"] == "user"


def test_a_paper_is_linked_for_a_printer_and_made_with_each_publication(program, published, client):
    paper = published.documents.create(
        kind="pairings", round_number=1, language="en", made_at=timezone.now(), content=b"%PDF-1"
    )
    api = program(published)
    at = f"tournaments/{published.pk}/documents"
    link = api.post(f"{at}/{paper.pk}/link/", {"hours": 1}).json()
    opened = client.get(link["url"].partition("localhost:8000")[2])
    assert (opened.status_code, opened.content) == (200, b"%PDF-1")
    assert timezone.datetime.fromisoformat(link["until"]) < timezone.now() + timedelta(hours=2)
    assert api.put(f"{at}/at-publication/", {"kinds": ["pairings"]}).json() == {
        "kinds": ["pairings"]
    }
    assert api.get(f"{at}/at-publication/").json() == {"kinds": ["pairings"]}
    assert api.put(f"{at}/at-publication/", {"kinds": ["invented"]}).status_code == 422


def test_what_was_put_away_comes_back(program):
    tournament = factories.tournament(2)
    api = program(tournament)
    confirm_gone = api.post(f"tournaments/{tournament.pk}/remove/").json()["confirmed"]
    gone = api.post(f"tournaments/{tournament.pk}/remove/", {"confirmed": confirm_gone})
    assert gone.status_code == 204
    at = f"events/{tournament.event.slug}/tournaments/restore/"
    assert api.post(at, {"tournament": tournament.pk}).json()["id"] == tournament.pk
    assert api.post(at, {"tournament": tournament.pk}).json()["code"] == "tournament.not_removed"


# --- Teams ----------------------------------------------------------------------------------------


def test_teams_with_their_players_are_entered_at_once_and_taken_out(program):
    league = team_event(0, 2, drawn=False)
    api = program(league)
    known = api.post(f"tournaments/{league.pk}/players/", {"name": "Ak, Ece"}).json()["id"]
    teams = [
        {"name": "A", "players": [{"id": known}, {"name": "Kır, Su"}]},
        {"name": "B", "captain": "Cem", "players": [{"name": "Dağ, Oya"}]},
    ]
    at = f"tournaments/{league.pk}/teams/many/"
    made = api.post(at, {"teams": teams})
    assert made.status_code == 201, made.content
    lists = {
        one["name"]: [row["player"]["name"] for row in one["players"]]
        for one in made.json()["results"]
    }
    assert lists == {"A": ["Ak, Ece", "Kır, Su"], "B": ["Dağ, Oya"]}
    assert confirm(api.post, f"{at}undo/", {})["count"] >= 1
    assert not league.teams.exists()
    wrong = [{"name": "C", "players": [{"name": "7"}, {"id": 999_999}]}]
    answer = api.post(at, {"teams": wrong})
    assert answer.status_code == 400
    assert {name.rsplit(".", 1)[0] for name in answer.json()["errors"]} == {
        "teams.0.players.0",
        "teams.0.players.1",
    }


def test_rules_of_teams_are_changed_and_read_back(program):
    league = team_event(0, 2, drawn=False)
    api = program(league)
    at = f"tournaments/{league.pk}/teams/rules/"
    before = api.get(at).json()
    changed = api.patch(at, {"boards": 6, "match_win": 3, "tie_breaks": ["DE"]})
    assert changed.status_code == 200, changed.content
    after = api.get(at).json()
    assert after == {**before, "boards": 6, "match_win": 3, "tie_breaks": ["DE"]}
    assert api.patch(at, {"match_win": 0}).json()["field"] == "match_draw"
    assert api.patch(at, {"options": {"cyles": 2}}).status_code == 400


def test_captains_links_are_sent_renewed_and_closed(program):
    league = team_event(4, 2)
    api = program(league)
    team = league.teams.first()
    api.patch(f"teams/{team.pk}/", {"captain_email": "c@chess.example", "version": team.version})
    at = f"tournaments/{league.pk}/teams/captains/"
    links = {one["team"]["id"]: one["link"] for one in api.get(at).json()["results"]}
    assert links[team.pk].startswith("http")
    assert api.post(at, {"language": "en"}).json() == {"messages": 1}
    assert api.post(f"teams/{team.pk}/link/").json()["link"] not in ("", links[team.pk])
    assert api.delete(f"teams/{team.pk}/link/").status_code == 204
    found = {one["team"]["id"]: one["link"] for one in api.get(at).json()["results"]}
    assert found[team.pk] == "" and all(found[pk] for pk in found if pk != team.pk)


def test_the_work_on_a_paper_names_it_whenever_it_is_read(program, published):
    api = program(published)
    wanted = {"kind": "pairings", "round": 1, "language": "en"}
    job = api.post(f"tournaments/{published.pk}/documents/make/", wanted).json()
    assert job["paper"] == published.documents.get().pk
    assert api.get(f"jobs/{job['id']}/").json()["paper"] == job["paper"]
