"""B.02 art. 1: the time that a game needs to be rated, standard and rapid or blitz."""

import re

_PERIOD = re.compile(r"(?:(?P<moves>\d+)/)?(?P<seconds>\d+)(?:\+(?P<more>\d+))?", re.ASCII)
_MOVES = 60


def minutes_for_sixty(code: str) -> int | None:
    """Whole minutes for sixty moves, from a time control as record 222 has it; of two players
    with unequal times those of the one with less."""
    if not code:
        return None
    if code.startswith("W"):
        white, _dash, black = code[1:].partition("-B")
        minutes = [minutes_for_sixty(side) for side in (white, black)]
        return min((one for one in minutes if one is not None), default=None)
    seconds, left = 0, _MOVES
    for part in code.split(":"):
        found = _PERIOD.fullmatch(part)
        if found is None:
            return None
        moves = min(int(found["moves"] or left), left)
        seconds += int(found["seconds"]) + int(found["more"] or 0) * moves
        left -= moves
        if not left:
            break
    return seconds // 60


def minutes_needed(white: int | None, black: int | None) -> int:
    """Art. 1.1 (standard): by the stronger of the two players."""
    highest = max(white or 0, black or 0)
    return 120 if highest >= 2400 else 90 if highest >= 1800 else 60


def kind_of(minutes: int) -> str:
    """Say which kind such games are: standard from an hour on, rapid above ten minutes, blitz
    above three; "" for what is quicker."""
    if minutes >= 60:
        return "standard"
    if minutes > 10:
        return "rapid"
    return "blitz" if minutes > 3 else ""
