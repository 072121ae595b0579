"""The games of the invented year, paired by the engines that pair every event here."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from pairing.formats import find
from pairing.results import RESULTS, ByeKind
from pairing.state import Bye, Colour, Game, Player, Round, TournamentState
from pairing.systems import system
from pairing.tools.generator.plan import Draw
from pairing.tools.generator.play import result_of
from tiebreaks import teams as core
from tiebreaks.teams.event import TeamBye

BOARDS = 4
#: the bye is a drawn match (C.04.6 art. 1.4)
MATCH_POINTS = core.MatchPoints.of(20, 10, 0, pairing_bye=10)


@dataclass(frozen=True, slots=True)
class Task:
    """A section to be played. Players are in the order of their numbers; of teams, the players of
    the first team come first."""

    key: int
    system: str
    ratings: tuple[int, ...]
    strengths: tuple[int, ...]
    rounds: int
    #: rounds that are complete; the next one is being played, if there is one
    complete: int


@dataclass(slots=True)
class PlayedRound:
    #: White, Black, code ("" = still played), match
    games: list[tuple[int, int, str, int]] = field(default_factory=list)
    #: players, or teams, without an opponent
    byes: list[tuple[int, str]] = field(default_factory=list)
    #: the teams of the matches, the one with White on board 1 first
    matches: list[tuple[int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Played:
    key: int
    rounds: list[PlayedRound]
    #: who has left, and after which round
    left: dict[int, int] = field(default_factory=dict)


def play(task: Task) -> Played:
    """The same for the same task, whoever plays it and when."""
    draw = Draw(f"2026/{task.key}", 0)
    return _teams(task, draw) if find(task.system).pairs_teams else _players(task, draw)


def _players(task: Task, draw: Draw) -> Played:
    chosen = system(task.system)
    dice = Random(f"2026/{task.key}")
    numbers = range(1, len(task.ratings) + 1)
    left = _leaving(task, dice) if chosen.format.swiss else {}
    state = TournamentState(
        players=tuple(Player(n, rating=task.ratings[n - 1]) for n in numbers),
        rounds=(),
        total_rounds=task.rounds,
        initial_colour=Colour.WHITE,
        options=(("seed", task.key),),
    )
    played = Played(task.key, [], left)
    for number in range(1, min(task.complete + 1, task.rounds) + 1):
        away = tuple(Bye(n, ByeKind.ZERO_POINT) for n, last in left.items() if last < number)
        asked = _asking(task, number, left, dice) if chosen.format.swiss else ()
        paired = chosen.pair(replace(state, byes=(*away, *asked)))
        byes = list(asked)
        if paired.bye is not None:
            byes.append(Bye(paired.bye, ByeKind.PAIRING_ALLOCATED))
        live = number > task.complete
        made = PlayedRound(byes=[(bye.player, bye.kind.value) for bye in byes])
        games = []
        for board, pair in enumerate(paired.boards, start=1):
            code = _result(task, pair.white, pair.black, draw, dice)
            games.append(Game(pair.white, pair.black, RESULTS[code], board))
            still = live and board % 5 in (1, 2, 4)
            made.games.append((pair.white, pair.black, "" if still else code, 0))
        played.rounds.append(made)
        state = replace(state, rounds=(*state.rounds, Round(number, tuple(games), (*byes, *away))))
    return played


def _leaving(task: Task, dice: Random) -> dict[int, int]:
    """One in sixty leaves in the second half; never more than a few."""
    if task.rounds < 4:
        return {}
    gone = [n for n in range(1, len(task.ratings) + 1) if dice.random() < 1 / 60][:6]
    last = {n: dice.randrange(task.rounds // 2 + 1, task.rounds) for n in gone}
    return {n: after for n, after in last.items() if after <= task.complete}


def _asking(task: Task, number: int, left: dict[int, int], dice: Random) -> tuple[Bye, ...]:
    """Half-point byes; none in the last two rounds."""
    if number > task.rounds - 2:
        return ()
    return tuple(
        Bye(n, ByeKind.HALF_POINT)
        for n in range(1, len(task.ratings) + 1)
        if dice.random() < 0.006 and left.get(n, number) >= number
    )


def _result(task: Task, white: int, black: int, draw: Draw, dice: Random) -> str:
    if dice.random() < 0.004:
        return dice.choice(("+-", "-+"))
    return result_of(task.strengths[white - 1], task.strengths[black - 1], draw)


def _teams(task: Task, draw: Draw) -> Played:
    """Every team has its players on all boards; the first one has White on board 1."""
    chosen = system(task.system)
    count = len(task.ratings) // BOARDS
    players = tuple(Player(n, rating=one) for n, one in enumerate(task.ratings, start=1))
    teams = tuple(
        core.Team(
            n, str(n), tuple(range((n - 1) * BOARDS + 1, n * BOARDS + 1))
        )
        for n in range(1, count + 1)
    )  # fmt: skip
    state = TournamentState(players, (), task.rounds)
    byes: list[tuple[int, TeamBye]] = []
    played = Played(task.key, [])
    for number in range(1, min(task.complete + 1, task.rounds) + 1):
        so_far = core.matches_of(state, teams, boards=BOARDS, byes=byes, match_points=MATCH_POINTS)
        paired = chosen.pair(
            core.pairing_state(
                replace(so_far, total_rounds=task.rounds), initial_colour=Colour.WHITE
            )
        )
        made = PlayedRound(matches=[(pair.white, pair.black) for pair in paired.boards])
        if paired.bye is not None:
            made.byes.append((paired.bye, ByeKind.PAIRING_ALLOCATED.value))
            byes.append((number, TeamBye(paired.bye, ByeKind.PAIRING_ALLOCATED)))
        games = _match_games(task, made, teams, draw, live=number > task.complete)
        played.rounds.append(made)
        state = replace(state, rounds=(*state.rounds, Round(number, tuple(games))))
    return played


def _match_games(
    task: Task, made: PlayedRound, teams: Sequence[core.Team], draw: Draw, *, live: bool
) -> list[Game]:
    games = []
    for place, (first, second) in enumerate(made.matches):
        seats = zip(teams[first - 1].players, teams[second - 1].players, strict=True)
        for board, (one, two) in enumerate(seats, start=1):
            white, black = (one, two) if board % 2 else (two, one)
            code = result_of(task.strengths[white - 1], task.strengths[black - 1], draw)
            games.append(Game(white, black, RESULTS[code], place * BOARDS + board))
            still = live and (place + board) % 3 != 0
            made.games.append((white, black, "" if still else code, place))
    return games
