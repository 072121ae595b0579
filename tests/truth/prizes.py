"""The prizes: the lists as announced, and who gets what, counted again to the cent.

A line is a share of a list; before there are standings there are none.
"""

import csv
import io
from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import Any

from tests.truth import words
from tests.truth.look import Line, Look, Read, Subject, Surface, number, tenths
from tests.truth.paper import Cell
from tests.truth.record import Person
from tests.truth.recount import Count

FACTS = {
    "rank": "rank",
    "name": "name",
    "points": "points",
    "list": "list",
    "cents": "money",
    "things": "things",
    "final": "final or not",
}
LIST_FACTS = {"list": "list", "places": "places", "cents": "money", "things": "thing"}
GIVEN = {
    "en": ("Who gets what", "As it stands now"),
    "tr": ("Kim ne alıyor", "Şu anki durum"),
}


# --- Counting ------------------------------------------------------------------------------------


class Purse:
    """Lists of prizes by category, and those who take part in the order of the standings."""

    def __init__(self, look: Look) -> None:
        record = look.record
        after = record.last_complete
        self.people = record.people
        self.sharing = record.settings["prize_sharing"]
        self.one_each = record.settings["one_prize"]
        self.lists: dict[str, dict[int, tuple[int, list[str]]]] = {}
        for row in sorted(record.prizes, key=lambda row: row["position"]):
            own = self.lists.setdefault(row["category"], {})
            for place in range(row["first"], row["last"] + 1):
                cents, things = own.get(place, (0, []))
                thing = [row["thing"]] if row["thing"] else []
                own[place] = (cents + int(row["amount"] * 100), things + thing)
        standings = Count(record, after).standings() if after else []
        self.line = {one.player: one for one in standings}
        self.order = [pk for pk in self.line if not self.people[pk].gone]

    def shares(self) -> list[tuple[str, int, int, list[str]]]:
        """(list, player, cents, things)"""
        left: dict[str, set[int]] = {key: set() for key in self.lists}
        for pk in self.order if self.one_each else ():
            mine = {key: found[pk] for key in self.lists if pk in (found := self._of(key, left))}
            if len(mine) > 1:
                most = max(cents for cents, _things in mine.values())
                best = next(key for key, (cents, _things) in mine.items() if cents == most)
                for key in set(mine) - {best}:
                    left[key].add(pk)
        return [
            (key, pk, cents, things)
            for key in self.lists
            for pk, (cents, things) in self._of(key, left).items()
        ]

    def _of(self, key: str, left: dict[str, set[int]]) -> dict[int, tuple[int, list[str]]]:
        members = [pk for pk in self.order if belongs(self.people[pk], key) and pk not in left[key]]
        prizes, found, ahead = self.lists[key], {}, 0
        for _points, group in groupby(members, key=lambda pk: self.line[pk].points):
            level = list(group)
            places = range(ahead + 1, ahead + len(level) + 1)
            pool = sum(prizes.get(place, (0, []))[0] for place in places)
            equal = Fraction(pool, len(level))
            due, things, first = [], [], ahead + 1
            for _rank, same in groupby(level, key=lambda pk: self.line[pk].place):
                count = len(list(same))
                own = [prizes.get(first + step, (0, [])) for step in range(count)]
                placed = Fraction(sum(cents for cents, _things in own), count)
                share = {"place": placed, "equal": equal, "hort": (placed + equal) / 2}
                due += [share[self.sharing]] * count
                mark = " (?)" if count > 1 else ""
                named = [thing + mark for _cents, given in own for thing in given]
                things += [named] * count
                first += count
            for pk, cents, given in zip(level, whole(due), things, strict=True):
                if cents or given:
                    found[pk] = (cents, given)
            ahead += len(level)
        return found


def belongs(one: Person, key: str) -> bool:
    return not key or one.federation == key.removeprefix("fed-")


def whole(due: list[Fraction]) -> list[int]:
    """In whole cents; the rest goes to the largest fractions, the first of equal ones."""
    cents = [int(part) for part in due]
    rest = int(sum(due)) - sum(cents)
    for place in sorted(range(len(due)), key=lambda place: cents[place] - due[place])[:rest]:
        cents[place] += 1
    return cents


def expected(look: Look) -> list[Line]:
    purse = Purse(look)
    record = look.record
    done = record.last_complete == record.total_rounds and not record.missing(record.total_rounds)
    return [
        {
            "rank": purse.line[pk].place,
            "name": look.name(pk),
            "points": purse.line[pk].points,
            "list": key,
            "cents": cents,
            "things": ", ".join(things),
            "final": done,
        }
        for key, pk, cents, things in purse.shares()
    ]


def announced(look: Look) -> list[Line]:
    return [
        {
            "list": row["category"],
            "places": (row["first"], row["last"]),
            "cents": int(row["amount"] * 100),
            "things": row["thing"],
        }
        for row in look.record.prizes
    ]


# --- Reading -------------------------------------------------------------------------------------


def _category(look: Look, text: str) -> str:
    """A federation says its own code."""
    keys = {row["category"] for row in look.record.prizes}
    return next((key for key in keys if key.removeprefix("fed-") == text), f"? {text}")


def _prize(look: Look, text: str) -> Line:
    """Money with its currency, then things, one after the other."""
    currency, cents, things = look.record.settings["prize_currency"], 0, []
    for part in filter(None, (part.strip() for part in text.split(", "))):
        if part.endswith(f" {currency}"):
            cents = _cents(look, part.removesuffix(currency).strip())
        else:
            things.append(part)
    return {"cents": cents, "things": ", ".join(things)}


def _cents(look: Look, text: str) -> int:
    """ "1.234,50" in Turkish, "1,234.50" in English"""
    point, group = (",", ".") if look.page_language == "tr" else (".", ",")
    return round(float(text.replace(group, "").replace(point, ".")) * 100)


def on_page(look: Look) -> list[Line]:
    page = look.page("prizes/")
    found = []
    for row in page.tree.css("table.winners tbody tr.over"):
        cells = row.css("td")
        small = cells[3].css_first(".small")
        category = " ".join(small.text().split()) if small else ""
        if small:
            small.decompose()
        rank, name, points, prize = (" ".join(cell.text().split()) for cell in cells)
        line: Line = {"rank": int(rank), "name": name, "points": tenths(points)}
        line["list"] = _category(look, category) if category else ""
        line["final"] = not page.count("table.winners caption .warn")
        found.append(line | _prize(look, prize))
    return found


def in_csv(look: Look) -> list[Line]:
    rows = look.table("prizes.csv")
    return [
        {
            "rank": int(row["rank"]),
            "name": row["name"],
            "points": round(float(row["points"]) * 10),
            "list": row["list"],
            "cents": round(float(row["amount"] or 0) * 100),
            "things": row["things"],
            "final": row["final"] == "yes",
        }
        for row in rows
        if "rank" in row
    ]


def in_api(look: Look) -> list[Line]:
    data = look.api("prizes/")
    return [
        {
            "rank": row["rank"],
            "name": row["player"]["name"],
            "points": round(row["points"] * 10),
            "list": row["list"],
            "cents": round(float(row["amount"]) * 100),
            "things": ", ".join(
                thing + (" (?)" if row["level"] > 1 else "") for thing in row["things"]
            ),
            "final": data["final"],
        }
        for row in data["shares"]
    ]


def on_paper(look: Look) -> list[Line]:
    return _given(look, look.paper("prizes").parts)


def in_bulletin(look: Look) -> list[Line]:
    return _given(look, look.paper("bulletin").parts)


def _given(look: Look, parts: Iterable[Any]) -> list[Line]:
    """Rank, name, points, prize with its category in brackets, why."""
    found = []
    heads = [look.said({one: pair[place] for one, pair in GIVEN.items()}) for place in (0, 1)]
    head = ""
    for part in parts:
        if not isinstance(part, list):
            head = part.text.replace("  ", " ")
            continue
        over = part[0][0].text if len(part[0]) == 1 else head
        for row in part:
            if len(row) == 5 and not row[0].head and row[0].text.isdigit() and over:
                found += [_winner(look, row) | {"final": heads[0].split(" / ")[0] in over}]
    return found


def _winner(look: Look, row: list[Cell]) -> Line:
    rank, name, points, prize, _why = (cell.text for cell in row)
    told, bracket, category = prize.rpartition(" (")
    key = ""
    if bracket and category != "?)":
        prize, key = told, _category(look, category.removesuffix(")").split(" / ")[0])
    line = {"rank": int(rank), "name": name, "points": tenths(points), "list": key}
    return line | _prize(look, prize)


# --- As announced --------------------------------------------------------------------------------


def lists_on_page(look: Look) -> list[Line]:
    found = []
    for table in look.page("prizes/").tree.css("main table"):
        if "winners" in (table.attributes.get("class") or ""):
            continue
        caption = " ".join(table.css_first("caption").text().split())
        key = "" if caption == words.EVERYBODY[look.page_language] else _category(look, caption)
        for row in table.css("tbody tr"):
            places, prize = (" ".join(cell.text().split()) for cell in row.css("td"))
            found.append({"list": key, "places": _places(places), **_prize(look, prize)})
    return found


def _places(text: str) -> tuple[int, int]:
    first, _, last = text.partition("–")
    return int(first), number(last) or int(first)


def lists_in_api(look: Look) -> list[Line]:
    return [
        {
            "list": row["list"],
            "places": (row["first"], row["last"]),
            "cents": round(float(row["amount"]) * 100),
            "things": row["thing"],
        }
        for row in look.api("prizes/")["prizes"]
    ]


def lists_in_csv(look: Look) -> list[Line]:
    """As long as nobody has reached one."""
    text = look.get(f"{look.root}prizes.csv").content.decode("utf-8-sig")
    return [
        {
            "list": row["list"],
            "places": _places(row["places"]),
            "cents": round(float(row["amount"] or 0) * 100),
            "things": row["thing"],
        }
        for row in csv.DictReader(io.StringIO(text))
    ]


def lists_on_paper(look: Look) -> list[Line]:
    found, head = [], ""
    everybody = words.EVERYBODY[look.page_language]
    for part in look.paper("prizes").parts:
        if not isinstance(part, list):
            head = part.text
            continue
        for row in part:
            texts = [cell.text for cell in row]
            if len(texts) == 2 and not row[0].head:
                named = head.split(" / ")[0].split()[0]
                key = "" if named == everybody else _category(look, named)
                found.append({"list": key, "places": _places(texts[0]), **_prize(look, texts[1])})
    return found


# --- The tables ----------------------------------------------------------------------------------


def _surface(key: str, read: Read, leaves: dict[str, str], **more: Any) -> Surface:
    return Surface(key, tuple(fact for fact in FACTS if fact not in leaves), read, leaves, **more)


def _announced(look: Look) -> bool:
    return bool(look.record.prizes) and look.record.settings["system"] in words.PLAYERS_RANKED


def _reached(look: Look) -> bool:
    return look.record.last_complete > 0


SUBJECT = Subject(
    "prizes",
    "Who gets which prize",
    FACTS,
    lambda line: (line["list"], line["rank"], line["name"]),
    expected,
    fits=lambda look: _announced(look) and _reached(look),
    surfaces=(
        _surface("page: prizes", on_page, {}),
        _surface("CSV: prizes", in_csv, {}),
        _surface("API: prizes", in_api, {}),
        _surface("paper: prizes", on_paper, {}, paper=True),
        _surface("paper: prizes in the final bulletin", in_bulletin, {}, paper=True),
    ),
)

ANNOUNCED = Subject(
    "prize lists",
    "The prizes as announced",
    LIST_FACTS,
    lambda line: (line["list"], line["places"]),
    announced,
    fits=_announced,
    surfaces=(
        Surface("page: lists of prizes", tuple(LIST_FACTS), lists_on_page),
        Surface("API: lists of prizes", tuple(LIST_FACTS), lists_in_api),
        Surface(
            "CSV: lists of prizes",
            tuple(LIST_FACTS),
            lists_in_csv,
            fits=lambda look: not _reached(look),
        ),
        Surface("paper: lists of prizes", tuple(LIST_FACTS), lists_on_paper, paper=True),
    ),
)
