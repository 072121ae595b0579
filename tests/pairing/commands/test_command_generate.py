"""`python -m pairing generate`. The checklist's questions are cited as Q and number."""

import re
from collections import Counter
from pathlib import Path

import pytest

from pairing.errors import NoLegalPairing, UnsupportedRule
from pairing.formats import DEFAULT
from pairing.state import RoundPairing, TournamentState
from pairing.systems import System
from pairing.tools import generator
from pairing.tools.checker import check
from pairing.tools.generator import Amount, Settings, Share, generate
from pairing.trf import Acceleration, TrfDocument, read, write
from tests.pairing.commands.command_runner import Runner


def made(run: Runner, path: Path, *words: object) -> TrfDocument:
    ended = run("generate", *words, "--out", path)
    assert (ended.code, ended.err) == (0, "")
    document = read(path.read_bytes())
    assert check(document).clean
    return document


def symbols(document: TrfDocument, number: int = 0) -> Counter[str]:
    """The number of each symbol in a round, or in all."""
    return Counter(
        entry.symbol
        for player in document.players
        for index, entry in enumerate(player.rounds, 1)
        if number in (0, index)
    )


QUIET = tuple(
    word
    for name in (
        *("half-byes", "full-byes", "zero-byes", "forfeit-wins", "forfeit-losses", "half-zero"),
        *("zero-half", "zero-zero", "unrated-games", "unrated", "withdrawals", "late-entries"),
    )
    for word in (f"--{name}", "0")
)


def quiet(**changes: object) -> tuple[object, ...]:
    """Nothing unusual happens, except for the changes."""
    words = list(QUIET)
    for name, value in changes.items():
        words[words.index(f"--{name.replace('_', '-')}") + 1] = str(value)
    return ("--players", 20, "--rounds", 6, "--seed", 11, "--no-baku", *words)


def test_q31_the_tournament_agrees_with_the_rules_and_its_own_list(
    run: Runner, tmp_path: Path
) -> None:
    document = made(run, tmp_path / "a.trf", "--players", 40, "--rounds", 7, "--seed", 1)
    assert (len(document.players), document.begun_rounds, document.total_rounds) == (40, 7, 7)
    assert document.version == "TRF26"
    assert document.adjustments == ()
    assert document.standings == ("PTS", *document.tie_breaks)
    assert sorted(player.rank for player in document.players)[0] == 1


@pytest.mark.parametrize("seed", range(12))
def test_q25_whatever_is_not_given_is_drawn(seed: int) -> None:
    document = generate(Settings(seed=seed, players=10 + 3 * seed))
    assert check(read(write(document))).clean
    assert document.tie_breaks


@pytest.mark.full
@pytest.mark.parametrize("seed", range(100, 300))
def test_q25_whatever_is_not_given_is_drawn_at_length(seed: int) -> None:
    document = read(write(generate(Settings(seed=seed))))
    assert document.adjustments == ()
    assert check(document).clean


def test_q25_baku_and_the_tie_break_list_differ_from_seed_to_seed() -> None:
    documents = [generate(Settings(seed=seed, players=12, rounds=5)) for seed in range(30)]
    assert len({document.tie_breaks for document in documents}) > 15
    assert {document.type_code for document in documents} == {
        "FIDE_DUTCH_2025",
        "FIDE_DUTCH_2025_BAKU",
    }
    assert {document.initial_colour for document in documents} == {"w", "b"}


def test_q30_a_fresh_seed_each_run_is_printed_and_written(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "a.trf"
    seeds = []
    for _ in range(2):
        ended = run("generate", "--players", 8, "--rounds", 3, "--out", path)
        seed = re.fullmatch(r"seed (\d+)\n", ended.out)
        assert seed
        seeds.append(seed[1])
        assert read(path.read_bytes()).comments == (f"### Generator seed: {seed[1]}",)
    assert seeds[0] != seeds[1]


def test_q30_the_same_seed_gives_the_same_file(run: Runner, tmp_path: Path) -> None:
    one, two, other = tmp_path / "one", tmp_path / "two", tmp_path / "other"
    for path, seed in ((one, 5), (two, 5), (other, 6)):
        made(run, path, "--seed", seed)
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes() != other.read_bytes()


def test_without_a_file_the_tournament_is_printed_and_the_seed_told_aside(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    from pairing.tools.cli import main

    assert main(["generate", "--players", "8", "--seed", "x y"]) == 0
    captured = capfdbinary.readouterr()
    assert len(read(captured.out).players) == 8
    assert captured.err == b"seed x y\n"


def test_q24_each_kind_of_bye_and_result_by_number(run: Runner, tmp_path: Path) -> None:
    document = made(
        run,
        tmp_path / "a.trf",
        *quiet(
            half_byes=7,
            full_byes=3,
            zero_byes=5,
            forfeit_wins=4,
            forfeit_losses=2,
            half_zero=2,
            zero_half=1,
            zero_zero=3,
            unrated_games=4,
        ),
    )
    found = symbols(document)
    assert (found["H"], found["F"], found["Z"]) == (7, 3, 5)
    assert (found["+"], found["-"]) == (4, 4 + 2 * 2)
    assert found["W"] + found["L"] + found["D"] == 8
    codes = Counter(code for number in range(1, 7) for _, _, code in document.games(number))
    assert (codes["=0"], codes["0="], codes["00"], codes["--"]) == (2, 1, 3, 2)


def test_q24_by_per_cent_and_by_round(run: Runner, tmp_path: Path) -> None:
    words = quiet(half_byes="10%", zero_byes="2:3,5:20%", forfeit_wins="1:50%")
    document = made(run, tmp_path / "a.trf", *words)
    assert symbols(document)["H"] == 12
    assert [symbols(document, number)["Z"] for number in range(1, 7)] == [0, 3, 0, 0, 4, 0]
    assert [symbols(document, number)["+"] for number in range(1, 7)] == [5, 0, 0, 0, 0, 0]


def test_q24_withdrawals_late_entries_and_unrated_players(run: Runner, tmp_path: Path) -> None:
    document = made(
        run, tmp_path / "a.trf", *quiet(withdrawals=3, late_entries="10%", unrated="25%")
    )
    assert sum(1 for player in document.players if not player.rating) == 5
    rows = [
        "".join(e.symbol if e.symbol == "Z" else "." for e in p.rounds) for p in document.players
    ]
    assert sum(1 for row in rows if row.startswith("Z")) == 2
    assert sum(1 for row in rows if row.endswith("Z")) == 3
    assert all(re.fullmatch(r"Z*\.+|\.+Z*", row) for row in rows)


def test_q24_baku_and_tie_breaks(run: Runner, tmp_path: Path) -> None:
    words = ("--players", 22, "--rounds", 7, "--baku", "--tie-breaks", "BH/C1 SB", *QUIET)
    document = made(run, tmp_path / "a.trf", *words)
    assert document.type_code == "FIDE_DUTCH_2025_BAKU"
    assert document.standings == ("PTS", "BH/C1", "SB")
    assert document.accelerated == (Acceleration(10, 1, 2, 1, 12), Acceleration(5, 3, 4, 1, 12))
    assert made(run, tmp_path / "b.trf", "--tie-breaks", "").standings == ("PTS",)


def test_q27_ratings_typed(run: Runner, tmp_path: Path) -> None:
    document = made(run, tmp_path / "a.trf", "--ratings", "2400,2350,0,2360", "--rounds", 3)
    assert [player.rating for player in document.players] == [2400, 2360, 2350, 0]


def test_q28_ratings_by_parameters(run: Runner, tmp_path: Path) -> None:
    words = ("--players", 30, "--rounds", 5, "--unrated", 0)
    ranged = made(run, tmp_path / "a.trf", *words, "--rating-min", 1900, "--rating-max", 2000)
    ratings = [player.rating for player in ranged.players]
    assert ratings == sorted(ratings, reverse=True)
    assert 1900 <= ratings[-1] < ratings[0] <= 2000
    stepped = made(run, tmp_path / "b.trf", *words, "--rating-top", 2500, "--rating-step", 20)
    assert [player.rating for player in stepped.players] == [2500 - 20 * n for n in range(30)]


def test_q29_ratings_are_random_by_default() -> None:
    one, two = (generate(Settings(seed=seed, players=20, rounds=5)) for seed in (1, 2))
    assert [p.rating for p in one.players] != [p.rating for p in two.players]


def test_q32_results_follow_the_probability_table() -> None:
    # Two groups of players 200 points apart: the table gives the stronger ones 76 per cent.
    score = games = 0
    for seed in range(40):
        document = generate(
            Settings(
                seed=seed,
                ratings=(2200,) * 10 + (2000,) * 10,
                rounds=1,
                half_byes=Amount(),
                full_byes=Amount(),
                zero_byes=Amount(),
                forfeit_wins=Amount(),
                forfeit_losses=Amount(),
                half_zero=Amount(),
                zero_half=Amount(),
                zero_zero=Amount(),
                unrated_games=Amount(),
                withdrawals=Share(0),
                late_entries=Share(0),
            )
        )
        games += 10
        score += sum(player.points for player in document.players[:10])
    assert games == 400
    assert 710 <= score * 100 // games <= 810


@pytest.mark.parametrize("profile", ["trf26", "trf16", "engine"])
def test_other_profiles_are_paired_alike(run: Runner, tmp_path: Path, profile: str) -> None:
    path = tmp_path / "a.trf"
    words = ("--players", 15, "--rounds", 5, "--seed", 4, "--baku", "--profile", profile)
    assert run("generate", *words, "--out", path).code == 0
    report = check(read(path.read_bytes()))
    assert (report.agreed, len(report.rounds)) == (5, 5)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--players", "1"), "2 to 9999 players"),
        (("--players", "6", "--rounds", "6"), "1 to 5 rounds"),
        (("--players", "x"), "invalid int value"),
        (("--half-byes", "many"), "--half-byes: expected a number, a per cent"),
        (("--half-byes", "101%"), "at most 100%"),
        (("--players", "8", "--rounds", "3", "--half-byes", "9:1"), "There is no round 9 of 3"),
        (("--players", "8", "--rounds", "3", "--half-byes", "90"), "There is no room for"),
        (("--withdrawals", "1:2"), "not by round"),
        (("--players", "8", "--rounds", "3", "--withdrawals", "8"), "fewer than two players"),
        (("--ratings", "2400,2300", "--players", "3"), "2 ratings are given for 3 players"),
        (("--ratings", "high"), "numbers of up to four digits"),
        (("--rating-min", "2000", "--rating-max", "1000"), "the lower one first"),
        (("--tie-breaks", "XX", "--players", "8"), "Tie-break 'XX'"),
        (("--baku", "--no-baku"), "not allowed with argument"),
        (("--system", "no.such"), "There is no system"),
        (("--system", "handbook.round_robin", "--half-byes", "1"), "without byes"),
        (
            ("--system", "handbook.round_robin", "--players", "6", "--rounds", "4"),
            "has 5 rounds",
        ),
        (("--seed", ""), "--seed"),
        (("--seed", "a\nb"), "--seed"),
    ],
)
def test_wrong_settings_give_one_sentence_and_exit_2(
    run: Runner, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    path = tmp_path / "a.trf"
    ended = run("generate", *words, "--out", path)
    assert (ended.code, ended.out) == (2, "")
    assert sentence in ended.err
    assert ended.err.count("\n") == 1
    assert not path.exists()


def test_settings_that_cannot_be_paired_to_the_end_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = []

    def pair(state: TournamentState) -> RoundPairing:
        tried.append(state.next_round)
        raise NoLegalPairing((1, 2))

    system = System(DEFAULT, pair)
    monkeypatch.setattr(generator, "system", lambda key: system)
    with pytest.raises(UnsupportedRule, match="could be paired to its end"):
        generate(Settings(seed=1))
    assert tried == [1] * generator.ATTEMPTS
