"""Two rows that are one person: all of it moves, and all of it comes back."""

import threading
from datetime import date
from decimal import Decimal

import pytest
from django.core import serializers
from django.db import connection

from federation.models import (
    Booking,
    CalendarEvent,
    Licence,
    Member,
    Membership,
    Merge,
    PlayerResult,
    Section,
)
from federation.services.people_merging import merge_players, places, undo_merge
from tests import factories
from tests.federation import people_made_up as made
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, LogEntry, OwnRating, PastRating, RatingList, RegisteredPlayer

pytestmark = pytest.mark.django_db


def booked(player):
    starts = date(2026, 12, 5)
    calendar = CalendarEvent.objects.create(
        name="Kış Kupası", starts_on=starts, ends_on=starts, province=made.province()
    )
    section = Section.objects.create(calendar=calendar, name="A", fee=Decimal("10.50"))
    return Booking.objects.create(
        calendar=calendar, section=section, player=player, name=player.name,
        email="a@example.org", state="accepted",
    )  # fmt: skip


def furnish(member, *, month, season):
    """Something of everything that hangs on a person."""
    player = member.player
    made.outcome(made.played(player, rounds=1))
    PastRating.objects.create(
        player=player, month=month, until=month.replace(day=28), standard=1800
    )
    own, _made = RatingList.objects.get_or_create(kind="own", name="UKD")
    OwnRating.objects.create(list=own, player=player, month=month, rating=1700)
    Licence.objects.create(
        player=player, number="1", category="player",
        valid_from=date(season, 1, 1), valid_until=date(season, 12, 31),
    )  # fmt: skip
    Membership.objects.create(player=player, club=member.club, from_on=date(season, 1, 1))
    booked(player)


@pytest.fixture
def two():
    one = made.member("Kaya, Deniz", of=made.club(), birth_date="1990", standard=2000)
    other = made.member(
        "Kaya, Denız", of=made.club("Konak SK", "35-2"), national_id="777", rapid=1900
    )
    furnish(one, month=date(2026, 1, 1), season=2026)
    furnish(other, month=date(2025, 1, 1), season=2026)
    Merge.objects.create(kept=other.player, gone=9_000_000)  # of an earlier merge
    return one, other


def everything():
    """All rows that tell of people, as text."""
    tables = [RegisteredPlayer, Member, *{place.model for place in places()}]
    rows = [one for table in tables for one in table._base_manager.order_by("pk")]
    return [one for one in serializers.serialize("json", rows, indent=1).splitlines() if one]


def merged(one, other):
    return confirmed(merge_players, kept=one.player, gone=other.player, by=factories.user())


def test_everything_hangs_on_the_kept_one(two):
    one, other = two
    merge = merged(one, other)
    assert not RegisteredPlayer.objects.filter(pk=other.pk).exists()
    kept = RegisteredPlayer.objects.get(pk=one.pk)
    for table in (Entry, PlayerResult, PastRating, Booking):
        assert table.objects.filter(player=kept).count() == 2, table
    assert (kept.national_id, kept.rapid, kept.standard) == ("777", 1900, 2000)
    assert Member.objects.get(pk=one.pk).strength == 2000
    line = LogEntry.objects.get(act="person.merged")
    assert line.target == f"registeredplayer:{one.pk}" and line.before == {"double": other.pk}
    assert merge.gone == other.pk


def test_what_both_have_is_set_aside_and_one_club_remains(two):
    one, other = two
    merge = merged(one, other)
    assert {row["model"] for row in merge.was["aside"]} == {
        "federation.licence",
        "federation.membership",
        "tournaments.ownrating",
    }
    open_ = Membership.objects.get(player=one.player, until_on=None)
    assert open_.club == one.club == Member.objects.get(pk=one.pk).club


def test_taken_back_everything_is_as_it_was(two):
    one, other = two
    before = everything()
    merge = merged(one, other)
    assert everything() != before
    again = confirmed(undo_merge, merge=Merge.objects.get(pk=merge.pk), by=factories.user())
    assert again.pk == other.pk
    merge.delete()
    assert everything() == before


def test_a_row_of_a_list_without_a_member_is_merged_and_parted():
    one = made.registered("Kaya, Deniz", fide_id="6300001")
    other = made.member("Kaya, Deniz", of=made.club(), email="a@example.org").player
    before = everything()
    merge = confirmed(merge_players, kept=one, gone=other, by=factories.user())
    member = Member.objects.get(pk=one.pk)
    assert (member.email, member.club) == ("a@example.org", made.club())
    confirmed(undo_merge, merge=Merge.objects.get(pk=merge.pk), by=factories.user())
    merge.delete()
    assert everything() == before


def test_what_was_changed_since_stays_changed(two):
    one, other = two
    merge = merged(one, other)
    RegisteredPlayer.objects.filter(pk=one.pk).update(rapid=1950)
    confirmed(undo_merge, merge=Merge.objects.get(pk=merge.pk), by=factories.user())
    assert RegisteredPlayer.objects.get(pk=one.pk).rapid == 1950
    assert RegisteredPlayer.objects.get(pk=other.pk).rapid == 1900


def test_it_asks_first_and_names_what_speaks_against_it():
    one = made.registered("Kaya, Deniz", birth_date="1990", sex="m")
    other = made.registered("Kaya, Deniz", birth_date="1991", sex="w")
    with pytest.raises(NeedsConfirmation) as asked:
        merge_players(kept=one, gone=other, by=factories.user())
    codes = [reason.code for reason in asked.value.reasons]
    assert codes == ["merge.what_happens", "merge.years_differ", "merge.sex_differs"]
    assert RegisteredPlayer.objects.count() == 2


def test_people_who_met_at_one_event_are_two():
    one, other = made.registered("Kaya, Deniz"), made.registered("Kaya, Deniz")
    entry = made.played(one, rounds=1)
    second = factories.entry(entry.tournament, 2)
    second.player = other
    second.save()
    with pytest.raises(Refused, match="they are two people"):
        confirmed(merge_players, kept=one, gone=other, by=factories.user())


def test_two_fide_ids_are_settled_by_fide():
    one = made.registered("Kaya, Deniz", fide_id="1")
    other = made.registered("Kaya, Deniz", fide_id="2")
    with pytest.raises(Refused, match="FIDE has to settle"):
        confirmed(merge_players, kept=one, gone=other, by=factories.user())


def test_the_same_event_entered_by_both_is_settled_by_hand():
    one, other = made.registered("Kaya, Deniz"), made.registered("Kaya, Deniz")
    first = booked(one)
    Booking.objects.create(
        calendar=first.calendar, section=first.section, player=other, name="Kaya, Deniz",
        email="a@example.org", state="accepted",
    )  # fmt: skip
    with pytest.raises(Refused, match="Entries on the calendar"):
        confirmed(merge_players, kept=one, gone=other, by=factories.user())
    assert Booking.objects.filter(player=other).count() == 1


def test_merges_are_taken_back_the_last_one_first():
    first, second, third = (made.registered("Kaya, Deniz") for _n in range(3))
    early = confirmed(merge_players, kept=second, gone=third, by=factories.user())
    late = confirmed(merge_players, kept=first, gone=second, by=factories.user())
    with pytest.raises(Refused, match="later merge"):
        confirmed(undo_merge, merge=Merge.objects.get(pk=early.pk), by=factories.user())
    confirmed(undo_merge, merge=Merge.objects.get(pk=late.pk), by=factories.user())
    confirmed(undo_merge, merge=Merge.objects.get(pk=early.pk), by=factories.user())
    assert RegisteredPlayer.objects.filter(pk__in=[first.pk, second.pk, third.pk]).count() == 3
    with pytest.raises(Refused, match="parted already"):
        confirmed(undo_merge, merge=Merge.objects.get(pk=late.pk), by=factories.user())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("crosswise", [False, True])
def test_of_two_registrars_at_once_one_wins_and_nothing_is_lost(crosswise):
    one = made.member("Kaya, Deniz", of=made.club(), birth_date="1990")
    other = made.member("Kaya, Denız", of=made.club("Konak SK", "35-2"), birth_date="1990")
    for member in (one, other):
        made.outcome(made.played(member.player, rounds=1))
    ways = [(one.player, other.player), (other.player, one.player)]
    pairs = ways if crosswise else [ways[0], ways[0]]
    keepers = [factories.user("r1"), factories.user("r2")]
    before, start, said = everything(), threading.Barrier(2), []

    def merge(number):
        kept, gone = pairs[number]
        asked = {"kept": kept, "gone": gone, "by": keepers[number]}
        try:
            with pytest.raises(NeedsConfirmation) as question:
                merge_players(**asked)
            start.wait(timeout=20)
            merge_players(**asked, confirmed=question.value.token)
        except Refused as error:
            said.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=merge, args=[number]) for number in (0, 1)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert said == ["merge.gone_already"]
    won = Merge.objects.get()
    assert PlayerResult.objects.filter(player=won.kept).count() == 2
    confirmed(undo_merge, merge=won, by=None)
    Merge.objects.all().delete()
    assert everything() == before
