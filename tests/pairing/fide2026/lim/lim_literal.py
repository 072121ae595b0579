"""C.04.4.3 (Lim, 2026) taken literally, for small fields: everything is listed and tried.

Reads the state alone and shares no code with the engine. Slow on purpose: the pairings of a group
are enumerated in the order of its exchanges, and greatest numbers of pairs are found by trying.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from pairing.results import ByeKind
from pairing.state import Baku, TournamentState, VirtualPoints

Pair = tuple[int, int]


@dataclass
class Card:
    tpn: int
    rating: int
    points: int = 0
    colours: str = ""
    floated: bool = False
    barred: bool = False
    entered: bool = False

    @property
    def difference(self) -> int:
        return self.colours.count("W") - self.colours.count("B")

    def may(self, colour: str) -> bool:
        """5.1.1, 5.1.2"""
        after = self.colours + colour
        return after[-3:] != 3 * colour and after.count(colour) * 2 - len(after) <= 2

    def due(self) -> str:
        """The colour due, "" for none."""
        if self.may("W") != self.may("B"):
            return "W" if self.may("W") else "B"
        if self.difference:
            return "W" if self.difference < 0 else "B"
        return {"W": "B", "B": "W"}[self.colours[-1]] if self.colours else ""


def virtual(state: TournamentState, tpn: int, number: int) -> int:
    given = state.acceleration
    if isinstance(given, VirtualPoints):
        row = dict(given.points).get(tpn, ())
        return row[number - 1] if number <= len(row) else 0
    if isinstance(given, Baku) and tpn <= given.last_of_first_group:
        rounds = (state.total_rounds + 1) // 2
        if number <= (rounds + 1) // 2:
            return state.points.win
        return state.points.win // 2 if number <= rounds else 0
    return 0


class Literal:
    def __init__(self, state: TournamentState) -> None:
        self.state = state
        self.number = len(state.rounds) + 1
        self.last = self.number >= state.total_rounds
        self.maxi = dict(state.options).get("maxi", False)
        self.double_median = len(state.rounds) * state.points.win
        self.cards = {player.tpn: Card(player.tpn, player.rating) for player in state.players}
        self.met: set[frozenset[int]] = set()
        for number in range(1, self.number):
            self.read(number)
        away = {bye.player for bye in state.byes}
        self.pool = [tpn for tpn in self.cards if tpn not in away]
        self.score = {
            tpn: card.points + virtual(state, tpn, self.number) for tpn, card in self.cards.items()
        }
        self.legal = cache(self.legal)  # type: ignore[method-assign]
        self.most = cache(self.most)  # type: ignore[method-assign]

    def read(self, number: int) -> None:
        """One round of the record."""
        state, cards = self.state, self.cards
        points, round_ = state.points, state.rounds[number - 1]
        before = {tpn: card.points + virtual(state, tpn, number) for tpn, card in cards.items()}
        median = (number - 1) * points.win  # twice
        for card in cards.values():
            card.floated = False
        for game in round_.games:
            for mine, other, colour, outcome in (
                (game.white, game.black, "W", game.result.white),
                (game.black, game.white, "B", game.result.black),
            ):
                card, gained = cards[mine], points.for_outcome(outcome)
                card.points += gained
                card.entered = True
                # 3.10: moved down from above the median, or up from below it
                down = before[mine] > before[other] and 2 * before[mine] > median
                up = before[mine] < before[other] and 2 * before[mine] < median
                card.floated = down or up
                if game.result.played:
                    card.colours += colour
                    self.met.add(frozenset((mine, other)))
                elif gained >= points.win:
                    card.barred = True
        for bye in round_.byes:
            gained = points.for_bye(bye.kind)
            card = cards[bye.player]
            card.points += gained
            if bye.kind is ByeKind.PAIRING_ALLOCATED:
                card.entered = card.barred = True
            if gained >= points.win:
                card.barred = True
        for bonus in state.bonuses:
            if bonus.round == number:
                cards[bonus.player].points += bonus.points

    # 2.1, 6

    def breaches(self, a: int, b: int) -> int:
        one, two = self.cards[a], self.cards[b]
        return min(
            (not one.may("W")) + (not two.may("B")),
            (not one.may("B")) + (not two.may("W")),
        )

    def legal(self, a: int, b: int) -> bool:
        if frozenset((a, b)) in self.met or self.state.kept_apart(a, b):
            return False
        if self.last and self.score[a] == self.score[b]:
            return True
        return self.breaches(a, b) == 0

    def clash(self, a: int, b: int) -> bool:
        return self.cards[a].due() != "" and self.cards[a].due() == self.cards[b].due()

    def most(self, players: frozenset[int]) -> int:
        """The greatest number of pairs among them."""
        if len(players) < 2:
            return 0
        first = min(players)
        others = players - {first}
        found = self.most(others)
        for other in others:
            if 2 * found == len(players):
                break
            if self.legal(first, other):
                found = max(found, 1 + self.most(others - {other}))
        return found

    def complete(self, players: Iterable[int]) -> bool:
        all_of_them = frozenset(players)
        return len(all_of_them) == 2 * self.most(all_of_them)

    # 1.1, 7.1

    def bye(self) -> int | None:
        """None: nobody has it; 0: it cannot be given."""
        if len(self.pool) % 2 == 0:
            return None
        for tpn in sorted(self.pool, key=self.bye_key):
            if not self.cards[tpn].barred and self.complete(set(self.pool) - {tpn}):
                return tpn
        return 0

    def bye_key(self, tpn: int) -> tuple[int, int]:
        value = self.cards[tpn].rating if self.number == 1 else self.score[tpn]
        return value, -tpn

    # The round

    def round(self) -> tuple[frozenset[Pair], int | None] | None:
        """(White, Black) of every game, and the bye; None if no pairing is possible."""
        bye = self.bye()
        self.players = [tpn for tpn in self.pool if tpn != bye]
        if bye == 0 or not self.complete(self.players):
            return None
        if self.number == 1 and not dict(self.state.options).get("accelerated_first_round"):
            made = [(pair, "down") for pair in self.residents(self.players, "down")]
        else:
            made = self.by_groups()
        return frozenset(self.colours(*pair, side) for pair, side in made), bye

    def by_groups(self) -> list[tuple[Pair, str]]:
        """2.2"""
        groups: dict[int, list[int]] = {}
        for tpn in self.players:
            groups.setdefault(self.score[tpn], []).append(tpn)
        middle = [tpn for tpn in self.players if 2 * self.score[tpn] == self.double_median]
        high = sorted((s for s in groups if 2 * s > self.double_median), reverse=True)
        low = sorted(s for s in groups if 2 * s < self.double_median)
        made: dict[str, list[Pair]] = {"down": [], "up": []}
        arrived = []
        for side, scores in (("down", high), ("up", low)):
            coming: list[int] = []
            for at, score in enumerate(scores):
                following = groups[scores[at + 1]] if at + 1 < len(scores) else middle
                going = self.leave(groups[score], coming, following, side)
                pairs = self.floaters_first(
                    [tpn for tpn in groups[score] if tpn not in going],
                    [(tpn, side) for tpn in self.in_order(coming, side) if tpn not in going],
                    side,
                )
                made[side] += pairs
                coming = going
            arrived += coming
        return self.median(middle, arrived, made)

    # 2.6

    def median(
        self, middle: list[int], arrived: list[int], made: dict[str, list[Pair]]
    ) -> list[tuple[Pair, str]]:
        members = [*middle, *arrived]
        while not self.complete(members):
            over = sum(2 * self.score[tpn] > self.double_median for tpn in members)
            under = sum(2 * self.score[tpn] < self.double_median for tpn in members)
            side, other = ("up", "down") if over > under else ("down", "up")
            members += made[side].pop() if made[side] else made[other].pop()
        above = [tpn for tpn in members if 2 * self.score[tpn] > self.double_median]
        below = [tpn for tpn in members if 2 * self.score[tpn] < self.double_median]
        floaters = [(tpn, "down") for tpn in self.in_order(above, "down")]
        floaters += [(tpn, "up") for tpn in self.in_order(below, "up")]
        pairs = self.floaters_first(sorted(middle), floaters, "down")
        return [
            *((pair, "down") for pair in made["down"]),
            *((pair, "up") for pair in made["up"]),
            *((pair, "down") for pair in pairs),
        ]

    # 3.6, 3.7

    def in_order(self, floaters: list[int], side: str) -> list[int]:
        if side == "down":
            return sorted(floaters, key=lambda tpn: (-self.score[tpn], tpn))
        return sorted(floaters, key=lambda tpn: (self.score[tpn], -tpn))

    # 2.3, 3.2 to 3.5, 3.9, 3.10

    def leave(
        self, own: list[int], coming: list[int], following: list[int], side: str
    ) -> list[int]:
        """Those who float out of a group, in the order in which they are chosen."""
        members = [*own, *coming]
        going: list[int] = []
        pairs = self.most(frozenset(members))
        while len(members) > 2 * pairs:
            candidates = [tpn for tpn in members if self.most(frozenset(members) - {tpn}) == pairs]
            worth = {
                tpn: (self.kind(tpn, own, going, following), self.cards[tpn].floated)
                for tpn in candidates
            }
            best = min(worth.values())
            candidates = [tpn for tpn in candidates if worth[tpn] == best]
            by_place = self.in_order(candidates, side)[-1]
            due = [self.cards[tpn].due() for tpn in members]
            white, black = due.count("W"), due.count("B")
            wanted = "" if white == black else "W" if white > black else "B"
            fitting = [tpn for tpn in candidates if wanted and self.cards[tpn].due() == wanted]
            chosen = self.in_order(fitting, side)[-1] if fitting else by_place
            if not self.near(chosen, by_place):
                chosen = by_place
            members.remove(chosen)
            going.append(chosen)
        return going

    def near(self, a: int, b: int) -> bool:
        return not self.maxi or abs(self.cards[a].rating - self.cards[b].rating) <= 100

    def kind(self, tpn: int, own: list[int], going: list[int], following: list[int]) -> int:
        """3.9.1: 0 for d, 1 for c, 2 for b, 3 for a."""
        finds = self.served([*going, tpn], following) > self.served(going, following)
        if tpn in own:
            return 0 if finds else 1
        return 2 if finds else 3

    def served(self, floaters: list[int], residents: list[int]) -> int:
        """How many of these floaters can meet different residents."""
        if not floaters:
            return 0
        first, *others = floaters
        found = self.served(others, residents)
        for resident in residents:
            if self.legal(first, resident):
                left = [tpn for tpn in residents if tpn != resident]
                found = max(found, 1 + self.served(others, left))
                if found == len(floaters):
                    break
        return found

    # 3.1, 3.8

    def floaters_first(
        self, own: list[int], floaters: list[tuple[int, str]], side: str
    ) -> list[Pair]:
        own, waiting = list(own), list(floaters)
        made = []
        while waiting:
            floater, direction = waiting.pop(0)
            others = [tpn for tpn, _ in waiting]
            opponent = 0
            for players in (own, others):
                listed = sorted(players, reverse=direction == "up")
                rest = {*own, *others}
                available = [
                    tpn
                    for tpn in listed
                    if self.legal(floater, tpn) and self.complete(rest - {tpn})
                ]
                if available:
                    suiting = [
                        tpn
                        for tpn in available
                        if not self.clash(floater, tpn) and self.near(tpn, available[0])
                    ]
                    opponent = (suiting or available)[0]
                    break
            assert opponent
            made.append((floater, opponent))
            own = [tpn for tpn in own if tpn != opponent]
            waiting = [each for each in waiting if each[0] != opponent]
        return made + self.residents(own, side)

    # 2.4, 2.5, 4, 5.2, 5.7

    def listed(self, left: list[int]) -> Iterator[list[Pair]]:
        """Every pairing in the order in which exchanges are tried."""
        if not left:
            yield []
            return
        first, half = left[0], len(left) // 2
        for other in left[half:] + left[1:half][::-1]:
            if self.legal(first, other):
                rest = [tpn for tpn in left if tpn not in (first, other)]
                for pairs in self.listed(rest):
                    yield [(first, other), *pairs]

    def residents(self, players: list[int], side: str) -> list[Pair]:
        order = sorted(players, reverse=side == "up")
        every = list(self.listed(order))
        partner = {}
        for a, b in every[0]:
            partner[a], partner[b] = b, a
        allowed = [
            pairs
            for pairs in every
            if all(b == partner[a] or self.near(b, partner[a]) for a, b in pairs)
        ]
        return min(allowed, key=self.price)

    def price(self, pairs: list[Pair]) -> tuple[int, int]:
        return (
            sum(self.breaches(a, b) for a, b in pairs),
            sum(self.clash(a, b) for a, b in pairs),
        )

    # 5, 7.2

    def colours(self, a: int, b: int, side: str) -> Pair:
        high, low = sorted((a, b), key=lambda tpn: (-self.score[tpn], tpn))
        one, two = self.cards[high], self.cards[low]
        kept = [
            (white, black)
            for white, black in ((one, two), (two, one))
            if white.may("W") and black.may("B")
        ]
        if len(kept) == 1:
            return kept[0][0].tpn, kept[0][1].tpn
        if one.due() != two.due():
            white = one.due() == "W" or two.due() == "B"
            return (high, low) if white else (low, high)
        if not one.due():
            there = [t for t in sorted(self.cards) if self.cards[t].entered or t in self.pool]
            odd = there.index(high) % 2 == 0
            lot = str(self.state.initial_colour or "w").upper()
            return (high, low) if odd == (lot == "W") else (low, high)
        granted = self.granted(one, two, side)
        other = low if granted == high else high
        return (granted, other) if one.due() == "W" else (other, granted)

    def granted(self, one: Card, two: Card, side: str) -> int:
        """Of two due the same colour the one who gets it; the first is ranked higher."""
        if abs(one.difference) != abs(two.difference):
            return one.tpn if abs(one.difference) > abs(two.difference) else two.tpn
        for mine, other in zip(one.colours[::-1], two.colours[::-1], strict=False):
            if mine != other:
                return one.tpn if mine != one.due() else two.tpn
        return two.tpn if side == "up" else one.tpn
