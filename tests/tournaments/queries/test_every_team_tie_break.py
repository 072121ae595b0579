"""Every tie-break that the handbook and FIDE know for teams: its value and its working."""

import pytest

from pairing.formats import Family
from tests.tournaments.team_events import open_round, play_round, team, team_event
from tiebreaks import registry
from tiebreaks.advice import advice, default_list, refuses
from tiebreaks.method import Scope
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import TeamRules, Tournament
from tournaments.queries.teams.standings import team_table, team_working
from tournaments.queries.teams.tie_break_codes import codes_of
from tournaments.services.results.entering import enter_result
from tournaments.services.teams.leaving import withdraw_team
from tournaments.services.teams.listing import change_rules
from tournaments.services.teams.matches import forfeit_match

pytestmark = pytest.mark.django_db


def codes(edition):
    """Every method for teams, in match points and in board points where it has both."""
    for method in registry.methods(edition):
        if method.scope is Scope.INDIVIDUAL:
            continue
        scores = (":MP", ":GP") if "S" in method.variants else ("",)
        yield from (f"{method.name}{score}" for score in scores)


def refused(edition, code):
    facts = advice([code], Family.ROUND_ROBIN, 5, edition=edition, teams=True)
    return any(map(refuses, facts))


@pytest.fixture
def league() -> Tournament:
    """Five teams over five rounds: draws, an empty board, a match forfeited, a team that left."""
    made = team_event(5, 3, rules={"gaps": "forfeit"})
    for number in range(1, 6):
        if number == 4:
            e = team(made, "E")
            confirmed(withdraw_team, tournament=made, team=e, by=None)
            made.entries.filter(name__in=("B1", "B2")).update(status="absent")
        if number == 2:
            open_round(made, 2)
            one = made.rounds.get(number=2).matches.first()
            confirmed(forfeit_match, tournament=made, match=one, forfeit="+-", by=None)
            _rest(made, 2)
        else:
            play_round(made, number, _result)
    made.refresh_from_db()
    return made


def _result(row):
    return ("10", "==", "01", "10", "==")[(row.board + row.round.number) % 5]


def _rest(tournament, number):
    for row in tournament.rounds.get(number=number).pairings.filter(result="", bye=""):
        enter_result(
            tournament=tournament,
            pairing_id=row.pk,
            code=_result(row),
            version=row.version,
            by=None,
        )


def _words(page):
    """All that is said about values: of teams, never of players."""
    for value in page.values:
        yield value.meaning
        yield from (said.text for said in value.facts)
        yield from (said.text for step in value.steps for said in step.notes)


def test_every_team_tie_break_has_a_value_and_a_working_that_ends_in_it(league):
    for edition, primary in (("handbook", "GP"), ("handbook", "MP"), ("fide2026", "MP")):
        tried = list(codes(edition))
        change = {"edition": edition, "primary": primary, "tie_breaks": tried}
        confirmed(change_rules, tournament=league, by=None, values=change)
        league.refresh_from_db()
        table = team_table(league)
        assert set(table.unusable) == {code for code in tried if refused(edition, code)}
        usable = [code for code in tried if code not in table.unusable]
        assert [str(one) for one in table.codes] == usable and len(usable) > 5
        for row in table.rows:
            page = team_working(league, row.entry, 5)
            assert page.values[0].code == f"PTS:{primary}"
            assert [value.code for value in page.values[1:]] == usable
            assert [value.text for value in page.values[1:]] == list(row.values)
            assert all(value.name and value.article for value in page.values)
            assert [text for text in _words(page) if "player" in text] == []


def test_the_rules_refuse_no_code_that_the_handbook_lists_for_a_round_robin_of_teams(league):
    rules = TeamRules.objects.get(tournament=league)
    rules.tie_breaks = list(default_list("handbook", Family.ROUND_ROBIN, teams=True)[1:])
    usable, unusable = codes_of(rules, 5)
    assert unusable == () and len(usable) == len(rules.tie_breaks) + 1
