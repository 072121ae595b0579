"""A round in files and for programs."""

import re
from collections.abc import Iterator
from typing import Any

from tests.truth import words
from tests.truth.look import Line, Look, number


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
    boards = look.api_pages(f"boards/?round={look.number}&limit=500")
    return [seat for board in boards for seat in _api_board(board)]


PGN = {"10": "1-0", "WL": "1-0", "01": "0-1", "LW": "0-1", "==": "1/2-1/2", "DD": "1/2-1/2"}


def in_pgn(look: Look) -> list[Line]:
    """A database knows three results; whatever else there is has none of them."""
    text = look.get(f"{look.root}rounds/{look.number}.pgn").content.decode()
    boards: dict[int, list[dict[str, str]]] = {}
    for game in re.findall(r"((?:\[.*\]\n)+)", text):
        tags = dict(re.findall(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]', game))
        tags = {key: value.replace('\\"', '"').replace("\\\\", "\\") for key, value in tags.items()}
        boards.setdefault(int(tags["Round"].split(".")[1]), []).append(tags)
    matches = look.record.settings["system"] == words.DOUBLE
    found = []
    for game in look.record.games_of(look.number):
        told, known = boards.pop(game.board), game.code or game.first
        # The second game of a match has its colours turned.
        codes = [known[:2], known[2:][::-1]] if matches else [known]
        assert [one["Round"].split(".")[2:] for one in told] == (
            [["1"], ["2"]] if matches else [[]]
        ), f"games of board {game.board}"
        right = [one["Result"] for one in told] == [PGN.get(code, "*") for code in codes]
        result = game.code if right else "? " + " ".join(one["Result"] for one in told)
        for tags, (white, black) in zip(told, (("w", "b"), ("b", "w")), strict=False):
            own = told[0]
            pair = {"w": (own["White"], own.get("WhiteTitle", ""))}
            pair["b"] = (own["Black"], own.get("BlackTitle", ""))
            assert (tags["White"], tags.get("WhiteTitle", "")) == pair[white], tags["Round"]
            assert (tags["Black"], tags.get("BlackTitle", "")) == pair[black], tags["Round"]
        for colour, side, other in (("w", "White", "Black"), ("b", "Black", "White")):
            own = told[0]
            line = {"board": game.board, "colour": colour, "name": own[side], "result": result}
            line |= {"opponent": own[other], "title": own.get(f"{side}Title", "")}
            found.append(line | {"team": own.get(f"{side}Team", "")})
    assert not boards, f"boards that are not there: {sorted(boards)}"
    return found
