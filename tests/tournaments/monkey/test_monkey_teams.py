"""The same for an event of teams: no sequence of acts loses, corrupts or leaks anything."""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.tournaments.monkey import eyes
from tests.tournaments.monkey.desk import NO, Desk
from tests.tournaments.monkey.hands import ODD, Hands, code, pick, usual
from tests.tournaments.monkey.test_monkey import Example, let_loose
from tests.tournaments.team_events import team_event
from tournaments.models import Match, Team, TeamMember
from tournaments.services.results.correcting import correct_report
from tournaments.services.results.entering import adjourn_missing, check_result, undo_last
from tournaments.services.rounds import drafts, manual_pairing
from tournaments.services.rounds.publication import finish_round, unpublish_round
from tournaments.services.setup.events import change_tournament, leave_fide_mode
from tournaments.services.teams import drawing, leaving, lineups
from tournaments.services.teams.matches import forfeit_match

pytestmark = pytest.mark.django_db


class TeamMonkey(Hands, Example, RuleBasedStateMachine):
    """Every team meets every other one."""

    @initialize(
        number=st.integers(3, 5),
        boards=st.integers(1, 3),
        gaps=st.sampled_from(("refuse", "forfeit")),
        order=st.sampled_from(("move_up", "own_board", "free")),
        steps=st.integers(0, 9),
        codes=usual,
    )
    def begin(self, number, boards, gaps, order, steps, codes):
        rules = {"gaps": gaps, "order": order}
        self.desk = Desk(team_event(number, boards, rules=rules))
        self.go_on(steps, codes)

    # --- The usual way ----------------------------------------------------------------------------

    @rule(steps=st.integers(1, 6), codes=usual)
    def go_on(self, steps, codes):
        for _step in range(steps):
            self.desk.go_on(codes)

    @rule(codes=usual)
    def a_round_is_played(self, codes):
        self.go_on(4, codes)

    @rule(number=st.integers(0, 8))
    def pair_any_round(self, number):
        self.desk.pair(number)

    @rule(number=st.integers(0, 8))
    def publish_any_round(self, number):
        self.desk.publish(number)

    @rule(number=st.integers(0, 8))
    def finish_any_round(self, number):
        self.desk.do(finish_round, number=number)

    # --- Teams and matches ------------------------------------------------------------------------

    def team(self, number):
        found = list(Team.objects.filter(tournament=self.desk.tournament).order_by("pk"))
        return found[number % len(found)]

    @rule(who=pick, back=st.booleans())
    def withdraw_team(self, who, back):
        desk, team = self.desk, self.team(who)
        if team.withdrawn_after is not None:
            desk.do(leaving.return_team, team=team)
            return
        desk.there_and_back(
            lambda: desk.do(leaving.withdraw_team, team=team),
            lambda _: desk.do(leaving.return_team, team=team) if back else NO,
        )

    @rule(who=pick)
    def remove_team(self, who):
        self.desk.do(leaving.remove_team, team=self.team(who))

    @rule()
    def undo_the_draw(self):
        self.desk.do(drawing.undo_draw)

    @rule(who=pick, number=st.integers(1, 5), order=st.permutations(range(4)), gap=st.booleans())
    def hand_in(self, who, number, order, gap):
        team = self.team(who)
        members = list(TeamMember.objects.filter(team=team).order_by("pk"))
        boards = len(members) - 1 - gap
        listed = [members[place].entry_id for place in order if place < len(members)]
        seats = dict(enumerate(listed[:boards], start=1))
        self.desk.do(lineups.hand_in, team=team, number=number, seats=seats, rounds={number})

    @rule(which=pick, forfeit=st.sampled_from(("+-", "-+", "--", "xx")), back=st.booleans())
    def forfeit_match(self, which, forfeit, back):
        desk = self.desk
        rounds = {max(desk.coming - 1, 1)}
        found = Match.objects.filter(round__tournament=desk.tournament, round__number__in=rounds)
        matches = list(found.order_by("pk"))
        if not matches:
            return
        match = matches[which % len(matches)]
        if match.forfeit == forfeit:
            return
        given = {"match": match, "rounds": rounds}
        again = match.forfeit
        desk.there_and_back(
            lambda: desk.do(forfeit_match, forfeit=forfeit, **given),
            lambda _: desk.do(forfeit_match, forfeit="", **given) if back and not again else NO,
        )

    @rule(values=st.sampled_from(({"tie_breaks": ["SB"]}, {"total_rounds": 9}, {"name": "B"})))
    def change_settings(self, values):
        self.desk.do(change_tournament, values=values)

    @rule()
    def leave_fide_mode(self):
        self.desk.do(leave_fide_mode)

    @rule(which=pick)
    def undo_an_irregular_act(self, which):
        self.desk.undo_irregular(which)

    # --- Rounds and results -----------------------------------------------------------------------

    @rule()
    def discard(self):
        number = self.desk.coming
        self.desk.do(drafts.discard_draft, number=number, rounds={number})

    @rule(reason=st.sampled_from(("wrong", "wrong", "")), again=st.booleans())
    def unpublish(self, reason, again):
        desk = self.desk
        number = max(desk.coming - 1, 1)
        desk.there_and_back(
            lambda: desk.do(unpublish_round, number=number, reason=reason, rounds={number}),
            lambda _: desk.publish(number) if again else NO,
        )

    @rule()
    def begin_by_hand(self):
        assert self.desk.do(manual_pairing.begin, number=self.desk.current) is NO

    def game(self, which, *, last=True):
        number = max(self.desk.coming - 1, 1)
        found = (self.desk.games(number) if last else []) or self.desk.games()
        return found[which % len(found)] if found else None

    @rule(which=pick, code=st.sampled_from((*ODD, "", "xx")), last=st.booleans())
    def enter_result(self, which, code, last):
        row = self.game(which, last=last)
        if row:
            self.irregular(lambda: self.desk.enter(row, code), which % 2)

    @rule(which=pick, code=code)
    def undo_result(self, which, code):
        desk = self.desk
        row = self.game(which)
        if row is None or row.result == code:
            return

        def back(_answer):
            line = desk.tournament.log.filter(target=f"pairing:{row.pk}").first()
            number = row.round.number
            return desk.do(undo_last, number=number, log_id=line.pk, rows={row.pk})

        desk.there_and_back(lambda: desk.enter(row, code), back)

    @rule()
    def adjourn(self):
        number = max(self.desk.coming - 1, 1)
        self.desk.do(adjourn_missing, number=number, rounds={number})

    @rule(which=pick, code=code)
    def check_or_correct_report(self, which, code):
        row = self.game(which, last=False)
        if row:
            given = {"pairing_id": row.pk, "code": code, "rows": {row.pk}}
            self.desk.do(check_result, silent=True, **given)
            self.desk.do(correct_report, reason="slip", **given)

    # --- The eyes of others -----------------------------------------------------------------------

    @rule(number=st.integers(0, 5))
    def strangers_look(self, number):
        eyes.strangers_look(self.desk.tournament, number or self.desk.coming)

    @rule(number=st.integers(1, 5))
    def desk_looks(self, number):
        eyes.desk_looks(self.desk.tournament, min(number, self.desk.tournament.total_rounds))


def test_nothing_of_teams_is_lost_spoiled_or_told_too_early_by_any_acts():
    played = let_loose(TeamMonkey, 1, examples=2, steps=12)
    assert played["events"] >= 2
    assert played["acts"] > played.total() - played["acts"] - played["events"] > 0


@pytest.mark.full
@pytest.mark.parametrize("number", range(2, 5))
def test_nothing_of_teams_is_lost_spoiled_or_told_too_early_by_many_acts(number):
    let_loose(TeamMonkey, number, examples=20, steps=40)
