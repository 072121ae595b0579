"""The sheet of the matches of a Swiss of teams that hangs before anybody knows the boards."""

import pytest

from tests.tournaments.documents.made import document, words
from tests.tournaments.team_events import play_round, stronger, team, team_event
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.services.teams import listing, swiss

pytestmark = pytest.mark.django_db


def made(system="fide2026.team"):
    tournament = team_event(7, 4, system=system)
    tournament.total_rounds = 4
    tournament.save()
    for number in range(1, 5):
        tournament.rounds.get_or_create(number=number)
    return tournament


def test_it_names_matches_points_boards_and_who_rests():
    tournament = made()
    play_round(tournament, 1, stronger)
    a = team(tournament, "A")
    listing.change_team(
        tournament=tournament, team=a, version=a.version, by=None, values={"fixed_match": 2}
    )
    confirmed(swiss.pair_matches, tournament=tournament, number=2, by=None)
    tournament.refresh_from_db()
    draft = document(tournament, "announced_matches", 2)
    assert draft.draft
    text = words(draft)
    own = tournament.rounds.get(number=2).matches.get(number=2)
    assert a in (own.first, own.second)
    assert "5–8" in text and "9–12" in text
    assert "Without a match: " in text and "has White on the odd boards" in text
    assert "A1" not in text  # nobody sits anywhere yet
    confirmed(swiss.announce_matches, tournament=tournament, number=2, public=True, by=None)
    tournament.refresh_from_db()
    assert not document(tournament, "announced_matches", 2).draft
    turkish = words(document(tournament, "announced_matches", 2, "tr"))
    assert "Duyurulan maçlar" in turkish and "tek numaralı masalarda" in turkish


def test_there_is_nothing_to_print_before_the_matches_are_paired(client):
    tournament = made()
    with pytest.raises(Refused) as refused:
        document(tournament, "announced_matches", 1)
    assert refused.value.code == "matches.not_paired"


def test_other_formats_have_no_such_sheet():
    tournament = made("handbook.team_round_robin")
    with pytest.raises(Refused) as refused:
        document(tournament, "announced_matches", 1)
    assert refused.value.code == "document.unknown_kind"
