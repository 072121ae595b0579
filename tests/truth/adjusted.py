"""The handbook's cards with their tie-breaks, and its list of adjusted scores."""

import re
from fractions import Fraction
from typing import Any

from tests.truth import words
from tests.truth.look import Line, Look, Read, Subject, Surface, number, tenths
from tests.truth.paper import Cell
from tests.truth.recount import Count, bye_points, in_words, mark_of
from tests.truth.rounds import seats
from tests.truth.standings import of_round, shown

CARD = {
    "rank": "rank",
    "name": "name",
    "title": "title",
    "round": "round",
    "colour": "colour",
    "mark": "result",
    "total": "points so far",
    "opponent": "opponent with number, or why there is none",
    "values": "Solkoff and Berger of the round; at the end all three and the adjusted score",
}
LISTED = {
    "number": "start number",
    "name": "name",
    "title": "title",
    "points": "points",
    "rounds": "rounds that count as a draw",
    "adjusted": "adjusted score",
}
#: the line behind the rounds
SUM = 99


def _median(look: Look) -> tuple[int, int]:
    """How many low and high values the column of the median leaves out."""
    for code in look.record.settings["tie_breaks"]:
        if found := re.fullmatch(r"BH/([CM])(\d)", code):
            return int(found[2]), int(found[2]) if found[1] == "M" else 0
    return 1, 1


def cards(look: Look) -> list[Line]:
    count = Count(look.record, look.number)
    return [line for one in count.standings() for line in _card(look, count, one)]


def _card(look: Look, count: Count, one: Any) -> list[Line]:
    record, person = look.record, look.record.people[one.player]
    who = {"rank": one.place, "name": look.name(one.player), "title": person.title}
    games = {g.round: g for g in record.games if one.player in (g.white, g.black)}
    byes = {bye.round: bye.kind for bye in record.byes if bye.player == one.player}
    elements = count.elements_by_round(one.player)
    found, total = [], 0
    for cell in count.cells[one.player]:
        total += cell.points
        line: Line = {**who, "round": cell.round, "total": total, "colour": ""}
        if game := games.get(cell.round):
            other = record.people[game.other(one.player)]
            line["colour"] = game.colour(one.player)
            line["mark"] = mark_of(record, game, one.player)
            seen = f"{other.number} {look.with_title(other.pk)}"
            line["opponent"] = seen if other.status != "expelled" else "–"
        elif kind := byes.get(cell.round):
            line |= {"mark": in_words(bye_points(record, kind)), "opponent": kind}
        else:
            line |= {"mark": "–", "opponent": "–"}
        value, points = elements[cell.round]
        line["values"] = (
            Fraction(value, 10),
            Fraction(value * points, 100),
        )
        found.append(line)
    values = [value for value, _points in elements.values()]
    low, high = _median(look)
    code = f"BH/{'M' if high else 'C'}{low}"
    sums = (count.buchholz(one.player, code), Fraction(sum(values), 10))
    berger = sum(value * points for value, points in elements.values())
    sums = (*sums, Fraction(berger, 100))
    adjusted = Fraction(count.adjusted(one.player), 10)
    last = {**who, "round": SUM, "colour": "", "mark": "", "total": total, "opponent": adjusted}
    return [*found, last | {"values": sums}]


def on_cards(look: Look) -> list[Line]:
    paper, found, who = look.paper("score_cards", look.number), [], {}
    rank = look.said(words.RANK)
    for part in paper.parts:
        if not isinstance(part, list):
            parts = part.text.split(" · ")
            if parts[-1].startswith(f"{rank} "):
                name = parts[1] if len(parts) == 3 else parts[0]
                who = {"rank": int(parts[-1].removeprefix(rank)), **seats.split_title(name)}
            continue
        found += [{**who, **_line(look, row)} for row in part if not row[0].head]
    return found


def _line(look: Look, row: list[Cell]) -> Line:
    round_, colour, said, total, tpn, opponent, median, solkoff, berger = (c.text for c in row)
    line: Line = {"round": number(round_) or SUM, "colour": look.letter(colour), "mark": said}
    line["total"] = tenths(total)
    adjusted = f"{look.said(words.ADJUSTED)}: "
    if not round_:
        values = tuple(_value(text) for text in (median, solkoff, berger))
        return line | {"opponent": _value(opponent.removeprefix(adjusted)), "values": values}
    if tpn:
        line["opponent"] = f"{tpn} {opponent}"
    else:
        line["opponent"] = opponent if opponent == "–" else look.bye_kind(opponent)
    assert _value(median.strip("()")) == _value(solkoff), f"{median} beside {solkoff}"
    return line | {"values": (_value(solkoff), _value(berger))}


def _value(text: str) -> Fraction:
    if text in ("", "–"):
        return Fraction(0)
    text = text.replace(",", ".")
    half = text.endswith("½")
    return Fraction(text.removesuffix("½") or "0") + (Fraction(1, 2) if half else 0)


# --- The list ------------------------------------------------------------------------------------


def listed(look: Look) -> list[Line]:
    count = Count(look.record, look.number)
    found = []
    for pk in count.ranked:
        one = look.record.people[pk]
        line: Line = {"number": one.number, "name": look.name(pk), "title": one.title}
        line |= {"points": count.points[pk], "rounds": count.as_draws(pk)}
        found.append(line | {"adjusted": Fraction(count.adjusted(pk), 10)})
    return found


def on_list(look: Look) -> list[Line]:
    found = []
    paper = look.paper("adjusted_scores", look.number)
    for row in (row for table in paper.tables for row in table if not row[0].head):
        tpn, name, points, rounds, adjusted = (cell.text for cell in row)
        line: Line = {"number": int(tpn), "points": tenths(points), "adjusted": _value(adjusted)}
        line["rounds"] = tuple(int(one) for one in re.findall(r"(\d+) \(", rounds))
        found.append(line | seats.split_title(name))
    return found


# --- The table -----------------------------------------------------------------------------------


def _surface(key: str, facts: dict[str, str], read: Read) -> Surface:
    return Surface(key, tuple(facts), read, paper=True, fits=shown, of=of_round)


def _by_opponents(look: Look) -> bool:
    return look.record.settings["system"] in (*words.SWISS, words.DOUBLE)


CARDS = Subject(
    "score cards",
    "The pairing cards with their tie-breaks",
    CARD,
    lambda line: (line["name"], line["round"]),
    cards,
    fits=_by_opponents,
    surfaces=(_surface("paper: cards with tie-breaks", CARD, on_cards),),
)

ADJUSTED = Subject(
    "adjusted scores",
    "The adjusted scores",
    LISTED,
    lambda line: line["name"],
    listed,
    fits=_by_opponents,
    surfaces=(_surface("paper: adjusted scores", LISTED, on_list),),
)
