"""Invented events for the tests of the Lim system: those of Dubov, with what only Lim reads."""

import random
from collections.abc import Iterator
from dataclasses import replace

from pairing.fide2026.lim import pair
from pairing.state import RoundPairing, TournamentState
from tests.pairing.fide2026.dubov import dubov_made


def event(seed: int, least: int = 5, most: int = 10) -> Iterator[TournamentState]:
    """Every state of an event before a round, the last of them perhaps without a pairing.

    Some are maxi-tournaments, some have players without rating or numbers that do not follow
    the ratings.
    """
    chance = random.Random(seed)
    options: tuple[tuple[str, bool], ...] = ()
    if chance.random() < 0.3:
        options += (("maxi", True),)
    if chance.random() < 0.3:
        options += (("accelerated_first_round", True),)
    ratings: dict[int, int] = {}
    for tpn in range(1, most + 1):
        if options and chance.random() < 0.4:
            ratings[tpn] = chance.choice((0, chance.randrange(1400, 2000, 25)))

    def lim_of(state: TournamentState) -> TournamentState:
        players = tuple(
            replace(player, rating=ratings.get(player.tpn, player.rating))
            for player in state.players
        )
        return replace(state, players=players, options=options)

    def paired(state: TournamentState) -> RoundPairing:
        return pair(lim_of(state))

    for state in dubov_made.event(seed, paired, least, most):
        yield lim_of(state)
