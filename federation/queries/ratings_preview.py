"""The changes of a run, before it is published: who moves, who is new, who drops out, what
looks odd and why; after a correction, who differs from the list that holds."""

from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _

from federation.models import ListedRating, MonthList, RatingRun, Working
from federation.queries.alphabet import in_turkish
from federation.queries.ratings_lists import published, with_counts
from federation.queries.ratings_people import names_of

#: so many of each kind are shown
SHOWN = 12
#: what is looked at twice: such a change, so many games, so high a first rating
MUCH, MANY, HIGH = 100, 40, 2100


@dataclass(frozen=True, slots=True)
class Mover:
    player: int
    name: str
    rating: int | None
    change: int | None
    games: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Differs:
    """After a correction: the rating as it is published, and as it would be."""

    player: int
    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class ListPreview:
    of: MonthList
    events: int
    left_out: int
    up: list[Mover]
    down: list[Mover]
    new: list[Mover]
    dropped: list[Mover]
    resting: list[Mover]
    odd: list[Mover]
    differs: list[Differs]
    differing: int
    moved: int


def previews(run: RatingRun) -> list[ListPreview]:
    lists = [one for one in run.lists_in_order if one.worked_at]
    events = with_counts(lists)
    return [_preview(one, events.get(one.pk, 0), run) for one in lists]


def _preview(of: MonthList, events: int, run: RatingRun) -> ListPreview:
    rows = ListedRating.objects.filter(list=of)
    moved = rows.exclude(change=0).exclude(change=None)
    differs = _differs(of) if run.is_correction else []
    return ListPreview(
        of=of,
        events=events,
        left_out=sum(map(len, of.not_rated.values())),
        up=[
            _mover(row)
            for row in moved.filter(change__gt=0).order_by("-change", in_turkish("name"))[:SHOWN]
        ],
        down=[
            _mover(row)
            for row in moved.filter(change__lt=0).order_by("change", in_turkish("name"))[:SHOWN]
        ],
        new=[_mover(row) for row in rows.filter(change=None).order_by("-rating")[:SHOWN]],
        dropped=_dropped(of),
        resting=_resting(of),
        odd=_odd(of),
        differs=differs[: 4 * SHOWN],
        differing=len(differs),
        moved=moved.count(),
    )


def movers(of: MonthList, most: int = 50) -> tuple[list[ListedRating], list[ListedRating]]:
    """Up and down, for everybody."""
    rows = ListedRating.objects.filter(list=of)
    return (
        list(rows.filter(change__gt=0).order_by("-change", "-rating", "player")[:most]),
        list(rows.filter(change__lt=0).order_by("change", "-rating", "player")[:most]),
    )


def _mover(row: ListedRating, why: str = "") -> Mover:
    return Mover(row.player, row.name, row.rating, row.change, row.games, why)


def _dropped(of: MonthList) -> list[Mover]:
    """Below the floor: they had a rating and have none now."""
    found = Working.objects.filter(list=of, rated=True, new=None).order_by("player")
    players = list(found.values_list("player", flat=True)[:SHOWN])
    names = names_of(players, public=False)
    return [Mover(player, names.get(player, "?"), None, None, 0) for player in players]


def _resting(of: MonthList) -> list[Mover]:
    """Inactive from this list on."""
    rows = ListedRating.objects.filter(list=of, inactive=True)
    if of.base_id:
        before = ListedRating.objects.filter(list=of.base_id, inactive=True)
        rows = rows.exclude(player__in=before.values("player"))
    return [_mover(row) for row in rows.order_by("-rating")[:SHOWN]]


def _odd(of: MonthList) -> list[Mover]:
    """List what the officer looks at twice, with the reason."""
    rows = ListedRating.objects.filter(list=of)
    reasons: dict[int, tuple[ListedRating, list[str]]] = {}
    for found, why in (
        (rows.filter(change__gte=MUCH).order_by("-change"), _("a large gain")),
        (rows.filter(change__lte=-MUCH).order_by("change"), _("a large loss")),
        (rows.filter(games__gte=MANY).order_by("-games"), _("many games")),
        (rows.filter(change=None, rating__gte=HIGH).order_by("-rating"), _("a high first rating")),
    ):
        for row in found[:SHOWN]:
            reasons.setdefault(row.player, (row, []))[1].append(why)
    return [_mover(row, ", ".join(why)) for row, why in islice(reasons.values(), 2 * SHOWN)]


def _differs(of: MonthList) -> list[Differs]:
    """From the version that it replaces, or has replaced."""
    versions = published(of.series).filter(month=of.month, version__lt=of.version)
    replaced = versions.first()
    before = dict(replaced.rows.values_list("player", "rating")) if replaced else {}
    after = dict(of.rows.values_list("player", "rating"))
    changed = [one for one in before.keys() | after.keys() if before.get(one) != after.get(one)]
    names = names_of(changed, public=False)
    found = [Differs(one, names.get(one, "?"), before.get(one), after.get(one)) for one in changed]
    return sorted(found, key=lambda one: -abs((one.after or 0) - (one.before or 0)))
