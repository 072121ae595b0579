"""Measures how the second Dutch engine grows, beside the first.

python -m scripts.bench.witness_scaling          # the table of docs/performance.md
python -m scripts.bench.witness_scaling 200      # one size only

The same simulated opens as `dutch_scaling`; both engines pair every round from the same state and
must agree. Only processor time is counted. Steps are what the budget counts.
"""

import sys
from time import process_time

from pairing.fide2026 import dutch, witness
from pairing.matching.optimum import Budget
from pairing.state import RoundPairing, TournamentState
from scripts.bench.dutch_scaling import OPEN
from tests.pairing.fide2026.dutch.dutch_simulation import tournament

SIZES = (50, 100, 200, 300, 600, 1000)
ROUNDS = 9


class Counted(Budget):
    """A budget that says what was spent."""

    spent: int = 0

    def spend(self, steps: int) -> None:
        Counted.spent += steps
        super().spend(steps)


def row(players: int) -> None:
    firsts, seconds, steps = [], [], []

    def both(state: TournamentState) -> RoundPairing:
        start = process_time()
        first = dutch.pair(state)
        firsts.append(process_time() - start)
        Counted.spent = 0
        start = process_time()
        second = witness.pair(state)
        seconds.append(process_time() - start)
        steps.append(Counted.spent)
        if (first.boards, first.bye) != (second.boards, second.bye):
            raise SystemExit(f"{players} players: the engines differ in round {state.next_round}.")
        return first

    for _ in tournament(1, players, ROUNDS, both, OPEN):
        pass
    print(
        f"| {players} x {ROUNDS} | {sum(seconds):.2f} | {sum(seconds) / len(seconds):.2f} "
        f"| {max(seconds):.2f} | {max(steps) / 1e6:.1f} | {sum(seconds) / sum(firsts):.0f} |",
        flush=True,
    )


if __name__ == "__main__":
    setattr(witness, "Budget", Counted)  # noqa: B010  (in its place)
    print(
        "| players x rounds | all rounds, s | mean, s | slowest, s | most steps, million "
        "| times the first engine |"
    )
    print("|---|---|---|---|---|---|")
    for size in [int(word) for word in sys.argv[1:]] or SIZES:
        row(size)
