"""Players of a tournament: enter, change, withdraw, return, byes."""

from collections.abc import Iterable
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.core.text import same_name
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Conflict, Reason, Refused
from tournaments.kernel.log import changed
from tournaments.models import (
    Entry,
    LogEntry,
    Pairing,
    Tournament,
    User,
)
from tournaments.queries.entries.listed import MISSED, paired_among
from tournaments.queries.entries.numbering import tournament_rating
from tournaments.queries.rounds.coming import first_round_now
from tournaments.queries.setup.events import is_under_way
from tournaments.services.entries.byes import missed_reasons, score_missed_rounds
from tournaments.services.entries.numbering import assign_numbers
from tournaments.services.rounds.boards import number_again

#: for the arbiters' eyes, and never in the history, which nothing is taken out of
CONTACTS = ("phone",)
HIDDEN = "•••"
LATER_RATING = ("first_round", "rating")


def guard_fide_id(error: IntegrityError) -> None:
    """Only what the database says of FIDE IDs is somebody who is there already."""
    said = getattr(getattr(error.__cause__, "diag", None), "constraint_name", "")
    if said != "entry_fide_id_once":
        raise error


def enter_player(
    *,
    tournament: Tournament,
    by: User | None,
    values: dict[str, Any],
    confirmed: str = "",
    by_program: bool = False,
) -> Entry:
    """Add a player. After round 1 is paired they are a late entry of the next unpaired round.

    Somebody of the same name and birth date is asked about first, unless it is done `by_program`:
    programs have the keys of their requests against doing a thing twice.
    """
    with act("entry.added", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        entry = _new_entry(tournament, values, first_round_now(tournament))
        guard_tables(tournament, [entry])
        namesakes = [] if by_program else _namesakes(entry)
        done.require(
            "entry.add_namesake" if namesakes else "entry.add_late",
            level=3,
            reasons=[*namesakes, *missed_reasons(tournament, [entry])],
            subject=entry.name,
        )
        try:
            with transaction.atomic():
                entry.save()
        except IntegrityError as error:
            guard_fide_id(error)
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


def guard_tables(tournament: Tournament, entries: Iterable[Entry]) -> None:
    """A table that follows a player follows nobody else, neither of these nor in the list."""
    coming = [entry for entry in entries if entry.fixed_board and not entry.gone]
    if not coming:
        return
    listed = tournament.entries.exclude(pk__in=[entry.pk for entry in coming if entry.pk])
    taken = {one.fixed_board: one for one in listed.exclude(fixed_board=None) if not one.gone}
    for entry in coming:
        if other := taken.get(entry.fixed_board):
            raise Refused(
                "entry.table_taken", field="fixed_board", table=entry.fixed_board, name=other.name
            )
        taken[entry.fixed_board] = entry


def _namesakes(entry: Entry) -> list[Reason]:
    return [
        Reason("entry.namesake", {"name": other.name, "number": other.tpn})
        for other in entry.tournament.entries.filter(birth_date=entry.birth_date)
        if same_name(other.name) == same_name(entry.name)
        and not (entry.fide_id and other.fide_id)  # IDs tell them apart, or are refused
    ]


def enter_players(
    *, tournament: Tournament, by: User | None, rows: list[dict[str, Any]], confirmed: str = ""
) -> list[Entry]:
    """Many at once, all or none."""
    with act("entries.imported", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        first_round = first_round_now(tournament)
        entries = [_new_entry(tournament, values, first_round) for values in rows]
        guard_tables(tournament, entries)
        done.require(
            "entry.add_late",
            level=3,
            reasons=missed_reasons(tournament, entries),
            subject=repr([entry.name for entry in entries]),
        )
        try:
            with transaction.atomic():
                Entry.objects.bulk_create(entries)
        except IntegrityError as error:
            guard_fide_id(error)
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
        paired = paired_among(entries)
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
            before=[entry_as_data(entry) for entry in entries],
        )
        return len(entries)


def entry_as_data(entry: Entry) -> dict[str, Any]:
    """All that is known of an entry, so that the history could give it back."""
    return {
        field.attname: getattr(entry, field.attname)
        for field in Entry._meta.concrete_fields
        if field.attname not in ("created_at", "checked_in_at", "tournament_id", *CONTACTS)
    }


def what_goes_along(entry: Entry) -> dict[str, Any]:
    """The data deleted with an entry, for `restoring.py`."""
    found = {
        "byes": list(entry.bye_requests.values("round_number", "kind")),
        "later_ratings": [list(row) for row in entry.later_ratings.values_list(*LATER_RATING)],
        "forbidden": list(entry.forbidden_groups.values_list("pk", flat=True)),
        "phone": HIDDEN if entry.phone else "",
    }
    return {name: value for name, value in found.items() if value}


def _new_entry(tournament: Tournament, values: dict[str, Any], first_round: int) -> Entry:
    entry = Entry(tournament=tournament, first_round=first_round, **values)
    if tournament.checkin_closed_at:
        entry.status = Entry.Status.PRESENT  # who enters now stands before the desk
        entry.checked_in_at = timezone.now()
    if not entry.rating:
        entry.rating = tournament_rating(entry, tournament.rating_method)
    return entry


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
        if "fixed_board" in after:
            guard_tables(tournament, [entry])
        rating = tournament_rating(entry, tournament.rating_method)
        if rating != entry.rating:
            before["rating"], after["rating"] = entry.rating, rating
            entry.rating = rating
        entry.version += 1
        try:
            with transaction.atomic():
                entry.save()
        except IntegrityError as error:
            guard_fide_id(error)
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
