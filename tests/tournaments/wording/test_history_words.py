"""The history says in words what the log keeps as data."""

import pytest
from django.utils.translation import override

from tournaments.models import LogEntry
from tournaments.wording.history import name_of_target, value_in_words


@pytest.mark.parametrize(
    ("act", "target", "value", "words"),
    [
        ("result.entered", "pairing:1", "10", "1–0"),
        ("result.entered", "pairing:1", "", "–"),
        ("checkin.absent", "entry:1", "absent", "absent"),
        ("bye.granted", "entry:1", "H", "half-point bye"),
        ("staff.changed", "user:1", "chief", "chief arbiter"),
        ("chairs.noted", "pairing:1", "wb", "both"),
        ("tournament.left_fide_mode", "tournament:1", False, "no"),
        ("round.published", "round:1", [[1, 5, 6, "", ""], [None, 7, None, "U", ""]], "1 board"),
        (
            "round.paired",
            "round:1",
            {"boards": 14, "system": "fide2026.dutch", "fingerprint": "ab", "renumbered": {}},
            "boards: 14, system: Swiss: FIDE (Dutch), 2026",
        ),
        (
            "round.finished",
            "round:1",
            {"second_pass": "not done", "unchecked": 14},
            "second pass: not done, not read a second time: 14",
        ),
        ("entry.withdrawn", "entry:1", {"byes": [], "status": "entered"}, "state: entered"),
        ("entry.withdrawn", "entry:1", {"from": 3}, "from round: 3"),
        ("entry.added", "entry:1", {"name": "Işık", "moved": {"3": [4, 5]}},
         "name: Işık, changed numbers: 1"),
        ("tournament.changed", "tournament:1", {"rating_type": "rapid"}, "kind of event: rapid"),
        ("schedule.changed", "tournament:1", {"1": "", "2": "2026-11-22T14:00:00+03:00"},
         "1: –, 2: 2026-11-22 14:00"),
        ("teams.undone", "tournament:1", ["Ege", "Şişli"], "Ege, Şişli"),
        ("numbers.changed", "tournament:1", {"41": 3, "42": 4}, "2"),
    ],
)  # fmt: skip
def test_values_become_words(act, target, value, words):
    with override("en"):
        assert value_in_words(LogEntry(act=act, target=target), value) == words


def test_labels_of_programs_become_names_of_people():
    with override("en"):
        assert name_of_target(LogEntry(act="round.paired", label="fide2026.dutch: 20")) == ""
        assert name_of_target(LogEntry(act="document.made", label="standings v2")) == "Standings v2"
        assert name_of_target(LogEntry(act="entry.added", label="Işık, İnci")) == "Işık, İnci"


def test_a_long_value_is_cut():
    value = value_in_words(LogEntry(act="event.changed", target="event:1"), {"venue": "x" * 300})
    assert (len(value), value[-1]) == (161, "…")
