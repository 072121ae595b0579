"""C.04.5 word by word, by brute force: every set of upfloaters, every pairing of a bracket.

Shares no code with the engine. Small fields only. Where the text leaves a choice, the reading is
named as in docs/rules/fide2026-double.md.
"""

from collections.abc import Iterator
from itertools import combinations

from pairing.state import TournamentState

Pairs = tuple[tuple[int, int], ...]
Round = tuple[frozenset[tuple[int, int]], int | None]


def matchings(players: tuple[int, ...]) -> Iterator[Pairs]:
    """Every way to pair these players, the smaller number of each pair first."""
    if not players:
        yield ()
        return
    first, rest = players[0], players[1:]
    for other in rest:
        left = tuple(player for player in rest if player != other)
        for more in matchings(left):
            yield ((first, other), *more)


def symbols(code: str) -> tuple[str, str]:
    """Both games of the one who was White in game 1, and of the other."""
    return code[0] + code[2], code[1] + code[3]


class Literal:
    def __init__(self, state: TournamentState) -> None:
        self.state = state
        option = dict(state.options)
        self.tops_by_score = option.get("top_member") == "higher_score"
        self.by_tpn = option.get("parity_numbering") == "tpn"
        self.number = len(state.rounds) + 1
        self.last = self.number >= state.total_rounds
        away = {bye.player for bye in state.byes}
        self.pool = sorted(p.tpn for p in state.players if p.tpn not in away)
        self.met: set[frozenset[int]] = set()
        self.colours: dict[int, str] = {p.tpn: "" for p in state.players}
        self.matches: dict[int, int] = dict.fromkeys(self.colours, 0)
        self.barred: set[int] = set()
        self.entered: set[int] = set(self.pool)
        for round_ in state.rounds:
            for game in round_.games:
                white, black = game.white, game.black
                self.entered |= {white, black}
                one, two = symbols(game.result.code)
                if "--" in (one, two):  # somebody forfeited both games
                    # DS-2: whoever has points from it has won by forfeit
                    self.barred |= {white} if "+" in one else set()
                    self.barred |= {black} if "+" in two else set()
                    continue
                self.met.add(frozenset((white, black)))
                self.matches[white] += 1
                self.matches[black] += 1
                if not set(one) <= set("+-"):  # DS-3, DS-4: one game played is enough
                    self.colours[white] += "W"
                    self.colours[black] += "B"
            for bye in round_.byes:
                if bye.kind.value in "UF":
                    self.barred.add(bye.player)
                if bye.kind.value == "U":
                    self.entered.add(bye.player)
        self.score = {t: self.pairing_score(t, self.number) for t in self.pool}
        self.floaters = self.floated()
        self.paired: tuple[int, ...] = ()  # without the bye

    # 1.2, 1.4 (DS-10), C.04.7

    def points(self, player: int, before: int) -> int:
        given = self.state.points
        worth = {"U": given.pairing_bye, "F": 20, "H": 10, "Z": 0}
        half_points = {"1": 10, "+": 10, "W": 10, "=": 5, "D": 5}
        total = sum(b.points for b in self.state.bonuses if b.player == player and b.round < before)
        for round_ in self.state.rounds[: before - 1]:
            for game in round_.games:
                one, two = symbols(game.result.code)
                if player == game.white:
                    total += sum(half_points.get(symbol, 0) for symbol in one)
                if player == game.black:
                    total += sum(half_points.get(symbol, 0) for symbol in two)
            total += sum(worth[bye.kind.value] for bye in round_.byes if bye.player == player)
        return total

    def pairing_score(self, player: int, before: int) -> int:
        given = dict(getattr(self.state.acceleration, "points", ())).get(player, ())
        return self.points(player, before) + (given[before - 1] if before <= len(given) else 0)

    # 1.5: only matches played (LX-3), no byes (LX-4), by the scores of that round (G-6)

    def floated(self) -> set[int]:
        found: set[int] = set()
        if self.state.rounds:
            before = self.number - 1
            for game in self.state.rounds[-1].games:
                scores = {self.pairing_score(t, before) for t in (game.white, game.black)}
                if "--" not in symbols(game.result.code) and len(scores) == 2:
                    found |= {game.white, game.black}
        return found

    # 2.1.1

    def allowed(self, a: int, b: int) -> bool:
        return frozenset((a, b)) not in self.met and not any(
            a in group.players and b in group.players and group.applies_to(self.number)
            for group in self.state.forbidden
        )

    def pairings(self, players: tuple[int, ...]) -> Iterator[Pairs]:
        for pairs in matchings(tuple(sorted(players))):
            if all(self.allowed(a, b) for a, b in pairs):
                yield pairs

    def can_be_paired(self, players: tuple[int, ...]) -> bool:
        """Also one after the other, for larger numbers."""
        if not players:
            return True
        first, rest = players[0], players[1:]
        return any(
            self.allowed(first, other)
            and self.can_be_paired(tuple(player for player in rest if player != other))
            for other in rest
        )

    # 3.3

    def round(self) -> Round | None:
        left = tuple(self.pool)
        bye = None
        if len(left) % 2:
            order = sorted(
                (player for player in left if player not in self.barred),
                key=lambda player: (self.score[player], -self.matches[player], -player),
            )
            bye = next(
                (t for t in order if self.can_be_paired(tuple(x for x in left if x != t))), None
            )
            if bye is None:
                return None
            left = tuple(player for player in left if player != bye)
        elif not self.can_be_paired(left):
            return None
        self.paired = left
        boards = set()
        while left:
            top = max(self.score[player] for player in left)
            residents = tuple(player for player in left if self.score[player] == top)
            lower = tuple(player for player in left if self.score[player] < top)
            up = self.upfloaters(residents, lower)
            for a, b in self.bracket(residents, up):
                boards.add(self.coloured(a, b))
            left = tuple(player for player in lower if player not in up)
        return frozenset(boards), bye

    # 3.5

    def upfloaters(self, residents: tuple[int, ...], lower: tuple[int, ...]) -> tuple[int, ...]:
        order = sorted(lower, key=lambda player: (-self.score[player], player))
        for size in range(len(residents) % 2, len(lower) + 1, 2):
            legal = [
                chosen
                for chosen in combinations(order, size)
                if self.can_be_paired(residents + chosen)
                and self.can_be_paired(tuple(player for player in lower if player not in chosen))
            ]
            if not legal:
                continue
            best = max(self.profile(chosen) for chosen in legal)
            legal = [chosen for chosen in legal if self.profile(chosen) == best]

            def cost(chosen: tuple[int, ...]) -> tuple[object, ...]:
                again = 0 if self.last else sum(player in self.floaters for player in chosen)
                return self.fails_c6(residents, chosen, lower), again, chosen

            return min(legal, key=cost)
        raise AssertionError("C3 holds")

    def profile(self, chosen: tuple[int, ...]) -> list[int]:
        return sorted(self.score[player] for player in chosen)

    def fails_c6(
        self, residents: tuple[int, ...], chosen: tuple[int, ...], lower: tuple[int, ...]
    ) -> bool:
        """LX-1: passed if the rest of the next scoregroup needs no upfloater, or only one; or if
        all of it became upfloaters before. It is the next in the standings, without the bye."""
        bracket = self.score[residents[0]]
        below = [self.score[player] for player in self.paired if self.score[player] < bracket]
        top = max(below, default=0)
        rest = [player for player in lower if player not in chosen]
        following = tuple(player for player in rest if self.score[player] == top)
        further = tuple(player for player in rest if self.score[player] < top)
        if not following:
            return False
        if len(following) % 2 == 0:
            return not (self.can_be_paired(following) and self.can_be_paired(further))
        return not any(
            self.can_be_paired((*following, one))
            and self.can_be_paired(tuple(player for player in further if player != one))
            for one in further
        )

    # 3.6

    def bracket(self, residents: tuple[int, ...], up: tuple[int, ...]) -> Pairs:
        def cost(pairs: Pairs) -> tuple[object, ...]:
            again = 0
            for a, b in pairs:
                if not self.last and (a in up) != (b in up):
                    again += (b if a in up else a) in self.floaters
            return again, self.identifier(pairs)

        return min(self.pairings(residents + up), key=cost)

    def identifier(self, pairs: Pairs) -> list[int]:
        """LX-2: the smaller TPN is the top member, or with the option the higher score."""
        seats = [
            tuple(
                sorted(
                    pair,
                    key=lambda player: (-self.score[player] if self.tops_by_score else 0, player),
                )
            )
            for pair in pairs
        ]
        seats.sort()
        return [top for top, _ in seats] + [bottom for _, bottom in seats]

    # 4

    def coloured(self, a: int, b: int) -> tuple[int, int]:
        """(White, Black) in game 1."""
        first, other = sorted((a, b), key=lambda player: (-self.score[player], player))
        white = self.colour(first, other) == "W"
        return (first, other) if white else (other, first)

    def colour(self, first: int, other: int) -> str:
        opposite = {"W": "B", "B": "W"}
        mine, theirs = self.colours[first], self.colours[other]
        if not mine and not theirs:
            initial = "B" if self.state.initial_colour == "b" else "W"
            numbers = sorted(self.entered)
            number = first if self.by_tpn else numbers.index(first) + 1
            return initial if number % 2 else opposite[initial]
        if mine.count("W") != theirs.count("W"):
            return "W" if mine.count("W") < theirs.count("W") else "B"
        for one, two in zip(reversed(mine), reversed(theirs), strict=False):
            if one != two:
                return two
        return opposite[mine[-1]] if mine else theirs[-1]

    # The same as a rank of whole pairings: smaller is better

    def rank(self, pairs: Pairs, bye: int | None) -> list[tuple[str, object]]:
        """The chapter's questions about a complete pairing, in its order: (article, value)."""
        found: list[tuple[str, object]] = []
        if bye is not None:
            order = (self.score[bye], -self.matches[bye], -bye)
            found += zip(("3.4.2", "3.4.3", "3.4.4"), order, strict=True)
        left = self.paired = tuple(player for player in self.pool if player != bye)
        partner = dict(pairs) | {b: a for a, b in pairs}
        while left:
            top = max(self.score[player] for player in left)
            residents = tuple(player for player in left if self.score[player] == top)
            lower = tuple(player for player in left if self.score[player] < top)
            order_below = sorted(lower, key=lambda player: (-self.score[player], player))
            up = tuple(p for p in order_below if partner[p] in residents)
            bracket = {*residents, *up}
            inside = tuple((a, b) for a, b in pairs if {a, b} <= bracket)
            again = (0, 0)
            if not self.last:
                again = (
                    sum(player in self.floaters for player in up),
                    sum(partner[player] in self.floaters for player in up),
                )
            found += [
                ("2.3.1", len(up)),
                ("2.3.2", [-score for score in self.profile(up)]),
                ("2.3.3", self.fails_c6(residents, up, lower)),
                ("2.3.4", again[0]),
                ("2.3.5", again[1]),
                ("3.5.4", [order_below.index(player) for player in up]),
                ("3.6.3", self.identifier(inside)),
            ]
            left = tuple(player for player in left if player not in bracket)
        return found
