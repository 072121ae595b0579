"""The cross table on every surface: who met whom, with which colour, and how it ended.

In a Swiss event a cell is a round, in a round robin an opponent.
"""

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from tests.truth import standings, trf, words
from tests.truth.look import Line, Look, Read, Subject, Surface, number, tenths
from tests.truth.paper import Table, texts_of
from tests.truth.recount import Count, bye_points, in_words, mark, mark_of

FACTS = {
    "place": "place",
    "shared": "place shared",
    "number": "start number",
    "name": "name",
    "cells": "opponent, colour and result of each round, or result against each opponent",
    "points": "points",
    "values": "tie-breaks",
}
#: the own field of a round robin's table
OWN = "×"


def is_grid(look: Look) -> bool:
    return look.record.settings["system"] == words.ROBIN


def expected(look: Look) -> list[Line]:
    count = Count(look.record, look.number)
    lines = count.standings()
    listed = [(one.place, one.shared, one.player, one.points, one.values) for one in lines]
    nothing = tuple("" for _code in look.record.settings["tie_breaks"])
    # Who left below half of the games stays in the table, without a place.
    listed += [(0, False, one.player, one.points, nothing) for one in count.left]
    order = [player for _place, _shared, player, *_rest in listed]
    return [
        {
            "place": place,
            "shared": shared,
            "number": look.record.people[player].number,
            "name": look.name(player),
            "cells": tuple(_cells(look, player, order)),
            "points": points,
            "values": values,
        }
        for place, shared, player, points, values in listed
    ]


def _cells(look: Look, player: int, order: list[int]) -> Iterator[Any]:
    """Swiss: ((number, colour, mark),), or the points of a bye. Round robin: the marks."""
    record = look.record
    games = [g for g in record.games if player in (g.white, g.black) and g.round <= look.number]
    games.sort(key=lambda game: game.round)
    if is_grid(look):
        for other in order:
            if other == player:
                yield OWN
            else:
                yield tuple(mark(g, player) for g in games if other in (g.white, g.black))
        return
    by_round = {game.round: game for game in games}
    byes = {bye.round: bye for bye in record.byes if bye.player == player}
    for round_ in range(1, look.number + 1):
        if game := by_round.get(round_):
            other = record.people[game.other(player)]
            # Who was expelled is in no table, and so has no number in it.
            seen = other.number if other.status != "expelled" else 0
            yield seen, game.colour(player), mark_of(record, game, player)
        elif bye := byes.get(round_):
            yield "bye", in_words(bye_points(record, bye.kind))
        else:
            yield ()


# --- Pages ---------------------------------------------------------------------------------------


def on_page(look: Look) -> list[Line]:
    page = look.page(f"crosstable/{look.number}/")
    found = []
    for row in page.tree.css("table.cross tbody tr"):
        cells = row.css("td")
        texts = [" ".join(cell.text().split()) for cell in cells]
        inner = [_web_cell(cell, look) for cell in row.css("td.cell")]
        found.append(
            {
                **_place(texts[0]),
                "number": number(texts[1]),
                "name": texts[2],
                "cells": tuple(inner),
                "points": tenths(texts[-1]),
            }
        )
    return found


def _place(text: str) -> Line:
    return {"place": number(text.rstrip("= ")), "shared": "=" in text}


def _web_cell(cell: Any, look: Look) -> Any:
    if "self" in (cell.attributes.get("class") or ""):
        return OWN
    if is_grid(look):
        return tuple(_mark(text) for text in cell.text().split())
    piece = cell.css_first(".piece")
    if piece is None:
        text = " ".join(cell.text().split())
        return ("bye", text) if text else ()
    colour = "w" if " w" in f" {piece.attributes['class']}".replace("piece", "") else "b"
    said, _, _rest = look.said({k: v[0] for k, v in words.WHITE_BLACK.items()}).partition(" / ")
    unseen = piece.css_first(".unseen").text().strip()
    assert (unseen == said) == (colour == "w"), f"{unseen} for {colour}"
    text = " ".join(piece.text().replace(unseen, " ").split()).split()
    return number(text[0]), colour, _mark(text[1])


def _mark(text: str) -> str:
    return "" if text == "·" else text


def in_csv(look: Look) -> list[Line]:
    """The page as a spreadsheet: a cell is its words."""
    answer = look.get(f"{look.root}crosstable/{look.number}/table.csv")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    head = next(i for i, row in enumerate(rows) if len(row) > 4)
    white, _black = words.WHITE_BLACK[look.language]
    found = []
    for row in rows[head + 1 :]:
        if len(row) != len(rows[head]):
            continue
        cells = []
        for place, text in enumerate(row[3:-1]):
            text = re.sub(r"^'(?=[+\-])", "", text)
            if is_grid(look):
                own = place == len(found)
                cells.append(OWN if own else tuple(_mark(one) for one in text.split()))
            elif (words_ := text.split()) and len(words_) == 3:
                colour = "w" if words_[1] == white else "b"
                cells.append((number(words_[0]), colour, _mark(words_[2])))
            else:
                cells.append(("bye", text) if text else ())
        line = {**_place(row[0]), "number": number(row[1]), "name": row[2].lstrip("'")}
        found.append(line | {"cells": tuple(cells), "points": tenths(row[-1])})
    return found


def in_api(look: Look) -> list[Line]:
    data = look.api(f"crosstable/?after={look.number}")
    assert data["grid"] == is_grid(look)
    found = []
    for place, row in enumerate(data["rows"]):
        cells: list[Any] = []
        for at, cell in enumerate(row["cells"]):
            if is_grid(look):
                cells.append(OWN if at == place else tuple(one["result"] for one in cell))
            elif not cell:
                cells.append(())
            elif cell[0]["bye"]:
                cells.append(("bye", cell[0]["result"]))
            else:
                cells.append((cell[0]["number"], cell[0]["colour"], cell[0]["result"]))
        line = {
            "place": row["rank"],
            "shared": row["shared"],
            "cells": tuple(cells),
            "points": round(row["points"] * 10),
        }
        found.append(line | {key: row["player"][key] for key in ("number", "name")})
    return found


def in_report(look: Look) -> list[Line]:
    """Opponents by number, colours, and the letters of the format for the results."""
    record = look.record
    letters = {"1": "1", "=": "½", "0": "0", "W": "1", "D": "½", "L": "0", "+": "+", "-": "−"}
    expelled = {one.number for one in record.people.values() if one.status == "expelled"}
    found = []
    for line in trf.players(look):
        cells: list[Any] = []
        for other, colour, letter in line["rounds"][: look.number]:
            if other == "0000":
                points = bye_points(record, letter if letter in "UFHZ" else "Z")
                cells.append(("bye", in_words(points)))
            else:
                seen = 0 if int(other) in expelled else int(other)
                cells.append((seen, colour, {"?": "?"}.get(letter, letters.get(letter, ""))))
        cells += [()] * (look.number - len(cells))  # blank: neither paired nor excused
        if line["number"] not in expelled:
            found.append({"number": line["number"], "name": line["name"], "cells": tuple(cells)})
    adjourned = {
        (record.people[pk].number, game.round)
        for game in record.games
        if not game.code
        for pk in (game.white, game.black)
    }
    for line in found:  # open games have the letter of adjourned ones
        line["cells"] = tuple(
            (*cell[:2], "") if (line["number"], at) in adjourned and cell[2] == "?" else cell
            for at, cell in enumerate(line["cells"], start=1)
        )
    return found


# --- Papers --------------------------------------------------------------------------------------


def paper_rows(rows: Table, look: Look) -> Iterator[Line]:
    """Place, number, name, rating, federation, cells, points, tie-breaks."""
    codes = look.record.settings["tie_breaks"]
    body = [row for row in rows if not row[0].head]
    columns = 6 + len(codes) + (len(body) if is_grid(look) else look.number)
    for row in body:
        cells = texts_of(row, columns)
        end = len(cells) - len(codes) - 1
        yield {
            **_place(cells[0]),
            "number": number(cells[1]),
            "name": words.split_title(cells[2])[1],
            "cells": tuple(_paper_cell(text, look) for text in cells[5:end]),
            "points": tenths(cells[end]),
            "values": standings.plain(cells[end + 1 :], look),
        }


def _paper_cell(text: str, look: Look) -> Any:
    if is_grid(look):
        return OWN if text == OWN else tuple(_mark(one) for one in text.split())
    if not text:
        return ()
    if text.startswith("–"):
        return "bye", text.removeprefix("–").strip()
    told = re.fullmatch(r"(\d*)(\D)(.*)", text)
    assert told, text
    return number(told[1] or "0"), look.letter(told[2]), told[3].strip()


def on_paper(look: Look) -> list[Line]:
    paper = look.paper("crosstable", look.number)
    return list(paper_rows([row for table in paper.tables for row in table], look))


def order(line: Line) -> Any:
    return line["name"]


def _surface(key: str, read: Read, leaves: dict[str, str], **more: Any) -> Surface:
    return Surface(key, tuple(fact for fact in FACTS if fact not in leaves), read, leaves, **more)


VALUES = {"values": "stand with the standings"}

SUBJECT = Subject(
    "crosstable",
    "The cross table",
    FACTS,
    order,
    expected,
    fits=lambda look: look.record.settings["system"] in (*words.PLAYERS_RANKED, words.DOUBLE),
    surfaces=(
        _surface("page: cross table", on_page, VALUES, fits=standings.shown, of=standings.of_round),
        _surface("CSV: cross table", in_csv, VALUES, fits=standings.shown, of=standings.of_round),
        _surface("API: cross table", in_api, VALUES, fits=standings.shown, of=standings.of_round),
        _surface(
            "TRF: report",
            in_report,
            {**VALUES, **dict.fromkeys(("place", "shared", "points"), "with the standings")},
            fits=lambda look: (
                standings.shown(look) and look.record.settings["system"] in words.SWISS
            ),
            of=lambda look: look.record.last_public,
        ),
        _surface(
            "paper: cross table",
            on_paper,
            {},
            fits=standings.shown,
            of=standings.of_round,
            paper=True,
        ),
    ),
)
