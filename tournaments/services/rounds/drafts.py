"""Another draft beside the one there is: with players who turned up, or with what is known now.

Looking at it changes nothing. Taking it replaces the draft in one step. What somebody changed by
hand is never given up unasked.
"""

from dataclasses import dataclass, replace

from django.db.models import Q

from pairing.errors import PairingError
from pairing.state import RoundPairing
from pairing.systems import system
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.guards import guard_session, round_of_plan
from tournaments.models import Entry, LogEntry, Round, Tournament, User
from tournaments.queries.rounds.boards import boards_as_data
from tournaments.queries.rounds.handmade import (
    Pair,
    lost_by_hand,
    pair_key,
    pairs_by_hand,
    pairs_of,
)
from tournaments.services.rounds.manual_pairing import is_here
from tournaments.services.rounds.pairing import pair_as_draft
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.core import in_words


@dataclass(frozen=True, slots=True)
class Branch:
    """The pairing from the facts of now, and what it changes."""

    fingerprint: str
    included: tuple[Entry, ...]
    boards: int
    bye: Entry | None
    unchanged: int
    gone: tuple[Pair, ...]  # only in the draft
    new: tuple[Pair, ...]  # only here
    by_hand: tuple[Pair, ...] = ()  # of the draft, and would be lost
    problem: str = ""


def could_be_included(round_: Round) -> list[Entry]:
    """Players who are not in the draft: absent, late, withdrawn or with a bye asked for."""
    seated = {
        pk
        for row in round_.pairings.exclude(bye__in=("H", "F", "Z")).values_list(
            "white_id", "black_id"
        )
        for pk in row
    }
    return [
        entry
        for entry in round_.tournament.entries.exclude(status=Entry.Status.EXPELLED)
        if entry.pk not in seated and entry.tpn is not None
    ]


def branch(round_: Round, include: set[int], before: Snapshot | None = None) -> Branch:
    """The pairing that the program would make if these players (by id) were here as well."""
    before = before or snapshot(round_.tournament, before_round=round_.number)
    included = tuple(entry for entry in before.entries.values() if entry.pk in include)
    away = tuple(bye for bye in before.state.byes if before.entries[bye.player].pk not in include)
    state = replace(before.state, byes=away)
    before = Snapshot(state, before.entries, before.numbers)
    try:
        paired = system(round_.tournament.system).pair(state)
    except PairingError as error:
        return Branch("", included, 0, None, 0, (), (), problem=in_words(error.said))
    now = pairs_of(round_)
    then = _pairs(before, paired)
    keys = {pair_key(pair) for pair in now} & {pair_key(pair) for pair in then}
    return Branch(
        fingerprint=before.fingerprint,
        included=included,
        boards=len(paired.boards),
        bye=before.entries[paired.bye] if paired.bye is not None else None,
        unchanged=len(keys),
        gone=tuple(pair for pair in now if pair_key(pair) not in keys),
        new=tuple(pair for pair in then if pair_key(pair) not in keys),
        by_hand=tuple(pair for pair in pairs_by_hand(round_) if pair_key(pair) not in keys),
    )


def _pairs(before: Snapshot, paired: RoundPairing) -> list[Pair]:
    people = before.entries
    pairs: list[Pair] = [(people[board.white], people[board.black]) for board in paired.boards]
    return pairs + ([(people[paired.bye], None)] if paired.bye is not None else [])


def changes_since(round_: Round, most: int = 8) -> list[LogEntry]:
    """The latest acts that the draft does not know of yet."""
    about = Q()
    for kind in ("result.", "entry.", "entries.", "bye.", "checkin.", "numbers.", "ratings."):
        about |= Q(act__startswith=kind)
    return list(round_.tournament.log.filter(about, at__gt=round_.paired_at)[:most])


def promote_branch(
    *,
    tournament: Tournament,
    number: int,
    include: set[int],
    fingerprint: str,
    by: User | None,
    confirmed: str = "",
) -> Round:
    """Take the other draft, exactly as it was looked at; those included are present from now."""
    with act("draft.promoted", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        round_ = tournament.round(number)
        if round_ is None or round_.status != Round.Status.DRAFT:
            raise Refused("round.not_a_draft", round=number)
        guard_session(round_)
        done.require(
            "pairing.over_hand",
            level=3,
            reasons=lost_by_hand(round_),
            subject=f"{number}:{fingerprint}:{sorted(include)}",
        )
        before = boards_as_data(round_)
        people = list(tournament.entries.select_for_update().filter(pk__in=include))
        for entry in people:
            is_here(entry, number)
        pair_as_draft(done, round_)
        if round_.trace is None or round_.trace["fingerprint"] != fingerprint:
            raise Refused("draft.changed_meanwhile", round=number)
        done.record(
            round_,
            label="; ".join(entry.name for entry in people),
            before=before,
            after={"included": [entry.pk for entry in people], "fingerprint": fingerprint},
        )
        return round_


def discard_draft(
    *, tournament: Tournament, number: int, by: User | None, confirmed: str = ""
) -> Round:
    with act("round.draft_discarded", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        round_ = round_of_plan(tournament, number)
        if round_.status != Round.Status.DRAFT:
            raise Refused("round.not_a_draft", round=number)
        guard_session(round_)
        done.require("draft.discard", level=3, reasons=lost_by_hand(round_), subject=str(number))
        before = boards_as_data(round_)
        round_.pairings.all().delete()
        round_.status = Round.Status.PLANNED
        round_.imported = False
        round_.trace = None
        round_.save(update_fields=["status", "imported", "trace"])
        done.record(round_, before=before)
        return round_
