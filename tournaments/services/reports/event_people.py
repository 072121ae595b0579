"""The players of a report file: who was there in which round, and what an entry can hold."""

import re
from typing import Any

from pairing.results import ByeKind
from pairing.trf import TrfDocument, TrfPlayer
from tournaments.queries.entries.numbering import TITLE_ORDER


def away(player: TrfPlayer, number: int) -> ByeKind | None:
    """The bye that a player has in a round of the file."""
    entry = player.entry(number)
    if entry.opponent or entry.symbol not in set(ByeKind):
        return None
    return ByeKind(entry.symbol)


def person(player: TrfPlayer) -> dict[str, Any]:
    birth = re.sub(r"[-/.]00[-/.]00$", "", player.birth_date)
    federation = player.federation.upper()
    return {
        "name": (player.name or str(player.number))[:120],
        "title": player.title if player.title in TITLE_ORDER else "",
        "sex": player.sex if player.sex in ("m", "w") else "",
        "birth_date": re.sub(r"[/.]", "-", birth)[:10],
        "federation": federation if re.fullmatch(r"[A-Z]{3}", federation) else "",
        "fide_id": player.fide_id if re.fullmatch(r"[0-9]{1,11}", player.fide_id) else "",
    }


def rounds_of(player: TrfPlayer, begun: int) -> list[int]:
    """The rounds in which the file knows of the player."""
    return [
        number
        for number in range(1, begun + 1)
        if player.entry(number).opponent or away(player, number)
    ]


def has_left(player: TrfPlayer, document: TrfDocument) -> bool:
    """True if the file knows the player no longer: no mark of any kind in its last round."""
    begun = document.begun_rounds
    rounds = rounds_of(player, begun)
    if not begun or rounds[-1:] == [begun]:
        return False
    if rounds:
        return True
    next_byes = {
        number
        for asked in document.requested
        if asked.round == begun + 1 and asked.kind is ByeKind.ZERO_POINT
        for number in asked.players
    }
    return begun >= document.planned_rounds or player.number in next_byes
