"""A document from a tournament's state, for those who have no file to read."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pairing.fide2026.acceleration import baku_schedule, last_of_first_group
from pairing.results import ByeKind
from pairing.state import Baku, PointSystem, TournamentState, VirtualPoints
from pairing.trf.contents import (
    NOTHING,
    Acceleration,
    Entry,
    NationalRecord,
    RequestedBye,
    SpecialPoints,
    TrfPlayer,
    symbol_values,
)
from pairing.trf.document import TrfDocument


def from_state(
    state: TournamentState,
    *,
    ranks: Mapping[int, int] | None = None,
    fide_ratings: Mapping[int, int] | None = None,
    requested: Iterable[RequestedBye] = (),
    **fields: Any,
) -> TrfDocument:
    """A document from a tournament's state; `fields` are those of `TrfDocument` (headers, type
    code, tie-breaks, comments, teams ...).

    The byes of the round to pair become requested byes (record 240), unless that round is
    already beyond the last one. Points are computed from the results. `fide_ratings`: what records
    001 say, where the rating that ranks may be another one.
    """
    typed = fields.get("rating_method") == "OTHER" and fide_ratings is not None
    count = len(state.rounds)
    rows: dict[int, list[Entry]] = {player.tpn: [NOTHING] * count for player in state.players}
    for index, round_ in enumerate(state.rounds):
        for game in round_.games:
            rows[game.white][index] = Entry(game.black, "w", game.result.white_symbol)
            rows[game.black][index] = Entry(game.white, "b", game.result.black_symbol)
        for bye in round_.byes:
            rows[bye.player][index] = Entry(0, "-", bye.kind.value)
    values = symbol_values(state.points)
    extra: dict[int, int] = {}
    for bonus in state.bonuses:
        extra[bonus.player] = extra.get(bonus.player, 0) + bonus.points
    players = tuple(
        TrfPlayer(
            number=player.tpn,
            name=player.name,
            sex=player.sex,
            title=player.title,
            rating=player.rating if fide_ratings is None else fide_ratings.get(player.tpn, 0),
            federation=player.federation,
            fide_id=player.fide_id,
            birth_date=_standard_day(player.birth_date),
            points=sum(values[entry.symbol] for entry in rows[player.tpn])
            + extra.get(player.tpn, 0),
            rank=(ranks or {}).get(player.tpn, 0),
            rounds=tuple(rows[player.tpn]),
        )
        for player in state.players
    )
    byes = list(requested)
    if state.next_round <= state.total_rounds:
        for kind in ByeKind:
            away = tuple(bye.player for bye in state.byes if bye.kind is kind)
            if away:
                byes.append(RequestedBye(kind, state.next_round, away))
    accelerated: tuple[Acceleration, ...] = ()
    if isinstance(state.acceleration, VirtualPoints):
        accelerated = ranges_of(dict(state.acceleration.points))
    elif isinstance(state.acceleration, Baku):
        # The code of record 192 implies the points, but readers differ in whom they count.
        schedule = baku_schedule(state)
        last = last_of_first_group(state)
        accelerated = ranges_of({p.tpn: schedule for p in state.players if p.tpn <= last})
    defaults: dict[str, Any] = {
        "total_rounds": state.total_rounds,
        "initial_colour": state.initial_colour,
        "points": None if state.points == PointSystem() else state.points,
        "requested": tuple(byes),
        "accelerated": accelerated,
        "forbidden": state.forbidden,
        "special_points": tuple(
            SpecialPoints("", bonus.points, bonus.round, (bonus.player,)) for bonus in state.bonuses
        ),
        "national": tuple(
            NationalRecord(
                federation=fields.get("rating_federation", "") or player.federation,
                number=player.tpn,
                name=player.name,
                sex=player.sex,
                title=player.title,
                rating=player.rating if typed else player.national_rating,
                origin=player.federation,
                national_id=player.national_id,
                birth_date=_standard_day(player.birth_date),
            )
            for player in state.players
            if fields.get("rating_method")
            and (typed or player.national_rating or player.national_id)
        ),
    }
    return TrfDocument(players=players, **(defaults | fields))


def _standard_day(day: str) -> str:
    """`2009-05-31` → `2009/05/31`; of a year alone the standard leaves month and day at zero."""
    return f"{day}/00/00" if len(day) == 4 else day.replace("-", "/")


def ranges_of(virtual: Mapping[int, Iterable[int]]) -> tuple[Acceleration, ...]:
    """Virtual points per number as the fewest runs: equal points over rounds, then equal runs
    over consecutive numbers."""
    open_runs: dict[tuple[int, int, int], Acceleration] = {}
    done: list[Acceleration] = []
    for number in sorted(virtual):
        runs: set[tuple[int, int, int]] = set()
        row = list(virtual[number])
        start = 0
        while start < len(row):
            end = start
            while end + 1 < len(row) and row[end + 1] == row[start]:
                end += 1
            if row[start]:
                runs.add((row[start], start + 1, end + 1))
            start = end + 1
        for key in [key for key, run in open_runs.items() if run.last != number - 1]:
            done.append(open_runs.pop(key))
        for key in runs:
            points, first_round, last_round = key
            if key in open_runs:
                open_runs[key] = replace(open_runs[key], last=number)
            else:
                open_runs[key] = Acceleration(points, first_round, last_round, number, number)
    done.extend(open_runs.values())
    return tuple(sorted(done, key=lambda run: (run.first, run.first_round, run.last)))
