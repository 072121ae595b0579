"""The event stream: every line of the history that means something to programs, told at once to
whoever listens to its tournament.

Nobody writes anything down for it: the history is the source, for what happens now and for those
who come back after a broken line. A commit only wakes the process that holds the listeners, through
Redis; where Redis is away it looks by itself, a few seconds later.
"""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

import redis
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.kernel import patience
from tournaments.kernel.log import listeners
from tournaments.kernel.permissions import role_in
from tournaments.models import Happening, LogEntry, Round, Tournament
from tournaments.services.programs.happenings import head_of, told, told_of
from tournaments.services.programs.tokens import token_of

#: a line may be committed so long after it got its number
LATE = timedelta(minutes=2)
#: who was away for more lines than these is told to read anew
MOST_MISSED = 500
#: what is told of boards, which are seen while their round is
_OF_BOARDS = (Happening.RESULT_CHANGED, Happening.RESULT_CORRECTED, Happening.PAIRING_CHANGED)
#: the kind of a message that only says so
MISSED = "missed"


def channel() -> str:
    return f"{settings.CACHES['default']['KEY_PREFIX']}:happened"


def listen() -> None:
    if wake in listeners:
        return
    listeners.append(wake)


def wake(entry: LogEntry) -> None:
    if entry.tournament_id or entry.event_id:
        transaction.on_commit(partial(_call, entry.pk), robust=True)


def _call(line: int) -> None:
    try:
        patience.DOOR.ask(lambda: patience.client().publish(channel(), line))
    except redis.RedisError:
        return  # it looks by itself, too


@dataclass(frozen=True, slots=True)
class Topic:
    """A tournament to which somebody listens."""

    tournament: int
    event: int


@dataclass(frozen=True, slots=True)
class Message:
    """A happening of one line, as it is told. The last of a line carries its number: whoever heard
    only the first hears the whole line again."""

    topic: Topic
    line: int
    kind: str
    text: str
    for_all: bool
    last: bool = True


@dataclass(frozen=True, slots=True)
class Admitted:
    topic: Topic
    inside: bool


class UnknownToken(Exception):
    """Withdrawn, expired, or never made."""


def admit(tournament_id: int, secret: str) -> Admitted | None:
    """None: there is no such tournament for this listener."""
    token = token_of(secret) if secret else None
    if secret and token is None:
        raise UnknownToken
    found = Tournament.objects.select_related("event").filter(pk=tournament_id).first()
    if found is None or found.event.removed:
        return None
    inside = (
        token is not None
        and token.event_id in (None, found.event_id)
        and role_in(token.created_by, found.event) is not None
    )
    if not (inside or found.event.public):
        return None
    return Admitted(Topic(found.pk, found.event_id), inside)


class Reader:
    """Reads the history for all listeners of a process, with one connection and in one thread."""

    def __init__(self) -> None:
        self._topics: set[Topic] = set()
        #: lines up to here are past; of those behind it, what was told already
        self._past = _newest(LogEntry.objects.filter(at__lt=timezone.now() - LATE))
        self._known: set[int] = set()

    def begin(self, topic: Topic) -> None:
        """Listen to it. Nothing from before the first listener came is news."""
        self._topics.add(topic)
        self._known |= set(_lines((topic,), self._past).values_list("pk", flat=True))

    def end(self, topic: Topic) -> None:
        self._topics.discard(topic)

    def news(self) -> list[Message]:
        """All that happened since it was asked last."""
        past = timezone.now() - LATE
        recent = list(_lines(self._topics, self._past).values_list("pk", "at"))
        new = [pk for pk, _at in recent if pk not in self._known]
        self._past = max([self._past, *(pk for pk, at in recent if at < past)])
        self._known = {pk for pk, _at in recent if pk > self._past}
        if not new:
            return []
        return _messages(_lines(self._topics, 0).filter(pk__in=new), self._topics)

    def hidden(self) -> set[Topic]:
        """The topics that not everybody may hear any more."""
        shown = Tournament.objects.filter(
            pk__in=[topic.tournament for topic in self._topics],
            event__public=True,
            event__removed=False,
        )
        public = set(shown.values_list("pk", flat=True))
        return {topic for topic in self._topics if topic.tournament not in public}

    def since(self, topic: Topic, line: int) -> list[Message]:
        """All that somebody missed who heard this line last."""
        missed = _lines((topic,), line)
        entries = list(missed[: MOST_MISSED + 1])
        if len(entries) <= MOST_MISSED:
            return _messages(entries, (topic,))
        newest = _newest(missed)
        url = f"{settings.SITE_URL}/api/v1/tournaments/{topic.tournament}/"
        text = json.dumps({"id": f"{newest}-{MISSED}", "kind": MISSED, "url": url})
        return [Message(topic, newest, MISSED, text, for_all=True)]

    def newest(self, topic: Topic) -> int:
        return _newest(_lines((topic,), 0))


def _lines(topics: Collection[Topic], after: int) -> QuerySet[LogEntry]:
    tournaments = [topic.tournament for topic in topics]
    of_events = Q(tournament=None, event__in={topic.event for topic in topics})
    found = LogEntry.objects.filter(Q(tournament__in=tournaments) | of_events, pk__gt=after)
    return found.select_related("tournament__event", "event").order_by("pk")


def _newest(lines: QuerySet[LogEntry]) -> int:
    return lines.order_by("-pk").values_list("pk", flat=True).first() or 0


def _messages(entries: Iterable[LogEntry], topics: Collection[Topic]) -> list[Message]:
    """In order. That the standings changed is said once for all that came together."""
    found: list[Message] = []
    for entry in entries:
        for topic in topics:
            if entry.tournament_id == topic.tournament or (
                entry.tournament_id is None and entry.event_id == topic.event
            ):
                found += _messages_of(entry, topic)
    standings = {one.topic: one for one in found if one.kind == Happening.STANDINGS_CHANGED}
    kept = [
        one
        for one in found
        if one.kind != Happening.STANDINGS_CHANGED or standings[one.topic] is one
    ]
    ends = {(one.topic, one.line): place for place, one in enumerate(kept)}
    return [replace(one, last=ends[one.topic, one.line] == place) for place, one in enumerate(kept)]


def _messages_of(entry: LogEntry, topic: Topic) -> list[Message]:
    kinds = told_of(entry)
    event = entry.tournament.event if entry.tournament else entry.event
    if not kinds or event is None:
        return []
    found = []
    for kind in kinds:
        text = head_of(f"{entry.pk}-{kind}", kind, entry.at, event)
        text |= told(kind, entry, event, entry.tournament)
        found.append(
            Message(
                topic,
                entry.pk,
                str(kind),
                json.dumps(text, ensure_ascii=False),
                for_all=_for_all(kind, entry),
            )
        )
    return found


def _for_all(kind: Happening, entry: LogEntry) -> bool:
    """Not what concerns the rating report alone, nor a round that nobody sees."""
    if entry.act == "result.report_corrected":
        return False
    if kind not in _OF_BOARDS or entry.round_number is None or entry.tournament is None:
        return True
    status = entry.tournament.rounds.filter(number=entry.round_number).values_list("status")
    row = status.first()
    return row is None or row[0] in (Round.Status.PUBLISHED, Round.Status.FINISHED)
