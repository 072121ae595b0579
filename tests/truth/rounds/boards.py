"""The boards of a round: who sits where, with which points, and how it ended."""

from typing import Any

from tests.truth.look import Line, Look, Read, Subject, Surface
from tests.truth.recount import points_before
from tests.truth.rounds import files, hall, pages, papers, seats
from tests.truth.rounds.seats import leaves

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
    "team": "team, in an event of teams",
}
OF_ITS_MATCH = "with the match: the matches of a round of teams"
#: what goes its way without its match
NAMES_TEAMS = ("paper: slips", "PGN: round")
ONE_SIDE = "stands in the line of the opponent, beside it"
FOR_STAFF = "for the staff only"


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
                    **seats.person(look, pk, before),
                    **seats.team(look, pk),
                }
            )
    return found


def order(line: Line) -> Any:
    return line["board"], line["colour"]


def _surface(key: str, read: Read, left: dict[str, str], **more: Any) -> Surface:
    if key not in NAMES_TEAMS:
        left = {**left, "team": OF_ITS_MATCH}
    shows = tuple(fact for fact in FACTS if fact not in left)
    return Surface(key, shows, seats.at_boards(read), left, **more)


SUBJECT = Subject(
    "round",
    "The boards of a round",
    FACTS,
    order,
    expected,
    fits=seats.paired,
    surfaces=(
        _surface(
            "page: round",
            pages.on_page,
            {"number": "on the start list; the rating tells players apart"},
            fits=seats.public,
        ),
        _surface("desk: round", pages.on_desk, leaves(seats.DESK, "number", "rating"), inside=True),
        _surface(
            "page: by name",
            pages.by_name_on_page,
            leaves(seats.WAY, "number", "title", "rating", "points", "result"),
            fits=seats.public,
        ),
        _surface(
            "page: board",
            pages.boards_one_by_one,
            {
                "number": "stands on the page of the player",
                "fixed": "stands with the list of boards",
                "opponent": ONE_SIDE,
            },
            fits=seats.public,
            first=2 * pages.PAGES,
        ),
        _surface(
            "page: embedded round",
            pages.embedded,
            {"number": seats.NOT_A_COLUMN},
            fits=seats.latest_of_players,
        ),
        _surface(
            "CSV: round",
            files.in_csv,
            {
                "number": "names and ratings tell players apart",
                "title": "in the CSV of the players",
                "fixed": "a spreadsheet wants a number",
            },
            fits=seats.public,
        ),
        _surface("API: round", files.in_api, {"fixed": FOR_STAFF}, fits=seats.public),
        _surface(
            "API: boards",
            files.in_api_list,
            {"fixed": FOR_STAFF, "points": "counted for a whole round only: API: round"},
            fits=seats.public,
        ),
        _surface(
            "PGN: round",
            files.in_pgn,
            {
                "rating": "FIDE ratings only (WhiteElo), not those that rank",
                **leaves(seats.DATABASE, "number", "points", "fixed"),
            },
            fits=seats.public,
        ),
        _surface("paper: pairings", papers.pairings, {"result": "room to write it"}, paper=True),
        _surface(
            "paper: pairings, large",
            papers.large,
            {"result": "room to write it", **leaves(seats.NOT_A_COLUMN, "number", "rating")},
            paper=True,
        ),
        _surface(
            "paper: pairings by name",
            papers.by_name,
            leaves(seats.WAY, "points", "result"),
            paper=True,
        ),
        _surface(
            "paper: pairings by federation",
            papers.by_federation,
            leaves(seats.WAY, "points", "result"),
            paper=True,
        ),
        _surface("paper: results", papers.results, {}, paper=True, fits=seats.public),
        _surface(
            "paper: slips",
            papers.slips,
            {"result": "the players mark it"},
            paper=True,
            inside=True,
        ),
        _surface(
            "screen: boards",
            hall.on_screen_by_board,
            leaves(seats.NOT_A_COLUMN, "number", "title", "rating"),
            fits=seats.in_the_hall,
        ),
        _surface(
            "screen: names",
            hall.on_screen_by_name,
            leaves(seats.NOT_A_COLUMN, "number", "title", "rating", "points", "result", "opponent"),
            fits=seats.in_the_hall,
        ),
        _surface(
            "picture: round",
            hall.in_picture,
            {
                **leaves(seats.CHAT, "number", "title", "rating", "points", "fixed"),
                "opponent": ONE_SIDE,
            },
            fits=seats.of_players,
            first=8,
        ),
    ),
)
