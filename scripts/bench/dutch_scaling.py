"""Measures how the Dutch engine grows, and how it does on fields made to be hard.

python -m scripts.bench.dutch_scaling            # the tables of docs/performance.md
python -m scripts.bench.dutch_scaling hard       # the second one only

Tournaments are simulated with the engine itself; only its own processor time is
counted, so that other work on the machine does not blur the figures.
"""

import random
import sys
from collections.abc import Callable, Iterable
from functools import partial
from time import process_time

from pairing.fide2026.dutch import pair
from pairing.results import DRAW, ByeKind
from pairing.state import (
    Bye,
    ForbiddenGroup,
    Game,
    Player,
    Round,
    RoundPairing,
    TournamentState,
)
from pairing.tools.bench import peak_memory
from tests.pairing.fide2026.dutch.dutch_simulation import Habits, tournament

OPEN = Habits(favourite=0.3, half_bye=0.01, forfeit=0.005)


def seconds(
    players: int, rounds: int, habits: Habits, seed: int = 1, group: float = 0.0
) -> list[float]:
    """The time of every round of one tournament."""
    times: list[float] = []

    def timed(state: TournamentState) -> RoundPairing:
        start = process_time()
        try:
            return pair(state)
        finally:
            times.append(process_time() - start)

    chance = random.Random(seed)
    members = frozenset(chance.sample(range(1, players + 1), int(players * group)))
    forbidden = (ForbiddenGroup(members),) if group else ()
    for _ in tournament(seed, players, rounds, timed, habits, forbidden=forbidden):
        pass
    return times


def one_colour_due(players: int, rounds: int) -> list[float]:
    """After round 1 all who had Black withdraw: everybody left is due Black."""
    first = pair(TournamentState(tuple(Player(n + 1) for n in range(players)), (), rounds))
    games = tuple(Game(board.white, board.black, DRAW) for board in first.boards)
    away = tuple(Bye(board.black, ByeKind.ZERO_POINT) for board in first.boards)
    everybody = tuple(Player(n + 1) for n in range(players))
    state = TournamentState(everybody, (Round(1, games),), rounds, byes=away)
    start = process_time()
    pair(state)
    return [process_time() - start]


def row(name: str, measure: Callable[[], list[float]]) -> None:
    times = measure()
    memory = peak_memory()
    print(
        f"| {name} | {len(times)} | {sum(times):.2f} | {1000 * sum(times) / len(times):.0f} "
        f"| {1000 * max(times):.0f} | {memory or 0:.0f} |",
        flush=True,
    )


def head(title: str) -> None:
    print(f"| {title} | rounds | all rounds, s | mean, ms | slowest, ms | memory so far, MB |")
    print("|---|---|---|---|---|---|")


def growth() -> None:
    head("players x rounds")
    for players, rounds in (
        (100, 9),
        (300, 9),
        (600, 9),
        (1000, 9),
        (1001, 9),
        (2000, 9),
        (3000, 11),
        (5000, 11),
    ):
        row(f"{players} x {rounds}", partial(seconds, players, rounds, OPEN))


def _of_all(events: Iterable[Callable[[], list[float]]]) -> list[float]:
    return [time for measured in events for time in measured()]


def hard() -> None:
    head("case")
    exhausted = Habits()
    for players, rounds in ((61, 29), (100, 25), (40, 20), (20, 15), (10, 8)):
        ten = (partial(seconds, players, rounds, exhausted, seed) for seed in range(10))
        row(f"exhausted field, {players} x {rounds}, ten events", partial(_of_all, ten))
    row("everybody due the same colour, 1,000 of 2,000 left", lambda: one_colour_due(2000, 9))
    row("every game drawn, 1,000 x 9", lambda: seconds(1000, 9, Habits(draws=1.0)))
    row(
        "the better number always wins, 1,000 x 9",
        lambda: seconds(1000, 9, Habits(draws=0.0, favourite=0.5)),
    )
    row(
        "half the field withdrawn, 1,000 x 9",
        lambda: seconds(1000, 9, Habits(withdrawal=0.08, forfeit=0.02)),
    )
    for share in (0.1, 0.3, 0.4, 0.45, 0.48):
        row(
            f"{share:.0%} must not meet each other, 1,000 x 9",
            partial(seconds, 1000, 9, OPEN, 5, share),
        )
    row(
        "45% must not meet each other, 1,000 x 9, five events",
        lambda: [time for seed in range(5) for time in seconds(1000, 9, OPEN, seed, 0.45)],
    )


if __name__ == "__main__":
    if "hard" not in sys.argv[1:]:
        growth()
        print()
    hard()
