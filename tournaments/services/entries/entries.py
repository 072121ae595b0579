"""Players of a tournament: enter, change, withdraw, return, byes."""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from tournaments.core.text import same_name
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Conflict, Reason, Refused
from tournaments.kernel.log import changed
from tournaments.models import (
    ByeKind,
    ByeRequest,
    Entry,
    Irregular,
    KnockoutSeat,
    LogEntry,
    Pairing,
    Round,
    Tournament,
    User,
)
from tournaments.queries.entries.numbering import tournament_rating
from tournaments.queries.setup.events import is_under_way
from tournaments.services.entries.numbering import assign_numbers
from tournaments.services.entries.table_numbers import forget_after_leaving
from tournaments.services.rounds.boards import number_again

#: for the arbiters' eyes, and never in the history, which nothing is taken out of
CONTACTS = ("phone",)
HIDDEN = "•••"
LATER_RATING = ("first_round", "rating")


def enter_player(
    *,
    tournament: Tournament,
    by: User | None,
    values: dict[str, Any],
    confirmed: str | None = None,
) -> Entry:
    """Add a player. After round 1 is paired they are a late entry of the next unpaired round.

    With `confirmed`, as people give it, somebody of the same name and birth date is asked about
    first: programs have the keys of their requests against doing a thing twice.
    """
    with act("entry.added", tournament, by=by, confirmed=confirmed or "") as done:
        tournament = done.tournament
        entry = _new_entry(tournament, values, first_round_now(tournament))
        if confirmed is not None:
            _ask_about_namesake(done, entry)
        try:
            with transaction.atomic():
                entry.save()
        except IntegrityError as error:
            raise Refused("entry.already_entered", field="fide_id", name=entry.name) from error
        score_missed_rounds(tournament, [entry])
        moved = assign_numbers(tournament)
        entry.refresh_from_db()
        done.record(
            entry,
            round_number=entry.first_round if entry.first_round > 1 else None,
            after={"name": entry.name, "rating": entry.rating, "moved": moved},
        )
        return entry


def _ask_about_namesake(done: Act[Tournament], entry: Entry) -> None:
    same = [
        other
        for other in done.tournament.entries.filter(birth_date=entry.birth_date)
        if same_name(other.name) == same_name(entry.name)
        and not (entry.fide_id and other.fide_id)  # IDs tell them apart, or are refused
    ]
    done.require(
        "entry.add_namesake",
        level=3,
        reasons=[
            Reason("entry.namesake", {"name": other.name, "number": other.tpn}) for other in same
        ],
        subject=entry.name,
    )


def enter_players(
    *, tournament: Tournament, by: User | None, rows: list[dict[str, Any]]
) -> list[Entry]:
    """Many at once, all or none."""
    with act("entries.imported", tournament, by=by) as done:
        tournament = done.tournament
        first_round = first_round_now(tournament)
        entries = [_new_entry(tournament, values, first_round) for values in rows]
        try:
            with transaction.atomic():
                Entry.objects.bulk_create(entries)
        except IntegrityError as error:
            raise Refused("entry.some_already_entered") from error
        score_missed_rounds(tournament, entries)
        assign_numbers(tournament)
        done.record(
            tournament,
            label=str(len(entries)),
            after={"entries": [entry.pk for entry in entries]},
        )
        return entries


def undo_import(
    *, tournament: Tournament, line: LogEntry, by: User | None, confirmed: str = ""
) -> int:
    """Take back a whole import, as long as none of its players was paired."""
    with act("entries.import_undone", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        ids = (line.after or {}).get("entries", [])
        entries = list(Entry.objects.filter(tournament=tournament, pk__in=ids))
        if line.act != "entries.imported" or not entries:
            raise Refused("entries.nothing_to_undo")
        paired = _paired_among(entries)
        if paired:
            raise Refused("entries.import_was_paired", name=paired[0].name, count=len(paired))
        done.require(
            "entries.undo_import",
            level=3,
            reasons=[Reason("entries.undo_import_effect", {"count": len(entries)})],
            subject=str(line.pk),
        )
        Pairing.objects.filter(MISSED, white__in=entries).delete()
        Entry.objects.filter(pk__in=[entry.pk for entry in entries]).delete()
        assign_numbers(tournament)
        done.record(
            tournament,
            label=str(len(entries)),
            before=[_as_data(entry) for entry in entries],
        )
        return len(entries)


def score_missed_rounds(tournament: Tournament, entries: list[Entry]) -> None:
    """C.04.2 art. 2.4: no points for missed rounds, unless the regulations give half a point."""
    if tournament.late_entry_bye != ByeKind.HALF_POINT or tournament.format.pairs_teams:
        return
    before = tournament.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED])
    Pairing.objects.bulk_create(
        Pairing(round=round_, white=entry, bye=ByeKind.HALF_POINT)
        for round_ in before
        for entry in entries
        if round_.number < entry.first_round
    )


#: rounds before the first one of a late entry, for which they only got their points
MISSED = Q(black=None, bye=ByeKind.HALF_POINT, round__number__lt=F("white__first_round"))


def _paired_among(entries: list[Entry]) -> list[Entry]:
    seats = Pairing.objects.filter(Q(white__in=entries) | Q(black__in=entries)).exclude(MISSED)
    paired = {pk for seat in seats.values_list("white_id", "black_id") for pk in seat}
    paired |= set(KnockoutSeat.objects.filter(entry__in=entries).values_list("entry_id", flat=True))
    return [entry for entry in entries if entry.pk in paired]


def was_paired(entry: Entry) -> bool:
    return bool(_paired_among([entry]))


def _as_data(entry: Entry) -> dict[str, Any]:
    """All that is known of an entry, so that the history could give it back."""
    return {
        field.attname: getattr(entry, field.attname)
        for field in Entry._meta.concrete_fields
        if field.attname not in ("created_at", "checked_in_at", "tournament_id", *CONTACTS)
    }


def _what_goes_along(entry: Entry) -> dict[str, Any]:
    """The data deleted with an entry, for `fetching.py`."""
    found = {
        "byes": list(entry.bye_requests.values("round_number", "kind")),
        "later_ratings": [list(row) for row in entry.later_ratings.values_list(*LATER_RATING)],
        "forbidden": list(entry.forbidden_groups.values_list("pk", flat=True)),
        "phone": HIDDEN if entry.phone else "",
    }
    return {name: value for name, value in found.items() if value}


def first_round_now(tournament: Tournament) -> int:
    """Of whoever is entered now."""
    number = next_open_round(tournament)
    if number > 1 and number > max(1, tournament.late_entries_until):
        raise Refused("entry.too_late", round=number)
    return number


def _new_entry(tournament: Tournament, values: dict[str, Any], first_round: int) -> Entry:
    entry = Entry(tournament=tournament, first_round=first_round, **values)
    if tournament.checkin_closed_at:
        entry.status = Entry.Status.PRESENT  # who enters now stands before the desk
        entry.checked_in_at = timezone.now()
    if not entry.rating:
        entry.rating = tournament_rating(entry, tournament.rating_method)
    return entry


def next_open_round(tournament: Tournament) -> int:
    """The first round that is not published: where a change still takes effect. A draft of it
    is then out of date and has to be paired again."""
    last = (
        tournament.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED])
        .order_by("-number")
        .first()
    )
    return last.number + 1 if last else 1


def change_entry(
    *, tournament: Tournament, entry: Entry, version: int, by: User | None, values: dict[str, Any]
) -> Entry:
    with act("entry.changed", tournament, by=by) as done:
        tournament = done.tournament
        entry = Entry.objects.select_for_update().get(tournament=tournament, pk=entry.pk)
        if entry.version != version:
            raise Conflict("entry.changed_meanwhile", current=entry, name=entry.name)
        values = {**values}
        if values.get("fide_rating", entry.fide_rating) != entry.fide_rating:
            values.setdefault("rating_source", "")  # typed by hand, and shown as such
        if values.get("national_rating", entry.national_rating) != entry.national_rating:
            values.setdefault("national_source", "")
        before, after = changed(entry, values)
        if not after:
            return done.nothing(entry)
        rating = tournament_rating(entry, tournament.rating_method)
        if rating != entry.rating:
            before["rating"], after["rating"] = entry.rating, rating
            entry.rating = rating
        entry.version += 1
        try:
            with transaction.atomic():
                entry.save()
        except IntegrityError as error:
            raise Refused("entry.already_entered", field="fide_id", name=entry.name) from error
        if not is_under_way(tournament):
            assign_numbers(tournament)
            entry.refresh_from_db()
        if "fixed_board" in after and tournament.format.pairs_players:
            number_again(tournament)
        for name in CONTACTS:
            if name in after:
                before[name] = after[name] = HIDDEN
        done.record(entry, before=before, after=after)
        return entry


def remove_entry(
    *, tournament: Tournament, entry: Entry, by: User | None, confirmed: str = ""
) -> None:
    """Take an entry out of the list for good: only for one that was never paired."""
    with act("entry.removed", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        entry = Entry.objects.get(tournament=tournament, pk=entry.pk)
        if _paired_among([entry]):
            raise Refused("entry.was_paired", name=entry.name)
        done.require(
            "entry.remove",
            level=3,
            reasons=[Reason("entry.remove_effect", {"name": entry.name})],
            subject=str(entry.pk),
        )
        done.record(entry, before=_as_data(entry) | _what_goes_along(entry))
        players = tournament.entries.count()
        Pairing.objects.filter(MISSED, white=entry).delete()
        entry.delete()
        forget_after_leaving(tournament, entry, players)
        assign_numbers(tournament)


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
            reasons=withdrawal(entry, number),
            subject=str(entry.pk),
        )
        take_out(done, entry, Entry.Status.WITHDRAWN)
        return entry


def withdrawal(entry: Entry, number: int) -> list[Reason]:
    """The effects of leaving before a round."""
    byes = entry.bye_requests.filter(round_number__gte=number).order_by("round_number")
    rounds = ", ".join(map(str, byes.values_list("round_number", flat=True)))
    return [
        Reason("entry.withdraw_effect", {"name": entry.name, "round": number}),
        *([Reason("entry.withdraw_byes", {"rounds": rounds})] if rounds else []),
    ]


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
            reasons=[Reason("entry.expel_effect", {"name": entry.name, "round": number})],
            subject=str(entry.pk),
        )
        take_out(done, entry, Entry.Status.EXPELLED, reason)
        return entry


def take_out(done: Act[Tournament], entry: Entry, status: str, reason: str = "") -> None:
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
        entry.withdrawn_after = None
        entry.version += 1
        entry.save(update_fields=["status", "withdrawn_after", "version"])
        done.record(entry, round_number=next_open_round(tournament))
        return entry


def grant_bye(
    *,
    tournament: Tournament,
    entry: Entry,
    round_number: int,
    kind: str,
    by: User | None,
    confirmed: str = "",
) -> ByeRequest:
    """A round that a player will miss, with half, no or (rarely) a full point."""
    with act("bye.granted", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        entry = Entry.objects.get(tournament=tournament, pk=entry.pk)
        if round_number < next_open_round(tournament) or round_number > tournament.total_rounds:
            raise Refused("bye.round_is_paired", field="round_number", round=round_number)
        if kind not in ("H", "Z", "F"):
            raise Refused("bye.unknown_kind", field="kind")
        granted = entry.bye_requests.filter(round_number=round_number, kind=kind).first()
        if granted is not None:
            return done.nothing(granted)  # the second press of the same button
        reasons: list[Reason] = []
        level = 2
        if kind == "H":
            if not entry.bye_entitled:
                raise Refused("bye.not_entitled", name=entry.name)
            last = tournament.total_rounds - tournament.no_byes_in_last
            if round_number > last:
                raise Refused(
                    "bye.last_rounds", round=round_number, last=tournament.no_byes_in_last
                )
            had = entry.bye_requests.filter(kind="H").exclude(round_number=round_number).count()
            level = 3  # FIDE's checklist 174: from the second one
            if had >= 1:
                reasons.append(Reason("bye.second_half_point", {"name": entry.name, "had": had}))
            if had >= tournament.half_byes_allowed:
                reasons.append(
                    Reason(
                        "bye.over_the_limit", {"allowed": tournament.half_byes_allowed, "had": had}
                    )
                )
        elif kind == "F":
            reasons.append(Reason("bye.full_point_out_of_use", {"name": entry.name}))
        done.require(
            "bye.grant",
            level=level,
            reasons=reasons,
            subject=f"{entry.pk}:{round_number}:{kind}",
        )
        before = dict(entry.bye_requests.values_list("round_number", "kind"))
        request, _created = ByeRequest.objects.update_or_create(
            entry=entry, round_number=round_number, defaults={"kind": kind}
        )
        done.record(
            entry,
            round_number=round_number,
            before=before.get(round_number),
            after=kind,
            irregular=Irregular.FULL_BYE if kind == "F" else Irregular.NO,
        )
        return request


def cancel_bye(*, tournament: Tournament, entry: Entry, round_number: int, by: User | None) -> None:
    with act("bye.cancelled", tournament, by=by) as done:
        tournament = done.tournament
        if round_number < next_open_round(tournament):
            raise Refused("bye.round_is_paired", round=round_number)
        request = ByeRequest.objects.filter(
            entry__tournament=tournament, entry=entry, round_number=round_number
        ).first()
        if request is None:
            return done.nothing()
        request.delete()
        done.record(entry, round_number=round_number, before=request.kind)
