"""A Swiss of teams, run by its services: paired, announced, changed by hand, played."""

from copy import deepcopy

import pytest

from pairing.results import ByeKind
from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.tournaments.team_events import (
    by_name,
    enter,
    open_round,
    play_round,
    stronger,
    team,
    team_event,
)
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Match, Round, RoundBye
from tournaments.queries.reports.trf import report
from tournaments.queries.teams.standings import team_table, team_working
from tournaments.queries.teams.swiss import (
    match_findings,
    matches_are_stale,
    swiss_reasons,
    why_not_these,
)
from tournaments.services.rounds.publication import finish_round
from tournaments.services.teams import listing, swiss
from tournaments.services.teams.leaving import withdraw_team
from tournaments.services.teams.matches import forfeit_match

pytestmark = pytest.mark.django_db

KEY = "fide2026.team"
MATCHES = '<table class="meetings">'


def made(teams=6, boards=2, rounds=5, **more):
    tournament = team_event(teams, boards, system=KEY, **more)
    tournament.total_rounds = rounds
    tournament.save()
    return tournament


def pairs(tournament, number):
    rows = Match.objects.filter(round__tournament=tournament, round__number=number)
    return [(row.first.name, row.second.name) for row in rows.order_by("number")]


@pytest.fixture(scope="module")
def tournament_once(standing):
    return made()


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def test_round_1_upper_half_meets_lower_half(tournament):
    confirmed(swiss.pair_matches, tournament=tournament, number=1, by=None)
    found = {frozenset(pair) for pair in pairs(tournament, 1)}
    assert found == {frozenset("AD"), frozenset("BE"), frozenset("CF")}


def test_a_whole_event_is_played_and_ranked():
    tournament = made(5, 2, 4)
    for number in range(1, 5):
        play_round(tournament, number, stronger)
        finish_round(tournament=tournament, number=number, by=None)
    met = [frozenset(pair) for number in range(1, 5) for pair in pairs(tournament, number)]
    assert len(met) == len(set(met)) == 8
    byes = RoundBye.objects.filter(round__tournament=tournament)
    assert [bye.kind for bye in byes] == [ByeKind.PAIRING_ALLOCATED] * 4
    assert len({bye.team_id for bye in byes}) == 4
    table = team_table(tournament)
    assert table.final
    assert table.rows[0].entry.name == "A"
    # A bye is a drawn match: one match point, and half of the boards (C.04.6 art. 1.4).
    rested = next(row for row in table.rows if row.entry == byes[0].team)
    assert rested.match_points % 20 == 10
    assert rested.board_points % 20 == 10


@pytest.mark.parametrize("primary", ["MP", "GP"])
def test_an_event_by_the_handbook_is_played_and_ranked_by_its_own_list(primary):
    tournament = team_event(5, 2, system="handbook.team_swiss", rules={"primary": primary})
    tournament.total_rounds = 4
    tournament.save()
    for number in range(1, 5):
        play_round(tournament, number, stronger)
        round_ = Round.objects.get(tournament=tournament, number=number)
        assert match_findings(round_) == ()
        reasons = swiss_reasons(round_)
        assert len(reasons.matches) == 2 and all(reasons.matches.values()) and reasons.bye
        finish_round(tournament=tournament, number=number, by=None)
    met = [frozenset(pair) for number in range(1, 5) for pair in pairs(tournament, number)]
    assert len(met) == len(set(met)) == 8
    table = team_table(tournament)
    assert table.final and table.rows[0].entry.name == "A" and not table.unusable
    ranks = "BH:GP OKM OKMSB TOPW FFW"
    assert " ".join(table.codes).endswith(ranks), table.codes
    working = team_working(tournament, table.rows[0].entry, 4)
    assert [value.code for value in working.values][1:] == list(table.codes)
    tournament.refresh_from_db()
    found = check(read(report(tournament)))
    assert found.clean and found.system == "handbook.team_swiss" and len(found.rounds) == 4


def test_one_press_pairs_matches_and_boards(tournament):
    open_round(tournament, 1)
    round_ = tournament.rounds.get(number=1)
    assert round_.status == Round.Status.PUBLISHED
    assert round_.matches.count() == 3 and round_.pairings.count() == 6
    first = round_.matches.get(number=1)
    boards = first.pairings.order_by("board").select_related("white__membership__team")
    colours = [board.white.membership.team == first.first for board in boards]
    assert colours == [True, False]  # White on the odd boards


def test_nothing_is_public_before_the_matches_are_announced(client, tournament):
    tournament.event.public = True
    tournament.event.save()
    confirmed(swiss.pair_matches, tournament=tournament, number=1, by=None)
    address = f"/en/e/{tournament.event.slug}/{tournament.slug}/teams/rounds/1/"
    assert MATCHES not in client.get(address).content.decode()
    confirmed(swiss.announce_matches, tournament=tournament, number=1, public=True, by=None)
    assert MATCHES in client.get(address).content.decode()
    confirmed(swiss.announce_matches, tournament=tournament, number=1, public=False, by=None)
    assert MATCHES not in client.get(address).content.decode()


def test_teams_change_places_by_hand_and_the_rules_say_what_is_wrong():
    tournament = made(5)
    confirmed(swiss.pair_matches, tournament=tournament, number=1, by=None)
    round_ = Round.objects.get(tournament=tournament, number=1)
    assert match_findings(round_) == ()
    before = {frozenset(pair) for pair in pairs(tournament, 1)}
    assert before == {frozenset("AC"), frozenset("BD")}
    swap = {"tournament": tournament, "number": 1, "by": None}
    swiss.exchange_teams(one=team(tournament, "A"), two=team(tournament, "E"), **swap)
    assert {frozenset(pair) for pair in pairs(tournament, 1)} == {frozenset("EC"), frozenset("BD")}
    assert RoundBye.objects.get(round=round_).team.name == "A"
    assert match_findings(round_)
    swiss.exchange_teams(one=team(tournament, "A"), two=team(tournament, "E"), **swap)
    assert match_findings(round_) == ()
    first = round_.matches.get(number=1)
    swiss.turn_match(tournament=tournament, match=first, by=None)
    turned = round_.matches.get(number=1)
    assert (turned.first, turned.second) == (first.second, first.first)
    assert len(match_findings(round_)) == 1
    acts = tournament.log.filter(act="matches.exchanged")
    assert acts.count() == 3


def test_why_two_teams_do_not_meet(tournament):
    play_round(tournament, 1, stronger)
    confirmed(swiss.pair_matches, tournament=tournament, number=2, by=None)
    round_ = Round.objects.get(tournament=tournament, number=2)
    (met,) = why_not_these(round_, team(tournament, "A"), team(tournament, "D"))
    assert "A" in met.text and "D" in met.text and met.article == "2.1.1"


def test_corrected_results_make_the_matches_out_of_date(tournament):
    play_round(tournament, 1, stronger)
    confirmed(swiss.pair_matches, tournament=tournament, number=2, by=None)
    round_ = Round.objects.get(tournament=tournament, number=2)
    assert not matches_are_stale(round_)
    enter(tournament, 1, lambda row: "==")
    assert matches_are_stale(round_)
    confirmed(swiss.pair_matches, tournament=tournament, number=2, by=None)
    round_.refresh_from_db()
    assert not matches_are_stale(round_)


def test_a_team_that_leaves_is_not_paired_and_keeps_its_points():
    tournament = made(6)
    play_round(tournament, 1, stronger)
    confirmed(withdraw_team, tournament=tournament, team=team(tournament, "A"), by=None)
    confirmed(swiss.pair_matches, tournament=tournament, number=2, by=None)
    assert "A" not in {name for pair in pairs(tournament, 2) for name in pair}
    assert RoundBye.objects.filter(round__number=2, kind="U").count() == 1
    row = next(row for row in team_table(tournament).rows if row.entry.name == "A")
    assert row.match_points == 20


def test_a_late_team_has_the_next_number_and_is_paired():
    tournament = made(5, rules={"gaps": "forfeit"})
    tournament.late_entries_until = 3
    tournament.save()
    play_round(tournament, 1, stronger)
    late = listing.add_team(tournament=tournament, by=None, values={"name": "Late"})
    assert late.number == 6
    entry = factories.enter_one(tournament, {"name": "Late One", "fide_rating": 2000})
    listing.list_players(tournament=tournament, team=late, entries=[entry.pk], by=None)
    play_round(tournament, 2, lambda row: "10")
    names = {name for pair in pairs(tournament, 2) for name in pair}
    assert "Late" in names and not RoundBye.objects.filter(round__number=2)
    tournament.late_entries_until = 2
    tournament.save()
    with pytest.raises(Refused):
        listing.add_team(tournament=tournament, by=None, values={"name": "Too late"})


def test_a_team_asks_for_a_bye():
    tournament = made(6)
    tournament.rounds.get_or_create(number=1)
    give = {"tournament": tournament, "number": 1, "by": None}
    swiss.give_bye(team=team(tournament, "B"), kind="H", **give)
    confirmed(swiss.pair_matches, tournament=tournament, number=1, by=None)
    assert "B" not in {name for pair in pairs(tournament, 1) for name in pair}
    with pytest.raises(Refused):
        swiss.give_bye(team=team(tournament, "A"), kind="H", **give)
    open_round(tournament, 1)
    enter(tournament, 1, stronger)
    row = next(row for row in team_table(tournament).rows if row.entry.name == "B")
    assert (row.match_points, row.board_points) == (10, 10)


def test_half_point_byes_of_teams_are_those_of_the_regulations():
    tournament = made(6)
    assert (tournament.half_byes_allowed, tournament.no_byes_in_last) == (1, 2)
    for number in range(1, 6):
        tournament.rounds.get_or_create(number=number)
    give = {"tournament": tournament, "team": team(tournament, "B"), "kind": "H", "by": None}
    swiss.give_bye(number=1, **give)
    with pytest.raises(NeedsConfirmation) as asked:
        swiss.give_bye(number=2, **give)
    assert "bye.over_the_limit_of_teams" in str(asked.value.reasons)
    with pytest.raises(Refused) as refused:
        swiss.give_bye(number=4, **give)
    assert refused.value.code == "bye.last_rounds"
    swiss.give_bye(number=4, **give | {"kind": "Z"})


def test_a_team_that_did_not_come_has_lost_and_the_winner_has_no_bye_any_more():
    tournament = made(5, rounds=3)
    open_round(tournament, 1)
    match = Match.objects.get(
        round__tournament=tournament, first__name__in="BD", second__name__in="BD"
    )
    forfeit = "+-" if match.first.name == "D" else "-+"
    confirmed(forfeit_match, tournament=tournament, match=match, forfeit=forfeit, by=None)
    enter(tournament, 1, lambda row: "" if row.match_id == match.pk else stronger(row))
    confirmed(swiss.pair_matches, tournament=tournament, number=2, by=None)
    row = next(row for row in team_table(tournament).rows if row.entry.name == "D")
    assert (row.match_points, row.board_points) == (20, 20)
    assert RoundBye.objects.get(round__number=2, kind="U").team.name != "D"


def test_the_boards_are_made_before_the_matches_can_be_touched_again(tournament):
    open_round(tournament, 1)
    with pytest.raises(Refused):
        confirmed(swiss.pair_matches, tournament=tournament, number=1, by=None)
    with pytest.raises(Refused):
        confirmed(swiss.pair_matches, tournament=tournament, number=2, by=None)


def test_numbers_come_from_the_average_ratings():
    from tournaments.services.teams.drawing import draw

    tournament = team_event(4, 2, system=KEY, drawn=False)
    # The sixth letter of the alphabet is rated lowest; a number typed in stands.
    typed = {by_name(tournament)[3].pk: 1}
    draw(tournament=tournament, by=None, typed=typed)
    assert [one.name for one in tournament.teams.order_by("number")] == ["D", "A", "B", "C"]
