"""Writing with tokens: results, players, byes, rounds; once, dry, or not at all."""

import pytest

from tests import factories
from tests.tournaments.api.conftest import Program
from tournaments.models import Entry, KeptAnswer, LogEntry, Role, Round, Scope
from tournaments.services.programs.tokens import make_token, withdraw_token

pytestmark = pytest.mark.django_db


def board_of(tournament, number=1, board=1):
    return tournament.rounds.get(number=number).pairings.get(board=board)


def test_a_result_is_entered_and_the_log_names_maker_and_token(program, published):
    board = board_of(published)
    answer = program(published, "results").put(
        f"boards/{board.pk}/result/", {"result": "10", "version": 1}
    )
    assert answer.status_code == 200
    assert answer.json()["result"] == "10"
    assert answer.json()["version"] == 2
    line = LogEntry.objects.get(tournament=published, act="result.entered")
    assert (line.by, line.via) == (factories.chief_of(published), "Results table")


def test_what_people_do_carries_no_token_in_the_log(program, published):
    board = board_of(published)
    program(published).put(f"boards/{board.pk}/result/", {"result": "10", "version": 1})
    factories.enter_all(published, 1)
    assert LogEntry.objects.filter(tournament=published).first().via == ""


def test_an_old_version_is_a_conflict_that_shows_what_stands_there(program, published):
    board = board_of(published)
    writer = program(published)
    writer.put(f"boards/{board.pk}/result/", {"result": "10", "version": 1})
    answer = writer.put(f"boards/{board.pk}/result/", {"result": "01", "version": 1})
    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "result.changed_meanwhile"
    assert answer.json()["current"] == {"version": 2, "result": "10"}
    board.refresh_from_db()
    assert board.result == "10"


def test_a_wrong_field_is_named(program, published):
    board = board_of(published)
    answer = program(published).put(f"boards/{board.pk}/result/", {"result": "2", "version": 1})
    assert answer.status_code == 400
    assert answer.json()["field"] == "result"
    assert list(answer.json()["errors"]) == ["result"]


def test_a_question_comes_with_its_token_and_is_answered_with_it(program):
    tournament = factories.tournament(6)
    writer = program(tournament)
    path = f"tournaments/{tournament.pk}/rounds/1/"
    paired = writer.post(f"{path}pair/")
    assert paired.status_code == 200
    assert paired.json()["status"] == "done"
    assert len(paired.json()["round"]["boards"]) == 3
    question = writer.post(f"{path}publish/")
    assert question.status_code == 409
    assert question.json()["code"] == "needs_confirmation"
    assert question.json()["level"] == 2
    codes = [reason["code"] for reason in question.json()["reasons"]]
    assert codes == ["round.publish_summary", "round.checks_fine"]
    done = writer.post(f"{path}publish/", {"confirmed": question.json()["confirmed"]})
    assert done.status_code == 200
    assert done.json()["status"] == "published"


def test_a_refusal_says_what_to_do(program, published):
    answer = program(published).post(f"tournaments/{published.pk}/rounds/2/pair/")
    assert answer.status_code == 422
    assert answer.json()["code"] == "pairing.results_missing"
    assert "Enter them" in answer.json()["detail"]


# --- Players --------------------------------------------------------------------------------------


def test_a_player_is_entered_changed_withdrawn_and_returns(program):
    tournament = factories.tournament(2)
    writer = program(tournament, "entries")
    entered = writer.post(
        f"tournaments/{tournament.pk}/players/",
        {"name": "Kaya,  Deniz", "fide_rating": 2700, "federation": "tur"},
    )
    assert entered.status_code == 201
    player = entered.json()
    assert (player["number"], player["name"], player["federation"]) == (1, "Kaya, Deniz", "TUR")
    path = f"players/{player['id']}/"
    changed = writer.patch(path, {"club": "Ege SK", "version": player["version"]})
    assert changed.status_code == 200
    assert (changed.json()["club"], changed.json()["rating"]) == ("Ege SK", 2700)
    question = writer.post(f"{path}withdraw/")
    gone = writer.post(f"{path}withdraw/", {"confirmed": question.json()["confirmed"]})
    assert gone.json()["status"] == "withdrawn"
    assert writer.post(f"{path}return/").json()["status"] == "entered"


def test_a_player_is_checked_as_on_the_page(program):
    tournament = factories.tournament(2)
    answer = program(tournament).post(
        f"tournaments/{tournament.pk}/players/", {"name": "Kaya, Deniz", "fide_rating": 50}
    )
    assert answer.status_code == 400
    assert answer.json()["field"] == "fide_rating"


def test_a_change_of_a_player_needs_his_version(program):
    tournament = factories.tournament(2)
    entry = factories.entry(tournament, 1)
    answer = program(tournament).patch(f"players/{entry.pk}/", {"club": "Ege SK", "version": 9})
    assert answer.status_code == 409
    assert answer.json()["current"]["version"] == 1


def test_a_player_never_paired_is_removed(program):
    tournament = factories.tournament(3)
    entry = factories.entry(tournament, 3)
    writer = program(tournament)
    question = writer.delete(f"players/{entry.pk}/")
    done = writer.delete(f"players/{entry.pk}/", {"confirmed": question.json()["confirmed"]})
    assert done.status_code == 204
    assert not Entry.objects.filter(pk=entry.pk).exists()


def test_a_player_is_checked_in_and_a_wrong_mark_taken_back(program):
    tournament = factories.tournament(3)
    entry = factories.entry(tournament, 3)
    writer = program(tournament, "check-in")
    path = f"players/{entry.pk}/check-in/"
    for mark, status in (("present", "present"), ("unknown", "entered"), ("absent", "absent")):
        answer = writer.put(path, {"status": mark})
        assert (answer.status_code, answer.json()["status"]) == (200, status)
    assert [bye.kind for bye in entry.bye_requests.all()] == ["Z"]


def test_a_rating_is_typed_only_where_the_arbiter_types_it(program):
    tournament = factories.tournament(2)
    path = f"tournaments/{tournament.pk}/players/"
    body = {"name": "Kaya, Deniz", "rating": 2000}
    refused = program(tournament).post(path, body)
    assert (refused.status_code, refused.json()["field"]) == (400, "rating")
    type(tournament).objects.update(rating_method="OTHER")
    assert program(tournament).post(path, body).json()["rating"] == 2000


def test_a_bye_is_given_and_cancelled(program):
    tournament = factories.tournament(3)
    entry = factories.entry(tournament, 3)
    writer = program(tournament, "byes")
    given = writer.put(f"players/{entry.pk}/byes/2/", {"kind": "H"})
    assert given.status_code == 200
    assert given.json() == {"player": entry.pk, "round": 2, "kind": "H"}
    assert writer.delete(f"players/{entry.pk}/byes/2/").status_code == 204
    assert entry.bye_requests.count() == 0


# --- Scopes and lives of tokens -------------------------------------------------------------------


@pytest.mark.parametrize("scope", [scope for scope in Scope.values if scope != "results"])
def test_a_token_of_another_scope_enters_no_result(program, published, scope):
    board = board_of(published)
    answer = program(published, scope).put(
        f"boards/{board.pk}/result/", {"result": "10", "version": 1}
    )
    assert answer.status_code == 403
    assert answer.json()["code"] == "scope_missing"


def test_a_token_of_another_event_is_a_stranger(program, published):
    elsewhere = factories.tournament(2)
    board = board_of(published)
    answer = program(elsewhere).put(f"boards/{board.pk}/result/", {"result": "10", "version": 1})
    assert answer.status_code == 404


def test_a_token_reaches_no_further_than_its_maker_does_now(program, published):
    writer = program(published)
    chief = factories.chief_of(published)
    published.event.staff.filter(user=chief).update(role=Role.READER)
    board = board_of(published)
    path = f"boards/{board.pk}/result/"
    assert writer.put(path, {"result": "10", "version": 1}).status_code == 403
    published.event.staff.filter(user=chief).delete()
    assert writer.put(path, {"result": "10", "version": 1}).status_code == 404


def test_a_withdrawn_token_opens_nothing(client, published):
    chief = factories.chief_of(published)
    token, secret = make_token(event=published.event, name="T", scopes=["results"], by=chief)
    assert secret not in str(list(type(token).objects.values()))
    withdraw_token(event=published.event, token_id=token.pk, by=chief)
    answer = Program(client, secret).get(f"tournaments/{published.pk}/")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"


def test_an_expired_token_opens_nothing(client, published):
    chief = factories.chief_of(published)
    token, secret = make_token(event=published.event, name="T", scopes=["results"], by=chief)
    token.expires_on = token.created_at.date().replace(year=2020)
    token.save()
    assert Program(client, secret).get("").status_code == 401


def test_a_made_up_token_opens_nothing(client, published):
    assert Program(client, "hakem_made-up").get("").status_code == 401


def test_a_signed_in_arbiter_writes_without_a_token(api, client, published):
    client.force_login(factories.chief_of(published))
    board = board_of(published)
    answer = api.put(f"boards/{board.pk}/result/", {"result": "==", "version": 1})
    assert answer.status_code == 200


# --- Once, dry, or not at all ---------------------------------------------------------------------


def test_with_a_key_it_happens_once_and_the_answer_is_the_same(program):
    tournament = factories.tournament(2)
    writer = program(tournament)
    path = f"tournaments/{tournament.pk}/players/"
    first = writer.post(path, {"name": "Kaya, Deniz"}, idempotency_key="entry-7")
    again = writer.post(path, {"name": "Kaya, Deniz"}, idempotency_key="entry-7")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again["Idempotency-Replayed"] == "true"
    assert tournament.entries.count() == 3


def test_a_key_with_another_body_is_refused(program):
    tournament = factories.tournament(2)
    writer = program(tournament)
    path = f"tournaments/{tournament.pk}/players/"
    writer.post(path, {"name": "Kaya, Deniz"}, idempotency_key="entry-7")
    other = writer.post(path, {"name": "Ak, Can"}, idempotency_key="entry-7")
    assert other.status_code == 422
    assert other.json()["code"] == "api.key_used_otherwise"
    assert tournament.entries.count() == 3


def test_a_key_of_a_refused_request_is_free_again(program):
    tournament = factories.tournament(2)
    writer = program(tournament)
    path = f"tournaments/{tournament.pk}/rounds/1/publish/"
    assert writer.post(path, idempotency_key="k").status_code == 422
    assert KeptAnswer.objects.count() == 0


def test_keys_of_two_tokens_are_two_keys(program):
    tournament = factories.tournament(2)
    path = f"tournaments/{tournament.pk}/players/"
    program(tournament).post(path, {"name": "Kaya, Deniz"}, idempotency_key="1")
    program(tournament).post(path, {"name": "Ak, Can"}, idempotency_key="1")
    assert tournament.entries.count() == 4


def test_a_dry_run_answers_and_leaves_nothing(program, published):
    board = board_of(published)
    answer = program(published).put(
        f"boards/{board.pk}/result/?dry_run=1", {"result": "10", "version": 1}
    )
    assert answer.status_code == 200
    assert answer["Dry-Run"] == "true"
    assert answer.json()["result"] == "10"
    board.refresh_from_db()
    assert (board.result, board.version) == ("", 1)
    assert not LogEntry.objects.filter(tournament=published, act="result.entered").exists()


@pytest.mark.parametrize("limit", [120, 2])
def test_a_dry_pairing_shows_the_draft_that_would_be(program, settings, limit):
    settings.PAIR_INLINE_LIMIT = limit  # also where a worker would do it
    tournament = factories.tournament(6)
    path = f"tournaments/{tournament.pk}/rounds/1/pair/"
    writer = program(tournament)
    dry = writer.post(f"{path}?dry_run=1").json()
    assert len(dry["round"]["boards"]) == 3
    assert tournament.rounds.get(number=1).status == Round.Status.PLANNED
    settings.PAIR_INLINE_LIMIT = 120
    real = writer.post(path).json()
    assert [seat(board) for board in real["round"]["boards"]] == [
        seat(board) for board in dry["round"]["boards"]
    ]


def seat(board):
    return board["board"], board["white"]["id"], board["black"]["id"]


def test_a_dry_run_leaves_nothing_wrong_in_the_cache(program, api, published):
    board = board_of(published)
    writer = program(published)
    writer.put(f"boards/{board.pk}/result/?dry_run=1", {"result": "01", "version": 1})
    writer.put(f"boards/{board.pk}/result/", {"result": "10", "version": 1})
    rows = api.get(f"tournaments/{published.pk}/standings/?after=1").json()["rows"]
    assert rows[0]["player"]["id"] == board.white_id


def test_writing_is_throttled_by_token(program, published, settings):
    settings.API_RATES = settings.API_RATES | {"write": "2/day"}
    writer = program(published)
    path = f"tournaments/{published.pk}/rounds/2/pair/"
    assert [writer.post(path).status_code for _ in range(3)] == [422, 422, 429]
    answer = writer.post(path)
    assert answer.json()["code"] == "throttled"
    assert int(answer["Retry-After"]) > 0


def test_who_has_no_token_or_a_dead_one_is_told_what_to_do(api, published):
    path = f"/api/v1/boards/{board_of(published).pk}/result/?language=en"
    none = api.client.put(path, {}, "application/json")
    assert none.status_code == 401
    assert "Authorization: Bearer" in none.json()["detail"]
    dead = api.client.put(
        path, {}, "application/json", headers={"authorization": "Bearer hakem_dead"}
    )
    assert dead.status_code == 401
    assert "unknown, withdrawn or expired" in dead.json()["detail"]


def test_a_body_that_is_no_object_is_refused(program, published):
    board = board_of(published)
    writer = program(published)
    for body in (b"[1]", b"{", b"NaN", b"[" * 5000, b"\xff", b"1" * 9999):
        answer = writer.client.generic(
            "PUT",
            f"/api/v1/boards/{board.pk}/result/",
            body,
            content_type="application/json",
            headers=writer.headers,
        )
        assert answer.status_code == 400, body[:20]
    large = writer.put(f"boards/{board.pk}/result/", {"result": "x" * 300_000, "version": 1})
    assert large.status_code == 413


def test_a_session_writes_only_with_the_forms_own_token(published):
    """A page of another site cannot make a signed-in arbiter's browser write."""
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(factories.chief_of(published))
    board = board_of(published)
    answer = client.put(
        f"/api/v1/boards/{board.pk}/result/",
        {"result": "10", "version": 1},
        content_type="application/json",
    )
    assert answer.status_code == 403
    board.refresh_from_db()
    assert board.result == ""


def test_a_clerk_cannot_correct_a_round_that_others_build_upon(client):
    tournament = factories.tournament(4)
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    board = tournament.rounds.get(number=1).pairings.get(board=1)
    client.force_login(factories.user(role=Role.CLERK, event=tournament.event))
    answer = client.put(
        f"/api/v1/boards/{board.pk}/result/",
        {"result": "00", "version": board.version},
        content_type="application/json",
    )
    assert answer.status_code == 403
    assert tournament.rounds.get(number=1).pairings.get(board=1).result == board.result


def test_a_mistyped_field_is_refused_and_nothing_is_lost_in_silence(program):
    tournament = factories.tournament(2)
    writer = program(tournament)
    path = f"tournaments/{tournament.pk}/players/"
    answer = writer.post(path, {"name": "Kaya, Deniz", "fide_raing": 1900})
    assert answer.status_code == 400 and answer.json()["field"] == "fide_raing"
    assert "fide_rating" in answer.json()["detail"]
    many = writer.post(f"{path}many/", {"players": [{"name": "Kaya, Deniz", "fide_raing": 1900}]})
    assert many.status_code == 400
    assert list(many.json()["errors"]) == ["players.0.fide_raing"]
    assert tournament.entries.count() == 2


def test_what_was_made_says_where_it_is(program):
    tournament = factories.tournament(2)
    answer = program(tournament).post(
        f"tournaments/{tournament.pk}/players/", {"name": "Kaya, Deniz"}
    )
    assert answer.status_code == 201 and answer["Location"] == answer.json()["url"]


def test_a_problem_has_a_code_for_programs_and_leads_into_the_guide(program, client):
    tournament = factories.tournament(2)
    answer = program(tournament).post(f"tournaments/{tournament.pk}/rounds/1/publish/")
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "round.not_a_draft")
    assert problem["title"] == "This is refused"
    address, _hash, anchor = problem["type"].partition("#")
    guide = client.get(address.removeprefix("http://localhost:8000")).content.decode()
    assert f'id="{anchor}"' in guide


def test_a_list_is_entered_line_by_line(program):
    tournament = factories.tournament(2)
    writer = program(tournament)
    path = f"tournaments/{tournament.pk}/players/many/"
    rows = [{"name": "Ak, Ece", "fide_id": "6300001"}, {"name": "Bora, Can", "fide_id": "6300001"}]
    refused = writer.post(path, {"players": rows})
    assert refused.status_code == 400
    assert list(refused.json()["errors"]) == ["players.1.fide_id"]
    assert tournament.entries.count() == 2
    tried = writer.post(f"{path}?dry_run=1", {"players": rows, "skip_wrong": True})
    assert tried.json()["entered"] == 1 and tournament.entries.count() == 2
    done = writer.post(path, {"players": rows, "skip_wrong": True}).json()
    assert [bool(line["player"]) for line in done["lines"]] == [True, False]
    assert list(done["lines"][1]["errors"]) == ["fide_id"]
    assert tournament.entries.count() == 3


def test_a_round_is_changed_by_hand_and_taken_back(program):
    tournament = factories.tournament(6)
    factories.pair(tournament, 1)
    writer = program(tournament)
    path = f"tournaments/{tournament.pk}/rounds/1/"
    before = writer.get(f"{path}").json()["boards"][0]["white"]["id"]
    opened = writer.post(f"{path}hand/").json()
    assert opened["open"] and not opened["waiting"]
    turned = confirmed_by(writer, f"{path}hand/edit/", {"act": "turn", "one": before})
    assert turned["boards"][0]["black"]["id"] == before
    stale = writer.post(f"{path}hand/edit/", {"act": "turn", "one": before, "seen": opened["seen"]})
    assert stale.status_code in (409, 422)
    confirmed_by(writer, f"{path}hand/finish/", {})
    points = writer.get(f"{path}hand/").json()["restore_points"]
    confirmed_by(writer, f"{path}hand/undo/", {"restore_point": points[0]["id"]})
    assert writer.get(path).json()["boards"][0]["white"]["id"] == before
    assert confirmed_by(writer, f"{path}discard/", {})["status"] == "planned"


def confirmed_by(writer, path, body):
    """The answer after all questions are answered with yes."""
    answer = writer.post(path, body)
    while answer.status_code == 409 and answer.json()["code"] == "needs_confirmation":
        answer = writer.post(path, {**body, "confirmed": answer.json()["confirmed"]})
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_the_settings_are_read_as_they_are_written(program):
    tournament = factories.tournament(6)
    writer = program(tournament)
    path = f"tournaments/{tournament.pk}/settings/"
    before = writer.get(path).json()
    changed = writer.patch(
        path, {"time_control": "90+30", "half_byes_allowed": 2, "tie_breaks": ["BH", "SB"]}
    )
    assert changed.status_code == 200
    assert changed.json() == before | {
        "time_control": "90+30", "half_byes_allowed": 2, "tie_breaks": ["BH", "SB"],
    }  # fmt: skip
    back = {name: value for name, value in before.items() if name not in ("options",)}
    assert writer.patch(path, back).json() == before
    wrong = writer.patch(path, {"tie_breaks": ["XYZ"]})
    assert wrong.status_code == 400 and wrong.json()["field"] == "tie_breaks"
    assert writer.patch(path, {"options": {"nothing": 1}}).json()["field"] == "options.nothing"


@pytest.mark.parametrize(
    "wrong", [{"birth_date": "2090"}, {"birth_date": "2001-02-31"}, {"name": "=1+1"}, {"name": "–"}]
)
def test_programs_give_names_and_days_that_there_can_be(program, wrong):
    tournament = factories.tournament(2)
    given = {"name": "Ak, Ece", "birth_date": "2001"} | wrong
    answer = program(tournament).post(f"tournaments/{tournament.pk}/players/", given)
    assert answer.status_code == 400
    assert answer.json()["field"] == next(iter(wrong))
