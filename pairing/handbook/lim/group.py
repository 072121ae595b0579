"""Handbook 1.2 (Lim) Art. 3.3-3.5 and 5.4: one score group, and the blocked median of Art. 3.6."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pairing.handbook.lim.cards import Cards
from pairing.handbook.lim.exchanges import (
    Keeper,
    Pair,
    can_be_paired,
    first_without_opponent,
    most_pairs,
    pairs_before,
    proposed,
    rows_of,
    scrutinise,
)
from pairing.handbook.lim.floaters import (
    Direction,
    NextGroup,
    by_priority,
    candidates,
    floater_type,
    give_opponents,
    in_order,
    opponents_in_order,
    surplus_colour,
)
from pairing.matching import Matching, as_set, bits
from pairing.state import Fact


@dataclass(slots=True)
class GroupPairing:
    """The outcome of a group. Filled step by step while it is paired."""

    pairs: list[tuple[int, int, Fact]] = field(default_factory=list)  # with the step that made it
    floaters: list[int] = field(default_factory=list)  # who go on
    criteria: list[Fact] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)

    def add(self, a: int, b: int, code: str, article: str) -> None:
        self.pairs.append((a, b, Fact(f"handbook.lim.pair.{code}", article, (a, b))))


class Group:
    """A score group outside the median: its players, who came in, and where its floaters go."""

    def __init__(
        self,
        cards: Cards,
        direction: Direction,
        own: Sequence[int],
        came_in: Sequence[int],
        next_group: NextGroup,
    ) -> None:
        self.cards = cards
        self.direction = direction
        self.own = in_order(direction, own)
        self.came_in = by_priority(cards, direction, came_in)
        self.next_group = next_group
        self.result = GroupPairing()

    # Art. 3.3-3.5  The steps in a group

    def pair(self) -> GroupPairing:
        """Floaters that came in first; then the rest, made even; then the two scrutinies."""
        rest = self.pair_floaters()
        if len(rest) % 2:
            rest = self.make_even(rest)
        while not can_be_paired(self.cards, rest):
            rest = self.drop_two(rest)
        pair_rest(self.cards, rest, self.result)
        return self.result

    # Art. 4.6-4.8  Floaters that came in

    def pair_floaters(self) -> list[int]:
        """Give them opponents, so that the rest can be paired if that is possible at all."""
        cards = self.cards
        opponents = give_opponents(cards, self.came_in, self.own, complete=True)
        if opponents is None:
            opponents = give_opponents(cards, self.came_in, self.own, complete=False)
        assert opponents is not None
        for floater, opponent in opponents.items():
            self.result.add(floater, opponent, "floater", "4.8")
        for floater in self.came_in:
            if floater not in opponents:
                self.float(floater, "onward", "4.5")
        taken = set(opponents.values())
        return [tpn for tpn in self.own if tpn not in taken]

    # Art. 3.3.d, 4.2, 5.4.a  Making the number even

    def make_even(self, rest: list[int]) -> list[int]:
        """Float the first candidate; if the others cannot be paired, whoever then finds no
        opponent floats instead; if that does not help, the next candidate."""
        cards = self.cards
        order = candidates(cards, rest, self.has_opponent)
        keeper = Keeper([row | 1 << len(rest) for row in rows_of(cards, rest)] + [_all(rest)])

        def can_go(tpn: int) -> bool:
            point = keeper.undo_point()
            possible = keeper.fix(rest.index(tpn), len(rest))
            keeper.undo(point)
            return possible

        def without(tpn: int) -> list[int]:
            return [other for other in rest if other != tpn]

        surplus = str(surplus_colour(cards, rest) or "-")
        first = order[0]
        if can_go(first):
            self.float(first, "even", "4.2", surplus=surplus)
            return without(first)
        others = without(first)
        place = first_without_opponent(cards, others)
        assert place is not None
        lone = others[place]
        if not can_go(lone):
            for tpn in order[1:]:
                if can_go(tpn):
                    self.float(tpn, "even", "4.2", surplus=surplus)
                    return without(tpn)
        self.float(lone, "replaces", "5.4.a", instead=first)
        return without(lone)

    # Art. 5.4.b  A player without opponent in an even group

    def drop_two(self, rest: list[int]) -> list[int]:
        """The first player who finds no opponent floats, and with them the lowest of those left.

        The pairs made before stand.
        """
        cards = self.cards
        place = first_without_opponent(cards, rest)
        assert place is not None
        lone = rest[place]
        standing = pairs_before(cards, rest, place)
        for a, b in standing:
            self.result.add(a, b, "stands", "5.4")
        paired = {tpn for pair in standing for tpn in pair}
        left = [tpn for tpn in rest if tpn not in paired and tpn != lone]
        self.float(lone, "alone", "5.4.b", reason=self.why_alone(lone, rest))
        companion = next((tpn for tpn in reversed(left) if self.has_opponent(tpn)), left[-1])
        self.float(companion, "companion", "5.4.b", of=lone)
        return [tpn for tpn in left if tpn != companion]

    # Art. 3.3.a-c, 4.9  Why and how a player floats

    def why_alone(self, tpn: int, rest: Sequence[int]) -> str:
        """Art. 3.3: a has played everybody, b and c miss a colour; else the others are taken."""
        cards = self.cards
        if any(cards.compatible(tpn, other) for other in rest):
            return "taken"
        if not as_set(rest) & ~cards.barred[tpn]:
            return "a"
        return "b" if abs(cards.record.colour_difference(tpn)) >= 2 else "c"

    def has_opponent(self, tpn: int) -> bool:
        return self.next_group.has_opponent(self.cards, tpn, self.result.floaters)

    def float(self, tpn: int, code: str, article: str, **values: int | str) -> None:
        kind = floater_type(tpn in self.came_in, self.has_opponent(tpn))
        self.result.floaters.append(tpn)
        self.result.facts.append(
            Fact(
                f"handbook.lim.floater.{code}",
                article,
                (tpn,),
                (("type", kind), ("direction", str(self.direction)), *values.items()),
            )
        )


def _all(players: Sequence[int]) -> int:
    return (1 << len(players)) - 1


def pair_rest(cards: Cards, rest: Sequence[int], result: GroupPairing) -> None:
    """Art. 3.4, 5.1-5.3, 6.2: proposed pairing, first and second scrutiny."""
    scrutiny = scrutinise(cards, rest)
    for a, b in scrutiny.pairs:
        if (a, b) in scrutiny.proposed:
            result.add(a, b, "proposed", "3.4")
        elif (a, b) in scrutiny.first:
            result.add(a, b, "opponents", "5.1")
        else:
            result.add(a, b, "colours", "6.2")
    if scrutiny.pairs:
        if cards.state.is_last_round:
            broken = (("value", scrutiny.broken_limits),)
            result.criteria.append(Fact("handbook.lim.criterion.limits", "7", values=broken))
        clashes = (("value", scrutiny.clashes),)
        result.criteria.append(Fact("handbook.lim.criterion.clashes", "6.2", values=clashes))


# Art. 3.6  The median group


class Median:
    """The median: its own players, the floaters of both sides, and the pairs that may be undone."""

    def __init__(
        self,
        cards: Cards,
        own: Sequence[int],
        from_above: Sequence[int],
        from_below: Sequence[int],
        pairs_above: Sequence[Pair],
        pairs_below: Sequence[Pair],
    ) -> None:
        self.cards = cards
        self.own = in_order(Direction.DOWN, own)
        self.from_above = list(from_above)
        self.from_below = list(from_below)
        # The nearest pair last, so that it is the one to pop.
        self.above = sorted(pairs_above, key=lambda pair: cards.board_key(*pair))
        self.below = sorted(pairs_below, key=lambda pair: cards.board_key(*pair), reverse=True)
        self.undone: set[Pair] = set()
        self.result = GroupPairing()

    def members(self) -> list[int]:
        return [*self.own, *self.from_above, *self.from_below]

    def unblock(self) -> None:
        """Undo the nearest pairs, below and above in turn, until a complete pairing exists."""
        matching = most_pairs(self.cards, self.members())
        while matching.free:
            more_from_above = len(self.from_above) > len(self.from_below)
            if self.below and (more_from_above or not self.above):
                self.undo(matching, self.below, self.from_below, "below")
                if not matching.free:
                    return
            if self.above:
                self.undo(matching, self.above, self.from_above, "above")

    def undo(self, matching: Matching, pairs: list[Pair], floaters: list[int], side: str) -> None:
        values = (
            ("side", side),
            ("from_above", len(self.from_above)),
            ("from_below", len(self.from_below)),
        )
        pair = pairs.pop()
        self.undone.add(pair)
        floaters += pair
        for tpn in pair:
            # The matching was a greatest one: only from the new player can it grow.
            matching.alive |= 1 << tpn
            matching.free |= 1 << tpn
            matching.augment(tpn)
        self.result.facts.append(Fact("handbook.lim.median.undone", "3.6", pair, values))

    # Art. 4.6.3  First those from above, then those from below, then the rest

    def pair(self) -> GroupPairing:
        cards = self.cards
        self.unblock()
        self.from_above = by_priority(cards, Direction.DOWN, self.from_above)
        self.from_below = by_priority(cards, Direction.UP, self.from_below)
        players = self.members()
        place = {tpn: index for index, tpn in enumerate(players)}
        keeper = Keeper(rows_of(cards, players), proposed(len(players)))
        own = as_set(self.own)
        left = as_set(players)
        for direction, floaters in (
            (Direction.DOWN, self.from_above),
            (Direction.UP, self.from_below),
        ):
            for floater in floaters:
                if not left >> floater & 1:
                    continue
                left &= ~(1 << floater)
                possible = opponents_in_order(cards, floater, direction, left & own, left & ~own)
                found = keeper.fix_first(place[floater], (place[tpn] for tpn in possible))
                assert found is not None
                opponent = players[found]
                left &= ~(1 << opponent)
                self.result.add(floater, opponent, "floater", "4.8")
        pair_rest(cards, in_order(Direction.DOWN, bits(left)), self.result)
        return self.result
