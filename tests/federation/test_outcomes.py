"""The outcomes of players are written when a tournament ends, and follow every change."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from federation.core.outcomes import scores
from federation.models import Club, PlayerResult, Province
from federation.services.outcomes import write_all_outcomes
from pairing.results import KNOWN
from pairing.state import Game, PointSystem, Round
from tests import factories
from tests.tournaments import knockout_events, matches_of_two, team_events
from tiebreaks.standings import standings
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Knockout, Pairing, RegisteredPlayer, Tournament
from tournaments.queries.knockout.course import course_of
from tournaments.queries.reports.games_beside import knockout_ranks
from tournaments.queries.standings.norm_forms import norm_cards
from tournaments.queries.standings.rating_changes import rating_changes
from tournaments.queries.standings.table import standings_table
from tournaments.services.entries.withdrawals import expel_player, withdraw_player
from tournaments.services.knockout import planning, playing
from tournaments.services.knockout.team_rounds import make_round
from tournaments.services.reports.finishing import finish_tournament, reopen_tournament
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.publication import finish_round
from tournaments.services.setup.removing import remove_event, restore_event
from tournaments.snapshot import snapshot

pytestmark = pytest.mark.django_db


def register(tournament: Tournament) -> None:
    """All of its players but the last stand in the register."""
    for entry in list(tournament.entries.order_by("pk"))[:-1]:
        entry.player = RegisteredPlayer.objects.create(name=entry.name, search_key=entry.name)
        entry.save(update_fields=["player"])


def swiss(system: str) -> Tournament:
    made = factories.tournament(6, system=system, total_rounds=3)
    for number in range(1, made.total_rounds + 1):
        factories.play(made, number, first=number)
        finish_round(tournament=made, number=number, by=None)
    return made


def double() -> Tournament:
    made = matches_of_two.made(5)
    for number in (1, 2, 3):
        matches_of_two.play(made, number)
    return made


def teams(system: str, count: int) -> Tournament:
    made = team_events.team_event(count, 2, system=system)
    for number in range(1, made.total_rounds + 1):
        team_events.play_round(made, number, team_events.stronger)
        finish_round(tournament=made, number=number, by=None)
    return made


def knockout() -> Tournament:
    found = knockout_events.announced(knockout_events.knockout(4))
    knockout_events.play_out(found)
    return Tournament.objects.get(pk=found.tournament_id)


def knockout_of_teams() -> Tournament:
    made = team_events.team_event(4, 2, system="handbook.team_knockout", drawn=False)
    plan = planning.announce(knockout=Knockout.objects.get(tournament=made), by=None)
    number = 1
    while True:
        team_events.open_round(made, number)
        team_events.enter(made, number, team_events.stronger)
        finish_round(tournament=made, number=number, by=None)
        number += 1
        try:
            make_round(knockout=plan, by=None)
        except Refused as refused:
            assert refused.code == "knockout.no_round"
            return Tournament.objects.get(pk=made.pk)


FORMATS: dict[str, Callable[[], Tournament]] = {
    "Dutch": lambda: swiss("fide2026.dutch"),
    "Burstein": lambda: swiss("handbook.burstein"),
    "round robin": lambda: swiss("handbook.round_robin"),
    "Double-Swiss": double,
    "Swiss of teams": lambda: teams("fide2026.team", 8),
    "round robin of teams": lambda: teams("handbook.team_round_robin", 4),
    "Skalitzka": lambda: teams("handbook.skalitzka", 3),
    "Scheveningen": lambda: teams("handbook.scheveningen", 2),
    "knock-out": knockout,
    "knock-out of teams": knockout_of_teams,
}


def finish(tournament: Tournament) -> Tournament:
    return confirmed(finish_tournament, tournament=tournament, by=None)


def reopen(tournament: Tournament) -> Tournament:
    return confirmed(reopen_tournament, tournament=tournament, by=None)


def correct(tournament: Tournament) -> None:
    """Turn the result of a game of the last round around, or all of the final."""
    if not tournament.format.has_rounds:
        course = course_of(Knockout.objects.get(tournament=tournament))
        final = max(tie for tie, *_rest in course.games)
        for key, game in sorted(course.games.items()):
            if game.tie == final:
                confirmed(
                    playing.enter_game,
                    knockout=course.knockout,
                    key=key,
                    code=game.result[::-1],
                    version=game.version,
                    by=None,
                )
        return
    last = tournament.rounds.order_by("-number").first()
    decided = [row for row in last.pairings.games() if row.result != row.result[::-1]]
    confirmed(
        enter_result,
        tournament=tournament,
        pairing_id=decided[0].pk,
        code=KNOWN[decided[0].result].reversed.code,
        version=decided[0].version,
        by=factories.chief_of(tournament),
    )


def kept(tournament: Tournament) -> dict[int, dict[str, object]]:
    return {row["entry_id"]: row for row in tournament.outcomes.values()}


@pytest.mark.parametrize("make", FORMATS.values(), ids=FORMATS)
def test_outcomes_follow_the_tournament(make):
    tournament = make()
    register(tournament)
    assert kept(tournament) == {}
    finish(tournament)
    first = kept(tournament)
    assert first
    as_the_pages_say(tournament)

    reopen(tournament)
    assert kept(tournament) == {}
    correct(tournament)
    assert kept(tournament) == {}
    finish(tournament)
    as_the_pages_say(tournament)
    assert kept(tournament).keys() == first.keys()
    assert kept(tournament) != first

    of_teams = list(tournament.team_outcomes.order_by("place").values())
    assert len(of_teams) == tournament.teams.count()
    assert [row["place"] for row in of_teams][:1] == [1] * bool(of_teams)
    now = kept(tournament)
    PlayerResult.objects.filter(tournament=tournament).update(points=0, place=None, games=1)
    assert write_all_outcomes() == (1, len(now))
    assert kept(tournament) == now

    confirmed(remove_event, event=tournament.event, by=None)
    assert kept(tournament) == {} and not tournament.team_outcomes.exists()
    restore_event(number=tournament.event_id, by=factories.chief_of(tournament))
    assert kept(tournament) == now
    assert list(tournament.team_outcomes.order_by("place").values()) == of_teams


def as_the_pages_say(tournament: Tournament) -> None:
    """Place, points and change are those of the standings and of the rating changes."""
    rows = list(tournament.outcomes.select_related("entry"))
    assert rows
    assert {row.player_id for row in rows} == {row.entry.player_id for row in rows}
    places: dict[int, int] = {}
    points: dict[int, int] = {}
    tournament = Tournament.objects.select_related("event").get(pk=tournament.pk)
    if not tournament.format.pairs_teams and tournament.format.has_rounds:
        table = standings_table(tournament)
        places = {row.entry.pk: row.rank for row in table.rows}
        points = {row.entry.pk: row.score for row in table.rows}
    elif not tournament.format.pairs_teams:
        numbers = {entry.tpn: entry.pk for entry in tournament.entries.all()}
        places = {numbers[tpn]: rank for tpn, rank in knockout_ranks(tournament).items()}
    changes = {
        row.entry.pk: row.estimate.change
        for row in (rating_changes(tournament).rows if tournament.format.has_rounds else ())
    }
    for row in rows:
        assert row.place == places.get(row.pk)
        assert row.points == points.get(row.pk, row.points)
        assert row.games > 0 and row.performance > 0 and row.rating == row.entry.rating
        assert (row.ended_on, row.kind) == (tournament.event.ends_on, tournament.rating_type)
        if row.pk in changes:
            assert abs(row.change - 100 * changes[row.pk]) <= 50
        else:
            assert row.change is None


def test_it_is_kept_how_many_share_a_place_also_those_who_are_not_in_the_register():
    made = knockout_events.announced(knockout_events.knockout(4))
    register(made.tournament)
    knockout_events.play_out(made)
    finish(made.tournament)
    rows = made.tournament.outcomes.order_by("place")
    assert [(row.place, row.sharing) for row in rows] == [(1, 1), (2, 1), (3, 2)]


def test_a_team_is_that_of_its_club():
    tournament = teams("handbook.team_round_robin", 3)
    province = Province.objects.create(code="35", name="İzmir", slug="izmir")
    club = Club.objects.create(code="1", name="A", slug="a", province=province)
    finish(tournament)
    own = tournament.team_outcomes.get(club=club)
    assert (own.team.name, own.place, own.won, own.lost) == ("A", 1, 2, 0)
    assert tournament.team_outcomes.filter(club=None).count() == 2


def test_a_norm_stands_beside_the_result():
    tournament = factories.tournament(
        10, system="handbook.round_robin", total_rounds=9, rating_type="standard"
    )
    register(tournament)
    titles = {n: "GM" if n < 5 else "IM" for n in range(1, 10)}
    federations = ("TUR", "GER", "AZE", "GEO")
    for entry in tournament.entries.order_by("-rating"):
        number = int(entry.name[-3:])
        entry.title, entry.federation = titles.get(number, ""), federations[number % 4]
        entry.fide_id = str(1000 + number)
        entry.save()
    for number in range(1, 10):
        factories.pair(tournament, number)
        factories.publish(tournament, number)
        team_events.enter(tournament, number, best_for_the_last)
        finish_round(tournament=tournament, number=number, by=None)
    finish(tournament)
    made = {row.entry.name: row.norm for row in tournament.outcomes.select_related("entry")}
    cards = {
        (card.entry.name, card.title) for card in norm_cards(tournament) if card.entry.player_id
    }
    assert cards == {(name, norm) for name, norm in made.items() if norm} != set()


def best_for_the_last(row: Pairing) -> str:
    """Player 009 wins nearly everything."""
    if row.white.name.endswith("009"):
        return "10"
    return "01" if row.black.name.endswith("009") else "=="


def test_who_withdrew_keeps_what_was_played():
    tournament = factories.tournament(8, total_rounds=3)
    register(tournament)
    factories.play(tournament, 1)
    finish_round(tournament=tournament, number=1, by=None)
    gone, expelled = factories.entry(tournament, 2), factories.entry(tournament, 3)
    confirmed(withdraw_player, tournament=tournament, entry=gone, by=None)
    confirmed(expel_player, tournament=tournament, entry=expelled, by=None, reason="Cheated")
    for number in (2, 3):
        factories.play(tournament, number, first=number)
        finish_round(tournament=tournament, number=number, by=None)
    finish(tournament)
    as_the_pages_say(tournament)
    assert tournament.outcomes.get(entry=gone).games == 1
    assert tournament.outcomes.get(entry=gone).place
    assert tournament.outcomes.get(entry=expelled).games == 1
    assert tournament.outcomes.get(entry=expelled).place is None


def test_who_left_a_round_robin_early_has_no_place():
    tournament = factories.tournament(6, system="handbook.round_robin", total_rounds=5)
    register(tournament)
    factories.play(tournament, 1)
    finish_round(tournament=tournament, number=1, by=None)
    gone = factories.entry(tournament, 2)
    confirmed(withdraw_player, tournament=tournament, entry=gone, by=None)
    for number in range(2, 6):
        factories.pair(tournament, number)
        factories.publish(tournament, number)
        team_events.enter(tournament, number, lambda row: row.result or "10")
        finish_round(tournament=tournament, number=number, by=None)
    finish(tournament)
    left = tournament.outcomes.get(entry=gone)
    assert (left.place, left.games, left.players) == (None, 1, 5)


def test_nothing_is_kept_of_a_sandbox_nor_where_there_is_no_federation(settings):
    tournament = swiss("fide2026.dutch")
    register(tournament)
    settings.FEDERATION = ""
    finish(tournament)
    assert kept(tournament) == {}
    settings.FEDERATION = "Federation"
    call_command("rebuild_outcomes")
    assert kept(tournament)
    event = tournament.event
    event.public, event.sandbox_until = False, timezone.now()
    event.save()
    call_command("rebuild_outcomes")
    assert kept(tournament) == {}


def test_a_change_that_is_undone_leaves_the_outcomes_alone():
    tournament = finish(swiss("fide2026.dutch"))
    register(tournament)
    call_command("rebuild_outcomes")
    before = kept(tournament)
    with transaction.atomic():
        reopen(tournament)
        assert kept(tournament) == {}
        transaction.set_rollback(True)
    assert kept(tournament) == before


def test_performance_is_that_of_the_tie_break_where_everybody_is_rated():
    tournament = swiss("fide2026.dutch")
    register(tournament)
    finish(tournament)
    state = snapshot(tournament, before_round=4, pairing=False).state
    table = standings(state, "TPR")
    found = tournament.outcomes.values_list("entry__tpn", "performance")
    assert {tpn: table.value("TPR", tpn) for tpn, _own in found} == dict(found)


def test_games_are_counted_one_by_one_and_forfeits_only_in_the_points():
    rounds = [
        Round(1, (Game(1, 2, KNOWN["10"]), Game(3, 4, KNOWN["+-"]))),
        Round(2, (Game(1, 3, KNOWN["DD"]), Game(2, 4, KNOWN["01"]))),
    ]
    found = scores(rounds, {1: 2000, 2: 1800, 3: 0, 4: 1600}, PointSystem())
    assert {n: (one.games, one.points) for n, one in found.items()} == {
        1: (2, 15), 2: (2, 0), 3: (1, 15), 4: (1, 10),
    }  # fmt: skip
    # Won against 1800, and the draw with somebody unrated tells nothing.
    assert found[1].performance == 1800 + 800
    assert found[3].performance == 2000
    double = scores([Round(1, (Game(1, 2, KNOWN["10+-"]),))], {}, PointSystem.of_matches())
    assert (double[1].games, double[1].points, double[1].performance) == (1, 20, 0)
