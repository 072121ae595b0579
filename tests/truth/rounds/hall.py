"""A round in the hall, and in the picture of a link."""

from tests.truth.look import Line, Look, screen_of, tenths
from tests.truth.rounds.pages import text_of


def on_screen_by_board(look: Look) -> list[Line]:
    found = []
    for row in screen_of(look, "boards").tree.css("section.slide.boards tbody tr"):
        cells = row.css("td")
        board, *fixed = text_of(cells[0], "").split(" ", 1)
        pair = []
        for cell in (cells[1], cells[3]):
            points = text_of(cell, "small")
            name = text_of(cell, "")
            pair.append({"name": name[: len(name) - len(points)].strip(), "points": tenths(points)})
        result = look.code(text_of(cells[2], ""))
        for colour, own, other in (("w", *pair), ("b", *pair[::-1])):
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
