"""B.02 art. 1: the time that a game needs to be rated, standard and rapid or blitz."""

import re

_PERIOD = re.compile(r"(?:(?P<moves>\d+)/)?(?P<seconds>\d+)(?:\+(?P<more>\d+))?", re.ASCII)
_MOVES = 60
#: art. 1.1: minutes of standard games where somebody plays with this rating or more
STANDARD = ((2400, 120), (1800, 90), (0, 60))


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
    return next(minutes for rating, minutes in STANDARD if highest >= rating)


def least_rating_refused(minutes: int) -> int | None:
    """Art. 1.1: games of players from this rating on are not rated with so little time; None if
    those of everybody are."""
    return next((rating for rating, needed in reversed(STANDARD) if needed > minutes), None)


def kind_of(minutes: int) -> str:
    """Say which kind such games are: standard from an hour on, rapid above ten minutes, blitz
    above three; "" for what is quicker."""
    if minutes >= 60:
        return "standard"
    if minutes > 10:
        return "rapid"
    return "blitz" if minutes > 3 else ""
