"""A posted report is paired, checked and ranked; nothing is stored, nothing breaks."""

import base64
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pairing.formats import DEFAULT, FORMATS
from pairing.systems import system
from pairing.tools.checker import pairs_of_pairing, state_before
from pairing.trf import read, write
from tiebreaks.standings import standings
from tournaments.api import calculator, engine
from tournaments.api.reports import LARGEST_REPORT

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases" / "trf"
OPEN = (CASES / "open_19_players.trf").read_bytes().replace(b"\r", b"\n") + b"\n142 12\n"
TWO = b"""012 Two friends
142 3
152 W
001    1      Ak, Can                           2000                             1.0    1     2 w 1
001    2      Kaya, Deniz                       1900                             0.0    2     1 b 0
"""


def send(client, path, body, content_type="text/plain", **headers):
    return client.generic(
        "POST",
        f"/api/v1/{path}",
        body,
        content_type=content_type,
        headers={"accept-language": "en"} | headers,
    )


def as_json(client, path, **body):
    return send(client, path, json.dumps(body), "application/json")


def test_a_report_is_paired_as_the_core_pairs_it(client):
    answer = send(client, "pairing", OPEN)
    assert answer.status_code == 200, answer.content
    found = answer.json()
    document = read(OPEN)
    paired = system("fide2026.dutch").pair(state_before(document, document.begun_rounds + 1))
    pairs = [(board["white"], board["black"]) for board in found["boards"]]
    if found["bye"] is not None:
        pairs.append((found["bye"], 0))
    assert tuple(pairs) == pairs_of_pairing(document, paired)
    assert found["round"] == document.begun_rounds + 1
    colour = found["trace"]["boards"][0]["colour"]
    assert colour["code"].startswith("dutch.colour.")
    assert colour["text"] and colour["text"] != colour["code"]
    assert len(found["adjustments"]) == len(document.adjustments)


def test_text_and_json_give_the_same(client):
    posted = send(client, "pairing?round=2&explain=no", OPEN).json()
    wrapped = as_json(client, "pairing", trf=OPEN.decode(), round=2, explain=False).json()
    assert posted == wrapped
    assert posted["trace"] is None


def test_the_reasons_are_told_in_the_language_asked_for(client):
    english = send(client, "pairing?language=en", OPEN).json()
    turkish = send(client, "pairing?language=tr", OPEN).json()
    assert english["boards"] == turkish["boards"]
    codes = [[b["colour"]["code"] for b in one["trace"]["boards"]] for one in (english, turkish)]
    assert codes[0] == codes[1]


def test_no_legal_pairing_is_refused_with_the_reasons(client):
    answer = send(client, "pairing", TWO)
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["code"] == "engine.impossible"
    assert "1 Ak, Can" in problem["detail"]
    assert problem["reasons"]


def test_a_report_is_checked(client):
    document = read(OPEN)
    answer = send(client, "checking", OPEN).json()
    assert len(answer["rounds"]) == document.begun_rounds
    assert answer["agreed"] == sum(1 for one in answer["rounds"] if one["agrees"])


def test_a_board_that_the_rules_want_otherwise_is_shown_with_both_pairs(client):
    document = read(OPEN)
    white, black, _result = next(document.games(2))
    other = replace(
        document,
        players=tuple(
            replace(
                player,
                rounds=(
                    player.rounds[0],
                    player.rounds[1]._replace(colour="wb"[player.rounds[1].colour == "w"]),
                    *player.rounds[2:],
                ),
            )
            if player.number in (white, black)
            else player
            for player in document.players
        ),
    )
    second = send(client, "checking", write(other)).json()["rounds"][1]
    assert not second["agrees"]
    assert second["found"] == [[black, white]]
    assert second["expected"] == [[white, black]]


def test_standings_of_a_report_with_chosen_tie_breaks_and_their_working(client):
    document = read(OPEN)
    answer = as_json(
        client, "standings", trf=OPEN.decode(), tie_breaks="BH/C1 SB DE", explain=[3], after=2
    )
    assert answer.status_code == 200, answer.content
    found = answer.json()
    state = document.state(2)
    expected = standings(state, ["BH/C1", "SB", "DE"], edition=found["edition"])
    assert [row["number"] for row in found["rows"]] == [row.tpn for row in expected.rows]
    assert [row["rank"] for row in found["rows"]] == [row.rank for row in expected.rows]
    working = found["workings"][0]
    assert working["number"] == 3
    assert [value["code"] for value in working["values"]] == ["BH/C1", "SB", "DE"]
    own = next(row for row in found["rows"] if row["number"] == 3)
    assert [value["value"] for value in working["values"]] == own["tie_breaks"]


@pytest.mark.parametrize(
    ("path", "body", "title"),
    [
        ("pairing", {"trf": ""}, "invalid"),
        ("pairing", {"trf": "012 Nobody"}, "engine.file"),
        ("pairing", {"trf": "001 x"}, "engine.file"),
        ("pairing", {"trf": OPEN.decode(), "system": "fide1999.dutch"}, "engine.unsupported"),
        ("pairing", {"trf": OPEN.decode(), "options": {"x": [1]}}, "engine.unsupported"),
        ("pairing", {"trf": OPEN.decode(), "round": 399}, "engine.record"),
        ("standings", {"trf": OPEN.decode(), "tie_breaks": "NO"}, "engine.unknown_tie_break"),
        ("standings", {"trf": OPEN.decode(), "explain": [999]}, "engine.unknown_number"),
        ("standings", {"trf": OPEN.decode(), "tie_breaks": "BH " * 30}, "engine.too_much"),
    ],
)
def test_wrong_reports_are_refused_in_a_sentence(client, path, body, title):
    answer = as_json(client, path, **body)
    assert answer.status_code == (400 if title == "invalid" else 422), answer.content
    assert answer.json()["code"] == title
    assert answer.json()["detail"].endswith(".")


def test_a_mistake_in_the_file_is_told_with_its_line(client):
    broken = OPEN.splitlines()
    place = next(i for i, line in enumerate(broken) if line.startswith(b"001"))
    broken[place] = b"001    x" + broken[place][8:]
    problem = send(client, "checking", b"\n".join(broken)).json()
    assert problem["code"] == "engine.file"
    assert problem["line"] == place + 1
    assert problem["field"] == "trf"


def test_a_refusal_names_what_the_core_refused_by_its_code(client):
    problem = as_json(client, "pairing", trf=OPEN.decode(), system="fide1999.dutch").json()
    assert [reason["code"] for reason in problem["reasons"]] == ["system.unknown"]
    problem = as_json(client, "pairing", trf=OPEN.decode(), round=399).json()
    assert [reason["code"] for reason in problem["reasons"]] == ["record.ends"]
    assert problem["reasons"][0]["text"] in problem["detail"]


def test_too_large_is_refused_before_it_is_read(client):
    answer = send(client, "pairing", b"0" * (LARGEST_REPORT + 20_000))
    assert answer.status_code == 413


def test_too_many_players_and_rounds_are_refused_in_a_sentence(client, monkeypatch):
    monkeypatch.setitem(FORMATS, DEFAULT, replace(FORMATS[DEFAULT], checks_at_most=20))
    with pytest.raises(calculator.Refusal) as refused:
        calculator.answer_to({"work": "check", "trf": _encoded(OPEN)})
    assert refused.value.data["code"] == "engine.too_large"
    assert refused.value.data["values"]["players"] == 19


def test_what_takes_too_long_is_ended_and_refused(client, monkeypatch):
    monkeypatch.setattr(engine, "SECONDS", 0.01)
    answer = send(client, "pairing", OPEN)
    assert answer.status_code == 422
    assert answer.json()["code"] == "engine.too_heavy"


def test_the_calculator_has_so_much_processor_time_and_no_more():
    endless = (
        "from tournaments.api import calculator\n"
        "calculator.CPU_SECONDS = 1\ncalculator._limit()\nwhile True: pass"
    )
    ended = subprocess.run([sys.executable, "-S", "-E", "-c", endless], cwd=ROOT, timeout=60)
    assert ended.returncode < 0  # by a signal, which the caller takes for too heavy


def test_a_mistake_of_ours_is_no_server_error(client, monkeypatch):
    monkeypatch.setattr(engine.sys, "executable", "/bin/false")
    answer = send(client, "pairing", OPEN)
    assert answer.status_code == 422
    assert answer.json()["code"] == "engine.failed"


def test_other_types_are_not_read(client):
    answer = send(client, "pairing", b"<trf/>", "application/xml")
    assert answer.status_code == 415


def test_the_helpers_are_throttled_by_address(client, settings):
    settings.API_RATES = settings.API_RATES | {"engine": "1/day"}
    assert send(client, "pairing", b"x").status_code == 422
    assert send(client, "checking", b"x").status_code == 429


def test_nothing_is_stored(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert send(client, "checking", OPEN).status_code == 200


def test_get_is_not_allowed(client):
    answer = client.get("/api/v1/pairing")
    assert answer.status_code == 405
    assert "POST" in answer["Allow"]


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_whatever_is_posted_the_calculator_answers_or_refuses(data):
    """In this process, so that many can be tried: the same function as in the other."""
    lines = OPEN.splitlines()
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        line = bytearray(lines[place] or b" ")
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
        lines[place] = bytes(line)
    trf = b"\n".join(lines) if data.draw(st.booleans()) else data.draw(st.binary(max_size=300))
    work = data.draw(
        st.fixed_dictionaries(
            {"work": st.sampled_from(["pair", "check", "rank"]), "explain": st.just([])},
            optional={
                "system": st.sampled_from(["fide2026.dutch", "handbook.round_robin", "x"]),
                "round": st.integers(1, 400),
                "rounds": st.integers(1, 400),
                "after": st.integers(0, 20),
                "tie_breaks": st.text("BHSDEC/1 0PT", max_size=12),
            },
        )
    )
    try:
        found = calculator.answer_to({**work, "trf": _encoded(trf)})
    except calculator.Refusal as refused:
        assert refused.data["code"].startswith("engine.")
    else:
        json.dumps(found)


def _encoded(trf):
    return base64.b64encode(trf).decode()
