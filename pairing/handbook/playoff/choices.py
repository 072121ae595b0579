"""Handbook, knock-out, chapter C: what the recipes leave to the arbiter."""

from dataclasses import dataclass

from pairing.errors import UnsupportedRule
from pairing.handbook.knockout import GOLDEN_POINT, Clock, Phase, TieFormat

THREE_AND_THREE = Clock.each(3, 3)


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
                raise UnsupportedRule("playoff.choice", name=name, value=value)
        if self.further < 0:
            raise UnsupportedRule("playoff.further")
        _ = self.match  # the format checks the times

    def choice(self, alternative: Alternative) -> str:
        return dict(self.choices).get(alternative.name, alternative.values[0])

    @property
    def match(self) -> TieFormat:
        """C.1: two games, perhaps further ones, then the golden point."""
        return self._format(tuple(Phase(2, self.clock) for _ in range(1 + self.further)))

    @property
    def golden_point(self) -> TieFormat:
        return self._format(())

    def _format(self, phases: tuple[Phase, ...]) -> TieFormat:
        return TieFormat(
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
