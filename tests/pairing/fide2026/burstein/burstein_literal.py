"""C.04.4.2 (Burstein) word by word: slow, for small fields, judge of the engine.

Every pairing of a bracket is written out in the order of Art. 4.3 and judged by [C1] to [C8];
every question about completion tries all pairings. No code of the engine is used.
"""

from collections.abc import Callable, Iterator
from functools import cache

from pairing.results import ByeKind
from pairing.state import Baku, Colour, TournamentState, VirtualPoints

W, B = Colour.WHITE, Colour.BLACK
Pairs = tuple[tuple[int, int], ...]


def pairings(
    players: tuple[int, ...], floaters: int, allowed: Callable[[int, int], bool]
) -> Iterator[tuple[Pairs, tuple[int, ...]]]:
    """4.2, 4.3: #1 meets the largest BSN first and a virtual player last, then #2, and so on.

    Pairings in which two meet who may not are left out.
    """
    if not players:
        yield (), ()
        return
    first, others = players[0], players[1:]
    if len(players) > floaters:
        for partner in reversed(others):
            if not allowed(first, partner):
                continue
            rest = tuple(x for x in others if x != partner)
            for pairs, left in pairings(rest, floaters, allowed):
                yield ((first, partner), *pairs), left
    if floaters:
        for pairs, left in pairings(others, floaters - 1, allowed):
            yield pairs, (first, *left)


class Literal:
    def __init__(self, state: TournamentState) -> None:
        self.state = state
        points = state.points
        everybody = [player.tpn for player in state.players]
        away = {bye.player: bye.kind for bye in state.byes}
        self.pool = [tpn for tpn in everybody if tpn not in away]
        # What each round was for each player: (opponent or None, colour or None, points, kind).
        blank = (None, None, 0, "absent")
        self.card: dict[int, list[tuple[int | None, Colour | None, int, str]]] = {
            tpn: [blank] * len(state.rounds) for tpn in everybody
        }
        self.entered = set(self.pool)
        self.barred: set[int] = set()
        for number, round_ in enumerate(state.rounds):
            for game in round_.games:
                for tpn in (game.white, game.black):
                    self.entered.add(tpn)
                    gained = points.for_outcome(game.outcome(tpn))
                    if game.result.played:
                        entry = (game.opponent(tpn), game.colour(tpn), gained, "played")
                    else:
                        entry = (None, None, gained, "forfeit")
                        if gained >= points.win:  # 2.1.2: C.04.1 art. 4
                            self.barred.add(tpn)
                    self.card[tpn][number] = entry
            for bye in round_.byes:
                gained = points.for_bye(bye.kind)
                self.card[bye.player][number] = (None, None, gained, bye.kind.value)
                if bye.kind is ByeKind.PAIRING_ALLOCATED:
                    self.entered.add(bye.player)
                if bye.kind is ByeKind.PAIRING_ALLOCATED or gained >= points.win:
                    self.barred.add(bye.player)
        self.standing = {tpn: sum(entry[2] for entry in self.card[tpn]) for tpn in everybody}
        for bonus in state.bonuses:
            if bonus.round <= len(state.rounds):
                self.standing[bonus.player] += bonus.points
        self.score = {tpn: self.standing[tpn] + self._virtual(tpn) for tpn in everybody}
        # 1.7.2: seen by opponents, a series of zero-point byes up to this round is worth draws.
        self.seen = dict(self.standing)
        for tpn, kind in away.items():
            if kind is ByeKind.ZERO_POINT:
                for _, _, _, what in reversed(self.card[tpn]):
                    if what not in ("Z", "absent"):
                        break
                    self.seen[tpn] += points.draw
        self._complete = cache(self._complete)  # type: ignore[method-assign]
        self._ahead = cache(self._ahead)  # type: ignore[method-assign]
        self.allowed = cache(self.allowed)  # type: ignore[method-assign]
        # 1.8
        self.order = sorted(
            self.pool, key=lambda tpn: (-self.buchholz(tpn), -self.sonneborn_berger(tpn), tpn)
        )
        self.history = {
            tpn: [entry[1] for entry in self.card[tpn] if entry[1] is not None] for tpn in everybody
        }
        self.met = {
            tpn: {entry[0] for entry in self.card[tpn] if entry[0] is not None} for tpn in everybody
        }

    def _virtual(self, tpn: int) -> int:
        given = self.state.acceleration
        assert not isinstance(given, Baku), "the judge reads virtual points as they are given"
        if not isinstance(given, VirtualPoints):
            return 0
        rounds = dict(given.points).get(tpn, ())
        return rounds[len(self.state.rounds)] if len(self.state.rounds) < len(rounds) else 0

    # 1.7

    def buchholz(self, tpn: int) -> int:
        return sum(self._worth(tpn, entry[0]) for entry in self.card[tpn])

    def sonneborn_berger(self, tpn: int) -> int:
        return sum(entry[2] * self._worth(tpn, entry[0]) for entry in self.card[tpn])

    def _worth(self, tpn: int, opponent: int | None) -> int:
        return self.standing[tpn] if opponent is None else self.seen[opponent]

    # 1.5

    def preference(self, tpn: int) -> tuple[Colour | None, int]:
        """The colour, and 3 for absolute, 2 for strong, 1 for mild, 0 for none."""
        played = self.history[tpn]
        lead = played.count(W) - played.count(B)
        if not played:
            return None, 0
        if lead > 1:
            return B, 3
        if lead < -1:
            return W, 3
        if played[-2:] == [W, W]:
            return B, 3
        if played[-2:] == [B, B]:
            return W, 3
        if lead:
            return (B if lead > 0 else W), 2
        return (B if played[-1] is W else W), 1

    # 2.1

    def allowed(self, a: int, b: int) -> bool:
        if b in self.met[a] or self.state.kept_apart(a, b):
            return False
        one, two = self.preference(a), self.preference(b)
        return not (one[1] == two[1] == 3 and one[0] is two[0])

    def completable(self, players: tuple[int, ...]) -> bool:
        return len(players) % 2 == 0 and self._complete(tuple(sorted(players)))

    def _complete(self, players: tuple[int, ...]) -> bool:
        if not players:
            return True
        first, others = players[0], players[1:]
        return any(
            self.allowed(first, other) and self._complete(tuple(x for x in others if x != other))
            for other in others
        )

    # 3.1

    def bye(self) -> int | None:
        """The player with the bye; 0 if nobody can have it."""
        if len(self.pool) % 2 == 0:
            return None
        candidates = [
            tpn
            for tpn in self.pool
            if tpn not in self.barred and self.completable(tuple(x for x in self.pool if x != tpn))
        ]
        return min(
            candidates,
            key=lambda tpn: (
                self.score[tpn],
                -len(self.history[tpn]),
                -self.order.index(tpn),
            ),
            default=0,
        )

    # 3.2

    def candidates(
        self, bracket: tuple[int, ...], below: tuple[int, ...]
    ) -> Iterator[tuple[Pairs, tuple[int, ...]]]:
        """The legal pairings with the fewest floaters, in the order of 4.3."""
        for floaters in range(len(bracket) % 2, len(bracket) + 1, 2):
            found = False
            for pairs, left in pairings(bracket, floaters, self.allowed):
                if self.completable(left + below):
                    found = True
                    yield pairs, left
            if found:
                return

    def scores(self, players: tuple[int, ...]) -> list[int]:
        return sorted((self.score[tpn] for tpn in players), reverse=True)

    def ahead(self, floaters: tuple[int, ...], groups: list[tuple[int, ...]]) -> list[int]:
        """[C7]: the scores of the floaters of the following bracket at best."""
        if not floaters or not groups:
            return []
        return self._ahead(floaters, groups[0], tuple(x for group in groups[1:] for x in group))

    def _ahead(
        self, floaters: tuple[int, ...], group: tuple[int, ...], below: tuple[int, ...]
    ) -> list[int]:
        bracket = tuple(sorted((*floaters, *group), key=self.order.index))
        return min(self.scores(left) for _, left in self.candidates(bracket, below))

    def clashes(self, pairs: Pairs) -> int:
        """[C8]"""
        return sum(
            self.preference(a)[0] is not None and self.preference(a)[0] is self.preference(b)[0]
            for a, b in pairs
        )

    def round(self) -> tuple[frozenset[tuple[int, int]], int | None] | None:
        """(White, Black) of every game, and the bye; None if there is no legal pairing."""
        bye = self.bye()
        players = [tpn for tpn in self.order if tpn != bye]
        if bye == 0 or not self.completable(tuple(players)):
            return None
        scores = sorted({self.score[tpn] for tpn in players}, reverse=True)
        groups = [tuple(x for x in players if self.score[x] == score) for score in scores]
        left: tuple[int, ...] = ()
        games = []
        while groups:
            bracket = tuple(sorted((*left, *groups.pop(0)), key=self.order.index))
            below = tuple(x for group in groups for x in group)
            # The first of those that are best: min() keeps to the earliest.
            pairs, left = min(
                self.candidates(bracket, below),
                key=lambda made: (
                    self.scores(made[1]),
                    (len(self.ahead(made[1], groups)), self.ahead(made[1], groups)),
                    self.clashes(made[0]),
                ),
            )
            games += [self.colours(a, b) for a, b in pairs]
        return frozenset(games), bye

    # 5

    def colours(self, a: int, b: int) -> tuple[int, int]:
        if self.order.index(b) < self.order.index(a):
            a, b = b, a
        one, two = self.preference(a), self.preference(b)
        if not self.history[a] and not self.history[b]:
            numbers = sorted(self.entered)
            odd = numbers.index(a) % 2 == 0
            first = self.state.initial_colour or W
            return (a, b) if (first is W) == odd else (b, a)
        if one[0] is not two[0]:
            white = one[0] is W or two[0] is B
            return (a, b) if white else (b, a)
        if one[1] != two[1]:
            granted, colour = (a, one[0]) if one[1] > two[1] else (b, two[0])
            return (a, b) if (granted == a) == (colour is W) else (b, a)
        mine, other = list(self.history[a]), list(self.history[b])
        while mine and other:
            x, y = mine.pop(), other.pop()
            if x is not y:
                return (a, b) if x is B else (b, a)
        return (a, b) if one[0] is W else (b, a)
