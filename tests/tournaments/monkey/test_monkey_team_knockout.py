"""The same for a knock-out between teams, which is played on the pages of matches."""

from collections import Counter

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.tournaments.monkey import bracket_judges
from tests.tournaments.monkey.bracket_desk import CourseDesk
from tests.tournaments.monkey.desk import NO, Desk
from tests.tournaments.monkey.hands import ODD, Hands, pick, usual
from tests.tournaments.monkey.judges import Picture, judge_change, judge_log
from tests.tournaments.monkey.test_monkey import Example, let_loose
from tests.tournaments.team_events import team_event
from tournaments.models import Knockout, Match, Round
from tournaments.queries.knockout.course import draws
from tournaments.services.knockout import drawing, planning
from tournaments.services.knockout.team_rounds import make_round
from tournaments.services.rounds import drafts
from tournaments.services.rounds.publication import finish_round, unpublish_round
from tournaments.services.teams.matches import forfeit_match

pytestmark = pytest.mark.django_db


class TeamCourseDesk(CourseDesk):
    def judge(self, before: Picture, *more) -> None:
        rounds, rows, silent = more
        judge_change(before, self.now, rounds, rows, silent)
        judge_log(self.tournament, before.log[1] or 0)
        self.judge_matches()

    def judge_matches(self) -> None:
        """Nobody is in two matches of a round, nor in one after the match that they have lost."""
        if not self.known.announced_at:
            return
        course = self.course()
        for number in {row["round__number"] for row in self.now.matches.values()}:
            teams = Counter(
                team
                for row in self.now.matches.values()
                if row["round__number"] == number
                for team in (row["first_id"], row["second_id"])
            )
            assert set(teams.values()) == {1}, f"a team has two matches in round {number}"
        lost: set[int] = set()
        for stage in course.progress.stages:
            for tie in stage.ties:
                assert not lost & {tie.first, tie.second}, "who has lost a match plays on"
                games = course.team_games.of_tie(tie.tie)
                both = {course.people[tie.first].pk, course.people[tie.second].pk}
                for view, _place in games:
                    assert {view.match.first_id, view.match.second_id} == both
            lost |= {tie.loser for tie in stage.ties if tie.loser}
        assert course.progress.finished is (
            len(course.people) - len(lost) == course.knockout.winners
        )
        draws(course)

    @property
    def last(self) -> int:
        found = Round.objects.filter(tournament=self.tournament).exclude(matches=None)
        return max(found.values_list("number", flat=True), default=1)


class TeamKnockoutMonkey(Hands, Example, RuleBasedStateMachine):
    desk: TeamCourseDesk

    @initialize(
        teams=st.integers(3, 7),
        boards=st.integers(1, 3),
        winners=st.integers(1, 2),
        bracket=st.sampled_from(("fixed", "reseed")),
        extensions=st.integers(0, 1),
        steps=st.integers(0, 12),
        codes=usual,
    )
    def begin(self, teams, boards, winners, bracket, extensions, steps, codes):
        made = team_event(teams, boards, system="handbook.team_knockout", drawn=False)
        self.desk = TeamCourseDesk(made)
        self.desk.hand = Knockout.objects.get(tournament=made).pk
        self.desk.change_plan({"winners": winners, "bracket": bracket, "extensions": extensions})
        if steps:
            self.go_on(steps, codes)

    @rule(steps=st.integers(1, 8), codes=usual)
    def go_on(self, steps, codes):
        desk = self.desk
        for _step in range(steps):
            if not desk.known.announced_at:
                desk.act(planning.announce, rounds={1})
                continue
            number = desk.last
            status = desk.status(number)
            missing = [row for row in desk.games(number) if row.result in ("", "??")]
            if status == "published" and missing:
                for place, row in enumerate(missing):
                    desk.enter(row, codes[place % len(codes)])
            elif status == "published":
                desk.do(finish_round, number=number)
            elif status == "finished":
                for fact in desk.course().progress.waiting:
                    values = dict(fact.values)
                    desk.act(
                        drawing.enter_lot,
                        draw=values["draw"],
                        order=list(fact.players),
                        rounds={number},
                    )
                desk.act(make_round, rounds={number + 1})
            elif status == "draft":
                Desk.publish(desk, number)
            else:
                Desk.pair(desk, number)

    @rule(back=st.booleans())
    def announce(self, back):
        desk = self.desk
        if not desk.known.announced_at:
            desk.there_and_back(
                lambda: desk.act(planning.announce, rounds={1}),
                lambda _: desk.act(planning.take_back_plan, rounds={1}) if back else NO,
            )

    @rule()
    def take_back(self):
        self.desk.act(planning.take_back_plan, rounds=range(20))

    @rule()
    def make_next_round(self):
        self.desk.act(make_round, rounds={self.desk.last, self.desk.last + 1})

    @rule(which=pick, code=st.sampled_from((*ODD, "", "xx")), last=st.booleans())
    def enter_or_correct(self, which, code, last):
        desk = self.desk
        found = (desk.games(desk.last) if last else []) or desk.games()
        if found:
            self.irregular(lambda: desk.enter(found[which % len(found)], code), which % 2)

    @rule(which=pick, forfeit=st.sampled_from(("+-", "-+", "--", "")))
    def forfeit(self, which, forfeit):
        desk = self.desk
        found = list(Match.objects.filter(round__tournament=desk.tournament).order_by("pk"))
        if found:
            match = found[which % len(found)]
            desk.do(forfeit_match, match=match, forfeit=forfeit, rounds={match.round.number})

    @rule()
    def discard(self):
        self.desk.do(drafts.discard_draft, number=self.desk.last, rounds={self.desk.last})

    @rule()
    def unpublish(self):
        number = self.desk.last
        self.desk.do(unpublish_round, number=number, reason="wrong", rounds={number})

    @rule(which=pick, turn=st.booleans())
    def draw_a_lot(self, which, turn):
        desk = self.desk
        found = sorted(desk.draws().items()) if desk.known.announced_at else []
        if found:
            draw, numbers = found[which % len(found)]
            order = list(reversed(numbers)) if turn else list(numbers)
            desk.act(drawing.enter_lot, draw=draw, order=order, rounds={desk.last})

    @rule()
    def strangers_look(self):
        bracket_judges.words_are_whole(self.desk.tournament)
        bracket_judges.strangers_look(self.desk.tournament)

    @rule()
    def desk_looks(self):
        bracket_judges.desk_looks(self.desk.tournament)


def test_no_knock_out_of_teams_is_lost_spoiled_or_told_too_early_by_any_acts():
    played = let_loose(TeamKnockoutMonkey, 1, examples=2, steps=8)
    assert played["events"] >= 2
    assert played["acts"] > played.total() - played["acts"] - played["events"] > 0


@pytest.mark.full
@pytest.mark.parametrize("number", range(2, 4))
def test_no_knock_out_of_teams_is_lost_spoiled_or_told_too_early_by_many_acts(number):
    let_loose(TeamKnockoutMonkey, number, examples=15, steps=40)
