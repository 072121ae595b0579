"""Events of teams: matches with their boards, and the standings of the teams."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.truth import rules, standings, words
from tests.truth.look import Line, Look, Read, Subject, Surface, number, screen_of, tenths
from tests.truth.paper import Table
from tests.truth.record import Match, Record
from tests.truth.recount import game_points, in_words, written

FACTS = {
    "first": "first team",
    "second": "second team",
    "score": "board points, as far as they are known",
    "boards": "boards: players, colours, results",
}
ROW_FACTS = {
    "place": "place",
    "team": "team",
    "won": "won, drawn, lost",
    "points": "points that rank",
    "other": "the other points",
    "values": "tie-breaks",
}
#: the tie-breaks that are counted again here; of the handbook
CODES = ["PTS:GP", "DE", "SB:GP", "SB:MP"]


# --- Counting ------------------------------------------------------------------------------------


def boards_of(look: Look, match: Match) -> list[tuple[Any, ...]]:
    """(board, first player, second player, colour of the first, code from the first's side)."""
    record = look.record
    found = []
    for game in record.games:
        if game.match != match.pk:
            continue
        of_first = record.people[game.white].team == match.first
        players = (game.white, game.black) if of_first else (game.black, game.white)
        code = game.code if of_first else game.code[::-1]
        first, second = (look.name(pk) for pk in players)
        found.append((game.board, first, second, "w" if of_first else "b", code))
    return sorted(found)


def score_of(record: Record, match: Match) -> tuple[int, int, bool]:
    """Points of both, and whether every game has its result, or none is to be played."""
    if match.forfeit and not any(one.match == match.pk for one in record.games):
        given, boards = record.settings, record.team_rules["boards"]
        worth = {"+": boards * given["win_points"], "-": boards * given["loss_points"]}
        return worth[match.forfeit[0]], worth[match.forfeit[1]], True
    first = second = 0
    done = True
    for game in (one for one in record.games if one.match == match.pk):
        of_first = record.people[game.white].team == match.first
        known = game.code not in ("", "??")
        done &= known
        white, black = (game_points(record, half) for half in (game.code[:1], game.code[1:]))
        first += (white if of_first else black) if known else 0
        second += (black if of_first else white) if known else 0
    return first, second, done and any(one.match == match.pk for one in record.games)


def expected(look: Look) -> list[Line]:
    found = []
    for match in look.record.matches:
        if match.round != look.number:
            continue
        first, second, done = score_of(look.record, match)
        found.append(
            {
                "first": look.record.teams[match.first].name,
                "second": look.record.teams[match.second].name,
                "score": (first, second),
                "done": done,
                "boards": tuple(boards_of(look, match)),
            }
        )
    return found


def bye_points(record: Record, kind: str) -> tuple[int, int]:
    """Match and board points of a round without a match; one that was asked for is a drawn match
    (C.04.6 art. 1.4)."""
    rules_, draw = record.team_rules, record.settings["draw_points"]
    return {
        "U": (rules_["match_bye"], rules_["bye_board_points"]),
        "H": (rules_["match_draw"], draw * rules_["boards"]),
        "Z": (0, 0),
    }[kind]


class Table_:
    """Match points, board points and places after a round, by the handbook."""

    def __init__(self, record: Record, after: int) -> None:
        self.record = record
        rules_ = record.team_rules
        self.left = self._below_half(after)
        numbered = [one.pk for one in record.teams.values() if one.number]
        self.teams = [pk for pk in numbered if pk not in self.left]
        self.match_points = dict.fromkeys(self.teams, 0)
        self.board_points = dict.fromkeys(self.teams, 0)
        self.won = {pk: [0, 0, 0] for pk in self.teams}
        self.met: list[tuple[int, int, int, int, int]] = []  # own, other, match, board, halves
        for meeting in sorted({match.meeting for match in record.matches}):
            pairs: dict[frozenset[int], dict[int, int]] = defaultdict(lambda: defaultdict(int))
            for match in record.matches:
                if match.meeting != meeting or match.round > after:
                    continue
                if {match.first, match.second} & self.left:
                    continue
                first, second, done = score_of(record, match)
                if done:
                    pair = pairs[frozenset((match.first, match.second))]
                    pair[match.first] += first
                    pair[match.second] += second
            for pair in pairs.values():
                (one, own), (two, other) = pair.items()
                self._count(one, two, own, other)
                self._count(two, one, other, own)
            if pairs and record.settings["system"] not in (
                *rules.NEVER_FREE,
                *rules.SWISS_OF_TEAMS,
            ):
                playing = {
                    pk
                    for match in record.matches
                    if match.meeting == meeting
                    for pk in (match.first, match.second)
                }
                for free in set(self.teams) - playing:
                    self.match_points[free] += rules_["match_bye"]
                    self.board_points[free] += rules_["bye_board_points"]

        for round_, team, kind in record.team_byes:
            if round_ <= after and record.rounds[round_].public:
                self._bye(team, kind)

    def _below_half(self, after: int) -> set[int]:
        """Round robin 3: who left with fewer than half of the matches; a match that the opponent
        forfeited is one."""
        if self.record.settings["system"] in rules.SWISS_OF_TEAMS:
            return set()
        found = set()
        for team in self.record.teams.values():
            if team.withdrawn_after is None or team.withdrawn_after > after:
                continue
            own = [one for one in self.record.matches if team.pk in (one.first, one.second)]
            completed = 0
            for match in (one for one in own if one.round <= after):
                first, second, done = score_of(self.record, match)
                played = any(
                    game.match == match.pk and game.code not in ("+-", "-+", "--")
                    for game in self.record.games
                )
                ahead = first > second if match.first == team.pk else second > first
                completed += done and (played or ahead)
            if 2 * completed < len(own):
                found.add(team.pk)
        return found

    def _bye(self, team: int, kind: str) -> None:
        match, boards = bye_points(self.record, kind)
        self.match_points[team] += match
        self.board_points[team] += boards

    def _count(self, team: int, other: int, own: int, theirs: int) -> None:
        rules_ = self.record.team_rules
        halves = 2 if own > theirs else 1 if own == theirs else 0
        points = rules_[("match_loss", "match_draw", "match_win")[halves]]
        self.match_points[team] += points
        self.board_points[team] += own
        self.won[team][2 - halves] += 1
        self.met.append((team, other, points, own, halves))

    def values(self, code: str, group: list[int]) -> dict[int, Fraction | None]:
        if code in ("PTS:GP", "PTS:MP"):
            score = self.board_points if code == "PTS:GP" else self.match_points
            return {pk: Fraction(score[pk], 10) for pk in group}
        if code == "DE":
            return self._encounter(group)
        found = dict.fromkeys(group, Fraction(0))
        for team, other, _points, own, halves in self.met:
            if team in found and code == "SB:GP":
                found[team] += Fraction(self.board_points[other] * halves, 20)
            elif team in found:
                found[team] += Fraction(self.match_points[other] * own, 100)
        return found

    def _encounter(self, group: list[int]) -> dict[int, Fraction | None]:
        """Match points of the matches among the tied, if all of them have met."""
        if len(group) == 1:
            return {group[0]: None}
        points: dict[int, Fraction] = dict.fromkeys(group, Fraction(0))
        met = {pk: set() for pk in group}
        for team, other, match, _own, _halves in self.met:
            if team in points and other in points:
                points[team] += Fraction(match, 10)
                met[team].add(other)
        if any(len(others) < len(group) - 1 for others in met.values()):
            return dict.fromkeys(group)
        return points

    def rows(self) -> list[tuple[int, bool, int, tuple[str, ...]]]:
        """(place, shared, team, values)."""
        primary = self.record.team_rules["primary"]
        groups = self._split([self.teams], f"PTS:{primary}")[0]
        shown: dict[int, list[str]] = {pk: [] for pk in self.teams}
        for code in self.record.team_rules["tie_breaks"]:
            groups, texts = self._split(groups, code)
            for pk in self.teams:
                shown[pk].append(texts[pk])
        found, place = [], 1
        for group in groups:
            found += [(place, len(group) > 1, pk, tuple(shown[pk])) for pk in group]
            place += len(group)
        return found

    def _split(self, groups: list[list[int]], code: str) -> tuple[list[list[int]], dict[int, str]]:
        made, texts = [], {}
        for group in groups:
            values = self.values(code, group)
            texts |= {pk: _written(code, value) for pk, value in values.items()}
            by_value = defaultdict(list)
            for pk in group:
                by_value[values[pk]].append(pk)
            keys = sorted((key for key in by_value if key is not None), reverse=True)
            made += [by_value[key] for key in keys]
            made += [by_value[None]] if None in by_value else []
        return made, texts


def _written(code: str, value: Fraction | None) -> str:
    """Points of the table as points are, with halves; what is made of them with decimals."""
    if value is None:
        return "-"
    if code.startswith("PTS"):
        return in_words(int(value * 10))
    return written(value, 2 if code.startswith("SB") else 1)


def expected_table(look: Look) -> list[Line]:
    table = Table_(look.record, look.number)
    primary = look.record.team_rules["primary"]
    first, second = table.match_points, table.board_points
    first, second = (first, second) if primary == "MP" else (second, first)
    return [
        {
            "place": (place, shared),
            "team": look.record.teams[pk].name,
            "won": tuple(table.won[pk]),
            "points": first[pk],
            "other": second[pk],
            "values": values,
        }
        for place, shared, pk, values in table.rows()
    ] + [{"place": (0, False), "team": look.record.teams[pk].name} for pk in table.left]


# --- Matches -------------------------------------------------------------------------------------


def on_page(look: Look) -> list[Line]:
    return list(_sections(look.page(f"teams/rounds/{look.number}/"), look))


def on_desk(look: Look) -> list[Line]:
    return list(_sections(look.desk_page(f"teams/rounds/{look.number}/"), look))


def _sections(page: Any, look: Look) -> Iterator[Line]:
    for section in page.tree.css("section.match"):
        first, second = (_text(one) for one in section.css("h2 a.name"))
        score = _text(section.css_first("h2 a.sum"))
        points = tuple(tenths(part) for part in score.split("–")) if score != "–" else (0, 0)
        done = "open" not in (section.css_first("h2 a.sum").attributes["class"] or "")
        boards = []
        for row in section.css("tbody tr"):
            cells = row.css("td")
            names = [_text(cell.css_first(".name")) for cell in (cells[1], cells[3])]
            colour = "w" if "white" in (cells[1].attributes["class"] or "") else "b"
            code = look.code(_text(cells[2].css_first(".result")))
            boards.append((int(_text(cells[0])), *names, colour, code))
        line = {"first": first, "second": second, "score": points, "done": done}
        yield line | {"boards": tuple(sorted(boards))}


def _text(node: Any) -> str:
    return " ".join(node.text().split()) if node else ""


def in_api(look: Look) -> list[Line]:
    data = look.api(f"teams/matches/?round={look.number}")
    return [
        {
            "first": one["first"]["name"],
            "second": one["second"]["name"],
            "score": tuple(round(one[f"{side}_points"] * 10) for side in ("first", "second")),
            "done": one["complete"],
            "boards": tuple(
                sorted(
                    (
                        board["board"],
                        board["first"]["name"],
                        board["second"]["name"],
                        "w" if board["first_is_white"] else "b",
                        board["result"],
                    )
                    for board in one["boards"]
                )
            ),
        }
        for one in data["results"]
    ]


def on_paper(look: Look) -> list[Line]:
    return list(_paper_matches(look, "matches"))


def on_sheets(look: Look) -> list[Line]:
    return list(_paper_matches(look, "match_sheets"))


def _paper_matches(look: Look, kind: str) -> Iterator[Line]:
    """A heading with the teams, with the score where it is over, then the boards."""
    paper, heading = look.paper(kind, look.number), ""
    for part in paper.parts:
        if not isinstance(part, list):
            heading = part.text if " – " in part.text else heading
            continue
        if len(part[0]) != 8:
            continue
        boards = tuple(sorted(_paper_boards(part, look)))
        first, second = part[0][1].text, part[0][7].text
        scores = heading.split(" – ", 1)[1] if " – " in heading else ""
        told = scores.rsplit(" ", 1)[-1]
        done = "–" in told
        line: Line = {"first": first, "second": second, "done": done, "boards": boards}
        if done:
            line["score"] = tuple(tenths(points) for points in told.split("–"))
        yield line


def _paper_boards(rows: Table, look: Look) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        if row[0].head:
            continue
        board, first, colour, _rating, result, _other, _black, second = (c.text for c in row)
        if board == "–":  # the match is lost by forfeit
            continue
        names = [words.split_title(name)[1] for name in (first, second)]
        yield int(board), *names, look.letter(colour), look.code(result)


def on_screen(look: Look) -> list[Line]:
    found = []
    rows = screen_of(look, "boards").rows("section.slide.matches tbody tr")
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1)), "numbers of matches"
    for _number, first, score, second in rows:
        points = (0, 0)
        if score != "–":
            points = tuple(tenths(part) for part in score.split(" – "))
        found.append({"first": first, "second": second, "score": points})
    return found


# --- Standings -----------------------------------------------------------------------------------


def table_on_page(look: Look) -> list[Line]:
    return list(_web_table(look.page(f"teams/standings/{look.number}/"), look))


def table_on_desk(look: Look) -> list[Line]:
    return list(_web_table(look.desk_page(f"teams/standings/?after={look.number}"), look))


def _web_table(page: Any, look: Look) -> Iterator[Line]:
    for row in page.tree.css("table.standings tbody tr"):
        cells = [_text(cell) for cell in row.css("td")]
        cells[1] = _text(row.css("td")[1].css_first(".name"))
        yield _row(cells, look) if cells[0] != "–" else _left(cells[1])


def _left(team: str) -> Line:
    return {"place": (0, False), "team": team}


def _row(cells: list[str], look: Look) -> Line:
    place, team, won, drawn, lost, points, *rest = cells
    line: Line = {"place": (int(place.rstrip("= ")), "=" in place), "team": team}
    line |= {"won": (int(won), int(drawn), int(lost)), "points": tenths(points)}
    codes = look.record.team_rules["tie_breaks"]
    values = standings.plain(rest[-len(codes) :], look)
    if len(rest) > len(codes):
        line["other"] = tenths(rest[0])
    else:  # the other score is the first of the tie-breaks
        line["other"] = tenths(rest[0])
    return line | {"values": values}


def table_in_api(look: Look) -> list[Line]:
    data = look.api(f"teams/standings/?after={look.number}")
    primary = data["primary"] == "MP"
    return [
        {
            "place": (row["rank"], row["shared"]),
            "team": row["team"]["name"],
            "won": (row["won"], row["drawn"], row["lost"]),
            "points": round(row["points"] * 10),
            "other": round(row["board_points" if primary else "match_points"] * 10),
            "values": tuple(row["values"]),
        }
        for row in data["rows"]
    ] + [_left(row["team"]["name"]) for row in data["unranked"]]


def table_on_paper(look: Look) -> list[Line]:
    paper = look.paper("team_standings", look.number)
    rows = [row for table in paper.tables for row in table if not row[0].head]
    texts = [[cell.text for cell in row] for row in rows]
    return [
        _row(cells, look) if cells[0] != "–" else _left(cells[1].split(" (")[0]) for cells in texts
    ]


def table_on_screen(look: Look) -> list[Line]:
    found = []
    for cells in screen_of(look, "standings").rows("section.slide.standings tbody tr"):
        found.append({"place": number(cells[0]), "team": cells[1], "points": tenths(cells[2])})
    by_name = {line["team"]: line["place"] for line in expected_table(look)}
    for line in found:  # a shared place is an equal number here
        place = by_name.get(line["team"], (0, False))
        line["place"] = place if line["place"] == place[0] else (line["place"], False)
    # Who left early is not on it: it is read from afar.
    return found + [line for line in expected_table(look) if line["place"] == (0, False)]


def in_picture(look: Look) -> list[Line]:
    """The lines stand before the name of the program: first, score, second."""
    texts = look.picture(f"rounds/{look.number}/preview.png").texts
    end, count = texts.index("Hakem"), min(4, len(expected(look)))
    start = end - 3 * len(expected(look)[:5])
    if len(texts[:start]) < 2:
        start = end - 3 * count
    found = []
    for first, score, second in zip(*(texts[start + n : end : 3] for n in range(3)), strict=True):
        points = tuple(map(tenths, score.split(" – "))) if score != "–" else (0, 0)
        found.append({"first": first, "second": second, "score": points})
    return found


# --- The table -----------------------------------------------------------------------------------


def _of_round(key: str, read: Read, leaves: dict[str, str], **more: Any) -> Surface:
    return Surface(key, tuple(fact for fact in FACTS if fact not in leaves), read, leaves, **more)


def _of_table(key: str, read: Read, leaves: dict[str, str], **more: Any) -> Surface:
    shows = tuple(fact for fact in ROW_FACTS if fact not in leaves)
    return Surface(key, shows, read, leaves, **more)


def _public(look: Look) -> bool:
    return look.number > 0 and look.record.rounds[look.number].public


def _latest(look: Look) -> bool:
    return _public(look) and look.number == look.record.last_public


def _counted(look: Look) -> bool:
    """A match is complete: before that there is no table."""
    return any(
        score_of(look.record, match)[2]
        for match in look.record.matches
        if look.record.rounds[match.round].public
    )


AFAR = "no room: read from afar"


MATCHES = Subject(
    "matches",
    "The matches of a round of teams",
    FACTS,
    lambda line: line["first"],
    expected,
    fits=lambda look: (
        rules.teams(look.record) and look.number > 0 and look.record.rounds[look.number].paired
    ),
    surfaces=(
        _of_round("page: round of teams", on_page, {}, fits=_public),
        _of_round("desk: round of teams", on_desk, {}, inside=True),
        _of_round("API: matches", in_api, {}, fits=_public),
        _of_round("paper: matches", on_paper, {"score": "once a match is over"}, paper=True),
        _of_round(
            "paper: match sheets",
            on_sheets,
            {"score": "the captains sign it"},
            paper=True,
            inside=True,
        ),
        _of_round("screen: matches", on_screen, {"boards": AFAR}, fits=_latest),
        _of_round(
            "picture: round of teams",
            in_picture,
            {"boards": "five lines in a chat"},
            fits=_public,
            first=4,
        ),
    ),
)

TABLE = Subject(
    "team standings",
    "The standings of teams",
    ROW_FACTS,
    lambda line: line["team"],
    expected_table,
    fits=lambda look: look.record.settings["system"] in rules.RANKED_TEAMS and _counted(look),
    surfaces=(
        _of_table("page: standings of teams", table_on_page, {}, of=standings.of_round),
        _of_table("desk: standings of teams", table_on_desk, {}, of=standings.of_round),
        _of_table("API: standings of teams", table_in_api, {}, of=standings.of_round),
        _of_table(
            "paper: standings of teams", table_on_paper, {}, of=standings.of_round, paper=True
        ),
        _of_table(
            "screen: standings of teams",
            table_on_screen,
            dict.fromkeys(("won", "other", "values"), AFAR),
            fits=lambda look: look.record.last_complete >= 1,
            of=lambda look: look.record.last_complete,
        ),
    ),
)
