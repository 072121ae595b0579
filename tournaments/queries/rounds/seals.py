"""The seal on a draft, and what the pages and the API say of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pairing.systems import second_engine
from tournaments.kernel import jobs
from tournaments.models import Entry, Job, Round, Tournament
from tournaments.queries.rounds.handmade import pairs_by_hand


class SealOutcome(StrEnum):
    AGREE = "agree"
    DIFFER = "differ"
    TOO_LARGE = "too_large"  # more players, or more work, than is allowed
    BROKEN = "broken"  # the second engine itself failed


def has_second_engine(tournament: Tournament) -> bool:
    return bool(tournament.format.second_engine)


def seal_of(round_: Round) -> dict[str, Any] | None:
    """The seal, if it is one on this proposal from this record."""
    trace = round_.trace or {}
    seal: dict[str, Any] | None = trace.get("seal")
    return seal if seal and seal["fingerprint"] == trace["fingerprint"] else None


def differing_boards(round_: Round, seal: dict[str, Any]) -> list[int]:
    """The boards of the draft whose pair, or whose colours, the second engine does not have."""
    people = (round_.trace or {})["numbers"]
    pairs = {(people[str(white)], people[str(black)]) for white, black in seal["first"] if black}
    rows = round_.pairings.games().order_by("board")
    return [
        board
        for board, white, black in rows.values_list("board", "white_id", "black_id")
        if (white, black) in pairs
    ]


CHECKING, NOT_CHECKED = "checking", "not_checked"


@dataclass(frozen=True, slots=True)
class SealedPair:
    """One pair that only one of the two engines has; without a second player a bye."""

    white: Entry
    black: Entry | None


@dataclass(frozen=True, slots=True)
class Seal:
    state: str  # an Outcome, "checking" or "not_checked"
    boards: str = ""  # of the draft, where they differ
    first: tuple[SealedPair, ...] = ()  # only in the program's proposal
    second: tuple[SealedPair, ...] = ()  # only by the second engine
    progress: int = 0
    most: int = 0  # players that the second engine pairs
    job: Job | None = None
    worker: bool = True  # is there one that could check?
    by_hand: bool = False  # the draft is not the program's own any more


def seal_shown(round_: Round) -> Seal | None:
    """None where there is nothing to say: another system, or not the program's own pairing."""
    trace = round_.trace or {}
    if not has_second_engine(round_.tournament) or not trace.get("boards"):
        return None
    seal = seal_of(round_)
    if seal is None:
        job = Job.objects.filter(kind=Job.Kind.SEAL, target=round_.pk).first()
        if job is not None and job.open:
            return Seal(
                CHECKING, progress=jobs.progress(job), job=job, worker=jobs.worker_is_alive()
            )
        return Seal(NOT_CHECKED)
    by_hand = bool(pairs_by_hand(round_))
    if seal["outcome"] != SealOutcome.DIFFER:
        most = second_engine(round_.tournament.format).MAX_PLAYERS
        return Seal(seal["outcome"], by_hand=by_hand, most=most)
    wanted = {number for pair in (*seal["first"], *seal["second"]) for number in pair if number}
    people = Entry.objects.in_bulk([trace["numbers"][str(number)] for number in wanted])

    def pairs(name: str) -> tuple[SealedPair, ...]:
        return tuple(
            SealedPair(
                people[trace["numbers"][str(white)]],
                people[trace["numbers"][str(black)]] if black else None,
            )
            for white, black in seal[name]
        )

    boards = ", ".join(map(str, differing_boards(round_, seal)))
    return Seal(seal["outcome"], boards, pairs("first"), pairs("second"), by_hand=by_hand)
