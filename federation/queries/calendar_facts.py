"""The announcement of an event in words: for its page, the paper and the office."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.models import CalendarEvent
from federation.queries.calendar_event import Front, SectionLine, announced
from tournaments.core.text import fold


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    words: str


def facts_of(front: Front) -> list[Fact]:
    """Label and words, in the order in which people look for them; what is not said is left out."""
    one = front.calendar
    event = one.event
    place = place_words(one)
    told = [
        (_("Place"), place),
        (_("Province"), one.province.name),
        (_("Organiser"), event.organiser if event else (one.club.name if one.club else "")),
        (_("Time control"), time_words(one)),
        (_("Rated"), rated_words(one)),
        (_("Licence"), _("needed") if one.licence_needed else _("not needed")),
        (_("Entries"), entry_words(one)),
        (_("Paid back"), refund_words(front)),
        (_("Account"), one.iban if front.has_fees else ""),
        (_("Chief arbiter"), _arbiters(front, chief=True)),
        (_("Arbiters"), _arbiters(front, chief=False)),
    ]
    return [Fact(label, words) for label, words in told if words]


def announcement(calendar: CalendarEvent) -> dict[str, Any]:
    """All that an application says, as its pages show it."""
    front = announced(calendar)
    return {
        "facts": facts_of(front),
        "heads": section_heads(front),
        "section_rows": [section_pairs(front, line) for line in front.sections],
        "arbiters": list(calendar.proposed_arbiters.select_related("player", "province")),
    }


def place_words(one: CalendarEvent) -> str:
    """Hall, address and town; a town that the address names already is not said twice."""
    town = one.city or one.province.name
    named = fold(town) in fold(one.address)
    return ", ".join(filter(None, (one.venue, one.address, "" if named else town)))


def time_words(one: CalendarEvent) -> str:
    return " · ".join(filter(None, (one.time_control, one.get_time_display())))


def rated_words(one: CalendarEvent) -> str:
    if one.fide_rated and one.national_rated:
        return _("by FIDE and nationally")
    if one.fide_rated:
        return _("by FIDE")
    return _("nationally") if one.national_rated else _("not rated")


def moment(at: datetime) -> str:
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")


def entry_words(one: CalendarEvent) -> str:
    if one.entries_until is None:
        return ""
    until = moment(one.entries_until)
    if one.entries_from is None:
        return _("until %(until)s") % {"until": until}
    return _("from %(begin)s until %(until)s") % {"begin": moment(one.entries_from), "until": until}


def refund_words(front: Front) -> str:
    one = front.calendar
    if not front.has_fees:
        return ""
    if not one.refund_percent:
        return _("nothing is paid back")
    values = {"percent": one.refund_percent}
    until = one.refund_until or one.entries_until
    if until is None:
        return _("%(percent)s %% of the fee") % values
    return _("%(percent)s %% of the fee until %(until)s") % {**values, "until": moment(until)}


def _arbiters(front: Front, *, chief: bool) -> str:
    chosen = [one for one in front.arbiters if (one.role == one.Role.CHIEF) == chief]
    return ", ".join(f"{one.arbiter.level} {one.arbiter.player.name}" for one in chosen)


def money(amount: Decimal, currency: str) -> str:
    """Without cents where there are none."""
    places = 0 if amount == amount.to_integral_value() else 2
    return f"{number_format(amount, places, force_grouping=True)} {currency}"


def limits_words(line: SectionLine) -> str:
    """The limits of a section: ages, ratings, women only."""
    one = line.section
    told = []
    if one.age_until:
        told.append(f"U{one.age_until}")
    if one.age_from:
        told.append(_("%(age)s and older") % {"age": one.age_from})
    if one.rating_from and one.rating_until:
        told.append(f"{one.rating_from}–{one.rating_until}")
    elif one.rating_from:
        told.append(_("rating from %(rating)s") % {"rating": one.rating_from})
    elif one.rating_until:
        told.append(_("rating to %(rating)s") % {"rating": one.rating_until})
    if one.sex == "w":
        told.append(_("women and girls"))
    return ", ".join(told) or _("everybody")


def fee_words(line: SectionLine, currency: str) -> str:
    one = line.section
    told = [money(one.fee, currency) if one.fee else _("free")]
    if one.fee_minors is not None and one.fee_minors != one.fee:
        minors = money(one.fee_minors, currency) if one.fee_minors else _("free")
        told.append(_("under 18: %(fee)s") % {"fee": minors})
    if one.titled_free and one.fee:
        told.append(_("titled players free"))
    return "; ".join(told)


#: its column: what decides stands first, where a phone shows it
_FEE = 2


def section_heads(front: Front) -> list[str]:
    places = pgettext("of a section", "Places")
    heads = [_("Section"), _("Who may play"), _("Fee"), places, _("Rounds"), _("System")]
    return heads if front.has_fees else heads[:_FEE] + heads[_FEE + 1 :]


def section_cells(front: Front, line: SectionLine) -> list[str]:
    one = line.section
    cells = [
        one.name, limits_words(line), fee_words(line, front.calendar.currency),
        str(one.places or "–"), str(one.rounds), line.system,
    ]  # fmt: skip
    return cells if front.has_fees else cells[:_FEE] + cells[_FEE + 1 :]


def section_pairs(front: Front, line: SectionLine) -> list[tuple[str, str]]:
    """Each cell with its head: a phone shows them one below the other."""
    return list(zip(section_heads(front), section_cells(front, line), strict=True))
