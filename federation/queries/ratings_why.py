"""Why a rating is what it is: every game of the period with its expected score, K, sum and
rounding, or the average of a first rating, by the core from what it was told then."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from federation.core.rating_rules import edition
from federation.core.rating_working import games_in, past_of, shown
from federation.models import ListedRating, MonthList, RatedEvent, Working
from federation.queries.ratings_people import names_of, own_numbers
from ratings.change import GameChange, Rated
from ratings.events import Month
from ratings.exact import decimal
from ratings.expected import POINT
from ratings.first import Unrated
from tournaments.models import RegisteredPlayer
from tournaments.wording import sentence
from tournaments.wording.numbers import decimal as in_digits
from tournaments.wording.numbers import signed


@dataclass(frozen=True, slots=True)
class Place:
    """The tournament of a game."""

    event: int
    name: str
    link: tuple[str, str] | None  # where everybody may open it
    kind: str
    ended_on: date


@dataclass(frozen=True, slots=True)
class GameRow:
    place: Place
    round: int
    white: bool
    opponent: int
    name: str
    own: int | None
    opponent_rating: int | None
    halves: int
    row: GameChange | None  # none in a first rating

    @property
    def difference(self) -> int | None:
        """As it was used, with its sign."""
        if self.row is None:
            return None
        return self.row.used if self.row.own >= self.row.opponent else -self.row.used

    @property
    def cut(self) -> bool:
        return self.row is not None and self.row.used != self.row.difference

    @property
    def expected(self) -> str:
        return in_digits(_in_points(self.row.expected)) if self.row else ""

    @property
    def delta(self) -> str:
        return signed(_in_points(self.row.delta)) if self.row else ""

    @property
    def score(self) -> str:
        return in_digits(_in_points(POINT // 2 * self.halves))


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A game that is in no sum, and the article."""

    place: Place
    round: int
    name: str
    article: str

    @property
    def why(self) -> str:
        return sentence(f"ratings.why.{self.article}", {})


@dataclass(frozen=True, slots=True)
class Why:
    list: MonthList
    player: RegisteredPlayer | None
    name: str
    listed: ListedRating | None
    found: Rated | Unrated | None  # none: no game in this period
    games: tuple[GameRow, ...]
    left_out: tuple[LeftOut, ...]
    earlier: int  # games of a first rating that were played before this period

    @property
    def rated(self) -> Rated | None:
        return self.found if isinstance(self.found, Rated) else None

    @property
    def first(self) -> Unrated | None:
        return self.found if isinstance(self.found, Unrated) else None

    @property
    def total(self) -> str:
        return signed(_in_points(self.rated.sum)) if self.rated else ""

    @property
    def exact(self) -> str:
        return signed(decimal(self.rated.change_exact)) if self.rated else ""

    @property
    def change(self) -> str:
        return signed(self.rated.change) if self.rated else ""

    @property
    def k(self) -> str:
        return _exact(self.rated.k_used) if self.rated else ""

    @property
    def k_before_the_cap(self) -> str:
        """Where K times the games was above what the rules allow."""
        if self.rated is None or self.rated.k == self.rated.k_used:
            return ""
        return _exact(self.rated.k)

    @property
    def bonus(self) -> str:
        return _exact(self.rated.bonus) if self.rated and self.rated.bonus else ""

    @property
    def score(self) -> str:
        """Of a first rating, the hypothetical draws included."""
        if self.first is None:
            return ""
        more = len(edition(self.list.series, self.list.constants).first.hypothetical)
        return _exact(Fraction(self.first.halves + more, 2))

    @property
    def needed(self) -> int:
        return edition(self.list.series, self.list.constants).first.min_games

    @property
    def hypothetical(self) -> tuple[int, ...]:
        return edition(self.list.series, self.list.constants).first.hypothetical

    @property
    def average(self) -> str:
        """To two decimals."""
        if self.first is None or self.first.computed is None:
            return ""
        hundredths = round(self.first.computed.average * 100)
        return in_digits(f"{hundredths // 100}.{hundredths % 100:02}")


def why(of: MonthList, player: int, *, public: bool = True) -> Why | None:
    """Of somebody in a list, or of somebody unrated who played; None where neither."""
    numbers = own_numbers(player)
    listed = of.rows.filter(player__in=numbers).order_by("-total_games").first()
    working = Working.objects.filter(list=of, player__in=numbers).first()
    if listed is None and working is None:
        return None
    person = RegisteredPlayer.objects.filter(pk=player).first()
    names = names_of([player], public=public)
    name = names.get(player) or (listed.name if listed else "")
    if working is None:
        return Why(of, person, name, listed, None, (), (), 0)
    period = Month(of.period.year, of.period.month)
    rules = edition(of.series, of.constants)
    found = shown(working.data, working.player, rules, period)
    places, events = _places([int(row[0]) for row in working.data["g"]], public=public)
    games = _games(found, working, places, events, public=public)
    earlier = sum(len(event.games) for event in past_of(working.data))
    left_out = _left_out(of, numbers, places, events, public=public)
    return Why(of, person, name, listed, found, games, left_out, earlier)


def _places(numbers: list[int], *, public: bool) -> tuple[dict[int, Place], dict[int, RatedEvent]]:
    rows = RatedEvent.objects.filter(pk__in=set(numbers)).select_related(
        "report__tournament__event"
    )
    places, events = {}, {}
    for row in rows:
        tournament = row.report.tournament
        shown_to_all = tournament.event.public and not tournament.event.removed
        link = (tournament.event.slug, tournament.slug) if shown_to_all or not public else None
        places[row.pk] = Place(row.pk, tournament.full_name, link, row.kind, row.ended_on)
        events[row.pk] = row
    return places, events


def _games(
    found: Rated | Unrated,
    working: Working,
    places: dict[int, Place],
    events: dict[int, RatedEvent],
    *,
    public: bool,
) -> tuple[GameRow, ...]:
    names = names_of({row[2] for row in working.data["g"]}, public=public)
    rows = found.games if isinstance(found, Rated) else ()
    changes = {(row.game.event, row.game.game): row for row in rows}
    told = []
    for game in games_in(working.data):
        kept = events[int(game.event)].games[game.game - 1]
        told.append(
            GameRow(
                places[int(game.event)],
                kept[5],
                kept[0] != game.opponent,
                game.opponent,
                names.get(game.opponent, "?"),
                game.own,
                game.opponent_rating,
                game.halves,
                changes.get((game.event, game.game)),
            )
        )
    return tuple(told)


def _left_out(
    of: MonthList,
    numbers: list[int],
    places: dict[int, Place],
    events: dict[int, RatedEvent],
    *,
    public: bool,
) -> tuple[LeftOut, ...]:
    found = []
    own = set(numbers)
    for pk, event in events.items():
        for game, article in of.not_rated.get(str(pk), ()):
            row = event.games[game - 1]
            if own & set(row[:2]):
                opponent = row[1] if row[0] in own else row[0]
                found.append((pk, row[5], opponent, article))
    names = names_of({one[2] for one in found}, public=public)
    return tuple(
        LeftOut(places[pk], number, names.get(opponent, "?"), article)
        for pk, number, opponent, article in found
    )


def _in_points(number: int) -> str:
    return decimal(Fraction(number, POINT))


def _exact(number: Fraction | int) -> str:
    return in_digits(decimal(number))
