"""The last act on several players at once, as long as it can be taken back."""

from tournaments.models import LogEntry, Tournament
from tournaments.queries.rounds.coming import next_open_round

#: the acts, as the history keeps them; taken back, each has "_back" behind its name
MARKS, BYES, MOVED = "checkin.several", "bye.several", "entries.moved"
SEVERAL = (MARKS, BYES, MOVED)


def last_of_several(tournament: Tournament) -> LogEntry | None:
    """The last one, not taken back yet, of a round that is not published."""
    acts = [*SEVERAL, *(f"{one}_back" for one in SEVERAL)]
    found = tournament.log.filter(act__in=acts).order_by("-id").first()
    if found is None or found.act not in SEVERAL:
        return None
    if found.round_number and found.round_number < next_open_round(tournament):
        return None
    return found
