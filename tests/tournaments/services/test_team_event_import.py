"""A Swiss of teams made from its own report: the same again, and it goes on as before."""

from copy import deepcopy

import pytest

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.tournaments.services.test_event_import import CASES, players, take
from tests.tournaments.team_events import (
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
from tournaments.models import LineUp, Match, Pairing, ReportImport, Round, RoundBye
from tournaments.queries.reports.trf import report
from tournaments.queries.teams.standings import team_table
from tournaments.queries.teams.swiss import swiss_reasons, team_snapshot
from tournaments.services.entries.forbidden import forbid
from tournaments.services.reports import importing
from tournaments.services.reports.event_reading import read_event
from tournaments.services.results.entering import enter_result
from tournaments.services.teams import lineups, listing, swiss
from tournaments.services.teams.leaving import withdraw_team
from tournaments.services.teams.matches import forfeit_match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_a_worker(monkeypatch):
    monkeypatch.setattr(importing, "AT_ONCE", 10**9)


def mixed(row):
    return ("10", "==", "01")[(row.board + row.round.number) % 3]


def everything(teams=7, boards=2, **more):
    """Late and withdrawn teams, byes of every kind, a forfeited match, an empty board, a line-up,
    teams kept apart."""
    rules = {"gaps": "forfeit", "order": "free", **more.pop("rules", {})}
    made = team_event(teams, boards, system="fide2026.team", rules=rules)
    for name, value in {"total_rounds": 6, "late_entries_until": 3, **more}.items():
        setattr(made, name, value)
    made.save()
    for number in range(1, 7):
        made.rounds.get_or_create(number=number)
    chief = factories.chief_of(made)
    named = [team(made, "A"), team(made, "B")]
    confirmed(forbid, tournament=made, teams=named, by=chief)
    swiss.give_bye(tournament=made, team=team(made, "C"), number=2, kind="H", by=None)
    swiss.give_bye(tournament=made, team=team(made, "D"), number=5, kind="Z", by=None)
    play_round(made, 1, mixed)
    late = listing.add_team(tournament=made, by=None, values={"name": "Late"})
    entry = factories.enter_one(made, {"name": "Late One", "fide_rating": 2000})
    listing.list_players(tournament=made, team=late, entries=[entry.pk], by=None)
    made.refresh_from_db()
    made.entries.filter(name="E1").update(status="absent")
    confirmed(swiss.pair_matches, tournament=made, number=2, by=None)
    confirmed(swiss.announce_matches, tournament=made, number=2, public=True, by=None)
    paired = Match.objects.filter(round__tournament=made, round__number=2)
    own = paired.exclude(first__name="Late").order_by("number")[0].first
    one, two = player_ids(made, f"{own.name}2", f"{own.name}1")
    seats = {1: one, 2: two}
    confirmed(lineups.hand_in, tournament=made, team=own, number=2, seats=seats, by=chief)
    play_round(made, 2, mixed)
    confirmed(withdraw_team, tournament=made, team=team(made, "G"), by=None)
    open_round(made, 3)
    match = Match.objects.filter(round__tournament=made, round__number=3).first()
    confirmed(forfeit_match, tournament=made, match=match, forfeit="+-", by=None)
    enter(made, 3, lambda row: "" if row.match_id == match.pk else stronger(row))
    made.refresh_from_db()
    return made


def matches(made):
    rows = Match.objects.filter(round__tournament=made).order_by("round__number", "number")
    order = ("round__number", "number", "first__name", "second__name", "forfeit")
    return list(rows.values_list(*order))


def boards(made):
    rows = Pairing.objects.filter(round__tournament=made)
    order = ("round__number", "board", "white__name", "black__name", "result", "bye")
    return sorted(map(str, rows.values_list(*order)))


def places(made):
    rows = team_table(made).rows
    return [(row.rank, row.entry.name, row.score, row.board_points, row.values) for row in rows]


def lines(data):
    """The report without what names the tournament, the day or the people of the desk."""
    kept = data.decode().splitlines()
    return [one for one in kept if one[:3] not in ("012", "102", "112", "###")]


def same_again(first):
    first.refresh_from_db()
    data = report(first)
    second = take(data, event=first.event)
    again = report(second)
    assert lines(again) == lines(data)
    assert check(read(again)).clean and check(read(data)).clean
    assert check(read(again)).agreed == read(data).begun_rounds
    assert places(second) == places(first)
    assert boards(second) == boards(first)
    return second


@pytest.fixture(scope="module")
def first_once(standing):
    return everything()


@pytest.fixture
def first(first_once):
    return deepcopy(first_once)


def test_an_event_with_everything_comes_back_as_it_was(first):
    second = same_again(first)
    assert matches(second) == matches(first)
    byes = [
        sorted(
            RoundBye.objects.filter(round__tournament=made).values_list(
                "round__number", "team__name", "kind"
            )
        )
        for made in (first, second)
    ]
    assert byes[0] == byes[1] and len(byes[0]) > 3
    assert second.team_rules.order == "free" and second.team_rules.gaps == "forfeit"
    assert team(second, "G").withdrawn_after == 2
    (rule,) = second.forbidden_pairings.all()
    assert {one.name for one in rule.named} == {"A", "B"}
    name = LineUp.objects.get(round__tournament=first, by_rule=False).team.name
    handed = LineUp.objects.get(round__tournament=second, round__number=2, team__name=name)
    assert not handed.by_rule
    assert [seat.entry.name for seat in handed.seats.all()] == [f"{name}2", f"{name}1"]
    states = list(second.rounds.order_by("number").values_list("status", flat=True))
    assert states == [Round.Status.FINISHED] * 3 + [Round.Status.PLANNED] * 3


@pytest.mark.parametrize(
    ("rules", "more"),
    [
        ({"primary": "GP"}, {}),
        ({"match_bye": 20, "bye_board_points": 20}, {}),
        ({"match_win": 30}, {}),
        ({}, {"options": {"preferences": "type_b", "second_score": False}}),
        ({}, {"options": {"preferences": "no_preferences"}, "initial_colour": "b"}),
        ({}, {"acceleration": "baku"}),
        ({"edition": "handbook", "tie_breaks": ["PTS:GP", "DE", "OKM", "FFW"]}, {}),
    ],
)
def test_events_by_other_rules_come_back_too(rules, more):
    first = everything(rules=rules, **more)
    second = same_again(first)
    own, others = first.team_rules, second.team_rules
    for name in ("boards", "primary", "match_win", "match_bye", "edition", "tie_breaks"):
        assert getattr(own, name) == getattr(others, name), name


def test_the_tournament_goes_on_as_the_first_one_does(first):
    first.entries.filter(name="E1").update(status="present")  # no report says who is away
    second = same_again(first)
    for made in (first, second):
        play_round(made, 4, stronger)
    assert matches(first) == matches(second)
    assert players(report(first)) == players(report(second))
    states = [team_snapshot(made, before_round=5).state for made in (first, second)]
    assert states[0].rounds == states[1].rounds and states[0].byes == states[1].byes


def test_the_reasons_of_the_matches_come_back():
    second = same_again(everything())
    found = swiss_reasons(second.rounds.get(number=1))
    assert len(found.matches) == 3 and found.bye
    assert all(any(line.article for line in said) for said in found.matches.values())


def test_matches_changed_by_hand_and_results_corrected_since_are_told_by_the_report(first):
    confirmed(swiss.pair_matches, tournament=first, number=4, by=None)
    pair = Match.objects.filter(round__tournament=first, round__number=4).order_by("number")
    swiss.exchange_teams(tournament=first, number=4, one=pair[0].first, two=pair[1].first, by=None)
    assert "### MPA @ Round 4" not in report(first).decode()
    play_round(first, 4, stronger)
    row = Pairing.objects.filter(round__tournament=first, round__number=3, result="10").first()
    confirmed(
        enter_result, tournament=first, pairing_id=row.pk, code="01", version=row.version,
        reason="slip", by=factories.chief_of(first),
    )  # fmt: skip
    text = report(first).decode()
    assert "### MPA @ Round 4: " in text
    assert "### Correction @ Round 3: " in text and "used in round 4" in text
    found = check(read(text.encode()))
    assert found.agreed == 4, found
    second = take(text.encode(), event=first.event)
    again = check(read(report(second)))
    assert again.clean or again.agreed == 4
    assert "### Import @ Round 4: " in report(second).decode()


def test_a_match_turned_back_is_as_the_program_pairs(first):
    confirmed(swiss.pair_matches, tournament=first, number=4, by=None)
    match = Match.objects.filter(round__tournament=first, round__number=4).first()
    for _twice in range(2):
        match = Match.objects.get(round__tournament=first, round__number=4, number=match.number)
        swiss.turn_match(tournament=first, match=match, by=None)
    play_round(first, 4, stronger)
    assert "### MPA" not in report(first).decode()
    assert check(read(report(first))).clean


def test_an_open_round_comes_in_with_its_games_open(first):
    open_round(first, 4)
    enter(first, 4, lambda row: "10" if row.board % 2 else "")
    second = take(report(first), event=first.event)
    assert matches(second) == matches(first)
    fourth = second.rounds.get(number=4)
    assert fourth.status == Round.Status.PUBLISHED
    assert fourth.pairings.filter(result="10").count() == (
        first.rounds.get(number=4).pairings.filter(result="10").count()
    )


def test_the_preview_counts_teams_and_the_import_is_undone(first):
    seen = read_event(first.event, report(first))
    assert seen.teams is not None and len(seen.teams.event.teams) == 8
    assert [one.agrees for one in seen.rounds] == [True] * 3
    assert seen.byes == 4
    second = take(report(first), event=first.event)
    work = ReportImport.objects.get(tournament=second)
    confirmed(importing.undo_import, work=work, by=factories.chief_of(first))
    assert not second.teams.exists() and not second.entries.exists()


def test_a_report_of_another_program_is_taken():
    """A bye, a half-point bye of a team and a forfeited match, without a line of this program."""
    data = (CASES / "trf" / "team_cup.trf").read_bytes()
    made = take(data)
    seen = read(data)
    assert made.teams.count() == len(seen.teams)
    assert made.rounds.filter(status=Round.Status.FINISHED).count() == seen.begun_rounds
    again = read(report(made))
    assert [(one.number, one.match_points, one.game_points) for one in again.teams] == [
        (one.number, one.match_points, one.game_points) for one in seen.teams
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"192 FIDE_TEAM_TYPEA_MP_GP", b"192 CUSTOM_TEAM_KNOCKOUT"),
        (b"192 FIDE_TEAM_TYPEA_MP_GP", b"192 BERGER_TEAM_ROUNDROBIN"),
        (b"320  1.0  1.0", b"299    1.0   1.0  001    1\n320  1.0  1.0"),
        (b"240 H 002    3", b"240 H 002    1"),
    ],
)
def test_what_cannot_be_taken_is_refused_in_words(old, new, first):
    data = report(first)
    assert old in data
    with pytest.raises(Refused) as refused:
        read_event(first.event, data.replace(old, new))
    assert str(refused.value)
