"""B.01 art. 1.4: worked examples, reference cases, and a literal version over random events."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from ratings.cases import Case, load
from ratings.errors import CaseError
from ratings.norms.cases import answers
from ratings.norms.titles import TITLES, open_titles
from tests.ratings import literal_norms

CASES = Path(__file__).parents[1] / "cases" / "oracle" / "norms"
NAMES = sorted(path.stem for path in CASES.glob("n???.json"))

#: nine opponents that suit every title: 4 GM, 5 others with titles, three federations
MIX = [("GM", "AZE")] * 4 + [("IM", "GEO")] * 3 + [("FM", "TUR")] * 2
SIX_AND_A_HALF = "11111===0"
CODES = {"1": "1-0", "=": "1/2", "0": "0-1"}


@pytest.mark.parametrize("name", NAMES)
def test_reference_cases_in_every_field(name):
    case = json.loads((CASES / f"{name}.json").read_text())
    expected = json.loads((CASES / f"{name}.expected.json").read_text())
    assert answers(Case(case)) == expected


def test_every_reference_case_is_here():
    assert len(NAMES) == 20


def event(opponents, results, more=(), **changes):
    """Player 1 of Türkiye against opponents (title, federation, rating), round by round."""
    players = [{"id": 1, "fed": "TUR", "title": "", "rating": 2300, "sex": "f"}] + [
        {"id": number, "title": title, "fed": fed, "rating": rating}
        for number, (title, fed, rating) in enumerate(opponents, 2)
    ]
    rows = [
        {"round": number, "white": 1, "black": number + 1, "result": CODES[result]}
        for number, result in enumerate(results, 1)
    ]
    return {
        "system": "swiss",
        "kind": None,
        "rounds": len(opponents),
        "host": "TUR",
        "players": players,
        "results": rows + list(more),
    } | changes


def ask(told, title="GM", games="all", **question):
    question = {"player": 1, "title": title, **(question or {"games": games})}
    case = {"format": "hakem-norm/1", "event": told, "questions": [question]}
    return answers(Case(case))["answers"][0]


def level(average, mix=MIX):
    return [(*one, average) for one in mix]


def test_art_1_4_9_six_and_a_half_of_nine_need_an_average_of_2434_for_a_grandmaster_norm():
    found = ask(event(level(2434), SIX_AND_A_HALF))
    assert (found["p"], found["rp"], found["norm"]) == (72, 2600, True)
    assert ask(event(level(2433), SIX_AND_A_HALF))["fails"] == ["1.4.8"]


def test_art_1_4_6_one_opponent_only_is_raised_to_the_floor_and_the_unrated_count_1400():
    low = level(2500)
    low[7:] = [("FM", "TUR", 1900), ("FM", "TUR", None)]
    found = ask(event(low, SIX_AND_A_HALF))
    assert (found["ra"], found["raised_round"]) == (round((7 * 2500 + 1900 + 2200) / 9), 9)


@pytest.mark.parametrize(
    ("mix", "fails"),
    [
        ([("GM", "AZE")] * 5 + [("CM", "GEO")] * 4, []),
        ([("GM", "AZE")] * 4 + [("CM", "GEO")] * 5, ["1.4.5a"]),  # CM is no title here
        ([("GM", "AZE")] * 2 + [("IM", "GEO")] * 7, ["1.4.4-one", "1.4.5b-e"]),
        ([("GM", "AZE")] * 6 + [("IM", "TUR")] * 3, ["1.4.3"]),  # one foreign federation
        ([("GM", "AZE")] * 3 + [("IM", "TUR")] * 6, ["1.4.3", "1.4.4-own"]),
        ([("GM", "FID")] * 7 + [("IM", "GEO"), ("IM", "AZE")], []),  # FID is no federation
        ([("GM", "FID")] * 7 + [("IM", "TUR"), ("IM", "AZE")], ["1.4.3"]),
    ],
)
def test_art_1_4_3_to_1_4_5_whom_a_player_must_have_met(mix, fails):
    assert ask(event(level(2500, mix), SIX_AND_A_HALF))["fails"] == fails


@pytest.mark.parametrize(
    ("kind", "host", "waiver"),
    [
        ("national-championship", "TUR", "1.4.3a"),
        ("national-championship", "GER", None),  # for players of the registering federation
        ("national-team", "TUR", "1.4.3b"),
        ("zonal", "GER", "1.4.3c"),
        (None, "TUR", None),
    ],
)
def test_art_1_4_3_the_waivers(kind, host, waiver):
    told = event(level(2500, [("GM", "TUR")] * 9), SIX_AND_A_HALF, kind=kind, host=host)
    found = ask(told)
    assert (found["waiver"], found["norm"]) == (waiver, waiver is not None)


def large_swiss(foreigners=20, titled=10, missing=()):
    """Everybody of the first twenty is there in every round, but for (player, round) pairs."""
    told = event(level(2500, [("GM", "TUR")] * 9), SIX_AND_A_HALF)
    crowd = [
        {
            "id": 100 + number,
            "fed": ("AZE", "GEO", "BUL")[number % 3],
            "title": "IM" if number < titled else "",
            "rating": 2300,
        }
        for number in range(foreigners)
    ]
    told["players"] += crowd
    for round_ in range(1, 10):
        there = [one["id"] for one in crowd if (one["id"], round_) not in missing]
        for white, black in zip(there[::2], there[1::2], strict=False):
            told["results"].append(
                {"round": round_, "white": white, "black": black, "result": "1/2"}
            )
        if len(there) % 2:
            told["results"].append({"round": round_, "player": there[-1], "bye": "pab"})
    return told


def test_art_1_4_3d_a_swiss_with_twenty_foreigners_in_every_round():
    assert ask(large_swiss())["waiver"] == "1.4.3d"
    assert ask(large_swiss(21))["waiver"] == "1.4.3d"  # a pairing-allocated bye misses nothing
    assert ask(large_swiss(19))["waiver"] is None
    assert ask(large_swiss(titled=9))["waiver"] is None
    assert ask(large_swiss(missing={(100, 4)}))["waiver"] is None  # 19 in round 4
    assert ask(large_swiss(21, missing={(100, 4), (101, 5)}, titled=12))["waiver"] == "1.4.3d"
    assert ask(large_swiss(21, missing={(100, 4), (100, 5)}, titled=12))["waiver"] == "1.4.3d"
    assert ask(large_swiss(20, missing={(100, 4), (100, 5)}, titled=12))["waiver"] is None


def test_art_1_4_2_what_does_not_count_is_named():
    opponents = level(2500)
    opponents[3] = ("GM", "NON", 2500)
    told = event(opponents, "111111===")
    told["results"][8]["how"] = "adjudicated"
    told["results"][4]["how"] = "forfeit"
    told["results"][0] = {"round": 1, "player": 1, "bye": "half"}
    found = ask(told)
    assert [(one["round"], one["why"]) for one in found["excluded"]] == [
        (1, "bye"),
        (4, "1.4.2a"),
        (5, "1.4.2c"),
        (9, "1.4.2c"),
    ]
    assert ask(told, games=[2, 3, 4])["fails"] == ["1.4.2"]


def test_art_1_4_2b_an_unrated_player_of_a_round_robin_who_scored_zero():
    opponents = [*level(2500), ("", "GEO", None)]
    told = event(opponents, "1111====01", system="roundrobin")
    assert ask(told)["excluded"] == [{"round": 10, "why": "1.4.2b"}]
    told["results"].append({"round": 1, "white": 11, "black": 3, "result": "1/2"})
    assert ask(told)["excluded"] == []


def test_art_1_4_1c_eight_games_and_a_walkover_are_a_norm_of_nine():
    told = event(level(2500), "1111111=0")
    told["results"][0]["how"] = "forfeit"
    found = ask(told)
    assert (found["norm"], found["games"], found["eight_plus_one"]) == (True, 8, True)
    assert found["worth_games"] == 10  # 6½ points where 5½ are asked for
    told["results"][1]["how"] = "forfeit"
    assert "1.4.1" in ask(told)["fails"]


def test_art_1_4_1e_f_what_may_be_left_out():
    twelve = [*level(2500), *[("", "TUR", 1900)] * 3]
    told = event(twelve, "11111===0" + "10=")
    assert ask(told)["norm"] is False
    assert ask(told, games="auto")["rounds"] == list(range(1, 11))
    assert "1.4.1ef" in ask(told, games=[1, 2, 3, 4, 5, 6, 7, 8, 9, 12])["fails"]  # a loss inside
    assert "1.4.1ef" not in ask(told, games=[2, 3, 4, 5, 6, 7, 8, 9, 10, 11])["fails"]


def test_art_1_4_1f_in_a_round_robin_only_if_the_whole_field_would_do():
    weak = [("", "GEO", 1500)] * 2
    told = event([*level(2434), *weak], SIX_AND_A_HALF + "11", system="roundrobin")
    assert ask(told)["fails"] == ["1.4.8", "1.4.8a"]
    assert ask(told, games="auto")["rounds"] == list(range(1, 11))
    poor = event([*level(2500), *[("", "GEO", 1500)] * 11], SIX_AND_A_HALF, system="roundrobin")
    poor["results"] += [
        {"round": number, "white": 1, "black": number + 1, "result": "1-0"}
        for number in range(10, 21)
    ]
    assert ask(poor, games="auto")["norm"] is False


def test_art_1_4_2c_the_forfeit_of_the_last_round_counts_as_a_loss_where_it_was_needed():
    opponents = level(2400)
    told = event([*opponents, ("GM", "AZE", 2500)], "1111111==", rounds=10)
    told["results"][8] = {"round": 9, "player": 1, "bye": "half"}
    last = {"round": 10, "white": 1, "black": 11, "result": "1-0", "how": "forfeit"}
    told["results"].append(last)
    found = ask(told)
    assert (found["norm"], found["games"], found["last_round_forfeit"]) == (True, 9, 10)
    assert found["score"] == "7.5"


def test_art_1_4_5f_a_double_round_robin_needs_six_players():
    five = event(level(2500)[:4], "1111", system="doubleroundrobin", rounds=8)
    assert "1.4.5f" in ask(five)["fails"]


@pytest.mark.parametrize(("days", "average"), [(30, 2500), (31, 2400)])
def test_art_1_4_6_in_a_long_event_the_ratings_of_each_game_are_used(days, average):
    told = event(level(2500), SIX_AND_A_HALF, days=days)
    for row in told["results"]:
        row["ratings"] = [2300, 2400]
    assert ask(told)["ra"] == average


def twice(opponents, **changes):
    """Two games against each: a win and a draw."""
    told = event(opponents, "", rounds=2 * len(opponents), **changes)
    told["results"] = [
        {"round": 2 * place + half, "white": 1, "black": place + 2, "result": result}
        for place in range(len(opponents))
        for half, result in ((1, "1/2"), (2, "1-0"))
    ]
    return told


@pytest.mark.parametrize(("kind", "fails"), [("world-cup", []), (None, ["1.4.1"])])
def test_art_1_4_1_eight_games_of_a_world_cup_are_a_norm_of_nine(kind, fails):
    flags = ("AZE", "GEO", "GER", "TUR")
    opponents = [("GM", flag, 2600) for flag in flags]
    found = ask(twice(opponents, system="knockout", kind=kind))
    assert (found["fails"], found["games"], found["form"]["rated"]) == (fails, 8, 4)
    assert found["worth_games"] == (None if fails else 11)  # 6 points where 4 are asked for


@pytest.mark.parametrize(("titles", "fails"), [("GGII", []), ("GIII", ["1.4.5b-e"])])
def test_art_1_4_5f_half_of_the_holders_in_a_double_round_robin(titles, fails):
    flags = ("AZE", "GEO", "GER", "TUR")
    held = [(f"{title}M", flag, 2500) for title, flag in zip(titles, flags, strict=True)]
    found = ask(twice([*held, ("", "TUR", 2500)], system="doubleroundrobin"))
    assert (found["fails"], found["required_min"], found["titled"]) == (fails, 2, 8)


@pytest.mark.parametrize(("bye", "norm"), [("pab", True), ("full", False), ("half", False)])
def test_art_1_4_1c_only_a_pairing_allocated_bye_stands_for_a_game(bye, norm):
    told = event(level(2500), "1111111==")
    told["results"][3] = {"round": 4, "player": 1, "bye": bye}
    found = ask(told)
    assert (found["norm"], found["eight_plus_one"]) == (norm, norm)


def test_art_0_3_1_and_1_7():
    told = event(level(2500), SIX_AND_A_HALF)
    told["players"][0]["sex"] = "m"
    assert ask(told, "WGM")["fails"] == ["0.3.1"]
    fifteen = event(level(2500, MIX + MIX[:6]), "1" * 15)
    assert ask(fifteen)["worth_games"] == 13  # more rounds count as 13


def test_what_the_last_rounds_must_bring():
    """Two rounds to go at 2434 on average: 6½ points are needed."""
    told = event(level(2434), "11111==", rounds=9)
    band = [{"rating": 2434, "title": "FM", "fed": "TUR"}]
    assert ask(told, future=[band, band]) == {
        "possible": True,
        "min_points": "0.5",
        "certain_points": "0.5",
    }
    weak = [{"rating": 2000, "title": "", "fed": "TUR"}, *band]
    assert ask(told, future=[weak, weak])["min_points"] == "0.5"
    assert ask(told, future=[weak[:1], weak[:1]])["certain_points"] is None
    assert ask(event(level(2100), "11111==", rounds=9), future=[band, band])["possible"] is False


def random_case(seed):
    chance = Random(seed)
    rounds = chance.choice((9, 9, 10, 11))
    average = chance.choice((2080, 2280, 2430))
    titles = ("GM", "GM", "IM", "FM", "WGM", "WIM", "CM", "")
    opponents = [
        (
            chance.choice(titles),
            chance.choice(("TUR", "TUR", "AZE", "AZE", "GEO", "BUL", "GER", "FID", "NON")),
            None if chance.random() < 0.05 else round(chance.gauss(average, 80)),
        )
        for _ in range(rounds)
    ]
    told = event(opponents, "".join(chance.choice("11111==0") for _ in range(rounds)))
    told["kind"] = chance.choice((None, None, "zonal", "national-team", "national-championship"))
    for index, row in enumerate(told["results"]):
        if chance.random() < 0.06 or (index == rounds - 1 and chance.random() < 0.3):
            row["how"] = chance.choice(("forfeit", "adjudicated"))
        elif chance.random() < 0.04:
            bye = chance.choice(("pab", "half", "zero"))
            told["results"][index] = {"round": index + 1, "player": 1, "bye": bye}
    return told


@pytest.mark.parametrize("block", range(10))
def test_random_events_against_every_subset(block):
    _compare(range(20 * block, 20 * block + 20))


@pytest.mark.full
@pytest.mark.parametrize("block", range(20))
def test_five_thousand_random_events_against_every_subset(block):
    _compare(range(1000 + 250 * block, 1250 + 250 * block))


def _compare(seeds, make=random_case):
    norms = left_out = 0
    for seed in seeds:
        told = make(seed)
        for title in TITLES:
            possible = literal_norms.norms({"event": told}, 1, title)
            found = ask(told, title, "auto")
            assert found["norm"] is bool(possible), (seed, title)
            whole = literal_norms.whole({"event": told}, 1)
            assert ask(told, title)["norm"] is any(one in possible for one in whole), (seed, title)
            if possible:
                norms += 1
                left_out += found["rounds"] != whole[0]
                assert found["rounds"] in possible, (seed, title)
                without = [one for one in possible if {*one} <= {*whole[0]}]  # 1.4.2 c comes last
                assert found["games"] == max(map(len, without or possible)), (seed, title)
    assert norms
    return left_out


def everybody_meets(players, cycles):
    """Pairs round by round: one stands still, the others turn around it."""
    ring = [*range(1, players + 1), *([0] if players % 2 else [])]
    half = len(ring) // 2
    for _cycle in range(cycles):
        for _round in range(len(ring) - 1):
            yield list(zip(ring[:half], reversed(ring[half:]), strict=True))
            ring = [ring[0], ring[-1], *ring[1:-1]]


def knocked_out(chance, players):
    """Matches of two games, a third now and then; player 1 goes on and on."""
    others = list(range(2, players + 1))
    while others:
        other = others.pop(chance.randrange(len(others)))
        for _game in range(chance.choice((2, 2, 2, 3))):
            yield [(1, other) if chance.random() < 0.5 else (other, 1)]


def random_other(seed):
    """A round robin of one or two cycles, or the knock-out of player 1; everything by chance."""
    chance = Random(seed)
    system = chance.choice(("roundrobin", "roundrobin", "doubleroundrobin", "knockout"))
    players = {
        "roundrobin": chance.choice((9, 10, 10, 11, 12)),
        "doubleroundrobin": chance.choice((5, 6, 6, 7)),
        "knockout": chance.choice((5, 6)),
    }[system]
    average = chance.choice((2130, 2330, 2480))
    people = [
        {
            "id": number,
            "fed": chance.choice(("TUR", "TUR", "AZE", "AZE", "GEO", "BUL", "GER", "FID", "NON")),
            "title": chance.choice(("GM", "GM", "IM", "FM", "WGM", "WIM", "CM", "")),
            "rating": None if chance.random() < 0.06 else round(chance.gauss(average, 80)),
            "sex": "f" if chance.random() < 0.8 else "m",
        }
        for number in range(1, players + 1)
    ]
    weak = {number for number in range(2, players + 1) if chance.random() < 0.15}
    for one in people:
        if one["id"] in weak:  # whose loss to player 1 may be left out
            one["rating"] = average - chance.choice((300, 600))
    people[0]["fed"] = chance.choice(("TUR", "TUR", "FID"))
    played = {
        "roundrobin": lambda: everybody_meets(players, 1),
        "doubleroundrobin": lambda: everybody_meets(players, 2),
        "knockout": lambda: knocked_out(chance, players),
    }[system]()
    results = []
    for number, pairs in enumerate(played, 1):
        for white, black in pairs:
            if 0 in (white, black):
                continue
            result = chance.choice(("1-0", "1-0", "1/2", "1/2", "0-1"))
            sure = 0.9 if weak & {white, black} else 0.6
            if 1 in (white, black) and chance.random() < sure:  # somebody who may make a norm
                result = "1-0" if white == 1 else "0-1"
            row = {"round": number, "white": white, "black": black, "result": result}
            if chance.random() < 0.04:
                row["how"] = chance.choice(("forfeit", "adjudicated"))
            results.append(row)
    rounds = results[-1]["round"]
    for row in results:
        if row["round"] == rounds and 1 in (row["white"], row["black"]) and chance.random() < 0.2:
            row["how"] = "forfeit"
    kinds = (None, None, None, "zonal", "national-championship", "world-cup", "world-team")
    return {
        "system": system,
        "kind": chance.choice(kinds),
        "rounds": rounds,
        "host": "TUR",
        "players": people,
        "results": results,
    }


@pytest.mark.parametrize("block", range(4))
def test_round_robins_and_knock_outs_against_every_subset(block):
    assert _compare(range(250 * block, 250 * block + 250), random_other)  # some leave games out


@pytest.mark.full
@pytest.mark.parametrize("block", range(20))
def test_twenty_thousand_round_robins_and_knock_outs_against_every_subset(block):
    assert _compare(range(1000 + 1000 * block, 2000 + 1000 * block), random_other)


def test_the_door_answers_in_json_and_names_what_it_cannot_read(tmp_path):
    def door(path):
        return subprocess.run(
            [sys.executable, "-m", "ratings", "norms", str(path)], capture_output=True, text=True
        )

    done = door(CASES / "n001.json")
    assert json.loads(done.stdout) == json.loads((CASES / "n001.expected.json").read_text())
    path = tmp_path / "case.json"
    told = {
        "format": "hakem-norm/1",
        "event": event(level(2500), SIX_AND_A_HALF),
        "questions": [{"player": 1, "title": "FM", "games": "all"}],
    }
    path.write_text(json.dumps(told))
    done = door(path)
    assert done.returncode == 1
    assert done.stderr == f"{path}: questions[0].title: expected one of GM, IM, WGM, WIM\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"system": "league"}, "event.system: expected one of swiss, roundrobin"),
        ({"rounds": "nine"}, "event.rounds: expected a whole number"),
        ({"results": [{"round": 1, "white": 77, "black": 1}]}, "event.results[0].white: expected"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(change, said):
    with pytest.raises(CaseError) as raised:
        ask(event(level(2500), SIX_AND_A_HALF) | change)
    assert str(raised.value).startswith(said)


def test_nobody_needs_a_title_they_have_and_womens_titles_are_for_women():
    def names(title, **sex):
        return [one.name for one in open_titles(title, **sex)]

    assert names("", woman=False) == ["GM", "IM"]
    assert names("", woman=True) == ["GM", "IM", "WGM", "WIM"]
    assert names("IM", woman=True) == ["GM"]
    assert names("GM", woman=False) == []


@pytest.mark.parametrize("text", ['{"score": 1e99999999999999999999}', "{", '{"score": 1.5.5}'])
def test_what_is_no_number_and_no_json_is_refused_in_words(tmp_path, text):
    path = tmp_path / "case.json"
    path.write_text(text)
    with pytest.raises(CaseError, match="JSON in UTF-8"):
        load(path)
