"""The categories in which standings can be read: who is in them, and which make sense here.

A category is named by its key in the address: `women`, `u18`, `s65`, `r-2000` (below 2000),
`r1800-2000`, `fed-TUR`, `club-ege-sk`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tiebreaks.categories import Category
from tournaments.core.text import fold, sort_key
from tournaments.models import Entry, Tournament

AGES = (8, 10, 12, 14, 16, 18, 20)
SENIORS = (50, 65)
RATINGS = (1400, 1600, 1800, 2000, 2200, 2400)
#: a list of fewer is none
FEWEST = 3
_KEY = re.compile(r"u(\d{1,2})|s(\d{1,2})|r(\d{0,4})-(\d{0,4})|fed-([A-Z]{2,3})|club-([\w-]+)")


@dataclass(frozen=True, slots=True)
class NamedCategory:
    key: str
    label: str
    rule: Category
    short: str = ""  # where there is little room

    def has(self, entry: Entry) -> bool:
        return self.rule.has(entry)


@dataclass(frozen=True, slots=True)
class CategoryGroup:
    label: str
    categories: tuple[tuple[NamedCategory, int], ...]  # with how many belong to each


def find_category(
    key: str, tournament: Tournament, entries: Iterable[Entry]
) -> NamedCategory | None:
    """The category of a key; None where there is no such category."""
    year = tournament.event.starts_on.year
    if key == "women":
        return NamedCategory(key, _("Women"), Category(key, sex="w"))
    found = _KEY.fullmatch(key)
    if not found:
        return None
    under, over, low, high, federation, club = found.groups()
    if under:
        return _under(int(under), year)
    if over:
        return _senior(int(over), year)
    if federation:
        rule = Category(key, federations=frozenset({federation}))
        return NamedCategory(key, federation, rule)
    if club:
        named = frozenset(entry.club for entry in entries if _club_key(entry.club) == key)
        return NamedCategory(key, min(named), Category(key, clubs=named)) if named else None
    return _rated(int(low or 0), int(high or 0)) if low or high else None


def _under(age: int, year: int) -> NamedCategory:
    key = f"u{age}"
    label = _("Under %(age)s (born %(year)s or later)") % {"age": age, "year": year - age}
    short = _("Under %(age)s") % {"age": age}
    return NamedCategory(key, label, Category(key, born_from=year - age), short)


def _senior(age: int, year: int) -> NamedCategory:
    key = f"s{age}"
    label = _("%(age)s and over (born %(year)s or earlier)") % {"age": age, "year": year - age}
    short = _("%(age)s and over") % {"age": age}
    return NamedCategory(key, label, Category(key, born_to=year - age), short)


def _rated(low: int, high: int) -> NamedCategory:
    key = f"r{low or ''}-{high or ''}"
    if not low:
        label = _("Rated below %(rating)s") % {"rating": high}
    elif not high:
        label = _("Rated %(rating)s and above") % {"rating": low}
    else:
        label = _("Rated %(low)s to %(high)s") % {"low": low, "high": high - 1}
    return NamedCategory(key, label, Category(key, rating_from=low, rating_below=high))


def _federation(code: str) -> NamedCategory:
    key = f"fed-{code}"
    return NamedCategory(key, code, Category(key, federations=frozenset({code})))


def _club(name: str) -> NamedCategory:
    key = _club_key(name)
    return NamedCategory(key, name, Category(key, clubs=frozenset({name})))


def _club_key(name: str) -> str:
    return "club-" + fold(name).replace(" ", "-")


def categories_of(
    tournament: Tournament, entries: Sequence[Entry], language: str
) -> tuple[CategoryGroup, ...]:
    """Those with some players in them, but not all."""
    year = tournament.event.starts_on.year

    def group(label: str, categories: Iterable[NamedCategory]) -> CategoryGroup:
        counted = ((category, sum(map(category.has, entries))) for category in categories)
        fitting = ((category, size) for category, size in counted if 0 < size < len(entries))
        return CategoryGroup(label, tuple(fitting))

    found = (
        group(_("Sex and age"), _people(year)),
        group(_("Rating"), _bands()),
        group(_("Federation"), map(_federation, _named(entries, "federation", language))),
        group(
            _("Club"),
            map(_club, _named(entries, "club", language)),
        ),
    )
    return tuple(one for one in found if one.categories)


def categories_in_short(
    tournament: Tournament, entries: Sequence[Entry], named: Iterable[str]
) -> list[NamedCategory]:
    """Those that win the prizes called by their keys; without such, sex and age, each group of
    people once."""
    known = [find_category(key, tournament, entries) for key in dict.fromkeys(named) if key]
    wanted = [one for one in known if one] or _people(tournament.event.starts_on.year)
    found: dict[frozenset[int], NamedCategory] = {}
    for one in wanted:
        members = frozenset(entry.pk for entry in entries if one.has(entry))
        if FEWEST <= len(members) < len(entries):
            found.setdefault(members, one)
    return list(found.values())


def usual_categories(tournament: Tournament) -> list[NamedCategory]:
    """Those that make sense in any tournament, whoever is in it."""
    return [*_people(tournament.event.starts_on.year), *_bands()]


def _people(year: int) -> list[NamedCategory]:
    women = NamedCategory("women", _("Women"), Category("women", sex="w"))
    return [women, *(_under(age, year) for age in AGES), *(_senior(age, year) for age in SENIORS)]


def _bands() -> list[NamedCategory]:
    return [_rated(0, limit) for limit in RATINGS]


def _named(entries: Iterable[Entry], field: str, language: str) -> list[str]:
    names = {getattr(entry, field) for entry in entries} - {""}
    return sorted(names, key=lambda name: sort_key(name, language))
