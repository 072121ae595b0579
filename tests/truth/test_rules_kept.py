"""Each sentence of the published regulations is kept by the service: what is promised can be done,
and what is not promised is refused or asked about."""

from datetime import UTC, datetime, timedelta

import pytest

from tests import factories
from tests.tournaments.team_events import open_round, play_round, stronger, team_event
from tests.truth import rules, states
from tests.truth.record import read
from tests.truth.teams import Table_
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Pairing
from tournaments.queries.standings.table import standings_table
from tournaments.queries.teams.lineups import deadline
from tournaments.queries.teams.rules import rules_of
from tournaments.queries.teams.standings import team_table
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.listing import enter_player
from tournaments.services.entries.table_numbers import draw_table
from tournaments.services.teams.swiss import give_bye

pytestmark = pytest.mark.django_db


def half_bye(made, tpn_by_rating, number):
    entry = made.entries.order_by("-rating")[tpn_by_rating]
    chief = factories.chief_of(made)
    return {
        "tournament": made,
        "entry": entry,
        "round_number": number,
        "kind": "H",
        "by": chief,
    }


def points_of_players():
    """3-1-0 and half of it for the bye, in the standings."""
    made = states.individual(
        "fide2026.dutch", 5, win_points=30, draw_points=10, bye_points=10, tie_breaks=["SB"]
    )
    states.open_round(made, 1)
    states.enter(made, 1, ("10", "=="))
    points = sorted(row.score for row in standings_table(made, 1).rows)
    assert points == [0, 10, 10, 10, 30]


def points_of_a_game():
    """The points of the games are those of the match."""
    made = team_event(2, 2)
    play_round(made, 1, lambda row: "==")
    assert {row.board_points for row in team_table(made, 1).rows} == {10}


def half_point_byes():
    """As many as are promised are given and paired; one more is asked about."""
    made = states.individual("fide2026.dutch", 8, half_byes_allowed=1)
    grant = half_bye(made, 3, 1)
    confirmed(grant_bye, **grant)
    states.open_round(made, 1)
    assert Pairing.objects.get(round__tournament=made, white=grant["entry"]).bye == "H"
    with pytest.raises(NeedsConfirmation) as asked:
        grant_bye(**grant | {"round_number": 2})
    assert "bye.over_the_limit" in str(asked.value.reasons)


def none_at_the_end():
    made = states.individual("fide2026.dutch", 8, no_byes_in_last=2)
    with pytest.raises(Refused) as refused:
        confirmed(grant_bye, **half_bye(made, 3, 4))
    assert refused.value.code == "bye.last_rounds"
    confirmed(grant_bye, **half_bye(made, 3, 3))


def no_half_point_byes():
    made = states.individual("fide2026.dutch", 8, half_byes_allowed=0)
    with pytest.raises(NeedsConfirmation) as asked:
        grant_bye(**half_bye(made, 3, 1))
    assert "bye.over_the_limit" in str(asked.value.reasons)


def half_point_byes_of_teams():
    """One is given, and one more is asked about."""
    made = team_event(6, 1, system="fide2026.team")
    for number in (1, 2):
        made.rounds.get_or_create(number=number)
    give = {"tournament": made, "team": made.teams.get(name="B"), "kind": "H", "by": None}
    give_bye(number=1, **give)
    with pytest.raises(NeedsConfirmation) as asked:
        give_bye(number=2, **give)
    assert "bye.over_the_limit_of_teams" in str(asked.value.reasons)


def late_entries():
    made = states.individual("fide2026.dutch", 8, late_entries_until=2)
    states.open_round(made, 1)
    states.enter(made, 1, ("10",))
    chief = factories.chief_of(made)
    late = enter_player(tournament=made, by=chief, values={"name": "Late, Ann"})
    assert late.first_round == 2


def no_late_entries():
    """A late entry all the same is a decision of the arbiter, said in the history."""
    made = states.individual("fide2026.dutch", 8, late_entries_until=0)
    states.open_round(made, 1)
    states.enter(made, 1, ("10",))
    chief = factories.chief_of(made)
    with pytest.raises((Refused, NeedsConfirmation)):
        enter_player(tournament=made, by=chief, values={"name": "Late, Ann"})


def first_colour():
    made = states.individual("fide2026.dutch", 8)
    assert not made.initial_colour
    states.open_round(made, 1)
    made.refresh_from_db()
    first = Pairing.objects.get(round__tournament=made, board=1)
    tpn = first.white.tpn if made.initial_colour == "w" else first.black.tpn
    assert made.initial_colour in ("w", "b") and tpn == 1


def numbers_by_lot():
    """The desk draws them, from the seed of the event; pairing keeps them."""
    made, _steps = states.robin(players=8, cycles=1)
    draw_table(tournament=made, by=factories.chief_of(made))
    drawn = dict(made.entries.values_list("pk", "drawn_number"))
    states.open_round(made, 1)
    assert dict(made.entries.values_list("pk", "tpn")) == drawn
    numbers = [entry.tpn for entry in made.entries.order_by("-rating")]
    assert sorted(numbers) == list(range(1, 9)) and numbers != sorted(numbers)


def match_points():
    made = team_event(3, 1, rules={"match_win": 30, "match_draw": 10, "match_bye": 10})
    play_round(made, 1, stronger)
    points = Table_(read(made.pk), 1).match_points
    found = {row.entry.pk: row.match_points for row in team_table(made, 1).rows}
    assert found == points and sorted(found.values()) == [0, 10, 30]


def free_round_of_a_team():
    made = team_event(3, 2, rules={"match_bye": 10, "bye_board_points": 15})
    play_round(made, 1, stronger)
    (free,) = (row for row in team_table(made, 1).rows if row.won + row.drawn + row.lost == 0)
    assert (free.match_points, free.board_points) == (10, 15)


def boards_of_a_match():
    made = team_event(2, 3)
    open_round(made, 1)
    assert Pairing.objects.filter(round__tournament=made, round__number=1).count() == 3


def line_ups_close():
    made = team_event(2, 2, rules={"deadline_minutes": 45})
    at = datetime(2026, 11, 21, 12, tzinfo=UTC)
    made.rounds.filter(number=1).update(starts_at=at)
    closes = deadline(made.rounds.get(number=1), rules_of(made))
    assert closes == at - timedelta(minutes=45)


def line_ups_close_with_the_boards():
    """Without a time there is no deadline."""
    made = team_event(2, 2)
    made.rounds.update(starts_at=None)
    assert deadline(made.rounds.get(number=1), rules_of(made)) is None


def colours_of_a_match():
    made = team_event(2, 4)
    open_round(made, 1)
    record = read(made.pk)
    (match,) = (one for one in record.matches if one.round == 1)
    white = [record.people[game.white].team == match.first for game in record.games_of(1)]
    assert white == [True, False, True, False]


def away_in_a_round_robin():
    made, _steps = states.robin(players=4, cycles=1)
    made.entries.filter(pk=made.entries.order_by("-rating")[0].pk).update(status="absent")
    states.open_round(made, 1)
    (lost,) = Pairing.objects.filter(round__tournament=made, result__in=["+-", "-+"])
    away = lost.white if lost.result == "-+" else lost.black
    assert away.status == "absent"


#: the sentence, and how it is seen to be kept; a reason where people keep it
KEPT = {
    "points of players": points_of_players,
    "points of a game": points_of_a_game,
    "half-point byes": half_point_byes,
    "half-point byes of teams": half_point_byes_of_teams,
    "no half-point byes at the end": none_at_the_end,
    "no half-point byes": no_half_point_byes,
    "late entries": late_entries,
    "no late entries": no_late_entries,
    "first colour": first_colour,
    "numbers by lot": numbers_by_lot,
    "match points": match_points,
    "free round of a team": free_round_of_a_team,
    "boards of a match": boards_of_a_match,
    "line-ups close": line_ups_close,
    "line-ups close with the boards": line_ups_close_with_the_boards,
    "colours of a match": colours_of_a_match,
    "away in a round robin": away_in_a_round_robin,
}
BY_PEOPLE = {
    "default time": "the arbiters at the boards; the desk notes the empty chairs",
    "colours drawn by the captains": "the captains at the draw; the desk enters what they drew",
}


def test_each_sentence_is_kept_or_says_who_keeps_it():
    assert set(KEPT) | set(BY_PEOPLE) == {rule.key for rule in rules.RULES}
    assert not set(KEPT) & set(BY_PEOPLE)


@pytest.mark.parametrize("rule", KEPT)
def test_the_service_keeps(rule):
    KEPT[rule]()
