"""Sheets beside the pairings: who does not play and why, what was corrected, the reasons."""

import json
import re
from typing import Any

from tests.truth import rules, words
from tests.truth.look import Line, Look, Read, Subject, Surface, number, tenths
from tests.truth.record import rows
from tests.truth.recount import points_before
from tests.truth.rounds import seats

AWAY = {
    "number": "start number",
    "name": "name",
    "title": "title",
    "rating": "rating",
    "federation": "federation",
    "points": "points before the round",
    "why": "why there is no game",
}
CORRECTED = {
    "count": "number of the correction",
    "board": "board",
    "white": "White",
    "black": "Black",
    "was": "result so far",
    "is": "right result",
    "reason": "reason",
}
REASONED = {
    "board": "board",
    "white": "White, with the number",
    "black": "Black, with the number",
}


# --- Away ----------------------------------------------------------------------------------------


def expected(look: Look) -> list[Line]:
    record, before = look.record, points_before(look.record, look.number)
    byes = {bye.player: bye.kind for bye in record.byes_of(look.number)}
    playing = {pk for game in record.games_of(look.number) for pk in (game.white, game.black)}
    found = []
    for one in record.people.values():
        if one.pk in playing:
            continue
        if one.gone:
            why = look.said({lang: words.GONE[lang][one.status == "expelled"] for lang in LANGS})
        elif one.pk in byes:
            why = look.said({lang: words.BYES[lang][byes[one.pk]] for lang in LANGS})
        elif one.first_round > look.number:
            why = look.said({lang: words.PLAYS_FROM[lang] % one.first_round for lang in LANGS})
        else:
            continue
        line = {key: getattr(one, key) for key in ("number", "title", "rating", "federation")}
        points = before.get(one.pk, 0) if one.pk in byes else None
        found.append(line | {"name": look.name(one.pk), "points": points, "why": why})
    return found


LANGS = ("en", "tr")


def on_paper(look: Look) -> list[Line]:
    paper, found = look.paper("absentees", look.number), []
    for row in (row for table in paper.tables for row in table if not row[0].head):
        tpn, name, rating, federation, points, why = (cell.text for cell in row)
        line: Line = {"number": number(tpn) or None, "rating": number(rating)}
        line |= {"federation": federation, "points": tenths(points) if points else None}
        found.append(line | {"why": why, **seats.split_title(name)})
    everybody = look.said(words.EVERYBODY_PLAYS) in [piece.text for piece in paper.pieces]
    assert everybody == (not found), "who plays"
    return found


# --- Corrections ---------------------------------------------------------------------------------


def _made(look: Look) -> list[dict[str, Any]]:
    log = rows("tournaments_logentry", "tournament_id", look.record.pk)
    return [row for row in log if row["irregular"] == "Correction"]


def latest_correction(look: Look) -> int:
    """The round of the last one."""
    return max(row["round_number"] for row in _made(look))


def corrected(look: Look) -> list[Line]:
    games = {f"pairing:{game.pk}": game for game in look.record.games}
    return [
        {
            "count": count,
            "board": games[row["target"]].board,
            "white": look.with_title(games[row["target"]].white),
            "black": look.with_title(games[row["target"]].black),
            "was": _code(row["before"]),
            "is": _code(row["after"]),
            "reason": row["reason"],
        }
        for count, row in enumerate(_made(look), start=1)
        if row["round_number"] == look.number
    ]


def _code(text: Any) -> str:
    return str(json.loads(text) if text.startswith('"') else text)


def on_notices(look: Look) -> list[Line]:
    """A title with the number, then a line for each fact: board and game first."""
    found, count = [], 0
    for part in look.paper("corrections", look.number).parts:
        if not isinstance(part, list):
            numbered = part.kind == "/H1" and re.search(r"\d+", part.text)
            count = int(numbered[0]) if numbered else count
            continue
        cells = [[cell.text for cell in row] for row in part if row[1].text]
        (board, game), (_was, was), (_is, is_), *more = cells
        white, black = game.split(" – ")
        reasons = [text for head, text in more if head == look.said(words.REASON)]
        line: Line = {"count": count, "board": _last_number(board)}
        line |= {"white": white, "black": black, "was": look.code(was), "is": look.code(is_)}
        found.append(line | {"reason": reasons[0] if reasons else ""})
    return found


def _last_number(text: str) -> int:
    return int([word.strip(".,") for word in text.split() if word.strip(".,").isdigit()][-1])


# --- Reasons -------------------------------------------------------------------------------------


def boards(look: Look) -> list[Line]:
    people = look.record.people

    def seat(pk: int) -> str:
        return f"{people[pk].number} {look.with_title(pk)}"

    return [
        {"board": game.board, "white": seat(game.white), "black": seat(game.black)}
        for game in look.record.games_of(look.number)
    ]


def in_reasons(look: Look) -> list[Line]:
    """The last table of each language: board, White, Black, why."""
    parts = look.language.split("+")
    tables = [t for t in look.paper("reasons", look.number).tables if len(t[0]) == 4]
    assert len(tables) == len(parts), f"{len(tables)} tables for {len(parts)} languages"
    read = [
        [
            {"board": int(row[0].text), "white": row[1].text, "black": row[2].text}
            for row in table
            if not row[0].head and row[3].text
        ]
        for table in tables
    ]
    assert all(one == read[0] for one in read), "the languages differ"
    return read[0]


# --- The table -----------------------------------------------------------------------------------


def _surface(key: str, facts: dict[str, str], read: Read, **more: Any) -> Surface:
    return Surface(key, tuple(facts), read, paper=True, **more)


ABSENT = Subject(
    "away",
    "The players away from a round",
    AWAY,
    lambda line: line["name"],
    expected,
    fits=lambda look: seats.paired(look) and not rules.teams(look.record),
    surfaces=(_surface("paper: absentees and byes", AWAY, on_paper),),
)

CORRECTIONS = Subject(
    "corrections",
    "Corrections of results",
    CORRECTED,
    lambda line: line["count"],
    corrected,
    fits=lambda look: bool(_made(look)),
    surfaces=(_surface("paper: corrections", CORRECTED, on_notices, of=latest_correction),),
)

REASONS = Subject(
    "reasons",
    "The reasons of the pairings",
    REASONED,
    lambda line: line["board"],
    boards,
    fits=lambda look: (
        seats.paired(look)
        and look.record.settings["system"] in (*words.PLAYERS_RANKED, words.DOUBLE)
    ),
    surfaces=(_surface("paper: reasons", REASONED, in_reasons),),
)
