"""The consents of a player, and their data as one file when they ask for it."""

from typing import Any

from django.utils import timezone

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import Consent, Entry, Tournament, User
from tournaments.queries.entries.personal import personal_data

QUIET = "only the player's page at the desk shows it, and it is made anew each time"


def set_consent(
    *, tournament: Tournament, entry: Entry, kind: str, given: bool, by: User | None
) -> None:
    """Given or taken back, with its time. Earlier ones stay."""
    with act("entry.consent", tournament, by=by, quiet=QUIET) as done:
        if kind not in Consent.Kind.values:
            raise Refused("consent.unknown_kind")
        open_ = entry.consents.filter(kind=kind, withdrawn_at=None)
        if open_.exists() == given:
            return done.nothing()
        if given:
            Consent.objects.create(entry=entry, kind=kind, by=by)
        else:
            open_.update(withdrawn_at=timezone.now())
        done.record(entry, after={"consent": kind, "given": given})


def hand_out_data(*, tournament: Tournament, entry: Entry, by: User | None) -> dict[str, Any]:
    """Everything about one person, for that person. The history says that it went out."""
    with act("entry.data_given", tournament, by=by, quiet=QUIET) as done:
        found = personal_data(entry)
        done.record(entry)
        return found
