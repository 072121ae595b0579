"""The lots of a round robin (handbook, round robin 2; C-26)."""

from copy import deepcopy

import pytest

from tests import factories
from tests.pages import Link, Page
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry
from tournaments.queries.entries.numbering import is_drawn
from tournaments.services.entries.listing import enter_player
from tournaments.services.entries.table_numbers import draw_table, undo_draw
from tournaments.services.entries.withdrawals import remove_entry
from tournaments.services.rounds.manual_pairing import begin
from tournaments.services.rounds.publication import publish_round
from tournaments.services.rounds.schedule import show_schedule

pytestmark = pytest.mark.django_db


def table(players: int):
    return factories.tournament(players, system="handbook.round_robin", total_rounds=7)


def order(tournament) -> list[str]:
    return list(tournament.entries.order_by("tpn").values_list("name", flat=True))


def draw(tournament, **typed):
    return draw_table(tournament=tournament, by=factories.chief_of(tournament), **typed)


@pytest.fixture(scope="module")
def tournament_once(standing):
    return table(6)


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def test_the_draw_gives_everybody_another_number_and_the_log_names_the_seed():
    tournament = table(8)
    by_rating = order(tournament)
    draw(tournament)
    assert is_drawn(tournament)
    assert sorted(order(tournament)) == sorted(by_rating)
    assert order(tournament) != by_rating
    assert LogEntry.objects.get(act="lots.drawn").after["seed"] == tournament.seed


def test_the_same_seed_draws_the_same_numbers_again():
    tournament = table(8)
    draw(tournament)
    first = order(tournament)
    confirmed(undo_draw, tournament=tournament, by=factories.chief_of(tournament))
    assert not is_drawn(tournament)
    draw(tournament)
    assert order(tournament) == first


def test_numbers_drawn_at_the_table_are_typed_in():
    tournament = table(4)
    entries = list(tournament.entries.order_by("tpn"))
    draw(tournament, typed={entry.pk: 4 - place for place, entry in enumerate(entries)})
    assert order(tournament) == [entry.name for entry in reversed(entries)]


@pytest.mark.parametrize("number", [0, 5])
def test_a_number_that_is_not_in_the_table_is_refused(number):
    tournament = table(4)
    with pytest.raises(Refused, match="from 1 to 4"):
        draw(tournament, typed={tournament.entries.first().pk: number})


def test_pairing_round_1_keeps_the_drawn_numbers_and_its_publication_fixes_them(tournament):
    draw(tournament)
    drawn = order(tournament)
    factories.pair(tournament, 1)
    assert order(tournament) == drawn
    boards = tournament.rounds.get(number=1).pairings.order_by("board")
    # The first round of the Berger table for six: 1-6, 2-5, 3-4.
    seats = [(row.white.tpn, row.black.tpn) for row in boards]
    assert sorted(seats) == [(1, 6), (2, 5), (3, 4)]
    factories.publish(tournament, 1)
    with pytest.raises(Refused, match="stay as they were drawn"):
        draw(tournament)


def test_numbers_drawn_after_the_draft_make_another_round_of_it(tournament):
    factories.pair(tournament, 1)
    draw(tournament)
    with pytest.raises(Refused, match="have changed since this draft"):
        factories.publish(tournament, 1)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    boards = tournament.rounds.get(number=1).pairings.order_by("board")
    seats = [(row.white.tpn, row.black.tpn) for row in boards]
    assert sorted(seats) == [(1, 6), (2, 5), (3, 4)]
    assert is_drawn(tournament)


def test_while_the_draft_is_edited_by_hand_nothing_is_drawn(tournament):
    factories.pair(tournament, 1)
    begin(tournament=tournament, number=1, by=factories.chief_of(tournament))
    with pytest.raises(Refused, match="by hand"):
        draw(tournament)


def asks_for_lots(act, tournament, **given) -> bool:
    """Return what the question of an act names; without a question it does not ask for lots."""
    try:
        act(tournament=tournament, by=factories.chief_of(tournament), **given)
    except NeedsConfirmation as question:
        return "lots.not_drawn" in [reason.code for reason in question.reasons]
    return False


def test_publishing_round_1_without_a_draw_asks_and_afterwards_does_not(tournament):
    factories.pair(tournament, 1)
    assert asks_for_lots(publish_round, tournament, number=1)
    factories.publish(tournament, 1)  # the arbiter may all the same
    factories.enter_all(tournament, 1)
    factories.pair(tournament, 2)
    assert not asks_for_lots(publish_round, tournament, number=2)


def test_publishing_after_the_draw_does_not_ask_for_it(tournament):
    draw(tournament)
    factories.pair(tournament, 1)
    assert not asks_for_lots(publish_round, tournament, number=1)


def test_the_schedule_without_a_draw_is_asked_about(tournament):
    assert asks_for_lots(show_schedule, tournament, public=True)
    tournament.refresh_from_db()
    assert not tournament.schedule_public
    draw(tournament)
    assert not asks_for_lots(show_schedule, tournament, public=True)
    tournament.refresh_from_db()
    assert tournament.schedule_public


def test_a_swiss_is_never_asked_for_lots():
    tournament = factories.tournament(6)
    factories.pair(tournament, 1)
    assert not asks_for_lots(publish_round, tournament, number=1)


@pytest.mark.parametrize(
    ("language", "said", "button"),
    [
        ("en", "The regulations say that the numbers", "Draw the numbers"),
        ("tr", "Yönerge, çizelge numaralarının", "Numaraları çek"),
    ],
)
def test_the_page_of_round_1_and_the_question_lead_to_the_draw(
    client, language, said, button, tournament
):
    client.force_login(factories.chief_of(tournament))
    desk = f"/{language}/desk/{tournament.event.slug}/{tournament.slug}"
    numbers = f"{desk}/players/numbers/"

    def leads_to_the_draw(answer):
        return Link(button, numbers) in Page(answer).links("main a[href]")

    assert leads_to_the_draw(client.get(f"{desk}/rounds/1/"))
    asked = client.post(f"{desk}/rounds/schedule/", {"act": "show"})
    assert said in asked.content.decode() and leads_to_the_draw(asked)
    factories.pair(tournament, 1)
    asked = client.post(f"{desk}/rounds/1/publish/")
    assert asked.status_code == 409
    assert said in asked.content.decode() and leads_to_the_draw(asked)
    client.post(f"{numbers}draw/")
    asked = client.post(f"{desk}/rounds/1/publish/")
    assert said not in asked.content.decode()


def test_c_26_who_had_the_last_even_number_leaves_without_a_new_draw(tournament):
    draw(tournament)
    last = factories.entry(tournament, 6)
    before = order(tournament)
    confirmed(remove_entry, tournament=tournament, entry=last, by=factories.chief_of(tournament))
    assert is_drawn(tournament)
    assert order(tournament) == before[:-1]


def test_c_26_anybody_else_who_leaves_makes_a_new_draw_needed(tournament):
    draw(tournament)
    someone = factories.entry(tournament, 2)
    chief = factories.chief_of(tournament)
    confirmed(remove_entry, tournament=tournament, entry=someone, by=chief)
    assert not is_drawn(tournament)


def test_a_new_player_makes_a_new_draw_needed():
    tournament = table(5)
    draw(tournament)
    enter_player(
        tournament=tournament, by=factories.chief_of(tournament), values={"name": "New, Player"}
    )
    assert not is_drawn(tournament)


def test_a_swiss_has_no_table():
    with pytest.raises(Refused, match="only in a round robin"):
        draw(factories.tournament(4))


def test_the_page_draws_and_takes_back(client):
    tournament = table(4)
    client.force_login(factories.chief_of(tournament))
    address = f"/en/desk/{tournament.event.slug}/{tournament.slug}/players/numbers/"
    assert "Draw the numbers" in client.get(address).content.decode()
    client.post(f"{address}draw/")
    assert is_drawn(tournament)
    page = client.get(address).content.decode()
    assert str(tournament.seed) in page
    assert "Undo the draw" in page
