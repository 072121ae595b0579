"""The rules of entering: who may play in which section, and what they pay.

An age is that of the year: who turns 12 in the year of the event may play in U12 all year long.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

ADULT = 18
CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Player:
    birth_date: str = ""  # "2014-05-31", or only the year
    sex: str = ""
    rating: int = 0
    title: str = ""

    @property
    def birth_year(self) -> int | None:
        year = self.birth_date[:4]
        return int(year) if year.isdecimal() else None


@dataclass(frozen=True, slots=True)
class Limits:
    """Of a section; 0 and "" limit nothing."""

    key: int
    age_until: int = 0
    age_from: int = 0
    rating_from: int = 0
    rating_until: int = 0
    sex: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of the rules, as a code with its values."""

    code: str
    values: dict[str, Any] = field(default_factory=dict)


def why_not(player: Player, limits: Limits, year: int) -> Told | None:
    """The rule that keeps a player out of a section."""
    born = player.birth_year
    if (limits.age_until or limits.age_from) and born is None:
        return Told("entering.birth_date_needed")
    if limits.age_until and born is not None and year - born > limits.age_until:
        return Told("entering.too_old", {"year": year - limits.age_until})
    if limits.age_from and born is not None and year - born < limits.age_from:
        return Told("entering.too_young", {"year": year - limits.age_from})
    if limits.sex and player.sex and player.sex != limits.sex:
        return Told("entering.only_women" if limits.sex == "w" else "entering.only_men")
    if limits.rating_from and player.rating < limits.rating_from:
        code = "entering.rating_too_low" if player.rating else "entering.unrated"
        return Told(code, {"rating": player.rating, "limit": limits.rating_from})
    if limits.rating_until and player.rating > limits.rating_until:
        values = {"rating": player.rating, "limit": limits.rating_until}
        return Told("entering.rating_too_high", values)
    return None


def why(player: Player, limits: Limits, year: int) -> list[Told]:
    """The rules by which a player fits into a section."""
    told = []
    if limits.age_until:
        told.append(Told("entering.young_enough", {"year": year - limits.age_until}))
    if limits.age_from:
        told.append(Told("entering.old_enough", {"year": year - limits.age_from}))
    if limits.sex:
        told.append(Told("entering.for_women" if limits.sex == "w" else "entering.for_men"))
    if limits.rating_from or limits.rating_until:
        values = {"rating": player.rating, "low": limits.rating_from, "high": limits.rating_until}
        told.append(Told(_band(limits), values))
    return told or [Told("entering.open_to_all")]


def _band(limits: Limits) -> str:
    if limits.rating_from and limits.rating_until:
        return "entering.rating_between"
    return "entering.rating_above" if limits.rating_from else "entering.rating_below"


def chosen(player: Player, sections: Iterable[Limits], year: int) -> list[Limits]:
    """The sections a player may play in, the one made for them first: the narrowest in age, then
    in rating. One that is only for their sex is never more than an offer."""
    fit = [one for one in sections if why_not(player, one, year) is None]
    return sorted(fit, key=_width)


def _width(limits: Limits) -> tuple[bool, int, int, int]:
    ages = (limits.age_until or 120) - limits.age_from
    ratings = (limits.rating_until or 4000) - limits.rating_from
    return bool(limits.sex), ages, ratings, limits.key


def is_under_age(birth_date: str, day: date) -> bool:
    """Under 18 on a day. Where only the year is known, the careful way; of whom nothing is known
    it is not supposed."""
    year = birth_date[:4]
    if not year.isdecimal():
        return False
    if len(birth_date) == len("2009-05-31"):
        turned = (day.month, day.day) >= (int(birth_date[5:7]), int(birth_date[8:]))
        return day.year - int(year) - (not turned) < ADULT
    return day.year - int(year) <= ADULT


def fee_of(
    player: Player, *, fee: Decimal, fee_minors: Decimal | None, titled_free: bool, day: date
) -> Decimal:
    """The fee of exactly this player."""
    if titled_free and player.title:
        return Decimal(0)
    if fee_minors is not None and is_under_age(player.birth_date, day):
        return fee_minors
    return fee


def kept_of(fee: Decimal, paid: Decimal, percent: int, *, in_time: bool) -> Decimal:
    """The part that the organiser keeps of somebody who withdraws; of nothing paid, nothing."""
    if not in_time:
        return paid
    keeps = (fee * (100 - percent) / 100).quantize(CENT, ROUND_HALF_UP)
    return min(paid, keeps)
