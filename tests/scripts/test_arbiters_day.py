"""The table of the arbiter's day names every step once, and pictures that the tour makes."""

import re
from pathlib import Path

import scripts.looks
from scripts.looks.day import DAY

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"\| (A\d\d) \| ([^|]+) \| ([^|]+) \|([^|]*)\|([^|]*)\|")


def rows():
    text = (ROOT / "docs/arbiters-day.md").read_text(encoding="utf-8")
    steps = [line for line in text.splitlines() if re.match(r"\| A\d", line)]
    return [ROW.fullmatch(line).groups() for line in steps]


def test_each_of_the_sixty_steps_stands_once_in_its_order():
    assert [row[0] for row in rows()] == [f"A{number:02}" for number in range(1, 61)]


def test_what_stands_has_a_test_and_a_picture_and_what_does_not_has_none():
    for step, _wants, stands, tests, seen in rows():
        if stands.startswith("not yet"):
            assert not tests.strip() and not seen.strip(), step
        else:
            assert stands.startswith(("met", "in part")), step
            by_command = "on the command line" in stands  # which has no page
            assert "`test_" in tests and bool(seen.strip()) != by_command, step


def test_the_pictures_are_those_that_the_tour_makes():
    shown = {step: tuple(seen.strip().split(", ")) for step, *_rest, seen in rows() if seen.strip()}
    assert shown == DAY


def test_the_tour_knows_every_picture_by_its_name():
    folder = Path(scripts.looks.__file__).parent
    pages = (folder / "pages.py").read_text(encoding="utf-8")
    states = (folder / "states.py").read_text(encoding="utf-8")
    for names in DAY.values():
        for name in names:
            route, _space, label = name.partition(" ")
            if ":" in route and not route.endswith(":"):
                assert f'"{route}"' in pages or f'"{route.partition(":")[2]}"' in pages, name
                assert not label or f'"{label}"' in pages or label == "pairings", name
            else:
                assert f'"{name}"' in states, name
