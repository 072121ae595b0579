"""A knock-out between teams: its rounds of matches, one by one."""

from collections.abc import Sequence

from pairing.handbook.team_knockout import DueMatch
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Refused
from tournaments.models import Knockout, Match, Round, Tournament, User
from tournaments.queries.knockout.course import Course
from tournaments.services.knockout.course import fresh, running


def make_round(*, knockout: Knockout, by: User | None) -> Round:
    """The next round: every match that is due. Once the round before is finished."""
    with act("knockout.round", knockout.tournament, by=by) as done:
        knockout = fresh(done, knockout)
        if not knockout.tournament.format.makes_rounds_from_plan:
            raise Refused("knockout.none")
        course = running(knockout)
        games = course.team_games
        assert games is not None
        last = knockout.tournament.rounds.exclude(matches=None).order_by("number").last()
        number = (last.number if last else 0) + 1
        due = games.due
        if last is not None and last.status == Round.Status.PLANNED and games.displaced:
            # A correction has changed who meets whom before any board was made: once more.
            number, due = last.number, games.due_before_the_last
        elif last is not None and last.status != Round.Status.FINISHED:
            raise Refused("knockout.round_open", round=last.number)
        if course.progress.waiting:
            raise Refused("knockout.choose_first")
        if not due:
            raise Refused("knockout.no_round")
        return write_round(done, course, number, due)


def write_round(
    done: Act[Tournament], course: Course, number: int, due: Sequence[DueMatch]
) -> Round:
    tournament = done.tournament
    golden = set(tournament.options.get("golden_rounds", ())) - {number}
    if due[0].golden:
        golden.add(number)
    tournament.options = {**tournament.options, "golden_rounds": sorted(golden)}
    tournament.total_rounds = number
    done.save("options", "total_rounds")
    round_, _created = tournament.rounds.get_or_create(number=number)
    round_.matches.all().delete()
    round_.line_ups.all().delete()
    teams = course.teams
    Match.objects.bulk_create(
        Match(
            round=round_,
            number=place,
            first=teams[one.first],
            second=teams[one.second],
            meeting=int(one.tie.partition(".")[0]),
        )
        for place, one in enumerate(due, start=1)
    )
    done.record(course.knockout, "knockout.round", label=str(number), after={"matches": len(due)})
    return round_
