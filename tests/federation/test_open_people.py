"""Open data of people: the search, a player's events and games, the results of a club's teams."""

from datetime import date

import jsonschema
import pytest
from django.test import Client
from django.utils import timezone

from federation.models import Arbiter, Merge, Privacy, TeamResult
from tests import factories
from tests.federation import people_made_up as made
from tests.tournaments.team_events import team_event
from tournaments.api.views.root import document
from tournaments.models import Event
from tournaments.queries.entries.names import shortened

pytestmark = pytest.mark.django_db


def get(path, name="", code=200):
    """The answer, which has the shape that the document tells of `name`."""
    answer = Client().get(f"/api/v1/{path}", headers={"accept-language": "en"})
    assert answer.status_code == code, answer.content
    if name:
        described = document()
        (told,) = (
            item["get"]
            for item in described["paths"].values()
            if item.get("get", {}).get("operationId") == name
        )
        schema = told["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.validate(answer.json(), schema | {"components": described["components"]})
    return answer.json() if name else answer


def rows_of(path):
    text = b"".join(Client().get(f"/api/v1/{path}").streaming_content).decode("utf-8-sig")
    return text.splitlines()


def test_one_question_finds_players_clubs_and_events():
    club = made.club("Yıldız Satranç", "35-9")
    member = made.member("Yıldız, Ayşe", of=club, standard=1912)
    event = factories.event(name="Yıldızlar Kupası", city="Çeşme")
    found = get("search/?q=yildiz", "search")
    (player,) = found["players"]
    assert (player["id"], player["name"], player["rating"]) == (member.pk, "Yıldız, Ayşe", 1912)
    assert Client().get(player["url"]).status_code == 200
    assert [one["code"] for one in found["clubs"]] == ["35-9"]
    assert [one["slug"] for one in found["events"]] == [event.slug]
    assert Client().get(found["events"][0]["url"]).status_code == 200


def test_the_search_tells_no_more_than_the_box():
    made.member("Kaya, Gizli", privacy=Privacy.HIDDEN)
    short = made.member("Kaya, Deniz", privacy=Privacy.SHORT, of=made.club())
    Event.objects.filter(pk=factories.event(name="Kaya Kupası").pk).update(public=False)
    found = get("search/?q=kaya", "search")
    (player,) = found["players"]
    assert player["id"] == short.pk and "Deniz" not in player["name"] and player["club"] == ""
    assert found["events"] == []
    assert get("search/?q=deniz+kaya", "search")["players"] == []


@pytest.mark.parametrize(("asked", "code"), [("", 400), ("?q=", 400), ("?q=" + "x" * 61, 400)])
def test_nothing_to_look_for_is_told(asked, code):
    assert "q" in get(f"search/{asked}", code=code).json()["errors"]


def test_one_letter_finds_nothing_yet():
    made.member("Kaya, Deniz")
    assert get("search/?q=k", "search")["players"] == []


def test_a_players_events_and_games_are_lists():
    player = made.registered("Kaya, Deniz")
    entry = made.played(player, rounds=3)
    made.outcome(entry)
    events = get(f"members/{player.pk}/events/", "listMemberEvents")["results"]
    assert [(one["place"], one["points"], one["performance"]) for one in events] == [(2, 2.5, 2188)]
    first = get(f"members/{player.pk}/games/?limit=2", "listMemberGames")
    second = Client().get(first["next"]).json()
    games = first["results"] + second["results"]
    assert [one["round"] for one in games] == [3, 2, 1]
    assert second["next"] is None
    assert {one["tournament"] for one in games} == {entry.tournament_id}
    assert {one["result"] for one in games} <= {"1", "0", "="}
    lines = rows_of(f"members/{player.pk}/games.csv")
    assert lines[0].startswith("event,tournament,round") or ";" in lines[0]
    assert len(lines) == 4
    assert len(rows_of(f"members/{player.pk}/events.csv")) == 2


def test_opponents_are_named_as_they_wish():
    player = made.registered("Kaya, Deniz")
    entry = made.played(player, rounds=1)
    game = entry.tournament.rounds.get(number=1).pairings.games().filter(white=entry).first()
    game = game or entry.tournament.rounds.get(number=1).pairings.games().get(black=entry)
    other = game.black if game.white_id == entry.pk else game.white
    other.player = made.member("Gizli, Oyuncu", privacy=Privacy.HIDDEN).player
    other.name = "Gizli, Oyuncu"
    other.save()
    (told,) = get(f"members/{player.pk}/games/", "listMemberGames")["results"]
    assert told["opponent_id"] is None and "Oyuncu" not in told["opponent"]


@pytest.mark.parametrize("list_", ["", "events/", "games/", "events.csv", "games.csv"])
def test_who_hides_their_page_has_no_lists(list_):
    hidden = made.member("Kaya, Deniz", privacy=Privacy.HIDDEN)
    for number in (hidden.pk, 10**6, 10**30):
        get(f"members/{number}/{list_}", code=404)


def test_the_address_of_a_double_stays():
    kept, gone = made.registered("Kaya, Deniz"), 987_654
    Merge.objects.create(gone=gone, kept=kept)
    made.played(kept, rounds=1)
    assert get(f"members/{gone}/", "getMember")["id"] == kept.pk
    assert len(get(f"members/{gone}/games/", "listMemberGames")["results"]) == 1


def test_results_of_a_clubs_teams_are_a_list():
    club = made.club()
    tournament = team_event(2)
    for place, team in enumerate(tournament.teams.order_by("pk"), start=1):
        TeamResult.objects.create(
            team=team, club=club, tournament=tournament, event=tournament.event,
            ended_on=date(2026, 10, place), place=place, teams=2, won=3 - place,
        )  # fmt: skip
    found = get(f"clubs/{club.code}/teams/", "listClubTeams")["results"]
    assert [(one["place"], one["won"]) for one in found] == [(2, 1), (1, 2)]
    assert Client().get(found[0]["url"]).status_code == 200
    assert len(rows_of(f"clubs/{club.code}/teams.csv")) == 3
    Event.objects.update(public=False)
    assert get(f"clubs/{club.code}/teams/", "listClubTeams")["results"] == []
    get("clubs/none/teams/", code=404)


def test_an_arbiter_of_seventeen_is_named_as_the_strictest_event_names_them(client):
    minor = made.registered("Ak, Deniz", birth_date=str(timezone.localdate().year - 17))
    Arbiter.objects.create(player=minor, level="CA")
    made.played(minor, rounds=1, shorten_minors=True)
    (row,) = client.get("/api/v1/arbiters/").json()["results"]
    assert row["name"] == shortened("Ak, Deniz")
    assert "Deniz" not in client.get("/api/v1/arbiters.csv").getvalue().decode()
