"""The reasons and the checks of a round count everybody who was paired in it: also those who lost
by forfeit, are on hold or have left since."""

from copy import deepcopy

import pytest

from tests import factories
from tests.tournaments.documents.made import document, words
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Pairing
from tournaments.queries.rounds.checks import draft_checks
from tournaments.queries.rounds.reasons import why_not
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.results.entering import enter_result

pytestmark = pytest.mark.django_db

NOT_THERE = {"en": ("not play in this round", "Not paired in this round"), "tr": ("bu turda",)}


@pytest.fixture(scope="module", params=["fide2026.dutch", "handbook.dutch", "fide2026.lim"])
def forfeited_once(standing, request):
    """Round 2 of 8, in which every White lost by forfeit and is on hold."""
    made = factories.tournament(8, system=request.param, total_rounds=5)
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    chief = factories.chief_of(made)
    for row in made.rounds.get(number=2).pairings.games():
        enter_result(tournament=made, pairing_id=row.pk, code="-+", version=row.version, by=chief)
    assert made.entries.filter(status=Entry.Status.ABSENT).count() == 4
    return made


@pytest.fixture
def forfeited(forfeited_once):
    return deepcopy(forfeited_once)


def public(made, rest, language="en"):
    return f"/{language}/e/{made.event.slug}/{made.slug}/{rest}"


@pytest.mark.parametrize("language", ["en", "tr"])
def test_the_page_of_a_board_does_not_say_that_they_do_not_play(client, forfeited, language):
    for board in range(1, 5):
        address = public(forfeited, f"rounds/2/boards/{board}/", language)
        page = client.get(address).content.decode()
        assert not any(words in page.casefold() for words in map(str.casefold, NOT_THERE[language]))


def test_nor_does_the_desk_when_it_is_asked_why_not(forfeited):
    round_ = forfeited.rounds.get(number=2)
    one, two = round_.pairings.filter(board__lte=2).order_by("board")
    for first, second in ((one.white, two.white), (one.white, two.black)):
        told = why_not(round_, first, second) or ()
        assert not any(words in line.text for line in told for words in NOT_THERE["en"])


def test_nor_after_somebody_has_left(forfeited):
    chief, round_ = factories.chief_of(forfeited), forfeited.rounds.get(number=2)
    entry = round_.pairings.get(board=1).black
    confirmed(withdraw_player, tournament=forfeited, entry=entry, by=chief)
    told = why_not(round_, entry, round_.pairings.get(board=2).black) or ()
    assert not any(words in line.text for line in told for words in NOT_THERE["en"])


def test_nor_do_the_checks_of_the_round(forfeited):
    found = [check for check in draft_checks(forfeited.rounds.get(number=2)) if check.findings]
    assert found == []
    assert "does not play" not in words(document(forfeited, "checklist", 2))


def test_an_absent_player_at_a_board_without_a_result_is_still_found(forfeited):
    Pairing.objects.filter(round__tournament=forfeited, round__number=2, board=1).update(result="")
    forfeited.revision += 1
    forfeited.save(update_fields=["revision"])
    found = [check for check in draft_checks(forfeited.rounds.get(number=2)) if check.findings]
    assert "does not play in this round" in found[0].findings[0].text
