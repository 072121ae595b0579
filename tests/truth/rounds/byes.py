"""The players without a game in a round, and why."""

from typing import Any

from tests.truth.look import Line, Look, Read, Subject, Surface
from tests.truth.recount import points_before
from tests.truth.rounds import files, hall, pages, papers, seats
from tests.truth.rounds.seats import leaves

FACTS = {
    "number": "start number",
    "name": "name",
    "title": "title",
    "rating": "rating",
    "points": "points before the round",
    "bye": "why there is no game",
}
BOARDS_ONLY = "boards only; who does not play stands on the page of the round"
#: surfaces of the boards that say nothing of who does not play, and why
WITHOUT_BYES = {
    "page: board": BOARDS_ONLY,
    "page: embedded round": BOARDS_ONLY,
    "API: boards": BOARDS_ONLY,
    "PGN: round": seats.DATABASE,
    "paper: slips": "no game, no slip",
    "screen: boards": BOARDS_ONLY,
    "picture: round": seats.CHAT,
}


def expected(look: Look) -> list[Line]:
    before = points_before(look.record, look.number)
    return [
        {"bye": bye.kind, **seats.person(look, bye.player, before)}
        for bye in look.record.byes_of(look.number)
    ]


def _surface(key: str, read: Read, left: dict[str, str], **more: Any) -> Surface:
    shows = tuple(fact for fact in FACTS if fact not in left)
    return Surface(key, shows, seats.without_game(read), left, **more)


SUBJECT = Subject(
    "byes",
    "The players without a game in a round",
    FACTS,
    lambda line: line["name"],
    expected,
    fits=seats.paired,
    nothing_on=WITHOUT_BYES,
    surfaces=(
        _surface(
            "page: round",
            pages.on_page,
            leaves("on the start list", "number", "rating"),
            fits=seats.public,
        ),
        _surface("desk: round", pages.on_desk, leaves(seats.DESK, "number", "rating"), inside=True),
        _surface(
            "page: by name",
            pages.by_name_on_page,
            leaves(seats.WAY, "number", "title", "rating", "points"),
            fits=seats.public,
        ),
        _surface(
            "CSV: round",
            files.in_csv,
            {
                "number": "names and ratings tell players apart",
                "title": "in the CSV of the players",
            },
            fits=seats.public,
        ),
        _surface("API: round", files.in_api, {}, fits=seats.public),
        _surface("paper: pairings", papers.pairings, {}, paper=True),
        _surface(
            "paper: pairings, large",
            papers.large,
            leaves(seats.NOT_A_COLUMN, "number", "rating"),
            paper=True,
        ),
        _surface(
            "paper: pairings by name", papers.by_name, leaves(seats.WAY, "points"), paper=True
        ),
        _surface(
            "paper: pairings by federation",
            papers.by_federation,
            leaves(seats.WAY, "points"),
            paper=True,
        ),
        _surface("paper: results", papers.results, {}, paper=True, fits=seats.public),
        _surface(
            "screen: names",
            hall.on_screen_by_name,
            leaves(seats.NOT_A_COLUMN, "number", "title", "rating", "points"),
            fits=seats.in_the_hall,
        ),
    ),
)
