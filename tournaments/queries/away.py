"""Who will not be paired in the coming round, so that it is asked before and not found after."""

from dataclasses import dataclass

from tournaments.models import ByeRequest, Entry, Tournament


@dataclass(frozen=True, slots=True)
class Away:
    entry: Entry
    bye: str  # in words; "" = absent


def known_to_be_away(tournament: Tournament, number: int) -> list[Away]:
    """Players still in the tournament who do not play in a round that is not paired yet."""
    if tournament.of_teams:
        return []
    asked = {
        request.entry_id: request.get_kind_display()
        for request in ByeRequest.objects.filter(entry__tournament=tournament, round_number=number)
    }
    entries = tournament.entries.filter(first_round__lte=number)
    return [
        Away(entry, asked.get(entry.pk, ""))
        for entry in entries
        if not entry.gone and (entry.pk in asked or entry.status == Entry.Status.ABSENT)
    ]
