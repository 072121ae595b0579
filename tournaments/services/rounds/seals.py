"""The seal on a draft: a second engine, written independently, has paired the same round.

It speaks of the program's own proposal, not of what was changed by hand afterwards, and only of
the record that the proposal was made from: it stands beside the proposal in the round's trace
with the fingerprint of that record, and is void as soon as the two differ. Small fields are
compared at once, others by a worker after the pairing. Nothing ever waits for it. In a Swiss of
teams the proposal are the matches.
"""

import logging
from collections.abc import Callable
from typing import Any

from pairing.errors import NoLegalPairing
from pairing.state import TournamentState
from pairing.systems import second_engine
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import named_boards
from tournaments.kernel.jobs import report_progress, start_job
from tournaments.models import Job, Round, Tournament, User
from tournaments.queries.rounds.seals import (
    SealOutcome,
    differing_boards,
    has_second_engine,
    proposal_of,
    seal_of,
)
from tournaments.queries.teams.swiss import team_snapshot
from tournaments.snapshot import snapshot

#: fields compared while the arbiter waits, which takes less than a tenth of a second
AT_ONCE = 80
STEPS_AT_ONCE = 150_000
#: why no page is touched by a seal
FOR_THE_STAFF = "a seal is for the staff, whose pages ask for it"

logger = logging.getLogger("hakem.seal")


def seal_draft(done: Act[Tournament], round_: Round, state: TournamentState) -> None:
    """Compare the draft that was just stored, or have it compared."""
    tournament = done.tournament
    if not has_second_engine(tournament):
        return
    if len(state.to_be_paired()) <= AT_ONCE:
        seal = examine(tournament, state, proposal_of(round_), STEPS_AT_ONCE)
        if seal["outcome"] != SealOutcome.TOO_LARGE:
            _put(done, round_, seal)
            return
    start_job(tournament=tournament, kind=Job.Kind.SEAL, target=round_.pk, by=done.by)


def examine(
    tournament: Tournament,
    state: TournamentState,
    proposal: dict[str, Any],
    steps: int | None = None,
    progress: Callable[[int], None] = lambda per_cent: None,
) -> dict[str, Any]:
    """Pair once more, and compare: pairs, colours and bye, by pairing numbers."""
    witness = second_engine(tournament.format)
    seal = {"fingerprint": proposal["fingerprint"], "outcome": SealOutcome.AGREE.value}
    first = {(white, black) for white, black in proposal["boards"]}
    if proposal["bye"]:
        first.add((proposal["bye"], 0))
    if len(state.to_be_paired()) > witness.MAX_PLAYERS:
        return seal | {"outcome": SealOutcome.TOO_LARGE.value}
    try:
        paired = witness.pair(state, steps or witness.STEPS, progress)
        second = {(board.white, board.black) for board in paired.boards}
        if paired.bye is not None:
            second.add((paired.bye, 0))
    except witness.BudgetExhausted:
        return seal | {"outcome": SealOutcome.TOO_LARGE.value}
    except NoLegalPairing:
        second = set()
    except Exception:
        # The draft of the first engine stands whatever happens to the second one.
        logger.exception("The second engine could not pair the round.")
        return seal | {"outcome": SealOutcome.BROKEN.value}
    if first != second:
        seal |= {
            "outcome": SealOutcome.DIFFER.value,
            "first": sorted(first - second),
            "second": sorted(second - first),
        }
    return seal


def seal_round(job: Job) -> None:
    """A worker's part. A draft made anew meanwhile is compared in its turn."""
    while True:
        round_ = Round.objects.select_related("tournament__event").get(pk=job.target)
        tournament = round_.tournament
        proposal = proposal_of(round_)
        if not has_second_engine(tournament) or seal_of(round_) or not _is_proposed(round_):
            return
        of_teams = tournament.format.pairs_teams
        before = (team_snapshot if of_teams else snapshot)(tournament, before_round=round_.number)
        if before.fingerprint != proposal["fingerprint"]:
            return  # the draft is behind the facts; a new one gets a seal of its own
        seal = examine(
            tournament,
            before.state,
            proposal,
            progress=lambda now: report_progress(job, now),
        )
        with act("round.sealed", tournament, by=None, quiet=FOR_THE_STAFF) as done:
            round_ = Round.objects.select_for_update().get(pk=round_.pk)
            if proposal_of(round_).get("fingerprint") == seal["fingerprint"] and _is_proposed(
                round_
            ):
                _put(done, round_, seal)
            else:
                done.nothing()


def request_seal(*, tournament: Tournament, number: int, by: User | None) -> Job:
    """Ask once more, for a draft without a seal."""
    with act("seal.requested", tournament, by=by, quiet=FOR_THE_STAFF) as done:
        tournament = done.tournament
        round_ = tournament.round(number)
        if round_ is None or not _is_proposed(round_) or not has_second_engine(tournament):
            raise Refused("seal.nothing", round=number)
        done.changed()
        return start_job(tournament=tournament, kind=Job.Kind.SEAL, target=round_.pk, by=by)


def _is_proposed(round_: Round) -> bool:
    """There is a proposal that still stands; matches of teams are one before boards are made."""
    if not proposal_of(round_).get("boards"):
        return False
    return round_.is_paired or round_.tournament.format.pairs_teams


def doubts(round_: Round) -> list[Reason]:
    """Reasons to ask before a round is published that the two engines pair differently."""
    seal = seal_of(round_) if has_second_engine(round_.tournament) else None
    if seal is None or seal["outcome"] != SealOutcome.DIFFER:
        return []
    return [
        Reason(
            "seal.matches_differ" if round_.tournament.format.pairs_teams else "seal.differ",
            {"boards": named_boards(differing_boards(round_, seal)), "count": len(seal["first"])},
        )
    ]


def _put(done: Act[Tournament], round_: Round, seal: dict[str, Any]) -> None:
    trace = round_.trace or {}
    if round_.tournament.format.pairs_teams:
        round_.trace = {**trace, "matches": {**trace["matches"], "seal": seal}}
    else:
        round_.trace = {**trace, "seal": seal}
    round_.save(update_fields=["trace"])
    name = {
        SealOutcome.AGREE: "round.sealed",
        SealOutcome.DIFFER: "round.seal_differs",
    }.get(SealOutcome(seal["outcome"]), "round.not_sealed")
    done.record(
        round_,
        name,
        after={key: seal[key] for key in ("outcome", "first", "second") if key in seal},
        by_program=True,
    )
