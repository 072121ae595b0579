"""The input of the core for a list: players as the list before has them, games as accepted."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.db.models import Max, Q

from federation.core import rating_times
from federation.core.rating_rules import edition as edition_of
from federation.core.rating_working import as_past
from federation.models import (
    ListedRating,
    Member,
    MonthList,
    RatedEvent,
    RatingReport,
    Series,
    Working,
)
from federation.queries.ratings_games import DECIDED, OF_MATCH
from federation.queries.ratings_lists import all_holding
from federation.queries.ratings_people import aliases
from ratings.editions import Edition, ListKind
from ratings.events import Event, Game, How, Listed, Month, PastEvent, Period, Player
from tournaments.models import PastRating, RatingList, RegisteredPlayer

#: of somebody of whom nothing is known but the rating
USUAL_GAMES = 30
_HOW = {
    "": How.PLAYED, OF_MATCH: How.PLAYED, DECIDED: How.PLAYED, "forfeit": How.FORFEIT,
}  # fmt: skip
#: reasons of our own, beside those of the core
SHORT_TIME, UNKNOWN = "1.1", "unknown"


@dataclass(slots=True)
class Start:
    """A player as the period finds them, and as the list will name them."""

    name: str
    title: str
    sex: str
    born: int | None
    federation: str
    fide_id: str
    national_id: str
    rating: int | None = None
    standard: int | None = None
    k: int | None = None
    games: int = 0
    peak: int | None = None
    last_game: date | None = None
    club: int | None = None
    province: int | None = None


@dataclass(slots=True)
class Inputs:
    period: Period
    starts: dict[int, Start]
    #: by event: game → why it is not even shown to the core
    left_out: dict[int, dict[int, str]]
    games: int


def inputs(
    of: MonthList, *, chain: Mapping[date, MonthList] | None = None, only: RatedEvent | None = None
) -> Inputs:
    """Of a list; `chain`: lists of the same run by month, which hold in place of the published
    ones. `only` one event: as if it were all that the list counts."""
    events = [only] if only else list(of.events.order_by("starts_on", "pk"))
    merged = aliases()
    ids = {merged.get(one, one) for event in events for game in event.games for one in game[:2]}
    ids.discard(0)
    starts = _starts(of, ids, merged, whole=only is None)
    playing = {one for one in ids if one in starts}
    _peaks(of, {one: starts[one] for one in playing})
    month = Month(of.period.year, of.period.month)
    edition = edition_of(of.series, of.constants)
    unrated = [one for one in playing if starts[one].rating is None]
    past = _past(of, unrated, merged, chain or {})
    players = tuple(
        Player(
            id=one,
            rating=start.rating,
            k=start.k,
            born=start.born,
            games=start.games,
            peak=start.peak,
            standard=start.standard,
            past=past.get(one, ()),
            last_game=as_month(start.last_game),
        )
        for one in sorted(playing)
        for start in [starts[one]]
    )
    then = _then(of, events, chain or {}, starts, merged)
    left_out: dict[int, dict[int, str]] = {}
    seats = {player.id: starts[player.id] for player in players}
    core = tuple(_event(event, of, seats, then, left_out, merged, edition) for event in events)
    return Inputs(
        Period(ListKind.STANDARD if of.series == Series.NATIONAL else ListKind(of.series),
               month, edition, players, core),
        starts,
        left_out,
        sum(len(event.games) for event in events),
    )  # fmt: skip


def as_month(day: date | None) -> Month | None:
    return Month(day.year, day.month) if day else None


# --- Players ---------------------------------------------------------------------------------


_PERSON = ("pk", "name", "title", "sex", "birth_date", "federation", "fide_id", "national_id")


def _starts(
    of: MonthList, ids: set[int], merged: Mapping[int, int], *, whole: bool
) -> dict[int, Start]:
    """Everybody who plays, and, for a whole list, everybody who stands on the list before."""
    before = _listed(of.base, merged, None if whole else ids)
    kind = of.series
    official = kind != Series.NATIONAL and _is_official(of)
    wanted = Q(pk__in=ids | set(before))
    if whole and (official or of.base is None):
        wanted |= Q(**{"federation": settings.FEDERATION_CODE, f"{kind}__gt": 0})
    known = RegisteredPlayer.objects.filter(wanted)
    coefficient = "k_standard" if kind == Series.NATIONAL else f"k_{kind}"
    starts = {}
    for row in known.values_list(*_PERSON, kind, "standard", coefficient):
        pk, name, title, sex, birth, federation, fide_id, national_id, rating, standard, k = row
        born = int(birth[:4]) if birth[:4].isdigit() else None
        start = Start(name, title, sex, born, federation, fide_id, national_id)
        start.standard = standard or None
        abroad = kind != Series.NATIONAL and federation != settings.FEDERATION_CODE
        if official or of.base is None or abroad:
            start.rating = rating or None
            start.k = (k or None) if kind != Series.NATIONAL else None
            start.games = USUAL_GAMES if rating else 0
        starts[pk] = start
    if official or of.base is None:
        _as_of(of, starts)
    for pk, listed in before.items():
        if pk not in starts:
            starts[pk] = Start(
                listed.name,
                listed.title,
                listed.sex,
                listed.born,
                listed.federation,
                listed.fide_id,
                listed.national_id,
                club=listed.club,
                province=listed.province,
            )
        found = starts[pk]
        if not (official and found.rating):
            found.rating, found.k = listed.rating, None
        found.games, found.peak, found.last_game = (
            listed.total_games,
            listed.peak,
            listed.last_game,
        )
    members = Member.objects.filter(pk__in=list(starts)).values_list("pk", "club", "province")
    for pk, club, province in members:
        starts[pk].club, starts[pk].province = club, province
    return starts


def _listed(
    base: MonthList | None, merged: Mapping[int, int], ids: set[int] | None
) -> dict[int, ListedRating]:
    if base is None:
        return {}
    rows = ListedRating.objects.filter(list=base)
    if ids is not None:
        gone = {one for one, kept in merged.items() if kept in ids}
        rows = rows.filter(player__in=ids | gone)
    found: dict[int, ListedRating] = {}
    for row in rows.iterator():
        pk = merged.get(row.player, row.player)
        twin = found.get(pk)
        if twin is None or twin.total_games < row.total_games:
            found[pk] = row
    return found


def _is_official(of: MonthList) -> bool:
    """FIDE's own list of the period is loaded: then it is where the period begins."""
    month = RatingList.objects.filter(kind=RatingList.Kind.FIDE).values_list("month", flat=True)
    loaded = month.first()
    return loaded is not None and (of.base is None or loaded >= of.period)


def _as_of(of: MonthList, starts: Mapping[int, Start]) -> None:
    """As the list of the period said it, where a later one is in the register already."""
    national = of.series == Series.NATIONAL
    kind = RatingList.Kind.NATIONAL if national else RatingList.Kind.FIDE
    if national:
        later = RegisteredPlayer.objects.filter(national_month__gt=of.period, pk__in=list(starts))
        for player in later.values_list("pk", flat=True):
            starts[player].rating, starts[player].games = None, 0
    rows = PastRating.objects.filter(
        kind=kind, month__lte=of.period, until__gt=of.period, player__in=list(starts)
    ).order_by("-until")
    for player, rating, standard in rows.values_list("player_id", of.series, "standard"):
        start = starts[player]
        start.rating = rating or None
        start.games = USUAL_GAMES if rating else 0
        if not national:
            start.standard = standard or None


def _peaks(of: MonthList, starts: Mapping[int, Start]) -> None:
    """The highest that a list ever had, of those whom no list of ours has."""
    fresh = [pk for pk, start in starts.items() if start.peak is None and start.rating]
    national = of.series == Series.NATIONAL
    kind = RatingList.Kind.NATIONAL if national else RatingList.Kind.FIDE
    rows = PastRating.objects.filter(kind=kind, player__in=fresh).values_list("player_id")
    for player, highest in rows.annotate(highest=Max(of.series)):
        starts[player].peak = max(highest, starts[player].rating or 0)


def _past(
    of: MonthList, unrated: list[int], merged: Mapping[int, int], chain: Mapping[date, MonthList]
) -> dict[int, tuple[PastEvent, ...]]:
    """Games of unrated players since they were last rated, by the lists that hold."""
    if not unrated:
        return {}
    lists = {one.month: one for one in all_holding(of.series) if one.month < of.month}
    lists |= {month: one for month, one in chain.items() if month < of.month}
    by_pk = {one.pk: one for one in lists.values()}
    wanted = set(unrated)
    gone = {one for one, kept in merged.items() if kept in wanted}
    rows = Working.objects.filter(list__in=by_pk, player__in=wanted | gone)
    found: dict[int, list[PastEvent]] = {}
    for row in sorted(rows, key=lambda row: by_pk[row.list_id].month):
        player = merged.get(row.player, row.player)
        if row.rated:
            found[player] = []  # who drops out begins anew
            continue
        period = by_pk[row.list_id].period
        found.setdefault(player, []).extend(as_past(row.data, Month(period.year, period.month)))
    return {player: tuple(events) for player, events in found.items()}


# --- Events ----------------------------------------------------------------------------------


def _then(
    of: MonthList,
    events: Iterable[RatedEvent],
    chain: Mapping[date, MonthList],
    starts: Mapping[int, Start],
    merged: Mapping[int, int],
) -> dict[date, dict[int, int | None]]:
    """Ratings of the lists in force when older events began: by month, of those who differ."""
    wanted: dict[date, set[int]] = {}
    for event in events:
        month = event.starts_on.replace(day=1)
        if month < of.period:
            numbers = {merged.get(one, one) for game in event.games for one in game[:2]}
            wanted.setdefault(month, set()).update(numbers & set(starts))
    return {
        month: _ratings_in(of.series, month, players, chain, starts, merged)
        for month, players in wanted.items()
    }


def _ratings_in(
    series: str,
    month: date,
    players: set[int],
    chain: Mapping[date, MonthList],
    starts: Mapping[int, Start],
    merged: Mapping[int, int],
) -> dict[int, int | None]:
    ours = {one.month: one for one in all_holding(series)} | dict(chain)
    past = [one for one in sorted(ours) if one <= month]
    if past:
        rows = _listed(ours[past[-1]], merged, players)
        listed: dict[int, int | None] = {
            player: rows[player].rating if player in rows else None for player in players
        }
        if series == Series.NATIONAL:
            return listed
    kind = RatingList.Kind.NATIONAL if series == Series.NATIONAL else RatingList.Kind.FIDE
    said = {player: starts[player].rating for player in players}
    later = PastRating.objects.filter(kind=kind, until__gt=month, player__in=players)
    for player, rating in later.order_by("-until").values_list("player_id", series):
        said[player] = rating or None
    return said


def _event(
    event: RatedEvent,
    of: MonthList,
    starts: Mapping[int, Start],
    then: Mapping[date, Mapping[int, int | None]],
    left_out: dict[int, dict[int, str]],
    merged: Mapping[int, int],
    edition: Edition,
) -> Event:
    """As the core wants it: who is not known has no game, and a game with too little time is one
    that was played and is not rated."""
    then_of = then.get(event.starts_on.replace(day=1), {})
    reasons: dict[int, str] = {}
    games = []

    def rating(player: int) -> int | None:
        start = starts[player]
        now = start.rating
        if now is None and edition.standard_stands_in:
            now = start.standard
        return then_of.get(player, now)

    for number, game in enumerate(event.games, 1):
        white, black = (merged.get(one, one) for one in game[:2])
        how = _HOW.get(game[4], How.UNRATED)
        if white not in starts or black not in starts:
            reasons[number] = UNKNOWN
            anybody = next(iter(starts), None)
            if anybody is not None:  # the numbers of the games after it stay what they are
                games.append(Game(anybody, anybody, (0, 0), How.UNRATED))
            continue
        if game[4] == DECIDED and edition.matches:
            reasons[number], how = DECIDED, How.UNRATED
        elif (
            how is How.PLAYED
            and of.minimum_times
            and _too_quick(event, of.series, rating(white), rating(black))
        ):
            reasons[number], how = SHORT_TIME, How.UNRATED
        games.append(Game(white, black, (game[2], game[3]), how, game[4] == OF_MATCH))
    if reasons:
        left_out[event.pk] = reasons
    return Event(
        str(event.pk),
        event.starts_on,
        tuple(games),
        {
            player: Listed(rating_then, starts[player].standard)
            for player, rating_then in then_of.items()
            if player in starts
        },
        event.scheduled,
    )


def _too_quick(event: RatedEvent, series: str, white: int | None, black: int | None) -> bool:
    if event.minutes is None:
        return False
    if event.kind == "standard":
        return event.minutes < rating_times.minutes_needed(white, black)
    return rating_times.kind_of(event.minutes) != event.kind


def reports_of(events: Iterable[int]) -> dict[int, RatingReport]:
    """By number of the event, with the tournament at hand."""
    rows = RatedEvent.objects.filter(pk__in=list(events)).select_related(
        "report__tournament__event"
    )
    return {row.pk: row.report for row in rows}
