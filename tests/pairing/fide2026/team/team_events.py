"""Made-up team events: small, with everything that makes rare steps frequent."""

import random
from collections.abc import Callable, Iterator

from pairing.errors import NoLegalPairing
from pairing.results import ByeKind
from pairing.state import (
    Bye,
    Colour,
    ForbiddenGroup,
    RoundPairing,
    TournamentState,
    VirtualPoints,
)
from tiebreaks.teams import (
    Match,
    MatchPoints,
    Team,
    TeamBye,
    TeamEvent,
    TeamRound,
    pairing_state,
)

Pair = Callable[[TournamentState], RoundPairing]


def event(
    seed: int, pair: Pair, least: int = 4, most: int = 10
) -> Iterator[tuple[TournamentState, RoundPairing | None]]:
    """Every round of an event: the state before it, and what was paired (None: nothing can be)."""
    rng = random.Random(seed)
    size = rng.randint(least, most)
    total = rng.randint(3, 8)
    boards = rng.choice((2, 4, 6))
    share = rng.choice((0.0, 0.05, 0.15))
    draws = rng.choice((0.1, 0.3, 0.8))
    primary = rng.choice(("match_points", "match_points", "game_points"))
    options = (
        ("preferences", rng.choice(("type_a", "type_b", "no_preferences"))),
        ("primary_score", primary),
        ("second_score", rng.random() < 0.7),
        ("top_member", "higher_score" if rng.random() < 0.2 else "smaller_number"),
        ("parity_numbering", "tpn" if rng.random() < 0.1 else "arrived"),
    )
    late = {team: rng.randint(2, 4) for team in range(1, size + 1) if rng.random() < share / 2}
    leaving = {team: rng.randint(2, 8) for team in range(1, size + 1) if rng.random() < share}
    forbidden: tuple[ForbiddenGroup, ...] = ()
    if rng.random() < 0.15:
        together = rng.sample(range(1, size + 1), rng.randint(2, size // 2))
        forbidden = (ForbiddenGroup(frozenset(together)),)
    virtual = None
    if primary == "match_points" and rng.random() < 0.2:
        half = (20,) * rng.randint(1, 3) + (10,) * 2
        virtual = VirtualPoints(tuple((team, half) for team in range(1, size // 2 + 1)))
    held = TeamEvent(
        tuple(Team(number) for number in range(1, size + 1)),
        (),
        total,
        boards,
        match_points=MatchPoints() if rng.random() < 0.8 else MatchPoints(pairing_bye=20),
        bye_game_points=10 * boards if rng.random() < 0.2 else None,
    )
    for number in range(1, total + 1):
        byes = []
        for team in range(1, size + 1):
            if number < late.get(team, 0) or number >= leaving.get(team, total + 1):
                byes.append(Bye(team, ByeKind.ZERO_POINT))
            elif rng.random() < share:
                kinds = (ByeKind.ZERO_POINT, ByeKind.HALF_POINT, ByeKind.FULL_POINT)
                byes.append(Bye(team, rng.choice(kinds)))
        state = pairing_state(
            held,
            byes=byes,
            options=options,
            initial_colour=rng.choice((Colour.WHITE, Colour.BLACK)),
            forbidden=forbidden,
            acceleration=virtual,
        )
        try:
            pairing = pair(state)
        except NoLegalPairing:
            yield state, None
            return
        yield state, pairing
        matches = []
        for seats in pairing.boards:
            if rng.random() < share:
                forfeit = rng.choice(("+-", "-+", "--"))
                matches.append(Match(seats.white, seats.black, forfeit=forfeit))
                continue
            won = boards * 5 if rng.random() < draws else 5 * rng.randint(0, 2 * boards)
            matches.append(Match(seats.white, seats.black, points=(won, 10 * boards - won)))
        # Who has not come yet is in no list of the round.
        free = [TeamBye(bye.player, bye.kind) for bye in byes if number >= late.get(bye.player, 0)]
        if pairing.bye is not None:
            free.append(TeamBye(pairing.bye, ByeKind.PAIRING_ALLOCATED))
        held = TeamEvent(
            held.teams,
            (*held.rounds, TeamRound(number, tuple(matches), tuple(free))),
            total,
            boards,
            match_points=held.match_points,
            bye_game_points=held.bye_game_points,
        )
