"""A knock-out between players: its games, and who was first and second."""

from collections.abc import Iterator
from typing import Any

from tests.truth import words
from tests.truth.look import Line, Look, Read, Subject, Surface
from tests.truth.record import rows

FACTS = {
    "white": "White",
    "black": "Black",
    "result": "result",
    "match": "match",
}


def _knockout(look: Look) -> dict[str, Any]:
    return next(iter(rows("tournaments_knockout", "tournament_id", look.record.pk)))


def expected(look: Look) -> list[Line]:
    found = []
    for row in rows("tournaments_knockoutgame", "knockout_id", _knockout(look)["id"]):
        if row["result"]:
            people = {"white": look.name(row["white_id"]), "black": look.name(row["black_id"])}
            found.append({"match": row["tie"], **people, "result": row["result"]})
    return found


def on_page(look: Look) -> list[Line]:
    page = look.page(f"knockout/{_knockout(look)['id']}/")
    white, black = (f"{word}:" for word in words.WHITE_BLACK[look.language])
    found = []
    for tie in page.tree.css("section.tie"):
        for game in tie.css("ul.games li"):
            for remark in game.css(".quiet"):
                remark.decompose()
            strong = game.css_first("strong")
            result = " ".join(strong.text().split())
            strong.replace_with("|")
            left, right = (" ".join(part.split()) for part in game.text().split("|"))
            line = {
                "match": tie.attributes["data-name"],
                "white": left.removeprefix(white).strip(),
                "black": right.removeprefix(black).strip(),
                "result": look.code(result),
            }
            found += [line] if line["result"] else []
    return found


def in_api(look: Look) -> list[Line]:
    data = look.api("knockouts/")
    return [
        {
            "match": tie["name"],
            "white": game["white"]["name"],
            "black": game["black"]["name"],
            "result": game["result"],
        }
        for course in _courses(data)
        for stage in course["stages"]
        for tie in stage["ties"]
        for game in tie["games"]
        if game["result"]
    ]


def _courses(data: Any) -> list[Any]:
    if isinstance(data, list):
        return data
    return next(value for value in data.values() if isinstance(value, list))


def in_bulletin(look: Look) -> list[Line]:
    return list(_bulletin(look))


def _bulletin(look: Look) -> Iterator[Line]:
    """The tables of the games have five columns: match, game, White, result, Black."""
    paper = look.paper("bulletin")
    played = {line["result"] for line in expected(look)}
    for table in paper.tables:
        if len(table[0]) != 5 or not table[0][0].head:
            continue
        for row in table[1:]:
            cells = [cell.text for cell in row]
            code = look.code(cells[3])
            if code in played and code:
                people = (words.split_title(cells[place])[1] for place in (2, 4))
                white, black = people
                yield {"white": white, "black": black, "result": code}


def on_sheet(look: Look) -> list[Line]:
    """A stage is a table, a match two lines: number, name, colour and result of each game."""
    found: list[Line] = []
    for table in look.paper("knockout_sheet").tables:
        sides: list[tuple[str, list[tuple[str, str]]]] = []
        for row in (row for row in table if not row[0].head):
            texts = [cell.text for cell in row]
            if len(sides) % 2 == 0:
                match = texts.pop(0)
            _seed, name, *cells, _score = texts
            apart = any(text in ("", *_COLOURS[look.language]) for text in cells[::2])
            sides.append((words.split_title(name)[1], list(_cells_of(look, cells, apart=apart))))
            if len(sides) % 2 == 0:
                found += _of_match(match, sides[-2], sides[-1])
    return found


_COLOURS = {"en": "wb", "tr": "bs", "tr+en": "□■"}
_CODES = {"1": "1", "½": "=", "0": "0", "+": "+", "−": "-"}


def _cells_of(look: Look, cells: list[str], *, apart: bool) -> Iterator[tuple[str, str]]:
    """(colour, mark) of each game; beyond eight games they share a cell."""
    pairs = zip(cells[::2], cells[1::2], strict=True) if apart else ((c[:1], c[1:]) for c in cells)
    for colour, mark in pairs:
        yield look.letter(colour), mark


def _of_match(match: str, one: Any, other: Any) -> Iterator[Line]:
    (first, own), (second, theirs) = one, other
    for (colour, mark), (turned, answer) in zip(own, theirs, strict=True):
        if not mark:
            continue
        assert {colour, turned} == {"w", "b"}, f"{first} – {second}: {colour} and {turned}"
        white, black = (first, second) if colour == "w" else (second, first)
        code = _CODES[mark] + _CODES[answer]
        code = code if colour == "w" else code[::-1]
        yield {"match": match, "white": white, "black": black, "result": code}


def _surface(key: str, read: Read, leaves: dict[str, str], **more: Any) -> Surface:
    return Surface(key, tuple(fact for fact in FACTS if fact not in leaves), read, leaves, **more)


def _announced(look: Look) -> bool:
    return _knockout(look)["announced_at"] is not None


def _begun(look: Look) -> bool:
    return _announced(look) and bool(expected(look))


SUBJECT = Subject(
    "knockout",
    "The games of a knock-out",
    FACTS,
    lambda line: (line["white"], line["black"], line["result"]),
    expected,
    fits=lambda look: look.record.settings["system"] == "handbook.knockout",
    surfaces=(
        _surface("page: knock-out", on_page, {}, fits=_announced),
        _surface("API: knock-outs", in_api, {}, fits=_announced),
        _surface(
            "paper: bulletin of a knock-out",
            in_bulletin,
            {"match": "once above its games"},
            fits=_begun,
            paper=True,
        ),
        _surface("paper: knock-out sheet", on_sheet, {}, fits=_announced, paper=True),
    ),
)
