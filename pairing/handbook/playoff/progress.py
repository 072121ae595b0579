"""Handbook, knock-out, chapter C: a recipe played through, from its plan and its games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pairing.errors import InconsistentHistory
from pairing.handbook import knockout
from pairing.handbook.knockout import DueGame, TieFormat, TieGame, golden_winner
from pairing.handbook.lots import Lots
from pairing.handbook.playoff.choices import FIVE, FOUR, SEVEN, THREE_TIED, TWO, Settings
from pairing.handbook.playoff.groups import (
    groups_of_nine,
    groups_of_six,
    groups_of_ten,
    line_of_seven,
)
from pairing.handbook.playoff.recipes import Plan
from pairing.handbook.round_robin import berger
from pairing.state import Fact, PointSystem

#: places of an order, each shared by one or more players
Order = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Progress:
    due: tuple[DueGame, ...]
    waiting: tuple[Fact, ...]  # colours to be chosen, moves to be counted
    order: Order  # empty until finished
    facts: tuple[Fact, ...]
    finished: bool


def follow(plan: Plan, games: Sequence[TieGame] = ()) -> Progress:
    """The games to be played next, or the order that the games have given."""
    desk = _Desk(plan.settings, plan.lots, tuple(games))
    admitted = plan.order[: plan.recipe]
    order = desk.recipe("", admitted)
    desk.check_all_used()
    if order is None:
        return Progress(tuple(desk.due), tuple(desk.waiting), (), tuple(desk.facts), False)
    for tpn in plan.order[plan.recipe :]:
        desk.facts.append(Fact("playoff.not_admitted", "C.10", (tpn,)))
        order += ((tpn,),)
    return Progress((), (), order, tuple(desk.facts), True)


@dataclass(slots=True)
class _Desk:
    """Reads the games while the recipe runs; a step without its games makes them due.

    Every method gives an order, or None as long as games are missing.
    """

    settings: Settings
    lots: Lots
    games: tuple[TieGame, ...]
    due: list[DueGame] = field(default_factory=list)
    waiting: list[Fact] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def check_all_used(self) -> None:
        for game in self.games:
            if game.tie not in self.used:
                raise InconsistentHistory(
                    "playoff.not_played", step=game.tie, players=(game.white, game.black)
                )

    def recipe(self, key: str, order: tuple[int, ...]) -> Order | None:
        play: Callable[[str, tuple[int, ...]], Order | None] = {
            2: self._two,
            3: self._three,
            4: self._four,
            5: self._five,
            6: self._six,
            7: self._seven,
            8: self._eight,
            9: self._nine,
            10: self._ten,
        }[len(order)]
        return play(key, order)

    # C.1  Two
    def _two(self, key: str, order: tuple[int, ...]) -> Order | None:
        golden = self.settings.choice(TWO) == "golden"
        format_ = self.settings.golden_point if golden else self.settings.match
        return self._tie(f"{key}match", order[0], order[1], format_)

    # C.2  Three
    def _three(self, key: str, order: tuple[int, ...]) -> Order | None:
        played = self._berger(f"{key}berger", order, golden=False)
        if played is None:
            return None
        leaders, others = played.levels[0], played.levels[1:]
        self._say_leaders(key, "C.2", played)
        if len(leaders) == 1:
            return played.levels
        if len(leaders) == 2:
            # Two have eliminated the third.
            return self._and(self._golden(f"{key}golden", leaders), others)
        if self.settings.choice(THREE_TIED) == "eliminate":
            out = order[-1]
            self.facts.append(Fact("playoff.eliminated_by_tie_break", "C.2", (out,)))
            return self._and(self._two(f"{key}last two ", order[:2]), ((out,),))
        played = self._berger(f"{key}golden berger", order, golden=True)
        if played is None:
            return None
        self._say_leaders(key, "C.2", played)
        leaders, others = played.levels[0], played.levels[1:]
        if len(leaders) == 1:
            return played.levels
        if len(leaders) == 2:
            return self._and(self._golden(f"{key}last golden", leaders), others)
        return self._and(self._fewest_moves(f"{key}golden berger", "C.2", leaders, played), others)

    # C.3  Four
    def _four(self, key: str, order: tuple[int, ...]) -> Order | None:
        golden = self.settings.choice(FOUR) == "golden"
        format_ = self.settings.golden_point if golden else self.settings.match
        return self._knockout(f"{key}knockout ", order, format_, by_lot=True)

    # C.4  Five
    def _five(self, key: str, order: tuple[int, ...]) -> Order | None:
        if self.settings.choice(FIVE) == "best_four":
            self.facts.append(Fact("playoff.fifth_by_tie_break", "C.4", order[-1:]))
            return self._and(self._four(key, order[:4]), (order[-1:],))
        played = self._berger(f"{key}berger", order, golden=False)
        if played is None:
            return None
        leaders, others = played.levels[0], played.levels[1:]
        self._say_leaders(key, "C.4", played)
        if len(leaders) == 1:
            return played.levels
        if len(leaders) < 5:
            # The recipe stops here; those still tied follow the one for their number.
            return self._and(self.recipe(f"{key}tied ", leaders), others)
        played = self._berger(f"{key}golden berger", order, golden=True)
        if played is None:
            return None
        self._say_leaders(key, "C.4", played)
        leaders, others = played.levels[0], played.levels[1:]
        if len(leaders) == 1:
            return played.levels
        return self._and(self._fewest_moves(f"{key}golden berger", "C.4", leaders, played), others)

    # C.5  Six
    def _six(self, key: str, order: tuple[int, ...]) -> Order | None:
        groups = self._groups(self._three, key, groups_of_six(order))
        return None if groups is None else self._final(f"{key}final", groups)

    # C.6  Seven
    def _seven(self, key: str, order: tuple[int, ...]) -> Order | None:
        line = line_of_seven(order, self.settings, self.lots, key)
        if self.settings.choice(SEVEN) == "bracket":
            return self._ladder(f"{key}ladder", line)
        played = self._berger(f"{key}golden berger", line, golden=True, numbered=True)
        if played is None:
            return None
        self._say_leaders(key, "C.6", played)
        leaders, others = played.levels[0], played.levels[1:]
        if len(leaders) == 1:
            return played.levels
        ranked = tuple(tpn for tpn in order if tpn in leaders)
        return self._and(self._fewest_moves(f"{key}golden berger", "C.6", ranked, played), others)

    # C.7  Eight
    def _eight(self, key: str, order: tuple[int, ...]) -> Order | None:
        return self._knockout(f"{key}knockout ", order, self.settings.golden_point, by_lot=False)

    # C.8  Nine
    def _nine(self, key: str, order: tuple[int, ...]) -> Order | None:
        groups = self._groups(self._three, key, groups_of_nine(order))
        if groups is None:
            return None
        winners = tuple(sorted((group[0][0] for group in groups), key=order.index))
        return self._and(self._three(f"{key}final ", winners), _behind(groups))

    # C.9  Ten
    def _ten(self, key: str, order: tuple[int, ...]) -> Order | None:
        groups = self._groups(self._five, key, groups_of_ten(order, self.settings, self.lots, key))
        return None if groups is None else self._final(f"{key}final", groups)

    # What the recipes are made of

    def _tie(self, key: str, first: int, second: int, format_: TieFormat) -> Order | None:
        self.used.add(key)
        state = knockout.follow_tie(key, first, second, format_, self.lots, self.games)
        self.facts += state.facts
        self.due += state.due
        if state.waiting is not None:
            self.waiting.append(state.waiting)
        return ((state.winner,), (state.loser,)) if state.winner else None

    def _golden(self, key: str, both: tuple[int, ...]) -> Order | None:
        return self._tie(key, both[0], both[1], self.settings.golden_point)

    def _knockout(
        self, key: str, order: tuple[int, ...], format_: TieFormat, *, by_lot: bool
    ) -> Order | None:
        made = knockout.plan(order, 1, self.lots, formats=(format_,), by_lot=by_lot, prefix=key)
        progress = knockout.follow(made, self.games)
        for stage in progress.stages:
            for tie in stage.ties:
                self.used.add(tie.tie)
                self.facts += tie.facts
        self.due += progress.due
        self.waiting += progress.waiting
        if not progress.finished:
            return None
        return tuple(place.players for place in progress.ranking)

    def _ladder(self, key: str, line: tuple[int, ...]) -> Order | None:
        """Golden points between neighbours of the line; the last of an odd line is free."""
        out: list[tuple[int, ...]] = []
        stage = 1
        while len(line) > 1:
            ties = [
                self._golden(f"{key} {stage}.{place // 2 + 1}", line[place : place + 2])
                for place in range(0, len(line) - 1, 2)
            ]
            decided = [tie for tie in ties if tie is not None]
            if len(decided) < len(ties):
                return None
            out.append(tuple(tie[1][0] for tie in decided))
            free = line[-1:] if len(line) % 2 else ()
            line = tuple(tie[0][0] for tie in decided) + free
            stage += 1
        return (line, *reversed(out))

    def _groups(
        self,
        play: Callable[[str, tuple[int, ...]], Order | None],
        key: str,
        groups: tuple[tuple[int, ...], ...],
    ) -> tuple[Order, ...] | None:
        orders = [
            play(f"{key}{letter} ", group) for letter, group in zip("ABC", groups, strict=False)
        ]
        found = tuple(order for order in orders if order is not None)
        if len(found) < len(orders):
            return None
        for letter, order in zip("ABC", found, strict=False):
            self.facts.append(
                Fact("playoff.group_won", "C", order[0], (("group", f"{key}{letter}"),))
            )
        return found

    def _final(self, key: str, groups: tuple[Order, ...]) -> Order | None:
        final = self._golden(key, (groups[0][0][0], groups[1][0][0]))
        return self._and(final, _behind(groups))

    @staticmethod
    def _and(front: Order | None, behind: Order) -> Order | None:
        return None if front is None else front + behind

    def _say_leaders(self, key: str, article: str, played: "_Played") -> None:
        leaders = played.levels[0]
        code = "playoff.leader" if len(leaders) == 1 else "playoff.leaders_tied"
        values = (("step", played.key), ("points", played.points[leaders[0]]))
        self.facts.append(Fact(code, article, leaders, values))

    def _berger(
        self, key: str, order: tuple[int, ...], *, golden: bool, numbered: bool = False
    ) -> "_Played | None":
        """A single round robin. Numbers by lot unless the recipe gives them.

        The levels keep the order of `order` among players with equal points.
        """
        self.used.add(key)
        line = order if numbered else self.lots.order(f"{key} numbers", order)
        clock = self.settings.golden if golden else self.settings.clock
        mine = [game for game in self.games if game.tie == key]
        recorded = {(game.number, game.board): game for game in mine}
        if len(recorded) != len(mine):
            raise InconsistentHistory("playoff.game_twice", step=key, players=order)
        points = dict.fromkeys(order, 0)
        won: dict[int, list[int]] = {tpn: [] for tpn in order}
        due: list[DueGame] = []
        for number, row in enumerate(berger(len(order)), 1):
            boards = [board for board in row if max(board.white, board.black) <= len(order)]
            open_round = not due
            for place, board in enumerate(boards, 1):
                white, black = line[board.white - 1], line[board.black - 1]
                game = recorded.pop((number, place), None)
                if game is not None and (game.white, game.black) != (white, black):
                    raise InconsistentHistory(
                        "playoff.other_players",
                        board=place,
                        round=number,
                        step=key,
                        players=(game.white, game.black),
                    )
                if game is None or not game.result.final:
                    if open_round:
                        due.append(DueGame(key, 0, number, white, black, clock, golden, place))
                    continue
                for tpn, gained in _berger_points(game, golden):
                    points[tpn] += gained
                    if gained:
                        won[tpn].append(game.moves)
        if recorded:
            game = next(iter(recorded.values()))
            raise InconsistentHistory(
                "playoff.no_board",
                board=game.board,
                round=game.number,
                step=key,
                players=(game.white, game.black),
            )
        if due:
            self.due += due
            return None
        scores = sorted(set(points.values()), reverse=True)
        levels = tuple(tuple(t for t in order if points[t] == score) for score in scores)
        return _Played(key, levels, points, {tpn: tuple(moves) for tpn, moves in won.items()})

    def _fewest_moves(
        self, key: str, article: str, tied: tuple[int, ...], played: "_Played"
    ) -> Order | None:
        """The player stands first whose points took the fewest moves.

        C.2 speaks of the points: the moves of the games that gave them are added. C.6 speaks of
        the game that was won: the shortest win counts, then the next. If that is equal too, the
        handbook has nothing more, and the lot decides for the first place.
        """
        uncounted = tuple(tpn for tpn in tied if 0 in played.won[tpn])
        if uncounted:
            missing = Fact("playoff.moves_needed", article, uncounted, (("step", key),))
            self.waiting.append(missing)
            return None
        counts = {
            tpn: sorted(played.won[tpn]) if article == "C.6" else [sum(played.won[tpn])]
            for tpn in tied
        }
        levels: list[tuple[int, ...]] = []
        for tpn in sorted(tied, key=lambda tpn: (counts[tpn], tied.index(tpn))):
            if levels and counts[levels[-1][0]] == counts[tpn]:
                levels[-1] += (tpn,)
            else:
                levels.append((tpn,))
            moves = ",".join(map(str, counts[tpn]))
            self.facts.append(Fact("playoff.fewest_moves", article, (tpn,), (("moves", moves),)))
        if len(levels[0]) > 1:
            first = self.lots.order(f"{key} lot", levels[0])[:1]
            rest = tuple(tpn for tpn in levels[0] if tpn not in first)
            values = (("draw", f"{key} lot"), ("seed", self.lots.seed))
            self.facts.append(Fact("playoff.lot", article, first, values))
            levels[:1] = [first, rest]
        return tuple(levels)


@dataclass(frozen=True, slots=True)
class _Played:
    key: str
    levels: Order
    points: dict[int, int]
    won: dict[int, tuple[int, ...]]  # moves of the games that gave points


def _berger_points(game: TieGame, golden: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    points = PointSystem()
    if golden:
        winner, _ = golden_winner(game)
        return (
            (game.white, points.win if winner == game.white else 0),
            (game.black, points.win if winner == game.black else 0),
        )
    return (
        (game.white, points.for_outcome(game.result.white)),
        (game.black, points.for_outcome(game.result.black)),
    )


def _behind(groups: tuple[Order, ...]) -> Order:
    """All seconds of the groups share the next places, then all thirds, and so on."""
    depth = max(len(group) for group in groups)
    return tuple(
        tuple(tpn for group in groups if place < len(group) for tpn in group[place])
        for place in range(1, depth)
    )
