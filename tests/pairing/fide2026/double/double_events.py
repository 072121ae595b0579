"""Invented events for the tests of the Double-Swiss: all sorts of fields, results and absences."""

import random
from collections.abc import Callable, Iterator

from pairing.errors import NoLegalPairing
from pairing.results import MATCH_RESULTS, ByeKind
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

PLAYED = ("10", "01", "==")
HABITS = {
    "even": (1, 1, 1),
    "white": (8, 1, 1),
    "drawish": (1, 1, 8),
    "decisive": (3, 3, 1),
}
Pairing = Callable[[TournamentState], RoundPairing]


def field_of(chance: random.Random, size: int) -> tuple[Player, ...]:
    step = chance.choice((1, 50, 200))
    ratings = sorted(1400 + step * chance.randrange(1 + 1000 // step) for _ in range(size))
    return tuple(Player(tpn, rating=rating) for tpn, rating in enumerate(reversed(ratings), 1))


def event(seed: int, pair: Pairing, least: int = 5, most: int = 9) -> Iterator[TournamentState]:
    """Every state of an event before a round, the last of them perhaps without legal pairing."""
    chance = random.Random(seed)
    size = chance.randint(least, most)
    players = field_of(chance, size)
    total = chance.randint(2, min(9, size))
    weights = HABITS[chance.choice(list(HABITS))]
    trouble = chance.choice((0.0, 0.0, 0.08, 0.2))
    forbidden: tuple[ForbiddenGroup, ...] = ()
    if chance.random() < 0.25:
        group = chance.sample(range(1, size + 1), chance.randint(2, max(2, size // 2)))
        forbidden = (
            ForbiddenGroup(frozenset(group), chance.choice((1, 2)), chance.choice((0, 3))),
        )
    virtual = None
    if chance.random() < 0.15:
        half = (20,) * chance.randint(1, 2) + (10,) * 2
        virtual = VirtualPoints(tuple((tpn, half) for tpn in range(1, size // 2 + 1)))
    entry = {player.tpn: 1 for player in players}
    if trouble:
        for tpn in entry:
            if chance.random() < trouble:
                entry[tpn] = chance.randint(2, 3)
    bye = chance.choice((15, 15, 15, 20))
    points = PointSystem.of_matches(pairing_bye=bye)
    options = (
        ("top_member", "higher_score" if chance.random() < 0.15 else "smaller_number"),
        ("parity_numbering", "tpn" if chance.random() < 0.1 else "arrived"),
    )
    initial = chance.choice((None, Colour.WHITE, Colour.BLACK))
    gone: set[int] = set()
    rounds: tuple[Round, ...] = ()
    for number in range(1, total + 1):
        byes = []
        for player in players:
            if entry[player.tpn] > number or player.tpn in gone:
                byes.append(Bye(player.tpn, ByeKind.ZERO_POINT))
            elif chance.random() < trouble / 2:
                kinds = (ByeKind.HALF_POINT, ByeKind.FULL_POINT, ByeKind.ZERO_POINT)
                byes.append(Bye(player.tpn, chance.choice(kinds)))
        state = TournamentState(
            players,
            rounds,
            total,
            points,
            initial,
            tuple(byes),
            forbidden,
            virtual,
            options=options,
        )
        yield state
        try:
            paired = pair(state)
        except NoLegalPairing:
            return
        rounds += (_played(chance, paired, byes, weights, trouble),)
        if trouble and chance.random() < trouble:
            gone.add(chance.randint(1, size))


def _played(
    chance: random.Random,
    paired: RoundPairing,
    byes: list[Bye],
    weights: tuple[int, int, int],
    trouble: float,
) -> Round:
    games = []
    for number, board in enumerate(paired.boards, 1):
        codes = chance.choices(PLAYED, weights, k=2)
        codes[1] = codes[1][::-1]  # the colours are turned
        for game in (0, 1):
            if chance.random() < trouble:
                codes[game] = chance.choice(("+-", "-+", "--", "=0", "0=", "00"))
        if chance.random() < trouble:
            codes = [chance.choice(("+-", "-+", "--"))] * 2
        games.append(Game(board.white, board.black, MATCH_RESULTS["".join(codes)], number))
    if paired.bye is not None:
        byes = [*byes, Bye(paired.bye, ByeKind.PAIRING_ALLOCATED)]
    return Round(paired.number, tuple(games), tuple(byes))
