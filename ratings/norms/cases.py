"""Norm cases, format hakem-norm/1: questions about one event in, answers out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ratings.cases import Case, whole
from ratings.errors import CaseError
from ratings.exact import decimal
from ratings.norms.event import (
    ByeKind,
    EventKind,
    EventSystem,
    How,
    NormBye,
    NormEvent,
    NormGame,
    NormPlayer,
)
from ratings.norms.forecast import Candidate, forecast
from ratings.norms.titles import FLAGLESS, HOLDERS, TITLES
from ratings.norms.verdict import Judge, Verdict, judge
from ratings.reading import RESULTS

FORMAT = "hakem-norm/1"
#: 1.4.6 a: a longer event takes the ratings of the day
MOST_DAYS = 30
#: more rounds to come than this make a forecast endless
MOST_TO_COME = 6
_SYSTEMS = {one.value: one for one in EventSystem}
_KINDS = {one.value: one for one in EventKind}
_HOW = {one.value: one for one in How}
_BYES = {one.value: one for one in ByeKind}
#: ids of bands are below those of players
_BAND = -1


def answers(case: Case) -> dict[str, Any]:
    if case.raw("format") != FORMAT:
        raise CaseError("format", FORMAT)
    event = _event(case.inner("event"))
    return {"answers": [_answer(event, one) for one in case.each("questions")]}


# The event


def _event(case: Case) -> NormEvent:
    players = {one.id: one for one in map(_player, case.each("players"))}
    if len(players) != len(case.list("players")):
        raise CaseError(case.at("players"), "each id once")
    results = list(case.each("results"))
    daily = case.number_or("days", 0) > MOST_DAYS
    return NormEvent(
        system=case.one_of("system", _SYSTEMS),
        kind=case.one_of("kind", _KINDS),
        rounds=case.number("rounds"),
        host=case.text("host"),
        players=players,
        games=tuple(_game(one, players, daily=daily) for one in results if "bye" not in one),
        byes=tuple(_bye(one, players) for one in results if "bye" in one),
    )


def _player(case: Case) -> NormPlayer:
    return NormPlayer(
        case.number("id"),
        case.text("fed", ""),
        case.text("title", ""),
        case.number_or_none("rating"),
        case.text("sex", "m") == "f",
    )


def _id(case: Case, key: str, players: Mapping[int, NormPlayer]) -> int:
    found = case.number(key)
    if found not in players:
        raise CaseError(case.at(key), "the id of a player of this event")
    return found


def _game(case: Case, players: Mapping[int, NormPlayer], *, daily: bool) -> NormGame:
    ratings = case.list("ratings") if daily else []
    if len(ratings) not in (0, 2):
        raise CaseError(case.at("ratings"), "White's and Black's rating")
    white, black = (
        (None if one is None else whole(one, case.at("ratings")) for one in ratings)
        if ratings
        else (None, None)
    )
    return NormGame(
        case.number("round"),
        _id(case, "white", players),
        _id(case, "black", players),
        case.one_of("result", RESULTS),
        case.one_of("how", _HOW),
        (white, black) if ratings else None,
    )


def _bye(case: Case, players: Mapping[int, NormPlayer]) -> NormBye:
    return NormBye(case.number("round"), _id(case, "player", players), case.one_of("bye", _BYES))


# The questions


def _answer(event: NormEvent, case: Case) -> dict[str, Any]:
    player, title = _id(case, "player", event.players), case.one_of("title", TITLES)
    if "future" in case:
        future = _future(event, case)
        found = forecast(event, title, player, future)
        return {
            "possible": found.is_possible,
            "min_points": _points(found.least),
            "certain_points": _points(found.certain),
        }
    games = case.raw("games")
    asked = judge(event, title, player)
    if games == "all":
        return _told(asked, asked.of_all())
    if games == "auto":
        return _told(asked, asked.best())
    rounds = [whole(one, case.at("games")) for one in case.list("games")]
    return _told(asked, asked.of_selection(rounds))


def _future(event: NormEvent, case: Case) -> list[list[Candidate]]:
    rounds = case.list("future")
    if len(rounds) > MOST_TO_COME:
        raise CaseError(case.at("future"), f"at most {MOST_TO_COME} rounds")
    return [
        [
            _candidate(event, Case(one, f"{case.at('future')}[{number}][{place}]"), place)
            for place, one in enumerate(candidates if isinstance(candidates, list) else [None])
        ]
        for number, candidates in enumerate(rounds)
    ]


def _candidate(event: NormEvent, case: Case, place: int) -> Candidate:
    if "id" in case:
        return Candidate(event.players[_id(case, "id", event.players)])
    band = NormPlayer(
        _BAND - place, case.text("fed", ""), case.text("title", ""), case.number_or_none("rating")
    )
    return Candidate(band, is_band=True)


# The answers


def _told(asked: Judge, found: Verdict) -> dict[str, Any]:
    told: dict[str, Any] = {
        "norm": found.is_norm,
        "fails": list(found.fails),
        "rounds": list(found.rounds),
    }
    if found.result is None or found.mix is None:
        if not found.rounds:
            return told | {"games": 0}
        return told | {"excluded": _excluded(found)}
    reached, met = found.result, found.mix
    return told | {
        "games": reached.games,
        "score": _points(reached.halves),
        "p": reached.percent,
        "dp": reached.difference,
        "ra": reached.average,
        "rp": reached.performance,
        "raised_round": reached.raised_round,
        "score_required": _points(reached.required),
        "worth_games": found.worth,
        "eight_plus_one": found.eight_plus_one,
        "waiver": found.waiver.value if found.waiver else None,
        "titled": met.titled,
        "required": met.required,
        "required_min": met.required_min,
        "foreign_federations": met.foreign_federations,
        "own_federation": met.own_federation,
        "one_federation": met.one_federation,
        "form": form(asked.event, asked.card.player, [game.opponent for game in found.games]),
        "excluded": _excluded(found),
        "last_round_forfeit": found.last_forfeit,
    }


def form(event: NormEvent, player: NormPlayer, opponents: Sequence[NormPlayer]) -> dict[str, Any]:
    """The block of the certificate: different opponents."""
    met = list({one.id: one for one in opponents}.values())
    flagged = [one for one in met if one.federation != FLAGLESS]
    titles = Counter(one.title for one in met)
    return {
        "federations": len({one.federation for one in flagged}),
        "not_own": sum(one.federation != player.federation for one in flagged),
        "host": sum(one.federation == event.host for one in met),
        "rated": sum(one.rating is not None for one in met),
        "titles": {title: titles[title] for title in HOLDERS},
    }


def _excluded(found: Verdict) -> list[dict[str, Any]]:
    return [{"round": one.round, "why": one.why.value} for one in found.excluded]


def _points(halves: int | None) -> str | None:
    return None if halves is None else decimal(Fraction(halves, 2))
