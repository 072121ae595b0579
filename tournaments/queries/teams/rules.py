"""The rules for teams and what follows from them: boards in a round, averages, the programme."""

from pairing.handbook import team_events
from pairing.handbook.team_events import RoundPlan
from tiebreaks.advice import recommended
from tournaments.models import Match, Round, Team, TeamRules, Tournament


def rules_of(tournament: Tournament) -> TeamRules:
    """The rules for teams; the handbook's usual ones until somebody has saved others."""
    found = TeamRules.objects.filter(tournament=tournament).first()
    if found is None:
        chosen = recommended(tournament.format.team_tie_breaks)
        ranks, *codes = chosen.codes
        found = TeamRules(
            tournament=tournament, primary=ranks[:2], edition=chosen.edition, tie_breaks=codes
        )
        if tournament.format.swiss:
            # C.04.6 art. 1.4: the bye is a drawn match, unless the rules say otherwise.
            found.match_bye = found.match_draw
            found.bye_board_points = drawn_on_boards(tournament, found.boards)
    found.tournament = tournament
    return found


def drawn_on_boards(tournament: Tournament, boards: int) -> int:
    """Board points of a drawn match, in tenths."""
    return tournament.draw_points * boards


def average(team: Team, boards: int) -> int:
    """The average rating of the players on the boards, rounded; 0 without ratings."""
    ratings = [member.entry.rating for member in list(team.members.all())[:boards]]
    known = [rating for rating in ratings if rating]
    return (2 * sum(known) + len(known)) // (2 * len(known)) if known else 0


def boards_in(tournament: Tournament, rules: TeamRules, number: int) -> int:
    """Boards of a match in this round: one where a golden point decides (knock-out A.10)."""
    return 1 if number in tournament.options.get("golden_rounds", ()) else rules.boards


def rules_in(round_: Round) -> TeamRules:
    """The rules as they are for the line-ups of this round."""
    rules = rules_of(round_.tournament)
    rules.boards = boards_in(round_.tournament, rules, round_.number)
    return rules


def _rounds_made(tournament: Tournament, rules: TeamRules) -> tuple[RoundPlan, ...]:
    rows: dict[int, list[tuple[int, int, int, int]]] = {}
    for round_, number, meeting, first, second in (
        Match.objects.filter(round__tournament=tournament)
        .order_by("round__number", "number")
        .values_list("round__number", "number", "meeting", "first__number", "second__number")
    ):
        rows.setdefault(round_, []).append((number, meeting, first or 0, second or 0))
    found = []
    for number in range(1, tournament.total_rounds + 1):
        boards, matches = boards_in(tournament, rules, number), rows.get(number, [])
        if tournament.format.swiss:
            found.append(team_events.swiss_round(number, boards, matches))
        else:
            stages = [match[1:] for match in matches]
            found.append(team_events.knockout_round(number, boards, stages))
    return tuple(found)


def programme_of(tournament: Tournament, rules: TeamRules) -> tuple[RoundPlan, ...]:
    """The rounds by team number; in Scheveningen the averages say who stays seated."""
    if not tournament.format.programme:
        return _rounds_made(tournament, rules)
    teams = tournament.teams.numbered().prefetch_related("members__entry")
    ordered = sorted(teams, key=lambda team: team.number or 0)
    averages = tournament.options.get("averages") or [
        average(team, rules.boards) for team in ordered
    ]
    return team_events.programme(
        tournament.system,
        len(ordered),
        rules.boards,
        options=tournament.options,
        averages=averages,
    )
