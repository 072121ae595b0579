"""Title norms as far as the games tell them (`ratings.norms`)."""

from collections.abc import Iterable
from dataclasses import dataclass

from pairing.results import ByeKind, Outcome, Result
from pairing.state import TournamentState
from ratings.norms import event as core
from ratings.norms.event import NormEvent, card_of
from ratings.norms.result import performance_of
from ratings.norms.titles import open_titles
from ratings.norms.verdict import Judge
from tournaments.models import Entry, RatingType, Tournament
from tournaments.snapshot import Snapshot

_HALVES = {Outcome.WIN: 2, Outcome.FORFEIT_WIN: 2, Outcome.DRAW: 1}
_BYES = {
    ByeKind.PAIRING_ALLOCATED: core.ByeKind.PAIRING,
    ByeKind.FULL_POINT: core.ByeKind.FULL,
    ByeKind.HALF_POINT: core.ByeKind.HALF,
    ByeKind.ZERO_POINT: core.ByeKind.ZERO,
}


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
    now, other = (norm_event(tournament, before, state) for state in (before.state, then))
    return tuple(
        NormMove(
            before.entries[tpn],
            _performance(now, tpn),
            _performance(other, tpn),
            _norms(now, tpn),
            _norms(other, tpn),
        )
        for tpn in players
    )


def norm_event(tournament: Tournament, snapshot: Snapshot, state: TournamentState) -> NormEvent:
    """The event as norms see it: games without a result yet are none."""
    return NormEvent(
        system=_system(tournament),
        kind=core.EventKind.NONE,
        rounds=state.total_rounds,
        host=tournament.event.federation,
        players={tpn: _player(tpn, entry) for tpn, entry in snapshot.entries.items()},
        games=tuple(
            core.NormGame(
                number,
                *((black, white) if turned else (white, black)),
                (halves[1], halves[0]) if turned else halves,
                _how(result),
            )
            for number, round_ in enumerate(state.rounds, 1)
            for game in round_.games
            if game.result.final
            for white, black in ((game.white, game.black),)
            for turned, result in enumerate(game.result.single)  # game 2 of a match
            for halves in ((_HALVES.get(result.white, 0), _HALVES.get(result.black, 0)),)
        ),
        byes=tuple(
            core.NormBye(number, bye.player, _BYES[bye.kind])
            for number, round_ in enumerate(state.rounds, 1)
            for bye in round_.byes
        ),
    )


def _system(tournament: Tournament) -> core.EventSystem:
    format = tournament.format
    if format.eliminates:
        return core.EventSystem.KNOCKOUT
    if format.cycles and format.value("cycles", tournament.options) == 2:
        return core.EventSystem.DOUBLE_ROUND_ROBIN
    if format.fixed_schedule:
        return core.EventSystem.ROUND_ROBIN
    return core.EventSystem.SWISS


def _player(tpn: int, entry: Entry) -> core.NormPlayer:
    return core.NormPlayer(
        tpn, entry.federation, entry.title, entry.fide_rating or None, entry.sex == "w"
    )


def _how(result: Result) -> core.How:
    return core.How.PLAYED if result.played else core.How.FORFEIT


def _performance(event: NormEvent, tpn: int) -> int:
    played = [one for one in card_of(event, tpn).games if one.how is core.How.PLAYED]
    return performance_of(played) if played else 0


def _norms(event: NormEvent, tpn: int) -> str:
    card = card_of(event, tpn)
    titles = open_titles(card.player.title, woman=card.player.woman)
    return ", ".join(title.name for title in titles if Judge(event, title, card).norm())
