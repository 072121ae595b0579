"""Made-up events for Burstein: small, with everything that makes rare steps frequent."""

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
    PointSystem,
    Round,
    RoundPairing,
    TournamentState,
    VirtualPoints,
)

Pair = Callable[[TournamentState], RoundPairing]
#: draws make large brackets, wins small ones
RESULTS_BY_MOOD = (
    ("10", "01", "==", "10", "01"),
    ("==", "==", "==", "10", "01"),
    ("10", "10", "10", "01"),
    ("10", "01", "==", "0=", "00", "??"),
)
UNPLAYED = ("+-", "-+", "--")


def event(seed: int, pair: Pair) -> Iterator[tuple[TournamentState, RoundPairing | None]]:
    """Every round of an event: the state before it, and what was paired (None: nothing can be)."""
    rng = random.Random(seed)
    size = rng.randint(4, 11)
    total = rng.randint(3, 9)
    mood = rng.choice(RESULTS_BY_MOOD)
    share = rng.choice((0.0, 0.05, 0.15))
    entered = tuple(Player(number, rating=2400 - 20 * number) for number in range(1, size + 1))
    late = {tpn: rng.randint(2, 4) for tpn in range(1, size + 1) if rng.random() < share / 2}
    leaving = {tpn: rng.randint(2, 8) for tpn in range(1, size + 1) if rng.random() < share}
    forbidden: tuple[ForbiddenGroup, ...] = ()
    if rng.random() < 0.15:
        together = rng.sample(range(1, size + 1), rng.randint(2, size // 2))
        forbidden = (ForbiddenGroup(frozenset(together)),)
    virtual = None
    if rng.random() < 0.15:
        # More rounds than Baku accelerates, so that rounds after the seeding are among them.
        half = (10,) * rng.randint(1, total) + (5,) * 3
        virtual = VirtualPoints(tuple((tpn, half) for tpn in range(1, size // 2 + 1)))
    points = PointSystem(pairing_bye=5) if rng.random() < 0.1 else PointSystem()
    colour = rng.choice((Colour.WHITE, Colour.BLACK))
    rounds: tuple[Round, ...] = ()
    for number in range(1, total + 1):
        byes = []
        for player in entered:
            tpn = player.tpn
            if number < late.get(tpn, 0) or number >= leaving.get(tpn, total + 1):
                byes.append(Bye(tpn, ByeKind.ZERO_POINT))
            elif rng.random() < share:
                kinds = (ByeKind.ZERO_POINT, ByeKind.ZERO_POINT, ByeKind.HALF_POINT)
                byes.append(Bye(tpn, rng.choice((*kinds, ByeKind.FULL_POINT))))
        state = TournamentState(
            entered, rounds, total, points, colour, tuple(byes), forbidden, virtual
        )
        try:
            pairing = pair(state)
        except NoLegalPairing:
            yield state, None
            return
        yield state, pairing
        games = []
        for board, seats in enumerate(pairing.boards, 1):
            code = rng.choice(UNPLAYED if rng.random() < share else mood)
            games.append(Game(seats.white, seats.black, RESULTS[code], board))
        # Who has not come yet is in no list of the round.
        held = [bye for bye in byes if number >= late.get(bye.player, 0)]
        if pairing.bye is not None:
            held.append(Bye(pairing.bye, ByeKind.PAIRING_ALLOCATED))
        rounds += (Round(number, tuple(games), tuple(held)),)
