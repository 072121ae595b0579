"""The consequences of a corrected result: places, tie-breaks, prizes, norms, (for information)
pairings made already, colours and floats of the pairing to come, papers, programs; and the
corrections made."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from pairing.errors import PairingError
from pairing.results import KNOWN, ByeKind
from pairing.state import Bye, Colour, TournamentState
from pairing.systems import system
from tiebreaks.standings import Row, Standings, format_value, standings
from tournaments.models import (
    Document,
    Entry,
    GameRow,
    Happening,
    Irregular,
    LogEntry,
    Pairing,
    Round,
    Tournament,
    User,
    Webhook,
)
from tournaments.queries.reports.irregular import UNDONE
from tournaments.queries.standings.decisions import hand_order
from tournaments.queries.standings.norms import NormMove, norm_moves
from tournaments.queries.standings.prizes import PrizeMove, prize_moves
from tournaments.queries.standings.table import (
    counted_state,
    how_computed,
    last_complete_round,
    missing_results,
    usable_codes,
)
from tournaments.snapshot import Snapshot, snapshot


@dataclass(frozen=True, slots=True)
class Move:
    entry: Entry
    rank_before: int
    rank_after: int
    score_before: int
    score_after: int
    #: tie-breaks that change: code, value now, value then
    values: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Prospect:
    """Facts about a player that the next pairing needs, now and with the right result."""

    entry: Entry
    due_before: Colour | None
    due_after: Colour | None
    #: "down", "up" or "" in the round before that pairing
    float_before: str
    float_after: str

    @property
    def changes(self) -> bool:
        return (self.due_before, self.float_before) != (self.due_after, self.float_after)


@dataclass(frozen=True, slots=True)
class Simulation:
    after: int  # the standings compared are those after this round
    moves: tuple[Move, ...]
    next_number: int  # the round that would be paired differently; 0 = none is paired yet
    next_public: bool
    #: pairs of that round as they are, and as they would have been
    as_is: tuple[tuple[Entry, Entry], ...]
    would_be: tuple[tuple[Entry, Entry], ...]
    prospects_of: int = 0  # the round whose pairing comes next; 0 = none, or not told here
    prospects: tuple[Prospect, ...] = ()
    papers: tuple[Document, ...] = ()  # made already, and no longer right
    programs: tuple[str, ...] = ()  # addresses that are told
    #: whose prize changes, by the standings compared; None = none are listed
    prizes: tuple[PrizeMove, ...] | None = None
    norms: tuple[NormMove, ...] = ()  # of the two players


def board_history(pairing: GameRow) -> list[LogEntry]:
    """Everything that was ever done to the result of a board, oldest first."""
    return list(
        LogEntry.objects.filter(target=f"pairing:{pairing.pk}").select_related("by").order_by("id")
    )


def simulate(tournament: Tournament, pairing: GameRow, code: str) -> Simulation:
    number = pairing.round.number
    rounds = {one.number: one for one in tournament.rounds.all()}
    last = max((one.number for one in rounds.values() if one.is_public), default=number)
    now = snapshot(tournament, before_round=last + 1)
    then = _with_result(now.state, number, now.numbers[pairing.white_id], code)
    # As the standings show it: after the last complete round, or the one of the game.
    shown = max(number, last_complete_round(tournament, last))
    ranked = replace(now, state=replace(now.state, rounds=now.state.rounds[:shown]))
    corrected = _with_result(ranked.state, number, ranked.numbers[pairing.white_id], code)
    missing = missing_results(tournament, shown)
    before, after = (
        _standings(tournament, ranked, counted_state(replace(ranked, state=state), missing))
        for state in (ranked.state, corrected)
    )
    two = {now.numbers[pk] for pk in (pairing.white_id, pairing.black_id)}
    following = rounds.get(number + 1)
    as_is, would_be = _next_pairing(tournament, following, now, then)
    paired = following is not None and following.is_paired
    return Simulation(
        shown,
        _moves(ranked, before, after, two),
        number + 1 if paired else 0,
        bool(following and following.is_public),
        as_is,
        would_be,
        *_prospects(tournament, pairing, now, then),
        to_issue_again(tournament, number),
        tuple(
            Webhook.objects.filter(
                event=tournament.event,
                withdrawn_at=None,
                happenings__overlap=[Happening.RESULT_CORRECTED, Happening.STANDINGS_CHANGED],
            ).values_list("url", flat=True)
        ),
        prize_moves(
            tournament,
            {entry.pk: entry for entry in ranked.entries.values()},
            *(
                [(ranked.entries[row.tpn].pk, row.rank, row.score) for row in order.rows]
                for order in (before, after)
            ),
        ),
        norm_moves(
            tournament, now, then, (now.numbers[pairing.white_id], now.numbers[pairing.black_id])
        ),
    )


def _prospects(
    tournament: Tournament, pairing: GameRow, now: Snapshot, then: TournamentState
) -> tuple[int, tuple[Prospect, ...]]:
    """Colours due and floats for the pairing to come: of the two players and of everybody for
    whom they change. Not every system tells them."""
    coming = now.state.next_round
    if not tournament.format.tells_prospects or coming > tournament.total_rounds:
        return 0, ()
    prospects = system(tournament.system).prospects
    assert prospects is not None
    before, after = prospects(now.state), prospects(then)
    two = {now.numbers[pairing.white_id], now.numbers[pairing.black_id]}
    found = []
    known = before.keys() & after.keys()
    for tpn in sorted(known, key=lambda tpn: (tpn not in two, tpn)):
        one, other = before[tpn], after[tpn]
        prospect = Prospect(now.entries[tpn], one.due, other.due, one.floated, other.floated)
        if tpn in two or prospect.changes:
            found.append(prospect)
    return coming, tuple(found)


def to_issue_again(tournament: Tournament, number: int) -> tuple[Document, ...]:
    """The newest version of each paper that shows a result, or points, of this round or later."""
    shows = (
        Q(kind__in=("results", "round_bulletin"), round_number=number)
        | Q(kind__in=("standings", "crosstable", "round_bulletin"), round_number__gte=number)
        | Q(kind__startswith="pairings", round_number__gt=number)
        | Q(kind__in=("record", "bulletin"))
    )
    rows = (
        Document.objects.filter(shows, tournament=tournament, made_at__isnull=False, draft=False)
        .defer("content")
        .order_by("kind", "round_number", "language", "-version")
    )
    newest: dict[tuple[Any, ...], Document] = {}
    for row in rows:
        newest.setdefault((row.kind, row.round_number, row.language), row)
    return tuple(newest.values())


def _with_result(state: TournamentState, number: int, white: int, code: str) -> TournamentState:
    rounds = tuple(
        replace(
            round_,
            games=tuple(
                replace(game, result=KNOWN[code]) if game.white == white else game
                for game in round_.games
            ),
        )
        if round_.number == number
        else round_
        for round_ in state.rounds
    )
    return replace(state, rounds=rounds)


def _standings(tournament: Tournament, now: Snapshot, state: TournamentState) -> Standings:
    return standings(
        state,
        usable_codes(tournament)[0],
        **how_computed(tournament, now),
        by_hand=hand_order(now),
        expelled=[t for t, e in now.entries.items() if e.status == Entry.Status.EXPELLED],
    )


def _moves(now: Snapshot, before: Standings, after: Standings, first: set[int]) -> tuple[Move, ...]:
    """The players whose place, score or tie-breaks change, in the order that comes of it; the two
    of the game `first`."""
    old = {row.tpn: row for row in before.rows}
    moves = []
    for new in sorted(after.rows, key=lambda row: row.tpn not in first):
        if (was := old.get(new.tpn)) is None:
            continue
        values = _changed_values(after, was, new)
        if values or (was.rank, was.score) != (new.rank, new.score):
            places = (was.rank, new.rank, was.score, new.score)
            moves.append(Move(now.entries[new.tpn], *places, values))
    return tuple(moves)


def _changed_values(after: Standings, was: Row, new: Row) -> tuple[tuple[str, str, str], ...]:
    told = (
        (str(code), *(format_value(code, value, after.edition) for value in (old, value)))
        for code, old, value in zip(after.codes, was.values, new.values, strict=True)
        if old != value
    )
    return tuple((code, old, value) for code, old, value in told if old != value)


Pairs = tuple[tuple[Entry, Entry], ...]


def _next_pairing(
    tournament: Tournament, following: Round | None, now: Snapshot, then: TournamentState
) -> tuple[Pairs, Pairs]:
    """The pairs of the next round that a right result would have changed."""
    if following is None or not following.is_paired:
        return (), ()
    rows = list(following.pairings.values_list("white_id", "black_id", "bye"))
    # Players with a game or the bye in that round were there, whatever is known of them now.
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


# --- Corrections made -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that was corrected after the next round was published. Its number is that of the
    notice, and stays, whatever is undone."""

    number: int
    act: LogEntry
    pairing: GameRow | None
    report_only: bool
    undone: bool
    confirmed_by: LogEntry | None  # a second arbiter's line


_ABOUT_CORRECTIONS = Q(irregular=Irregular.CORRECTION) | Q(act__in=(UNDONE, "result.confirmed"))


def _undone(acts: list[LogEntry]) -> set[int]:
    return {(act.after or {}).get("line", 0) for act in acts if act.act == UNDONE}


def corrections_of(tournament: Tournament) -> list[Correction]:
    acts = list(tournament.log.filter(_ABOUT_CORRECTIONS).select_related("by").order_by("id"))
    undone = _undone(acts)
    made = [act for act in acts if act.irregular]
    latest: dict[str, int] = {}
    confirmed: dict[int, LogEntry] = {}
    for act in acts:
        if act.irregular:
            latest[act.target] = act.pk
        elif act.act == "result.confirmed" and act.target in latest:
            confirmed[latest[act.target]] = act
    boards = {
        f"pairing:{row.pk}": row
        for row in Pairing.objects.games()
        .filter(
            round__tournament=tournament,
            pk__in=[act.target.partition(":")[2] for act in made],
        )
        .select_related("round", "white", "black")
    }
    return [
        Correction(
            number,
            act,
            boards.get(act.target),
            act.act == "result.report_corrected",
            act.pk in undone,
            confirmed.get(act.pk),
        )
        for number, act in enumerate(made, start=1)
    ]


@dataclass(frozen=True, slots=True)
class Awaited:
    """A correction that a second arbiter has not looked at yet."""

    line: LogEntry
    board: int

    @property
    def number(self) -> int:
        return self.line.round_number or 0


def awaiting_second_arbiter(tournaments: Iterable[int], user: User) -> dict[int, list[Awaited]]:
    """The corrections of others that wait for this arbiter, by tournament, oldest first."""
    acts = list(
        LogEntry.objects.filter(_ABOUT_CORRECTIONS, tournament__in=tournaments)
        .select_related("by")
        .order_by("id")
    )
    undone = _undone(acts)
    open_: dict[str, LogEntry] = {}
    for act in acts:
        if act.irregular and act.pk not in undone:
            open_[act.target] = act
        elif act.act == "result.confirmed":
            open_.pop(act.target, None)
    found: dict[int, list[Awaited]] = defaultdict(list)
    for act in open_.values():
        board = act.label.partition("/")[2]
        if act.by_id != user.pk and act.tournament_id and board.isdecimal():
            found[act.tournament_id].append(Awaited(act, int(board)))
    return found
