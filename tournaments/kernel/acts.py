"""The frame of every act on a tournament: its row is locked first, and its revision is raised by
whatever a page could show."""

from tournaments.kernel.errors import Refused
from tournaments.models import (
    Tournament,
)


def lock(tournament: Tournament) -> Tournament:
    """The tournament, fresh from the database and ours until the transaction ends."""
    found = (
        Tournament.objects.select_for_update(of=("self",))
        .select_related("event")
        .filter(pk=tournament.pk)
        .first()
    )
    if found is None:  # put away meanwhile, by another tab or before a job's turn came
        raise Refused("tournament.is_removed", name=tournament.name)
    if found.event.archived:
        raise Refused("event.is_removed", name=found.event.name)
    return found


def touch(tournament: Tournament, *, published: bool = False) -> None:
    """Something that a page could show has changed."""
    tournament.revision += 1
    tournament.newly_published = published
    tournament.save(update_fields=["revision"])
