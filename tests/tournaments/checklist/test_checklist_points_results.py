"""FIDE's checklist, sections 8 (scoring, Q70-88), 15 (byes, results, boards, Q170-188), Q222."""

import pytest

from pairing.results import RESULTS
from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, LogEntry, Pairing, Tournament
from tournaments.queries.reports.irregular import irregular_lines
from tournaments.queries.reports.trf import report
from tournaments.queries.rounds.sheets import scores_before
from tournaments.queries.standings.table import standings_table
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.checkin import mark_present
from tournaments.services.entries.withdrawals import expel_player, withdraw_player
from tournaments.services.results.entering import enter_result
from tournaments.services.setup.events import change_tournament, create_tournament
from tournaments.snapshot import snapshot

pytestmark = pytest.mark.django_db
POINTS = ("win_points", "draw_points", "loss_points", "bye_points")


def values(*points):
    return dict(zip(POINTS, points, strict=True))


def test_q70_q79_one_half_and_nothing_with_a_win_for_the_bye_is_the_default():
    made = factories.tournament()
    assert [getattr(made, name) for name in POINTS] == [10, 5, 0, 10]


@pytest.mark.parametrize(
    "points",
    [(30, 10, 0, 30), (20, 10, 0, 20), (30, 20, 10, 30), (25, 12, 1, 13)],
)
def test_q71_q72_q73_other_scales_in_tenths(points):
    made = factories.tournament()
    change_tournament(tournament=made, by=factories.chief_of(made), values=values(*points))
    made.refresh_from_db()
    assert made.point_system.win == points[0]


def test_q72_the_form_offers_3_1_0(client):
    made = factories.tournament(4)
    client.force_login(factories.chief_of(made))
    address = f"/en/desk/{made.event.slug}/a/settings/"
    form = client.get(address).context["form"]
    sent = {
        bound.name: bound.field.prepare_value(bound.value())
        for bound in form
        if bound.value() is not None and bound.value() is not False
    }
    assert client.post(address, sent | {"point_scale": "3-1-0"}).status_code == 302
    made.refresh_from_db()
    assert [getattr(made, name) for name in POINTS] == [30, 10, 0, 30]


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ((10, 6, 0, 10), "at most half"),  # Q74: two draws above a win and a loss
        ((10, 5, 0, 11), "at most a win"),  # Q81
        ((10, 5, 0, 7), "1, ½ or 0"),  # Q83
        ((5, 10, 0, 5), "at least a draw"),
    ],
)
def test_q74_q81_q83_impossible_points_are_refused_everywhere(points, sentence):
    made = factories.tournament()
    chief = factories.chief_of(made)
    with pytest.raises(Refused, match=sentence):
        change_tournament(tournament=made, by=chief, values=values(*points))
    with pytest.raises(Refused, match=sentence):
        create_tournament(event=made.event, by=chief, name="B", **values(*points))


@pytest.mark.parametrize(
    "points",
    [
        (10, 5, 0, 5),  # Q80: less than a win
        (10, 5, 0, 0),  # Q82: neither a win nor a draw
        (30, 10, 0, 20),  # Q84: two draws of 3-1-0
    ],
)
def test_q80_q82_q84_the_bye_has_a_value_of_its_own(points):
    made = factories.tournament(5, **values(*points))
    factories.play(made, 1)
    bye = Pairing.objects.get(round__tournament=made, bye="U")
    assert scores_before(made, 2)[bye.white_id] == points[3]


@pytest.mark.parametrize("name", POINTS)
def test_q75_q85_points_are_locked_with_round_1(name):
    made = factories.tournament(6)
    factories.pair(made, 1)
    with pytest.raises(Refused, match="FIDE mode"):
        change_tournament(
            tournament=made,
            by=factories.chief_of(made),
            values={name: 0 if name != "loss_points" else 1},
        )


def test_q78_q88_points_are_computed_at_every_look():
    made = factories.tournament(4)
    factories.play(made, 1)
    row = Pairing.objects.filter(round__tournament=made, black__isnull=False).first()
    Pairing.objects.filter(pk=row.pk).update(result="01")
    assert scores_before(made, 2)[row.black_id] == 10
    Pairing.objects.filter(pk=row.pk).update(result="10")
    assert scores_before(made, 2)[row.black_id] == 0


# --- 15. Withdrawals, byes, results, boards -------------------------------------------------------


@pytest.fixture
def made():
    return factories.tournament(8, total_rounds=5, no_byes_in_last=1)


def bye(tournament, tpn, number, kind):
    return {
        "tournament": tournament,
        "entry": factories.entry(tournament, tpn),
        "round_number": number,
        "kind": kind,
        "by": factories.chief_of(tournament),
    }


def test_q170_q197_who_left_is_marked_in_the_standings(client, made):
    factories.play(made, 1)
    one = factories.entry(made, 8)
    confirmed(withdraw_player, tournament=made, entry=one, by=None)
    page = client.get(f"/en/e/{made.event.slug}/a/standings/").content.decode()
    assert "(withdrawn)" in page
    player = client.get(f"/api/v1/players/{one.pk}/").json()
    assert (player["status"], player["withdrawn_after"]) == ("withdrawn", 1)


def test_q197_q198_an_expelled_player_is_out_and_his_opponents_keep_their_values(made):
    factories.play(made, 2)
    before = {row.entry.pk: row.values for row in standings_table(made).rows}
    one = factories.entry(made, 3)
    confirmed(expel_player, tournament=made, entry=one, reason="fair play", by=None)
    made.refresh_from_db()
    after = {row.entry.pk: row.values for row in standings_table(made).rows}
    assert Entry.objects.get(pk=one.pk).status == Entry.Status.EXPELLED
    assert one.pk not in after
    assert after == {pk: found for pk, found in before.items() if pk != one.pk}


def test_q171_q172_a_half_point_bye_gives_half_a_point(made):
    grant_bye(**bye(made, 2, 1, "H"))
    factories.play(made, 1)
    assert scores_before(made, 2)[factories.entry(made, 2).pk] == 5


def test_q173_q174_the_second_one_is_confirmed_at_level_3(made):
    grant_bye(**bye(made, 2, 1, "H"))
    with pytest.raises(NeedsConfirmation) as question:
        grant_bye(**bye(made, 2, 2, "H"))
    assert question.value.level == 3
    confirmed(grant_bye, **bye(made, 2, 2, "H"))


def test_q175_q176_whoever_is_not_entitled_gets_none(made):
    Entry.objects.filter(tournament=made, tpn=2).update(bye_entitled=False)
    with pytest.raises(Refused):
        grant_bye(**bye(made, 2, 1, "H"))


def test_q177_q178_q179_a_full_point_bye_is_out_of_use_and_noted(made):
    with pytest.raises(NeedsConfirmation) as question:
        grant_bye(**bye(made, 2, 1, "F"))
    assert question.value.level == 2
    confirmed(grant_bye, **bye(made, 2, 1, "F"))
    assert list(irregular_lines(made)) == ["### FPB @ Round 1: 2"]
    factories.play(made, 1)
    assert scores_before(made, 2)[factories.entry(made, 2).pk] == 10


def test_q177_it_bars_a_later_bye_of_the_pairing():
    made = factories.tournament(4, total_rounds=3)
    confirmed(grant_bye, **bye(made, 4, 1, "F"))
    factories.play(made, 1)
    confirmed(withdraw_player, tournament=made, entry=factories.entry(made, 1), by=None)
    factories.pair(made, 2)
    given = made.rounds.get(number=2).pairings.get(bye="U")
    assert given.white.tpn != 4


@pytest.mark.parametrize("code", ["=0", "0=", "00", "+-", "-+", "--", "WL", "DD", "LW"])
def test_q180_q183_q185_odd_results_can_be_entered(made, code):
    factories.pair(made, 1)
    factories.publish(made, 1)
    row = made.rounds.get(number=1).pairings.get(board=1)
    enter_result(tournament=made, pairing_id=row.pk, code=code, version=row.version, by=None)
    row.refresh_from_db()
    assert row.result == code


@pytest.mark.parametrize("code", ["1=", "=1", "11", "+=", "=+", "=-", "++", "1-", "-1", "+0", "0+"])
def test_q181_q182_q184_what_cannot_be_is_refused(client, made, code):
    factories.pair(made, 1)
    factories.publish(made, 1)
    row = made.rounds.get(number=1).pairings.get(board=1)
    assert code not in RESULTS
    with pytest.raises(Refused, match="result"):
        enter_result(tournament=made, pairing_id=row.pk, code=code, version=row.version, by=None)


def test_q183_there_are_three_forfeits():
    assert {code for code, one in RESULTS.items() if not one.played and one.final} == {
        "+-", "-+", "--",
    }  # fmt: skip


@pytest.mark.parametrize("code", [code for code, one in RESULTS.items() if one.final])
def test_q186_each_result_through_points_tie_breaks_engine_report_and_back(code):
    made = factories.tournament(6, total_rounds=2, tie_breaks=["BH", "SB", "DE", "WIN", "PS"])
    factories.pair(made, 1)
    factories.publish(made, 1)
    row = made.rounds.get(number=1).pairings.get(board=1)
    enter_result(tournament=made, pairing_id=row.pk, code=code, version=row.version, by=None)
    for entry in (row.white, row.black):  # who did not come comes for round 2
        mark_present(tournament=made, entry=entry, by=None)
    for other in made.rounds.get(number=1).pairings.filter(result=""):
        enter_result(
            tournament=made, pairing_id=other.pk, code="==", version=other.version, by=None
        )
    points, result = made.point_system, RESULTS[code]
    scores = scores_before(made, 2)
    assert scores[row.white_id] == points.for_outcome(result.white)
    assert scores[row.black_id] == points.for_outcome(result.black)
    table = standings_table(made)
    assert {one.entry.pk: one.score for one in table.rows} == scores
    factories.pair(made, 2)
    factories.publish(made, 2)
    factories.enter_all(made, 2)
    document = read(report(made, "trf26", final=True))
    white, black = row.white.tpn, row.black.tpn
    assert (white, black, code) in document.games(1)
    assert check(document).clean


def test_q187_boards_follow_the_rule_and_the_bye_comes_last():
    made = factories.tournament(7)
    factories.play(made, 2)
    factories.pair(made, 3)
    scores = scores_before(made, 3)
    rows = list(made.rounds.get(number=3).pairings.all())
    games = [row for row in rows if row.black_id]
    keys = [
        (
            -max(scores[row.white_id], scores[row.black_id]),
            -(scores[row.white_id] + scores[row.black_id]),
        )
        for row in games
    ]
    assert keys == sorted(keys)
    assert [row.board for row in rows] == [1, 2, 3, None]


def test_q188_with_acceleration_by_the_points_with_the_virtual_ones():
    made = factories.tournament(16, acceleration="baku", total_rounds=7)
    factories.play(made, 1)
    factories.pair(made, 2)
    before = snapshot(made, before_round=2)
    from tournaments.queries.rounds.boards import pairing_scores

    virtual = pairing_scores(before)
    assert max(virtual.values()) == 20  # one point played, one virtual
    best = [
        max(virtual[before.numbers[row.white_id]], virtual[before.numbers[row.black_id]])
        for row in made.rounds.get(number=2).pairings.filter(black__isnull=False).order_by("board")
    ]
    assert best == sorted(best, reverse=True)


# --- Q222 -----------------------------------------------------------------------------------------


def test_q222_chess960_a_position_is_drawn_stored_shown_and_never_told_early(client):
    made = factories.tournament(4, chess960=True)
    factories.pair(made, 1)
    api = f"/api/v1/tournaments/{made.pk}/rounds/"
    assert made.rounds.get(number=1).start_position is None
    factories.publish(made, 1)
    round_ = made.rounds.get(number=1)
    assert 0 <= round_.start_position <= 959
    assert LogEntry.objects.filter(act="round.position_drawn", round_number=1).count() == 1
    page = client.get(f"/en/e/{made.event.slug}/a/rounds/1/").content.decode()
    assert f"position {round_.start_position}: " in page
    assert round_.start_pieces in page
    assert client.get(f"{api}1/").json()["start_position"] == round_.start_position
    assert made.rounds.get(number=2).start_position is None


def test_q222_other_tournaments_have_none(client):
    made = factories.tournament(4)
    factories.play(made, 1)
    assert made.rounds.get(number=1).start_position is None
    assert not Tournament.objects.get(pk=made.pk).chess960
