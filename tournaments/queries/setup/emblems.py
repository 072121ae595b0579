"""The pictures of an event's logo and sponsors, from wherever they lie."""

import base64
import logging
from dataclasses import dataclass

from tournaments.kernel import stores
from tournaments.models import Emblem, Event

logger = logging.getLogger("hakem.emblems")


def emblem_of(event: Event, digest: str) -> bytes | None:
    """None where there is none, or its store is away: nothing waits for a picture."""
    row = Emblem.objects.filter(event=event, digest=digest).first()
    if row is None:
        return None
    if row.data is not None:
        return bytes(row.data)
    store = stores.store_of(row.store)
    try:
        return store.get(row.key) if store else None
    except (stores.Away, stores.Missing) as error:
        logger.error("Emblem %s cannot be read: %s", row.key, error)
        return None


@dataclass(frozen=True, slots=True)
class PaperEmblem:
    """Its picture stands within the text of the paper itself."""

    name: str
    picture: str
    width: int
    height: int


def emblems_for_paper(event: Event) -> dict[str, list[PaperEmblem]]:
    """By kind."""
    found: dict[str, list[PaperEmblem]] = {"logo": [], "sponsor": []}
    for one in event.emblems:
        data = emblem_of(event, one["digest"])
        if data:
            picture = f"data:image/png;base64,{base64.b64encode(data).decode()}"
            found[one["kind"]].append(
                PaperEmblem(one["name"], picture, one["width"], one["height"])
            )
    return found
