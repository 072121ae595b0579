"""Reads a rating period from its case file, format hakem-rating-period/1."""

import re
from collections.abc import Iterator, Mapping

from ratings.cases import Case, whole
from ratings.editions import (
    Bonus,
    Edition,
    FirstMethod,
    FirstRating,
    Forfeits,
    Gap,
    KLine,
    ListKind,
    fide,
)
from ratings.errors import CaseError
from ratings.events import (
    Event,
    Game,
    How,
    Listed,
    Month,
    PastEvent,
    PastGame,
    Period,
    Player,
)
from ratings.expected import TABLE, Logistic

FORMAT = "hakem-rating-period/1"
#: White's and Black's halves
RESULTS = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "1/2": (1, 1),
    "0-0": (0, 0),
    "1/2-0": (1, 0),
    "0-1/2": (0, 1),
}
_HALVES = {"1": 2, "1/2": 1, "0": 0}
_KINDS = {kind.value: kind for kind in ListKind}
_HOW = {how.value: how for how in How}
_FORFEITS = {one.value: one for one in Forfeits}
_METHODS = {one.value: one for one in FirstMethod}


def period_of(case: Case) -> Period:
    if case.raw("format") != FORMAT:
        raise CaseError("format", FORMAT)
    kind: ListKind = case.one_of("list", _KINDS)
    players = {player.id: player for player in map(_player, case.each("players"))}
    if len(players) != len(case.list("players")):
        raise CaseError("players", "each id once")
    events = [_event(one, players) for one in case.each("events")]
    events.sort(key=lambda event: event.start)
    return Period(
        kind, month(case, "period"), _edition(case, kind), tuple(players.values()), tuple(events)
    )


def month(case: Case, key: str) -> Month:
    found = re.fullmatch(r"(\d{4})-(0[1-9]|1[0-2])", case.text(key), re.ASCII)
    if not found:
        raise CaseError(case.at(key), "a month YYYY-MM")
    return Month(int(found[1]), int(found[2]))


def _player(case: Case) -> Player:
    return Player(
        id=case.number("id"),
        rating=case.number_or_none("rating"),
        k=case.number_or_none("k"),
        born=case.number_or_none("born"),
        games=case.number_or("games", 0),
        peak=case.number_or_none("peak"),
        standard=case.number_or_none("standard"),
        past=tuple(_past(one) for one in case.each("past")),
        last_game=month(case, "last_game") if case.raw("last_game") is not None else None,
    )


def _past(case: Case) -> PastEvent:
    games = []
    for index, found in enumerate(case.list("games")):
        where = f"{case.at('games')}[{index}]"
        if not isinstance(found, list) or len(found) != 2 or found[1] not in ("1", "1/2", "0"):
            raise CaseError(where, '[rating or null, "1", "1/2" or "0"]')
        games.append(
            PastGame(None if found[0] is None else whole(found[0], where), _HALVES[found[1]])
        )
    return PastEvent(case.text("event"), month(case, "period"), tuple(games))


def _event(case: Case, players: Mapping[int, Player]) -> Event:
    match = case.inner_or_none("match")
    return Event(
        id=case.text("id"),
        start=case.day("start"),
        games=tuple(_game(one, players) for one in case.each("games")),
        at_start=dict(_at_start(case.inner_or_none("at_start"), players)),
        scheduled=match.number("scheduled") if match else None,
    )


def _game(case: Case, players: Mapping[int, Player]) -> Game:
    for side in ("white", "black"):
        if case.number(side) not in players:
            raise CaseError(case.at(side), "the id of a player of this file")
    return Game(
        case.number("white"),
        case.number("black"),
        case.one_of("result", RESULTS),
        case.one_of("how", _HOW),
    )


def _at_start(case: Case | None, players: Mapping[int, Player]) -> Iterator[tuple[int, Listed]]:
    """Only what differs is named: the rest is as on the list of the period."""
    for key in case.keys() if case else ():
        player = players.get(int(key)) if key.isdecimal() and len(key) < 10 else None
        if case is None or player is None:
            raise CaseError(f"at_start.{key}", "the id of a player of this file")
        said = case.inner(key)
        yield (
            player.id,
            Listed(
                said.number_or_none("rating") if "rating" in said else player.rating,
                said.number_or_none("standard") if "standard" in said else player.standard,
            ),
        )


def _edition(case: Case, kind: ListKind) -> Edition:
    constants = case.inner_or_none("constants")
    if constants is not None:
        return edition_of(constants)
    if case.text("edition", "fide") != "fide":
        raise CaseError("constants", "the constants of any edition but fide")
    return fide(kind)


def edition_of(case: Case) -> Edition:
    """A whole edition; what is absent does not apply."""
    gap, first = case.inner_or_none("unrated_gap"), case.inner_or_none("first")
    bonus, expected = case.inner_or_none("bonus"), case.inner_or_none("expected")
    return Edition(
        k=tuple(_line(one) for one in case.each("k")),
        difference_cap=case.number_or_none("difference_cap"),
        difference_cap_exempt_from=case.number_or_none("difference_cap_exempt_from"),
        unrated_gap=Gap(gap.number("difference"), gap.number("above")) if gap else None,
        use_published_k=case.truth("use_published_k", default=False),
        k_times_games_max=case.number_or_none("k_times_games_max"),
        standard_stands_in=case.truth("standard_stands_in", default=False),
        matches=case.truth("matches", default=False),
        first=_first(first) if first else FirstRating(),
        floor=case.number_or_none("floor"),
        expected=_logistic(expected) if expected else TABLE,
        forfeits=case.one_of("forfeits", _FORFEITS, Forfeits.IGNORED.value),
        bonus=_bonus(bonus) if bonus else None,
        inactive_after=case.number_or_none("inactive_after"),
    )


def _logistic(case: Case) -> Logistic:
    scale, places = case.number("logistic"), case.number_or("places", 4)
    if scale < 1:
        raise CaseError(case.at("logistic"), "a number above 0")
    if not 1 <= places <= 4:
        raise CaseError(case.at("places"), "1 to 4")
    return Logistic(scale, places)


def _bonus(case: Case) -> Bonus:
    factor = case.exact_or_none("factor")
    if factor is None:
        raise CaseError(case.at("factor"), "a number")
    return Bonus(case.number("above"), factor, case.number_or("min_games", 1))


def _line(case: Case) -> KLine:
    k = case.exact_or_none("k")
    if k is None:
        raise CaseError(case.at("k"), "a number")
    return KLine(
        k,
        case.number_or_none("peak_at_least"),
        case.number_or_none("peak_below"),
        case.number_or_none("rating_at_least"),
        case.number_or_none("rating_below"),
        case.number_or_none("age_at_most"),
        case.number_or_none("games_below"),
    )


def _first(case: Case) -> FirstRating:
    return FirstRating(
        min_games=case.number("min_games"),
        window=case.number("window"),
        hypothetical=tuple(
            whole(one, case.at("hypothetical")) for one in case.list("hypothetical")
        ),
        highest=case.number_or_none("max"),
        lowest=case.number_or_none("min"),
        drop_zero_first_event=case.truth("drop_zero_first_event", default=False),
        method=case.one_of("method", _METHODS, FirstMethod.TABLE.value),
        span=case.number_or("span", 800),
    )
