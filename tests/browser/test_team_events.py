"""Events of teams as arbiters, captains and spectators would click them."""

from fractions import Fraction

import pytest
from django.utils.translation import override
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow
from tests.tournaments.team_events import play_round, team_event
from tournaments.models import Tournament
from tournaments.queries.teams.captains import captain_link

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Ege", "İzmir", "Çankaya", "Şişli", "Üsküdar", "Bornova", "Karşıyaka", "Beşiktaş")


def pasted(teams, boards, reserves=0):
    lines = ["Team\tBoard\tName\tRating\tCaptain"]
    for place, name in enumerate(NAMES[:teams]):
        for board in range(1, boards + reserves + 1):
            rating = 2500 - 40 * board - place
            lines.append(f"{name}\t{board}\tOyuncu, {name} {board}\t{rating}\tKaptan {name}")
    return "\n".join(lines)


@pytest.fixture
def set_up(live_server, page, sign_in):
    """A new tournament of a system, its teams pasted and drawn: all by clicks."""

    def make(system, *, teams, boards, reserves=0):
        chief = factories.user("chief")
        event = factories.event(chief)
        sign_in(page, chief)
        page.goto(f"{live_server.url}/en/desk/{event.slug}/new/")
        page.fill("#id_name", "T")
        page.select_option("#id_system", system)
        follow(page, "text=Create tournament")
        desk = f"{live_server.url}/en/desk/{event.slug}/t/"
        page.goto(f"{desk}teams/rules/")
        page.fill("#id_boards", str(boards))
        follow(page, "text=Save the rules")
        follow(page, "text=Paste or upload teams")
        page.fill("#id_text", pasted(teams, boards, reserves))
        follow(page, "text=Read the list")
        follow(page, f"text=Enter these {teams} teams")
        follow(page, "text=Draw the numbers")
        expect(page.locator("#news")).to_contain_text("every match is known")
        return Tournament.objects.get(event=event), desk

    return make


def play(page, desk, number, keys):
    """Make the boards of a round, publish it, and type its results, the keys over and over."""
    page.goto(f"{desk}teams/rounds/{number}/")
    follow(page, f"text=Make the boards of round {number}")
    follow(page, "text=Yes, do it")  # some teams have handed in no line-up
    follow(page, "button:has-text('Publish')")
    follow(page, "text=Yes, do it")
    expect(page.locator("h1 .state")).to_have_text("published")
    boards = page.locator("tr[data-board]").count()
    for index in range(boards):
        expect(page.locator("tr.now")).to_have_attribute("data-board", str(index + 1))
        page.keyboard.press(keys[index % len(keys)])
    expect(page.locator("#side")).to_contain_text("All results are in", timeout=120_000)


def rows_of(page):
    """Rank, name and ranking points of the standings on the page."""
    cells = page.locator("table.standings tbody tr")
    return [
        (row.locator("td").nth(0).inner_text(), row.locator("a.name").inner_text(),
         row.locator("a.working").first.inner_text())
        for row in cells.all()
    ]  # fmt: skip


def own_page(team):
    """The address behind the captain's link."""
    with override("en"):
        return "/" + captain_link(team).split("/", 3)[3]


def address(live_server, tournament, *path):
    return "/".join([live_server.url, "en/e", tournament.event.slug, tournament.slug, *path, ""])


@pytest.mark.full  # a Swiss of twenty teams is played every time
def test_eight_teams_meet_on_four_boards(live_server, page, open_page, set_up, check_page):
    tournament, desk = set_up("handbook.team_round_robin", teams=8, boards=4, reserves=1)
    check_page(page)
    expect(page.locator("tbody tr")).to_have_count(8)
    tournament.refresh_from_db()
    assert tournament.total_rounds == 7

    # The schedule for everybody, and the captains' links on a sheet.
    follow(page, "text=Whole schedule")
    follow(page, "text=Publish the whole schedule")
    expect(page.locator("#news")).to_contain_text("Everybody sees the schedule")
    check_page(page)
    phone = open_page(390, 844, is_mobile=True, has_touch=True)
    for path in ("schedule", "teams/rounds/6", f"teams/{tournament.teams.first().pk}"):
        phone.goto(address(live_server, tournament, path))
        check_page(phone)
    page.goto(f"{desk}teams/links/")
    expect(page.locator("tbody tr")).to_have_count(8)
    check_page(page)
    follow(page, "text=Sheet with codes to print")
    expect(page.locator(".link-cards img")).to_have_count(8)
    check_page(page)

    # Two captains on their phones; nobody sees a line-up before both are in.
    first = tournament.rounds.get(number=1).matches.first()
    phones = []
    for one in (first.first, first.second):
        phone = open_page(390, 844, is_mobile=True, has_touch=True)
        phone.goto(live_server.url + own_page(one))
        check_page(phone)
        phones.append(phone)
    home, away = phones
    home.select_option("#board-4", _reserve(home))
    home.tap("text=Hand in the line-up")
    expect(home.locator("#news")).to_contain_text("Your line-up is in")
    page.goto(f"{desk}teams/rounds/1/")
    expect(page.locator("main")).to_contain_text("in, sealed")
    expect(page.locator("main")).not_to_contain_text(f"{first.first.name} 5")
    check_page(page)
    away.tap("text=Hand in the line-up")
    expect(away.locator("main")).to_contain_text(f"{first.first.name} 5")
    page.reload()
    expect(page.locator("main")).to_contain_text(f"{first.first.name} 5")

    play(page, desk, 1, "10=")
    check_page(page)
    follow(page, "text=Matches >> nth=0")
    phone = open_page(390, 844, is_mobile=True, has_touch=True)
    phone.goto(address(live_server, tournament, "teams/rounds/1"))
    expect(phone.locator("section.match")).to_have_count(4)
    expect(phone.locator("section.match").first).to_contain_text(f"{first.first.name} 5")
    check_page(phone)

    # A team that did not come after all, and then did: its results stand again.
    match = tournament.rounds.get(number=1).matches.get(number=2)
    page.goto(f"{desk}teams/matches/{match.pk}/")
    before = page.locator("section.match").inner_text()
    expect(page.locator("ul.reasons li")).to_have_count(2)
    follow(page, f"text={match.second.name} did not come")
    follow(page, "text=Yes, do it")
    expect(page.locator("section.match .sum")).to_have_text("4–0")
    follow(page, "text=Take the forfeit back")
    expect(page.locator("main")).to_contain_text("4 results that the forfeit replaced stand again")
    follow(page, "text=Yes, do it")
    expect(page.locator("text=Take the forfeit back")).to_have_count(0)
    assert page.locator("section.match").inner_text() == before
    check_page(page)

    for number in range(2, 8):
        play_round(tournament, number, lambda row: ("10", "==", "01")[row.board % 3])
    for path, reader in (("standings", phone), ("crosstable", phone), ("boards", page)):
        reader.goto(address(live_server, tournament, "teams", path))
        check_page(reader)
    page.goto(address(live_server, tournament, "teams", "standings"))
    rows = rows_of(page)
    assert len(rows) == 8
    assert sum(Fraction(points.replace("½", ".5")) for _rank, _name, points in rows) == 7 * 16
    expect(page.locator("caption")).not_to_contain_text("not final")
    follow(page, "table.standings a.working >> nth=0")
    expect(page.locator("h1")).to_contain_text(f"How the place of {rows[0][1]} was made")
    check_page(page)


def _reserve(phone):
    """The last player of the team's list."""
    return phone.locator("#board-4 option").last.get_attribute("value")


def test_skalitzka_three_teams_in_two_rounds(live_server, page, open_page, set_up, check_page):
    tournament, desk = set_up("handbook.skalitzka", teams=3, boards=2)
    play(page, desk, 1, "1")  # White wins all three tables
    expect(page.locator("tr[data-board]")).to_have_count(3)
    play(page, desk, 2, "=")
    page.goto(address(live_server, tournament, "teams", "standings"))
    # Everybody had White once in round 1, and two draws in round 2.
    assert [points for _rank, _name, points in rows_of(page)] == ["2", "2", "2"]
    check_page(page)
    phone = open_page(390, 844, is_mobile=True, has_touch=True)
    phone.goto(address(live_server, tournament, "teams", "rounds", "2"))
    expect(phone.locator("section.match")).to_have_count(3)
    expect(phone.locator("section.match").first).to_contain_text("After 2 rounds of this match")
    check_page(phone)


def test_a_scheveningen_match(live_server, page, open_page, set_up, check_page):
    tournament, desk = set_up("handbook.scheveningen", teams=2, boards=3)
    for number in (1, 2, 3):
        play(page, desk, number, "1=")
    phone = open_page(390, 844, is_mobile=True, has_touch=True)
    match = tournament.rounds.get(number=3).matches.get()
    phone.goto(address(live_server, tournament, "teams", "matches", str(match.pk)))
    expect(phone.locator("section.match")).to_contain_text("After 3 rounds of this match")
    check_page(phone)
    page.goto(f"{desk}teams/standings/")
    # A team has White in rounds 1 and 3: 2½ to ½ each time, and the other way round in between.
    assert sorted(points for _rank, _name, points in rows_of(page)) == ["3½", "5½"]
    check_page(page)
    met = tournament.rounds.filter(number__lte=3).values_list(
        "pairings__white__name", "pairings__black__name"
    )
    assert len({frozenset(pair) for pair in met}) == 9


def test_letters_twice_as_large_keep_team_pages_in_the_screen(live_server, open_page):
    tournament = team_event(4, 2)
    by_letter = {"A": "Karşıyaka Belediyespor", "B": "Bornova Üniversitesi"}
    for letter, name in by_letter.items():
        tournament.teams.filter(name=letter).update(name=name)
    tournament.entries.filter(name="A1").update(name="Küçükkömürcüler, Abdülkerim", title="FM")
    play_round(tournament, 1)
    match = tournament.rounds.get(number=1).matches.first()
    of_event = address(live_server, tournament).rstrip("/")
    embedded = of_event.replace("/en/e/", "/en/embed/")
    phone = open_page(390, 844, is_mobile=True, has_touch=True)
    for page in (
        f"{of_event}/teams/rounds/1/",
        f"{of_event}/teams/matches/{match.pk}/",
        f"{of_event}/teams/{match.first_id}/",
        f"{of_event}/teams/",
        f"{of_event}/teams/standings/",
        f"{of_event}/teams/standings/1/{match.first_id}/",
        f"{of_event}/teams/crosstable/",
        f"{of_event}/teams/boards/",
        f"{embedded}/round/",
        f"{embedded}/standings/",
        live_server.url + own_page(match.first),
    ):
        phone.goto(page)
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert (page, phone.evaluate(wider)) == (page, 0)
