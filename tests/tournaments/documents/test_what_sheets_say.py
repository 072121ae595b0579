"""Sheets say things beside their table: when it is played, of which round it is, who is who."""

from datetime import UTC, datetime, timedelta

import pytest

from pairing.formats import FORMATS
from tests import factories
from tests.tournaments.documents.made import document, words
from tests.tournaments.knockout_events import announced, knockout, play_out
from tests.tournaments.team_events import play_round, stronger, team_event
from tests.truth.paper import Paper
from tournaments.documents.catalogue import PAPERS
from tournaments.documents.validity import Validity, sheet_state
from tournaments.kernel.acts import touch
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import ByeKind, ByeRequest, Document, Pairing, Round
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.papers.documents import post_document
from tournaments.services.rounds.publication import finish_round

pytestmark = pytest.mark.django_db


def test_a_start_list_says_who_has_left():
    made = factories.tournament(4)
    confirmed(
        withdraw_player,
        tournament=made,
        entry=made.entries.get(tpn=2),
        by=factories.chief_of(made),
    )
    said = words(document(made, "players", language="tr+en"))
    assert "Player 002 (turnuvadan çekildi / withdrawn)" in said
    assert said.count("withdrawn") == 1


def test_the_cover_of_a_bulletin_leaves_no_gap_where_a_federation_is_missing():
    made = factories.tournament(4, total_rounds=1)
    made.entries.update(federation="")
    factories.play(made, 1)
    said = words(document(made, "bulletin"))
    assert "1. Player" in said and "·  ·" not in said and "· ·" not in said


def test_a_bulletin_in_the_middle_of_a_round_has_the_standings_after_the_last_complete_one():
    made = factories.tournament(6, total_rounds=3)
    factories.play(made, 1)
    whole = words(document(made, "bulletin"))
    factories.pair(made, 2)
    factories.publish(made, 2)
    board = made.rounds.get(number=2).pairings.get(board=1)
    Pairing.objects.filter(pk=board.pk).update(result="10")
    said = words(document(made, "bulletin"))
    assert "Rounds 1 / 3" in whole and "Rounds 1 / 3" in said
    assert "Standings · Round 1" in said and "Standings · Round 2" not in said
    assert "Results · Round 2" in said  # what is known of it


BEGINS = datetime(2026, 11, 21, 7, 0, tzinfo=UTC)


def state_of(found: Document) -> Validity:
    fresh = Document.objects.select_related("tournament__event").get(pk=found.pk)
    return sheet_state(fresh).validity


@pytest.mark.parametrize(
    "kind", ["pairings", "pairings_by_name", "pairings_by_federation", "slips", "results"]
)
def test_a_sheet_whose_round_begins_at_another_hour_is_superseded(kind):
    made = factories.tournament(4)
    Round.objects.filter(tournament=made).update(starts_at=BEGINS)
    factories.pair(made, 1)
    factories.publish(made, 1)
    found = document(made, kind, 1)
    touch(made)
    assert state_of(found) is Validity.CURRENT
    Round.objects.filter(tournament=made).update(starts_at=BEGINS + timedelta(hours=2))
    touch(made)
    assert state_of(found) is Validity.SUPERSEDED


def test_a_schedule_with_another_hour_is_superseded():
    made = factories.tournament(4, system="handbook.round_robin", total_rounds=3)
    factories.play(made, 3)
    found = document(made, "berger")
    Round.objects.filter(tournament=made, number=2).update(starts_at=BEGINS)
    touch(made)
    assert state_of(found) is Validity.SUPERSEDED


def test_the_schedule_of_a_round_robin_is_no_draft_once_every_round_is_out(client):
    made = factories.tournament(4, system="handbook.round_robin", total_rounds=3)
    factories.play(made, 2)
    made.refresh_from_db()
    assert not made.schedule_public
    assert document(made, "berger").draft
    factories.play(made, 3, first=3)
    finish_round(tournament=made, number=3, by=None)
    found = document(made, "berger")
    assert not found.draft and "DRAFT" not in words(found)
    post_document(tournament=made, document=found, by=None)
    assert client.get(f"/en/d/{found.code}/").status_code == 200
    assert client.get(f"/en/d/{found.code}/document.pdf").status_code == 200


def test_the_check_in_list_is_of_the_round_to_come():
    made = factories.tournament(5)
    first, second, late, *_others = made.entries.order_by("pk")
    ByeRequest.objects.create(entry=first, round_number=1, kind=ByeKind.HALF_POINT)
    ByeRequest.objects.create(entry=second, round_number=2, kind=ByeKind.ZERO_POINT)
    rows = document(made, "check_in").rows
    assert "half-point bye" in rows[f"1.p{first.pk}"]
    assert "bye" not in rows[f"1.p{second.pk}"]
    factories.play(made, 1)
    made.entries.filter(pk=late.pk).update(first_round=3)
    paper = document(made, "check_in")
    assert "bye" not in paper.rows[f"1.p{first.pk}"]
    assert "bye" in paper.rows[f"1.p{second.pk}"]
    assert "plays from round 3" in paper.rows[f"1.p{late.pk}"]
    assert "Check-in list · Round 2" in words(paper)


def test_the_check_in_list_names_no_round_behind_the_last():
    made = factories.tournament(4, total_rounds=2)
    factories.play(made, 2)
    assert "Round" not in words(document(made, "check_in"))


def test_a_knock_out_has_no_papers_of_rounds_and_no_records():
    found = announced(knockout(16))
    play_out(found)
    system = FORMATS["handbook.knockout"]
    assert not PAPERS["record"].fits(system)
    with pytest.raises(Refused):
        document(found.tournament, "record")


def test_a_cell_of_the_teams_cross_table_names_one_team():
    made = team_event(6, 2)
    for number in (1, 2):
        play_round(made, number, stronger)
    paper = Paper(bytes(document(made, "team_crosstable", 2).content))
    heads, *lines = paper.tables[0]
    numbers = [cell.text for cell in heads[3:-2]]
    assert numbers == [row[1].text for row in lines]
    assert sorted(numbers) == ["1", "2", "3", "4", "5", "6"]
    for place, row in enumerate(lines):
        assert row[3 + place].text == "×"
    assert "Heads of the columns: the numbers of the opponents." in paper.text


def test_the_page_of_the_teams_cross_table_has_the_same_heads(client):
    made = team_event(4, 2)
    play_round(made, 1, stronger)
    page = client.get(f"/en/e/{made.event.slug}/{made.slug}/teams/crosstable/")
    assert page.status_code == 200
    html = page.content.decode()
    order = [line.row.entry.number for line in page.context["cross"].rows]
    heads = [f'<th class="c">{number}</th>' for number in order]
    at = [html.index(head) for head in heads]
    assert at == sorted(at) and "of that number" in html
