"""Measures a round of the handbook's Swiss systems, beside FIDE's Dutch system.

python -m scripts.bench.swiss_systems                        # the table of docs/performance.md
python -m scripts.bench.swiss_systems --skewed 201 --rounds 5

Without `--skewed`: the same invented event of 200 players in 9 rounds for each, paired by the
system itself. With it: events of that many players whose results all lean one way, which makes
score groups that run short of opponents or of colours. Only the processor time of the pairing is
counted. A round over `--most` seconds is left there, and the event with it.
"""

import random
import signal
from argparse import ArgumentParser
from collections.abc import Iterator
from time import process_time
from types import FrameType

from pairing.formats import keys
from pairing.results import RESULTS, ByeKind
from pairing.state import Bye, Colour, Game, Player, Round, RoundPairing, TournamentState
from pairing.systems import system
from tests.pairing.handbook.swiss_events import event

SYSTEMS = keys(swiss=True, pairs_teams=False)
SEEDS = (1, 2, 3)
#: Chances of a White win and of a draw; Black wins otherwise.
SKEWED = {"White wins": (1.0, 0.0), "White 60 %": (0.6, 0.0), "draws": (0.0, 1.0)}


class TooLong(Exception):
    """A round took longer than it may."""


def seconds(code: str) -> list[float]:
    times: list[float] = []
    pair = system(code).pair

    def timed(state: TournamentState) -> RoundPairing:
        begun = process_time()
        try:
            return pair(state)
        finally:
            times.append(process_time() - begun)

    for seed in SEEDS:
        for _ in event(seed, timed, (200, 200), 9, unplayed=0.03, fewest_rounds=9):
            pass
    return times


def skewed(code: str, size: int, total: int, chances: tuple[float, float]) -> Iterator[float]:
    """The seconds of each round of an event whose results all lean one way."""
    rng = random.Random(1)
    white, draw = chances
    players = tuple(Player(tpn, rating=2600 - tpn) for tpn in range(1, size + 1))
    rounds: tuple[Round, ...] = ()
    for number in range(1, total + 1):
        state = TournamentState(players, rounds, total, initial_colour=Colour.WHITE)
        begun = process_time()
        pairing = system(code).pair(state)
        yield process_time() - begun
        games = []
        for place, board in enumerate(pairing.boards, start=1):
            chance = rng.random()
            result = "10" if chance < white else "==" if chance < white + draw else "01"
            games.append(Game(board.white, board.black, RESULTS[result], place))
        byes = () if pairing.bye is None else (Bye(pairing.bye, ByeKind.PAIRING_ALLOCATED),)
        rounds += (Round(number, tuple(games), byes),)


def too_long(_signal: int, _frame: FrameType | None) -> None:
    raise TooLong


def print_skewed(size: int, total: int, most: int) -> None:
    print("| system | results | rounds | slowest, ms | times FIDE's Dutch |")
    print("|---|---|---|---|---|")
    signal.signal(signal.SIGVTALRM, too_long)
    for name, chances in SKEWED.items():
        first = 0.0
        for code in SYSTEMS:
            times: list[float] = []
            rounds = skewed(code, size, total, chances)
            try:
                for _ in range(total):
                    signal.setitimer(signal.ITIMER_VIRTUAL, most)
                    times.append(next(rounds))
            except TooLong:
                slowest, ratio = f"over {1000 * most} in round {len(times) + 1}", "-"
            else:
                first = first or max(times)
                slowest, ratio = f"{1000 * max(times):.0f}", f"{max(times) / first:.1f}"
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            print(f"| {code} | {name} | {len(times)} | {slowest} | {ratio} |", flush=True)


def print_usual() -> None:
    print("| system | rounds | mean, ms | slowest, ms | times FIDE's Dutch |")
    print("|---|---|---|---|---|")
    first = 0.0
    for code in SYSTEMS:
        times = seconds(code)
        mean = sum(times) / len(times)
        first = first or mean
        print(
            f"| {code} | {len(times)} | {1000 * mean:.0f} | {1000 * max(times):.0f} "
            f"| {mean / first:.1f} |",
            flush=True,
        )


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--skewed", type=int, metavar="PLAYERS")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--most", type=int, default=10, metavar="SECONDS")
    chosen = parser.parse_args()
    if chosen.skewed:
        print_skewed(chosen.skewed, chosen.rounds, chosen.most)
    else:
        print_usual()


if __name__ == "__main__":
    main()
