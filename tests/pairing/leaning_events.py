"""Events whose results all lean one way, or whose pairings are hard to find."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pairing.errors import NoLegalPairing
from pairing.results import KNOWN, ByeKind
from pairing.state import (
    Board,
    Bye,
    Colour,
    ForbiddenGroup,
    Game,
    Player,
    PointSystem,
    Round,
    RoundPairing,
    TournamentState,
)


@dataclass(frozen=True, slots=True)
class Leaning:
    """How the results of an event come about."""

    white: float = 0.0  # chance of a White win
    draw: float = 0.0  # of a draw; Black wins otherwise
    by_rating: bool = False  # the better number always wins
    apart: float = 0.0  # this part of the field must not meet each other
    size: int = 0  # so many players whatever is asked for
    rounds: int = 0  # so many rounds

    def result(self, rng: random.Random, board: Board) -> str:
        if self.by_rating:
            return "10" if board.white < board.black else "01"
        chance = rng.random()
        return "10" if chance < self.white else "==" if chance < self.white + self.draw else "01"


LEANINGS = {
    "White wins": Leaning(white=1.0),
    "Black wins": Leaning(),
    "White 60 %": Leaning(white=0.6),
    "draws": Leaning(draw=1.0),
    "by rating": Leaning(by_rating=True),
    "random": Leaning(white=0.35, draw=0.3),
    "half apart": Leaning(white=0.35, draw=0.3, apart=0.5),
    "half apart, White wins": Leaning(white=1.0, apart=0.5),
    "half apart, by rating": Leaning(by_rating=True, apart=0.5),
    "half apart, draws": Leaning(draw=1.0, apart=0.5),
    "exhausted, 61 x 29": Leaning(white=0.35, draw=0.3, size=61, rounds=29),
}


def leaning_event(
    leaning: Leaning,
    pair: Callable[[TournamentState], RoundPairing],
    size: int,
    total: int,
    seed: int = 1,
    a_round: int = 1,
) -> Iterator[tuple[TournamentState, RoundPairing]]:
    """The state before each round and its pairing; ends early where no pairing is legal.

    `a_round`: so many games between two, all with the result of the first for the same player.
    """
    points = PointSystem.of_matches() if a_round == 2 else PointSystem()
    rng = random.Random(seed)
    size, total = leaning.size or size, leaning.rounds or total
    players = tuple(Player(tpn, rating=2600 - tpn) for tpn in range(1, size + 1))
    club = frozenset(rng.sample(range(1, size + 1), int(leaning.apart * size)))
    forbidden = (ForbiddenGroup(club),) if club else ()
    rounds: tuple[Round, ...] = ()
    for number in range(1, total + 1):
        state = TournamentState(
            players, rounds, total, points, initial_colour=Colour.WHITE, forbidden=forbidden
        )
        try:
            pairing = pair(state)
        except NoLegalPairing:
            return
        yield state, pairing
        games = tuple(
            Game(board.white, board.black, KNOWN[leaning.result(rng, board) * a_round], place)
            for place, board in enumerate(pairing.boards, start=1)
        )
        byes = () if pairing.bye is None else (Bye(pairing.bye, ByeKind.PAIRING_ALLOCATED),)
        rounds += (Round(number, games, byes),)
