"""A33 to A37, and the call of an arbiter: from the phone to the one inbox of the desk."""

import io
import json
import zipfile
from copy import deepcopy
from datetime import timedelta

import pytest
from django.utils import timezone
from pypdf import PdfReader

from pairing.trf import read
from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, words
from tests.tournaments.views.test_reported_results import board, desk, phone, say
from tests.tournaments.views.test_voice import address
from tournaments.documents.validity import Validity, sheet_state, told_since
from tournaments.models import ArbiterCall, Case, LogEntry, Role, Round
from tournaments.queries.voice.calls import call_times, open_calls
from tournaments.queries.voice.inbox import inbox
from tournaments.services.hall.incidents import note_incident
from tournaments.services.voice.calls import end_call, take_call

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(8)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


@pytest.fixture
def chief(client, tournament):
    client.force_login(factories.chief_of(tournament))
    return client


def to(entry, end, client, **said):
    at = address(entry.tournament, f"players/{entry.pk}/me/{end}")
    return Page(client.post(at, said, follow=True)).text


def items(tournament, user):
    tournament.event.my_role = Role.CHIEF
    return [item.kind for item in inbox(tournament, user)]


# --- Calls ----------------------------------------------------------------------------------------


def test_a_call_reaches_every_arbiter_is_taken_and_done_with_its_times(client, tournament):
    game = board(tournament, 3)
    player = phone(game.black)
    assert "Called at" in to(game.black, "call/", player, reason="clock")
    to(game.black, "call/", player, reason="rule")  # a second press
    call = ArbiterCall.objects.get()
    assert (call.board, call.reason, call.round_number) == (3, "clock", 1)
    client.force_login(factories.user(role=Role.ARBITER, event=tournament.event))
    page = Page(client.get(desk(tournament, "inbox/"))).text
    assert "Board 3" in page and "the clock" in page
    client.post(desk(tournament, f"inbox/calls/{call.pk}/take/"))
    assert "An arbiter is on the way" in to(game.black, "call/", player, reason="rule")
    client.post(desk(tournament, f"inbox/calls/{call.pk}/done/"))
    call.refresh_from_db()
    assert call.taken_at and call.done_at and call.taken_by
    assert call_times(tournament).count == 1
    acts = LogEntry.objects.filter(act__startswith="call.").values_list("act", flat=True)
    assert sorted(acts) == ["call.done", "call.made", "call.taken"]


def test_the_calls_of_my_sector_stand_on_top(client, tournament):
    for number in (1, 4):
        game = board(tournament, number)
        to(game.white, "call/", phone(game.white), reason="rule")
    arbiter = factories.user(role=Role.ARBITER, event=tournament.event)
    client.force_login(arbiter)
    client.post(desk(tournament, "inbox/sector/"), {"first": "3", "last": "4"})
    other = factories.chief_of(tournament)
    tournament.sectors.create(user=other, first_board=1, last_board=2)
    assert [(one.call.board, one.mine) for one in open_calls(tournament, arbiter)] == [
        (4, True), (1, False),
    ]  # fmt: skip


def test_only_four_reasons_and_only_in_a_round_that_is_played(tournament):
    game = board(tournament, 1)
    player = phone(game.white)
    assert "Choose one of the reasons" in to(game.white, "call/", player, reason="beer")
    Round.objects.filter(number=1).update(status="finished")
    assert "no game in a round" in to(game.white, "call/", player, reason="rule")
    assert not ArbiterCall.objects.exists()


# --- Cases ----------------------------------------------------------------------------------------


def claim(entry, client, game, **said):
    given = {"pairing": game.pk, "about": "pairing", "words": "I was due White"} | said
    return to(entry, "claim/", client, **given)


def test_a33_a_claim_has_a_number_a_deadline_and_is_at_once_in_the_inbox(chief, tournament):
    game = board(tournament, 2)
    player = phone(game.black)
    page = Page(player.get(address(tournament, f"players/{game.black_id}/me/"))).text
    assert "Disagree" in page and "Until" in page
    assert "Your claim has the number 1" in claim(game.black, player, game)
    claim(game.black, player, game)  # sent twice
    case = Case.objects.get()
    assert (case.number, case.board, case.opponent) == (1, 2, game.white)
    assert items(tournament, factories.chief_of(tournament)) == ["case"]
    assert "1" in Page(chief.get(desk(tournament, "inbox/count/"))).text
    page = Page(chief.get(desk(tournament, "cases/1/")))
    assert "I was due White" in page.text
    assert any("/reasons/" in link.address for link in page.links())  # the proof


def test_a33_after_the_deadline_nothing_is_taken(tournament):
    game = board(tournament, 2)
    Round.objects.filter(number=1).update(published_at=timezone.now() - timedelta(minutes=31))
    assert "time for this claim is over" in claim(game.white, phone(game.white), game)
    assert not Case.objects.exists()


def test_a34_the_player_reads_why_on_the_own_phone(tournament):
    game = board(tournament, 2)
    page = Page(phone(game.white).get(address(tournament, f"players/{game.white_id}/me/")))
    reasons = [link.address for link in page.links() if "/boards/2/" in link.address]
    assert reasons


def test_a35_both_read_the_decision_and_the_game_was_never_stopped(chief, tournament):
    game = board(tournament, 2)
    white, black = phone(game.white), phone(game.black)
    claim(game.black, black, game)
    say(white, game.white, "win", game)
    say(black, game.black, "loss", game)
    assert board(tournament, 2).result == "10"  # a claim blocks nothing
    chief.post(desk(tournament, "cases/1/"), {"verdict": "stands", "words": "By art. 5.2.4."})
    for client, entry in ((white, game.white), (black, game.black)):
        page = Page(client.get(address(tournament, f"players/{entry.pk}/me/"))).text
        assert "By art. 5.2.4." in page and "it stands" in page
    stranger = board(tournament, 1).white
    page = Page(phone(stranger).get(address(tournament, f"players/{stranger.pk}/me/"))).text
    assert "By art. 5.2.4." not in page


def test_a36_an_appeal_within_its_time_reaches_the_committee(chief, tournament):
    game = board(tournament, 2)
    player = phone(game.black)
    claim(game.black, player, game)
    assert "appeal" not in to(game.black, "cases/1/appeal/", player, words="no").split()
    chief.post(desk(tournament, "cases/1/"), {"verdict": "stands", "words": "No."})
    assert "with the committee" in to(game.black, "cases/1/appeal/", player, words="Look again")
    assert items(tournament, factories.chief_of(tournament)) == ["case"]
    chief.post(desk(tournament, "cases/1/"), {"verdict": "right", "words": "The committee agrees."})
    page = Page(player.get(address(tournament, f"players/{game.black_id}/me/"))).text
    assert "The committee agrees." in page
    assert items(tournament, factories.chief_of(tournament)) == []


def test_a36_after_its_time_no_appeal(chief, tournament):
    game = board(tournament, 2)
    player = phone(game.black)
    claim(game.black, player, game)
    chief.post(desk(tournament, "cases/1/"), {"verdict": "stands", "words": "No."})
    Case.objects.update(appeal_until=timezone.now() - timedelta(seconds=1))
    assert "time to appeal is over" in to(game.black, "cases/1/appeal/", player, words="x")
    assert Case.objects.get().appealed_at is None


def test_a36_one_press_makes_the_evidence(chief, tournament):
    factories.enter_all(tournament, 1)
    document(tournament, "pairings", 1)
    game = board(tournament, 2)
    claim(game.white, phone(game.white), game, about="result", said="draw")
    chief.post(desk(tournament, "cases/1/"), {"verdict": "stands", "words": "The slip says so."})
    pdf = chief.get(desk(tournament, "cases/1/evidence.pdf"))
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf.content)).pages)
    assert "The slip says so." in text and "I was due White" in text and "Hakem" in text
    pack = zipfile.ZipFile(io.BytesIO(chief.get(desk(tournament, "cases/1/evidence.zip")).content))
    names = pack.namelist()
    assert {"case.pdf", "before-round-1.trf", "pairing.json", "history.csv"} <= set(names)
    assert any(name.startswith("sheets/pairings-1-") for name in names)
    assert json.loads(pack.read("pairing.json"))["seal"]["outcome"] == "agree"
    assert b"result.entered" in pack.read("history.csv")
    record = read(pack.read("before-round-1.trf"))
    assert len(record.players) == 8 and not any(one.rounds for one in record.players)


def test_a37_a_right_claim_leads_into_the_correction_with_the_case_linked(chief, tournament):
    factories.enter_all(tournament, 1)
    game = board(tournament, 2)
    other = "01" if game.result == "10" else "10"
    player = phone(game.white)
    words = {"01": "loss", "10": "win"}[other]
    claim(game.white, player, game, about="result", said=words)
    factories.pair(tournament, 2)
    factories.publish(tournament, 2)
    page = Page(chief.get(desk(tournament, "cases/1/")))
    (address_,) = [link.address for link in page.links() if "case=1" in link.address]
    assert f"result={other}" in address_
    shown = chief.get(address_).content.decode()
    assert 'value="Case 1"' in shown and "/cases/1/" in shown


@pytest.mark.parametrize("role", [Role.READER, Role.CLERK])
def test_cases_are_for_arbiters(client, tournament, role):
    game = board(tournament, 2)
    claim(game.white, phone(game.white), game)
    client.force_login(factories.user(role=role, event=tournament.event))
    assert client.get(desk(tournament, "cases/1/")).status_code == 403


def test_what_players_write_stands_in_no_line_of_the_history(tournament):
    game = board(tournament, 2)
    claim(game.white, phone(game.white), game, words="a private matter")
    line = LogEntry.objects.get(act="case.opened")
    assert "private" not in f"{line.label}{line.before}{line.after}{line.reason}"


# --- The inbox ------------------------------------------------------------------------------------


def test_the_number_is_in_the_head_of_every_page_and_nothing_waits_for_a_reader(client, tournament):
    game = board(tournament, 1)
    to(game.white, "call/", phone(game.white), reason="rule")
    client.force_login(factories.user(role=Role.READER, event=tournament.event))
    assert "Nothing waits for you" in Page(client.get(desk(tournament, "inbox/"))).text
    for end in ("players/", "rounds/1/", "settings/", "history/"):
        assert "/inbox/count/" in client.get(desk(tournament, end)).content.decode(), end


def test_what_is_due_first_stands_on_top(chief, tournament):
    first, second = board(tournament, 1), board(tournament, 2)
    to(second.white, "call/", phone(second.white), reason="rule")
    ArbiterCall.objects.update(at=timezone.now() - timedelta(minutes=3))
    say(phone(first.white), first.white, "win", first)
    say(phone(first.black), first.black, "win", first)
    assert items(tournament, factories.chief_of(tournament)) == ["call", "report"]


def test_the_arbiters_report_says_how_often_arbiters_were_called_and_how_soon_they_went(tournament):
    assert "called by phone" not in words(document(tournament, "arbiters_report"))
    for number, minutes in ((1, 1), (2, 2), (3, 9)):
        game = board(tournament, number)
        to(game.white, "call/", phone(game.white), reason="rule")
        ArbiterCall.objects.filter(board=number).update(
            taken_at=timezone.now() + timedelta(minutes=minutes)
        )
    factories.enter_all(tournament, 1)
    text = words(document(tournament, "arbiters_report"))
    assert "Arbiters called by phone 3" in text
    assert "usually 2" in text and "at most 9" in text


def test_the_report_asked_for_again_has_the_call_and_the_one_before_says_that_it_is_old(tournament):
    before = document(tournament, "arbiters_report")
    assert document(tournament, "arbiters_report") == before  # a second press
    assert sheet_state(before).validity is Validity.CURRENT
    game = board(tournament, 1)
    to(game.white, "call/", phone(game.white), reason="rule")
    assert sheet_state(before).validity is Validity.SUPERSEDED
    now = document(tournament, "arbiters_report")
    assert (before.version, now.version) == (1, 2)
    assert "Arbiters called by phone 1" in words(now)
    note_incident(tournament=tournament, kind="phone", by=factories.chief_of(tournament))
    assert document(tournament, "arbiters_report").version == 3


def test_an_arbiter_who_is_done_at_a_board_makes_no_paper_old(tournament):
    chief, game = factories.chief_of(tournament), board(tournament, 1)
    pairings = document(tournament, "pairings", 1)
    to(game.white, "call/", phone(game.white), reason="rule")
    called = ArbiterCall.objects.get()
    take_call(tournament=tournament, call=called, by=chief)
    before = document(tournament, "arbiters_report")
    end_call(tournament=tournament, call=called, by=chief)
    assert told_since(before) == 0
    assert document(tournament, "arbiters_report") == before
    assert sheet_state(pairings).validity is Validity.CURRENT
    assert told_since(pairings) == 0
    other = board(tournament, 2)
    to(other.white, "call/", phone(other.white), reason="rule")
    before = document(tournament, "arbiters_report")
    end_call(tournament=tournament, call=ArbiterCall.objects.latest("pk"), by=chief)
    assert told_since(before)  # nobody had taken it: now the minutes are known
