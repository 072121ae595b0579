"""The immutable vocabulary of the core: what is known before a round, and the round that results.

Scores are integer tenths of a point; "½" exists only at the edge. Inside one state a player *is*
their tournament pairing number (TPN); who holds which number may change between rounds, so a
state is always built afresh from the record.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from pairing.results import ByeKind, Outcome, Result


class Colour(StrEnum):
    WHITE = "w"
    BLACK = "b"

    @property
    def opposite(self) -> "Colour":
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


@dataclass(frozen=True, slots=True)
class PointSystem:
    """Points in tenths for everything a round can give to a player.

    Results are worth points game by game: where two meet for a match of two (`games`), it is
    worth those of both. Byes are for whole rounds.
    """

    win: int = 10
    draw: int = 5
    loss: int = 0
    forfeit_win: int = 10
    forfeit_loss: int = 0
    adjourned: int = 5
    pairing_bye: int = 10
    full_bye: int = 10
    half_bye: int = 5
    zero_bye: int = 0
    #: games that two opponents play with each other in a round
    games: int = 1

    @property
    def round_win(self) -> int:
        """Everything won that a round has."""
        return self.games * self.win

    @classmethod
    def of(cls, win: int = 10, draw: int = 5, loss: int = 0, **other: int) -> "PointSystem":
        """A system from its three main values; what is not given follows from them."""
        values = {
            "forfeit_win": win,
            "adjourned": draw,
            "pairing_bye": win,
            "full_bye": win,
            "half_bye": draw,
        }
        return cls(win=win, draw=draw, loss=loss, **(values | other))

    @classmethod
    def of_matches(cls, win: int = 10, draw: int = 5, loss: int = 0, **other: int) -> "PointSystem":
        """C.04.5 for matches of two games: the bye is worth a game won and one drawn (art. 1.4),
        other byes two games (reading DS-10)."""
        byes = {"pairing_bye": win + draw, "full_bye": 2 * win, "half_bye": 2 * draw}
        return cls.of(win, draw, loss, **(byes | {"games": 2} | other))

    def for_outcome(self, outcome: Outcome) -> int:
        return int(getattr(self, outcome.value))

    def for_result(self, result: Result) -> tuple[int, int]:
        """White's points and Black's; of a match those of both games together."""
        if not result.games:
            return self.for_outcome(result.white), self.for_outcome(result.black)
        return (
            sum(self.for_outcome(game.white) for game in result.games),
            sum(self.for_outcome(game.black) for game in result.games),
        )

    def for_bye(self, kind: ByeKind) -> int:
        return {
            ByeKind.PAIRING_ALLOCATED: self.pairing_bye,
            ByeKind.FULL_POINT: self.full_bye,
            ByeKind.HALF_POINT: self.half_bye,
            ByeKind.ZERO_POINT: self.zero_bye,
        }[kind]


@dataclass(frozen=True, slots=True)
class Player:
    tpn: int
    name: str = ""
    title: str = ""
    sex: str = ""  # "m", "w" or unknown
    rating: int = 0  # the tournament rating; 0 = unrated
    federation: str = ""
    fide_id: str = ""
    birth_date: str = ""  # as in the TRF: "1990/04/12", "1990/00/00", "1990" or ""
    national_rating: int = 0
    national_id: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """One game, from White's side. `board` is 0 when the source does not say."""

    white: int
    black: int
    result: Result
    board: int = 0

    def opponent(self, tpn: int) -> int:
        return self.black if tpn == self.white else self.white

    def colour(self, tpn: int) -> Colour:
        return Colour.WHITE if tpn == self.white else Colour.BLACK

    def outcome(self, tpn: int) -> Outcome:
        return self.result.white if tpn == self.white else self.result.black


@dataclass(frozen=True, slots=True)
class Bye:
    player: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class Round:
    """A round of the record. A player in neither list was absent: no points, no opponent."""

    number: int
    games: tuple[Game, ...]
    byes: tuple[Bye, ...] = ()


@dataclass(frozen=True, slots=True)
class ForbiddenGroup:
    """Players that must not meet each other in the rounds named (0 = to the end)."""

    players: frozenset[int]
    first_round: int = 1
    last_round: int = 0

    def applies_to(self, number: int) -> bool:
        return self.first_round <= number and (self.last_round == 0 or number <= self.last_round)


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points given or taken outside the games (TRF26 record 299 with a blank type)."""

    player: int
    round: int
    points: int


@dataclass(frozen=True, slots=True)
class Baku:
    """C.04.7 art. 1. `last_of_first_group` is fixed when round 1 is paired; 0 = not yet."""

    last_of_first_group: int = 0


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Virtual points given explicitly, per player and round (index 0 = round 1)."""

    points: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class TournamentState:
    """Everything an engine may read to pair the round after `rounds`."""

    players: tuple[Player, ...]  # by TPN
    rounds: tuple[Round, ...]
    total_rounds: int
    points: PointSystem = field(default_factory=PointSystem)
    initial_colour: Colour | None = None  # None = not drawn yet; engines then take White
    # Players not to be paired in the next round, with what they get for it. A withdrawn
    # player is listed here with a zero-point bye.
    byes: tuple[Bye, ...] = ()
    forbidden: tuple[ForbiddenGroup, ...] = ()
    acceleration: Baku | VirtualPoints | None = None
    bonuses: tuple[Bonus, ...] = ()
    options: tuple[tuple[str, str | int | bool], ...] = ()
    #: where the players are teams, their games matches and `points` match points: the game
    #: points of every team, round by round
    game_points: tuple[tuple[int, tuple[int, ...]], ...] = ()

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    @property
    def is_last_round(self) -> bool:
        return self.next_round >= self.total_rounds

    def option(self, name: str, default: str | int | bool) -> str | int | bool:
        return dict(self.options).get(name, default)

    def to_be_paired(self) -> tuple[Player, ...]:
        away = {bye.player for bye in self.byes}
        return tuple(player for player in self.players if player.tpn not in away)

    def kept_apart(self, a: int, b: int) -> bool:
        """The arbiter has forbidden these two to meet in the next round."""
        return any(
            a in group.players and b in group.players and group.applies_to(self.next_round)
            for group in self.forbidden
        )


@dataclass(frozen=True, slots=True)
class Board:
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Fact:
    """One reason, as data. Words, in both languages, come from outside the core.

    `code` is stable and dotted ("dutch.colour.alternate"); `article` is the place in the rule
    book ("5.2.3"); `values` are named numbers or short codes that the wording may use.
    """

    code: str
    article: str = ""
    players: tuple[int, ...] = ()
    values: tuple[tuple[str, int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class BracketTrace:
    """The pairing of one bracket (score group)."""

    score: int  # of its residents, in tenths
    residents: tuple[int, ...]
    moved_down: tuple[int, ...] = ()
    floaters: tuple[int, ...] = ()  # left unpaired here and moved on
    pairs: tuple[tuple[int, int], ...] = ()
    criteria: tuple[Fact, ...] = ()  # best attainable value of each criterion
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class PairTrace:
    """The reasons for one pair and for its colours."""

    white: int
    black: int
    bracket: int  # index into Trace.brackets
    colour: Fact
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    system: str
    brackets: tuple[BracketTrace, ...] = ()
    pairs: tuple[PairTrace, ...] = ()  # in board order
    bye: Fact | None = None
    facts: tuple[Fact, ...] = ()  # about the round as a whole, e.g. virtual points


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A paired round: boards in the order of publication, then the bye."""

    number: int
    boards: tuple[Board, ...]
    bye: int | None = None
    trace: Trace | None = None


class Record:
    """Everything a state says about each player, gathered once: the facts every Swiss system needs.

    A mutable index over an immutable state; build it once per pairing and only read it.
    """

    def __init__(self, state: TournamentState) -> None:
        points = state.points
        win = points.round_win
        rounds = len(state.rounds)
        numbers = [player.tpn for player in state.players]
        self.state = state
        self.score: dict[int, int] = dict.fromkeys(numbers, 0)
        #: score before each round: index 0 = before round 1, last = now
        self.scores_before: dict[int, list[int]] = {tpn: [0] for tpn in numbers}
        #: colours of the games really played, oldest first
        self.colours: dict[int, list[Colour]] = {tpn: [] for tpn in numbers}
        #: the colour of each round, None where no game was played
        self.colours_by_round: dict[int, list[Colour | None]] = {
            tpn: [None] * rounds for tpn in numbers
        }
        #: opponents really played
        self.met: dict[int, set[int]] = {tpn: set() for tpn in numbers}
        #: opponent of each round, played or not; 0 = none
        self.opponents: dict[int, list[int]] = {tpn: [0] * rounds for tpn in numbers}
        #: points of each round
        self.gained: dict[int, list[int]] = {tpn: [0] * rounds for tpn in numbers}
        #: rounds in which no game was played
        self.played: dict[int, list[bool]] = {tpn: [False] * rounds for tpn in numbers}
        self.bye_kinds: dict[int, list[ByeKind | None]] = {tpn: [None] * rounds for tpn in numbers}
        #: C.04.1 art. 4: had the pairing-allocated bye, or a win's points without playing
        self.bye_barred: set[int] = set()
        #: entered in some pairing: an opponent, a pairing-allocated bye or a forfeit win
        self.entered: set[int] = set()
        bonuses: dict[tuple[int, int], int] = {}
        for bonus in state.bonuses:
            key = (bonus.player, bonus.round)
            bonuses[key] = bonuses.get(key, 0) + bonus.points
        for index, round_ in enumerate(state.rounds):
            for game in round_.games:
                result = game.result
                of_white, of_black = points.for_result(result)
                for tpn, other, colour, gained in (
                    (game.white, game.black, Colour.WHITE, of_white),
                    (game.black, game.white, Colour.BLACK, of_black),
                ):
                    self.gained[tpn][index] = gained
                    self.opponents[tpn][index] = other
                    self.entered.add(tpn)
                    if result.played:
                        self.met[tpn].add(other)
                        self.played[tpn][index] = True
                        if result.at_the_board:
                            self.colours[tpn].append(colour)
                            self.colours_by_round[tpn][index] = colour
                    elif gained >= win:
                        self.bye_barred.add(tpn)
            for bye in round_.byes:
                gained = points.for_bye(bye.kind)
                self.gained[bye.player][index] = gained
                self.bye_kinds[bye.player][index] = bye.kind
                if bye.kind is ByeKind.PAIRING_ALLOCATED:
                    self.entered.add(bye.player)
                    self.bye_barred.add(bye.player)
                elif gained >= win:
                    self.bye_barred.add(bye.player)
            for tpn in numbers:
                gained = self.gained[tpn][index] + bonuses.get((tpn, index + 1), 0)
                self.score[tpn] += gained
                self.scores_before[tpn].append(self.score[tpn])

    def colour_difference(self, tpn: int) -> int:
        colours = self.colours[tpn]
        return 2 * colours.count(Colour.WHITE) - len(colours)


@cache
def format_score(tenths: int) -> str:
    """`35` → "3½", `30` → "3", anything else with one decimal."""
    whole, rest = divmod(tenths, 10)
    if rest == 0:
        return str(whole)
    if rest == 5:
        return f"{whole or ''}½"
    return f"{tenths / 10:.1f}"
