"""The time that standings take: `python -m tiebreaks.bench`.

Generated Swiss-like events of 9 rounds (neighbours in the score order meet, with draws, byes
and forfeits), ten tie-breaks, best of three runs, everything in process.
"""

import time

from pairing.results import RESULTS, ByeKind
from pairing.state import Bye, Game, Player, Round, TournamentState
from tiebreaks.standings import standings

LIST = "BH/C1 BH BH/M1 SB DE PS WIN ARO TPR KS"
SIZES = (200, 1000, 3000)


def event(players: int, rounds: int = 9) -> TournamentState:
    """An event in which everything happens; the same one for the same numbers."""
    scores = dict.fromkeys(range(1, players + 1), 0)
    played = []
    for number in range(1, rounds + 1):
        byes = [Bye(tpn, ByeKind.HALF_POINT) for tpn in scores if (tpn * 7 + number) % 97 == 0]
        away = {bye.player for bye in byes}
        order = sorted((t for t in scores if t not in away), key=lambda t: (-scores[t], t))
        if len(order) % 2:
            byes.append(Bye(order.pop(), ByeKind.PAIRING_ALLOCATED))
        half = len(order) // 2 if number == 1 else 1
        pairs = (
            zip(order[:half], order[half:], strict=True)
            if number == 1
            else zip(order[::2], order[1::2], strict=True)
        )
        games = []
        for first, second in pairs:
            chance = (first * 31 + second * 17 + number * 101) % 100
            code = "10" if chance < 40 else "==" if chance < 65 else "01" if chance < 98 else "+-"
            white, black = (first, second) if (first + number) % 2 else (second, first)
            game = Game(white, black, RESULTS[code])
            games.append(game)
            for tpn in (white, black):
                scores[tpn] += {"win": 2, "forfeit_win": 2, "draw": 1}.get(game.outcome(tpn), 0)
        for bye in byes:
            scores[bye.player] += 2 if bye.kind is ByeKind.PAIRING_ALLOCATED else 1
        played.append(Round(number, tuple(games), tuple(byes)))
    people = tuple(Player(tpn, rating=2600 - tpn // 2) for tpn in scores)
    return TournamentState(people, tuple(played), rounds)


def seconds(state: TournamentState, codes: str = LIST, runs: int = 3) -> float:
    best = float("inf")
    for _ in range(runs):
        begun = time.perf_counter()
        standings(state, codes)
        best = min(best, time.perf_counter() - begun)
    return best


def main() -> None:
    print("players\trounds\ttie-breaks\tmilliseconds")
    for size in SIZES:
        state = event(size)
        print(f"{size}\t9\t{len(LIST.split())}\t{1000 * seconds(state):.0f}")


if __name__ == "__main__":
    main()
