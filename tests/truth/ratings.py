"""Rating changes: whose games count, against whom; the estimate itself has tests of its own."""

from typing import Any

from tests.truth import rules, words
from tests.truth.look import Line, Look, Read, Subject, Surface, number, tenths

FACTS = {
    "number": "no.",
    "name": "name",
    "federation": "federation",
    "rating": "rating",
    "games": "games",
    "average": "average of the opponents",
    "points": "points",
}
WORTH = {"1": 10, "=": 5, "0": 0}


def expected(look: Look) -> list[Line]:
    """Played games of public rounds, against rated opponents."""
    record = look.record
    public = [game for game in record.games if record.rounds[game.round].public]
    found = []
    for pk, person in record.people.items():
        met, points = [], 0
        for game in public:
            if pk not in (game.white, game.black) or not record.people[game.other(pk)].rating:
                continue
            for letter in game.code[0 if pk == game.white else 1 :: 2]:
                if letter in WORTH:
                    met.append(record.people[game.other(pk)].rating)
                    points += WORTH[letter]
        if met:
            average = (2 * sum(met) + len(met)) // (2 * len(met))
            line = {"number": person.number or 0, "name": look.name(pk), "rating": person.rating}
            line |= {"federation": person.federation, "games": len(met)}
            found.append(line | {"average": average, "points": points})
    return found


def on_page(look: Look) -> list[Line]:
    found = []
    for row in look.page("ratings/").tree.css("main table tbody tr"):
        texts = [" ".join(cell.text().split()) for cell in row.css("td")]
        tpn, name, _change, _new, rating, games, points, _expected, average, _k, fed = texts
        line = {"number": number(tpn), "name": words.split_title(name)[1], "federation": fed}
        found.append(line | _figures(rating, games, average, points))
    return found


def in_api(look: Look) -> list[Line]:
    return [
        {
            "number": row["player"]["number"] or 0,
            **{key: row["player"][key] for key in ("name", "federation")},
            **{key: row[key] for key in ("rating", "games", "average")},
            "points": round(10 * row["points"]),
        }
        for row in look.api("rating-changes/")["rows"]
    ]


def on_paper(look: Look) -> list[Line]:
    found = []
    for table in look.paper("rating_changes").tables:
        for row in table:
            if row[0].head:
                continue
            tpn, name, fed, rating, games, average, points, *_estimate = (c.text for c in row)
            line = {"number": number(tpn), "name": words.split_title(name)[1], "federation": fed}
            found.append(line | _figures(rating, games, average, points))
    return found


def _figures(rating: str, games: str, average: str, points: str) -> Line:
    return {
        "rating": number(rating),
        "games": number(games),
        "average": number(average),
        "points": tenths(points),
    }


def _single(look: Look) -> bool:
    system = look.record.settings["system"]
    return not system.endswith("knockout") and not rules.teams(look.record)


def _surface(key: str, read: Read, **more: Any) -> Surface:
    return Surface(key, tuple(FACTS), read, **more)


SUBJECT = Subject(
    "ratings",
    "Rating changes",
    FACTS,
    lambda line: line["name"],
    expected,
    fits=_single,
    surfaces=(
        _surface("page: rating changes", on_page),
        _surface("API: rating changes", in_api),
        _surface("paper: rating changes", on_paper, paper=True),
    ),
)
