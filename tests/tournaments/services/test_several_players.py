"""Several players at once: one question, one line, one way back; nobody pays for another."""

from contextlib import contextmanager

import pytest

from tests import factories
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import ByeRequest, Entry, Tournament
from tournaments.services.entries import checkin, listing, withdrawals
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.several import (
    give_several_byes,
    mark_several,
    move_several,
    undo_several,
)
from tournaments.services.entries.table_numbers import draw_table
from tournaments.services.setup.events import create_tournament

pytestmark = pytest.mark.django_db


@contextmanager
def refused(code):
    with pytest.raises(Refused) as answer:
        yield
    assert answer.value.code == code


@pytest.fixture
def made():
    return factories.tournament(8)


def ids(made, *numbers):
    return [made.entries.get(tpn=number).pk for number in numbers]


def by(made):
    return {"tournament": made, "by": factories.chief_of(made)}


def mark(made, status, *numbers):
    return confirmed(mark_several, entries=ids(made, *numbers), status=status, **by(made))


def bye(made, kind, number, *numbers):
    return confirmed(
        give_several_byes,
        entries=ids(made, *numbers),
        kind=kind,
        round_number=number,
        **by(made),
    )


def states(made):
    return dict(made.entries.values_list("tpn", "status"))


def byes(made):
    found = ByeRequest.objects.filter(entry__tournament=made)
    return set(found.values_list("entry__tpn", "round_number", "kind"))


def test_one_question_names_everybody_and_one_line_keeps_it(made):
    with pytest.raises(NeedsConfirmation) as asked:
        mark_several(entries=ids(made, 2, 3, 5), status="absent", **by(made))
    (reason,) = asked.value.reasons
    assert str(reason) == ("3 absent, not paired in round 1: Player 002; Player 003; Player 005.")
    assert asked.value.level == 2
    done = mark(made, "absent", 2, 3, 5)
    assert done.count == 3
    assert {n for n, state in states(made).items() if state == "absent"} == {2, 3, 5}
    assert byes(made) == {(2, 1, "Z"), (3, 1, "Z"), (5, 1, "Z")}
    assert made.log.filter(act="checkin.several").count() == 1
    factories.pair(made, 1)
    playing = made.rounds.get(number=1).pairings.games()
    seats = {entry.tpn for row in playing for entry in (row.white, row.black)}
    assert seats.isdisjoint({2, 3, 5})


def test_here_takes_back_the_bye_of_who_was_only_away(made):
    mark(made, "absent", 2)
    confirmed(grant_bye, entry=made.entries.get(tpn=3), round_number=1, kind="H", **by(made))
    mark(made, "present", 2, 3, 4)
    assert [states(made)[n] for n in (2, 3, 4)] == ["present"] * 3
    assert byes(made) == {(3, 1, "H")}  # asked for, and kept
    assert made.entries.get(tpn=4).checked_in_at is not None


def test_who_has_left_is_left_out_and_named(made):
    confirmed(withdrawals.withdraw_player, entry=made.entries.get(tpn=4), **by(made))
    with pytest.raises(NeedsConfirmation) as asked:
        mark_several(entries=ids(made, 1, 4), status="present", **by(made))
    assert [one.code for one in asked.value.reasons] == ["several.will_present", "checkin.gone"]
    assert mark(made, "present", 1, 4).count == 1
    assert states(made)[4] == "withdrawn"


def test_nobody_chosen_and_nothing_to_change_are_said(made):
    with refused("several.nobody"):
        mark_several(entries=[], status="present", **by(made))
    mark(made, "present", 1)
    with refused("several.nothing"):
        mark_several(entries=ids(made, 1), status="present", **by(made))
    with refused("several.unknown"):
        mark_several(entries=ids(made, 1), status="expelled", **by(made))


def test_players_of_another_tournament_are_nobody_here(made):
    other = factories.tournament(2)
    with refused("several.nobody"):
        mark_several(entries=ids(other, 1), status="present", **by(made))
    assert states(other)[1] == "entered"


@pytest.mark.parametrize("status", ["present", "absent"])
def test_marks_are_taken_back_as_they_were(made, status):
    checkin.mark_present(entry=made.entries.get(tpn=6), **by(made))
    checkin.mark_absent(entry=made.entries.get(tpn=7), **by(made))
    before = states(made), byes(made)
    done = mark(made, status, 1, 6, 7)
    assert (states(made), byes(made)) != before
    undone = undo_several(line=done.line.pk, **by(made))
    assert (undone.count, undone.left) == (done.count, ())
    assert (states(made), byes(made)) == before
    with refused("several.no_way_back"):
        undo_several(line=done.line.pk, **by(made))


def test_who_was_changed_since_stays_as_they_are_and_is_named(made):
    done = mark(made, "absent", 1, 2)
    checkin.mark_present(entry=made.entries.get(tpn=2), **by(made))
    undone = undo_several(line=done.line.pk, **by(made))
    assert (undone.count, undone.left) == (1, ("Player 002",))
    assert (states(made)[1], states(made)[2]) == ("entered", "present")
    assert byes(made) == set()


def test_after_the_round_is_published_there_is_no_way_back(made):
    done = mark(made, "absent", 1, 2)
    factories.pair(made, 1)
    factories.publish(made, 1)
    with refused("several.no_way_back"):
        undo_several(line=done.line.pk, **by(made))


def test_half_points_are_asked_about_one_by_one_and_who_may_not_is_left_out(made):
    Entry.objects.filter(tournament=made, tpn=3).update(bye_entitled=False)
    bye(made, "H", 1, 2)
    bye(made, "Z", 2, 4)
    with pytest.raises(NeedsConfirmation) as asked:
        give_several_byes(entries=ids(made, 1, 2, 3, 4), kind="H", round_number=2, **by(made))
    assert asked.value.level == 3
    assert [one.code for one in asked.value.reasons] == [
        "several.will_bye_H",
        "bye.second_half_point",
        "bye.over_the_limit",
        "bye.not_entitled",
        "several.has_a_bye",
    ]
    done = bye(made, "H", 2, 1, 2, 3, 4)
    assert done.count == 2
    assert byes(made) == {(2, 1, "H"), (4, 2, "Z"), (1, 2, "H"), (2, 2, "H")}
    undo_several(line=done.line.pk, **by(made))
    assert byes(made) == {(2, 1, "H"), (4, 2, "Z")}


def test_where_nobody_may_have_it_the_first_reason_is_the_answer(made):
    with refused("bye.last_rounds"):
        give_several_byes(entries=ids(made, 1, 2), kind="H", round_number=5, **by(made))
    with refused("bye.unknown_kind"):
        give_several_byes(entries=ids(made, 1), kind="F", round_number=1, **by(made))
    factories.pair(made, 1)
    factories.publish(made, 1)
    with refused("bye.round_is_paired"):
        give_several_byes(entries=ids(made, 1), kind="Z", round_number=1, **by(made))


def test_a_round_robin_knows_only_who_is_away():
    made = factories.tournament(4, system="handbook.round_robin", total_rounds=3)
    with refused("bye.only_away"):
        bye(made, "H", 1, 1, 2)
    assert bye(made, "Z", 1, 1, 2).count == 2


@pytest.fixture
def two(made):
    return made, create_tournament(event=made.event, by=factories.chief_of(made), name="B")


def move(made, section, *numbers):
    return confirmed(move_several, entries=ids(made, *numbers), section=section, **by(made))


def test_players_move_to_another_section_with_what_is_known_of_them(two):
    made, section = two
    factories.enter_one(section, {"name": "Kaya, Ali", "fide_rating": 2588})
    entry = made.entries.get(tpn=3)
    listing.change_entry(
        entry=entry, version=entry.version, values={"club": "Ege", "phone": "1"}, **by(made)
    )
    bye(made, "H", 2, 3)
    done = move(made, section, 3, 4)
    assert done.count == 2
    assert list(made.entries.values_list("tpn", "name")) == [
        (n, f"Player {p:03}") for n, p in enumerate((1, 2, 5, 6, 7, 8), start=1)
    ]
    assert list(section.entries.values_list("tpn", "name")) == [
        (1, "Kaya, Ali"),
        (2, "Player 003"),
        (3, "Player 004"),
    ]
    moved = section.entries.get(tpn=2)
    assert (moved.pk, moved.club, moved.phone) == (entry.pk, "Ege", "1")
    assert byes(section) == {(2, 2, "H")}
    assert section.log.filter(act="entries.received").count() == 1


def test_moved_players_come_back_as_they_were(two):
    made, section = two
    checkin.mark_present(entry=made.entries.get(tpn=3), **by(made))
    bye(made, "H", 2, 3)
    before = states(made), byes(made)
    done = move(made, section, 3, 4)
    assert undo_several(line=done.line.pk, **by(made)).count == 2
    assert (states(made), byes(made)) == before
    assert not section.entries.exists()


def test_who_was_paired_stays(two):
    made, section = two
    Tournament.objects.filter(pk=made.pk).update(late_entries_until=2)
    made.refresh_from_db()
    factories.play(made, 1)
    factories.enter_one(made, {"name": "Late, Lea", "fide_rating": 1500})
    with pytest.raises(NeedsConfirmation) as asked:
        move_several(entries=ids(made, 1, 9), section=section, **by(made))
    assert [one.code for one in asked.value.reasons] == [
        "several.will_moved",
        "several.was_paired",
    ]
    assert move(made, section, 1, 9).count == 1
    assert [one.name for one in section.entries.all()] == ["Late, Lea"]
    with refused("several.was_paired"):
        move(made, section, 1)


def test_one_identity_is_not_entered_twice(two):
    made, section = two
    for one in (made, section):
        factories.enter_one(one, {"name": "Kaya, Ali", "fide_rating": 2000, "fide_id": "123456"})
    kaya = made.entries.get(fide_id="123456")
    with refused("entry.some_already_entered"):
        confirmed(move_several, entries=[kaya.pk], section=section, **by(made))
    assert made.entries.filter(pk=kaya.pk).exists()


def test_only_to_a_tournament_of_players_of_this_event(two):
    made, _section = two
    with refused("several.no_such_section"):
        move(made, factories.tournament(2), 1)
    with refused("several.no_such_section"):
        move(made, made, 1)
    teams = create_tournament(
        event=made.event, by=factories.chief_of(made), name="T", system="fide2026.team"
    )
    with refused("several.not_of_teams"):
        move(made, teams, 1)


def test_lots_of_a_round_robin_are_drawn_again_after_somebody_moved():
    made = factories.tournament(5, system="handbook.round_robin", total_rounds=5)
    section = create_tournament(event=made.event, by=factories.chief_of(made), name="B")
    draw_table(**by(made))
    move(made, section, 2)
    assert not made.entries.exclude(drawn_number=None).exists()
    assert sorted(made.entries.values_list("tpn", flat=True)) == [1, 2, 3, 4]
