"""The Lim chapter word by word: slow, by enumeration, for small fields only.

It judges `pairing.handbook.lim`, and shares with it nothing but the record of the rounds. Where
the engine asks a matching, this tries everything in the order of the articles.
"""

from collections.abc import Callable, Iterator

from pairing.state import Colour, Record, TournamentState

WHITE, BLACK = Colour.WHITE, Colour.BLACK


class NoPairing(Exception):
    pass


# Art. 5.1-5.3


def search(left: list[int], allowed: Callable[[int, int], bool]) -> Iterator[list[tuple[int, int]]]:
    """Every pairing of the players left, in the order in which exchanges are tried."""
    if not left:
        yield []
        return
    half = len(left) // 2
    first = left[0]
    for other in left[half:] + left[1:half][::-1]:
        if allowed(first, other):
            rest = [tpn for tpn in left if tpn not in (first, other)]
            for pairs in search(rest, allowed):
                yield [(first, other), *pairs]


class Literal:
    def __init__(self, state: TournamentState, forced_bye: int = 0) -> None:
        self.state = state
        self.record = Record(state)
        self.forced_bye = forced_bye
        self.maxi = bool(state.option("maxi", False))
        self.rating = {player.tpn: player.rating for player in state.players}
        self.score = self.record.score
        self.double_median = len(state.rounds) * state.points.win
        self.brackets: list[tuple[int, list[tuple[int, int]], list[int]]] = []

    # Art. 3.1, 6.1, 7

    def keeps_limits(self, tpn: int, colour: Colour) -> bool:
        history = [*self.record.colours[tpn], colour]
        if len(history) >= 3 and history[-1] == history[-2] == history[-3]:
            return False
        unequal = history.count(colour) - history.count(colour.opposite)
        return unequal <= 2

    def due(self, tpn: int) -> Colour | None:
        history = self.record.colours[tpn]
        possible = [colour for colour in (WHITE, BLACK) if self.keeps_limits(tpn, colour)]
        if len(possible) == 1:
            return possible[0]
        if history.count(WHITE) != history.count(BLACK):
            return WHITE if history.count(WHITE) < history.count(BLACK) else BLACK
        return history[-1].opposite if history else None

    def broken(self, a: int, b: int) -> int:
        return min(
            (not self.keeps_limits(white, WHITE)) + (not self.keeps_limits(black, BLACK))
            for white, black in ((a, b), (b, a))
        )

    def have_met(self, a: int, b: int) -> bool:
        return b in self.record.met[a] or any(
            {a, b} <= group.players and group.applies_to(self.state.next_round)
            for group in self.state.forbidden
        )

    def compatible(self, a: int, b: int) -> bool:
        if a == b or self.have_met(a, b):
            return False
        if self.state.is_last_round and self.score[a] == self.score[b]:
            return True
        return self.broken(a, b) == 0

    def clash(self, a: int, b: int) -> bool:
        return self.due(a) is not None and self.due(a) == self.due(b)

    def price(self, pairs: list[tuple[int, int]]) -> tuple[int, int]:
        return sum(self.broken(a, b) for a, b in pairs), sum(self.clash(a, b) for a, b in pairs)

    def can_pair(self, players: list[int]) -> bool:
        if len(players) % 2:
            return False
        return next(search(players, self.compatible), None) is not None

    # Art. 2

    def bye(self, present: list[int]) -> int | None:
        if len(present) % 2 == 0:
            if self.can_pair(present):
                return None
            raise NoPairing
        for tpn in sorted(present, key=lambda tpn: (self.score[tpn], -tpn)):
            allowed = tpn not in self.record.bye_barred
            if self.forced_bye:
                allowed = tpn == self.forced_bye
            if allowed and self.can_pair([other for other in present if other != tpn]):
                return tpn
        raise NoPairing

    # Art. 3.2

    def round(self) -> None:
        present = [player.tpn for player in self.state.to_be_paired()]
        self.bye_player = self.bye(present)
        self.playing = [tpn for tpn in present if tpn != self.bye_player]
        groups: dict[int, list[int]] = {}
        for tpn in self.playing:
            groups.setdefault(2 * self.score[tpn], []).append(tpn)
        above = sorted((s for s in groups if s > self.double_median), reverse=True)
        below = sorted(s for s in groups if s < self.double_median)
        median = groups.get(self.double_median, [])
        down: list[int] = []
        for index, score in enumerate(above):
            following = groups[above[index + 1]] if index + 1 < len(above) else median
            down = self.group("down", groups[score], down, following, [])
        from_above = down
        up: list[int] = []
        for index, score in enumerate(below):
            last = index + 1 == len(below)
            following = median if last else groups[below[index + 1]]
            up = self.group("up", groups[score], up, following, from_above if last else [])
        self.median(median, from_above, up)

    # Art. 4.6-4.8

    def priority(self, direction: str, floaters: list[int]) -> list[int]:
        if direction == "down":
            return sorted(floaters, key=lambda tpn: (-self.score[tpn], tpn))
        return sorted(floaters, key=lambda tpn: (self.score[tpn], -tpn))

    def near(self, a: int, b: int) -> bool:
        return not self.maxi or abs(self.rating[a] - self.rating[b]) <= 100

    def wishes(self, floater: int, lists: list[list[int]]) -> list[int]:
        """Art. 4.8 over lists in order: fitting colours first, then the others."""
        lists = [[t for t in players if self.compatible(floater, t)] for players in lists]
        everybody = [t for players in lists for t in players]
        order = []
        for players in lists:
            fits = [
                t
                for t in players
                if not self.clash(floater, t)
                and self.broken(floater, t) == 0
                and self.near(everybody[0], t)
            ]
            order += fits + [t for t in players if t not in fits]
        return order

    def side(self, tpn: int) -> str:
        return "up" if 2 * self.score[tpn] < self.double_median else "down"

    def meetings(self, floaters: list[int], own: list[int]) -> Iterator[dict[int, int]]:
        """Every way to give the floaters opponents or none, in their order of priority."""
        if not floaters:
            yield {}
            return
        floater, *others = floaters
        there = sorted(own, reverse=self.side(floater) == "up")
        for opponent in self.wishes(floater, [there]):
            for more in self.meetings(others, [t for t in own if t != opponent]):
                yield {floater: opponent, **more}
        yield from self.meetings(others, own)

    def rest_can_be_paired(self, rest: list[int]) -> bool:
        if len(rest) % 2 == 0:
            return self.can_pair(rest)
        return any(self.can_pair([t for t in rest if t != out]) for out in rest)

    def opponents(self, floaters: list[int], own: list[int], look_at_rest: bool) -> dict[int, int]:
        ways = list(self.meetings(floaters, own))
        most = max(len(way) for way in ways)
        ways = [way for way in ways if len(way) == most]
        if look_at_rest:
            for way in ways:
                if self.rest_can_be_paired([t for t in own if t not in way.values()]):
                    return way
        return ways[0]

    # Art. 4.2-4.5, 4.10

    def floated(self, tpn: int) -> bool:
        if not self.state.rounds:
            return False
        last = len(self.state.rounds) - 1
        opponent = self.record.opponents[tpn][last]
        if not opponent:
            protected = bool(self.state.option("protect_bye", False))
            bye = [b for b in self.state.rounds[-1].byes if b.player == tpn and b.kind == "U"]
            return protected and bool(bye)
        own = 2 * self.record.scores_before[tpn][last]
        other = 2 * self.record.scores_before[opponent][last]
        median = last * self.state.points.win
        if own == other:
            return False
        if min(own, other) >= median:
            return own > other
        if max(own, other) <= median:
            return own < other
        return True

    def in_next_group(self, tpn: int, following: list[int], before: list[int]) -> bool:
        taken = self.opponents(before, following, look_at_rest=False).values()
        return any(self.compatible(tpn, t) for t in following if t not in taken)

    # Art. 5.4

    def lone_player(self, order: list[int]) -> int:
        """The first for whom, with everyone before them, no set of opponents exists."""
        for count in range(1, len(order) + 1):
            if not self.all_find(order[:count], order):
                return order[count - 1]
        raise AssertionError

    def all_find(self, wanting: list[int], among: list[int]) -> bool:
        if not wanting:
            return True
        first = wanting[0]
        return any(
            self.all_find(
                [t for t in wanting if t not in (first, other)],
                [t for t in among if t not in (first, other)],
            )
            for other in among
            if other != first and self.compatible(first, other)
        )

    def pairs_before(self, lone: int, order: list[int]) -> list[tuple[int, int]]:
        wanting = order[: order.index(lone)]
        left = list(order)
        pairs = []
        while wanting:
            half = len(left) // 2
            first = left[0]
            for other in left[half:] + left[1:half][::-1]:
                others = [t for t in left if t not in (first, other)]
                want = [t for t in wanting if t not in (first, other)]
                if self.compatible(first, other) and self.all_find(want, others):
                    pairs.append((first, other))
                    left, wanting = others, want
                    break
            else:
                raise AssertionError
        return pairs

    # Art. 3.3-3.5

    def group(
        self,
        direction: str,
        own: list[int],
        came_in: list[int],
        following: list[int],
        ahead: list[int],
    ) -> list[int]:
        own = sorted(own, reverse=direction == "up")
        came_in = self.priority(direction, came_in)
        way = self.opponents(came_in, own, look_at_rest=True)
        pairs = list(way.items())
        out = [tpn for tpn in came_in if tpn not in way]
        rest = [tpn for tpn in own if tpn not in way.values()]

        def before() -> list[int]:
            return self.priority("down", ahead) + self.priority(direction, out)

        if len(rest) % 2:
            due = [self.due(tpn) for tpn in rest]
            surplus = None
            if due.count(WHITE) != due.count(BLACK):
                surplus = WHITE if due.count(WHITE) > due.count(BLACK) else BLACK
            ranked = sorted(
                rest,
                key=lambda tpn: (
                    not self.in_next_group(tpn, following, before()),
                    self.floated(tpn),
                    surplus is None or self.due(tpn) != surplus or not self.near(tpn, rest[-1]),
                    -rest.index(tpn),
                ),
            )
            first = ranked[0]
            others = [tpn for tpn in rest if tpn != first]
            if self.can_pair(others):
                going = first
            else:
                lone = self.lone_player(others)
                going = lone
                if not self.can_pair([tpn for tpn in rest if tpn != lone]):
                    for tpn in ranked:
                        if self.can_pair([other for other in rest if other != tpn]):
                            going = tpn
                            break
            out.append(going)
            rest = [tpn for tpn in rest if tpn != going]
        while not self.can_pair(rest):
            lone = self.lone_player(rest)
            standing = self.pairs_before(lone, rest)
            pairs += standing
            rest = [t for t in rest if t != lone and not any(t in pair for pair in standing)]
            out.append(lone)
            with_opponent = [t for t in rest if self.in_next_group(t, following, before())]
            companion = (with_opponent or rest)[-1]
            out.append(companion)
            rest = [t for t in rest if t != companion]
        pairs += self.exchanged(rest)
        self.brackets.append((2 * self.score[own[0]], pairs, out))
        return out

    # Art. 6.2, 6.7

    def exchanged(self, rest: list[int]) -> list[tuple[int, int]]:
        first = next(search(rest, self.compatible))
        partner = dict(first) | {b: a for a, b in first}

        def allowed(a: int, b: int) -> bool:
            return self.compatible(a, b) and (partner[a] == b or self.near(partner[a], b))

        return min(search(rest, allowed), key=self.price)

    # Art. 3.6, 4.6.3

    def board_key(self, pair: tuple[int, int]) -> tuple[int, int, int]:
        higher = min(pair, key=lambda tpn: (-self.score[tpn], tpn))
        return -self.score[higher], -self.score[pair[0]] - self.score[pair[1]], higher

    def median(self, own: list[int], from_above: list[int], from_below: list[int]) -> None:
        pairs = [pair for _, made, _ in self.brackets for pair in made]
        sides = {
            name: sorted((p for p in pairs if self.side(p[0]) == name), key=self.board_key)
            for name in ("down", "up")
        }
        from_above, from_below = list(from_above), list(from_below)
        members = sorted([*own, *from_above, *from_below])
        undone = []
        step = 1
        while not self.can_pair(members):
            if step == 1:
                if sides["up"] and (len(from_above) > len(from_below) or not sides["down"]):
                    undone.append(sides["up"].pop(0))
                    from_below += undone[-1]
            elif sides["down"]:
                undone.append(sides["down"].pop())
                from_above += undone[-1]
            members = sorted([*own, *from_above, *from_below])
            step = 3 - step
        self.undone = undone
        self.brackets = [
            (score, [pair for pair in made if pair not in undone], out)
            for score, made, out in self.brackets
        ]
        made = self.fill_median(
            self.priority("down", from_above) + self.priority("up", from_below), sorted(own)
        )
        self.brackets.append((self.double_median, made, []))

    def fill_median(self, floaters: list[int], own: list[int]) -> list[tuple[int, int]]:
        if not floaters:
            return self.exchanged(own)
        floater, *others = floaters
        reverse = self.side(floater) == "up"
        lists = [sorted(own, reverse=reverse), sorted(others, reverse=reverse)]
        for opponent in self.wishes(floater, lists):
            left = [t for t in others if t != opponent]
            staying = [t for t in own if t != opponent]
            if self.can_pair(left + staying):
                return [(floater, opponent), *self.fill_median(left, staying)]
        raise AssertionError

    # Art. 6.3-6.6, B.1.2

    def with_colours(self, a: int, b: int, below: bool) -> tuple[int, int]:
        """(white, black)."""
        due_a, due_b = self.due(a), self.due(b)
        if due_a is None and due_b is None:
            high = min(a, b)
            number = high
            if not self.state.rounds:
                number = sorted(self.playing).index(high) + 1
            lot = self.state.initial_colour or WHITE
            gets = lot if number % 2 else lot.opposite
            return (high, a + b - high) if gets is WHITE else (a + b - high, high)
        if due_a != due_b:
            white_first = due_a is WHITE or due_b is BLACK
            return (a, b) if white_first else (b, a)
        ways = [(a, b), (b, a)]
        breaches = [
            (not self.keeps_limits(w, WHITE)) + (not self.keeps_limits(x, BLACK)) for w, x in ways
        ]
        if breaches[0] != breaches[1]:
            return ways[breaches.index(min(breaches))]
        gets_due = 0
        history_a, history_b = self.record.colours[a], self.record.colours[b]
        for back in range(1, max(len(history_a), len(history_b)) + 1):
            had_a = history_a[-back] if back <= len(history_a) else None
            had_b = history_b[-back] if back <= len(history_b) else None
            if had_a != had_b:
                # The player who had the wanted colour yields; with one history ended, the one
                # who had the other colour prevails.
                if due_a in (had_a, had_b):
                    gets_due = b if had_a is due_a else a
                else:
                    gets_due = a if had_a else b
                break
        if not gets_due:
            by_rank = sorted((a, b), key=lambda tpn: (-self.score[tpn], tpn))
            gets_due = by_rank[-1] if below else by_rank[0]
        other = a + b - gets_due
        return (gets_due, other) if due_a is WHITE else (other, gets_due)

    def boards(self) -> list[tuple[int, int]]:
        self.round()
        made = [
            self.with_colours(a, b, score < self.double_median)
            for score, pairs, _ in self.brackets
            for a, b in pairs
        ]
        return sorted(made, key=self.board_key)
