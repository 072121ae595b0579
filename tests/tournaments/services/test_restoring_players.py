"""A player removed by mistake comes back with what the entry had; numbers as for any entry."""

import pytest

from tests import factories
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry
from tournaments.queries.entries.listed import removed_entries
from tournaments.services.entries import byes, forbidden, listing, restoring, withdrawals

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(6)


def remove(tournament, tpn):
    entry = factories.entry(tournament, tpn)
    confirmed(withdrawals.remove_entry, tournament=tournament, entry=entry, by=None)
    return tournament.log.filter(act="entry.removed").latest("id").pk


def restore(tournament, line):
    return restoring.restore_entry(tournament=tournament, line=line, by=None)


def listed(tournament):
    return list(tournament.entries.order_by("tpn").values_list("tpn", "pk", "name", "rating"))


def test_before_round_1_everybody_has_the_old_number_again(tournament):
    before = listed(tournament)
    line = remove(tournament, 3)
    assert len(listed(tournament)) == 5
    assert restore(tournament, line).tpn == 3
    assert listed(tournament) == before
    assert removed_entries(tournament) == []


def taken_by(tournament, tpn):
    name = factories.entry(tournament, tpn).name
    return pytest.raises(Refused, match=f"Table 2 is the fixed table of {name}")


def test_a_fixed_table_given_to_somebody_else_meanwhile_is_not_had_twice(tournament):
    one, other = factories.entry(tournament, 2), factories.entry(tournament, 5)
    Entry.objects.filter(pk=one.pk).update(fixed_board=2)
    line = remove(tournament, 2)
    Entry.objects.filter(pk=other.pk).update(fixed_board=2)
    with taken_by(tournament, 4):
        restore(tournament, line)
    Entry.objects.filter(pk=other.pk).update(fixed_board=None)
    assert restore(tournament, line).fixed_board == 2


def test_who_comes_back_finds_the_table_taken(tournament):
    one, other = factories.entry(tournament, 2), factories.entry(tournament, 5)
    Entry.objects.filter(pk=one.pk).update(fixed_board=2)
    confirmed(withdrawals.withdraw_player, tournament=tournament, entry=one, by=None)
    Entry.objects.filter(pk=other.pk).update(fixed_board=2)
    with taken_by(tournament, 5):
        withdrawals.return_player(tournament=tournament, entry=one, by=None)
    assert Entry.objects.get(pk=one.pk).status == Entry.Status.WITHDRAWN


def test_an_import_gives_no_table_twice(tournament):
    Entry.objects.filter(pk=factories.entry(tournament, 3).pk).update(fixed_board=2)
    rows = [
        {"name": name, "fixed_board": table} for name, table in (("Öz, Ece", 7), ("Su, Can", 7))
    ]
    with pytest.raises(Refused, match="Table 7 is the fixed table of Öz, Ece"):
        listing.enter_players(tournament=tournament, by=None, rows=rows)
    rows[1]["fixed_board"] = 2
    with taken_by(tournament, 3):
        listing.enter_players(tournament=tournament, by=None, rows=rows)
    assert not tournament.entries.filter(name="Öz, Ece").exists()
    rows[1]["fixed_board"] = 8
    assert len(listing.enter_players(tournament=tournament, by=None, rows=rows)) == 2


def test_byes_fixed_table_and_forbidden_pairings_come_along_and_the_phone_does_not(tournament):
    entry, other = factories.entry(tournament, 2), factories.entry(tournament, 5)
    Entry.objects.filter(pk=entry.pk).update(fixed_board=2, phone="+90 555 000 00 00")
    confirmed(byes.grant_bye, tournament=tournament, entry=entry, round_number=2, kind="H", by=None)
    rule = confirmed(forbidden.forbid, tournament=tournament, entries=[entry, other], by=None)
    line = remove(tournament, 2)
    assert list(rule.entries.all()) == [other]
    again = restore(tournament, line)
    assert (again.pk, again.fixed_board, again.phone) == (entry.pk, 2, "")
    assert list(again.bye_requests.values_list("round_number", "kind")) == [(2, "H")]
    assert set(rule.entries.all()) == {again, other}


def test_c04_2_after_round_1_he_is_a_late_entry(tournament):
    line = remove(tournament, 1)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    tournament.refresh_from_db()
    tournament.late_entries_until = 3
    tournament.save()
    again = restore(tournament, line)
    assert (again.first_round, again.tpn) == (2, 1)


def test_whoever_came_too_late_by_the_settings_does_not_come_by_this_door(tournament):
    line = remove(tournament, 1)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    tournament.refresh_from_db()
    tournament.late_entries_until = 0
    tournament.save()
    with pytest.raises(Refused, match="no longer admitted"):
        restore(tournament, line)
    assert tournament.entries.count() == 5


def test_nobody_comes_back_twice_or_beside_his_own_fide_id(tournament):
    Entry.objects.filter(tournament=tournament, tpn=4).update(fide_id="6300000")
    line = remove(tournament, 4)
    listing.enter_player(
        tournament=tournament, by=None, values={"name": "Player 004", "fide_id": "6300000"}
    )
    assert removed_entries(tournament) == []
    with pytest.raises(Refused, match="no such player"):
        restore(tournament, line)


def test_the_page_of_the_players_has_the_button(client, tournament):
    client.force_login(factories.chief_of(tournament))
    line = remove(tournament, 6)
    history = client.get(f"/en/desk/{tournament.event.slug}/a/history/").content.decode()
    assert "Player removed" in history
    players = f"/en/desk/{tournament.event.slug}/a/players/"
    assert "Fetch Player 006 again" in client.get(players).content.decode()
    told = client.post(players + "restore/", {"line": line}, follow=True).content.decode()
    assert "Player 006 is there again: No. 6." in told
    assert "Fetch Player 006 again" not in told
    told = client.post(players + "restore/", {"line": "x"}, follow=True).content.decode()
    assert "There is no such player among the removed ones." in told
    client.force_login(factories.user(role="clerk", event=tournament.event))
    assert "Removed" not in client.get(players).content.decode()
