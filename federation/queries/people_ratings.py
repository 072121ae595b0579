"""A player's ratings over the lists: what each list said, as lines, as words and as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from federation.core.charts import Series, lines
from tournaments.models import OwnRating, PastRating, RatingList, RegisteredPlayer
from tournaments.wording.months import month_in_words

#: of the chart, on a screen and on a phone
WIDE, NARROW, HEIGHT = 720.0, 340.0, 230.0
KINDS = ("standard", "rapid", "blitz")
#: days from a list to the next one
NEXT_LIST = 31


@dataclass(frozen=True, slots=True)
class RatingLine:
    """One rating of a player: now, and each list that changed it."""

    key: str
    label: str
    #: first month of the value, and the value; the last one counts now
    values: tuple[tuple[date, int], ...]
    #: the latest list that was loaded, whether it changed the rating or not
    month: date
    k: int = 0
    #: what the events since would make of it; None: nothing has ended since
    estimate: int | None = None

    @property
    def now(self) -> int:
        return self.values[-1][1]

    @property
    def change(self) -> int:
        """By the latest list."""
        if len(self.values) < 2 or self.values[-1][0] != self.month:
            return 0
        return self.now - self.values[-2][1]

    @property
    def change_size(self) -> int:
        return abs(self.change)

    @property
    def highest(self) -> tuple[date, int]:
        return max(self.values, key=lambda one: (one[1], one[0]))


@dataclass(frozen=True)
class Ratings:
    lines: Sequence[RatingLine] = field(default_factory=list)

    @property
    def until(self) -> date:
        return max(line.month for line in self.lines)

    @property
    def drawn(self) -> list[RatingLine]:
        return [line for line in self.lines if len(line.values) > 1 or line.estimate is not None]

    def with_estimates(self, found: Mapping[str, int]) -> "Ratings":
        return Ratings([replace(line, estimate=found.get(line.key)) for line in self.lines])

    def picture(self, width: float) -> SafeString:
        if not self.drawn:
            return mark_safe("")
        until = self.until.toordinal()
        series = [
            Series(
                line.label,
                (*((month.toordinal(), value) for month, value in line.values), (until, line.now)),
                steps=True,
            )
            for line in self.drawn
        ]
        soon = max(until + NEXT_LIST, timezone.localdate().toordinal())
        series += [
            Series(
                _("%(label)s, estimate") % {"label": line.label},
                ((until, line.now), (soon, line.estimate)),
                dotted=True,
            )
            for line in self.drawn
            if line.estimate is not None
        ]
        drawn = lines(series, _years(series, self.until, width), width=width, height=HEIGHT)
        return mark_safe(drawn.on_page(self.sentence))  # each text is escaped there

    @cached_property
    def wide(self) -> SafeString:
        return self.picture(WIDE)

    @cached_property
    def narrow(self) -> SafeString:
        return self.picture(NARROW)

    @cached_property
    def sentence(self) -> str:
        """The chart for those who cannot see it."""
        told = [
            _("%(label)s: %(first)s in %(begin)s, %(now)s in %(month)s, at most %(most)s.")
            % {
                "label": line.label,
                "first": line.values[0][1],
                "begin": month_in_words(line.values[0][0]),
                "now": line.now,
                "month": month_in_words(line.month),
                "most": line.highest[1],
            }
            for line in self.drawn
        ]
        told += [
            _("%(label)s, estimate: %(rating)s.") % {"label": line.label, "rating": line.estimate}
            for line in self.drawn
            if line.estimate is not None
        ]
        return " ".join(told)

    @cached_property
    def table(self) -> list[tuple[date, list[int]]]:
        """Each list that changed something, the latest first; 0 where there is no rating yet."""
        months = sorted({month for line in self.lines for month, _n in line.values}, reverse=True)
        return [(month, [_value_in(line, month) for line in self.lines]) for month in months]


def _years(series: list[Series], until: date, width: float) -> list[tuple[float, str]]:
    """The years that begin within the time, no more than have room."""
    first = date.fromordinal(int(min(one.points[0][0] for one in series)))
    years = range(first.year if first.timetuple().tm_yday == 1 else first.year + 1, until.year + 1)
    apart = max(1, -(-len(years) // int(width // 60)))
    return [(date(year, 1, 1).toordinal(), str(year)) for year in years[::apart]]


def _value_in(line: RatingLine, month: date) -> int:
    return next((value for begin, value in reversed(line.values) if begin <= month), 0)


def ratings_of(player: RegisteredPlayer) -> Ratings:
    """In three questions; a rating that the player does not have is left out."""
    past = list(PastRating.objects.filter(player=player).order_by("until"))
    own = list(OwnRating.objects.filter(player=player).select_related("list").order_by("month"))
    of_fide = [row for row in past if row.kind == RatingList.Kind.FIDE]
    labels = {"standard": _("Standard"), "rapid": _("Rapid"), "blitz": _("Blitz")}
    lines = [
        _line(
            kind,
            labels[kind],
            of_fide,
            player.rating(kind),
            player.list_month,
            getattr(player, f"k_{kind}"),
        )
        for kind in KINDS
    ]
    of_nation = [row for row in past if row.kind == RatingList.Kind.NATIONAL]
    held = RatingList.objects.filter(kind=RatingList.Kind.NATIONAL, federation=player.federation)
    since = player.national_month
    months = held.values_list("month", flat=True)
    latest = max([since, *filter(None, months)]) if since else None  # none: typed by somebody
    lines.append(_line("national", _("National"), of_nation, player.national, latest, since=since))
    for pk in dict.fromkeys(row.list_id for row in own):
        lines.append(_own_line([row for row in own if row.list_id == pk]))
    return Ratings([line for line in lines if line is not None])


def _line(
    kind: str,
    label: str,
    past: list[PastRating],
    now: int,
    month: date | None,
    k: int = 0,
    since: date | None = None,
) -> RatingLine | None:
    """`month`: of the latest list; `since`: of the first that had the rating of now."""
    steps = [(row.month, getattr(row, kind)) for row in past]
    if now:
        steps.append((past[-1].until if past else since or month or _this_month(), now))
    return _made(kind, label, steps, month, k) if now else None


def _this_month() -> date:
    """For a rating that somebody typed: no list says since when it counts."""
    return timezone.localdate().replace(day=1)


def _own_line(rows: list[OwnRating]) -> RatingLine | None:
    own = rows[0].list
    steps = [(row.month, row.rating) for row in rows]
    return _made(own.code, own.name, steps, own.month) if rows[-1].until is None else None


def _made(
    key: str, label: str, steps: list[tuple[date, int]], month: date | None, k: int = 0
) -> RatingLine | None:
    """Lists that said the same as the one before are no steps."""
    values: list[tuple[date, int]] = []
    for begin, value in steps:
        if value and (not values or values[-1][1] != value):
            values.append((begin, value))
    if not values:
        return None
    return RatingLine(key, label, tuple(values), max(month or values[-1][0], values[-1][0]), k)
