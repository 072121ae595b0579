"""A sandbox: an event with the same tournaments and players for programs to try themselves on. It
is hidden, nothing leaves it, and after a day it forgets itself."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import (
    Document,
    Entry,
    Event,
    Scope,
    StaffMember,
    Team,
    TeamMember,
    Tournament,
    User,
)
from tournaments.services.entries.listing import enter_players
from tournaments.services.programs.tokens import make_token
from tournaments.services.setup.copying import copy_event
from tournaments.services.teams.drawing import draw
from tournaments.services.teams.importing import import_teams

LASTS = timedelta(days=1)
#: of one person at a time
MOST = 5
#: of a player, what the sandbox takes along: nothing by which they could be reached
TAKEN_ALONG = (
    "name", "title", "sex", "federation", "fide_id", "birth_date", "club", "rating",
    "fide_rating", "national_rating",
)  # fmt: skip


def make_sandbox(*, source: Event, by: User) -> tuple[Event, str]:
    """The sandbox, and the secret of its token, which may do everything in it."""
    with act("sandbox.made", source, by=by, quiet="nobody else sees a sandbox") as done:
        if source.sandbox_until is not None:
            raise Refused("sandbox.of_a_sandbox")
        mine = Event.objects.filter(
            sandbox_until__isnull=False, removed=False, staff__user=by
        ).distinct()
        if mine.count() >= MOST:
            raise Refused("sandbox.too_many", most=MOST)
        name = f"{_('Sandbox')} {mine.count() + 1}: {source.name}"[:120]
        event = copy_event(source=source, name=name, starts_on=source.starts_on, by=by)
        event.public, event.noindex = False, True
        event.sandbox_until = timezone.now() + LASTS
        event.save(update_fields=["public", "noindex", "sandbox_until"])
        StaffMember.objects.filter(event=event).exclude(user=by).delete()
        pairs = zip(_tournaments(source), _tournaments(event), strict=True)
        for old, new in pairs:
            if old.format.pairs_players:
                _enter(old, new, by)
            elif old.teams.exists():
                _enter_teams(old, new, by)
        _token, secret = make_token(
            event=event,
            name=_("Sandbox"),
            scopes=list(Scope.values),
            by=by,
            expires_on=event.sandbox_until.date(),
        )
        done.record(source, label=event.name)
        return event, secret


def _tournaments(event: Event) -> list[Tournament]:
    return list(event.tournaments.order_by("position", "id"))


def _enter(old: Tournament, new: Tournament, by: User) -> None:
    rows = [_taken_along(entry) for entry in old.entries.order_by("tpn", "pk")]
    if rows:
        enter_players(tournament=new, by=by, rows=rows)


def _taken_along(entry: Entry) -> dict[str, Any]:
    return {field: getattr(entry, field) for field in TAKEN_ALONG}


def _enter_teams(old: Tournament, new: Tournament, by: User) -> None:
    """With their players board by board, and with the numbers that were drawn."""
    teams = list(old.teams.order_by("number", "pk"))
    listed = [
        {
            "values": {field: getattr(team, field) for field in ("name", "club", "federation")},
            "players": [_taken_along(one.entry) for one in _members(team)],
        }
        for team in teams
    ]
    import_teams(tournament=new, by=by, teams=listed)
    numbers = {team.name: team.number for team in teams if team.number is not None}
    if new.format.makes_rounds_from_plan or len(numbers) < len(teams):
        return
    typed = {team.pk: numbers[team.name] for team in new.teams.all()}
    # Who lacks a player today drew with them: then the sandbox draws when it is whole.
    with suppress(Refused), transaction.atomic():
        draw(tournament=new, by=by, typed=None if new.format.swiss else typed)


def _members(team: Team) -> Iterable[TeamMember]:
    return team.members.select_related("entry").order_by("place")


def forget_sandboxes() -> None:
    """Those whose day is over. What was done in them stays in the history alone."""
    for event in Event.objects.filter(sandbox_until__lt=timezone.now(), removed=False):
        with act("sandbox.forgotten", event, by=None) as done:
            now = timezone.now()
            event.tokens.filter(withdrawn_at=None).update(withdrawn_at=now)
            event.webhooks.filter(withdrawn_at=None).update(withdrawn_at=now)
            done.row.removed = True
            done.row.save(update_fields=["removed"])
            done.record(done.row)
        with transaction.atomic():
            _empty(event)


def _empty(event: Event) -> None:
    tournaments = Tournament.all_objects.filter(event=event)
    Document.objects.filter(tournament__in=tournaments).delete()
    for one in tournaments:
        one.knockouts.all().delete()
        one.rounds.all().delete()
        one.teams.all().delete()
        one.entries.all().delete()
