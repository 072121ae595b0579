"""Another draft beside the one there is: with players who turned up, or with what is known now.

Looking at it changes nothing. Taking it replaces the draft in one step. What somebody changed by
hand is never given up unasked.
"""

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.guards import guard_session, round_of_plan
from tournaments.models import Round, Tournament, User
from tournaments.queries.rounds.boards import boards_as_data
from tournaments.queries.rounds.handmade import (
    lost_by_hand,
)
from tournaments.queries.teams.swiss import matches_stored
from tournaments.services.rounds.manual_pairing import is_here
from tournaments.services.rounds.pairing import pair_as_draft


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
        # The matches of a Swiss of teams stay, and with them why they are as they are.
        matches = matches_stored(round_)
        round_.trace = {"matches": matches} if matches else None
        round_.save(update_fields=["status", "imported", "trace"])
        done.record(round_, before=before)
        return round_
