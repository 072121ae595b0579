"""FIDE's checklist, sections 12 and 13: ratings of entries and pairing numbers."""

from datetime import date

import pytest

from tests import factories
from tests.tournaments.services.test_rating_lists import DECEMBER, PEOPLE, a_list, load, pick
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, RatingMethod, RegisteredPlayer
from tournaments.queries.entries import rating_check, ratings
from tournaments.queries.reports.trf import report_document
from tournaments.queries.standings.ratings import RatedGame, estimate
from tournaments.services.entries import listing, renumbering
from tournaments.services.entries.rating_check import check_tournaments
from tournaments.services.setup.events import change_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def register():
    load(a_list(*PEOPLE))


def by(tournament):
    return factories.chief_of(tournament)


def change(tournament, **values):
    return change_tournament(tournament=tournament, by=by(tournament), values=values)


# --- 12. Rating lists -----------------------------------------------------------------------------


def test_q116_the_official_ratings_stay_beside_the_rating_that_ranks(register):
    tournament = factories.tournament(rating_method="NIDOF")
    RegisteredPlayer.objects.filter(fide_id="6300001").update(national=2450)
    entry = pick(tournament, "6300001")
    assert (entry.fide_rating, entry.national_rating, entry.rating) == (2533, 2450, 2450)


def test_q118_an_effective_list_takes_the_standard_rating_where_its_own_is_missing(register):
    tournament = factories.tournament(rating_type="rapid")
    assert pick(tournament, "6300003").rating_source == "rapid:2026-11"
    assert pick(tournament, "6300002").rating_source == "standard:2026-11"


@pytest.mark.parametrize(
    ("kind", "lists"),
    [
        ("standard", ("standard", "rapid", "blitz")),
        ("rapid", ("effective_rapid", "blitz")),
        ("blitz", ("effective_blitz", "rapid")),
    ],
)
def test_q123_each_kind_of_event_has_its_usual_lists(kind, lists):
    assert ratings.lists_of(factories.tournament(rating_type=kind)) == lists


def test_q126_lists_are_left_out_added_and_put_in_another_order(register):
    tournament = factories.tournament()
    change(tournament, rating_lists=["blitz", "rapid", "national"])
    tournament.refresh_from_db()
    assert ratings.lists_of(tournament) == ("blitz", "rapid", "national")
    assert pick(tournament, "6300001").rating_source == "blitz:2026-11"
    assert pick(tournament, "6300002").fide_rating == 0  # standard is left out


def test_q127_the_rating_comes_from_the_main_list_by_itself(register):
    assert pick(factories.tournament(), "6300001").fide_rating == 2533


def test_q130_who_has_no_rating_gets_none(register):
    assert pick(factories.tournament(), "6300005").rating == 0


def test_q131_and_q132_a_rating_is_typed_and_changed_later_and_the_history_knows(register):
    tournament = factories.tournament()
    entry = factories.enter_one(tournament, {"name": "Öz, Ece", "fide_rating": 1700})
    assert (entry.rating, entry.rating_source) == (1700, "")
    listing.change_entry(
        tournament=tournament, entry=entry, version=entry.version, by=by(tournament),
        values={"fide_rating": 1750},
    )  # fmt: skip
    line = tournament.log.get(act="entry.changed")
    assert (line.before["fide_rating"], line.after["fide_rating"]) == (1700, 1750)


def test_q133_every_entry_is_compared_by_fide_id_or_national_id(register):
    RegisteredPlayer.objects.filter(fide_id="6300002").update(national_id="77")
    tournament = factories.tournament()
    for values in (
        {"name": "Typed, By Fide ID", "fide_id": "6300001", "fide_rating": 2500},
        {"name": "Typed, By National ID", "national_id": "77", "federation": "TUR"},
        {"name": "Unknown, To Lists", "fide_rating": 1500},
    ):
        factories.enter_one(tournament, values)
    found = [(d.entry.name, d.old, d.new) for d in rating_check.differences(tournament)]
    assert found == [("Typed, By Fide ID", 2500, 2533), ("Typed, By National ID", 0, 2401)]
    (unknown,) = rating_check.not_in_the_lists(tournament)
    assert unknown.name == "Unknown, To Lists"


def test_q134_list_and_month_are_kept_and_what_was_typed_is_marked(register):
    tournament = factories.tournament()
    assert pick(tournament, "6300001").rating_source == "standard:2026-11"
    factories.enter_one(
        tournament, {"name": "Caglar, Sukru", "fide_id": "6300002", "fide_rating": 2000}
    )
    (one,) = rating_check.differences(tournament)
    assert (one.typed, one.old, one.new) == (True, 2000, 2401)


def test_q138_the_check_can_be_switched_off(register):
    tournament = factories.tournament(checks_ratings=False)
    event = tournament.event
    event.ends_on = date(2099, 1, 1)
    event.save()
    pick(tournament, "6300001")
    load(a_list(*[row.replace("2533", "2540") for row in PEOPLE]), DECEMBER)
    check_tournaments()
    tournament.refresh_from_db()
    assert (tournament.ratings_checked_at, tournament.ratings_differing) == (None, 0)


def test_the_coefficient_of_the_list_is_kept_with_the_entry(register):
    RegisteredPlayer.objects.filter(fide_id="6300001").update(k_standard=10)
    entry = pick(factories.tournament(), "6300001")
    RegisteredPlayer.objects.filter(fide_id="6300001").update(k_standard=40)
    assert entry.k == 10
    won = [RatedGame(1, Entry(fide_rating=2500), "1")]
    assert estimate(entry, won, "standard", date(2026, 11, 21)).coefficient == 10


# --- 13. Tournament rating and pairing numbers ----------------------------------------------------

PLAYERS = (
    {"name": "A, Both", "fide_rating": 2000, "national_rating": 2200},
    {"name": "B, Fide", "fide_rating": 2100},
    {"name": "C, National", "national_rating": 2150},
    {"name": "D, None"},
)


@pytest.mark.parametrize(
    ("method", "ranked", "order"),
    [
        ("FIDE", [2000, 2100, 0, 0], "BACD"),
        ("NRO", [2200, 0, 2150, 0], "ACBD"),
        ("FIDON", [2000, 2100, 2150, 0], "CBAD"),
        ("NIDOF", [2200, 2100, 2150, 0], "ACBD"),
        ("HBFN", [2200, 2100, 2150, 0], "ACBD"),
    ],
)
def test_q145_each_method_drives_the_numbers_and_record_172(method, ranked, order):
    tournament = factories.tournament(rating_method=method)
    entered = [factories.enter_one(tournament, dict(values)) for values in PLAYERS]
    found = {entry.pk: entry for entry in tournament.entries.all()}
    assert [found[entry.pk].rating for entry in entered] == ranked
    in_order = "".join(entry.name[0] for entry in tournament.entries.order_by("tpn"))
    assert in_order == order
    assert report_document(tournament).rating_method == method


def test_q145_other_means_as_typed():
    tournament = factories.tournament(rating_method=RatingMethod.OTHER)
    typed = factories.enter_one(
        tournament, {"name": "Öz, Ece", "fide_rating": 2000, "rating": 1234}
    )
    assert typed.rating == 1234
    assert report_document(tournament).rating_method == "OTHER"


EQUALS = (
    {"name": "Ak, Ece", "fide_id": "300", "birth_date": "2001"},
    {"name": "Bal, Can", "fide_id": "100", "birth_date": "1990-05-31"},
    {"name": "Cam, Ali", "fide_id": "20", "birth_date": "1995"},
    {"name": "Dal, Nil"},
)


@pytest.mark.parametrize(
    ("equals_by", "order"), [("", "ABCD"), ("fide_id", "CBAD"), ("age", "BCAD")]
)
def test_q146_equals_are_ordered_as_announced(equals_by, order):
    tournament = factories.tournament(equals_by=equals_by)
    for values in reversed(EQUALS):
        factories.enter_one(tournament, {"fide_rating": 2000, **values})
    factories.enter_one(tournament, {"name": "Z, Titled", "title": "GM", "fide_rating": 2000})
    found = "".join(entry.name[0] for entry in tournament.entries.order_by("tpn"))
    assert found == "Z" + order  # the title comes first


def test_q146_the_lot_is_drawn_once_by_the_recorded_seed():
    orders = set()
    for seed in range(6):
        tournament = factories.tournament()
        type(tournament).objects.filter(pk=tournament.pk).update(seed=seed)
        tournament.refresh_from_db()
        for values in EQUALS:
            factories.enter_one(tournament, {"fide_rating": 2000, **values})
        change(tournament, equals_by="lot")
        first = "".join(e.name[0] for e in tournament.entries.order_by("tpn"))
        factories.enter_one(tournament, {"name": "Y, Weak", "fide_rating": 1000})
        again = "".join(e.name[0] for e in tournament.entries.order_by("tpn"))
        assert again == first + "Y"
        orders.add(first)
    assert len(orders) > 1


def test_q146_the_announced_order_is_fixed_with_round_1():
    tournament = factories.tournament(4)
    factories.pair(tournament, 1)
    with pytest.raises(Refused, match="Round 1 is paired"):
        change(tournament, equals_by="age")


def test_q147_numbers_change_without_touching_ratings():
    tournament = factories.tournament(4)
    Entry.objects.filter(tournament=tournament).update(rating=2000)
    first, second = factories.entry(tournament, 1), factories.entry(tournament, 2)
    before = list(tournament.entries.order_by("pk").values_list("rating", "fide_rating"))
    confirmed(
        renumbering.exchange_numbers,
        tournament=tournament, first=first, second=second, by=by(tournament),
    )  # fmt: skip
    after = list(tournament.entries.order_by("pk").values_list("rating", "fide_rating"))
    assert (before == after, factories.entry(tournament, 1).pk) == (True, second.pk)


def test_q150_an_exchange_asks_at_level_3_and_says_which_rounds_used_the_old_numbers():
    tournament = factories.tournament(6)
    Entry.objects.filter(tournament=tournament).update(rating=2000)
    factories.play(tournament, 2)
    with pytest.raises(NeedsConfirmation) as question:
        renumbering.exchange_numbers(
            tournament=tournament, first=factories.entry(tournament, 1),
            second=factories.entry(tournament, 2), by=by(tournament),
        )  # fmt: skip
    assert question.value.level == 3
    assert "1, 2" in str(question.value.reasons[-1])


def test_q151_no_exchange_once_round_4_is_paired():
    tournament = factories.tournament(12)
    Entry.objects.filter(tournament=tournament).update(rating=2000)
    factories.play(tournament, 3)
    factories.pair(tournament, 4)
    with pytest.raises(Refused, match="Round 4 is paired"):
        renumbering.exchange_numbers(
            tournament=tournament, first=factories.entry(tournament, 1),
            second=factories.entry(tournament, 2), by=by(tournament),
        )  # fmt: skip


def test_q153_before_that_the_list_can_be_numbered_by_rating_again():
    tournament = factories.tournament(6)
    factories.play(tournament, 3)
    last = factories.entry(tournament, 6)
    Entry.objects.filter(pk=last.pk).update(rating=2900)
    assert confirmed(
        renumbering.renumber_by_rating, tournament=tournament, by=by(tournament)
    ) == 6  # fmt: skip
    assert factories.entry(tournament, 1).pk == last.pk
