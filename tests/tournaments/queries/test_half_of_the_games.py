"""Handbook, round robin 3: below half of the games a player who left is not ranked."""

import csv
import io

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, words
from tournaments.kernel.errors import NeedsConfirmation
from tournaments.management.demo.confirmations import confirmed
from tournaments.queries.standings.crosstable import cross_table
from tournaments.queries.standings.table import standings_table
from tournaments.services.entries.withdrawals import expel_player, withdraw_player
from tournaments.services.results.entering import enter_result

pytestmark = pytest.mark.django_db


def table(players=6, **values):
    given = {"system": "handbook.round_robin", "total_rounds": players - 1 + players % 2}
    return factories.tournament(players, **given | values)


def play(tournament, number, of_leaver=None):
    """The lower number wins; `of_leaver`: the result of number 1's game, from White's side."""
    factories.pair(tournament, number)
    factories.publish(tournament, number)
    for row in tournament.rounds.get(number=number).pairings.filter(result="", bye=""):
        code = "10" if row.white.tpn < row.black.tpn else "01"
        if of_leaver and 1 in (row.white.tpn, row.black.tpn):
            code = of_leaver if row.white.tpn == 1 else of_leaver[::-1]
        enter_result(
            tournament=tournament, pairing_id=row.pk, code=code, version=row.version, by=None
        )
    tournament.refresh_from_db()


def leave(tournament, tpn=1):
    entry = factories.entry(tournament, tpn)
    by = factories.chief_of(tournament)
    confirmed(withdraw_player, tournament=tournament, entry=entry, by=by)
    tournament.refresh_from_db()
    entry.refresh_from_db()
    return entry


def left_after_two():
    tournament = table(6, tie_breaks=["SB", "KS"])
    play(tournament, 1)
    play(tournament, 2)
    return tournament, leave(tournament)


def test_3_who_won_every_game_is_first_though_most_opponents_did_not_come():
    tournament = table(4, tie_breaks=["SB"])
    play(tournament, 1)
    play(tournament, 2, "+-")
    play(tournament, 3, "+-")
    found = standings_table(tournament)
    assert next((row.rank, row.entry.tpn, row.score) for row in found.rows) == (1, 1, 30)
    assert (len(found.rows), found.unranked) == (4, ())


def test_3_nobody_is_out_who_has_not_left():
    """Three rounds missed of five, but nobody took the player out."""
    tournament = table(6)
    for number in range(1, 6):
        play(tournament, number, "-+" if number < 4 else None)
    assert len(standings_table(tournament).rows) == 6


def test_3_the_games_count_for_nobody_from_the_withdrawal_on():
    tournament, leaver = left_after_two()
    found = standings_table(tournament)
    assert found.after == 2
    assert [(one.entry.pk, one.completed, one.games) for one in found.unranked] == [
        (leaver.pk, 2, 5)
    ]
    assert leaver not in [row.entry for row in found.rows]
    # Before the withdrawal nothing has changed.
    before = standings_table(tournament, 1)
    assert (len(before.rows), before.unranked) == (6, ())
    then = {row.entry.tpn: row.score for row in found.rows}
    play(tournament, 3)
    now = {row.entry.tpn: row.score for row in standings_table(tournament).rows}
    assert all(0 <= now[tpn] - then[tpn] <= 10 for tpn in then), "nobody falls later"


def test_3_from_half_on_the_results_count():
    tournament = table(6)
    for number in (1, 2, 3):
        play(tournament, number)
    leaver = leave(tournament)
    found = standings_table(tournament)
    assert found.unranked == ()
    assert leaver.pk in [row.entry.pk for row in found.rows]


def test_3_the_question_says_whether_the_player_stays_ranked():
    tournament = table(6)
    play(tournament, 1)
    play(tournament, 2, "+-")
    entry = factories.entry(tournament, 1)
    for act, more in ((withdraw_player, {}), (expel_player, {"reason": "x"})):
        with pytest.raises(NeedsConfirmation) as asked:
            act(tournament=tournament, entry=entry, by=factories.chief_of(tournament), **more)
        reasons = {one.code: one.values for one in asked.value.reasons}
        values = {"name": entry.name, "completed": 2, "games": 5}
        assert reasons["entry.withdraw_below_half"] == values
    play(tournament, 3)
    with pytest.raises(NeedsConfirmation) as asked:
        withdraw_player(tournament=tournament, entry=entry, by=factories.chief_of(tournament))
    assert "entry.withdraw_from_half" in [one.code for one in asked.value.reasons]


def test_3_the_results_stay_in_the_cross_table_with_plus_and_minus():
    tournament, leaver = left_after_two()
    for number in (3, 4, 5):
        play(tournament, number)
    cross = cross_table(tournament)
    last = cross.rows[-1]
    assert (len(cross.rows), len(cross.heads), last.row.rank) == (6, 6, 0)
    assert last.row.entry.pk == leaver.pk
    marks = [cell.mark for cells in last.cells for cell in cells]
    assert sorted(marks) == ["1", "1", "−", "−", "−"]
    against = [line.cells[-1][0].mark for line in cross.rows[:-1]]
    assert sorted(against) == ["+", "+", "+", "0", "0"]


def test_3_page_paper_and_programs_say_why_points_fell(client):
    tournament, leaver = left_after_two()
    for number in (3, 4, 5):
        play(tournament, number)
    event = tournament.event
    english = (
        f"{leaver.name} left after 2 of 5 games: less than half, so not ranked, and these games "
        "count in nobody's points."
    )
    for name in ("public:standings", "public:crosstable"):
        page = Page(client.get(reverse(name, args=[event.slug, tournament.slug])))
        with override("tr"):
            sentence = standings_table(tournament).unranked[0].sentence
        assert english in page.text or sentence in page.text, name
        assert page.count(f'[data-player="{leaver.pk}"]') or name == "public:standings"
    opponent = tournament.rounds.get(number=5).pairings.filter(black=leaver).get().white
    for entry in (leaver, opponent):  # on a phone, beside the game that counts for nobody
        args = [event.slug, tournament.slug, entry.pk]
        page = client.get(reverse("public:player", args=args)).content.decode()
        assert english.replace("'", "&#x27;") in page or sentence in page
    for kind in ("standings", "crosstable"):
        assert english in words(document(tournament, kind, 5)).replace("’", "'"), kind
    path = reverse("public:standings_csv", args=[event.slug, tournament.slug, 5])
    rows = list(csv.DictReader(io.StringIO(client.get(path).content.decode("utf-8-sig"))))
    unranked = [row for row in rows if not row["rank"]]
    assert [(row["name"], row["points"], row["remark"]) for row in unranked] == [
        (leaver.name, "2.0", english)
    ]
    assert {row["remark"] for row in rows if row["rank"]} == {""}
    for name in ("api:standings", "api:crosstable"):
        told = client.get(reverse(name, args=[tournament.pk])).json()
        assert [(one["player"]["id"], one["completed"], one["games"]) for one in told["unranked"]]
        assert told["unranked"][0]["player"]["id"] == leaver.pk
