"""Sequences of acts that nobody plans, found by doing them at random (see `../monkey`)."""

import re

import pytest

from tests import factories
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Pairing
from tournaments.services.entries.forbidden import forbid
from tournaments.services.entries.listing import change_entry
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds import manual_pairing, publication
from tournaments.services.rounds.drafts import discard_draft

pytestmark = pytest.mark.django_db


def act(made, number=0) -> dict:
    given = {"tournament": made, "by": factories.chief_of(made)}
    return given | ({"number": number} if number else {})


def enter(made, row, code):
    row.refresh_from_db()
    enter_result(**act(made), pairing_id=row.pk, code=code, version=row.version)


@pytest.fixture
def made():
    """Round 1 is out, without results."""
    made = factories.tournament(8, total_rounds=5, initial_colour="w")
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


def test_a_rule_that_would_end_before_it_begins_is_refused():
    """It could forbid nothing, and could not be taken back."""
    made = factories.tournament(8, system="handbook.dutch", total_rounds=5)
    factories.play(made, 2)
    pair = [factories.entry(made, 1), factories.entry(made, 8)]
    with pytest.raises(Refused, match="Round 2 is paired already") as refused:
        confirmed(forbid, **act(made), entries=pair, last_round=2)
    assert refused.value.field == "last_round"
    assert confirmed(forbid, **act(made), entries=pair, last_round=3).first_round == 3


def versions(made) -> dict:
    rows = Pairing.objects.filter(round__tournament=made).exclude(black=None)
    return {row.pk: (row.board, row.version) for row in rows}


def test_a_board_that_moves_to_another_table_has_another_version():
    made = factories.tournament(8, total_rounds=5)
    factories.pair(made, 1)
    before = versions(made)
    last = Pairing.objects.get(round__tournament=made, board=4).white
    change_entry(**act(made), entry=last, version=last.version, values={"fixed_board": 1})
    after = versions(made)
    assert sorted(board for board, _version in after.values()) == [1, 2, 3, 4]
    moved = {pk for pk in before if before[pk][0] != after[pk][0]}
    assert len(moved) == 4
    assert {pk for pk in before if after[pk][1] == before[pk][1] + 1} == moved


def test_boards_put_in_order_after_an_edit_have_another_version():
    made = factories.tournament(8, total_rounds=5)
    factories.pair(made, 1)
    manual_pairing.begin(**act(made, 1))
    first = Pairing.objects.get(round__tournament=made, board=1)
    white, black = first.white.tpn, first.black.tpn
    manual_pairing.unpair(**act(made, 1), tpn=white)
    row = confirmed(manual_pairing.seat, **act(made, 1), white=white, black=black)
    version = row.version
    assert row.board == 5
    confirmed(manual_pairing.finish, **act(made, 1))
    row.refresh_from_db()
    assert (row.board, row.version) == (1, version + 1)


def test_a_board_that_an_abandoned_edit_had_taken_away_comes_back_newer_than_any_page_of_it(made):
    row = Pairing.objects.get(round__tournament=made, board=2)
    for code in ("10", "01", ""):
        enter(made, row, code)
    row.refresh_from_db()
    assert row.version == 4
    manual_pairing.begin(**act(made, 1))
    manual_pairing.unpair(**act(made, 1), tpn=row.white.tpn)
    manual_pairing.abandon(**act(made, 1))
    row.refresh_from_db()
    assert row.version == 5
    with pytest.raises(Refused, match="meanwhile"):
        enter_result(**act(made), pairing_id=row.pk, code="10", version=2)


@pytest.mark.parametrize("edit", ["turned twice", "taken away"])
def test_a_forfeit_is_there_again_after_an_abandoned_edit(made, edit):
    row = Pairing.objects.get(round__tournament=made, board=2)
    enter(made, row, "+-")
    row.refresh_from_db()
    entered = row.entered_at
    manual_pairing.begin(**act(made, 1))
    if edit == "turned twice":
        for _time in range(2):
            confirmed(manual_pairing.turn_colours, **act(made, 1), board=2)
    else:
        manual_pairing.unpair(**act(made, 1), tpn=row.white.tpn)
    manual_pairing.abandon(**act(made, 1))
    row.refresh_from_db()
    assert (row.result, row.entered_at) == ("+-", entered)
    assert row.entered_by == factories.chief_of(made)


def test_a_result_that_somebody_clears_during_an_edit_stays_cleared(made):
    row = Pairing.objects.get(round__tournament=made, board=2)
    enter(made, row, "10")
    manual_pairing.begin(**act(made, 1))
    enter(made, row, "")
    manual_pairing.abandon(**act(made, 1))
    row.refresh_from_db()
    assert row.result == ""


def test_what_cannot_be_restored_is_refused_before_anybody_is_asked(made):
    confirmed(publication.unpublish_round, **act(made, 1), reason="a wrong name")
    manual_pairing.begin(**act(made, 1))
    confirmed(manual_pairing.swap, **act(made, 1), one=1, two=2)
    session = confirmed(manual_pairing.finish, **act(made, 1)).sessions.get()
    factories.publish(made, 1)
    row = Pairing.objects.get(round__tournament=made, white__tpn=2)
    enter(made, row, "10")
    with pytest.raises(Refused, match="Clear the result"):
        manual_pairing.undo_session(**act(made), session_id=session.pk)


def test_nobody_learns_whether_a_round_under_revision_has_a_draft(made, client):
    confirmed(publication.unpublish_round, **act(made, 1), reason="a wrong name")
    address = f"/en/e/{made.event.slug}/{made.slug}/rounds/1/"

    def navigation() -> str:
        page = client.get(address).content.decode()
        return re.findall(r'<nav class="rounds".*?</nav>', page, re.S)[0]

    with_draft = navigation()
    confirmed(discard_draft, **act(made, 1))
    assert navigation() == with_draft
