"""One button puts the boards in the order of the rules, wherever our own check complains."""

import pytest
from django.urls import reverse

from tests import factories
from tests.pages import Page
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, PairingSession, Role
from tournaments.queries.rounds.checks import draft_checks
from tournaments.services.entries.listing import change_entry
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds import manual_pairing
from tournaments.services.rounds.manual_pairing import put_in_order

pytestmark = pytest.mark.django_db


def turned_round(tournament, number=1):
    """The boards stand the other way round, as another program left them."""
    rows = list(tournament.rounds.get(number=number).pairings.order_by("board"))
    last = len(rows)
    for row in rows:
        row.board += 100
        row.save(update_fields=["board"])
    for row in rows:
        row.board = last + 1 - (row.board - 100)
        row.save(update_fields=["board"])
    tournament.refresh_from_db()
    tournament.revision += 1
    tournament.save(update_fields=["revision"])


def draft(players=8, **values):
    made = factories.tournament(players, initial_colour="w", **values)
    factories.pair(made, 1)
    return made, {"tournament": made, "number": 1, "by": factories.chief_of(made)}


def seats(tournament, number=1):
    rows = tournament.rounds.get(number=number).pairings.order_by("board")
    return list(rows.values_list("board", "white__tpn", "black__tpn"))


def order_check(tournament):
    checks = draft_checks(tournament.rounds.get(number=1))
    return [check for check in checks if check.boards_out_of_order]


@pytest.mark.parametrize("system", ["fide2026.dutch", "handbook.dutch", "handbook.lim"])
def test_c_04_2_art_3_6_the_boards_are_in_order_after_one_press(system):
    made, given = draft(system=system)
    right = seats(made)
    turned_round(made)
    made.refresh_from_db()
    (check,) = order_check(made)
    assert [finding.article for finding in check.findings] == ["C.04.2 art. 3.6"]
    with pytest.raises(NeedsConfirmation) as question:
        put_in_order(**given)
    assert question.value.level == 3
    assert "4 games get another board" in str(question.value.reasons[0])
    confirmed(put_in_order, **given)
    made.refresh_from_db()
    assert seats(made) == right
    assert order_check(made) == []
    assert not [check for check in draft_checks(made.rounds.get(number=1)) if check.findings]


def test_the_history_says_it_and_the_restore_point_takes_it_back():
    made, given = draft()
    turned_round(made)
    wrong = seats(made)
    confirmed(put_in_order, **given)
    line = made.log.filter(act="boards.ordered").get()
    assert line.round_number == 1 and line.after["boards"] == 4
    session = PairingSession.objects.get(pk=line.after["session"])
    undo = {"tournament": made, "by": given["by"], "session_id": session.pk}
    confirmed(manual_pairing.undo_session, **undo)
    assert seats(made) == wrong


def test_pressed_when_all_is_in_order_it_does_nothing():
    made, given = draft()
    put_in_order(**given)
    assert not made.log.filter(act="boards.ordered").exists()
    assert not PairingSession.objects.exists()


def test_within_a_session_it_is_one_of_its_edits():
    made, given = draft()
    right = seats(made)
    turned_round(made)
    manual_pairing.begin(**given)
    confirmed(put_in_order, **given)
    assert seats(made) == right
    assert not made.log.filter(act="boards.ordered").exists()
    manual_pairing.abandon(**given)
    assert seats(made) != right


def test_results_of_a_published_round_stay_with_their_games_and_everybody_is_warned():
    made, given = draft()
    turned_round(made)
    factories.publish(made, 1)
    row = made.rounds.get(number=1).pairings.get(board=1)
    enter_result(tournament=made, pairing_id=row.pk, code="10", version=row.version, by=None)
    with pytest.raises(NeedsConfirmation) as question:
        put_in_order(**given)
    assert "everybody sees the new boards at once" in str(question.value.reasons[1])
    confirmed(put_in_order, **given)
    row.refresh_from_db()
    assert (row.board, row.result) == (4, "10")


def test_a_round_that_is_over_keeps_its_boards():
    made, given = draft()
    turned_round(made)
    factories.publish(made, 1)
    factories.enter_all(made, 1)
    factories.pair(made, 2)
    with pytest.raises(Refused, match="paired already"):
        confirmed(put_in_order, **given)


def test_a_round_that_is_not_paired_has_no_boards_to_order():
    made = factories.tournament(6)
    with pytest.raises(Refused, match="has no draft"):
        put_in_order(tournament=made, number=1, by=None)


def test_a_round_robin_keeps_the_order_of_its_table_when_a_table_is_given():
    made, given = draft(6, system="handbook.round_robin", total_rounds=5)
    right = [{white, black} for _board, white, black in seats(made)]
    entry = Entry.objects.get(tournament=made, tpn=next(iter(right[0])))
    for table in (3, None):
        entry.refresh_from_db()
        change_entry(
            tournament=made,
            entry=entry,
            version=entry.version,
            values={"fixed_board": table},
            by=given["by"],
        )
        found = [{white, black} for _board, white, black in seats(made)]
        assert found == ([*right[1:], right[0]] if table else right)


def test_a_fixed_table_is_no_fault_of_the_order_in_the_handbooks_dutch():
    made, _given = draft(system="handbook.dutch")
    entry = made.entries.get(tpn=1)
    values = {"fixed_board": 3}
    change_entry(tournament=made, entry=entry, version=entry.version, values=values, by=None)
    made.refresh_from_db()
    found = [c for c in draft_checks(made.rounds.get(number=1)) if c.findings]
    assert found == []


def test_the_button_stands_by_the_complaint_on_the_pages_of_the_draft_and_of_editing(client):
    made, given = draft()
    client.force_login(given["by"])
    place = [made.event.slug, made.slug, 1]
    page = Page(client.get(reverse("desk:round", args=place)))
    assert "Put the boards in order" not in page.text
    turned_round(made)
    page = Page(client.get(reverse("desk:round", args=place)))
    assert "Put the boards in order" in page.all("button")
    asked = client.post(reverse("desk:order_boards", args=place))
    assert "Put the boards in order?" in Page(asked).text
    manual_pairing.begin(**given)
    page = Page(client.get(reverse("desk:manual_pairing", args=place)))
    assert "Put the boards in order" in page.all("button")
    assert "Put the boards in order" not in Page(client.get(reverse("desk:round", args=place))).text


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Put the boards in order"), ("tr", "Masaları sıraya koy")],
)
def test_the_page_of_a_published_round_complains_and_has_the_button(client, language, words):
    made, given = draft()
    right = seats(made)
    client.force_login(given["by"])
    factories.publish(made, 1)
    turned_round(made)
    made.rounds.update(imported=True)
    address = f"/{language}/desk/{made.event.slug}/a/rounds/1/"
    page = Page(client.get(address))
    assert words in page.all("main .note.warn button")
    assert "C.04.2" in page.one("main .note.warn")
    token = Page(client.post(f"{address}boards/order/")).field("confirmed")
    client.post(f"{address}boards/order/", {"confirmed": token})
    assert seats(made) == right
    assert words not in Page(client.get(address)).text


def test_whom_nobody_asks_the_page_of_a_published_round_tells_without_a_button(client):
    made, _given = draft()
    factories.publish(made, 1)
    turned_round(made)
    made.rounds.update(imported=True)
    client.force_login(factories.user(role=Role.READER, event=made.event))
    page = Page(client.get(f"/en/desk/{made.event.slug}/a/rounds/1/"))
    assert "C.04.2" in page.one("main .note.warn")
    assert "Put the boards in order" not in page.text
    factories.enter_all(made, 1)
    factories.pair(made, 2)  # now they stay as they were played
    assert Page(client.get(f"/en/desk/{made.event.slug}/a/rounds/1/")).count(".note.warn") == 0
