"""Title norms on pages (the rules: `tests/ratings/test_norms.py`)."""

import pytest

from tests import factories
from tournaments.models import Tournament
from tournaments.queries.results.corrections import simulate


@pytest.mark.django_db
def test_a28_the_simulation_of_a_correction_says_which_norm_it_gives_or_takes(client):
    """The first of a round robin of ten: a won game more or less is an IM norm more or less."""
    made = factories.tournament(
        10, system="handbook.round_robin", total_rounds=9, tie_breaks=["DE", "SB"]
    )
    made.entries.exclude(tpn=1).update(title="IM", fide_rating=2400)
    for federation, numbers in (("AZE", (2, 3, 4, 5)), ("GEO", (6, 7, 8))):
        made.entries.filter(tpn__in=numbers).update(federation=federation)
    candidate = made.entries.get(tpn=1)
    for number in range(1, 10):
        factories.pair(made, number)
        factories.publish(made, number)
        for board in made.rounds.get(number=number).pairings.all():
            board.result = "=="
            if candidate.pk in (board.white_id, board.black_id) and number in (2, 5, 8):
                board.result = "10" if board.white_id == candidate.pk else "01"
            board.save()
    made = Tournament.objects.get(pk=made.pk)
    board = next(
        one
        for one in made.rounds.get(number=8).pairings.select_related("round")
        if candidate.pk in (one.white_id, one.black_id)
    )
    [move] = [one for one in simulate(made, board, "==").norms if one.entry.pk == candidate.pk]
    # 6 of 9: 67 per cent, dp 125; 5½ of 9: 61 per cent, dp 80
    assert (move.performance_before, move.performance_after) == (2525, 2480)
    assert (move.norms_before, move.norms_after) == ("IM", "IM")
    lost = "01" if board.white_id == candidate.pk else "10"
    [worse] = [one for one in simulate(made, board, lost).norms if one.entry.pk == candidate.pk]
    assert (worse.performance_after, worse.norms_after) == (2443, "")
    client.force_login(factories.chief_of(made))
    at = f"/en/desk/{made.event.slug}/{made.slug}/rounds/8/boards/{board.board}/"
    page = client.get(f"{at}?result={lost}").content.decode()
    assert "Title norms" in page and "2443" in page
