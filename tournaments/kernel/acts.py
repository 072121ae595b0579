"""Every act, once; docs/architecture.md says which steps it takes.

    with act("round.finished", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        round_ = round_of_plan(tournament, number)
        if round_.status == Round.Status.FINISHED:
            return done.nothing(round_)
        …guard, ask with `done.require`, save…
        done.record(round_, after={…})
        return round_

The row is locked first and fresh from the database; everything is one transaction. An act leaves
its line in the history with `done.record`, and what pages show is touched at its end, unless the
act is `quiet`, with the reason. One that finds nothing to do says `done.nothing()`. Whatever raises
or asks leaves nothing at all. Who must hear of every act listens to the log (`kernel.log`); who
keeps what follows from a finished tournament is in `keepers`.

An act within an act on the same row is part of it: it works with the row that is locked already,
and the outer one touches at its end.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import Any, Generic, TypeVar, cast, overload

from django.db import models, transaction

from tournaments.kernel import log
from tournaments.kernel.confirm import require
from tournaments.kernel.errors import Reason, Refused
from tournaments.models import (
    Entry,
    Event,
    HallScreen,
    Irregular,
    Knockout,
    LineUp,
    LogEntry,
    Match,
    Pairing,
    Round,
    Team,
    Tournament,
    User,
)

Row = TypeVar("Row", bound=models.Model)
Given = TypeVar("Given")

logger = logging.getLogger("hakem.acts")

#: called with each tournament that is finished, or was until now, and that an act has changed: at
#: the end of the act, within its transaction
keepers: list[Callable[[Tournament], None]] = []

_under_way: ContextVar[tuple["Act[Any]", ...]] = ContextVar("acts_under_way", default=())


@contextmanager
def act(
    name: str,
    on: Row,
    *,
    by: User | None,
    confirmed: str = "",
    quiet: str = "",
    published: bool = False,
    removed: bool = False,
) -> Iterator["Act[Row]"]:
    """One act on a tournament, or on an event, a person or another row that has none.

    `quiet`: why no page shows anything of it. `published`: it brings a round out. `removed`: it is
    for what was removed, and for nothing else.
    """
    before = _under_way.get()
    outer = next((one for one in before if one.row == on), None)
    with transaction.atomic():
        row = outer.row if outer else _locked(on, removed)
        done = Act(name, row, by, confirmed, quiet=quiet, published=published)
        mark = _under_way.set((*before, done))
        try:
            yield done
        finally:
            _under_way.reset(mark)
        done.end(outer)


class Act(Generic[Row]):
    """An act under way: what it has at hand, and where it says what it did."""

    def __init__(
        self,
        name: str,
        row: Row,
        by: User | None,
        confirmed: str,
        *,
        quiet: str = "",
        published: bool = False,
    ) -> None:
        self.name, self.row, self.by, self.confirmed = name, row, by, confirmed
        self.quiet, self.published = quiet, published
        self._said = self._shows = self._touched = False
        #: all that it does is a result of a round whose games are not all over, before and after
        self.unsettled = False
        self._was_over = isinstance(row, Tournament) and row.finished_at is not None

    @property
    def tournament(self) -> Tournament:
        """The tournament of the act, locked."""
        assert isinstance(self.row, Tournament), f"{self.name} is an act on no tournament"
        return self.row

    @property
    def event(self) -> Event | None:
        if isinstance(self.row, Event):
            return self.row
        return getattr(self.row, "event", None)

    @cached_property
    def tournaments(self) -> list[Tournament]:
        """The tournaments whose pages show the act, locked: its own, or all of its event."""
        if isinstance(self.row, Tournament):
            return [self.row]
        event = self.event
        return list(event.tournaments.select_for_update()) if event else []

    def require(
        self, question: str, *, level: int, reasons: list[Reason], subject: str = ""
    ) -> None:
        """Go on when the user has confirmed these very reasons, else ask (`kernel.confirm`)."""
        require(
            question,
            level=level,
            reasons=reasons,
            about=self.row,
            by=self.by,
            subject=subject,
            confirmed=self.confirmed,
        )

    def record(
        self,
        target: models.Model,
        act: str = "",
        *,
        label: str | None = None,
        before: Any = None,
        after: Any = None,
        reason: str = "",
        irregular: Irregular = Irregular.NO,
        key: str = "",
        round_number: int | None = None,
        by_program: bool = False,
    ) -> LogEntry:
        """The line of this act in the history; under another name (`act`) a line beside it."""
        self.changed()
        own = target if isinstance(target, Tournament) else self.row
        return log.record(
            act or self.name,
            by=None if by_program else self.by,
            target=target,
            tournament=own if isinstance(own, Tournament) else None,
            event=target if isinstance(target, Event) else getattr(target, "event", self.event),
            round_number=_round_number(target) if round_number is None else round_number,
            label=_label(target) if label is None else label,
            before=before,
            after=after,
            reason=reason,
            irregular=irregular,
            key=key,
        )

    def changed(self) -> None:
        """Something was done; by itself this leaves no line in the history."""
        self._said = self._shows = True

    @overload
    def nothing(self) -> None: ...
    @overload
    def nothing(self, result: Given) -> Given: ...
    def nothing(self, result: object = None) -> object:
        """There was nothing to do: a second press, or all is as wanted already."""
        self._said = True
        return result

    def save(self, *fields: str) -> None:
        """Save these fields of the tournament together with its new revision."""
        self.changed()
        if self._touched:
            self.tournament.save(update_fields=fields)
        else:
            touch(self.tournament, *fields, published=self.published)
            self._touched = True

    def end(self, outer: "Act[Any] | None") -> None:
        if not self._said:
            unsaid(self)
        if not self._shows or self.quiet:
            return
        if outer is not None:
            outer._shows, outer.quiet = True, ""
            outer.unsettled = outer.unsettled and self.unsettled
            outer.published = outer.published or self.published
            outer._touched = outer._touched or (self._touched and not outer.published)
            return
        for tournament in self.tournaments:
            if not self._touched:
                touch(tournament, published=self.published, settled=not self.unsettled)
            if self._was_over or tournament.finished_at:
                for keep in keepers:
                    keep(tournament)


def unsaid(forgetful: Act[Any]) -> None:
    """An act that neither left a line nor said `nothing` is a mistake of the program. It must not
    cost an arbiter their work: the pages are touched, and the log of the server names the act. In
    the tests it fails."""
    logger.error("%s neither left a line nor said that nothing was done", forgetful.name)
    forgetful.changed()


def lock(tournament: Tournament, *, removed: bool = False) -> Tournament:
    """The tournament, fresh from the database and ours until the transaction ends."""
    found = (
        Tournament.all_objects.select_for_update(of=("self",))
        .select_related("event")
        .filter(pk=tournament.pk, undone_at__isnull=not removed)
        .first()
    )
    if found is None:  # put away meanwhile, by another tab or before a job's turn came
        if removed:
            raise Refused("tournament.not_removed")
        raise Refused("tournament.is_removed", name=tournament.name)
    if found.event.removed:
        raise Refused("event.is_removed", name=found.event.name)
    return found


def touch(
    tournament: Tournament, *fields: str, published: bool = False, settled: bool = True
) -> None:
    """Something that a page could show has changed: its revision is raised."""
    tournament.revision += 1
    tournament.newly_published = published
    if settled:
        tournament.settled_revision = tournament.revision
    tournament.save(update_fields=["revision", "settled_revision", *fields])


def _locked(on: Row, removed: bool) -> Row:
    if isinstance(on, Tournament):
        return cast(Row, lock(on, removed=removed))
    # The user of a request is a stand-in whose type is not User.
    row = on.__class__._default_manager.select_for_update(of=("self",)).get(pk=on.pk)
    if isinstance(row, Event) and row.removed != removed:
        raise Refused("event.not_removed" if removed else "event.is_removed", name=row.name)
    return row


def _round_number(target: models.Model) -> int | None:
    if isinstance(target, Round):
        return target.number
    if isinstance(target, Pairing | Match | LineUp):
        return target.round.number
    return None


def _label(target: models.Model) -> str:
    """As the history names what an act is about."""
    match target:
        case Pairing():
            return f"{target.round.number}/{target.board}"
        case Tournament() | Event() | Team() | HallScreen():
            return target.name
        case Knockout():
            return target.tournament.name
        case LineUp():
            return target.team.name
        case User():
            return target.display_name
        case Entry():
            return str(target)
    return ""
