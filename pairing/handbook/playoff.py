"""Handbook, knock-out, chapter C: recipes for a tie for first place.

For 2 to 11 and more tied players there is a recipe. `plan` lays it out before the start: steps,
groups, games, times, breaks and how long it takes, with the arbiter's choices where the recipe
leaves one (C-18 among them). `follow` plays it through: from the plan and the games recorded so
far it says what is to be played next and, at the end, who stands where and why.

The tied players come in the order of the next tie-break of the regulations; "1, 4, 5" in the
recipes are places in that order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook import knockout
from pairing.handbook.knockout import (
    GOLDEN_POINT,
    Clock,
    DueGame,
    Format,
    Phase,
    TieGame,
    golden_winner,
)
from pairing.handbook.lots import Lots
from pairing.handbook.round_robin import balanced_groups, berger
from pairing.state import Fact, PointSystem

THREE_AND_THREE = Clock.each(3, 3)

#: places of an order, each shared by one or more players
Order = tuple[tuple[int, ...], ...]


# The arbiter's choices


@dataclass(frozen=True, slots=True)
class Alternative:
    """A choice that a recipe leaves; the first value is the default."""

    name: str
    article: str
    values: tuple[str, ...]


TWO = Alternative("two", "C.1", ("games", "golden"))
THREE_TIED = Alternative("three_tied", "C.2", ("golden", "eliminate"))
FOUR = Alternative("four", "C.3", ("games", "golden"))
FIVE = Alternative("five", "C.4", ("best_four", "berger"))
SEVEN = Alternative("seven", "C.6", ("berger", "bracket"))
SEVEN_NUMBERS = Alternative("seven_numbers", "C.6", ("tie_break", "lot"))
TEN_GROUPS = Alternative("ten_groups", "C.9", ("balanced", "lot"))
ADMITTED = Alternative("admitted", "C.10", ("8", "9", "7", "6", "5", "4", "3", "2"))

ALTERNATIVES = (TWO, THREE_TIED, FOUR, FIVE, SEVEN, SEVEN_NUMBERS, TEN_GROUPS, ADMITTED)


@dataclass(frozen=True, slots=True)
class Settings:
    """Choices and times. `further` is the number of further two-game rounds in C.1."""

    choices: tuple[tuple[str, str], ...] = ()
    further: int = 0
    clock: Clock = THREE_AND_THREE
    golden: Clock = GOLDEN_POINT
    break_between_games: int = 5
    break_between_stages: int = 10
    break_before_start: int = 30

    def __post_init__(self) -> None:
        known = {alternative.name: alternative for alternative in ALTERNATIVES}
        for name, value in self.choices:
            if name not in known or value not in known[name].values:
                raise UnsupportedRule(name, f"The recipes have no choice {name} = {value}.")
        if self.further < 0:
            raise UnsupportedRule("further", "Further games cannot be fewer than none.")
        _ = self.match  # the format checks the times

    def choice(self, alternative: Alternative) -> str:
        return dict(self.choices).get(alternative.name, alternative.values[0])

    @property
    def match(self) -> Format:
        """C.1: two games, perhaps further ones, then the golden point."""
        return self._format(tuple(Phase(2, self.clock) for _ in range(1 + self.further)))

    @property
    def golden_point(self) -> Format:
        return self._format(())

    def _format(self, phases: tuple[Phase, ...]) -> Format:
        return Format(
            phases,
            self.golden,
            self.break_between_games,
            self.break_between_stages,
            self.break_before_start,
        )


def alternatives(players: int, settings: Settings) -> tuple[Alternative, ...]:
    """The choices that matter for so many players, given the choices made so far."""
    three = (THREE_TIED, TWO) if settings.choice(THREE_TIED) == "eliminate" else (THREE_TIED,)
    if settings.choice(FIVE) == "best_four":
        five: tuple[Alternative, ...] = (FIVE, FOUR)
    else:
        five = (FIVE, FOUR, THREE_TIED, TWO)
    if players > 10:
        return (ADMITTED, *alternatives(int(settings.choice(ADMITTED)), settings))
    return {
        2: (TWO,),
        3: three,
        4: (FOUR,),
        5: five,
        6: three,
        7: (SEVEN, SEVEN_NUMBERS),
        8: (),
        9: three,
        10: (TEN_GROUPS, *five),
    }[players]


# The plan


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to be played. Steps of one stage run side by side or exclude each other."""

    stage: int
    key: str  # of its games
    kind: str  # match, golden, berger, golden_berger, knockout, golden_knockout
    article: str
    players: int
    entrants: tuple[int, ...]  # where they are known beforehand
    rounds: int
    games: int
    clock: Clock
    minutes: int
    only_if: str = ""  # "tied", "two_tied" ...: played only in that case
    case: str = ""  # of several ways on that exclude each other; "" belongs to all


@dataclass(frozen=True, slots=True)
class Plan:
    order: tuple[int, ...]  # by the next tie-break
    settings: Settings
    lots: Lots
    recipe: int  # number of players of the recipe that is used
    alternatives: tuple[Alternative, ...]
    steps: tuple[Step, ...]
    shortest: int  # minutes from the first move to the last, breaks included
    longest: int
    facts: tuple[Fact, ...]


def plan(order: Sequence[int], lots: Lots, settings: Settings | None = None) -> Plan:
    settings = settings or Settings()
    numbers = tuple(order)
    if len(numbers) < 2:
        raise UnsupportedRule("players", "A play-off needs at least two tied players.")
    if len(set(numbers)) != len(numbers) or min(numbers) < 1:
        raise InconsistentHistory("Somebody is in the play-off twice, or has no number.")
    recipe = len(numbers)
    facts: list[Fact] = []
    article = f"C.{recipe - 1}" if recipe < 11 else "C.10"
    values: tuple[tuple[str, int | str], ...] = (("players", recipe),)
    facts.append(Fact("playoff.recipe", article, numbers, values))
    if recipe > 10:
        recipe = int(settings.choice(ADMITTED))
        facts.append(
            Fact("playoff.admitted", "C.10", numbers[:recipe], (("recipe", f"C.{recipe - 1}"),))
        )
        facts.append(Fact("playoff.cash_may_be_shared", "C.10", numbers))
    steps = _Planner(settings, lots).recipe(recipe, "", numbers[:recipe], 1)
    shortest, longest = _duration(steps, settings.break_between_stages)
    facts.append(
        Fact("playoff.break_before", "A.21", (), (("minutes", settings.break_before_start),))
    )
    return Plan(
        numbers,
        settings,
        lots,
        recipe,
        alternatives(len(numbers), settings),
        steps,
        shortest,
        longest,
        tuple(facts),
    )


def _duration(steps: Sequence[Step], pause: int) -> tuple[int, int]:
    """Minutes if nothing more than the certain steps is played, and of the longest way through."""
    certain = _length([step for step in steps if not step.only_if], pause)
    longest = max(
        _length([step for step in steps if step.case in ("", case)], pause)
        for case in {step.case for step in steps}
    )
    return certain, longest


def _length(steps: Sequence[Step], pause: int) -> int:
    stages: dict[int, int] = {}
    for step in steps:
        stages[step.stage] = max(stages.get(step.stage, 0), step.minutes)
    return sum(stages.values()) + pause * (len(stages) - 1)


class _Planner:
    """Lays out the steps of a recipe. The methods mirror those of `_Desk`, which plays them."""

    def __init__(self, settings: Settings, lots: Lots) -> None:
        self.settings = settings
        self.lots = lots

    def recipe(
        self, players: int, key: str, entrants: tuple[int, ...], stage: int, only_if: str = ""
    ) -> tuple[Step, ...]:
        build: Callable[[str, tuple[int, ...], int, str], tuple[Step, ...]] = {
            2: self._two,
            3: self._three,
            4: self._four,
            5: self._five,
            6: self._six,
            7: self._seven,
            8: self._eight,
            9: self._nine,
            10: self._ten,
        }[players]
        return build(key, entrants, stage, only_if)

    def _two(
        self, key: str, entrants: tuple[int, ...], stage: int, only_if: str
    ) -> tuple[Step, ...]:
        if self.settings.choice(TWO) == "golden":
            return (self._golden(stage, f"{key}match", "C.1", entrants, only_if),)
        return self._matches(stage, f"{key}match", "C.1", 1, entrants, only_if)

    def _three(
        self, key: str, entrants: tuple[int, ...], stage: int, only_if: str
    ) -> tuple[Step, ...]:
        steps = [self._berger(stage, f"{key}berger", "C.2", 3, entrants, False, only_if)]
        steps.append(self._golden(stage + 1, f"{key}golden", "C.2", (), "two_tied"))
        if self.settings.choice(THREE_TIED) == "golden":
            steps.append(
                self._berger(
                    stage + 1, f"{key}golden berger", "C.2", 3, entrants, True, "three_tied"
                )
            )
        else:
            steps += self._two(f"{key}last two ", entrants[:2], stage + 1, "three_tied")
        return tuple(steps)

    def _four(
        self, key: str, entrants: tuple[int, ...], stage: int, only_if: str
    ) -> tuple[Step, ...]:
        if self.settings.choice(FOUR) == "golden":
            return self._golden_knockout(stage, f"{key}knockout", "C.3", entrants, only_if)
        half = self._matches(stage, f"{key}knockout 1", "C.3", 2, entrants, only_if)
        final = self._matches(half[-1].stage + 1, f"{key}knockout 2", "C.3", 1, (), only_if)
        return half + final

    def _five(
        self, key: str, entrants: tuple[int, ...], stage: int, only_if: str
    ) -> tuple[Step, ...]:
        if self.settings.choice(FIVE) == "best_four":
            return self._four(key, entrants[:4], stage, only_if)
        steps = [self._berger(stage, f"{key}berger", "C.4", 5, entrants, False, only_if)]
        for tied, word in ((2, "two_tied"), (3, "three_tied"), (4, "four_tied")):
            steps += (
                replace(step, case=word)
                for step in self.recipe(tied, f"{key}tied ", (), stage + 1, word)
            )
        golden = self._berger(
            stage + 1, f"{key}golden berger", "C.4", 5, entrants, True, "five_tied"
        )
        return (*steps, replace(golden, case="five_tied"))

    def _six(
        self, key: str, entrants: tuple[int, ...], stage: int, only_if: str
    ) -> tuple[Step, ...]:
        groups = _groups_of_six(entrants)
        steps = self._side_by_side(self._three, key, groups, stage)
        last = max(step.stage for step in steps)
        return (*steps, self._golden(last + 1, f"{key}final", "C.5", (), only_if))

    def _seven(
        self, key: str, entrants: tuple[int, ...], stage: int, only_if: str
    ) -> tuple[Step, ...]:
        line = _line_of_seven(entrants, self.settings, self.lots, key)
        if self.settings.choice(SEVEN) == "berger":
            return (self._berger(stage, f"{key}golden berger", "C.6", 7, line, True, only_if),)
        return self._golden_knockout(stage, f"{key}ladder", "C.6", line, only_if)

    def _eight(
        self, key: str, entrants: tuple[int, ...], stage: int, only_if: str
    ) -> tuple[Step, ...]:
        return self._golden_knockout(stage, f"{key}knockout", "C.7", entrants, only_if)

    def _nine(
        self, key: str, entrants: tuple[int, ...], stage: int, only_if: str
    ) -> tuple[Step, ...]:
        steps = self._side_by_side(self._three, key, _groups_of_nine(entrants), stage)
        last = max(step.stage for step in steps)
        return steps + self._three(f"{key}final ", (), last + 1, only_if)

    def _ten(
        self, key: str, entrants: tuple[int, ...], stage: int, only_if: str
    ) -> tuple[Step, ...]:
        groups = _groups_of_ten(entrants, self.settings, self.lots, key)
        steps = self._side_by_side(self._five, key, groups, stage)
        last = max(step.stage for step in steps)
        return (*steps, self._golden(last + 1, f"{key}final", "C.9", (), only_if))

    def _side_by_side(
        self,
        build: Callable[[str, tuple[int, ...], int, str], tuple[Step, ...]],
        key: str,
        groups: tuple[tuple[int, ...], ...],
        stage: int,
    ) -> tuple[Step, ...]:
        return tuple(
            step
            for letter, group in zip("ABC", groups, strict=False)
            for step in build(f"{key}{letter} ", group, stage, "")
        )

    def _matches(
        self,
        stage: int,
        key: str,
        article: str,
        count: int,
        entrants: tuple[int, ...],
        only_if: str,
    ) -> tuple[Step, ...]:
        settings = self.settings
        kind = "match" if count == 1 else "knockout"
        steps = []
        for lap in range(1 + settings.further):
            minutes = 2 * settings.clock.minutes + settings.break_between_games
            steps.append(
                Step(
                    stage + lap,
                    key,
                    kind,
                    article,
                    2 * count,
                    entrants,
                    2,
                    2 * count,
                    settings.clock,
                    minutes,
                    only_if if lap == 0 else "tied",
                )
            )
        after = stage + 1 + settings.further
        golden = Step(
            after,
            key,
            "golden",
            article,
            2 * count,
            (),
            1,
            count,
            settings.golden,
            settings.golden.minutes,
            "tied",
        )
        return (*steps, golden)

    def _golden(
        self, stage: int, key: str, article: str, entrants: tuple[int, ...], only_if: str
    ) -> Step:
        clock = self.settings.golden
        return Step(stage, key, "golden", article, 2, entrants, 1, 1, clock, clock.minutes, only_if)

    def _golden_knockout(
        self, stage: int, key: str, article: str, entrants: tuple[int, ...], only_if: str
    ) -> tuple[Step, ...]:
        steps: list[Step] = []
        left = len(entrants) or 4  # four tied in a Berger of five are not known beforehand
        clock = self.settings.golden
        while left > 1:
            steps.append(
                Step(
                    stage + len(steps),
                    f"{key} {len(steps) + 1}",
                    "golden_knockout",
                    article,
                    left,
                    entrants if not steps else (),
                    1,
                    left // 2,
                    clock,
                    clock.minutes,
                    only_if,
                )
            )
            left -= left // 2
        return tuple(steps)

    def _berger(
        self,
        stage: int,
        key: str,
        article: str,
        players: int,
        entrants: tuple[int, ...],
        golden: bool,
        only_if: str,
    ) -> Step:
        clock = self.settings.golden if golden else self.settings.clock
        rounds = len(berger(players))
        minutes = rounds * clock.minutes + (rounds - 1) * self.settings.break_between_games
        kind = "golden_berger" if golden else "berger"
        games = players * (players - 1) // 2
        return Step(
            stage, key, kind, article, players, entrants, rounds, games, clock, minutes, only_if
        )


def _groups_of_six(order: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return _chosen(order, (1, 4, 5), (2, 3, 6))


def _groups_of_nine(order: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return _chosen(order, (1, 5, 9), (2, 6, 7), (3, 4, 8))


def _groups_of_ten(
    order: tuple[int, ...], settings: Settings, lots: Lots, key: str
) -> tuple[tuple[int, ...], ...]:
    """C.9 does not say who is in which group: dealt out as in C.5 (1, 4, 5, 8, 9), or by lot."""
    if settings.choice(TEN_GROUPS) == "lot":
        drawn = lots.order(f"{key}groups", order)
        return tuple(tuple(sorted(group, key=order.index)) for group in (drawn[:5], drawn[5:]))
    return balanced_groups(order, 2)


def _line_of_seven(
    order: tuple[int, ...], settings: Settings, lots: Lots, key: str
) -> tuple[int, ...]:
    """C.6: pairing numbers by tie-break as 1, 5, 2, 6, 3, 7, 4, or by lot."""
    if settings.choice(SEVEN_NUMBERS) == "lot":
        return lots.order(f"{key}numbers of seven", order)
    return _chosen(order, (1, 5, 2, 6, 3, 7, 4))[0]


def _chosen(order: tuple[int, ...], *groups: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(order[place - 1] for place in group) for group in groups)


# Playing it through


@dataclass(frozen=True, slots=True)
class Progress:
    due: tuple[DueGame, ...]
    waiting: tuple[Fact, ...]  # colours to be chosen, moves to be counted
    order: Order  # empty until finished
    facts: tuple[Fact, ...]
    finished: bool


def follow(plan: Plan, games: Sequence[TieGame] = ()) -> Progress:
    """What is to be played next, or the order that the games have given."""
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
                    f"a game of {game.tie!r} is recorded, but that step is not played.",
                    players=(game.white, game.black),
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
        groups = self._groups(self._three, key, _groups_of_six(order))
        return None if groups is None else self._final(f"{key}final", groups)

    # C.6  Seven
    def _seven(self, key: str, order: tuple[int, ...]) -> Order | None:
        line = _line_of_seven(order, self.settings, self.lots, key)
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
        groups = self._groups(self._three, key, _groups_of_nine(order))
        if groups is None:
            return None
        winners = tuple(sorted((group[0][0] for group in groups), key=order.index))
        return self._and(self._three(f"{key}final ", winners), _behind(groups))

    # C.9  Ten
    def _ten(self, key: str, order: tuple[int, ...]) -> Order | None:
        groups = self._groups(self._five, key, _groups_of_ten(order, self.settings, self.lots, key))
        return None if groups is None else self._final(f"{key}final", groups)

    # What the recipes are made of

    def _tie(self, key: str, first: int, second: int, format_: Format) -> Order | None:
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
        self, key: str, order: tuple[int, ...], format_: Format, *, by_lot: bool
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
            raise InconsistentHistory(f"A game of {key!r} is recorded twice.", players=order)
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
                        f"board {place} of round {number} in {key!r} has other players than the "
                        "Berger table.",
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
                f"there is no board {game.board} in round {game.number} of {key!r}.",
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
        """Who took his points in the fewest moves stands first.

        C.2 speaks of the points: the moves of the games that gave them are added. C.6 speaks of
        the game that was won: his shortest win counts, then the next. If that is equal too, the
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
