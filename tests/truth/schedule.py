"""The pairs of a round robin as the Berger tables have them, whoever has played already."""

from typing import Any

from tests.truth import words
from tests.truth.look import Line, Look, Read, Subject, Surface

FACTS = {"round": "round", "white": "White, with the number", "black": "Black, or no game"}


def expected(look: Look) -> list[Line]:
    """FIDE's tables: the last number has White and Black in turn; the others turn around."""
    people = {one.number: one for one in look.record.people.values() if one.number}
    even = len(people) + len(people) % 2
    found = []
    for round_ in range(1, even):
        first = (round_ + 1) // 2 if round_ % 2 else (even + round_) // 2
        pairs = [(first, even) if round_ % 2 else (even, first)]
        for step in range(1, even // 2):
            pairs.append(tuple((one - 1) % (even - 1) + 1 for one in (first + step, first - step)))
        for white, black in pairs:
            if white in people and black in people:
                found.append(
                    {"round": round_, "white": _seat(look, white), "black": _seat(look, black)}
                )
            else:
                rests = white if white in people else black
                found.append({"round": round_, "white": _seat(look, rests), "black": ""})
    return found


def _seat(look: Look, number: int) -> str:
    (one,) = (one for one in look.record.people.values() if one.number == number)
    return f"{number} {look.name(one.pk)}"


def on_paper(look: Look) -> list[Line]:
    """A heading with the round above each of its tables; then the players, each with a row."""
    found, round_ = [], 0
    heads = {look.said(words.round_of(number)): number for number in look.record.rounds}
    for part in look.paper("berger").parts:
        if not isinstance(part, list):
            round_ = heads.get(part.text.split(" · ")[0], 0)
            continue
        for row in part if round_ else ():
            texts = [cell.text for cell in row]
            white = " ".join([texts[1], words.split_title(texts[2])[1]])
            rests = texts[-1] == look.said(words.NO_GAME)
            black = "" if rests else " ".join([texts[4], words.split_title(texts[5])[1]])
            found.append({"round": round_, "white": white, "black": black})
    return found


def in_api(look: Look) -> list[Line]:
    found = []
    for row in look.api("schedule/")["results"]:
        for pair in row["pairs"]:
            line: Line = {"round": row["number"]}
            for side in ("white", "black"):
                line[side] = f"{pair[side]['number']} {pair[side]['name']}"
            found.append(line)
        if rests := row["resting"]:
            white = f"{rests['number']} {rests['name']}"
            found.append({"round": row["number"], "white": white, "black": ""})
    return found


def _surface(key: str, read: Read, **more: Any) -> Surface:
    return Surface(key, tuple(FACTS), read, **more)


SUBJECT = Subject(
    "schedule",
    "The pairs of a round robin",
    FACTS,
    lambda line: (line["round"], line["white"]),
    expected,
    fits=lambda look: (
        look.record.settings["system"] == words.ROBIN
        and look.record.settings["options"].get("cycles", 1) == 1
        and look.record.last_public > 0
    ),
    surfaces=(
        _surface(
            "API: schedule of a round robin",
            in_api,
            fits=lambda look: look.record.settings["schedule_public"],
        ),
        _surface("paper: schedule of a round robin", on_paper, paper=True),
    ),
)
