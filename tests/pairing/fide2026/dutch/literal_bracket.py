"""C.04.3 articles 2 to 4 taken literally: every candidate, in the order of the text.

The judge of the engine on small brackets. Slow on purpose, and it shares nothing with the engine
but the facts of Art. 1 (`Field`) and the legality of pairs.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, permutations

from pairing.fide2026.dutch.definitions import ABSOLUTE, STRONG, Field, Member
from pairing.fide2026.dutch.model import Bracket
from pairing.state import Colour

Pairs = tuple[tuple[int, int], ...]
Vector = dict[str, object]

UNPAIRED = 10**6  # a score difference greater than any other


# Art. 4  Sequential generation


def exchanges(
    first: tuple[int, ...], second: tuple[int, ...]
) -> Iterator[tuple[list[int], list[int]]]:
    """Art. 4.3: no exchange, then all resident exchanges in order; S1 and S2 sorted again."""
    found = []
    for size in range(min(len(first), len(second)) + 1):
        for leaving in combinations(first, size):
            for entering in combinations(second, size):
                key = (
                    size,
                    sum(entering) - sum(leaving),
                    [-number for number in sorted(leaving, reverse=True)],
                    sorted(entering),
                )
                found.append((key, leaving, entering))
    for _, leaving, entering in sorted(found, key=lambda item: item[0]):
        yield (
            sorted({*first, *entering} - set(leaving)),
            sorted({*second, *leaving} - set(entering)),
        )


def remainders(players: tuple[int, ...], pairs: int) -> Iterator[Pairs]:
    """Art. 3.6: the candidates of a homogeneous bracket or remainder."""
    numbers = tuple(range(1, len(players) + 1))
    for first, second in exchanges(numbers[:pairs], numbers[pairs:]):
        for order in permutations(second, pairs):
            yield tuple((players[i - 1], players[j - 1]) for i, j in zip(first, order, strict=True))


def candidates(bracket: Bracket, pairs: int, paired_mdps: int) -> Iterator[Pairs]:
    """Art. 3.7: MDP sets, then transpositions of S2, then the remainder."""
    for chosen in combinations(bracket.mdps, paired_mdps):
        for opponents in permutations(bracket.residents, paired_mdps):
            rest = tuple(x for x in bracket.residents if x not in opponents)
            if 2 * (pairs - paired_mdps) > len(rest):
                continue
            for remainder in remainders(rest, pairs - paired_mdps):
                yield (*zip(chosen, opponents, strict=True), *remainder)


# Art. 2  The criteria


def denied(a: Member, b: Member) -> bool:
    return a.due is not None and a.due == b.due


def gets(a: Member, b: Member) -> Colour | None:
    """The colour of a against b by Art. 5.2.1 to 5.2.3, None if later rules decide."""
    if a.due is None and b.due is None:
        return None
    if not denied(a, b):
        return a.due or b.due.opposite  # type: ignore[union-attr]
    mine = (a.strength, abs(a.difference) if a.strength == ABSOLUTE else 0)
    other = (b.strength, abs(b.difference) if b.strength == ABSOLUTE else 0)
    if mine != other:
        return a.due if mine > other else a.due.opposite  # type: ignore[union-attr]
    for x, y in zip(reversed(a.colours), reversed(b.colours), strict=False):
        if x != y:
            return y
    return None


def topscorer_faults(a: Member, b: Member) -> tuple[int, int]:
    """C10 and C11 for one pair."""
    if not (a.topscorer or b.topscorer):
        return 0, 0
    wide = third = 0
    colours = {0: gets(a, b), 1: gets(b, a)}
    if denied(a, b) and colours[0] is None:
        # Both have the same history: whoever is refused, the fault is the same.
        colours = {0: a.due, 1: a.due.opposite}  # type: ignore[union-attr]
    for which, player in enumerate((a, b)):
        colour = colours[which]
        if colour is None:
            continue
        after = [*player.colours, colour]
        wide += abs(after.count(Colour.WHITE) - after.count(Colour.BLACK)) > 2
        third += after[-3:] == [colour] * 3
    return wide, third


def evaluate(field: Field, bracket: Bracket, pairs: Pairs) -> Vector | None:
    """The values of C6 to C21 in order; None if [C1] to [C5] are broken."""
    members = field.members
    paired = {x for pair in pairs for x in pair}
    floaters = tuple(x for x in bracket.players if x not in paired)
    following = best_following(field, bracket, floaters)
    if following is None:
        return None
    own = members[bracket.residents[0]].score if bracket.residents else 0
    mdps = set(bracket.mdps)
    games = [(members[a], members[b], a in mdps) for a, b in pairs]
    final = field.state.is_last_round
    faults = [topscorer_faults(a, b) for a, b, _ in games] if final else []
    alone = bracket.takes_bye and len(floaters) == 1
    down = [(members[x], x in mdps) for x in floaters]

    def differences(rounds_ago: int) -> list[int]:
        floated = [a.score - own for a, _, mdp in games if mdp and a.downfloats[rounds_ago]]
        floated += [UNPAIRED + m.score for m, mdp in down if mdp and m.downfloats[rounds_ago]]
        return sorted(floated, reverse=True)

    def opponents(rounds_ago: int) -> list[int]:
        return sorted(
            (a.score - own for a, b, mdp in games if mdp and b.upfloats[rounds_ago]), reverse=True
        )

    return {
        "C6": len(floaters),
        "C7": sorted((m.score for m, _ in down), reverse=True),
        "C8": following,
        "C9": down[0][0].unplayed if alone else 0,
        "C10": sum(wide for wide, _ in faults),
        "C11": sum(third for _, third in faults),
        "C12": sum(denied(a, b) for a, b, _ in games),
        "C13": sum(denied(a, b) and min(a.strength, b.strength) == STRONG for a, b, _ in games),
        "C14": sum(m.downfloats[0] for m, mdp in down if not mdp),
        "C15": sum(b.upfloats[0] for _, b, mdp in games if mdp),
        "C16": sum(m.downfloats[1] for m, mdp in down if not mdp),
        "C17": sum(b.upfloats[1] for _, b, mdp in games if mdp),
        "C18": differences(0),
        "C19": opponents(0),
        "C20": differences(1),
        "C21": opponents(1),
    }


def best_following(
    field: Field, bracket: Bracket, floaters: tuple[int, ...]
) -> tuple[int, list[int]] | None:
    """C8: the number left unpaired in the following bracket, then their scores, at best."""
    if len(floaters) == bracket.takes_bye:
        return (0, []) if field.completable(bracket.rest | _set(floaters)) else None
    residents = tuple(range(bracket.end, bracket.next_end))
    rest = bracket.rest & ~_set(residents)
    best: list[tuple[int, list[int]]] = []

    def search(left: tuple[int, ...], alone: tuple[int, ...]) -> None:
        if not left:
            if field.completable(rest | _set(alone)):
                scores = sorted((field.members[x].score for x in alone), reverse=True)
                best.append((len(alone), scores))
            return
        x, others = left[0], left[1:]
        search(others, (*alone, x))
        for y in others:
            if field.legal[x] >> y & 1 and not (x in floaters and y in floaters):
                search(tuple(z for z in others if z != y), alone)

    search((*floaters, *residents), ())
    return min(best) if best else None


def _set(players: tuple[int, ...]) -> int:
    return sum(1 << x for x in players)


# Art. 3.4, 3.8  The winner


def best(
    field: Field, bracket: Bracket, allowed: Callable[[Pairs], bool] = lambda pairs: True
) -> tuple[Pairs, Vector] | None:
    """The first of the best candidates, among those allowed."""

    @cache
    def legal(a: int, b: int) -> bool:
        return bool(field.legal[a] >> b & 1)

    size = len(bracket.players)
    for pairs in range(size // 2, -1, -1):
        winner: tuple[Pairs, Vector] | None = None
        for paired_mdps in range(min(pairs, len(bracket.mdps), len(bracket.residents)) + 1):
            known: dict[frozenset[frozenset[int]], Vector | None] = {}
            for candidate in candidates(bracket, pairs, paired_mdps):
                if not all(legal(a, b) for a, b in candidate):
                    continue
                key = frozenset(frozenset(pair) for pair in candidate)
                if key in known:
                    continue  # the same pairs were generated earlier
                vector = evaluate(field, bracket, candidate) if allowed(candidate) else None
                known[key] = vector
                if vector is not None and (
                    winner is None or list(vector.values()) < list(winner[1].values())
                ):
                    winner = candidate, vector
        if winner is not None:
            return winner
    return None


def work(bracket: Bracket) -> int:
    """The rough number of candidates, by which a test sees what it can afford."""
    size = len(bracket.residents) + len(bracket.mdps)
    return [1, 1, 1, 3, 10, 30, 120, 800, 4000, 30000, 200000][min(size, 10)] * (
        1 + 3 * len(bracket.mdps)
    )
