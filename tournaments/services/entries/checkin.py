"""Check-in: who is here, who is away, and who has not been heard of.

Marking is one row and one line of the log, so several devices may mark at once and always count
the same. Closing the check-in asks about everybody who is silent and decides nothing by itself.
Absent players are not paired, in no round, until somebody marks them as here.
"""

import re
from collections.abc import Iterator

from django.db.models import Q
from django.utils import timezone

from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import ByeKind, ByeRequest, Entry, Tournament, User
from tournaments.queries.entries.checkin import Counts, away_in, counts, not_heard_of
from tournaments.queries.rounds.coming import next_open_round
from tournaments.queries.setup.events import is_under_way
from tournaments.services.entries.withdrawals import take_out_entry

CHOICES = ("zero", "withdraw", "wait")
#: the end of the address on a badge: the player's own page
BADGE = re.compile(r"/players/([0-9]{1,9})/?$")


def by_number(tournament: Tournament, typed: str) -> Entry:
    """The entry with this number, FIDE ID, national ID or scanned badge."""
    badge = BADGE.search(typed)
    if badge:
        found = tournament.entries.filter(pk=badge[1])
    elif typed.isdecimal() and len(typed) <= 4:
        found = tournament.entries.filter(tpn=typed)
    else:
        found = tournament.entries.filter(Q(fide_id=typed) | Q(national_id=typed))
        found = found if typed else found.none()
    if len(found) != 1:
        raise Refused("checkin.unknown_number", number=typed)
    return found[0]


def mark_present(*, tournament: Tournament, entry: Entry, by: User | None) -> Entry:
    """Mark a player as here. A zero-point bye that they only got for being away is taken back."""
    with act("checkin.present", tournament, by=by) as done:
        tournament = done.tournament
        entry = Entry.objects.select_for_update().get(tournament=tournament, pk=entry.pk)
        if entry.gone:
            raise Refused("checkin.gone", name=entry.name)
        if entry.status == Entry.Status.PRESENT:
            return done.nothing(entry)  # the other tablet was faster
        if entry.status == Entry.Status.ABSENT:
            _take_bye_back(tournament, entry)
        return _change(done, entry, Entry.Status.PRESENT)


def expect(*, tournament: Tournament, entry: Entry, by: User | None) -> Entry:
    """Mark a player as away in this round, who says that they play the next one."""
    with act("checkin.expected", tournament, by=by) as done:
        tournament = done.tournament
        entry = Entry.objects.select_for_update().get(tournament=tournament, pk=entry.pk)
        if entry.status != Entry.Status.ABSENT:
            return done.nothing(entry)
        _take_bye_back(tournament, entry)
        return _change(done, entry, Entry.Status.ENTERED)


def unmark(*, tournament: Tournament, entry: Entry, by: User | None) -> Entry:
    """Take a wrong tap back: the player was not here after all."""
    with act("checkin.undone", tournament, by=by) as done:
        tournament = done.tournament
        entry = Entry.objects.select_for_update().get(tournament=tournament, pk=entry.pk)
        if entry.status != Entry.Status.PRESENT:
            return done.nothing(entry)
        closed = tournament.checkin_closed_at is not None
        status = Entry.Status.ABSENT if closed else Entry.Status.ENTERED
        return _change(done, entry, status)


def mark_absent(
    *, tournament: Tournament, entry: Entry, by: User | None, zero_point: bool = True
) -> Entry:
    """Mark a player as away in the next round, in one click; not paired until they are back."""
    with act("checkin.absent", tournament, by=by) as done:
        tournament = done.tournament
        entry = Entry.objects.select_for_update().get(tournament=tournament, pk=entry.pk)
        if entry.gone:
            raise Refused("checkin.gone", name=entry.name)
        number = next_open_round(tournament)
        asked = False
        if zero_point and number <= tournament.total_rounds:
            _bye, asked = ByeRequest.objects.get_or_create(
                entry=entry, round_number=number, defaults={"kind": ByeKind.ZERO_POINT}
            )
        if entry.status == Entry.Status.ABSENT and not asked:
            return done.nothing(entry)  # nothing is new
        return _change(done, entry, Entry.Status.ABSENT)


def close_checkin(
    *, tournament: Tournament, choices: dict[int, str], by: User | None, confirmed: str = ""
) -> Tournament:
    """End the check-in of round 1. `choices`: entry → zero-point bye, withdraw or wait.

    Silent players without a choice wait: nobody is withdrawn by default.
    """
    with act("checkin.closed", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        if is_under_way(tournament):
            raise Refused("checkin.round_1_paired")
        entries = list(tournament.entries.all())
        away = away_in(tournament, 1)
        silent = not_heard_of(entries, away)
        chosen = {entry.pk: choices.get(entry.pk, "wait") for entry in silent}
        found = counts(entries, 1, away)
        done.require(
            "checkin.close",
            level=3 if "withdraw" in chosen.values() else 2,
            reasons=[_summary(found), *_consequences(silent, chosen)],
            subject=repr(sorted(chosen.items())),
        )
        for entry in silent:
            if chosen[entry.pk] == "withdraw":
                take_out_entry(done, entry, Entry.Status.WITHDRAWN)
                continue
            _set(entry, Entry.Status.ABSENT)
            if chosen[entry.pk] == "zero":
                ByeRequest.objects.create(entry=entry, round_number=1, kind=ByeKind.ZERO_POINT)
        tournament.checkin_closed_at = timezone.now()
        done.save("checkin_closed_at")
        done.record(
            tournament,
            round_number=1,
            label=f"{found.present}/{found.total}",
            after={str(pk): choice for pk, choice in chosen.items()},
        )
        return tournament


def _summary(found: Counts) -> Reason:
    values = {"present": found.present, "byes": found.byes, "silent": found.silent + found.absent}
    values |= {"gone": found.gone + found.later, "total": found.total}
    return Reason("checkin.close_summary", values)


def _consequences(silent: list[Entry], chosen: dict[int, str]) -> Iterator[Reason]:
    """The consequences for the silent: those withdrawn one by one, the others together."""
    for entry in silent:
        if chosen[entry.pk] == "withdraw":
            yield Reason("checkin.will_withdraw", {"name": entry.name})
    for choice in ("zero", "wait"):
        names = [entry.name for entry in silent if chosen[entry.pk] == choice]
        if names:
            yield Reason(f"checkin.will_{choice}", {"names": "; ".join(names)})


def reopen_checkin(*, tournament: Tournament, by: User | None) -> Tournament:
    """Back to marking, as long as round 1 is not paired."""
    with act("checkin.reopened", tournament, by=by) as done:
        tournament = done.tournament
        if is_under_way(tournament):
            raise Refused("checkin.round_1_paired")
        if tournament.checkin_closed_at is None:
            return done.nothing(tournament)
        for entry in tournament.entries.filter(status=Entry.Status.ABSENT):
            entry.bye_requests.filter(round_number=1, kind=ByeKind.ZERO_POINT).delete()
            _set(entry, Entry.Status.ENTERED)
        tournament.checkin_closed_at = None
        done.save("checkin_closed_at")
        done.record(tournament, round_number=1, label="")
        return tournament


def _take_bye_back(tournament: Tournament, entry: Entry) -> None:
    """The zero-point bye of the next round, which was only for being away."""
    number = next_open_round(tournament)
    entry.bye_requests.filter(round_number=number, kind=ByeKind.ZERO_POINT).delete()


def _change(done: Act[Tournament], entry: Entry, status: str) -> Entry:
    before = entry.status
    _set(entry, status)
    done.record(
        entry,
        round_number=next_open_round(done.tournament),
        before=before,
        after=entry.status,
    )
    return entry


def _set(entry: Entry, status: str) -> None:
    entry.status = status
    entry.checked_in_at = timezone.now() if status == Entry.Status.PRESENT else None
    entry.version += 1
    entry.save(update_fields=["status", "checked_in_at", "version"])
