"""A31: a result is corrected while the next round is a draft."""

from copy import deepcopy

import pytest

from tests import factories
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Pairing
from tournaments.queries.rounds.drafts import branch_of
from tournaments.queries.rounds.handmade import pairs_by_hand
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds import drafts, manual_pairing, pairing, publication

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_once(standing):
    """Round 1 is played as the ratings say, round 2 is a draft."""
    tournament = factories.tournament(8, initial_colour="w", total_rounds=4)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    for row in games(tournament, 1):
        give(tournament, row, "10" if row.white.tpn < row.black.tpn else "01")
    factories.pair(tournament, 2)
    return tournament


@pytest.fixture
def made(made_once):
    return deepcopy(made_once)


def games(tournament, number):
    rows = Pairing.objects.filter(round__tournament=tournament, round__number=number)
    return list(rows.select_related("white", "black").order_by("board"))


def give(tournament, row, code):
    enter_result(
        tournament=tournament,
        pairing_id=row.pk,
        code=code,
        version=row.version,
        by=factories.chief_of(tournament),
    )


def turn_round(tournament):
    """Board 1 was the other way round."""
    row = games(tournament, 1)[0]
    give(tournament, row, {"10": "01", "01": "10"}[row.result])


def draft(tournament):
    tournament.refresh_from_db()
    round_ = tournament.rounds.get(number=2)
    round_.tournament = tournament
    return round_


def act(tournament):
    return {"tournament": tournament, "number": 2, "by": factories.chief_of(tournament)}


def seats(tournament):
    return [(row.white_id, row.black_id) for row in games(tournament, 2)]


def swap(tournament):
    manual_pairing.begin(**act(tournament))
    confirmed(manual_pairing.swap, **act(tournament), one=1, two=2)
    confirmed(manual_pairing.finish, **act(tournament))


def test_a31_the_draft_is_recomputed_its_difference_shown_and_taken_in_one_press(made, client):
    before = seats(made)
    turn_round(made)
    client.force_login(factories.chief_of(made))
    desk = f"/en/desk/{made.event.slug}/a/rounds"
    assert "The draft of round 2 was made before" in client.get(f"{desk}/1/").content.decode()
    page = client.get(f"{desk}/2/").content.decode()
    assert "Result changed" in page
    assert "1/1: 1–0 → 0–1" in " ".join(page.split())
    other = branch_of(draft(made), set())
    assert other.new and other.gone and not other.by_hand
    for white, black in other.new:
        assert f"{white.tpn} {white.name}" in page and f"{black.tpn} {black.name}" in page
    assert seats(made) == before  # looking changes nothing
    with pytest.raises(Refused, match="what would be different"):
        publication.publish_round(**act(made))
    answer = client.post(f"{desk}/2/branch/", {"fingerprint": other.fingerprint})
    assert answer.url == f"{desk}/2/"
    now = seats(made)
    assert now != before
    assert {(white.pk, black.pk) for white, black in other.new} <= set(now)
    assert "was made before" not in client.get(f"{desk}/1/").content.decode()
    factories.publish(made, 2)


def test_a31_a_change_of_no_consequence_is_said_to_be_one(made):
    row = games(made, 1)[0]
    give(made, row, {"10": "WL", "01": "LW"}[row.result])
    other = branch_of(draft(made), set())
    assert (other.new, other.gone) == ((), ())


def test_a31_changes_by_hand_are_never_given_up_unasked(made, client):
    assert pairs_by_hand(draft(made)) == []
    swap(made)
    turn_round(made)
    mine = seats(made)
    other = branch_of(draft(made), set())
    assert other.by_hand
    take = {**act(made), "include": set(), "fingerprint": other.fingerprint}
    for service, given in (
        (pairing.request_pairing, act(made)),
        (drafts.discard_draft, act(made)),
        (drafts.promote_branch, take),
    ):
        with pytest.raises(NeedsConfirmation) as question:
            service(**given)
        assert question.value.level == 3
        assert "Player 001" in str(question.value.reasons[0])
        assert seats(made) == mine
    client.force_login(factories.chief_of(made))
    page = client.get(f"/en/desk/{made.event.slug}/a/rounds/2/").content.decode()
    assert "made by hand or taken from a file" in page
    confirmed(drafts.promote_branch, **take)
    assert pairs_by_hand(draft(made)) == []
    factories.publish(made, 2)


def test_a31_boards_made_by_hand_are_kept_by_ending_the_editing_again(made):
    swap(made)
    turn_round(made)
    mine = seats(made)
    manual_pairing.begin(**act(made))
    confirmed(manual_pairing.finish, **act(made))
    assert sorted(seats(made)) == sorted(mine)
    factories.publish(made, 2)
