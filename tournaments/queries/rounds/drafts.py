"""Another draft beside the one there is: with players who turned up, or with what is known now."""

from dataclasses import dataclass, replace

from django.db.models import Q

from pairing.errors import PairingError
from pairing.state import RoundPairing
from pairing.systems import system
from tournaments.models import Entry, LogEntry, Round
from tournaments.queries.rounds.handmade import Pair, pair_key, pairs_by_hand, pairs_of
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


def branch_of(round_: Round, include: set[int], before: Snapshot | None = None) -> Branch:
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
    now = pairs_of(round_, before)
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
        by_hand=tuple(pair for pair in pairs_by_hand(round_, now) if pair_key(pair) not in keys),
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
