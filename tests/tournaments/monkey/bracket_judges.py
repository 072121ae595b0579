"""Judges of a knock-out or play-off after each act: what must hold, and what others may see.

The players still in are counted here anew from the rows of the games.
"""

from itertools import pairwise

from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from pairing.trf import read
from tests import factories
from tests.tournaments.monkey import eyes
from tests.tournaments.monkey.judges import DRAWN, WON
from tournaments.models import Knockout, KnockoutGame, Tournament
from tournaments.queries.knockout.bracket import CourseView, course_view
from tournaments.queries.knockout.course import Course, course_of, draws, game_key
from tournaments.queries.knockout.desk import choices_of, uncounted
from tournaments.queries.knockout.playoff import tied_for
from tournaments.queries.reports.trf import report
from tournaments.queries.standings.table import standings_table


def courses(tournament: Tournament) -> list[Knockout]:
    found = list(
        Knockout.objects.filter(
            tournament=tournament, announced_at__isnull=False, cancelled_at=None
        )
    )
    for one in found:
        one.tournament = tournament
    return found


def judge_courses(tournament: Tournament) -> None:
    for knockout in courses(tournament):
        course = course_of(knockout)
        judge_due(course)
        if knockout.is_playoff:
            judge_order(course)
        else:
            judge_bracket(course)


def judge_due(course: Course) -> None:
    progress = course.progress
    seated = [number for due in progress.due for number in (due.white, due.black)]
    assert len(seated) == len(set(seated)), f"somebody has two games at once: {progress.due}"
    assert set(seated) <= course.people.keys()
    played = {key for key, row in course.games.items() if row.result}
    assert not played & {game_key(due) for due in progress.due}, "due, and played"
    assert progress.finished is not bool(progress.due or progress.waiting)
    for draw, numbers in draws(course).items():
        assert len(set(numbers)) == len(numbers) > 1, draw


# --- A knock-out ----------------------------------------------------------------------------------


def points(row: KnockoutGame) -> dict[int, int]:
    return {
        player: 10 if mark in WON else 5 if mark in DRAWN else 0
        for player, mark in zip((row.white_id, row.black_id), row.result, strict=True)
    }


def loser_of(rows: list[KnockoutGame]) -> int:
    """A.9-A.11: more points, else the golden point game, in which a draw eliminates White."""
    both = sorted({rows[0].white_id, rows[0].black_id})
    one, two = (sum(points(row)[player] for row in rows if not row.golden) for player in both)
    if one != two:
        return both[1] if one > two else both[0]
    last = [row for row in rows if row.golden][-1]
    gained = points(last)
    assert any(gained.values()), "over, and nobody has won"
    white = gained[last.white_id]
    return last.black_id if white > gained[last.black_id] else last.white_id


def left_after(players: int, winners: int) -> list[int]:
    """B.1-B.4: how many are left after each stage, from the first on."""
    target = winners
    while 2 * target <= players:
        target *= 2
    counts = [players] if target < players else []
    while target >= winners:
        counts.append(target)
        target //= 2
    return counts


def judge_bracket(course: Course) -> None:
    """Stage by stage: so many meet as B says, nobody who has lost a match plays on, and so many
    are left as the bracket says."""
    entry = {number: entry.pk for number, entry in course.people.items()}
    ties: dict[str, set[int]] = {}
    rows: dict[str, list[KnockoutGame]] = {}
    for key in sorted(course.games):
        row = course.games[key]
        if row.result:
            ties.setdefault(row.tie, set()).update((row.white_id, row.black_id))
            rows.setdefault(row.tie, []).append(row)
    going_on = {due.tie: (due.white, due.black) for due in course.progress.due}
    for fact in course.progress.waiting:
        going_on[str(dict(fact.values)["draw"]).split()[0]] = (fact.players[0], fact.players[1])
    for tie, both in going_on.items():
        ties.setdefault(tie, set()).update(entry[number] for number in both)
    counts = left_after(len(entry), course.knockout.winners)
    still_in = set(entry.values())
    stage = 0
    while of_stage := {tie: both for tie, both in ties.items() if tie.startswith(f"{stage + 1}.")}:
        stage += 1
        assert len(still_in) == counts[stage - 1], "a stage is open before the one before it"
        assert len(of_stage) == counts[stage - 1] - counts[stage], of_stage
        seated = [player for both in of_stage.values() for player in both]
        assert len(seated) == len(set(seated)) == 2 * len(of_stage), "somebody is in two matches"
        assert set(seated) <= still_in, "who has lost a match plays on"
        still_in -= {loser_of(rows[tie]) for tie in of_stage if tie not in going_on}
    assert len(ties) == sum(counts[n] - counts[n + 1] for n in range(stage)), "games of no stage"
    told = {entry[tie.loser] for one in course.progress.stages for tie in one.ties if tie.loser}
    assert set(entry.values()) - told == still_in
    assert course.progress.finished == (len(still_in) == counts[-1])
    if course.progress.finished:
        judge_end(course, still_in)


def judge_end(course: Course, winners: set[int]) -> None:
    ranking = course.order()
    assert {course.people[number].pk for number in ranking[0]} == winners
    assert len(ranking[0]) == course.knockout.winners
    assert sorted(number for shared in ranking for number in shared) == sorted(course.people)
    page = course_view(course)
    paid = sum(round(100 * float(prize.total)) for prize in page.prizes)
    assert paid == sum(course.knockout.prizes[: len(course.people)]), "money is lost, or found"


# --- A play-off -----------------------------------------------------------------------------------


def judge_order(course: Course) -> None:
    """Everybody has a place in the end, and the standings have it."""
    if not course.progress.finished:
        return
    order = course.order()
    assert sorted(number for shared in order for number in shared) == sorted(course.people)
    knockout = course.knockout
    tournament = knockout.tournament
    tied = tied_for(tournament, knockout.place, tuple(knockout.level))
    others = tournament.knockouts.filter(announced_at__isnull=False, cancelled_at=None)
    if not tied or {one.pk for one in tied.entries} != set(course.numbers) or others.count() > 1:
        return
    rank = {row.entry.pk: row.rank for row in standings_table(tournament).rows}
    ranks = [[rank[course.people[number].pk] for number in shared] for shared in order]
    for better, worse in pairwise(ranks):
        assert max(better) < min(worse), (order, ranks)


# --- What others see ------------------------------------------------------------------------------


def said(page: CourseView) -> list[str]:
    sentences = [*page.facts, *page.reasons, *page.rules]
    for stage in page.stages:
        sentences += stage.facts
    for tie in (*page.ties, *(tie for stage in page.stages for tie in stage.ties)):
        sentences += tie.reasons
    sentences += [one.reason for one in (*page.places, *page.prizes) if one.reason]
    return [str(one.text) for one in sentences]


def words_are_whole(tournament: Tournament) -> None:
    for knockout in courses(tournament):
        for language in ("en", "tr"):
            with translation.override(language):
                course = course_of(knockout)
                page = course_view(course)
                texts = said(page) + [
                    str(one.reason.text) for one in choices_of(course, draws(course)) if one.reason
                ]
            for text in texts:
                assert text.strip()
                for left in ("%(", "None", "{", "<"):
                    assert left not in text, text
        shown = {
            game.row.pk
            for tie in (*page.ties, *(tie for stage in page.stages for tie in stage.ties))
            for game in tie.games
            if game.row
        }
        assert shown == {row.pk for row in course.games.values() if row.result}
        assert {game.row.pk for game in uncounted(course) if game.row} <= shown


def addresses(tournament: Tournament) -> list[str]:
    public = f"/en/e/{tournament.event.slug}/{tournament.slug}/"
    found = eyes.addresses(tournament, 1)
    found.append(f"/api/v1/tournaments/{tournament.pk}/knockouts/")
    for knockout in Knockout.objects.filter(tournament=tournament).order_by("pk"):
        found.append(f"{public}knockout/{knockout.pk}/")
        games = knockout.games.all()[:2]
        found += [reverse("api:game", args=[knockout.pk, row.key]) for row in games]
    return found


def strangers_look(tournament: Tournament) -> None:
    """Every page answers, and says the same as if what is only planned were not there."""
    asked = addresses(tournament)
    now = eyes.seen(asked)
    for address, (status, _body) in now.items():
        assert status in (200, 404) or address.endswith("/acts/"), (address, status)
    planned = Knockout.objects.filter(tournament=tournament, announced_at=None)
    if not planned.exists():
        return
    with eyes.as_if(tournament):
        planned.filter(kind=Knockout.Kind.PLAYOFF).delete()
        planned.update(settings={}, winners=1, prizes=[], currency="", starts_at=None, order=[])
        without = eyes.seen(asked)
    for address in asked:
        told = set(now[address][1].split(b"\n")) ^ set(without[address][1].split(b"\n"))
        assert now[address] == without[address], f"{address} tells of a plan: {told}"


DESK = (
    "",
    "players/",
    "settings/",
    "settings/ready/",
    "settings/timetable/",
    "standings/",
    "standings/decisions/",
    "documents/",
    "history/",
    "rounds/report/",
)


def desk_looks(tournament: Tournament) -> None:
    cache.clear()
    client = Client()
    client.force_login(factories.chief_of(tournament))
    pages = [*DESK]
    for knockout in Knockout.objects.filter(tournament=tournament):
        own = f"knockout/{knockout.pk}/"
        pages += [own, f"{own}plan/"]
        pages += [f"{own}games/{row.pk}/" for row in knockout.games.exclude(result="")[:2]]
    for page in pages:
        address = f"/en/desk/{tournament.event.slug}/{tournament.slug}/{page}"
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, (address, answer.status_code)
    read(report(tournament))
