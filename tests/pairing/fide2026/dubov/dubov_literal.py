"""C.04.4.1 (Dubov, 2026) taken literally, for small fields: everything is listed and tried.

Reads the state alone and shares no code with the engine. Slow on purpose: legal pairings are
enumerated, sets are tried in the order in which article 4 lists them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations

from pairing.results import ByeKind
from pairing.state import Baku, TournamentState, VirtualPoints

Pair = tuple[int, int]


@dataclass
class Person:
    tpn: int
    rating: int
    points: int = 0
    colours: str = ""
    opponents: list[int] = field(default_factory=list)
    upfloats: list[int] = field(default_factory=list)  # rounds
    barred: bool = False
    paired_once: bool = False

    @property
    def aro(self) -> int:
        if not self.opponents:
            return 0
        whole, rest = divmod(sum(self.opponents), len(self.opponents))
        return whole + (2 * rest >= len(self.opponents))

    def preference(self) -> tuple[str, int]:
        """The colour, and 3 for absolute, 2 for strong, 1 for mild."""
        if not self.colours:
            return "B", 1
        cd = self.colours.count("W") - self.colours.count("B")
        if cd > 1:
            return "B", 3
        if cd < -1:
            return "W", 3
        if self.colours[-2:] in ("WW", "BB"):
            return "B" if self.colours[-1] == "W" else "W", 3
        if cd:
            return "B" if cd > 0 else "W", 2
        return "B" if self.colours[-1] == "W" else "W", 1


def virtual(state: TournamentState, tpn: int, number: int) -> int:
    given = state.acceleration
    if isinstance(given, VirtualPoints):
        rows = dict(given.points).get(tpn, ())
        return rows[number - 1] if number <= len(rows) else 0
    if isinstance(given, Baku):
        accelerated = -(-state.total_rounds // 2)
        full = -(-accelerated // 2)
        if tpn > given.last_of_first_group or number > accelerated:
            return 0
        return state.points.win if number <= full else state.points.win // 2
    return 0


class Literal:
    def __init__(self, state: TournamentState) -> None:
        self.state = state
        self.number = len(state.rounds) + 1
        people = {player.tpn: Person(player.tpn, player.rating) for player in state.players}
        self.met: set[frozenset[int]] = set()
        points = state.points
        for at, round_ in enumerate(state.rounds, 1):
            before = {tpn: who.points + virtual(state, tpn, at) for tpn, who in people.items()}
            for game in round_.games:
                white, black = people[game.white], people[game.black]
                for mine, other, outcome, colour in (
                    (white, black, game.result.white, "W"),
                    (black, white, game.result.black, "B"),
                ):
                    gained = points.for_outcome(outcome)
                    mine.points += gained
                    mine.paired_once = True
                    if before[other.tpn] > before[mine.tpn]:
                        mine.upfloats.append(at)
                    if game.result.played:
                        mine.colours += colour
                        mine.opponents.append(other.rating)
                        self.met.add(frozenset((mine.tpn, other.tpn)))
                    elif gained >= points.win:
                        mine.barred = True
            for bye in round_.byes:
                gained = points.for_bye(bye.kind)
                people[bye.player].points += gained
                if bye.kind is ByeKind.PAIRING_ALLOCATED:
                    people[bye.player].paired_once = people[bye.player].barred = True
                if gained >= points.win:
                    people[bye.player].barred = True
            for bonus in state.bonuses:
                if bonus.round == at:
                    people[bonus.player].points += bonus.points
        self.people = people
        away = {bye.player for bye in state.byes}
        self.pool = [tpn for tpn in people if tpn not in away]
        self.score = {
            tpn: who.points + virtual(state, tpn, self.number) for tpn, who in people.items()
        }
        self.last = self.number >= state.total_rounds
        self.known: dict[frozenset[int], bool] = {}

    # The absolute criteria

    def legal(self, a: int, b: int) -> bool:
        if frozenset((a, b)) in self.met or self.state.kept_apart(a, b):
            return False
        one, two = self.people[a].preference(), self.people[b].preference()
        return not (one == two and one[1] == 3)

    def pairable(self, players: frozenset[int]) -> bool:
        if not players:
            return True
        if players not in self.known:
            a = min(players)
            self.known[players] = any(
                self.legal(a, b) and self.pairable(players - {a, b}) for b in players - {a}
            )
        return self.known[players]

    def pairings(self, players: frozenset[int]) -> Iterator[list[Pair]]:
        if not players:
            yield []
            return
        a = min(players)
        for b in sorted(players - {a}):
            if self.legal(a, b):
                for others in self.pairings(players - {a, b}):
                    yield [(a, b), *others]

    # Article 3

    def pair(self) -> tuple[set[Pair], int | None] | None:
        """(White, Black) of each pair, and the bye; None if nothing is legal."""
        left = frozenset(self.pool)
        bye = None
        if len(left) % 2:
            bye = self.bye()
            if bye is None:
                return None
            left -= {bye}
        if not self.pairable(left):
            return None
        pairs: list[Pair] = []
        while left:
            top = max(self.score[tpn] for tpn in left)
            residents = frozenset(tpn for tpn in left if self.score[tpn] == top)
            bracket = residents | self.upfloaters(residents, left - residents)
            pairs += self.bracket(bracket)
            left -= bracket
        return {self.colours(a, b) for a, b in pairs}, bye

    def bye(self) -> int | None:
        found = [tpn for tpn in self.pool if not self.people[tpn].barred]
        found.sort(key=lambda t: (self.score[t], -len(self.people[t].colours), -t))
        return next((t for t in found if self.pairable(frozenset(self.pool) - {t})), None)

    def same(self, pairs: list[Pair]) -> int:
        people = self.people
        return sum(people[a].preference()[0] == people[b].preference()[0] for a, b in pairs)

    def upfloaters(self, residents: frozenset[int], lower: frozenset[int]) -> frozenset[int]:
        most = 2 + self.state.total_rounds // 5
        order = sorted(lower, key=lambda t: (-self.score[t], t))
        for size in range(len(residents) % 2, len(order) + 1, 2):
            best = None
            for chosen in combinations(order, size):
                those = frozenset(chosen)
                if not self.pairable(lower - those) or not self.pairable(residents | those):
                    continue
                scores = sorted(self.score[t] for t in chosen)
                # Two of them never meet each other at the least size (DU-14).
                value: tuple[object, ...] = (
                    [-score for score in scores],
                    min(self.same(pairs) for pairs in self.pairings(residents | those)),
                )
                if not self.last:
                    times = [len(self.people[t].upfloats) for t in chosen]
                    value += (
                        sum(many >= most for many in times),
                        sum(many for many in times if many >= most),
                        sum(self.number - 1 in self.people[t].upfloats for t in chosen),
                    )
                if best is None or value < best[0]:
                    best = value, those
            if best is not None:
                return best[1]
        raise AssertionError("the field can be paired")

    def by_aro(self, tpn: int) -> tuple[int, int]:
        return self.people[tpn].aro, tpn

    def shift_list(self, group: list[int]) -> list[int]:
        """Article 4.3 for a subgroup: all of it prefers the same colour."""
        white = any(self.people[t].preference()[0] == "W" for t in group)
        rest = sorted(group, key=self.by_aro if white else None)
        return [rest.pop((len(rest) - 1) // 2) for _ in group]

    def bracket(self, players: frozenset[int]) -> list[Pair]:
        everybody = sorted(players)
        if any(self.people[t].colours for t in everybody):
            first = [t for t in everybody if self.people[t].preference()[0] == "W"]
        else:
            first = everybody[: len(everybody) // 2]
        second = [t for t in everybody if t not in first]
        swapped = len(first) > len(second)
        small, large = (second, first) if swapped else (first, second)
        every = list(self.pairings(players))
        best7 = min(map(self.same, every))
        inside = min(
            sum(a in small and b in small for a, b in pairs)
            for pairs in every
            if self.same(pairs) == best7
        )
        more = (len(large) + inside - (len(small) - inside)) // 2
        for out in combinations(self.shift_list(small), inside):
            for over in combinations(self.shift_list(large), more):
                new_small = [t for t in small if t not in out] + list(over)
                new_large = [t for t in large if t not in over] + list(out)
                sides = (new_large, new_small) if swapped else (new_small, new_large)
                if not any(
                    self.same(pairs) == best7
                    and all((a in sides[0]) != (b in sides[0]) for a, b in pairs)
                    for pairs in every
                ):
                    continue
                s1 = sorted(sides[0], key=self.by_aro)
                for t2 in permutations(sorted(sides[1])):
                    if all(map(self.legal, s1, t2)):
                        return list(zip(s1, t2, strict=True))
        raise AssertionError("the bracket can be paired")

    # The same as a rank of whole pairings: smaller is better

    def rank(self, pairs: set[Pair], bye: int | None) -> list[tuple[str, object]]:
        """The chapter's questions about a complete pairing, in its order: (article, value)."""
        found: list[tuple[str, object]] = []
        if bye is not None:
            order = (self.score[bye], -len(self.people[bye].colours), -bye)
            found += zip(("3.1.3", "3.1.4", "3.1.5"), order, strict=True)
        left = frozenset(self.pool) - {bye}
        partner = dict(pairs) | {b: a for a, b in pairs}
        while left:
            top = max(self.score[tpn] for tpn in left)
            residents = frozenset(tpn for tpn in left if self.score[tpn] == top)
            bracket = residents | {partner[tpn] for tpn in residents}
            found += self.rank_of_bracket(bracket, left - residents, partner)
            left -= bracket
        return found

    def rank_of_bracket(
        self, bracket: frozenset[int], lower: frozenset[int], partner: dict[int, int]
    ) -> list[tuple[str, object]]:
        most = 2 + self.state.total_rounds // 5
        order = sorted(lower, key=lambda t: (-self.score[t], t))
        up = [t for t in order if t in bracket]
        pairs = [(t, partner[t]) for t in bracket if t < partner[t]]
        times = [len(self.people[t].upfloats) for t in up]
        found: list[tuple[str, object]] = [
            ("2.3.1", len(up)),
            ("2.3.2", [-score for score in sorted(self.score[t] for t in up)]),
            ("2.3.3", self.same(pairs)),
        ]
        if not self.last:
            found += [
                ("2.3.4", sum(many >= most for many in times)),
                ("2.3.5", sum(many for many in times if many >= most)),
                ("2.3.6", sum(self.number - 1 in self.people[t].upfloats for t in up)),
            ]
        found.append(("4.2", [order.index(t) for t in up]))
        everybody = sorted(bracket)
        if any(self.people[t].colours for t in everybody):
            first = [t for t in everybody if self.people[t].preference()[0] == "W"]
        else:
            first = everybody[: len(everybody) // 2]
        second = [t for t in everybody if t not in first]
        out_of: list[list[int]] = []
        for group in sorted((first, second), key=len):
            listed = self.shift_list(group)
            moved = [
                t
                for t in listed
                if partner[t] in listed and listed.index(t) < listed.index(partner[t])
            ]
            out_of.append(moved)
            if len(out_of) == 1:
                found.append(("3.2.4.1", len(moved)))
            found.append(("4.3", [listed.index(t) for t in moved]))
        moved = [t for group in out_of for t in group]
        s1 = [t for t in everybody if (t in first) != (t in moved)]
        found.append(("4.4", [partner[t] for t in sorted(s1, key=self.by_aro)]))
        return found

    # Article 5

    def parity_number(self, tpn: int) -> int:
        pool = set(self.pool)
        return sum(t <= tpn and (t in pool or who.paired_once) for t, who in self.people.items())

    def colours(self, a: int, b: int) -> Pair:
        high, low = sorted((a, b), key=lambda t: (-self.score[t], t))
        one, two = self.people[high], self.people[low]
        if not one.colours and not two.colours:
            initial = "B" if self.state.initial_colour == "b" else "W"
            odd = self.parity_number(high) % 2 == 1
            return (high, low) if odd == (initial == "W") else (low, high)
        (mine, strong), (other, weak) = one.preference(), two.preference()
        wanted = mine
        if mine == other:
            if strong < weak:
                wanted = "B" if other == "W" else "W"
            elif strong == weak:
                for x, y in zip(one.colours[::-1], two.colours[::-1], strict=False):
                    if x != y:
                        wanted = y
                        break
        return (high, low) if wanted == "W" else (low, high)
