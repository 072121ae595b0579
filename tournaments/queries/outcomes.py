"""The places for each outcome of the games that are still being played.

Nothing is entered: the standings are computed for every way in which the open games may end.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pairing.results import RESULTS
from pairing.state import Round as CoreRound
from pairing.state import TournamentState
from tiebreaks.standings import standings as compute
from tournaments.models import Entry, Pairing, Tournament
from tournaments.queries.decisions import order_by_hand
from tournaments.queries.standings import (
    counted_codes,
    counted_state,
    how_computed,
    last_public_round,
)
from tournaments.snapshot import Snapshot, snapshot

ENDINGS = ("10", "==", "01")
#: 3 to the power of so many boards is looked at; of further ones the arbiter says how they end
MOST_OPEN = 4
#: more open games than this are not the last ones
MOST_SHOWN = 12
#: up to so many ways each is written out
MOST_WRITTEN = 9


@dataclass(frozen=True, slots=True)
class Way:
    """How the open games end, in the order of their boards, and who has which place then."""

    games: tuple[tuple[Pairing, str], ...]
    places: tuple[tuple[int, Entry], ...]


@dataclass(frozen=True, slots=True)
class Chance:
    entry: Entry
    best: int
    worst: int

    @property
    def certain(self) -> bool:
        return self.best == self.worst


@dataclass(frozen=True, slots=True)
class Outcomes:
    after: int
    boards: tuple[Pairing, ...]  # the open games
    varied: tuple[Pairing, ...]  # those whose every ending is looked at
    places: int
    count: int  # of the ways
    chances: tuple[Chance, ...]  # everybody who may come so far
    ways: tuple[Way, ...]  # none where there are too many
    #: so many must first be given an ending
    too_many: int = 0


def open_games(tournament: Tournament) -> list[Pairing]:
    found = Pairing.objects.filter(
        round__tournament=tournament,
        round__number__lte=last_public_round(tournament),
        black__isnull=False,
        result__in=["", "??"],
    )
    return list(found.select_related("white", "black", "round").order_by("round__number", "board"))


def outcomes(tournament: Tournament, *, places: int, said: Mapping[int, str]) -> Outcomes:
    """`said`: endings that the arbiter assumes, by game."""
    after = last_public_round(tournament)
    boards = open_games(tournament)
    varied = [game for game in boards if game.pk not in said]
    if len(varied) > MOST_OPEN:
        return Outcomes(after, tuple(boards), (), places, 0, (), (), len(varied) - MOST_OPEN)
    before = snapshot(tournament, before_round=after + 1, pairing=False)
    state, known = counted_state(before, len(boards)), how_computed(tournament, before)
    known |= {
        "expelled": [n for n, one in before.entries.items() if one.status == Entry.Status.EXPELLED],
        "by_hand": order_by_hand(before),
    }
    codes = counted_codes(tournament, after)
    best: dict[int, int] = {}
    worst: dict[int, int] = {}
    ways = []
    for endings in product(ENDINGS, repeat=len(varied)):
        ended = {**said, **{game.pk: code for game, code in zip(varied, endings, strict=True)}}
        told = {_numbers(before, game): ended[game.pk] for game in boards}
        table = compute(_ended(state, told), codes, after=after, **known)
        for row in table.rows:
            best[row.tpn] = min(best.get(row.tpn, row.rank), row.rank)
            worst[row.tpn] = max(worst.get(row.tpn, row.rank), row.rank)
        first = tuple(
            (row.rank, before.entries[row.tpn]) for row in table.rows if row.rank <= places
        )
        ways.append(Way(tuple((game, ended[game.pk]) for game in boards), first))
    chances = [
        Chance(before.entries[tpn], place, worst[tpn])
        for tpn, place in best.items()
        if place <= places
    ]
    return Outcomes(
        after,
        tuple(boards),
        tuple(varied),
        places,
        len(ways),
        tuple(sorted(chances, key=lambda one: (one.best, one.worst))),
        tuple(ways) if len(ways) <= MOST_WRITTEN else (),
    )


def _numbers(before: Snapshot, game: Pairing) -> tuple[int, int]:
    assert game.black_id
    return before.numbers[game.white_id], before.numbers[game.black_id]


def _ended(state: TournamentState, told: Mapping[tuple[int, int], str]) -> TournamentState:
    return replace(state, rounds=tuple(_rounds(state.rounds, told)))


def _rounds(
    rounds: Sequence[CoreRound], told: Mapping[tuple[int, int], str]
) -> Iterator[CoreRound]:
    for round_ in rounds:
        games = tuple(
            replace(game, result=RESULTS[told[game.white, game.black]])
            if (game.white, game.black) in told and game.result.code == "??"
            else game
            for game in round_.games
        )
        yield replace(round_, games=games)
