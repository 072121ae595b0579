"""Players who will not be paired in the coming round, asked about before, not found after."""

from dataclasses import dataclass

from django.utils.functional import Promise

from tournaments.models import ByeKind, ByeRequest, Entry, Round, Tournament


@dataclass(frozen=True, slots=True)
class Away:
    entry: Entry
    bye: str | Promise  # in words; "" = absent
    over: bool = False  # a half-point bye more than the regulations allow


def byes_over_the_limit(tournament: Tournament, number: int | None = None) -> set[tuple[int, int]]:
    """(entry, round) of half-point byes beyond those that the regulations allow a player."""
    asked: dict[int, int] = {}
    over = set()
    rows = ByeRequest.objects.filter(entry__tournament=tournament, kind=ByeKind.HALF_POINT)
    for entry, round_number in rows.order_by("round_number").values_list(
        "entry_id", "round_number"
    ):
        asked[entry] = asked.get(entry, 0) + 1
        if asked[entry] > tournament.half_byes_allowed and number in (None, round_number):
            over.add((entry, round_number))
    return over


def left_out(round_: Round, entries: list[Entry]) -> list[Away]:
    """Those without a game in a round and why: first those who may still come, then those who
    asked for a bye."""
    asked = dict(round_.pairings.byes().values_list("white_id", "bye"))
    asked = {pk: kind for pk, kind in asked.items() if kind in ("H", "F")}
    found = [Away(e, ByeKind(asked[e.pk]).label if e.pk in asked else "") for e in entries]
    return sorted(found, key=lambda each: (bool(each.bye), each.entry.gone))


def to_be_paired(tournament: Tournament, number: int, away: list[Away]) -> int | None:
    """The number of players that a Swiss round would pair now; None where other things decide."""
    if not (tournament.format.swiss and tournament.format.pairs_players):
        return None
    entries = tournament.entries.filter(first_round__lte=number)
    return sum(not entry.gone for entry in entries) - len(away)


def known_to_be_away(tournament: Tournament, number: int) -> list[Away]:
    """Players still in the tournament who do not play in a round that is not paired yet."""
    if tournament.format.pairs_teams:
        return []
    asked = {
        request.entry_id: request.get_kind_display()
        for request in ByeRequest.objects.filter(entry__tournament=tournament, round_number=number)
    }
    entries = tournament.entries.filter(first_round__lte=number)
    over = byes_over_the_limit(tournament, number)
    return [
        Away(entry, asked.get(entry.pk, ""), (entry.pk, number) in over)
        for entry in entries
        if not entry.gone and (entry.pk in asked or entry.status == Entry.Status.ABSENT)
    ]
