"""A tournament report as data, and the state it gives to a pairing system.

A document speaks in the numbers of its 001 records. With `XXC rank` the position in the file is
the pairing number; `tpn` and `number` translate, and are the identity everywhere else.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pairing.errors import InconsistentHistory
from pairing.fide2026.acceleration import baku_schedule, last_of_first_group
from pairing.results import KNOWN, ByeKind
from pairing.state import (
    Baku,
    Bonus,
    Bye,
    Colour,
    ForbiddenGroup,
    Game,
    Player,
    PointSystem,
    Round,
    TournamentState,
    VirtualPoints,
)
from pairing.strength import ranking_rating
from pairing.trf.adjustments import Adjustment
from pairing.trf.contents import (
    BYE_SYMBOLS,
    Acceleration,
    ForfeitedMatch,
    LineUp,
    NationalRecord,
    RequestedBye,
    Roster,
    Source,
    SpecialPoints,
    TeamByes,
    TrfPlayer,
    TrfTeam,
    symbol_values,
)


@dataclass(frozen=True, slots=True)
class TrfDocument:
    players: tuple[TrfPlayer, ...] = ()
    name: str = ""  # 012
    city: str = ""  # 022
    federation: str = ""  # 032
    start_date: str = ""  # 042
    end_date: str = ""  # 052
    type_text: str = ""  # 092
    chief_arbiter: str = ""  # 102
    deputies: tuple[str, ...] = ()  # 112
    time_text: str = ""  # 122
    round_dates: tuple[str, ...] = ()  # 132
    total_rounds: int = 0  # 142, XXR; 0 = not stated
    initial_colour: Colour | None = None  # 152, XXC
    pair_by_position: bool = False  # XXC rank
    points: PointSystem | None = None  # 162, XXS, BB*; None = not stated
    rating_federation: str = ""  # 172
    rating_method: str = ""  # 172
    controller: str = ""  # 182
    type_code: str = ""  # 192
    tie_breaks: tuple[str, ...] = ()  # 202, after the points
    standings: tuple[str, ...] = ()  # 212, the whole list
    time_control: str = ""  # 222
    board_colours: str = ""  # 352
    match_points: tuple[tuple[str, int], ...] = ()  # 362
    national: tuple[NationalRecord, ...] = ()
    teams: tuple[TrfTeam, ...] = ()
    rosters: tuple[Roster, ...] = ()
    requested: tuple[RequestedBye, ...] = ()
    accelerated: tuple[Acceleration, ...] = ()
    forbidden: tuple[ForbiddenGroup, ...] = ()
    special_points: tuple[SpecialPoints, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    team_byes: tuple[TeamByes, ...] = ()
    forfeited_matches: tuple[ForfeitedMatch, ...] = ()
    comments: tuple[str, ...] = ()  # whole lines, "###" included
    other: tuple[str, ...] = ()  # 801, 802 and what no edition knows, whole lines
    #: by number: ratings that ranked when a round was paired, instead of those of the records
    rated_then: tuple[tuple[int, int], ...] = ()
    version: str = "TRF26"
    adjustments: tuple[Adjustment, ...] = field(default=(), compare=False)
    source: Source | None = field(default=None, compare=False, repr=False)
    _cache: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    # What the file holds

    @property
    def columns(self) -> int:
        """Rounds that have columns in the file, begun or not."""
        return max((len(player.rounds) for player in self.players), default=0)

    @property
    def begun_rounds(self) -> int:
        """The last round with an opponent or a pairing-allocated bye. Later columns can only
        hold byes that are known beforehand."""
        if "begun" not in self._cache:
            last = 0
            for player in self.players:
                for number in range(len(player.rounds), last, -1):
                    entry = player.rounds[number - 1]
                    if entry.opponent or entry.symbol == ByeKind.PAIRING_ALLOCATED:
                        last = number
                        break
            self._cache["begun"] = last
        return int(self._cache["begun"])

    @property
    def planned_rounds(self) -> int:
        """The number of rounds announced, or else of the longest record."""
        return max(self.total_rounds or self.columns, self.begun_rounds)

    @property
    def individual(self) -> bool:
        """Not a team event: numbers in 240, 250, 260 and 299 are those of players."""
        return not self.teams

    @property
    def point_system(self) -> PointSystem:
        return self.points or PointSystem()

    # Numbers

    @property
    def tpns(self) -> Mapping[int, int]:
        """Number in the file → pairing number."""
        if "tpns" not in self._cache:
            numbers = [player.number for player in self.players]
            self._cache["tpns"] = {
                number: position if self.pair_by_position else number
                for position, number in enumerate(numbers, 1)
            }
        tpns: dict[int, int] = self._cache["tpns"]
        return tpns

    def number(self, tpn: int) -> int:
        """Pairing number → number in the file."""
        return self.players[tpn - 1].number if self.pair_by_position else tpn

    # Games

    def games(self, number: int) -> Iterator[tuple[int, int, str]]:
        """(white, black, result code) of a round, by numbers of the file; the code is blank
        where the game has no result yet."""
        by_number = self._by_number()
        for player in self.players:
            entry = player.entry(number)
            if not entry.opponent:
                continue
            if entry.colour == "w":
                other = by_number[entry.opponent].entry(number)
                code = code_of(entry.symbol, other.symbol)
                yield player.number, entry.opponent, code if code in KNOWN else ""

    def _by_number(self) -> dict[int, TrfPlayer]:
        if "by_number" not in self._cache:
            self._cache["by_number"] = {player.number: player for player in self.players}
        by_number: dict[int, TrfPlayer] = self._cache["by_number"]
        return by_number

    def pending(self, number: int) -> tuple[tuple[int, int], ...]:
        """Games of a round that have no result yet."""
        return tuple((white, black) for white, black, code in self.games(number) if not code)

    def round(self, number: int) -> Round:
        """A finished round of the record, in pairing numbers."""
        key = f"round {number}"
        if key not in self._cache:
            self._cache[key] = self._round(number)
        found: Round = self._cache[key]
        return found

    def _round(self, number: int) -> Round:
        tpns = self.tpns
        games = []
        for white, black, code in self.games(number):
            if not code:
                raise InconsistentHistory(
                    "record.pending",
                    in_round=number,
                    white=white,
                    black=black,
                    players=(white, black),
                )
            games.append(Game(tpns[white], tpns[black], KNOWN[code]))
        absence_counts = self.point_system.zero_bye != 0
        byes = []
        for player in self.players:
            entry = player.entry(number)
            if entry.opponent:
                continue
            if entry.symbol in BYE_SYMBOLS:
                byes.append(Bye(tpns[player.number], BYE_SYMBOLS[entry.symbol]))
            elif absence_counts:
                byes.append(Bye(tpns[player.number], ByeKind.ZERO_POINT))
        return Round(number, tuple(games), tuple(byes))

    # The state to pair a round

    def state(
        self,
        after_round: int | None = None,
        *,
        options: tuple[tuple[str, str | int | bool], ...] = (),
    ) -> TournamentState:
        """The state before the round after `after_round` (default: the last one begun)."""
        last = self.begun_rounds if after_round is None else after_round
        if not 0 <= last <= self.begun_rounds:
            raise InconsistentHistory("record.no_round", in_round=last, last=last)
        return TournamentState(
            players=self._players(),
            rounds=tuple(self.round(number) for number in range(1, last + 1)),
            total_rounds=self.planned_rounds,
            points=self.point_system,
            initial_colour=self.initial_colour or self.first_colour(),
            byes=self.byes_before(last + 1),
            forbidden=self._forbidden(),
            acceleration=self._acceleration(last),
            bonuses=self._bonuses(last),
            options=options,
        )

    def byes_before(self, number: int) -> tuple[Bye, ...]:
        """The players not to be paired in a round. Once the round is begun its columns tell: those
        with neither an opponent nor the pairing-allocated bye were known to be away."""
        tpns = self.tpns
        kinds: dict[int, ByeKind] = {}
        begun = number <= self.begun_rounds
        for player in self.players:
            entry = player.entry(number)
            if entry.opponent or entry.symbol == ByeKind.PAIRING_ALLOCATED:
                continue
            if entry.symbol in BYE_SYMBOLS:
                kinds[player.number] = BYE_SYMBOLS[entry.symbol]
            elif begun:
                kinds[player.number] = ByeKind.ZERO_POINT
        if not begun and self.individual:
            for requested in self.requested:
                if requested.round == number:
                    for player_number in requested.players:
                        kinds.setdefault(player_number, requested.kind)
        return tuple(sorted((Bye(tpns[n], kind) for n, kind in kinds.items()), key=_by_player))

    def first_colour(self) -> Colour | None:
        """The initial colour, read from round 1: players with an odd number in that pairing have
        it against those below them, players with an even number the opposite one."""
        number = 0
        for player in self.players:
            entry = player.entry(1)
            if not entry.opponent and entry.symbol != ByeKind.PAIRING_ALLOCATED:
                continue
            number += 1
            if entry.opponent:
                colour = Colour(entry.colour)
                return colour if number % 2 else colour.opposite
        return None

    def _players(self) -> tuple[Player, ...]:
        if "players" not in self._cache:
            tpns = self.tpns
            national = {record.number: record for record in self.national}
            empty = NationalRecord("", 0)
            then = dict(self.rated_then)
            self._cache["players"] = tuple(
                Player(
                    tpn=tpns[player.number],
                    name=player.name,
                    title=player.title,
                    sex=player.sex,
                    rating=then.get(
                        player.number,
                        self._ranking_rating(player, national.get(player.number, empty)),
                    ),
                    federation=player.federation,
                    fide_id=player.fide_id,
                    birth_date=player.birth_date,
                    national_rating=national.get(player.number, empty).rating,
                    national_id=national.get(player.number, empty).national_id,
                )
                for player in self.players
            )
        players: tuple[Player, ...] = self._cache["players"]
        return players

    def _ranking_rating(self, player: TrfPlayer, national: NationalRecord) -> int:
        """By record 172. A rating that was typed stands in the national record."""
        found = ranking_rating(self.rating_method, player.rating, national.rating)
        if found is not None:
            return found
        typed = national.rating if self.rating_method == "OTHER" else 0
        return typed or player.rating

    @property
    def ranking_ratings(self) -> dict[int, int]:
        """By number of the file; where there is no record 172 they stand in the records 001."""
        return {self.number(player.tpn): player.rating for player in self._players()}

    def _forbidden(self) -> tuple[ForbiddenGroup, ...]:
        if not self.individual:
            return ()
        tpns = self.tpns
        return tuple(
            replace(group, players=frozenset(tpns[number] for number in group.players))
            for group in self.forbidden
        )

    def virtual_points(self) -> dict[int, list[int]]:
        """Explicit virtual points per number of the file, index 0 = round 1."""
        if "virtual" not in self._cache:
            self._cache["virtual"] = self._virtual_points() if self.individual else {}
        virtual: dict[int, list[int]] = self._cache["virtual"]
        return virtual

    def _virtual_points(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        rounds = max(self.planned_rounds, 1)
        numbers = sorted(player.number for player in self.players)
        for part in self.accelerated:
            last_round = min(part.last_round, rounds)
            for number in numbers[bisect_left(numbers, part.first) :]:
                if number > part.last:
                    break
                row = found.setdefault(number, [0] * rounds)
                for index in range(part.first_round - 1, last_round):
                    row[index] += part.points
        return {number: row for number, row in found.items() if any(row)}

    def _acceleration(self, rounds: int) -> Baku | VirtualPoints | None:
        virtual = self.virtual_points()
        if virtual:
            tpns = self.tpns
            rows = sorted((tpns[number], tuple(row)) for number, row in virtual.items())
            return VirtualPoints(tuple(rows))
        if "_BAKU" not in self.type_code.upper():
            return None
        return Baku(self._last_of_first_group() if rounds else 0)

    def _last_of_first_group(self) -> int:
        """C.04.7 art. 1.2: half of those who entered round 1, rounded up to an even number."""
        entered = [
            self.tpns[player.number]
            for player in self.players
            if player.entry(1).opponent or player.entry(1).symbol == ByeKind.PAIRING_ALLOCATED
        ]
        size = 2 * -(-len(entered) // 4)
        return sorted(entered)[size - 1] if size else 0

    def baku_points(self) -> dict[int, list[int]]:
        """The virtual points that a type code with _BAKU implies, by numbers of the file.

        For readers that do not know the code, or count those who came after round 1.
        """
        if "_BAKU" not in self.type_code.upper() or self.virtual_points() or not self.individual:
            return {}
        state = TournamentState(
            players=self._players(),
            rounds=(),
            total_rounds=self.planned_rounds,
            points=self.point_system,
            byes=self.byes_before(1),
            acceleration=self._acceleration(self.begun_rounds),
        )
        schedule = list(baku_schedule(state))
        last = last_of_first_group(state)
        return {self.number(p.tpn): schedule for p in state.players if p.tpn <= last}

    def _bonuses(self, rounds: int) -> tuple[Bonus, ...]:
        tpns = self.tpns
        return tuple(
            Bonus(tpns[bonus.player], bonus.round, bonus.points)
            for bonus in self.bonuses()
            if bonus.round <= rounds
        )

    def bonuses(self) -> tuple[Bonus, ...]:
        """Record 299 as points added to what the results give, by numbers of the file."""
        if not self.special_points or not self.individual:
            return ()
        values = symbol_values(self.point_system)
        kinds = {"W": "1W", "D": "=D", "L": "0L"}
        by_number = self._by_number()
        found = []
        for special in self.special_points:
            for number in special.players:
                if not special.kind:
                    found.append(Bonus(number, special.round or 1, special.points))
                    continue
                symbols = kinds.get(special.kind, special.kind)
                for index, entry in enumerate(by_number[number].rounds, 1):
                    if special.round in (0, index) and entry.symbol in symbols:
                        difference = special.points - values[entry.symbol]
                        found.append(Bonus(number, index, difference))
        return tuple(found)


def code_of(white: str, black: str) -> str:
    """The code of a result from both players' symbols; of a match, game by game."""
    return "".join(a + b for a, b in zip(white, black, strict=False))


def _by_player(bye: Bye) -> int:
    return bye.player
