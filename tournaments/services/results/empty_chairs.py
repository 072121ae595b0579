"""Empty chairs: who is not at the board when the clocks run, and when that costs the game."""

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import GameRow, Pairing, Round, Tournament, User
from tournaments.queries.results.empty_chairs import FORFEITS


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
