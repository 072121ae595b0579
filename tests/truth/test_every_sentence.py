"""No sentence of the published regulations without a test that sees it kept: the walk's rules
(`rules.py`, kept by `test_rules_kept.py`), or the test that is named here."""

import ast
import re
from pathlib import Path

import pytest
from django.utils.translation import override

from tests import factories
from tests.tournaments.matches_of_two import made as made_of_matches
from tests.tournaments.matches_of_two import open_round
from tests.truth import rules, states
from tests.truth.test_rules_kept import half_bye
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Pairing
from tournaments.queries.setup.regulations import regulations_in_words
from tournaments.queries.standings.table import standings_table
from tournaments.services.entries.byes import grant_bye
from tournaments.services.rounds.pairing import request_pairing

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "tournaments/queries/setup/regulations.py"

#: sentence → where it is seen to be kept
HELD = {
    "Once the line-ups of both teams are in, both captains see them and neither changes.": (
        "tests/tournaments/services/test_teams_service.py",
        "test_a_line_up_is_sealed_until_both_are_in_and_then_only_the_arbiter_changes_it",
    ),
    "The seeds are the places in the tournaments from which the players come (A.8).": (
        "tests/tournaments/services/test_qualifiers.py",
        "test_a_8_the_best_of_two_groups_play_a_knock_out_in_the_order_of_their_places",
    ),
    "The best players of these tournaments play here: %s.": (
        "tests/tournaments/services/test_qualifiers.py",
        "test_2_the_best_of_two_groups_play_a_final_round_robin",
    ),
    "The best teams of these tournaments play here: %s.": (
        "tests/tournaments/services/test_qualifiers.py",
        "test_the_best_teams_of_two_groups_play_a_swiss",
    ),
    "They are seeded by their places: first all winners, then the seconds, and so on.": (
        "tests/tournaments/services/test_qualifiers.py",
        "test_a_8_the_best_of_two_groups_play_a_knock_out_in_the_order_of_their_places",
    ),
    "Who meets whom is drawn by lot.": (
        "tests/pairing/handbook/test_handbook_knockout_played.py",
        "test_pairing_by_lot_is_the_same_for_the_same_seed",
    ),
    "The first seed meets the last; after each stage those left are seeded again.": (
        "tests/pairing/handbook/test_handbook_knockout_played.py",
        "test_after_an_upset_the_bracket_is_fixed_or_seeded_again",
    ),
    "The first seed meets the last; then the bracket stands (A.8).": (
        "tests/tournaments/services/test_regulations_are_kept.py",
        "test_seeds_by_rating_and_the_bracket_as_said",
    ),
    "Players are seeded by rating, those without by lot (A.4).": (
        "tests/tournaments/services/test_knockout_service.py",
        "test_a_4_the_unrated_come_last_by_lot_and_the_absent_not_at_all",
    ),
    "Teams are seeded by the average rating of their boards, those without by lot (A.4).": (
        "tests/tournaments/services/test_regulations_are_kept.py",
        "test_of_teams_the_average_seeds_and_one_colour_is_drawn_for_all_boards",
    ),
    "Stages %s: a match is %s; while it is level: %s.": (
        "tests/pairing/handbook/test_handbook_knockout.py",
        "test_a10_a_tied_extension_leads_to_the_golden_point",
    ),
    "Players still level after the tie-breaks for one of the places %s play off for it "
    "(A.3, A.6).": (
        "tests/tournaments/services/test_playoff_service.py",
        "test_the_play_off_stands_behind_the_tie_breaks_played_before_it",
    ),
    "Players level on points for one of the places %s play off for it (A.3, A.6).": (
        "tests/tournaments/services/test_playoff_conditions.py",
        "test_a_play_off_is_prepared_with_what_was_announced",
    ),
    "Play-off for place %s": (
        "tests/tournaments/services/test_playoff_service.py",
        "test_the_tournament_does_not_end_before_an_announced_play_off",
    ),
    "Play-off games: %s. Golden point: %s; a draw eliminates White.": (
        "tests/pairing/handbook/test_handbook_knockout.py",
        "test_a11_white_must_win_the_golden_point",
    ),
    "Breaks: %s minutes between games, %s between stages, %s before the first game.": (
        "tests/tournaments/services/test_playoff_conditions.py",
        "test_a21_a_plan_with_a_shorter_break_is_asked_about_and_can_still_be_announced",
    ),
    "Cash agreed beforehand: %s, shared equally by all who are tied if they are eleven or more "
    "(C.10).": (
        "tests/tournaments/services/test_playoff_conditions.py",
        "test_c10_eleven_or_more_share_the_cash_agreed_beforehand_equally",
    ),
    "Who leaves before half of the games are completed is not ranked, and the results count for "
    "nobody; later all results count, and the games left are lost by forfeit.": (
        "tests/tournaments/services/test_regulations_are_kept.py",
        "test_who_leaves_before_half_is_not_ranked_and_from_half_on_is",
    ),
    "Ratings are looked for in these lists: %s.": (
        "tests/tournaments/services/test_own_lists.py",
        "test_q117_an_own_list_ranks_like_any_list",
    ),
    "Equal players are ordered by title, then by national rating, then by: %s. Those without a "
    "rating come last, by national rating.": (
        "tests/tournaments/services/test_numbers_of_the_handbook.py",
        "test_equal_rating_and_title_the_higher_national_rating_first_then_those_without",
    ),
    "Equal players are ordered by title, then by: %s.": (
        "tests/tournaments/services/test_numbers_of_the_handbook.py",
        "test_fide_keeps_its_own_order",
    ),
    "Order of the list: %s.": (
        "tests/tournaments/services/test_checklist_ratings.py",
        "test_q145_each_method_drives_the_numbers_and_record_172",
    ),
    "The first rounds are accelerated by the Baku method (C.04.7).": (
        "tests/tournaments/checklist/test_checklist_points_results.py",
        "test_q188_with_acceleration_by_the_points_with_the_virtual_ones",
    ),
    "Order of the boards: %s.": (
        "tests/tournaments/services/test_regulations_are_kept.py",
        "test_the_order_of_the_boards_and_that_all_are_named",
    ),
    "Empty boards: %s.": (
        "tests/tournaments/services/test_regulations_are_kept.py",
        "test_the_order_of_the_boards_and_that_all_are_named",
    ),
    "More than two teams meet one after the other, by the Berger tables.": (
        "tests/tournaments/services/test_regulations_are_kept.py",
        "test_more_than_two_scheveningen_teams_meet_by_the_table",
    ),
    "These do not meet until round %s is over: %s.": (
        "tests/tournaments/services/test_team_swiss_forbidden.py",
        "test_a_rule_ends_with_its_round_and_is_taken_back_from_the_history",
    ),
    "These do not meet: %s.": (
        "tests/tournaments/services/test_report_agrees.py",
        "test_q196_a_prohibition_outside_fide_mode_holds_from_the_round_after",
    ),
    "Teams are ranked by %s.": (
        "tests/tournaments/queries/test_team_standings.py",
        "test_match_points_may_rank_instead",
    ),
    "%s, %s rounds.": ("tests/truth/test_every_sentence.py", "test_no_round_after_the_last"),
    "Two opponents play a match of two games; whoever has White in game 1 has Black in game 2. "
    "Points are given for each game.": (
        "tests/tournaments/test_double_swiss.py",
        "test_standings_count_the_points_of_games",
    ),
    "The bye is worth %s, a half-point bye as much as two draws.": (
        "tests/truth/test_every_sentence.py",
        "test_byes_of_a_double_swiss_are_worth_what_is_said",
    ),
    "as much as two draws": (
        "tests/truth/test_every_sentence.py",
        "test_byes_of_a_double_swiss_are_worth_what_is_said",
    ),
}
#: kept by people, and how they are helped
BY_PEOPLE = {"Time control: %s.": "the clocks at the boards"}
#: words within sentences
PIECES = {"yes", "no", "golden point"}


def sentences() -> set[str]:
    """Everything that the regulations can say, but for headings and words within sentences."""
    tree = ast.parse(SOURCE.read_text())
    heads = {
        node.args[0].value
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.name.endswith("regulations_in_words")
        for node in _marked(function)
    }
    found = set()
    for node in _marked(tree):
        text = [one.value for one in node.args if isinstance(one, ast.Constant)][-1]
        if text not in heads | PIECES and text != "Forbidden pairings":
            found.add(re.sub(r"%\(\w+\)s", "%s", text))
    return found


def _marked(tree: ast.AST) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("_", "ngettext")
    ]


def test_every_sentence_is_a_rule_of_the_walk_or_has_its_test():
    said = sentences()
    assert len(said) > 40
    by_walk = {one for one in said if any(one.startswith(rule.english) for rule in rules.RULES)}
    assert said - by_walk == set(HELD) | set(BY_PEOPLE)
    assert not by_walk & set(HELD)
    for rule in rules.RULES:
        assert any(one.startswith(rule.english) for one in said), rule.key


@pytest.mark.parametrize(("file", "name"), sorted(set(HELD.values())))
def test_the_named_test_is_there(file, name):
    assert f"def {name}(" in (ROOT / file).read_text()


# --- Sentences without a test elsewhere ----------------------------------------------------------


def said(tournament, heading):
    with override("en"):
        return dict(regulations_in_words(tournament))[heading]


@pytest.mark.django_db
def test_no_round_after_the_last():
    made = factories.tournament(8, total_rounds=3)
    assert any("3 rounds." in one for one in said(made, "System"))
    factories.play(made, 3)
    with pytest.raises(Refused):
        confirmed(request_pairing, tournament=made, number=4, by=factories.chief_of(made))
    assert made.rounds.count() == 3


@pytest.mark.django_db
def test_byes_of_a_double_swiss_are_worth_what_is_said():
    made = made_of_matches(6, bye_points=15)
    sentence = "The bye is worth 1½, a half-point bye as much as two draws."
    assert sentence in said(made, "Points")
    confirmed(grant_bye, **half_bye(made, 2, 1))
    open_round(made, 1)
    states.enter(made, 1, ("10",))
    byes = Pairing.objects.filter(round__tournament=made, black=None)
    kinds = dict(byes.values_list("white", "bye"))
    worth = {row.entry.pk: row.score for row in standings_table(made, 1).rows}
    assert {kind: worth[pk] for pk, kind in kinds.items()} == {"H": 10, "U": 15}
