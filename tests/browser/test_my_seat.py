"""My own seat on top, wherever it is played: in a team, and in a knock-out."""

import re

import pytest
from playwright.sync_api import expect

from tests.tournaments.knockout_events import announced, knockout
from tests.tournaments.knockout_events import enter as enter_game
from tests.tournaments.team_events import (
    enter,
    open_round,
    play_round,
    player_ids,
    stronger,
    team_event,
)
from tournaments.models import Entry
from tournaments.queries.knockout.course import course_of
from tournaments.services.knockout.team_rounds import make_round
from tournaments.services.rounds.publication import finish_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"is_mobile": True, "has_touch": True}


def address(live_server, tournament):
    return f"{live_server.url}/en/e/{tournament.event.slug}/{tournament.slug}/"


def choose(phone, typed, name):
    phone.locator("#q").press_sequentially(typed)
    phone.locator("#is-me button", has_text=name).tap()
    expect(phone.locator("#q")).to_have_value("")


def remember(phone):
    """This player is me."""
    button = phone.locator("[data-remember]")
    offered = button.inner_text()
    button.tap()
    expect(button).not_to_have_text(offered)


def test_a_player_of_a_team_sees_the_match_then_his_board(live_server, open_page, check_page):
    tournament = team_event(4, 2)
    tournament.schedule_public = True
    tournament.save()
    mine, reserve = player_ids(tournament, "A1", "B3")
    phone = open_page(390, 844, **PHONE)
    phone.goto(address(live_server, tournament) + f"players/{mine}/")
    remember(phone)

    # The line-ups are sealed: the match is known, and nothing of its boards.
    first = tournament.rounds.get(number=1).matches.get(first__name="A")
    phone.goto(address(live_server, tournament))
    expect(phone.locator(".seat")).to_contain_text(f"Opponent: {first.second.name}")
    expect(phone.locator(".seat")).to_contain_text("The line-up is not out yet.")
    expect(phone.locator(".seat .no")).to_have_text(str(first.number))
    check_page(phone)

    open_round(tournament, 1)
    board = tournament.rounds.get(number=1).pairings.get(white=mine)
    phone.goto(address(live_server, tournament))
    expect(phone.locator(".seat .no")).to_have_text(str(board.board))
    told = f"Round 1, board {board.board}, you have White against {board.black.name}."
    expect(phone.locator(".seat [data-part=told]")).to_have_text(told)
    expect(phone.locator(".seat [data-part=opponent]")).to_contain_text(str(board.black.rating))
    check_page(phone)

    # Somebody else: three letters and one tap. And one who does not sit at a board.
    other = open_page(390, 844, **PHONE)
    other.goto(address(live_server, tournament))
    choose(other, board.black.name, board.black.name)
    expect(other.locator(".seat")).to_contain_text("You have Black")
    other.goto(address(live_server, tournament) + f"players/{reserve}/")
    remember(other)
    other.goto(address(live_server, tournament))
    seats = other.locator(".seat")
    expect(seats.first).to_contain_text("You have no board in this round.")
    expect(seats).to_have_count(2)


def test_a_player_of_a_knock_out_sees_his_game_then_where_he_goes_on(
    live_server, open_page, check_page
):
    plan = announced(knockout(4))
    tournament = plan.tournament
    due = course_of(plan).progress.due[0]
    people = course_of(plan).people
    white, black = people[due.white], people[due.black]
    assert isinstance(white, Entry)
    phone = open_page(390, 844, **PHONE)
    phone.goto(address(live_server, tournament))
    choose(phone, white.name[-3:], white.name)
    told = f"Match {due.tie}, you have White against {black.name}."
    expect(phone.locator(".seat [data-part=told]")).to_have_text(told)
    expect(phone.locator(".seat .no")).to_have_text(due.tie)
    phone.tap(".seat [data-part=why]")
    expect(phone.locator(":target")).to_have_attribute("data-name", due.tie)
    check_page(phone)

    while any(one.tie == due.tie for one in course_of(plan).progress.due):
        game = next(one for one in course_of(plan).progress.due if one.tie == due.tie)
        enter_game(plan, game, "10" if people[game.white] == white else "01")
    phone.goto(address(live_server, tournament))
    expect(phone.locator(".seat .no")).to_have_text("2.1")
    expect(phone.locator(".seat")).to_contain_text("Opponent: winner of 1.")
    check_page(phone)
    phone.tap(".seat [data-part=card]")
    expect(phone.locator(".tie")).to_have_count(2)
    expect(phone.locator(".tie .through")).to_contain_text(white.name)
    check_page(phone)


def test_a_player_of_a_team_sees_his_match_in_the_bracket(live_server, open_page, check_page):
    """Before the first round is out, while it is played, and where the winners go on."""
    tournament = team_event(3, 2, system="handbook.team_knockout", drawn=False)
    plan = announced(tournament.knockouts.get())
    mine, other = player_ids(tournament, "B1", "A1")
    phone = open_page(390, 844, **PHONE)
    phone.goto(address(live_server, tournament) + f"players/{mine}/")
    remember(phone)

    phone.goto(address(live_server, tournament))
    expect(phone.locator(".seat")).to_contain_text("Your team's match in the bracket B")
    expect(phone.locator(".seat .no")).to_have_text("1.1")
    expect(phone.locator(".seat")).to_contain_text("Opponent: C")
    expect(phone.locator(".seat [data-part=boards]")).to_have_count(0)
    check_page(phone)

    open_round(tournament, 1)
    phone.goto(address(live_server, tournament))
    expect(phone.locator(".seat")).to_contain_text("You have")
    phone.tap("nav.tabs >> text=Knock-out")
    phone.tap(".seat [data-part=boards]")
    expect(phone.locator("h1")).to_have_text(re.compile("^(B – C|C – B) *$"))
    expect(phone.locator("main")).to_contain_text("B1")

    enter(tournament, 1, stronger)
    finish_round(tournament=tournament, number=1, by=None)
    make_round(knockout=plan, by=None)
    play_round(tournament, 2, stronger)
    phone.goto(address(live_server, tournament) + f"knockout/{plan.pk}/")
    expect(phone.locator(".seat .no")).to_have_text("2.1")
    expect(phone.locator(".seat")).to_contain_text("Opponent: A")
    expect(phone.locator(".side.mine")).to_have_count(1)
    check_page(phone)
    last = open_page(390, 844, **PHONE)
    last.goto(address(live_server, tournament) + f"players/{other}/")
    remember(last)
    last.goto(address(live_server, tournament) + f"knockout/{plan.pk}/")
    expect(last.locator(".seat")).to_contain_text("A")
    expect(last.locator(".seat")).to_contain_text("Opponent: B")
