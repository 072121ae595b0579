"""Random tournaments for the tests of the Dutch engine: every draw comes from one seed."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pairing.errors import NoLegalPairing
from pairing.results import BLACK_WINS, DRAW, RESULTS, WHITE_WINS, ByeKind
from pairing.state import (
    Baku,
    Bye,
    Colour,
    ForbiddenGroup,
    Game,
    Player,
    PointSystem,
    Round,
    RoundPairing,
    TournamentState,
    VirtualPoints,
)

Pair = Callable[[TournamentState], RoundPairing]


@dataclass(frozen=True, slots=True)
class Habits:
    """Chances of unusual happenings, per player or game and round."""

    forfeit: float = 0.0
    half_bye: float = 0.0
    full_bye: float = 0.0
    absence: float = 0.0
    withdrawal: float = 0.0
    late: float = 0.0  # chance of arriving after round 1
    draws: float = 0.3
    favourite: float = 0.0  # how much better the lower number does


def tournament(
    seed: int,
    players: int,
    rounds: int,
    pair: Pair,
    habits: Habits = Habits(),
    points: PointSystem = PointSystem(),  # noqa: B008  (frozen)
    forbidden: tuple[ForbiddenGroup, ...] = (),
    acceleration: Baku | VirtualPoints | None = None,
) -> Iterator[tuple[TournamentState, RoundPairing]]:
    """Every round of a random tournament: what was known, and the pairing made of it.

    Ends early when no legal pairing is left.
    """
    chance = random.Random(seed)
    everybody = tuple(Player(tpn) for tpn in range(1, players + 1))
    withdrawn: set[int] = set()
    arrives = {
        tpn: chance.randint(2, max(2, rounds)) if chance.random() < habits.late else 1
        for tpn in range(1, players + 1)
    }
    initial = chance.choice([Colour.WHITE, Colour.BLACK])
    played: tuple[Round, ...] = ()
    for number in range(1, rounds + 1):
        byes = []
        for tpn in range(1, players + 1):
            draw = chance.random()
            if tpn in withdrawn or number < arrives[tpn]:
                byes.append(Bye(tpn, ByeKind.ZERO_POINT))
            elif draw < habits.withdrawal:
                withdrawn.add(tpn)
                byes.append(Bye(tpn, ByeKind.ZERO_POINT))
            elif draw < habits.withdrawal + habits.half_bye:
                byes.append(Bye(tpn, ByeKind.HALF_POINT))
            elif draw < habits.withdrawal + habits.half_bye + habits.full_bye:
                byes.append(Bye(tpn, ByeKind.FULL_POINT))
            elif draw > 1 - habits.absence:
                byes.append(Bye(tpn, ByeKind.ZERO_POINT))
        state = TournamentState(
            everybody,
            played,
            rounds,
            points=points,
            initial_colour=initial,
            byes=tuple(byes),
            forbidden=forbidden,
            acceleration=acceleration,
        )
        if len(byes) == players:
            return
        try:
            paired = pair(state)
        except NoLegalPairing:
            return
        yield state, paired
        games = []
        for board in paired.boards:
            draw = chance.random()
            if draw < habits.forfeit:
                result = RESULTS[chance.choice(["+-", "-+", "--"])]
            elif chance.random() < habits.draws:
                result = DRAW
            else:
                edge = habits.favourite if board.white < board.black else -habits.favourite
                result = WHITE_WINS if chance.random() < 0.52 + edge else BLACK_WINS
            games.append(Game(board.white, board.black, result))
        if paired.bye is not None:
            byes.append(Bye(paired.bye, ByeKind.PAIRING_ALLOCATED))
        played = (*played, Round(number, tuple(games), tuple(byes)))


#: from peaceful to wild
HABITS = (
    Habits(),
    Habits(draws=0.6),
    Habits(favourite=0.35),
    Habits(forfeit=0.05, half_bye=0.03, absence=0.03),
    Habits(forfeit=0.15, half_bye=0.1, full_bye=0.03, absence=0.1, withdrawal=0.02, late=0.1),
)


def last_round(state: TournamentState) -> TournamentState:
    """The same state as if its next round were the final one."""
    return replace(state, total_rounds=state.next_round)
