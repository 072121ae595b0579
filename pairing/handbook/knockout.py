"""Handbook, knock-out: chapters A (main rules) and B (pairing and preliminary round).

A plan is fixed before the start: who plays how many, who is free, over which games. What has to
be played next, who goes on and why, and the final ranking all follow from the plan and the
games recorded so far; nothing else is kept.

Readings: C-16 (a preliminary round is played when the number of players is *not* a multiple),
C-17 (the book's nine players fit three winners), C-30 (articles of the Laws are not named, their
numbers differ by edition).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.lots import Lots
from pairing.results import RESULTS, Outcome, Result
from pairing.state import Colour, Fact, Player, PointSystem

# A.4  Seeding


@dataclass(frozen=True, slots=True)
class Seeding:
    order: tuple[int, ...]  # first seed first
    facts: tuple[Fact, ...] = ()


def seed_by_rating(players: Sequence[Player], lots: Lots) -> Seeding:
    """By rating; players without rating come last, in an order drawn by lot.

    Equal ratings keep the order of the start list.
    """
    rated = sorted(
        (player for player in players if player.rating > 0),
        key=lambda player: (-player.rating, player.tpn),
    )
    unrated = lots.order("seeding", sorted(p.tpn for p in players if p.rating <= 0))
    facts = tuple(
        Fact("knockout.seeded_by_rating", "A.4", (player.tpn,), (("rating", player.rating),))
        for player in rated
    )
    facts += tuple(
        Fact("knockout.seeded_by_lot", "A.4", (tpn,), (("seed", lots.seed),)) for tpn in unrated
    )
    return Seeding(tuple(player.tpn for player in rated) + unrated, facts)


def seed_by_ranking(order: Sequence[int]) -> Seeding:
    """A.8  In a play-off the final ranking of the event is the order."""
    facts = tuple(
        Fact("knockout.seeded_by_ranking", "A.8", (tpn,), (("place", place),))
        for place, tpn in enumerate(order, 1)
    )
    return Seeding(tuple(order), facts)


# A.9, A.20-A.26  Games and times


@dataclass(frozen=True, slots=True)
class Clock:
    white_seconds: int
    black_seconds: int
    increment: int = 0  # seconds per move from move 1

    @classmethod
    def each(cls, minutes: int, increment: int = 0) -> "Clock":
        return cls(minutes * 60, minutes * 60, increment)

    @property
    def minutes(self) -> int:
        """How long a game may last; with increments, at 60 moves."""
        seconds = self.white_seconds + self.black_seconds + 2 * 60 * self.increment
        return -(-seconds // 60)

    @property
    def thinking(self) -> int:
        """Seconds for both, to compare two clocks: A.26 sets 15 min + 10 s equal to 20 minutes,
        that is, an increment at 30 moves."""
        return self.white_seconds + self.black_seconds + 2 * 30 * self.increment


TWENTY_MINUTES = Clock.each(20)
FIFTEEN_AND_TEN = Clock.each(15, 10)
GOLDEN_POINT = Clock(5 * 60, 4 * 60)


@dataclass(frozen=True, slots=True)
class Phase:
    """The match itself, or one extension of it."""

    games: int = 2
    clock: Clock = TWENTY_MINUTES


@dataclass(frozen=True, slots=True)
class Format:
    """How a tie is decided: match, extensions, golden point.

    Without any phase the tie is a golden point game alone, as some play-off recipes have it.
    """

    phases: tuple[Phase, ...] = (Phase(), Phase())
    golden: Clock = GOLDEN_POINT
    break_between_games: int = 5
    break_between_stages: int = 10
    break_before_start: int = 30
    #: stop a phase once the other side cannot catch up (A.9 wants equal colours: off)
    stop_when_decided: bool = False

    def __post_init__(self) -> None:
        for phase in self.phases:
            if phase.games < 2 or phase.games % 2:
                raise UnsupportedRule(
                    "games", "A tie has at least two games and an even number of them (A.9)."
                )
        clocks = [phase.clock for phase in self.phases]
        for clock in (*clocks, self.golden):
            if min(clock.white_seconds, clock.black_seconds) <= 0 or clock.increment < 0:
                raise UnsupportedRule("times", "Every player needs some time on the clock.")
        if clocks and any(clock.thinking > clocks[0].thinking for clock in clocks[1:]):
            raise UnsupportedRule(
                "extension", "An extension has the time of the match or less (A.24)."
            )
        breaks = (self.break_between_games, self.break_between_stages, self.break_before_start)
        if min(breaks) < 0:
            raise UnsupportedRule("breaks", "A break cannot be shorter than nothing.")

    @property
    def golden_phase(self) -> int:
        return len(self.phases)

    @property
    def shortest(self) -> int:
        """Minutes, if the match decides."""
        if not self.phases:
            return self.golden.minutes
        return _length(self.phases[0], self.break_between_games)

    @property
    def longest(self) -> int:
        """Minutes with every extension and the golden point."""
        parts = [_length(phase, self.break_between_games) for phase in self.phases]
        parts.append(self.golden.minutes)
        return sum(parts) + self.break_between_games * (len(parts) - 1)


def _length(phase: Phase, pause: int) -> int:
    return phase.games * phase.clock.minutes + (phase.games - 1) * pause


def conduct() -> tuple[Fact, ...]:
    """A.12-A.18, A.22, A.27  What the arbiter announces; C-30: no article numbers of the Laws."""
    return (
        Fact("knockout.rule.arbiter_writes", "A.12"),
        Fact("knockout.rule.claim_is_written", "A.12"),
        Fact("knockout.rule.illegal_moves", "A.13"),
        Fact("knockout.rule.flag_announced", "A.14"),
        Fact("knockout.rule.no_draw_by_two_minutes", "A.15"),
        Fact("knockout.rule.later_flag_wins", "A.16"),
        Fact("knockout.rule.protest_at_once", "A.17"),
        Fact("knockout.rule.competition_rules", "A.18"),
        Fact("knockout.rule.slow_if_agreed", "A.22"),
        Fact("knockout.rule.may_start_early", "A.27"),
    )


# A.28-A.30  Colours by lot


@dataclass(frozen=True, slots=True)
class ColourDraw:
    """Who has White in the first game. Nobody has (0) while the winner still chooses."""

    white: int
    black: int
    winner: int  # of the lot; 0 when the colours were typed in
    fact: Fact


def draw_colours(tie: str, first: int, second: int, lots: Lots, boards: int = 1) -> ColourDraw:
    """A.29: the higher placed chooses first; who wins the lot draws his colour with the pieces.

    In team events the captain draws, and all boards of the team have that colour (A.30).
    """
    article = "A.30" if boards > 1 else "A.29"
    typed = lots.as_typed(tie)
    if typed is not None:
        white, black = lots.order(tie, (first, second))
        fact = Fact("knockout.colours.typed", article, (white, black))
        return ColourDraw(white, black, 0, fact)
    winner, loser = lots.order(f"{tie} lot", (first, second))
    takes_white = lots.order(f"{tie} colour", (0, 1))[0] == 0
    white, black = (winner, loser) if takes_white else (loser, winner)
    values = (("winner", winner), ("seed", lots.seed))
    return ColourDraw(
        white, black, winner, Fact("knockout.colours.lot", article, (white, black), values)
    )


def draw_golden(tie: str, first: int, second: int, lots: Lots) -> ColourDraw:
    """A.29: for the golden point one lot; its winner takes the colour he wants.

    The choice is typed in as the order (White, Black) of the draw "<tie> golden".
    """
    draw = f"{tie} golden"
    winner = lots.order(f"{draw} lot", (first, second))[0]
    values = (("winner", winner), ("seed", lots.seed), ("draw", draw))
    if lots.as_typed(draw) is None:
        return ColourDraw(
            0, 0, winner, Fact("knockout.golden.choose", "A.29", (first, second), values)
        )
    white, black = lots.order(draw, (first, second))
    fact = Fact("knockout.golden.chosen", "A.29", (white, black), values)
    return ColourDraw(white, black, winner, fact)


# A.10, A.11, A.16  One tie


@dataclass(frozen=True, slots=True)
class TieGame:
    """A game of a tie. In team events a game has as many boards as the teams."""

    tie: str
    phase: int  # 0 = the match, then the extensions, then the golden point
    number: int  # within the phase, from 1
    white: int
    black: int
    result: Result
    board: int = 1
    moves: int = 0  # of the winner's sheet; only where the fewest moves decide
    #: A.16, golden point with both flags down: whose flag fell later
    later_flag: Colour | None = None


@dataclass(frozen=True, slots=True)
class DueGame:
    tie: str
    phase: int
    number: int
    white: int
    black: int
    clock: Clock
    golden: bool = False
    board: int = 1


@dataclass(frozen=True, slots=True)
class TieState:
    tie: str
    first: int  # the better placed
    second: int
    games: tuple[TieGame, ...]
    score: tuple[int, int]  # of the whole tie, in tenths, first player first
    winner: int  # 0 = not yet
    loser: int
    facts: tuple[Fact, ...]  # why, in the order of events
    due: tuple[DueGame, ...]  # to be played next, together
    #: colours still to be chosen before the next game
    waiting: Fact | None = None


def both_flags_down(later: Colour) -> Result:
    """A.16: in the golden point game the player whose flag fell later wins."""
    return RESULTS["10" if later is Colour.WHITE else "01"]


def golden_winner(game: TieGame) -> tuple[int, Fact]:
    """Who goes on after a golden point game, 0 if neither scored.

    White must win: a draw eliminates White (A.11).
    """
    both = (game.white, game.black)
    if game.later_flag is not None:
        if game.result != both_flags_down(game.later_flag):
            raise InconsistentHistory(
                "both flags fell, so the player whose flag fell later has won.", players=both
            )
        winner = game.white if game.later_flag is Colour.WHITE else game.black
        return winner, Fact("knockout.golden.later_flag", "A.16", _winner_first(winner, game))
    points = PointSystem()
    white, black = points.for_outcome(game.result.white), points.for_outcome(game.result.black)
    if white == black == 0:
        return 0, Fact("knockout.golden.nobody", "A.10", both)
    if white > black:
        return game.white, Fact("knockout.golden.white_won", "A.10", both)
    if game.result.white is Outcome.DRAW:
        return game.black, Fact("knockout.golden.draw", "A.11", _winner_first(game.black, game))
    return game.black, Fact("knockout.golden.black_won", "A.10", _winner_first(game.black, game))


def _winner_first(winner: int, game: TieGame) -> tuple[int, int]:
    return (game.white, game.black) if winner == game.white else (game.black, game.white)


def follow_tie(
    tie: str,
    first: int,
    second: int,
    format_: Format,
    lots: Lots,
    games: Iterable[TieGame] = (),
    *,
    boards: int = 1,
) -> TieState:
    """Where a tie stands: the score, who goes on and why, or what is due next."""
    mine = sorted(
        (game for game in games if game.tie == tie),
        key=lambda game: (game.phase, game.number, game.board),
    )
    desk = _Tie(tie, first, second, format_, lots, mine, boards)
    return desk.follow()


class _Tie:
    """Reads the games of one tie in order; what it does not read does not belong there."""

    def __init__(
        self,
        tie: str,
        first: int,
        second: int,
        format_: Format,
        lots: Lots,
        games: list[TieGame],
        boards: int,
    ) -> None:
        self.tie = tie
        self.both = (first, second)
        self.format = format_
        self.lots = lots
        self.games = games
        self.boards = boards
        self.left = {(game.phase, game.number, game.board): game for game in games}
        if len(self.left) != len(games):
            raise InconsistentHistory(f"A game of tie {tie} is recorded twice.", players=self.both)
        self.score = {first: 0, second: 0}
        self.facts: list[Fact] = []

    def follow(self) -> TieState:
        for index, phase in enumerate(self.format.phases):
            opening = draw_colours(self.tie, *self.both, self.lots, self.boards)
            if index == 0:
                self.facts.append(opening.fact)
            due = self._phase(index, phase, opening)
            if due:
                return self._state(due=due)
            lead = self._lead
            if lead:
                code = "knockout.won.match" if index == 0 else "knockout.won.extension"
                winner = self.both[0] if lead > 0 else self.both[1]
                return self._state(winner=winner, reason=self._won(code, index, winner))
            last = index == len(self.format.phases) - 1
            code = "knockout.tied.golden_follows" if last else "knockout.tied.extension_follows"
            article = "A.10" if last else "A.23"
            self.facts.append(Fact(code, article, self.both, self._values(index)))
        return self._golden()

    def _phase(self, index: int, phase: Phase, opening: ColourDraw) -> tuple[DueGame, ...]:
        """The games of a phase that are due; none when it is complete."""
        for number in range(1, phase.games + 1):
            # Equal numbers of Whites and Blacks (A.9): colours change from game to game.
            if number % 2:
                white, black = opening.white, opening.black
            else:
                white, black = opening.black, opening.white
            due = []
            for board in range(1, self.boards + 1):
                game = self._take(index, number, board, white, black)
                if game is None:
                    clock = phase.clock
                    due.append(DueGame(self.tie, index, number, white, black, clock, board=board))
            if due:
                return tuple(due)
            ahead = abs(self._lead)
            if self.format.stop_when_decided and ahead > (phase.games - number) * 10 * self.boards:
                # Games already played beyond this point stay on record and change nothing.
                for later in range(number + 1, phase.games + 1):
                    for board in range(1, self.boards + 1):
                        self.left.pop((index, later, board), None)
                break
        return ()

    def _golden(self) -> TieState:
        """A.10, A.11. One game between two players, or between one player of each team.

        If neither scored (both lost, both absent) the next one is played.
        """
        phase = self.format.golden_phase
        number = 1
        while True:
            suffix = self.tie if number == 1 else f"{self.tie} {number}"
            draw = draw_golden(suffix, *self.both, self.lots)
            if not draw.white:
                return self._state(waiting=draw.fact)
            game = self._take(phase, number, 1, draw.white, draw.black)
            if number == 1 or game is not None:
                self.facts.append(draw.fact)
            if game is None:
                due = DueGame(
                    self.tie, phase, number, draw.white, draw.black, self.format.golden, True
                )
                return self._state(due=(due,))
            winner, reason = golden_winner(game)
            if winner:
                return self._state(winner=winner, reason=reason)
            self.facts.append(reason)
            number += 1

    def _take(self, phase: int, number: int, board: int, white: int, black: int) -> TieGame | None:
        game = self.left.get((phase, number, board))
        if game is None or not game.result.final:
            self.left.pop((phase, number, board), None)
            return None
        if (game.white, game.black) != (white, black):
            raise InconsistentHistory(
                f"game {number} of tie {self.tie} has other players or colours than were drawn.",
                players=(game.white, game.black),
            )
        del self.left[phase, number, board]
        if phase < self.format.golden_phase:
            points = PointSystem()
            self.score[white] += points.for_outcome(game.result.white)
            self.score[black] += points.for_outcome(game.result.black)
        return game

    @property
    def _lead(self) -> int:
        return self.score[self.both[0]] - self.score[self.both[1]]

    def _values(self, index: int) -> tuple[tuple[str, int | str], ...]:
        return (
            ("phase", index),
            ("first", self.score[self.both[0]]),
            ("second", self.score[self.both[1]]),
        )

    def _won(self, code: str, index: int, winner: int) -> Fact:
        loser = self.both[1] if winner == self.both[0] else self.both[0]
        values = (("phase", index), ("won", self.score[winner]), ("lost", self.score[loser]))
        return Fact(code, "A.9" if index == 0 else "A.23", (winner, loser), values)

    def _state(
        self,
        *,
        winner: int = 0,
        reason: Fact | None = None,
        due: tuple[DueGame, ...] = (),
        waiting: Fact | None = None,
    ) -> TieState:
        stray = [game for game in self.left.values() if game.result.final]
        if stray:
            game = stray[0]
            raise InconsistentHistory(
                f"game {game.number} in phase {game.phase + 1} of tie {self.tie} is recorded, but "
                "was not due.",
                players=(game.white, game.black),
            )
        loser = 0
        if winner:
            loser = self.both[1] if winner == self.both[0] else self.both[0]
        if reason is not None:
            self.facts.append(reason)
        score = dict(self.score)
        for game in self.games:
            if game.phase == self.format.golden_phase and game.result.final:
                points = PointSystem()
                score[game.white] += points.for_outcome(game.result.white)
                score[game.black] += points.for_outcome(game.result.black)
        return TieState(
            self.tie,
            self.both[0],
            self.both[1],
            tuple(self.games),
            (score[self.both[0]], score[self.both[1]]),
            winner,
            loser,
            tuple(self.facts),
            due,
            waiting,
        )


# B  Preliminary round


@dataclass(frozen=True, slots=True)
class Course:
    """The arithmetic of B: how many play and how many are left after each stage."""

    players: int
    winners: int
    target: int  # left after the preliminary round; = players if there is none
    playing: int  # in the preliminary round
    free: int
    only_preliminary: bool
    counts: tuple[int, ...]  # 14, 12, 6, 3
    fact: Fact

    @property
    def dummies(self) -> int:
        """Imaginary opponents that the book adds, so that everybody has a line in the table."""
        return self.free if self.playing else 0


def course(players: int, winners: int) -> Course:
    """B.1-B.4 for every number of players (N) and of places to be decided (n).

    M is the largest n·2^k not above N. If N is not M (C-16), the 2(N - M) lowest play a
    preliminary round and the others are free. Below 2n only that round is played (B.4).
    """
    if winners < 1 or players < winners:
        raise UnsupportedRule(
            "winners", f"{winners} of {players} players cannot be chosen in a knock-out."
        )
    target = winners
    while target * 2 <= players:
        target *= 2
    playing = 2 * (players - target)
    counts = [players] if playing else []
    left = target
    while left >= winners:
        counts.append(left)
        left = left // 2 if left > winners else 0
    values = (
        ("players", players),
        ("winners", winners),
        ("target", target),
        ("playing", playing),
        ("free", players - playing),
    )
    if not playing:
        code, article = "knockout.course.no_preliminary", "B.2"
    elif target == winners:
        code, article = "knockout.course.only_preliminary", "B.4"
    else:
        code, article = "knockout.course.preliminary", "B.3"
    return Course(
        players,
        winners,
        target,
        playing,
        players - playing if playing else 0,
        bool(playing) and target == winners,
        tuple(counts),
        Fact(code, article, (), values),
    )


# A.4, A.8  First against last


def first_against_last(order: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """1-8, 2-7, 3-6, 4-5."""
    half = len(order) // 2
    return tuple((order[place], order[-1 - place]) for place in range(half))


class Bracket(StrEnum):
    """Who meets whom after the first stage; the handbook does not say."""

    FIXED = "fixed"  # the winner takes the better place of his tie: known from the start
    RESEED = "reseed"  # those left are put in order of their seeds again


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is agreed and announced before the first game (A.1, A.6)."""

    order: tuple[int, ...]  # by seed; teams by their numbers
    winners: int
    lots: Lots
    formats: tuple[Format, ...] = (Format(),)  # by stage; the last holds for all later ones
    bracket: Bracket = Bracket.FIXED
    boards: int = 1  # of a team; the captain draws for all of them (A.30)
    by_lot: bool = False  # pairing by lot instead of by seed
    prefix: str = ""  # of the names of the ties
    facts: tuple[Fact, ...] = ()

    @property
    def course(self) -> Course:
        return course(len(self.order), self.winners)

    @property
    def stages(self) -> int:
        return len(self.course.counts) - 1

    def format_of(self, stage: int) -> Format:
        return self.formats[min(stage, len(self.formats)) - 1]

    @property
    def places(self) -> tuple[int, ...]:
        """The order that is paired first against last."""
        return self.lots.order(f"{self.prefix}places", self.order) if self.by_lot else self.order


def plan(
    order: Sequence[int],
    winners: int,
    lots: Lots,
    *,
    formats: Sequence[Format] = (Format(),),
    bracket: Bracket = Bracket.FIXED,
    boards: int = 1,
    by_lot: bool = False,
    prefix: str = "",
) -> Plan:
    """The plan, with what has to be said about it: course, programme, stages in one day."""
    numbers = tuple(order)
    if len(set(numbers)) != len(numbers) or 0 in numbers:
        raise InconsistentHistory("Somebody is seeded twice, or has the number 0.")
    if not formats or boards < 1:
        raise UnsupportedRule("format", "A knock-out needs a format and at least one board.")
    found = course(len(numbers), winners)
    stages = len(found.counts) - 1
    made = Plan(numbers, winners, lots, tuple(formats), bracket, boards, by_lot, prefix)
    facts = [found.fact]
    if stages > 0:
        ties = found.playing // 2 if found.only_preliminary else winners
        facts.append(Fact("knockout.last_stage", "A.7", (), (("ties", ties), ("winners", winners))))
    if stages > 3:
        minutes = duration(made)[1]
        values = (("stages", stages), ("minutes", minutes))
        facts.append(Fact("knockout.within_one_day", "A.5", (), values))
    return Plan(
        numbers, winners, lots, tuple(formats), bracket, boards, by_lot, prefix, tuple(facts)
    )


def duration(plan: Plan) -> tuple[int, int]:
    """Minutes from the first move to the last: if every match decides, and at the longest."""
    formats = [plan.format_of(stage) for stage in range(1, plan.stages + 1)]
    # The break of a stage follows it; after the last there is none.
    breaks = sum(format_.break_between_stages for format_ in formats[:-1])
    return (
        breaks + sum(format_.shortest for format_ in formats),
        breaks + sum(format_.longest for format_ in formats),
    )


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """A stage before anything is played, in places: 1 is the first seed of that stage."""

    number: int
    preliminary: bool
    players: int
    free: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    starts: int  # minutes after the last game of the event, at the latest
    format: Format


def programme(plan: Plan) -> tuple[PlannedStage, ...]:
    """All stages with their pairs as places and their latest starting times."""
    found = plan.course
    clock = plan.format_of(1).break_before_start
    stages = []
    for number in range(1, plan.stages + 1):
        players = found.counts[number - 1]
        playing = found.playing if number == 1 and found.playing else players
        places = range(1, players + 1)
        format_ = plan.format_of(number)
        stages.append(
            PlannedStage(
                number,
                playing < players or found.only_preliminary,
                players,
                tuple(places[: players - playing]),
                first_against_last(places[players - playing :]),
                clock,
                format_,
            )
        )
        clock += format_.longest + format_.break_between_stages
    return tuple(stages)


# A.9-A.11, A.29  Playing it through


@dataclass(frozen=True, slots=True)
class StageState:
    number: int
    preliminary: bool
    free: tuple[int, ...]
    ties: tuple[TieState, ...]
    facts: tuple[Fact, ...]  # why the stage was opened, who is free

    @property
    def complete(self) -> bool:
        return all(tie.winner for tie in self.ties)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the final ranking, shared by all who left in the same stage."""

    first: int
    last: int
    players: tuple[int, ...]
    fact: Fact


@dataclass(frozen=True, slots=True)
class Progress:
    stages: tuple[StageState, ...]
    due: tuple[DueGame, ...]
    waiting: tuple[Fact, ...]
    ranking: tuple[Place, ...]  # of those who have left, and at the end of all
    finished: bool


def follow(plan: Plan, games: Sequence[TieGame] = ()) -> Progress:
    """The whole event, from the plan and its games: stages, what is due, the ranking."""
    found = plan.course
    places = plan.places
    by_tie: dict[str, list[TieGame]] = {}
    for game in games:
        by_tie.setdefault(game.tie, []).append(game)
    stages: list[StageState] = []
    left: list[tuple[int, tuple[int, ...]]] = []
    opened = Fact("knockout.stage.first", "B.3" if found.playing else "A.4", (), (("stage", 1),))
    for number in range(1, plan.stages + 1):
        stage = _stage(plan, number, places, by_tie, opened)
        stages.append(stage)
        if not stage.complete:
            break
        losers = tuple(tie.loser for tie in stage.ties)
        left.append((number, tuple(sorted(losers, key=plan.order.index))))
        places = _next_places(plan, stage)
        values = (("stage", number + 1), ("players", len(places)))
        opened = Fact("knockout.stage.opened", "B.3", places, values)
    known = {tie.tie for stage in stages for tie in stage.ties}
    for game in games:
        if game.tie not in known and game.tie.startswith(plan.prefix):
            raise InconsistentHistory(
                f"there is no tie {game.tie} yet; its games cannot be recorded.",
                players=(game.white, game.black),
            )
    finished = all(stage.complete for stage in stages)
    return Progress(
        tuple(stages),
        tuple(due for stage in stages for tie in stage.ties for due in tie.due),
        tuple(tie.waiting for stage in stages for tie in stage.ties if tie.waiting),
        _ranking(plan, left, finished),
        finished,
    )


def _stage(
    plan: Plan,
    number: int,
    places: tuple[int, ...],
    games: Mapping[str, Sequence[TieGame]],
    opened: Fact,
) -> StageState:
    found = plan.course
    preliminary = number == 1 and found.playing > 0
    free = places[: found.free] if preliminary else ()
    ties = []
    for index, both in enumerate(first_against_last(places[len(free) :]), 1):
        first, second = sorted(both, key=plan.order.index)
        name = f"{plan.prefix}{number}.{index}"
        ties.append(
            follow_tie(
                name,
                first,
                second,
                plan.format_of(number),
                plan.lots,
                games.get(name, ()),
                boards=plan.boards,
            )
        )
    facts = [opened]
    if free:
        facts.append(Fact("knockout.free", "B.3", free, (("stage", number),)))
    return StageState(number, preliminary, free, tuple(ties), tuple(facts))


def _next_places(plan: Plan, stage: StageState) -> tuple[int, ...]:
    """The order of those who are left: by place in the bracket, or by seed again."""
    through = stage.free + tuple(tie.winner for tie in stage.ties)
    if plan.bracket is Bracket.RESEED and not plan.by_lot:
        return tuple(sorted(through, key=plan.order.index))
    return through


def _ranking(
    plan: Plan, left: Sequence[tuple[int, tuple[int, ...]]], finished: bool
) -> tuple[Place, ...]:
    """Winners first, sharing their places; then those who left, the latest stage first."""
    gone = {tpn for _, losers in left for tpn in losers}
    ranking: list[Place] = []
    stay = tuple(tpn for tpn in plan.order if tpn not in gone)
    if finished:
        fact = Fact("knockout.place.winner", "B.1", stay, (("winners", plan.winners),))
        ranking.append(Place(1, len(stay), stay, fact))
    place = len(stay) + 1
    for stage, losers in reversed(left):
        fact = Fact("knockout.place.left", "A.19", losers, (("stage", stage),))
        ranking.append(Place(place, place + len(losers) - 1, losers, fact))
        place += len(losers)
    return tuple(ranking)


# A.19  Money prizes


@dataclass(frozen=True, slots=True)
class PrizeShare:
    """The prizes of shared places, added and divided. Whole cents: what is left is named."""

    players: tuple[int, ...]
    first: int
    last: int
    total: int  # cents
    each: int
    left_over: int
    fact: Fact


def share_prizes(ranking: Sequence[Place], prizes: Sequence[int]) -> tuple[PrizeShare, ...]:
    """`prizes` in cents, first prize first. Those who left in one stage share equally."""
    if any(prize < 0 for prize in prizes):
        raise UnsupportedRule("prizes", "A prize cannot be negative.")
    shares = []
    for place in ranking:
        total = sum(prizes[place.first - 1 : place.last])
        if not total:
            continue
        each, left_over = divmod(total, len(place.players))
        values = (("first", place.first), ("last", place.last), ("total", total), ("each", each))
        code = "knockout.prize.shared" if len(place.players) > 1 else "knockout.prize.alone"
        shares.append(
            PrizeShare(
                place.players,
                place.first,
                place.last,
                total,
                each,
                left_over,
                Fact(code, "A.19", place.players, values),
            )
        )
    return tuple(shares)
