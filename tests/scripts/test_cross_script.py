"""The cross-test itself: it counts, keeps what differs, and goes on where it ended."""

import json
import sys
from pathlib import Path

import pytest

from pairing.formats import Family
from pairing.trf import read
from scripts.cross import drawn, main, restored, save, summary, told
from scripts.cross_places import Calculator, codes_for, judge
from tiebreaks.standings import standings

SMALL = "--players 8 --rounds 3"
ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"
OPEN = CASES / "trf" / "open_19_players.trf"

#: answers as the tie-breaks of this program have it, one value changed on request
CALCULATOR = """
import json, sys
sys.path.insert(0, {root!r})
from pathlib import Path
from pairing.formats import Family
from pairing.trf import read
from tiebreaks.registry import edition_at
from tiebreaks.standings import format_value, standings
for line in sys.stdin:
    path, codes, rounds, system = line.rstrip("\\n").split("\\t")
    document = read(Path(path).read_bytes())
    edition = edition_at(document.start_date)
    codes = codes.split() or list(document.standings)
    found = standings(
        document.state(int(rounds)), codes[1:], edition=edition, compat={compat!r},
        family=Family(system.replace("-", "_")),
    )
    players = {{}}
    for row in found.rows:
        pairs = zip(found.codes, row.values)
        values = [format_value(code, value, edition) for code, value in pairs]
        values = [None if value == "-" else value for value in values]
        players[row.tpn] = [row.rank, str(row.score / 10), *values]
    players[1][{place}] = {wrong} or players[1][{place}]
    print(json.dumps({{"players": players}}), flush=True)
"""


def checker(tmp_path: Path, program: str) -> str:
    path = tmp_path / "checker.py"
    path.write_text(program)
    return f"{sys.executable} {path} {{file}}"


def calculator(tmp_path: Path, compat: str = "", place: int = 0, wrong: str = "0") -> str:
    path = tmp_path / "calculator.py"
    path.write_text(CALCULATOR.format(root=str(ROOT), compat=compat, place=place, wrong=wrong))
    return f"{sys.executable} {path}"


def record(out: Path) -> dict:
    return json.loads((out / "record.json").read_text())[-1]


def test_our_checker_agrees_with_our_generator(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["--count", "3", "--out", str(out), "--settings", SMALL]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "ours judged by them: 3 tournaments, 9 rounds, 0 tie-break values, 0 differences",
        "theirs judged by us: 0 tournaments, 0 rounds, 0 tie-break values, 0 differences",
    ]
    assert not list(out.glob("*.trf"))


def test_what_another_checker_finds_is_kept_with_its_seed(tmp_path: Path) -> None:
    program = "import sys\nprint('round 2 does not match' if 'seed-2' in sys.argv[1] else 'fine')\n"
    out = tmp_path / "out"
    words = ["--count", "3", "--out", str(out), "--settings", SMALL, "--name", "Other 1"]
    words += ["--checker", checker(tmp_path, program), "--differs", "does not match"]
    assert main(words) == 1
    data = record(out)
    assert data["ours"]["tournaments"] == 3
    assert [each["name"] for each in data["ours"]["differences"]] == ["2"]
    assert [path.name for path in (out / "differ").iterdir()] == ["seed-2.trf"]
    text = (out / "record.md").read_text()
    assert "round 2 does not match" in text
    assert "other: `Other 1`" in text
    assert str(tmp_path) not in text + (out / "record.json").read_text()


def test_a_second_run_goes_on_where_the_first_one_ended(tmp_path: Path) -> None:
    words = ["--count", "2", "--out", str(tmp_path), "--settings", SMALL, "--first-seed", "10"]
    assert main(words) == main(words) == 0
    data = record(tmp_path)
    assert (data["ours"]["tournaments"], data["next_seed"]) == (4, 14)


def test_other_settings_begin_another_stretch_of_the_same_record(tmp_path: Path) -> None:
    words = ["--out", str(tmp_path / "out"), "--record", str(tmp_path / "record.json")]
    assert main([*words, "--count", "2", "--settings", SMALL]) == 0
    assert main([*words, "--until", "5", "--settings", "--players 10 --rounds 3"]) == 0
    first, second = restored(tmp_path / "record.json")
    assert (first.first_seed, first.next_seed) == (1, 3)
    assert (second.first_seed, second.next_seed) == (3, 6)
    assert summary([first, second]).startswith("ours judged by them: 5 tournaments, 15 rounds")


def test_a_seed_draws_the_settings_within_their_range() -> None:
    drawn_players = {drawn("--players {8-10}", seed) for seed in range(50)}
    assert drawn_players == {"--players 8", "--players 9", "--players 10"}
    assert drawn("{5-99} {5-99}", 7) == drawn("{5-99} {5-99}", 7)


def test_their_tournaments_are_judged_by_our_checker(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    for name in ("open_19_players", "harbour_trf26"):
        (theirs / f"{name}.trf").write_bytes((CASES / "trf" / f"{name}.trf").read_bytes())
    out = tmp_path / "out"
    assert main(["--theirs", str(theirs), "--out", str(out)]) == 1
    data = record(out)["theirs"]
    assert (data["tournaments"], data["rounds"]) == (2, 14)
    assert [each["name"] for each in data["differences"]] == ["harbour_trf26.trf"]
    assert data["differences"][0]["said"].startswith("round 1: file 1-4")


def test_their_generator_is_asked_seed_by_seed_with_settings_that_are_drawn(tmp_path: Path) -> None:
    program = (
        "import shutil, sys\nfrom pathlib import Path\n"
        f"shutil.copy({str(OPEN)!r}, sys.argv[1])\n"
        "Path(sys.argv[1]).with_name('seen').write_text(Path(sys.argv[2]).read_text())\n"
    )
    out = tmp_path / "out"
    words = ["--count", "2", "--out", str(out), "--settings", SMALL]
    words += ["--generator", checker(tmp_path, program) + " {config}"]
    assert main([*words, "--their-settings", "Players={12-12} Rounds=7"]) == 0
    assert record(out)["theirs"]["tournaments"] == 2
    assert (out / "seen").read_text() == "Players=12\nRounds=7\n"


def test_every_value_and_place_is_compared_with_a_calculator(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["--count", "5", "--out", str(out), "--settings", "--players 12 --rounds 5"]
    assert main([*words, "--calculator", calculator(tmp_path)]) == 0
    data = record(out)["ours"]
    assert data["places"] == 60
    assert data["values"] >= 60 * 16


def test_a_value_of_the_calculator_that_differs_is_a_difference(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["--count", "1", "--out", str(out), "--settings", "--players 12 --rounds 5"]
    words += ["--calculator", calculator(tmp_path, place=3, wrong="'99'")]
    assert main(words) == 1
    said = record(out)["ours"]["differences"][0]["said"]
    assert "theirs 99, ours" in said
    assert list((out / "differ").iterdir())


def test_a_place_of_the_calculator_that_differs_is_a_difference(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["--count", "1", "--out", str(out), "--settings", "--players 12 --rounds 5"]
    words += ["--calculator", calculator(tmp_path, place=0, wrong="99")]
    assert main(words) == 1
    assert "theirs 99" in record(out)["ours"]["differences"][0]["said"]


def test_where_the_calculator_leaves_the_text_is_counted_by_article(tmp_path: Path) -> None:
    out = tmp_path / "out"
    games = "--players 12 --rounds 5 --zero-zero 8 --half-zero 4"
    words = ["--count", "12", "--out", str(out), "--settings", games]
    assert main([*words, "--calculator", calculator(tmp_path, compat="ref")]) == 0
    found = {each["code"]: each for each in record(out)["departures"]}
    assert found["STD"]["rule"].startswith("7.7")
    assert found["STD"]["values"] >= found["STD"]["tournaments"] > 0
    assert found["STD"]["seen_in"][0].startswith("ours ")


def test_a_place_by_the_files_own_list_may_rest_on_a_departure(tmp_path: Path) -> None:
    """Three level, two of whom met twice: once the game was forfeited (C.07 art. 6.1.2)."""
    theirs = calculator(tmp_path, compat="ref")
    words = ["--count", "1", "--first-seed", "1645", "--out", str(tmp_path / "out")]
    words += ["--settings", "--players 14"]
    assert main([*words, "--calculator", theirs]) == 0
    found = record(tmp_path / "out")
    assert [each["code"] for each in found["departures"]] == ["DE"]
    assert found["departures"][0]["tournaments"] == 1


def test_a_difference_is_judged_again_once_it_is_explained(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["--count", "1", "--out", str(out), "--settings", "--players 12 --rounds 5"]
    assert main([*words, "--calculator", calculator(tmp_path, place=3, wrong="'99'")]) == 1
    again = ["--again", *words[2:], "--calculator", calculator(tmp_path)]
    assert main(again) == 0
    data = record(out)["ours"]
    assert (data["tournaments"], data["differences"]) == (1, [])
    assert not list((out / "differ").iterdir())


def test_one_tournament_in_five_is_judged_by_the_older_text(tmp_path: Path) -> None:
    document = read(OPEN.read_bytes())
    lists = {
        edition: {
            code for seed in range(40) for code in codes_for(document, Family.SWISS, edition, seed)
        }
        for edition in ("fide2026", "fide2024")
    }
    assert lists["fide2026"] - lists["fide2024"] >= {"STD", "TPN"}
    asked = Calculator(calculator(tmp_path))
    path = tmp_path / "older.trf"
    path.write_bytes(b"042 2025/06/01\n" + OPEN.read_bytes())
    kept = {"document": document, "family": Family.SWISS}
    assert judge(asked, path, edition="fide2024", seed=5, **kept).wrong == ()
    asked.close()
    older, newer = (
        standings(document.state(), ["BH"], edition=edition) for edition in ("fide2024", "fide2026")
    )
    assert older.rows != newer.rows


def test_the_text_of_the_record_says_what_its_data_say(tmp_path: Path) -> None:
    stretches = restored(ROOT / "docs" / "cross-test.json")
    assert (ROOT / "docs" / "cross-test.md").read_text() == told(stretches)
    assert not any(one.ours.differences or one.theirs.differences for one in stretches)
    again = tmp_path / "record.json"
    save(stretches, again)
    assert again.read_text() == (ROOT / "docs" / "cross-test.json").read_text()
