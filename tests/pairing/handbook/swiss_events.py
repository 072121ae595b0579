"""Generated events for the Dubov and Burstein tests: players, results, absences, byes."""

import random
from collections.abc import Callable, Iterator

from pairing.errors import NoLegalPairing
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Bye,
    Colour,
    ForbiddenGroup,
    Game,
    Player,
    Round,
    RoundPairing,
    TournamentState,
)

NAMES = ("Ada", "Çınar", "Cem", "Deniz", "Işık", "İnci", "Ömer", "Şule", "Umay", "Zeki")
PLAYED = ("10", "==", "01", "10", "01", "==", "DD", "??")
UNPLAYED = ("+-", "-+", "--")


def players(rng: random.Random, size: int) -> tuple[Player, ...]:
    """By falling rating, with ties, some unrated, some without name."""
    ratings = sorted(
        (
            rng.choice((0, rng.randrange(1000, 2700, 50), rng.randrange(1000, 2700)))
            for _ in range(size)
        ),
        reverse=True,
    )
    return tuple(
        Player(number, name=rng.choice((*NAMES, "")), rating=rating)
        for number, rating in enumerate(ratings, start=1)
    )


def results(
    rng: random.Random, state: TournamentState, pairing: RoundPairing, unplayed: float
) -> Round:
    """The round as played: mostly by chance, a little by rating."""
    games = []
    for number, board in enumerate(pairing.boards, start=1):
        code = rng.choice(UNPLAYED if rng.random() < unplayed else PLAYED)
        games.append(Game(board.white, board.black, RESULTS[code], number))
    byes = state.byes
    if pairing.bye is not None:
        byes += (Bye(pairing.bye, ByeKind.PAIRING_ALLOCATED),)
    return Round(pairing.number, tuple(games), byes)


def event(
    seed: int,
    pair: Callable[[TournamentState], RoundPairing],
    sizes: tuple[int, int] = (8, 60),
    most_rounds: int = 11,
    unplayed: float | None = None,
) -> Iterator[tuple[TournamentState, RoundPairing | NoLegalPairing]]:
    """A whole event, round by round: the state before the round and what was paired.

    Ends with the first round that has no legal pairing.
    """
    rng = random.Random(seed)
    size = rng.randint(*sizes)
    total = rng.randint(2, max(2, min(most_rounds, size - 1)))
    share = rng.choice((0.0, 0.05, 0.15)) if unplayed is None else unplayed
    forbidden: tuple[ForbiddenGroup, ...] = ()
    if rng.random() < 0.25:
        together = rng.sample(range(1, size + 1), rng.randint(2, max(2, size // 4)))
        forbidden = (ForbiddenGroup(frozenset(together)),)
    entered = players(rng, size)
    rounds: tuple[Round, ...] = ()
    colour = rng.choice((None, Colour.WHITE, Colour.BLACK))
    for _ in range(total):
        byes = tuple(
            Bye(player.tpn, rng.choice((ByeKind.HALF_POINT, ByeKind.ZERO_POINT)))
            for player in entered
            if rng.random() < share / 2
        )
        state = TournamentState(
            entered, rounds, total, initial_colour=colour, byes=byes, forbidden=forbidden
        )
        try:
            pairing = pair(state)
        except NoLegalPairing as error:
            yield state, error
            return
        yield state, pairing
        rounds += (results(rng, state, pairing, share),)
