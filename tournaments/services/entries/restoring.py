"""A player taken out of the list by mistake comes back with what the entry had."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import (
    ByeRequest,
    Entry,
    ForbiddenPairing,
    LaterRating,
    RegisteredPlayer,
    Tournament,
    User,
)
from tournaments.queries.entries.listed import removed_entries
from tournaments.queries.rounds.coming import first_round_now
from tournaments.queries.setup.events import is_fixed
from tournaments.services.entries.byes import missed_reasons, score_missed_rounds
from tournaments.services.entries.listing import guard_fide_id, guard_tables
from tournaments.services.entries.numbering import assign_numbers

#: what is settled anew when the entry is in the list again
SETTLED_ANEW = ("tpn", "drawn_number", "hand_place", "version")


def restore_entry(
    *, tournament: Tournament, line: int, by: User | None, confirmed: str = ""
) -> Entry:
    """The entry as it was, from the next unpaired round on; numbers as of whoever enters now."""
    # "fetched" stands in histories already and stays the name of restoring
    with act("entry.fetched", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        found = next((one for one in removed_entries(tournament) if one.pk == line), None)
        if found is None:
            raise Refused("entry.not_removed")
        before: dict[str, Any] = found.before or {}
        names = {field.attname for field in Entry._meta.concrete_fields} - {"phone"}
        values = {name: before[name] for name in names - {*SETTLED_ANEW} if name in before}
        entry = Entry(tournament=tournament, **values)
        entry.version = before.get("version", 0) + 1
        entry.first_round = max(entry.first_round, first_round_now(tournament))
        entry.drawn_number = _lot(tournament, before.get("drawn_number"))
        if not RegisteredPlayer.objects.filter(pk=entry.player_id or 0).exists():
            entry.player_id = None
        if tournament.checkin_closed_at and entry.status == Entry.Status.ENTERED:
            entry.status = Entry.Status.PRESENT  # as whoever enters now
        if entry.status == Entry.Status.PRESENT:
            entry.checked_in_at = timezone.now()
        guard_tables(tournament, [entry])
        done.require(
            "entry.add_late",
            level=3,
            reasons=missed_reasons(tournament, [entry]),
            subject=str(line),
        )
        try:
            with transaction.atomic():
                entry.save(force_insert=True)
        except IntegrityError as error:
            guard_fide_id(error)
            raise Refused("entry.already_entered", field="fide_id", name=entry.name) from error
        _give_back(tournament, entry, before)
        score_missed_rounds(tournament, [entry])
        assign_numbers(tournament)
        entry.refresh_from_db()
        done.record(entry)
        return entry


def _lot(tournament: Tournament, number: int | None) -> int | None:
    """The player's lot of the draw that still stands; none if it was repeated meanwhile."""
    lots = set(tournament.entries.values_list("drawn_number", flat=True))
    return None if number in lots or None in lots else number


def _give_back(tournament: Tournament, entry: Entry, before: dict[str, Any]) -> None:
    ByeRequest.objects.bulk_create(
        ByeRequest(entry=entry, **bye)
        for bye in before.get("byes", [])
        if bye["round_number"] >= entry.first_round
    )
    LaterRating.objects.bulk_create(
        LaterRating(entry=entry, first_round=number, rating=rating)
        for number, rating in before.get("later_ratings", [])
    )
    if not is_fixed(tournament):  # afterwards the rules are locked
        rules = ForbiddenPairing.objects.filter(
            tournament=tournament, pk__in=before.get("forbidden", [])
        )
        entry.forbidden_groups.add(*rules)
