"""Setting up by a program: whole reports, plans of knock-outs, decisions of the arbiter."""

import pytest

from pairing.trf import MAX_BYTES, read
from tests import factories
from tests.tournaments.api.conftest import first_board
from tests.tournaments.knockout_events import knockout, level_three
from tests.tournaments.team_events import team_event
from tournaments.kernel.jobs import run_job
from tournaments.management.demo.confirmations import confirmed as confirmed_service
from tournaments.models import LogEntry, Tournament
from tournaments.queries.reports.trf import report
from tournaments.services.entries.byes import grant_bye
from tournaments.services.reports import importing
from tournaments.services.reports.importing import go_back, import_report
from tournaments.services.results.correcting import correct_report
from tournaments.services.rounds.publication import finish_round

pytestmark = pytest.mark.django_db


def played(players: int = 6, rounds: int = 2) -> Tournament:
    made = factories.tournament(players, initial_colour="w")
    factories.play(made, rounds)
    for number in range(1, rounds):
        finish_round(tournament=made, number=number, by=None)
    return made


def yes(send, path, body):
    """Asked once, answered with yes."""
    asked = send(path, body)
    assert (asked.status_code, asked.json()["code"]) == (409, "needs_confirmation")
    return send(path, body | {"confirmed": asked.json()["confirmed"]})


# --- Whole reports --------------------------------------------------------------------------------


def test_a_report_becomes_a_tournament_and_goes_again(program):
    first = played()
    own = program(first)
    data = report(first).decode()
    sent = own.post(f"events/{first.event.slug}/reports/", {"trf": data})
    assert sent.status_code == 201
    body = sent.json()
    assert (body["stage"], body["job"]["status"], body["undoable"]) == ("seen", "done", False)
    assert body["preview"]["players"] == 6
    assert [one["agrees"] for one in body["preview"]["rounds"]] == [True, True]
    made = yes(own.post, f"reports/{body['id']}/tournament/", {"name": "Taken over"})
    assert made.status_code == 200
    number = made.json()["tournament"]
    assert own.get(f"tournaments/{number}/").json()["name"] == "Taken over"
    again = read(report(Tournament.objects.get(pk=number)))
    assert [one.points for one in again.players] == [one.points for one in read(data).players]
    assert own.get(f"reports/{body['id']}/").json()["undoable"] is True
    undone = yes(own.post, f"reports/{body['id']}/undo/", {})
    assert (undone.status_code, undone.json()["stage"]) == (200, "undone")
    assert own.get(f"tournaments/{number}/").status_code == 404


def test_a_report_in_plain_text_of_any_size_is_taken_and_a_large_one_waits_for_a_worker(
    client, program, monkeypatch
):
    first = played()
    own = program(first)
    monkeypatch.setattr(importing, "AT_ONCE", 1000)

    def send(data, **more):
        return client.generic(
            "POST",
            f"/api/v1/events/{first.event.slug}/reports/",
            data,
            content_type="text/plain",
            headers=own.headers | more,
        )

    data = report(first) + (b"### " + b"x" * 9_995 + b"\n") * 600
    waits = send(data, **{"idempotency-key": "one"})
    assert (waits.status_code, waits.json()["stage"]) == (202, "reading")
    assert waits.json()["preview"] is None
    same = send(data, **{"idempotency-key": "one"})
    assert (same.json()["id"], same["Idempotency-Replayed"]) == (waits.json()["id"], "true")
    run_job(waits.json()["job"]["id"], import_report, on_failure=go_back)
    seen = own.get(f"reports/{waits.json()['id']}/").json()
    assert (seen["stage"], seen["job"]["progress"]) == ("seen", 100)
    assert send(b"x" * (MAX_BYTES + 200_000)).status_code == 413
    dry = client.generic(
        "POST", f"/api/v1/events/{first.event.slug}/reports/?dry_run=true", data,
        content_type="text/plain", headers=own.headers,
    )  # fmt: skip
    assert (dry.status_code, dry.json()["preview"]["players"]) == (201, 6)
    assert first.event.report_imports.count() == 1


def test_a_damaged_report_is_refused_with_its_line_and_nothing_is_kept(program):
    first = played()
    own = program(first)
    broken = report(first).decode().replace("001    2", "001    1")
    refused = own.post(f"events/{first.event.slug}/reports/", {"trf": broken})
    assert (refused.status_code, refused.json()["code"]) == (422, "import.unreadable")
    assert refused.json()["line"] > 1 and refused.json()["column"] > 0
    assert not first.event.report_imports.exists()


def test_what_a_report_would_become_is_shown_to_its_chief_arbiter_only(program, client):
    first = played()
    own = program(first)
    sent = own.post(f"events/{first.event.slug}/reports/", {"trf": report(first).decode()})
    address = f"reports/{sent.json()['id']}/"
    assert program(factories.tournament(2)).get(address).status_code == 404
    client.force_login(factories.user(role="arbiter", event=first.event))
    assert client.get(f"/api/v1/{address}").status_code == 404


# --- Knock-outs and play-offs ---------------------------------------------------------------------


def test_a_knock_out_is_planned_announced_and_taken_back(program):
    cup = knockout(6)
    own = program(cup.tournament)
    listed = own.get(f"tournaments/{cup.tournament_id}/knockouts/plans/").json()
    (plan,) = listed["plans"]
    assert (plan["kind"], plan["announced"], len(plan["players"])) == ("knockout", False, 6)
    changes = {
        "winners": 1,
        "games": 4,
        "minutes": 25,
        "increment": 10,
        "prizes": ["1500.00", "750.50"],
    }
    changed = own.patch(f"knockouts/{cup.pk}/plan/", changes | {"version": plan["version"]})
    assert changed.status_code == 200
    settings = changed.json()["settings"]
    assert {name: settings[name] for name in changes} == changes
    late = own.patch(f"knockouts/{cup.pk}/plan/", {"games": 2, "version": plan["version"]})
    assert (late.status_code, late.json()["code"]) == (409, "knockout.plan_changed_meanwhile")
    assert late.json()["current"] == {"version": changed.json()["version"]}
    odd = own.patch(
        f"knockouts/{cup.pk}/plan/", {"further": 1, "version": changed.json()["version"]}
    )
    assert (odd.status_code, odd.json()["field"]) == (400, "further")
    announced = own.post(f"knockouts/{cup.pk}/announce/")
    assert announced.json()["announced"] is True
    assert own.get(f"knockouts/{cup.pk}/games/1.1~0~1~1/").status_code == 200
    back = own.post(f"knockouts/{cup.pk}/announce/undo/")
    assert (back.status_code, back.json()["announced"]) == (200, False)
    assert own.post(f"knockouts/{cup.pk}/round/").status_code == 404  # no teams
    assert own.post(f"knockouts/{cup.pk}/cancel/").status_code == 404  # no play-off


def test_a_play_off_is_prepared_planned_announced_and_cancelled(program):
    tournament = level_three()
    own = program(tournament)
    made = own.post(f"tournaments/{tournament.pk}/knockouts/", {"place": 1})
    assert (made.status_code, made.json()["kind"]) == (201, "playoff")
    number = made.json()["id"]
    assert len(made.json()["players"]) == 3
    choices = made.json()["settings"]["choices"]
    body = {"further": 2, "choices": choices, "version": made.json()["version"]}
    changed = own.patch(f"knockouts/{number}/plan/", body)
    assert (changed.status_code, changed.json()["settings"]["further"]) == (200, 2)
    assert own.post(f"knockouts/{number}/announce/").json()["announced"] is True
    other = own.post(f"tournaments/{tournament.pk}/knockouts/", {"place": 1})
    assert (other.status_code, other.json()["code"]) == (422, "playoff.exists")
    assert own.post(f"knockouts/{number}/cancel/").json()["cancelled"] is True


def test_a_plan_for_those_who_are_no_longer_tied_has_no_players_and_can_be_cancelled(program):
    tournament = level_three()
    own = program(tournament)
    number = own.post(f"tournaments/{tournament.pk}/knockouts/", {"place": 1}).json()["id"]
    cancelled = own.post(f"knockouts/{number}/cancel/").json()
    assert (cancelled["cancelled"], cancelled["players"]) == (True, [])
    assert cancelled["settings"]["choices"] == {}


def test_the_draw_of_the_teams_is_taken_back(program):
    league = team_event(4, 2)
    own = program(league)
    if league.teams.filter(number=None).exists():
        own.post(f"tournaments/{league.pk}/teams/draw/", {})
    undone = yes(own.post, f"tournaments/{league.pk}/teams/draw/undo/", {})
    assert undone.status_code == 200
    assert [team["number"] for team in undone.json()["results"]] == [None] * 4
    assert not league.rounds.exclude(matches=None).exists()


# --- Decisions ------------------------------------------------------------------------------------


def test_a30_a_closed_result_is_corrected_for_the_report_alone(program):
    tournament = played(rounds=3)
    own = program(tournament)
    board = first_board(tournament)
    code = {"10": "01"}.get(board.result, "10")
    body = {"result": code, "reason": "The slip says so"}
    before = own.get(f"tournaments/{tournament.pk}/standings/").json()
    done = yes(lambda path, sent: own.put(path, sent), f"boards/{board.pk}/report/", body)
    assert done.status_code == 200
    assert (done.json()["result"], done.json()["reported"]) == (board.result, code)
    assert own.get(f"tournaments/{tournament.pk}/standings/").json() == before
    wordless = own.put(f"boards/{board.pk}/report/", {"result": code, "reason": ""})
    assert (wordless.status_code, wordless.json()["field"]) == (400, "reason")


def test_ratings_of_later_rounds_are_set(program):
    tournament = played()
    own = program(tournament)
    entry = factories.entry(tournament, 1)
    ratings = {"ratings": [{"round": 3, "rating": 2400}, {"round": 4, "rating": 2410}]}
    set_ = own.put(f"players/{entry.pk}/ratings/", ratings)
    assert (set_.status_code, set_.json()) == (200, ratings)
    twice = {"ratings": [{"round": 3, "rating": 2400}] * 2}
    assert own.put(f"players/{entry.pk}/ratings/", twice).json()["field"] == "ratings"
    assert own.put(f"players/{entry.pk}/ratings/", {"ratings": []}).json() == {"ratings": []}


def test_level_players_are_put_in_order_and_share_their_place_again(program):
    tournament = factories.tournament(4, tie_breaks=[], initial_colour="w")
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    own = program(tournament)
    for board in tournament.rounds.get(number=1).pairings.all():
        sent = {"result": "==", "version": board.version}
        assert own.put(f"boards/{board.pk}/result/", sent).status_code == 200
    ids = [entry.pk for entry in tournament.entries.order_by("-tpn")]
    order = f"tournaments/{tournament.pk}/standings/order/"
    done = own.put(order, {"players": ids, "reason": "by lot"})
    assert [one["id"] for one in done.json()["players"]] == ids
    rows = own.get(f"tournaments/{tournament.pk}/standings/").json()["rows"]
    assert [row["player"]["id"] for row in rows] == ids
    some = own.put(order, {"players": ids[:2], "reason": "x"})
    assert (some.status_code, some.json()["code"]) == (422, "standings.not_level")
    assert own.post(f"{order}forget/", {"players": ids}).status_code == 200
    rows = own.get(f"tournaments/{tournament.pk}/standings/").json()["rows"]
    assert {row["rank"] for row in rows} == {1}


def test_values_from_elsewhere_are_entered(program):
    tournament = factories.tournament(4, tie_breaks=["OTHER_BLITZ"], initial_colour="w")
    factories.play(tournament, 1)
    own = program(tournament)
    one, two = (factories.entry(tournament, tpn).pk for tpn in (1, 2))
    values = [{"player": one, "value": "7.5"}, {"player": two, "value": "6"}]
    address = f"tournaments/{tournament.pk}/standings/values/"
    done = own.put(address, {"code": "OTHER_BLITZ", "values": values})
    assert (done.status_code, done.json()["values"]) == (200, values)
    wrong = own.put(address, {"code": "OTHER_X", "values": values})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "standings.no_such_code")
    stranger = factories.entry(factories.tournament(2), 1).pk
    body = {"code": "OTHER_BLITZ", "values": [{"player": stranger, "value": "1"}]}
    assert own.put(address, body).json()["field"] == "values"


def test_q114_an_irregular_act_is_taken_back(program):
    tournament = factories.tournament(6, initial_colour="w")
    own = program(tournament)
    entry = factories.entry(tournament, 5)
    chief = factories.chief_of(tournament)
    confirmed_service(
        grant_bye, tournament=tournament, entry=entry, round_number=1, kind="F", by=chief
    )
    (act,) = own.get(f"tournaments/{tournament.pk}/acts/").json()["acts"]
    assert (act["kind"], act["round"], act["undone"], act["undoable"]) == ("FPB", 1, False, True)
    done = yes(own.post, f"tournaments/{tournament.pk}/acts/{act['id']}/undo/", {})
    assert done.status_code == 204
    assert not entry.bye_requests.exists()
    (act,) = own.get(f"tournaments/{tournament.pk}/acts/").json()["acts"]
    assert (act["undone"], act["undoable"]) == (True, False)


def test_acts_of_the_chief_arbiter_are_not_undone_by_another(client):
    tournament = played(rounds=3)
    board = first_board(tournament)
    confirmed_service(
        correct_report, tournament=tournament, pairing_id=board.pk, reason="x",
        code={"10": "01"}.get(board.result, "10"), by=factories.chief_of(tournament),
    )  # fmt: skip
    line = LogEntry.objects.filter(tournament=tournament).exclude(irregular="").get()
    path = f"/api/v1/tournaments/{tournament.pk}/acts/{line.pk}/undo/"
    client.force_login(factories.user(role="clerk", event=tournament.event))
    assert client.post(path, "{}", content_type="application/json").status_code == 403
    assert client.get(f"/api/v1/tournaments/{tournament.pk}/acts/").status_code == 200
    client.logout()
    assert client.get(f"/api/v1/tournaments/{tournament.pk}/acts/").status_code == 401
