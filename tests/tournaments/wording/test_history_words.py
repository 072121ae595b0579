"""The history says in words what the log keeps as data."""

import ast
import re
from pathlib import Path

import pytest
from django.utils.translation import gettext, override

import tournaments
from federation.wording import KEYS as federation_keys
from pairing.state import Fact
from tournaments.forms.entries import EntryForm
from tournaments.forms.screens import ScreenForm
from tournaments.forms.setup import EventForm
from tournaments.forms.teams import TeamForm, TeamRulesForm
from tournaments.forms.tournament import TournamentForm
from tournaments.models import LogEntry
from tournaments.services.setup.prizes import SETTINGS
from tournaments.wording import keys as own_keys
from tournaments.wording import sentence
from tournaments.wording.facts import fact_sentence
from tournaments.wording.history import (
    _HIDDEN,
    _model,
    name_of_key,
    name_of_target,
    value_in_words,
)
from tournaments.wording.keys import KEYS, field_of


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
        ("tournament.changed", "tournament:1", {"rating_lists": ["rapid", "national"]},
         "rating lists: rapid, national"),
        ("tournament.changed", "tournament:1", {"draw_points": 5}, "points for a draw: ½"),
        ("tournament.changed", "tournament:1", {"options": {"cycles": 2}}, "cycles: 2"),
        ("tournament.changed", "tournament:1", {"tie_breaks": ["BH", "SB"]}, "tie-breaks: BH, SB"),
        ("event.changed", "event:1", {"starts_on": "2026-11-21"}, "first day: 2026-11-21"),
        ("teams.rules_changed", "tournament:1", {"gaps": "forfeit", "match_win": 20},
         "empty boards: a board left empty is lost by forfeit, match points: win: 2"),
        ("team.changed", "team:1", {"captain": "Ece"}, "captain: Ece"),
        ("lineup.handed_in", "lineup:1", {"captain": True}, "by the captain: yes"),
        ("match.forfeited", "match:1", {"forfeit": "+-", "results": {"1": ""}},
         "forfeit: won by forfeit by the first team"),
        ("match.forfeited", "match:1", "--", "lost by forfeit by both teams"),
        ("game.entered", "knockoutgame:1", "01b", "0–1 (both flags down, Black's later)"),
        ("knockout.drawn", "knockout:1", [2, 1], "2, 1"),
        ("knockout.planned", "knockout:1", {"prizes": [150050]}, "prizes: 1500.50"),
        ("prizes.changed", "tournament:1", {"prizes": ["1: 1000 Cup", "women 2–3: 750.50"]},
         "prizes: 1: 1000 Cup, 2–3: 750.50"),
        ("webhook.made", "webhook:1", {"happenings": ["round.published"]},
         "hears of: a round is published"),
        ("token.made", "apitoken:1", {"scopes": ["byes"]}, "may: give and cancel byes"),
        ("screen.changed", "hallscreen:1", {"shows": ["names"]}, "shows: pairings by name"),
        ("event.hall_plan", "event:1", {"words": "Left", "picture": "ab12"},
         "words: Left, picture: yes"),
        ("entry.changed", "entry:1", {"rating_source": "standard:2026-11"},
         "source of the rating: standard 2026-11"),
        ("entry.changed", "entry:1", {"rating_source": ""}, "source of the rating: typed"),
        ("entry.removed", "entry:1", {"id": 3, "name": "Ece", "tpn": 4, "hand_place": None},
         "name: Ece"),
        ("ratings.checked", "tournament:1",
         {"2 Öz, Ece fide_rating": [1700, 1750, "rapid:2026-11"]},
         "2 Öz, Ece FIDE rating: 1700 → 1750 (rapid 2026-11)"),
        ("standings.values_entered", "tournament:1", {"Öz, Ece": "7.5"}, "Öz, Ece: 7.5"),
        ("round.seal_differs", "round:1", {"outcome": "differ", "first": [[1, 4]], "second": []},
         "pairs of the first program: 1"),
        ("report.sent", "tournament:1", {"to": "FIDE", "profile": "trf26", "file": "ab12"},
         "sent to: FIDE, kind of report: TRF26"),
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


@pytest.mark.parametrize(
    ("act", "label", "said", "name"),
    [
        ("knockout.drawn", "final golden", {}, "final"),
        ("knockout.drawn", "1.1 golden", {}, "1.1"),
        ("knockout.drawn", "places", {}, "çizelgedeki yerler"),
        ("round.edited", "MPA @ Round 1: 1-5 => 2-5", {}, ""),
        ("round.imported", "as the program pairs", {}, "programın eşlendirdiği gibi"),
        ("forbidden.added", "club Ege", {"sharing": "club", "value": "Ege"},
         "aynı kulübün oyuncuları Ege"),
        ("forbidden.added", "Ece; Ali", {"sharing": "", "players": ["Ece", "Ali"]}, ""),
    ],
)  # fmt: skip
def test_labels_are_words(act, label, said, name):
    with override("tr"):
        assert name_of_target(LogEntry(act=act, label=label, after=said)) == name


def test_what_was_undone_is_told_as_it_was_done():
    after = {"line": 3, "act": "result.changed", "about": "pairing:1", "restored": "10"}
    entry = LogEntry(act="act.undone", target="tournament:1", label="2/1", before="01", after=after)
    with override("en"):
        assert [value_in_words(entry, one) for one in (entry.before, entry.after)] == ["0–1", "1–0"]
    after = {"act": "tournament.changed", "about": "tournament:1", "restored": {"total_rounds": 7}}
    entry = LogEntry(act="act.undone", target="tournament:1", before={}, after=after)
    with override("tr"):
        assert value_in_words(entry, entry.after) == "tur sayısı: 7"


def test_every_setting_has_a_name():
    """Values that forms set are in the history under the names of the fields."""
    settings = {
        "tournament": {*TournamentForm.Meta.fields, *SETTINGS, "rating_lists", "options"},
        "event": EventForm.Meta.fields,
        "entry": EntryForm.Meta.fields,
        "team": TeamForm.Meta.fields,
        "hallscreen": ScreenForm.Meta.fields,
    }
    for about, names in settings.items():
        assert names
        entry = LogEntry(act="x.changed", target=f"{about}:1")
        assert [name for name in names if not name_of_key(entry, name)] == [], about
    rules = LogEntry(act="teams.rules_changed", target="tournament:1")
    assert [name for name in TeamRulesForm.Meta.fields if not name_of_key(rules, name)] == []


def test_a_question_names_the_settings_as_their_forms_do():
    fields = ["total_rounds", "win_points", "gaps", "tie_breaks"]
    with override("tr"):
        text = sentence("tournament.reconfigure_effect", {"fields": fields})
    assert "tur sayısı, galibiyet puanı, boş masalar, eşitlik bozma" in text


def test_names_with_commas_are_kept_apart():
    entry = LogEntry(act="standings.ordered", target="tournament:1")
    with override("en"):
        assert value_in_words(entry, ["Öz, Ece", "Su, Can"]) == "Öz, Ece; Su, Can"
        said = Fact("knockout.free", "B.3", (1, 2), (("stage", 1),))
        assert "Öz, Ece; Su, Can" in fact_sentence(said, {1: "Öz, Ece", 2: "Su, Can"}.get)


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
    """The kind of row of an act and each key of its data, as far as the source writes them out."""
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
        if key not in KEYS and key not in _HIDDEN and field_of(model, key) is None:
            raw.add((about, key))
    assert raw == set()


def test_words_of_the_federation_take_no_place_of_ours():
    text = Path(own_keys.__file__).read_text(encoding="utf-8")
    own = dict(re.findall(r'^    "([a-z_]+)": gettext_lazy\("(.*)"\)', text, re.M))
    assert own.keys() >= {"kind", "kinds", "section"}
    with override("tr"):
        same = own.keys() & federation_keys.keys()
        assert {name for name in same if str(federation_keys[name]) != gettext(own[name])} == set()
    with override("en"):
        asked = LogEntry(act="request.made", target="playerrequest:1")
        assert value_in_words(asked, {"kind": "H", "state": "waiting"}) == (
            "kind: half-point bye, state: waits for the chief arbiter"
        )
        assert name_of_key(LogEntry(act="ratings.kind_set"), "kind") == "kind of event"
        assert name_of_key(LogEntry(act="booking.moved"), "section") == "section"
