"""A correction calls the second arbiter: at once, on every desk that looks at the event."""

from copy import deepcopy

import pytest

from tests import factories
from tests.pages import Page
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Role
from tournaments.services.results.correcting import confirm_correction
from tournaments.services.results.entering import enter_result

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_once(standing):
    found = factories.tournament(8)
    factories.play(found, 1)
    factories.pair(found, 2)
    factories.publish(found, 2)
    return found


@pytest.fixture
def made(made_once):
    return deepcopy(made_once)


@pytest.fixture
def second(made):
    return factories.user(role=Role.ARBITER, event=made.event)


def corrected(made, board=2):
    row = made.rounds.get(number=1).pairings.get(board=board)
    return confirmed(
        enter_result,
        tournament=made,
        pairing_id=row.pk,
        code="01" if row.result != "01" else "10",
        version=row.version,
        reason="Both say so",
        by=factories.chief_of(made),
    )


def desk(made, rest="", language="en"):
    return f"/{language}/desk/{made.event.slug}/{rest}"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1 correction waits for a second arbiter"),
        ("tr", "1 düzeltme ikinci hakemi bekliyor"),
    ],
)
def test_my_desk_and_the_event_call_the_other_arbiter(client, made, second, language, said):
    client.force_login(second)
    for address in (f"/{language}/desk/", desk(made, language=language)):
        assert Page(client.get(address)).count("a.state.warn") == 0
    corrected(made)
    for address in (f"/{language}/desk/", desk(made, language=language)):
        (link,) = Page(client.get(address)).links("a.state.warn")
        assert link.words == said
        assert link.address == desk(made, f"{made.slug}/rounds/1/boards/2/", language)
        assert client.get(link.address).status_code == 200


def test_a_desk_that_is_open_hears_of_it_by_itself(client, made, second):
    client.force_login(second)
    page = Page(client.get("/en/desk/"))
    (asks,) = (node.attributes["hx-get"] for node in page.tree.css("#present"))
    htmx = {"HX-Request": "true"}
    assert client.get(asks, headers=htmx).status_code == 204  # nothing is new
    corrected(made)
    news = client.get(asks, headers=htmx)
    assert "waits for a second arbiter" in Page(news).text
    assert "<h1" not in news.content.decode()


def test_the_round_on_the_screen_names_it_beside_the_boards(client, made, second):
    corrected(made)
    client.force_login(second)
    shown = Page(client.get(desk(made, f"{made.slug}/rounds/2/"))).one("#side")
    assert "A second arbiter is asked for Round 1, board 2" in shown
    live = client.get(desk(made, f"{made.slug}/rounds/2/live/?board=1&after=0")).json()
    assert "A second arbiter is asked for" in live["side"]


def test_nobody_is_called_to_their_own_nor_who_may_not_nor_after_it_is_done(client, made, second):
    corrected(made)
    for user in (
        factories.chief_of(made),
        factories.user(role=Role.CLERK, event=made.event),
        factories.user(role=Role.READER, event=made.event),
    ):
        client.force_login(user)
        assert "second arbiter" not in Page(client.get("/en/desk/")).text
    row = made.rounds.get(number=1).pairings.get(board=2)
    confirm_correction(tournament=made, pairing_id=row.pk, by=second)
    client.force_login(second)
    assert "second arbiter" not in Page(client.get("/en/desk/")).text


def test_the_notice_is_one_press_away_with_the_right_round(client, made):
    corrected(made)
    client.force_login(factories.chief_of(made))
    page = Page(client.get(desk(made, f"{made.slug}/rounds/1/boards/2/")))
    form = "form[action$='/documents/new/corrections/']"
    assert page.buttons(f"{form} button") == ["Notice for the wall, round 1"]
    assert page.values(f"{form} input[name=round]") == ["1"]
    answer = client.post(desk(made, f"{made.slug}/documents/new/corrections/"), {"round": "1"})
    assert answer.status_code == 302
    assert made.documents.get(kind="corrections").round_number == 1


def test_the_two_players_of_the_game_come_first(client, made):
    row = made.rounds.get(number=1).pairings.get(board=4)
    code = "01" if row.result != "01" else "10"
    client.force_login(factories.chief_of(made))
    address = desk(made, f"{made.slug}/rounds/1/boards/4/?result={code}")
    page = Page(client.get(address))
    for caption in ("Standings after round", "Colours and floats"):
        (table,) = (t for t in page.tree.css("table") if caption in t.text())
        rows = [" ".join(one.text().split()) for one in table.css("tbody tr")]
        named = {row.white.name, row.black.name}
        first = {name for name in named for text in rows[:2] if name in text}
        assert first == named and len(rows) > 2
        assert len(table.css("tr.mine")) == 2


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("results", "Round 2 already has 4 results. First clear those of board 1, 2, 3, 4,"),
        ("later", "Round 3 is published and was paired from round 2. First take round 3 back,"),
    ],
)
def test_a_round_that_stays_says_what_to_undo_first(client, made, state, said):
    factories.enter_all(made, 2)
    if state == "later":
        factories.pair(made, 3)
        factories.publish(made, 3)
    client.force_login(factories.chief_of(made))
    page = Page(client.get(desk(made, f"{made.slug}/rounds/2/")))
    assert said in page.text
    assert page.count("form[action$='/unpublish/']") == 0
