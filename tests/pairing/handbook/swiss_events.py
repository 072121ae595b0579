"""Generated events for the Dubov and Burstein tests: players, results, absences, byes."""

import random
from collections.abc import Callable, Iterator

from pairing.errors import NoLegalPairing
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Bonus,
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
    apart: int = 4,
    fewest_rounds: int = 2,
) -> Iterator[tuple[TournamentState, RoundPairing | NoLegalPairing]]:
    """A whole event, round by round: the state before the round and what was paired.

    In one event of four up to the `apart`-th part of the players must not meet each other.
    Ends with the first round that has no legal pairing.
    """
    rng = random.Random(seed)
    size = rng.randint(*sizes)
    total = rng.randint(fewest_rounds, max(2, min(most_rounds, size - 1)))
    share = rng.choice((0.0, 0.05, 0.15)) if unplayed is None else unplayed
    forbidden: tuple[ForbiddenGroup, ...] = ()
    if rng.random() < 0.25:
        together = rng.sample(range(1, size + 1), rng.randint(2, max(2, size // apart)))
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


def crowded(seed: int, sizes: tuple[int, int]) -> TournamentState:
    """A state no system would have made: games by chance and many pairs kept apart."""
    rng = random.Random(seed)
    size = rng.randint(*sizes)
    entered = players(rng, size)
    rounds = []
    for number in range(1, rng.randint(1, 3) + 1):
        order = rng.sample(range(1, size + 1), size)
        rounds.append(
            Round(
                number,
                tuple(
                    Game(order[i], order[i + 1], RESULTS[rng.choice((*PLAYED, "+-"))])
                    for i in range(0, size - 1, 2)
                    if rng.random() < 0.9
                ),
            )
        )
    share = rng.choice((0.1, 0.3, 0.5, 0.7))
    apart = tuple(
        ForbiddenGroup(frozenset((a, b)))
        for a in range(1, size + 1)
        for b in range(1, a)
        if rng.random() < share
    )
    # Few score groups, so that they are large; sometimes a club of leaders that keeps apart.
    club: set[int] = set()
    if rng.random() < 0.5:
        club = set(rng.sample(range(1, size + 1), size // 2))
        apart += (ForbiddenGroup(frozenset(club)),)
    bonuses = tuple(
        Bonus(tpn, 1, 30 if tpn in club else rng.choice((0, 10, 30))) for tpn in range(1, size + 1)
    )
    total = len(rounds) + rng.randint(1, 4)
    return TournamentState(entered, tuple(rounds), total, forbidden=apart, bonuses=bonuses)
