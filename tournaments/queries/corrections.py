"""What a corrected result would move: places, and (for information) pairings already made."""

from dataclasses import dataclass, replace

from pairing.errors import PairingError
from pairing.results import RESULTS, ByeKind
from pairing.state import Bye, TournamentState
from pairing.systems import system
from tiebreaks.standings import standings
from tournaments.models import Entry, LogEntry, Pairing, Round, Tournament
from tournaments.queries.decisions import order_by_hand
from tournaments.queries.standings import how_computed, usable_codes
from tournaments.snapshot import Snapshot, snapshot


@dataclass(frozen=True, slots=True)
class Move:
    entry: Entry
    rank_before: int
    rank_after: int
    score_before: int
    score_after: int


@dataclass(frozen=True, slots=True)
class Simulation:
    after: int  # the standings compared are those after this round
    moves: tuple[Move, ...]
    next_number: int  # the round that would be paired differently; 0 = none is paired yet
    next_public: bool
    #: pairs of that round as they are, and as they would have been
    as_is: tuple[tuple[Entry, Entry], ...]
    would_be: tuple[tuple[Entry, Entry], ...]


def board_history(pairing: Pairing) -> list[LogEntry]:
    """Everything that was ever done to the result of a board, oldest first."""
    return list(
        LogEntry.objects.filter(target=f"pairing:{pairing.pk}").select_related("by").order_by("id")
    )


def simulate(tournament: Tournament, pairing: Pairing, code: str) -> Simulation:
    number = pairing.round.number
    last = (
        tournament.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED])
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
    ) or number
    now = snapshot(tournament, before_round=last + 1)
    then = _with_result(now.state, number, now.numbers[pairing.white_id], code)
    before, after = _places(tournament, now, now.state), _places(tournament, now, then)
    moves = tuple(
        Move(entry, *(before[tpn][0], after[tpn][0]), *(before[tpn][1], after[tpn][1]))
        for tpn, entry in now.entries.items()
        if tpn in before and tpn in after and before[tpn] != after[tpn]
    )
    following = tournament.rounds.filter(number=number + 1).first()
    as_is, would_be = _next_pairing(tournament, following, now, then)
    paired = following is not None and following.is_paired
    return Simulation(
        last,
        tuple(sorted(moves, key=lambda move: move.rank_after)),
        number + 1 if paired else 0,
        bool(following and following.is_public),
        as_is,
        would_be,
    )


def _with_result(state: TournamentState, number: int, white: int, code: str) -> TournamentState:
    rounds = tuple(
        replace(
            round_,
            games=tuple(
                replace(game, result=RESULTS[code]) if game.white == white else game
                for game in round_.games
            ),
        )
        if round_.number == number
        else round_
        for round_ in state.rounds
    )
    return replace(state, rounds=rounds)


def _places(
    tournament: Tournament, now: Snapshot, state: TournamentState
) -> dict[int, tuple[int, int]]:
    result = standings(
        state,
        usable_codes(tournament)[0],
        **how_computed(tournament, now),
        by_hand=order_by_hand(now),
        expelled=[t for t, e in now.entries.items() if e.status == Entry.Status.EXPELLED],
    )
    return {row.tpn: (row.rank, row.score) for row in result.rows}


Pairs = tuple[tuple[Entry, Entry], ...]


def _next_pairing(
    tournament: Tournament, following: Round | None, now: Snapshot, then: TournamentState
) -> tuple[Pairs, Pairs]:
    """The pairs of the next round that a right result would have changed."""
    if following is None or not following.is_paired:
        return (), ()
    rows = list(following.pairings.values_list("white_id", "black_id", "bye"))
    # Whoever has a game or the bye in that round was there, whatever is known of him now.
    there = {
        now.numbers[pk]
        for white, black, bye in rows
        if bye in ("", "U")
        for pk in (white, black)
        if pk
    }
    state = replace(
        then,
        rounds=then.rounds[: following.number - 1],
        byes=tuple(
            Bye(player.tpn, ByeKind.ZERO_POINT)
            for player in then.players
            if player.tpn not in there
        ),
    )
    try:
        paired = system(tournament.system).pair(state)
    except PairingError:
        return (), ()
    used = [(now.numbers[white], now.numbers[black]) for white, black, _bye in rows if black]
    given = [(board.white, board.black) for board in paired.boards]

    def named(pairs: list[tuple[int, int]], other: set[tuple[int, int]]) -> Pairs:
        people = now.entries
        return tuple((people[a], people[b]) for a, b in pairs if (a, b) not in other)

    return named(used, set(given)), named(given, set(used))
