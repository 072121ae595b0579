"""The history says in words what the log keeps as data."""

import ast
from pathlib import Path

import pytest
from django.utils.translation import override

import tournaments
from tournaments.models import LogEntry
from tournaments.wording.history import (
    _HIDDEN,
    _NAMES,
    _field,
    _model,
    name_of_target,
    value_in_words,
)


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


def test_an_import_is_told_in_words():
    after = {"file": "ab12", "players": 8, "rounds": 3, "comments": ["Round 2 was moved"]}
    entry = LogEntry(act="tournament.imported", target="tournament:1")
    with override("tr"):
        assert value_in_words(entry, after) == (
            "oyuncular: 8, tur sayısı: 3, dosyadaki açıklamalar: Round 2 was moved"
        )
    entry = LogEntry(act="knockout.taken_back", target="knockout:1")
    with override("tr"):
        assert value_in_words(entry, {"lots": {"1:2": [3, 4]}}) == "çekilen kuralar: 1"


#: what an act is about → its model, where the name in the source is another
MODELS = {
    "course.knockout": "knockout",
    "first": "entry",
    "found": "lineup",
    "playoff": "knockout",
    "row": "pairing",
    "rule": "forbiddenpairing",
    "token": "apitoken",
}


def keys_in_the_log() -> set[tuple[str, str]]:
    """What an act is about and each key of its data, as far as the source writes them out."""
    found = set()
    for path in Path(tournaments.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") != "record":
                continue
            about = ast.unparse(node.args[0]).removeprefix("done.").rstrip("_")
            for word in node.keywords:
                if word.arg in ("before", "after"):
                    found |= {(MODELS.get(about, about), key) for key in keys_of(word.value)}
    return found


def keys_of(value: ast.expr) -> set[str]:
    """The keys of the dicts that the value is put together of, not of those within them."""
    if isinstance(value, ast.BinOp):
        return keys_of(value.left) | keys_of(value.right)
    if isinstance(value, ast.IfExp):
        return keys_of(value.body) | keys_of(value.orelse)
    if isinstance(value, ast.Dict):
        return {key.value for key in value.keys if isinstance(key, ast.Constant)}
    return set()


def test_every_key_of_the_log_has_words_or_is_hidden():
    keys = keys_in_the_log()
    assert len(keys) > 40
    assert {("tournament", "comments"), ("knockout", "lots"), ("round", "fingerprint")} <= keys
    raw = set()
    for about, key in keys:
        model = _model(LogEntry(target=f"{about}:1"))
        if key not in _NAMES and key not in _HIDDEN and _field(model, key) is None:
            raw.add((about, key))
    assert raw == set()
