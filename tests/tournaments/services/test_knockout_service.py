"""Knock-outs: the plan, its announcement, lots, games, and what a correction takes with it."""

import random

import pytest

from tests import factories
from tests.tournaments import knockout_events as events
from tests.tournaments.knockout_events import announced, better_seed, enter, knockout, play_out
from tournaments.kernel.errors import Conflict, NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Knockout, KnockoutGame
from tournaments.queries.knockout.bracket import course_view
from tournaments.queries.knockout.course import course_of, draws, game_key
from tournaments.queries.knockout.desk import restore_point
from tournaments.queries.knockout.playoff import seats_before
from tournaments.queries.reports.trf import report
from tournaments.services.entries.listing import enter_player
from tournaments.services.entries.withdrawals import remove_entry
from tournaments.services.knockout import drawing, planning, playing
from tournaments.services.knockout.restoring import restore_games
from tournaments.services.reports.finishing import finish_tournament
from tournaments.services.setup.events import change_tournament, create_tournament

pytestmark = pytest.mark.django_db

FIXED = {"phases": [[2, 1200, 1200, 0]]}


def first_due(found: Knockout):
    return course_of(found).progress.due[0]


def due_in(found: Knockout, tie: str):
    return next(due for due in course_of(found).progress.due if due.tie == tie)


def names(places) -> list[list[str]]:
    return [[entry.name[-3:] for entry in place.entries] for place in places]


# --- The plan ------------------------------------------------------------------------------------


def test_b_fourteen_players_for_three_places_from_the_plan_to_the_ranking():
    found = announced(knockout(14, 3))
    course = play_out(found)
    page = course_view(course)
    assert [stage.players for stage in page.stages] == [14, 12, 6]
    assert [(place.first, place.last) for place in page.places] == [
        (1, 3),
        (4, 6),
        (7, 12),
        (13, 14),
    ]
    assert names(page.places)[0] == ["001", "002", "003"]
    assert found.games.count() == 22  # 11 matches of two games


def test_a_knock_out_has_no_rounds_and_others_keep_theirs():
    found = knockout(4)
    assert found.tournament.rounds.count() == 0
    other = factories.tournament(4)
    confirmed(
        change_tournament, tournament=other, by=None, values={"system": "handbook.knockout"}
    )  # out of FIDE mode
    assert other.rounds.count() == 0
    assert other.knockouts.get().kind == "knockout"
    change_tournament(tournament=other, by=None, values={"system": "handbook.dutch"})
    assert other.rounds.count() == 5


def test_once_announced_the_system_and_the_players_stay():
    found = announced(knockout(4))
    with pytest.raises(Refused, match="cannot become a knock-out or stop being one"):
        change_tournament(tournament=found.tournament, by=None, values={"system": "handbook.dutch"})
    late = enter_player(
        tournament=found.tournament, by=None, values={"name": "Late", "fide_rating": 2900}
    )
    assert late.pk not in course_of(found).numbers
    with pytest.raises(Refused):
        remove_entry(
            tournament=found.tournament, entry=found.tournament.entries.get(tpn=2), by=None
        )


def test_the_plan_is_fixed_by_its_announcement_and_free_again_when_taken_back():
    found = announced(knockout(6))
    with pytest.raises(Refused, match="stays as it is"):
        planning.change_plan(knockout=found, by=None, values={"winners": 2})
    planning.change_plan(knockout=found, by=None, values={"prizes": [100], "currency": "TRY"})
    planning.take_back_plan(knockout=found, by=None)
    assert found.seats.count() == 0
    planning.change_plan(knockout=found, by=None, values={"winners": 2})
    announced(found)
    enter(found, first_due(found), "10")
    with pytest.raises(Refused, match="1 games have results"):
        planning.take_back_plan(knockout=found, by=None)


@pytest.mark.parametrize(
    ("settings", "rule"),
    [
        ({"phases": [[3, 1200, 1200, 0]]}, "A.9"),
        ({"phases": [[2, 600, 600, 0], [2, 1200, 1200, 0]]}, "A.24"),
        ({"golden": [0, 240, 0]}, "time"),
    ],
)
def test_settings_against_the_articles_are_refused(settings, rule):
    with pytest.raises(Refused, match=rule):
        knockout(8, settings=settings)


def test_fewer_players_than_are_to_be_chosen_cannot_be_announced():
    found = knockout(2, 2)
    with pytest.raises(Refused, match="more players"):
        announced(found)


def test_a_4_the_unrated_come_last_by_lot_and_the_absent_not_at_all():
    found = knockout(3)
    for name in ("X", "Y", "Z"):
        enter_player(tournament=found.tournament, by=None, values={"name": name})
    found.tournament.entries.filter(tpn=2).update(status="absent")
    seats, facts = seats_before(found)
    assert [entry.rating > 0 for entry in seats] == [True, True, False, False, False]
    assert [fact.code for fact in facts][-1] == "knockout.seeded_by_lot"
    assert seats == seats_before(found)[0]


def test_another_stage_format_for_the_final():
    settings = {"phases": [[2, 600, 600, 0]], "last": [[4, 1200, 1200, 10]]}
    page = course_view(course_of(announced(knockout(4, settings=settings))))
    assert [stage.match for stage in page.stages] == ["2 × 10 min", "4 × 20 min + 10 s"]


# --- Games ---------------------------------------------------------------------------------------


def test_only_games_that_are_due_can_be_entered():
    found = knockout(4)
    with pytest.raises(Refused, match="Announce the plan"):
        playing.enter_game(knockout=found, key=("1.1", 0, 1, 1), code="10", version=0, by=None)
    announced(found)
    for key in (("1.1", 0, 2, 1), ("2.1", 0, 1, 1), ("9.9", 0, 1, 1)):
        with pytest.raises(Refused, match="not due"):
            playing.enter_game(knockout=found, key=key, code="10", version=0, by=None)
    with pytest.raises(Refused, match="does not exist here"):
        enter(found, first_due(found), "??")


def test_two_arbiters_at_one_game_see_both_results():
    found = announced(knockout(4))
    due = first_due(found)
    first = playing.enter_game(knockout=found, key=game_key(due), code="10", version=0, by=None)
    again = playing.enter_game(knockout=found, key=game_key(due), code="10", version=0, by=None)
    assert (first.pk, first.version) == (again.pk, again.version)
    with pytest.raises(Conflict, match="1–0 stands there now"):
        playing.enter_game(knockout=found, key=game_key(due), code="01", version=0, by=None)


def test_a_cleared_game_is_due_again_and_its_history_stays():
    found = announced(knockout(4))
    due = first_due(found)
    row = enter(found, due, "10")
    enter(found, due, "")
    assert course_of(found).due(game_key(due)) == due
    enter(found, due, "01")
    acts = found.tournament.log.filter(target=f"knockoutgame:{row.pk}").order_by("id")
    assert list(acts.values_list("act", flat=True)) == [
        "game.entered",
        "game.cleared",
        "game.entered",
    ]


def test_undo_gives_back_what_stood_there_before():
    found = announced(knockout(4))
    row = enter(found, first_due(found), "10")
    changed = found.tournament.log.filter(act="game.entered").latest("id")
    playing.undo(knockout=found, log_id=changed.pk, by=None)
    row.refresh_from_db()
    assert row.result == ""
    with pytest.raises(Refused, match="changed again since"):
        playing.undo(knockout=found, log_id=changed.pk, by=None)


def test_a_correction_that_sends_another_player_on_asks_and_takes_later_games_out():
    found = announced(knockout(4, settings=FIXED))
    play_out(found, games=5)  # both semi-finals, and a game of the final
    final = found.games.get(tie="2.1", result__gt="")
    game = course_of(found).games["1.1", 0, 2, 1]
    wrong = "01" if game.result == "10" else "10"
    with pytest.raises(NeedsConfirmation) as asked:
        playing.enter_game(knockout=found, key=game.key, code=wrong, version=game.version, by=None)
    # 1–1 now: nobody goes on yet.
    assert final.white.name in str(asked.value.reasons[0])
    confirmed(
        playing.enter_game,
        knockout=found,
        key=game.key,
        code=wrong,
        version=game.version,
        by=None,
    )
    final.refresh_from_db()
    assert final.result == ""
    assert final.moves == 0
    cleared = found.tournament.log.get(act="game.cleared")
    assert cleared.target == f"knockoutgame:{final.pk}"
    assert [fact.code for fact in course_of(found).progress.waiting] == ["knockout.golden.choose"]


def _corrected(found: Knockout, key, code: str) -> None:
    game = course_of(found).games[key]
    confirmed(
        playing.enter_game,
        knockout=found,
        key=key,
        code=code,
        version=game.version,
        by=None,
    )


def _record(found: Knockout) -> dict:
    return {
        game.key: (game.white.name, game.black.name, game.result, game.later_flag, game.moves)
        for game in course_of(found).games.values()
        if game.result
    }


def test_a_correction_by_mistake_is_taken_back_with_all_the_games_it_took_out():
    found = announced(knockout(4, settings=FIXED))
    play_out(found)
    whole, order = _record(found), course_of(found).order()
    game = course_of(found).games["1.1", 0, 2, 1]
    _corrected(found, game.key, "01" if game.result == "10" else "10")
    assert len(_record(found)) < len(whole)
    point = restore_point(found)
    with pytest.raises(NeedsConfirmation) as asked:
        restore_games(knockout=found, log_id=point.pk, by=None)
    assert [reason.code for reason in asked.value.reasons] == ["knockout.restore_effect"]
    confirmed(restore_games, knockout=found, log_id=point.pk, by=None)
    assert _record(found) == whole
    assert course_of(found).order() == order
    assert restore_point(found) is None
    with pytest.raises(Refused, match="no correction to take back"):
        restore_games(knockout=found, log_id=point.pk, by=None)


def test_what_was_entered_since_is_named_and_can_be_had_back_as_well():
    found = announced(knockout(4, settings=FIXED))
    play_out(found, games=5)
    whole = _record(found)
    game = course_of(found).games["1.1", 0, 2, 1]
    _corrected(found, game.key, "01" if game.result == "10" else "10")
    first = restore_point(found)
    play_out(found, lambda due: "10" if due.white > due.black else "01")
    other = _record(found)
    with pytest.raises(NeedsConfirmation) as asked:
        restore_games(knockout=found, log_id=first.pk, by=None)
    codes = [reason.code for reason in asked.value.reasons]
    assert codes == ["knockout.restore_effect", "knockout.restore_takes"]
    confirmed(restore_games, knockout=found, log_id=first.pk, by=None)
    assert _record(found) == whole
    confirmed(restore_games, knockout=found, log_id=restore_point(found).pk, by=None)
    assert _record(found) == other


def test_a_correction_is_not_taken_back_where_its_games_have_no_place_any_more():
    found = announced(knockout(4, settings=FIXED))
    play_out(found, games=5)
    for key in (("1.1", 0, 1, 1), ("1.1", 0, 2, 1)):
        _corrected(found, key, "01" if course_of(found).games[key].result == "10" else "10")
    now = _record(found)
    with pytest.raises(Refused, match="other results have changed who meets whom"):
        restore_games(knockout=found, log_id=restore_point(found).pk, by=None)
    assert _record(found) == now


@pytest.mark.parametrize("seed", range(8))
def test_taking_a_correction_back_is_exact_whatever_it_was(seed):
    dice = random.Random(seed)
    found = announced(knockout(7, dice.choice((1, 2)), settings=FIXED))
    play_out(found, lambda due: dice.choice(("10", "01", "==")), games=dice.randrange(8, 40))
    taken = 0
    for _try in range(8):
        before = _record(found)
        lots = {lot.draw: lot.order for lot in found.lots.all()}
        key = dice.choice(sorted(before))
        latest = restore_point(found)
        _corrected(found, key, dice.choice(("10", "01", "==", "")))
        point = restore_point(found)
        if point is not None and point != latest:
            confirmed(restore_games, knockout=found, log_id=point.pk, by=None)
            assert _record(found) == before
            assert {lot.draw: lot.order for lot in found.lots.all()} == lots
            taken += 1
    assert found.tournament.log.filter(act="knockout.restored").count() == taken


def test_a_correction_that_changes_nothing_for_others_does_not_ask():
    found = announced(knockout(4, settings=FIXED))
    play_out(found, games=5)
    game = course_of(found).games["1.1", 0, 2, 1]
    playing.enter_game(knockout=found, key=game.key, code="==", version=game.version, by=None)
    assert course_of(found).entered == 5


def test_a_16_a_29_golden_point_choice_and_later_flag():
    found = announced(knockout(2, settings=FIXED))
    for _game in range(2):
        enter(found, first_due(found), "==")
    waiting = course_of(found).progress.waiting[0]
    draw = dict(waiting.values)["draw"]
    with pytest.raises(Refused, match="exactly these numbers"):
        drawing.enter_lot(knockout=found, draw=draw, order=[1, 1], by=None)
    drawing.enter_lot(knockout=found, draw=draw, order=[2, 1], by=None)
    drawing.enter_lot(knockout=found, draw=draw, order=[1, 2], by=None)  # chosen anew
    golden = first_due(found)
    assert (golden.white, golden.black, golden.golden) == (1, 2, True)
    enter(found, golden, "", later_flag="b")
    row = KnockoutGame.objects.get(golden=True)
    assert (row.result, row.later_flag) == ("01", "b")
    page = course_view(course_of(found))
    assert page.stages[0].ties[0].reasons[-1].article == "A.16"
    assert names(page.places) == [["002"], ["001"]]
    with pytest.raises(Refused, match="played by this draw"):
        drawing.enter_lot(knockout=found, draw=draw, order=[2, 1], by=None)


def test_a_11_a_draw_in_the_golden_point_eliminates_white():
    found = announced(knockout(2, settings=FIXED))
    course = play_out(found, lambda due: "==")
    row = KnockoutGame.objects.get(golden=True)
    assert course.order()[0] == (course.numbers[row.black_id],)


def test_both_flags_down_is_for_golden_points_only():
    found = announced(knockout(2))
    with pytest.raises(Refused, match="golden point game only"):
        enter(found, first_due(found), "", later_flag="w")


def test_a_28_colours_drawn_at_the_table_go_before_the_seed():
    found = announced(knockout(4))
    tie = due_in(found, "1.1")
    drawing.enter_lot(knockout=found, draw="1.1", order=[tie.black, tie.white], by=None)
    assert due_in(found, "1.1").white == tie.black
    drawing.enter_lot(knockout=found, draw="1.1", order=None, by=None)
    assert due_in(found, "1.1").white == tie.white
    enter(found, tie, "10")
    assert "1.1" not in draws(course_of(found))
    with pytest.raises(Refused):
        drawing.enter_lot(knockout=found, draw="1.1", order=[1, 4], by=None)


def test_pairs_by_lot_can_be_typed_before_the_first_game():
    found = announced(knockout(4, settings={"by_lot": True}))
    drawing.enter_lot(knockout=found, draw="places", order=[1, 3, 4, 2], by=None)
    assert {(due.white, due.black) for due in course_of(found).progress.due} <= {
        (1, 2),
        (2, 1),
        (3, 4),
        (4, 3),
    }
    enter(found, first_due(found), "10")
    assert "places" not in draws(course_of(found))


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_entered_and_corrected_the_record_always_fits_the_plan(seed):
    """Random entries, corrections, clearings and choices; then it is played to its end."""
    dice = random.Random(seed)
    found = announced(knockout(7, dice.choice((1, 2)), settings=FIXED))
    for _step in range(30):
        course = course_of(found)
        played = [game for game in course.games.values() if game.result]
        if played and dice.random() < 0.3:
            game = dice.choice(played)
            confirmed(
                playing.enter_game,
                knockout=found,
                key=game.key,
                code=dice.choice(("10", "01", "==", "", "--")),
                version=game.version,
                by=None,
            )
        elif course.progress.waiting:
            values = dict(course.progress.waiting[0].values)
            order = list(course.progress.waiting[0].players)
            dice.shuffle(order)
            drawing.enter_lot(knockout=found, draw=values["draw"], order=order, by=None)
        elif course.progress.due:
            due = dice.choice(course.progress.due)
            enter(found, due, dice.choice(("10", "01", "==")))
        course_of(found)
    course = play_out(found, better_seed)
    ranked = [number for shared in course.order() for number in shared]
    assert sorted(ranked) == list(range(1, 8))


# --- The end -------------------------------------------------------------------------------------


def test_a_19_prizes_are_shared_to_the_last_hundredth():
    found = knockout(4, prizes=[100001, 50000, 20000, 5], currency="TRY", settings=FIXED)
    page = course_view(play_out(announced(found)))
    assert [(prize.each, prize.left_over) for prize in page.prizes] == [
        ("1000.01", ""),
        ("500.00", ""),
        ("100.02", "0.01"),
    ]


def test_the_tournament_ends_when_its_knock_out_is_decided():
    found = announced(knockout(2))
    with pytest.raises(Refused, match="not decided yet"):
        confirmed(finish_tournament, tournament=found.tournament, by=None)
    play_out(found)
    confirmed(finish_tournament, tournament=found.tournament, by=None)
    game = next(iter(course_of(found).games.values()))
    with pytest.raises(Refused, match="tournament is finished"):
        playing.enter_game(knockout=found, key=game.key, code="00", version=game.version, by=None)


def test_the_report_has_the_matches_as_rounds_and_the_rest_as_notes():
    found = announced(knockout(3))
    play_out(found, lambda due: "==" if due.tie == "1.1" else better_seed(due))
    lines = report(found.tournament).decode().splitlines()
    players = {int(line[4:8]): line for line in lines if line.startswith("001")}
    assert [players[number][85:89].strip() for number in (1, 2, 3)].count("1") == 1
    assert len(players[2][89:].rstrip()) <= 4 * 10 + 10  # two games in each of two stages
    notes = [line for line in lines if line.startswith("### Knock-out")]
    assert [note.rpartition("(")[2] for note in notes] == [
        "1.1 extension)",
        "1.1 extension)",
        "1.1 golden point)",
    ]


# --- As the last stage of other tournaments ------------------------------------------------------


def beside(event_of, **values):
    """A knock-out in the event of a tournament."""
    made = create_tournament(
        event=event_of.event, by=None, name="Final", system="handbook.knockout", **values
    )
    return made.knockouts.get()


def test_the_best_of_two_groups_are_seeded_place_by_place():
    first = factories.tournament(4, total_rounds=3, system="handbook.round_robin")
    second = create_tournament(
        event=first.event, by=None, name="B", total_rounds=3, system="handbook.round_robin"
    )
    factories.enter(second, 4)
    second.entries.update(national_id="B")
    found = beside(first)
    for group in (first, second):
        with pytest.raises(Refused, match="not final yet"):
            planning.take_qualifiers(knockout=found, places=[(group, 2)], by=None)
        for number in (1, 2, 3):
            factories.pair(group, number)
            factories.publish(group, number)
            events.enter_by_number(group, number)
    confirmed(planning.take_qualifiers, knockout=found, places=[(first, 2), (second, 2)], by=None)
    seats, facts = seats_before(Knockout.objects.get(pk=found.pk))
    assert [(entry.name, entry.national_id) for entry in seats] == [
        ("Player 001", ""),
        ("Player 001", "B"),
        ("Player 002", ""),
        ("Player 002", "B"),
    ]
    assert {fact.code for fact in facts} == {"knockout.seeded_by_ranking"}
    assert found.tournament.entries.count() == 4
    confirmed(planning.take_qualifiers, knockout=found, places=[(second, 1), (first, 1)], by=None)
    assert found.tournament.entries.count() == 4  # nobody twice
    with pytest.raises(Refused, match="has only 4 players"):
        planning.take_qualifiers(knockout=found, places=[(first, 5)], by=None)


def test_a_shared_last_place_must_be_decided_before_it_qualifies():
    group = events.level_three()
    found = beside(group)
    with pytest.raises(Refused, match="the last place that qualifies is shared"):
        planning.take_qualifiers(knockout=found, places=[(group, 2)], by=None)
    confirmed(planning.take_qualifiers, knockout=found, places=[(group, 3)], by=None)
    assert found.tournament.entries.count() == 3
