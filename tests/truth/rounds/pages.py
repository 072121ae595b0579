"""A round on the pages, for everybody and for the desk."""

import re
from collections.abc import Iterator
from typing import Any

from tests.pages import Page
from tests.truth.look import Line, Look, number, tenths
from tests.truth.rounds import seats

#: how many boards are looked at on pages of their own
PAGES = 10


def _board_rows(page: Any, look: Look, *, results: bool = True) -> Iterator[Line]:
    for row in page.tree.css("table.boards tbody tr"):
        if "match-head" in (row.attributes.get("class") or ""):
            continue
        told = row.css_first("td.board")
        fixed = text_of(told, ".fixed")
        board = text_of(told, "").removesuffix(fixed)
        pair = [_web_seat(row.css_first(f"td.{side}"), look) for side in ("white", "black")]
        result = row.attributes.get("data-result")
        if result is None:
            result = look.code(text_of(row, "td.score .result"))
        shared = {"board": int(board), "fixed": bool(fixed)}
        shared |= {"result": result} if results else {}
        for colour, own, other in (("w", *pair), ("b", *pair[::-1])):
            yield {**shared, **own, "colour": colour, "opponent": other["name"]}


def _web_seat(cell: Any, look: Look) -> Line:
    found: Line = {"title": text_of(cell, ".title")}
    points = [part.strip() for part in text_of(cell, ".points").split("·")]
    found["points"] = tenths(points[-1] or "0")
    if len(points) > 1:
        found["rating"] = number(points[0])
    if cell.css_first(".name"):
        found["name"] = text_of(cell, ".name")
        return found
    # An embedded page has no links: title and name are one text.
    whole = re.sub(r"^.*?: ", "", text_of(cell, "").replace(text_of(cell, ".points"), "").strip())
    return found | seats.split_title(whole)


def _bye_rows(page: Any, look: Look) -> Iterator[Line]:
    for row in page.tree.css("tr"):
        cells = row.css("td")
        if len(cells) != 2 or not cells[0].css_first(".name"):
            continue
        kind = " ".join(cells[1].text(deep=False).split())  # without the desk's question
        yield {
            "board": 0,
            "name": text_of(cells[0], ".name"),
            "title": text_of(cells[0], ".title"),
            "points": tenths(text_of(cells[0], ".points") or "0"),
            "bye": look.bye_kind(kind),
        }


def text_of(node: Any, selector: str) -> str:
    found = node.css_first(selector) if selector else node
    return " ".join(found.text().split()) if found else ""


def on_page(look: Look) -> list[Line]:
    page = look.page(f"rounds/{look.number}/")
    return [*_board_rows(page, look), *_bye_rows(page, look)]


def on_desk(look: Look) -> list[Line]:
    page = look.desk_page(f"rounds/{look.number}/")
    return [*_board_rows(page, look), *_bye_rows(page, look)]


def embedded(look: Look) -> list[Line]:
    event, slug = look.record.event["slug"], look.record.settings["slug"]
    page = Page(look.get(f"/embed/{event}/{slug}/round/"))
    return list(_board_rows(page, look))


def by_name_on_page(look: Look) -> list[Line]:
    page = look.page(f"rounds/{look.number}/names/")
    return [_name_row(row, look) for row in page.rows("table.by-name tbody tr")]


def _name_row(cells: list[str], look: Look) -> Line:
    if len(cells) == 3:
        return {"board": 0, "name": cells[0], "bye": look.bye_kind(cells[2])}
    board, *fixed = cells[1].split(" ", 1)
    found = {"name": cells[0], "board": int(board), "fixed": bool(fixed)}
    return found | {"colour": look.colour(cells[2]), "opponent": cells[3]}


def boards_one_by_one(look: Look) -> list[Line]:
    """The pages of the first boards, each with one."""
    found = []
    for game in look.record.games_of(look.number)[:PAGES]:
        page = look.page(f"rounds/{look.number}/boards/{game.board}/")
        result = look.code(page.one("strong.result"))
        for row in page.tree.css("main table tbody tr")[:2]:
            cells = [" ".join(cell.text().split()) for cell in row.css("td")]
            found.append(
                {
                    "board": game.board,
                    "colour": look.colour(cells[0]),
                    "name": text_of(row, ".name"),
                    "title": text_of(row, ".title"),
                    "rating": number(cells[2]),
                    "points": tenths(cells[3] or "0"),
                    "result": result,
                }
            )
    return found
