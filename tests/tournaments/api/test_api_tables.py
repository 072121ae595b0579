"""Cross tables, prizes, schedules, regulations and papers: what the pages show, as data."""

import pytest
from django.utils import timezone

from tests import factories
from tests.tournaments.knockout_events import level_three
from tests.tournaments.team_events import play_round, stronger, team_event
from tournaments.models import Document, Entry
from tournaments.services.teams.listing import change_rules

pytestmark = pytest.mark.django_db


def test_the_cross_table_of_a_swiss_goes_by_rounds(api):
    tournament = factories.tournament(5)
    factories.play(tournament, 2)
    table = api.get(f"tournaments/{tournament.pk}/crosstable/").json()
    assert (table["after"], table["grid"], table["heads"]) == (2, False, [1, 2])
    assert len(table["rows"]) == 5
    cells = [cell for row in table["rows"] for cells in row["cells"] for cell in cells]
    assert sum(cell["bye"] == "U" for cell in cells) == 2
    assert api.get(f"tournaments/{tournament.pk}/crosstable/?after=1").json()["heads"] == [1]
    assert api.get(f"tournaments/{tournament.pk}/crosstable/?after=3").status_code == 404


def test_the_cross_table_of_a_round_robin_is_a_grid(api):
    tournament = level_three()
    table = api.get(f"tournaments/{tournament.pk}/crosstable/").json()
    assert (table["grid"], table["heads"]) == (True, [1, 2, 3, 4])
    for place, row in enumerate(table["rows"]):
        assert row["cells"][place] == []
        assert sum(len(cells) for cells in row["cells"]) == 3


def test_teams_have_a_cross_table_and_prizes_for_boards(api):
    league = team_event(4, 2)
    play_round(league, 1, stronger)
    table = api.get(f"tournaments/{league.pk}/teams/crosstable/").json()
    first = table["rows"][0]
    [meeting] = [cell for cells in first["cells"] for cell in cells]
    assert (first["team"]["name"], meeting["points"], meeting["other"]) == ("A", 2.0, 0.0)
    assert api.get(f"matches/{meeting['match']}/").json()["first_points"] == 2.0
    boards = api.get(f"tournaments/{league.pk}/teams/boards/").json()["results"]
    assert [one["board"] for one in boards] == [1, 2]
    best = boards[0]["players"][0]
    assert (best["rank"], best["percent"], best["points"]) == (1, "100.0", 1.0)


def test_clubs_are_ranked_by_their_best(api):
    tournament = factories.tournament(6)
    tournament.entries.filter(tpn__lte=3).update(club="Kale")
    change_rules(tournament=tournament, by=None, values={"ranks_by": "club", "best_of": 2})
    factories.play(tournament, 1)
    [best] = api.get(f"tournaments/{tournament.pk}/best/").json()["results"]
    assert (best["name"], len(best["players"])) == ("Kale", 2)


def test_averages_after_a_complete_round_of_the_dubov_system(api):
    tournament = factories.tournament(6, system="handbook.dubov")
    address = f"tournaments/{tournament.pk}/averages/"
    assert api.get(address).status_code == 404
    factories.play(tournament, 1)
    found = api.get(address).json()
    assert (found["after"], len(found["rows"])) == (1, 6)
    assert all(row["games"] == 1 and row["rating_sum"] > 2000 for row in found["rows"])


def test_the_schedule_is_told_only_where_the_arbiter_shows_it(api, program):
    tournament = factories.tournament(4, system="handbook.round_robin", total_rounds=3)
    tournament.entries.filter(tpn=None).update(tpn=1)
    league = team_event(4, 2)
    for one in (tournament, league):
        address = f"tournaments/{one.pk}/schedule/"
        assert api.get(address).json()["results"] == []
        assert len(program(one).get(address).json()["results"]) == 3
        one.refresh_from_db()  # acts may have raised its revision
        one.schedule_public = True
        one.revision += 1
        one.save()
    rounds = api.get(f"tournaments/{tournament.pk}/schedule/").json()["results"]
    assert [len(one["pairs"]) for one in rounds] == [2, 2, 2]
    rounds = api.get(f"tournaments/{league.pk}/schedule/").json()["results"]
    assert [len(one["matches"]) for one in rounds] == [2, 2, 2]


def test_the_regulations_are_told_in_the_language_asked_for(api, published):
    address = f"tournaments/{published.pk}/regulations/"
    english = api.get(f"{address}?language=en").json()
    turkish = api.get(f"{address}?language=tr").json()
    assert english["parts"][0]["heading"] == "System"
    assert turkish["parts"][0]["heading"] == "Sistem"
    assert {one["code"] for one in english["tie_breaks"]} == {
        one["code"] for one in turkish["tie_breaks"]
    }


def test_documents_are_those_that_were_posted(api, client, program, published):
    values = {"tournament": published, "kind": "players", "language": "en", "content": b"%PDF"}
    Document.objects.create(**values, version=1, made_at=timezone.now())
    address = f"tournaments/{published.pk}/documents/"
    first = api.get(address)
    assert first.json()["results"] == []
    posted = Document.objects.create(
        **values, version=2, made_at=timezone.now(), posted_at=timezone.now()
    )
    [found] = api.get(address, if_none_match=first["ETag"]).json()["results"]
    assert (found["id"], found["version"], found["round"]) == (posted.pk, 2, None)
    assert client.get(found["file"]).content == b"%PDF"
    published.event.public = False
    published.event.save()
    staff = program(published)
    hidden = staff.get(address)
    assert len(hidden.json()["results"]) == 1 and "no-store" in hidden["Cache-Control"]
    assert staff.get(address, if_none_match=hidden["ETag"]).status_code == 304


def test_whoever_was_expelled_is_not_listed(api, program, published):
    published.entries.filter(tpn=6).update(status=Entry.Status.EXPELLED)
    address = f"tournaments/{published.pk}/players/"
    assert len(api.get(address).json()["results"]) == 5
    assert len(program(published).get(address).json()["results"]) == 6


def test_a_card_estimates_the_change_of_the_rating(api, published):
    factories.enter_all(published, 1)
    board = published.rounds.get(number=1).pairings.get(board=1)
    card = api.get(f"players/{board.white_id}/").json()
    assert (card["estimate"]["rating"], card["estimate"]["games"]) == (card["rating"], 1)
    assert card["estimate"]["coefficient"] in (10, 20, 40)
    assert api.get(f"players/{board.white_id}/?fields=estimate.change").json() == {
        "estimate": {"change": card["estimate"]["change"]}
    }
