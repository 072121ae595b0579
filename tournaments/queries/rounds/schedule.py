"""Rounds known in advance (round robin), and averages of opponents (Dubov, art. 9)."""

from dataclasses import dataclass

from pairing.errors import PairingError
from pairing.handbook.round_robin import schedule
from pairing.systems import AroEntry, system
from tournaments.models import Entry, Match, Round, Team, Tournament
from tournaments.queries.standings.table import last_public_round
from tournaments.snapshot import snapshot


@dataclass(frozen=True, slots=True)
class PlannedRound:
    number: int
    round: Round | None
    pairs: tuple[tuple[Entry, Entry], ...]
    resting: Entry | None


def whole_schedule(tournament: Tournament) -> list[PlannedRound]:
    """Every round by the Berger tables; empty before there are numbers for two players."""
    if not tournament.format.table_of_players:
        return []
    people = {entry.tpn: entry for entry in tournament.entries.numbered()}
    rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
    chosen, options = tournament.format, tournament.options
    try:
        planned = schedule(
            len(people),
            cycles=int(chosen.value("cycles", options)),
            swap_last_two=bool(chosen.value("swap_last_two", options)),
        )
    except PairingError:
        return []
    return [
        PlannedRound(
            each.number,
            rounds.get(each.number),
            tuple((people[board.white], people[board.black]) for board in each.boards),
            people[each.bye] if each.bye else None,
        )
        for each in planned
    ]


# --- Teams ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundOfMatches:
    round: Round
    matches: tuple[Match, ...]
    resting: tuple[Team, ...]


def team_schedule(tournament: Tournament) -> list[RoundOfMatches]:
    """The matches of every round; empty before the numbers of the teams are drawn."""
    if tournament.format.pairs_players:
        return []
    teams = {team.pk: team for team in tournament.teams.numbered()}
    by_round: dict[int, list[Match]] = {}
    rounds: dict[int, Round] = {}
    found = (
        Match.objects.filter(round__tournament=tournament)
        .select_related("round")
        .defer("round__trace")
        .order_by("round__number", "number")
    )
    for match in found:
        match.first, match.second = teams[match.first_id], teams[match.second_id]
        rounds[match.round_id] = match.round
        by_round.setdefault(match.round_id, []).append(match)
    planned = []
    for pk, matches in by_round.items():
        playing = {team for match in matches for team in (match.first_id, match.second_id)}
        number = rounds[pk].number
        resting = tuple(
            team
            for key, team in teams.items()
            if key not in playing and not (tournament.format.swiss and team.gone_before(number))
        )
        planned.append(RoundOfMatches(rounds[pk], tuple(matches), resting))
    return planned


# --- Averages -------------------------------------------------------------------------------------


def aro_table(tournament: Tournament, after: int) -> list[tuple[Entry, AroEntry]] | None:
    """The list that is published after each round; None for other systems and other rounds."""
    if not tournament.format.publishes_averages or not 1 <= after <= last_public_round(tournament):
        return None
    averages = system(tournament.system).averages
    assert averages is not None
    before = snapshot(tournament, before_round=after + 1)
    return [(before.entries[row.tpn], row) for row in averages(before.state)]
