"""Players who leave the tournament, and those who come back."""

from pairing.handbook.round_robin import at_least_half, withdrawal
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import Entry, Pairing, Tournament, User
from tournaments.queries.entries.listed import MISSED, paired_among
from tournaments.queries.rounds.coming import next_open_round
from tournaments.services.entries.listing import entry_as_data, guard_tables, what_goes_along
from tournaments.services.entries.numbering import assign_numbers
from tournaments.services.entries.table_numbers import forget_after_leaving
from tournaments.snapshot import snapshot


def remove_entry(
    *, tournament: Tournament, entry: Entry, by: User | None, confirmed: str = ""
) -> None:
    """Take an entry out of the list for good: only for one that was never paired."""
    with act("entry.removed", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        entry = Entry.objects.get(tournament=tournament, pk=entry.pk)
        if paired_among([entry]):
            raise Refused("entry.was_paired", name=entry.name)
        done.require(
            "entry.remove",
            level=3,
            reasons=[Reason("entry.remove_effect", {"name": entry.name})],
            subject=str(entry.pk),
        )
        _take_off(done, entry)
        assign_numbers(tournament)


def remove_entries(
    *, tournament: Tournament, entries: list[Entry], by: User | None, confirmed: str = ""
) -> int:
    """Several at once, with one question, while none of them was paired; how many."""
    with act("entry.removed", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        keys = [entry.pk for entry in entries]
        found = list(Entry.objects.filter(tournament=tournament, pk__in=keys).order_by("tpn", "pk"))
        if not found:
            return done.nothing(0)  # the second press
        if paired := paired_among(found):
            raise Refused("entry.was_paired", name=paired[0].name)
        names = ", ".join(entry.name for entry in found)
        reasons = [Reason("entry.remove_many_effect", {"names": names})]
        subject = repr(sorted(entry.pk for entry in found))
        done.require("entry.remove_many", level=3, reasons=reasons, subject=subject)
        for entry in found:
            _take_off(done, entry)
        assign_numbers(tournament)
        return len(found)


def _take_off(done: Act[Tournament], entry: Entry) -> None:
    done.record(entry, before=entry_as_data(entry) | what_goes_along(entry))
    players = done.tournament.entries.count()
    Pairing.objects.filter(MISSED, white=entry).delete()
    entry.delete()
    forget_after_leaving(done.tournament, entry, players)


def withdraw_player(
    *, tournament: Tournament, entry: Entry, by: User | None, confirmed: str = ""
) -> Entry:
    """From the next unpaired round on. Played games stay; byes asked for are cleared."""
    with act("entry.withdrawn", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        entry = Entry.objects.select_for_update().get(tournament=tournament, pk=entry.pk)
        if entry.gone:
            return done.nothing(entry)
        number = next_open_round(tournament)
        done.require(
            "entry.withdraw",
            level=2,
            reasons=withdrawal_reasons(entry, number),
            subject=str(entry.pk),
        )
        take_out_entry(done, entry, Entry.Status.WITHDRAWN)
        return entry


def withdrawal_reasons(entry: Entry, number: int, *, forfeits: int = 0) -> list[Reason]:
    """The effects of leaving before a round. `forfeits`: open games that are lost by it."""
    byes = entry.bye_requests.filter(round_number__gte=number).order_by("round_number")
    rounds = ", ".join(map(str, byes.values_list("round_number", flat=True)))
    return [
        Reason("entry.withdraw_effect", {"name": entry.name, "round": number}),
        *([Reason("entry.withdraw_byes", {"rounds": rounds})] if rounds else []),
        *half_reasons(entry, number, forfeits=forfeits),
    ]


def half_reasons(entry: Entry, number: int, *, forfeits: int = 0) -> list[Reason]:
    """Round robin: whether somebody who leaves before a round is ranked (handbook 3)."""
    tournament = entry.tournament
    if not tournament.format.table_of_players or entry.tpn is None:
        return []
    before = snapshot(tournament, before_round=number, pairing=False)
    found = withdrawal(before.state, before.numbers[entry.pk])
    completed = found.completed - forfeits
    code = "from_half" if at_least_half(completed, found.games) else "below_half"
    values = {"name": entry.name, "completed": completed, "games": found.games}
    return [Reason(f"entry.withdraw_{code}", values)]


def expel_player(
    *, tournament: Tournament, entry: Entry, reason: str, by: User | None, confirmed: str = ""
) -> Entry:
    """Out of the tournament by the arbiter's decision; played games stay as they are."""
    with act("entry.expelled", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        entry = Entry.objects.select_for_update().get(tournament=tournament, pk=entry.pk)
        if entry.status == Entry.Status.EXPELLED:
            return done.nothing(entry)
        if not reason.strip():
            raise Refused("round.reason_needed", field="reason")
        number = next_open_round(tournament)
        done.require(
            "entry.expel",
            level=3,
            reasons=[
                Reason("entry.expel_effect", {"name": entry.name, "round": number}),
                *half_reasons(entry, number),
            ],
            subject=str(entry.pk),
        )
        take_out_entry(done, entry, Entry.Status.EXPELLED, reason)
        return entry


def take_out_entry(done: Act[Tournament], entry: Entry, status: str, reason: str = "") -> None:
    """Take the player out, as part of an act that has asked about it."""
    number = next_open_round(done.tournament)
    later = entry.bye_requests.filter(round_number__gte=number)
    cleared = list(later.values("round_number", "kind"))
    later.delete()
    before = entry.status
    entry.status = status
    entry.withdrawn_after = number - 1
    entry.version += 1
    entry.save(update_fields=["status", "withdrawn_after", "version"])
    done.record(
        entry,
        "entry.withdrawn" if status == Entry.Status.WITHDRAWN else "entry.expelled",
        round_number=number,
        reason=reason,
        before={"status": before, "byes": cleared},
        after={"from": number},
    )


def return_player(*, tournament: Tournament, entry: Entry, by: User | None) -> Entry:
    """Back in the tournament, and here, from the next unpaired round."""
    with act("entry.returned", tournament, by=by) as done:
        tournament = done.tournament
        entry = Entry.objects.select_for_update().get(tournament=tournament, pk=entry.pk)
        if entry.status != Entry.Status.WITHDRAWN:
            return done.nothing(entry)
        entry.status = (
            Entry.Status.PRESENT if tournament.checkin_closed_at else Entry.Status.ENTERED
        )
        guard_tables(tournament, [entry])
        entry.withdrawn_after = None
        entry.version += 1
        entry.save(update_fields=["status", "withdrawn_after", "version"])
        done.record(entry, round_number=next_open_round(tournament))
        return entry
