"""The pages of players: boards, cards, reasons, cross tables, calendars, files to take home."""

import re
from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairing import trf
from pairing.formats import keys
from tests import factories
from tests.pages import Page
from tournaments.kernel.jobs import run_job
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Document, Tournament
from tournaments.queries.standings.table import standings_table
from tournaments.services.entries.byes import grant_bye
from tournaments.services.rounds.pairing import pair_round, request_pairing
from tournaments.services.rounds.publication import unpublish_round

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(9)
    factories.play(made, 2)
    return made


@pytest.fixture
def tournament(tournament_once):
    return Tournament.objects.get(pk=tournament_once.pk)


def address(tournament, rest="", language="en"):
    return f"/{language}/e/{tournament.event.slug}/{tournament.slug}/{rest}"


def read(client, tournament, rest="", language="en"):
    response = client.get(address(tournament, rest, language))
    assert response.status_code == 200, rest
    return response.content.decode()


def test_the_tournament_opens_at_its_latest_round_and_before_that_at_the_start_list(client):
    made = factories.tournament(4)
    assert client.get(address(made))["Location"] == address(made, "players/")
    factories.play(made, 1)
    assert client.get(address(made))["Location"] == address(made, "rounds/1/")


def test_an_event_tells_how_far_its_tournaments_are(client, tournament):
    factories.pair(tournament, 3)
    factories.publish(tournament, 3)
    page = Page(client.get(f"/en/e/{tournament.event.slug}/"))
    assert "Round 3 · 4 results are missing" in page.text


def test_a_round_by_name_has_everybody_once_in_the_readers_alphabet(client, tournament):
    for tpn, name in {1: "Ilgaz, A", 2: "İnan, B", 3: "Çelik, C", 4: "Cengiz, D"}.items():
        tournament.entries.filter(tpn=tpn).update(name=name)
    page = read(client, tournament, "rounds/2/names/", "tr")
    places = [
        page.index(name)
        for name in ("Cengiz, D</a>", "Çelik, C</a>", "Ilgaz, A</a>", "İnan, B</a>")
    ]
    assert places == sorted(places)
    assert page.count("data-player=") == 9


def test_a_name_is_found_without_the_right_keyboard(client, tournament):
    tournament.entries.filter(tpn=4).update(name="Çağlar, Şükrü")
    page = Page(client.get(address(tournament, "rounds/2/") + "?q=caglar SUK"))
    (row,) = page.rows()
    assert any("Çağlar, Şükrü" in cell for cell in row)
    nobody = Page(client.get(address(tournament, "rounds/2/") + "?q=zzz"))
    assert "Nobody called “zzz” and no such club plays in this round." in nobody.text
    assert nobody.rows() == []


def test_the_card_shows_the_seat_and_byes_in_words(client, tournament):
    chief = factories.chief_of(tournament)
    entry = tournament.entries.get(tpn=3)
    grant_bye(tournament=tournament, entry=entry, round_number=3, kind="H", by=chief)
    factories.pair(tournament, 3)
    factories.publish(tournament, 3)
    page = read(client, tournament, f"players/{entry.pk}/")
    assert "Half-point bye, by request (½)" in page
    other = tournament.rounds.get(number=3).pairings.get(board=2).white
    seat = Page(read(client, tournament, f"players/{other.pk}/"))
    assert seat.one(".no[aria-hidden=true]") == "2"
    assert "Round 3, board 2, White against" in seat.text


def test_the_rating_change_is_an_estimate_and_says_so(client, tournament):
    entry = tournament.entries.get(tpn=1)
    page = Page(read(client, tournament, f"players/{entry.pk}/"))
    assert "Estimate: rating change" in page.text
    assert "FIDE adds up all events of the month and has the last word." in page.text


def test_a_board_says_why_these_two_and_why_not_the_one_above(client, tournament):
    said = ""
    for number in (1, 2):
        for board in (1, 2, 3, 4):
            page = read(client, tournament, f"rounds/{number}/boards/{board}/")
            assert "Why this opponent?" in page
            assert "dutch." not in page
            assert "%(" not in page
            said += page
    assert "players were paired in this score group." in said
    assert "art. 5.2" in said
    assert "Why not Player" in said
    assert client.get(address(tournament, "rounds/2/boards/99/")).status_code == 404


def test_a_board_set_by_hand_says_that(client, tournament):
    round_ = tournament.rounds.get(number=2)
    one, two = round_.pairings.get(board=1), round_.pairings.get(board=2)
    round_.pairings.filter(pk=two.pk).delete()
    one.black_id = two.black_id
    one.save()
    tournament.revision += 1
    tournament.save()
    page = read(client, tournament, "rounds/2/boards/1/")
    assert "it was set by the arbiter or imported" in page


def test_the_cross_table_of_a_swiss_shows_opponent_colour_and_result(client, tournament):
    page = Page(read(client, tournament, "crosstable/2/"))
    assert page.count(".piece.w") == page.count(".piece.b") == 8
    assert page.count('[title="without a game"]') == 2


def test_the_cross_table_of_a_round_robin_is_a_grid(client):
    made = factories.tournament(
        4, system="handbook.round_robin", tie_break_edition="handbook", tie_breaks=["SB"],
        total_rounds=3,
    )  # fmt: skip
    factories.play(made, 3)
    page = Page(read(client, made, "crosstable/"))
    assert page.count("td.cell.self") == 4
    assert page.count("td.cell:not(.self)") == 12


def test_times_are_those_of_the_venue(client, tournament):
    tournament.event.time_zone = "Asia/Tokyo"
    tournament.event.save()
    tournament.rounds.filter(number=2).update(starts_at=datetime(2026, 11, 22, 5, 0, tzinfo=UTC))
    page = read(client, tournament, "rounds/2/")
    assert 'datetime="2026-11-22T14:00:00+09:00"' in page
    assert "Times of the venue (Asia/Tokyo)." in read(client, tournament, "about/")


def test_the_calendar_has_the_rounds_with_a_time(client, tournament):
    tournament.rounds.filter(number=2).update(starts_at=datetime(2026, 11, 22, 11, 0, tzinfo=UTC))
    answer = client.get(address(tournament, "calendar.ics"))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    text = answer.content.decode()
    assert text.startswith("BEGIN:VCALENDAR\r\n")
    assert text.count("BEGIN:VEVENT") == 1
    assert "DTSTART:20261122T110000Z\r\n" in text
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    whole = client.get(f"/en/e/{tournament.event.slug}/calendar.ics").content.decode()
    assert whole.count("BEGIN:VEVENT") == 1


def test_tables_for_spreadsheets_hold_what_the_pages_show(client, tournament):
    tournament.entries.filter(tpn=2).update(name="=cmd|x, Evil")
    text = client.get(address(tournament, "standings/2.csv")).content.decode("utf-8-sig")
    rows = text.strip().split("\r\n")
    assert (
        rows[0] == "rank,number,title,name,rating,federation,club,points,BH/C1,BH,SB,DE,WIN,remark"
    )
    assert len(rows) == 10
    assert '"\'=cmd|x, Evil"' in text
    tournament.entries.filter(tpn=3).update(status="withdrawn")
    cache.clear()
    text = client.get(address(tournament, "standings/2.csv")).content.decode("utf-8-sig")
    assert [row.rpartition(",")[2] for row in text.split("\r\n") if "Player 003" in row] == [
        "withdrawn"
    ]
    assert client.get(address(tournament, "standings/3.csv")).status_code == 404
    boards = client.get(address(tournament, "rounds/2.csv")).content.decode("utf-8-sig")
    assert len(boards.strip().split("\r\n")) == 6
    assert client.get(address(tournament, "rounds/3.csv")).status_code == 404


def test_results_stand_in_a_spreadsheet_as_they_are_printed(client, tournament):
    """As "01" and "==" a spreadsheet took them for a number and a formula."""
    boards = tournament.rounds.get(number=2).pairings.games().order_by("board")
    for row, code in zip(boards, ("01", "==", "+-"), strict=False):
        boards.filter(pk=row.pk).update(result=code)
    lines = (
        client.get(address(tournament, "rounds/2.csv")).content.decode("utf-8-sig").split("\r\n")
    )
    assert [line.split(",")[-4] for line in lines[1:4]] == ["0–1", "½–½", "+–−"]


def test_the_start_list_is_a_spreadsheet_too_without_telephones(client, tournament):
    tournament.entries.filter(tpn=1).update(phone="+90 555", note="pays later", fide_id="6300001")
    text = client.get(address(tournament, "players.csv")).content.decode("utf-8-sig")
    rows = text.strip().split("\r\n")
    assert rows[0] == "number,title,name,rating,federation,club,fide_id,status"
    assert rows[1] == "1,,Player 001,2595,TUR,,6300001,"
    assert len(rows) == 10
    for rest in ("players/", "rounds/2/", "rounds/2/names/", "standings/", "crosstable/"):
        links = {link.words for link in Page(read(client, tournament, rest)).links()}
        assert links >= {"CSV", "JSON"}, rest


def test_the_worker_of_the_pages_is_asked_for_at_every_visit(client):
    answer = client.get("/sw.js")
    assert answer["Cache-Control"] == "no-cache"  # so a new release is taken up
    assert answer["Content-Type"] == "text/javascript"


def test_the_report_file_has_what_is_published_and_no_birthday(client, tournament):
    tournament.entries.filter(tpn=1).update(birth_date="2001-02-03")
    factories.pair(tournament, 3)
    data = client.get(address(tournament, "report.trf")).content
    document = trf.read(data)
    assert document.columns == 2
    assert len(document.players) == 9
    assert "2001/02" not in data.decode()
    assert document.players[0].birth_date.startswith("2001")


def test_an_open_game_gives_nothing_in_the_public_report_either(client, tournament):
    factories.pair(tournament, 3)
    factories.publish(tournament, 3)
    document = trf.read(client.get(address(tournament, "report.trf")).content)
    table = standings_table(tournament, 3)
    counted = {row.entry.tpn: row.score for row in table.rows}
    assert table.missing
    assert {player.number: player.points for player in document.players} == counted


def test_papers_are_public_only_while_their_round_is_and_in_their_latest_version(
    client, tournament
):
    def paper(**values):
        posted = {"posted_at": None if values.get("draft") else now} | values
        return Document.objects.create(
            tournament=tournament, language="en", content=b"%PDF-", made_at=now, **posted
        )

    factories.pair(tournament, 3)
    factories.publish(tournament, 3)
    now = tournament.rounds.get(number=3).published_at
    first = paper(kind="pairings", round_number=3, version=1)
    second = paper(kind="pairings", round_number=3, version=2)
    draft = paper(kind="pairings", round_number=4, version=1, draft=True)
    slips = paper(kind="slips", round_number=3)
    cross = paper(kind="crosstable", round_number=None)
    kept = paper(kind="poster", round_number=None, posted_at=None)

    def status(one):
        return client.get(address(tournament, f"documents/{one.pk}/")).status_code

    assert [status(one) for one in (first, second, draft, slips)] == [404, 200, 404, 404]
    assert [status(cross), status(kept)] == [200, 404]
    assert f"/documents/{second.pk}/" in read(client, tournament, "documents/")
    chief = factories.chief_of(tournament)
    confirmed(unpublish_round, tournament=tournament, number=3, reason="error", by=chief)
    assert [status(one) for one in (second, cross)] == [404, 404]
    factories.publish(tournament, 3)
    assert status(second) == 404  # it shows the round as it was before it was taken back
    tournament.event.shorten_minors = True
    tournament.event.save()
    assert status(paper(kind="players", round_number=None)) == 404


def test_previews_and_languages_are_named_in_the_head(client, tournament):
    page = Page(read(client, tournament, "rounds/2/"))
    assert page.told("og:title") == f"Round 2 · {tournament.full_name}"
    turkish = f"http://localhost:8000{address(tournament, 'rounds/2/', 'tr')}"
    assert page.count(f'link[rel=alternate][hreflang=tr][href="{turkish}"]') == 1
    picture = f"http://localhost:8000{address(tournament, 'rounds/2/preview.png')}"
    assert page.told("og:image") == picture


def test_robots_are_kept_from_the_desk_and_shown_the_public_events(client, tournament):
    robots = client.get("/robots.txt").content.decode()
    assert "Disallow: /tr/desk/" in robots
    assert address(tournament) in client.get("/sitemap.xml").getvalue().decode()


@pytest.mark.parametrize(
    "rest",
    ["rounds/2/", "rounds/2/names/", "rounds/2/boards/1/", "standings/", "standings/1/",
     "crosstable/", "players/", "about/", "documents/", "report.trf"],
)  # fmt: skip
def test_no_page_asks_more_of_the_database_for_more_players(client, rest):
    made = factories.tournament(5)
    factories.play(made, 2)
    many = factories.tournament(21)
    factories.play(many, 2)
    few = count_queries(client, made, rest)
    assert count_queries(client, many, rest) == few


def count_queries(client, tournament, rest):
    with CaptureQueriesContext(connection) as seen:
        read(client, tournament, rest)
    return len(seen)


def test_the_first_view_of_a_large_round_is_small(client):
    made = factories.tournament(200)
    job = request_pairing(tournament=made, number=1, by=factories.chief_of(made))
    run_job(job.pk, pair_round)
    factories.publish(made, 1)
    sizes = [
        len(client.get(address(made, rest), headers={"accept-encoding": "gzip"}).content)
        for rest in ("rounds/1/", "rounds/1/names/", "standings/")
    ]
    assert max(sizes) < 30_000


def test_a_database_can_begin_with_the_headers_of_a_round(client, tournament):
    tournament.entries.filter(tpn=1).update(name='Kaya "Ege", D', fide_id="6300001", title="FM")
    text = client.get(address(tournament, "rounds/1.pgn")).content.decode()
    assert text.count("[Event ") == 4
    assert '[Round "1.4"]' in text
    assert '"Kaya \\"Ege\\", D"]' in text
    assert 'FideId "6300001"]' in text
    results = tournament.rounds.get(number=1).pairings.exclude(black=None)
    marks = {"10": "1-0", "01": "0-1", "==": "1/2-1/2"}
    assert [line[9:-2] for line in text.splitlines() if line.startswith("[Result ")] == [
        marks[one.result] for one in results.order_by("board")
    ]
    assert client.get(address(tournament, "rounds/3.pgn")).status_code == 404


def test_a_club_is_found_like_a_name(client, tournament):
    tournament.entries.filter(tpn__in=(1, 2, 9)).update(club="Karşıyaka SD")
    page = client.get(address(tournament, "rounds/1/") + "?q=karsiyaka").content.decode()
    assert page.count("data-clubs=") + page.count("data-bye=") in (2, 3)


def test_the_regulations_are_in_words_with_every_tie_break_explained(client, tournament):
    page = read(client, tournament, "about/")
    assert "Win 1, draw ½, loss 0" in page
    assert "Buchholz, lowest 1 left out" in page
    assert "The points of all opponents, added up." in page


@pytest.mark.parametrize("system", keys(pairs_rounds=True, pairs_teams=False))
def test_no_system_tells_its_players_codes(client, system):
    made = factories.tournament(8, system=system, tie_breaks=[], total_rounds=5)
    factories.play(made, 3)
    for number in (1, 2, 3):
        for board in (1, 2, 3, 4):
            page = read(client, made, f"rounds/{number}/boards/{board}/")
            reasons = Page(page).text.partition("Why this opponent?")[2]
            assert reasons
            assert not re.search(r"(dutch|handbook|lim|round_robin)\.\w", reasons), reasons
            assert "%(" not in reasons
