"""Check-in, absences, numbers, forbidden pairings, imports and their undo."""

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import ByeRequest, Entry, Irregular, Role
from tournaments.queries.entries.checkin import Counts, away_in, counts
from tournaments.queries.entries.numbering import proposed_numbers
from tournaments.services.entries import byes, checkin, forbidden, listing, renumbering, withdrawals
from tournaments.services.entries.importing import read_table
from tournaments.services.rounds.pairing import request_pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(12, late_entries_until=5)


def by(tournament):
    return factories.chief_of(tournament)


def here(tournament, *numbers):
    for tpn in numbers:
        entry = factories.entry(tournament, tpn)
        checkin.mark_present(tournament=tournament, entry=entry, by=by(tournament))


# --- Check-in -------------------------------------------------------------------------------------


def test_the_parts_of_the_check_in_make_the_whole(tournament):
    here(tournament, *range(1, 9))
    byes.grant_bye(
        tournament=tournament,
        entry=factories.entry(tournament, 9),
        round_number=1,
        kind="H",
        by=by(tournament),
    )
    found = counts(list(tournament.entries.all()), 1, away_in(tournament, 1))
    assert found == Counts(present=8, byes=1, silent=3, absent=0, gone=0, later=0)
    assert found.total == 12


def test_marking_twice_counts_once_and_can_be_undone(tournament):
    here(tournament, 1, 1)
    assert tournament.log.filter(act="checkin.present").count() == 1
    entry = factories.entry(tournament, 1)
    checkin.unmark(tournament=tournament, entry=entry, by=by(tournament))
    entry.refresh_from_db()
    assert (entry.status, entry.checked_in_at) == (Entry.Status.ENTERED, None)


def test_closing_withdraws_nobody_by_default_and_leaves_the_silent_unpaired(tournament):
    here(tournament, *range(1, 10))
    silent = [factories.entry(tournament, tpn) for tpn in (10, 11, 12)]
    confirmed(
        checkin.close_checkin,
        tournament=tournament,
        choices={silent[0].pk: "zero", silent[1].pk: "withdraw"},
        by=by(tournament),
    )
    assert [Entry.objects.get(pk=entry.pk).status for entry in silent] == [
        "absent",
        "withdrawn",
        "absent",
    ]
    factories.pair(tournament, 1)
    round_ = tournament.rounds.get(number=1)
    seats = round_.pairings.exclude(black=None).values_list("white_id", "black_id")
    paired = {pk for seat in seats for pk in seat}
    assert len(paired) == 8
    assert not paired & {entry.pk for entry in silent}


def test_who_comes_late_is_paired_again_and_loses_his_zero_point_bye(tournament):
    here(tournament, *range(1, 11))
    late = factories.entry(tournament, 11)
    confirmed(
        checkin.close_checkin,
        tournament=tournament,
        choices={late.pk: "zero"},
        by=by(tournament),
    )
    checkin.mark_present(tournament=tournament, entry=late, by=by(tournament))
    assert ByeRequest.objects.filter(entry=late).count() == 0
    factories.pair(tournament, 1)
    seats = tournament.rounds.get(number=1).pairings.values_list("white_id", "black_id", "bye")
    assert late.pk in {pk for white, black, _bye in seats for pk in (white, black)}


def test_a_check_in_may_be_opened_again_until_round_1_is_paired(tournament):
    confirmed(checkin.close_checkin, tournament=tournament, choices={}, by=by(tournament))
    checkin.reopen_checkin(tournament=tournament, by=by(tournament))
    assert set(tournament.entries.values_list("status", flat=True)) == {"entered"}
    factories.pair(tournament, 1)
    with pytest.raises(Refused, match="Round 1 is paired"):
        checkin.close_checkin(tournament=tournament, choices={}, by=by(tournament))


def test_absent_in_the_next_round_in_one_click(tournament):
    factories.play(tournament, 1)
    entry = factories.entry(tournament, 3)
    checkin.mark_absent(tournament=tournament, entry=entry, by=by(tournament))
    factories.pair(tournament, 2)
    bye = tournament.rounds.get(number=2).pairings.get(white=entry)
    assert (bye.black_id, bye.bye) == (None, "Z")


# --- Byes, leaving --------------------------------------------------------------------------------


def test_q174_from_the_second_half_point_bye_on_a_level_3_is_asked(tournament):
    entry = factories.entry(tournament, 5)
    give = {"tournament": tournament, "entry": entry, "kind": "H", "by": by(tournament)}
    byes.grant_bye(round_number=1, **give)
    with pytest.raises(NeedsConfirmation) as question:
        byes.grant_bye(round_number=2, **give)
    assert question.value.level == 3


def test_q176_no_half_point_bye_for_a_player_with_conditions(tournament):
    entry = factories.entry(tournament, 5)
    Entry.objects.filter(pk=entry.pk).update(bye_entitled=False)
    with pytest.raises(Refused, match="may not have half-point byes"):
        byes.grant_bye(
            tournament=tournament, entry=entry, round_number=1, kind="H", by=by(tournament)
        )


def test_an_expelled_player_is_not_paired_and_not_brought_back(tournament):
    factories.play(tournament, 1)
    entry = factories.entry(tournament, 1)
    confirmed(
        withdrawals.expel_player,
        tournament=tournament,
        entry=entry,
        reason="phone",
        by=by(tournament),
    )
    withdrawals.return_player(tournament=tournament, entry=entry, by=by(tournament))
    entry.refresh_from_db()
    assert entry.status == Entry.Status.EXPELLED
    factories.pair(tournament, 2)
    assert not tournament.rounds.get(number=2).pairings.filter(white=entry, bye="").exists()


# --- Numbers --------------------------------------------------------------------------------------


def test_q148_only_equals_exchange_numbers(tournament):
    first, second = factories.entry(tournament, 1), factories.entry(tournament, 2)
    exchange = {
        "tournament": tournament, "first": first, "second": second, "by": by(tournament),
    }  # fmt: skip
    with pytest.raises(Refused, match="different ratings"):
        renumbering.exchange_numbers(**exchange)
    Entry.objects.filter(pk=second.pk).update(rating=first.rating)
    with pytest.raises(NeedsConfirmation) as question:
        renumbering.exchange_numbers(**exchange)
    assert question.value.level == 3
    confirmed(renumbering.exchange_numbers, **exchange)
    assert [factories.entry(tournament, tpn).pk for tpn in (1, 2)] == [second.pk, first.pk]


def test_q151_no_renumbering_once_round_4_is_paired(tournament):
    factories.play(tournament, 3)
    factories.pair(tournament, 4)
    with pytest.raises(Refused, match="Round 4 is paired"):
        renumbering.renumber_by_rating(tournament=tournament, by=by(tournament))


def test_q154_renumbering_lists_old_and_new_numbers_and_leaves_a_trace(tournament):
    factories.play(tournament, 1)
    last = factories.entry(tournament, 12)
    Entry.objects.filter(pk=last.pk).update(rating=2800)
    with pytest.raises(NeedsConfirmation) as question:
        renumbering.renumber_by_rating(tournament=tournament, by=by(tournament))
    assert question.value.level == 3
    assert str(question.value.reasons[0]) == "Player 012: No. 12 becomes 1."
    count = confirmed(renumbering.renumber_by_rating, tournament=tournament, by=by(tournament))
    assert count == 12
    assert factories.entry(tournament, 1).pk == last.pk
    line = tournament.log.get(act="numbers.renumbered")
    assert line.irregular == Irregular.RENUMBERING


def test_q155_renumbering_keeps_the_first_order_of_equals(tournament):
    Entry.objects.filter(tournament=tournament).update(rating=2000)
    assert proposed_numbers(tournament) == []


def test_q156_a_late_entry_after_round_4_takes_his_place_and_nothing_played_moves(tournament):
    factories.play(tournament, 4)
    before = {
        row.pk: (row.white.name, row.black.name)
        for row in tournament.rounds.get(number=2).pairings.select_related("white", "black")
        if row.black
    }
    late = listing.enter_player(
        tournament=tournament,
        by=by(tournament),
        values={"name": "Late, Strong", "fide_rating": 2900},
    )
    assert (late.tpn, late.first_round) == (1, 5)
    moved = tournament.log.get(act="entry.added").after["moved"]
    assert len(moved) == 13
    after = {
        row.pk: (row.white.name, row.black.name)
        for row in tournament.rounds.get(number=2).pairings.select_related("white", "black")
        if row.black
    }
    assert after == before


# --- Forbidden pairings ---------------------------------------------------------------------------


def test_q194_siblings_and_clubs_do_not_meet(tournament):
    strong = [factories.entry(tournament, 1), factories.entry(tournament, 7)]
    forbidden.forbid(tournament=tournament, entries=strong, reason="siblings", by=by(tournament))
    Entry.objects.filter(tournament=tournament, tpn__in=(2, 8)).update(club="Ege SK")
    forbidden.forbid(tournament=tournament, sharing="club", by=by(tournament))
    factories.pair(tournament, 1)
    boards = tournament.rounds.get(number=1).pairings.exclude(black=None)
    pairs = {frozenset((row.white.tpn, row.black.tpn)) for row in boards}
    assert frozenset((1, 7)) not in pairs
    assert frozenset((2, 8)) not in pairs


def test_q195_after_round_1_forbidden_pairings_are_locked(tournament):
    pair = [factories.entry(tournament, 1), factories.entry(tournament, 2)]
    rule = forbidden.forbid(tournament=tournament, entries=pair, by=by(tournament))
    factories.pair(tournament, 1)
    for act in (
        lambda: forbidden.forbid(tournament=tournament, entries=pair, by=by(tournament)),
        lambda: forbidden.allow_again(tournament=tournament, rule=rule, by=by(tournament)),
    ):
        with pytest.raises(Refused, match="Round 1 is paired"):
            act()


# --- Imports --------------------------------------------------------------------------------------


def test_an_empty_row_of_separators_does_not_decide_how_the_others_are_read(tournament):
    preview = read_table("Name\tRating\n;;;;;\nA, B\t2000\nC, D\t1900\n", tournament)
    read = [(line.values["name"], line.values["fide_rating"]) for line in preview.lines[-2:]]
    assert read == [("A, B", 2000), ("C, D", 1900)]


def test_an_import_is_undone_as_a_whole_while_nobody_of_it_is_paired(tournament):
    preview = read_table("Name\tRating\nA, B\t2000\nC, D\t1900\n", tournament)
    listing.enter_players(
        tournament=tournament, by=by(tournament), rows=[line.values for line in preview.lines]
    )
    line = tournament.log.filter(act="entries.imported").first()
    count = confirmed(listing.undo_import, tournament=tournament, line=line, by=by(tournament))
    assert (count, tournament.entries.count()) == (2, 12)


def test_an_import_of_which_somebody_was_paired_stays(tournament):
    line = tournament.log.filter(act="entries.imported").first()
    request_pairing(tournament=tournament, number=1, by=by(tournament))
    with pytest.raises(Refused, match="already paired"):
        listing.undo_import(tournament=tournament, line=line, by=by(tournament))


def test_who_is_here_without_a_tap_is_on_the_check_in_page_too(tournament, client):
    factories.play(tournament, 1)
    for number in (3, 4):  # present, but nobody knows since when
        Entry.objects.filter(pk=factories.entry(tournament, number).pk).update(
            status=Entry.Status.PRESENT, checked_in_at=None
        )
    for name in ("Late, One", "Late, Two"):
        listing.enter_player(tournament=tournament, by=by(tournament), values={"name": name})
    client.force_login(by(tournament))
    page = client.get(f"/en/desk/{tournament.event.slug}/a/players/check-in/")
    assert page.status_code == 200
    assert "Late, Two" in page.content.decode()


def test_a_list_is_entered_with_a_constant_number_of_queries():
    counts = []
    for size in (3, 40):
        made = factories.tournament()
        rows = [{"name": f"Player {n}", "fide_rating": 2000 - n} for n in range(size)]
        with CaptureQueriesContext(connection) as asked:
            listing.enter_players(tournament=made, by=None, rows=rows)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_check_in_page_asks_a_constant_number_of_queries(client, django_assert_max_num_queries):
    for players in (4, 40):
        tournament = factories.tournament(players)
        client.force_login(factories.user(role=Role.ARBITER, event=tournament.event))
        address = f"/en/desk/{tournament.event.slug}/a/players/check-in/"
        client.get(address)
        with django_assert_max_num_queries(12):
            assert client.get(address).status_code == 200


def test_only_a_fide_id_twice_is_called_one(tournament):
    by_rule = {"rows": [{"name": "Ak, Ece", "fide_id": "99900011"}], "by": by(tournament)}
    listing.enter_players(tournament=tournament, **by_rule)
    with pytest.raises(Refused) as refused:
        listing.enter_players(tournament=tournament, **by_rule)
    assert refused.value.code == "entry.some_already_entered"
    with pytest.raises(IntegrityError):
        listing.enter_players(
            tournament=tournament, by=by(tournament), rows=[{"name": "Öz, Can", "fide_rating": -5}]
        )
