"""The Dubov chapter word by word: slow, for small fields, judge of the engine.

Plain lists; 6.3 is the search that goes back row by row, and whether players can be paired is
found by trying every pairing.
"""

from fractions import Fraction
from itertools import combinations

from pairing.state import Colour, TournamentState

W, B = Colour.WHITE, Colour.BLACK
Pair = tuple[int, int]  # white, black
#: How many stay alone; how many of them came from above; how many of these have nobody below.
Alone = tuple[int, int, int]
NONE_ALONE: Alone = (0, 0, 0)


class Literal:
    def __init__(self, state: TournamentState) -> None:
        self.state = state
        numbers = [player.tpn for player in state.players]
        away = {bye.player for bye in state.byes}
        self.present = [tpn for tpn in numbers if tpn not in away]
        self.rating = {player.tpn: player.rating for player in state.players}
        alphabet = " 0123456789abcçdefgğhıijklmnoöpqrsştuüvwxyz"
        self.alpha = {}
        for player in state.players:
            name = "".join({"I": "ı", "İ": "i"}.get(c, c.lower()) for c in player.name)
            self.alpha[player.tpn] = ([alphabet.index(c) for c in name], player.tpn)
        points = state.points
        self.score = dict.fromkeys(numbers, 0)
        self.met: dict[int, list[int]] = {tpn: [] for tpn in numbers}
        self.history: dict[int, list[Colour]] = {tpn: [] for tpn in numbers}
        self.got_points_without_play: set[int] = set()
        ups: dict[int, list[bool]] = {tpn: [] for tpn in numbers}
        for round_ in state.rounds:
            before = dict(self.score)
            up = dict.fromkeys(numbers, False)
            for bye in round_.byes:
                self.score[bye.player] += points.for_bye(bye.kind)
                if points.for_bye(bye.kind) >= points.win:
                    self.got_points_without_play.add(bye.player)
            for game in round_.games:
                for tpn in (game.white, game.black):
                    gained = points.for_outcome(game.outcome(tpn))
                    self.score[tpn] += gained
                    up[tpn] = before[game.opponent(tpn)] > before[tpn]
                    if game.result.played:
                        self.met[tpn].append(game.opponent(tpn))
                        self.history[tpn].append(game.colour(tpn))
                    elif gained >= points.win:
                        self.got_points_without_play.add(tpn)
            for tpn in numbers:
                ups[tpn].append(up[tpn])
            for bonus in state.bonuses:
                if bonus.round == round_.number:
                    self.score[bonus.player] += bonus.points
        number = len(state.rounds) + 1
        last = number >= state.total_rounds
        most = 4 if state.total_rounds >= 10 else 3
        self.may_move_up = {
            tpn for tpn in numbers if last or (sum(ups[tpn]) < most and ups[tpn][-1:] != [True])
        }
        self.kept_apart = [g.players for g in state.forbidden if g.applies_to(number)]

    # 1, 2

    def aro(self, tpn: int) -> Fraction:
        games = self.met[tpn]
        return Fraction(sum(self.rating[other] for other in games), len(games) or 1)

    def barred(self, tpn: int, colour: Colour) -> bool:
        after = [*self.history[tpn], colour]
        lead = after.count(colour) - after.count(colour.opposite)
        return lead > 2 or after[-3:] == [colour] * 3

    def due(self, tpn: int) -> Colour | None:
        history = self.history[tpn]
        for colour in (W, B):
            if self.barred(tpn, colour):
                return colour.opposite
        whites, blacks = history.count(W), history.count(B)
        if whites != blacks:
            return W if whites < blacks else B
        return history[-1].opposite if history else None

    def new(self, a: int, b: int) -> bool:
        return b not in self.met[a] and not any({a, b} <= group for group in self.kept_apart)

    def valid(self, a: int, b: int) -> bool:
        return self.new(a, b) and any(
            not self.barred(x, W) and not self.barred(y, B) for x, y in ((a, b), (b, a))
        )

    # 3

    def colours(self, a: int, b: int) -> Pair:
        allowed = [
            (x, y) for x, y in ((a, b), (b, a)) if not self.barred(x, W) and not self.barred(y, B)
        ]
        if len(allowed) == 1:
            return allowed[0]
        due_a, due_b = self.due(a), self.due(b)
        if due_a != due_b:
            white = a if due_a is W or due_b is B else b
            return white, a + b - white
        if due_a is not None:
            lead = {t: abs(self.history[t].count(W) - self.history[t].count(B)) for t in (a, b)}
            if lead[a] != lead[b]:
                first = a if lead[a] > lead[b] else b
                return (first, a + b - first) if due_a is W else (a + b - first, first)
            for x, y in zip(reversed(self.history[a]), reversed(self.history[b]), strict=False):
                if x is not y:
                    return (a, b) if x is B else (b, a)
        white = max(a, b, key=lambda t: (self.aro(t), -self.rating[t], t))
        return white, a + b - white

    # Trying whether players can all be paired

    def alone(self, players: list[int], floaters: list[int], lower: list[int]) -> Alone:
        """The fewest left alone; floaters do not meet each other; one of `lower` may help, not
        to meet a floater. 6.4: among as many, rather not who floated, and of those rather who
        can be paired in the lower group."""

        def least(rest: list[int], helped: bool) -> Alone:
            if not rest:
                return NONE_ALONE
            first, others = rest[0], rest[1:]
            best = self.with_one_more(first, floaters, lower, least(others, helped))
            for other in others:
                if self.valid(first, other) and not (first in floaters and other in floaters):
                    best = min(best, least([t for t in others if t != other], helped))
                    if best == NONE_ALONE:
                        return best
            helper = any(t in self.may_move_up and self.valid(t, first) for t in lower)
            if helper and not helped and first not in floaters:
                best = min(best, least(others, True))
            return best

        return least(players, not lower)

    def with_one_more(
        self, tpn: int, floaters: list[int], lower: list[int], others: Alone
    ) -> Alone:
        floated = tpn in floaters
        stranded = floated and not any(self.valid(tpn, other) for other in lower)
        return others[0] + 1, others[1] + floated, others[2] + stranded

    def can(self, players: list[int], floaters: list[int] | None = None) -> bool:
        return self.alone(players, floaters or [], []) == NONE_ALONE

    # 6.2, 7.3, 7.4

    def white_order(self, tpn: int) -> tuple[object, ...]:
        return self.aro(tpn), self.rating[tpn], self.alpha[tpn]

    def black_order(self, tpn: int) -> tuple[object, ...]:
        return -self.rating[tpn], -self.aro(tpn), self.alpha[tpn]

    def columns(self, group: list[int]) -> tuple[list[int], list[int]]:
        whites = [tpn for tpn in group if self.due(tpn) is W]
        blacks = [tpn for tpn in group if self.due(tpn) is B]
        for tpn in sorted(group):
            if self.due(tpn) is None:
                (whites if len(whites) <= len(blacks) else blacks).append(tpn)
        while len(whites) > len(blacks):
            can = [tpn for tpn in whites if not self.barred(tpn, B) and self.due(tpn) is W]
            moved = min(can, key=self.white_order)
            whites.remove(moved)
            blacks.append(moved)
        while len(blacks) > len(whites):
            can = [tpn for tpn in blacks if not self.barred(tpn, W) and self.due(tpn) is B]
            moved = min(can, key=lambda t: (-self.aro(t), self.black_order(t)))
            blacks.remove(moved)
            whites.append(moved)
        return sorted(whites, key=self.white_order), sorted(blacks, key=self.black_order)

    # 6.3

    def rows(self, group: list[int]) -> list[Pair]:
        if not group:
            return []
        whites, blacks = self.columns(group)
        taken: list[int] = []
        lowest = row = 0
        start = 0  # how far down the black column the player of this row has looked
        while row < len(whites):
            lowest = max(lowest, row)
            for place in range(start, len(blacks)):
                if place not in taken and self.new(whites[row], blacks[place]):
                    taken.append(place)
                    row += 1
                    start = 0
                    break
            else:
                if row == 0:
                    break
                # undo the pairing above and look further down there
                row -= 1
                start = taken.pop() + 1
        if row == len(whites):
            return [(white, blacks[place]) for white, place in zip(whites, taken, strict=True)]
        # whoever is looked at: the lowest row reached, those above, those below
        for at in [*range(lowest, -1, -1), *range(lowest + 1, len(whites))]:
            player = whites[at]
            for other in [*whites[at + 1 :], *reversed(whites[:at])]:
                rest = [tpn for tpn in group if tpn not in (player, other)]
                if self.valid(player, other) and self.can(rest):
                    pairs = self.rows(rest)
                    pairs.insert(at, self.colours(player, other))
                    return pairs
        raise AssertionError(group)

    # 7.1, 7.2

    def problem(self, group: list[int]) -> int | None:
        if len(group) < 2:
            return None
        found = [a for a in group if not any(self.new(a, b) for b in group if b != a)]
        for due, order in ((W, self.white_order), (B, self.black_order)):
            these = [tpn for tpn in found if self.due(tpn) is due]
            if these:
                return min(these, key=order)
        return found[0] if found else None

    def take(self, group: list[int], lower: list[int]) -> list[int] | None:
        problem = self.problem(group)
        if problem is None and len(group) % 2 == 0:
            return [] if self.can(group) else None
        whites = sum(self.due(tpn) is W for tpn in group)
        blacks = sum(self.due(tpn) is B for tpn in group)
        if problem is not None:
            bad = self.due(problem)
        else:
            bad = None if whites == blacks else W if whites > blacks else B

        def hurts(tpn: int) -> bool:
            rest = [other for other in lower if other != tpn]
            return len(rest) >= 2 and any(
                not any(self.new(a, b) for b in rest if b != a) for a in rest
            )

        candidates = [
            tpn
            for tpn in lower
            if tpn in self.may_move_up
            and any(self.valid(tpn, a) for a in ([problem] if problem is not None else group))
        ]
        candidates.sort(
            key=lambda tpn: (
                hurts(tpn),
                bad is not None and self.due(tpn) is bad,
                -self.rating[tpn],
                self.aro(tpn),
                self.alpha[tpn],
            )
        )
        for tpn in candidates:
            more = self.take([*group, tpn], [other for other in lower if other != tpn])
            if more is not None:
                return [tpn, *more]
        return None

    # 6.4

    def down(self, group: list[int], lower: list[int]) -> list[int]:
        order = sorted(
            group,
            key=lambda tpn: (
                not any(self.valid(tpn, other) for other in lower),
                self.rating[tpn],
                -self.aro(tpn),
                -tpn,
            ),
        )
        for number in range(1, len(order) + 1):
            for going in combinations(order, number):
                rest = [tpn for tpn in group if tpn not in going]
                # In more than eight players only 7.2 is looked at.
                if len(group) > 8 and self.alone(rest, [], lower) == NONE_ALONE:
                    return list(going)
                if len(group) <= 8 and self.take(rest, lower) is not None:
                    return list(going)
        raise AssertionError(group)

    # 8

    def floater_order(self, floaters: list[int]) -> list[int]:
        whites = [tpn for tpn in floaters if self.due(tpn) is W]
        blacks = [tpn for tpn in floaters if self.due(tpn) is B]
        for tpn in sorted(floaters):
            if self.due(tpn) is None:
                (whites if len(whites) <= len(blacks) else blacks).append(tpn)
        whites.sort(key=self.white_order)
        blacks.sort(key=self.black_order)
        order = []
        while whites or blacks:
            if whites:
                order.append(whites.pop(0))
            if blacks:
                order.append(blacks.pop(0))
        return order

    def complete(self, residents: list[int], floaters: list[int], lower: list[int]) -> bool:
        """True if floaters and residents can be paired, with all of article 7 for the rest."""
        if not floaters:
            return self.take(residents, lower) is not None
        return any(
            self.complete([other for other in residents if other != tpn], floaters[1:], lower)
            for tpn in residents
            if self.valid(floaters[0], tpn)
        )

    def need(self, residents: list[int], floaters: list[int], lower: list[int]) -> Alone:
        number, floated, stranded = self.alone(residents + floaters, floaters, lower)
        if self.complete(residents, floaters, lower):
            return NONE_ALONE
        return max(1, number), floated, stranded

    def floaters(
        self, floaters: list[int], residents: list[int], lower: list[int]
    ) -> tuple[list[Pair], list[int], list[int]]:
        """Pairs, residents left, and floaters who go on down."""
        pairs = []
        going = []
        waiting = self.floater_order(floaters)
        while waiting:
            floater = waiting.pop(0)
            choices = [tpn for tpn in residents if self.valid(floater, tpn)]
            choices.sort(
                key=lambda tpn: (
                    self.due(floater) is not None and self.due(tpn) is self.due(floater),
                    -self.rating[tpn],
                    self.aro(tpn),
                    self.alpha[tpn],
                )
            )
            needs = [
                self.need([other for other in residents if other != tpn], waiting, lower)
                for tpn in choices
            ]
            if not choices or (
                min(needs) > NONE_ALONE
                and self.with_one_more(
                    floater, [floater], lower, self.need(residents, waiting, lower)
                )
                < min(needs)
            ):
                going.append(floater)
                continue
            chosen = choices[needs.index(min(needs))]
            residents = [tpn for tpn in residents if tpn != chosen]
            pairs.append(self.colours(floater, chosen))
        return pairs, residents, going

    # 4 and the round

    def bye_order(self) -> list[int]:
        order = []
        for score in sorted({self.score[tpn] for tpn in self.present}):
            group = [tpn for tpn in self.present if self.score[tpn] == score]
            whites = sum(self.due(tpn) is W for tpn in group)
            blacks = sum(self.due(tpn) is B for tpn in group)
            allowed = [tpn for tpn in group if tpn not in self.got_points_without_play]
            while allowed:
                lowest = min(self.rating[tpn] for tpn in allowed)
                these = [tpn for tpn in allowed if self.rating[tpn] == lowest]
                if whites != blacks and {W, B} <= {self.due(tpn) for tpn in these}:
                    major = W if whites > blacks else B
                    these = [tpn for tpn in these if self.due(tpn) is major]
                chosen = max(these, key=lambda tpn: (self.aro(tpn), tpn))
                order.append(chosen)
                allowed.remove(chosen)
        return order

    def round(self) -> tuple[list[Pair], int | None] | None:
        """Boards and bye of a round after the first, or None."""
        if len(self.present) % 2 == 0:
            boards = self.pair(self.present)
            return None if boards is None else (boards, None)
        for bye in self.bye_order():
            boards = self.pair([tpn for tpn in self.present if tpn != bye])
            if boards is not None:
                return boards, bye
        return None

    def pair(self, players: list[int]) -> list[Pair] | None:
        groups = [
            [tpn for tpn in players if self.score[tpn] == score]
            for score in sorted({self.score[tpn] for tpn in players}, reverse=True)
        ]
        boards: list[Pair] = []
        floaters: list[int] = []
        while groups:
            group = groups.pop(0)
            if not groups:
                return self.last_group(group, floaters, boards)
            lower = groups[0]
            pairs, left, going = self.floaters(floaters, group, lower)
            taken = self.take(left, lower)
            if taken is None:
                down = self.down(left, lower)
                going += down
                left = [tpn for tpn in left if tpn not in down]
                taken = self.take(left, lower)
                assert taken is not None
            boards += pairs + self.rows(left + taken)
            for tpn in taken:
                lower.remove(tpn)
            if not lower:
                groups.pop(0)
            floaters = going
        return boards if not floaters else self.last_group([], floaters, boards)

    def last_group(
        self, residents: list[int], floaters: list[int], boards: list[Pair]
    ) -> list[Pair] | None:
        while True:
            if self.can(residents + floaters, floaters):
                pairs, left, _ = self.floaters(floaters, residents, [])
                return boards + pairs + self.rows(left)
            if self.can(residents + floaters):
                return boards + self.rows(residents + floaters)
            if not boards:
                return None
            floaters = [*floaters, *boards[-1]]
            boards = boards[:-1]
