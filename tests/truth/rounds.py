"""A round on every surface: who sits where, with which points, and how it ended.

A line is a seat: a player in the round, with or without an opponent.
"""

import re
from collections.abc import Iterator
from typing import Any

from tests.pages import Page
from tests.truth import words
from tests.truth.look import Line, Look, Read, Subject, Surface, number, screen_of, tenths
from tests.truth.paper import Paper, Part, Table
from tests.truth.recount import points_before

FACTS = {
    "board": "board",
    "colour": "colour",
    "fixed": "fixed table",
    "number": "start number",
    "name": "name",
    "title": "title",
    "rating": "rating",
    "points": "points before the round",
    "result": "result",
    "opponent": "opponent",
}
BYE_FACTS = {
    "number": "start number",
    "name": "name",
    "title": "title",
    "rating": "rating",
    "points": "points before the round",
    "bye": "why there is no game",
}
#: points: the shortest line for a signature
SIGNATURE = 110
NOT_A_COLUMN = "no room: the sheet is read from afar, or on a small screen"
ONE_SIDE = "stands in the line of the opponent, beside it"


def expected(look: Look) -> list[Line]:
    record, before = look.record, points_before(look.record, look.number)
    found = []
    for game in record.games_of(look.number):
        tables = {record.people[pk].fixed_board for pk in (game.white, game.black)}
        for pk in (game.white, game.black):
            found.append(
                {
                    "board": game.board,
                    "colour": game.colour(pk),
                    "fixed": game.board in tables,
                    "result": game.code,
                    "opponent": look.name(game.other(pk)),
                    **_person(look, pk, before),
                }
            )
    return found


def expected_byes(look: Look) -> list[Line]:
    before = points_before(look.record, look.number)
    return [
        {"bye": bye.kind, **_person(look, bye.player, before)}
        for bye in look.record.byes_of(look.number)
    ]


def _person(look: Look, pk: int, before: dict[int, int]) -> Line:
    one = look.record.people[pk]
    return {
        "number": one.number,
        "name": look.name(pk),
        "title": one.title,
        "rating": one.rating,
        "points": before.get(pk, 0),
    }


def order(line: Line) -> Any:
    return line["board"], line["colour"]


def _games(read: Read) -> Read:
    """Of what a surface says, the seats at the boards."""
    return lambda look: [line for line in read(look) if line["board"]]


def _byes(read: Read) -> Read:
    """Of what a surface says, the players without a game."""
    return lambda look: [line for line in read(look) if not line["board"]]


# --- Pages ---------------------------------------------------------------------------------------


def _board_rows(page: Any, look: Look, *, results: bool = True) -> Iterator[Line]:
    for row in page.tree.css("table.boards tbody tr"):
        if "match-head" in (row.attributes.get("class") or ""):
            continue
        told = row.css_first("td.board")
        fixed = _text(told, ".fixed")
        board = _text(told, "").removesuffix(fixed)
        seats = [_web_seat(row.css_first(f"td.{side}"), look) for side in ("white", "black")]
        result = row.attributes.get("data-result")
        if result is None:
            result = look.code(_text(row, "td.score .result"))
        shared = {"board": int(board), "fixed": bool(fixed)}
        shared |= {"result": result} if results else {}
        for colour, own, other in (("w", *seats), ("b", *seats[::-1])):
            yield {**shared, **own, "colour": colour, "opponent": other["name"]}


def _web_seat(cell: Any, look: Look) -> Line:
    found: Line = {"title": _text(cell, ".title")}
    points = [part.strip() for part in _text(cell, ".points").split("·")]
    found["points"] = tenths(points[-1] or "0")
    if len(points) > 1:
        found["rating"] = number(points[0])
    if cell.css_first(".name"):
        found["name"] = _text(cell, ".name")
        return found
    # An embedded page has no links: title and name are one text.
    whole = re.sub(r"^.*?: ", "", _text(cell, "").replace(_text(cell, ".points"), "").strip())
    return found | _split_title(whole)


def _split_title(text: str) -> Line:
    title, name = words.split_title(text)
    return {"title": title, "name": name}


def _bye_rows(page: Any, look: Look) -> Iterator[Line]:
    for row in page.tree.css("tr"):
        cells = row.css("td")
        if len(cells) != 2 or not cells[0].css_first(".name"):
            continue
        kind = " ".join(cells[1].text(deep=False).split())  # without the desk's question
        yield {
            "board": 0,
            "name": _text(cells[0], ".name"),
            "title": _text(cells[0], ".title"),
            "points": tenths(_text(cells[0], ".points") or "0"),
            "bye": look.bye_kind(kind),
        }


def _text(node: Any, selector: str) -> str:
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
    """The page of each board."""
    found = []
    for game in look.record.games_of(look.number):
        page = look.page(f"rounds/{look.number}/boards/{game.board}/")
        result = look.code(page.one("strong.result"))
        for row in page.tree.css("main table tbody tr")[:2]:
            cells = [" ".join(cell.text().split()) for cell in row.css("td")]
            found.append(
                {
                    "board": game.board,
                    "colour": look.colour(cells[0]),
                    "name": _text(row, ".name"),
                    "title": _text(row, ".title"),
                    "rating": number(cells[2]),
                    "points": tenths(cells[3] or "0"),
                    "result": result,
                }
            )
    return found


# --- Files and programs --------------------------------------------------------------------------


def _float(text: Any) -> int:
    return round(float(text) * 10)


def in_csv(look: Look) -> list[Line]:
    """Results as they are printed; byes by their letter."""
    found = []
    for row in look.table(f"rounds/{look.number}.csv"):
        if not row["board"]:
            own = {"board": 0, "bye": row["result"], "name": row["white"]}
            own |= {"rating": number(row["white_rating"]), "points": _float(row["white_points"])}
            found.append(own)
            continue
        for colour, side, other in (("w", "white", "black"), ("b", "black", "white")):
            found.append(
                {
                    "board": int(row["board"]),
                    "colour": colour,
                    "name": row[side],
                    "rating": number(row[f"{side}_rating"]),
                    "points": _float(row[f"{side}_points"]),
                    "opponent": row[other],
                    "result": look.code(row["result"]),
                }
            )
    return found


def in_api(look: Look) -> list[Line]:
    data = look.api(f"rounds/{look.number}/")
    found = [seat for board in data["boards"] for seat in _api_board(board)]
    for bye in data["byes"]:
        found.append({"board": 0, "bye": bye["kind"], **_api_seat(bye["player"])})
    return found


def _api_board(board: Any) -> Iterator[Line]:
    for colour, side, other in (("w", "white", "black"), ("b", "black", "white")):
        yield {
            "board": board["board"],
            "colour": colour,
            "result": board["result"],
            "opponent": board[other]["name"],
            **_api_seat(board[side]),
        }


def _api_seat(seat: Any) -> Line:
    found = {key: seat[key] for key in ("number", "name", "title", "rating")}
    return found | ({"points": _float(seat["points"])} if "points" in seat else {})


def in_api_list(look: Look) -> list[Line]:
    data = look.api(f"boards/?round={look.number}&limit=500")
    return [seat for board in data["results"] for seat in _api_board(board)]


PGN = {"10": "1-0", "WL": "1-0", "01": "0-1", "LW": "0-1", "==": "1/2-1/2", "DD": "1/2-1/2"}


def in_pgn(look: Look) -> list[Line]:
    text = look.get(f"{look.root}rounds/{look.number}.pgn").content.decode()
    found = []
    codes = {game.board: game.code for game in look.record.games_of(look.number)}
    for game in re.findall(r"((?:\[.*\]\n)+)", text):
        tags = dict(re.findall(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]', game))
        tags = {key: value.replace('\\"', '"').replace("\\\\", "\\") for key, value in tags.items()}
        board = int(tags["Round"].split(".")[1])
        # A database knows three results; whatever else there is has none of them.
        code = codes[board]
        result = code if tags["Result"] == PGN.get(code, "*") else tags["Result"]
        for colour, side, other in (("w", "White", "Black"), ("b", "Black", "White")):
            found.append(
                {
                    "board": board,
                    "colour": colour,
                    "name": tags[side],
                    "opponent": tags[other],
                    "title": tags.get(f"{side}Title", ""),
                    "result": result,
                }
            )
    return found


# --- Papers --------------------------------------------------------------------------------------


def board_table(rows: Table, look: Look, *, results: bool) -> Iterator[Line]:
    """Board, number, White, rating, points, result, points, Black, rating, number."""
    for row in rows:
        cells = [cell.text for cell in row]
        if row[0].head:
            continue
        if len(cells) == 6:
            board, white, one, result, two, black = cells
            left, right = ["", white, None, one], ["", black, None, two]
        else:
            board, *left, result, two, black, rating, tpn = cells
            right = [tpn, black, rating, two]
        if not board:
            yield {"board": 0, "bye": look.bye_kind(right[1]), **_paper_seat(left)}
            continue
        board, *fixed = board.split(" ", 1)
        seats = [_paper_seat(left), _paper_seat(right)]
        shared: Line = {"board": int(board), "fixed": bool(fixed)}
        shared |= {"result": look.code(result)} if results else {}
        for colour, own, other in (("w", *seats), ("b", *seats[::-1])):
            yield {**shared, **own, "colour": colour, "opponent": other["name"]}


def _paper_seat(cells: list[str | None]) -> Line:
    tpn, name, rating, points = cells
    found = _split_title(name or "")
    found |= {"points": tenths(points or "0")}
    found |= {"number": number(tpn)} if tpn else {}
    return found | ({"rating": number(rating)} if rating is not None else {})


def _main_table(look: Look, kind: str, **options: str) -> Table:
    paper = look.paper(kind, look.number, **options)
    return [row for table in paper.tables for row in table]


def pairings_paper(look: Look) -> list[Line]:
    return list(board_table(_main_table(look, "pairings"), look, results=False))


def large_paper(look: Look) -> list[Line]:
    rows = _main_table(look, "pairings", size="large")
    return list(board_table(rows, look, results=False))


def results_paper(look: Look) -> list[Line]:
    return list(board_table(_main_table(look, "results"), look, results=True))


def _seat_rows(rows: Table, look: Look) -> Iterator[Line]:
    """Name with title, number, rating, board, colour, opponent, rating."""
    for row in rows:
        name, tpn, rating, board, colour, opponent, _other = (cell.text for cell in row)
        if row[0].head:
            continue
        found: Line = {"number": number(tpn), "rating": number(rating)}
        first, _, last = name.rpartition(" ")
        is_title = last in words.TITLES
        found |= {"name": first if is_title else name, "title": last if is_title else ""}
        if not board:
            yield found | {"board": 0, "bye": look.bye_kind(opponent)}
            continue
        board, *fixed = board.split(" ", 1)
        found |= {"board": int(board), "fixed": bool(fixed), "colour": look.colour(colour)}
        yield found | {"opponent": _split_title(opponent)["name"]}


def by_name_paper(look: Look) -> list[Line]:
    return list(_seat_rows(_main_table(look, "pairings_by_name"), look))


def by_federation_paper(look: Look) -> list[Line]:
    """The federation stands in the head of its table, over the heads of the columns."""
    federations = {one.number: one.federation or "–" for one in look.record.people.values()}
    found: list[Line] = []
    for (group,), *rows in look.paper("pairings_by_federation", look.number).tables:
        heads_again = [row for row in rows if len(row) > 1]
        lines = list(_seat_rows(heads_again, look))
        assert {federations[line["number"]] for line in lines} == {group.text}, group.text
        found += lines
    return found


def slips_paper(look: Look) -> list[Line]:
    """A slip: where, board, two players, the marks, two lines to sign."""
    found, signed, board, fixed = [], [], 0, False
    paper = look.paper("slips", look.number)
    where = f"{look.said(words.round_of(look.number))} · {look.said(words.BOARD)} "
    for part in paper.parts:
        if isinstance(part, list):
            seats = [[cell.text for cell in row] for row in part]
            for colour, own, other in zip("wb", seats, seats[::-1], strict=True):
                assert look.colour(own[0]) == colour, f"{own[0]} at {colour}"
                found.append(
                    {
                        "board": board,
                        "colour": colour,
                        "fixed": fixed,
                        **_paper_seat(own[1:]),
                        "opponent": _split_title(other[2])["name"],
                    }
                )
        elif _is_to_sign(part, look):
            complaints = _signatures(paper, part)
            look.ink += [f"board {board}: {one}" for one in complaints]
            signed.append(board)
        elif part.text.startswith(where):
            told, *more = part.text.removeprefix(where).split(" ", 1)
            board, fixed = int(told), bool(more)
    assert signed == sorted({line["board"] for line in found}, key=signed.index), "signatures"
    assert len(signed) == len(found) // 2, f"{len(signed)} slips to sign, {len(found) // 2} games"
    return found


def _is_to_sign(part: Part, look: Look) -> bool:
    return part.text == " ".join(
        look.said({one: pair[side] for one, pair in words.WHITE_BLACK.items()}) for side in (0, 1)
    )


def _signatures(paper: Paper, part: Part) -> list[str]:
    """Behind each of the two words a line as long as a name is written."""
    found = []
    labels = [run for run in part.runs if run.text.strip()]
    for run in labels:
        lines = [
            box
            for page, box in paper.ink
            if page == run.page
            and box[0] >= run.box[2] - 2
            and abs(box[1] - run.box[1]) < 4
            and box[2] - box[0] > SIGNATURE
            and box[3] - box[1] > 0.1
        ]
        if not lines:
            found.append(f"no line to sign behind {run.text!r}")
    return found


# --- Hall ----------------------------------------------------------------------------------------


def on_screen_by_board(look: Look) -> list[Line]:
    found = []
    for row in screen_of(look, "boards").tree.css("section.slide.boards tbody tr"):
        cells = row.css("td")
        board, *fixed = _text(cells[0], "").split(" ", 1)
        seats = []
        for cell in (cells[1], cells[3]):
            points = _text(cell, "small")
            name = _text(cell, "")
            seats.append(
                {"name": name[: len(name) - len(points)].strip(), "points": tenths(points)}
            )
        result = look.code(_text(cells[2], ""))
        for colour, own, other in (("w", *seats), ("b", *seats[::-1])):
            line = {"board": int(board), "fixed": bool(fixed), "result": result, **own}
            found.append(line | {"colour": colour, "opponent": other["name"]})
    return found


def on_screen_by_name(look: Look) -> list[Line]:
    found = []
    for cells in screen_of(look, "names").rows("section.slide.names tbody tr"):
        if not cells[1]:
            found.append({"board": 0, "name": cells[0], "bye": look.bye_kind(cells[2])})
            continue
        board, *fixed = cells[1].split(" ", 1)
        line = {"name": cells[0], "board": int(board), "fixed": bool(fixed)}
        found.append(line | {"colour": look.colour(cells[2])})
    return found


def in_picture(look: Look) -> list[Line]:
    """Boards, as many as there is room for: number, White, result, Black."""
    texts = look.picture(f"rounds/{look.number}/preview.png").texts
    games = [str(game.board) for game in look.record.games_of(look.number)][:5]
    found = []
    for board in games:
        if len(found) == 8 and board not in texts:
            break  # the hour of the round takes the room of the fifth
        at = texts.index(board)
        white, result, black = texts[at + 1 : at + 4]
        for colour, own in (("w", white), ("b", black)):
            line = {"board": int(board), "colour": colour, "name": look.whole(own)}
            line["result"] = look.code(result)
            found.append(line)
    return found


def _is_latest(look: Look) -> bool:
    return look.number == look.record.last_public


def _public(look: Look) -> bool:
    return look.record.rounds[look.number].public


def _revision(look: Look) -> bool:
    return any(one.under_revision for one in look.record.rounds.values())


def _leaves(reason: str, *facts: str) -> dict[str, str]:
    return dict.fromkeys(facts, reason)


def _boards(key: str, read: Read, leaves: dict[str, str], **more: Any) -> Surface:
    shows = tuple(fact for fact in FACTS if fact not in leaves)
    return Surface(key, shows, _games(read), leaves, **more)


def _away(key: str, read: Read, leaves: dict[str, str], **more: Any) -> Surface:
    shows = tuple(fact for fact in BYE_FACTS if fact not in leaves)
    return Surface(key, shows, _byes(read), leaves, **more)


def _paired(look: Look) -> bool:
    return look.number in look.record.rounds and look.record.rounds[look.number].paired


def _in_the_hall(look: Look) -> bool:
    """In an event of teams these surfaces show matches."""
    return _latest_of_players(look) and not _revision(look)


def _latest_of_players(look: Look) -> bool:
    return _of_players(look) and _is_latest(look)


def _of_players(look: Look) -> bool:
    return _public(look) and not look.record.matches


BOARDS_ONLY = "boards only; who does not play stands on the page of the round"
DATABASE = "a database of games knows no such thing"
WAY = "it shows the way to the board; the rest stands on the sheet by board"
FOR_STAFF = "for the staff only"
DESK = "the desk types by board; numbers and ratings are with the players"

SUBJECT = Subject(
    "round",
    "The boards of a round",
    FACTS,
    order,
    expected,
    fits=_paired,
    surfaces=(
        _boards(
            "page: round",
            on_page,
            {"number": "on the start list; the rating tells players apart"},
            fits=_public,
        ),
        _boards("desk: round", on_desk, _leaves(DESK, "number", "rating"), inside=True),
        _boards(
            "page: by name",
            by_name_on_page,
            _leaves(WAY, "number", "title", "rating", "points", "result"),
            fits=_public,
        ),
        _boards(
            "page: board",
            boards_one_by_one,
            {
                "number": "stands on the page of the player",
                "fixed": "stands with the list of boards",
                "opponent": ONE_SIDE,
            },
            fits=_public,
        ),
        _boards(
            "page: embedded round",
            embedded,
            {"number": NOT_A_COLUMN},
            fits=_latest_of_players,
        ),
        _boards(
            "CSV: round",
            in_csv,
            {
                "number": "names and ratings tell players apart",
                "title": "in the CSV of the players",
                "fixed": "a spreadsheet wants a number",
            },
            fits=_public,
        ),
        _boards("API: round", in_api, {"fixed": FOR_STAFF}, fits=_public),
        _boards(
            "API: boards",
            in_api_list,
            {"fixed": FOR_STAFF, "points": "counted for a whole round only: API: round"},
            fits=_public,
        ),
        _boards(
            "PGN: round",
            in_pgn,
            {
                "rating": "FIDE ratings only (WhiteElo), not those that rank",
                **_leaves(DATABASE, "number", "points", "fixed"),
            },
            fits=_public,
        ),
        _boards("paper: pairings", pairings_paper, {"result": "room to write it"}, paper=True),
        _boards(
            "paper: pairings, large",
            large_paper,
            {"result": "room to write it", **_leaves(NOT_A_COLUMN, "number", "rating")},
            paper=True,
        ),
        _boards(
            "paper: pairings by name",
            by_name_paper,
            _leaves(WAY, "points", "result"),
            paper=True,
        ),
        _boards(
            "paper: pairings by federation",
            by_federation_paper,
            _leaves(WAY, "points", "result"),
            paper=True,
        ),
        _boards("paper: results", results_paper, {}, paper=True, fits=_public),
        _boards(
            "paper: slips",
            slips_paper,
            {"result": "the players mark it"},
            paper=True,
            inside=True,
        ),
        _boards(
            "screen: boards",
            on_screen_by_board,
            _leaves(NOT_A_COLUMN, "number", "title", "rating"),
            fits=_in_the_hall,
        ),
        _boards(
            "screen: names",
            on_screen_by_name,
            _leaves(NOT_A_COLUMN, "number", "title", "rating", "points", "result", "opponent"),
            fits=_in_the_hall,
        ),
        _boards(
            "picture: round",
            in_picture,
            {
                **_leaves("five lines in a chat", "number", "title", "rating", "points", "fixed"),
                "opponent": ONE_SIDE,
            },
            fits=_of_players,
            first=8,
        ),
    ),
)

#: surfaces of the boards that say nothing of who does not play, and why
WITHOUT_BYES = {
    "page: board": BOARDS_ONLY,
    "page: embedded round": BOARDS_ONLY,
    "API: boards": BOARDS_ONLY,
    "PGN: round": DATABASE,
    "paper: slips": "no game, no slip",
    "screen: boards": BOARDS_ONLY,
    "picture: round": "five lines in a chat",
}

AWAY = Subject(
    "byes",
    "The players without a game in a round",
    BYE_FACTS,
    lambda line: line["name"],
    expected_byes,
    fits=_paired,
    nothing_on=WITHOUT_BYES,
    surfaces=(
        _away(
            "page: round",
            on_page,
            _leaves("on the start list", "number", "rating"),
            fits=_public,
        ),
        _away("desk: round", on_desk, _leaves(DESK, "number", "rating"), inside=True),
        _away(
            "page: by name",
            by_name_on_page,
            _leaves(WAY, "number", "title", "rating", "points"),
            fits=_public,
        ),
        _away(
            "CSV: round",
            in_csv,
            {
                "number": "names and ratings tell players apart",
                "title": "in the CSV of the players",
            },
            fits=_public,
        ),
        _away("API: round", in_api, {}, fits=_public),
        _away("paper: pairings", pairings_paper, {}, paper=True),
        _away(
            "paper: pairings, large",
            large_paper,
            _leaves(NOT_A_COLUMN, "number", "rating"),
            paper=True,
        ),
        _away("paper: pairings by name", by_name_paper, _leaves(WAY, "points"), paper=True),
        _away(
            "paper: pairings by federation",
            by_federation_paper,
            _leaves(WAY, "points"),
            paper=True,
        ),
        _away("paper: results", results_paper, {}, paper=True, fits=_public),
        _away(
            "screen: names",
            on_screen_by_name,
            _leaves(NOT_A_COLUMN, "number", "title", "rating", "points"),
            fits=_in_the_hall,
        ),
    ),
)
