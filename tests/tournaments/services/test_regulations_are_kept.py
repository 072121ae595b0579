"""Each sentence that the published regulations say about matches, teams and tables is kept: what it
promises can be done, what it forbids is refused."""

from datetime import timedelta

import pytest
from django.utils import timezone

from pairing.formats import FORMATS
from tests import factories
from tests.tournaments.documents.made import document, words
from tests.tournaments.knockout_events import announced, knockout
from tests.tournaments.team_events import (
    by_name,
    enter,
    open_round,
    play_round,
    player_ids,
    stronger,
    team,
    team_event,
)
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Knockout
from tournaments.queries.knockout.course import course_of
from tournaments.queries.setup.regulations import public_regulations
from tournaments.queries.standings.table import standings_table
from tournaments.queries.teams.lineups import is_open_for_captain
from tournaments.queries.teams.matches import matches_of_round
from tournaments.queries.teams.rules import rules_of
from tournaments.queries.teams.standings import team_table
from tournaments.services.entries.withdrawals import withdraw_player
from tournaments.services.knockout import planning
from tournaments.services.results.entering import enter_result
from tournaments.services.teams.lineups import check_line_up
from tournaments.services.teams.listing import list_players

pytestmark = pytest.mark.django_db


def said(tournament, heading):
    return dict(public_regulations(tournament))[heading]


# --- Teams ----------------------------------------------------------------------------------------


def test_match_points_are_those_that_count():
    made = team_event(4, 2, rules={"match_win": 30, "match_draw": 10, "primary": "MP"})
    assert "Match points: won 3, drawn 1, lost 0." in said(made, "Teams")
    assert "Teams are ranked by match points." in said(made, "Teams")
    play_round(made, 1, lambda row: "==" if row.white.name[0] in "AD" else stronger(row))
    points = {row.entry.name: row.match_points for row in team_table(made).rows}
    assert points == {"A": 10, "D": 10, "B": 30, "C": 0}


def test_a_free_round_counts_what_is_announced():
    made = team_event(3, 2, rules={"match_bye": 20, "bye_board_points": 10})
    assert "A round without an opponent: match points 2, board points 1." in said(made, "Teams")
    play_round(made, 1, stronger)
    (free,) = {"A", "B", "C"} - {
        one.name
        for each in made.rounds.get(number=1).matches.all()
        for one in (each.first, each.second)
    }
    row = next(row for row in team_table(made).rows if row.entry.name == free)
    assert (row.match_points, row.board_points) == (20, 10)


def test_more_reserves_than_announced_are_refused():
    made = team_event(4, 2, reserves=2)
    assert "Boards: 2; reserves at most: 2." in said(made, "Teams")
    one = team(made, "A")
    more = factories.enter_one(made, {"name": "A5"})
    with pytest.raises(Refused, match="at most 4"):
        list_players(
            tournament=made,
            team=one,
            entries=[*player_ids(made, "A1", "A2", "A3", "A4"), more.pk],
            by=None,
        )


def test_the_order_of_the_boards_and_that_all_are_named():
    made = team_event(4, 2)
    sentences = said(made, "Teams")
    assert (
        "Order of the boards: in the order of the list; everybody moves up for a missing player."
        in sentences
    )
    assert "Empty boards: every board must be named." in sentences
    members, rules = list(team(made, "A").members.all()), rules_of(made)
    a1, a2, a3 = player_ids(made, "A1", "A2", "A3")
    check_line_up(members, {1: a1, 2: a3}, rules)
    for wrong in ({1: a2, 2: a1}, {1: a1}):
        with pytest.raises(Refused):
            check_line_up(members, wrong, rules)


def test_line_ups_close_as_announced():
    made = team_event(4, 2)
    round_, one, rules = made.rounds.get(number=1), team(made, "A"), rules_of(made)
    assert "Line-ups close when the arbiter makes the boards." in said(made, "Teams")
    assert is_open_for_captain(round_, one, rules)
    round_.starts_at = timezone.now() + timedelta(minutes=90)
    round_.save()
    assert "Line-ups close 60 minutes before the round." in said(made, "Teams")
    assert is_open_for_captain(round_, one, rules)
    round_.starts_at = timezone.now() + timedelta(minutes=59)
    round_.save()
    assert not is_open_for_captain(round_, one, rules)


def test_the_team_named_first_has_white_on_odd_boards():
    made = team_event(4, 4)
    sentence = "The team named first has White on the boards with odd numbers."
    assert sentence in said(made, "Teams")
    open_round(made, 1)
    for view in matches_of_round(made.rounds.get(number=1)):
        assert [row.first_white for row in view.boards] == [True, False, True, False]


def test_more_than_two_scheveningen_teams_meet_by_the_table():
    made = team_event(4, 2, system="handbook.scheveningen")
    assert "More than two teams meet one after the other, by the Berger tables." in said(
        made, "Teams"
    )
    meetings = [
        {(one.first.name, one.second.name) for one in each.matches.all()}
        for each in made.rounds.order_by("number")
    ]
    pairs = [{frozenset(pair) for pair in meeting} for meeting in meetings]
    assert pairs[0] == pairs[1] == {frozenset("AD"), frozenset("BC")}


# --- Round robins ---------------------------------------------------------------------------------


def play_on(tournament, *numbers):
    """Rounds in which forfeits stay what they are."""
    for number in numbers:
        factories.pair(tournament, number)
        factories.publish(tournament, number)
        for row in tournament.rounds.get(number=number).pairings.games().filter(result=""):
            enter_result(
                tournament=tournament, pairing_id=row.pk, code="10", version=row.version, by=None
            )


def test_who_leaves_before_half_is_not_ranked_and_from_half_on_is():
    made = factories.tournament(6, system="handbook.round_robin", total_rounds=5)
    sentences = said(made, "Absence and leaving")
    assert "Who is away in a round loses the game by forfeit." in sentences
    assert any("before half of the games" in sentence for sentence in sentences)
    chief = factories.chief_of(made)
    play_on(made, 1)
    early = made.entries.get(tpn=2)
    confirmed(withdraw_player, tournament=made, entry=early, by=chief)
    play_on(made, 2, 3)
    late = made.entries.get(tpn=4)
    confirmed(withdraw_player, tournament=made, entry=late, by=chief)
    play_on(made, 4, 5)
    ranked = {row.entry for row in standings_table(made).rows}
    assert early not in ranked and late in ranked


def test_a_swiss_says_nothing_of_it():
    assert "Absence and leaving" not in dict(public_regulations(factories.tournament(4)))


# --- Knock-outs -----------------------------------------------------------------------------------


def test_seeds_by_rating_and_the_bracket_as_said():
    found = announced(knockout(8))
    sentences = said(found.tournament, "Matches and play-offs")
    assert "Players are seeded by rating, those without by lot (A.4)." in sentences
    assert "The first seed meets the last; then the bracket stands (A.8)." in sentences
    pairs = {(tie.first, tie.second) for tie in course_of(found).progress.stages[0].ties}
    assert pairs == {(1, 8), (2, 7), (3, 6), (4, 5)}


def test_pairs_by_lot_and_seeded_again_are_said_where_they_hold():
    by_lot = announced(knockout(4, settings={"by_lot": True}))
    assert "Who meets whom is drawn by lot." in said(by_lot.tournament, "Matches and play-offs")
    again = announced(knockout(4, settings={"bracket": "reseed"}))
    assert any("seeded again" in one for one in said(again.tournament, "Matches and play-offs"))


def test_of_teams_the_average_seeds_and_one_colour_is_drawn_for_all_boards():
    made = team_event(4, 2, system="handbook.team_knockout", drawn=False)
    found = planning.announce(knockout=Knockout.objects.get(tournament=made), by=None)
    assert (
        "Teams are seeded by the average rating of their boards, those without by lot (A.4)."
        in said(made, "Matches and play-offs")
    )
    assert any("all players of a team have the colour drawn (A.30)" in one
               for one in said(made, "Teams"))  # fmt: skip
    assert [one.name for one in course_of(found).teams.values()] == [
        one.name for one in by_name(made)
    ]
    open_round(made, 1)
    views = matches_of_round(made.rounds.get(number=1))
    for view in views:
        assert {row.first_white for row in view.boards} == {True}
    enter(made, 1, stronger)
    met = {frozenset((view.match.first.name, view.match.second.name)) for view in views}
    assert met == {frozenset("AD"), frozenset("BC")}


def test_nothing_of_a_swiss_is_said_of_teams_and_tables():
    for key, chosen in FORMATS.items():
        if chosen.swiss or not chosen.offered:
            continue
        text = " ".join(
            sentence
            for _heading, sentences in public_regulations(factories.tournament(system=key))
            for sentence in sentences
        )
        for swiss in ("half-point bye", "late entries", "colour of the first board", "Buchholz"):
            assert swiss not in text, key


def test_the_poster_has_them_in_both_languages():
    made = team_event(4, 2)
    assert "White on the boards with odd numbers" in words(document(made, "poster"))
    assert "tek numaralı masalarda beyazla" in words(document(made, "poster", language="tr"))
