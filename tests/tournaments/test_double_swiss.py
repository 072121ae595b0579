"""The Double-Swiss in the product: a match of two games at every board, in every state."""

import pytest
from django.urls import reverse

from pairing.formats import FORMATS
from pairing.tools import cli
from pairing.tools.checker import check
from pairing.trf import read
from ratings.tables import rating_difference
from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, words
from tests.tournaments.matches_of_two import (
    KEY,
    STATES,
    board,
    complete,
    draft,
    enter,
    half_played,
    made,
    open_round,
    play,
)
from tests.tournaments.services.test_event_import import places, take
from tests.tournaments.views.test_setup_pages import fields, settings_page
from tiebreaks.standings import standings
from tournaments.documents.bulletins import counts
from tournaments.documents.catalogue import PAPERS
from tournaments.kernel.errors import Conflict, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Pairing, Tournament
from tournaments.queries.entries.cards import estimate_of
from tournaments.queries.reports.trf import report
from tournaments.queries.rounds.seals import seal_of
from tournaments.queries.rounds.sheets import player_card, round_sheet, scores_before
from tournaments.queries.setup.regulations import regulations_in_words
from tournaments.queries.standings.crosstable import cross_table
from tournaments.queries.standings.outcomes import (
    by_points,
    endings_of,
    open_games,
    outcomes,
)
from tournaments.queries.standings.table import standings_table
from tournaments.services.reports.round_import import read_round
from tournaments.services.results.correcting import correct_result
from tournaments.services.results.entering import (
    adjourn_missing,
    check_result,
    enter_line,
    undo_last,
)
from tournaments.services.rounds.publication import finish_round
from tournaments.services.setup.events import change_tournament
from tournaments.snapshot import snapshot
from tournaments.templatetags.chess import result_words

pytestmark = pytest.mark.django_db


# Made


def test_a_new_one_gives_a_game_won_and_one_drawn_for_the_bye(client):
    event = factories.event()
    client.force_login(event.staff.get().user)
    page = Page(client.get(reverse("desk:new_tournament", args=[event.slug])))
    assert KEY in page.values('[name="system"] option')
    assert "Two opponents play two games" in page.text
    sent = fields(name="B", system=KEY)
    assert client.post(reverse("desk:new_tournament", args=[event.slug]), sent).status_code == 302
    tournament = Tournament.objects.get(name="B")
    assert (tournament.bye_points, tournament.fide_mode) == (15, True)


def test_a_change_of_the_system_takes_the_usual_bye_along():
    tournament = factories.tournament(4)
    by = factories.chief_of(tournament)
    change = {"tournament": tournament, "by": by}
    assert confirmed(change_tournament, values={"system": KEY}, **change).bye_points == 15
    back = confirmed(change_tournament, values={"system": "fide2026.dutch"}, **change)
    assert back.bye_points == 10
    own = confirmed(change_tournament, values={"system": KEY, "bye_points": 20}, **change)
    assert own.bye_points == 20


def test_the_bye_is_worth_two_games_at_most(client):
    tournament = made(4)
    client.force_login(factories.chief_of(tournament))
    assert settings_page(client, tournament, bye_points="2").status_code == 302
    assert settings_page(client, tournament, bye_points="2.5").status_code == 200
    tournament.refresh_from_db()
    assert tournament.bye_points == 20


# Entered game by game


def test_game_1_is_noted_and_game_2_completes_the_match():
    tournament = made(4)
    open_round(tournament, 1)
    row = enter(tournament, board(tournament, 1), "10")
    assert (row.result, row.first_game) == ("", "10")
    assert round_sheet(row.round).missing == [1, 2]
    with pytest.raises(Refused):
        finish_round(tournament=tournament, number=1, by=None)
    row = enter(tournament, row, "10==")
    assert (row.result, row.first_game) == ("10==", "")
    assert scores_before(tournament, 2) == {row.white_id: 15, row.black_id: 5}
    acts = list(tournament.log.filter(target=f"pairing:{row.pk}").values_list("act", flat=True))
    assert acts == ["result.entered", "result.entered"]


@pytest.mark.parametrize("code", ["1", "10=", "10==10", "xx", "xx10", "10xx"])
def test_what_is_no_match_is_refused(code):
    tournament = made(4)
    open_round(tournament, 1)
    with pytest.raises(Refused):
        enter(tournament, board(tournament, 1), code)


def test_elsewhere_nobody_plays_two_games():
    tournament = factories.tournament(4)
    open_round(tournament, 1)
    with pytest.raises(Refused):
        enter(tournament, board(tournament, 1), "1001")


def test_undo_goes_back_game_by_game():
    tournament = made(4)
    open_round(tournament, 1)
    by = factories.chief_of(tournament)
    row = board(tournament, 1)
    for code in ("10", "1001"):
        enter(tournament, row, code)
    lines = list(tournament.log.filter(target=f"pairing:{row.pk}"))  # the latest first
    for line, expected in zip(lines, (("", "10"), ("", "")), strict=True):
        undo_last(tournament=tournament, number=1, log_id=line.pk, by=by)
        row.refresh_from_db()
        assert (row.result, row.first_game) == expected


def test_a_typed_line_is_one_game_or_both():
    tournament = made(6)
    open_round(tournament, 1)
    lines = {"tournament": tournament, "number": 1, "by": None}
    enter_line(line="1 1", **lines)
    assert board(tournament, 1, 1).first_game == "10"
    enter_line(line="1 =", **lines)
    assert board(tournament, 1, 1).result == "10=="
    enter_line(line="2 10", **lines)
    assert board(tournament, 1, 2).result == "1001"
    enter_line(line="3=+", **lines)
    assert board(tournament, 1, 3).result == "==+-"
    with pytest.raises(Conflict):
        enter_line(line="3 11", **lines)
    with pytest.raises(Refused):
        enter_line(line="3 111", **lines)


def test_the_slips_are_read_again_both_games_together():
    tournament = made(4)
    open_round(tournament, 1)
    row = enter(tournament, board(tournament, 1), "10==")
    reading = {"tournament": tournament, "pairing_id": row.pk, "by": None}
    with pytest.raises(Refused):
        check_result(code="10", **reading)
    with pytest.raises(Conflict):
        check_result(code="1001", **reading)
    assert check_result(code="10==", **reading).checked_at


def test_what_is_not_over_is_adjourned_and_ended_later():
    tournament = made(4)
    open_round(tournament, 1)
    enter(tournament, board(tournament, 1, 1), "10")
    by = factories.chief_of(tournament)
    confirmed(adjourn_missing, tournament=tournament, number=1, by=by)
    assert board(tournament, 1, 1).result == "10??"
    assert board(tournament, 1, 2).result == "????"
    assert round_sheet(board(tournament, 1).round).open == 2
    finish_round(tournament=tournament, number=1, by=None)
    row = confirmed(
        correct_result,
        tournament=tournament,
        pairing_id=board(tournament, 1, 1).pk,
        code="1001",
        version=board(tournament, 1, 1).version,
        reason="played on",
        by=by,
    )
    assert row.result == "1001"


def test_a_correction_counts_for_both_games():
    tournament = made(6)
    play(tournament, 1)
    open_round(tournament, 2)
    row = board(tournament, 1, 1)
    by = factories.chief_of(tournament)
    correcting = {"tournament": tournament, "pairing_id": row.pk, "by": by, "reason": "slip"}
    code = "0101" if row.result != "0101" else "1010"
    confirmed(correct_result, code=code, version=row.version, **correcting)
    with pytest.raises(Refused):
        confirmed(correct_result, code="10", version=row.version + 1, **correcting)
    row.refresh_from_db()
    assert row.result == code


def test_who_leaves_between_the_games_loses_the_second():
    tournament = complete()
    result = board(tournament, 2, 1).result
    assert result in ("==-+", "==+-") and Pairing.objects.get(result=result).forfeited is False


# By the browser without JavaScript


def test_buttons_alone_enter_a_match(client):
    tournament = made(4)
    open_round(tournament, 1)
    client.force_login(factories.chief_of(tournament))
    place = [tournament.event.slug, tournament.slug, 1]
    page, address = reverse("desk:round", args=place), reverse("desk:enter_result", args=place)
    row = board(tournament, 1)
    seen = Page(client.get(page))
    assert f"{row.pk}.{row.version}.10" in seen.values("button") and seen.count('[data-game="2"]')
    client.post(address, {"set": f"{row.pk}.{row.version}.10"})
    row.refresh_from_db()
    seen = Page(client.get(page))
    assert f"{row.pk}.{row.version}.10==" in seen.values("button")
    assert seen.count('[data-half="10"]')
    client.post(address, {"set": f"{row.pk}.{row.version}.+-"})  # one of the other results
    row.refresh_from_db()
    assert row.result == "10+-"
    seen = Page(client.get(page))
    # Either game is changed by a button of its own.
    assert f"{row.pk}.{row.version}.01+-" in seen.values("button")
    assert "2–0 (1–0, +–−)" in seen.text
    client.post(address, {"set": f"{row.pk}.{row.version}."}, follow=True)


# Shown


@pytest.mark.parametrize("state", STATES)
def test_every_page_is_there_in_every_state(client, state):
    tournament = state()
    tournament.refresh_from_db()
    place = [tournament.event.slug, tournament.slug]
    entry = tournament.entries.first()
    public = [("tournament",), ("about",), ("players",), ("standings",), ("crosstable",)]
    public += [("embed_standings",), ("embed_round",), ("preview",), ("documents",), ("calendar",)]
    public += [("round", number) for number in (1, 2)] + [("names", 1), ("board", 1, 1)]
    public += [("round_csv", 1), ("round_pgn", 1), ("standings_csv", 1), ("report",)]
    public += [("player", entry.pk), ("player_preview", entry.pk)] if entry else []
    public += [("working", 1, entry.pk)] if entry else []
    for language in ("en", "tr"):
        for name, *more in public:
            address = reverse(f"public:{name}", args=[*place, *more])
            address = address.replace("/en/", f"/{language}/", 1)
            assert client.get(address).status_code in (200, 302, 303, 404), (name, more)
    client.force_login(factories.chief_of(tournament))
    desk = [
        ("tournament",),
        ("ready",),
        ("settings",),
        ("documents",),
        ("history",),
        ("preflight",),
    ]
    desk += [("players",), ("standings",), ("outcomes",), ("decisions",)]
    desk += [("round", number) for number in (1, 2)]
    if Pairing.objects.filter(round__tournament=tournament, round__number=1).exists():
        desk += [("reasons", 1), ("correct", 1, 1)]
    for language in ("en", "tr"):
        for name, *more in desk:
            address = reverse(f"desk:{name}", args=[*place, *more])
            address = address.replace("/en/", f"/{language}/", 1)
            assert client.get(address).status_code in (200, 302, 303), (name, more)


def test_the_round_says_the_match_and_both_games(client):
    tournament = half_played()
    place = [tournament.event.slug, tournament.slug, 2]
    text = client.get(reverse("public:round", args=place)).content.decode()
    assert "1½–½ (1–0, ½–½)" in text
    pgn = client.get(reverse("public:round_pgn", args=place)).content.decode()
    first = board(tournament, 2, 1)
    assert '[Round "2.1.1"]' in pgn and '[Round "2.1.2"]' in pgn
    games = pgn.split("[Event ")
    assert f'[White "{first.white.name}"]' in games[1]
    assert f'[White "{first.black.name}"]' in games[2]  # the colours are turned


def test_the_card_of_a_player_has_the_points_of_both_games():
    tournament = half_played()
    row = board(tournament, 2, 1)
    line = player_card(row.white)[1]
    assert (line.mark, line.symbol) == ("1½ (1, ½)", "1=")
    assert player_card(row.black)[1].mark == "½ (0, ½)"


def test_standings_count_the_points_of_games():
    tournament = complete()
    table = standings_table(tournament, 3)
    scores = scores_before(tournament, 4)
    assert {row.entry.pk: row.score for row in table.rows} == scores
    assert [row.score for row in table.rows] == sorted(scores.values(), reverse=True)


def test_the_regulations_say_that_two_games_make_a_match():
    parts = dict(regulations_in_words(made(4, late_entries_until=2, late_entry_bye="H")))
    text = " ".join(sentence for sentences in parts.values() for sentence in sentences)
    assert "For each round that they miss: as much as two draws." in text
    assert "whoever has White in game 1 has Black in game 2" in text
    assert "The bye is worth 1½, a half-point bye as much as two draws." in text


@pytest.fixture(scope="module")
def half(standing):
    return half_played()


@pytest.mark.parametrize("kind", [kind for kind in PAPERS if PAPERS[kind].fits(FORMATS[KEY])])
def test_every_paper_that_fits_is_made(half, kind):
    number = 2 if PAPERS[kind].per_round else None
    assert len(document(half, kind, number).content) > 1000


def test_a_slip_has_room_for_both_games():
    tournament = draft()
    text = words(document(tournament, "slips", 1, per_page="8"))
    assert text.count("Game 1") == text.count("Game 2") == 3


# Reports


@pytest.mark.parametrize("state", [half_played, complete])
def test_its_report_pairs_and_ranks_again(state):
    tournament = state()
    found = read(report(tournament))
    assert found.type_code == "CUSTOM_DOUBLESWISS"
    judged = check(found)
    assert all(one.agrees for one in judged.rounds), judged
    if state is complete:
        assert judged.clean and judged.ranks_judged, judged


# Programs


def test_the_api_takes_and_tells_both_games(client):
    from tournaments.models import Scope
    from tournaments.services.programs.tokens import make_token

    tournament = made(4)
    open_round(tournament, 1)
    row = board(tournament, 1)
    chief = factories.chief_of(tournament)
    _token, secret = make_token(
        event=tournament.event, name="Board", scopes=list(Scope.values), by=chief
    )
    headers = {"authorization": f"Bearer {secret}", "accept-language": "en"}

    def send(code):
        row.refresh_from_db()
        return client.put(
            f"/api/v1/boards/{row.pk}/result/",
            {"result": code, "version": row.version},
            content_type="application/json",
            headers=headers,
        )

    first = send("10")
    assert first.status_code == 200, first.content
    assert (first.json()["result"], first.json()["first_game"]) == ("", "10")
    both = send("1001")
    assert (both.json()["result"], both.json()["first_game"]) == ("1001", "")
    assert send("12").status_code == 400
    formats = client.get("/api/v1/formats/").json()["formats"]
    assert {one["key"]: one["games_a_round"] for one in formats}[KEY] == 2
    for path in ("", "rounds/1/", "standings/", "crosstable/", "regulations/"):
        answer = client.get(f"/api/v1/tournaments/{tournament.pk}/{path}")
        assert answer.status_code == 200, path


def test_the_cross_table_has_the_sign_of_a_game_without_play():
    tournament = made(6)
    open_round(tournament, 1)
    for number, code in enumerate(("+-+-", "+-01", "1010"), start=1):
        enter(tournament, board(tournament, 1, number), code)
    marks = {
        line.row.entry.tpn: cell.mark
        for line in cross_table(tournament, 1).rows
        for cells in line.cells
        for cell in cells
    }
    rows = tournament.rounds.get(number=1).pairings.games().order_by("board")
    found = [(marks[row.white.tpn], marks[row.black.tpn]) for row in rows]
    assert found == [("2+", "0−"), ("1+", "1−"), ("2", "0")]


# The seal


@pytest.mark.parametrize("key", [KEY, "fide2026.dubov", "fide2026.burstein"])
def test_a_second_engine_seals_every_round(key):
    tournament = factories.tournament(9, system=key, total_rounds=6)
    for number in range(1, 5):
        factories.pair(tournament, number)
        assert seal_of(tournament.rounds.get(number=number))["outcome"] == "agree", number
        factories.publish(tournament, number)
        for row in tournament.rounds.get(number=number).pairings.games():
            enter(tournament, row, ("10", "==", "01")[row.board % 3] * (1 + (key == KEY)))


def test_both_games_are_estimated_and_counted():
    tournament = made(4)
    open_round(tournament, 1)
    row = enter(tournament, board(tournament, 1), "10==")
    found = estimate_of(row.white, player_card(row.white))
    assert [game.game.halves for game in found.games] == [2, 1]
    assert found.of_round(1)
    counted = counts(snapshot(tournament, before_round=2).state)[0]
    assert (counted.white, counted.draws, counted.black) == (1, 1, 0)


def test_the_performance_counts_every_game():
    state = snapshot(complete(), before_round=2).state
    table = standings(state, ["TPR"])
    ratings = {player.tpn: player.rating for player in state.players}
    for game in state.rounds[0].games:
        if not game.result.played:
            continue
        scored = state.points.for_result(game.result)[0]
        percent = round(100 * scored / 20)
        row = next(row for row in table.rows if row.tpn == game.white)
        expected = ratings[game.black] + rating_difference(percent)
        assert row.values[0] == expected


# A report taken over


@pytest.mark.parametrize("state", [half_played, complete])
def test_a_whole_report_becomes_the_same_event(state):
    first = state()
    taken = take(report(first))
    assert (taken.system, taken.bye_points, taken.total_rounds) == (KEY, 15, 3)
    for number in (1, 2):
        codes = [
            list(
                tournament.rounds.get(number=number)
                .pairings.games()
                .order_by("board")
                .values_list("white__tpn", "black__tpn", "result")
            )
            for tournament in (first, taken)
        ]
        if state is complete or number == 1:
            assert codes[0] == codes[1]
    after = 3 if state is complete else 1
    assert places(taken, after) == places(first, after)


def test_a_report_of_random_matches_is_taken_over(tmp_path):
    file = str(tmp_path / "made.trf")
    wanted = ["--system", KEY, "--seed", "4", "--players", "12", "--rounds", "5"]
    assert cli.main(["generate", *wanted, "--baku", "--out", file]) == 0
    with open(file, "rb") as data:
        taken = take(data.read())
    assert taken.acceleration == "baku" and taken.total_rounds == 5
    assert check(read(report(taken))).clean


def test_a_correction_for_the_report_alone_has_the_symbols_of_both_games():
    tournament = made(8, 4)
    for number in (1, 2, 3):
        play(tournament, number)
    row = board(tournament, 1, 1)
    code = "10==" if row.result != "10==" else "1001"
    by = factories.chief_of(tournament)
    confirmed(
        correct_result,
        tournament=tournament,
        pairing_id=row.pk,
        code=code,
        version=row.version,
        reason="the slip",
        by=by,
    )
    row.refresh_from_db()
    assert (row.reported_result, row.result != code) == (code, True)
    judged = check(read(report(tournament)))
    assert all(one.agrees for one in judged.rounds), judged
    assert not judged.points and not judged.ranks, judged
    again = take(report(tournament))
    assert board(again, 1, 1).reported_result == code


@pytest.mark.parametrize("code", ["CUSTOM_DOUBLESWISS", "CUSTOM_SWISS"])
def test_a_round_is_read_from_a_file_of_another_program(code):
    """Also from one that does not say that two of its rounds make a match."""
    first = complete()
    data = report(first).replace(b"192 CUSTOM_DOUBLESWISS", b"192 " + code.encode())
    first.refresh_from_db()
    second = made(8, initial_colour=first.initial_colour)
    found = read_round(second, 1, data)
    assert found.same_as_engine and not found.broken
    sent = [(white.tpn, black.tpn, code) for white, black, code in found.boards]
    rows = first.rounds.get(number=1).pairings.games()
    assert sorted(sent) == sorted(rows.values_list("white__tpn", "black__tpn", "result"))


def test_the_calculator_reads_a_report_as_the_system_asked_for(client):
    data = report(complete()).replace(b"192 CUSTOM_DOUBLESWISS", b"192 CUSTOM_SWISS")
    answer = client.post(
        f"/api/v1/checking?system={KEY}", data=data.decode(), content_type="text/plain"
    )
    assert answer.status_code == 200, answer.content
    assert [one["agrees"] for one in answer.json()["rounds"]] == [True] * 3


def test_a_correction_offers_the_usual_matches_first(client):
    tournament = made(6)
    play(tournament, 1)
    client.force_login(factories.chief_of(tournament))
    address = reverse("desk:correct", args=[tournament.event.slug, tournament.slug, 1, 1])
    codes = client.get(address).context["codes"]
    assert len(codes) == 144 and not any("?" in code for code in codes)
    usual = {one + two for one in ("10", "==", "01") for two in ("10", "==", "01")}
    assert set(codes[:9]) == usual
    assert result_words("+-+-") == "game 1: White won by forfeit; game 2: Black won by forfeit"
    assert result_words("10==") == "game 1: White won; game 2: draw"


def test_every_way_in_which_the_last_matches_may_end():
    """Of round 2: a match is over, game 1 of another, nothing of the third."""
    tournament = half_played()
    boards = open_games(tournament)
    assert [len(endings_of(game, 2)) for game in boards] == [3, 5]
    found = outcomes(tournament, places=9, said={})
    assert found.count == 15
    found = outcomes(tournament, places=9, said={boards[1].pk: "1010"})
    assert found.count == 3 and len(found.ways) == 3
    scores = scores_before(tournament, 3)
    for way in found.ways:
        points = {one.entry.pk: one.score for one in way.placings}
        gained = dict(way.games)[boards[0]]
        assert gained[:2] == "01"
        assert points[boards[1].white_id] == scores[boards[1].white_id] + 20
        extra = {"10": 10, "==": 5, "01": 0}[gained[2:]]
        assert points[boards[0].white_id] == scores[boards[0].white_id] + extra


def test_by_points_alone_a_match_that_is_half_played_leaves_less_open():
    tournament = half_played()
    found = {one.entry.pk: one for one in by_points(tournament, open_games(tournament), 9)}
    last = board(tournament, 2, 2)  # 0–1 after game 1
    scores = scores_before(tournament, 3)
    above = sum(1 for pk, score in scores.items() if score > scores[last.white_id] + 10)
    assert found[last.white_id].best > above
    winner = found[last.black_id]
    assert winner.best == 1 and winner.worst < found[last.white_id].worst
