"""Acts about players: entries, byes, presence, leaving, rules, numbers, settings."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.tournaments.monkey.desk import NO
from tests.tournaments.monkey.hands import Hands, pick
from tournaments.models import Entry, ForbiddenPairing
from tournaments.services.entries import byes, checkin, forbidden, leaving, listing, withdrawals
from tournaments.services.entries.renumbering import exchange_numbers, renumber_by_rating
from tournaments.services.setup.events import change_tournament, leave_fide_mode


class WithPlayers(Hands):
    @rule(rating=st.sampled_from((2700, 2595, 2580, 1500, 0)), who=pick)
    def enter_late(self, rating, who):
        desk = self.desk
        numbers = set(range(1, desk.coming)) if desk.tournament.late_entry_bye == "H" else ()
        values = {"name": f"Late {who:02}", "fide_rating": rating}
        desk.do(listing.enter_player, values=values, rounds=numbers)

    @rule(who=pick)
    def remove(self, who):
        desk = self.desk
        desk.do(withdrawals.remove_entry, entry=self.one(who), rounds=range(1, desk.coming))

    @rule(who=pick, table=st.integers(1, 6), stale=st.booleans())
    def fix_table(self, who, table, stale):
        entry = self.one(who)
        self.desk.do(
            listing.change_entry,
            entry=entry,
            version=entry.version - stale,
            values={"fixed_board": table if entry.fixed_board != table else None},
            rounds={self.desk.coming},
        )

    @rule(who=pick, rating=st.sampled_from((2800, 2580, 1400)))
    def rate_anew(self, who, rating):
        entry = self.one(who)
        values = {"fide_rating": rating}
        self.desk.do(listing.change_entry, entry=entry, version=entry.version, values=values)

    @rule(who=pick, number=st.integers(1, 6), kind=st.sampled_from("HHZFU"))
    def grant_bye(self, who, number, kind):
        given = {"entry": self.one(who), "round_number": number}
        self.desk.there_and_back(
            lambda: self.desk.do(byes.grant_bye, kind=kind, **given),
            lambda _: NO if who % 3 else self.desk.do(byes.cancel_bye, **given),
        )

    @rule(who=pick, number=st.integers(1, 6))
    def cancel_bye(self, who, number):
        asked = sorted(self.desk.now.byes)
        if asked:
            pk, number, _kind = asked[who % len(asked)]
            entry = Entry.objects.get(pk=pk)
        else:
            entry = self.one(who)
        self.desk.do(byes.cancel_bye, entry=entry, round_number=number)

    @rule(who=pick, zero=st.booleans(), back=st.sampled_from(("", "here", "expected")))
    def be_absent(self, who, zero, back):
        desk, entry = self.desk, self.one(who)
        ways = {"here": checkin.mark_present, "expected": checkin.expect}
        desk.there_and_back(
            lambda: desk.do(checkin.mark_absent, entry=entry, zero_point=zero),
            lambda _: desk.do(ways[back], entry=entry) if back else NO,
        )

    @rule(who=pick, back=st.booleans())
    def be_present(self, who, back):
        desk, entry = self.desk, self.one(who)
        desk.there_and_back(
            lambda: desk.do(checkin.mark_present, entry=entry),
            lambda _: desk.do(checkin.unmark, entry=entry) if back else NO,
        )

    @rule(choices=st.lists(st.sampled_from(("zero", "wait", "withdraw", "")), max_size=4))
    def close_checkin(self, choices):
        found = {}
        for place, entry in enumerate(self.desk.entries()):
            if choices and choices[place % len(choices)]:
                found[entry.pk] = choices[place % len(choices)]
        self.desk.do(checkin.close_checkin, choices=found)

    @rule()
    def reopen_checkin(self):
        self.desk.do(checkin.reopen_checkin)

    @rule(who=pick, back=st.booleans())
    def withdraw(self, who, back):
        desk, entry = self.desk, self.one(who)
        desk.there_and_back(
            lambda: desk.do(withdrawals.withdraw_player, entry=entry),
            lambda _: desk.do(withdrawals.return_player, entry=entry) if back else NO,
        )

    @rule(who=pick)
    def bring_back(self, who):
        gone = [entry for entry in self.desk.entries() if entry.gone] or [self.one(who)]
        self.desk.do(withdrawals.return_player, entry=gone[who % len(gone)])

    @rule(who=pick, reason=st.sampled_from(("cheating", "cheating", " ")))
    def expel(self, who, reason):
        self.desk.do(withdrawals.expel_player, entry=self.one(who), reason=reason)

    @rule(who=pick, take_back=st.booleans())
    def leave_during_a_round(self, who, take_back):
        desk, entry = self.desk, self.one(who)
        game = leaving.open_game(desk.tournament, entry)
        number = max(desk.coming - 1, 1)
        if take_back:
            desk.do(leaving.leave_and_take_back, entry=entry, reason="ill", rounds={number})
        else:
            seats = {game.pairing.pk} if game else ()
            desk.do(leaving.leave_with_forfeit, entry=entry, rows=seats)

    @rule(first=pick, second=pick, until=st.integers(0, 6), back=st.booleans())
    def forbid(self, first, second, until, back):
        desk = self.desk
        pair = [self.one(first), self.one(second)]
        desk.there_and_back(
            lambda: desk.do(forbidden.forbid, entries=pair, last_round=until),
            lambda made: desk.do(forbidden.allow_again, rule=made) if back else NO,
        )

    @rule(which=pick)
    def allow_again(self, which):
        found = list(ForbiddenPairing.objects.filter(tournament=self.desk.tournament))
        if found:
            self.desk.do(forbidden.allow_again, rule=found[which % len(found)])

    # --- Numbers and settings ---------------------------------------------------------------------

    @rule(back=st.booleans())
    def renumber(self, back):
        self.irregular(lambda: self.desk.do(renumber_by_rating), back)

    @rule(first=pick, second=pick, back=st.booleans())
    def exchange(self, first, second, back):
        pair = {"first": self.one(first), "second": self.one(second)}
        self.irregular(lambda: self.desk.do(exchange_numbers, **pair), back)

    @rule(
        values=st.sampled_from(
            (
                {"tie_breaks": ["SB", "BH"]},
                {"tie_breaks": ["BH/C1", "DE"]},
                {"total_rounds": 7},
                {"total_rounds": 3},
            )
        ),
        back=st.booleans(),
    )
    def change_settings(self, values, back):
        self.irregular(lambda: self.desk.do(change_tournament, values=values), back)

    @precondition(lambda self: self.desk.now.tournament["fide_mode"])
    @rule()
    def leave_fide_mode(self):
        self.desk.do(leave_fide_mode)

    @rule(which=pick)
    def undo_an_irregular_act(self, which):
        self.desk.undo_irregular(which)

    @rule(which=pick)
    def undo_any_line(self, which):
        lines = list(self.desk.tournament.log.order_by("-id")[:12])
        self.desk.undo(lines[which % len(lines)])
