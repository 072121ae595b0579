"""A04: byes, withdrawals and late arrivals asked for by phone, and the desk's answers."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import factories
from tests.pages import Page
from tests.tournaments.views.test_reported_results import desk, phone
from tests.tournaments.views.test_voice import address
from tournaments.models import ByeRequest, LogEntry, PlayerRequest, Role
from tournaments.services.voice import proving

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(6)


@pytest.fixture
def chief(client, tournament):
    client.force_login(factories.chief_of(tournament))
    return client


def ask(client, entry, **said):
    at = address(entry.tournament, f"players/{entry.pk}/me/ask/")
    return Page(client.post(at, said, follow=True)).text


def mine(client, entry):
    return Page(client.get(address(entry.tournament, f"players/{entry.pk}/me/"))).text


def press(chief, tournament, asked, act, **said):
    return chief.post(desk(tournament, f"inbox/requests/{asked.pk}/{act}/"), said, follow=True)


def test_a04_a_bye_waits_for_the_chief_arbiter_with_a_receipt(chief, tournament):
    entry = factories.entry(tournament, 1)
    client = phone(entry)
    said = ask(client, entry, kind="H", round=1)
    assert "the chief arbiter has the last word" in said
    assert "waits for the chief arbiter" in said and "asked" in said
    assert not ByeRequest.objects.exists()  # nothing is granted yet
    asked = PlayerRequest.objects.get()
    assert entry.name in Page(chief.get(desk(tournament, "inbox/"))).text
    press(chief, tournament, asked, "grant")
    assert ByeRequest.objects.get().kind == "H"
    assert "granted" in mine(client, entry)


def test_a04_an_invited_player_is_refused_at_once_with_sentence_and_article(tournament):
    entry = factories.entry(tournament, 2)
    entry.bye_entitled = False
    entry.save()
    said = ask(phone(entry), entry, kind="H", round=1)
    assert "may not have half-point byes" in said and "C.04.2" in said
    assert PlayerRequest.objects.get().state == "refused"
    assert not ByeRequest.objects.exists()


@pytest.mark.parametrize("number", [4, 5])
def test_a51_no_half_point_bye_in_the_last_rounds_with_the_article(tournament, number):
    entry = factories.entry(tournament, 2)
    said = ask(phone(entry), entry, kind="H", round=number)
    assert "the regulations allow none in the last" in said and "C.04.2" in said


def test_more_half_points_than_the_regulations_allow_are_refused(chief, tournament):
    entry = factories.entry(tournament, 1)
    client = phone(entry)
    ask(client, entry, kind="H", round=1)
    press(chief, tournament, PlayerRequest.objects.get(), "grant")
    assert "This player has 1" in ask(client, entry, kind="H", round=2)
    assert PlayerRequest.objects.get(round_number=2).state == "refused"


def test_after_the_deadline_it_is_refused_and_before_it_counts_down(tournament):
    round_ = tournament.rounds.get(number=1)
    round_.starts_at = timezone.now() + timedelta(minutes=90)
    round_.save()
    entry = factories.entry(tournament, 1)
    client = phone(entry)
    assert "you can ask until" in mine(client, entry)
    round_.starts_at = timezone.now() + timedelta(minutes=59)
    round_.save()
    assert "The time to ask for round 1 is over" in ask(client, entry, kind="Z", round=1)


def test_what_was_asked_is_taken_back_until_the_round_is_paired(chief, tournament):
    entry = factories.entry(tournament, 1)
    client = phone(entry)
    ask(client, entry, kind="Z", round=1)
    asked = PlayerRequest.objects.get()
    press(chief, tournament, asked, "grant")
    back = address(tournament, f"players/{entry.pk}/me/asked/{asked.pk}/")
    client.post(back)
    assert not ByeRequest.objects.exists()
    ask(client, entry, kind="Z", round=1)
    again = PlayerRequest.objects.order_by("-id").first()
    press(chief, tournament, again, "grant")
    factories.pair(tournament, 1)
    client.post(address(tournament, f"players/{entry.pk}/me/asked/{again.pk}/"))
    again.refresh_from_db()
    assert again.state == "granted" and ByeRequest.objects.exists()


def test_who_withdraws_is_asked_about_at_the_desk_and_can_come_back(chief, tournament):
    entry = factories.entry(tournament, 1)
    client = phone(entry)
    ask(client, entry, kind="W")
    asked = PlayerRequest.objects.get()
    answer = chief.post(desk(tournament, f"inbox/requests/{asked.pk}/grant/"))
    assert answer.status_code == 409  # the same question as on the player's page of the desk
    token = answer.context["question"].token
    press(chief, tournament, asked, "grant", confirmed=token)
    entry.refresh_from_db()
    assert entry.status == "withdrawn"
    client.post(address(tournament, f"players/{entry.pk}/me/asked/{asked.pk}/"))
    entry.refresh_from_db()
    assert entry.status == "entered"


def test_all_at_once_leaves_what_asks_a_question(chief, tournament):
    for tpn in (1, 2, 3):
        entry = factories.entry(tournament, tpn)
        ask(phone(entry), entry, kind="W" if tpn == 3 else "H", round=1)
    said = Page(chief.post(desk(tournament, "inbox/requests/"), follow=True)).text
    assert "Granted: 2. To be answered one by one: 1." in said
    assert ByeRequest.objects.count() == 2


def test_the_arbiter_refuses_in_words_that_the_player_reads(chief, tournament):
    entry = factories.entry(tournament, 1)
    client = phone(entry)
    ask(client, entry, kind="H", round=1)
    press(chief, tournament, PlayerRequest.objects.get(), "refuse", words="Too many today")
    assert "Too many today" in mine(client, entry)
    acts = LogEntry.objects.filter(act__startswith="request.").values_list("act", flat=True)
    assert sorted(acts) == ["request.made", "request.refused"]


@pytest.mark.parametrize("role", [Role.READER, Role.CLERK, Role.ARBITER])
def test_only_the_chief_arbiter_answers(client, tournament, role):
    entry = factories.entry(tournament, 1)
    ask(phone(entry), entry, kind="H", round=1)
    client.force_login(factories.user(role=role, event=tournament.event))
    asked = PlayerRequest.objects.get()
    assert client.post(desk(tournament, f"inbox/requests/{asked.pk}/grant/")).status_code == 403


def test_ten_minutes_late_stands_beside_the_default_time(chief, tournament):
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    entry = factories.entry(tournament, 1)
    said = ask(phone(entry), entry, kind="L", round=1, minutes=10)
    assert "the arbiters see it beside your board" in said
    page = Page(chief.get(desk(tournament, "rounds/1/"))).text
    assert "Coming late" in page and entry.name in page
    assert "there about" in page


def test_nobody_asks_for_another(tournament):
    mine_, other = factories.entry(tournament, 1), factories.entry(tournament, 2)
    ask(phone(mine_), other, kind="H", round=1)
    assert not PlayerRequest.objects.exists()


def test_what_a_tournament_does_not_take_is_refused(tournament):
    chief = factories.chief_of(tournament)
    proving.set_rules(tournament=tournament, values={"takes_requests": False}, by=chief)
    entry = factories.entry(tournament, 1)
    assert "byes are asked for at the desk" in ask(phone(entry), entry, kind="H", round=1)
    assert not PlayerRequest.objects.exists()


def test_all_at_once_is_offered_only_while_somebody_asks(chief, tournament):
    offered = "Grant all byes that the regulations allow"
    for part in ("inbox/", "inbox/?part"):
        assert offered not in Page(chief.get(desk(tournament, part))).buttons()
    entry = factories.entry(tournament, 1)
    ask(phone(entry), entry, kind="H", round=1)
    for part in ("inbox/", "inbox/?part"):
        assert Page(chief.get(desk(tournament, part))).buttons().count(offered) == 1
