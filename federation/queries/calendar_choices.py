"""The choices of the calendar's filters in words, with how many events each would leave."""

import calendar as days
from dataclasses import dataclass, replace
from datetime import date

from django.utils.dates import MONTHS
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from federation.core.beginnings import in_order
from federation.queries.calendar import Choice, Found, Wanted
from tournaments.core.text import capital, sort_key
from tournaments.models.tournament import RatingType

#: the height of a picture of months
FULL = 40


@dataclass(frozen=True, slots=True)
class Row:
    """A filter with its choices; a long one is a list to choose from."""

    name: str
    label: str
    choices: list[Choice]

    @property
    def long(self) -> bool:
        return len(self.choices) > 12

    @property
    def chosen(self) -> Choice | None:
        return next((one for one in self.choices if one.chosen), None)


@dataclass(frozen=True, slots=True)
class Bar:
    """A month of the year, as high as it has events."""

    label: str
    name: str
    count: int
    drawn: int  # of FULL, the height of the fullest month
    chosen: bool
    wanted: Wanted

    @property
    def above(self) -> int:
        return FULL - self.drawn


def age_words(group: str) -> str:
    if group == "open":
        return _("all ages")
    kind, age = group[:1], group[1:]
    return f"U{age}" if kind == "U" else _("%(age)s and older") % {"age": age}


def rows_of(found: Found) -> list[Row]:
    """Each filter; a choice that finds nothing and is not chosen is left out."""
    rows = [
        Row("open", _("Entries"), [_open(found)]),
        Row("time", _("Time control"), _times(found)),
        Row("age", _("Age group"), _ages(found)),
        Row("kind", _("Individual or team"), _kinds(found)),
        Row("fide", _("Rated"), [_fide(found)]),
        Row("province", _("Province"), _provinces(found)),
    ]
    kept = [
        Row(row.name, row.label, [one for one in row.choices if one.count or one.chosen])
        for row in rows
    ]
    return [row for row in kept if row.choices]


def _open(found: Found) -> Choice:
    counted = found.counted("open", lambda one: [one.open])
    return found.choice("open", True, _("open for entries"), counted[True])


def _fide(found: Found) -> Choice:
    counted = found.counted("fide", lambda one: [one.fide])
    return found.choice("fide", True, _("rated by FIDE"), counted[True])


def _times(found: Found) -> list[Choice]:
    counted = found.counted("time", lambda one: [one.time])
    return [
        found.choice("time", key, str(words), counted[key]) for key, words in RatingType.choices
    ]


def _kinds(found: Found) -> list[Choice]:
    counted = found.counted("kind", lambda one: [one.teams])
    return [
        found.choice("kind", "individual", _("individual"), counted[False]),
        found.choice("kind", "team", pgettext("kind of event", "team"), counted[True]),
    ]


def _ages(found: Found) -> list[Choice]:
    counted = found.counted("age", lambda one: one.ages)
    wanted = {found.wanted.age} - {""}
    return [
        found.choice("age", group, age_words(group), counted[group])
        for group in sorted(counted.keys() | wanted, key=in_order)
    ]


def _provinces(found: Found) -> list[Choice]:
    counted = found.counted("province", lambda one: [one.province])
    language = get_language() or "en"
    return [
        found.choice("province", one.slug, one.name, counted[one.pk])
        for one in sorted(found.provinces, key=lambda one: sort_key(one.name, language))
    ]


def bars_of(found: Found) -> list[Bar]:
    months = found.months()
    most = max(count for _name, count in months) or 1
    return [
        Bar(
            str(MONTHS[place])[:3],
            f"{MONTHS[place]} {found.wanted.year}",
            count,
            round(FULL * count / most),
            found.wanted.month == name,
            replace(found.wanted, month=name),
        )
        for place, (name, count) in enumerate(months, 1)
    ]


def years_around(found: Found) -> tuple[Wanted, Wanted]:
    """The whole year before, and the one after."""
    year = found.wanted.year
    earlier, later = (replace(found.wanted, month=str(year + step)) for step in (-1, 1))
    return earlier, later


def title_of(wanted: Wanted) -> str:
    """The span of time that is shown."""
    if not wanted.month:
        return _("Now and soon")
    year, dash, month = wanted.month.partition("-")
    return f"{capital(str(MONTHS[int(month)]), get_language() or 'en')} {year}" if dash else year


def weeks_of(wanted: Wanted) -> list[list[date | None]]:
    """The weeks of the month wanted, from Monday; days of other months are None."""
    year, dash, month = wanted.month.partition("-")
    if not dash:
        return []
    weeks = days.Calendar().monthdatescalendar(int(year), int(month))
    return [[day if day.month == int(month) else None for day in week] for week in weeks]
