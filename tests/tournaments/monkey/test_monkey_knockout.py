"""The same for knock-outs and play-offs: no sequence of acts loses, corrupts or leaks anything,
and each of them is decided in the end."""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests import factories
from tests.tournaments.monkey import bracket_judges, eyes
from tests.tournaments.monkey.bracket_desk import CourseDesk
from tests.tournaments.monkey.desk import NO
from tests.tournaments.monkey.hands import CODES, Hands, pick
from tests.tournaments.monkey.test_monkey import Example, let_loose
from tournaments.models import Knockout, Tournament
from tournaments.queries.knockout.course import game_key
from tournaments.queries.knockout.playoff import ties_to_decide
from tournaments.queries.standings.table import standings_table
from tournaments.services.entries import listing, withdrawals
from tournaments.services.knockout import planning, playing, playoff
from tournaments.services.reports import finishing
from tournaments.services.setup import removing

pytestmark = pytest.mark.django_db

#: what a knock-out knows, and what it does not
GAMES = (*CODES, *CODES, "+-", "-+", "--", "=0", "00", "WL", "DD")
code = st.sampled_from((*GAMES, "", "??", "xx"))
usual = st.lists(st.sampled_from((*CODES, *CODES, "==", *GAMES)), min_size=1, max_size=5)
plans = st.fixed_dictionaries(
    {},
    optional={
        "winners": st.integers(1, 4),
        "games": st.sampled_from((2, 2, 4, 3)),
        "minutes": st.sampled_from((20, 5)),
        "extensions": st.integers(0, 2),
        "last_games": st.sampled_from((None, 4)),
        "golden_black": st.integers(1, 5),
        "bracket": st.sampled_from(("fixed", "reseed")),
        "by_lot": st.booleans(),
        "prizes": st.sampled_from(("", "1000\n500.55\n100", "0.01")),
        "currency": st.sampled_from(("", "TRY")),
        "starts_at": st.sampled_from((None, "2026-11-29T15:00")),
        "further": st.integers(0, 1),
        "choice_two": st.sampled_from(("games", "golden")),
        "choice_three_tied": st.sampled_from(("golden", "eliminate")),
        "choice_four": st.sampled_from(("games", "golden")),
        "choice_five": st.sampled_from(("best_four", "berger")),
        "choice_seven": st.sampled_from(("berger", "bracket")),
        "choice_seven_numbers": st.sampled_from(("tie_break", "lot")),
        "choice_ten_groups": st.sampled_from(("balanced", "lot")),
        "choice_admitted": st.sampled_from(("8", "9", "7", "3", "2")),
    },
)


class Brackets(Hands, Example):
    """Acts on what is in hand, announced or not."""

    desk: CourseDesk

    # --- Plan -------------------------------------------------------------------------------------

    @rule(sent=plans, back=st.booleans())
    def change_plan(self, sent, back):
        desk = self.desk
        known = desk.known

        def put_back(_answer):
            values = ("settings", "winners", "starts_at", "prizes", "currency")
            values = {name: getattr(known, name) for name in values}
            return desk.act(planning.change_plan, values=values)

        desk.there_and_back(lambda: desk.change_plan(sent), lambda _: put_back(_) if back else NO)

    @rule(back=st.booleans())
    def announce(self, back):
        desk = self.desk
        if not desk.known.announced_at:
            desk.there_and_back(
                lambda: desk.act(planning.announce),
                lambda _: desk.act(planning.take_back_plan) if back else NO,
            )

    @rule()
    def take_announcement_back(self):
        self.desk.act(planning.take_back_plan)

    @rule()
    def clear_all_and_take_announcement_back(self):
        """Every game is cleared, the last one first; then the plan is free again."""
        desk = self.desk
        if not desk.running or desk.tournament.finished_at:
            return
        for _try in range(60):
            rows = sorted(
                (row.key for row in desk.course().games.values() if row.result),
                key=lambda key: (key[0].partition(".")[0], key[1:]),
            )
            if not rows or desk.enter_game(rows[-1], "") is NO:
                break
        desk.act(planning.take_back_plan)

    # --- Games ------------------------------------------------------------------------------------

    @rule(steps=st.integers(1, 6), codes=usual)
    def go_on(self, steps, codes):
        desk = self.desk
        if not desk.known.announced_at:
            desk.act(planning.announce)
        for _step in range(steps):
            if not desk.running or desk.course().progress.finished:
                return
            desk.step(codes)

    def key(self, which, *, played=True):
        """Of a game that is played, or due; or of none at all."""
        if not self.desk.running:
            return ("1.1", 0, 1, 1)
        course = self.desk.course()
        keys = [game_key(due) for due in course.progress.due]
        if played:
            keys = [key for key, row in course.games.items() if row.result] or keys
        return keys[which % len(keys)] if keys else ("9.9", 0, 1, 1)

    @rule(which=pick, code=code, back=st.booleans(), played=st.booleans())
    def enter_or_correct(self, which, code, back, played):
        key = self.key(which, played=played)
        if back:
            self.desk.there_and_back_game(key, code, "", which % 4 > 0)
        else:
            self.desk.enter_game(key, code)

    @rule(which=pick, code=st.sampled_from(CODES), back=st.booleans())
    def correct_an_early_game(self, which, code, back):
        """Of the first stage: the most games hang on it."""
        desk = self.desk
        if desk.running:
            keys = sorted(key for key, row in desk.course().games.items() if row.result)
            keys = keys[: max(1, len(keys) // 3)]
            if keys and back:
                desk.there_and_back_game(keys[which % len(keys)], code, "", True)
            elif keys:
                desk.enter_game(keys[which % len(keys)], code)

    @rule(which=pick, flag=st.sampled_from("wb"), back=st.booleans())
    def both_flags_are_down(self, which, flag, back):
        desk = self.desk
        if desk.running:
            course = desk.course()
            keys = [game_key(due) for due in course.progress.due if due.golden]
            keys += [key for key, row in course.games.items() if row.result and row.golden]
            key = keys[which % len(keys)] if keys else self.key(which)
            if back:
                desk.there_and_back_game(key, "", flag, True)
            else:
                desk.enter_game(key, "", flag)

    @rule(which=pick, code=code, behind=st.integers(-1, 2), played=st.booleans())
    def enter_a_game_of_a_stale_page(self, which, code, behind, played):
        key = self.key(which, played=played)
        row = self.desk.course().games.get(key) if self.desk.running else None
        self.desk.enter_game(key, code, version=(row.version if row else 0) - behind)

    @rule(which=st.integers(0, 4))
    def undo_an_entry(self, which):
        self.desk.undo_entry(which)

    @rule()
    def take_correction_back(self):
        self.desk.take_correction_back()

    @rule(count=st.sampled_from((0, 1, 20, 31, 500, 501)), which=pick)
    def count_moves(self, count, which):
        rows = sorted(self.desk.now.games)
        found = {pk: count + place for place, pk in enumerate(rows) if (pk + which) % 2}
        self.desk.act(playing.count_moves, moves=found)

    # --- Lots -------------------------------------------------------------------------------------

    @rule(which=pick, turn=pick, back=st.booleans())
    def draw_a_lot(self, which, turn, back):
        desk = self.desk
        found = desk.draws() if desk.running else {}
        if not found:
            desk.enter_lot("1.1", [1, 2])
            return
        draw, numbers = sorted(found.items())[which % len(found)]
        turn %= len(numbers)
        lot = desk.known.lots.filter(draw=draw).first()
        desk.there_and_back(
            lambda: desk.enter_lot(draw, [*numbers[turn:], *numbers[:turn]]),
            lambda _: desk.enter_lot(draw, lot.order if lot else None) if back else NO,
        )

    @rule(order=st.sampled_from(([1, 1], [0], [1, 2, 3], [99, 98], None)), which=pick)
    def draw_a_wrong_lot(self, order, which):
        drawn = [row["draw"] for row in self.desk.now.lots.values()]
        found = [*(self.desk.draws() if self.desk.running else ()), *drawn, "places", "1.1", "no"]
        self.desk.enter_lot(found[which % len(found)], order)

    # --- Players ----------------------------------------------------------------------------------

    @rule(who=pick, back=st.booleans())
    def withdraw(self, who, back):
        desk, entry = self.desk, self.one(who)
        desk.there_and_back(
            lambda: desk.do(withdrawals.withdraw_player, entry=entry),
            lambda _: desk.do(withdrawals.return_player, entry=entry) if back else NO,
        )

    @rule(who=pick)
    def expel(self, who):
        self.desk.do(withdrawals.expel_player, entry=self.one(who), reason="cheating")

    @rule(who=pick, rating=st.sampled_from((2700, 2595, 1500, 0)))
    def enter_late_or_rate_anew(self, who, rating):
        desk, entry = self.desk, self.one(who)
        values = {"fide_rating": rating}
        if who % 2:
            desk.do(listing.change_entry, entry=entry, version=entry.version, values=values)
        else:
            desk.do(listing.enter_player, values=values | {"name": f"Late {who:02}"})

    @rule(who=pick)
    def remove(self, who):
        if len(self.desk.entries()) > 2:
            self.desk.do(withdrawals.remove_entry, entry=self.one(who))

    # --- The end, and out of sight ----------------------------------------------------------------

    @rule(codes=usual, which=pick)
    def finish_and_reopen(self, codes, which):
        desk = self.desk
        desk.there_and_back(
            lambda: desk.do(finishing.finish_tournament),
            lambda _: self.nothing_moves(codes, which) or desk.do(finishing.reopen_tournament),
        )

    @rule(codes=usual, which=pick)
    def put_away_and_fetch(self, codes, which):
        desk = self.desk

        def fetch(*, tournament, by):
            found = {"event": tournament.event, "number": tournament.pk}
            return removing.restore_tournament(**found, by=by)

        desk.there_and_back(
            lambda: desk.do(removing.remove_tournament),
            lambda _: self.nothing_moves(codes, which) or desk.do(fetch),
        )

    def nothing_moves(self, codes, which):
        """Over, or out of sight."""
        desk = self.desk
        before = desk.now.facts
        self.enter_or_correct(which, codes[0], False, which % 2)
        self.undo_an_entry(which % 5)
        self.take_correction_back()
        self.draw_a_lot(which, which, False)
        if not desk.known.announced_at:
            desk.act(planning.announce)
        desk.change_plan({"currency": "EUR" if desk.known.currency != "EUR" else ""})
        assert desk.now.facts == before

    @rule(codes=usual)
    def is_decided_in_the_end(self, codes):
        """Play to the end, which comes whatever the games; then put the state back."""
        desk = self.desk
        if desk.tournament.finished_at or desk.known.cancelled_at:
            return
        with eyes.as_if(desk.tournament):
            if desk.running or desk.act(planning.announce) is not NO:
                desk.play_out(codes)
                bracket_judges.words_are_whole(desk.tournament)
        desk.now = desk.look()

    @rule(codes=usual)
    def is_decided(self, codes):
        """And stays so, for what is corrected after the end."""
        desk = self.desk
        if desk.running and not desk.tournament.finished_at:
            desk.play_out(codes)
            desk.now = desk.look()

    # --- The eyes of others -----------------------------------------------------------------------

    @rule()
    def strangers_look(self):
        bracket_judges.words_are_whole(self.desk.tournament)
        bracket_judges.strangers_look(self.desk.tournament)

    @rule()
    def desk_looks(self):
        bracket_judges.desk_looks(self.desk.tournament)


def seeded(number: int, made: Tournament) -> Tournament:
    """Everything that is drawn by lot hangs on the seed alone."""
    Tournament.objects.filter(pk=made.pk).update(seed=number)
    return made


class KnockoutMonkey(Brackets, RuleBasedStateMachine):
    @initialize(
        number=st.integers(0, 2**31 - 1),
        players=st.integers(4, 20),
        winners=st.integers(1, 3),
        sent=plans,
        steps=st.integers(0, 12),
        codes=usual,
    )
    def begin(self, number, players, winners, sent, steps, codes):
        made = seeded(number, factories.tournament(players, system="handbook.knockout"))
        self.desk = CourseDesk(made)
        self.desk.hand = Knockout.objects.get(tournament=made).pk
        self.desk.change_plan({"winners": winners} | sent)
        if steps:
            self.go_on(steps, codes)


class PlayoffMonkey(Brackets, RuleBasedStateMachine):
    """Out of a Swiss with so many draws that many are tied."""

    @initialize(
        number=st.integers(0, 2**31 - 1),
        players=st.integers(4, 13),
        codes=st.lists(st.sampled_from(("==", "==", "==", "10", "01")), min_size=1, max_size=4),
        sent=plans,
        steps=st.integers(0, 6),
        which=pick,
    )
    def begin(self, number, players, codes, sent, steps, which):
        made = seeded(number, factories.tournament(players, total_rounds=2))
        self.desk = CourseDesk(made)
        for _step in range(10):
            self.desk.go_on([*codes, *codes[: 1 - len(codes) % 2]])
        self.desk.hand = 0
        self.prepare(which)
        if not self.desk.hand:
            self.all_is_drawn()
            self.prepare(which)
        self.desk.change_plan(sent)
        if steps:
            self.go_on(steps, codes)

    def all_is_drawn(self):
        for row in self.desk.games():
            self.desk.enter(row, "==")

    @rule(which=pick)
    def prepare(self, which):
        desk = self.desk
        found = ties_to_decide(standings_table(desk.tournament))
        if found:
            tied = found[which % len(found)]
            made = desk.do(playoff.prepare_playoff, place=tied.first, level=list(tied.level))
            if made is not NO:
                desk.hand = made.pk
        else:
            desk.do(playoff.prepare_playoff, place=which, level=[])

    @rule(which=pick)
    def take_another_in_hand(self, which):
        found = sorted(self.desk.now.plans)
        self.desk.hand = found[which % len(found)]

    @rule()
    def cancel(self):
        desk = self.desk
        cancelled = desk.known.cancelled_at

        def cancel(*, tournament, **given):
            return playoff.cancel(playoff=desk.known, **given)

        if not cancelled:
            desk.do(cancel)

    @rule(which=pick, code=st.sampled_from(CODES))
    def correct_the_event(self, which, code):
        """Correct a game that was played before the play-off."""
        rows = self.desk.games()
        self.desk.enter(rows[which % len(rows)], code)


def test_no_knock_out_is_lost_spoiled_or_told_too_early_by_any_acts():
    played = let_loose(KnockoutMonkey, 1, examples=2, steps=10)
    assert played["events"] >= 2
    assert played["acts"] > played.total() - played["acts"] - played["events"] > 0


def test_no_play_off_is_lost_spoiled_or_told_too_early_by_any_acts():
    played = let_loose(PlayoffMonkey, 1, examples=2, steps=8)
    assert played["events"] >= 2
    assert played["acts"] > played.total() - played["acts"] - played["events"] > 0


@pytest.mark.full
@pytest.mark.parametrize("number", range(2, 4))
@pytest.mark.parametrize("kind", [KnockoutMonkey, PlayoffMonkey])
def test_no_bracket_is_lost_spoiled_or_told_too_early_by_many_acts(kind, number):
    let_loose(kind, number, examples=15, steps=40)
