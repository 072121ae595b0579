"""Measures a round of FIDE's team Swiss in events made to be hard.

python -m scripts.bench.team_swiss               # the table of docs/performance.md
python -m scripts.bench.team_swiss --teams 180 --rounds 11

A line for each kind of event: what all results are like, the preferences, and which score comes
first. Only the processor time of the pairing is counted.
"""

import random
from argparse import ArgumentParser
from collections.abc import Iterator
from time import process_time

from pairing.errors import NoLegalPairing
from pairing.results import ByeKind
from pairing.state import Colour, ForbiddenGroup
from pairing.systems import system
from tiebreaks.teams import Match, Team, TeamBye, TeamEvent, TeamRound, pairing_state

BOARDS = 4
#: game points of White in tenths, drawn by lot
RESULTS = {
    "usual": tuple(range(5, 40, 5)),
    "White wins": (30,),
    "all drawn": (20,),
    "White 3 of 4": (30, 30, 30, 10),
    "whole points": (0, 10, 20, 30, 40),
}


def rounds(
    results: str, preferences: str, primary: str, teams: int, total: int, apart: int
) -> Iterator[float]:
    """The seconds of each round. `apart`: the first so many teams must not meet each other."""
    rng = random.Random(1)
    pair = system("fide2026.team").pair
    event = TeamEvent(tuple(Team(n) for n in range(1, teams + 1)), (), total, BOARDS)
    options = (("preferences", preferences), ("primary_score", primary))
    forbidden = (ForbiddenGroup(frozenset(range(1, apart + 1))),) if apart else ()
    for number in range(1, total + 1):
        state = pairing_state(
            event, options=options, initial_colour=Colour.WHITE, forbidden=forbidden
        )
        begun = process_time()
        try:
            made = pair(state)
        except NoLegalPairing:
            return
        yield process_time() - begun
        matches = []
        for board in made.boards:
            won = rng.choice(RESULTS[results])
            matches.append(Match(board.white, board.black, points=(won, 10 * BOARDS - won)))
        byes = () if made.bye is None else (TeamBye(made.bye, ByeKind.PAIRING_ALLOCATED),)
        event = TeamEvent(
            event.teams,
            (*event.rounds, TeamRound(number, tuple(matches), byes)),
            total,
            BOARDS,
        )


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--teams", type=int, default=120)
    parser.add_argument("--rounds", type=int, default=9)
    chosen = parser.parse_args()
    print("| results | preferences | primary score | apart | rounds | mean, ms | slowest, ms |")
    print("|---|---|---|---|---|---|---|")
    for results in RESULTS:
        for preferences, primary in (("type_a", "match_points"), ("type_b", "game_points")):
            for apart in (0, chosen.teams // 2):
                times = list(
                    rounds(results, preferences, primary, chosen.teams, chosen.rounds, apart)
                )
                mean, most = sum(times) / len(times), max(times)
                print(
                    f"| {results} | {preferences} | {primary} | {apart} | {len(times)} "
                    f"| {1000 * mean:.0f} | {1000 * most:.0f} ({times.index(most) + 1}) |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
