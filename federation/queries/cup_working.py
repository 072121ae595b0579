"""The working of a cup in words: the rules, and how each number came about."""

from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.models import Cup, CupCategory
from federation.queries.cups import CupCell, CupRow
from federation.wording.cups import TIE_BREAK_NAMES, hundredths_text
from tournaments.wording.numbers import percent, points_text


def number_text(number: Decimal) -> str:
    return hundredths_text(int(number * 100))


def rules_of(cup: Cup) -> list[str]:
    """The rules of a cup as sentences, for its page and its paper."""
    said = [_points_rule(cup)]
    if cup.rule != Cup.Rule.SCORED:
        said.append(_("Who shares places gets: %(rule)s.") % {"rule": cup.get_shared_display()})
        said.append(
            _(
                "Places are those of the event: everybody who shares one counts, also who gets no "
                "points."
            )
        )
    if cup.best:
        said.append(
            ngettext(
                "The best event of each player counts.",
                "The best %(count)s events of each player count.",
                cup.best,
            )
            % {"count": cup.best}
        )
    else:
        said.append(_("All events count."))
    if cup.tie_breaks:
        names = "; ".join(str(TIE_BREAK_NAMES[code]) for code in cup.tie_breaks)
        said.append(_("Level on points are parted by: %(names)s.") % {"names": names})
    said.append(_("Who is level in all of it shares the place."))
    if cup.own_places:
        said.append(_("In a category the places are counted among its own players."))
    said.append(
        _("Points go to players of the register who played at least one game in the event.")
    )
    return said


def _points_rule(cup: Cup) -> str:
    least = number_text(cup.least)
    if cup.rule == Cup.Rule.TABLE:
        table = ", ".join(number_text(points) for points in cup.table)
        if cup.least:
            words = _("Points from the first place on: %(table)s; everybody else %(least)s.")
        else:
            words = _("Points from the first place on: %(table)s.")
        return words % {"table": table, "least": least}
    first, step = number_text(cup.first), number_text(cup.step)
    if cup.rule == Cup.Rule.LINEAR:
        words = _(
            "The first gets %(first)s points, each place %(step)s less, nobody under %(least)s."
        )
    elif cup.rule == Cup.Rule.SHARE:
        words = _(
            "The first of N players gets %(first)s points, place P the part (N − P + 1) : N, "
            "nobody less than %(least)s."
        )
    else:
        words = _("The points of the event times %(first)s, and %(least)s for playing.")
    return words % {"first": first, "step": step, "least": least}


def ages_in_words(category: CupCategory) -> str:
    low, high = category.age_from, category.age_until
    if low and high:
        words = _("from %(low)s to %(high)s years")
    elif high:
        words = _("up to %(high)s years")
    elif low:
        words = _("%(low)s years and older")
    else:
        words = ""
    sex = category.get_sex_display() if category.sex else ""
    return ", ".join(filter(None, (words % {"low": low, "high": high}, str(sex))))


def how(cup: Cup, cell: CupCell) -> str:
    """How the points of an event came about: "100 − 3 × 2 = 94"."""
    line, players = cell.line, cell.stop.players
    raw = hundredths_text(line.raw)
    if cup.rule == Cup.Rule.SCORED:
        said = f"{points_text(cell.score)} × {number_text(cup.first)}"
        if cup.least:
            said += f" + {number_text(cup.least)}"
        said += f" = {raw}"
    elif cell.sharing > 1:
        last = line.place + cell.sharing - 1
        said = _("places %(first)s to %(last)s, shared: %(points)s") % {
            "first": line.place,
            "last": last,
            "points": raw,
        }
    else:
        said = _of_place(cup, line.place, players, raw)
    if cell.stop.row.weight != 100:
        said += f"; × {percent(cell.stop.row.weight)} = {cell.points}"
    return said


def _of_place(cup: Cup, place: int, players: int, raw: str) -> str:
    first, step = number_text(cup.first), number_text(cup.step)
    if cup.rule == Cup.Rule.LINEAR and raw != number_text(cup.least):
        return f"{first} − {place - 1} × {step} = {raw}"
    if cup.rule == Cup.Rule.SHARE and raw != number_text(cup.least):
        return f"{first} × ({players} − {place} + 1) : {players} = {raw}"
    return _("place %(place)s: %(points)s") % {"place": place, "points": raw}


def whether(cup: Cup, row: CupRow, cell: CupCell) -> str:
    """Whether it counts, and why."""
    if cell.line.counts:
        if cell.stop.row.always:
            return _("counts always")
        if not cup.best or len(row.played) <= cup.best:
            return _("counts")
        return _("counts: among the best %(count)s") % {"count": cup.best}
    return _("dropped: %(count)s better ones count") % {
        "count": sum(one.line.counts for one in row.played)
    }
