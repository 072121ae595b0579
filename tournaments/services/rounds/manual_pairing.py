"""Pairing by hand: a session with a begin and an end, and nothing else may happen meanwhile.

Every edit names the rules it breaks before it is stored. At the end the round is compared with
what the program pairs from the same facts; a difference is confirmed twice and recorded (MPA).
Beginning stores a restore point, to which the round can be taken back.
"""

from typing import Any

from django.utils import timezone

from pairing.errors import PairingError
from pairing.handbook.round_robin.explain import COMPLETION_IMPOSSIBLE, NO_GAME_LEFT
from pairing.state import RoundPairing
from pairing.systems import system
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import guard_previous, named_boards
from tournaments.models import (
    Entry,
    GameRow,
    Irregular,
    Pairing,
    PairingSession,
    Round,
    Tournament,
    User,
    is_game,
)
from tournaments.queries.rounds.boards import boards_as_data, proper_order
from tournaments.queries.rounds.checks import as_pairing, findings
from tournaments.queries.rounds.handmade import open_session, waiting_entries
from tournaments.services.rounds.boards import number_boards
from tournaments.services.rounds.colours import white_of
from tournaments.services.rounds.manual_edit import (
    NAMED_AT_ONCE,
    Edit,
    guard_changeable,
    reason_of,
    round_of,
)
from tournaments.services.rounds.pairing import prepare_round, ratings_as_data, trace_as_data
from tournaments.services.rounds.restore_points import point_of, restore_round, rows_as_data
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.checks import OTHER_THAN_ENGINE

# --- Begin --------------------------------------------------------------------------------------


def begin(*, tournament: Tournament, number: int, by: User | None) -> PairingSession:
    """Open the round for editing; an unpaired round begins empty."""
    with act("hand.begun", tournament, by=by) as done:
        round_ = round_of(done.tournament, number)
        found = open_session(round_)
        if found:
            return done.nothing(found)
        return _begin(done, round_)


def _begin(done: Act[Tournament], round_: Round) -> PairingSession:
    tournament = done.tournament
    guard_changeable(tournament, round_)
    session = PairingSession.objects.create(
        round=round_,
        opened_by=done.by,
        before=point_of(round_),
    )
    if round_.status == Round.Status.PLANNED:
        guard_previous(tournament, round_)
        before, _renumbered = prepare_round(tournament, round_.number)
        round_.status = Round.Status.DRAFT
        round_.trace = None
        round_.paired_at = timezone.now()
        round_.save(update_fields=["status", "trace", "paired_at"])
        away = [(before.entries[bye.player], bye.kind) for bye in before.state.byes]
        Pairing.objects.bulk_create(
            Pairing(round=round_, white=entry, bye=kind.value)
            for entry, kind in away
            if not entry.gone and entry.first_round <= round_.number
        )
    done.record(round_, "hand.begun")
    return session


# --- Edit ---------------------------------------------------------------------------------------


def swap(
    *,
    tournament: Tournament,
    number: int,
    one: int,
    two: int,
    by: User | None,
    seen: str = "",
    confirmed: str = "",
) -> None:
    """Two players (by pairing number) take each other's seats: board, bye or none. `seen`: the
    mark of the seats on the page where that was wanted (`manual_edit.seats_of`)."""
    with act("hand.edit", tournament, by=by, confirmed=confirmed) as done:
        work = Edit(done, number, seen)
        first, second = work.entry(one), work.entry(two)
        if first == second:
            raise Refused("hand.two_players_needed")
        seat, other = work.seat(first), work.seat(second)
        if seat is None and other is None:
            raise Refused("hand.both_wait")
        if seat and is_game(seat) and seat == other:
            seat.white, seat.black = seat.black, seat.white
            work.store(seat, "swap", {first.pk, second.pk})
            return
        for row, out, come in ((seat, first, second), (other, second, first)):
            if row is not None:
                work.free(row)
                if row.white_id == out.pk:
                    row.white = come
                else:
                    row.black = come
        work.store([row for row in (seat, other) if row], "swap", {first.pk, second.pk})


def turn_colours(
    *,
    tournament: Tournament,
    number: int,
    board: int,
    by: User | None,
    seen: str = "",
    confirmed: str = "",
) -> None:
    with act("hand.edit", tournament, by=by, confirmed=confirmed) as done:
        work = Edit(done, number, seen)
        row = work.board(board)
        row.white, row.black = row.black, row.white
        work.store(row, f"turn:{board}", {row.white_id, row.black_id})


def unpair(*, tournament: Tournament, number: int, tpn: int, by: User | None) -> None:
    """Let the player, and the opponent if there is one, wait for a new seat."""
    with act("hand.edit", tournament, by=by) as done:
        work = Edit(done, number)
        row = work.seat(work.entry(tpn))
        if row is None:
            return done.nothing()
        work.free(row)
        row.delete()
        done.changed()


def seat(
    *,
    tournament: Tournament,
    number: int,
    white: int,
    black: int,
    by: User | None,
    confirmed: str = "",
) -> Pairing:
    """Two players who wait get a board of their own, the last one."""
    with act("hand.edit", tournament, by=by, confirmed=confirmed) as done:
        work = Edit(done, number)
        return work.seat_together(work.entry(white), work.entry(black))


def give_bye(
    *,
    tournament: Tournament,
    number: int,
    tpn: int,
    kind: str,
    by: User | None,
    confirmed: str = "",
) -> None:
    """A player who waits gets the pairing-allocated bye (U) or none at all (Z)."""
    with act("hand.edit", tournament, by=by, confirmed=confirmed) as done:
        work = Edit(done, number)
        entry = work.entry(tpn)
        if kind not in ("U", "Z"):
            raise Refused("bye.unknown_kind", field="kind")
        if work.seat(entry) is not None:
            raise Refused("hand.not_waiting", name=entry.name)
        row = Pairing(round=work.round, white=entry, bye=kind, by_hand=True)
        work.store(row, f"bye:{tpn}:{kind}", {entry.pk})


# --- Late arrival -------------------------------------------------------------------------------


def late_arrival(
    *, tournament: Tournament, number: int, entry: Entry, by: User | None, confirmed: str = ""
) -> GameRow:
    """Pair a player who comes late with the one who has the bye, on a new last board; the colours
    follow the rules and no other board changes. Asked once, it is a session of its own, with its
    restore point; within a session it is one of its edits, and where somebody else has no seat
    the session stays open for them."""
    with act("hand.late_arrival", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        round_ = round_of(tournament, number)
        if not round_.is_public:
            raise Refused("round.not_published", round=number)
        bye = round_.pairings.filter(bye="U").select_related("white").first()
        if bye is None:
            raise Refused("hand.nobody_has_the_bye", round=number)
        entry = Entry.objects.select_for_update().get(tournament=tournament, pk=entry.pk)
        alone = open_session(round_) is None
        if alone:
            _begin(done, round_)
        work = Edit(done, number, asks=not alone)
        own = work.seat(entry)
        if own is not None and (own.black_id or own.bye == "U"):
            raise Refused("hand.not_waiting", name=entry.name)
        is_here(entry, number)
        if own is not None:
            own.delete()
        waiting = bye.white
        bye.delete()
        white = white_of(tournament, number, entry, waiting)
        black = waiting if white == entry else entry
        row = work.seat_together(white, black)
        done.record(
            row,
            label=f"{number}/{row.board}: {white.name} – {black.name}",
            before={"bye": waiting.pk},
            after={"board": row.board, "white": white.pk, "black": black.pk},
        )
        if alone:
            _end_at_once(done, round_, row)
        return row


def _end_at_once(done: Act[Tournament], round_: Round, row: GameRow) -> None:
    """The session of a late arrival is over with its board, unless somebody else waits."""
    session = open_session(round_)
    before = snapshot(done.tournament, before_round=round_.number)
    rows = list(round_.pairings.select_related("white", "black").order_by("board", "id"))
    if session is None or waiting_entries(before, rows):
        return
    values = {"board": row.board, "white": row.white.name, "black": row.black.name}
    own = findings(before, round_, [row], whole=False)
    _end(
        done,
        round_,
        session,
        before,
        rows,
        added=[
            Reason("hand.board_added", values),
            *(reason_of(before, fact) for fact in own if fact.code in NAMED_AT_ONCE),
        ],
    )


def is_here(entry: Entry, number: int) -> None:
    """The player plays in this round after all: whatever said otherwise is taken back."""
    entry.bye_requests.filter(round_number=number).delete()
    entry.first_round = min(entry.first_round, number)
    if entry.status in (Entry.Status.ABSENT, Entry.Status.WITHDRAWN):
        entry.withdrawn_after = None
        entry.status = Entry.Status.PRESENT
    entry.version += 1
    entry.save(update_fields=["first_round", "withdrawn_after", "status", "version"])


# --- End ----------------------------------------------------------------------------------------


def finish(*, tournament: Tournament, number: int, by: User | None, confirmed: str = "") -> Round:
    """End the session: nobody is left waiting, the boards are in order, and a difference from
    the program's pairing is confirmed and recorded."""
    with act("round.edited", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        round_ = round_of(tournament, number)
        session = open_session(round_)
        if session is None:
            return done.nothing(round_)
        before = snapshot(tournament, before_round=number)
        rows = list(round_.pairings.select_related("white", "black").order_by("board", "id"))
        if left := waiting_entries(before, rows):
            names = "; ".join(f"{entry.tpn} {entry.name}" for entry in left[:8])
            raise Refused("hand.somebody_waits", players=names, count=len(left))
        if round_.status == Round.Status.DRAFT:
            _put_in_order(round_, before, rows)
        return _end(done, round_, session, before, rows)


def _end(
    done: Act[Tournament],
    round_: Round,
    session: PairingSession,
    before: Snapshot,
    rows: list[Pairing],
    *,
    added: list[Reason] | None = None,
) -> Round:
    """Ask about what differs from the program's pairing, twice; once where all that has changed is
    a board that was `added`, which is judged alone. The rest is there for who wants to know."""
    tournament, number = done.tournament, round_.number
    broken = _broken_rules(before, round_, rows)
    by_rule, by_hand = _compare(tournament, before, number, rows)
    correct, used = _listed(by_rule, "-"), _listed(by_hand, "-")
    line = f"MPA @ Round {number}: {correct} => {used}"
    told = [
        Reason("hand.differs", {"round": number, "correct": correct, "used": used}),
        Reason("hand.line", {"line": f"### {line}"}),
        *broken,
    ]
    if added is not None:
        seen = {reason.values["text"] for reason in added if "text" in reason.values}
        more = [one for one in told if one.values.get("text") not in seen]
        rest = [
            Reason("hand.rest", one.values) if one.code == "hand.broken_rule" else one
            for one in more
        ]
        done.require("hand.late", level=3, reasons=[*added, *rest], subject=str(number))
    else:
        reasons = told if by_rule != by_hand else []
        done.require("hand.finish", level=4, reasons=reasons, subject=str(number))
    if round_.status == Round.Status.DRAFT or round_.trace is None:
        # The draft now stands on the facts of this moment.
        round_.trace = {**(round_.trace or _own_trace(tournament, before, number))}
        round_.trace["fingerprint"] = before.fingerprint
    # The holders of numbers and their ratings at this comparison; the reasons keep the
    # numbers of their own time.
    round_.trace = {
        **round_.trace,
        "order": [before.entries[tpn].pk for tpn in sorted(before.entries)],
        "ratings": ratings_as_data(before),
    }
    round_.save(update_fields=["trace"])
    _close(session, PairingSession.Outcome.KEPT)
    done.record(
        round_,
        "round.edited",
        label=line if by_rule != by_hand else "",
        before={"pairs": correct, "seats": _by_entry(before, by_rule), "session": session.pk},
        after={"pairs": used, "seats": _by_entry(before, by_hand)},
        irregular=Irregular.MANUAL if by_rule != by_hand else Irregular.NO,
    )
    return round_


#: a game too many, or a round after which not all games can be played (FIDE's checklist, 101)
_NEVER = (NO_GAME_LEFT, COMPLETION_IMPOSSIBLE)


#: broken rules that the last question lists
MOST_REASONS = 12


def _broken_rules(before: Snapshot, round_: Round, rows: list[Pairing]) -> list[Reason]:
    """Every rule that the round breaks, the system's own criteria among them. In a round robin a
    game too many would leave another one without a round, so that is refused."""
    facts = findings(before, round_, rows)
    for fact in facts:
        if fact.code in _NEVER:
            raise Refused("hand.no_game_left", text=str(reason_of(before, fact)))
    told = [fact for fact in facts if fact.code != OTHER_THAN_ENGINE]
    return [reason_of(before, fact) for fact in told[:MOST_REASONS]]


def put_in_order(
    *, tournament: Tournament, number: int, by: User | None, confirmed: str = ""
) -> Round:
    """The boards in the order of the rules (C.04.2 art. 3.6); pairs, colours and results stay.

    It is a session of its own, with its restore point, unless the round is open for editing.
    """
    with act("boards.ordered", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        round_ = round_of(tournament, number)
        guard_changeable(tournament, round_)
        if not round_.is_paired:
            raise Refused("round.not_a_draft", round=number)
        before, point = boards_as_data(round_), point_of(round_)
        rows = list(round_.pairings.select_related("white", "black").order_by("board", "id"))
        moved = _put_in_order(round_, snapshot(tournament, before_round=number), rows)
        if not moved:
            return done.nothing(round_)
        reasons = [Reason("boards.order_effect", {"count": len(moved), "boards": _named(moved)})]
        if round_.is_public:
            reasons.append(Reason("boards.order_public", {"round": number}))
        # As everywhere here: a question without an answer takes what was done with it.
        done.require("boards.order", level=3, reasons=reasons, subject=str(number))
        if open_session(round_) is not None:
            done.changed()  # the end of the session tells the history
            return round_
        session = PairingSession.objects.create(round=round_, opened_by=done.by, before=point)
        _close(session, PairingSession.Outcome.KEPT)
        done.record(round_, before=before, after={"boards": len(moved), "session": session.pk})
        return round_


def _named(rows: list[GameRow]) -> str:
    return named_boards(sorted(row.board for row in rows))


def _put_in_order(round_: Round, before: Snapshot, rows: list[Pairing]) -> list[GameRow]:
    """The games that get another board."""
    games = [row for row in rows if is_game(row)]
    was = {row.pk: row.board for row in games}
    number_boards(proper_order(round_, games, before))
    Pairing.objects.bulk_update(games, ["board", "version"], batch_size=500)
    return [row for row in games if row.board != was[row.pk]]


Pairs = list[tuple[int, int]]


def _compare(
    tournament: Tournament, before: Snapshot, number: int, rows: list[Pairing]
) -> tuple[Pairs, Pairs]:
    """The pairs that differ: by the program, and as they are."""
    by_hand = _pairs(as_pairing(before, number, rows))
    try:
        by_rule = _pairs(system(tournament.system).pair(before.state))
    except PairingError:
        return [], by_hand
    shared = set(by_hand) & set(by_rule)
    return [p for p in by_rule if p not in shared], [p for p in by_hand if p not in shared]


def _pairs(pairing: RoundPairing) -> Pairs:
    """By number, White first; Black 0 is the bye."""
    pairs = [(board.white, board.black) for board in pairing.boards]
    return pairs + ([(pairing.bye, 0)] if pairing.bye is not None else [])


def _listed(pairs: Pairs, nothing: str) -> str:
    return " ".join(f"{white}-{black}" for white, black in pairs) or nothing


def _by_entry(before: Snapshot, pairs: Pairs) -> list[list[int]]:
    people = before.entries
    return [[people[white].pk, people[black].pk if black else 0] for white, black in pairs]


def _own_trace(tournament: Tournament, before: Snapshot, number: int) -> dict[str, Any]:
    try:
        return trace_as_data(before, system(tournament.system).pair(before.state))
    except PairingError:
        return trace_as_data(before, RoundPairing(number, ()))


def _close(session: PairingSession, outcome: str) -> None:
    session.outcome = outcome
    session.closed_at = timezone.now()
    session.save(update_fields=["outcome", "closed_at"])


def abandon(*, tournament: Tournament, number: int, by: User | None) -> Round:
    """End the session with the round as it was before."""
    with act("hand.abandoned", tournament, by=by) as done:
        tournament = done.tournament
        round_ = round_of(tournament, number)
        session = open_session(round_)
        if session is None:
            return done.nothing(round_)
        restore_round(round_, session.before)
        _close(session, PairingSession.Outcome.ABANDONED)
        done.record(round_)
        return round_


def undo_session(
    *, tournament: Tournament, session_id: int, by: User | None, confirmed: str = ""
) -> Round:
    """Take a round back to the restore point of a finished session."""
    with act("round.restored", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        session = PairingSession.objects.filter(round__tournament=tournament, pk=session_id).first()
        if session is None:
            raise Refused("hand.no_restore_point")
        # Done first, so that what cannot be taken back is refused before anybody is asked; a
        # question that is not answered yet takes all of this transaction with it.
        round_ = take_back_session(done, session)
        done.require(
            "hand.undo",
            level=3,
            reasons=[Reason("hand.undo_effect", {"round": round_.number})],
            subject=str(session.pk),
        )
        return round_


def _guard_restore(tournament: Tournament, session: PairingSession) -> Round:
    """Only the last session that was kept, and only while its round may be changed."""
    round_ = round_of(tournament, session.round.number)
    kept = round_.sessions.filter(outcome=PairingSession.Outcome.KEPT)
    if open_session(round_) is not None or kept.first() != session:
        raise Refused("hand.no_restore_point")
    if round_.is_public and not session.before["rows"]:
        raise Refused("hand.nothing_before", round=round_.number)
    guard_changeable(tournament, round_)
    return round_


def take_back_session(done: Act[Tournament], session: PairingSession) -> Round:
    """Take the round back, as part of an act that asks about it."""
    round_ = _guard_restore(done.tournament, session)
    now = rows_as_data(round_)
    public = {"status": round_.status} if round_.is_public else {}
    restore_round(round_, {**session.before, **public})
    _close(session, PairingSession.Outcome.ABANDONED)
    done.record(round_, "round.restored", before=now, after=rows_as_data(round_))
    return round_
