"""Pictures of slips: of a board, of a case, and the picture itself from wherever it lies."""

import base64
import logging
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.kernel import stores
from tournaments.models import Case, Entry, Pairing, SlipPhoto, Tournament

logger = logging.getLogger("hakem.slips")


def slips_of(tournament: Tournament, number: int, board: int | None = None) -> QuerySet[SlipPhoto]:
    """The pictures of a round, or of one board of it, without the pictures themselves."""
    found = tournament.slips.filter(round_number=number)
    if board is not None:
        found = found.filter(board=board)
    return found.select_related("entry", "by").defer("data")


def slips_of_case(case: Case) -> QuerySet[SlipPhoto]:
    return slips_of(case.tournament, case.round_number, case.board)


def proposed_by_slips(pairings: Iterable[Pairing]) -> dict[int, SlipPhoto]:
    """By game the latest picture that proposes a result; none whose colours were turned since."""
    white = {row.pk: row.white_id for row in pairings}
    found = SlipPhoto.objects.filter(pairing__in=white).exclude(code="").defer("data")
    return {
        one.pairing_id: one
        for one in found.order_by("id")
        if one.pairing_id is not None and one.white_id == white[one.pairing_id]
    }


def own_slips(entry: Entry, number: int) -> list[SlipPhoto]:
    """The pictures that a player's phone has sent of a round."""
    return list(slips_of(entry.tournament, number).filter(entry=entry))


def picture_of(slip: SlipPhoto) -> bytes | None:
    """None where its store is away: nothing waits for a picture."""
    if slip.data is not None:
        return bytes(slip.data)
    store = stores.store_of(slip.store)
    try:
        return store.get(slip.key) if store else None
    except (stores.Away, stores.Missing) as error:
        logger.error("Slip %s cannot be read: %s", slip.pk, error)
        return None


@dataclass(frozen=True, slots=True)
class OnPaper:
    slip: SlipPhoto
    picture: str


def slips_for_paper(case: Case) -> list[OnPaper]:
    """The pictures within the text of the paper itself."""
    found = []
    for one in slips_of_case(case):
        if (data := picture_of(one)) is not None:
            picture = f"data:image/jpeg;base64,{base64.b64encode(data).decode()}"
            found.append(OnPaper(one, picture))
    return found
