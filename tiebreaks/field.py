"""The whole event as the tie-break methods see it, with what they compute in common.

A method is a function of a field and a code; it gives a `Column` (a value for everybody) or, for
those of type A (C.07 art. 4.3), a `Split` of one tied group.
"""

import copy
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from tiebreaks.errors import MissingInput
from tiebreaks.fide2026.unplayed import Element, adjusted_scores, elements_of
from tiebreaks.ledger import Ledger, Rules

if TYPE_CHECKING:
    from tiebreaks.teams import TeamBook

Value = int | Fraction | None


class Column(NamedTuple):
    """Everybody's value as a number of 1/scale points; None = undefined."""

    values: Mapping[int, Value]
    scale: int = 1


class Split(NamedTuple):
    """A tied group put in order: places from 1, equal where still level, all 0 if nothing split.

    `values` are shown in place of the places where the method has points to show.
    """

    places: Mapping[int, int]
    values: Mapping[int, Value] | None = None
    scale: int = 1


@dataclass(frozen=True, slots=True)
class RatingPolicy:
    """The rating that counts, where C.07 art. 10 leaves it to the regulations of the event.

    `unrated`: what an unrated player counts as: "dropped" (no rule: the tie-break has no values
    for anybody), "fixed" (the number in `fixed`), "lowest" or "average" of the rated players.
    `history`: per player, (first round, rating) in order of rounds, for those whose rating
    changed during the event. `choice`: "first" of them (the rule), the one of round `round`
    ("round"), or that of each round for its game ("each").
    """

    unrated: str = "dropped"
    fixed: int = 0
    history: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = ()
    choice: str = "first"
    round: int = 1


class Ratings:
    """Everybody's rating in every round, by the policy."""

    def __init__(self, listed: Mapping[int, int], policy: RatingPolicy, fixed: int = 0) -> None:
        self.policy = policy
        self.history = dict(policy.history)
        first = {
            tpn: self.history[tpn][0][1] if self.history.get(tpn) else rating
            for tpn, rating in listed.items()
        }
        self._first = first
        rated = [rating for rating in first.values() if rating > 0]
        kind = "fixed" if fixed else policy.unrated
        if kind == "fixed":
            self.stand_in = fixed or policy.fixed
        elif kind == "lowest":
            self.stand_in = min(rated, default=0)
        elif kind == "average":
            self.stand_in = (2 * sum(rated) + len(rated)) // (2 * len(rated)) if rated else 0
        else:
            self.stand_in = 0
        #: False if somebody has no rating at all: the tie-break is dropped
        self.complete = self.stand_in > 0 or len(rated) == len(first)

    def of(self, tpn: int, round_number: int = 0) -> int:
        rating = self._first[tpn]
        if self.history and self.policy.choice != "first" and tpn in self.history:
            when = self.policy.round if self.policy.choice == "round" else round_number
            for first_round, changed in self.history[tpn]:
                if first_round <= when:
                    rating = changed
        return rating if rating > 0 else self.stand_in


@dataclass(slots=True)
class Field:
    """Ledgers by kind of score ("" for individuals, "MP" and "GP" for teams) and all settings."""

    ledgers: Mapping[str, Ledger]
    rules: Rules
    primary: str = ""
    listed_ratings: Mapping[int, int] = field(default_factory=dict)
    policy: RatingPolicy = field(default_factory=RatingPolicy)
    seed: int | str | None = None
    external: Mapping[str, Mapping[int, Value]] = field(default_factory=dict)
    teams: "TeamBook | None" = None
    #: whose games were taken out of the ledgers (round robin)
    annulled: frozenset[int] = frozenset()
    #: the reference calculator: a Fore Buchholz was computed before
    stained: bool = False
    _adjusted: dict[tuple[str, bool, bool], dict[int, int]] = field(default_factory=dict)
    _elements: dict[tuple[str, bool, bool, bool], dict[int, list[Element]]] = field(
        default_factory=dict
    )
    _ratings: dict[int, Ratings] = field(default_factory=dict)
    _editions: dict[str, "Field"] = field(default_factory=dict)
    #: columns of several codes, e.g. performance ratings that averages build on
    shared: dict[str, Column] = field(default_factory=dict)
    #: the opponents by the handbook, by score and whether forfeits are games
    opponents: dict[tuple[str, bool], dict[int, list[Element]]] = field(default_factory=dict)

    def ledger(self, score: str = "") -> Ledger:
        return self.ledgers[score or self.primary]

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.ledger().numbers

    @property
    def secondary(self) -> str:
        return {"MP": "GP", "GP": "MP"}.get(self.primary, "")

    def adjusted(self, score: str = "", *, fore: bool = False) -> dict[int, int]:
        key = (score or self.primary, fore, self.stained)
        if key not in self._adjusted:
            self._adjusted[key] = adjusted_scores(
                self.ledger(score), fore=fore, stained=self.stained
            )
        return self._adjusted[key]

    def elements(
        self, score: str = "", *, forfeits: bool = False, fore: bool = False
    ) -> dict[int, list[Element]]:
        key = (score or self.primary, forfeits, fore, self.stained)
        if key not in self._elements:
            ledger = self.ledger(score)
            adjusted = self.adjusted(score, fore=fore)
            self._elements[key] = {
                tpn: elements_of(ledger, tpn, adjusted, forfeits=forfeits, fore=fore)
                for tpn in ledger.numbers
            }
        return self._elements[key]

    def ratings(self, fixed: int = 0) -> Ratings:
        if fixed not in self._ratings:
            self._ratings[fixed] = Ratings(self.listed_ratings, self.policy, fixed)
        return self._ratings[fixed]

    def outside(self, name: str) -> Mapping[int, Value]:
        if name not in self.external:
            raise MissingInput("tiebreaks.needs", code=name, needed="external")
        return self.external[name]

    def lots(self) -> dict[int, int]:
        """The order of a drawing of lots, 1 is drawn first. It follows from the seed and the
        starting numbers alone, so whoever has the report can draw it again."""
        if self.seed is None:
            raise MissingInput("tiebreaks.needs", code="LOT", needed="seed")
        drawn = sorted(
            self.numbers,
            key=lambda tpn: hashlib.sha256(f"{self.seed}:{tpn}".encode()).digest(),
        )
        return {tpn: place for place, tpn in enumerate(drawn, start=1)}

    def in_edition(self, edition: str) -> "Field":
        """The same event under another edition of C.07 (variant /V)."""
        if not edition or f"fide{edition}" == self.rules.edition:
            return self
        if edition not in self._editions:
            rules = replace(self.rules, edition=f"fide{edition}")
            ledgers = {}
            for score, ledger in self.ledgers.items():
                ledgers[score] = copy.copy(ledger)
                ledgers[score].rules = rules
            self._editions[edition] = replace(
                self,
                ledgers=ledgers,
                rules=rules,
                _adjusted={},
                _elements={},
                _ratings={},
                _editions={},
                shared={},
            )
        return self._editions[edition]


def half_up(numerator: int, denominator: int) -> int:
    """A quotient rounded to the nearest integer, halves upwards."""
    return (2 * numerator + denominator) // (2 * denominator)


def places_by(keys: Mapping[int, Any]) -> dict[int, int]:
    """Places from 1 by falling key, shared by equals; all 0 if all are equal."""
    if len(set(keys.values())) == 1:
        return dict.fromkeys(keys, 0)
    return {tpn: 1 + sum(1 for other in keys.values() if other > key) for tpn, key in keys.items()}
