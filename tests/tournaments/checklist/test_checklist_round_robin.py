"""FIDE's checklist, section 9: round robin and other systems (Q92, 95, 96, 103, 104)."""

import re
from copy import deepcopy

import pytest
from django.db.models import Q

from pairing.formats import keys
from pairing.trf import read
from tests import factories
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Pairing
from tournaments.queries.reports.trf import report
from tournaments.queries.standings.table import standings_table
from tournaments.services.entries.table_numbers import draw_table, undo_draw
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.results.entering import enter_result
from tournaments.web import manual

pytestmark = pytest.mark.django_db
#: as C.07 writes those that a round robin may use
OF_ROUND_ROBINS = (
    "DE", "BPG", "BWG", "REP", "STD", "SB", "SB/C1", "SB/C2", "RTNG", "RTNG/R", "WIN", "TPN",
    "TPN/R", "KS", "KS/L1", "KS/L2", "KS/L-1", "KS/L-2",
)  # fmt: skip


def table(players=6, **values):
    rounds = players - 1 + players % 2
    given = {"system": "handbook.round_robin", "total_rounds": rounds} | values
    return factories.tournament(players, **given)


def names(tournament):
    return list(tournament.entries.order_by("tpn").values_list("name", flat=True))


@pytest.mark.parametrize(
    "key", [key for key in keys(swiss=True, pairs_players=True) if "2026" not in key]
)
@pytest.mark.parametrize("language", ["en", "tr"])
def test_q92_the_rules_of_every_swiss_outside_fides_handbook_are_in_the_program(
    client, key, language
):
    slug = f"rules-{key.replace('.', '-')}"
    assert slug in manual.CHAPTERS
    page = client.get(f"/{language}/help/{slug}/")
    assert page.status_code == 200
    assert page.content.decode().count("<strong>") > 20, "article by article"
    assert not factories.tournament(system=key).fide_mode


@pytest.mark.parametrize("language", ["en", "tr"])
def test_q92_teams_in_the_handbooks_swiss_are_paired_by_rules_that_the_manual_names(language):
    text = manual.CHAPTERS["teams"].text(language)
    assert "[[Teams: Swiss, handbook]]" in text
    assert "(rules-handbook-dutch.md)" in text


def test_q95_numbers_are_typed_drawn_and_drawn_again_until_round_1():
    tournament = table(4)
    by, before = factories.chief_of(tournament), names(tournament)
    given = {"tournament": tournament, "by": by}
    people = list(tournament.entries.order_by("tpn"))
    wanted = {entry.pk: number for entry, number in zip(people, (3, 1, 4, 2), strict=True)}
    draw_table(**given, typed=wanted)
    assert names(tournament) == [before[1], before[3], before[0], before[2]]
    confirmed(undo_draw, **given)
    assert names(tournament) == before
    draw_table(**given)
    drawn = names(tournament)
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    with pytest.raises(Refused):
        draw_table(**given, typed=wanted)
    assert names(tournament) == drawn


@pytest.mark.parametrize("players", [3, 4, 8])
def test_q96_everybody_meets_everybody_by_the_berger_table(players):
    tournament = table(players)
    factories.play(tournament, tournament.total_rounds)
    rows = Pairing.objects.filter(round__tournament=tournament, black__isnull=False)
    met = {frozenset(row) for row in rows.values_list("white", "black")}
    assert rows.count() == len(met) == players * (players - 1) // 2
    first = rows.filter(round__number=1, board=1).get()
    assert (first.white.tpn, first.black.tpn) == (
        (1, players) if players % 2 == 0 else (2, players)
    )


def test_q103_who_leaves_before_half_of_his_games_counts_for_nobody():
    tournament = table(6, tie_breaks=["DE", "SB", "WIN", "KS"])
    factories.play(tournament, 2)
    leaver = factories.entry(tournament, 1)
    by = factories.chief_of(tournament)
    confirmed(withdraw_player, tournament=tournament, entry=leaver, by=by)
    for number in (3, 4, 5):
        factories.pair(tournament, number)
        factories.publish(tournament, number)
        for row in tournament.rounds.get(number=number).pairings.filter(result=""):
            enter_result(
                tournament=tournament, pairing_id=row.pk, code="10", version=row.version, by=by
            )
    tournament.refresh_from_db()
    shown = standings_table(tournament)
    counted = {row.entry.pk: row for row in shown.rows}
    assert leaver.pk not in counted
    games = Pairing.objects.filter(round__tournament=tournament, black__isnull=False)
    worth = {"10": (10, 0), "01": (0, 10), "==": (5, 5), "+-": (10, 0), "-+": (0, 10)}
    points = dict.fromkeys(counted, 0)
    for game in games:
        if leaver.pk not in (game.white_id, game.black_id):
            for pk, gained in zip((game.white_id, game.black_id), worth[game.result], strict=True):
                points[pk] += gained
    assert {pk: row.score for pk, row in counted.items()} == points
    # The games that were played stay in the record and its report.
    document = read(report(tournament))
    assert any(player.name == leaver.name for player in document.players)
    theirs = games.filter(Q(white=leaver) | Q(black=leaver))
    assert (theirs.count(), theirs.filter(result__in=["+-", "-+"]).count()) == (5, 3)


def as_kept(code):
    """C.07 writes KS/L1; record 202 of the report writes KS/L+1."""
    return re.sub(r"/L(\d)", r"/L+\1", code)


@pytest.fixture(scope="module")
def played(standing):
    tournament = table(4)
    factories.play(tournament, 3)
    return tournament


@pytest.mark.parametrize("code", OF_ROUND_ROBINS)
def test_q104_every_tie_break_of_a_round_robin_has_values_and_a_working(client, played, code):
    tournament = deepcopy(played)
    tournament.tie_breaks = table(4, tie_breaks=[code]).tie_breaks
    tournament.save()
    shown = standings_table(tournament)
    assert (shown.codes, shown.unusable) == ((as_kept(code),), ())
    client.force_login(factories.chief_of(tournament))
    entry = shown.rows[0].entry.pk
    page = client.get(f"/en/desk/{tournament.event.slug}/a/standings/3/players/{entry}/")
    assert page.status_code == 200
    assert as_kept(code) in page.content.decode()


def test_q105_no_door_lets_a_buchholz_kind_into_a_round_robin(client):
    tournament = table(4, tie_breaks=["SB"])
    client.force_login(factories.chief_of(tournament))
    address = f"/en/desk/{tournament.event.slug}/a/settings/"
    page = client.get(address).context["form"]
    sent = {name: page[name].value() for name in page.fields if page[name].value() is not None}
    for code in ("BH", "FB", "AOB", "BH/C1"):
        answer = client.post(address, sent | {"tie_breaks": code})
        assert answer.status_code == 200
        assert "tie_breaks" in answer.context["form"].errors
    tournament.refresh_from_db()
    assert tournament.tie_breaks == ["SB"]
