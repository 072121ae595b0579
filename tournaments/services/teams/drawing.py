"""The numbers of teams, drawn by lot, and the programme that follows from them."""

from collections.abc import Mapping, Sequence

from pairing.errors import PairingError
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.log import just_done
from tournaments.models import Match, Team, TeamRules, Tournament, User
from tournaments.queries.setup.events import is_under_way
from tournaments.queries.teams.listing import teams_to_draw
from tournaments.queries.teams.rules import average, programme_of, rules_of
from tournaments.services.entries.lots import draw_as_data, drawn_numbers
from tournaments.services.setup.events import plan_rounds


def draw(
    *, tournament: Tournament, by: User | None, typed: Mapping[int, int] | None = None
) -> tuple[Team, ...]:
    """Numbers by lot, from the recorded seed or as drawn at the table; then every match of the
    event is known. `typed`: number by team."""
    with act("teams.drawn", tournament, by=by) as done:
        tournament = done.tournament
        if tournament.format.pairs_players:
            raise Refused("teams.not_a_team_event")
        if tournament.format.makes_rounds_from_plan:
            raise Refused("knockout.teams_by_the_plan")
        if is_under_way(tournament):
            raise Refused("teams.under_way")
        rules = rules_of(tournament)
        teams = teams_to_draw(tournament)
        _guard_complete(tournament, rules, teams)
        ratings = [average(team, rules.boards) for team in teams]
        typed = typed or {}
        if tournament.format.swiss:
            typed = by_rating(teams, ratings, typed)
        numbers = drawn_numbers(tournament, teams, ratings, typed, unfit="teams.numbers_wrong")
        draw_said = draw_as_data(tournament, teams, numbers, typed)
        if just_done("teams.drawn", tournament, after=draw_said):
            return done.nothing(_in_order(teams))
        for team in teams:
            team.number = numbers[team.pk]
        Team.objects.bulk_update(teams, ["number"])
        if not rules.pk:
            rules.save()
        if tournament.format.fixed_schedule:
            write_programme(tournament, rules, teams)
        done.record(tournament, label=str(len(teams)), after=draw_said)
        return _in_order(teams)


def by_rating(
    teams: Sequence[Team], ratings: Sequence[int], typed: Mapping[int, int]
) -> dict[int, int]:
    """C.04.6 art. 1.1.2: a Swiss of teams numbers them by their average ratings, equal ones by
    name; numbers that were typed in come first, and the others follow in the places left."""
    left = [number for number in range(1, len(teams) + 1) if number not in typed.values()]
    order = sorted(
        (place for place, team in enumerate(teams) if team.pk not in typed),
        key=lambda place: (-ratings[place], place),
    )
    given = dict(zip((teams[place].pk for place in order), left, strict=False))
    return {**typed, **given}


def _in_order(teams: Sequence[Team]) -> tuple[Team, ...]:
    return tuple(sorted(teams, key=lambda team: team.number or 0))


def _guard_complete(tournament: Tournament, rules: TeamRules, teams: Sequence[Team]) -> None:
    if len(teams) < 2:
        raise Refused("teams.too_few")
    if tournament.format.exact_teams not in (0, len(teams)):
        raise Refused("teams.skalitzka_three", count=len(teams))
    short = [team.name for team in teams if team.members.count() < rules.boards]
    if short and rules.gaps == TeamRules.Gaps.REFUSE:
        raise Refused("teams.short", teams=", ".join(short), boards=rules.boards)


def write_programme(tournament: Tournament, rules: TeamRules, teams: Sequence[Team]) -> None:
    by_number = {team.number or 0: team for team in teams}
    ordered = [by_number[number] for number in sorted(by_number)]
    # Kept with the draw: a rating corrected later must not turn the tables round.
    tournament.options = {
        **tournament.options,
        "averages": [average(team, rules.boards) for team in ordered],
    }
    try:
        plan = programme_of(tournament, rules)
    except PairingError as error:
        raise Refused("teams.no_programme", detail=error.as_data()) from error
    Match.objects.filter(round__tournament=tournament).delete()
    tournament.total_rounds = len(plan)
    tournament.save(update_fields=["total_rounds", "options"])
    plan_rounds(tournament)
    rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
    Match.objects.bulk_create(
        Match(
            round=rounds[each.number],
            number=match.number,
            first=by_number[match.first],
            second=by_number[match.second],
            meeting=match.meeting,
        )
        for each in plan
        for match in each.matches
    )


def undo_draw(*, tournament: Tournament, by: User | None, confirmed: str = "") -> None:
    with act("teams.draw_undone", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        if is_under_way(tournament):
            raise Refused("teams.under_way")
        done.require("teams.undo_draw", level=3, reasons=[Reason("teams.undo_draw_effect")])
        forget_draw(done)


def forget_draw(done: Act[Tournament]) -> None:
    tournament = done.tournament
    Match.objects.filter(round__tournament=tournament).delete()
    numbers = dict(tournament.teams.values_list("name", "number"))
    tournament.teams.update(number=None)
    tournament.options = {k: v for k, v in tournament.options.items() if k != "averages"}
    tournament.schedule_public = False  # the next draw is shown when the arbiter says so
    done.save("options", "schedule_public")
    done.record(tournament, "teams.draw_undone", label="", before=numbers)
