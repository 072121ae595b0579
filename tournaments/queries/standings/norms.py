"""Title norms as far as the games tell them (`tournaments.core.norms`)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pairing.results import Outcome
from pairing.state import TournamentState
from tournaments.core.norms import NormGame, norm_of, open_titles, performance
from tournaments.models import Entry, RatingType, Tournament
from tournaments.snapshot import Snapshot

_HALVES = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}


@dataclass(frozen=True, slots=True)
class NormMove:
    """A player's performance and norms now, and with another result."""

    entry: Entry
    performance_before: int  # 0 = no game
    performance_after: int
    norms_before: str  # "IM, WGM"
    norms_after: str


def norm_moves(
    tournament: Tournament, before: Snapshot, then: TournamentState, players: Iterable[int]
) -> tuple[NormMove, ...]:
    """Of players (by number) whose own result changes: nobody else's games do. Norms are made in
    standard chess only."""
    if tournament.rating_type != RatingType.STANDARD:
        return ()
    found = []
    for tpn in players:
        entry = before.entries[tpn]
        now, other = (list(_games(before, state, tpn)) for state in (before.state, then))
        found.append(
            NormMove(
                entry,
                performance(now).rating if now else 0,
                performance(other).rating if other else 0,
                _norms(entry, now),
                _norms(entry, other),
            )
        )
    return tuple(found)


def _norms(entry: Entry, games: list[NormGame]) -> str:
    reached = (
        one.name
        for one in open_titles(entry.title, entry.sex)
        if norm_of(one, games, entry.federation)
    )
    return ", ".join(reached)


def _games(before: Snapshot, state: TournamentState, tpn: int) -> Iterator[NormGame]:
    for round_ in state.rounds:
        for game in round_.games:
            if tpn not in (game.white, game.black) or not (
                game.result.played and game.result.rated
            ):
                continue
            own, other = game.result.white, game.black
            if game.black == tpn:
                own, other = game.result.black, game.white
            if own in _HALVES:
                opponent = before.entries[other]
                yield NormGame(
                    opponent.fide_rating, opponent.title, opponent.federation, _HALVES[own]
                )
