"""Steps of the arbiter's day at the check-in: A05, A06."""

import re

import pytest
from django.conf import settings
from django.urls import reverse

from tests import factories
from tests.pages import Page
from tournaments.documents.qr import qr_svgs
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, LogEntry, Role, StaffMember
from tournaments.services.entries import checkin
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.listing import change_entry
from tournaments.services.entries.withdrawals import remove_entry

pytestmark = pytest.mark.django_db

PHONE = "+90 555 001 02 03"


@pytest.fixture
def tournament():
    made = factories.tournament(20)
    by = factories.chief_of(made)
    for tpn in (4, 9):
        entry = factories.entry(made, tpn)
        grant_bye(tournament=made, entry=entry, round_number=1, kind="H", by=by)
    made.entries.filter(tpn=20).update(phone=PHONE, fide_id="6300020")
    return made


def address(name, tournament, *values):
    return reverse(f"desk:{name}", args=[tournament.event.slug, tournament.slug, *values])


def here(tournament, *numbers):
    for tpn in numbers:
        entry = factories.entry(tournament, tpn)
        checkin.mark_present(tournament=tournament, entry=entry, by=factories.chief_of(tournament))


def test_a05_a_number_an_id_or_a_badge_is_as_good_as_the_name(client, tournament):
    client.force_login(factories.chief_of(tournament))
    page = address("mark_player_by_number", tournament)
    badge = f"https://hakem.example/tr/e/x/a/players/{factories.entry(tournament, 3).pk}/"
    for typed in ("1", " 2 ", badge, "6300020", "6300020"):
        client.post(page, {"number": typed})
    present = tournament.entries.filter(status=Entry.Status.PRESENT)
    assert sorted(present.values_list("tpn", flat=True)) == [1, 2, 3, 20]
    assert LogEntry.objects.filter(act="checkin.present").count() == 4
    answer = client.post(page, {"number": "21"}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "no number, FIDE ID or badge" in answer.content.decode()


def test_a05_each_badge_has_the_code_that_the_check_in_reads(client, tournament):
    client.force_login(factories.chief_of(tournament))
    page = client.get(f"{address('new_document', tournament, 'badges')}preview/")
    codes = re.findall(r'class="qr" alt="[^"]+" src="(data:[^"]+)"', page.content.decode())
    people = tournament.entries.order_by("tpn")
    site, event = settings.SITE_URL, tournament.event.slug
    addresses = [f"{site}/en/e/{event}/a/players/{one.pk}/" for one in people]
    assert len(codes) >= 8
    assert set(codes) <= set(qr_svgs(addresses))
    for one, printed in zip(people, addresses, strict=True):
        assert checkin.by_number(tournament, printed) == one


def test_a05_who_was_marked_last_stands_on_top_with_the_way_back(client, tournament):
    client.force_login(factories.chief_of(tournament))
    here(tournament, 1, 2, 3, 5)
    page = client.get(address("players_checkin", tournament), headers={"HX-Request": "true"})
    lately = page.content.decode().split("<table")[0]
    names = [factories.entry(tournament, tpn).name for tpn in (5, 3, 2, 1)]
    found = [lately.find(f"{name} is not here") for name in names]
    assert found[:3] == sorted(found[:3])
    assert found[0] > 0
    assert found[3] == -1


def test_a05_the_list_is_found_by_number_and_by_words_in_any_order(client, tournament):
    client.force_login(factories.chief_of(tournament))
    tournament.entries.filter(tpn=7).update(name="Işık, Çağla", club="Ege")
    for wanted in ("7", "cagla isik", "ege ışık"):
        page = client.get(address("players_checkin", tournament), {"q": wanted})
        assert [row.entry.tpn for row in page.context["rows"]] == [7]


def test_a06_closing_sums_up_names_the_silent_with_phones_and_withdraws_nobody(client, tournament):
    client.force_login(factories.chief_of(tournament))
    here(tournament, 1, 2, 3, 5, 6, 7, 8, *range(10, 18))
    page = address("close_players_checkin", tournament)
    text = Page(client.get(page)).text
    assert "20 players = 15 here + 2 with a bye + 3 not here" in text
    assert PHONE in text
    silent = [factories.entry(tournament, tpn) for tpn in (18, 19, 20)]
    given = {f"choice-{silent[0].pk}": "zero", f"choice-{silent[1].pk}": "wait", "choice-x": "wait"}
    question = client.post(page, given)
    asked = question.content.decode()
    assert question.status_code == 409
    assert "15 here + 2 with a bye + 3 not here + 0 gone or later = 20 players" in asked
    assert f"Zero-point bye in round 1: {silent[0].name}." in asked
    assert f"until they are here: {silent[1].name}; {silent[2].name}." in asked
    token = question.context["question"].token
    client.post(page, {**given, "confirmed": token})
    assert {entry.status for entry in tournament.entries.filter(tpn__gte=18)} == {"absent"}
    counts = client.get(address("players_checkin", tournament)).context["counts"]
    assert (counts.present, counts.byes, counts.silent, counts.absent) == (15, 3, 0, 2)
    assert counts.total == 20


def test_a06_who_comes_while_the_question_stands_makes_it_stand_again(client, tournament):
    client.force_login(factories.chief_of(tournament))
    here(tournament, *range(1, 19))
    late = factories.entry(tournament, 19)
    page, given = address("close_players_checkin", tournament), {f"choice-{late.pk}": "withdraw"}
    token = client.post(page, given).context["question"].token
    here(tournament, 19)
    again = client.post(page, {**given, "confirmed": token})
    assert again.status_code == 409
    assert f"{late.name} is withdrawn" not in again.content.decode()
    assert Entry.objects.get(pk=late.pk).status == Entry.Status.PRESENT


@pytest.mark.parametrize("role", [Role.READER, Role.CLERK])
def test_a06_phones_are_for_arbiters_only(client, tournament, role):
    other = factories.user("other")
    StaffMember.objects.create(event=tournament.event, user=other, role=role)
    client.force_login(other)
    player = factories.entry(tournament, 20)
    assert PHONE not in client.get(address("edit_player", tournament, player.pk)).content.decode()
    assert PHONE not in client.get(address("players_checkin", tournament)).content.decode()
    assert client.get(address("close_players_checkin", tournament)).status_code == 403


def test_a06_the_history_keeps_no_phone(tournament):
    by, player = factories.chief_of(tournament), factories.entry(tournament, 20)
    values = {"phone": "+90 555 999 99 99", "club": "Ege"}
    change_entry(tournament=tournament, entry=player, version=player.version, by=by, values=values)
    confirmed(remove_entry, tournament=tournament, entry=player, by=by)
    kept = [repr((line.before, line.after)) for line in LogEntry.objects.all()]
    assert any("'club': 'Ege'" in line and "'phone': '•••'" in line for line in kept)
    assert not any("+90" in line for line in kept)
