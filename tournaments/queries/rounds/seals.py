"""The seal on a draft, and what the pages and the API say of it.

In a Swiss of teams the matches are what the engine paired, before there are boards: the seal
stands beside them, and speaks of matches and teams.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pairing.systems import second_engine
from tournaments.kernel import jobs
from tournaments.models import Entry, Job, Round, Team, Tournament
from tournaments.queries.reports.irregular import program_and_used
from tournaments.queries.rounds.handmade import pairs_by_hand
from tournaments.queries.teams.swiss import matches_stored


class SealOutcome(StrEnum):
    AGREE = "agree"
    DIFFER = "differ"
    TOO_LARGE = "too_large"  # more players, or more work, than is allowed
    BROKEN = "broken"  # the second engine itself failed


def has_second_engine(tournament: Tournament) -> bool:
    return bool(tournament.format.second_engine)


def proposal_of(round_: Round) -> dict[str, Any]:
    """Return what the engine paired, with the record that it was paired from; empty without it."""
    if round_.tournament.format.pairs_teams:
        return matches_stored(round_)
    return round_.trace or {}


def seal_of(round_: Round) -> dict[str, Any] | None:
    """The seal, if it is one on this proposal from this record."""
    proposal = proposal_of(round_)
    seal: dict[str, Any] | None = proposal.get("seal")
    return seal if seal and seal["fingerprint"] == proposal["fingerprint"] else None


def differing_boards(round_: Round, seal: dict[str, Any]) -> list[int]:
    """The boards of the draft, or its matches, whose pair or whose colours the second engine does
    not have."""
    ids = proposal_of(round_)["numbers"]
    pairs = {(ids[str(white)], ids[str(black)]) for white, black in seal["first"] if black}
    if round_.tournament.format.pairs_teams:
        matches = round_.matches.order_by("number")
        rows = list(matches.values_list("number", "first_id", "second_id"))
    else:
        games = round_.pairings.games().order_by("board")
        rows = list(games.values_list("board", "white_id", "black_id"))
    return [number for number, white, black in rows if (white, black) in pairs]


CHECKING, NOT_CHECKED = "checking", "not_checked"


@dataclass(frozen=True, slots=True)
class SealedPair:
    """One pair that only one of the two engines has; without a second one a bye."""

    white: Entry | Team
    black: Entry | Team | None

    @property
    def white_number(self) -> int | None:
        return _number(self.white)

    @property
    def black_number(self) -> int | None:
        return _number(self.black) if self.black else None


def _number(one: Entry | Team) -> int | None:
    return one.number if isinstance(one, Team) else one.tpn


@dataclass(frozen=True, slots=True)
class Seal:
    state: str  # an Outcome, "checking" or "not_checked"
    boards: str = ""  # of the draft, or matches, where they differ
    first: tuple[SealedPair, ...] = ()  # only in the program's proposal
    second: tuple[SealedPair, ...] = ()  # only by the second engine
    progress: int = 0
    most: int = 0  # players that the second engine pairs
    job: Job | None = None
    worker: bool = True  # is there one that could check?
    by_hand: bool = False  # the draft is not the program's own any more
    pairs_teams: bool = False

    @property
    def boards_of_first(self) -> tuple[SealedPair, ...]:
        return () if self.pairs_teams else self.first

    @property
    def boards_of_second(self) -> tuple[SealedPair, ...]:
        return () if self.pairs_teams else self.second

    @property
    def matches_of_first(self) -> tuple[SealedPair, ...]:
        return self.first if self.pairs_teams else ()

    @property
    def matches_of_second(self) -> tuple[SealedPair, ...]:
        return self.second if self.pairs_teams else ()


def seal_shown(round_: Round) -> Seal | None:
    """None where there is nothing to say: another system, or not the program's own pairing."""
    tournament, proposal = round_.tournament, proposal_of(round_)
    if not has_second_engine(tournament) or not proposal.get("boards"):
        return None
    seal = seal_of(round_)
    if seal is None:
        job = Job.objects.filter(kind=Job.Kind.SEAL, target=round_.pk).first()
        if job is not None and job.open:
            return Seal(
                CHECKING, progress=jobs.progress(job), job=job, worker=jobs.worker_is_alive()
            )
        return Seal(NOT_CHECKED)
    by_hand = _by_hand(round_)
    if seal["outcome"] != SealOutcome.DIFFER:
        most = second_engine(tournament.format).MAX_PLAYERS
        return Seal(seal["outcome"], by_hand=by_hand, most=most)
    wanted = {number for pair in (*seal["first"], *seal["second"]) for number in pair if number}
    ids = {number: proposal["numbers"][str(number)] for number in wanted}
    named: dict[int, Any]
    if pairs_teams := tournament.format.pairs_teams:
        named = Team.objects.in_bulk(ids.values())
    else:
        named = Entry.objects.in_bulk(ids.values())

    def pairs(name: str) -> tuple[SealedPair, ...]:
        return tuple(
            SealedPair(named[ids[white]], named[ids[black]] if black else None)
            for white, black in seal[name]
        )

    boards = ", ".join(map(str, differing_boards(round_, seal)))
    return Seal(
        seal["outcome"],
        boards,
        pairs("first"),
        pairs("second"),
        by_hand=by_hand,
        pairs_teams=pairs_teams,
    )


def _by_hand(round_: Round) -> bool:
    """The draft is not the program's own any more."""
    if round_.tournament.format.pairs_teams:
        program, used = program_and_used(round_)
        return program != used
    return bool(pairs_by_hand(round_))
