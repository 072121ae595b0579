"""Empty chairs: who is not at the board when the clocks run, and when that costs the game."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, GameRow, Pairing, Round, Tournament, User

#: by who is missing: the forfeit that it becomes
FORFEITS = {"w": "-+", "b": "+-", "wb": "--"}


@dataclass(frozen=True, slots=True)
class Chair:
    """A board at which somebody is missing."""

    pairing: GameRow
    missing: tuple[Entry, ...]
    forfeit: str  # the result that it becomes


def default_time(round_: Round) -> datetime | None:
    """The time at which an absent player loses, counted from the published start."""
    if round_.starts_at is None:
        return None
    return round_.starts_at + timedelta(minutes=round_.tournament.default_minutes)


def time_is_over(round_: Round) -> bool:
    """Without a published start nothing is counted, and the arbiter knows the time."""
    end = default_time(round_)
    return end is None or timezone.now() >= end


def note_chairs(
    *, tournament: Tournament, number: int, pairing_id: int, chairs: str, by: User | None
) -> GameRow:
    """Note the empty chairs of a board: "w", "b", "wb", or "" when everybody has come."""
    with act(
        "chairs.noted" if chairs else "chairs.taken",
        tournament,
        by=by,
        quiet="only the staff see an empty chair, and their pages ask for it",
    ) as done:
        tournament = done.tournament
        pairing = (
            Pairing.objects.select_for_update(of=("self",))
            .select_related("round", "white", "black")
            .filter(round__tournament=tournament, round__number=number, pk=pairing_id)
            .games()
            .first()
        )
        if pairing is None or chairs not in ("", *FORFEITS):
            raise Refused("result.no_such_board")
        if pairing.round.status != Round.Status.PUBLISHED:
            raise Refused("chairs.not_being_played", round=number)
        if pairing.result and chairs:
            raise Refused("chairs.has_result", board=pairing.board)
        if pairing.empty_chairs == chairs:
            return done.nothing(pairing)  # two arbiters saw the same
        before = pairing.empty_chairs
        pairing.empty_chairs = chairs
        pairing.save(update_fields=["empty_chairs"])
        done.record(pairing, before=before, after=chairs)
        return pairing


def empty_chairs(round_: Round) -> list[Chair]:
    rows = (
        round_.pairings.games()
        .filter(result="")
        .exclude(empty_chairs="")
        .select_related("white", "black")
        .order_by("board")
    )
    return [
        Chair(
            row,
            tuple(
                entry
                for letter, entry in (("w", row.white), ("b", row.black))
                if letter in row.empty_chairs
            ),
            FORFEITS[row.empty_chairs],
        )
        for row in rows
    ]
