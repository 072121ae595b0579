"""Reads who takes part: start lists, check-in, plates and badges.

A line is a player; who was expelled is nowhere.
"""

import re
from collections.abc import Iterator
from typing import Any

from tests.truth import trf, words
from tests.truth.look import Line, Look, Read, Subject, Surface, number
from tests.truth.paper import Paper, Table

FACTS = {
    "number": "start number",
    "name": "name",
    "title": "title",
    "rating": "rating",
    "federation": "federation",
    "club": "club",
    "fide": "FIDE ID",
    "gone": "has left",
    "team": "team",
    "board": "board of the round",
}
#: a page holds so many names to cut out
PLATES, BADGES = 2, 8


def expected(look: Look) -> list[Line]:
    record = look.record
    games = record.games_of(record.last_public)
    boards = {pk: game.board for game in games for pk in (game.white, game.black)}
    if not games:
        boards = {one.pk: one.fixed_board or 0 for one in record.people.values()}
    return [
        {
            "number": one.number or 0,
            "name": look.name(one.pk),
            "title": one.title,
            "rating": one.rating,
            "federation": one.federation,
            "club": one.club,
            "fide": one.fide_id,
            "gone": one.gone,
            "team": record.teams[one.team].name if one.team else "",
            "board": boards.get(one.pk, 0),
        }
        for one in record.people.values()
        if one.status != "expelled"
    ]


def _who_left(look: Look) -> list[Line]:
    """Those who are not expected where only those who play are listed."""
    return [line for line in expected(look) if line["gone"]]


# --- Pages, files and programs -------------------------------------------------------------------


def on_page(look: Look) -> list[Line]:
    page = look.page("players/")
    found = []
    for row in page.tree.css("main table tbody tr"):
        cells = row.css("td")
        texts = [" ".join(cell.text().split()) for cell in cells]
        (name,) = cells[1].css("a.name")
        title = cells[1].css_first(".title")
        found.append(
            {
                "number": number(texts[0]),
                "name": " ".join(name.text().split()),
                "title": title.text().strip() if title else "",
                "rating": number(texts[2]),
                "federation": texts[3],
                "club": texts[4],
                "gone": bool(cells[1].css_first(".small")),
            }
        )
    return found


def in_csv(look: Look) -> list[Line]:
    return [
        {
            "number": number(row["number"]),
            "name": row["name"],
            "title": row["title"],
            "rating": number(row["rating"]),
            "federation": row["federation"],
            "club": row["club"],
            "fide": row["fide_id"],
            "gone": row["status"] == "withdrawn",
        }
        for row in look.table("players.csv")
    ]


def in_api(look: Look) -> list[Line]:
    return [
        {
            "number": row["number"] or 0,
            **{key: row[key] for key in ("name", "title", "rating", "federation", "club")},
            "fide": row["fide_id"],
            "gone": row["status"] == "withdrawn",
        }
        for row in look.api_pages("players/?limit=500")
        if row["status"] != "expelled"
    ]


def in_report(look: Look) -> list[Line]:
    expelled = {one.number for one in look.record.people.values() if one.status == "expelled"}
    keys = ("number", "name", "title", "federation", "fide")
    return [
        {key: line[key] for key in keys}
        for line in trf.players(look)
        if line["number"] not in expelled
    ]


# --- Papers --------------------------------------------------------------------------------------


def _rows(paper: Paper) -> Table:
    return [row for table in paper.tables for row in table if not row[0].head]


def _told(look: Look, text: str) -> Line:
    """Title, name, and that somebody has left."""
    away = {look.said({one: words.GONE[one][kind] for one in words.GONE}) for kind in (0, 1)}
    gone = next((word for word in away if text.endswith(f"({word})")), "")
    title, name = words.split_title(text.removesuffix(f"({gone})").strip())
    return {"title": title, "name": name, "gone": bool(gone)}


def start_list(look: Look) -> list[Line]:
    found = []
    for row in _rows(look.paper("players")):
        tpn, name, rating, federation, fide, club = (cell.text for cell in row)
        line = {"number": number(tpn), "rating": number(rating), "federation": federation}
        found.append(line | _told(look, name) | {"fide": fide, "club": club})
    return found


def large_start_list(look: Look) -> list[Line]:
    found = []
    for row in _rows(look.paper("players", size="large", order="name")):
        tpn, name, rating, federation = (cell.text for cell in row)
        line = {"number": number(tpn), "rating": number(rating), "federation": federation}
        found.append(line | _told(look, name))
    return found


def check_in(look: Look) -> list[Line]:
    found = _who_left(look)
    for row in _rows(look.paper("check_in")):
        box, tpn, name, rating, federation, _born, club, _status = (cell.text for cell in row)
        assert box == "□", box
        line = {"number": number(tpn), "rating": number(rating), "federation": federation}
        found.append(line | _told(look, name) | {"club": club})
    return found


def plates(look: Look) -> list[Line]:
    """Each name twice, on both sides of the fold."""
    found = list(_cut(look, look.paper("plates"), teams=False))
    names = [line["name"] for line in found]
    assert all(names.count(name) == 2 for name in names), "a name that stands there once"
    return [*_who_left(look), *{line["name"]: line for line in found}.values()]


def badges(look: Look) -> list[Line]:
    return [*_who_left(look), *_cut(look, look.paper("badges"))]


def _cut(look: Look, paper: Paper, *, teams: bool = True) -> Iterator[Line]:
    """Event, name with the given name first, who it is, perhaps the team or the board."""
    team_of = {line["name"]: line["team"] for line in expected(look)}
    whole = {_given_first(line["name"]): line["name"] for line in expected(look)}
    texts = [piece.text for piece in paper.pieces if piece.text]
    starts = [place for place, text in enumerate(texts) if text == look.record.full_name]
    for start, end in zip(starts, [*starts[1:], len(texts)], strict=True):
        _event, name, *more = texts[start:end]
        assert name in whole, name
        board = f"{look.said(words.BOARD)} "
        boards = [int(text.removeprefix(board)) for text in more if text.startswith(board)]
        line = {"name": whole[name], "board": max(boards, default=0)}
        if teams:  # below the rest, in a line of its own
            named = more[-1:] == [team_of[whole[name]]]
            line["team"] = more.pop() if named else ""
        who = next((text for text in more if not text.startswith(board)), "")
        yield line | _who(look, whole[name], who)


def _given_first(name: str) -> str:
    family, comma, given = name.partition(", ")
    return f"{given} {family}" if comma else name


def _who(look: Look, name: str, text: str) -> Line:
    """Title, federation, and a rating or a club behind a dot."""
    (true,) = (line for line in expected(look) if line["name"] == name)
    told, dot, last = text.partition("·")
    if not dot and not re.fullmatch(rf"({'|'.join(words.TITLES)})? ?([A-Z]{{3}})?", told):
        told, last = "", text
    words_ = told.split()
    title = words_.pop(0) if words_ and words_[0] in words.TITLES else ""
    last = last.strip()
    found = {"title": title, "federation": " ".join(words_)}
    found["rating"] = number(last) if last.isdigit() or not last else true["rating"]
    return found | {"club": last}


# --- The table -----------------------------------------------------------------------------------


def _surface(key: str, read: Read, leaves: dict[str, str], **more: Any) -> Surface:
    return Surface(key, tuple(fact for fact in FACTS if fact not in leaves), read, leaves, **more)


ROUND = {"board": "on the sheets of the round", "team": "in the lists of the teams"}
GONE = {"gone": "who has left is not on it"}
CUT = dict.fromkeys(("number", "fide"), "the name counts at the board")


def _listed(look: Look) -> bool:
    return bool(expected(look))


SUBJECT = Subject(
    "people",
    "The players",
    FACTS,
    lambda line: line["name"],
    expected,
    fits=_listed,
    surfaces=(
        _surface(
            "page: start list", on_page, {**ROUND, "fide": "on the page of the player and in files"}
        ),
        _surface("CSV: players", in_csv, ROUND),
        _surface("API: players", in_api, ROUND),
        _surface(
            "TRF: players",
            in_report,
            {
                **ROUND,
                "rating": "FIDE ratings only, not those that rank",
                "club": "the format has no place for it",
                "gone": "the rounds say it",
            },
            fits=lambda look: (
                look.record.last_public > 0
                and look.record.settings["system"] in words.PLAYERS_RANKED
            ),
        ),
        _surface("paper: start list", start_list, ROUND, paper=True),
        _surface(
            "paper: start list, large, by name",
            large_start_list,
            {**ROUND, **dict.fromkeys(("club", "fide"), "no room: the sheet is read from afar")},
            paper=True,
        ),
        _surface(
            "paper: check-in list",
            check_in,
            {**ROUND, **GONE, "fide": "on the start list"},
            paper=True,
            inside=True,
        ),
        _surface(
            "paper: plates for the tables",
            plates,
            {**GONE, **CUT, "club": "on the badge", "team": "on the badge"},
            paper=True,
            inside=True,
        ),
        _surface(
            "paper: badges",
            badges,
            {**GONE, **CUT, "rating": "on the plate", "board": "on the sheets of the round"},
            paper=True,
            inside=True,
        ),
    ),
)
