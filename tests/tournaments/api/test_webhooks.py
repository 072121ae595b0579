"""Webhooks: written down with the act, signed, tried again, and never sent into our own network."""

import ast
import hashlib
import hmac
import json
import socket
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone

from tests import factories
from tests.tournaments.api.described import described, message_is_described
from tests.tournaments.knockout_events import announced, enter, knockout, level_three, play_out
from tests.tournaments.team_events import match, open_round, team_event
from tournaments import services
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import PING, Delivery, Happening, LogEntry
from tournaments.queries.knockout.course import course_of
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.knockout.playoff import prepare_playoff
from tournaments.services.programs import happenings, outbound, webhooks
from tournaments.services.results.correcting import correct_report
from tournaments.services.results.entering import enter_result
from tournaments.services.results.undo import undo_act
from tournaments.services.rounds import manual_pairing
from tournaments.services.rounds.publication import finish_round, unpublish_round
from tournaments.services.setup.events import change_event
from tournaments.services.teams.matches import forfeit_match
from tournaments.wording import SENTENCES

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver():
    """Another program on this machine, which remembers what it heard."""
    heard, answers = [], []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard.append((self.path, dict(self.headers), body))
            status = answers.pop(0) if answers else 200
            self.send_response(status)
            self.send_header("Location", f"http://127.0.0.1:{server.server_port}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_words):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    server.heard, server.answers = heard, answers
    server.url = f"http://127.0.0.1:{server.server_port}/hook?a=1"
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    """Messages stay written down until a test sends them."""
    monkeypatch.setattr(webhooks, "_enqueue", lambda pk: None)


@pytest.fixture(autouse=True)
def as_described(db):
    """Every message that any test here made has the shape that the document gives its kind."""
    yield
    for delivery in Delivery.objects.all():
        message_is_described(json.loads(delivery.body))


def hook(tournament, url, *happenings):
    return webhooks.make_webhook(
        event=tournament.event,
        url=url,
        happenings=list(happenings or Happening.values),
        by=factories.chief_of(tournament),
    )


def send_all():
    Delivery.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    for delivery in Delivery.objects.filter(status="waiting").order_by("pk"):
        webhooks.deliver(delivery.pk)


def told(*, webhook=None):
    found = Delivery.objects.order_by("pk")
    return [one.happening for one in (found.filter(webhook=webhook) if webhook else found)]


def test_each_act_is_told_to_those_who_want_to_know(settings, receiver):
    settings.WEBHOOKS_WITHIN = True
    tournament = factories.tournament(4)
    everything = hook(tournament, receiver.url)
    rounds = hook(tournament, receiver.url, "round.published")
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    factories.enter_all(tournament, 1)
    assert told(webhook=rounds) == ["round.published"]
    assert sorted(told(webhook=everything)) == [
        "result.changed",
        "result.changed",
        "round.published",
        "standings.changed",  # once for all that happened within seconds
    ]


def test_a_correction_is_told_as_one(settings, receiver):
    settings.WEBHOOKS_WITHIN = True
    tournament = factories.tournament(4)
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    hook(tournament, receiver.url, "result.changed", "result.corrected")
    board = tournament.rounds.get(number=1).pairings.get(board=1)
    confirmed(
        enter_result,
        tournament=tournament,
        pairing_id=board.pk,
        code={"10": "01"}.get(board.result, "10"),
        version=board.version,
        by=factories.chief_of(tournament),
        reason="slip",
    )
    assert told() == ["result.corrected"]


def test_a_correction_taken_back_is_told_as_the_change_that_it_is(settings, receiver):
    settings.WEBHOOKS_WITHIN = True
    tournament = factories.tournament(4)
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    board = tournament.rounds.get(number=1).pairings.get(board=1)
    first, second = board.result, {"10": "01"}.get(board.result, "10")
    chief = factories.chief_of(tournament)
    confirmed(
        enter_result,
        tournament=tournament,
        pairing_id=board.pk,
        code=second,
        version=board.version,
        by=chief,
        reason="slip",
    )
    hook(tournament, receiver.url)
    line = LogEntry.objects.get(irregular="Correction")
    confirmed(undo_act, tournament=tournament, line=line, by=chief)
    assert told() == ["result.changed", "standings.changed"]
    message = json.loads(Delivery.objects.get(happening="result.changed").body)
    assert message["board"] == {"id": board.pk, "board": 1}
    assert message["result"] == {"before": second, "after": first}
    assert message["round"] == 1


def test_a_correction_for_the_report_only_is_told_and_moves_no_standings(settings, receiver):
    settings.WEBHOOKS_WITHIN = True
    tournament = factories.tournament(4)
    factories.play(tournament, 3)
    for number in (1, 2):
        finish_round(tournament=tournament, number=number, by=None)
    hook(tournament, receiver.url)
    board = tournament.rounds.get(number=1).pairings.get(board=1)
    code = {"10": "01"}.get(board.result, "10")
    confirmed(
        correct_report,
        tournament=tournament,
        pairing_id=board.pk,
        code=code,
        reason="The slip says so",
        by=factories.chief_of(tournament),
    )
    assert told() == ["result.corrected"]
    message = json.loads(Delivery.objects.get().body)
    assert message["result"] == {"before": board.result, "after": code}
    assert (message["report_only"], message["board"]["board"]) == (True, 1)
    line = LogEntry.objects.get(act="result.report_corrected")
    confirmed(undo_act, tournament=tournament, line=line, by=factories.chief_of(tournament))
    assert told() == ["result.corrected", "result.corrected"]
    message = json.loads(Delivery.objects.first().body)
    assert message["result"] == {"before": code, "after": board.result}
    assert (message["report_only"], message["board"]["board"]) == (True, 1)


def test_games_of_a_knock_out_are_told_with_their_address(settings, receiver, client):
    settings.WEBHOOKS_WITHIN = True
    settings.SITE_URL = "https://chess.example.org"
    found = announced(knockout(4))
    hook(found.tournament, receiver.url, "result.changed", "standings.changed")
    due = course_of(found).progress.due[0]
    enter(found, due, "10")
    assert told() == ["result.changed", "standings.changed"]
    message = json.loads(Delivery.objects.order_by("pk").first().body)
    assert message["knockout"] == found.pk
    assert message["game"] == {"tie": due.tie, "phase": 0, "number": 1, "board": 1}
    assert message["result"] == {"before": "", "after": "10"}
    address = f"/api/v1/knockouts/{found.pk}/games/{due.tie}~0~1~1/"
    assert message["url"] == f"https://chess.example.org{address}"
    assert client.get(address).json()["result"] == "10"


def test_games_of_a_play_off_and_who_wins_it_are_told(settings, receiver):
    settings.WEBHOOKS_WITHIN = True
    tournament = level_three()
    playoff = announced(prepare_playoff(tournament=tournament, place=1, level=[], by=None))
    hook(tournament, receiver.url, "result.changed", "standings.changed")
    games = len(play_out(playoff).games)
    assert games > 1
    assert told().count("result.changed") == games
    assert "standings.changed" in told()


def test_a_forfeited_match_is_told(settings, receiver, client):
    settings.WEBHOOKS_WITHIN = True
    league = team_event(4, 2)
    open_round(league, 1)
    hook(league, receiver.url, "result.changed", "standings.changed")
    lost = match(league, "A", "D")
    for forfeit in ("+-", ""):
        confirmed(
            forfeit_match,
            tournament=league,
            match=lost,
            forfeit=forfeit,
            by=factories.chief_of(league),
        )
    assert told() == ["result.changed", "standings.changed", "result.changed"]
    messages = [json.loads(one.body) for one in Delivery.objects.filter(happening="result.changed")]
    messages.sort(key=lambda message: message["at"])
    assert [one["result"] for one in messages] == [
        {"before": "", "after": "+-"},
        {"before": "+-", "after": ""},
    ]
    assert (messages[0]["round"], messages[0]["match"]) == (1, {"id": lost.pk})
    assert client.get(f"/api/v1/matches/{lost.pk}/").status_code == 200


def test_other_events_and_other_acts_are_not_told(settings, receiver, published):
    settings.WEBHOOKS_WITHIN = True
    hook(factories.tournament(2), receiver.url)
    factories.enter_all(published, 1)
    assert told() == []


def test_an_act_that_is_taken_back_is_never_told(settings, receiver, published):
    settings.WEBHOOKS_WITHIN = True
    hook(published, receiver.url)
    with transaction.atomic():
        factories.enter_all(published, 1)
        transaction.set_rollback(True)
    assert told() == []


def test_the_message_is_signed_and_says_where_to_read_more(settings, receiver, published):
    settings.WEBHOOKS_WITHIN = True
    settings.SITE_URL = "https://chess.example.org"
    webhook = hook(published, receiver.url, "result.changed")
    board = published.rounds.get(number=1).pairings.get(board=1)
    enter_result(tournament=published, pairing_id=board.pk, code="10", version=1, by=None)
    send_all()
    [(path, headers, body)] = receiver.heard
    assert path == "/hook?a=1"
    message = json.loads(body)
    delivery = Delivery.objects.get()
    assert message["id"] == str(delivery.message) == headers["Hakem-Message"]
    assert message["kind"] == headers["Hakem-Kind"] == "result.changed"
    assert message["tournament"]["id"] == published.pk
    assert (message["round"], message["board"]) == (1, {"id": board.pk, "board": 1})
    assert message["result"] == {"before": "", "after": "10"}
    assert message["url"] == f"https://chess.example.org/api/v1/boards/{board.pk}/"
    at, mac = (part[part.index("=") + 1 :] for part in headers["Hakem-Signature"].split(","))
    expected = hmac.new(webhook.secret.encode(), f"{at}.".encode() + body, hashlib.sha256)
    assert mac == expected.hexdigest()
    assert (delivery.status, delivery.attempts) == ("done", 1)
    assert delivery.tries[0]["status"] == 200


@pytest.mark.parametrize("status", [500, 404, 302])
def test_what_does_not_arrive_is_tried_again_later_and_redirects_are_not_followed(
    settings, receiver, published, status
):
    settings.WEBHOOKS_WITHIN = True
    hook(published, receiver.url, "result.changed")
    board = published.rounds.get(number=1).pairings.get(board=1)
    enter_result(tournament=published, pairing_id=board.pk, code="10", version=1, by=None)
    receiver.answers[:] = [status, 200]
    before = timezone.now()
    send_all()
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.attempts, len(receiver.heard)) == ("waiting", 1, 1)
    assert delivery.due_at >= before + timedelta(seconds=webhooks.BACKOFF[0])
    webhooks.deliver(delivery.pk)  # too early: nothing happens
    assert len(receiver.heard) == 1
    send_all()
    delivery.refresh_from_db()
    assert (delivery.status, delivery.attempts) == ("done", 2)
    assert [one["status"] for one in delivery.tries] == [status, 200]
    assert {path for path, _headers, _body in receiver.heard} == {"/hook?a=1"}


def test_the_waits_grow_and_then_it_is_given_up(settings, published):
    settings.WEBHOOKS_WITHIN = True
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/"
    hook(published, url, "result.changed")
    board = published.rounds.get(number=1).pairings.get(board=1)
    enter_result(tournament=published, pairing_id=board.pk, code="10", version=1, by=None)
    waits = []
    while (delivery := Delivery.objects.get()).status == "waiting":
        send_all()
        after = Delivery.objects.get()
        if after.status == "waiting":
            waits.append(round((after.due_at - timezone.now()).total_seconds() / 5) * 5)
    assert tuple(waits) == webhooks.BACKOFF
    assert (delivery.status, delivery.tries[-1]["problem"]) == ("failed", "webhook.no_answer")


def test_a_dead_address_is_tried_with_one_message_and_the_others_wait(
    settings, receiver, published
):
    settings.WEBHOOKS_WITHIN = True
    hook(published, receiver.url, "result.changed")
    receiver.answers[:] = [500]
    factories.enter_all(published, 1)  # three messages
    Delivery.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    first, second, third = Delivery.objects.order_by("pk")
    for delivery in (first, second, third):
        webhooks.deliver(delivery.pk)
    assert len(receiver.heard) == 1
    second.refresh_from_db()
    assert (second.status, second.attempts, second.tries) == ("waiting", 1, [])
    for delivery in (first, second, third):  # and now the address answers
        Delivery.objects.filter(pk=delivery.pk).update(due_at=timezone.now() - timedelta(seconds=1))
        webhooks.deliver(delivery.pk)
    assert set(Delivery.objects.values_list("status", flat=True)) == {"done"}


def test_an_event_has_so_many_webhooks_and_no_more(monkeypatch, published):
    monkeypatch.setattr(webhooks, "MOST_WEBHOOKS", 1)
    hook(published, "https://one.example.org/")
    with pytest.raises(Refused) as refused:
        hook(published, "https://two.example.org/")
    assert refused.value.code == "webhook.too_many"


def test_a_message_whose_worker_died_becomes_due_again(settings, receiver, published):
    settings.WEBHOOKS_WITHIN = True
    hook(published, receiver.url, "result.changed")
    board = published.rounds.get(number=1).pairings.get(board=1)
    enter_result(tournament=published, pairing_id=board.pk, code="10", version=1, by=None)
    delivery = Delivery.objects.get()
    assert webhooks._claim(delivery.pk) is not None  # and then the worker is killed
    assert webhooks._claim(delivery.pk) is None
    assert webhooks.enqueue_due() == 0
    Delivery.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert webhooks.enqueue_due() == 1
    webhooks.deliver(delivery.pk)
    assert len(receiver.heard) == 1


def test_a_delivered_message_can_be_sent_again(settings, receiver, published):
    settings.WEBHOOKS_WITHIN = True
    hook(published, receiver.url, "result.changed")
    board = published.rounds.get(number=1).pairings.get(board=1)
    enter_result(tournament=published, pairing_id=board.pk, code="10", version=1, by=None)
    send_all()
    webhooks.resend(event=published.event, delivery_id=Delivery.objects.get().pk)
    send_all()
    first, second = receiver.heard
    assert first[2] == second[2]


def test_a_removed_webhook_hears_nothing_more(settings, receiver, published):
    settings.WEBHOOKS_WITHIN = True
    webhook = hook(published, receiver.url)
    board = published.rounds.get(number=1).pairings.get(board=1)
    enter_result(tournament=published, pairing_id=board.pk, code="10", version=1, by=None)
    chief = factories.chief_of(published)
    webhooks.withdraw_webhook(event=published.event, webhook_id=webhook.pk, by=chief)
    enter_result(tournament=published, pairing_id=board.pk, code="01", version=2, by=None)
    send_all()
    assert receiver.heard == []
    assert set(Delivery.objects.values_list("status", flat=True)) == {"failed"}


# --- Addresses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.1",
        "172.16.5.4",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "192.0.2.1",
        "::1",
        "::",
        "fe80::1%eth0",
        "fd00:ec2::254",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::",
        "ff02::1",
    ],
)
def test_an_address_within_a_network_is_not_outside(address):
    assert not outbound.is_outside(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111"])
def test_an_address_of_the_internet_is_outside(address):
    assert outbound.is_outside(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https:///x",
        "https://user:word@example.org/",
        "https://example.org:99999/",
        "https://exa mple.org/",
        "https://example.org/\r\nHost: x",
        "javascript:alert(1)",
        "",
    ],
)
def test_an_address_of_another_form_is_refused(url, published):
    with pytest.raises(Refused) as refused:
        hook(published, url)
    assert refused.value.code == "webhook.address_wrong"


#: addresses of this machine and its network, in all their spellings
INSIDE = [
    "localhost",
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "0177.0.0.1",
    "2130706433",
    "0",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:a9fe:a9fe]",
    "[fe80::1]",
    "169.254.169.254",
    "192.168.0.1",
]


@pytest.mark.parametrize("host", INSIDE)
def test_nothing_is_sent_into_our_own_network(host, monkeypatch):
    def never(*_address):
        raise AssertionError("connected")

    monkeypatch.setattr(socket, "create_connection", never)
    assert outbound.post(f"https://{host}/", b"{}", {}) == (0, "webhook.address_internal")


def test_one_internal_address_among_many_is_enough_to_refuse(monkeypatch):
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda *_a, **_k: [(2, 1, 6, "", ("8.8.8.8", 443)), (2, 1, 6, "", ("10.0.0.1", 443))],
    )
    assert outbound.post("https://two.example/", b"", {}) == (0, "webhook.address_internal")


def test_the_connection_goes_to_the_address_that_was_judged(monkeypatch):
    """A name that means something else a moment later is not asked again."""
    asked, connected = [], []

    def resolve(host, port, **_options):
        asked.append(host)
        return [(2, 1, 6, "", ("8.8.8.8" if len(asked) == 1 else "127.0.0.1", port))]

    def connect(address, _timeout):
        connected.append(address)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    assert outbound.post("https://moving.example/x", b"", {}) == (0, "webhook.no_answer")
    assert (asked, connected) == (["moving.example"], [("8.8.8.8", 443)])


def test_whoever_answers_drop_by_drop_is_cut_off(settings, monkeypatch):
    settings.WEBHOOKS_WITHIN = True
    monkeypatch.setattr(outbound, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip():
            connection, _peer = server.accept()
            with connection:
                try:
                    connection.sendall(b"HTTP/1.1 200 OK\r\n")
                    while True:
                        connection.sendall(b"X: y\r\n")
                        threading.Event().wait(0.05)
                except OSError:
                    pass

        threading.Thread(target=drip, daemon=True).start()
        status, problem = outbound.post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"", {})
    assert (status, problem) == (0, "webhook.timeout")


# --- Which acts move the standings ----------------------------------------------------------------


def quiet_acts() -> set[str]:
    """The acts of which no page shows anything, by the source."""
    found = set()
    for path in Path(services.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) != "act":
                continue
            if isinstance(node.args[0], ast.Name):
                continue  # named elsewhere, as an act of its own
            if any(word.arg == "quiet" for word in node.keywords):
                names = [one.value for one in ast.walk(node.args[0]) if is_word(one)]
                assert names
                found |= set(names)
    assert len(found) > 20
    return found


def is_word(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@pytest.mark.parametrize(
    "act",
    [
        "standings.ordered",
        "standings.order_undone",
        "standings.values_entered",
        "entry.later_ratings",
        "entry.fetched",
        "act.undone",  # of tournament.changed, say
        "anything.new",
    ],
)
def test_programs_hear_of_every_act_that_may_move_the_standings(act):
    assert happenings.happenings_of(LogEntry(act=act)) == [Happening.STANDINGS_CHANGED]


def heard(event):
    """Kinds of the messages that wait for the webhook of an event, the earliest first."""
    return [sent.happening for sent in event.webhooks.get().deliveries.order_by("pk")]


def test_programs_hear_that_a_round_is_taken_back_or_changed_and_that_somebody_leaves():
    made = factories.tournament(6)
    chief = factories.chief_of(made)
    told = ["round.taken_back", "pairing.changed", "player.withdrawn", "event.changed"]
    webhooks.make_webhook(event=made.event, url="https://chess.example/", happenings=told, by=chief)
    factories.pair(made, 1)
    change_by_hand(made, 1)  # of a draft: nobody outside has seen it
    factories.publish(made, 1)
    assert heard(made.event) == []
    change_by_hand(made, 1)
    assert heard(made.event) == ["pairing.changed"]
    confirmed(unpublish_round, tournament=made, number=1, reason="a wrong bye", by=chief)
    gone = made.entries.get(tpn=6)
    confirmed(withdraw_player, tournament=made, entry=gone, by=chief)
    change_event(event=made.event, by=chief, values={"city": "Bursa"})
    assert heard(made.event)[1:] == ["round.taken_back", "player.withdrawn", "event.changed"]
    bodies = [json.loads(sent.body) for sent in made.event.webhooks.get().deliveries.order_by("pk")]
    assert bodies[1]["round"] == 1 and bodies[1]["url"].endswith(
        f"/tournaments/{made.pk}/rounds/1/"
    )
    assert bodies[2]["player"] == {"id": gone.pk}
    assert bodies[2]["url"].endswith(f"/api/v1/players/{gone.pk}/")
    assert "tournament" not in bodies[3] and bodies[3]["url"].endswith(f"/{made.event.slug}/")


def change_by_hand(made, number):
    manual_pairing.begin(tournament=made, number=number, by=None)
    confirmed(manual_pairing.swap, tournament=made, number=number, one=1, two=2, by=None)
    confirmed(manual_pairing.finish, tournament=made, number=number, by=None)


def test_a_test_message_arrives_signed_like_every_other(receiver, settings):
    settings.WEBHOOKS_WITHIN = True
    made = factories.tournament(2)
    chief = factories.chief_of(made)
    webhook = webhooks.make_webhook(
        event=made.event, url=receiver.url, happenings=["round.published"], by=chief
    )
    sent = webhooks.ping(event=made.event, webhook_id=webhook.pk)
    webhooks.deliver(sent.pk)
    sent.refresh_from_db()
    assert sent.status == Delivery.Status.DONE
    _path, headers, body = receiver.heard[-1]
    assert headers["Hakem-Kind"] == "ping" == json.loads(body)["kind"]
    assert json.loads(body)["event"] == made.event.slug


def test_the_document_has_a_webhook_for_every_happening_with_an_example():
    told = described()["webhooks"]
    assert sorted(told) == sorted([*Happening.values, PING])
    for kind, item in told.items():
        [example] = item["post"]["requestBody"]["content"]["application/json"]["examples"].values()
        assert example["value"]["kind"] == kind
        message_is_described(example["value"])


def test_the_document_asks_for_the_headers_that_are_sent(settings, receiver, published):
    settings.WEBHOOKS_WITHIN = True
    webhook = hook(published, receiver.url)
    webhooks.ping(event=published.event, webhook_id=webhook.pk)
    send_all()
    [(_path, headers, _body)] = receiver.heard
    named = {one["name"] for one in described()["webhooks"]["ping"]["post"]["parameters"]}
    assert named == {name for name in headers if name.startswith("Hakem-")}


def test_acts_that_keep_the_standings_are_acts_and_send_nothing():
    for act in happenings._KEEPS_STANDINGS:
        assert f"act.{act}" in SENTENCES
        assert happenings.happenings_of(LogEntry(act=act)) == []


def test_an_act_of_which_no_page_shows_anything_moves_no_standings():
    recorded = {act for act in quiet_acts() if f"act.{act}" in SENTENCES}
    assert recorded
    assert recorded <= happenings._KEEPS_STANDINGS
