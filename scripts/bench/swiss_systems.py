"""Measures a round of the handbook's Swiss systems, beside FIDE's Dutch system.

python -m scripts.bench.swiss_systems            # the table of docs/performance.md

The same invented event of 200 players in 9 rounds for each, paired by the system itself; only its
own processor time is counted.
"""

from time import process_time

from pairing.formats import keys
from pairing.state import RoundPairing, TournamentState
from pairing.systems import system
from tests.pairing.handbook.swiss_events import event

SYSTEMS = keys(swiss=True, pairs_teams=False)
SEEDS = (1, 2, 3)


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


def main() -> None:
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


if __name__ == "__main__":
    main()
