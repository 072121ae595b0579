"""A player's rounds on every surface: the page, the record on paper, the card for pairing by hand.

A line is one round of one player.
"""

from collections.abc import Iterator
from typing import Any

from tests.pages import Page
from tests.truth import standings, words
from tests.truth.look import Line, Look, Read, Subject, Surface, number, tenths
from tests.truth.paper import Cell
from tests.truth.recount import bye_points, game_points, in_words, mark, points_before

FACTS = {
    "player": "player",
    "round": "round",
    "board": "board",
    "colour": "colour",
    "opponent": "opponent",
    "opponent number": "opponent's number",
    "opponent rating": "opponent's rating",
    "mark": "result",
    "points": "points of the round",
    "bye": "why there is no game",
    "total": "points so far",
    "float": "floats",
}
#: how many players are looked at where each has a page
PLAYERS = 12


def expected(look: Look) -> list[Line]:
    return [line for one in _people(look) for line in _rounds_of(look, one.pk, look.number)]


def _people(look: Look) -> list[Any]:
    found = [one for one in look.record.people.values() if one.number]
    return sorted(found, key=lambda one: one.number)[:PLAYERS]


def _rounds_of(look: Look, player: int, last: int) -> Iterator[Line]:
    record, total = look.record, 0
    games = {g.round: g for g in record.games if player in (g.white, g.black)}
    byes = {bye.round: bye for bye in record.byes if bye.player == player}
    for round_ in range(1, last + 1):
        line: Line = {"player": look.name(player), "round": round_}
        if game := games.get(round_):
            other = record.people[game.other(player)]
            before = _counted(record, round_)
            own, theirs = before.get(player, 0), before.get(other.pk, 0)
            line |= {
                "board": game.board,
                "colour": game.colour(player),
                "opponent": look.name(other.pk),
                "opponent number": other.number,
                "opponent rating": other.rating,
                "mark": _mark(record, game, player) or "?",
                "points": in_words(game_points(record, game.half(player))),
                "float": "↓" if own > theirs else "↑" if own < theirs else "",
            }
            if game.code in ("", "??"):
                line["points"] = "?"
            total += game_points(record, game.half(player))
        elif bye := byes.get(round_):
            line |= {"bye": bye.kind, "points": in_words(bye_points(record, bye.kind))}
            total += bye_points(record, bye.kind)
        else:
            line |= {"bye": "", "points": "0"}
        yield line | {"total": total}


def _mark(record: Any, game: Any, player: int) -> str:
    """Of a match the points, and the result of each game."""
    if record.settings["system"] != words.DOUBLE:
        return mark(game, player)
    if not game.code:
        return ""
    signs = {"1": "1", "=": "½", "0": "0", "+": "+", "-": "−"}
    half = game.half(player)
    games = ", ".join(signs[letter] for letter in half)
    return f"{in_words(game_points(record, half))} ({games})"


def _counted(record: Any, number_: int) -> dict[int, int]:
    """Points before a round as the standings count them: an open game gives nothing."""
    draws = points_before(record, number_)
    for game in record.games:
        if game.round < number_ and game.code == "??":
            for player in (game.white, game.black):
                draws[player] -= record.settings["draw_points"]
    return draws


# --- Pages and programs --------------------------------------------------------------------------


def _bye_told(look: Look, text: str) -> str:
    if text == words.ABSENT[look.page_language]:
        return ""
    for kind in "UFHZ":
        points = in_words(bye_points(look.record, kind))
        if text == words.BYES_ON_CARD[look.page_language][kind] % points:
            return kind
    return f"? {text}"


def on_page(look: Look) -> list[Line]:
    found = []
    for one in _people(look):
        if one.status == "expelled":
            found += list(_rounds_of(look, one.pk, look.number))
            continue
        page = look.page(f"players/{one.pk}/")
        name = page.one("h1").removeprefix(one.title).strip()
        found += [line | {"player": name} for line in _card(page, look) if _until(line, look)]
    return found


def _until(line: Line, look: Look) -> bool:
    return line["round"] <= look.number


def _card(page: Page, look: Look) -> Iterator[Line]:
    for row in page.tree.css("table.card tbody tr"):
        cells = row.css("td")
        texts = [" ".join(cell.text().split()) for cell in cells]
        line: Line = {"round": int(texts[0])}
        if not texts[1]:
            yield line | {"bye": _bye_told(look, texts[2])}
            continue
        square = cells[2].css_first(".square").attributes["class"] or ""
        yield line | {
            "board": int(texts[1]),
            "colour": square.split()[-1],
            "opponent": " ".join(cells[2].css_first(".name").text().split()),
            "opponent rating": number(cells[2].css_first(".rating").text().strip()),
            "mark": texts[3] if texts[3] != "–" else "?",
        }


def in_api(look: Look) -> list[Line]:
    from django.test import Client

    found = []
    for one in _people(look):
        answer = Client().get(f"/api/v1/players/{one.pk}/")
        assert answer.status_code == 200, answer.status_code
        data = answer.json()
        for row in data["rounds"]:
            line: Line = {"player": data["name"], "round": row["round"]}
            if not _until(line, look):
                continue
            if row["opponent"]:
                line |= {
                    "board": row["board"],
                    "colour": row["colour"],
                    "opponent": row["opponent"]["name"],
                    "opponent number": row["opponent"]["number"],
                    "opponent rating": row["opponent"]["rating"],
                    "mark": row["result"] or "?",
                }
            else:
                line["bye"] = row["bye"]
            found.append(line)
    return found


# --- Papers --------------------------------------------------------------------------------------


def one_by_one(look: Look) -> list[Line]:
    """The paper of each player alone: of the first three."""
    found = []
    people = _people(look)
    for one in people[:3]:
        paper = look.paper("record", player=str(one.pk))
        for row in (row for table in paper.tables for row in table):
            if row[0].head:
                continue
            line = _line(look, [cell.text for cell in row])
            found.append({"player": look.name(one.pk), **line})
    for one in people[3:]:
        found += list(_rounds_of(look, one.pk, look.number))
    return found


def _line(look: Look, cells: list[str]) -> Line:
    round_, board, colour, opponent, points, total = cells
    line: Line = {"round": int(round_), "total": tenths(total), "points": points}
    if not colour:
        return line | {"bye": "" if opponent == "–" else look.bye_kind(opponent)}
    line |= {"board": number(board), "colour": look.letter(colour)}
    return line | _other(look, opponent)


def _other(look: Look, text: str) -> Line:
    """Number, title and name, federation, rating of the opponent."""
    told, _, rest = text.partition(" ")
    for one in look.record.people.values():
        rating = str(one.rating or "–")
        name = look.with_title(one.pk)
        if one.number == number(told) and rest == " ".join(
            filter(None, [name, one.federation, rating])
        ):
            return {
                "opponent": look.name(one.pk),
                "opponent number": one.number,
                "opponent rating": one.rating,
            }
    return {"opponent": text}


def everybody(look: Look) -> list[Line]:
    """The short cards of all players: a group of rows each, with a head."""
    paper, found, now = look.paper("record"), [], None
    heads = {_head(look, one): one for one in look.record.people.values()}
    for row in (row for table in paper.tables for row in table):
        cells = [cell.text for cell in row]
        if len(cells) == 1:
            now = heads[cells[0]]
        elif not row[0].head and now in _people(look):
            for line in _line_by_line(row):
                found.append({"player": look.name(now.pk), **_line(look, line)})
    return found


def _line_by_line(row: list[Cell]) -> Iterator[list[str]]:
    """The rounds of a row: where every opponent takes one line, they stand one below the other."""
    rounds = [run for run in row[0].runs if run.text.strip()]
    if len(rounds) == 1:
        yield [cell.text for cell in row]
        return
    for own in rounds:
        yield [
            "".join(run.text for run in cell.runs if abs(run.box[1] - own.box[1]) < 2).strip()
            for cell in row
        ]


def _head(look: Look, one: Any, *, club: bool = True) -> str:
    parts = str(one.number), look.with_title(one.pk), one.federation, str(one.rating or "–")
    return " · ".join(filter(None, [*parts, one.club if club else ""]))


def for_pairing(look: Look) -> list[Line]:
    """The cards for pairing the next round: a table each, a column a round with four lines."""
    paper = look.paper("pairing_cards", look.number + 1)
    found, now = [], None
    people = _people(look)
    for part in paper.parts:
        if not isinstance(part, list):
            now = next((one for one in people if _begins(look, part.text, one)), now)
            continue
        for cell in part[0][1:] if now else ():
            round_, other, colour, told = _lines_of(cell)
            line: Line = {"player": look.name(now.pk), "round": int(round_)}
            floated = told[-1] if told[-1] in "↓↑" else ""
            line["points"] = told.removesuffix(floated).strip()
            if colour != "–":
                line |= {"opponent number": number(other), "colour": look.letter(colour)}
                line["float"] = floated
            found.append(line)
        now = None
    for one in people:
        if one.gone:
            found += list(_rounds_of(look, one.pk, look.number))
    return found


def _begins(look: Look, text: str, one: Any) -> bool:
    parts = f"{one.number} {look.with_title(one.pk)}", one.federation, str(one.rating or "–")
    return text.startswith(" · ".join(filter(None, parts)))


def _lines_of(cell: Cell) -> list[str]:
    lines: list[list[str]] = []
    line = None
    for run in cell.runs:
        if line is None or abs(line - run.box[1]) > 1.5:
            lines.append([])
        lines[-1].append(run.text)
        line = run.box[1]
    return ["".join(runs).strip() for runs in lines]


# --- The table -----------------------------------------------------------------------------------


def _surface(key: str, read: Read, leaves: dict[str, str], **more: Any) -> Surface:
    return Surface(key, tuple(fact for fact in FACTS if fact not in leaves), read, leaves, **more)


HAND = "for pairing by hand only"

SUBJECT = Subject(
    "record",
    "The rounds of a player",
    FACTS,
    lambda line: (line["player"], line["round"]),
    expected,
    fits=lambda look: (
        look.record.settings["system"] in (*words.PLAYERS_RANKED, words.DOUBLE)
        and standings.shown(look)
    ),
    surfaces=(
        _surface(
            "page: player",
            on_page,
            {
                "opponent number": "a link leads to the opponent",
                "total": "stands above, with the place",
                "points": "the result says it",
                "float": HAND,
            },
            of=lambda look: look.record.last_public,
        ),
        _surface(
            "API: player",
            in_api,
            {"total": "API: standings", "points": "the result says it", "float": HAND},
            of=lambda look: look.record.last_public,
        ),
        _surface(
            "paper: record of one player",
            one_by_one,
            {"float": HAND, "mark": "its points"},
            of=lambda look: look.record.last_public,
            paper=True,
        ),
        _surface(
            "paper: records of everybody",
            everybody,
            {"float": HAND, "mark": "its points"},
            of=lambda look: look.record.last_public,
            paper=True,
        ),
        _surface(
            "paper: pairing cards",
            for_pairing,
            {
                "board": "does not matter for pairing",
                "opponent": "by number, as cards are laid out",
                "opponent rating": "on the opponent's own card",
                "bye": "–, with the points",
                "mark": "its points",
                "total": "in the head of the card",
            },
            of=lambda look: look.record.last_public,
            fits=lambda look: (
                look.record.settings["system"] in (*words.SWISS, words.DOUBLE)
                and look.record.last_public < look.record.total_rounds
            ),
            paper=True,
            inside=True,
        ),
    ),
)
