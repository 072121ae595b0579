"""The places of a knock-out, worked out from its games again, and certificates for places."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from tests.truth import words
from tests.truth.look import Line, Look, Read, Subject, Surface, number, screen_of
from tests.truth.record import rows
from tests.truth.recount import Count, game_points
from tests.truth.teams import score_of

FACTS = {"place": "place, or places that are shared", "name": "name"}
CERTIFIED = {"place": "place in words", "name": "name, the given name first"}
#: so many places have certificates if nobody says otherwise
MOST = 3


# --- Counting ------------------------------------------------------------------------------------


def knockout(look: Look) -> dict[str, Any]:
    return next(iter(rows("tournaments_knockout", "tournament_id", look.record.pk)), {})


def _ties(look: Look) -> dict[str, list[dict[str, Any]]]:
    """The games of each match, by its name: stage and number."""
    ties: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows("tournaments_knockoutgame", "knockout_id", knockout(look)["id"]):
        if row["result"]:
            ties[row["tie"]].append(row)
    return ties


def _winner(look: Look, games: list[dict[str, Any]]) -> tuple[int, int]:
    """(winner, loser). A golden point decides alone, and White must win it (A.11)."""
    score: dict[int, int] = defaultdict(int)
    for row in games:
        white, black, code = row["white_id"], row["black_id"], row["result"]
        if row["golden"]:
            return (white, black) if code in ("10", "+-", "WL") else (black, white)
        score[white] += game_points(look.record, code[0])
        score[black] += game_points(look.record, code[1])
    first, second = sorted(score, key=lambda pk: -score[pk])
    assert score[first] > score[second], "a match that nobody has won"
    return first, second


def expected(look: Look) -> list[Line]:
    """Those who lose in a stage share the places behind all who are left."""
    stages: dict[int, list[tuple[str, str]]] = defaultdict(list)
    if _of_teams(look):
        for stage, pair in _met(look):
            stages[stage].append((pair[0], pair[1]))
    else:
        for tie, games in _ties(look).items():
            winner, loser = _winner(look, games)
            stages[int(tie.split(".")[0])].append((look.name(winner), look.name(loser)))
    left, found = 1, []
    for stage in sorted(stages, reverse=True):
        if not found:
            found += [{"place": (1, 1), "name": winner} for winner, _loser in stages[stage]]
        losers = [loser for _winner, loser in stages[stage]]
        found += [{"place": (left + 1, left + len(losers)), "name": one} for one in losers]
        left += len(losers)
    return found


def _of_teams(look: Look) -> bool:
    return look.record.settings["system"] == "handbook.team_knockout"


def _met(look: Look) -> Iterator[tuple[int, list[str]]]:
    """(the round of their first match, winner and loser) of each two teams that have met."""
    record = look.record
    points: dict[frozenset[int], dict[int, int]] = {}
    begun: dict[frozenset[int], int] = {}
    for match in sorted(record.matches, key=lambda one: one.round):
        first, second, done = score_of(record, match)
        pair = frozenset((match.first, match.second))
        begun.setdefault(pair, match.round)
        if done:
            sums = points.setdefault(pair, dict.fromkeys(pair, 0))
            sums[match.first] += first
            sums[match.second] += second
    for pair, sums in points.items():
        winner, loser = sorted(sums, key=lambda pk: -sums[pk])
        assert sums[winner] > sums[loser], "a match that nobody has won"
        yield begun[pair], [record.teams[pk].name for pk in (winner, loser)]


def _names(look: Look) -> set[str]:
    if _of_teams(look):
        return {one.name for one in look.record.teams.values()}
    return {one.name for one in look.record.people.values()}


# --- Reading -------------------------------------------------------------------------------------


def _place(text: str) -> tuple[int, int]:
    first, _, last = text.strip(" .").partition("–")
    return int(first), number(last) or int(first)


def on_page(look: Look) -> list[Line]:
    page = look.page(f"knockout/{knockout(look)['id']}/")
    found = []
    table = page.tree.css_first("#ranking").next
    while table.tag != "table":
        table = table.next
    for row in table.css("tbody tr"):
        cells = row.css("td")
        place = _place(" ".join(cells[0].text().split()))
        for name in cells[1].css(".name"):
            found.append({"place": place, "name": " ".join(name.text().split())})
    return found


def in_api(look: Look) -> list[Line]:
    (course,) = look.api("knockouts/")["knockouts"]
    return [
        {"place": (place["first"], place["last"]), "name": one["name"]}
        for place in course["ranking"]
        for one in place["players"]
    ]


def on_paper(look: Look) -> list[Line]:
    """Behind the bracket: place, name, federation, why."""
    names = _names(look)
    found = []
    for table in look.paper("knockout").tables:
        for row in table:
            texts = [cell.text for cell in row]
            name = words.split_title(texts[1])[1] if len(texts) > 1 else ""
            # The seeds stand below, each with one number and a rating.
            if not row[0].head and name in names and len(row) >= 3 and not texts[-1].isdigit():
                found.append({"place": _place(texts[0]), "name": name})
    return found


def in_bulletin(look: Look) -> list[Line]:
    """The first ones on its cover."""
    names = _names(look)
    found = []
    for piece in look.paper("bulletin").pieces:
        place, dot, rest = piece.text.partition(". ")
        if dot and place.replace("–", "").isdigit():
            name = words.split_title(rest.split(" · ")[0])[1]
            found += [{"place": _place(place), "name": name}] if name in names else []
    covered = {line["name"] for line in found}
    return found + [line for line in expected(look) if line["name"] not in covered]


def on_screen(look: Look) -> list[Line]:
    found = []
    for place, names in screen_of(look, "standings").rows("section.slide.places tbody tr"):
        found += [{"place": _place(place), "name": name} for name in names.split(" · ")]
    return found


# --- Certificates --------------------------------------------------------------------------------


def certified(look: Look) -> list[Line]:
    """The first three, however many share a place."""
    record = look.record
    if _is_knockout(look):
        ranked = [(line["place"][0], line["name"]) for line in expected(look)]
    else:
        lines = Count(record, record.total_rounds).standings()
        ranked = [(line.place, look.name(line.player)) for line in lines]
    ordinals = {language: words.ORDINALS[language] for language in words.ORDINALS}
    return [
        {
            "place": look.said({one: names[place - 1] for one, names in ordinals.items()}),
            "name": given_first(name),
        }
        for place, name in ranked
        if place <= MOST
    ]


def given_first(name: str) -> str:
    family, comma, given = name.partition(", ")
    return f"{given} {family}" if comma else name


def on_certificates(look: Look) -> list[Line]:
    found = []
    texts = [piece.text for piece in look.paper("certificates").pieces if piece.text]
    event = look.record.event["name"]
    for at, text in enumerate(texts):
        if text == event:
            found.append({"name": texts[at + 1], "place": texts[at + 2]})
    return found


# --- The tables ----------------------------------------------------------------------------------


def _surface(key: str, read: Read, **more: Any) -> Surface:
    return Surface(key, tuple(FACTS), read, **more)


def _is_knockout(look: Look) -> bool:
    return look.record.settings["system"] in ("handbook.knockout", "handbook.team_knockout")


def _over(look: Look) -> bool:
    """The final is played."""
    if _of_teams(look):
        games = all(score_of(look.record, match)[2] for match in look.record.matches)
        return games and len(list(_met(look))) == len(look.record.teams) - 1
    ties = _ties(look) if knockout(look) else {}
    stages = {int(tie.split(".")[0]) for tie in ties}
    players = len([one for one in look.record.people.values() if not one.gone])
    return bool(ties) and len(ties) == players - 1 and bool(stages)


def _finished(look: Look) -> bool:
    if _is_knockout(look):
        return _over(look)
    total = look.record.total_rounds
    ranked = look.record.settings["system"] in (*words.PLAYERS_RANKED, words.DOUBLE)
    return ranked and look.record.last_public == total and not look.record.missing(total)


PLACES = Subject(
    "places",
    "The places of a knock-out",
    FACTS,
    lambda line: (line["place"], line["name"]),
    expected,
    fits=lambda look: _is_knockout(look) and _over(look),
    surfaces=(
        _surface("page: places of a knock-out", on_page),
        _surface("API: places of a knock-out", in_api),
        _surface("paper: places of a knock-out", on_paper, paper=True),
        _surface("paper: cover of the bulletin of a knock-out", in_bulletin, paper=True),
        _surface("screen: places of a knock-out", on_screen),
    ),
)

CERTIFICATES = Subject(
    "certificates",
    "Certificates",
    CERTIFIED,
    lambda line: (line["place"], line["name"]),
    certified,
    fits=_finished,
    surfaces=(
        Surface("paper: certificates", tuple(CERTIFIED), on_certificates, paper=True, inside=True),
    ),
)
