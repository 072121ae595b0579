"""Conditions that must hold before a round is paired, published or finished, by any service."""

import secrets

from tournaments.kernel.errors import Refused
from tournaments.models import (
    Event,
    PairingSession,
    Round,
    Tournament,
)


def missing_boards(round_: Round) -> list[int]:
    return list(round_.pairings.games().filter(result="").values_list("board", flat=True))


def doubted_boards(round_: Round) -> list[int]:
    """Those whose slips the second pass read differently."""
    doubtful = round_.pairings.games().exclude(read_differently="")
    return list(doubtful.values_list("board", flat=True))


def named_boards(boards: list[int], most: int = 12) -> str:
    return ", ".join(map(str, boards[:most])) + (" …" if len(boards) > most else "")


def guard_previous(tournament: Tournament, round_: Round) -> None:
    """Nothing is paired, by program or by hand, before the round before it is complete."""
    number = round_.number
    if number == 1:
        return
    before = round_of_plan(tournament, number - 1)
    if not before.is_public:
        raise Refused("pairing.previous_not_paired", round=number, previous=number - 1)
    guard_session(before)
    if missing := missing_boards(before):
        raise Refused(
            "pairing.results_missing",
            round=number,
            previous=number - 1,
            boards=named_boards(missing),
            count=len(missing),
        )


def guard_session(round_: Round) -> None:
    """While somebody edits a round by hand nobody pairs, publishes or finishes."""
    session = PairingSession.objects.filter(round=round_, outcome="").select_related("opened_by")
    for found in session:
        name = found.opened_by.display_name if found.opened_by else ""
        raise Refused("hand.session_open", round=round_.number, name=name)


def round_of_plan(tournament: Tournament, number: int) -> Round:
    """A round of the plan, made when first asked for."""
    if not 1 <= number <= tournament.total_rounds:
        raise Refused("round.beyond_plan", round=number, total=tournament.total_rounds)
    return tournament.rounds.get_or_create(number=number)[0]


def new_seed() -> int:
    """The seed of every lot that a tournament will draw; drawn once, stored, exported."""
    return secrets.randbelow(2**31)


def refuse_in_a_sandbox(event: Event) -> None:
    """Nothing leaves it: no report, no invitation, no link."""
    if event.sandbox_until is not None:
        raise Refused("sandbox.nothing_leaves")
