"""Papers of team events: lists, line-ups, announced matches, cross table, boards, meetings."""

import re
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.truth import rules, standings, words
from tests.truth.look import Line, Look, Read, Subject, Surface, number, tenths
from tests.truth.record import Game, Match, Person
from tests.truth.recount import game_points, in_words
from tests.truth.rounds import seats
from tests.truth.teams import Table_, bye_points, score_of

LISTED = {
    "team": "team",
    "place": "place in the team",
    "name": "name",
    "title": "title",
    "rating": "rating",
    "federation": "federation",
    "fide": "FIDE ID",
    "against": "opponents of the round",
}
ANNOUNCED = {
    "match": "match",
    "teams": "both teams with their numbers",
    "points": "points of both before the round",
    "boards": "boards of the match",
}
CROSS = {
    "place": "place, and whether it is shared",
    "number": "number",
    "team": "team",
    "cells": "board points against each team; of a Swiss round by round",
    "match points": "match points",
    "board points": "board points",
}
BEST = {
    "board": "board",
    "place": "place among those with enough games, and whether it is shared",
    "name": "name",
    "title": "title",
    "team": "team",
    "games": "games",
    "points": "points",
    "percent": "percentage",
}
MEETING = {
    "team": "team, and its opponent",
    "place": "place in the team",
    "name": "name",
    "title": "title",
    "rating": "rating",
    "cells": "running score of the match after each game",
    "points": "points",
}


def _members(look: Look, team: int) -> list[Person]:
    found = [one for one in look.record.people.values() if one.team == team]
    return sorted(found, key=lambda one: one.place or 0)


# --- Lists ---------------------------------------------------------------------------------------


def members(look: Look) -> list[Line]:
    return [
        {
            "team": team.name,
            "place": place,
            "name": look.name(one.pk),
            "title": one.title,
            "rating": one.rating,
            "federation": one.federation,
            "fide": one.fide_id,
        }
        for team in look.record.teams.values()
        for place, one in enumerate(_members(look, team.pk), start=1)
    ]


def on_list(look: Look) -> list[Line]:
    found, team = [], ""
    for part in look.paper("team_list").parts:
        if not isinstance(part, list):
            head = part.text.split(f" · {look.said(words.CAPTAIN)}: ")[0]
            team = re.sub(r"^\d+\. ", "", head)
            continue
        for row in (row for row in part if not row[0].head):
            place, name, rating, federation, fide = (cell.text for cell in row)
            line: Line = {"team": team, "place": int(place), "rating": number(rating)}
            line |= seats.split_title(name) | {"federation": federation, "fide": fide}
            found.append(line)
    return found


def line_ups(look: Look) -> list[Line]:
    """The teams that play in the round, each with its opponents."""
    against: dict[int, list[str]] = defaultdict(list)
    for match in look.record.matches:
        if match.round == look.number:
            against[match.first].append(look.record.teams[match.second].name)
            against[match.second].append(look.record.teams[match.first].name)
    teams = {one.name: one.pk for one in look.record.teams.values()}
    return [
        {**line, "against": tuple(sorted(against[teams[line["team"]]]))}
        for line in members(look)
        if teams[line["team"]] in against
    ]


def on_line_ups(look: Look) -> list[Line]:
    """A section for each team: its name, the opponents, the boards, its list."""
    found, team, against = [], "", ()
    boards = 0
    for part in look.paper("line_ups", look.number).parts:
        if not isinstance(part, list):
            if part.kind == "/H1":
                team = part.text.split(" · ")[0]
            elif part.text.startswith(f"{look.said(words.OPPONENT)}: "):
                against = tuple(sorted(part.text.split(": ")[1].split(", ")))
            continue
        if "…" in part[0][-1].text:
            boards = len(part)
            continue
        assert boards == look.record.team_rules["boards"], f"{boards} boards"
        for row in part:
            place, name, rating = (cell.text for cell in row)
            line: Line = {"team": team, "place": int(place), "rating": number(rating)}
            found.append({**line, **seats.split_title(name), "against": against})
    return found


# --- Announced matches ---------------------------------------------------------------------------


def announced(look: Look) -> list[Line]:
    record, boards = look.record, look.record.team_rules["boards"]
    table = Table_(record, look.number - 1)
    first = record.team_rules["primary"] == "MP"
    points = table.match_points if first else table.board_points
    found = []
    for match in record.matches:
        if match.round != look.number:
            continue
        pair = (record.teams[match.first], record.teams[match.second])
        last = match.number * boards
        found.append(
            {
                "match": match.number,
                "teams": tuple((one.number, one.name) for one in pair),
                "points": tuple(points.get(one.pk, 0) for one in pair),
                "boards": f"{last - boards + 1}–{last}",
            }
        )
    return found


def on_announced(look: Look) -> list[Line]:
    found = []
    paper = look.paper("announced_matches", look.number)
    for row in (row for table in paper.tables for row in table if not row[0].head):
        match, one, first, own, dash, theirs, second, two, boards = (cell.text for cell in row)
        assert dash == "–", dash
        line: Line = {"match": int(match), "boards": boards}
        line["teams"] = ((int(one), first), (int(two), second))
        found.append(line | {"points": (tenths(own), tenths(theirs))})
    return found


# --- Cross table ---------------------------------------------------------------------------------


def cross(look: Look) -> list[Line]:
    record, table = look.record, Table_(look.record, look.number)
    rows = table.rows()
    scores = _meetings(look)
    return [
        {
            "place": (place, shared),
            "number": record.teams[pk].number,
            "team": record.teams[pk].name,
            "cells": _rounds(look, pk)
            if _by_rounds(look)
            else tuple(
                "×" if other == pk else tuple(scores[pk, other]) for _p, _s, other, _v in rows
            ),
            "match points": table.match_points[pk],
            "board points": table.board_points[pk],
        }
        for place, shared, pk, _values in rows
    ]


def _by_rounds(look: Look) -> bool:
    return look.record.settings["system"] in rules.SWISS_OF_TEAMS


def _rounds(look: Look, team: int) -> tuple[Any, ...]:
    """Of each round the opponent's number, the colour on board 1, and the points; of a bye its
    points."""
    record = look.record
    found: list[Any] = [()] * look.number
    for match in record.matches:
        if match.round > look.number or team not in (match.first, match.second):
            continue
        first, second, done = score_of(record, match)
        own = first if match.first == team else second
        other = record.teams[match.second if match.first == team else match.first].number
        colour = "w" if match.first == team else "b"
        found[match.round - 1] = (other, colour, own if done else None)
    for round_, resting, kind in record.team_byes:
        if resting == team and round_ <= look.number:
            found[round_ - 1] = bye_points(record, kind)[1]
    return tuple(found)


def _meetings(look: Look) -> dict[tuple[int, int], list[int]]:
    """Board points of each meeting, by team and opponent, of matches that are over."""
    sums: dict[tuple[int, int, int], int] = defaultdict(int)
    for match in sorted(look.record.matches, key=lambda one: (one.meeting, one.round)):
        if match.round > look.number or not look.record.rounds[match.round].public:
            continue
        first, second, done = score_of(look.record, match)
        if done:
            sums[match.first, match.second, match.meeting] += first
            sums[match.second, match.first, match.meeting] += second
    found: dict[tuple[int, int], list[int]] = defaultdict(list)
    for (own, other, _meeting), points in sums.items():
        found[own, other].append(points)
    return found


def cross_on_page(look: Look) -> list[Line]:
    return list(_web_cross(look.page("teams/crosstable/"), look))


def cross_on_desk(look: Look) -> list[Line]:
    return list(_web_cross(look.desk_page("teams/crosstable/"), look))


def _web_cross(page: Any, look: Look) -> Iterator[Line]:
    for row in page.tree.css("table.cross tbody tr"):
        cells = []
        for cell in row.css("td.cell"):
            own = "self" in (cell.attributes.get("class") or "")
            text = " ".join(cell.text().split())
            if _by_rounds(look):
                piece = cell.css_first(".piece")
                kind = (piece.attributes["class"] or "")[-1] if piece else ""
                cells.append(_round_on_page(text, kind))
            else:
                cells.append("×" if own else _points(text))
        texts = [" ".join(cell.text().split()) for cell in row.css("td")]
        yield _crossed(texts, tuple(cells))


def _round_on_page(text: str, colour: str) -> Any:
    if not colour:
        return () if text == "·" else tenths(text)
    other, *_said, points = text.split()
    return int(other), colour, None if points == "·" else tenths(points.rstrip("+−"))


def _points(text: str) -> tuple[int, ...]:
    return tuple(tenths(one.strip()) for one in text.split("·") if one.strip()) if text else ()


def _crossed(texts: list[str], cells: tuple[Any, ...]) -> Line:
    place, tpn, team, *_rest, match, board = texts
    line: Line = {"place": (int(place.rstrip("= ")), "=" in place), "number": int(tpn)}
    line |= {"team": team, "cells": cells}
    return line | {"match points": tenths(match), "board points": tenths(board)}


def cross_in_api(look: Look) -> list[Line]:
    data = look.api(f"teams/crosstable/?after={look.number}")
    return [
        {
            "place": (row["rank"], row["shared"]),
            "number": row["team"]["number"],
            "team": row["team"]["name"],
            "cells": tuple(map(_round_in_api, row["cells"]))
            if _by_rounds(look)
            else tuple(
                "×" if at == place else tuple(round(one["points"] * 10) for one in cell)
                for at, cell in enumerate(row["cells"])
            ),
        }
        for place, row in enumerate(data["rows"])
    ]


def _round_in_api(cell: Any) -> Any:
    if not cell:
        return ()
    (one,) = cell
    points = round(one["points"] * 10)
    if one["bye"]:
        return points
    return one["number"], "w" if one["first"] else "b", None if one["open"] else points


def cross_on_paper(look: Look) -> list[Line]:
    found = []
    paper = look.paper("team_crosstable", look.number)
    for row in (row for table in paper.tables for row in table if not row[0].head):
        texts = [cell.text for cell in row]
        if _by_rounds(look):
            cells = tuple(_round_on_paper(text, look) for text in texts[3:-2])
        else:
            cells = tuple("×" if text == "×" else _points(text) for text in texts[3:-2])
        found.append(_crossed(texts, cells))
    return found


def _round_on_paper(text: str, look: Look) -> Any:
    if text.startswith("– "):
        return tenths(text[2:])
    found = re.fullmatch(r"(\d+)(\D)(.+?)[+−]?", text)
    if found is None:
        return ()
    other, colour, points = found.groups()
    return int(other), look.letter(colour), None if points == "·" else tenths(points)


# --- Boards --------------------------------------------------------------------------------------


def _seat(look: Look, match: Match, game: Game, pk: int) -> int:
    """The board within the match; where a player meets several teams or all of one, the place in
    the own list."""
    if look.record.settings["system"] in ("handbook.scheveningen", "handbook.skalitzka"):
        own = look.record.people[pk].team
        playing = {p for g in look.record.games_of(match.round) for p in (g.white, g.black)}
        order = [one.pk for one in _members(look, own or 0) if one.pk in playing]
        return order.index(pk) + 1
    return [one.pk for one in _games(look, match)].index(game.pk) + 1


def _games(look: Look, match: Match) -> list[Game]:
    found = [game for game in look.record.games if game.match == match.pk]
    return sorted(found, key=lambda game: game.board)


def best(look: Look) -> list[Line]:
    record = look.record
    games: dict[int, list[tuple[int, int]]] = defaultdict(list)
    rounds = set()
    for match in record.matches:
        if not record.rounds[match.round].public:
            continue
        for game in _games(look, match):
            if game.code in ("", "??", "+-", "-+", "--"):
                continue
            rounds.add(match.round)
            for pk in (game.white, game.black):
                points = game_points(record, game.half(pk))
                games[pk].append((_seat(look, match, game, pk), points))
    boards: dict[int, list[int]] = defaultdict(list)
    for pk, played in games.items():
        sat = [seat for seat, _points in played]
        boards[min(sat, key=lambda seat: (-sat.count(seat), seat))].append(pk)
    found = []
    for board, people in boards.items():
        worth = {pk: _worth(games[pk], len(rounds)) for pk in people}
        for pk in people:
            place = 1 + sum(one > worth[pk] for one in worth.values())
            one = record.people[pk]
            points = sum(gained for _seat, gained in games[pk])
            percent = Fraction(points * 10, len(games[pk]))
            found.append(
                {
                    "board": board,
                    "place": (place, list(worth.values()).count(worth[pk]) > 1)
                    if worth[pk][0]
                    else (0, False),
                    "name": look.name(pk),
                    "title": one.title,
                    "team": record.teams[one.team or 0].name,
                    "games": len(games[pk]),
                    "points": points,
                    "percent": f"{int(percent * 10 + Fraction(1, 2)) / 10:.1f}",
                }
            )
    return found


def _worth(played: list[tuple[int, int]], rounds: int) -> tuple[bool, Fraction, int]:
    points = sum(gained for _seat, gained in played)
    return 2 * len(played) >= rounds, Fraction(points, len(played)), len(played)


def best_on_page(look: Look) -> list[Line]:
    page = look.page("teams/boards/")
    boards = [_last_number(head) for head in page.all("h2")]
    tables = page.tree.css("main table")
    found = []
    for board, table in zip(boards, tables, strict=False):
        for row in table.css("tbody tr"):
            cells = [" ".join(cell.text().split()) for cell in row.css("td")]
            title = row.css_first(".title")
            line: Line = {"board": board, "title": title.text().strip() if title else ""}
            line["name"] = " ".join(row.css_first(".name").text().split())
            found.append(line | _counted(cells[0], *cells[2:], look=look))
    return found


def _last_number(text: str) -> int:
    return int(re.findall(r"\d+", text)[-1])


def _counted(place: str, team: str, games: str, points: str, percent: str, *, look: Look) -> Line:
    line: Line = {"place": (number(place.rstrip("= ")), "=" in place), "team": team}
    line["games"] = int(games)
    (percent,) = standings.plain([percent], look)
    return line | {"points": tenths(points), "percent": percent}


def best_in_api(look: Look) -> list[Line]:
    return [
        {
            "board": one["board"],
            "name": line["player"]["name"],
            "title": line["player"]["title"],
            "team": line["team"]["name"],
            "place": (line["rank"], line["shared"]) if line["enough"] else (0, False),
            "games": line["games"],
            "points": round(line["points"] * 10),
            "percent": str(line["percent"]),
        }
        for one in look.api_pages("teams/boards/")
        for line in one["players"]
    ]


def best_on_paper(look: Look) -> list[Line]:
    found, board = [], 0
    for part in look.paper("team_boards").parts:
        if not isinstance(part, list):
            board = _last_number(part.text) if part.kind == "/H2" else board
            continue
        for row in (row for row in part if not row[0].head):
            place, name, *rest = (cell.text for cell in row)
            line: Line = {"board": board, **seats.split_title(name)}
            found.append(line | _counted(place, *rest, look=look))
    return found


# --- Meetings of several rounds ------------------------------------------------------------------


def meetings(look: Look) -> list[Line]:
    """Both teams: each player of the list, the score of the match running down the list."""
    record = look.record
    found = []
    own_rounds = sorted({match.round for match in record.matches})
    for team in record.teams.values():
        (other,) = (one for one in record.teams.values() if one.pk != team.pk)
        members_ = _members(look, team.pk)
        seen: dict[int, dict[int, str]] = defaultdict(dict)
        sums: dict[int, int] = defaultdict(int)
        totals: dict[int, tuple[int, int]] = {}
        for round_ in own_rounds:
            if round_ > look.number:
                continue
            own = theirs = 0
            games = {pk: g for g in record.games_of(round_) for pk in (g.white, g.black)}
            for one in members_:
                if (game := games.get(one.pk)) is None:
                    continue
                known = game.code not in ("", "??")
                own += game_points(record, game.half(one.pk)) if known else 0
                theirs += game_points(record, game.half(game.other(one.pk))) if known else 0
                sums[one.pk] += game_points(record, game.half(one.pk)) if known else 0
                sign = {"+": " +", "-": " −"}.get(game.half(one.pk) if known else "", "")
                score = f"{in_words(own)}:{in_words(theirs)}"
                seen[one.pk][round_] = f"{score}{sign}" if known else "?"
            totals[round_] = (own, theirs)
        for one in (one for one in members_ if one.pk in seen):
            found.append(
                {
                    "team": (team.name, other.name),
                    "place": one.place or 0,
                    "name": look.name(one.pk),
                    "title": one.title,
                    "rating": one.rating,
                    "cells": tuple(seen[one.pk].get(n, "") for n in own_rounds),
                    "points": sums[one.pk],
                }
            )
        found += _total_lines(team.name, other.name, own_rounds, totals)
    return found


def _total_lines(
    team: str, other: str, rounds: list[int], totals: dict[int, tuple[int, int]]
) -> Iterator[Line]:
    """Behind the players: each round, and the meeting so far."""
    whole = [0, 0]
    so_far = {}
    for round_, (own, theirs) in totals.items():
        whole = [whole[0] + own, whole[1] + theirs]
        so_far[round_] = (whole[0], whole[1])
    for place, scores in ((-1, totals), (-2, so_far)):
        cells = tuple(
            f"{in_words(scores[n][0])}:{in_words(scores[n][1])}" if n in scores else ""
            for n in rounds
        )
        line: Line = {"team": (team, other), "place": place, "name": "", "title": ""}
        yield line | {"rating": 0, "cells": cells, "points": 0}


def on_meetings(look: Look) -> list[Line]:
    found, teams = [], ("", "")
    totals = [look.said({one: words.TOTALS[one][n] for one in words.TOTALS}) for n in (0, 1)]
    for part in look.paper("meeting_sheets", look.number).parts:
        if not isinstance(part, list):
            if part.kind == "/H1":
                first, _, second = part.text.split(" · ")[0].partition(" – ")
                teams = (first, second)
            continue
        for row in (row for row in part if not row[0].head):
            place, name, title, rating, *cells, points = (cell.text for cell in row)
            line: Line = {"team": teams, "title": title, "cells": tuple(cells)}
            if name in totals:
                line |= {"place": -1 - totals.index(name), "name": "", "rating": 0, "points": 0}
            else:
                line |= {"place": int(place), "name": name, "rating": number(rating)}
                line["points"] = tenths(points)
            found.append(line)
    return found


# --- The table -----------------------------------------------------------------------------------


def _surface(
    key: str, facts: dict[str, str], read: Read, leaves: dict[str, str] | None = None, **more: Any
) -> Surface:
    shows = tuple(fact for fact in facts if fact not in (leaves or {}))
    return Surface(key, shows, read, leaves or {}, **more)


def _teams(look: Look) -> bool:
    return rules.teams(look.record) and bool(look.record.teams)


def _has_matches(look: Look) -> bool:
    return any(match.round == look.number for match in look.record.matches)


def _begun(look: Look) -> bool:
    return look.record.last_public >= 1


def _last_complete(look: Look) -> int:
    return look.record.last_complete


def _complete(look: Look) -> bool:
    return look.record.last_complete >= 1


LISTS = Subject(
    "team lists",
    "The lists of the teams",
    LISTED,
    lambda line: (line["team"], line["place"]),
    members,
    fits=_teams,
    surfaces=(
        _surface(
            "paper: teams", LISTED, on_list, {"against": "on the papers of a round"}, paper=True
        ),
    ),
)

LINE_UPS = Subject(
    "line-ups",
    "The sheets for line-ups",
    LISTED,
    lambda line: (line["team"], line["place"]),
    line_ups,
    fits=lambda look: _teams(look) and _has_matches(look),
    surfaces=(
        _surface(
            "paper: line-ups",
            LISTED,
            on_line_ups,
            dict.fromkeys(("federation", "fide"), "the captain knows the own players"),
            paper=True,
            inside=True,
        ),
    ),
)

MATCHES = Subject(
    "announced matches",
    "The matches of a Swiss before their boards",
    ANNOUNCED,
    lambda line: line["match"],
    announced,
    fits=lambda look: look.record.settings["system"] in rules.SWISS_OF_TEAMS and _has_matches(look),
    surfaces=(_surface("paper: announced matches", ANNOUNCED, on_announced, paper=True),),
)

TABLE = Subject(
    "team cross table",
    "The cross table of teams",
    CROSS,
    lambda line: line["team"],
    cross,
    fits=lambda look: look.record.settings["system"] in rules.RANKED_TEAMS and _begun(look),
    surfaces=(
        _surface(
            "page: cross table of teams", CROSS, cross_on_page, fits=_complete, of=_last_complete
        ),
        _surface(
            "desk: cross table of teams", CROSS, cross_on_desk, fits=_complete, of=_last_complete
        ),
        _surface(
            "API: cross table of teams",
            CROSS,
            cross_in_api,
            dict.fromkeys(("match points", "board points"), "with the standings"),
            of=standings.of_round,
        ),
        _surface(
            "paper: cross table of teams", CROSS, cross_on_paper, of=standings.of_round, paper=True
        ),
    ),
)

BOARDS = Subject(
    "best by board",
    "The best players by board",
    BEST,
    lambda line: (line["board"], line["name"]),
    best,
    fits=lambda look: _teams(look) and _begun(look) and bool(best(look)),
    surfaces=(
        _surface("page: best by board", BEST, best_on_page),
        _surface("API: best by board", BEST, best_in_api),
        _surface("paper: best by board", BEST, best_on_paper, paper=True),
    ),
)

MEETINGS = Subject(
    "meetings",
    "The sheets of a meeting of several rounds",
    MEETING,
    lambda line: (line["team"], line["place"]),
    meetings,
    fits=lambda look: look.record.settings["system"] == "handbook.scheveningen" and _begun(look),
    surfaces=(
        _surface(
            "paper: sheets of a meeting",
            MEETING,
            on_meetings,
            of=standings.of_round,
            paper=True,
        ),
    ),
)
