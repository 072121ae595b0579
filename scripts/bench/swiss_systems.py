"""Measures a round of every Swiss system, in usual events and in those made to be hard.

python -m scripts.bench.swiss_systems                        # the table of docs/performance.md
python -m scripts.bench.swiss_systems --skewed 300 1000      # the table of its cliffs
python -m scripts.bench.swiss_systems --skewed 301 --system handbook.lim --results draws
python -m scripts.bench.swiss_systems --skewed 300 --seeds 8 # the slowest of eight events each

Without `--skewed`: the same invented event of 200 players in 9 rounds for each, paired by the
system itself. With it: events of so many players whose results all lean one way, half of whose
field must not meet each other, or whose players have nearly run out of opponents; one line a
system, one column a kind of event, and in it the slowest round of its events. Only the processor
time of the pairing is counted. A round over `--most` seconds is left there, and the event with it.
"""

import signal
from argparse import ArgumentParser, Namespace
from time import process_time
from types import FrameType

from pairing.formats import find, keys
from pairing.state import RoundPairing, TournamentState
from pairing.systems import system
from tests.pairing.handbook.swiss_events import event
from tests.pairing.leaning_events import LEANINGS, Leaning, leaning_event

SYSTEMS = keys(swiss=True, pairs_teams=False)
#: the usual events have unrated players, whom other systems of FIDE do not pair
USUAL = ("fide2026.dutch", *(key for key in SYSTEMS if key.startswith("handbook.")))
SEEDS = (1, 2, 3)


class TooLong(Exception):
    """A round took longer than it may."""


class Stopwatch:
    """Pairs with a system, and keeps the seconds of each round."""

    def __init__(self, code: str, most: int = 0) -> None:
        self.pair = system(code).pair
        self.most = most
        self.seconds: list[float] = []

    def __call__(self, state: TournamentState) -> RoundPairing:
        signal.setitimer(signal.ITIMER_VIRTUAL, self.most)
        begun = process_time()
        try:
            return self.pair(state)
        finally:
            self.seconds.append(process_time() - begun)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def usual(code: str) -> list[float]:
    watch = Stopwatch(code)
    for seed in SEEDS:
        for _ in event(seed, watch, (200, 200), 9, unplayed=0.03, fewest_rounds=9):
            pass
    return watch.seconds


def slowest(code: str, leaning: Leaning, size: int, chosen: Namespace) -> str:
    """The slowest round of all events in milliseconds, and which one it was."""
    worst, place = 0.0, 0
    a_round = find(code).games_a_round
    for seed in range(1, chosen.seeds + 1):
        watch = Stopwatch(code, chosen.most)
        try:
            for _ in leaning_event(leaning, watch, size, chosen.rounds, seed, a_round):
                pass
        except TooLong:
            return f"over {1000 * chosen.most:,} ({len(watch.seconds)})"
        if max(watch.seconds) > worst:
            worst = max(watch.seconds)
            place = watch.seconds.index(worst) + 1
    return f"{1000 * worst:.0f} ({place})"


def too_long(_signal: int, _frame: FrameType | None) -> None:
    raise TooLong


def print_skewed(chosen: Namespace) -> None:
    signal.signal(signal.SIGVTALRM, too_long)
    print(f"| players | system | {' | '.join(chosen.results)} |")
    print(f"|---|---|{'---|' * len(chosen.results)}")
    for size in chosen.skewed:
        for code in chosen.system:
            print(f"| {size:,} | {code} ", end="", flush=True)
            for name in chosen.results:
                print(f"| {slowest(code, LEANINGS[name], size, chosen)} ", end="", flush=True)
            print("|")


def print_usual() -> None:
    print("| system | rounds | mean, ms | slowest, ms | times FIDE's Dutch |")
    print("|---|---|---|---|---|")
    first = 0.0
    for code in USUAL:
        times = usual(code)
        mean = sum(times) / len(times)
        first = first or mean
        print(
            f"| {code} | {len(times)} | {1000 * mean:.0f} | {1000 * max(times):.0f} "
            f"| {mean / first:.1f} |",
            flush=True,
        )


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--skewed", type=int, nargs="+", metavar="PLAYERS")
    parser.add_argument("--system", nargs="+", choices=SYSTEMS, default=list(SYSTEMS))
    parser.add_argument("--results", nargs="+", choices=tuple(LEANINGS), default=list(LEANINGS))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seeds", type=int, default=1, metavar="EVENTS")
    parser.add_argument("--most", type=int, default=10, metavar="SECONDS")
    chosen = parser.parse_args()
    if chosen.skewed:
        print_skewed(chosen)
    else:
        print_usual()


if __name__ == "__main__":
    main()
