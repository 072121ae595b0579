"""B.02 art. 1: one table of times for the plan of an event and for what is rated."""

from datetime import date

import pytest

from federation.core.rating_times import (
    kind_of,
    least_rating_refused,
    minutes_for_sixty,
    minutes_needed,
)
from federation.core.regulations import Plan, PlannedSection, minutes_of, needs_of


@pytest.mark.parametrize(
    ("minutes", "refused", "kind"),
    [
        (120, None, "standard"), (119, 2400, "standard"), (89, 1800, "standard"),
        (60, 1800, "standard"), (59, 0, "rapid"), (11, 0, "rapid"), (10, 0, "blitz"),
        (4, 0, "blitz"), (3, 0, ""),
    ],
)  # fmt: skip
def test_the_limits_of_time(minutes, refused, kind):
    assert least_rating_refused(minutes) == refused
    assert kind_of(minutes) == kind
    if refused is not None:
        assert minutes_needed(refused, None) > minutes


def test_a_plan_reads_a_time_control_as_the_rated_games_do():
    assert minutes_of("90 min + 30 s") == minutes_for_sixty("5400+30") == 120
    assert minutes_of("W600-B300") == 5  # of the one with less
    assert minutes_of("as agreed") == 0


@pytest.mark.parametrize(
    ("time", "control", "code", "met"),
    [
        ("standard", "60 min", "need.standard", True),
        ("standard", "50 min", "need.standard", False),
        ("rapid", "10 min", "need.rapid", False),
        ("rapid", "10 min + 5 s", "need.rapid", True),
        ("blitz", "3 min + 2 s", "need.blitz", True),
        ("blitz", "3 min", "need.blitz", False),
    ],
)
def test_the_needs_of_a_plan(time, control, code, met):
    found = needs_of(Plan(date(2026, 11, 1), time=time, time_control=control))
    assert [one.met for one in found if one.code == code] == [met]


def test_strong_sections_need_more_time():
    def told(until):
        sections = (PlannedSection("A", "dutch", 7, until),)
        plan = Plan(
            date(2026, 11, 1), time_control="60 min + 30 s", fide_rated=True, sections=sections
        )
        return next(one for one in needs_of(plan) if one.code == "need.time_of_the_strong")

    assert told(1799).met
    strong = told(0)
    assert not strong.met
    assert strong.values == {"minutes": 90, "wanted": 120, "rating": 2400}
