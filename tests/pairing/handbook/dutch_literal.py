"""The handbook's Dutch procedure as it is written: every attempt in its order, nothing skipped.

Judge of the engine for small fields. Only the pairing cards (A.1-A.7) are shared with it; the
criteria, the order of attempts and the way through C.1-C.14 are written again, as enumeration.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from pairing.handbook.dutch.definitions import Field, Strength
from pairing.state import Colour

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Decision:
    residents: tuple[int, ...]
    moved: tuple[int, ...]
    out: tuple[int, ...]
    stage: tuple[int, int]  # pairs of the moved-down players, pairs of the remainder
    pairs: Pairs
    left: tuple[int, ...]

    @property
    def floaters(self) -> tuple[int, ...]:
        return tuple(sorted(self.out + self.left))


def rigours(field: Field) -> list[str]:
    return (
        (["strict"] if field.round % 2 else [])
        + ["plain"]
        + (["exempt"] if field.last_round else [])
    )


def legal(field: Field, a: int, b: int, rigour: str) -> bool:
    if (min(a, b), max(a, b)) in field.met:
        return False
    one, two = field.cards[a], field.cards[b]
    (colour, strength), (other, other_strength) = one.preference, two.preference
    if colour is None or colour is not other:
        return True
    weaker = min(strength, other_strength)
    if rigour == "strict":
        return weaker < Strength.STRONG
    if weaker < Strength.ABSOLUTE:
        return True
    return rigour == "exempt" and (one.exempt or two.exempt)


def everyone_legal(field: Field, players: list[int], player: int) -> bool:
    loosest = rigours(field)[-1]
    return any(other != player and legal(field, player, other, loosest) for other in players)


def walk(field: Field, players: list[int], top: int, rest: int, rigour: str) -> Iterator[Pairs]:
    """All pairings that keep B.1 and B.2, in the order of D.1, D.2 and D.1 again."""
    s1, s2 = players[:top], players[top:]
    for opponents in permutations(s2, top):
        upper = tuple(zip(s1, opponents, strict=True))
        if not all(legal(field, a, b, rigour) for a, b in upper):
            continue
        remainder = [player for player in s2 if player not in opponents]
        for lower in walk_remainder(field, remainder, rest, rigour):
            yield upper + lower


def walk_remainder(field: Field, players: list[int], rest: int, rigour: str) -> Iterator[Pairs]:
    places = range(len(players))
    for number in range(rest + 1):
        changes = [
            (leaving, entering)
            for leaving in combinations(places[:rest], number)
            for entering in combinations(places[rest:], number)
        ]
        changes.sort(
            key=lambda change: (
                sum(change[1]) - sum(change[0]),
                [-place for place in reversed(change[0])],
                change[1],
            )
        )
        for leaving, entering in changes:
            s1 = sorted((set(places[:rest]) - set(leaving)) | set(entering))
            s2 = [place for place in places if place not in s1]
            yield from transpose(field, [players[i] for i in s1], [players[i] for i in s2], rigour)


def transpose(field: Field, s1: list[int], s2: list[int], rigour: str) -> Iterator[Pairs]:
    """D.1 without the transpositions that repeat an illegal beginning."""
    if not s1:
        yield ()
        return
    for opponent in s2:
        if legal(field, s1[0], opponent, rigour):
            others = [player for player in s2 if player != opponent]
            for further in transpose(field, s1[1:], others, rigour):
                yield ((s1[0], opponent), *further)


def attempts(
    field: Field, players: list[int], top: int, rest: int, lowest: bool = False
) -> Iterator[tuple[Pairs, tuple[int, ...]]]:
    """C.2-C.11 with a given number of pairs: rigour, x, dropped float criteria, D."""
    cards = field.cards
    pairs_to_make = top + rest
    wishes = {player: cards[player].preference for player in players}
    white = sum(colour is Colour.WHITE for colour, _ in wishes.values())
    black = sum(colour is Colour.BLACK for colour, _ in wishes.values())
    q = -(-len(players) // 2)
    x = black - q if black > white else white - q
    content = set()
    if x > 0 and field.round % 2 == 0:
        majority = Colour.BLACK if black > white else Colour.WHITE
        content = {p for p, wish in wishes.items() if wish == (majority, Strength.MILD)}
        x -= len(content)
    x = max(0, max(0, x) - (len(players) // 2 - pairs_to_make))
    for rigour in rigours(field):
        possible = []
        for pairs in walk(field, players, top, rest, rigour):
            paired = {player for pair in pairs for player in pair}
            left = tuple(player for player in players if player not in paired)
            if lowest and any(cards[player].barred for player in left):
                continue
            clashes = sum(
                wishes[a][0] is not None
                and wishes[a][0] is wishes[b][0]
                and a not in content
                and b not in content
                for a, b in pairs
            )
            up = [max(a, b) for a, b in pairs if cards[a].score != cards[b].score]
            possible.append((pairs, left, clashes, up))
        for allowed in range(x, pairs_to_make + 1):
            for level in range(5):
                for pairs, left, clashes, up in possible:
                    if clashes > allowed:
                        continue
                    last_up = any(cards[player].floats[0] == "up" for player in up)
                    before_up = any(cards[player].floats[1] == "up" for player in up)
                    last_down = any(cards[player].floats[0] == "down" for player in left)
                    before_down = any(cards[player].floats[1] == "down" for player in left)
                    if (before_up and level < 1) or (last_up and level < 2):
                        continue
                    if (before_down and level < 3) or (last_down and level < 4):
                        continue
                    yield pairs, left


def each_set_once(
    field: Field, players: list[int], top: int, rest: int
) -> Iterator[tuple[Pairs, tuple[int, ...]]]:
    seen = set()
    for pairs, left in attempts(field, players, top, rest):
        if left not in seen:
            seen.add(left)
            yield pairs, left


def stages(size: int, moved: int) -> Iterator[tuple[int, int]]:
    """C.14: first the remainder has fewer pairs, then S1 is one shorter."""
    s1 = moved if 2 * moved < size else 0
    while s1 >= 0:
        rest = (size - 2 * s1) // 2
        while rest >= 0:
            if s1 + rest > 0:
                yield s1, rest
            rest -= 1
        s1 -= 1


class Literal:
    def __init__(self, field: Field) -> None:
        self.field = field
        self.groups = field.groups()
        self.used: set[str] = set()  # which of C.12, C.13, C.14 decided something

    def pair(self) -> tuple[Pairs, tuple[int, ...]] | None:
        """Pairs and the one left over for the bye; None if there is no pairing."""
        path: tuple[Decision, ...] = ()
        for index in range(len(self.groups) - 1):
            path = next(self.decisions(index, path))
        found = self.complete(path[-1].floaters if path else (), self.groups[-1], 0)
        if found is None:
            self.used.add("C.13")
            return self.lowest_group(path)
        return self.result(path, found)

    def result(self, path, found):
        pairs = sum((decision.pairs for decision in path), ()) + found[0]
        return pairs, found[1]

    def decisions(self, index: int, path: tuple[Decision, ...]) -> Iterator[tuple[Decision, ...]]:
        """Everything that C.1-C.12 and C.14 can decide for a group, in order."""
        residents = self.groups[index]
        moved = path[-1].floaters if path else ()
        members = sorted(moved + residents)
        out = tuple(p for p in members if not everyone_legal(self.field, members, p))
        staying = [player for player in members if player not in out]
        stuck = any(player in moved for player in out)
        if stuck:
            yield from self.previous_group(index, path)
        number_moved = sum(player in moved for player in staying)
        for number, (top, rest) in enumerate(stages(len(staying), number_moved)):
            for pairs, left in each_set_once(self.field, staying, top, rest):
                if number:
                    self.used.add("C.14")
                yield (*path, Decision(residents, moved, out, (top, rest), pairs, left))
            if number == 0 and not stuck and number_moved:
                yield from self.previous_group(index, path)
        yield (*path, Decision(residents, moved, out, (0, 0), (), tuple(staying)))

    def previous_group(self, index: int, path: tuple[Decision, ...]):
        """C.12"""
        above = path[-1]
        if not above.pairs:
            return
        residents = self.groups[index]
        players = sorted(
            player for player in above.moved + above.residents if player not in above.out
        )
        for pairs, left in each_set_once(self.field, players, *above.stage):
            if left == above.left:
                continue
            again = Decision(above.residents, above.moved, above.out, above.stage, pairs, left)
            moved = again.floaters
            members = sorted(moved + residents)
            out = tuple(p for p in members if not everyone_legal(self.field, members, p))
            if any(player in moved for player in out):
                continue
            staying = [player for player in members if player not in out]
            top, rest = next(stages(len(staying), len(moved)))
            for own, over in each_set_once(self.field, staying, top, rest):
                self.used.add("C.12")
                yield (*path[:-1], again, Decision(residents, moved, out, (top, rest), own, over))

    def lowest_group(self, path):
        """C.13. Only the last but one group is undone: what C.12 had accepted above it stands."""
        low, added = self.groups[-1], 0
        for index in range(len(self.groups) - 2, -1, -1):
            upper = path[:index]
            for decided in self.decisions(index, upper):
                if not decided[-1].pairs:
                    break  # p is zero
                found = self.complete(decided[-1].floaters, low, added)
                if found is not None:
                    return self.result(decided, found)
            moved = upper[-1].floaters if upper else ()
            joining = moved + self.groups[index]
            found = self.shortened(sorted(joining + low), len(joining))
            if found is not None:
                self.used.add("merged")
                return self.result(upper, found)
            low, added = self.groups[index] + low, len(self.groups[index])
        return None

    def complete(self, moved, low, added):
        members = sorted(moved + low)
        if moved:
            return self.whole(members, len(moved))
        return self.shortened(members, added)

    def shortened(self, members, s1):
        if 2 * s1 >= len(members):
            s1 = 0
        while s1 >= 0:
            found = self.whole(members, s1)
            if found is not None:
                return found
            s1 -= 1
        return None

    def whole(self, members, s1):
        if 2 * s1 >= len(members):
            s1 = 0
        rest = (len(members) - 2 * s1) // 2
        return next(attempts(self.field, members, s1, rest, lowest=True), None)
