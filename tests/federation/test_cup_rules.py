"""The rules of cups: places become points, the best events count, levels are broken."""

from decimal import Decimal

import pytest

from federation.core.cups import (
    TIE_BREAKS,
    Ages,
    EventPoints,
    Result,
    Rule,
    places_anew,
    points_of_event,
    ranked,
)

TABLE = Rule("table", table=(2500, 2000, 1600), least=100)


def results(*places):
    return [Result(player, place) for player, place in enumerate(places, start=1)]


def event(number, places, rule=TABLE, **more):
    rows = results(*places)
    points = points_of_event(rule, rows, more.pop("weight", 100))
    return EventPoints(number, points, {row.player: row.place for row in rows}, **more)


def test_a_table_gives_points_by_place_and_everybody_the_least():
    points = points_of_event(TABLE, results(1, 2, 3, 4, 5))
    assert [points[player][1] for player in range(1, 6)] == [2500, 2000, 1600, 100, 100]


@pytest.mark.parametrize(
    ("shared", "found"), [("average", [2500, 1800, 1800, 100]), ("first", [2500, 2000, 2000, 100]),
                          ("last", [2500, 1600, 1600, 100])],
)  # fmt: skip
def test_shared_places_follow_the_rule_that_is_stated(shared, found):
    rule = Rule("table", table=TABLE.table, least=100, shared=shared)
    points = points_of_event(rule, results(1, 2, 2, 4))
    assert [points[player][1] for player in range(1, 5)] == found


def test_what_does_not_come_out_even_is_rounded_half_up_once():
    rule = Rule("table", table=(1000, 500, 500, 1), least=0)
    assert points_of_event(rule, results(1, 1, 1))[1] == (667, 667)  # 2000 : 3
    assert points_of_event(rule, results(1, 1, 1), 50)[1] == (667, 333)  # of 666 2/3, not of 667
    assert points_of_event(rule, results(3, 3))[1] == (251, 251)  # 250.5


def test_a_line_falls_by_a_step_and_never_below_the_least():
    rule = Rule("linear", first=1000, step=300, least=200)
    points = points_of_event(rule, results(1, 2, 3, 4, 5))
    assert [one for one, _weighted in points.values()] == [1000, 700, 400, 200, 200]


def test_a_share_gives_the_winner_all_and_the_last_one_part():
    points = points_of_event(Rule("share", first=10_000), results(1, 2, 3, 4))
    assert [one for one, _weighted in points.values()] == [10_000, 7500, 5000, 2500]


def test_points_of_the_event_are_multiplied():
    rows = [Result(1, 1, score=65), Result(2, 2, score=30)]
    assert points_of_event(Rule("scored", first=200, least=50), rows) == {
        1: (1350, 1350),
        2: (650, 650),
    }


def test_places_in_a_category_are_counted_anew_and_shared_still():
    found = places_anew([Result(1, 2), Result(2, 5), Result(3, 5), Result(4, 9)])
    assert [(one.player, one.place) for one in found] == [(1, 1), (2, 2), (3, 2), (4, 4)]


def test_only_the_best_events_count_and_the_working_says_which():
    events = [event(1, (3, 1, 2)), event(2, (1, 2, 3)), event(3, (4, 1, 2))]
    rows = {row.player: row for row in ranked(events, 2, [])}
    assert [(line.event, line.counts) for line in rows[1].lines] == [
        (1, True),
        (2, True),
        (3, False),
    ]
    assert rows[1].points == 1600 + 2500
    assert rows[2].points == 2500 + 2500
    for row in rows.values():
        assert row.points == sum(line.points for line in row.lines if line.counts)


def test_an_event_that_always_counts_takes_the_place_of_a_better_one():
    events = [event(1, (1,)), event(2, (1,)), event(3, (3,), always=True)]
    (row,) = ranked(events, 2, [])
    assert [line.counts for line in row.lines] == [True, False, True]


def test_a_weight_counts_double():
    (row,) = ranked([event(1, (1,), weight=200)], 0, [])
    assert (row.lines[0].raw, row.points) == (2500, 5000)


@pytest.mark.parametrize(
    ("code", "ahead"),
    [("best", 1), ("firsts", 1), ("events", 2), ("all", 2), ("last", 2)],
)
def test_each_tie_break_parts_those_who_are_level(code, ahead):
    rule = Rule("table", table=(2000, 1000, 500))
    one = EventPoints(1, points_of_event(rule, [Result(1, 1), Result(2, 2)]), {1: 1, 2: 2})
    two = EventPoints(2, points_of_event(rule, [Result(2, 2)]), {2: 2})
    more = EventPoints(3, points_of_event(rule, [Result(2, 3)]), {2: 3})
    level = ranked([one, two, more], 2, [])
    assert [(row.points, row.place, row.shared) for row in level] == [(2000, 1, True)] * 2
    rows = ranked([one, two, more], 2, [code])
    assert [(row.place, row.shared) for row in rows] == [(1, False), (2, False)]
    assert rows[0].player == ahead


def test_those_level_in_everything_share_the_place_and_the_next_one_is_left_out():
    found = ranked([event(1, (1, 1, 3))], 0, list(TIE_BREAKS))
    assert [(row.place, row.shared) for row in found] == [(1, True), (1, True), (3, False)]


def test_points_are_exact():
    rule = Rule("table", table=(int(Decimal("0.1") * 100),) * 3)
    (row, *_others) = ranked([event(n, (1,), rule) for n in range(1, 11)], 0, [])
    assert row.points == 100


def test_an_age_group_goes_by_the_year_and_needs_a_year_of_birth():
    under, senior, women = Ages(2026, age_until=12), Ages(2026, age_from=50), Ages(2026, sex="w")
    assert [under.has(year, "") for year in (2014, 2013, None)] == [True, False, False]
    assert [senior.has(year, "") for year in (1976, 1977)] == [True, False]
    assert [women.has(None, sex) for sex in ("w", "m", "")] == [True, False, False]
