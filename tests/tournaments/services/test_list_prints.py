"""The lines of next month's file that are read, wherever they moved to."""

import random

import pytest

from tournaments.register import list_prints
from tournaments.register.layouts import opened
from tournaments.register.list_prints import Known, prints_of

LINES = [b"%07d  Player %d, of this list   %d" % (n, n * 7919, 1400 + n % 900) for n in range(3000)]


def news(old, new, block=100):
    """The records of `new` that are read when the register holds `old`."""
    known = Known()
    for start in range(0, len(old), 700):
        known.add(b"".join(sums.tobytes() for sums in prints_of(old[start : start + 700])))
    read = []
    for start in range(0, len(new), block):
        records = new[start : start + block]
        read += known.news(records, prints_of(records))
    return read


@pytest.fixture(autouse=True)
def short_reach(monkeypatch):
    monkeypatch.setattr(list_prints, "NEAR", 20)
    monkeypatch.setattr(list_prints, "FAR", 400)


def test_the_same_file_has_no_news():
    assert news(LINES, LINES) == []


def test_changed_lines_and_new_ones_are_news_and_nothing_else():
    dice = random.Random(6)
    new, wanted = [], []
    for line in LINES:
        chance = dice.random()
        if chance < 0.02:
            continue  # left the list
        if chance < 0.1:
            line = line[:-1] + b"x"
            wanted.append(line)
        new.append(line)
        if chance > 0.98:
            wanted.append(line + b" junior")
            new.append(wanted[-1])
    assert news(LINES, new) == wanted


@pytest.mark.parametrize("size", [30, 150, 350, 2000])
def test_many_new_lines_in_one_place_do_not_hide_the_rest(size):
    arrived = [b"%07d new" % n for n in range(size)]
    assert news(LINES, LINES[:1234] + arrived + LINES[1234:]) == arrived


@pytest.mark.parametrize("size", [30, 150, 350])
def test_many_lines_that_left_one_place_cost_no_more_than_two_blocks_behind(size):
    read = news(LINES, LINES[:1234] + LINES[1234 + size :], block=100)
    assert set(read) <= set(LINES[1234 + size :][:200])


def test_what_stands_somewhere_else_altogether_is_read_and_not_lost():
    turned = LINES[::-1]
    read = news(LINES, turned)
    assert set(read) <= set(turned)
    assert len(read) > 2000
    left_far_behind = LINES[:500] + LINES[1500:]
    assert news(LINES, left_far_behind) == LINES[1500:]


def test_two_lines_with_one_sum_are_told_apart_by_the_other(monkeypatch):
    old, new = [b"a line", b"another"], [b"a line", b"changed"]
    monkeypatch.setattr(list_prints, "crc32", lambda _line: 7)
    assert news(old, new)[-1] == b"changed"


@pytest.mark.parametrize("end", ["\r\n", "\n", "both"])
def test_lines_end_as_they_like_and_blank_ones_are_none(end):
    header = "ID Number      Name      Fed SRtng SK"
    rows = [header, "1              Kaya, Can TUR 1900  20", "", "2              Ay, Ece   TUR", ""]
    ends = ["\r\n", "\n"] * 3 if end == "both" else [end] * 5
    data = "".join(map("".join, zip(rows, ends, strict=False))).encode()
    layout, pieces = opened([data])
    told = [
        row and row[0].split("\x01")[:2]
        for records in layout.records(pieces)
        for row in layout.read(records)
    ]
    assert told == [["1", "Kaya, Can"], ["2", "Ay, Ece"]]
