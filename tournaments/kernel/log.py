"""The one door to the append-only log."""

import logging
from collections.abc import Callable
from contextvars import ContextVar
from datetime import timedelta
from typing import Any

from django.db.models import Model
from django.utils import timezone

from config.logs import request_id
from tournaments.models import Event, Irregular, LogEntry, Tournament, User

logger = logging.getLogger("hakem.acts")

#: the name of the token through which a program acts; "" for people
acting_token: ContextVar[str] = ContextVar("acting_token", default="")
#: called with each new line, within its transaction, by those who must hear of every act
listeners: list[Callable[[LogEntry], None]] = []
#: the same wish by the same user within so long is a second press of the same button
MOMENT = timedelta(minutes=1)
#: what the program adds to the history by itself, right after an act
_BY_ITSELF = ("round.sealed", "round.seal_differs", "round.not_sealed")


def record(
    act: str,
    *,
    by: User | None,
    target: Model,
    tournament: Tournament | None = None,
    event: Event | None = None,
    round_number: int | None = None,
    label: str = "",
    before: Any = None,
    after: Any = None,
    reason: str = "",
    irregular: Irregular = Irregular.NO,
    key: str = "",
) -> LogEntry:
    logger.info(
        "%s %s",
        act,
        label,
        extra={
            "act": act,
            "user": by.pk if by else None,
            "tournament": tournament.pk if tournament else None,
            "round": round_number,
        },
    )
    entry = LogEntry.objects.create(
        act=act,
        by=by,
        via=acting_token.get(),
        target=f"{target._meta.model_name}:{target.pk}",
        tournament=tournament,
        event=event or (tournament.event if tournament else None),
        round_number=round_number,
        label=label[:160],
        before=before,
        after=after,
        reason=reason,
        irregular=irregular,
        request=request_id.get(),
        key=key,
    )
    for listener in listeners:
        listener(entry)
    return entry


def just_done(act: str, tournament: Tournament, **same: Any) -> bool:
    """The last line of the history tells of this very act: a button was pressed twice, and
    nothing happened in between that the act could be a new answer to."""
    line = tournament.log.exclude(act__in=_BY_ITSELF).order_by("-id").first()
    return (
        line is not None
        and line.act == act
        and all(getattr(line, name) == value for name, value in same.items())
    )


def made_just_now(act: str, *, by: User, label: str) -> list[int]:
    """The ids of the rows that the user made under this name a moment ago."""
    lines = LogEntry.objects.filter(act=act, by=by, label=label, at__gt=timezone.now() - MOMENT)
    return [int(target.partition(":")[2]) for target in lines.values_list("target", flat=True)]


def changed(target: Model, values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Set the values that differ on `target`; what they were and what they are now."""
    before, after = {}, {}
    for name, value in values.items():
        old = getattr(target, name)
        if old != value:
            before[name], after[name] = as_data(old), as_data(value)
            setattr(target, name, value)
    return before, after


def as_data(value: Any) -> Any:
    """A setting as the log keeps it."""
    if value is None or isinstance(value, bool | int | str | list | dict):
        return value
    return str(value)
