"""Handbook, round robin, 1: everybody meets everybody. Whether that is still possible after a round
that is not one of the table, and by which rounds.

The games still to be played are a graph in which everybody has as many as there are rounds left (a
free round is a game with nobody, 0). It can be played to the end if its games can be dealt out so
that each round holds everybody once: a 1-factorization.

A perfect matching is taken away for round after round, in many orders, until one order comes out;
that proves that it is possible. Where none does, every way of dealing is tried, up to `BUDGET`
steps: for small fields (12 players, 4 rounds left and the like) that decides. Beyond the budget the
question stays open, and the answer says so.
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from random import Random

from pairing.matching import Matching

Pair = tuple[int, int]
Rounds = tuple[tuple[Pair, ...], ...]

ORDERS = 60
BUDGET = 20_000
#: the orders are the same in every run
SEED = 6


class Verdict(StrEnum):
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    OPEN = "open"


def deal(games: Sequence[Pair], rounds: int) -> tuple[Verdict, Rounds]:
    """The games in that many rounds, each with everybody once, if there is a way."""
    degree: Counter[int] = Counter(player for game in games for player in game)
    if any(count != rounds for count in degree.values()) or (rounds and not games):
        return Verdict.IMPOSSIBLE, ()
    if len(degree) % 2:
        return Verdict.IMPOSSIBLE, ()
    players = sorted(degree)
    if rounds == 0:
        return Verdict.POSSIBLE, ()
    if _matching(Counter(games), players) is None:
        return Verdict.IMPOSSIBLE, ()  # not even one round
    dice = Random(SEED)
    for order in range(ORDERS):
        dealt = _in_one_order(Counter(games), players, rounds)
        if dealt is None and order == 0 and rounds <= 2:
            return Verdict.IMPOSSIBLE, ()  # with so few rounds one order decides
        if dealt is not None:
            return Verdict.POSSIBLE, dealt
        dice.shuffle(players)
    return _every_way(games, rounds)


def _in_one_order(left: Counter[Pair], players: Sequence[int], rounds: int) -> Rounds | None:
    dealt: list[tuple[Pair, ...]] = []
    while len(dealt) < rounds - 2:
        found = _matching(left, players)
        if found is None:
            return None
        dealt.append(found)
        left = left - Counter(found)
    last = _two_rounds(left) if rounds > 1 else (tuple(left.elements()),)
    return (*dealt, *last) if last is not None else None


def _matching(left: Counter[Pair], players: Sequence[int]) -> tuple[Pair, ...] | None:
    index = {player: place for place, player in enumerate(players)}
    rows = [0] * len(players)
    for a, b in left:
        rows[index[a]] |= 1 << index[b]
        rows[index[b]] |= 1 << index[a]
    matching = Matching(rows, (1 << len(players)) - 1)
    if not matching.complete():
        return None
    return tuple(
        sorted(
            _pair(players[one], players[other])
            for one, other in enumerate(matching.mate)
            if one < other
        )
    )


def _two_rounds(left: Counter[Pair]) -> Rounds | None:
    """Two rounds are circles of players; each must be even to be dealt out by turns."""
    games = list(left.elements())
    of: dict[int, list[int]] = {}
    for number, game in enumerate(games):
        for player in game:
            of.setdefault(player, []).append(number)
    rounds: tuple[list[Pair], list[Pair]] = ([], [])
    used: set[int] = set()
    for start in sorted(of):
        player, turn = start, 0
        while (following := next((n for n in of[player] if n not in used), None)) is not None:
            used.add(following)
            rounds[turn % 2].append(games[following])
            a, b = games[following]
            player, turn = (b if player == a else a), turn + 1
        if turn % 2:
            return None
    return tuple(sorted(rounds[0])), tuple(sorted(rounds[1]))


def _every_way(games: Sequence[Pair], rounds: int) -> tuple[Verdict, Rounds]:
    """Every way of giving the games their rounds, the most constrained game first."""
    free = {player: (1 << rounds) - 1 for game in games for player in game}
    given: dict[int, int] = {}
    # The rounds have no names yet: those of the first player's games may be fixed.
    first = min(free)
    for number, game in enumerate(games):
        if first in game:
            given[number] = len(given)
    for number, round_ in given.items():
        for player in games[number]:
            free[player] &= ~(1 << round_)
    steps = 0

    def search() -> bool | None:
        nonlocal steps
        steps += 1
        if steps > BUDGET:
            return None
        open_ = [number for number in range(len(games)) if number not in given]
        if not open_:
            return True
        number = min(open_, key=lambda n: ((free[games[n][0]] & free[games[n][1]]).bit_count(), n))
        a, b = games[number]
        choices = free[a] & free[b]
        while choices:
            bit = choices & -choices
            choices ^= bit
            given[number] = bit.bit_length() - 1
            free[a] ^= bit
            free[b] ^= bit
            found = search()
            if found is not False:
                return found
            free[a] ^= bit
            free[b] ^= bit
            del given[number]
        return False

    found = search()
    if found is None:
        return Verdict.OPEN, ()
    if not found:
        return Verdict.IMPOSSIBLE, ()
    dealt: list[list[Pair]] = [[] for _ in range(rounds)]
    for number, round_ in given.items():
        dealt[round_].append(games[number])
    return Verdict.POSSIBLE, tuple(tuple(sorted(each)) for each in dealt)


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)
