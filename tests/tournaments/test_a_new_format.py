"""A format that is only in the table, with its module and its words, is a whole format: the form,
"Ready?", the regulations, the papers, the API, reports and the command line know it."""

import json

import pytest
from django.urls import reverse

from pairing.formats import FORMATS
from pairing.tools import cli
from pairing.trf import choice_of
from tests import factories
from tests.pages import Page
from tests.tournaments.made_up import SWISS, TEAMS, add_to_the_table
from tests.tournaments.team_events import open_round, team_event
from tests.tournaments.views.test_setup_pages import fields
from tournaments.documents.catalogue import PAPERS, grouped
from tournaments.kernel.errors import Refused
from tournaments.models import Tournament
from tournaments.queries.reports.trf import report_document
from tournaments.queries.setup.readiness import readiness
from tournaments.queries.setup.regulations import regulations_in_words, tie_breaks_in_words
from tournaments.services.setup.events import create_tournament
from tournaments.services.teams.drawing import draw

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_the_table(monkeypatch):
    add_to_the_table(monkeypatch, SWISS, TEAMS)


@pytest.fixture
def swiss():
    made = factories.tournament(8, system=SWISS.key)
    made.refresh_from_db()
    return made


def address(tournament, route, *more):
    return reverse(f"desk:{route}", args=[tournament.event.slug, tournament.slug, *more])


def test_the_form_offers_it_with_its_help_and_then_its_own_options(client):
    event = factories.event()
    client.force_login(event.staff.get().user)
    page = Page(client.get(reverse("desk:new_tournament", args=[event.slug])))
    assert {SWISS.key, TEAMS.key} <= set(page.values('[name="system"] option'))
    assert "For friends." in page.text and "For rivals." in page.text
    sent = fields(name="B", system=SWISS.key)
    answer = client.post(reverse("desk:new_tournament", args=[event.slug]), sent)
    assert answer.status_code == 302, answer.context["form"].errors
    made = Tournament.objects.get(name="B")
    assert made.format is SWISS
    assert not made.fide_mode  # FIDE does not know it
    settings = Page(client.get(address(made, "settings")))
    assert "From the end of the list" in settings.text and "to the right" in settings.text
    assert "option_downwards" in settings.fields


def test_a_new_tournament_has_the_tie_breaks_that_are_proposed(swiss):
    assert swiss.tie_breaks == ["BH/C1", "BH", "SB", "PS", "DE", "WIN", "BWG"]


def test_it_is_refused_while_it_is_not_in_the_table(monkeypatch):
    event = factories.event()
    monkeypatch.delitem(FORMATS, SWISS.key)
    with pytest.raises(Refused) as refused:
        create_tournament(
            event=event, by=event.staff.get().user, name="C", system=SWISS.key, total_rounds=3
        )
    assert refused.value.code == "tournament.unknown_system"


def test_ready_asks_what_such_a_tournament_needs(swiss):
    texts = [item.text for item in readiness(swiss)]
    assert "Rounds and players" in texts and "Tie-breaks" in texts


def test_the_regulations_say_what_holds_and_nothing_else(swiss):
    swiss.options = {"downwards": True}
    parts = dict(regulations_in_words(swiss))
    assert parts["System"] == [
        "Neighbours, 5 rounds.",
        "Neighbours meet.",
        "From the end of the list: yes.",
        "Leaning: to the left.",
        "The colour of the first board is drawn by lot with round 1.",
    ]
    said = parts["Byes and late entries"]
    assert said == ["There are no late entries."]  # it has no half-point byes to promise
    assert [code for code, _name, _meaning in tie_breaks_in_words(swiss)] == swiss.tie_breaks


def test_it_has_the_papers_that_fit(swiss, client):
    kinds = {paper.kind for _group, papers in grouped(SWISS) for paper in papers}
    assert {"pairings", "standings", "poster"} <= kinds
    assert not kinds & {"matches", "line_ups", "berger"}
    of_teams = {paper.kind for _group, papers in grouped(TEAMS) for paper in papers}
    assert {"matches", "line_ups", "team_standings"} <= of_teams
    assert kinds | of_teams | {"berger", "meeting_sheets", "announced_matches"} == set(PAPERS)
    client.force_login(factories.chief_of(swiss))
    assert client.get(address(swiss, "documents")).status_code == 200


def test_it_is_paired_played_ranked_and_shown(swiss, client):
    factories.play(swiss, 2)
    first = swiss.rounds.get(number=1).pairings.order_by("board")
    assert list(first.values_list("white__tpn", "black__tpn")) == [(1, 2), (3, 4), (5, 6), (7, 8)]
    client.force_login(factories.chief_of(swiss))
    for route, *more in (("round", 2), ("standings",), ("reasons", 1), ("ready",)):
        assert client.get(address(swiss, route, *more)).status_code == 200, route
    swiss.event.public = True
    swiss.event.save()
    client.logout()
    for route, *more in (("round", 2), ("standings",), ("crosstable",), ("about",), ("player",)):
        values = [swiss.entries.get(tpn=1).pk] if route == "player" else more
        inside = [swiss.event.slug, swiss.slug, *values]
        assert client.get(reverse(f"public:{route}", args=inside)).status_code == 200, route


def test_a_report_names_it_and_is_read_back(swiss):
    swiss.options = {"downwards": True}
    swiss.save()
    factories.play(swiss, 1)
    document = report_document(swiss)
    assert f"### System: {SWISS.key}" in document.comments
    choice = choice_of(document)
    assert (choice.system, dict(choice.options)) == (SWISS.key, {"downwards": True})


def test_the_api_tells_it(swiss, client):
    event = swiss.event
    event.public = True
    event.save()
    read = {"headers": {"accept-language": "en"}}
    listed = client.get("/api/v1/formats/", **read).json()["formats"]
    assert [one["key"] for one in listed] == list(FORMATS)
    found = next(one for one in listed if one["key"] == SWISS.key)
    assert found["name"] == "Neighbours" and found["help"] == "Neighbours meet. For friends."
    assert (found["pairs"], found["scheme"], found["byes"]) == ("players", "swiss", ["U", "Z"])
    assert (found["fide_mode"], found["second_engine"]) == (False, False)
    assert found["options"][1] == {
        "name": "leaning",
        "label": "leaning",
        "help": "To which side.",
        "default": "left",
        "choices": [["left", "to the left"], ["right", "to the right"]],
    }
    one = client.get(f"/api/v1/tournaments/{swiss.pk}/", **read).json()
    assert one["format"]["name"] == "Neighbours" and one["format"]["has_rounds"]
    address = "/api/v1/tournaments/?pairs="
    ids = [one["id"] for one in client.get(address + "players").json()["results"]]
    assert ids == [swiss.pk]
    assert client.get(address + "teams").json()["results"] == []
    rules = client.get(f"/api/v1/tournaments/{swiss.pk}/regulations/", **read).json()
    assert "Neighbours" in json.dumps(rules)


def test_the_command_line_lists_it_and_makes_and_checks_tournaments_of_it(capsys, tmp_path):
    assert cli.main(["--list-systems"]) == 0
    assert f"{SWISS.key} " in capsys.readouterr().out
    file = tmp_path / "made.trf"
    wanted = ["--system", SWISS.key, "--seed", "3", "--players", "12", "--rounds", "3"]
    assert cli.main(["generate", *wanted, "--out", str(file)]) == 0
    assert f"### System: {SWISS.key}" in file.read_text("utf-8")
    assert cli.main(["check", str(file)]) == 0


def test_an_event_of_teams_needs_no_more():
    with pytest.raises(Refused):  # exactly two teams
        draw(tournament=team_event(3, 2, system=TEAMS.key, drawn=False), by=None)
    made = team_event(2, 2, system=TEAMS.key, options={"white_first": False})
    assert (made.format.pairs_teams, made.total_rounds) == (True, 1)
    open_round(made, 1)
    boards = made.rounds.get(number=1).pairings.order_by("board")
    assert [board.white.name for board in boards] == ["B1", "B2"]
    parts = dict(regulations_in_words(made))
    assert "The first team has White: no." in parts["System"]
    assert "Byes and late entries" not in parts


def test_the_rules_for_teams_show_the_options_of_the_format(client):
    made = team_event(2, 2, system=TEAMS.key, drawn=False)
    client.force_login(factories.chief_of(made))
    page = Page(client.get(address(made, "team_rules")))
    assert "white_first" in page.fields and "cycles" not in page.fields
