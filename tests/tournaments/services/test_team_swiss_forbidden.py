"""Teams that must not meet, and teams that always play at the same boards."""

from copy import deepcopy

import pytest

from pairing.verdicts import WhyNot
from tests import factories
from tests.pages import Page
from tests.tournaments.team_events import play_round, stronger, team, team_event
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import ForbiddenPairing, Match, Pairing, Round, Team, Tournament
from tournaments.queries.setup.regulations import regulations_in_words
from tournaments.queries.teams.swiss import match_findings, matches_are_stale, team_snapshot
from tournaments.services.entries.forbidden import allow_again, forbid
from tournaments.services.results.undo import undo_act
from tournaments.services.teams import listing, swiss
from tournaments.services.teams.leaving import return_team, withdraw_team
from tournaments.wording.history import line_in_words

pytestmark = pytest.mark.django_db


def made(teams=6, boards=2, rounds=5):
    tournament = team_event(teams, boards, system="fide2026.team")
    tournament.total_rounds = rounds
    tournament.save()
    for number in range(1, rounds + 1):
        tournament.rounds.get_or_create(number=number)
    return tournament


def keep_apart(tournament, *names, **more):
    teams = [team(tournament, name) for name in names]
    chief = factories.chief_of(tournament)
    return confirmed(forbid, tournament=tournament, teams=teams, by=chief, **more)


def pair(tournament, number):
    confirmed(swiss.pair_matches, tournament=tournament, number=number, by=None)
    return {
        frozenset((row.first.name, row.second.name))
        for row in Match.objects.filter(round__tournament=tournament, round__number=number)
    }


@pytest.fixture(scope="module")
def tournament_once(standing):
    return made()


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def test_two_teams_named_do_not_meet_and_the_engine_says_so(tournament):
    keep_apart(tournament, "A", "D", reason="one club")
    assert frozenset("AD") not in pair(tournament, 1)
    round_ = Round.objects.get(tournament=tournament, number=1)
    from tournaments.queries.teams.swiss import why_not_these

    (why,) = why_not_these(round_, team(tournament, "A"), team(tournament, "D"))
    assert why.article == "C.05 art. 5.2"
    assert WhyNot.FORBIDDEN_PAIR  # the code of the sentence above
    assert match_findings(round_) == ()


def test_teams_of_one_club_do_not_meet_as_they_were_when_first_paired(tournament):
    tournament.teams.filter(name__in="AD").update(club="Kale")
    chief = factories.chief_of(tournament)
    rule = confirmed(forbid, tournament=tournament, sharing="club", by=chief)
    assert frozenset("AD") not in pair(tournament, 1)
    rule.refresh_from_db()
    assert rule.members[str(team(tournament, "A").pk)] == [1, "Kale"]
    play_round(tournament, 1, stronger)
    tournament.teams.filter(name="A").update(club="")  # corrected later: it stays forbidden
    groups = team_snapshot(tournament, before_round=2).state.forbidden
    assert [group.players for group in groups] == [frozenset({1, 4})]


def test_a_rule_after_the_pairing_makes_the_matches_out_of_date(tournament):
    pair(tournament, 1)
    round_ = Round.objects.get(tournament=tournament, number=1)
    rule = keep_apart(tournament, "A", "D")
    assert matches_are_stale(round_)
    assert len(match_findings(round_)) == 1
    assert frozenset("AD") not in pair(tournament, 1)
    confirmed(allow_again, tournament=tournament, rule=rule, by=factories.chief_of(tournament))
    assert frozenset("AD") in pair(tournament, 1)


def test_a_rule_ends_with_its_round_and_is_taken_back_from_the_history():
    tournament = made(rounds=4)
    Tournament.objects.filter(pk=tournament.pk).update(fide_mode=False)
    play_round(tournament, 1, stronger)
    keep_apart(tournament, "A", "B", last_round=2)
    state = team_snapshot(tournament, before_round=2).state
    assert state.kept_apart(1, 2)
    assert not team_snapshot(tournament, before_round=3).state.kept_apart(1, 2)
    line = tournament.log.get(act="forbidden.added")
    assert "A" in str(line.after) and "forbidden" in line_in_words(line).lower()
    confirmed(undo_act, tournament=tournament, line=line, by=factories.chief_of(tournament))
    assert not ForbiddenPairing.objects.filter(tournament=tournament).exists()


def test_what_cannot_be_forbidden(tournament):
    chief = factories.chief_of(tournament)
    for more in ({"teams": [team(tournament, "A")]}, {"sharing": "family"}, {"sharing": "x"}):
        with pytest.raises(Refused):
            forbid(tournament=tournament, by=chief, **more)
    stranger = Team.objects.create(tournament=made(2, rounds=1), name="Z")
    with pytest.raises(Refused):
        forbid(tournament=tournament, by=chief, teams=[team(tournament, "A"), stranger])


def test_nobody_can_be_paired_and_the_teams_are_named():
    tournament = made(4, rounds=3)
    keep_apart(tournament, *"ABC")
    with pytest.raises(Refused) as refused:
        confirmed(swiss.pair_matches, tournament=tournament, number=1, by=None)
    assert "A" in str(refused.value) and "B" in str(refused.value)


def test_the_regulations_name_the_teams(tournament):
    keep_apart(tournament, "A", "D")
    words = [text for _head, lines in regulations_in_words(tournament) for text in lines]
    assert any("A, D" in text for text in words)


def test_the_page_of_forbidden_pairings_is_about_teams(client, tournament):
    client.force_login(factories.chief_of(tournament))
    address = f"/en/desk/{tournament.event.slug}/{tournament.slug}/players/forbidden/"
    page = client.get(address)
    assert "Any two teams may meet" in page.content.decode()
    (tab,) = (link for link in page.content.decode().split("<a") if "aria-current" in link)
    assert "Teams" in tab.split("</a>")[0]
    found = Page(client.get(address, {"q": "B"}))
    assert str(team(tournament, "B").pk) in found.values("button, input")
    keys = [team(tournament, name).pk for name in "AB"]
    answer = client.post(address, {"players": keys, "sharing": "", "last_round": 0})
    if answer.status_code != 302:
        token = answer.context["confirmation"].token
        values = {"players": keys, "sharing": "", "last_round": 0, "confirmed": token}
        answer = client.post(address, values)
    rule = ForbiddenPairing.objects.get(tournament=tournament)
    assert {one.name for one in rule.named} == {"A", "B"}
    assert "A · B" in client.get(address).content.decode()


# --- Always the same boards ---------------------------------------------------------------------


def numbers(tournament, number):
    rows = Match.objects.filter(round__tournament=tournament, round__number=number)
    return {row.number: {row.first.name, row.second.name} for row in rows}


def fix(tournament, name, match):
    one = team(tournament, name)
    values = {"fixed_match": match}
    chief = factories.chief_of(tournament)
    listing.change_team(
        tournament=tournament, team=one, version=one.version, by=chief, values=values
    )


def test_a_match_follows_its_team_and_so_do_the_boards(tournament):
    fix(tournament, "A", 3)
    pair(tournament, 1)
    assert numbers(tournament, 1) == {1: set("BE"), 2: set("CF"), 3: set("AD")}
    play_round(tournament, 1, stronger)
    boards = Pairing.objects.filter(round__tournament=tournament, match__number=3)
    assert sorted(boards.values_list("board", flat=True)) == [5, 6]
    play_round(tournament, 2, stronger)
    assert "A" in numbers(tournament, 2)[3]


def test_a_number_beyond_the_matches_leaves_boards_free(tournament):
    fix(tournament, "B", 9)
    play_round(tournament, 1, stronger)
    assert numbers(tournament, 1) == {1: set("AD"), 2: set("CF"), 9: set("BE")}
    boards = Pairing.objects.filter(round__tournament=tournament)
    assert sorted(boards.values_list("board", flat=True)) == [1, 2, 3, 4, 17, 18]


def test_matches_that_are_paired_follow_a_change_and_go_back(tournament):
    pair(tournament, 1)
    fix(tournament, "A", 2)
    assert numbers(tournament, 1) == {1: set("BE"), 2: set("AD"), 3: set("CF")}
    fix(tournament, "A", None)
    assert numbers(tournament, 1) == {1: set("AD"), 2: set("BE"), 3: set("CF")}


def test_an_exchange_by_hand_keeps_the_boards_of_the_team(tournament):
    fix(tournament, "A", 3)
    pair(tournament, 1)
    one, two = team(tournament, "A"), team(tournament, "B")
    swiss.exchange_teams(tournament=tournament, number=1, one=one, two=two, by=None)
    assert numbers(tournament, 1)[3] == set("AE")


def test_two_teams_cannot_have_the_same_match(tournament):
    fix(tournament, "A", 3)
    with pytest.raises(Refused):
        fix(tournament, "B", 3)
    play_round(tournament, 1, stronger)
    chief = factories.chief_of(tournament)
    confirmed(withdraw_team, tournament=tournament, team=team(tournament, "A"), by=chief)
    fix(tournament, "B", 3)
    with pytest.raises(Refused):
        return_team(tournament=tournament, team=team(tournament, "A"), by=chief)
