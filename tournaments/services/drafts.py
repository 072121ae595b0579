"""Another draft beside the one there is: with players who turned up, or with what is known now.

Looking at it changes nothing. Taking it replaces the draft in one step.
"""

from dataclasses import dataclass, replace

from django.db import transaction

from pairing.errors import PairingError
from pairing.state import RoundPairing
from pairing.systems import system
from tournaments.errors import Refused
from tournaments.models import Entry, Round, Tournament, User
from tournaments.services.hand import is_here
from tournaments.services.log import record
from tournaments.services.rounds import boards_as_data, guard_session, lock, pair_as_draft
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.core import in_words

Pair = tuple[Entry, Entry | None]  # White and Black; without Black the bye


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


def branch(round_: Round, include: set[int]) -> Branch:
    """What the program would pair if these players (by id) were here as well."""
    before = snapshot(round_.tournament, before_round=round_.number)
    included = tuple(entry for entry in before.entries.values() if entry.pk in include)
    away = tuple(bye for bye in before.state.byes if before.entries[bye.player].pk not in include)
    state = replace(before.state, byes=away)
    before = Snapshot(state, before.entries, before.numbers)
    try:
        paired = system(round_.tournament.system).pair(state)
    except PairingError as error:
        return Branch("", included, 0, None, 0, (), (), problem=in_words(str(error)))
    now = _pairs_of_draft(round_)
    then = _pairs(before, paired)
    keys = {_key(pair) for pair in now} & {_key(pair) for pair in then}
    return Branch(
        fingerprint=before.fingerprint,
        included=included,
        boards=len(paired.boards),
        bye=before.entries[paired.bye] if paired.bye is not None else None,
        unchanged=len(keys),
        gone=tuple(pair for pair in now if _key(pair) not in keys),
        new=tuple(pair for pair in then if _key(pair) not in keys),
    )


def _pairs_of_draft(round_: Round) -> list[Pair]:
    rows = round_.pairings.select_related("white", "black").exclude(bye__in=("H", "F", "Z"))
    return [(row.white, row.black) for row in rows]


def _pairs(before: Snapshot, paired: RoundPairing) -> list[Pair]:
    people = before.entries
    pairs: list[Pair] = [(people[board.white], people[board.black]) for board in paired.boards]
    return pairs + ([(people[paired.bye], None)] if paired.bye is not None else [])


def _key(pair: Pair) -> tuple[int, int]:
    white, black = pair
    return white.pk, black.pk if black else 0


@transaction.atomic
def promote_branch(
    *, tournament: Tournament, number: int, include: set[int], fingerprint: str, by: User | None
) -> Round:
    """Take the other draft, exactly as it was looked at; those included are present from now."""
    tournament = lock(tournament)
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None or round_.status != Round.Status.DRAFT:
        raise Refused("round.not_a_draft", round=number)
    round_.tournament = tournament
    guard_session(round_)
    before = boards_as_data(round_)
    people = list(tournament.entries.select_for_update().filter(pk__in=include))
    for entry in people:
        is_here(entry, number)
    pair_as_draft(tournament, round_, by)
    if round_.trace is None or round_.trace["fingerprint"] != fingerprint:
        raise Refused("draft.changed_meanwhile", round=number)
    record(
        "draft.promoted",
        by=by,
        target=round_,
        tournament=tournament,
        round_number=number,
        label="; ".join(entry.name for entry in people),
        before=before,
        after={"included": [entry.pk for entry in people], "fingerprint": fingerprint},
    )
    return round_
