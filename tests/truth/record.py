"""An event as the rows of its database say it, read raw. Nothing of the product is used here."""

import json
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import connection

ADULT = 18
PUBLIC = ("published", "finished")
GONE = ("withdrawn", "expelled")


@dataclass(frozen=True)
class Person:
    pk: int
    number: int | None
    full_name: str
    #: the name as everybody may read it
    name: str
    title: str
    rating: int
    federation: str
    club: str
    fide_id: str
    status: str
    withdrawn_after: int | None
    fixed_board: int | None
    first_round: int
    #: team and place in its list
    team: int | None = None
    place: int | None = None

    @property
    def gone(self) -> bool:
        return self.status in GONE

    @property
    def with_title(self) -> str:
        return f"{self.title} {self.name}".strip()


@dataclass(frozen=True)
class Game:
    pk: int
    round: int
    board: int
    white: int
    black: int
    code: str
    match: int | None
    #: of a match of two games, as long as only the first is over
    first: str = ""

    def colour(self, player: int) -> str:
        return "w" if player == self.white else "b"

    def other(self, player: int) -> int:
        return self.black if player == self.white else self.white

    def half(self, player: int) -> str:
        """The player's letter of the code; of a match of two games both letters."""
        return (self.code or self.first)[0 if player == self.white else 1 :: 2]


@dataclass(frozen=True)
class Bye:
    round: int
    player: int
    kind: str


@dataclass(frozen=True)
class Round:
    number: int
    status: str
    starts_at: datetime | None
    under_revision: bool

    @property
    def public(self) -> bool:
        return self.status in PUBLIC

    @property
    def paired(self) -> bool:
        return self.public or self.status == "draft"


@dataclass(frozen=True)
class Team:
    pk: int
    number: int | None
    name: str
    withdrawn_after: int | None


@dataclass(frozen=True)
class Match:
    pk: int
    round: int
    number: int
    first: int
    second: int
    meeting: int
    forfeit: str


@dataclass(frozen=True)
class Record:
    """`settings`, `event_settings`, `team_rules`: the columns of their rows by name."""

    settings: dict
    event: dict
    people: dict[int, Person]
    rounds: dict[int, Round]
    games: tuple[Game, ...]
    byes: tuple[Bye, ...]
    teams: dict[int, Team] = field(default_factory=dict)
    matches: tuple[Match, ...] = ()
    #: (round, team, letter) in a Swiss of teams
    team_byes: tuple[tuple[int, int, str], ...] = ()
    team_rules: dict = field(default_factory=dict)
    prizes: tuple[dict, ...] = ()

    @property
    def pk(self) -> int:
        return self.settings["id"]

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.event["time_zone"])

    @property
    def total_rounds(self) -> int:
        return self.settings["total_rounds"]

    @property
    def full_name(self) -> str:
        return f"{self.event['name']} · {self.settings['name']}"

    @property
    def playing(self) -> list[Person]:
        """Everybody with a number, by number; without those who were expelled."""
        found = [one for one in self.people.values() if one.number and one.status != "expelled"]
        return sorted(found, key=lambda one: one.number)

    @property
    def last_public(self) -> int:
        return max((one.number for one in self.rounds.values() if one.public), default=0)

    @property
    def last_complete(self) -> int:
        """The last published round before the first one with an open game."""
        open_ = [
            game.round for game in self.games if not game.code and self.rounds[game.round].public
        ]
        return min(open_) - 1 if open_ else self.last_public

    @property
    def still_open(self) -> bool:
        """A game is without a result while others of its round have one."""
        for number, round_ in self.rounds.items():
            games = self.games_of(number)
            waiting = [game for game in games if game.code in ("", "??")]
            if round_.public and waiting and len(waiting) < len(games):
                return True
        return False

    def games_of(self, number: int) -> list[Game]:
        return sorted((g for g in self.games if g.round == number), key=lambda g: g.board)

    def byes_of(self, number: int) -> list[Bye]:
        return [bye for bye in self.byes if bye.round == number]

    def missing(self, after: int) -> int:
        """Games without a result, or adjourned, up to a round."""
        return sum(g.code in ("", "??") for g in self.games if g.round <= after)

    def local(self, moment: datetime) -> datetime:
        return moment.astimezone(self.zone)


def shortened(name: str) -> str:
    """ "Kaya, Deniz Ege" → "Kaya, D."; "Deniz Kaya" → "Kaya D." """
    if "," in name:
        family, given = (part.strip() for part in name.split(",", 1))
        return f"{family}, {given[0]}." if given else family
    words = name.split()
    return f"{words[-1]} {words[0][0]}." if len(words) > 1 else name


def read(tournament: int) -> Record:
    (settings,) = rows("tournaments_tournament", "id", tournament)
    (event,) = rows("tournaments_event", "id", settings["event_id"])
    teams = rows("tournaments_team", "tournament_id", tournament)
    seats = {row["entry_id"]: row for row in _joined("tournaments_teammember", "team", teams)}
    people = {}
    for row in rows("tournaments_entry", "tournament_id", tournament):
        year = row["birth_date"][:4]
        minor = year.isdigit() and event["starts_on"].year - int(year) <= ADULT
        short = event["shorten_minors"] and minor
        seat = seats.get(row["id"], {})
        people[row["id"]] = Person(
            pk=row["id"],
            number=row["tpn"],
            full_name=row["name"],
            name=shortened(row["name"]) if short else row["name"],
            title=row["title"],
            rating=row["rating"],
            federation=row["federation"],
            club=row["club"],
            fide_id=row["fide_id"],
            status=row["status"],
            withdrawn_after=row["withdrawn_after"],
            fixed_board=row["fixed_board"],
            first_round=row["first_round"],
            team=seat.get("team_id"),
            place=seat.get("place"),
        )
    rounds = rows("tournaments_round", "tournament_id", tournament)
    numbers = {row["id"]: row["number"] for row in rounds}
    games, byes = [], []
    for row in _joined("tournaments_pairing", "round", rounds):
        number = numbers[row["round_id"]]
        if row["black_id"] is None:
            byes.append(Bye(number, row["white_id"], row["bye"]))
        else:
            pair = row["white_id"], row["black_id"]
            more = row["result"], row["match_id"], row["first_game"]
            games.append(Game(row["id"], number, row["board"], *pair, *more))
    matches = [
        Match(
            row["id"],
            numbers[row["round_id"]],
            row["number"],
            row["first_id"],
            row["second_id"],
            row["meeting"],
            row["forfeit"],
        )
        for row in _joined("tournaments_match", "round", rounds)
    ]
    rules = rows("tournaments_teamrules", "tournament_id", tournament)
    return Record(
        settings=settings,
        event=event,
        people=people,
        rounds={
            row["number"]: Round(
                row["number"], row["status"], row["starts_at"], row["under_revision"]
            )
            for row in rounds
        },
        games=tuple(games),
        byes=tuple(byes),
        teams={
            row["id"]: Team(row["id"], row["number"], row["name"], row["withdrawn_after"])
            for row in teams
        },
        matches=tuple(matches),
        team_byes=tuple(
            (numbers[row["round_id"]], row["team_id"], row["kind"])
            for row in _joined("tournaments_roundbye", "round", rounds)
        ),
        team_rules=rules[0] if rules else {},
        prizes=tuple(rows("tournaments_prize", "tournament_id", tournament)),
    )


def rows(table: str, column: str, *values: int) -> list[dict]:
    with connection.cursor() as cursor:
        query = f'SELECT * FROM "{table}" WHERE "{column}" = ANY(%s) ORDER BY id'
        cursor.execute(query, [list(values)])
        names = [one[0] for one in cursor.description]
        found = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    for row in found:
        if isinstance(row.get("options"), str):  # JSON comes as it is written
            row["options"] = json.loads(row["options"])
    return found


def _joined(table: str, owner: str, owners: list[dict]) -> list[dict]:
    return rows(table, f"{owner}_id", *(row["id"] for row in owners))
