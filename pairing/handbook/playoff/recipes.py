"""Handbook, knock-out, chapter C: a recipe laid out before the start, step by step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pairing.errors import InconsistentHistory, UnsupportedRule
from pairing.handbook.knockout import Clock
from pairing.handbook.lots import Lots
from pairing.handbook.playoff.choices import (
    ADMITTED,
    FIVE,
    FOUR,
    SEVEN,
    THREE_TIED,
    TWO,
    Alternative,
    Settings,
    alternatives,
)
from pairing.handbook.playoff.groups import (
    groups_of_nine,
    groups_of_six,
    groups_of_ten,
    line_of_seven,
)
from pairing.handbook.round_robin import berger
from pairing.state import Fact


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
        raise UnsupportedRule("playoff.players")
    if len(set(numbers)) != len(numbers) or min(numbers) < 1:
        raise InconsistentHistory("playoff.numbers")
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
        groups = groups_of_six(entrants)
        steps = self._side_by_side(self._three, key, groups, stage)
        last = max(step.stage for step in steps)
        return (*steps, self._golden(last + 1, f"{key}final", "C.5", (), only_if))

    def _seven(
        self, key: str, entrants: tuple[int, ...], stage: int, only_if: str
    ) -> tuple[Step, ...]:
        line = line_of_seven(entrants, self.settings, self.lots, key)
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
        steps = self._side_by_side(self._three, key, groups_of_nine(entrants), stage)
        last = max(step.stage for step in steps)
        return steps + self._three(f"{key}final ", (), last + 1, only_if)

    def _ten(
        self, key: str, entrants: tuple[int, ...], stage: int, only_if: str
    ) -> tuple[Step, ...]:
        groups = groups_of_ten(entrants, self.settings, self.lots, key)
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
