"""Matches that follow a team which always plays at the same boards."""

from collections.abc import Sequence

from django.db.models import F

from tournaments.kernel.errors import Refused
from tournaments.models import Match, Round, Team, Tournament
from tournaments.queries.teams.swiss import matches_stored

#: far beyond every number: no two matches have the same one, not even in between
_ASIDE = 10_000


def guard_match_free(tournament: Tournament, team: Team) -> None:
    """A match that follows a team follows no other one."""
    if team.fixed_match is None or team.gone:
        return
    others = tournament.teams.filter(fixed_match=team.fixed_match, withdrawn_after=None)
    if other := others.exclude(pk=team.pk).first():
        raise Refused(
            "team.match_taken", field="fixed_match", match=team.fixed_match, name=other.name
        )


def numbers_of(pairs: Sequence[tuple[Team, Team]]) -> list[int]:
    """The numbers of the matches of a round that are in order. One of a team that needs certain
    boards gets its number; the others keep their order around it."""
    taken: dict[int, int] = {}
    for place, (first, second) in enumerate(pairs):
        wanted = first.fixed_match or second.fixed_match
        if wanted and wanted not in taken:
            taken[wanted] = place
    held = {place: number for number, place in taken.items()}
    numbers = []
    number = 0
    for place in range(len(pairs)):
        if place in held:
            numbers.append(held[place])
            continue
        number += 1
        while number in taken:
            number += 1
        numbers.append(number)
    return numbers


def number_matches_again(tournament: Tournament) -> None:
    """A team needs other boards now: matches of which the boards are not made follow, who meets
    whom stays."""
    for round_ in tournament.rounds.filter(status=Round.Status.PLANNED):
        rows = _as_paired(round_, list(round_.matches.select_related("first", "second")))
        numbers = numbers_of([(row.first, row.second) for row in rows])
        if numbers == [row.number for row in rows]:
            continue
        round_.matches.update(number=F("number") + _ASIDE)
        for row, number in zip(rows, numbers, strict=True):
            row.number = number
        Match.objects.bulk_update(rows, ["number"])


def _as_paired(round_: Round, rows: list[Match]) -> list[Match]:
    """The matches in the order in which they were paired; one changed by hand stands where the
    higher of its teams stood."""
    stored = matches_stored(round_)
    teams = stored.get("numbers", {})
    places = {
        teams[str(number)]: place
        for place, board in enumerate(stored.get("boards", []))
        for number in board
    }

    def place(row: Match) -> tuple[int, int]:
        known = (places.get(team, len(rows)) for team in (row.first_id, row.second_id))
        return (min(known) if places else 0, row.number)

    return sorted(rows, key=place)
